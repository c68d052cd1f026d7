/* What the files of the verifier share. A line is first drawn on the panel (verify_line.c), then every region is looked
 * at by itself: what lies in it (verify_area.c), whether the rule set takes it (verify_windmill.c, verify_ttws.c,
 * verify_game.c; pieces: verify_place.c), and if not, what to tell the player (verify_words.c). */
#ifndef COMB_WITNESS_VERIFY_PARTS_H
#define COMB_WITNESS_VERIFY_PARTS_H

#include "base/json.h"
#include "games/witness/verify.h"

/* Bits of comb_witness_drawn.on_line. */
enum { COMB_WITNESS_ON_LINE = 1, COMB_WITNESS_ON_MIRROR = 2 };

enum { COMB_WITNESS_NO_REGION = 0xffff };

/* A panel with a line on it. */
struct comb_witness_drawn {
    const struct comb_witness_panel *panel;
    struct comb_witness_rules rules;
    struct comb_job *job;   /* or NULL */
    json_t *violations;     /* or NULL: only the verdict is wanted */
    struct comb_error *err; /* or NULL */
    bool *cancelled;        /* by place: what the Ys take away is written down here; or NULL: nobody asks */
    bool wrong;
    uint8_t on_line[COMB_WITNESS_MOST_PLACES]; /* nodes and edges, by place */
    uint16_t region[COMB_WITNESS_MOST_CELLS];  /* of each cell, or COMB_WITNESS_NO_REGION */
    unsigned regions;
    uint16_t ground[COMB_WITNESS_MOST_PLACES]; /* where tracks join (rules.h): the region of every place */
};

/* A symbol in a cell of a region. */
struct comb_witness_symbol {
    const struct comb_witness_thing *thing;
    unsigned column, row;
    uint8_t color;  /* that it has under the rule set, never none */
    bool wrong;     /* a triangle with another number of sides on the line */
    unsigned sides; /* of a triangle, on the line */
};

/* One region and what it holds. */
struct comb_witness_area {
    struct comb_witness_drawn *drawn;
    unsigned number;
    unsigned cells;
    struct comb_witness_symbol symbols[COMB_WITNESS_MOST_CELLS];
    unsigned symbol_count;
    unsigned dots; /* that no line covers */
    unsigned wrong_triangles;
    unsigned eliminations;
    unsigned squares[COMB_WITNESS_COLORS];
    unsigned stars[COMB_WITNESS_COLORS];
    unsigned fixed[COMB_WITNESS_COLORS];  /* right triangles */
    unsigned census[COMB_WITNESS_COLORS]; /* all symbols */
    const struct comb_witness_thing *pieces[COMB_WITNESS_MOST_CELLS];
    unsigned piece_count;
};

static inline unsigned comb_witness_place_number(const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    return column + comb_witness_columns(panel) * row;
}

/* The region of the cell at a place, COMB_WITNESS_NO_REGION also off the board. */
unsigned comb_witness_verify_region_at(const struct comb_witness_drawn *drawn, int column, int row);

/* ---- verify_ground.c ---- */

/* Regions where tracks join. */
void comb_witness_verify_find_ground(struct comb_witness_drawn *drawn);

/* ---- verify_area.c ---- */

void comb_witness_verify_area_of(struct comb_witness_area *area, struct comb_witness_drawn *drawn, unsigned number);

/* The one region that an uncovered dot touches; COMB_WITNESS_NO_REGION when there is none or more than one. */
unsigned comb_witness_verify_dot_region(const struct comb_witness_drawn *drawn, unsigned column, unsigned row);
bool comb_witness_verify_dot_is_open(const struct comb_witness_drawn *drawn, unsigned column, unsigned row);

unsigned comb_witness_verify_wanted_sides(const struct comb_witness_drawn *drawn,
                                          const struct comb_witness_thing *triangle);
unsigned comb_witness_verify_square_colors(const struct comb_witness_area *area);

/* Which of the pieces of an area are taken away, by groups of equal ones: all choices with at most `most` pieces. */
struct comb_witness_choice {
    unsigned groups;
    unsigned most;
    unsigned taken; /* in all */
    unsigned size[COMB_WITNESS_MOST_CELLS];
    unsigned take[COMB_WITNESS_MOST_CELLS];
    const struct comb_witness_symbol *sample[COMB_WITNESS_MOST_CELLS];
};

/* Choices start with nothing taken; next is false after the last. */
void comb_witness_verify_choice_of(struct comb_witness_choice *choice, const struct comb_witness_area *area,
                                   unsigned most);
bool comb_witness_verify_choice_next(struct comb_witness_choice *choice);
unsigned comb_witness_verify_choice_kept(const struct comb_witness_thing **kept,
                                         const struct comb_witness_choice *choice);

/* Writes down what goes: the last `count` symbols of a kind and a colour, of any colour where it is none; the dots and
 * triangles that are wrong; the pieces of a choice. Of equal symbols the later ones go, in reading order. Only where
 * drawn.cancelled is given. */
void comb_witness_verify_cancel(const struct comb_witness_area *area, unsigned kind, unsigned color, unsigned count);
void comb_witness_verify_cancel_errors(const struct comb_witness_area *area);
void comb_witness_verify_cancel_pieces(const struct comb_witness_area *area, const struct comb_witness_choice *choice);

/* ---- the rule sets: COMB_OK, COMB_NO or why there is no verdict ---- */

int comb_witness_verify_windmill_area(const struct comb_witness_area *area);
int comb_witness_verify_ttws_area(const struct comb_witness_area *area);
int comb_witness_verify_game_area(const struct comb_witness_area *area);

/* Whether these pieces fit an area under its rule set. */
int comb_witness_verify_windmill_fits(const struct comb_witness_area *area,
                                      const struct comb_witness_thing *const *pieces, unsigned count);
int comb_witness_verify_ttws_fits(const struct comb_witness_area *area, const struct comb_witness_thing *const *pieces,
                                  unsigned count);
int comb_witness_verify_game_fits(const struct comb_witness_area *area, const struct comb_witness_thing *const *pieces,
                                  unsigned count);

/* ---- verify_place.c ---- */

/* Cells of the yellow and of the blue pieces. */
struct comb_witness_sums {
    unsigned yellow, blue;
    unsigned yellow_pieces, blue_pieces;
};

struct comb_witness_sums comb_witness_verify_sums_of(const struct comb_witness_thing *const *pieces, unsigned count);

struct comb_witness_placing {
    bool fill;    /* yellow less blue is to be 1 on the region, else 0 there too */
    bool bounded; /* pieces stay on the board */
    bool precise; /* edges count: see verify_place.c */
};

/* Whether there is a placement. */
int comb_witness_verify_place_pieces(const struct comb_witness_area *area,
                                     const struct comb_witness_thing *const *pieces, unsigned count,
                                     const struct comb_witness_placing *placing);

/* ---- verify_words.c ---- */

/* Says what is wrong with a region that was found wrong. */
int comb_witness_verify_explain_area(const struct comb_witness_area *area);

json_t *comb_witness_verify_pair(struct comb_json *build, unsigned x, unsigned y); /* [x, y] */

/* A violation with the rule set; place and region are given where column >= 0 and region != COMB_WITNESS_NO_REGION. */
struct comb_witness_where {
    int column, row;
    unsigned region;
};

int comb_witness_verify_report(struct comb_witness_drawn *drawn, const char *rule, struct comb_witness_where spot,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
