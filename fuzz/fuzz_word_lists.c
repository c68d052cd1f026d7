/* Word lists of one's own from arbitrary bytes, text or compiled, named by `comb words add-list`. The bytes are added
 * as a list; an accepted list can be opened, and all its words are found in it. */
#define _XOPEN_SOURCE 700
#include "family/words/lists/word_lists.h"
#include "scratch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 8192 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    scratch_make();
    setenv("XDG_DATA_HOME", scratch_folder, 1);
    bool made = mkdir(scratch_path("comb"), 0700) == 0 && mkdir(scratch_path("comb/words"), 0700) == 0;
    assert(made);
    return 0;
}

static bool find_word(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    assert(comb_dict_find(payload, letters, count) == id);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_dict_report report = {0};
    struct comb_error err = {0};
    struct comb_dict *dict = NULL;
    if (size > MAX_BYTES)
        return 0;
    void *bytes = aligned_alloc(16, MAX_BYTES + 16);
    assert(bytes);
    memcpy(bytes, data, size);
    struct comb_words_new_list list = {
        .bytes = bytes, .length = size, .source = "fuzz", .language = comb_language_find("es")};
    int code = comb_words_add_list(&report, "mine", &list, &err);
    free(bytes);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    if (code == COMB_OK) {
        code = comb_words_open_list(&dict, "mine", &err);
        assert(code == COMB_OK && comb_words_list_language("mine"));
        comb_dict_each(dict, find_word, dict);
        comb_dict_free(dict);
    }
    return 0;
}
