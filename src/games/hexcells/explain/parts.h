/* Shared by the files that search arguments. */
#ifndef COMB_HEXCELLS_EXPLAIN_PARTS_H
#define COMB_HEXCELLS_EXPLAIN_PARTS_H

#include "base/vec.h"
#include "games/hexcells/explain/explain.h"
#include "games/hexcells/logic/parts.h"

/* ---- the state of the board (state.c) ---- */

enum comb_hexcells_kind { COMB_HEXCELLS_RING, COMB_HEXCELLS_LINE, COMB_HEXCELLS_FLOWER };

/* A visible hint. */
struct comb_hexcells_item {
    struct comb_hexcells_clue clue;
    enum comb_hexcells_kind kind;
    long need;            /* blue cells that it still lacks */
    unsigned open;        /* its hidden cells */
    unsigned version;     /* grows with every cell that becomes known */
    unsigned idle;        /* version + 1 at which it decided nothing by itself */
    unsigned balanced[2]; /* the time when no sum of three, of four hints from here on decided anything; 0 = never */
    unsigned changed_at;  /* the state's time of the last change */
};

struct comb_hexcells_use {
    unsigned item;
    struct comb_hexcells_use *next;
};

/* Colours and hints, with what each hint lacks. Colours can be assumed and taken back. */
struct comb_hexcells_state {
    const struct comb_hexcells_level *level;
    struct comb_job *job;
    struct comb_arena arena;
    signed char *known;
    long left;       /* hidden blue cells; -1 without a counter */
    unsigned hidden; /* hidden cells */
    unsigned time;   /* number of changes that were not assumptions */
    struct COMB_VEC(struct comb_hexcells_item) items;
    struct comb_hexcells_use **uses; /* by cell: the hints that count it */
    struct COMB_VEC(unsigned) trail; /* cells in the order in which they became known */
    unsigned *shared;                /* scratch by item; all 0 between calls */
    int *weight;                     /* scratch by cell; all 0 between calls */
    struct COMB_VEC(unsigned char) can, can_other;
    struct COMB_VEC(unsigned) inside;
    struct COMB_VEC(unsigned) tested; /* by pair of items: sum of versions + 1 when the pair decided nothing */
    size_t tested_side;               /* number of items that `tested` has room for */
    bool failed;                      /* memory is exhausted */
};

bool comb_hexcells_state_open(struct comb_hexcells_state *state, const struct comb_hexcells_level *level,
                              struct comb_job *job);
void comb_hexcells_state_free(struct comb_hexcells_state *state);

/* Uncovers a cell for good; a hint that appears joins the state. */
void comb_hexcells_state_uncover(struct comb_hexcells_state *state, unsigned cell, signed char colour);

/* Assumes a colour; undo takes all assumptions beyond a length of the trail back. */
void comb_hexcells_state_assume(struct comb_hexcells_state *state, unsigned cell, signed char colour);
void comb_hexcells_state_undo(struct comb_hexcells_state *state, size_t trail);

static inline bool comb_hexcells_is_hidden(const struct comb_hexcells_state *state, unsigned cell)
{
    return cell != COMB_HEXCELLS_GAP && state->known[cell] == COMB_HEXCELLS_UNKNOWN;
}

/* ---- what a search found ---- */

struct comb_hexcells_found {
    enum comb_hexcells_pattern pattern;
    double cost; /* COMB_HEXCELLS_NO_COST: nothing */
    bool with_counter;
    struct COMB_VEC(unsigned) items; /* indices, without the counter */
    struct COMB_VEC(signed char) signs;
    signed char counter_sign;
    struct COMB_VEC(unsigned) cells;
    struct COMB_VEC(signed char) colours;
    /* suppose only */
    const struct comb_hexcells_conclusion *links;
    size_t link_count;
};

#define COMB_HEXCELLS_NO_COST 1e9

void comb_hexcells_found_clear(struct comb_hexcells_found *found);
void comb_hexcells_found_free(struct comb_hexcells_found *found);
void comb_hexcells_found_cell(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned cell,
                              signed char colour);
void comb_hexcells_found_item(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned item,
                              int sign);

/* Keeps the better one in `best`: lower cost, then more cells. */
void comb_hexcells_found_keep(struct comb_hexcells_found *best, struct comb_hexcells_found *candidate);

/* Copies to the arena; ids and cells become ascending. False if memory is exhausted. */
bool comb_hexcells_found_copy(struct comb_hexcells_conclusion *out, const struct comb_hexcells_state *state,
                              const struct comb_hexcells_found *found, struct comb_arena *arena);

/* ---- searches: each keeps in `best` what is easier than it ---- */

/* Whether one hint decides cells: 1 yes, 0 no, -1 it cannot be satisfied. Replaces `found`. */
int comb_hexcells_find_in_item(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned item);
/* The same for the counter alone. */
int comb_hexcells_find_in_counter(struct comb_hexcells_state *state, struct comb_hexcells_found *found);
void comb_hexcells_find_single(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                               struct comb_hexcells_found *scratch);

/* Pairs of hints. `assumed`: only those with a hint that counts a cell of the trail from `from` on. */
void comb_hexcells_find_pair(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                             struct comb_hexcells_found *scratch);
void comb_hexcells_find_pair_near(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                                  struct comb_hexcells_found *scratch, size_t from);

void comb_hexcells_find_cover(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                              struct comb_hexcells_found *scratch, unsigned max_items, unsigned nodes);
void comb_hexcells_find_twice(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                              struct comb_hexcells_found *scratch);
void comb_hexcells_find_balance(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                                struct comb_hexcells_found *scratch, unsigned max_items);

/* Refutes the other colour of the cells that `proved` decides. The links are in the arena. `deep`: links may use pairs
 * of hints and covers of the counter. */
void comb_hexcells_find_suppose(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                                struct comb_hexcells_found *scratch, const signed char *proved, bool deep,
                                struct comb_arena *arena);

#endif
