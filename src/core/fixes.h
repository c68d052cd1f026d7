/* Fixes: user corrections of a reading, such as "3,2=I", one or several per text. */
#ifndef COMB_CORE_FIXES_H
#define COMB_CORE_FIXES_H

#include "base/error.h"
#include "base/vec.h"

struct comb_fixes COMB_VEC(char *);

void comb_fixes_free(struct comb_fixes *fixes);

/* Splits a text at semicolons, at line ends, and at spaces before a position ("3,2=I 4,2=J"), and adds the parts.
 * comb_reading_fix checks their content. */
int comb_fixes_add(struct comb_fixes *fixes, const char *text, struct comb_error *err);

/* Adds "x,y=TEXT". */
int comb_fixes_add_at(struct comb_fixes *fixes, int x, int y, const char *text, struct comb_error *err);

/* For comb_reading_new and comb_reading_fix: NULL-terminated, or NULL if empty. */
const char *const *comb_fixes_list(const struct comb_fixes *fixes);

#endif
