/* A player's word files from arbitrary bytes: words added to a list or banned from it, and words found in a game
 * (--mine). */
#define _XOPEN_SOURCE 700
#include "family/words/lists/word_lists.h"
#include "family/words/review.h"
#include "scratch.h"

#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 2048 };

static struct comb_buf list;
static struct comb_dict *dict;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char words[] = "STAR\nTAR\nRAT\nART\nCAFE\n";
    (void)argc;
    (void)argv;
    scratch_make();
    setenv("XDG_DATA_HOME", scratch_folder, 1);
    bool made = mkdir(scratch_path("comb"), 0700) == 0 && mkdir(scratch_path("comb/words"), 0700) == 0;
    int code =
        comb_dict_compile(&list, NULL, words, sizeof words - 1, &(struct comb_dict_meta){.language = "en"}, NULL);
    if (code == COMB_OK)
        code = comb_dict_open(&dict, list.data, list.length, true, NULL);
    assert(made && code == COMB_OK);
    return 0;
}

static void read_review(void)
{
    struct comb_words_review review = {0};
    struct comb_error err = {0};
    int code = comb_words_review_read(&review, dict, scratch_path("comb/words/en.add"), &err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    for (size_t i = 0; i < review.not_in_list.count; i++)
        assert(review.not_in_list.items[i][0]);
    comb_words_review_free(&review);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *own = NULL;
    struct comb_error err = {0};
    if (size > MAX_BYTES)
        return 0;
    scratch_write("comb/words/en.add", data, size);
    int code = comb_words_own(&own, comb_language_find("en"), &err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    json_decref(own);
    read_review();
    return 0;
}
