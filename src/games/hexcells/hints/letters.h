/* Letters for the places that a text names. */
#ifndef COMB_HEXCELLS_HINTS_LETTERS_H
#define COMB_HEXCELLS_HINTS_LETTERS_H

#include "base/json.h"

/* Gives each place "(x,y)" of the text a letter, in the order in which the text names them, and sets "letters"
 * ({x, y, letter}) and "lettered" (the text with letters). Sets nothing if there are no places, or more than letters.
 */
void comb_hexcells_set_letters(struct comb_json *build, json_t *object, const char *text);

#endif
