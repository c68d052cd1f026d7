/* Frequency lists from arbitrary bytes (`comb words add-frequency`): every word gets a rank, known or not. */
#define _XOPEN_SOURCE 700
#include "family/words/lists/word_lists.h"
#include "scratch.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 4096 };

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

static void rank_words(const struct comb_language *language)
{
    uint32_t *ranks = comb_words_ranks(dict, language);
    assert(ranks);
    for (size_t id = 0; id < comb_dict_word_count(dict); id++)
        assert(ranks[id] == UINT32_MAX || ranks[id] <= MAX_BYTES); /* a line number */
    free(ranks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_error err = {0};
    const struct comb_language *language = comb_language_find("en");
    if (size > MAX_BYTES)
        return 0;
    scratch_write("frequency", data, size);
    int code = comb_words_add_frequencies(language, scratch_path("frequency"), &err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    rank_words(language);
    scratch_write("comb/words/en.freq", data, size); /* a file that was changed after it was added */
    rank_words(language);
    return 0;
}
