#include "family/words/embedded.h"

/* Made by the build from the list that set-up fetched. */
extern const unsigned char comb_enable1_data[];
extern const uint64_t comb_enable1_size;

int comb_words_open_embedded(struct comb_dict **out, struct comb_error *err)
{
    return comb_dict_open(out, comb_enable1_data, (size_t)comb_enable1_size, true, err);
}
