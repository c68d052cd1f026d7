#include "base/vec.h"

#include <stdint.h>
#include <stdlib.h>

bool comb_vec_reserve(void **items, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return true;
    size_t new_capacity = *capacity ? *capacity * 2 : 16;
    if (new_capacity < need)
        new_capacity = need;
    if (new_capacity > SIZE_MAX / 2 / size)
        return false;
    void *grown = realloc(*items, new_capacity * size);
    if (!grown)
        return false;
    *items = grown;
    *capacity = new_capacity;
    return true;
}

void comb_vec_release(void **items, size_t *count, size_t *capacity)
{
    free(*items);
    *items = NULL;
    *count = 0;
    *capacity = 0;
}
