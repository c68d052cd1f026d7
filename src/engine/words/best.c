/* Local search methods for word boards.
 *
 *     score
 *       |        /\            /\  4064         a step changes one letter (or swaps two); neighbours differ by some
 *       |   /\  /  \    /\    /  \              hundred points near the top, so local maxima are many and shallow:
 *       |  /  \/    \  /  \  /    \             annealing at a temperature of a few dozen points crosses them,
 *       |_/__________\/____\/______\_____       and restarts cover what one run misses
 *
 * ANNEAL scores one board per step. CLIMB, TABU and HEAT use comb_word_score_cell: the scores of a board for all
 * letters of one cell in one pass, several times cheaper than one by one. Letters are proposed with their frequency in
 * words, with a minimum for rare ones: that avoids most hopeless Qs and Xs and excludes nothing. */
#include "engine/words/best.h"

#include "engine/words/score_cache.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    TICK_EVERY = 256,
    ANNEAL_STEPS = 60000,
    HEAT_STEPS = 6000,
    TABU_STEPS = 400,
    POPULATION = 40,
    GENERATIONS = 400,
    MAX_CHANGED = 3,
    SEVERAL_EVERY = 32
};

/* ---- common ---- */

static unsigned free_count(const struct comb_word_searcher *s)
{
    return (unsigned)__builtin_popcountll(s->space->free);
}

/* Returns the n-th free cell. */
static unsigned free_cell(const struct comb_word_searcher *s, unsigned n)
{
    assert(n < free_count(s));
    uint64_t left = s->space->free;
    while (n-- > 0)
        left &= left - 1;
    return (unsigned)__builtin_ctzll(left);
}

static unsigned random_cell(struct comb_word_searcher *s)
{
    return free_cell(s, (unsigned)comb_rng_below(&s->rng, free_count(s)));
}

static uint8_t random_letter(struct comb_word_searcher *s)
{
    uint64_t total = 0;
    for (uint32_t left = s->space->letters; left; left &= left - 1)
        total += s->space->weight[__builtin_ctz(left)];
    uint64_t at = comb_rng_below(&s->rng, total);
    for (uint32_t left = s->space->letters;; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left);
        if (at < s->space->weight[letter])
            return (uint8_t)letter;
        at -= s->space->weight[letter];
    }
}

static uint8_t letter_at(const struct comb_word_searcher *s, unsigned cell)
{
    return s->board.tiles[cell].letters[0];
}

static void place_letter(struct comb_word_searcher *s, unsigned cell, uint8_t letter)
{
    s->board.tiles[cell] = s->space->tiles[letter];
}

static void report_evaluations(struct comb_word_searcher *s, double temperature)
{
    if (s->pending < TICK_EVERY)
        return;
    if (!s->tick(s->payload, s->pending, temperature))
        s->stopped = true;
    s->pending = 0;
}

static uint64_t score_board(struct comb_word_searcher *s)
{
    struct comb_word_total total = comb_word_score(s->search, &s->board, &s->space->rules);
    s->stopped |= total.stopped;
    return total.stopped ? 0 : total.score;
}

/* Reads the score from the cache if it is there and would not be reported. */
static uint64_t score_or_look_up(struct comb_word_searcher *s)
{
    uint64_t key = comb_word_score_cache_key(s->score_cache, &s->board), score;
    if (comb_word_score_cache_find(&score, s->score_cache, key) && score <= s->best)
        return score;
    score = score_board(s);
    if (!s->stopped)
        comb_word_score_cache_store(s->score_cache, key, score);
    return score;
}

static uint64_t evaluate(struct comb_word_searcher *s, double temperature)
{
    uint64_t score = s->score_cache ? score_or_look_up(s) : score_board(s);
    s->pending++;
    report_evaluations(s, temperature);
    return s->stopped ? 0 : score;
}

static void report_board(struct comb_word_searcher *s, uint64_t score)
{
    uint8_t letters[COMB_WORD_MASK_CELLS] = {0};
    for (unsigned i = 0; i < s->board.cells; i++)
        letters[i] = letter_at(s, i);
    if (!s->on_improvement(s->payload, score, letters))
        s->stopped = true;
}

/* Makes the present board the current one, and reports it if it is the best of the attempt. */
static void accept(struct comb_word_searcher *s, uint64_t score)
{
    s->score = score;
    if (score <= s->best || s->stopped)
        return;
    s->best = score;
    report_board(s, score);
}

static void start_attempt(struct comb_word_searcher *s)
{
    s->board = s->space->board;
    s->best = 0;
    s->stopped = false;
    for (uint64_t left = s->space->free; left; left &= left - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(left);
        place_letter(s, cell, s->start ? s->start[cell] : random_letter(s));
    }
    accept(s, evaluate(s, 0));
}

/* Reports pending evaluations; returns whether the search may continue. */
static bool finish_attempt(struct comb_word_searcher *s)
{
    if (s->pending > 0 && !s->tick(s->payload, s->pending, 0))
        s->stopped = true;
    s->pending = 0;
    return !s->stopped;
}

/* ---- annealing ---- */

static double temperature_at(const struct comb_word_searcher *s, unsigned step, unsigned steps)
{
    return s->start_temperature * pow(s->end_temperature / s->start_temperature, (double)step / steps);
}

static bool metropolis_accepts(struct comb_word_searcher *s, uint64_t score, double temperature)
{
    return score >= s->score || comb_rng_unit(&s->rng) < exp(-(double)(s->score - score) / temperature);
}

/* Letters to place on some cells in one step; a cell may occur twice. */
struct change {
    unsigned count;
    unsigned cells[MAX_CHANGED];
    uint8_t letters[MAX_CHANGED];
};

static void change_letters(struct change *change, struct comb_word_searcher *s, unsigned count)
{
    change->count = count;
    for (unsigned i = 0; i < count; i++) {
        change->cells[i] = random_cell(s);
        change->letters[i] = random_letter(s);
    }
}

static void swap_cells(struct change *change, struct comb_word_searcher *s)
{
    change->count = 2;
    for (unsigned i = 0; i < 2; i++)
        change->cells[i] = random_cell(s);
    for (unsigned i = 0; i < 2; i++)
        change->letters[i] = letter_at(s, change->cells[1 - i]);
}

/* Usually changes one letter; one step in eight swaps two cells, one in SEVERAL_EVERY places several new letters. */
static void propose(struct change *change, struct comb_word_searcher *s)
{
    if (comb_rng_below(&s->rng, 8) == 0)
        swap_cells(change, s);
    else if (comb_rng_below(&s->rng, SEVERAL_EVERY) == 0)
        change_letters(change, s, 2 + (unsigned)comb_rng_below(&s->rng, MAX_CHANGED - 1));
    else
        change_letters(change, s, 1);
}

/* Accepts the change or undoes it. */
static void anneal_step(struct comb_word_searcher *s, const struct change *change, double temperature)
{
    uint8_t before[MAX_CHANGED];
    bool differs = false;
    for (unsigned i = 0; i < change->count; i++) {
        before[i] = letter_at(s, change->cells[i]);
        differs |= before[i] != change->letters[i];
        place_letter(s, change->cells[i], change->letters[i]);
    }
    if (!differs)
        return;
    uint64_t score = evaluate(s, temperature);
    if (metropolis_accepts(s, score, temperature))
        accept(s, score);
    else
        for (unsigned i = change->count; i-- > 0;)
            place_letter(s, change->cells[i], before[i]);
}

static void anneal(struct comb_word_searcher *s)
{
    unsigned steps = s->steps ? s->steps : ANNEAL_STEPS;
    double temperature = s->start_temperature;
    for (unsigned step = 0; step < steps && !s->stopped; step++) {
        if (step % 64 == 0)
            temperature = temperature_at(s, step, steps);
        struct change change;
        propose(&change, s);
        anneal_step(s, &change, temperature);
    }
}

/* ---- all letters of a cell at once ---- */

/* The engine scores single letters only; scores letters with a longer tile one by one. */
static void score_long_tiles(struct comb_word_searcher *s, uint64_t scores[COMB_DICT_MAX_LETTERS], unsigned cell,
                             double temperature)
{
    for (uint32_t left = s->space->letters; left; left &= left - 1) {
        uint8_t letter = (uint8_t)__builtin_ctz(left);
        if (s->space->tiles[letter].count == 1)
            continue;
        struct comb_word_tile before = s->board.tiles[cell];
        place_letter(s, cell, letter);
        scores[letter] = evaluate(s, temperature);
        s->board.tiles[cell] = before;
    }
}

/* Scores the board for every letter on the cell; letters that are not allowed score 0. */
static void score_cell(struct comb_word_searcher *s, uint64_t scores[COMB_DICT_MAX_LETTERS], unsigned cell,
                       double temperature)
{
    struct comb_word_total totals[COMB_DICT_MAX_LETTERS];
    memset(totals, 0, sizeof totals);
    comb_word_score_cell(totals, s->search, &s->board, &s->space->rules, cell);
    for (unsigned letter = 0; letter < COMB_DICT_MAX_LETTERS; letter++) {
        bool allowed = s->space->letters >> letter & 1;
        scores[letter] = allowed ? totals[letter].score : 0;
        s->stopped |= allowed && totals[letter].stopped;
    }
    s->pending += (uint64_t)__builtin_popcount(s->space->letters);
    report_evaluations(s, temperature);
    score_long_tiles(s, scores, cell, temperature);
}

static uint8_t best_letter(const struct comb_word_searcher *s, const uint64_t *scores, int except)
{
    uint8_t best = 0;
    bool any = false;
    for (uint32_t left = s->space->letters; left; left &= left - 1) {
        uint8_t letter = (uint8_t)__builtin_ctz(left);
        if ((int)letter != except && (!any || scores[letter] > scores[best])) {
            best = letter;
            any = true;
        }
    }
    return best;
}

static void heat(struct comb_word_searcher *s)
{
    unsigned steps = s->steps ? s->steps : HEAT_STEPS;
    for (unsigned step = 0; step < steps && !s->stopped; step++) {
        double temperature = temperature_at(s, step, steps);
        unsigned cell = random_cell(s);
        uint64_t scores[COMB_DICT_MAX_LETTERS];
        score_cell(s, scores, cell, temperature);
        uint64_t top = scores[best_letter(s, scores, -1)];
        double weights[COMB_DICT_MAX_LETTERS] = {0};
        double total = 0;
        for (uint32_t left = s->space->letters; left; left &= left - 1) {
            unsigned letter = (unsigned)__builtin_ctz(left);
            weights[letter] = exp(-(double)(top - scores[letter]) / temperature);
            total += weights[letter];
        }
        double at = comb_rng_unit(&s->rng) * total;
        uint8_t letter = best_letter(s, scores, -1);
        for (uint32_t left = s->space->letters; left; left &= left - 1) {
            unsigned each = (unsigned)__builtin_ctz(left);
            at -= weights[each];
            if (at < 0) {
                letter = (uint8_t)each;
                break;
            }
        }
        place_letter(s, cell, letter);
        accept(s, scores[letter]);
    }
}

/* Rounds over the free cells in random order until a whole round changes nothing. */
static void climb(struct comb_word_searcher *s)
{
    unsigned unchanged = 0;
    while (unchanged < free_count(s) && !s->stopped) {
        unsigned order[COMB_WORD_MASK_CELLS] = {0};
        unsigned count = free_count(s);
        for (unsigned i = 0; i < count; i++) {
            unsigned other = (unsigned)comb_rng_below(&s->rng, i + 1);
            order[i] = order[other];
            order[other] = free_cell(s, i);
        }
        for (unsigned i = 0; i < count && unchanged < count && !s->stopped; i++) {
            uint64_t scores[COMB_DICT_MAX_LETTERS];
            score_cell(s, scores, order[i], 0);
            uint8_t letter = best_letter(s, scores, -1);
            unchanged = scores[letter] > s->score ? 0 : unchanged + 1;
            if (scores[letter] > s->score && !s->stopped) {
                place_letter(s, order[i], letter);
                accept(s, scores[letter]);
            }
        }
    }
}

/* ---- tabu ---- */

/* Every step makes the best change of one letter, except back to a letter that left the cell in the last `tenure`
 * steps, unless that gives a new best. */
static void tabu(struct comb_word_searcher *s)
{
    unsigned steps = s->steps ? s->steps : TABU_STEPS;
    unsigned until[COMB_WORD_MASK_CELLS][COMB_DICT_MAX_LETTERS] = {{0}};
    for (unsigned step = 1; step <= steps && !s->stopped; step++) {
        uint64_t best = 0;
        unsigned best_cell = 0;
        int best_new = -1;
        for (uint64_t left = s->space->free; left && !s->stopped; left &= left - 1) {
            unsigned cell = (unsigned)__builtin_ctzll(left);
            uint64_t scores[COMB_DICT_MAX_LETTERS];
            score_cell(s, scores, cell, 0);
            for (uint32_t letters = s->space->letters; letters; letters &= letters - 1) {
                unsigned letter = (unsigned)__builtin_ctz(letters);
                bool is_tabu = until[cell][letter] > step && scores[letter] <= s->best;
                if (letter != letter_at(s, cell) && !is_tabu && (best_new < 0 || scores[letter] > best)) {
                    best = scores[letter];
                    best_cell = cell;
                    best_new = (int)letter;
                }
            }
        }
        if (best_new < 0 || s->stopped)
            return;
        until[best_cell][letter_at(s, best_cell)] = step + 8 + (unsigned)comb_rng_below(&s->rng, 8);
        place_letter(s, best_cell, (uint8_t)best_new);
        accept(s, best);
    }
}

/* ---- genetic ---- */

struct individual {
    uint64_t score;
    uint8_t letters[COMB_WORD_MASK_CELLS];
};

static void start_individual(struct comb_word_searcher *s, struct individual *one)
{
    for (unsigned cell = 0; cell < s->board.cells; cell++)
        if (s->space->free >> cell & 1)
            place_letter(s, cell, one->letters[cell]);
    one->score = evaluate(s, 0);
    accept(s, one->score);
}

/* Returns the better of two random individuals. */
static const struct individual *parent(struct comb_word_searcher *s, const struct individual *all)
{
    const struct individual *a = &all[comb_rng_below(&s->rng, POPULATION)];
    const struct individual *b = &all[comb_rng_below(&s->rng, POPULATION)];
    return a->score > b->score ? a : b;
}

/* Inserts a connected patch of one parent into a rotated or mirrored copy of the other, then changes a few letters. */
static void breed(struct comb_word_searcher *s, struct individual *child, const struct individual *all)
{
    const struct individual *mother = parent(s, all);
    const struct individual *father = parent(s, all);
    unsigned cells = s->board.cells;
    const unsigned *turn = s->space->images + comb_rng_below(&s->rng, s->space->symmetry_count) * cells;
    for (unsigned cell = 0; cell < cells; cell++)
        child->letters[turn[cell]] = father->letters[cell];
    uint64_t patch = (uint64_t)1 << random_cell(s);
    for (uint64_t grow = comb_rng_below(&s->rng, 4); grow > 0; grow--)
        for (uint64_t left = patch; left; left &= left - 1)
            patch |= s->board.neighbours[__builtin_ctzll(left)];
    for (unsigned cell = 0; cell < cells; cell++)
        if (patch >> cell & 1)
            child->letters[cell] = mother->letters[cell];
    for (uint64_t changes = comb_rng_below(&s->rng, 3); changes > 0; changes--)
        child->letters[random_cell(s)] = random_letter(s);
}

static void genetic(struct comb_word_searcher *s)
{
    struct individual all[POPULATION] = {{0}};
    unsigned generations = s->steps ? s->steps : GENERATIONS;
    for (unsigned i = 0; i < POPULATION && !s->stopped; i++) {
        for (unsigned cell = 0; cell < s->board.cells; cell++)
            all[i].letters[cell] = s->start && i == 0 ? s->start[cell] : random_letter(s);
        start_individual(s, &all[i]);
    }
    for (unsigned generation = 0; generation < generations && !s->stopped; generation++) {
        for (unsigned children = 0; children < POPULATION && !s->stopped; children++) {
            struct individual child = {0};
            breed(s, &child, all);
            start_individual(s, &child);
            size_t worst = 0;
            bool twin = false;
            for (size_t i = 0; i < POPULATION; i++) {
                worst = all[i].score < all[worst].score ? i : worst;
                twin |= all[i].score == child.score;
            }
            if (!twin && child.score > all[worst].score)
                all[worst] = child;
        }
    }
}

bool comb_word_attempt(struct comb_word_searcher *searcher, enum comb_word_method method)
{
    static void (*const methods[COMB_WORD_METHODS])(struct comb_word_searcher *) = {anneal, climb, tabu, genetic, heat};
    assert(searcher->space->free && searcher->space->letters);
    start_attempt(searcher);
    if (!searcher->stopped)
        methods[method](searcher);
    return finish_attempt(searcher);
}

/* ---- exhaustive ---- */

double comb_word_fillings(const struct comb_word_space *space)
{
    return pow(__builtin_popcount(space->letters), __builtin_popcountll(space->free));
}

/* All free cells but one count through all letters like an odometer; the last cell is scored for all letters at
 * once. */
bool comb_word_exhaustive_search(struct comb_word_searcher *s, uint64_t shard, uint64_t shard_count)
{
    unsigned cells[COMB_WORD_MASK_CELLS];
    uint8_t letters[COMB_DICT_MAX_LETTERS];
    unsigned digits[COMB_WORD_MASK_CELLS] = {0};
    unsigned count = free_count(s);
    unsigned base = 0;
    for (uint32_t left = s->space->letters; left; left &= left - 1)
        letters[base++] = (uint8_t)__builtin_ctz(left);
    for (unsigned i = 0; i < count; i++)
        cells[i] = free_cell(s, i);
    s->board = s->space->board;
    s->best = 0;
    s->stopped = false;
    uint64_t number = 0;
    for (bool more = true; more && !s->stopped; number++) {
        if (number % shard_count == shard) {
            for (unsigned i = 0; i + 1 < count; i++)
                place_letter(s, cells[i], letters[digits[i]]);
            uint64_t scores[COMB_DICT_MAX_LETTERS];
            score_cell(s, scores, cells[count - 1], 0);
            for (unsigned i = 0; i < base && !s->stopped; i++)
                if (scores[letters[i]] >= *s->threshold) {
                    place_letter(s, cells[count - 1], letters[i]);
                    report_board(s, scores[letters[i]]);
                }
        }
        unsigned digit = 0;
        while (digit + 1 < count && ++digits[digit] == base)
            digits[digit++] = 0;
        more = digit + 1 < count;
    }
    return finish_attempt(s);
}
