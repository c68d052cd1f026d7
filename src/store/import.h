/* Imports and exports puzzles as text: one puzzle per line, or a single puzzle. */
#ifndef COMB_STORE_IMPORT_H
#define COMB_STORE_IMPORT_H

#include "store/library.h"

enum { COMB_IMPORT_MAX_REFUSALS = 10 };

/* A rejected line and the reason. */
struct comb_import_refusal {
    size_t line;
    struct comb_error error;
};

struct comb_import {
    const struct comb_game *game; /* NULL: detect the game of each puzzle */
    const char *source;           /* may be NULL */
    const struct comb_params *params;
    struct comb_job *job;
    size_t saved, known; /* new puzzles, and known ones, which stay unchanged */
    size_t refused;      /* rejected lines */
    struct comb_import_refusal refusals[COMB_IMPORT_MAX_REFUSALS]; /* the first ones */
};

/* Imports a text. A text that is one board as a whole (a level, a panel) is one puzzle; a file of several levels is
 * split into levels; otherwise each line is a puzzle, or an object written by export, with its tags and answers. A
 * single word per line is not a board: a board has at least two rows. On an error nothing is saved; inside a
 * transaction (comb_library_begin) the caller must roll back. */
int comb_library_import(struct comb_import *import, struct comb_library *library, const char *text, size_t length,
                        struct comb_error *err);

/* Writes one object per line, oldest first, as import and `comb solve --jsonl` read them. With query->solutions they
 * include "solutions": [{"question", "code", "answer", "seconds", "made"}]. */
int comb_library_export(struct comb_buf *out, struct comb_library *library, const struct comb_library_query *query,
                        struct comb_error *err);

#endif
