/* Word lists: the embedded one, and files that a user names, as text or compiled. Each is opened once per context. */
#include "family/words/game.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

/* Made by the build from the list that set-up fetched. */
extern const unsigned char comb_enable1_data[];
extern const uint64_t comb_enable1_size;

enum { LARGEST_LIST = 512 << 20 };

/* A dictionary and the bytes it lies in. */
struct list {
    struct comb_dict *dict;
    struct comb_buf bytes;
};

static void close_list(void *resource)
{
    struct list *list = resource;
    comb_dict_free(list->dict);
    comb_buf_free(&list->bytes);
    free(list);
}

static int open_embedded(struct list *list, struct comb_error *err)
{
    return comb_dict_open(&list->dict, comb_enable1_data, (size_t)comb_enable1_size, true, err);
}

static int compile_text(struct list *list, const struct comb_buf *text, const char *path, struct comb_error *err)
{
    const char *slash = strrchr(path, '/');
    struct comb_dict_meta meta = {.title = slash ? slash + 1 : path, .source = path};
    int code = comb_dict_compile(&list->bytes, NULL, comb_buf_text(text), text->length, &meta, err);
    return code == COMB_OK ? comb_dict_open(&list->dict, list->bytes.data, list->bytes.length, true, err) : code;
}

static int open_path(struct list *list, const char *path, struct comb_error *err)
{
    struct comb_buf text = {.limit = LARGEST_LIST};
    int code = comb_file_read(&text, path, LARGEST_LIST - 1, err);
    bool compiled = text.length >= 8 && memcmp(text.data, "combdict", 8) == 0;
    if (code == COMB_OK)
        code = compiled ? comb_dict_open_file(&list->dict, path, err) : compile_text(list, &text, path, err);
    comb_buf_free(&text);
    return code;
}

static int open_list(void **out, const void *payload, struct comb_error *err)
{
    const char *path = payload;
    struct list *list = calloc(1, sizeof *list);
    if (!list)
        return comb_fail_memory(err);
    int code = path ? open_path(list, path, err) : open_embedded(list, err);
    if (code == COMB_OK)
        *out = list;
    else
        close_list(list);
    return code;
}

int comb_words_dict(const struct comb_dict **out, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err)
{
    const char *path = comb_params_text(params, "words", NULL);
    struct comb_buf key = {0};
    comb_buf_printf(&key, "words:%s", path ? path : "");
    void *list = NULL;
    int code = key.failed ? comb_fail_memory(err)
                          : comb_context_resource(&list, comb_job_context(job), comb_buf_text(&key), open_list, path,
                                                  close_list, err);
    comb_buf_free(&key);
    *out = list ? ((struct list *)list)->dict : NULL;
    return code;
}
