/* Comb: a workbench for hexagon and grid puzzles. */
#ifndef COMB_H
#define COMB_H

#include <stddef.h>

/* What a call answers. Success is 0; the first six are also the exit codes of the program. */
enum comb_code {
    COMB_OK = 0,
    COMB_NO = 1,        /* an honest no: no solution, stuck, an invalid answer */
    COMB_BAD_INPUT = 2, /* unreadable input or a wrong call */
    COMB_LIMIT = 3,     /* a limit was reached; what was found so far is there */
    COMB_UNSURE = 4,    /* a picture that could not be read with confidence */
    COMB_BUG = 5,       /* the verifier disagrees with the solver */
    COMB_NO_MEMORY = 6,
    COMB_IO = 7,
    COMB_INTERRUPTED = 130
};

/* Filled in by the call that failed. Position and length are bytes of the input; line and column count from 1, 0 when
 * unknown. */
struct comb_error {
    int code;
    unsigned line;
    unsigned column;
    size_t position;
    size_t length;
    char message[256];
};

#endif
