/* Internals shared by the frontier counter; see frontier.h for what it does and frontier.c for how. */
#ifndef COMB_ENGINE_FRONTIER_PARTS_H
#define COMB_ENGINE_FRONTIER_PARTS_H

#include "engine/frontier/frontier.h"

#include <string.h>

/* ---- the graph as adjacency lists ---- */

struct comb_frontier_link {
    uint32_t vertex; /* at the other end */
    uint32_t edge;
};

struct comb_frontier_links {
    uint32_t *first; /* index into `items` by vertex; one entry more than vertices */
    struct comb_frontier_link *items;
};

/* Skips loops. Returns false if memory is exhausted. */
bool comb_frontier_links_new(struct comb_frontier_links *links, const struct comb_frontier_task *task);
void comb_frontier_links_free(struct comb_frontier_links *links);

/* Fills in `order` (room for every vertex), component by component; returns false if memory is exhausted. */
bool comb_frontier_choose_order(uint32_t *order, unsigned *length, const struct comb_frontier_task *task,
                                const struct comb_frontier_links *links);

/* Estimates the number of states of a sweep that cuts `width` edges, for comparing orders and for progress: each cut
 * edge has three states, and an end of the path can be at any of them. */
struct comb_frontier_ends {
    unsigned sources, targets;             /* total */
    unsigned sources_swept, targets_swept; /* already swept */
};
double comb_frontier_weight(unsigned width, const struct comb_frontier_ends *ends);

/* ---- states and their counts ---- */

/* Twelve slots of five bits per word; the two flags use the spare bits of the first word. */
enum { COMB_FRONTIER_WORD_SLOTS = 12, COMB_FRONTIER_SLOT_BITS = 5 };

struct comb_frontier_state {
    uint64_t words[2];
};

/* The states of one step, stored densely in insertion order: `key_words` words of the state, then `limbs` limbs of its
 * count, lowest first. */
struct comb_frontier_layer {
    uint64_t *entries;
    size_t count;
    size_t capacity; /* in words */
    unsigned key_words;
    unsigned limbs;
};

/* Hash index of the layer under construction. */
struct comb_frontier_index {
    uint32_t *slots; /* 1 + index of the entry; 0: free */
    size_t size;     /* a power of 2 */
};

/* A state of the layer under construction, and a count of the previous layer to add to it. */
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

/* Empties the layer and its index, for entries of this form. Returns false if memory or the budget is exhausted. */
bool comb_frontier_layer_clear(struct comb_frontier_layer *layer, struct comb_frontier_index *index,
                               struct comb_budget *budget, unsigned key_words, unsigned limbs);

/* Adds counts of `limbs` limbs (at most as many as the layer has) to those of their states. Returns false if memory or
 * the budget is exhausted. */
bool comb_frontier_layer_add(struct comb_frontier_layer *layer, struct comb_frontier_index *index,
                             struct comb_budget *budget, const struct comb_frontier_move *moves, unsigned count,
                             unsigned limbs);

/* Sums all counts; returns false on overflow. */
bool comb_frontier_layer_total(struct comb_big *total, const struct comb_frontier_layer *layer);

void comb_frontier_layer_free(struct comb_frontier_layer *layer, struct comb_budget *budget);
void comb_frontier_index_free(struct comb_frontier_index *index, struct comb_budget *budget);

#endif
