/* Word lists of one's own: a compiled list and, if the user gave some, its letter values.
 *
 *     $XDG_DATA_HOME/comb/words/twl.list.dict     compiled; its language is the one whose letters and values it uses
 *                               twl.list.values   letters and numbers, one pair per line */
#define _POSIX_C_SOURCE 200809L
#include "base/draft.h"
#include "base/file.h"
#include "base/text.h"
#include "base/vec.h"
#include "engine/dict/dict_format.h"
#include "family/words/game.h"
#include "family/words/lists/parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char DICT[] = "list.dict";
static const char VALUES[] = "list.values";

enum { LONGEST_NAME = 32, LARGEST_VALUES = 4096, LARGEST_VALUE = 99 };

/* ---- names ---- */

bool comb_words_is_list_name(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length <= LONGEST_NAME && name[0] != '-' && name[0] != '_' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length && !comb_language_find(name) &&
           strcmp(name, "all") != 0;
}

int comb_words_list_path(struct comb_buf *out, const char *name, struct comb_error *err)
{
    if (!comb_words_is_list_name(name))
        return comb_fail(err, COMB_BAD_INPUT,
                         "'%.40s' is not a name for a list; expected up to %d of a-z, 0-9, - and _, other than the "
                         "codes of languages",
                         name, LONGEST_NAME);
    return comb_words_file(out, name, DICT, err);
}

bool comb_words_has_list(const char *name)
{
    struct comb_buf path = {0};
    bool there = comb_words_list_path(&path, name, NULL) == COMB_OK && access(path.data, R_OK) == 0;
    comb_buf_free(&path);
    return there;
}

const struct comb_language *comb_words_list_language(const char *name)
{
    struct comb_dict_header header = {0};
    struct comb_buf path = {0};
    FILE *file = comb_words_list_path(&path, name, NULL) == COMB_OK ? fopen(path.data, "rb") : NULL;
    size_t read = file ? fread(&header, sizeof header, 1, file) : 0;
    if (file)
        fclose(file);
    comb_buf_free(&path);
    header.language[COMB_DICT_MAX_TEXT] = '\0';
    if (read != 1 || memcmp(header.magic, COMB_DICT_MAGIC, sizeof header.magic) != 0)
        return NULL;
    const struct comb_language *language = comb_language_find(header.language);
    return language ? language : comb_language_at(0);
}

/* ---- letter values ---- */

static uint8_t *slot_of(struct comb_words_values *values, const struct comb_language *language, uint32_t letter)
{
    if (letter >= 'a' && letter <= 'z')
        letter -= 'a' - 'A';
    if (letter >= 'A' && letter <= 'Z')
        return &values->ascii[letter - 'A'];
    const char *at = language->kept;
    for (size_t i = 0; *at; i++) {
        uint32_t kept = 0;
        at += comb_utf8_decode(&kept, at, strlen(at));
        if (kept == letter)
            return &values->kept[i];
    }
    return NULL;
}

/* Parses pairs such as "A 1", "B=3" or "C5", separated by blanks, commas or lines. */
static int parse_values(struct comb_words_values *out, const struct comb_language *language, const char *path,
                        const char *text, struct comb_error *err)
{
    static const char between[] = " \t\r\n=:,;";
    *out = (struct comb_words_values){0};
    for (const char *at = text + strspn(text, between); *at; at += strspn(at, between)) {
        uint32_t letter = 0;
        char *end;
        size_t size = comb_utf8_decode(&letter, at, strlen(at));
        uint8_t *slot = size > 0 ? slot_of(out, language, letter) : NULL;
        const char *number = at + size + strspn(at + size, between);
        long value = *number >= '0' && *number <= '9' ? strtol(number, &end, 10) : 0;
        if (!slot || value < 1 || value > LARGEST_VALUE)
            return comb_fail(
                err, COMB_BAD_INPUT,
                "'%.200s': '%.*s' is not a letter value; expected a letter of %s and a number from 1 to %d, "
                "such as A 1",
                path, (int)strcspn(at, "\r\n"), at, language->alphabet, LARGEST_VALUE);
        *slot = (uint8_t)value;
        at = end;
    }
    return COMB_OK;
}

static int read_values_file(struct comb_words_values *out, const struct comb_language *language, const char *path,
                            struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = comb_file_read(&text, path, LARGEST_VALUES, err);
    if (code == COMB_OK)
        code = parse_values(out, language, path, comb_buf_text(&text), err);
    comb_buf_free(&text);
    return code;
}

/* The name of the list of one's own that the options select, or NULL. */
static const char *selected_list(const struct comb_params *params)
{
    const char *words = comb_params_text(params, "words", NULL);
    const char *lang = comb_params_text(params, "lang", "en");
    if (words)
        return access(words, F_OK) != 0 && comb_words_has_list(words) ? words : NULL;
    return !comb_language_find(lang) && comb_words_has_list(lang) ? lang : NULL;
}

int comb_words_selected_list(struct comb_buf *path, const struct comb_params *params, struct comb_error *err)
{
    const char *name = selected_list(params);
    return name ? comb_words_list_path(path, name, err) : COMB_OK;
}

int comb_words_read_values(struct comb_words_values *out, bool *changed, const struct comb_language *language,
                           const struct comb_params *params, struct comb_error *err)
{
    const char *file = comb_params_text(params, "values", NULL);
    const char *name = file ? NULL : selected_list(params);
    struct comb_buf path = {0};
    int code = name ? comb_words_file(&path, name, VALUES, err) : COMB_OK;
    if (code == COMB_OK && name && access(path.data, R_OK) == 0)
        file = path.data;
    *changed = code == COMB_OK && file;
    if (*changed)
        code = read_values_file(out, language, file, err);
    comb_buf_free(&path);
    return code;
}

/* ---- adding and removing ---- */

/* Compiles text, or checks a compiled list and stores it with the name as its title. */
static int compile(struct comb_buf *out, struct comb_dict_report *report, const char *name,
                   const struct comb_words_new_list *list, struct comb_error *err)
{
    struct comb_dict_meta meta = {
        .alphabet = list->language->alphabet, .language = list->language->code, .title = name, .source = list->source};
    if (list->length < 8 || memcmp(list->bytes, COMB_DICT_MAGIC, 8) != 0) {
        int code = comb_words_check_text(list->source, list->bytes, list->length, true, err);
        return code != COMB_OK
                   ? code
                   : comb_words_prefix_error(
                         list->source, comb_dict_compile(out, report, list->bytes, list->length, &meta, err), err);
    }
    struct comb_dict *dict = NULL;
    int code = comb_words_prefix_error(list->source, comb_dict_open(&dict, list->bytes, list->length, false, err), err);
    if (code == COMB_OK) {
        report->words = comb_dict_word_count(dict);
        comb_buf_add(out, list->bytes, list->length);
    }
    comb_dict_free(dict);
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}

static int write_file(const char *name, const char *ending, const void *bytes, size_t length, struct comb_error *err)
{
    struct comb_buf path = {0};
    int code = comb_words_file(&path, name, ending, err);
    if (code == COMB_OK)
        code = comb_file_write(path.data, bytes, length, err);
    comb_buf_free(&path);
    return code;
}

static int remove_file(const char *name, const char *ending, struct comb_error *err)
{
    struct comb_buf path = {0};
    int code = comb_words_file(&path, name, ending, err);
    if (code == COMB_OK && unlink(path.data) != 0 && errno != ENOENT)
        code = comb_fail(err, COMB_IO, "cannot remove '%s': %s", path.data, strerror(errno));
    comb_buf_free(&path);
    return code;
}

int comb_words_add_list(struct comb_dict_report *report, const char *name, const struct comb_words_new_list *list,
                        struct comb_error *err)
{
    struct comb_buf bytes = {.limit = (size_t)1 << 31};
    struct comb_buf path = {0}, values = {0};
    struct comb_words_values parsed;
    int lock = -1;
    *report = (struct comb_dict_report){0};
    int code = comb_words_list_path(&path, name, err);
    if (code == COMB_OK && list->values_path)
        code = comb_file_read(&values, list->values_path, LARGEST_VALUES, err);
    if (code == COMB_OK && list->values_path)
        code = parse_values(&parsed, list->language, list->values_path, comb_buf_text(&values), err);
    if (code == COMB_OK)
        code = compile(&bytes, report, name, list, err);
    if (code == COMB_OK)
        code = comb_words_lock(&lock, err);
    if (code == COMB_OK)
        code = list->values_path ? write_file(name, VALUES, values.data, values.length, err)
                                 : remove_file(name, VALUES, err);
    if (code == COMB_OK)
        code = write_file(name, DICT, bytes.data, bytes.length, err);
    comb_words_unlock(lock);
    comb_buf_free(&bytes);
    comb_buf_free(&path);
    comb_buf_free(&values);
    return code;
}

int comb_words_remove_list(const char *name, struct comb_error *err)
{
    int lock = -1;
    if (!comb_words_has_list(name))
        return comb_fail(err, COMB_BAD_INPUT, "no list of your own is called '%.40s'; see 'comb words list'", name);
    int code = comb_words_lock(&lock, err);
    if (code == COMB_OK)
        code = remove_file(name, DICT, err);
    if (code == COMB_OK)
        code = remove_file(name, VALUES, err);
    comb_words_unlock(lock);
    return code;
}

/* ---- listing ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns the name of a list's file, or NULL. The caller frees it. */
static char *name_of_file(const char *file)
{
    const char *dot = strchr(file, '.');
    if (!dot || strcmp(dot + 1, DICT) != 0)
        return NULL;
    char *name = strndup(file, (size_t)(dot - file));
    if (name && comb_words_is_list_name(name))
        return name;
    free(name);
    return NULL;
}

void comb_words_each_list(void (*visit)(void *payload, const char *name), void *payload)
{
    struct comb_buf folder = {0};
    struct COMB_VEC(char *) names = {0};
    DIR *entries = comb_words_folder(&folder, NULL) == COMB_OK ? opendir(folder.data) : NULL;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        char *name = name_of_file(entry->d_name);
        if (name && !comb_vec_push(&names, name))
            free(name);
    }
    if (entries)
        closedir(entries);
    if (names.count > 0)
        qsort(names.items, names.count, sizeof *names.items, by_name);
    for (size_t i = 0; i < names.count; i++) {
        visit(payload, names.items[i]);
        free(names.items[i]);
    }
    comb_vec_free(&names);
    comb_buf_free(&folder);
}

int comb_words_open_list(struct comb_dict **out, const char *name, struct comb_error *err)
{
    struct comb_buf path = {0};
    *out = NULL;
    int code = comb_words_list_path(&path, name, err);
    if (code == COMB_OK)
        code = comb_dict_open_file(out, path.data, err);
    comb_buf_free(&path);
    return code;
}

json_t *comb_words_describe_list(struct comb_json *build, const char *name)
{
    struct comb_dict *dict = NULL;
    const struct comb_language *language = comb_words_list_language(name);
    json_t *object = comb_json_object(build);
    bool there = language && comb_words_open_list(&dict, name, NULL) == COMB_OK;
    comb_json_set(build, object, "code", comb_json_string(build, name));
    comb_json_set(build, object, "language", comb_json_string(build, name));
    comb_json_set(build, object, "installed", comb_json_bool(build, there));
    comb_json_set(build, object, "own", comb_json_bool(build, true));
    comb_json_set(build, object, "base", comb_json_string(build, language ? language->code : "en"));
    comb_json_set(build, object, "letters", comb_json_string(build, language ? language->alphabet : ""));
    comb_json_set(build, object, "values_source", comb_json_string(build, language ? language->values_source : ""));
    if (there) {
        comb_json_set(build, object, "title", comb_json_string(build, name));
        comb_json_set(build, object, "words", comb_json_int(build, (long long)comb_dict_word_count(dict)));
        comb_json_set(build, object, "source", comb_json_string(build, comb_dict_source(dict)));
    }
    comb_dict_free(dict);
    return object;
}
