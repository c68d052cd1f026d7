/* The word lists of this machine and the user's own words over them: the same things that `comb words` does. */
#include "core/run.h"
#include "family/words/library.h"
#include "web/jobs.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 1000 }; /* in one request */

static void answer(struct comb_reply *reply, int code, json_t *object, const struct comb_error *err)
{
    if (code == COMB_OK)
        comb_reply_json(reply, COMB_OK, object);
    else
        comb_reply_error(reply, 0, err);
}

static void list(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_json build = {0};
    struct comb_error err = {0};
    json_t *root = comb_json_object(&build), *lists = comb_json_array(&build);
    (void)request;
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    for (size_t i = 0; comb_language_at(i); i++) {
        struct comb_dict *dict = NULL;
        if (comb_words_open(&dict, comb_language_at(i), &err) != COMB_OK)
            dict = NULL; /* a damaged list is as good as none here; `comb words` tells why */
        comb_json_push(&build, lists, comb_words_describe(&build, comb_language_at(i), dict));
        comb_dict_free(dict);
    }
    comb_json_set(&build, root, "lists", lists);
    int code = comb_json_finish(&root, &build, root, &err);
    answer(reply, code, root, &err);
}

/* What a body says: {"words": [...], "lang"}; of building only "lang". */
struct said {
    json_t *body;
    const char **words; /* borrowed from the body */
    size_t count;
    const struct comb_language *language;
};

static void free_said(struct said *said)
{
    free(said->words);
    json_decref(said->body);
}

static const struct comb_language *language_of(const char *code, struct comb_reply *reply)
{
    const struct comb_language *language = comb_language_find(code ? code : "en");
    if (!language)
        comb_reply_refuse(reply, 400, "no such language '%.40s'; /api/words lists those there are", code);
    return language;
}

static bool read_words(struct said *said, struct comb_reply *reply)
{
    const json_t *array = json_object_get(said->body, "words");
    size_t count = json_array_size(array);
    if (count > MOST_WORDS) {
        comb_reply_refuse(reply, 413, "%zu words at once: at most %d are taken", count, MOST_WORDS);
        return false;
    }
    said->words = calloc(count + 1, sizeof *said->words);
    for (; said->words && said->count < count; said->count++)
        if (!(said->words[said->count] = json_string_value(json_array_get(array, said->count))))
            break;
    if (!said->words)
        comb_reply_refuse(reply, 503, "no memory");
    else if (count == 0 || said->count < count)
        comb_reply_refuse(reply, 400, "expected \"words\", a list of one or more texts");
    return count > 0 && said->count == count;
}

static bool read_language(struct said *said, struct comb_reply *reply)
{
    const json_t *code = json_object_get(said->body, "lang");
    if (code && !json_is_string(code))
        comb_reply_refuse(reply, 400, "\"lang\" is not a text");
    else
        said->language = language_of(json_string_value(code), reply);
    return said->language != NULL;
}

/* False after a refusal; the caller frees in either case. */
static bool read_body(struct said *said, const struct comb_request *request, struct comb_reply *reply)
{
    *said = (struct said){.body = comb_request_json(request, reply)};
    return said->body && read_words(said, reply) && read_language(said, reply);
}

static void lookup(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct said said;
    json_t *found = NULL;
    if (read_body(&said, request, reply)) {
        int code = comb_words_lookup(&found, said.words, said.count, &err);
        answer(reply, code, found, &err);
    }
    free_said(&said);
}

static void own_words(const struct comb_language *language, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *words = NULL;
    int code = comb_words_own(&words, language, &err);
    answer(reply, code, words, &err);
}

static void own(const struct comb_request *request, struct comb_reply *reply)
{
    const struct comb_language *language = language_of(request->query(request, "lang"), reply);
    if (language)
        own_words(language, reply);
}

static void change(const struct comb_request *request, struct comb_reply *reply, enum comb_words_layer layer)
{
    struct comb_error err = {0};
    struct said said;
    if (read_body(&said, request, reply)) {
        if (comb_words_change(said.language, layer, said.words, said.count, &err) == COMB_OK)
            own_words(said.language, reply);
        else
            comb_reply_error(reply, 0, &err);
    }
    free_said(&said);
}

static void add(const struct comb_request *request, struct comb_reply *reply)
{
    change(request, reply, COMB_WORDS_ADDED);
}

static void ban(const struct comb_request *request, struct comb_reply *reply)
{
    change(request, reply, COMB_WORDS_BANNED);
}

static void forget(const struct comb_request *request, struct comb_reply *reply)
{
    change(request, reply, COMB_WORDS_AS_LISTED);
}

/* The list as it is then, in the words of `list`. */
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

static void build(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct said said = {.body = comb_request_json(request, reply)};
    if (said.body && read_language(&said, reply)) {
        if (comb_language_is_embedded(said.language))
            comb_reply_refuse(reply, 400, "%s is part of the program: nothing to build", said.language->code);
        else if (comb_words_can_build(said.language, &err) != COMB_OK)
            comb_reply_error(reply, 0, &err);
        else
            comb_jobs_start(request->web->jobs, said.body, build_list, reply);
    }
    free_said(&said);
}

static const struct {
    const char *method;
    const char *path; /* after /api/words */
    comb_route *run;
} routes[] = {
    {"GET", "", list},     {"POST", "/lookup", lookup}, {"GET", "/own", own},      {"POST", "/add", add},
    {"POST", "/ban", ban}, {"POST", "/forget", forget}, {"POST", "/build", build},
};

void comb_web_words(const struct comb_request *request, struct comb_reply *reply)
{
    const char *path = request->path + strlen("/api/words");
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (strcmp(routes[i].method, request->method) == 0 && strcmp(routes[i].path, path) == 0) {
            routes[i].run(request, reply);
            return;
        }
    comb_reply_refuse(reply, 404, "nothing there; /api tells what there is");
}
