/* Checks what an answer claims about the whole position, by ranking all moves again: the number of moves, and that the
 * listed moves are the best ones in their order, which is total. */
#include "games/hexicon/recheck.h"

#include "games/hexicon/moves.h"

#include <string.h>

const char *const comb_hexicon_verified[] = {
    "list",
    "list_hash",
    "mover",
    "moves",
    "moves[].word",
    "moves[].path[]",
    "moves[].swap",
    "moves[].swap[]",
    "moves[].blue_hexagons",
    "moves[].red_hexagons",
    "moves[].blue_cleared",
    "moves[].red_cleared",
    NULL,
};

static void move_key(struct comb_buf *out, const json_t *move)
{
    comb_buf_clear(out);
    comb_buf_printf(out, "%s ", json_string_value(json_object_get(move, "word")));
    comb_json_print(out, json_object_get(move, "path"));
    if (json_is_array(json_object_get(move, "swap")))
        comb_json_print(out, json_object_get(move, "swap"));
}

static int check_repeats(struct comb_claims *claims, const json_t *moves, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf key = {0};
    json_t *seen = comb_json_object(&build);
    int code = COMB_OK;
    for (size_t i = 0; i < json_array_size(moves) && code == COMB_OK && !build.failed && !key.failed; i++) {
        move_key(&key, json_array_get(moves, i));
        if (json_object_get(seen, comb_buf_text(&key)))
            code = comb_violation(claims->violations, "repeat", NULL, 0, err, "the move %.100s is listed twice",
                                  comb_buf_text(&key));
        comb_json_set(&build, seen, comb_buf_text(&key), json_true());
    }
    json_decref(seen);
    bool failed = build.failed || key.failed;
    comb_buf_free(&key);
    return code == COMB_OK && failed ? comb_fail_memory(err) : code;
}

static bool has_swaps(const json_t *moves)
{
    for (size_t i = 0; i < json_array_size(moves); i++)
        if (json_is_array(json_object_get(json_array_get(moves, i), "swap")))
            return true;
    return false;
}

static bool same_cells(const json_t *array, const uint8_t *cells, size_t count)
{
    bool same = json_array_size(array) == count;
    for (size_t i = 0; i < count && same; i++)
        same = json_integer_value(json_array_get(array, i)) == cells[i];
    return same;
}

static bool same_move(const json_t *listed, const struct comb_hexicon_move *move, const char *word)
{
    const char *named = json_string_value(json_object_get(listed, "word"));
    size_t swapped = move->swap[0] == COMB_HEXICON_NO_SWAP ? 0 : 2;
    return named && strcmp(named, word) == 0 && same_cells(json_object_get(listed, "path"), move->path, move->cells) &&
           same_cells(json_object_get(listed, "swap"), move->swap, swapped);
}

static int compare_order(struct comb_claims *claims, const json_t *moves, const struct comb_hexicon_ranking *ranking,
                         const struct comb_dict *dict, struct comb_error *err)
{
    int code = COMB_OK;
    bool same = true;
    for (size_t i = 0; i < json_array_size(moves) && i < ranking->best.count && same && code == COMB_OK; i++) {
        struct comb_buf word = {0};
        comb_dict_to_text(&word, dict, ranking->best.items[i].word, ranking->best.items[i].letters);
        same = same_move(json_array_get(moves, i), &ranking->best.items[i], comb_buf_text(&word));
        if (word.failed)
            code = comb_fail_memory(err);
        else if (!same)
            code = comb_violation(claims->violations, "ranked", NULL, 0, err, "move %zu of the ranking should be %s",
                                  i + 1, comb_buf_text(&word));
        comb_buf_free(&word);
    }
    return code;
}

/* Reports a rule option that is neither of its two values. */
static int check_option(struct comb_claims *claims, const json_t *answer, const char *name, const char *one,
                        const char *other, struct comb_error *err)
{
    const json_t *given = json_object_get(answer, name);
    const char *text = json_string_value(given);
    comb_claims_mark_checked(claims, name);
    if (!given || (text && (strcmp(text, one) == 0 || strcmp(text, other) == 0)))
        return COMB_OK;
    return comb_violation(claims->violations, name, NULL, 0, err, "\"%s\" should be \"%s\" or \"%s\"", name, one,
                          other);
}

static int compare_claims(struct comb_claims *claims, const json_t *answer, const struct comb_hexicon_ranking *ranking,
                          const struct comb_dict *dict, struct comb_error *err)
{
    const json_t *count = json_object_get(answer, "count");
    const json_t *moves = json_object_get(answer, "moves");
    int code = COMB_OK;
    if (count && !(json_is_integer(count) && json_integer_value(count) == (json_int_t)ranking->count))
        code = comb_violation(claims->violations, "count", NULL, 0, err, "\"count\" should be %llu",
                              (unsigned long long)ranking->count);
    comb_claims_mark_checked(claims, "count");
    comb_claims_mark_checked(claims, "complete");
    bool ranked = json_is_true(json_object_get(answer, "ranked"));
    if (!ranked && json_array_size(moves) < ranking->count) /* the selection rule is unknown */
        comb_claims_mark_unchecked(claims, "moves");
    if (code != COMB_OK || !ranked)
        return code;
    comb_claims_mark_checked(claims, "ranked");
    comb_claims_mark_checked(claims, "rank");
    code = check_option(claims, answer, "supers", "all", "one", err);
    if (code == COMB_OK)
        code = check_option(claims, answer, "swap_cells", "any", "path", err);
    return code == COMB_OK ? compare_order(claims, moves, ranking, dict, err) : code;
}

static int rank_all(struct comb_hexicon_ranking *ranking, const struct comb_words_board *board,
                    const struct comb_dict *dict, const json_t *answer, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err)
{
    struct comb_hexicon_position position;
    struct comb_hexicon_search search = {0};
    const char *mover = json_string_value(json_object_get(answer, "mover"));
    enum comb_hexicon_side side = strcmp(mover, "red") == 0 ? COMB_HEXICON_RED : COMB_HEXICON_BLUE;
    bool swaps = comb_params_flag(params, "swap") || has_swaps(json_object_get(answer, "moves"));
    int code = comb_hexicon_position_of(&position, board, dict, err);
    if (code == COMB_OK)
        code = comb_hexicon_search_open(&search, dict, job, err);
    if (code != COMB_OK)
        return code;
    const char *rank = json_string_value(json_object_get(answer, "rank"));
    position.by_territory = rank && strcmp(rank, "territory") == 0;
    const char *supers = json_string_value(json_object_get(answer, "supers"));
    const char *swapped = json_string_value(json_object_get(answer, "swap_cells"));
    position.shape.one_super = supers && strcmp(supers, "one") == 0;
    position.swap_on_path = swapped && strcmp(swapped, "path") == 0;
    search.min_length = (unsigned)comb_params_int(params, "min-length", 2);
    code = comb_hexicon_rank(ranking, &search, &position, side, err);
    if (code == COMB_OK && swaps)
        code = comb_hexicon_rank_swaps(ranking, &search, &position, side, err);
    comb_hexicon_ranking_finish(ranking, side);
    comb_hexicon_search_close(&search);
    return code;
}

int comb_hexicon_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err)
{
    const struct comb_dict *dict;
    struct comb_hexicon_ranking ranking = {.capacity = json_array_size(json_object_get(answer, "moves"))};
    int code = check_repeats(claims, json_object_get(answer, "moves"), err);
    if (code != COMB_OK || !comb_claims_whole_board(answer))
        return code;
    code = comb_words_dict(&dict, job, params, err);
    if (code == COMB_OK)
        code = rank_all(&ranking, board, dict, answer, job, params, err);
    if (code == COMB_OK)
        code = compare_claims(claims, answer, &ranking, dict, err);
    comb_hexicon_ranking_free(&ranking);
    return code;
}
