/* Library: the puzzles a user has met and what was found about them, in one SQLite file.
 *
 *     puzzles   id, game, board (as text), canon (one text for all its images), title, source, added, deleted
 *     answers   puzzle, question ("rules=windmill ..."), code, answer (JSON), seconds, made
 *     tags      puzzle, tag
 *
 * A puzzle is kept once per game and board text. Deleting only marks; undo takes the last mark away, and what was
 * deleted long ago is swept. A write has reached the disk when the call returns (WAL, synchronous = FULL): a crash
 * loses nothing that was confirmed. A handle belongs to one thread; several handles and programs may use one file. The
 * file is untrusted: what does not fit is skipped or refused, and an answer is given again only if this program wrote
 * it (store/answer_mac.h) and it passes the verifier.
 *
 * A library that cannot be written is opened for reading: changes fail with COMB_IO, everything else works. */
#ifndef COMB_STORE_LIBRARY_H
#define COMB_STORE_LIBRARY_H

#include "core/board.h"

#include <stdint.h>

struct comb_library;

/* `path` NULL: comb/library.db in the user's data folder (XDG), made where it is missing. A file of a newer version of
 * the program, or one that is no library, is refused. */
int comb_library_open(struct comb_library **out, const char *path, struct comb_error *err);

/* The same for whoever only looks: no file is made. A missing file that was named is COMB_BAD_INPUT, a missing one in
 * the data folder is an empty library. */
int comb_library_open_kept(struct comb_library **out, const char *path, struct comb_error *err);
void comb_library_close(struct comb_library *library);
const char *comb_library_path(const struct comb_library *library);

struct comb_library_new {
    const char *title;  /* may be NULL */
    const char *source; /* where it came from: a file, a link; may be NULL */
};

/* Keeps the board, or finds the one kept before (a title or source that was missing is added; a deleted one comes
 * back).
 */
int comb_library_keep(int64_t *id, struct comb_library *library, const struct comb_board *board,
                      const struct comb_library_new *about, struct comb_error *err);

/* Keeps the next state of a board that is being made. `before`, which may be NULL, is the state kept last: where nobody
 * has solved or tagged it since and it has the same source, it becomes this one, so that a board has one entry however
 * often it is changed. A state that the library has as another puzzle takes the place of the one before. A title that
 * the user gave stays. */
int comb_library_revise(int64_t *id, struct comb_library *library, const struct comb_board *board,
                        const struct comb_board *before, const struct comb_library_new *about, struct comb_error *err);

/* The number of the board where it is kept and not deleted, else COMB_NO. */
int comb_library_find(int64_t *id, struct comb_library *library, const struct comb_board *board,
                      struct comb_error *err);

/* Takes a puzzle away for good that nobody has touched since it was kept under this title: it has no answer, no tag and
 * the same title still. One that was touched, or is not there, stays as it is. */
int comb_library_withdraw(struct comb_library *library, int64_t id, const char *title, struct comb_error *err);

/* What was asked, as one text: the options of the game that are set, in a fixed order. The same puzzle under other
 * rules is another question, and so it is with a file that has changed. */
int comb_library_question(struct comb_buf *out, const struct comb_game *game, const struct comb_params *params,
                          struct comb_error *err);

/* The options that a question stands for, with all fallbacks; COMB_BAD_INPUT where the game does not know them. */
int comb_library_asked(struct comb_params *out, const struct comb_game *game, const char *question,
                       struct comb_error *err);

/* Stores an answer and the code it was given with; a later answer to the same question replaces an earlier one. With
 * `ours` it is marked as solved by this program. */
int comb_library_remember(struct comb_library *library, int64_t puzzle, const char *question, int code,
                          const json_t *answer, double seconds, bool ours, struct comb_error *err);

/* COMB_OK with *answer NULL where none is stored; *ours: this program wrote it, for this board and question. */
int comb_library_recall(json_t **answer, int *code, bool *ours, struct comb_library *library,
                        const struct comb_board *board, const char *question, struct comb_error *err);

/* {"id", "game", "title", "source", "board", "added", "tags": [...], "answers": n, "solved", "answered", "outcome",
 * "verified"}; with `whole` also "answers": [{"question", "code", "answer", "seconds", "made", "solved", "answered",
 * "outcome", "verified"}]. "verified": this program wrote the answer, or the one that the puzzle's outcome rests on.
 * "outcome" is "solved", "partly solved" (the next cells of a position), "stuck", "no solution", or "open" where
 * nothing is answered. COMB_NO when there is no such puzzle. */
int comb_library_show(json_t **out, struct comb_library *library, int64_t id, bool whole, struct comb_error *err);

struct comb_library_query {
    const char *text; /* words that must all occur in title, board, source or tags; NULL: every puzzle */
    const char *game; /* NULL: all */
    const char *tag;  /* NULL: all */
    bool deleted;     /* the deleted ones instead */
    bool solutions;   /* for export: their answers too */
    unsigned most;    /* 0: all */
    unsigned offset;
};

/* An array of objects as comb_library_show gives, newest first. */
int comb_library_search(json_t **out, struct comb_library *library, const struct comb_library_query *query,
                        struct comb_error *err);

/* [[id, id, ...], ...]: puzzles that are images of each other. */
int comb_library_duplicates(json_t **out, struct comb_library *library, struct comb_error *err);

/* COMB_NO when there is no such puzzle (or nothing to undo). */
int comb_library_rename(struct comb_library *library, int64_t id, const char *title, struct comb_error *err);
int comb_library_tag(struct comb_library *library, int64_t id, const char *tag, bool add, struct comb_error *err);
int comb_library_check_tag(const char *tag,
                           struct comb_error *err); /* COMB_BAD_INPUT for what comb_library_tag refuses */
int comb_library_delete(struct comb_library *library, int64_t id, struct comb_error *err);
/* Takes the deletion of puzzle *id back, or with 0 the last one, whose number *id then is. */
int comb_library_undo(int64_t *id, struct comb_library *library, struct comb_error *err);

/* {"puzzles", "solved", "answered" (the solved ones too), "games": {name: n}, "bytes"} */
int comb_library_count(json_t **out, struct comb_library *library, struct comb_error *err);

/* Several writes as one: begin, then end with commit or without. Not nested. */
int comb_library_begin(struct comb_library *library, struct comb_error *err);
int comb_library_end(struct comb_library *library, bool commit, struct comb_error *err);
bool comb_library_in_transaction(const struct comb_library *library);

#endif
