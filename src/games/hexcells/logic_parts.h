/* What the files of the logic share; nobody else includes this, tests apart. */
#ifndef COMB_GAMES_HEXCELLS_LOGIC_PARTS_H
#define COMB_GAMES_HEXCELLS_LOGIC_PARTS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include "engine/sat.h"
#include "games/hexcells/logic.h"

/* ---- one clue (logic_clue.c) ---- */

#define COMB_HEXCELLS_CAN_BE_BLACK 1
#define COMB_HEXCELLS_CAN_BE_BLUE 2

/* In `can`, by place in the clue: the colours each member has in the patterns that fit the colours so far (0 for gaps).
 * Exact. `inside` is scratch; both have room for clue->size. False when no pattern fits. A line must have no gaps. */
bool comb_hexcells_clue_options(unsigned char *can, unsigned *inside, const struct comb_hexcells_clue *clue,
                                const signed char *colours);

/* Does a full colouring satisfy the clue? */
bool comb_hexcells_clue_holds(const struct comb_hexcells_clue *clue, const signed char *colours);

/* Do the blue cells of any count fitting the clue satisfy its mark? Then the order of the cells does not matter. */
bool comb_hexcells_clue_is_plain(const struct comb_hexcells_clue *clue);

/* The runs a {n} may be: by number of the place where they start. */
unsigned comb_hexcells_clue_windows(const struct comb_hexcells_clue *clue);
bool comb_hexcells_window_fits(const struct comb_hexcells_clue *clue, const signed char *colours, unsigned window);
static inline bool comb_hexcells_in_window(const struct comb_hexcells_clue *clue, unsigned window, unsigned place)
{
    return (place + clue->size - window) % clue->size < clue->count;
}

/* ---- clues as clauses (logic_encode.c) ---- */

struct comb_hexcells_scratch {
    struct COMB_VEC(int) literals;
    struct COMB_VEC(unsigned) windows;
};

static inline int comb_hexcells_literal(unsigned cell)
{
    return (int)cell + 1; /* the first variables of every solver are the cells */
}

/* Under the solver's guard. Members whose colour is given count as that. False when memory is exhausted. */
bool comb_hexcells_encode(struct comb_sat *sat, struct comb_hexcells_scratch *scratch,
                          const struct comb_hexcells_clue *clue, const signed char *colours);

/* ---- the board (logic.c) ---- */

#define COMB_HEXCELLS_CELLS_MOST 1000000u

struct comb_hexcells_link {
    unsigned clue;
    struct comb_hexcells_link *next; /* of the same cell */
};

struct comb_hexcells_logic {
    struct comb_job *job;
    int stopped; /* what the job said when it asked to stop */
    struct comb_arena arena;
    unsigned cells;
    signed char *known;  /* what the player sees */
    signed char *proved; /* and what follows */
    long total;          /* blue cells of the whole board; -1 = not given */
    long proved_blue;
    unsigned unproved;
    bool contradiction;

    struct COMB_VEC(struct comb_hexcells_clue) clues; /* cells in the arena; lines without gaps */
    struct comb_hexcells_link **clues_of;             /* by cell, the newest first */

    struct COMB_VEC(unsigned) queue; /* clues to look at again */
    struct COMB_VEC(bool) queued;
    struct COMB_VEC(unsigned char) can;
    struct COMB_VEC(unsigned) inside;
    struct comb_hexcells_scratch scratch;

    struct comb_hexcells_search *search;   /* logic_forced.c; NULL until needed */
    struct comb_hexcells_reasons *reasons; /* reasons.c; NULL until needed */
    struct comb_hexcells_effort effort;
};

/* Marks a colour as proved and lets the clues around it know. False when memory is exhausted. */
bool comb_hexcells_prove(struct comb_hexcells_logic *logic, unsigned cell, signed char colour);

/* One clue at a time, and the counter, until nothing new follows. Sets logic->contradiction. */
int comb_hexcells_propagate(struct comb_hexcells_logic *logic, struct comb_error *err);

/* Brings logic->proved up to all that follows from what is shown (logic_forced.c). */
int comb_hexcells_find_forced(struct comb_hexcells_logic *logic, struct comb_error *err);

/* Makes the solver stop when the job does. */
void comb_hexcells_watch_job(struct comb_sat *sat, struct comb_hexcells_logic *logic);
int comb_hexcells_no_answer(struct comb_hexcells_logic *logic, enum comb_sat_answer answer, struct comb_error *err);
int comb_hexcells_contradicts(struct comb_error *err);

void comb_hexcells_search_free(struct comb_hexcells_search *search);
void comb_hexcells_reasons_free(struct comb_hexcells_reasons *reasons);

/* ---- the counter (logic_counter.c) ---- */

/* The counter, less clues that have no open cell in common: blue cells = sum of those clues + `outside` among the rest.
 *
 *      +-------+  +-----+
 *      | clue  |  | clue|   touched touched          loose loose loose
 *      +-------+  +-----+   (in other clues)         (in no clue)
 *
 * The loose cells are interchangeable, so that all a solver must know is: outside - loose <= touched <= outside. */
struct comb_hexcells_remainder {
    struct COMB_VEC(unsigned) clues;
    struct COMB_VEC(unsigned) touched;
    struct COMB_VEC(unsigned) loose;
    long outside;
};

/* `by_reach` takes the clues with most open cells first, else those that meet the fewest others. `colours`: what counts
 * as given. `on`, by clue: those that exist; NULL = all. False when memory is exhausted. */
bool comb_hexcells_remainder_find(struct comb_hexcells_remainder *out, const struct comb_hexcells_logic *logic,
                                  const signed char *colours, const bool *on, bool by_reach);
void comb_hexcells_remainder_free(struct comb_hexcells_remainder *remainder);

#endif
