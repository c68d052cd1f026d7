/* Keys are sums of one random number per cell and letter (Zobrist, with addition). For a hexagon of 19 cells the twelve
 * images cost 228 additions, a hundredth of scoring the board. 2^16 entries of 16 bytes stay in the second-level cache;
 * annealing revisits recent boards or none at all, so a larger cache would not help. */
#include "engine/words/score_cache.h"

#include <assert.h>
#include <stdlib.h>

enum { ENTRIES = 1 << 16, MAX_IMAGES = 12 };

struct entry {
    uint64_t key;
    uint64_t score;
};

struct comb_word_score_cache {
    unsigned images;
    uint8_t image[MAX_IMAGES][COMB_WORD_MASK_CELLS];
    uint64_t random[COMB_WORD_MASK_CELLS][COMB_DICT_MAX_LETTERS];
    struct entry entries[ENTRIES];
};

static bool preserves_bonuses(const struct comb_word_board *board, const unsigned *image)
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned to = image[cell];
        if (board->letter_times[cell] != board->letter_times[to] || board->word_times[cell] != board->word_times[to] ||
            (board->blocked >> cell & 1) != (board->blocked >> to & 1))
            return false;
    }
    return true;
}

int comb_word_score_cache_new(struct comb_word_score_cache **out, const struct comb_word_space *space,
                              struct comb_error *err)
{
    struct comb_word_score_cache *table = *out = calloc(1, sizeof *table);
    if (!table)
        return comb_fail_memory(err);
    unsigned cells = space->board.cells;
    for (unsigned turn = 0; turn < space->symmetry_count && table->images < MAX_IMAGES; turn++) {
        const unsigned *image = space->images + (size_t)turn * cells;
        if (!preserves_bonuses(&space->board, image))
            continue;
        for (unsigned cell = 0; cell < cells; cell++) {
            assert(image[cell] < cells);
            table->image[table->images][cell] = (uint8_t)image[cell];
        }
        table->images++;
    }
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (unsigned cell = 0; cell < COMB_WORD_MASK_CELLS; cell++)
        for (unsigned letter = 0; letter < COMB_DICT_MAX_LETTERS; letter++)
            table->random[cell][letter] = comb_rng_next(&rng);
    return COMB_OK;
}

void comb_word_score_cache_free(struct comb_word_score_cache *table)
{
    free(table);
}

/* A tile is identified by its first letter: no two of a space begin with the same. */
uint64_t comb_word_score_cache_key(const struct comb_word_score_cache *table, const struct comb_word_board *board)
{
    uint64_t lowest = UINT64_MAX;
    for (unsigned i = 0; i < table->images; i++) {
        uint64_t key = 0;
        for (unsigned cell = 0; cell < board->cells; cell++)
            key += table->random[table->image[i][cell]][board->tiles[cell].letters[0] % COMB_DICT_MAX_LETTERS];
        lowest = key < lowest ? key : lowest;
    }
    return lowest | 1; /* an unused entry has the key 0 */
}

static unsigned slot_of(uint64_t key)
{
    return (unsigned)(key >> 20 & (ENTRIES - 1)); /* the minimum of twelve has small high bits */
}

bool comb_word_score_cache_find(uint64_t *score, const struct comb_word_score_cache *table, uint64_t key)
{
    const struct entry *entry = &table->entries[slot_of(key)];
    *score = entry->score;
    return entry->key == key;
}

void comb_word_score_cache_store(struct comb_word_score_cache *table, uint64_t key, uint64_t score)
{
    table->entries[slot_of(key)] = (struct entry){key, score};
}
