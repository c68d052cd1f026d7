/* The words a user adds to a list or bans from it: two layers, and the list compiled with them.
 *
 * A change touches three files. All are written as drafts first. Then the journal is renamed into place, which commits
 * the change, then the files; finally the journal is removed:
 *
 *     en.change   en.add   en.ban   en.mine.dict   (en.change removed)
 *
 * A program that finds a journal completes the change. */
#define _POSIX_C_SOURCE 200809L
#include "base/bitset.h"
#include "base/draft.h"
#include "base/file.h"
#include "base/hash.h"
#include "core/run.h"
#include "engine/dict/fold.h"
#include "family/words/lists/parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHORTEST_WORD = 2, LARGEST_TEXT = 16 << 20 };

static const char JOURNAL[] = "change"; /* its file extension */

/* ---- files ---- */

static bool exists(const char *path)
{
    return access(path, R_OK) == 0;
}

static void add_line(struct comb_buf *lines, const char *word, size_t length)
{
    comb_buf_add(lines, word, length);
    comb_buf_char(lines, '\n');
}

static int draft_file(struct comb_draft *draft, const char *path, const struct comb_buf *bytes, struct comb_error *err)
{
    if (bytes->failed)
        return comb_fail_memory(err);
    int failure = comb_draft_write(draft, path, comb_buf_text(bytes), bytes->length, 0666);
    return failure == 0 ? COMB_OK : comb_fail(err, COMB_IO, "cannot write '%s': %s", path, strerror(failure));
}

static int commit_draft(struct comb_draft *draft, struct comb_error *err)
{
    int failure = comb_draft_commit(draft);
    return failure == 0
               ? COMB_OK
               : comb_fail(err, COMB_IO, "cannot write '%s': %s", comb_buf_text(&draft->path), strerror(failure));
}

/* ---- layers ---- */

static const char *layer_ending(enum comb_words_layer layer)
{
    return layer == COMB_WORDS_ADDED ? "add" : "ban";
}

static int read_layer(struct comb_buf *out, const struct comb_language *language, enum comb_words_layer layer,
                      struct comb_error *err)
{
    struct comb_buf path = {0};
    int code = comb_words_file(&path, language->code, layer_ending(layer), err);
    if (code == COMB_OK && exists(path.data))
        code = comb_file_read(out, path.data, LARGEST_TEXT, err);
    comb_buf_free(&path);
    return code;
}

static bool contains_line(const struct comb_buf *lines, const char *word, size_t length)
{
    const char *at = comb_buf_text(lines);
    while (*at) {
        size_t line = strcspn(at, "\n");
        if (line == length && memcmp(at, word, length) == 0)
            return true;
        at += line + (at[line] == '\n');
    }
    return false;
}

/* Removes the lines that equal the word. */
static void remove_line(struct comb_buf *lines, const char *word, size_t length)
{
    struct comb_buf rest = {0};
    const char *at = comb_buf_text(lines);
    while (*at) {
        size_t line = strcspn(at, "\n");
        if (line != length || memcmp(at, word, length) != 0)
            add_line(&rest, at, line);
        at += line + (at[line] == '\n');
    }
    rest.failed |= lines->failed;
    comb_buf_free(lines);
    *lines = rest;
}

static int draft_layer(struct comb_draft *draft, const struct comb_buf *lines, const struct comb_language *language,
                       enum comb_words_layer layer, struct comb_error *err)
{
    struct comb_buf path = {0};
    int code = comb_words_file(&path, language->code, layer_ending(layer), err);
    if (code == COMB_OK && lines->length > LARGEST_TEXT) /* it could not be read again */
        code = comb_fail(err, COMB_BAD_INPUT, "too many words: the limit is %d bytes", LARGEST_TEXT);
    if (code == COMB_OK)
        code = draft_file(draft, path.data, lines, err);
    comb_buf_free(&path);
    return code;
}

/* Stamp of both layers, never 0. A compiled list stores the stamp of its layers; a mismatch reveals an edited layer. */
static uint64_t stamp_of(const struct comb_buf layers[2])
{
    uint64_t stamp = comb_hash(comb_buf_text(&layers[0]), layers[0].length, 1);
    return comb_hash(comb_buf_text(&layers[1]), layers[1].length, stamp) | 1;
}

/* Returns the set of ids of a layer's words that are in the list. */
static uint64_t *ids_of(const struct comb_dict *dict, const struct comb_buf *lines)
{
    uint64_t *ids = calloc(COMB_BITSET_WORDS(comb_dict_word_count(dict)) + 1, sizeof *ids);
    const char *at = comb_buf_text(lines);
    while (ids && *at) {
        uint8_t letters[COMB_DICT_MAX_WORD];
        size_t line = strcspn(at, "\n");
        int count = comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, at, line);
        uint32_t id = count > 0 ? comb_dict_find(dict, letters, (unsigned)count) : COMB_DICT_NONE;
        if (id != COMB_DICT_NONE)
            comb_bit_set(ids, id);
        at += line + (at[line] == '\n');
    }
    return ids;
}

struct merge {
    const struct comb_dict *dict;
    const uint64_t *banned; /* ids */
    struct comb_buf *list;
};

static bool merge_word(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct merge *merge = payload;
    if (comb_bit_test(merge->banned, id))
        return true;
    comb_dict_to_text(merge->list, merge->dict, letters, count);
    comb_buf_char(merge->list, '\n');
    return !merge->list->failed;
}

/* Compiles the base list with the layers. */
static int compile_merged(struct comb_buf *out, const struct comb_language *language, const struct comb_dict *base,
                          const struct comb_buf layers[2], struct comb_error *err)
{
    struct comb_buf list = {.limit = (size_t)1 << 31};
    struct comb_buf title = {0};
    uint64_t *banned = ids_of(base, &layers[COMB_WORDS_BANNED]);
    struct merge merge = {.dict = base, .banned = banned, .list = &list};
    comb_buf_add(&list, comb_buf_text(&layers[COMB_WORDS_ADDED]), layers[COMB_WORDS_ADDED].length);
    if (banned)
        comb_dict_each(base, merge_word, &merge);
    comb_buf_printf(&title, "%s, changed", comb_dict_title(base));
    struct comb_dict_meta meta = {
        .alphabet = language->alphabet,
        .language = comb_dict_language(base),
        .title = comb_buf_text(&title),
        .source = comb_dict_source(base),
        .licence = comb_dict_licence(base),
        .stamp = stamp_of(layers),
    };
    int code = !banned || list.failed || title.failed
                   ? comb_fail_memory(err)
                   : comb_dict_compile(out, NULL, comb_buf_text(&list), list.length, &meta, err);
    free(banned);
    comb_buf_free(&title);
    comb_buf_free(&list);
    return code;
}

/* The new list with the user's words: a draft, or no file if both layers are empty. */
struct changed {
    struct comb_buf path;
    struct comb_draft draft;
    bool none;
};

static int draft_changed(struct changed *changed, const struct comb_language *language, const struct comb_dict *base,
                         const struct comb_buf layers[2], struct comb_error *err)
{
    struct comb_buf bytes = {.limit = (size_t)1 << 31};
    int code = comb_words_file(&changed->path, language->code, "mine.dict", err);
    changed->none = layers[0].length == 0 && layers[1].length == 0;
    if (code == COMB_OK && !changed->none)
        code = compile_merged(&bytes, language, base, layers, err);
    if (code == COMB_OK && !changed->none)
        code = draft_file(&changed->draft, changed->path.data, &bytes, err);
    comb_buf_free(&bytes);
    return code;
}

static int commit_changed(struct changed *changed, struct comb_error *err)
{
    if (!changed->none)
        return commit_draft(&changed->draft, err);
    if (unlink(changed->path.data) == 0 || errno == ENOENT)
        return COMB_OK;
    return comb_fail(err, COMB_IO, "cannot remove '%s': %s", changed->path.data, strerror(errno));
}

static void free_changed(struct changed *changed)
{
    comb_draft_free(&changed->draft);
    comb_buf_free(&changed->path);
}

/* Reads the journal of an interrupted change: both new layers, +WORD and -WORD, one per line. */
static int read_journal(struct comb_buf layers[2], bool *there, const struct comb_language *language,
                        struct comb_error *err)
{
    struct comb_buf path = {0}, text = {0};
    int code = comb_words_file(&path, language->code, JOURNAL, err);
    *there = code == COMB_OK && exists(path.data);
    if (*there)
        code = comb_file_read(&text, path.data, 3 * LARGEST_TEXT, err);
    for (const char *at = comb_buf_text(&text); code == COMB_OK && *at;) {
        size_t line = strcspn(at, "\n");
        if (line > 1)
            add_line(&layers[*at == '+' ? COMB_WORDS_ADDED : COMB_WORDS_BANNED], at + 1, line - 1);
        at += line + (at[line] == '\n');
    }
    comb_buf_free(&path);
    comb_buf_free(&text);
    return code;
}

/* Reads both layers. *open_change: they come from a journal whose change must be completed. */
static int read_layers(struct comb_buf layers[2], bool *open_change, const struct comb_language *language,
                       struct comb_error *err)
{
    int code = read_journal(layers, open_change, language, err);
    if (code != COMB_OK || *open_change)
        return code;
    code = read_layer(&layers[COMB_WORDS_ADDED], language, COMB_WORDS_ADDED, err);
    return code == COMB_OK ? read_layer(&layers[COMB_WORDS_BANNED], language, COMB_WORDS_BANNED, err) : code;
}

static void write_lines(struct comb_buf *out, char sign, const struct comb_buf *lines)
{
    for (const char *at = comb_buf_text(lines); *at;) {
        size_t line = strcspn(at, "\n");
        comb_buf_char(out, sign);
        add_line(out, at, line);
        at += line + (at[line] == '\n');
    }
    out->failed |= lines->failed;
}

static int draft_journal(struct comb_draft *draft, const struct comb_buf layers[2],
                         const struct comb_language *language, struct comb_error *err)
{
    struct comb_buf path = {0}, text = {0};
    write_lines(&text, '+', &layers[COMB_WORDS_ADDED]);
    write_lines(&text, '-', &layers[COMB_WORDS_BANNED]);
    int code = comb_words_file(&path, language->code, JOURNAL, err);
    if (code == COMB_OK)
        code = draft_file(draft, path.data, &text, err);
    comb_buf_free(&path);
    comb_buf_free(&text);
    return code;
}

static void free_layers(struct comb_buf layers[2])
{
    comb_buf_free(&layers[0]);
    comb_buf_free(&layers[1]);
}

bool comb_words_is_current(const struct comb_dict *dict, bool changed, const struct comb_language *language)
{
    struct comb_buf layers[2] = {{0}, {0}};
    bool current = true, open_change;
    if (read_layers(layers, &open_change, language, NULL) == COMB_OK && !layers[0].failed && !layers[1].failed)
        current = open_change ? false
                  : layers[0].length == 0 && layers[1].length == 0
                      ? !changed
                      : changed && comb_dict_stamp(dict) == stamp_of(layers);
    free_layers(layers);
    return current;
}

/* Commits the list with the user's words first: it is the one in use. */
int comb_words_write_built(const struct comb_language *language, const struct comb_buf *bytes, struct comb_error *err)
{
    struct comb_buf path = {0};
    struct comb_buf layers[2] = {{0}, {0}};
    struct comb_dict *base = NULL;
    struct comb_draft draft = {0};
    struct changed changed = {0};
    bool open_change;
    int code = comb_words_file(&path, language->code, "dict", err);
    if (code == COMB_OK)
        code = comb_dict_open(&base, bytes->data, bytes->length, true, err);
    if (code == COMB_OK)
        code = read_layers(layers, &open_change, language, err);
    if (code == COMB_OK)
        code = draft_file(&draft, path.data, bytes, err);
    if (code == COMB_OK)
        code = draft_changed(&changed, language, base, layers, err);
    if (code == COMB_OK)
        code = commit_changed(&changed, err);
    if (code == COMB_OK)
        code = commit_draft(&draft, err);
    free_changed(&changed);
    comb_draft_free(&draft);
    comb_dict_free(base);
    free_layers(layers);
    comb_buf_free(&path);
    return code;
}

/* Moves the words into one layer, or out of both. Rejects words with letters outside the alphabet. */
static int move_words(struct comb_buf layers[2], enum comb_words_layer layer, const struct comb_language *language,
                      const char *const *words, size_t count, struct comb_error *err)
{
    struct comb_fold fold;
    comb_fold_init(&fold, language->kept, SHORTEST_WORD, COMB_FOLD_MAX_LETTERS);
    for (size_t i = 0; i < count; i++) {
        char word[COMB_FOLD_MAX_BYTES];
        size_t length = comb_fold_word(word, &fold, words[i], strlen(words[i]));
        if (length == 0)
            return comb_fail(err, COMB_BAD_INPUT, "'%.60s' is not a word; expected %d to %d letters of %s", words[i],
                             SHORTEST_WORD, COMB_FOLD_MAX_LETTERS, language->alphabet);
        for (unsigned other = 0; other < 2; other++)
            if (other != layer)
                remove_line(&layers[other], word, length);
        if (layer != COMB_WORDS_AS_LISTED && !contains_line(&layers[layer], word, length))
            add_line(&layers[layer], word, length);
    }
    return COMB_OK;
}

/* Writes all drafts before committing the first, so a full disk changes nothing. Committing the journal commits the
 * change: if the program is killed later, the next one to open the list completes it. */
static int write_layers(const struct comb_language *language, const struct comb_dict *base,
                        const struct comb_buf layers[2], struct comb_error *err)
{
    struct comb_draft journal = {0}, drafts[2] = {0};
    struct changed changed = {0};
    int code = draft_journal(&journal, layers, language, err);
    for (int i = 0; code == COMB_OK && i < 2; i++)
        code = draft_layer(&drafts[i], &layers[i], language, (enum comb_words_layer)i, err);
    if (code == COMB_OK)
        code = draft_changed(&changed, language, base, layers, err);
    if (code == COMB_OK)
        code = commit_draft(&journal, err);
    for (int i = 0; code == COMB_OK && i < 2; i++)
        code = commit_draft(&drafts[i], err);
    if (code == COMB_OK)
        code = commit_changed(&changed, err);
    if (code == COMB_OK)
        unlink(comb_buf_text(&journal.path));
    free_changed(&changed);
    comb_draft_free(&journal);
    comb_draft_free(&drafts[0]);
    comb_draft_free(&drafts[1]);
    return code;
}

int comb_words_repair(const struct comb_language *language)
{
    struct comb_buf layers[2] = {{0}, {0}};
    struct comb_dict *base = NULL;
    bool open_change;
    int lock;
    int code = comb_words_lock(&lock, NULL);
    if (code == COMB_OK)
        code = comb_words_open_base(&base, language, NULL);
    if (code == COMB_OK)
        code = read_layers(layers, &open_change, language, NULL);
    if (code == COMB_OK)
        code = write_layers(language, base, layers, NULL);
    comb_words_unlock(lock);
    comb_dict_free(base);
    free_layers(layers);
    return code;
}

/* Called with the lock held. Fails without a base list, writing nothing. */
static int change_layers(const struct comb_language *language, enum comb_words_layer layer, const char *const *words,
                         size_t count, struct comb_error *err)
{
    struct comb_buf layers[2] = {{0}, {0}};
    struct comb_dict *base = NULL;
    bool open_change;
    int code = comb_words_open_base(&base, language, err);
    if (code == COMB_OK)
        code = read_layers(layers, &open_change, language, err);
    if (code == COMB_OK)
        code = move_words(layers, layer, language, words, count, err);
    if (code == COMB_OK)
        code = write_layers(language, base, layers, err);
    comb_dict_free(base);
    free_layers(layers);
    return code;
}

int comb_words_change(const struct comb_language *language, enum comb_words_layer layer, const char *const *words,
                      size_t count, struct comb_error *err)
{
    int lock;
    int code = comb_words_lock(&lock, err);
    if (code == COMB_OK)
        code = change_layers(language, layer, words, count, err);
    comb_words_unlock(lock);
    return code;
}

static json_t *lines_array(struct comb_json *build, const struct comb_buf *lines)
{
    json_t *array = comb_json_array(build);
    const char *at = comb_buf_text(lines);
    while (*at) {
        size_t line = strcspn(at, "\n");
        comb_json_push(build, array, comb_json_string_n(build, at, line));
        at += line + (at[line] == '\n');
    }
    return array;
}

int comb_words_own(json_t **out, const struct comb_language *language, struct comb_error *err)
{
    struct comb_buf layers[2] = {{0}, {0}};
    struct comb_json build = {0};
    bool open_change;
    *out = NULL;
    int code = read_layers(layers, &open_change, language, err);
    if (code == COMB_OK) {
        json_t *root = comb_json_object(&build);
        comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
        comb_json_set(&build, root, "lang", comb_json_string(&build, language->code));
        comb_json_set(&build, root, "added", lines_array(&build, &layers[COMB_WORDS_ADDED]));
        comb_json_set(&build, root, "banned", lines_array(&build, &layers[COMB_WORDS_BANNED]));
        code = comb_json_finish(out, &build, root, err);
    }
    free_layers(layers);
    return code;
}
