/* Reads the .dic and generates forms from each stem.
 *
 *     word/FLAGS  po:noun         flags end at a blank; "\/" is a slash of the word, and so is one at the start
 *     New York/M                  a blank belongs to the word, unless a field like "po:" or a tab starts there
 *
 * If the .aff has a flag for forbidden words, a first pass collects them together with the forms of their own affixes;
 * the second pass skips these. A form that is also a stem of the .dic is skipped only if a stem is forbidden: Hunspell
 * looks a word up before it strips affixes. */
#include "engine/hunspell/parts.h"

#include <assert.h>
#include <string.h>

struct expansion {
    struct comb_hunspell_affixes affixes;
    struct comb_hunspell_form_set forbidden;
    struct comb_hunspell_options options;
    struct comb_hunspell_report report;
    struct comb_hunspell_lines lines;
    const struct comb_hunspell_files *files;
    comb_hunspell_visit *visit;
    comb_hunspell_tick *tick;
    void *payload;
    bool collecting; /* the first pass */
    bool ending;     /* the stem may only end a compound */
    bool two_passes;
    bool enough; /* a visit returned false */
    char stem[COMB_HUNSPELL_MAX_TEXT];
};

/* ---- lines ---- */

/* Returns where morphological fields start: at a tab, or at blanks before two characters and a colon. */
static size_t end_of_entry(struct comb_hunspell_span line)
{
    for (size_t i = 0; i < line.length; i++) {
        if (line.text[i] == '\t')
            return i;
        if (line.text[i] == ' ' && i > 0 && i + 3 < line.length && line.text[i + 3] == ':')
            return i;
    }
    return line.length;
}

static size_t find_slash(struct comb_hunspell_span entry)
{
    for (size_t i = 1; i < entry.length; i++)
        if (entry.text[i] == '/' && entry.text[i - 1] != '\\')
            return i;
    return entry.length;
}

static struct comb_hunspell_span cut_blanks(struct comb_hunspell_span span)
{
    while (span.length && span.text[span.length - 1] == ' ')
        span.length--;
    return span;
}

/* Removes the backslash from "\/"; returns the new length. */
static size_t unescape(char *text, size_t length)
{
    size_t new_length = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\\' || i + 1 == length || text[i + 1] != '/')
            text[new_length++] = text[i];
    return new_length;
}

static void split_line(struct comb_hunspell_span *word, struct comb_hunspell_span *flags,
                       struct comb_hunspell_span line)
{
    struct comb_hunspell_span entry = cut_blanks((struct comb_hunspell_span){line.text, end_of_entry(line)});
    size_t slash = find_slash(entry);
    *word = cut_blanks((struct comb_hunspell_span){entry.text, slash});
    *flags = (struct comb_hunspell_span){0};
    if (slash < entry.length) {
        struct comb_hunspell_span rest = {entry.text + slash + 1, entry.length - slash - 1};
        comb_hunspell_next_field(flags, &rest);
    }
}

static void skip_line(struct expansion *expansion)
{
    if (expansion->collecting)
        return;
    expansion->report.skipped++;
    if (expansion->report.first_skipped_line == 0)
        expansion->report.first_skipped_line = expansion->lines.number;
}

/* ---- stems ---- */

static bool has_flag(const struct expansion *expansion, uint16_t flag)
{
    return flag && comb_bit_test(expansion->affixes.reader.present, flag);
}

static uint8_t stem_marks(const struct expansion *expansion)
{
    const struct comb_hunspell_affixes *affixes = &expansion->affixes;
    unsigned marks = 0;
    if (has_flag(expansion, affixes->needs_affix))
        marks |= COMB_HUNSPELL_NEEDS_AFFIX;
    if (has_flag(expansion, affixes->compound_only))
        marks |= COMB_HUNSPELL_COMPOUND_ONLY;
    if (has_flag(expansion, affixes->forbidden) || (affixes->forbid_warn && has_flag(expansion, affixes->warn)))
        marks |= COMB_HUNSPELL_FORBIDDEN;
    return (uint8_t)marks;
}

static bool second_capital(const char *text, size_t length)
{
    uint32_t character;
    size_t i = comb_hunspell_first(&character, text);
    while (i < length) {
        i += comb_hunspell_first(&character, text + i);
        if (comb_hunspell_upper(character))
            return true;
    }
    return false;
}

static bool skips_capital(enum comb_hunspell_capitals capitals, const char *text, size_t length)
{
    uint32_t character;
    comb_hunspell_first(&character, text);
    if (capitals == COMB_HUNSPELL_CAPITALS || !comb_hunspell_upper(character))
        return false;
    return capitals == COMB_HUNSPELL_NO_CAPITALS || second_capital(text, length);
}

/* Returns whether to generate forms of this stem; counts the reason if not. */
static bool stem_wanted(struct expansion *expansion, size_t length, uint8_t marks)
{
    if (expansion->collecting)
        return marks & COMB_HUNSPELL_FORBIDDEN;
    if ((marks & COMB_HUNSPELL_FORBIDDEN) || ((marks & COMB_HUNSPELL_COMPOUND_ONLY) && !expansion->ending))
        return false;
    if (skips_capital(expansion->options.capitals, expansion->stem, length)) {
        expansion->report.capitals++;
        return false;
    }
    const struct comb_hunspell_flag_reader *reader = &expansion->affixes.reader;
    if (expansion->options.keep_stem &&
        !expansion->options.keep_stem(expansion->stem, length, reader->flags.items, reader->flags.count))
        return false;
    return !expansion->options.letters_only || expansion->affixes.strips_others ||
           comb_hunspell_letters(expansion->stem, length);
}

static int visit_part(struct expansion *expansion, enum comb_hunspell_part part, const char *form, size_t length)
{
    if (expansion->options.letters_only && expansion->affixes.strips_others && !comb_hunspell_letters(form, length))
        return COMB_OK;
    expansion->enough = !expansion->options.visit_part(expansion->payload, part, form, length);
    return expansion->enough ? COMB_LIMIT : COMB_OK;
}

static int visit_form(void *payload, const char *form, size_t length, bool bare)
{
    struct expansion *expansion = payload;
    if (expansion->options.letters_only && expansion->affixes.strips_others && !comb_hunspell_letters(form, length))
        return COMB_OK;
    if (expansion->collecting)
        return comb_hunspell_form_add(&expansion->forbidden, form, length, bare);
    if (comb_hunspell_form_has(&expansion->forbidden, form, length, bare)) {
        expansion->report.forbidden++;
        return COMB_OK;
    }
    if (expansion->ending)
        return visit_part(expansion, COMB_HUNSPELL_END, form, length);
    expansion->report.forms++;
    expansion->enough = !expansion->visit(expansion->payload, form, length);
    return expansion->enough ? COMB_LIMIT : COMB_OK;
}

static int visit_begin(void *payload, const char *form, size_t length)
{
    struct expansion *expansion = payload;
    return expansion->collecting || expansion->ending ? COMB_OK
                                                      : visit_part(expansion, COMB_HUNSPELL_BEGIN, form, length);
}

static int tick(void *payload)
{
    struct expansion *expansion = payload;
    size_t left = (size_t)(expansion->lines.end - expansion->lines.at);
    double fraction = 1 - (double)left / (double)expansion->files->dic_length;
    if (expansion->two_passes)
        fraction = expansion->collecting ? fraction / 2 : 0.5 + fraction / 2;
    return !expansion->tick || expansion->tick(expansion->payload, fraction) ? COMB_OK : COMB_LIMIT;
}

/* Decodes a line: the stem's length (0 if there is none or it cannot be read) and the code; the flags are in the
 * reader. */
static int read_stem(size_t *length, struct expansion *expansion, struct comb_hunspell_span line)
{
    struct comb_hunspell_span word;
    struct comb_hunspell_span flags;
    *length = 0;
    split_line(&word, &flags, line);
    int size = comb_hunspell_text(expansion->stem, &expansion->affixes, word);
    int code = size < 0 ? COMB_BAD_INPUT : comb_hunspell_read_flags(&expansion->affixes.reader, flags);
    if (code == COMB_OK)
        *length = unescape(expansion->stem, (size_t)size);
    if (code != COMB_BAD_INPUT)
        return code;
    skip_line(expansion);
    return COMB_OK;
}

static int expand_line(struct expansion *expansion, struct comb_hunspell_generator *generator,
                       struct comb_hunspell_span line)
{
    size_t length;
    int code = read_stem(&length, expansion, line);
    uint8_t marks = stem_marks(expansion);
    expansion->ending = !expansion->collecting && expansion->options.visit_part &&
                        (marks & COMB_HUNSPELL_COMPOUND_ONLY) && has_flag(expansion, expansion->affixes.compound_end);
    if (code == COMB_OK)
        code = comb_hunspell_step(generator, line.length + expansion->affixes.reader.flags.count);
    if (code != COMB_OK || length == 0 || !stem_wanted(expansion, length, marks))
        return code;
    generator->stem = expansion->stem;
    generator->stem_length = length;
    generator->bare = expansion->collecting || !(marks & COMB_HUNSPELL_NEEDS_AFFIX);
    expansion->report.stems += !expansion->collecting && !expansion->ending;
    return comb_hunspell_generate(generator);
}

/* The first line is the number of lines, usually wrong; a file without it starts with a word. */
static bool is_count(struct comb_hunspell_span line)
{
    struct comb_hunspell_span field;
    if (!comb_hunspell_next_field(&field, &line))
        return false;
    for (size_t i = 0; i < field.length; i++)
        if (field.text[i] < '0' || field.text[i] > '9')
            return false;
    return true;
}

static int read_stems(struct expansion *expansion, bool collecting)
{
    struct comb_hunspell_generator generator = {
        .affixes = &expansion->affixes, .visit = visit_form, .tick = tick, .payload = expansion};
    generator.visit_begin = expansion->options.visit_part ? visit_begin : NULL;
    struct comb_hunspell_span line;
    int code = COMB_OK;
    expansion->collecting = collecting;
    comb_hunspell_lines_init(&expansion->lines, expansion->files->dic, expansion->files->dic_length);
    while (code == COMB_OK && comb_hunspell_next_line(&line, &expansion->lines))
        if (expansion->lines.number > 1 || !is_count(line))
            code = expand_line(expansion, &generator, line);
    return code;
}

/* ---- both passes ---- */

static int report_error(const struct expansion *expansion, int code, struct comb_error *err)
{
    struct comb_error_location place = {.line = expansion->lines.number};
    if (code == COMB_OK || expansion->enough)
        return COMB_OK;
    if (code == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    if (code == COMB_BAD_INPUT)
        return comb_fail_at(err, code, place, "dic: the forbidden words have too many forms");
    assert(code == COMB_LIMIT);
    return comb_fail_at(err, code, place, "dic: interrupted before the end");
}

static int read_both_passes(struct expansion *expansion, struct comb_error *err)
{
    const struct comb_hunspell_affixes *affixes = &expansion->affixes;
    expansion->two_passes = affixes->forbidden || (affixes->forbid_warn && affixes->warn);
    int code = expansion->two_passes ? read_stems(expansion, true) : COMB_OK;
    if (code == COMB_OK)
        code = read_stems(expansion, false);
    return report_error(expansion, code, err);
}

static int check_sizes(const struct comb_hunspell_files *files, struct comb_error *err)
{
    if (files->aff_length > COMB_HUNSPELL_MAX_AFF)
        return comb_fail(err, COMB_BAD_INPUT, "aff: %zu bytes, expected at most %d", files->aff_length,
                         COMB_HUNSPELL_MAX_AFF);
    if (files->dic_length > COMB_HUNSPELL_MAX_DIC)
        return comb_fail(err, COMB_BAD_INPUT, "dic: %zu bytes, expected at most %d", files->dic_length,
                         COMB_HUNSPELL_MAX_DIC);
    return COMB_OK;
}

int comb_hunspell_expand(struct comb_hunspell_report *report, const struct comb_hunspell_files *files,
                         const struct comb_hunspell_options *options, comb_hunspell_visit *visit,
                         comb_hunspell_tick *tick_caller, void *payload, struct comb_error *err)
{
    static const struct comb_hunspell_options none;
    struct expansion expansion = {
        .options = options ? *options : none, .files = files, .visit = visit, .tick = tick_caller, .payload = payload};
    if (report)
        *report = expansion.report;
    int code = check_sizes(files, err);
    if (code == COMB_OK)
        code = comb_hunspell_affixes_load(&expansion.affixes, files, expansion.options.budget, err);
    if (code != COMB_OK)
        return code;
    if (expansion.options.letters_only)
        comb_hunspell_affixes_letters_only(&expansion.affixes);
    if (expansion.options.keep_affix)
        comb_hunspell_affixes_keep(&expansion.affixes, expansion.options.keep_affix);
    comb_hunspell_form_set_init(&expansion.forbidden, expansion.options.budget);
    code = read_both_passes(&expansion, err);
    if (report)
        *report = expansion.report;
    comb_hunspell_form_set_free(&expansion.forbidden);
    comb_hunspell_affixes_free(&expansion.affixes);
    return code;
}
