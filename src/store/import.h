/* Taking puzzles in and giving them out as text: one a line, or one in all. */
#ifndef COMB_STORE_IMPORT_H
#define COMB_STORE_IMPORT_H

#include "store/library.h"

enum { COMB_IMPORT_NAMED = 10 };

/* A line that is no puzzle, and why. */
struct comb_import_refusal {
    size_t line;
    struct comb_error why;
};

struct comb_import {
    const struct comb_game *game; /* NULL: each puzzle tells its own */
    const char *source;           /* may be NULL */
    const struct comb_params *params;
    struct comb_job *job;
    size_t kept, known; /* puzzles: new ones, and those that were there already, which stay as they are */
    size_t refused;     /* lines that are no puzzle */
    struct comb_import_refusal refusals[COMB_IMPORT_NAMED]; /* the first of them */
};

/* A text that is one board as a whole (a level, a panel) is kept as one, a file of several levels as each of them; else
 * each line is a puzzle, or an object as export writes it, with the tags and answers that it carries. A word in a line
 * of its own is no board: a board has two rows or more. All or nothing: on an error nothing was kept. Within a
 * transaction (comb_library_begin) that is the caller's to end. */
int comb_library_import(struct comb_import *import, struct comb_library *library, const char *text, size_t length,
                        struct comb_error *err);

/* One object a line, oldest first, as import and `comb solve --jsonl` read them; with query->solutions they carry
 * "solutions": [{"question", "code", "answer", "seconds", "made"}]. */
int comb_library_export(struct comb_buf *out, struct comb_library *library, const struct comb_library_query *query,
                        struct comb_error *err);

#endif
