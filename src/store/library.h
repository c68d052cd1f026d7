/* Library: the user's puzzles and their answers, in one SQLite file.
 *
 *     puzzles   id, game, board (as text), canon (one text for all its images), title, source, added, deleted
 *     answers   puzzle, question ("rules=windmill ..."), code, answer (JSON), seconds, made
 *     tags      puzzle, tag
 *
 * Each game and board text is stored once. Deleting only marks a puzzle; undo removes the last mark, and old deleted
 * puzzles are purged. A write has reached the disk when the call returns (WAL, synchronous = FULL): a crash loses
 * nothing that was confirmed. A handle belongs to one thread; several handles and programs may use one file. The file
 * is untrusted: invalid data is skipped or rejected, and an answer is reused only if this program wrote it
 * (store/answer_mac.h) and it passes the verifier.
 *
 * A library that cannot be written is opened read-only: changes fail with COMB_IO, everything else works. */
#ifndef COMB_STORE_LIBRARY_H
#define COMB_STORE_LIBRARY_H

#include "core/board.h"

#include <stdint.h>

struct comb_library;

/* Opens or creates a library. `path` NULL: comb/library.db in the user's data folder (XDG). Rejects a file of a newer
 * program version and a file that is not a library. */
int comb_library_open(struct comb_library **out, const char *path, struct comb_error *err);

/* Opens an existing library; creates no file. A missing file is COMB_BAD_INPUT if it was named; the missing default
 * library counts as empty. */
int comb_library_open_existing(struct comb_library **out, const char *path, struct comb_error *err);
void comb_library_close(struct comb_library *library);
const char *comb_library_path(const struct comb_library *library);

struct comb_library_metadata {
    const char *title;  /* may be NULL */
    const char *source; /* origin: a file, a link; may be NULL */
};

/* Saves the board, or finds the saved one (adds a missing title or source; restores a deleted one). */
int comb_library_save(int64_t *id, struct comb_library *library, const struct comb_board *board,
                      const struct comb_library_metadata *metadata, struct comb_error *err);

/* Saves the next state of a board that is being edited. `before` (may be NULL) is the state saved last: if it has the
 * same source and was not solved or tagged since, it is updated, so that a board has one entry however often it
 * changes. If the library already has the new state as another puzzle, that one replaces the old state. A title given
 * by the user stays. */
int comb_library_revise(int64_t *id, struct comb_library *library, const struct comb_board *board,
                        const struct comb_board *before, const struct comb_library_metadata *metadata,
                        struct comb_error *err);

/* Finds the id of a saved board that is not deleted, otherwise COMB_NO. */
int comb_library_find(int64_t *id, struct comb_library *library, const struct comb_board *board,
                      struct comb_error *err);

/* Removes a puzzle permanently if it is unchanged since it was saved with this title: no answer, no tag, same title.
 * Otherwise does nothing. */
int comb_library_withdraw(struct comb_library *library, int64_t id, const char *title, struct comb_error *err);

/* Appends the question as text: the options of the game that are set, in a fixed order. Other rules or a changed file
 * make another question. */
int comb_library_question(struct comb_buf *out, const struct comb_game *game, const struct comb_params *params,
                          struct comb_error *err);

/* Parses a question into options, with all defaults; COMB_BAD_INPUT if the game does not have them. */
int comb_library_parse_question(struct comb_params *out, const struct comb_game *game, const char *question,
                                struct comb_error *err);

/* Stores an answer with its code; replaces an earlier answer to the same question. `ours`: this program solved it. */
int comb_library_store_answer(struct comb_library *library, int64_t puzzle, const char *question, int code,
                              const json_t *answer, double seconds, bool ours, struct comb_error *err);

/* Loads an answer; COMB_OK with *answer NULL if there is none. *ours: this program wrote it, for this board and
 * question. */
int comb_library_load_answer(json_t **answer, int *code, bool *ours, struct comb_library *library,
                             const struct comb_board *board, const char *question, struct comb_error *err);

/* Returns {"id", "game", "title", "source", "board", "added", "tags": [...], "answers": n, "solved", "answered",
 * "outcome", "verified"}; with `whole` also "answers": [{"question", "code", "answer", "seconds", "made", "solved",
 * "answered", "outcome", "verified"}]. "verified": this program wrote the answer (for a puzzle: the answer that gives
 * its outcome). "outcome" is "solved", "partly solved" (the next cells of a position), "stuck", "no solution", or
 * "open" if there is no answer. COMB_NO if there is no such puzzle. */
int comb_library_show(json_t **out, struct comb_library *library, int64_t id, bool whole, struct comb_error *err);

struct comb_library_query {
    const char *text; /* words that must all occur in title, board, source or tags; NULL: every puzzle */
    const char *game; /* NULL: all */
    const char *tag;  /* NULL: all */
    bool deleted;     /* only deleted puzzles */
    bool solutions;   /* for export: include answers */
    unsigned limit;   /* 0: all */
    unsigned offset;
};

/* Returns an array of objects as in comb_library_show, newest first. */
int comb_library_search(json_t **out, struct comb_library *library, const struct comb_library_query *query,
                        struct comb_error *err);

/* Returns [[id, id, ...], ...]: puzzles that are images of each other. */
int comb_library_duplicates(json_t **out, struct comb_library *library, struct comb_error *err);

/* COMB_NO if there is no such puzzle. */
int comb_library_rename(struct comb_library *library, int64_t id, const char *title, struct comb_error *err);
int comb_library_tag(struct comb_library *library, int64_t id, const char *tag, bool add, struct comb_error *err);
/* COMB_BAD_INPUT if comb_library_tag would reject the tag. */
int comb_library_check_tag(const char *tag, struct comb_error *err);
/* COMB_NO if there is no such puzzle. */
int comb_library_delete(struct comb_library *library, int64_t id, struct comb_error *err);

/* Restores deleted puzzle *id, or with 0 the one deleted last, and sets *id to it. COMB_NO if there is nothing to
 * restore. */
int comb_library_undo(int64_t *id, struct comb_library *library, struct comb_error *err);

/* Returns {"puzzles", "solved", "answered" (including solved ones), "games": {name: n}, "bytes"}. */
int comb_library_count(json_t **out, struct comb_library *library, struct comb_error *err);

/* Groups writes in a transaction: begin, then end with or without commit. Cannot be nested. */
int comb_library_begin(struct comb_library *library, struct comb_error *err);
int comb_library_end(struct comb_library *library, bool commit, struct comb_error *err);
bool comb_library_in_transaction(const struct comb_library *library);

#endif
