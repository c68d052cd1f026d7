/* Removes const for libraries whose functions take a plain pointer although they only read, count references or free:
 *
 *     munmap(comb_without_const(data), length); */
#ifndef COMB_BASE_WITHOUT_CONST_H
#define COMB_BASE_WITHOUT_CONST_H

static inline void *comb_without_const(const void *pointer)
{
    union {
        const void *constant;
        void *plain;
    } value = {.constant = pointer};
    return value.plain;
}

#endif
