/* What the files of the search share: the board as the walk sees it, the state of knowledge about a line that is partly
 * drawn, and the walker, one per thread. Nothing here is meant for others; the entrance is search.h. */
#ifndef COMB_WITNESS_SEARCH_PARTS_H
#define COMB_WITNESS_SEARCH_PARTS_H

#include "base/bitset.h"
#include "base/rng.h"
#include "games/witness/open_region.h"
#include "games/witness/region.h"
#include "games/witness/search.h"
#include "games/witness/surface.h"

enum { NODE_WORDS = (COMB_WITNESS_MOST_NODES + 63) / 64, CELL_WORDS = COMB_WITNESS_MOST_CELLS / 64 };

/* What is known of an edge. Under symmetry "used" means by the line or by its mirror image, so that an edge and its
 * mirror edge always have the same state. */
enum { MAYBE, USED, DEAD };

/* What stands on a cell, as far as the bounds look at it. Colours are numbered densely over the panel, from 0. */
enum { NO_TINT = 0xff, NO_TRIANGLE = 0xff };

struct comb_search_symbol {
    uint8_t square;   /* tint of a square */
    uint8_t star;     /* tint of a star */
    uint8_t census;   /* tint that a star of this colour counts */
    uint8_t triangle; /* sides wanted */
    uint16_t yellow;  /* cells of a yellow piece */
    uint16_t blue;    /* cells of a blue piece */
    bool piece, blue_piece;
    bool elimination;
};

/* A dot and the cells around it that lie in regions. */
struct comb_search_dot {
    uint16_t place; /* node or edge */
    uint16_t cells[4];
    uint8_t count;
    bool on_tracks; /* none, but tracks may lead to some (surface.h) */
};

struct comb_search_key {
    uint64_t a, b;
};

struct comb_search_types; /* of pieces, with their placements */

struct comb_search_board {
    const struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    bool symmetric;
    bool backward;                            /* drawn from an end to a start */
    bool one_of_two;                          /* of two lines that draw the same picture, only one counts */
    bool line_may[COMB_WITNESS_MOST_EDGES];   /* the line itself may use the edge */
    uint8_t first[COMB_WITNESS_MOST_EDGES];   /* state of the edges before anything is drawn */
    bool line_end[COMB_WITNESS_MOST_NODES];   /* the line may end here */
    bool either_end[COMB_WITNESS_MOST_NODES]; /* the line or its mirror image may */
    uint16_t starts[COMB_WITNESS_MOST_NODES], start_count;
    struct comb_witness_surface surface;
    bool track_dots;                     /* dots on tracks without cells: only the whole line tells */
    bool solid[COMB_WITNESS_MOST_CELLS]; /* the cell belongs to a region */
    uint16_t edge_cell[COMB_WITNESS_MOST_EDGES][2];
    uint16_t cell_next[COMB_WITNESS_MOST_CELLS][4];
    /* Pairs of cells side by side, by the left or upper one: edges between two cells of regions. */
    uint16_t edge_pair[COMB_WITNESS_MOST_EDGES];                   /* that cell, or COMB_WITNESS_NOWHERE */
    bool edge_below[COMB_WITNESS_MOST_EDGES];                      /* the other cell lies below, not to the right */
    struct comb_witness_cells solid_cells, symbol_cells, pairs[2]; /* to the right, below */
    uint16_t rim[COMB_WITNESS_MOST_EDGES], rim_count;              /* edges with such a cell on one side only */
    unsigned words;                                                /* of a set of cells */
    struct comb_search_symbol symbol[COMB_WITNESS_MOST_CELLS];
    struct comb_search_dot node_dots[COMB_WITNESS_MOST_NODES], edge_dots[COMB_WITNESS_MOST_EDGES];
    unsigned node_dot_count, edge_dot_count;
    uint16_t triangles[COMB_WITNESS_MOST_CELLS], triangle_count;
    unsigned tints;
    unsigned eliminations, pieces, blues;
    struct comb_search_types *types; /* of yellow pieces; NULL when there are none */
    bool impossible;                 /* an edge is needed that the line cannot use */
    struct comb_search_key edge_key[COMB_WITNESS_MOST_EDGES][3], cell_key[COMB_WITNESS_MOST_CELLS][2],
        node_key[COMB_WITNESS_MOST_NODES];
};

struct comb_search_state {
    uint8_t edge[COMB_WITNESS_MOST_EDGES];
    uint8_t used[COMB_WITNESS_MOST_NODES]; /* edges of each state at a node; a start counts one that is not there */
    uint8_t maybe[COMB_WITNESS_MOST_NODES];
    uint16_t mate[COMB_WITNESS_MOST_NODES];    /* the other end of the stretch of used edges that ends here */
    struct comb_witness_edges line;            /* the used edges */
    struct comb_witness_cells dead[2], cut[2]; /* pairs of cells with a dead, with a used edge between: right, below */
    uint64_t walked[NODE_WORDS];               /* by the line or its mirror image */
    uint64_t wanted[NODE_WORDS];               /* dots that must be covered */
    uint64_t judged[CELL_WORDS];               /* cells of regions that are final and right */
    uint16_t head;
    uint16_t only_end; /* where the line must end, if that is known */
};

enum { NO_GROUP = 0xffff };

/* Cells that certainly lie in one region (a class), or that could (a field). A class has a field on either side of the
 * line that it may be on; sure: of classes with one side only. */
struct comb_search_group {
    uint16_t size, first, field[2], open; /* open: sides of its cells that may still become part of the line */
    uint16_t errors;
    bool unsure;  /* of a field: it has cells that may be on either side */
    bool symbols; /* any; else what follows is not filled in */
    uint16_t yellow, sure_yellow, pieces, blues, eliminations;
    uint16_t census[COMB_WITNESS_COLORS], squares[COMB_WITNESS_COLORS], stars[COMB_WITNESS_COLORS];
};

struct comb_search_frame {
    struct comb_search_state state;
    struct comb_search_key key;
    double weight;   /* share of the search space */
    uint64_t lines;  /* found when it was entered */
    unsigned length; /* of the path with this frame's forced steps */
    uint8_t moves[5], move_count, next;
};

enum { STOP_HERE = 4 }; /* a move: the line ends; others are sides */

struct comb_search_memo;

struct comb_search_walker {
    const struct comb_search_board *board;
    struct comb_witness_judge *judge;
    struct comb_witness_open *open;
    struct comb_search_memo *memo;
    struct comb_job *job;
    struct comb_rng rng;
    bool shuffle;
    unsigned most_length; /* nodes a line may have; 0: any. Only lines of just this length count when `exact` */
    bool exact;
    unsigned next_length; /* the least length that was cut off */
    uint64_t nodes, node_limit, lines;
    uint64_t work;   /* steps of about the same length, for comparing efforts */
    double done;     /* share of the search space */
    double shared;   /* of `done`, with whoever watches */
    uint64_t ticked; /* units of progress given to the job */
    uint64_t noted;  /* nodes when the job was last told of them */
    int (*report)(void *payload, struct comb_search_walker *walker); /* a line: walker->path */
    int (*tick)(void *payload, struct comb_search_walker *walker);
    void *payload;
    int code; /* why a step failed, when not for want of a line */

    uint16_t path[COMB_WITNESS_MOST_NODES];
    unsigned length;
    struct comb_search_frame *frames;
    unsigned frame_count;

    uint16_t queue[COMB_WITNESS_MOST_NODES], queued;
    bool in_queue[COMB_WITNESS_MOST_NODES];

    /* the block of the head and the ends, search_block.c */
    uint16_t order[COMB_WITNESS_MOST_NODES + 1], seen[COMB_WITNESS_MOST_NODES], low[COMB_WITNESS_MOST_NODES],
        own_low[COMB_WITNESS_MOST_NODES], parent[COMB_WITNESS_MOST_NODES];
    uint8_t side[COMB_WITNESS_MOST_NODES];
    bool usable[COMB_WITNESS_MOST_NODES], holds[COMB_WITNESS_MOST_NODES];

    /* sides of the line, search_tone.c */
    bool toned; /* tones tell something */
    bool sided; /* and regions keep to one */
    uint16_t toned_start, toned_end;
    uint8_t outer[COMB_WITNESS_MOST_EDGES]; /* tone outside an edge of the border, or NO_TONE */
    uint8_t detour[COMB_WITNESS_MOST_EDGES];
    uint16_t part[COMB_WITNESS_MOST_CELLS];
    uint8_t tone[COMB_WITNESS_MOST_CELLS];
    struct comb_witness_cells side_cells[2]; /* of part 0, by tone */
    unsigned part_count;

    /* classes and fields, search_class.c */
    uint16_t class_of[COMB_WITNESS_MOST_CELLS], stack[COMB_WITNESS_MOST_CELLS];
    struct comb_search_group classes[COMB_WITNESS_MOST_CELLS], fields[2 * COMB_WITNESS_MOST_CELLS];
    struct comb_witness_cells class_cells[COMB_WITNESS_MOST_CELLS], field_cells[2 * COMB_WITNESS_MOST_CELLS];
    struct comb_witness_cells open_cells, maybe[2], told; /* told: cells of classes with symbols */
    unsigned class_count, field_count, first_field[3]; /* fields of either side: first_field[side] .. [side + 1] - 1 */

    /* pieces in classes, search_tile.c */
    uint16_t class_tints[COMB_WITNESS_MOST_CELLS]; /* of squares, as bits */
    struct comb_witness_edges possible;
    struct comb_search_tiled_field {
        uint16_t field, yellow;
        const struct comb_witness_cells *cells;
        uint16_t pieces[COMB_WITNESS_MOST_CELLS]; /* by type */
    } tiled_fields[2];
    struct comb_witness_cells tiled[COMB_WITNESS_MOST_CELLS]; /* regions found earlier, by cell */
};

/* search_board.c */
int comb_search_board_new(struct comb_search_board **out, const struct comb_witness_task *task, bool backward,
                          struct comb_error *err);
void comb_search_board_free(struct comb_search_board *board);

/* search_deduce.c: consequences of degrees. False: no line has this state. */
bool comb_search_set(struct comb_search_walker *walker, struct comb_search_state *state, unsigned edge, uint8_t value);
bool comb_search_settle(struct comb_search_walker *walker, struct comb_search_state *state);
bool comb_search_place(struct comb_search_walker *walker, struct comb_search_state *state, unsigned start);
bool comb_search_step(struct comb_search_walker *walker, struct comb_search_state *state, unsigned side);
bool comb_search_close(struct comb_search_walker *walker, struct comb_search_state *state); /* the line ends here */
void comb_search_touch(struct comb_search_walker *walker, unsigned node); /* look at it when settling */
void comb_search_want(struct comb_search_walker *walker, struct comb_search_state *state, unsigned node);

/* search_block.c: what the line can still reach on its way to an end. */
bool comb_search_block(struct comb_search_walker *walker, struct comb_search_state *state);

/* search_tone.c: sides of the line. `sides` says per part on which sides it may be: 1 as its tones are, 2 the other way
 * round, 3 both. */
enum { NO_TONE = 2 };
bool comb_search_tones(struct comb_search_walker *walker, struct comb_search_state *state);
bool comb_search_orient(struct comb_search_walker *walker, struct comb_search_state *state, const uint8_t *sides);

/* search_tile.c: whether pieces can tile a region that holds the class. comb_search_tile_begin goes before the first
 * question about a state. */
int comb_search_types_new(struct comb_search_types **out, const struct comb_search_board *board,
                          struct comb_error *err);
void comb_search_types_free(struct comb_search_types *types);
void comb_search_tile_begin(struct comb_search_walker *walker);
bool comb_search_tile(struct comb_search_walker *walker, unsigned group, unsigned pass);

/* The bounds of open_region.h, for fields with eliminations or blue pieces. */
void comb_search_open_begin(struct comb_search_walker *walker, const struct comb_search_state *state);
bool comb_search_open(struct comb_search_walker *walker, const struct comb_search_state *state, unsigned group,
                      unsigned pass);

/* search_bounds.c: what regions to be must have in common with the rules. False: there is no line. */
bool comb_search_bounds(struct comb_search_walker *walker, struct comb_search_state *state);
bool comb_search_part(struct comb_search_walker *walker, struct comb_search_state *state);

/* search_class.c: regions, final and to be. */
struct comb_witness_cells comb_search_beside(const struct comb_search_walker *walker, unsigned below);
unsigned comb_search_field_at(const struct comb_search_walker *walker, unsigned pass, unsigned cell);
bool comb_search_classes(struct comb_search_walker *walker, struct comb_search_state *state, bool *changed);

/* search_key.c */
struct comb_search_key comb_search_class_key(struct comb_search_walker *walker, const struct comb_search_state *state);

/* search_memo.c: states that were found to lead nowhere. */
struct comb_search_memo *comb_search_memo_new(void);
void comb_search_memo_free(struct comb_search_memo *memo);
bool comb_search_memo_holds(const struct comb_search_memo *memo, struct comb_search_key key);
void comb_search_memo_add(struct comb_search_memo *memo, struct comb_search_key key);

/* search_walk.c */
int comb_search_walker_new(struct comb_search_walker **out, const struct comb_search_board *board, struct comb_job *job,
                           struct comb_error *err);
void comb_search_walker_free(struct comb_search_walker *walker);

/* Draws a beginning of the line and looks at what follows from it: false when no line begins so (or walker->code). Else
 * the walker stands in its one frame, whose moves are to be tried. */
bool comb_search_enter(struct comb_search_walker *walker, const uint16_t *nodes, unsigned count, double weight);

/* Tries all moves of all frames. COMB_OK when through, COMB_NO when the report wants no more; WALK_PAUSED when the
 * limit of nodes was reached; other codes as the job gave them. */
enum { WALK_PAUSED = -1 };
int comb_search_walk(struct comb_search_walker *walker);

/* One move of the last frame: true when there is a new frame for it. */
bool comb_search_try(struct comb_search_walker *walker);

#endif
