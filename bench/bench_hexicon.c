/* Self-play of Hexicon: the two rankings (--rank) play against each other on random boards.
 *
 *     bench/hexicon [GAMES] [SEED]     default: 1000 games from seed 1
 *
 * Each board is played twice, with exchanged sides. A game ends at 8 hexagons or after 60 moves; more hexagons win. */
#include "base/rng.h"
#include "core/context.h"
#include "family/words/game.h"
#include "games/hexicon/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct comb_game comb_game_hexicon;

enum { CROWN = 8, MAX_MOVES = 60 };

struct table {
    struct comb_hexicon_search search;
    const struct comb_dict *dict;
    uint64_t counts[COMB_DICT_MAX_LETTERS];
    uint64_t total;
    struct comb_rng rng;
};

static uint8_t draw_letter(struct table *table)
{
    uint64_t at = comb_rng_below(&table->rng, table->total);
    uint8_t letter = 0;
    while (letter + 1u < comb_dict_letter_count(table->dict) && at >= table->counts[letter])
        at -= table->counts[letter++];
    return letter;
}

static void draw_cells(struct comb_hexicon_position *position, struct table *table, uint64_t cells)
{
    for (; cells; cells &= cells - 1)
        position->tiles.tiles[__builtin_ctzll(cells)] =
            (struct comb_word_tile){.count = 1, .letters = {draw_letter(table)}};
}

/* Plays the best move of a ranking; returns false if there is none. */
static bool play_best(struct comb_hexicon_position *position, struct table *table, enum comb_hexicon_side mover,
                      unsigned hexagons[2])
{
    struct comb_hexicon_ranking ranking = {.capacity = 1};
    struct comb_hexicon_outcome outcome;
    if (comb_hexicon_rank(&ranking, &table->search, position, mover, NULL) != COMB_OK)
        abort();
    bool found = ranking.best.count > 0;
    if (found) {
        const struct comb_hexicon_move *move = &ranking.best.items[0];
        comb_hexicon_play(&outcome, &position->shape, &position->state, comb_hexicon_path_bits(move->path, move->cells),
                          mover);
        position->state = outcome.after;
        hexagons[0] += outcome.hexagons[0];
        hexagons[1] += outcome.hexagons[1];
        draw_cells(position, table, outcome.cleared);
    }
    comb_hexicon_ranking_free(&ranking);
    return found;
}

/* Returns hexagons of the side that ranks by territory minus those of the other. */
static int play_game(const struct comb_hexicon_position *start, struct table *table, enum comb_hexicon_side territory)
{
    struct comb_hexicon_position position = *start;
    unsigned hexagons[2] = {0, 0};
    for (unsigned i = 0; i < MAX_MOVES && hexagons[0] < CROWN && hexagons[1] < CROWN; i++) {
        enum comb_hexicon_side mover = (enum comb_hexicon_side)(i % 2);
        position.by_territory = mover == territory;
        if (!play_best(&position, table, mover, hexagons))
            break;
    }
    return (int)hexagons[territory] - (int)hexagons[!territory];
}

static void open_table(struct table *table, struct comb_hexicon_position *start, struct comb_job *job)
{
    static const char blank[] = "A/AA/AAA/AAAA/AAAAA/AAAA/AAAAA/AAAA/AAAAA/AAAA/AAAAA/AAAA/AAAAA/AAAA/AAA/AA/A";
    struct comb_params params = {0};
    void *board;
    if (comb_words_dict(&table->dict, job, &params, NULL) != COMB_OK ||
        comb_hexicon_search_open(&table->search, table->dict, job, NULL) != COMB_OK ||
        comb_game_hexicon.parse(&board, &comb_game_hexicon, job, blank, strlen(blank), &params, NULL) != COMB_OK ||
        comb_hexicon_position_of(start, board, table->dict, NULL) != COMB_OK)
        abort();
    table->search.min_length = 2;
    comb_words_letter_counts(table->counts, table->dict);
    for (unsigned i = 0; i < comb_dict_letter_count(table->dict); i++)
        table->total += table->counts[i];
    comb_words_free(board);
}

int main(int argc, char **argv)
{
    unsigned games = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    unsigned wins[3] = {0, 0, 0}; /* territory, seed, draws */
    long long difference = 0;
    struct comb_context *context = NULL;
    struct comb_job *job = NULL;
    struct comb_hexicon_position start;
    struct table table = {0};
    if (comb_context_new(&context, NULL) != COMB_OK ||
        comb_job_new(&job, &(struct comb_job_setup){.context = context}, NULL) != COMB_OK)
        return 1;
    open_table(&table, &start, job);
    comb_rng_seed(&table.rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    for (unsigned i = 0; i < games; i++) {
        if (i % 2 == 0)
            draw_cells(&start, &table, ((uint64_t)1 << start.shape.cells) - 1);
        int result = play_game(&start, &table, (enum comb_hexicon_side)(i % 2));
        wins[result > 0 ? 0 : result < 0 ? 1 : 2]++;
        difference += result;
    }
    printf("%u games: territory wins %u, seed wins %u, draws %u; mean difference %+.2f hexagons\n", games, wins[0],
           wins[1], wins[2], games ? (double)difference / games : 0);
    comb_hexicon_search_close(&table.search);
    comb_job_free(job);
    comb_context_free(context);
    return 0;
}
