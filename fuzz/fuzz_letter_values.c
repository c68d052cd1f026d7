/* Files of letter values (--values) from arbitrary bytes, for a language with a letter beyond Z. */
#define _XOPEN_SOURCE 700
#include "family/words/lists/word_lists.h"
#include "scratch.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 5000 }; /* a file has at most 4096 */

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char words[] = "ARENA\nNIÑO\n";
    struct comb_dict_report report = {0};
    struct comb_error err = {0};
    if (size > MAX_BYTES)
        return 0;
    scratch_write("values", data, size);
    struct comb_words_new_list list = {.bytes = words,
                                       .length = sizeof words - 1,
                                       .source = "fuzz",
                                       .language = comb_language_find("es"),
                                       .values_path = scratch_path("values")};
    int code = comb_words_add_list(&report, "valued", &list, &err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    return 0;
}
