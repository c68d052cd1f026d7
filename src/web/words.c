/* The word lists of this machine, so that the page can offer them. */
#include "core/run.h"
#include "family/words/library.h"
#include "web/request.h"

void comb_web_words(const struct comb_request *request, struct comb_reply *reply)
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
    if (comb_json_finish(&root, &build, root, &err) == COMB_OK)
        comb_reply_json(reply, COMB_OK, root);
    else
        comb_reply_error(reply, 0, &err);
}
