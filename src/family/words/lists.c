/* The list that a request asks for: a file that the user names, as text or compiled, or that of a language. Each is
 * opened once per context, and again when its file has changed. */
#include "family/words/game.h"

#include "base/file.h"
#include "engine/fold.h"
#include "family/words/library.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_LIST = 512 << 20 };

/* A dictionary and the bytes it lies in. */
struct list {
    struct comb_dict *dict;
    struct comb_buf bytes;
};

/* What is asked for. */
struct wanted {
    const char *path; /* or NULL */
    const struct comb_language *language;
    struct comb_job *job; /* hears what a list left out, once: when it is opened */
};

static void close_list(void *resource)
{
    struct list *list = resource;
    comb_dict_free(list->dict);
    comb_buf_free(&list->bytes);
    free(list);
}

static void say_left_out(const struct wanted *wanted, const struct comb_dict_report *report)
{
    struct comb_buf note = {0};
    comb_words_left_out(&note, report, wanted->path, wanted->language);
    if (note.length > 0)
        comb_job_say(wanted->job, "%s", comb_buf_text(&note));
    comb_buf_free(&note);
}

static int compile_text(struct list *list, const struct comb_buf *text, const struct wanted *wanted,
                        struct comb_error *err)
{
    const char *slash = strrchr(wanted->path, '/');
    struct comb_dict_meta meta = {
        .alphabet = wanted->language->alphabet,
        .language = wanted->language->code,
        .title = slash ? slash + 1 : wanted->path,
        .source = wanted->path,
    };
    struct comb_dict_report report;
    int code = comb_words_check_text(wanted->path, comb_buf_text(text), text->length, true, err);
    if (code == COMB_OK)
        code = comb_words_name_file(
            wanted->path, comb_dict_compile(&list->bytes, &report, comb_buf_text(text), text->length, &meta, err), err);
    if (code == COMB_OK)
        say_left_out(wanted, &report);
    return code == COMB_OK ? comb_dict_open(&list->dict, list->bytes.data, list->bytes.length, true, err) : code;
}

static int open_path(struct list *list, const struct wanted *wanted, struct comb_error *err)
{
    struct comb_buf text = {.limit = LARGEST_LIST};
    int code = comb_file_read(&text, wanted->path, LARGEST_LIST - 1, err);
    bool compiled = text.length >= 8 && memcmp(text.data, "combdict", 8) == 0;
    if (code == COMB_OK)
        code = compiled ? comb_words_name_file(wanted->path, comb_dict_open_file(&list->dict, wanted->path, err), err)
                        : compile_text(list, &text, wanted, err);
    comb_buf_free(&text);
    return code;
}

static int open_list(void **out, const void *payload, struct comb_error *err)
{
    const struct wanted *wanted = payload;
    struct list *list = calloc(1, sizeof *list);
    if (!list)
        return comb_fail_memory(err);
    int code = wanted->path ? open_path(list, wanted, err) : comb_words_open(&list->dict, wanted->language, err);
    if (code == COMB_OK)
        *out = list;
    else
        close_list(list);
    return code;
}

int comb_words_language(const struct comb_language **out, const struct comb_params *params, struct comb_error *err)
{
    const char *code = comb_params_text(params, "lang", "en");
    *out = comb_language_find(code);
    if (*out)
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "--lang: no such language '%.40s'; 'comb words list' shows those there are",
                     code);
}

int comb_words_dict(const struct comb_dict **out, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err)
{
    struct wanted wanted = {.path = comb_params_text(params, "words", NULL), .job = job};
    struct comb_buf name = {0};
    struct comb_buf state = {0};
    void *list = NULL;
    *out = NULL;
    int code = comb_words_language(&wanted.language, params, err);
    if (code != COMB_OK)
        return code;
    comb_buf_printf(&name, "words:%s:%s", wanted.language->code, wanted.path ? wanted.path : "");
    if (wanted.path)
        comb_file_stamp(&state, wanted.path);
    else
        comb_words_stamp(&state, wanted.language);
    struct comb_resource_wanted resource = {
        .name = comb_buf_text(&name),
        .state = comb_buf_text(&state),
        .open = open_list,
        .close = close_list,
        .payload = &wanted,
    };
    code = name.failed || state.failed ? comb_fail_memory(err) : comb_job_resource(&list, job, &resource, err);
    comb_buf_free(&name);
    comb_buf_free(&state);
    *out = list ? ((struct list *)list)->dict : NULL;
    return code;
}

/* The letters beyond A .. Z, as comb_fold_init wants them. */
static void kept_letters(char out[4 * COMB_DICT_MAX_LETTERS + 1], const struct comb_dict *dict)
{
    size_t length = 0;
    for (unsigned i = 0; i < comb_dict_letter_count(dict); i++) {
        const char *letter = comb_dict_letter_text(dict, i);
        size_t size = (unsigned char)*letter < 0x80 ? 0 : strlen(letter);
        memcpy(out + length, letter, size);
        length += size;
    }
    out[length] = '\0';
}

int comb_words_letters(uint8_t letters[COMB_DICT_MAX_WORD], const struct comb_dict *dict, const char *word)
{
    char kept[4 * COMB_DICT_MAX_LETTERS + 1];
    char folded[COMB_FOLD_MAX_BYTES];
    struct comb_fold fold;
    int count = comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, word, strlen(word));
    if (count >= 0)
        return count;
    kept_letters(kept, dict);
    size_t size =
        comb_fold_init(&fold, kept, 1, COMB_DICT_MAX_WORD) ? comb_fold_word(folded, &fold, word, strlen(word)) : 0;
    return size > 0 ? comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, folded, size) : -1;
}

json_t *comb_words_list_hash(struct comb_json *build, const struct comb_dict *dict)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, comb_dict_hash(dict));
    return comb_json_string(build, text);
}

/* Answers of players claim nothing of the list and do not name it. */
int comb_words_check_list(json_t *violations, const json_t *answer, const struct comb_dict *dict,
                          struct comb_error *err)
{
    struct comb_json build = {0};
    const json_t *named = json_object_get(answer, "list");
    if (!named && !json_object_get(answer, "list_hash"))
        return COMB_OK;
    json_t *title = comb_json_string(&build, comb_dict_title(dict));
    json_t *hash = comb_words_list_hash(&build, dict);
    bool same = (!named || json_equal(title, named)) && json_equal(hash, json_object_get(answer, "list_hash"));
    json_decref(title);
    json_decref(hash);
    if (build.failed)
        return comb_fail_memory(err);
    return same ? COMB_OK
                : comb_violation(violations, "list", NULL, 0, err, "the answer is from another list than %s",
                                 comb_dict_title(dict));
}
