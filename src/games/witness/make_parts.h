/* What the files that make panels share. */
#ifndef COMB_WITNESS_MAKE_PARTS_H
#define COMB_WITNESS_MAKE_PARTS_H

#include "base/rng.h"
#include "games/witness/search.h"

/* What may be asked for. The order is that of placing: what is choosy comes first. */
enum comb_witness_wish {
    COMB_WITNESS_WISH_BLUE,
    COMB_WITNESS_WISH_POLYOMINOES,
    COMB_WITNESS_WISH_TRIANGLES,
    COMB_WITNESS_WISH_SQUARES,
    COMB_WITNESS_WISH_STARS,
    COMB_WITNESS_WISH_ELIMINATIONS,
    COMB_WITNESS_WISH_DOTS,
    COMB_WITNESS_WISHES
};

struct comb_witness_maker {
    struct comb_job *job;
    struct comb_rng rng;
    struct comb_witness_rules rules;
    unsigned width, height;
    enum comb_witness_symmetry symmetry;
    unsigned starts, ends;
    int gaps;                          /* -1: a few by chance */
    int wishes[COMB_WITNESS_WISHES];   /* symbols of each kind */
    bool exact;                        /* some wishes were numbers: fewer will not do */
    bool named;                        /* the wishes were asked for: no other kinds */
    bool counted[COMB_WITNESS_WISHES]; /* this wish was a number: more will not do either */
    bool unique;                       /* one line only */
    uint8_t palette[COMB_WITNESS_COLORS];
    unsigned colors;

    /* the panel under way */
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_line line;
    bool used[COMB_WITNESS_MOST_EDGES];    /* by the line or by its mirror image */
    bool visited[COMB_WITNESS_MOST_NODES]; /* the same */
    uint16_t region[COMB_WITNESS_MOST_CELLS];
    unsigned regions;
    uint8_t region_color[COMB_WITNESS_MOST_CELLS]; /* of its squares; none until there are some */
    bool region_pieces[COMB_WITNESS_MOST_CELLS];   /* pieces fill it */
};

unsigned comb_witness_pick(struct comb_witness_maker *maker, unsigned below);
bool comb_witness_chance(struct comb_witness_maker *maker, double share);

/* ---- make_line.c ---- */

/* A new panel with starts and ends, a line from a start to an end, and its regions. COMB_NO when no line was found. */
int comb_witness_make_line(struct comb_witness_maker *maker, struct comb_error *err);
void comb_witness_make_drop(struct comb_witness_maker *maker); /* the panel under way */

/* COMB_OK when the line solves the panel as it is now, by the verifier. */
int comb_witness_make_check(struct comb_witness_maker *maker, struct comb_error *err);

/* ---- make_symbols.c ---- */

/* Places what was wished for so that the line solves the panel. COMB_NO when not all of it found a place. What takes
 * other lines away and has a number is left for comb_witness_make_unique, if that follows: it knows better where. */
int comb_witness_make_symbols(struct comb_witness_maker *maker, struct comb_error *err);

/* What was left, as far as there is still room for it in the number. */
int comb_witness_make_rest(struct comb_witness_maker *maker, struct comb_error *err);

/* Gaps where no line goes, as many as are missing. */
int comb_witness_make_gaps(struct comb_witness_maker *maker);

unsigned comb_witness_make_standing(const struct comb_witness_maker *maker, enum comb_witness_kind kind);

/* The same by chance, whatever the line. */
int comb_witness_make_any(struct comb_witness_maker *maker, struct comb_error *err);

/* Puts a thing on an empty place if the line still solves the panel: COMB_OK, COMB_NO, or an error. */
int comb_witness_make_try(struct comb_witness_maker *maker, unsigned column, unsigned row,
                          struct comb_witness_thing thing, struct comb_error *err);

/* Sides of a cell that are on a line. */
unsigned comb_witness_make_sides(const struct comb_witness_maker *maker, unsigned cell);

void comb_witness_edge_place(unsigned *column, unsigned *row, const struct comb_witness_graph *graph, unsigned edge);

/* ---- make_pieces.c ---- */

/* Fills a region with up to *left pieces, and takes from *left those that were placed. With `blue` one blue piece is
 * among them, that takes away what the yellow ones cover outside. */
int comb_witness_make_pieces(struct comb_witness_maker *maker, int *left, bool blue, struct comb_error *err);

/* A connected piece by chance, for panels without a promise. */
void comb_witness_random_piece(struct comb_witness_maker *maker, struct comb_witness_shape *shape);

/* ---- make_unique.c ---- */

/* Adds dots, triangles, gaps, of those that were asked for as many, until the line is the only one that solves the
 * panel. COMB_NO when that did not come about. */
int comb_witness_make_unique(struct comb_witness_maker *maker, struct comb_error *err);

#endif
