/* Self-play of Hexicon: two rankings (--rank) play against each other on random boards.
 *
 *     bench/hexicon [GAMES] [SEED] [FIRST] [SECOND]     default: 1000 1 territory seed
 *
 * A ranking is seed, territory, seed+reply or territory+reply; those with replies evaluate few candidates (CANDIDATES)
 * with one sample each, to keep the time in bounds.
 *
 * Each board is played twice, with exchanged sides. A game ends at 8 hexagons or after 60 moves; more hexagons win. */
#include "base/rng.h"
#include "core/context.h"
#include "family/words/game.h"
#include "games/hexicon/moves.h"
#include "games/hexicon/reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct comb_game comb_game_hexicon;

enum { CROWN = 8, MAX_MOVES = 60, CANDIDATES = 6, SAMPLES = 1 };

struct player {
    const char *name;
    bool by_territory;
    bool reply;
};

static const struct player players[] = {
    {"seed", false, false}, {"territory", true, false}, {"seed+reply", false, true}, {"territory+reply", true, true}};

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
                      const struct player *player, unsigned hexagons[2])
{
    struct comb_hexicon_ranking ranking = {.capacity = player->reply ? CANDIDATES : 1};
    struct comb_hexicon_outcome outcome;
    unsigned samples;
    position->by_territory = player->by_territory;
    int code = comb_hexicon_rank(&ranking, &table->search, position, mover, NULL);
    comb_hexicon_ranking_finish(&ranking, mover);
    if (code == COMB_OK && player->reply)
        code =
            comb_hexicon_rank_by_reply(&ranking, &samples, CANDIDATES, SAMPLES, &table->search, position, mover, NULL);
    if (code != COMB_OK)
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

/* Returns hexagons of the first player minus those of the second. */
static int play_game(const struct comb_hexicon_position *start, struct table *table, enum comb_hexicon_side first,
                     const struct player *const pair[2])
{
    struct comb_hexicon_position position = *start;
    unsigned hexagons[2] = {0, 0};
    for (unsigned i = 0; i < MAX_MOVES && hexagons[0] < CROWN && hexagons[1] < CROWN; i++) {
        enum comb_hexicon_side mover = (enum comb_hexicon_side)(i % 2);
        if (!play_best(&position, table, mover, pair[mover != first], hexagons))
            break;
    }
    return (int)hexagons[first] - (int)hexagons[!first];
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

static const struct player *find_player(const char *name)
{
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        if (strcmp(players[i].name, name) == 0)
            return &players[i];
    fprintf(stderr, "unknown ranking '%s'; expected seed, territory, seed+reply or territory+reply\n", name);
    exit(2);
}

int main(int argc, char **argv)
{
    const struct player *const pair[2] = {find_player(argc > 3 ? argv[3] : "territory"),
                                          find_player(argc > 4 ? argv[4] : "seed")};
    unsigned games = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    unsigned wins[3] = {0, 0, 0}; /* first, second, draws */
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
        int result = play_game(&start, &table, (enum comb_hexicon_side)(i % 2), pair);
        wins[result > 0 ? 0 : result < 0 ? 1 : 2]++;
        difference += result;
    }
    printf("%u games: %s wins %u, %s wins %u, draws %u; mean difference %+.2f hexagons\n", games, pair[0]->name,
           wins[0], pair[1]->name, wins[1], wins[2], games ? (double)difference / games : 0);
    comb_hexicon_search_close(&table.search);
    comb_job_free(job);
    comb_context_free(context);
    return 0;
}
