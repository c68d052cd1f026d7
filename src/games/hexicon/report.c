/* Prints an answer for people: the board with the best move, the board after it, the ranking. */
#include "games/hexicon/report.h"

#include "games/hexicon/moves.h"

#include <string.h>

static void print_path(struct comb_buf *out, const json_t *move)
{
    const json_t *path = json_object_get(move, "path");
    for (size_t i = 0; i < json_array_size(path); i++)
        comb_buf_printf(out, "%s%lld", i ? "-" : "", (long long)json_integer_value(json_array_get(path, i)));
}

/* Prints "3 and 4", or nothing if the move has no swap. */
static void print_swap(struct comb_buf *out, const json_t *move)
{
    const json_t *swapped = json_object_get(move, "swap");
    if (json_array_size(swapped) == 2)
        comb_buf_printf(out, "%lld and %lld", (long long)json_integer_value(json_array_get(swapped, 0)),
                        (long long)json_integer_value(json_array_get(swapped, 1)));
}

static void print_move(struct comb_buf *out, const json_t *move, size_t rank)
{
    const char *word = json_string_value(json_object_get(move, "word"));
    comb_buf_printf(out, "%4zu  %-16s blue +%lld  red +%lld  clears %lld red, %lld blue", rank, word ? word : "",
                    comb_json_number(move, "blue_hexagons"), comb_json_number(move, "red_hexagons"),
                    comb_json_number(move, "red_cleared"), comb_json_number(move, "blue_cleared"));
    if (json_object_get(move, "reply"))
        comb_buf_printf(out, "  reply %.2f", json_real_value(json_object_get(move, "reply")));
    comb_buf_str(out, "  ");
    if (json_array_size(json_object_get(move, "swap")) == 2) {
        comb_buf_str(out, "swap ");
        print_swap(out, move);
        comb_buf_str(out, ", ");
    }
    print_path(out, move);
    comb_buf_char(out, '\n');
}

/* Reads a move back from JSON. The answer must be verified. */
static void read_move(struct comb_hexicon_move *out, const json_t *move)
{
    const json_t *path = json_object_get(move, "path");
    const json_t *swapped = json_object_get(move, "swap");
    *out = (struct comb_hexicon_move){.swap = {COMB_HEXICON_NO_SWAP, COMB_HEXICON_NO_SWAP}};
    for (size_t i = 0; i < json_array_size(path) && i < COMB_WORDS_MAX_CELLS; i++)
        out->path[out->cells++] = (uint8_t)json_integer_value(json_array_get(path, i));
    for (size_t i = 0; json_array_size(swapped) == 2 && i < 2; i++)
        out->swap[i] = (uint8_t)json_integer_value(json_array_get(swapped, i));
}

/* Draws the board with the best move, then the board after that move. */
static int draw_best(struct comb_buf *out, const struct comb_words_board *board, const json_t *answer,
                     const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    const json_t *first = json_array_get(json_object_get(answer, "moves"), 0);
    const char *mover = json_string_value(json_object_get(answer, "mover"));
    int code = comb_words_draw(out, board, answer, style, params, err);
    if (code != COMB_OK || !first)
        return code;
    struct comb_hexicon_move move;
    struct comb_words_board *after;
    read_move(&move, first);
    const char *supers = json_string_value(json_object_get(answer, "supers"));
    code = comb_hexicon_board_after(&after, board, &move,
                                    mover && strcmp(mover, "red") == 0 ? COMB_HEXICON_RED : COMB_HEXICON_BLUE,
                                    supers && strcmp(supers, "one") == 0, err);
    if (code == COMB_OK) {
        comb_buf_str(out, "\nafter the move (? is a new letter)\n\n");
        code = comb_words_draw(out, after, NULL, style, NULL, err);
    }
    comb_words_free(after);
    return code;
}

static void print_count(struct comb_buf *out, const json_t *answer)
{
    comb_buf_printf(out, "%lld moves for %s", comb_json_number(answer, "count"),
                    json_string_value(json_object_get(answer, "mover")));
}

enum { DEFAULT_SHOWN = 20 }; /* moves listed without --limit */

int comb_hexicon_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                        const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    const json_t *moves = json_object_get(answer, "moves");
    int code = COMB_OK;
    if (!violations && !style->plain) {
        code = draw_best(out, board, answer, style, params, err);
        comb_buf_char(out, '\n');
        print_count(out, answer);
        comb_buf_str(out, "\n\n");
    }
    for (size_t i = 0; i < json_array_size(violations); i++)
        comb_buf_printf(out, "no  %s\n", json_string_value(json_object_get(json_array_get(violations, i), "message")));
    size_t shown = json_array_size(moves);
    if (!comb_params_text(params, "limit", NULL) && !style->plain && !violations && shown > DEFAULT_SHOWN)
        shown = DEFAULT_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        const json_t *move = json_array_get(moves, i);
        if (style->plain)
            comb_buf_printf(out, "%s\n", json_string_value(json_object_get(move, "word")));
        else if (json_object_get(move, "path"))
            print_move(out, move, i + 1);
    }
    if (!style->plain && !violations && (json_int_t)shown < comb_json_number(answer, "count"))
        comb_buf_printf(out, "\n%zu of %lld moves shown\n", shown, comb_json_number(answer, "count"));
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}

static void add_summary_row(struct comb_buf *out, const json_t *move)
{
    const char *word = json_string_value(json_object_get(move, "word"));
    comb_buf_printf(out, "%s\t%lld\t%lld\t%lld red, %lld blue\t", word ? word : "",
                    comb_json_number(move, "blue_hexagons"), comb_json_number(move, "red_hexagons"),
                    comb_json_number(move, "red_cleared"), comb_json_number(move, "blue_cleared"));
    print_swap(out, move);
    comb_buf_char(out, '\t');
    print_path(out, move);
    if (json_object_get(move, "reply"))
        comb_buf_printf(out, "\t%.2f", json_real_value(json_object_get(move, "reply")));
    comb_buf_char(out, '\n');
}

int comb_hexicon_summary(struct comb_summary *out, const void *board, const json_t *answer,
                         const struct comb_params *params, struct comb_error *err)
{
    enum { MAX_MOVES = 50 };
    const json_t *moves = json_object_get(answer, "moves");
    size_t shown = json_array_size(moves) < MAX_MOVES ? json_array_size(moves) : MAX_MOVES;
    (void)board;
    (void)params;
    print_count(&out->text, answer);
    comb_buf_printf(&out->basis, "the word list %s", json_string_value(json_object_get(answer, "list")));
    if (shown == 0)
        return comb_summary_finish(out, err);
    comb_buf_printf(&out->caption, "The best %zu moves; cells are counted in reading order, from 0", shown);
    out->columns = json_object_get(json_array_get(moves, 0), "reply") ? "Word\tBlue +\tRed +\tClears\tSwap\tPath\tReply"
                                                                      : "Word\tBlue +\tRed +\tClears\tSwap\tPath";
    for (size_t i = 0; i < shown; i++)
        add_summary_row(&out->rows, json_array_get(moves, i));
    return comb_summary_finish(out, err);
}
