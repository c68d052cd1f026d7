/* Internal header of the panel generator. */
#ifndef COMB_WITNESS_MAKE_PARTS_H
#define COMB_WITNESS_MAKE_PARTS_H

#include "base/rng.h"
#include "games/witness/search/search.h"

/* Kinds of symbols that can be requested, in the order of placing: the most constrained come first. */
enum comb_witness_request {
    COMB_WITNESS_REQUEST_BLUE,
    COMB_WITNESS_REQUEST_POLYOMINOES,
    COMB_WITNESS_REQUEST_TRIANGLES,
    COMB_WITNESS_REQUEST_SQUARES,
    COMB_WITNESS_REQUEST_STARS,
    COMB_WITNESS_REQUEST_ELIMINATIONS,
    COMB_WITNESS_REQUEST_DOTS,
    COMB_WITNESS_REQUESTS
};

struct comb_witness_maker {
    struct comb_job *job;
    struct comb_rng rng;
    struct comb_witness_rules rules;
    unsigned width, height;
    bool pillar;
    enum comb_witness_symmetry symmetry;
    unsigned starts, ends;
    int gaps;                            /* -1: a few, random */
    int grade;                           /* enum comb_witness_grade; -1: any */
    int requests[COMB_WITNESS_REQUESTS]; /* symbols of each kind */
    bool exact;                          /* some requests had a number: fewer are not accepted */
    bool named;                          /* the user chose the kinds: no others are added */
    bool counted[COMB_WITNESS_REQUESTS]; /* this request had a number: more are not accepted either */
    bool unique;                         /* only one solution */
    uint8_t palette[COMB_WITNESS_COLOURS];
    unsigned colours;

    /* the panel under construction */
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_line line;
    bool used[COMB_WITNESS_MAX_EDGES];    /* by the line or by its mirror image */
    bool visited[COMB_WITNESS_MAX_NODES]; /* the same */
    uint16_t region[COMB_WITNESS_MAX_CELLS];
    unsigned regions;
    uint8_t region_colour[COMB_WITNESS_MAX_CELLS]; /* of its squares; none until there are some */
    bool region_pieces[COMB_WITNESS_MAX_CELLS];    /* filled by pieces */
};

/* ---- make.c ---- */

/* A panel described by a program: exactly these symbols. */
struct comb_witness_recipe {
    uint64_t seed;
    struct comb_witness_rules rules;
    unsigned width, height, colours;
    bool pillar;
    enum comb_witness_symmetry symmetry;
    int gaps;
    int requests[COMB_WITNESS_REQUESTS];
    bool any; /* random symbols; the panel may have no solution */
};

/* COMB_NO with *panel NULL: the symbols did not fit. */
int comb_witness_make_recipe(struct comb_witness_panel **panel, const struct comb_witness_recipe *recipe,
                             struct comb_job *job, struct comb_error *err);

unsigned comb_witness_random_below(struct comb_witness_maker *maker, unsigned below);
bool comb_witness_random_bool(struct comb_witness_maker *maker, double probability);

/* ---- line.c ---- */

/* Creates a panel with starts and ends, a line from a start to an end, and its regions. COMB_NO if no line was
 * found. */
int comb_witness_make_line(struct comb_witness_maker *maker, struct comb_error *err);
void comb_witness_make_drop(struct comb_witness_maker *maker); /* the panel under construction */

/* COMB_OK if the line solves the current panel, according to the verifier; the same for any line. */
int comb_witness_make_check_line(const struct comb_witness_maker *maker, const struct comb_witness_line *line,
                                 struct comb_error *err);
int comb_witness_make_check(struct comb_witness_maker *maker, struct comb_error *err);

/* ---- symbols.c ---- */

/* Places the requested symbols so that the line solves the panel. COMB_NO if some did not fit. If
 * comb_witness_make_unique follows, leaves it the kinds that exclude other solutions and have a number: it knows
 * better where to put them. */
int comb_witness_make_symbols(struct comb_witness_maker *maker, struct comb_error *err);

/* Places the symbols left out above, up to the requested number. */
int comb_witness_make_rest(struct comb_witness_maker *maker, struct comb_error *err);

/* Adds the missing gaps on edges that no line uses. */
int comb_witness_make_gaps(struct comb_witness_maker *maker);

unsigned comb_witness_make_count_kind(const struct comb_witness_maker *maker, enum comb_witness_kind kind);

/* Places the requested symbols at random, regardless of the line. */
int comb_witness_make_random_symbols(struct comb_witness_maker *maker, struct comb_error *err);

/* Proposes a square, a star or triangles for a random empty cell, as our line permits. */
struct comb_witness_thing comb_witness_make_propose(struct comb_witness_maker *maker, unsigned cell,
                                                    enum comb_witness_request request);

/* Returns whether the panel has exactly the requested number of every kind with a number and, if the user chose the
 * kinds, no other kind. */
bool comb_witness_make_is_exact(const struct comb_witness_maker *maker);

/* Puts a thing on an empty place if the line still solves the panel: COMB_OK, COMB_NO, or an error. */
int comb_witness_make_try(struct comb_witness_maker *maker, unsigned column, unsigned row,
                          struct comb_witness_thing thing, struct comb_error *err);

/* Counts the sides of a cell that are on a line. */
unsigned comb_witness_make_sides(const struct comb_witness_maker *maker, unsigned cell);

void comb_witness_edge_place(unsigned *column, unsigned *row, const struct comb_witness_graph *graph, unsigned edge);

/* ---- pieces.c ---- */

/* Fills a region with up to *left pieces and subtracts the number placed from *left. With `blue` one of them is a
 * blue piece, which subtracts what the yellow ones cover outside. */
int comb_witness_make_pieces(struct comb_witness_maker *maker, int *left, bool blue, struct comb_error *err);

/* Makes a random connected piece, for panels without a guaranteed solution. */
void comb_witness_random_piece(struct comb_witness_maker *maker, struct comb_witness_shape *shape);

/* ---- unique.c ---- */

/* Adds symbols, and gaps if nothing else helps, within the request, until the line is the only solution of the panel.
 * Then removes what is not needed for that, unless it was requested. COMB_NO if that failed. */
int comb_witness_make_unique(struct comb_witness_maker *maker, struct comb_error *err);

#endif
