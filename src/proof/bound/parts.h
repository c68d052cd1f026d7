/* Internals shared by the prover; prove.h is the public interface.
 *
 * Letters of the alphabet outside the space never occur below the trie. A requirement is "cell c holds letter l"; a
 * placement of a word is a set of them. Cells after the prefix are `positions`, numbered in cell order; a placement's
 * requirements there are packed into a key, five bits per position (letter + 1, 0 = none), position 0 on top:
 *
 *      63  60|59   55|54   50|       |4    0
 *     |  0   | pos 0 | pos 1 |  ...  | pos 11|       a sorted list of keys is a tree in preorder */
#ifndef COMB_PROOF_BOUND_PARTS_H
#define COMB_PROOF_BOUND_PARTS_H

#include "base/vec.h"
#include "engine/words/search.h"
#include "proof/bound/prove.h"

enum {
    COMB_PROVE_FREE = COMB_PROVE_MAX_FREE,
    COMB_PROVE_DIGIT = 5,
    COMB_PROVE_LANES = 32, /* letters per table row */
    COMB_PROVE_PAIRS = COMB_PROVE_FREE * (COMB_PROVE_FREE - 1) / 2,
    COMB_PROVE_TRIPLES = COMB_PROVE_PAIRS * (COMB_PROVE_FREE - 2) / 3,
    COMB_PROVE_STREAMS = 32,
};

#define COMB_PROVE_LOW_BITS 0x0084210842108421u /* the lowest bit of every digit */

static inline unsigned comb_prove_shift(unsigned position)
{
    return COMB_PROVE_DIGIT * (COMB_PROVE_FREE - 1 - position);
}

static inline unsigned comb_prove_digit(uint64_t key, unsigned position)
{
    return (unsigned)(key >> comb_prove_shift(position)) & 31;
}

/* Returns the lowest bit of every digit that is not zero. */
static inline uint64_t comb_prove_used(uint64_t key)
{
    uint64_t low = key | key >> 1 | key >> 2;
    return (low | key >> 3 | key >> 4) & COMB_PROVE_LOW_BITS;
}

/* ---- trie (trie.c) ---- */

/* Words as strings of tiles, in preorder: the first child of node i is i + 1 if its `end` is beyond, the next sibling
 * is at `end`. */
struct comb_prove_node {
    uint32_t end;
    uint32_t points; /* of the word that ends here; 0 = none */
    uint32_t word;   /* its number */
    uint8_t letter;  /* of the tile */
    uint8_t depth;   /* tiles, from 1 */
};

struct comb_prove_trie {
    struct COMB_VEC(struct comb_prove_node) nodes;
    struct COMB_VEC(uint32_t) points; /* by word */
    uint32_t words;
};

int comb_prove_trie_make(struct comb_prove_trie *trie, const struct comb_word_space *space,
                         const struct comb_dict *dict, struct comb_error *err);

/* ---- prover (units.c) ---- */

struct comb_prover {
    const struct comb_word_space *space;
    const struct comb_word_index *index;
    uint64_t target;
    uint32_t point_divisor; /* common divisor of the points of all words; placements and bounds are in this unit */
    uint64_t scaled_target; /* the target in that unit, rounded up */
    unsigned cells;
    unsigned depth;
    unsigned letter_count;
    uint8_t letters[COMB_DICT_MAX_LETTERS];  /* allowed letters, in comparison order */
    uint8_t rank[COMB_DICT_MAX_LETTERS];     /* of a letter in that order */
    unsigned symbol_count;                   /* letters outside classes, and classes */
    uint8_t symbols[COMB_PROVE_MAX_SYMBOLS]; /* in comparison order */
    unsigned class_count;
    uint8_t first_class;                           /* the symbol of class 0 */
    uint32_t symbol_sets[COMB_PROVE_MAX_SYMBOLS];  /* letters of a symbol, by symbol */
    uint32_t symbol_ranks[COMB_PROVE_MAX_SYMBOLS]; /* the same as ranks */
    uint8_t order[COMB_PROVE_MAX_CELLS];           /* cell of each place */
    uint32_t neighbours[COMB_PROVE_MAX_CELLS];     /* of each place, as places */
    unsigned turns;                                /* symmetries without the identity */
    uint8_t (*sources)[COMB_PROVE_MAX_CELLS];      /* sources[turn][i]: place whose letter the image has at place i */
    struct comb_prove_trie trie;
};

/* Prefixes as sets of letters, one per place: results hold for every choice of letters. */

/* Returns false if a symmetry shows that no board of these sets is canonical. */
bool comb_prove_canonical_sets(const struct comb_prover *prover, const uint32_t *sets, unsigned length);

/* Computes by place the letters that canonical boards of these sets may have there. */
void comb_prove_domains(uint32_t *domains, const struct comb_prover *prover, const uint32_t *sets, unsigned length);

/* ---- lists (list.c, sort.c) ---- */

/* A placement of a unit, in the order of words. The tag has its requirements at places that hold classes, five bits per
 * place as in a key, place 0 at the bottom. */
struct comb_prove_placement {
    uint64_t key;
    uint32_t word;
    uint32_t tag;
};

/* Returns whether letters of these sets (by place) may satisfy the tag. */
static inline bool comb_prove_tag_fits(uint32_t tag, const uint32_t *sets)
{
    for (; tag; tag >>= COMB_PROVE_DIGIT, sets++)
        if ((tag & 31) && !(*sets >> ((tag & 31) - 1) & 1))
            return false;
    return true;
}

/* A placement of a sorted list; `at` is its index in the order of words. */
struct comb_prove_item {
    uint64_t key;
    uint32_t points;
    uint32_t at;
};

struct comb_prove_items {
    struct comb_prove_item *items;
    size_t count;
    size_t capacity;
};

struct comb_prove_state {
    uint64_t key;
    uint32_t used; /* places */
    uint32_t tag;
    uint8_t place;  /* where the path ends */
    uint8_t branch; /* letter + 1 required at the place after the prefix, 0 = none */
    uint16_t needs; /* number of requirements */
};

struct comb_prove_states {
    struct comb_prove_state *items;
    size_t count;
    size_t capacity;
};

/* The placements of a unit, by the digit at the place after the prefix; stream 0 does not use it. */
struct comb_prove_lists {
    struct COMB_VEC(struct comb_prove_placement) words[COMB_PROVE_STREAMS]; /* in the order of words */
    struct comb_prove_items sorted[COMB_PROVE_STREAMS];                     /* without a tag */
    struct comb_prove_items tagged[COMB_PROVE_STREAMS];                     /* with one */
    struct COMB_VEC(uint32_t) tags[COMB_PROVE_STREAMS];                     /* of `tagged` */
    struct comb_prove_states states[COMB_PROVE_MAX_CELLS + 1];
    struct comb_prove_items scratch;
    uint64_t *key; /* of one word's placements; three arrays in one block */
    uint64_t *extra;
    uint64_t *dead;
    size_t capacity;
    bool sorted_stream[COMB_PROVE_STREAMS];
};

typedef bool comb_prove_tick(void *payload);

/* Fills the streams with the minimal placements of every word. Returns COMB_LIMIT if the tick stopped it. */
int comb_prove_enumerate(struct comb_prove_lists *lists, const struct comb_prover *prover, const uint32_t *sets,
                         unsigned length, comb_prove_tick *tick, void *payload);
bool comb_prove_sort_stream(struct comb_prove_lists *lists, const struct comb_prove_trie *trie, unsigned stream);
void comb_prove_lists_free(struct comb_prove_lists *lists);

bool comb_prove_sort(struct comb_prove_items *list, struct comb_prove_items *scratch);

/* ---- lists below the unit: keys and points, equal keys added up (search.c) ---- */

struct comb_prove_list {
    uint64_t *keys;
    uint32_t *points;
    size_t count;
    size_t capacity;
};

bool comb_prove_list_reserve(struct comb_prove_list *list, size_t count);
void comb_prove_list_free(struct comb_prove_list *list);

/* ---- tables (tables.c, kernels.c, fill.c) ---- */

/* The tables of one node. `active` lists the positions that are still open; a, b, c below are indexes into it, and
 * letters are indexes into the position's domain. */
struct comb_prove_tables {
    unsigned active_count;
    uint8_t active[COMB_PROVE_FREE];
    uint8_t size[COMB_PROVE_FREE];   /* letters of the domain */
    uint8_t stride[COMB_PROVE_FREE]; /* the same, rounded up to a multiple of eight */
    uint8_t letters[COMB_PROVE_FREE][COMB_PROVE_LANES];
    uint8_t slot[COMB_PROVE_FREE][COMB_PROVE_LANES]; /* by position and digit: index in the domain */
    uint8_t where[COMB_PROVE_FREE];                  /* by position: index into `active` */
    unsigned shift;                                  /* points are scaled by 2^shift */
    uint64_t certain;                                /* points that every board has */
    uint32_t cell_points[COMB_PROVE_FREE][COMB_PROVE_LANES];
    uint32_t (*pair_points)[COMB_PROVE_LANES * COMB_PROVE_LANES];
    uint16_t *triple_points;
    size_t triple_capacity;
    size_t triple_used;
    size_t triple_at[COMB_PROVE_TRIPLES];
    int32_t cell[COMB_PROVE_FREE][COMB_PROVE_LANES];
    int32_t (*pair)[COMB_PROVE_LANES * COMB_PROVE_LANES];
    int32_t (*sent)[3][COMB_PROVE_LANES * COMB_PROVE_LANES]; /* what a triple gave to its pairs: ab, ac, bc */
    int64_t limit[COMB_PROVE_FREE][COMB_PROVE_LANES];        /* conditional bounds, scaled */
    uint64_t folded;                                         /* bound of the tree, in points; set by comb_prove_fill */
    bool ready;                                              /* messages have been passed; copies inherit them */
    const struct comb_prove_tables *warm; /* for a copy, the tables whose messages it inherited; otherwise NULL */
};

static inline unsigned comb_prove_pair(unsigned a, unsigned b) /* a < b */
{
    return b * (b - 1) / 2 + a;
}

static inline unsigned comb_prove_triple(unsigned a, unsigned b, unsigned c) /* a < b < c */
{
    return c * (c - 1) * (c - 2) / 6 + b * (b - 1) / 2 + a;
}

bool comb_prove_tables_init(struct comb_prove_tables *tables);
void comb_prove_tables_free(struct comb_prove_tables *tables);

/* Lays out the tables for these domains (bit set of letters by position; 0 = not open) and empties them. */
bool comb_prove_tables_shape(struct comb_prove_tables *tables, const uint32_t *domains, unsigned positions);

/* Copies shape and points of another node. */
bool comb_prove_tables_copy(struct comb_prove_tables *tables, const struct comb_prove_tables *from);

/* Adds a sorted list. Returns the bound of the list's tree alone, in points. */
uint64_t comb_prove_fill(struct comb_prove_tables *tables, const uint64_t *keys, const uint32_t *points, size_t count);
uint64_t comb_prove_fill_items(struct comb_prove_tables *tables, const struct comb_prove_item *items, size_t count);

/* The same for placements with tags that letters of these sets may satisfy. */
void comb_prove_fill_tagged(struct comb_prove_tables *tables, const struct comb_prove_item *items, const uint32_t *tags,
                            size_t count, const uint32_t *sets);

/* Converts points to scaled tables and pushes them down; returns the scaled bound. The passes that follow never worsen
 * the bound by more than rounding. */
int64_t comb_prove_start(struct comb_prove_tables *tables);
int64_t comb_prove_pass(struct comb_prove_tables *tables);

/* Passes messages in tables that others will copy. A copy that is filled further resumes from there instead of starting
 * over: it needs fewer passes, but at least one. */
void comb_prove_prepare(struct comb_prove_tables *tables, unsigned passes);
int64_t comb_prove_resume(struct comb_prove_tables *tables);

/* Fills in `limit`. */
void comb_prove_conditions(struct comb_prove_tables *tables);

/* The inner loops, for one triple: T is size[a] x size[b] x stride[c]. */
struct comb_prove_block {
    const uint16_t *points;
    unsigned rows, columns, lanes; /* letters of a and b, padded letters of c */
    unsigned shift;
    const int32_t *ab, *ac, *bc; /* LANES apart; added to the points */
};

/* A set of inner loops for one kind of processor; all sets give the same numbers. */
struct comb_prove_kernels {
    /* Maxima of S = points + ab + ac + bc over the third letter, for each pair of letters. */
    void (*maxima)(int32_t *ab, int32_t *ac, int32_t *bc, const struct comb_prove_block *block);
    /* For each letter of a: the maximum of S + pair_bc; of b: S + pair_ac; of c: S + pair_ab. */
    void (*margins)(int32_t *a, int32_t *b, int32_t *c, const struct comb_prove_block *block, const int32_t *pair_ab,
                    const int32_t *pair_ac, const int32_t *pair_bc);
    /* to = one - two, in rows of `lanes`, LANES apart. */
    void (*subtract)(int32_t *to, const int32_t *one, const int32_t *two, unsigned rows, unsigned lanes);
    /* pair = a third of `max`, rounded up; sent = pair - had. */
    void (*thirds)(int32_t *pair, int32_t *sent, const int32_t *max, const int32_t *before, unsigned rows,
                   unsigned lanes);
    /* Maxima of pair + own[x] + other[y] over the other letter; own and other have LANES entries. */
    void (*sums)(int32_t *row, int32_t *column, const int32_t *pair, const int32_t *own, const int32_t *other,
                 unsigned rows, unsigned lanes);
    /* pair += own[x] + other[y] */
    void (*add)(int32_t *pair, const int32_t *own, const int32_t *other, unsigned rows, unsigned lanes);
    /* Maximum of each row of points. */
    void (*rows)(uint16_t *max, const uint16_t *points, unsigned rows, unsigned lanes);
    /* dead[i] = all ones for each key that agrees with `own` where `mask` has ones, and extra likewise; dead entries
     * stay dead. Arrays may be read and written up to three items beyond `count`. */
    void (*kill)(uint64_t *dead, const uint64_t *keys, const uint64_t *extras, size_t from, size_t count, uint64_t own,
                 uint64_t mask, uint64_t own_extra, uint64_t extra_mask);
};

extern const struct comb_prove_kernels comb_prove_portable;

/* Those with AVX2; NULL if compiler or processor do not support it. */
const struct comb_prove_kernels *comb_prove_avx2(void);

/* The fastest that the processor supports. */
const struct comb_prove_kernels *comb_prove_kernels(void);

/* ---- worker (unit.c, merge.c), search (search.c) ---- */

struct comb_prove_level {
    struct comb_prove_list list;
    struct comb_prove_list split;   /* by the digit of the branching position */
    struct comb_prove_tables *base; /* tables of the placements that all children share; NULL until needed */
};

/* A set of placements. */
struct comb_prove_marks {
    uint64_t *bits;
    size_t capacity; /* in words of 64 */
};

struct comb_prove_worker {
    const struct comb_prover *prover;
    comb_prove_tick *tick;
    void *payload;
    struct comb_word_search *search;
    struct comb_word_board board;
    struct comb_prove_lists lists;
    struct comb_prove_tables tables;
    struct comb_prove_tables
        plain; /* tables of the placements that all children of the unit share, whatever its classes hold */
    struct comb_prove_tables base; /* the same for the current box; not used without classes */
    struct COMB_VEC(struct comb_prove_level) levels;
    struct comb_prove_marks dead[2]; /* of the placements of stream 0 and of a child's */
    struct comb_prove_items own;     /* placements of one child that others do not share */
    uint64_t mass[COMB_PROVE_CLASS_PLACES][COMB_DICT_MAX_LETTERS]; /* points of placements that need the letter there */
    uint32_t sets[COMB_PROVE_MAX_CELLS];                           /* the current box, followed by the child's letter */
    uint8_t letters[COMB_PROVE_MAX_CELLS];                         /* by place */
    unsigned first;                                                /* place of position 0 */
    struct comb_prove_result *result;
    bool no_memory;
};

/* Searches below a node whose list is that of level 0; the domains are by position. `bound` is the quick bound, with
 * its limits in worker->tables; it is lowered if the list gives less. Returns false if stopped or out of memory. */
bool comb_prove_search(struct comb_prove_worker *worker, const uint32_t *domains, unsigned positions, uint64_t *bound);
bool comb_prove_level_at(struct comb_prove_worker *worker, unsigned level);

/* Bounds worker->tables by passes; ends early below the target or when that is hopeless. Lowers `bound`, in points, if
 * it is higher. */
void comb_prove_quick_bound(uint64_t *bound, struct comb_prove_worker *worker);

/* Removes letters from the domains (by position) that the same tables rule out, after some more passes. Returns false
 * if no board is left. */
bool comb_prove_quick_letters(uint32_t *domains, struct comb_prove_worker *worker);

/* Builds the list of the child whose letters are worker->sets, for the search's level 0 (merge.c). Returns false if
 * memory is exhausted. */
bool comb_prove_merge(struct comb_prove_worker *worker, unsigned letter, const uint32_t *domains, unsigned positions);

/* Scores all boards that differ in one place, or one board (place = cells). */
bool comb_prove_leaf(struct comb_prove_worker *worker, unsigned place, uint32_t domain);

#endif
