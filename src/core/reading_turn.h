/* Reads pictures turned by 90, 180 or 270 degrees: turns the picture back, reads it, and maps the boxes of the reading
 * to the picture as it was given. */
#ifndef COMB_CORE_READING_TURN_H
#define COMB_CORE_READING_TURN_H

#include "core/reading.h"

/* Like the member `read` of struct comb_reader. */
typedef int (*comb_reading_function)(json_t **reading, const struct comb_detection *detection, const void *payload,
                                     struct comb_error *err);

/* Reads the picture turned clockwise by `degrees` (90, 180 or 270). "turned" in the reading is that number. */
int comb_reading_turned(json_t **reading, const struct comb_detection *given, int degrees, comb_reading_function read,
                        const void *payload, struct comb_error *err);

#endif
