/* Routes for word lists and the user's own words; they offer what `comb words` does. */
#include "core/run.h"
#include "family/words/lists/word_lists.h"
#include "request/handlers.h"
#include "request/service.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 1000 }; /* per request */

struct own_lists {
    struct comb_json *build;
    json_t *lists;
};

static void push_own_list(void *payload, const char *name)
{
    struct own_lists *own = payload;
    comb_json_push(own->build, own->lists, comb_words_describe_list(own->build, name));
}

void comb_handle_words(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_json build = {0};
    struct comb_error err = {0};
    json_t *root = comb_json_object(&build), *lists = comb_json_array(&build);
    (void)request;
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    for (size_t i = 0; comb_language_at(i); i++) {
        struct comb_dict *dict = NULL;
        if (comb_words_open(&dict, comb_language_at(i), &err) != COMB_OK)
            dict = NULL; /* a damaged list counts as missing; `comb words` reports why */
        comb_json_push(&build, lists, comb_words_describe(&build, comb_language_at(i), dict));
        comb_dict_free(dict);
    }
    struct own_lists own = {&build, lists};
    comb_words_each_list(push_own_list, &own);
    comb_json_set(&build, root, "lists", lists);
    int code = comb_json_finish(&root, &build, root, &err);
    comb_reply_result(reply, code, root, &err);
}

/* A parsed body: {"words": [...], "lang"}; to build a list only "lang". */
struct words_request {
    json_t *json;
    const char **words; /* borrowed from the body */
    size_t count;
    const struct comb_language *language;
};

static void free_words_request(struct words_request *body)
{
    free(body->words);
    json_decref(body->json);
}

static const struct comb_language *language_of(const char *code, struct comb_reply *reply)
{
    const struct comb_language *language = comb_language_find(code ? code : "en");
    if (!language && comb_words_has_list(code))
        comb_reply_refuse(reply, 400, "'%.40s' is a list of your own; add the changed file again", code);
    else if (!language)
        comb_reply_refuse(reply, 400, "unknown language '%.40s'; see GET /api/words", code);
    return language;
}

static bool read_words(struct words_request *body, struct comb_reply *reply)
{
    const json_t *array = json_object_get(body->json, "words");
    size_t count = json_array_size(array);
    if (count > MAX_WORDS) {
        comb_reply_refuse(reply, 413, "%zu words in one request, at most %d are allowed", count, MAX_WORDS);
        return false;
    }
    body->words = calloc(count + 1, sizeof *body->words);
    for (; body->words && body->count < count; body->count++)
        if (!(body->words[body->count] = json_string_value(json_array_get(array, body->count))))
            break;
    if (!body->words)
        comb_reply_refuse(reply, 503, "out of memory");
    else if (count == 0 || body->count < count)
        comb_reply_refuse(reply, 400, "\"words\": expected an array of one or more strings");
    return count > 0 && body->count == count;
}

static bool read_language(struct words_request *body, struct comb_reply *reply)
{
    const json_t *code = json_object_get(body->json, "lang");
    if (code && !json_is_string(code))
        comb_reply_refuse(reply, 400, "\"lang\": expected a string");
    else
        body->language = language_of(json_string_value(code), reply);
    return body->language != NULL;
}

/* False after an error reply; the caller frees in either case. */
static bool read_body(struct words_request *body, const struct comb_request *request, struct comb_reply *reply)
{
    *body = (struct words_request){.json = comb_request_json(request, reply)};
    return body->json && read_words(body, reply) && read_language(body, reply);
}

void comb_handle_words_lookup(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct words_request body;
    json_t *found = NULL;
    if (read_body(&body, request, reply)) {
        int code = comb_words_lookup(&found, body.words, body.count, &err);
        comb_reply_result(reply, code, found, &err);
    }
    free_words_request(&body);
}

static void reply_own_words(const struct comb_language *language, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *words = NULL;
    int code = comb_words_own(&words, language, &err);
    comb_reply_result(reply, code, words, &err);
}

/* A list of one's own has no words added or banned. */
static void reply_no_words(const char *name, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "lang", comb_json_string(&build, name));
    comb_json_set(&build, root, "added", comb_json_array(&build));
    comb_json_set(&build, root, "banned", comb_json_array(&build));
    int code = comb_json_finish(&root, &build, root, &err);
    comb_reply_result(reply, code, root, &err);
}

void comb_handle_words_own(const struct comb_request *request, struct comb_reply *reply)
{
    const char *code = request->query(request, "lang");
    bool own = code && !comb_language_find(code) && comb_words_has_list(code);
    const struct comb_language *language = own ? NULL : language_of(code, reply);
    if (own)
        reply_no_words(code, reply);
    else if (language)
        reply_own_words(language, reply);
}

static void change_words(const struct comb_request *request, struct comb_reply *reply, enum comb_words_layer layer)
{
    struct comb_error err = {0};
    struct words_request body;
    if (read_body(&body, request, reply)) {
        if (comb_words_change(body.language, layer, body.words, body.count, &err) == COMB_OK)
            reply_own_words(body.language, reply);
        else
            comb_reply_error(reply, 0, &err);
    }
    free_words_request(&body);
}

void comb_handle_words_add(const struct comb_request *request, struct comb_reply *reply)
{
    change_words(request, reply, COMB_WORDS_ADDED);
}

void comb_handle_words_ban(const struct comb_request *request, struct comb_reply *reply)
{
    change_words(request, reply, COMB_WORDS_BANNED);
}

void comb_handle_words_forget(const struct comb_request *request, struct comb_reply *reply)
{
    change_words(request, reply, COMB_WORDS_AS_LISTED);
}

/* The work of a job: builds the list and returns its description as in GET /api/words. */
static int build_list(json_t **out, const json_t *request, struct comb_job *job, struct comb_error *err)
{
    const struct comb_language *language = comb_language_find(json_string_value(json_object_get(request, "lang")));
    struct comb_json build = {0};
    struct comb_dict *dict = NULL;
    int code = comb_words_build(language, job, err);
    if (code == COMB_OK)
        code = comb_words_open(&dict, language, err);
    if (code != COMB_OK)
        return code;
    json_t *root = comb_words_describe(&build, language, dict);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_dict_free(dict);
    return comb_json_finish(out, &build, root, err);
}

void comb_handle_words_build(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct words_request body = {.json = comb_request_json(request, reply)};
    if (body.json && read_language(&body, reply)) {
        if (comb_language_is_embedded(body.language))
            comb_reply_refuse(reply, 400, "%s is built into the program: nothing to build", body.language->code);
        else if (comb_words_can_build(body.language, &err) != COMB_OK)
            comb_reply_error(reply, 0, &err);
        else if (!request->service->start_job)
            comb_reply_refuse(reply, 501, "word lists cannot be built here: there are no background jobs");
        else
            request->service->start_job(request->service, body.json, build_list, reply);
    }
    free_words_request(&body);
}

/* ---- lists of one's own ---- */

void comb_handle_words_add_list(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct comb_json build = {0};
    struct comb_dict_report report;
    const char *name = request->query(request, "name");
    const struct comb_language *language = language_of(request->query(request, "lang"), reply);
    if (!language)
        return;
    struct comb_words_new_list list = {.bytes = comb_buf_text(&request->body),
                                       .length = request->body.length,
                                       .source = "the page",
                                       .language = language};
    if (comb_words_add_list(&report, name ? name : "", &list, &err) != COMB_OK) {
        comb_reply_error(reply, 0, &err);
        return;
    }
    json_t *root = comb_words_describe_list(&build, name);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "skipped", comb_json_int(&build, (long long)report.skipped));
    int code = comb_json_finish(&root, &build, root, &err);
    comb_reply_result(reply, code, root, &err);
}

void comb_handle_words_remove_list(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *body = comb_request_json(request, reply);
    const char *name = json_string_value(json_object_get(body, "name"));
    if (body && !name)
        comb_reply_refuse(reply, 400, "\"name\": expected a string");
    else if (body && comb_words_remove_list(name, &err) != COMB_OK)
        comb_reply_error(reply, 0, &err);
    else if (body)
        comb_handle_words(request, reply);
    json_decref(body);
}
