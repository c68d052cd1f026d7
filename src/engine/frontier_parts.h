/* What the parts of the frontier count share; see frontier.h for what it does and frontier.c for how. */
#ifndef COMB_ENGINE_FRONTIER_PARTS_H
#define COMB_ENGINE_FRONTIER_PARTS_H

#include "engine/frontier.h"

#include <string.h>

/* ---- the graph with its edges by vertex ---- */

struct comb_frontier_link {
    uint32_t vertex; /* at the other end */
    uint32_t edge;
};

struct comb_frontier_links {
    uint32_t *first; /* of a vertex in `items`; one more than there are vertices */
    struct comb_frontier_link *items;
};

/* Loops are left out. False when memory is exhausted. */
bool comb_frontier_links_new(struct comb_frontier_links *links, const struct comb_frontier_task *task);
void comb_frontier_links_free(struct comb_frontier_links *links);

/* Fills in `order` (room for every vertex), component by component; false when memory is exhausted. */
bool comb_frontier_choose(uint32_t *order, unsigned *length, const struct comb_frontier_task *task,
                          const struct comb_frontier_links *links);

/* A guess at the states that a sweep meets when `width` edges are cut, for comparing orders and for progress: each cut
 * edge has three states, and an end of the path among them can be at any place. */
struct comb_frontier_ends {
    unsigned sources, targets;           /* there are */
    unsigned sources_seen, targets_seen; /* swept */
};
double comb_frontier_weight(unsigned width, const struct comb_frontier_ends *ends);

/* ---- states and their counts ---- */

/* Twelve places of five bits a word; the two flags are in the first word's spare bits. */
enum { COMB_FRONTIER_WORD_PLACES = 12, COMB_FRONTIER_PLACE_BITS = 5 };

struct comb_frontier_state {
    uint64_t words[2];
};

/* The states of one moment, densely, in the order they came: `key_words` words of the state, then `limbs` of its count,
 * the lowest first. */
struct comb_frontier_layer {
    uint64_t *entries;
    size_t count;
    size_t room; /* words */
    unsigned key_words;
    unsigned limbs;
};

/* Where a state stands in the layer that is being made. */
struct comb_frontier_index {
    uint32_t *slots; /* 1 + number of the entry; 0: free */
    size_t size;     /* a power of 2 */
};

/* A state of the layer in the making, and a count of the layer before that goes to it. */
struct comb_frontier_move {
    struct comb_frontier_state state;
    uint64_t hash;
    const uint64_t *count;
};

static inline unsigned comb_frontier_stride(const struct comb_frontier_layer *layer)
{
    return layer->key_words + layer->limbs;
}

static inline uint64_t comb_frontier_hash(const struct comb_frontier_state *state)
{
    uint64_t low = state->words[0] * 0x9e3779b97f4a7c15u;
    uint64_t high = (state->words[1] + 0x632be59bd9b4e019u) * 0xd1342543de82ef95u;
    uint64_t mixed = (low ^ low >> 32 ^ high) * 0xff51afd7ed558ccdu;
    return mixed ^ mixed >> 32;
}

/* Makes the layer and its index empty, for entries of this form. False when memory or the budget is exhausted. */
bool comb_frontier_layer_clear(struct comb_frontier_layer *layer, struct comb_frontier_index *index,
                               struct comb_budget *budget, unsigned key_words, unsigned limbs);

/* Adds counts of `limbs` limbs (at most as many as the layer has) to those of their states. False when memory or the
 * budget is exhausted. */
bool comb_frontier_layer_add(struct comb_frontier_layer *layer, struct comb_frontier_index *index,
                             struct comb_budget *budget, const struct comb_frontier_move *moves, unsigned count,
                             unsigned limbs);

/* All counts together; false when that does not fit. */
bool comb_frontier_layer_total(struct comb_big *total, const struct comb_frontier_layer *layer);

void comb_frontier_layer_free(struct comb_frontier_layer *layer, struct comb_budget *budget);
void comb_frontier_index_free(struct comb_frontier_index *index, struct comb_budget *budget);

#endif
