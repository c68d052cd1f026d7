/* Reads the .aff file: the special flags, and the rules of prefixes and suffixes.
 *
 *     SFX  S  Y  4                      a header: flag, cross product, number of rules
 *     SFX  S  y  ies/T  [^aeiou]y       a rule: flag, what to strip, what to add and which flags that brings, condition
 *
 * 0 means nothing to strip or to add. The condition may be missing; anything after it is ignored.
 *
 * FLAG, SET and AF determine how everything else is read and may come after lines they affect, hence three passes. The
 * rules of a side form chains by flag, in a table of 256 pages with 256 heads: a look-up is two loads, and the stems of
 * a large dictionary need millions of them. Everything is allocated in one arena. */
#include "engine/hunspell/parts.h"

#include "base/text.h"

#include <string.h>

enum { LONGEST_QUOTE = 40, MAX_RULES = 1 << 20 };

struct loader {
    struct comb_hunspell_affixes *affixes;
    struct comb_error *err;
    struct comb_hunspell_lines lines;
    struct comb_hunspell_span rest; /* of the line */
    /* The current block. */
    enum comb_hunspell_side side;
    uint16_t flag;
    bool cross;
    uint32_t rules_left;
    unsigned header_line;
    size_t rules;
};

/* Fails at the current line and quotes the wrong field. */
static int fail_at_line(struct loader *loader, const char *what, struct comb_hunspell_span field)
{
    bool readable = field.length <= LONGEST_QUOTE && comb_utf8_valid(field.text, field.length);
    struct comb_error_location place = {.line = loader->lines.number};
    if (!readable || field.length == 0)
        return comb_fail_at(loader->err, COMB_BAD_INPUT, place, "aff: %s", what);
    return comb_fail_at(loader->err, COMB_BAD_INPUT, place, "aff: %s, got \"%.*s\"", what, (int)field.length,
                        field.text);
}

static int fail_with(struct loader *loader, int code, const char *what, struct comb_hunspell_span field)
{
    return code == COMB_NO_MEMORY ? comb_fail_memory(loader->err) : fail_at_line(loader, what, field);
}

static struct comb_hunspell_span next_field(struct loader *loader)
{
    struct comb_hunspell_span field;
    comb_hunspell_next_field(&field, &loader->rest);
    return field;
}

/* ---- first pass: encoding and flag format ---- */

static int read_charset(struct loader *loader)
{
    struct comb_hunspell_span name = next_field(loader);
    int code = comb_hunspell_charset_init(&loader->affixes->charset, name);
    return code == COMB_OK
               ? code
               : fail_with(loader, code, "SET: expected UTF-8 or an 8-bit encoding such as ISO8859-1", name);
}

static int read_flag_mode(struct loader *loader)
{
    static const struct {
        const char *name;
        enum comb_hunspell_flag_mode mode;
    } modes[] = {{"UTF-8", COMB_HUNSPELL_UTF8}, {"long", COMB_HUNSPELL_PAIRS}, {"num", COMB_HUNSPELL_NUMBERS}};
    struct comb_hunspell_span name = next_field(loader);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (comb_hunspell_span_equals(name, modes[i].name)) {
            loader->affixes->reader.mode = modes[i].mode;
            return COMB_OK;
        }
    return fail_at_line(loader, "FLAG: expected UTF-8, long or num", name);
}

static int read_full_strip(struct loader *loader)
{
    loader->affixes->full_strip = true;
    return COMB_OK;
}

static int read_complex_prefixes(struct loader *loader)
{
    loader->affixes->twofold_side = COMB_HUNSPELL_PREFIX;
    return COMB_OK;
}

static int read_forbid_warn(struct loader *loader)
{
    loader->affixes->forbid_warn = true;
    return COMB_OK;
}

/* ---- second pass: special flags ---- */

static int read_ignore(struct loader *loader)
{
    struct comb_hunspell_affixes *affixes = loader->affixes;
    struct comb_hunspell_span field = next_field(loader);
    char text[COMB_HUNSPELL_MAX_TEXT];
    int length = comb_hunspell_decode(text, &affixes->charset, field);
    if (length <= 0)
        return fail_at_line(loader, "IGNORE: expected characters in the file's encoding", field);
    affixes->ignore = comb_arena_string(&affixes->arena, text, (size_t)length);
    affixes->ignore_length = (size_t)length;
    return affixes->ignore ? COMB_OK : comb_fail_memory(loader->err);
}

/* The first line has the number of aliases, which is not needed. */
static int read_alias(struct loader *loader)
{
    struct comb_hunspell_flag_reader *reader = &loader->affixes->reader;
    if (!reader->aliases_given) {
        reader->aliases_given = true;
        return COMB_OK;
    }
    struct comb_hunspell_span field = next_field(loader);
    int code = comb_hunspell_add_alias(reader, field, &loader->affixes->arena);
    return code == COMB_OK ? code : fail_with(loader, code, "AF: expected flags", field);
}

/* Reads one flag. In single-byte mode only the first byte of a longer character counts, as in Hunspell. */
static int read_flag(uint16_t *out, struct loader *loader, struct comb_hunspell_span field)
{
    int code = comb_hunspell_read_flag(out, &loader->affixes->reader, field);
    return code == COMB_OK ? code : fail_with(loader, code, "expected a flag", field);
}

static int read_needs_affix(struct loader *loader)
{
    return read_flag(&loader->affixes->needs_affix, loader, next_field(loader));
}

static int read_compound_only(struct loader *loader)
{
    return read_flag(&loader->affixes->compound_only, loader, next_field(loader));
}

static int read_compound_begin(struct loader *loader)
{
    return read_flag(&loader->affixes->compound_begin, loader, next_field(loader));
}

static int read_compound_end(struct loader *loader)
{
    return read_flag(&loader->affixes->compound_end, loader, next_field(loader));
}

static int read_circumfix(struct loader *loader)
{
    return read_flag(&loader->affixes->circumfix, loader, next_field(loader));
}

static int read_forbidden(struct loader *loader)
{
    return read_flag(&loader->affixes->forbidden, loader, next_field(loader));
}

static int read_warn(struct loader *loader)
{
    return read_flag(&loader->affixes->warn, loader, next_field(loader));
}

/* ---- third pass: rules ---- */

static bool is_ignored(const struct comb_hunspell_affixes *affixes, uint32_t character)
{
    for (size_t i = 0; i < affixes->ignore_length;) {
        uint32_t ignored;
        i += comb_hunspell_first(&ignored, affixes->ignore + i);
        if (ignored == character)
            return true;
    }
    return false;
}

int comb_hunspell_text(char out[COMB_HUNSPELL_MAX_TEXT], const struct comb_hunspell_affixes *affixes,
                       struct comb_hunspell_span bytes)
{
    int length = comb_hunspell_decode(out, &affixes->charset, bytes);
    if (length <= 0 || affixes->ignore_length == 0)
        return length;
    int kept = 0;
    for (int i = 0; i < length;) {
        uint32_t character;
        size_t size = comb_hunspell_first(&character, out + i);
        if (!is_ignored(affixes, character)) {
            memmove(out + kept, out + i, size);
            kept += (int)size;
        }
        i += (int)size;
    }
    return kept;
}

static int read_text(const char **out, uint8_t *length, struct loader *loader, struct comb_hunspell_span field)
{
    struct comb_hunspell_affixes *affixes = loader->affixes;
    char text[COMB_HUNSPELL_MAX_TEXT];
    if (comb_hunspell_span_equals(field, "0"))
        field.length = 0;
    int size = comb_hunspell_text(text, affixes, field);
    if (size < 0)
        return fail_at_line(loader, "expected at most 255 bytes in the file's encoding", field);
    *out = comb_arena_string(&affixes->arena, text, (size_t)size);
    *length = (uint8_t)size;
    return *out ? COMB_OK : comb_fail_memory(loader->err);
}

static uint8_t marks_of(const struct comb_hunspell_affixes *affixes, struct comb_hunspell_flag_list next)
{
    unsigned marks = 0;
    if (comb_hunspell_has_flag(next, affixes->circumfix))
        marks |= COMB_HUNSPELL_CIRCUMFIX;
    if (comb_hunspell_has_flag(next, affixes->compound_only))
        marks |= COMB_HUNSPELL_COMPOUND_ONLY;
    if (comb_hunspell_has_flag(next, affixes->compound_begin))
        marks |= COMB_HUNSPELL_COMPOUND_BEGIN;
    if (comb_hunspell_has_flag(next, affixes->needs_affix))
        marks |= COMB_HUNSPELL_NEEDS_AFFIX;
    return (uint8_t)marks;
}

/* "ies/TU": the added text, and the flags of affixes that may follow. */
static int read_addition(struct comb_hunspell_affix *affix, struct loader *loader, struct comb_hunspell_span field)
{
    struct comb_hunspell_affixes *affixes = loader->affixes;
    const char *slash = memchr(field.text, '/', field.length);
    struct comb_hunspell_span text = {field.text, slash ? (size_t)(slash - field.text) : field.length};
    int code = read_text(&affix->add, &affix->add_length, loader, text);
    if (code != COMB_OK || !slash)
        return code;
    struct comb_hunspell_span flags = {slash + 1, field.length - text.length - 1};
    code = comb_hunspell_read_flag_list(&affix->next, &affixes->reader, flags, &affixes->arena);
    return code == COMB_OK ? code : fail_with(loader, code, "expected flags after the slash", field);
}

static int read_condition(struct comb_hunspell_affix *affix, struct loader *loader, struct comb_hunspell_span field)
{
    struct comb_hunspell_affixes *affixes = loader->affixes;
    char text[COMB_HUNSPELL_MAX_TEXT];
    int length = comb_hunspell_decode(text, &affixes->charset, field);
    if (length < 0)
        return fail_at_line(loader, "expected a condition of at most 255 bytes in the file's encoding", field);
    int code = comb_hunspell_condition_compile(&affix->condition, &affixes->arena, text, (size_t)length);
    return code == COMB_OK ? code : fail_with(loader, code, "expected a condition such as [^aeiou]y", field);
}

/* Prepends the rule; the chains are reversed at the end. */
static bool add_rule(struct comb_hunspell_affixes *affixes, enum comb_hunspell_side side,
                     struct comb_hunspell_affix *affix)
{
    struct comb_hunspell_page **page = &affixes->pages[side][affix->flag / COMB_HUNSPELL_PAGE];
    if (!*page)
        *page = COMB_NEW(&affixes->arena, struct comb_hunspell_page);
    if (!*page)
        return false;
    struct comb_hunspell_affix **chain = &(*page)->first[affix->flag % COMB_HUNSPELL_PAGE];
    affix->sibling = *chain;
    *chain = affix;
    return true;
}

static int read_rule(struct loader *loader)
{
    struct comb_hunspell_affixes *affixes = loader->affixes;
    struct comb_hunspell_affix *affix = COMB_NEW(&affixes->arena, struct comb_hunspell_affix);
    if (!affix)
        return comb_fail_memory(loader->err);
    if (++loader->rules > MAX_RULES)
        return fail_at_line(loader, "more than a million rules", (struct comb_hunspell_span){0});
    struct comb_hunspell_span strip = next_field(loader);
    struct comb_hunspell_span addition = next_field(loader);
    if (addition.length == 0)
        return fail_at_line(loader, "expected a rule: flag, strip, add and condition", strip);
    affix->flag = loader->flag;
    affix->cross = loader->cross;
    int code = read_text(&affix->strip, &affix->strip_length, loader, strip);
    if (code == COMB_OK)
        code = read_addition(affix, loader, addition);
    if (code == COMB_OK)
        code = read_condition(affix, loader, next_field(loader));
    if (code != COMB_OK)
        return code;
    loader->rules_left--;
    return add_rule(affixes, loader->side, affix) ? COMB_OK : comb_fail_memory(loader->err);
}

static int read_header(struct loader *loader, enum comb_hunspell_side side, uint16_t flag)
{
    struct comb_hunspell_span cross = next_field(loader);
    struct comb_hunspell_span count = next_field(loader);
    char digits[8];
    long long rules = -1;
    bool yes = comb_hunspell_span_equals(cross, "Y");
    if (!yes && !comb_hunspell_span_equals(cross, "N"))
        return fail_at_line(loader, "expected a block header: flag, Y or N, number of rules", cross);
    if (count.length < sizeof digits) {
        memcpy(digits, count.text, count.length);
        digits[count.length] = '\0';
    }
    if (count.length >= sizeof digits || !comb_parse_int(&rules, digits) || rules < 0 || rules > MAX_RULES)
        return fail_at_line(loader, "expected the number of rules in the block", count);
    loader->side = side;
    loader->flag = flag;
    loader->cross = yes;
    loader->rules_left = (uint32_t)rules;
    loader->header_line = loader->lines.number;
    return COMB_OK;
}

static int fail_block(struct loader *loader)
{
    struct comb_error_location place = {.line = loader->header_line};
    return comb_fail_at(loader->err, COMB_BAD_INPUT, place, "aff: the block lacks %u rules; it ends at line %u",
                        loader->rules_left, loader->lines.number);
}

static int read_affix(struct loader *loader, enum comb_hunspell_side side)
{
    uint16_t flag;
    int code = read_flag(&flag, loader, next_field(loader));
    if (code != COMB_OK)
        return code;
    if (loader->rules_left == 0)
        return read_header(loader, side, flag);
    return flag == loader->flag && side == loader->side ? read_rule(loader) : fail_block(loader);
}

static int read_prefix(struct loader *loader)
{
    return read_affix(loader, COMB_HUNSPELL_PREFIX);
}

static int read_suffix(struct loader *loader)
{
    return read_affix(loader, COMB_HUNSPELL_SUFFIX);
}

/* ---- the file ---- */

struct command {
    const char *name;
    int (*read)(struct loader *loader);
};

static const struct command first_pass[] = {{"SET", read_charset},
                                            {"FLAG", read_flag_mode},
                                            {"FULLSTRIP", read_full_strip},
                                            {"COMPLEXPREFIXES", read_complex_prefixes},
                                            {"FORBIDWARN", read_forbid_warn},
                                            {NULL, NULL}};
static const struct command second_pass[] = {{"AF", read_alias},
                                             {"IGNORE", read_ignore},
                                             {"NEEDAFFIX", read_needs_affix},
                                             {"PSEUDOROOT", read_needs_affix},
                                             {"ONLYINCOMPOUND", read_compound_only},
                                             {"COMPOUNDBEGIN", read_compound_begin},
                                             {"COMPOUNDEND", read_compound_end},
                                             {"CIRCUMFIX", read_circumfix},
                                             {"FORBIDDENWORD", read_forbidden},
                                             {"WARN", read_warn},
                                             {NULL, NULL}};
static const struct command third_pass[] = {{"PFX", read_prefix}, {"SFX", read_suffix}, {NULL, NULL}};

static int read_line(struct loader *loader, const struct command *commands)
{
    const char *start = loader->rest.text;
    struct comb_hunspell_span name = next_field(loader);
    if (name.text != start)
        return COMB_OK; /* indented lines are ignored */
    for (const struct command *command = commands; command->name; command++)
        if (comb_hunspell_span_equals(name, command->name))
            return command->read(loader);
    return COMB_OK;
}

static int read_pass(struct loader *loader, const struct comb_hunspell_files *files, const struct command *commands)
{
    int code = COMB_OK;
    comb_hunspell_lines_init(&loader->lines, files->aff, files->aff_length);
    while (code == COMB_OK && comb_hunspell_next_line(&loader->rest, &loader->lines))
        code = read_line(loader, commands);
    return code;
}

static int read_file(struct loader *loader, const struct comb_hunspell_files *files)
{
    int code = read_pass(loader, files, first_pass);
    if (code == COMB_OK)
        code = read_pass(loader, files, second_pass);
    if (code == COMB_OK)
        code = read_pass(loader, files, third_pass);
    return code == COMB_OK && loader->rules_left ? fail_block(loader) : code;
}

static struct comb_hunspell_affix *reverse_chain(struct comb_hunspell_affix *chain)
{
    struct comb_hunspell_affix *turned = NULL;
    while (chain) {
        struct comb_hunspell_affix *next = chain->sibling;
        chain->sibling = turned;
        turned = chain;
        chain = next;
    }
    return turned;
}

/* Completes the rules after the last line. */
static struct comb_hunspell_affix *complete_rules(struct comb_hunspell_affixes *affixes,
                                                  struct comb_hunspell_affix *chain)
{
    for (struct comb_hunspell_affix *affix = chain; affix; affix = affix->sibling) {
        affix->marks = marks_of(affixes, affix->next);
        if (!comb_hunspell_letters(affix->strip, affix->strip_length))
            affixes->strips_others = true;
    }
    return reverse_chain(chain);
}

/* Replaces every chain by the result of `change`. */
static void change_chains(struct comb_hunspell_affixes *affixes,
                          struct comb_hunspell_affix *(*change)(struct comb_hunspell_affixes *affixes,
                                                                struct comb_hunspell_affix *chain))
{
    for (size_t i = 0; i < 2 * (size_t)COMB_HUNSPELL_PAGE; i++) {
        struct comb_hunspell_page *page = affixes->pages[i % 2][i / 2];
        for (size_t k = 0; page && k < COMB_HUNSPELL_PAGE; k++)
            page->first[k] = change(affixes, page->first[k]);
    }
}

int comb_hunspell_affixes_load(struct comb_hunspell_affixes *out, const struct comb_hunspell_files *files,
                               struct comb_budget *budget, struct comb_error *err)
{
    *out = (struct comb_hunspell_affixes){.twofold_side = COMB_HUNSPELL_SUFFIX};
    comb_arena_init(&out->arena, budget);
    struct loader loader = {.affixes = out, .err = err};
    comb_hunspell_charset_latin1(&out->charset);
    int code = read_file(&loader, files);
    if (code == COMB_OK)
        change_chains(out, complete_rules);
    else
        comb_hunspell_affixes_free(out);
    return code;
}

void comb_hunspell_affixes_free(struct comb_hunspell_affixes *affixes)
{
    comb_hunspell_flag_reader_free(&affixes->reader);
    comb_arena_free(&affixes->arena);
}

/* Replaces every chain by its rules for which `keep` holds. */
static void filter_rules(struct comb_hunspell_affixes *affixes,
                         bool (*keep)(const struct comb_hunspell_affix *rule, const void *payload), const void *payload)
{
    for (size_t i = 0; i < 2 * (size_t)COMB_HUNSPELL_PAGE; i++) {
        struct comb_hunspell_page *page = affixes->pages[i % 2][i / 2];
        for (size_t k = 0; page && k < COMB_HUNSPELL_PAGE; k++) {
            struct comb_hunspell_affix **end = &page->first[k];
            for (struct comb_hunspell_affix *rule = *end; rule; rule = rule->sibling)
                if (keep(rule, payload)) {
                    *end = rule;
                    end = &rule->sibling;
                }
            *end = NULL;
        }
    }
}

static bool adds_letters(const struct comb_hunspell_affix *rule, const void *payload)
{
    (void)payload;
    return comb_hunspell_letters(rule->add, rule->add_length);
}

void comb_hunspell_affixes_letters_only(struct comb_hunspell_affixes *affixes)
{
    if (!affixes->strips_others)
        filter_rules(affixes, adds_letters, NULL);
}

struct predicate {
    bool (*keep)(uint16_t flag, const char *add, size_t length);
};

static bool is_wanted(const struct comb_hunspell_affix *rule, const void *payload)
{
    const struct predicate *predicate = payload;
    return predicate->keep(rule->flag, rule->add, rule->add_length);
}

void comb_hunspell_affixes_keep(struct comb_hunspell_affixes *affixes,
                                bool (*keep)(uint16_t flag, const char *add, size_t length))
{
    struct predicate predicate = {keep};
    filter_rules(affixes, is_wanted, &predicate);
}
