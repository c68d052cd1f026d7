/* Typed growing arrays:
 *     struct COMB_VEC(int) numbers = {0};
 *     if (!comb_vec_push(&numbers, 7)) ...
 *     comb_vec_free(&numbers); */
#ifndef COMB_BASE_VEC_H
#define COMB_BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot be parenthesised here */
#define COMB_VEC(type)                                                                                                 \
    {                                                                                                                  \
        type *items;                                                                                                   \
        size_t count;                                                                                                  \
        size_t capacity;                                                                                               \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

/* Makes room for one more item. False when memory is exhausted; the items are unchanged. */
#define comb_vec_grow(vec)                                                                                             \
    comb_vec_reserve((void **)&(vec)->items, &(vec)->capacity, (vec)->count + 1, sizeof *(vec)->items)
#define comb_vec_push(vec, ...) (comb_vec_grow(vec) && ((vec)->items[(vec)->count++] = (__VA_ARGS__), true))
#define comb_vec_free(vec) comb_vec_release((void **)&(vec)->items, &(vec)->count, &(vec)->capacity)

bool comb_vec_reserve(void **items, size_t *capacity, size_t need, size_t size);
void comb_vec_release(void **items, size_t *count, size_t *capacity);

#endif
