/* Fixes: corrections of a reading as people write them, "3,2=I", one or several in a text. */
#ifndef COMB_CORE_FIXES_H
#define COMB_CORE_FIXES_H

#include "base/error.h"
#include "base/vec.h"

struct comb_fixes COMB_VEC(char *);

void comb_fixes_free(struct comb_fixes *fixes);

/* Takes a text apart at semicolons, at line ends, and at spaces before a place ("3,2=I 4,2=J"), and adds what it holds.
 * What a correction says is looked at where it is made (comb_reading_fix). */
int comb_fixes_add(struct comb_fixes *fixes, const char *text, struct comb_error *err);

/* Adds "x,y=TEXT". */
int comb_fixes_place(struct comb_fixes *fixes, int x, int y, const char *text, struct comb_error *err);

/* For comb_reading_new and comb_reading_fix: ended by NULL, or NULL when there are none. */
const char *const *comb_fixes_list(const struct comb_fixes *fixes);

#endif
