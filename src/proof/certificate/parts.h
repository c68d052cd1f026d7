/* Internals shared by the proof: the task, and the certificate on disk. */
#ifndef COMB_PROOF_CERTIFICATE_PARTS_H
#define COMB_PROOF_CERTIFICATE_PARTS_H

#include "base/vec.h"
#include "grid/symmetry.h"
#include "proof/bound/prove.h"
#include "proof/prove.h"

#include <pthread.h>

struct comb_words_proved_board {
    uint64_t score;
    uint8_t letters[COMB_PROVE_MAX_CELLS]; /* in the prover's cell order */
};

/* Records of the certificate. */
struct comb_words_records {
    struct COMB_VEC(uint64_t) done; /* packed prefixes, sorted after loading */
    struct COMB_VEC(uint64_t) split;
    struct COMB_VEC(struct comb_words_proved_board) boards;
    uint64_t nodes;
    uint64_t leaves;
    uint64_t milliseconds;
    uint64_t damaged; /* lines that are not valid records */
};

struct comb_words_task {
    const char *name; /* of the game */
    char shape[32];
    const struct comb_words_game *game;
    struct comb_job *job;
    const struct comb_params *params;
    const struct comb_dict *dict;
    struct comb_word_index *index;
    struct comb_words_board *board; /* the shape, every cell ? or a hole */
    struct comb_lattice *lattice;   /* of the cells without holes, which the proof numbers from 0 */
    struct comb_symmetries *symmetries;
    struct comb_word_space space;
    struct comb_prover *prover;
    uint64_t target;
    uint64_t units;
    char header_sum[17];
    int file; /* to append units to; -1 = none */
    struct comb_words_records records;
    pthread_mutex_t lock;
};

/* Converts a board of the task's shape for the engine, without its holes. COMB_NO: it has another shape. */
int comb_words_task_tiles(struct comb_word_board *out, const struct comb_words_task *task,
                          const struct comb_words_board *board, struct comb_error *err);

/* Packs a prefix into a number: its symbols + 1, five bits each. */
uint64_t comb_words_pack(const uint8_t *prefix, unsigned length);
int comb_words_compare_packed(const void *a, const void *b); /* order for sorting */

/* ---- symbols.c ---- */

/* Converts a prefix to text, "-" if it is empty, and back: returns the number of symbols, -1 if the text is not a
 * prefix. */
void comb_words_symbols_to_text(struct comb_buf *out, const struct comb_words_task *task, const uint8_t *prefix,
                                unsigned length);
int comb_words_parse_symbols(uint8_t *prefix, unsigned max, const struct comb_words_task *task, const char *text,
                             size_t length);

/* Passes the classes of --classes to the prover. */
int comb_words_choose_classes(struct comb_words_task *task, struct comb_error *err);

/* ---- certificate.c ---- */

/* Reads the target of a certificate; 0 if there is none yet. */
int comb_words_certificate_target(uint64_t *target, const char *folder, struct comb_error *err);

/* Creates the folder and its header, or checks that they belong to this proof; loads all records; opens the file that
 * this run appends to (unless `read_only`). */
int comb_words_certificate_open(struct comb_words_task *task, const char *folder, bool read_only,
                                struct comb_error *err);
int comb_words_certificate_unit(struct comb_words_task *task, const uint8_t *prefix, unsigned length,
                                const struct comb_prove_result *result, struct comb_error *err);
int comb_words_certificate_split(struct comb_words_task *task, const uint8_t *prefix, unsigned length, double seconds,
                                 struct comb_error *err);

/* ---- walk.c ---- */

/* Iterates over the units that are not done, and the parts of split units. */
struct comb_words_walk {
    const struct comb_words_task *task;
    uint8_t prefix[COMB_PROVE_MAX_CELLS];
    unsigned length;
    struct {
        uint8_t place;
        uint8_t symbol; /* the class that was there; 0: the prefix became longer */
    } splits[COMB_PROVE_MAX_CELLS + COMB_PROVE_CLASS_PLACES]; /* from the unit to the prefix */
    unsigned split_count;
    uint64_t index; /* of the whole unit */
    uint64_t shards;
    uint64_t shard;
    bool started;
    bool ended;
};

/* Returns false at the end. `skip_done`: skip recorded units. */
bool comb_words_walk_next(struct comb_words_walk *walk, bool skip_done);
bool comb_words_packed_find(const uint64_t *items, size_t count, uint64_t packed);

/* ---- units.c ---- */

/* The units of --units. */
struct comb_words_choice {
    struct COMB_VEC(uint8_t) symbols; /* `depth` each */
    size_t count;
};

int comb_words_choose_units(struct comb_words_choice *choice, const struct comb_words_task *task, const char *list,
                            struct comb_error *err);

/* Draws a unit; all are equally likely. */
void comb_words_random_unit(uint8_t *prefix, const struct comb_words_task *task, struct comb_rng *rng, unsigned length);

/* ---- estimate.c ---- */

int comb_words_estimate(json_t **found, struct comb_words_task *task, struct comb_error *err);

/* ---- ../prove.c ---- */

/* Converts a board in the prover's cell order to text. */
void comb_words_proved_text(struct comb_buf *out, const struct comb_words_task *task, const uint8_t *letters);

#endif
