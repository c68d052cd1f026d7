/* Opens the word list of a request: a file given by the user, as text or compiled, or the list of a language. Each is
 * opened once per context, and again if its file has changed. */
#include "family/words/game.h"

#include "base/file.h"
#include "engine/dict/fold.h"
#include "family/words/lists/word_lists.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_LIST = 512 << 20 };

/* A dictionary and its bytes. */
struct list {
    struct comb_dict *dict;
    struct comb_buf bytes;
};

/* The requested list. */
struct request {
    const char *path; /* or NULL */
    const struct comb_language *language;
    struct comb_job *job; /* receives a message about skipped words when the list is opened */
};

static void close_list(void *resource)
{
    struct list *list = resource;
    comb_dict_free(list->dict);
    comb_buf_free(&list->bytes);
    free(list);
}

static void report_skipped(const struct request *request, const struct comb_dict_report *report)
{
    struct comb_buf note = {0};
    comb_words_print_skipped(&note, report, request->path, request->language);
    if (note.length > 0)
        comb_job_message(request->job, "%s", comb_buf_text(&note));
    comb_buf_free(&note);
}

static int compile_text(struct list *list, const struct comb_buf *text, const struct request *request,
                        struct comb_error *err)
{
    const char *slash = strrchr(request->path, '/');
    struct comb_dict_meta meta = {
        .alphabet = request->language->alphabet,
        .language = request->language->code,
        .title = slash ? slash + 1 : request->path,
        .source = request->path,
    };
    struct comb_dict_report report;
    int code = comb_words_check_text(request->path, comb_buf_text(text), text->length, true, err);
    if (code == COMB_OK)
        code = comb_words_prefix_error(
            request->path, comb_dict_compile(&list->bytes, &report, comb_buf_text(text), text->length, &meta, err),
            err);
    if (code == COMB_OK)
        report_skipped(request, &report);
    return code == COMB_OK ? comb_dict_open(&list->dict, list->bytes.data, list->bytes.length, true, err) : code;
}

static int open_path(struct list *list, const struct request *request, struct comb_error *err)
{
    struct comb_buf text = {.limit = LARGEST_LIST};
    int code = comb_file_read(&text, request->path, LARGEST_LIST - 1, err);
    bool compiled = text.length >= 8 && memcmp(text.data, "combdict", 8) == 0;
    if (code == COMB_OK)
        code = compiled
                   ? comb_words_prefix_error(request->path, comb_dict_open_file(&list->dict, request->path, err), err)
                   : compile_text(list, &text, request, err);
    comb_buf_free(&text);
    return code;
}

static int open_list(void **out, const void *payload, struct comb_error *err)
{
    const struct request *request = payload;
    struct list *list = calloc(1, sizeof *list);
    if (!list)
        return comb_fail_memory(err);
    int code = request->path ? open_path(list, request, err) : comb_words_open(&list->dict, request->language, err);
    if (code == COMB_OK)
        *out = list;
    else
        close_list(list);
    return code;
}

int comb_words_language(const struct comb_language **out, const struct comb_params *params, struct comb_error *err)
{
    const char *code = comb_params_text(params, "lang", "en");
    const char *words = comb_params_text(params, "words", NULL);
    *out = comb_language_find(code);
    if (!*out)
        *out = comb_words_list_language(code);
    else if (words && strcmp(code, "en") == 0 && !strchr(words, '/') && comb_words_has_list(words))
        *out = comb_words_list_language(words);
    if (*out)
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "--lang: no such language '%.40s'; see 'comb words list'", code);
}

int comb_words_dict(const struct comb_dict **out, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err)
{
    struct request request = {.path = comb_params_text(params, "words", NULL), .job = job};
    struct comb_buf name = {0};
    struct comb_buf own = {0};
    struct comb_buf state = {0};
    void *list = NULL;
    *out = NULL;
    int code = comb_words_language(&request.language, params, err);
    if (code == COMB_OK)
        code = comb_words_selected_list(&own, params, err);
    if (code != COMB_OK)
        return code;
    if (own.length > 0)
        request.path = comb_buf_text(&own);
    comb_buf_printf(&name, "words:%s:%s", request.language->code, request.path ? request.path : "");
    if (request.path)
        comb_file_stamp(&state, request.path);
    else
        comb_words_stamp(&state, request.language);
    struct comb_resource_request resource = {
        .name = comb_buf_text(&name),
        .state = comb_buf_text(&state),
        .open = open_list,
        .close = close_list,
        .payload = &request,
    };
    code = name.failed || state.failed ? comb_fail_memory(err) : comb_job_resource(&list, job, &resource, err);
    comb_buf_free(&name);
    comb_buf_free(&state);
    comb_buf_free(&own);
    *out = list ? ((struct list *)list)->dict : NULL;
    return code;
}

/* Collects the letters beyond A to Z, for comb_fold_init. */
static void non_ascii_letters(char out[4 * COMB_DICT_MAX_LETTERS + 1], const struct comb_dict *dict)
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
    non_ascii_letters(kept, dict);
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

/* Players' answers do not name a list and are not checked. */
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
                : comb_violation(violations, "list", NULL, 0, err, "the answer was made with a word list other than %s",
                                 comb_dict_title(dict));
}
