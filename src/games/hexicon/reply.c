/* Two-ply search. After a move, cleared cells get unknown letters; they are drawn with the letter frequencies of the
 * word list, and a full search finds the opponent's best move:
 *
 *     value of a move = hexagon difference now - mean over samples of the best reply's hexagon difference
 *
 * Equal values are ordered by the territory after the reply, if the position is ranked by territory: the cells held,
 * ours minus theirs.
 *
 * A move that clears nothing needs a single sample. Each round adds one sample to every candidate, so that a limit
 * leaves all candidates with the same number of samples. */
#include "games/hexicon/reply.h"

#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct letters {
    uint64_t counts[COMB_DICT_MAX_LETTERS];
    uint64_t total;
};

static bool count_word(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct letters *frequency = payload;
    (void)id;
    for (unsigned i = 0; i < count; i++)
        frequency->counts[letters[i]]++;
    frequency->total += count;
    return true;
}

static uint8_t draw_letter(const struct letters *letters, struct comb_rng *rng)
{
    uint64_t at = comb_rng_below(rng, letters->total);
    uint8_t letter = 0;
    while (at >= letters->counts[letter])
        at -= letters->counts[letter++];
    assert(letter < COMB_DICT_MAX_LETTERS);
    return letter;
}

/* Plays the move; cleared cells get random letters. */
static void play_with_random_letters(struct comb_hexicon_position *after, uint64_t *cleared,
                                     const struct comb_hexicon_position *before, const struct comb_hexicon_move *move,
                                     enum comb_hexicon_side mover, const struct letters *letters, struct comb_rng *rng)
{
    *after = *before;
    if (move->swap[0] != COMB_HEXICON_NO_SWAP)
        comb_hexicon_swap(after, move->swap[0], move->swap[1]);
    uint64_t path = comb_hexicon_path_bits(move->path, move->cells);
    struct comb_hexicon_outcome outcome;
    comb_hexicon_play(&outcome, &after->shape, &after->state, path, mover);
    after->state = outcome.after;
    *cleared = outcome.cleared;
    for (uint64_t left = outcome.cleared; left; left &= left - 1)
        after->tiles.tiles[__builtin_ctzll(left)] =
            (struct comb_word_tile){.count = 1, .letters = {draw_letter(letters, rng)}};
}

/* What the best reply does: hexagons won minus lost, and cells that the other side, the mover, holds more than the
 * replier afterwards. */
struct reply {
    int hexagons;
    int territory;
};

/* Finds the best reply; if there is no word, nothing changes. */
static int best_reply(struct reply *reply, struct comb_hexicon_search *search,
                      const struct comb_hexicon_position *position, enum comb_hexicon_side replier,
                      struct comb_error *err)
{
    struct comb_hexicon_ranking best = {.capacity = 1};
    struct comb_hexicon_outcome outcome = {.after = position->state};
    int code = comb_hexicon_rank(&best, search, position, replier, err);
    if (best.best.count > 0) {
        const struct comb_hexicon_move *move = &best.best.items[0];
        comb_hexicon_play(&outcome, &position->shape, &position->state, comb_hexicon_path_bits(move->path, move->cells),
                          replier);
    }
    reply->hexagons = (int)outcome.hexagons[replier] - (int)outcome.hexagons[!replier];
    reply->territory =
        __builtin_popcountll(outcome.after.owned[!replier]) - __builtin_popcountll(outcome.after.owned[replier]);
    comb_hexicon_ranking_free(&best);
    return code;
}

struct candidate {
    struct comb_hexicon_move move;
    double value;
    double territory; /* 0 if the position is not ranked by territory */
    size_t rank;      /* before evaluating replies; breaks ties */
};

static int by_value(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    if (x->territory != y->territory)
        return x->territory < y->territory ? 1 : -1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Sums over the samples of a candidate. */
struct sums {
    double hexagons;
    double territory;
};

/* Adds one sample per candidate to `sums`. If the job stops in between, `sums` stays unchanged. */
static int sample_round(struct sums *sums, const struct comb_hexicon_ranking *ranking, size_t count, unsigned round,
                        struct comb_hexicon_search *search, const struct comb_hexicon_position *position,
                        enum comb_hexicon_side mover, const struct letters *letters, struct comb_error *err)
{
    struct reply *replies = calloc(count, sizeof *replies);
    if (!replies)
        return comb_fail_memory(err);
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < count; i++) {
        struct comb_rng rng; /* seeded by move and round: independent of the order of work */
        comb_rng_seed(&rng, comb_job_seed(search->job) * 1000003 + round * 8191 + i);
        struct comb_hexicon_position after;
        uint64_t cleared;
        play_with_random_letters(&after, &cleared, position, &ranking->best.items[i], mover, letters, &rng);
        if (cleared == 0 && round > 0)
            replies[i] = (struct reply){(int)(sums[i].hexagons / round), /* no random letters: same as before */
                                        (int)(sums[i].territory / round)};
        else
            code = best_reply(&replies[i], search, &after, !mover, err);
        if (code == COMB_OK)
            code = comb_job_tick(search->job, 1);
    }
    for (size_t i = 0; code == COMB_OK && i < count; i++) {
        sums[i].hexagons += replies[i].hexagons;
        sums[i].territory += replies[i].territory;
    }
    free(replies);
    return code;
}

static int reorder(struct comb_hexicon_ranking *ranking, const struct sums *sums, size_t count, unsigned samples,
                   bool by_territory, enum comb_hexicon_side mover, struct comb_error *err)
{
    assert(samples > 0 && count <= ranking->best.count);
    struct candidate *candidates = calloc(count, sizeof *candidates);
    if (!candidates)
        return comb_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        candidates[i].move = ranking->best.items[i];
        candidates[i].move.reply = (float)(sums[i].hexagons / samples);
        candidates[i].move.territory = (float)(sums[i].territory / samples);
        candidates[i].territory = by_territory ? sums[i].territory : 0;
        candidates[i].rank = i;
        candidates[i].value =
            candidates[i].move.hexagons[mover] - candidates[i].move.hexagons[!mover] - sums[i].hexagons / samples;
    }
    qsort(candidates, count, sizeof *candidates, by_value);
    for (size_t i = 0; i < count; i++)
        ranking->best.items[i] = candidates[i].move;
    ranking->best.count = count;
    free(candidates);
    return COMB_OK;
}

int comb_hexicon_rank_by_reply(struct comb_hexicon_ranking *ranking, unsigned *samples, size_t count, unsigned wanted,
                               struct comb_hexicon_search *search, const struct comb_hexicon_position *position,
                               enum comb_hexicon_side mover, struct comb_error *err)
{
    *samples = 0;
    count = count < ranking->best.count ? count : ranking->best.count;
    if (count == 0)
        return COMB_OK;
    struct letters letters = {0};
    comb_dict_each(comb_word_search_dict(search->words), count_word, &letters);
    struct sums *sums = calloc(count, sizeof *sums);
    if (!sums)
        return comb_fail_memory(err);
    comb_job_expect(search->job, count * wanted);
    int code = COMB_OK;
    while (code == COMB_OK && *samples < wanted) {
        code = sample_round(sums, ranking, count, *samples, search, position, mover, &letters, err);
        if (code == COMB_OK)
            ++*samples;
    }
    if (*samples > 0 && code != COMB_NO_MEMORY) {
        int ordered = reorder(ranking, sums, count, *samples, position->by_territory, mover, err);
        code = ordered == COMB_OK ? code : ordered;
    }
    free(sums);
    return code;
}
