/* Builds the word list of a language from its Hunspell dictionary:
 *
 *     forms of the dictionary -> letters of the alphabet -> words fit for games -> compiled list
 *
 * plus the reviewed short words, the added words of the language, and the words of a second package if it is
 * installed. Capitalised words of that package are names, unless they are compounds of two parts by the flags of the
 * Hunspell dictionary: Streichholz is Streich + holz. All compounds that these flags allow would be 40 million German
 * words of up to 16 letters, almost none of which anybody has ever used; the second package says which ones exist. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "base/text.h"
#include "engine/dict/fold.h"
#include "engine/dict/game_words.h"
#include "family/words/lists/embedded.h"
#include "family/words/lists/parts.h"

#include <string.h>
#include <unistd.h>

static const char HUNSPELL_FOLDER[] = "/usr/share/hunspell";

enum { SHORTEST_WORD = 2, LONGEST_WORD = 16, LARGEST_EXTRA = 64 << 20 };

static bool exists(const char *path)
{
    return access(path, R_OK) == 0;
}

/* Finds the installed .aff and .dic files; COMB_BAD_INPUT, naming the package, if there are none. */
static int find_files(struct comb_buf *aff, struct comb_buf *dic, const struct comb_language *language,
                      struct comb_error *err)
{
    for (const char *const *stem = language->stems; *stem; stem++) {
        comb_buf_clear(aff);
        comb_buf_clear(dic);
        comb_buf_printf(aff, "%s/%s.aff", HUNSPELL_FOLDER, *stem);
        comb_buf_printf(dic, "%s/%s.dic", HUNSPELL_FOLDER, *stem);
        if (aff->failed || dic->failed)
            return comb_fail_memory(err);
        if (exists(aff->data) && exists(dic->data))
            return COMB_OK;
    }
    return comb_fail(err, COMB_BAD_INPUT, "the %s dictionary is not installed; install the Debian package %s",
                     language->name, language->package);
}

int comb_words_can_build(const struct comb_language *language, struct comb_error *err)
{
    struct comb_buf aff = {0};
    struct comb_buf dic = {0};
    int code = find_files(&aff, &dic, language, err);
    comb_buf_free(&aff);
    comb_buf_free(&dic);
    return code;
}

/* ---- the filter ---- */

/* A compiled table of words; dict is NULL if the table is empty. */
struct table {
    struct comb_buf bytes;
    struct comb_dict *dict;
};

struct filter {
    struct table short_words;
    struct table dropped;
    struct comb_buf part_lines[2]; /* begins and ends of compounds, by enum comb_hunspell_part */
    struct table parts[2];
    struct comb_buf *list; /* receives the accepted words */
};

static bool add_line(void *payload, const char *word, size_t length)
{
    struct comb_buf *list = payload;
    comb_buf_add(list, word, length);
    comb_buf_char(list, '\n');
    return !list->failed;
}

/* Adds a generated form, unless no board is large enough for it. */
static bool add_form(void *payload, const char *word, size_t length)
{
    return comb_utf8_columns(word, length) > LONGEST_WORD || add_line(payload, word, length);
}

static bool add_with_genitive(void *payload, const char *word, size_t length)
{
    struct comb_buf *list = payload;
    add_line(list, word, length);
    comb_buf_add(list, word, length);
    return add_line(list, "S", 1);
}

static int compile_table(struct table *table, const struct comb_language *language, const struct comb_buf *list,
                         struct comb_error *err)
{
    struct comb_dict_meta meta = {.alphabet = language->alphabet};
    if (list->failed)
        return comb_fail_memory(err);
    if (list->length == 0)
        return COMB_OK;
    int code = comb_dict_compile(&table->bytes, NULL, list->data, list->length, &meta, err);
    return code == COMB_OK ? comb_dict_open(&table->dict, table->bytes.data, table->bytes.length, true, err) : code;
}

static int open_filter(struct filter *filter, const struct comb_language *language, struct comb_error *err)
{
    const struct comb_game_words *rules = language->game_words;
    struct comb_buf lines = {0};
    for (size_t i = 0; i < sizeof rules->dropped / sizeof *rules->dropped; i++)
        comb_game_words_each(rules->dropped[i], language->kept, add_with_genitive, &lines);
    int code = compile_table(&filter->dropped, language, &lines, err);
    comb_buf_clear(&lines);
    comb_game_words_each(rules->short_words, language->kept, add_line, &lines);
    if (code == COMB_OK)
        code = rules->short_words ? compile_table(&filter->short_words, language, &lines, err)
                                  : comb_words_open_embedded(&filter->short_words.dict, err);
    if (code == COMB_OK && rules->short_words)
        comb_buf_add(filter->list, comb_buf_text(&lines), lines.length);
    comb_game_words_each(rules->added, language->kept, add_line, filter->list);
    comb_game_words_each_form(rules->paradigms, language->kept, add_form, filter->list);
    comb_buf_free(&lines);
    return code;
}

static void close_filter(struct filter *filter)
{
    struct table *tables[] = {&filter->short_words, &filter->dropped, &filter->parts[0], &filter->parts[1]};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        comb_dict_free(tables[i]->dict);
        comb_buf_free(&tables[i]->bytes);
    }
    comb_buf_free(&filter->part_lines[0]);
    comb_buf_free(&filter->part_lines[1]);
}

static bool in_table(const struct table *table, const char *word, size_t length)
{
    uint8_t letters[COMB_DICT_MAX_WORD];
    int count = table->dict ? comb_dict_parse(letters, COMB_DICT_MAX_WORD, table->dict, word, length) : 0;
    return count > 0 && comb_dict_contains(table->dict, letters, (unsigned)count);
}

/* Adds a folded word if games accept it. */
static bool add_accepted(void *payload, const char *word, size_t length)
{
    struct filter *filter = payload;
    bool accepted = comb_utf8_columns(word, length) <= COMB_GAME_WORDS_SHORT
                        ? in_table(&filter->short_words, word, length)
                        : comb_game_words_accept(word, length) && !in_table(&filter->dropped, word, length);
    return !accepted || add_line(filter->list, word, length);
}

/* ---- compounds ---- */

static bool add_part(void *payload, enum comb_hunspell_part part, const char *word, size_t length)
{
    struct filter *filter = payload;
    return add_line(&filter->part_lines[part], word, length);
}

static int compile_parts(struct filter *filter, const struct comb_language *language, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t i = 0; i < 2 && code == COMB_OK; i++)
        code = compile_table(&filter->parts[i], language, &filter->part_lines[i], err);
    return code;
}

/* Whether a folded word is a begin and an end that is no name (Niedersachsen). Splits inside of a letter of several
 * bytes match nothing. */
static bool is_compound(const struct filter *filter, const char *word, size_t length)
{
    for (size_t split = 1; split < length; split++) {
        const char *end = word + split;
        if (in_table(&filter->parts[COMB_HUNSPELL_BEGIN], word, split) &&
            in_table(&filter->parts[COMB_HUNSPELL_END], end, length - split) &&
            !in_table(&filter->dropped, end, length - split))
            return true;
    }
    return false;
}

/* ---- building ---- */

/* In UTF-8, À to Þ are C3 80 to C3 9E. */
static bool is_capital(const char *text)
{
    return (*text >= 'A' && *text <= 'Z') || ((unsigned char)text[0] == 0xC3 && (unsigned char)text[1] < 0x9F);
}

/* Whether the word is a name or an abbreviation; `text` is as in the package, `word` folded. */
static bool is_name(const struct filter *filter, const char *text, size_t length, const char *word, size_t size)
{
    if (length == 0 || !is_capital(text))
        return false;
    for (size_t i = 1; i < length; i++)
        if (is_capital(text + i))
            return true;
    return !is_compound(filter, word, size);
}

/* Adds the words of the second package that are no names. */
static int add_extra(struct filter *filter, const struct comb_language *language, struct comb_error *err)
{
    struct comb_buf text = {.limit = LARGEST_EXTRA + 1};
    struct comb_fold fold;
    comb_fold_init(&fold, language->kept, SHORTEST_WORD, LONGEST_WORD);
    int code = comb_file_read(&text, language->extra_file, LARGEST_EXTRA, err);
    for (const char *at = comb_buf_text(&text); code == COMB_OK && *at;) {
        char word[COMB_FOLD_MAX_BYTES];
        size_t length = strcspn(at, "\r\n");
        size_t size = comb_fold_word(word, &fold, at, length);
        if (size > 0 && !is_name(filter, at, length, word, size))
            add_accepted(filter, word, size);
        at += length + strspn(at + length, "\r\n");
    }
    comb_buf_free(&text);
    return code;
}

static bool has_extra(const struct comb_language *language)
{
    return language->extra_file && exists(language->extra_file);
}

static int compile_built(const struct comb_language *language, const struct comb_buf *list, struct comb_error *err)
{
    struct comb_buf bytes = {.limit = (size_t)1 << 31};
    struct comb_buf source = {0};
    comb_buf_str(&source, language->package);
    if (has_extra(language))
        comb_buf_printf(&source, " + %s", language->extra_package);
    struct comb_dict_meta meta = {
        .alphabet = language->alphabet,
        .language = language->code,
        .title = language->title,
        .source = comb_buf_text(&source),
        .licence = language->licence,
        .stamp = COMB_GAME_WORDS_VERSION,
    };
    int lock = -1;
    int code = list->failed || source.failed ? comb_fail_memory(err) : COMB_OK;
    if (code == COMB_OK)
        code = comb_dict_compile(&bytes, NULL, comb_buf_text(list), list->length, &meta, err);
    if (code == COMB_OK)
        code = comb_words_lock(&lock, err);
    if (code == COMB_OK)
        code = comb_words_write_built(language, &bytes, err);
    comb_words_unlock(lock);
    comb_buf_free(&source);
    comb_buf_free(&bytes);
    return code;
}

int comb_words_build(const struct comb_language *language, struct comb_job *job, struct comb_error *err)
{
    struct comb_buf aff = {0};
    struct comb_buf dic = {0};
    struct comb_buf list = {.limit = (size_t)1 << 31};
    struct comb_words_forms forms = {.min_length = SHORTEST_WORD, .game = true, .visit_part = add_part};
    struct filter filter = {.list = &list};
    int code = find_files(&aff, &dic, language, err);
    if (code == COMB_OK)
        code = open_filter(&filter, language, err);
    if (code == COMB_OK)
        code = comb_words_expand(language, aff.data, dic.data, &forms, add_accepted, &filter, job, err);
    if (code == COMB_OK && has_extra(language))
        code = compile_parts(&filter, language, err);
    if (code == COMB_OK && has_extra(language))
        code = add_extra(&filter, language, err);
    if (code == COMB_OK)
        code = compile_built(language, &list, err);
    close_filter(&filter);
    comb_buf_free(&aff);
    comb_buf_free(&dic);
    comb_buf_free(&list);
    return code;
}

bool comb_words_is_outdated(const struct comb_language *language)
{
    struct comb_dict *dict = NULL;
    bool outdated = !comb_language_is_embedded(language) && comb_words_open_base(&dict, language, NULL) == COMB_OK &&
                    comb_dict_stamp(dict) != COMB_GAME_WORDS_VERSION;
    comb_dict_free(dict);
    return outdated;
}
