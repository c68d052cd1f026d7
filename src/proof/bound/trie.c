/* The dictionary as strings of tiles, in preorder, so that a walk is one loop over an array. Words that score nothing,
 * need a letter outside the space, or more tiles than the board has cells are left out. */
#include "proof/bound/parts.h"

#include <assert.h>

struct building {
    struct comb_prove_trie *trie;
    const struct comb_word_space *space;
    uint32_t path[COMB_PROVE_MAX_CELLS]; /* nodes of the last word */
    uint8_t tiles[COMB_PROVE_MAX_CELLS];
    unsigned length;
    bool failed;
};

/* Returns the number of tiles that form the word, 0 if none do: each tile starts with its own letter, so there is one
 * way or none. */
static unsigned word_to_tiles(uint8_t tiles[COMB_PROVE_MAX_CELLS], const struct comb_word_space *space,
                              const uint8_t *letters, unsigned count)
{
    unsigned length = 0;
    for (unsigned at = 0; at < count; length++) {
        const struct comb_word_tile *tile = &space->tiles[letters[at]];
        if (!(space->letters >> letters[at] & 1) || length == space->board.cells || tile->count > count - at)
            return 0;
        for (unsigned k = 0; k < tile->count; k++)
            if (tile->letters[k] != letters[at + k])
                return 0;
        tiles[length] = letters[at];
        at += tile->count;
    }
    return length;
}

static void close_nodes(struct building *building, unsigned from)
{
    for (unsigned i = from; i < building->length; i++) {
        assert(building->path[i] < building->trie->nodes.count);
        building->trie->nodes.items[building->path[i]].end = (uint32_t)building->trie->nodes.count;
    }
}

static bool add_word(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct building *building = payload;
    uint8_t tiles[COMB_PROVE_MAX_CELLS];
    (void)id;
    uint32_t points = building->space->rules.points[count];
    unsigned length = points ? word_to_tiles(tiles, building->space, letters, count) : 0;
    if (length == 0)
        return true;
    unsigned common = 0;
    while (common < building->length && common < length && building->tiles[common] == tiles[common])
        common++;
    close_nodes(building, common);
    struct comb_prove_trie *trie = building->trie;
    for (unsigned i = common; i < length; i++) {
        building->path[i] = (uint32_t)trie->nodes.count;
        building->tiles[i] = tiles[i];
        struct comb_prove_node node = {.letter = tiles[i], .depth = (uint8_t)(i + 1)};
        if (!comb_vec_push(&trie->nodes, node)) {
            building->failed = true;
            return false;
        }
    }
    building->length = length;
    struct comb_prove_node *last = &trie->nodes.items[building->path[length - 1]];
    last->points = points;
    last->word = trie->words++;
    building->failed = !comb_vec_push(&trie->points, points);
    return !building->failed;
}

int comb_prove_trie_make(struct comb_prove_trie *trie, const struct comb_word_space *space,
                         const struct comb_dict *dict, struct comb_error *err)
{
    struct building building = {.trie = trie, .space = space};
    comb_dict_each(dict, add_word, &building);
    close_nodes(&building, 0);
    assert(building.failed || trie->points.count == trie->words);
    return building.failed ? comb_fail_memory(err) : COMB_OK;
}
