/* Facts about the edges of the line, each with a reason from the rules, and arguments made of them.
 *
 * A claim decides edges: the line uses them, or it does not. An argument is a list of claims in which every claim
 * follows from those before it. The claim COMB_WITNESS_CASE contains an argument of its own: it supposes the opposite
 * and ends in a conflict.
 *
 *     claim     the 3 triangles need all remaining sides           used: (0,0)-(1,0)
 *     case      suppose (1,0)-(2,0) is not used                    used: (1,0)-(2,0)
 *                   claim     the line has only one way on ...     used: (1,0)-(1,1)
 *                   conflict  two colours of squares in one region
 *
 * Everything holds for every solution that begins with the line drawn so far, under every rule set. Under symmetry
 * claims are about the picture: an edge is used if the line or its mirror image uses it. */
#ifndef COMB_WITNESS_HINTS_REASONS_H
#define COMB_WITNESS_HINTS_REASONS_H

#include "base/arena.h"
#include "base/bitset.h"
#include "games/witness/hints/net.h"
#include "games/witness/rules/region.h"

enum comb_witness_reason {
    COMB_WITNESS_BY_SUPPOSING, /* the first claim of a case */
    COMB_WITNESS_BY_CASE,
    COMB_WITNESS_BY_DOT,       /* a dot on an edge */
    COMB_WITNESS_BY_SQUARES,   /* squares of different colours on both sides */
    COMB_WITNESS_BY_TRIANGLES, /* all remaining sides are needed; conflict: too few are left */
    COMB_WITNESS_BY_FULL_TRIANGLES,
    COMB_WITNESS_BY_NODE, /* a dot, start or end with as many edges left as the line needs there; conflict: too few */
    COMB_WITNESS_BY_WAY,  /* the line reaches a node with one way on */
    COMB_WITNESS_BY_FULL_NODE, /* the line already passes; conflict: it branches */
    COMB_WITNESS_BY_DEAD_END,
    COMB_WITNESS_BY_LOOP,
    COMB_WITNESS_BY_MIRROR, /* the line would meet its mirror image */
    COMB_WITNESS_BY_NO_WAY, /* no path from a start to an end passes here */
    /* Conflicts about a region or what is known of it. Some also decide an edge: without it, two parts would be one
     * region, and that would be the conflict. */
    COMB_WITNESS_BY_COLOURS,     /* squares of different colours in one region */
    COMB_WITNESS_BY_ERRORS,      /* more errors in reach of each other than elimination marks */
    COMB_WITNESS_BY_IDLE_MARK,   /* more elimination marks in reach of each other than symbols they can remove */
    COMB_WITNESS_BY_STAR_CROWD,  /* more than two symbols of the colour of a star */
    COMB_WITNESS_BY_LONELY_STAR, /* a star without a partner in reach */
    COMB_WITNESS_BY_ODD_STARS,  /* an odd number of stars in reach of each other, and no other symbol of their colour */
    COMB_WITNESS_BY_LARGE_AREA, /* the pieces have fewer cells than the region */
    COMB_WITNESS_BY_SMALL_AREA, /* the pieces have more cells than are in reach */
    COMB_WITNESS_BY_NO_ROOM,    /* a piece fits nowhere in reach */
    COMB_WITNESS_BY_NO_TILING,  /* the pieces cannot be arranged */
    COMB_WITNESS_BY_REGION,     /* a closed region breaks a rule */
    COMB_WITNESS_BY_LINE,       /* the finished line covers a dot of another colour, or misses one */
    COMB_WITNESS_REASONS
};

enum { COMB_WITNESS_MAX_CLAIMS = 1152, COMB_WITNESS_CLAIM_WORDS = COMB_WITNESS_MAX_CLAIMS / 64 };

struct comb_witness_argument;

struct comb_witness_claim {
    enum comb_witness_reason reason;
    bool conflict;         /* decides nothing: the facts contradict the rules */
    bool used;             /* what is decided about the edges */
    uint16_t places[2][2]; /* column, row of the symbols or node in the reason */
    uint16_t edges[8];     /* segments of the net */
    uint8_t place_count, edge_count;
    struct comb_witness_cells region;             /* cells meant, if the reason is about a region */
    const char *detail;                           /* what is wrong with a closed region, or NULL */
    const struct comb_witness_argument *argument; /* of a case; its first claim supposes, its last is a conflict */
    uint64_t needs[COMB_WITNESS_CLAIM_WORDS];     /* of a case: claims outside that its argument needs */
};

struct comb_witness_argument {
    unsigned count;
    struct comb_witness_claim *claims;
};

/* The state of a deduction; one per thread. */
struct comb_witness_contents;
struct comb_witness_tilings;
struct comb_witness_facts {
    const struct comb_witness_graph *graph;
    struct comb_witness_net *net;
    struct comb_witness_rules rules;
    struct comb_job *job;
    struct comb_witness_region_checker *checker;
    const struct comb_witness_surface *surface;
    struct comb_witness_line drawn;
    bool symmetric;
    bool marks;        /* the panel has elimination marks */
    bool bounded;      /* regions cannot grow over joints, so that what is in reach of a region is known */
    bool plain_pieces; /* no piece is empty */
    unsigned no_sides; /* required sides of triangles without a number */
    uint8_t colour[COMB_WITNESS_MAX_CELLS]; /* of the symbol in a cell, as stars count it; 0: none */
    uint16_t piece[COMB_WITNESS_MAX_CELLS]; /* cells of a piece */
    uint16_t inner[COMB_WITNESS_MAX_EDGES]; /* edges between two cells of regions */
    uint16_t mark[COMB_WITNESS_MAX_CELLS];  /* cells with elimination marks */
    unsigned inner_count, mark_count;
    signed char degree[COMB_WITNESS_NET_POINTS];  /* segments at a point: 1 exactly; 0: none or two; -1: up to two */
    signed char state[COMB_WITNESS_NET_SEGMENTS]; /* 1 used, -1 not, 0 open */
    bool is_drawn[COMB_WITNESS_NET_SEGMENTS];
    struct comb_witness_claim *trail;
    struct comb_witness_tilings *tilings;
    struct comb_witness_contents *contents; /* by cell: of `least`, then of `most` (regions.c) */
    unsigned count, base;                   /* claims; those before the first supposition */
    unsigned peak;                          /* claims at the end of the last supposition that did not fail */
    unsigned long runs, max_runs;           /* propagations, the measure of effort */
    struct comb_arena arena;                /* for the arguments of cases */
    int code;                               /* COMB_OK, or why the deduction was stopped */
};

int comb_witness_facts_new(struct comb_witness_facts **out, const struct comb_witness_graph *graph,
                           const struct comb_witness_rules *rules, const struct comb_witness_line *drawn,
                           struct comb_job *job, struct comb_error *err);
void comb_witness_facts_free(struct comb_witness_facts *facts);

/* Returns whether the line passes an edge and so separates the cells beside it: 1, -1 if not, 0 if that is open. */
static inline int comb_witness_facts_wall(const struct comb_witness_facts *facts, unsigned edge)
{
    int first = facts->state[edge];
    if (!facts->net->is_split[edge])
        return first;
    int second = facts->state[facts->graph->edges + edge];
    return first < second ? first : second;
}

/* Returns whether the line touches an edge, if only half of it: what counts for triangles and dots. */
static inline int comb_witness_facts_touch(const struct comb_witness_facts *facts, unsigned edge)
{
    int first = facts->state[edge];
    if (!facts->net->is_split[edge])
        return first;
    int second = facts->state[facts->graph->edges + edge];
    return first > second ? first : second;
}

/* Returns whether the line may still be a single point, and be this one. */
bool comb_witness_facts_alone(const struct comb_witness_facts *facts);
bool comb_witness_facts_alone_at(const struct comb_witness_facts *facts, unsigned point);

/* ---- facts.c: the trail, and rules about one edge, cell or node ---- */

/* Adds a claim and decides its edges and their mirror images. */
void comb_witness_facts_push(struct comb_witness_facts *facts, const struct comb_witness_claim *claim);
void comb_witness_facts_pop(struct comb_witness_facts *facts, unsigned count); /* back to that many claims */

/* Deduces until nothing follows any more. Returns true with *conflict if the facts contradict the rules. */
bool comb_witness_facts_run(struct comb_witness_facts *facts, struct comb_witness_claim *conflict);

/* Returns whether the reason of a claim still applies to the current state. */
bool comb_witness_facts_hold(struct comb_witness_facts *facts, const struct comb_witness_claim *claim);

/* Updates the region and the symbols of a conflict to the current state. */
void comb_witness_facts_refresh(struct comb_witness_facts *facts, struct comb_witness_claim *claim);

/* ---- paths.c: rules about the whole line ---- */

bool comb_witness_facts_paths(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress);
bool comb_witness_facts_paths_hold(struct comb_witness_facts *facts, const struct comb_witness_claim *claim);

/* ---- regions.c ---- */

/* Cells that are certainly in one region share `least`, cells that may be share `most`: numbers of one of them. */
struct comb_witness_reach {
    uint16_t least[COMB_WITNESS_MAX_CELLS], most[COMB_WITNESS_MAX_CELLS];
};

/* What a part of the panel contains. */
struct comb_witness_contents {
    unsigned area, marks, blue, pieces;
    unsigned yellow_cells, blue_cells; /* of its pieces */
    unsigned errors;                   /* that marks certainly have to remove */
    unsigned removable;                /* symbols that marks may remove; only of `most` */
    unsigned squares[COMB_WITNESS_COLOURS], all_squares, best_squares;
    unsigned census[COMB_WITNESS_COLOURS]; /* all symbols of a colour */
    unsigned stars[COMB_WITNESS_COLOURS];
};

void comb_witness_facts_reach(struct comb_witness_reach *reach, const struct comb_witness_facts *facts);

/* Returns whether no elimination mark can get into the region of a cell; only `most` matters. */
bool comb_witness_facts_is_safe(const struct comb_witness_facts *facts, const struct comb_witness_reach *reach,
                                unsigned cell);

/* Finds the cells in whose reach every elimination mark is needed for a symbol that is certainly wrong. `counted`: what
 * is in reach was counted just before, by comb_witness_facts_regions. */
void comb_witness_facts_find_spent(bool *spent, struct comb_witness_facts *facts,
                                   const struct comb_witness_reach *reach, bool counted);

/* Returns whether what is known of the regions contradicts the rules; if not, decides edges that must separate two
 * parts. */
bool comb_witness_facts_regions(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress);

/* Returns whether the reason of a conflict still applies; *found is the conflict in the current state. */
bool comb_witness_facts_regions_hold(struct comb_witness_facts *facts, const struct comb_witness_claim *claim,
                                     struct comb_witness_claim *found);

/* ---- argue.c ---- */

enum comb_witness_effort {
    COMB_WITNESS_ARGUE_CHAIN, /* one supposition */
    COMB_WITNESS_ARGUE_CASES, /* and suppositions within it */
    COMB_WITNESS_ARGUE_TREE   /* nested to any depth */
};

/* Finds an argument that the line uses the edge, or does not: the claims needed, in order; the last one decides the
 * edge. Call it after comb_witness_facts_run; leaves the facts as they are. False: none was found. */
bool comb_witness_argue(struct comb_witness_argument *out, struct comb_witness_facts *facts, unsigned edge, bool used,
                        enum comb_witness_effort effort, unsigned long max_runs);

/* The same for a claim of the trail. */
bool comb_witness_argue_claim(struct comb_witness_argument *out, struct comb_witness_facts *facts, unsigned index);

/* The number of claims and of suppositions, including those of cases within cases. */
unsigned comb_witness_argument_size(const struct comb_witness_argument *argument);
unsigned comb_witness_argument_cases(const struct comb_witness_argument *argument);

#endif
