/* Surface: what regions consist of. Absent cells belong to no region; under `game` neither do cells open to the
 * outside, which can be reached from off the panel by crossing absent edges only.
 *
 * Cells are in one region if an edge between them is not used. Where tracks join (rules.h), regions are also
 * connected along edges and nodes that the line leaves free:
 *
 *     + - + - +     The cells marked . are missing, the node in the middle is not on the line: a and b are one region.
 *     | a | . |     Such a node is a joint. So is a node at an edge that no cell of a region touches: a chain of these
 *     + - + - +     joins cells that are further apart. A joint on the line joins nothing.
 *     | . | b |
 *     + - + - +
 *
 * The outside removes the absent edges that it crosses and their nodes, except nodes with a dot. */
#ifndef COMB_WITNESS_RULES_SURFACE_H
#define COMB_WITNESS_RULES_SURFACE_H

#include "games/witness/panel/graph.h"
#include "games/witness/rules/rules.h"

struct comb_witness_joint {
    uint16_t node;
    uint16_t cells[4]; /* cells around the node that belong to regions */
    uint16_t next[4];  /* joints at the other end of edges without such cells */
    uint8_t cell_count, next_count;
    uint16_t net; /* joints connected by `next` have the same number */
};

struct comb_witness_surface {
    const struct comb_witness_graph *graph;
    struct comb_witness_cells cells; /* cells that belong to regions */
    struct comb_witness_joint *joints;
    unsigned joint_count;
    uint16_t joint_at[COMB_WITNESS_MAX_NODES]; /* by node, or COMB_WITNESS_NOWHERE */
};

int comb_witness_surface_init(struct comb_witness_surface *surface, const struct comb_witness_graph *graph,
                              const struct comb_witness_rules *rules, struct comb_error *err);
void comb_witness_surface_free(struct comb_witness_surface *surface);

/* Grows a set of cells over adjacent joints that are `open` (by joint number): adds the cells within `inside` around
 * the joints it reaches, and marks these in `reached` (by joint number; marked ones are already part of the set).
 * Returns whether any cell was added. */
bool comb_witness_surface_grow(const struct comb_witness_surface *surface, const bool *open, bool *reached,
                               struct comb_witness_cells *cells, const struct comb_witness_cells *inside);

/* Finds the joints that are not on the line. */
void comb_witness_surface_open(bool *open, const struct comb_witness_surface *surface,
                               const struct comb_witness_edges *used, const struct comb_witness_tips *tips);

/* Finds the joints that a dot without region cells around it belongs to: its own node, or the nodes of its edge.
 * Returns their number. */
unsigned comb_witness_surface_joints_of(unsigned joints[2], const struct comb_witness_surface *surface, unsigned place,
                                        bool on_edge);

#endif
