#include "family/words/best/space.h"

#include <string.h>

int comb_words_blank_board(struct comb_words_board **out, const struct comb_words_game *game,
                           const struct comb_params *params, struct comb_error *err)
{
    const unsigned char *rows = comb_words_shape(game, params);
    const char *holes = comb_words_shape_holes(game, params);
    struct comb_buf text = {0};
    void *board = NULL;
    for (size_t row = 0; rows[row]; row++) {
        comb_buf_str(&text, row ? "/" : "");
        for (unsigned i = 0; i < rows[row]; i++, holes += *holes != '\0')
            comb_buf_char(&text, *holes == '.' ? '.' : '?');
    }
    int code = text.failed ? comb_fail_memory(err)
                           : comb_words_parse_board(&board, game, comb_buf_text(&text), text.length, params, err);
    comb_buf_free(&text);
    *out = board;
    return code;
}

/* Sets the tile of each letter: the letter itself, or the tile Qu in Boggle. */
static void choose_tiles(struct comb_word_space *space, const struct comb_words_game *game,
                         const struct comb_dict *dict)
{
    for (unsigned i = 0; i < comb_dict_letter_count(dict); i++)
        space->tiles[i] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)i}};
    int q = comb_dict_letter_index(dict, 'Q');
    int u = comb_dict_letter_index(dict, 'U');
    if (game->notation.q_means_qu && q >= 0 && u >= 0)
        space->tiles[q] = (struct comb_word_tile){.count = 2, .letters = {(uint8_t)q, (uint8_t)u}};
}

/* Weights letters by their frequency in words; a tenth is spread evenly, so that rare letters are tried too. */
static void choose_weights(struct comb_word_space *space, const struct comb_dict *dict)
{
    uint64_t counts[COMB_DICT_MAX_LETTERS];
    uint64_t total = 0;
    unsigned count = comb_dict_letter_count(dict);
    comb_words_letter_counts(counts, dict);
    for (unsigned i = 0; i < count; i++)
        total += counts[i];
    for (unsigned i = 0; i < count; i++)
        space->weight[i] = (uint32_t)(counts[i] * 9000 / total + 1000 / count + 1);
}

int comb_words_choose_letters(struct comb_word_space *space, const struct comb_words_game *game,
                              const struct comb_dict *dict, const struct comb_params *params, struct comb_error *err)
{
    const char *given = comb_params_text(params, "letters", NULL);
    uint8_t letters[COMB_DICT_MAX_WORD];
    int listed = given ? comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, given, strlen(given)) : 0;
    if (given && listed <= 0)
        return comb_fail(err, COMB_BAD_INPUT,
                         "--letters: '%.60s' contains characters that are not letters of the word list", given);
    space->letters = given ? 0 : (uint32_t)(((uint64_t)1 << comb_dict_letter_count(dict)) - 1);
    for (int i = 0; i < listed; i++)
        space->letters |= (uint32_t)1 << letters[i];
    choose_tiles(space, game, dict);
    choose_weights(space, dict);
    return COMB_OK;
}
