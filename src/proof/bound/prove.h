/* Proofs about word boards: lists every board of a shape that scores at least a target, provably complete.
 *
 * The space is divided into units. A unit is a prefix: letters for the first `depth` cells of the prover's cell order
 * (centre first). Of symmetric prefixes only one is canonical and needs to be processed. A unit's result lists its
 * canonical boards that reach the target; all units together prove the target's list complete.
 *
 * Rare letters may be grouped into classes. A unit's prefix then holds symbols, each a letter or a class, and a prefix
 * with classes covers all its letters at once:
 *
 *     classes  0 = JQXZ  1 = KVW          unit  G 0 A 1 E R   =   GJAKER GJAVER GJAWER GQAKER ... GZAWER
 *
 *     prover (shared, immutable)  --- units --->  worker (one per thread)  ---> result
 *
 * Points must be by length and every cell must be free: a shape, not a partly filled board. */
#ifndef COMB_PROOF_BOUND_PROVE_H
#define COMB_PROOF_BOUND_PROVE_H

#include "base/rng.h"
#include "engine/words/best.h"

enum {
    COMB_PROVE_MAX_CELLS = 32,
    COMB_PROVE_MAX_FREE = 12, /* cells after a unit's prefix and the cell after it */
    COMB_PROVE_MAX_SYMBOLS = 31,
    COMB_PROVE_CLASS_PLACES = 6, /* only the first places of a prefix may hold classes */
    COMB_PROVE_AUTO_DEPTH = 255
};

struct comb_prover;

/* Space and index must outlive the prover. `depth` may be COMB_PROVE_AUTO_DEPTH. A depth that leaves more than
 * COMB_PROVE_MAX_FREE + 1 cells is rejected. */
int comb_prover_new(struct comb_prover **out, const struct comb_word_space *space, const struct comb_word_index *index,
                    uint64_t target, unsigned depth, struct comb_error *err);
void comb_prover_free(struct comb_prover *prover);

/* Groups letters into classes; must be called before any other use of the prover. The sets (of letters of the space,
 * two or more each) must be disjoint. In comparison order the letters of classes come after the others, class by class,
 * so that two symbols are either the same or all letters of one are smaller. */
int comb_prover_set_classes(struct comb_prover *prover, const uint32_t *sets, unsigned count, struct comb_error *err);

unsigned comb_prover_cells(const struct comb_prover *prover);
unsigned comb_prover_depth(const struct comb_prover *prover);
const uint8_t *comb_prover_order(const struct comb_prover *prover); /* cells, centre first */
unsigned comb_prover_classes(const struct comb_prover *prover);

/* Returns the number of letters; *letters lists them in comparison order. */
unsigned comb_prover_letters(const uint8_t **letters, const struct comb_prover *prover);

/* Symbols are the letters themselves and, from comb_prover_class(prover, 0) on, the classes. All symbols in comparison
 * order, with their number; the letters of a symbol as a set. */
unsigned comb_prover_symbols(const uint8_t **symbols, const struct comb_prover *prover);
uint8_t comb_prover_class(const struct comb_prover *prover, unsigned number);
uint32_t comb_prover_symbol_set(const struct comb_prover *prover, uint8_t symbol);

/* ---- units ---- */

/* Returns false if a symmetry shows that no board with this prefix is canonical. With all cells: whether the board is.
 * A prefix consists of symbols, here and below. */
bool comb_prove_canonical(const struct comb_prover *prover, const uint8_t *prefix, unsigned length);

/* Finds the first canonical prefix of `length` symbols that begins with the first `fixed` ones given; the next one
 * after it with the same beginning. Only units have classes: places from `depth` on hold letters. Returns false if
 * there is none. */
bool comb_prove_first(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length);
bool comb_prove_next(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length);

/* Counts the canonical prefixes of that length one by one, as necklaces, many millions per second. */
uint64_t comb_prove_count(const struct comb_prover *prover, unsigned length);

/* Returns where to split a prefix that takes too long: at its first class, into that class's letters, otherwise at its
 * end, into prefixes that are one letter longer. */
unsigned comb_prove_split_place(const struct comb_prover *prover, const uint8_t *prefix, unsigned length);

/* ---- work ---- */

struct comb_prove_board {
    uint32_t score;
    uint8_t letters[COMB_PROVE_MAX_CELLS]; /* in the prover's cell order */
};

/* Time spent on a unit, in CPU seconds of its thread. */
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
    uint64_t survivors; /* of them, left after the first and */
    uint64_t searched;  /* after the second bound */
    uint64_t boxes;     /* the unit, and the parts its classes were split into */
    struct comb_prove_costs costs;
    struct comb_prove_board *boards; /* ascending by letters */
    size_t count;
    size_t capacity;
};

void comb_prove_result_free(struct comb_prove_result *result);

struct comb_prove_worker;

/* `tick` is called about every millisecond; false stops the unit. NULL = none. */
int comb_prove_worker_new(struct comb_prove_worker **out, const struct comb_prover *prover, bool (*tick)(void *payload),
                          void *payload, struct comb_error *err);
void comb_prove_worker_free(struct comb_prove_worker *worker);

/* Processes a unit: a canonical prefix of `depth` symbols or more. Returns COMB_LIMIT if the tick stopped it; the
 * result is then meaningless. The result is cleared first and may be reused. */
int comb_prove_unit(struct comb_prove_result *result, struct comb_prove_worker *worker, const uint8_t *prefix,
                    unsigned length, struct comb_error *err);

/* Bounds a prefix by itself, as at the root of its search; for tests. */
int comb_prove_bound(uint64_t *bound, struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length,
                     struct comb_error *err);

#endif
