/* Shared by the files of the logic; included elsewhere only by tests and benchmarks. */
#ifndef COMB_HEXCELLS_LOGIC_PARTS_H
#define COMB_HEXCELLS_LOGIC_PARTS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include "engine/sat/sat.h"
#include "games/hexcells/logic/logic.h"

/* ---- one clue (clue.c) ---- */

#define COMB_HEXCELLS_CAN_BE_BLACK 1
#define COMB_HEXCELLS_CAN_BE_BLUE 2

/* Computes exactly which colours each member has in the patterns that agree with `colours`, into `can` by place in the
 * clue (0 for gaps). `inside` is scratch; both have room for clue->size. False if no pattern fits. A line must have no
 * gaps. */
bool comb_hexcells_clue_options(unsigned char *can, unsigned *inside, const struct comb_hexcells_clue *clue,
                                const signed char *colours);

/* Whether a full colouring satisfies the clue. */
bool comb_hexcells_clue_holds(const struct comb_hexcells_clue *clue, const signed char *colours);

/* Whether every arrangement with the right count satisfies the clue, so that its cells are interchangeable. */
bool comb_hexcells_clue_is_plain(const struct comb_hexcells_clue *clue);

/* The runs that {n} allows, numbered by the place where they start. */
unsigned comb_hexcells_clue_windows(const struct comb_hexcells_clue *clue);
bool comb_hexcells_window_fits(const struct comb_hexcells_clue *clue, const signed char *colours, unsigned window);
static inline bool comb_hexcells_in_window(const struct comb_hexcells_clue *clue, unsigned window, unsigned place)
{
    return (place + clue->size - window) % clue->size < clue->count;
}

/* ---- clues as clauses (encode.c) ---- */

struct comb_hexcells_scratch {
    struct COMB_VEC(int) literals;
    struct COMB_VEC(unsigned) windows;
};

static inline int comb_hexcells_literal(unsigned cell)
{
    return (int)cell + 1; /* the cells are the first variables of every solver */
}

/* Adds the clauses of a clue, under the solver's guard. Members with a colour count as that colour. False if memory is
 * exhausted. */
bool comb_hexcells_encode(struct comb_sat *sat, struct comb_hexcells_scratch *scratch,
                          const struct comb_hexcells_clue *clue, const signed char *colours);

/* ---- the board (logic.c) ---- */

#define COMB_HEXCELLS_MAX_CELLS 1000000u

struct comb_hexcells_link {
    unsigned clue;
    struct comb_hexcells_link *next; /* of the same cell */
};

struct comb_hexcells_logic {
    struct comb_job *job;
    int stopped; /* why the job stopped */
    struct comb_arena arena;
    unsigned cells;
    signed char *known;  /* visible to the player */
    signed char *proved; /* known or deduced */
    long total;          /* blue cells of the whole board; -1 = not given */
    long proved_blue;
    unsigned unproved;
    bool contradiction;

    struct COMB_VEC(struct comb_hexcells_clue) clues; /* cell arrays are in the arena; lines have no gaps */
    struct comb_hexcells_link **clues_of;             /* by cell, newest first */

    struct COMB_VEC(unsigned) queue; /* clues to be checked again */
    struct COMB_VEC(bool) queued;
    struct COMB_VEC(unsigned char) can;
    struct COMB_VEC(unsigned) inside;
    struct comb_hexcells_scratch scratch;

    struct comb_hexcells_search *search;   /* forced.c; NULL until needed */
    struct comb_hexcells_reasons *reasons; /* reasons/reasons.c; NULL until needed */
    struct comb_hexcells_effort effort;
};

/* Marks a colour as proved and queues the clues of the cell. False if memory is exhausted. */
bool comb_hexcells_prove(struct comb_hexcells_logic *logic, unsigned cell, signed char colour);

/* Applies single clues and the counter until nothing new follows. Sets logic->contradiction. */
int comb_hexcells_propagate(struct comb_hexcells_logic *logic, struct comb_error *err);

/* Extends logic->proved to all cells that follow from the visible clues (forced.c). */
int comb_hexcells_find_forced(struct comb_hexcells_logic *logic, struct comb_error *err);

/* Makes the solver stop with the job. */
void comb_hexcells_connect_job(struct comb_sat *sat, struct comb_hexcells_logic *logic);
int comb_hexcells_solver_failed(struct comb_hexcells_logic *logic, enum comb_sat_answer answer, struct comb_error *err);
int comb_hexcells_fail_contradiction(struct comb_error *err);

void comb_hexcells_search_free(struct comb_hexcells_search *search);
void comb_hexcells_reasons_free(struct comb_hexcells_reasons *reasons);

/* ---- the counter (counter.c) ---- */

/* The counter minus clues that share no open cell: blue cells = sum of those clues + `outside` among the rest.
 *
 *      +-------+  +-----+
 *      | clue  |  | clue|   touched touched          loose loose loose
 *      +-------+  +-----+   (in other clues)         (in no clue)
 *
 * The loose cells are interchangeable, so a solver only needs: outside - loose <= blue touched cells <= outside. */
struct comb_hexcells_remainder {
    struct COMB_VEC(unsigned) clues;
    struct COMB_VEC(unsigned) touched;
    struct COMB_VEC(unsigned) loose;
    long outside;
};

/* Selects the clues: with `largest_first` those with most open cells first, otherwise those that overlap the fewest
 * others. `colours`: the given colours. `on`, by clue: which clues exist; NULL = all. False if memory is exhausted. */
bool comb_hexcells_remainder_find(struct comb_hexcells_remainder *out, const struct comb_hexcells_logic *logic,
                                  const signed char *colours, const bool *on, bool largest_first);
void comb_hexcells_remainder_free(struct comb_hexcells_remainder *remainder);

#endif
