/* Proofs about word boards: every board of a shape that scores at least a target, and nothing left out.
 *
 * The space is cut into units. A unit is a prefix: letters for the first `depth` cells of the prover's cell order
 * (centre first). Of symmetric prefixes only one is canonical and needs to be done. A unit's result lists its canonical
 * boards that reach the target; all units together prove the target's list complete.
 *
 *     prover (shared, never changes)  --- units --->  worker (one a thread)  ---> result
 *
 * Points must be by length and every cell must be free: a shape, not a board half filled. */
#ifndef COMB_ENGINE_PROVE_H
#define COMB_ENGINE_PROVE_H

#include "base/rng.h"
#include "engine/word_best.h"

enum {
    COMB_PROVE_MOST_CELLS = 32,
    COMB_PROVE_MOST_FREE = 12, /* cells behind a unit's prefix and the cell after it */
    COMB_PROVE_AUTO_DEPTH = 255
};

struct comb_prover;

/* Space and index must outlive the prover. `depth` may be COMB_PROVE_AUTO_DEPTH. A depth that leaves more than
 * COMB_PROVE_MOST_FREE + 1 cells is refused. */
int comb_prover_new(struct comb_prover **out, const struct comb_word_space *space, const struct comb_word_index *index,
                    uint64_t target, unsigned depth, struct comb_error *err);
void comb_prover_free(struct comb_prover *prover);

unsigned comb_prover_cells(const struct comb_prover *prover);
unsigned comb_prover_depth(const struct comb_prover *prover);
uint64_t comb_prover_target(const struct comb_prover *prover);
const uint8_t *comb_prover_order(const struct comb_prover *prover); /* cells, centre first */

/* ---- units ---- */

/* False when a symmetry shows that no board with this prefix is canonical. With all cells: whether the board is. */
bool comb_prove_canonical(const struct comb_prover *prover, const uint8_t *prefix, unsigned length);

/* The first canonical prefix of `length` letters that begins with the first `fixed` ones given; the next one after it
 * with the same beginning. False: there is none. */
bool comb_prove_first(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length);
bool comb_prove_next(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length);

/* How many canonical prefixes of that length there are; counted one by one, by necklaces of many millions a second. */
uint64_t comb_prove_count(const struct comb_prover *prover, unsigned length);

/* ---- work ---- */

struct comb_prove_board {
    uint32_t score;
    uint8_t letters[COMB_PROVE_MOST_CELLS]; /* in the prover's cell order */
};

/* Where a unit's time went, in seconds of its thread. */
struct comb_prove_costs {
    double listing; /* placements: enumerated, minimised, sorted */
    double first;   /* bounds of the children, without merging their lists */
    double second;  /* lists of the surviving children, and their bounds */
    double below;
};

struct comb_prove_result {
    uint64_t bound;  /* no board with the prefix scores more */
    uint64_t nodes;  /* bounds computed */
    uint64_t leaves; /* boards scored */
    uint64_t placements;
    uint64_t children;  /* canonical letters of the next cell */
    uint64_t survivors; /* of them, after the first and */
    uint64_t searched;  /* after the second bound */
    struct comb_prove_costs costs;
    struct comb_prove_board *boards; /* ascending by letters */
    size_t count;
    size_t capacity;
};

void comb_prove_result_free(struct comb_prove_result *result);

struct comb_prove_worker;

/* `tick` is called every millisecond or so; false stops the unit. NULL = none. */
int comb_prove_worker_new(struct comb_prove_worker **out, const struct comb_prover *prover, bool (*tick)(void *payload),
                          void *payload, struct comb_error *err);
void comb_prove_worker_free(struct comb_prove_worker *worker);

/* Does a unit: a canonical prefix of `depth` letters or more. COMB_LIMIT when the tick stopped it; the result is then
 * of no use. The result is cleared first and may be used again. */
int comb_prove_unit(struct comb_prove_result *result, struct comb_prove_worker *worker, const uint8_t *prefix,
                    unsigned length, struct comb_error *err);

/* The bound of a prefix by itself, as it stands at the root of its search; for tests. */
int comb_prove_bound(uint64_t *bound, struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length,
                     struct comb_error *err);

#endif
