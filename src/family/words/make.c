#include "family/words/game.h"

#include "base/rng.h"

#include <string.h>

static bool count_letters(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    uint64_t *counts = payload;
    (void)id;
    for (unsigned i = 0; i < count; i++)
        counts[letters[i]]++;
    return true;
}

static unsigned draw_letter(struct comb_rng *rng, const uint64_t *counts, unsigned letters, uint64_t total)
{
    uint64_t at = comb_rng_below(rng, total);
    unsigned letter = 0;
    while (letter + 1 < letters && at >= counts[letter])
        at -= counts[letter++];
    return letter;
}

void comb_words_letter_counts(uint64_t counts[COMB_DICT_MAX_LETTERS], const struct comb_dict *dict)
{
    memset(counts, 0, COMB_DICT_MAX_LETTERS * sizeof *counts);
    comb_dict_each(dict, count_letters, counts);
}

const unsigned char *comb_words_shape_rows(const struct comb_words_game *game, const char *name)
{
    size_t length = strlen(name);
    const char *list = game->make_shapes;
    for (size_t i = 0; list && *list; i++) {
        size_t size = strcspn(list, " ");
        if (size == length && memcmp(list, name, length) == 0)
            return game->make_rows[i];
        list += size + strspn(list + size, " ");
    }
    return NULL;
}

const unsigned char *comb_words_shape(const struct comb_words_game *game, const struct comb_params *params)
{
    const char *shape = comb_params_text(params, "shape", NULL);
    const unsigned char *rows = shape ? comb_words_shape_rows(game, shape) : NULL;
    return rows ? rows : game->make_rows[0];
}

const char *comb_words_shape_holes(const struct comb_words_game *game, const struct comb_params *params)
{
    return game->make_holes
               ? game->make_holes[(size_t)(comb_words_shape(game, params) - game->make_rows[0]) / COMB_WORDS_MAX_ROWS]
               : "";
}

int comb_words_make(void **board, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err)
{
    return comb_words_make_rows(board, game->family, comb_words_shape(game->family, params), job, params, err);
}

int comb_words_make_rows(void **board, const struct comb_words_game *game, const unsigned char *rows,
                         struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    const struct comb_dict *dict;
    *board = NULL;
    int code = comb_words_dict(&dict, job, params, err);
    if (code != COMB_OK)
        return code;
    uint64_t counts[COMB_DICT_MAX_LETTERS];
    comb_words_letter_counts(counts, dict);
    uint64_t total = 0;
    unsigned letters = comb_dict_letter_count(dict);
    for (unsigned i = 0; i < letters; i++)
        total += counts[i];
    struct comb_rng rng;
    comb_rng_seed(&rng, comb_job_seed(job));
    struct comb_buf text = {0};
    const char *holes = rows == comb_words_shape(game, params) ? comb_words_shape_holes(game, params) : "";
    for (size_t row = 0; rows[row]; row++) {
        comb_buf_str(&text, row ? "/" : "");
        for (unsigned i = 0; i < rows[row]; i++) {
            bool hole = *holes == '.';
            holes += *holes != '\0';
            comb_buf_str(&text, hole ? "." : comb_dict_letter_text(dict, draw_letter(&rng, counts, letters, total)));
        }
    }
    code = text.failed ? comb_fail_memory(err)
                       : comb_words_parse_board(board, game, comb_buf_text(&text), text.length, params, err);
    comb_buf_free(&text);
    return code;
}
