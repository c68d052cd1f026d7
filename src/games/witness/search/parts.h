/* Internal header of the search: the board, the state of a partly drawn line, and the walker, one per thread.
 * search.h is the public interface. */
#ifndef COMB_WITNESS_SEARCH_PARTS_H
#define COMB_WITNESS_SEARCH_PARTS_H

#include "base/bitset.h"
#include "base/rng.h"
#include "games/witness/rules/region.h"
#include "games/witness/rules/surface.h"
#include "games/witness/search/search.h"

enum { NODE_WORDS = (COMB_WITNESS_MAX_NODES + 63) / 64, CELL_WORDS = COMB_WITNESS_MAX_CELLS / 64 };

/* State of an edge. Under symmetry "used" means by the line or by its mirror image, so an edge and its mirror edge
 * always have the same state. */
enum { MAYBE, USED, DEAD };

/* The symbol in a cell, as far as the bounds need it. Colours are numbered densely over the panel, from 0. */
enum { NO_TINT = 0xff, NO_TRIANGLE = 0xff };

struct comb_search_symbol {
    uint8_t square;   /* tint of a square */
    uint8_t star;     /* tint of a star */
    uint8_t census;   /* tint that a star of this colour counts */
    uint8_t triangle; /* required sides */
    uint16_t yellow;  /* cells of a yellow piece */
    uint16_t blue;    /* cells of a blue piece */
    bool piece, blue_piece;
    bool elimination;
};

/* A dot and the cells around it that are in regions. */
struct comb_search_dot {
    uint16_t place; /* node or edge */
    uint16_t cells[4];
    uint8_t count;
    bool on_tracks; /* no such cells, but tracks may lead to some (surface.h) */
};

struct comb_search_key {
    uint64_t a, b;
};

/* Where the second cell of a pair is: to the right of the first, below it, or, on a pillar, in column 0 while the first
 * is in the last column. */
enum { RIGHTWARD, DOWNWARD, AROUND, WAYS };

struct comb_search_types; /* types of pieces, with their placements */

struct comb_search_board {
    const struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    bool symmetric;
    bool backward;                             /* drawn from an end to a start */
    bool one_of_two;                           /* two lines that draw the same picture count as one */
    struct comb_witness_part part;             /* of the task; as drawn, so swapped if backward */
    struct comb_witness_edges halves;          /* half covered by the line or its mirror image; their state is DEAD */
    bool line_may_use[COMB_WITNESS_MAX_EDGES]; /* the line itself may use the edge */
    uint8_t first[COMB_WITNESS_MAX_EDGES];     /* initial state of the edges */
    bool line_end[COMB_WITNESS_MAX_NODES];     /* the line may end here */
    bool either_end[COMB_WITNESS_MAX_NODES];   /* the line or its mirror image may end here */
    uint16_t starts[COMB_WITNESS_MAX_NODES], start_count;
    struct comb_witness_surface surface;
    bool track_dots; /* there are dots on tracks without cells: only the finished line can be checked */
    bool solid[COMB_WITNESS_MAX_CELLS]; /* the cell belongs to a region */
    uint16_t edge_cell[COMB_WITNESS_MAX_EDGES][2];
    uint16_t cell_next[COMB_WITNESS_MAX_CELLS][4];
    /* Pairs of adjacent cells, by the left or upper one: edges between two cells of regions. */
    uint16_t edge_pair[COMB_WITNESS_MAX_EDGES]; /* that cell, or COMB_WITNESS_NOWHERE */
    uint8_t edge_way[COMB_WITNESS_MAX_EDGES];   /* where the other cell is */
    struct comb_witness_cells solid_cells, symbol_cells, pairs[WAYS];
    unsigned ways;                                   /* 2, on a pillar 3 */
    uint16_t rim[COMB_WITNESS_MAX_EDGES], rim_count; /* edges with such a cell on one side only */
    unsigned words;                                  /* of a set of cells */
    struct comb_search_symbol symbol[COMB_WITNESS_MAX_CELLS];
    struct comb_search_dot node_dots[COMB_WITNESS_MAX_NODES], edge_dots[COMB_WITNESS_MAX_EDGES];
    unsigned node_dot_count, edge_dot_count;
    uint16_t triangles[COMB_WITNESS_MAX_CELLS], triangle_count;
    unsigned tints;
    unsigned eliminations, pieces, blues;
    struct comb_search_types *types; /* of yellow pieces; NULL if there are none */
    bool impossible;                 /* a required edge cannot be used */
    struct comb_search_key edge_key[COMB_WITNESS_MAX_EDGES][3], cell_key[COMB_WITNESS_MAX_CELLS][2],
        node_key[COMB_WITNESS_MAX_NODES];
};

struct comb_search_state {
    uint8_t edge[COMB_WITNESS_MAX_EDGES];
    uint8_t used[COMB_WITNESS_MAX_NODES]; /* number of used edges at a node; a start counts one more */
    uint8_t maybe[COMB_WITNESS_MAX_NODES];
    uint16_t mate[COMB_WITNESS_MAX_NODES];           /* the other end of the chain of used edges that ends here */
    struct comb_witness_edges line;                  /* the used edges */
    struct comb_witness_cells dead[WAYS], cut[WAYS]; /* pairs of cells with a dead or a used edge between */
    uint64_t walked[NODE_WORDS];                     /* by the line or its mirror image */
    uint64_t required[NODE_WORDS];                   /* dots that must be covered */
    uint64_t checked[CELL_WORDS];                    /* cells of regions that are final and right */
    uint16_t head;
    uint16_t only_end; /* the end of the line, if known */
};

enum { NO_GROUP = 0xffff };

/* Cells that are certainly in one region (a class), or that could be (a field). A class has a field for each side of
 * the line that it may be on; certain_yellow counts only classes with one possible side. */
struct comb_search_group {
    uint16_t size, first, field[2], open; /* open: sides of its cells that may still become part of the line */
    uint16_t errors;
    bool ambiguous;                                 /* of a field: it has cells that may be on either side */
    bool symbols;                                   /* has symbols; otherwise the following is not filled in */
    uint16_t yellow, certain_yellow, blue, largest; /* cells of pieces; the largest yellow one, of a class */
    uint16_t pieces, blues, eliminations;
    uint16_t census[COMB_WITNESS_COLOURS], squares[COMB_WITNESS_COLOURS], stars[COMB_WITNESS_COLOURS];
};

struct comb_search_frame {
    struct comb_search_state state;
    struct comb_search_key key;
    double weight;   /* fraction of the search space */
    uint64_t lines;  /* lines found when it was entered */
    unsigned length; /* of the path with this frame's forced steps */
    uint8_t moves[5], move_count, next;
};

enum { STOP_HERE = 4 }; /* a move: the line ends; the other moves are sides */

struct comb_search_memo;

struct comb_search_walker {
    const struct comb_search_board *board;
    struct comb_witness_region_checker *checker;
    struct comb_search_memo *memo;
    struct comb_job *job;
    struct comb_rng rng;
    bool shuffle;
    unsigned max_length; /* maximum nodes of a line; 0: any. With `exact` only lines of exactly this length count */
    bool exact;
    unsigned next_length; /* the smallest length that was cut off */
    uint64_t nodes, node_limit, lines;
    uint64_t walks, walk_from; /* in a search for one line: short walks so far, and `nodes` when the last one began */
    uint64_t work;             /* steps of similar cost, to compare efforts */
    double done;               /* fraction of the search space */
    double reported_done;      /* part of `done` already reported */
    uint64_t ticked;           /* units of progress reported to the job */
    uint64_t reported_nodes;   /* value of `nodes` at the last report */
    int (*on_found)(void *payload, struct comb_search_walker *walker); /* a solution: walker->path */
    int (*tick)(void *payload, struct comb_search_walker *walker);
    void *payload;
    int code; /* why a step failed, other than for lack of a solution */

    uint16_t path[COMB_WITNESS_MAX_NODES];
    unsigned length;
    struct comb_search_frame *frames;
    unsigned frame_count;

    uint16_t queue[COMB_WITNESS_MAX_NODES], queued;
    bool in_queue[COMB_WITNESS_MAX_NODES];

    /* the block of the head and the ends, block.c */
    uint16_t order[COMB_WITNESS_MAX_NODES + 1], seen[COMB_WITNESS_MAX_NODES], low[COMB_WITNESS_MAX_NODES],
        own_low[COMB_WITNESS_MAX_NODES], parent[COMB_WITNESS_MAX_NODES];
    uint8_t side[COMB_WITNESS_MAX_NODES];
    bool usable[COMB_WITNESS_MAX_NODES], holds[COMB_WITNESS_MAX_NODES];

    /* sides of the line, sides.c */
    bool sides_known; /* sides give information */
    bool sided;       /* and every region has one side */
    uint16_t sides_start, sides_end;
    uint8_t outer[COMB_WITNESS_MAX_EDGES]; /* side outside an edge of the border, or NO_SIDE */
    uint8_t detour[COMB_WITNESS_MAX_EDGES];
    uint16_t part[COMB_WITNESS_MAX_CELLS];
    uint8_t cell_side[COMB_WITNESS_MAX_CELLS];
    struct comb_witness_cells side_cells[2]; /* of part 0, by side */
    unsigned part_count;

    /* classes and fields, class.c */
    uint16_t class_of[COMB_WITNESS_MAX_CELLS], stack[COMB_WITNESS_MAX_CELLS];
    struct comb_search_group classes[COMB_WITNESS_MAX_CELLS], fields[2 * COMB_WITNESS_MAX_CELLS];
    struct comb_witness_cells class_cells[COMB_WITNESS_MAX_CELLS], field_cells[2 * COMB_WITNESS_MAX_CELLS];
    struct comb_witness_cells open_cells, maybe[WAYS],
        symbol_class_cells;                            /* symbol_class_cells: cells of classes with symbols */
    unsigned class_count, field_count, first_field[3]; /* fields of each side: first_field[side] .. [side + 1] - 1 */

    /* pieces in classes, tile.c */
    uint16_t class_tints[COMB_WITNESS_MAX_CELLS]; /* of squares, as bits */
    struct comb_search_tiled_field {
        uint16_t field, yellow;
        const struct comb_witness_cells *cells;
        uint16_t pieces[COMB_WITNESS_MAX_CELLS]; /* by type */
    } tiled_fields[2];
    struct comb_witness_cells tiled[COMB_WITNESS_MAX_CELLS]; /* regions found earlier, by cell */
};

/* search.c: as comb_witness_search, for the lines of one part. */
int comb_search_lines(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                      struct comb_error *err);

/* board.c */
int comb_search_board_new(struct comb_search_board **out, const struct comb_witness_task *task, bool backward,
                          struct comb_error *err);
void comb_search_board_free(struct comb_search_board *board);

/* deduce.c: consequences of degrees. False: no line has this state. */
bool comb_search_set(struct comb_search_walker *walker, struct comb_search_state *state, unsigned edge, uint8_t value);
bool comb_search_propagate(struct comb_search_walker *walker, struct comb_search_state *state);
bool comb_search_place(struct comb_search_walker *walker, struct comb_search_state *state, unsigned start);
bool comb_search_step(struct comb_search_walker *walker, struct comb_search_state *state, unsigned side);
bool comb_search_close(struct comb_search_walker *walker, struct comb_search_state *state); /* the line ends here */
void comb_search_enqueue(struct comb_search_walker *walker, unsigned node); /* process it in comb_search_propagate */
void comb_search_require(struct comb_search_walker *walker, struct comb_search_state *state, unsigned node);

/* block.c: what the line can still reach on its way to an end. */
bool comb_search_block(struct comb_search_walker *walker, struct comb_search_state *state);

/* sides.c: sides of the line. `sides` says per part which sides it may be on: 1 as its cell_side values, 2 the
 * opposite, 3 both. */
enum { NO_SIDE = 2 };
bool comb_search_sides(struct comb_search_walker *walker, struct comb_search_state *state);
bool comb_search_orient(struct comb_search_walker *walker, struct comb_search_state *state, const uint8_t *sides);

/* tile.c: whether pieces can tile a region that contains the class. Call comb_search_tile_begin once per state,
 * before the first query. */
int comb_search_types_new(struct comb_search_types **out, const struct comb_search_board *board,
                          struct comb_error *err);
void comb_search_types_free(struct comb_search_types *types);
void comb_search_tile_begin(struct comb_search_walker *walker);
bool comb_search_tile(struct comb_search_walker *walker, unsigned group, unsigned pass);

/* bounds.c: bounds on open regions. False: there is no solution. */
bool comb_search_bounds(struct comb_search_walker *walker, struct comb_search_state *state);
bool comb_search_separate_classes(struct comb_search_walker *walker, struct comb_search_state *state);

/* class.c: final and open regions. */
struct comb_witness_cells comb_search_symbol_pairs(const struct comb_search_walker *walker, unsigned way);
unsigned comb_search_field_at(const struct comb_search_walker *walker, unsigned pass, unsigned cell);
bool comb_search_classes(struct comb_search_walker *walker, struct comb_search_state *state, bool *changed);

/* key.c */
struct comb_search_key comb_search_class_key(struct comb_search_walker *walker, const struct comb_search_state *state);

/* memo.c: states known to have no solution. */
struct comb_search_memo *comb_search_memo_new(void);
void comb_search_memo_free(struct comb_search_memo *memo);
bool comb_search_memo_holds(const struct comb_search_memo *memo, struct comb_search_key key);
void comb_search_memo_add(struct comb_search_memo *memo, struct comb_search_key key);

/* walk.c */
int comb_search_walker_new(struct comb_search_walker **out, const struct comb_search_board *board, struct comb_job *job,
                           struct comb_error *err);
void comb_search_walker_free(struct comb_search_walker *walker);

/* Draws the beginning of a line and deduces what follows: false if no solution begins like this (or see
 * walker->code). Otherwise the walker has one frame, whose moves are still to be tried. */
bool comb_search_enter(struct comb_search_walker *walker, const uint16_t *nodes, unsigned count, double weight);

/* Tries all moves of all frames. COMB_OK when done, COMB_NO if on_found stopped it, WALK_PAUSED at the node limit;
 * otherwise the job's code. */
enum { WALK_PAUSED = -1 };
int comb_search_walk(struct comb_search_walker *walker);

/* Tries one move of the last frame: true if this added a frame. */
bool comb_search_try(struct comb_search_walker *walker);

#endif
