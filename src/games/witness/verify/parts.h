/* Internal header of the verifier. line.c draws the line on the panel; then every region is checked by itself: its
 * contents (area.c), the verdict of the rule set (windmill.c, ttws.c, game.c; pieces: place.c), and if it is wrong,
 * the explanation for the player (explain.c). */
#ifndef COMB_WITNESS_VERIFY_PARTS_H
#define COMB_WITNESS_VERIFY_PARTS_H

#include "base/json.h"
#include "games/witness/verify/verify.h"

/* Bits of comb_witness_drawn.on_line. A line that starts or ends in the middle of an edge covers half of it: that
 * half counts for triangles and dots, and no piece may lie across it, but it does not separate the cells beside it. */
enum { COMB_WITNESS_ON_LINE = 1, COMB_WITNESS_ON_MIRROR = 2, COMB_WITNESS_HALF = 4 };

enum { COMB_WITNESS_NO_REGION = 0xffff };

/* A panel with a line on it. */
struct comb_witness_drawn {
    const struct comb_witness_panel *panel;
    struct comb_witness_rules rules;
    struct comb_job *job;   /* or NULL */
    json_t *violations;     /* or NULL: only the verdict is needed */
    struct comb_error *err; /* or NULL */
    bool *cancelled;        /* by place: records what is eliminated; or NULL */
    bool wrong;
    uint8_t on_line[COMB_WITNESS_MAX_PLACES]; /* nodes and edges, by place */
    uint16_t region[COMB_WITNESS_MAX_CELLS];  /* of each cell, or COMB_WITNESS_NO_REGION */
    unsigned regions;
    uint16_t track_region[COMB_WITNESS_MAX_PLACES]; /* if tracks join (rules.h): the region of every place */
};

/* A symbol in a cell of a region. */
struct comb_witness_symbol {
    const struct comb_witness_thing *thing;
    unsigned column, row;
    uint8_t colour; /* under the rule set; never none */
    bool wrong;     /* a triangle with a wrong number of sides on the line */
    unsigned sides; /* of a triangle, on the line */
};

/* One region and its contents. */
struct comb_witness_area {
    struct comb_witness_drawn *drawn;
    unsigned number;
    unsigned cells;
    struct comb_witness_symbol symbols[COMB_WITNESS_MAX_CELLS];
    unsigned symbol_count;
    unsigned dots; /* not covered by any line */
    unsigned wrong_triangles;
    unsigned eliminations;
    unsigned squares[COMB_WITNESS_COLOURS];
    unsigned stars[COMB_WITNESS_COLOURS];
    unsigned fixed[COMB_WITNESS_COLOURS];  /* right triangles */
    unsigned census[COMB_WITNESS_COLOURS]; /* all symbols */
    const struct comb_witness_thing *pieces[COMB_WITNESS_MAX_CELLS];
    unsigned piece_count;
};

static inline unsigned comb_witness_place_number(const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    return column + comb_witness_columns(panel) * row;
}

/* Brings a column into the panel if it is a pillar, from at most one turn away. */
static inline int comb_witness_verify_column(const struct comb_witness_panel *panel, int column)
{
    int columns = (int)comb_witness_columns(panel);
    return panel->pillar ? (column + columns) % columns : column;
}

/* Returns the region of the cell at a place; COMB_WITNESS_NO_REGION also off the board. */
unsigned comb_witness_verify_region_at(const struct comb_witness_drawn *drawn, int column, int row);

/* Checks the region with this cell, for the line in drawn->on_line, of which every place at the region is final.
 * COMB_NO: it breaks a rule. Not for rules where tracks join. */
int comb_witness_verify_region_alone(struct comb_witness_drawn *drawn, unsigned column, unsigned row);

/* The place onto which the panel's symmetry maps this one, by column and row; only with symmetry. */
void comb_witness_verify_mirrored(unsigned out[2], const struct comb_witness_panel *panel, const unsigned at[2]);

/* ---- tracks.c ---- */

/* Finds the regions if tracks join. */
void comb_witness_verify_find_track_regions(struct comb_witness_drawn *drawn);

/* ---- area.c ---- */

/* The colour that a symbol in a cell counts as; none: it does not count (squares and stars without a colour and, in
 * the game, pieces without a cell). */
unsigned comb_witness_verify_colour(const struct comb_witness_rules *rules, const struct comb_witness_thing *thing);

void comb_witness_verify_area_of(struct comb_witness_area *area, struct comb_witness_drawn *drawn, unsigned number);

/* Returns the one region that an uncovered dot touches; COMB_WITNESS_NO_REGION if there is none or more than one. */
unsigned comb_witness_verify_dot_region(const struct comb_witness_drawn *drawn, unsigned column, unsigned row);
bool comb_witness_verify_dot_is_open(const struct comb_witness_drawn *drawn, unsigned column, unsigned row);

unsigned comb_witness_verify_required_sides(const struct comb_witness_drawn *drawn,
                                            const struct comb_witness_thing *triangle);
unsigned comb_witness_verify_square_colours(const struct comb_witness_area *area);

/* Which of the pieces of an area are removed, by groups of equal ones: all choices with at most `max` pieces. */
struct comb_witness_choice {
    unsigned groups;
    unsigned max;
    unsigned removed_count; /* in total */
    unsigned size[COMB_WITNESS_MAX_CELLS];
    unsigned removed[COMB_WITNESS_MAX_CELLS];
    const struct comb_witness_symbol *sample[COMB_WITNESS_MAX_CELLS];
};

/* Choices start with nothing removed; next is false after the last. */
void comb_witness_verify_choice_of(struct comb_witness_choice *choice, const struct comb_witness_area *area,
                                   unsigned max);
bool comb_witness_verify_choice_next(struct comb_witness_choice *choice);
unsigned comb_witness_verify_choice_kept(const struct comb_witness_thing **kept,
                                         const struct comb_witness_choice *choice);

/* Records what is eliminated: the last `count` symbols of a kind and a colour (none: of any colour); the wrong dots
 * and triangles; the pieces of a choice. Of equal symbols the later ones go, in reading order. Does nothing unless
 * drawn.cancelled is given. */
void comb_witness_verify_cancel(const struct comb_witness_area *area, unsigned kind, unsigned colour, unsigned count);
void comb_witness_verify_cancel_errors(const struct comb_witness_area *area);
void comb_witness_verify_cancel_pieces(const struct comb_witness_area *area, const struct comb_witness_choice *choice);

/* ---- the rule sets: COMB_OK, COMB_NO or why there is no verdict ---- */

int comb_witness_verify_windmill_area(const struct comb_witness_area *area);
int comb_witness_verify_ttws_area(const struct comb_witness_area *area);
int comb_witness_verify_game_area(const struct comb_witness_area *area);

/* Returns whether these pieces fit an area under its rule set. */
int comb_witness_verify_windmill_fits(const struct comb_witness_area *area,
                                      const struct comb_witness_thing *const *pieces, unsigned count);
int comb_witness_verify_ttws_fits(const struct comb_witness_area *area, const struct comb_witness_thing *const *pieces,
                                  unsigned count);
int comb_witness_verify_game_fits(const struct comb_witness_area *area, const struct comb_witness_thing *const *pieces,
                                  unsigned count);

/* ---- place.c ---- */

/* Cells of the yellow and of the blue pieces. */
struct comb_witness_sums {
    unsigned yellow, blue;
    unsigned yellow_pieces, blue_pieces;
};

struct comb_witness_sums comb_witness_verify_sums_of(const struct comb_witness_thing *const *pieces, unsigned count);

struct comb_witness_placement_rules {
    bool fill;    /* yellow minus blue must be 1 on the region; otherwise 0 there too */
    bool bounded; /* pieces stay on the board */
    bool precise; /* edges count: see place.c */
};

/* Returns whether there is a placement. */
int comb_witness_verify_place_pieces(const struct comb_witness_area *area,
                                     const struct comb_witness_thing *const *pieces, unsigned count,
                                     const struct comb_witness_placement_rules *placing);

/* ---- explain.c ---- */

/* Reports what is wrong with a rejected region. */
int comb_witness_verify_explain_area(const struct comb_witness_area *area);

/* Adds a violation with the rule set; adds place and region if column >= 0 and region != COMB_WITNESS_NO_REGION. */
struct comb_witness_location {
    int column, row;
    unsigned region;
};

int comb_witness_verify_report(struct comb_witness_drawn *drawn, const char *rule,
                               struct comb_witness_location location, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
