/* Shared by the files of the generator. */
#ifndef COMB_HEXCELLS_MAKE_PARTS_H
#define COMB_HEXCELLS_MAKE_PARTS_H

#include "base/rng.h"
#include "base/vec.h"
#include "games/hexcells/hints/hint.h"
#include "games/hexcells/level/edit.h"

/* How likely hints are in the first level, from which hints are removed; percent. */
struct comb_hexcells_mix {
    unsigned marks;   /* of the numbers on black cells and lines: {n} or -n- */
    unsigned lines;   /* of the possible line hints */
    unsigned blue;    /* of the blue cells: a number */
    unsigned unknown; /* of the black cells: ? */
};

enum comb_hexcells_counter_use {
    COMB_HEXCELLS_COUNTER_ANY,
    COMB_HEXCELLS_COUNTER_NO,   /* solvable without it */
    COMB_HEXCELLS_COUNTER_LATE, /* needed, but only for the last third of the cells */
    COMB_HEXCELLS_COUNTER_OFTEN /* without it more than a third of the cells stays hidden */
};

/* A cell of the outline; its colour may be given. */
struct comb_hexcells_place {
    struct comb_point at;
    signed char colour; /* enum comb_hexcells_colour; unknown: chosen at random */
    unsigned orbit;     /* places that a symmetry exchanges have the same number and the same colour */
};

struct comb_hexcells_maker {
    struct comb_job *job;
    struct comb_rng rng;
    unsigned cells;
    const char *shape, *symmetry;
    const char *picture; /* NULL: none; owned by `text` */
    const char *letters; /* NULL: none */
    bool as_blue;        /* the picture gives the blue cells, not the outline */
    struct comb_buf text;
    struct comb_hexcells_mix mix;
    enum comb_hexcells_counter_use counter;
    enum comb_hexcells_grade target;
    unsigned tests; /* of levels, with the exact logic or with chains, in all attempts */
    struct COMB_VEC(struct comb_hexcells_place) outline;
};

static inline bool comb_hexcells_chance(struct comb_hexcells_maker *maker, double probability)
{
    return comb_rng_unit(&maker->rng) < probability;
}

/* Such tests take longer with more cells; their number keeps the whole search within some seconds. */
static inline bool comb_hexcells_out_of_tests(const struct comb_hexcells_maker *maker)
{
    double cells = (double)maker->outline.count;
    return maker->tests * cells * cells > 18e6;
}

/* Fills in the outline: a shape, letters, or a picture; then the orbits of the symmetry (outline.c, picture.c). */
int comb_hexcells_make_outline(struct comb_hexcells_maker *maker, struct comb_error *err);
int comb_hexcells_picture_outline(struct comb_hexcells_maker *maker, struct comb_error *err);
bool comb_hexcells_outline_add(struct comb_hexcells_maker *maker, struct comb_point at, signed char colour);
int comb_hexcells_outline_find(const struct comb_hexcells_maker *maker, struct comb_point at); /* -1: none */
int comb_hexcells_steps_apart(struct comb_point a, struct comb_point b);

/* A level with every hint of the mix, not fair yet (fill.c); its title (names.c). */
int comb_hexcells_full_level(struct comb_hexcells_level **out, struct comb_hexcells_maker *maker,
                             struct comb_error *err);
const char *comb_hexcells_level_name(struct comb_arena *arena, struct comb_rng *rng);

/* Uncovers cells until the level is fair, then removes hints until it has the grade (reduce.c). *out is NULL if no
 * level was found; otherwise it is fair. */
int comb_hexcells_reduce(struct comb_hexcells_level **out, enum comb_hexcells_grade *grade,
                         struct comb_hexcells_level *full, struct comb_hexcells_maker *maker, struct comb_error *err);

#endif
