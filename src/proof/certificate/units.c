#include "proof/certificate/parts.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

enum { MAX_RANDOM = 1000000 };

static bool add_unit(struct comb_words_choice *choice, const uint8_t *prefix, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        if (!comb_vec_push(&choice->symbols, prefix[i]))
            return false;
    choice->count++;
    assert(choice->symbols.count == choice->count * length);
    return true;
}

void comb_words_random_unit(uint8_t *prefix, const struct comb_words_task *task, struct comb_rng *rng, unsigned length)
{
    const uint8_t *letters;
    const uint8_t *symbols;
    unsigned letter_count = comb_prover_letters(&letters, task->prover);
    unsigned symbol_count = comb_prover_symbols(&symbols, task->prover);
    do {
        for (unsigned i = 0; i < length; i++)
            prefix[i] = i < COMB_PROVE_CLASS_PLACES ? symbols[comb_rng_below(rng, symbol_count)]
                                                    : letters[comb_rng_below(rng, letter_count)];
    } while (!comb_prove_canonical(task->prover, prefix, length));
}

static int choose_random(struct comb_words_choice *choice, const struct comb_words_task *task, const char *number,
                         struct comb_error *err)
{
    uint8_t prefix[COMB_PROVE_MAX_CELLS];
    unsigned depth = comb_prover_depth(task->prover);
    long long count = 0;
    struct comb_rng rng;
    if (!comb_parse_int(&count, number) || count < 1 || count > MAX_RANDOM)
        return comb_fail(err, COMB_BAD_INPUT, "--units: 'random:%.20s': expected random:N with N from 1 to %d", number,
                         MAX_RANDOM);
    comb_rng_seed(&rng, comb_job_seed(task->job));
    for (long long i = 0; i < count; i++) {
        comb_words_random_unit(prefix, task, &rng, depth);
        if (!add_unit(choice, prefix, depth))
            return comb_fail_memory(err);
    }
    return COMB_OK;
}

/* Replaces the letters of a unit by their symbols. */
static void to_symbols(uint8_t *letters, const struct comb_words_task *task)
{
    for (unsigned i = 0; i < comb_prover_depth(task->prover) && i < COMB_PROVE_CLASS_PLACES; i++)
        for (unsigned k = 0; k < comb_prover_classes(task->prover); k++)
            if (comb_prover_symbol_set(task->prover, comb_prover_class(task->prover, k)) >> letters[i] & 1) {
                letters[i] = comb_prover_class(task->prover, k);
                break;
            }
}

/* Chooses the unit of a board: that of its smallest image. */
static int choose_of_board(struct comb_words_choice *choice, const struct comb_words_task *task, const char *text,
                           struct comb_error *err)
{
    struct comb_words_board *board = NULL;
    struct comb_word_board tiles = {0};
    unsigned cells = comb_prover_cells(task->prover);
    int code = comb_words_parse(&board, task->game, text, strlen(text), err);
    if (code == COMB_OK)
        code = comb_words_task_tiles(&tiles, task, board, err);
    if (code == COMB_NO)
        code = comb_fail(err, COMB_BAD_INPUT, "--units: '%.60s' does not have the shape %s", text, task->shape);
    const uint8_t *order = comb_prover_order(task->prover);
    for (unsigned turn = 0; code == COMB_OK && turn < task->symmetries->count; turn++) {
        uint8_t image[COMB_PROVE_MAX_CELLS];
        uint8_t letters[COMB_PROVE_MAX_CELLS];
        for (unsigned cell = 0; cell < cells; cell++)
            image[task->symmetries->images[turn * cells + cell]] = tiles.tiles[cell].letters[0];
        for (unsigned i = 0; i < cells; i++)
            letters[i] = image[order[i]];
        if (comb_prove_canonical(task->prover, letters, cells)) {
            to_symbols(letters, task);
            code = add_unit(choice, letters, comb_prover_depth(task->prover)) ? COMB_OK : comb_fail_memory(err);
            break;
        }
    }
    comb_words_free(board);
    return code;
}

static int choose_prefix(struct comb_words_choice *choice, const struct comb_words_task *task, const char *text,
                         size_t length, struct comb_error *err)
{
    uint8_t prefix[COMB_PROVE_MAX_CELLS];
    unsigned depth = comb_prover_depth(task->prover);
    int symbols = comb_words_parse_symbols(prefix, COMB_PROVE_MAX_CELLS, task, text, length);
    if (symbols != (int)depth)
        return comb_fail(err, COMB_BAD_INPUT,
                         "--units: '%.*s' is not a unit; expected %u letters, random:N or of:BOARD",
                         (int)(length < 40 ? length : 40), text, depth);
    for (unsigned i = 0; i < depth; i++)
        if (prefix[i] < comb_prover_class(task->prover, 0) && !(task->space.letters >> prefix[i] & 1))
            return comb_fail(err, COMB_BAD_INPUT, "--units: '%.*s' has a letter that is not in --letters", (int)length,
                             text);
    to_symbols(prefix, task);
    if (!comb_prove_canonical(task->prover, prefix, depth))
        return comb_fail(err, COMB_BAD_INPUT, "--units: '%.*s' is not canonical; use its canonical image", (int)length,
                         text);
    return add_unit(choice, prefix, depth) ? COMB_OK : comb_fail_memory(err);
}

int comb_words_choose_units(struct comb_words_choice *choice, const struct comb_words_task *task, const char *list,
                            struct comb_error *err)
{
    if (strncmp(list, "random:", 7) == 0)
        return choose_random(choice, task, list + 7, err);
    if (strncmp(list, "of:", 3) == 0)
        return choose_of_board(choice, task, list + 3, err);
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        int code = choose_prefix(choice, task, at, length, err);
        at += length;
        if (code != COMB_OK || !*at)
            return code;
    }
}
