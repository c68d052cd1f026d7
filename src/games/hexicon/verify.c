/* Verifies Hexicon moves with a second implementation of the rules: cells as an array of letters, neighbours from
 * coordinates, one function per step. Slow and simple; shares nothing with rules.c. */
#include "games/hexicon/verify.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

struct field {
    const struct comb_words_board *board;
    unsigned count;
    char state[COMB_WORDS_MAX_CELLS]; /* ' ' none, b r B R */
    struct comb_words_cell cells[COMB_WORDS_MAX_CELLS];
};

struct result {
    unsigned blue_hexagons;
    unsigned red_hexagons;
    unsigned blue_cleared;
    unsigned red_cleared;
};

static bool adjacent(const struct field *field, unsigned a, unsigned b)
{
    int dx = abs(field->board->lattice->at[a].x - field->board->lattice->at[b].x);
    int dy = abs(field->board->lattice->at[a].y - field->board->lattice->at[b].y);
    return (dx == 0 && dy == 2) || (dx == 1 && dy == 1);
}

static void copy_board(struct field *field, const struct comb_words_board *board)
{
    field->board = board;
    field->count = board->lattice->count;
    for (unsigned i = 0; i < field->count; i++) {
        field->cells[i] = board->cells[i];
        field->state[i] = board->cells[i].attribute[0] ? board->cells[i].attribute[0] : ' ';
    }
}

static bool is_blue(char state)
{
    return state == 'b' || state == 'B';
}

static bool is_red(char state)
{
    return state == 'r' || state == 'R';
}

static bool is_captured(char state)
{
    return state == 'B' || state == 'R';
}

/* Counts the neighbours of a cell, and those that pass the test. */
static void count_neighbours(const struct field *field, unsigned cell, bool (*test)(char), unsigned *total,
                             unsigned *passing)
{
    *total = 0;
    *passing = 0;
    for (unsigned i = 0; i < field->count; i++) {
        if (adjacent(field, cell, i)) {
            ++*total;
            *passing += test(field->state[i]);
        }
    }
}

static bool is_coloured(char state)
{
    return state != ' ';
}

static bool is_centre(const struct field *field, unsigned cell)
{
    unsigned total;
    unsigned coloured;
    count_neighbours(field, cell, is_coloured, &total, &coloured);
    return (field->state[cell] == 'b' || field->state[cell] == 'r') && total == 6 && coloured == 6;
}

static bool is_surrounded(const struct field *field, unsigned cell)
{
    unsigned total;
    unsigned captured;
    count_neighbours(field, cell, is_captured, &total, &captured);
    return is_captured(field->state[cell]) && total == 6 && captured == 6;
}

static void clear_cells(struct field *field, struct result *result, const bool *clear)
{
    for (unsigned i = 0; i < field->count; i++) {
        if (!clear[i])
            continue;
        result->blue_cleared += is_blue(field->state[i]);
        result->red_cleared += is_red(field->state[i]);
        field->state[i] = ' ';
    }
}

static void resolve_captures(struct field *field, struct result *result, bool one_super)
{
    bool centre[COMB_WORDS_MAX_CELLS] = {false};
    bool clear[COMB_WORDS_MAX_CELLS] = {false};
    char winner[COMB_WORDS_MAX_CELLS] = {0};
    for (unsigned i = 0; i < field->count; i++) {
        if (!is_centre(field, i))
            continue;
        unsigned total;
        unsigned red;
        count_neighbours(field, i, is_red, &total, &red);
        red += is_red(field->state[i]);
        centre[i] = true;
        winner[i] = red > 7 - red ? 'R' : 'B';
        result->red_hexagons += winner[i] == 'R';
        result->blue_hexagons += winner[i] == 'B';
    }
    for (unsigned i = 0; i < field->count; i++)
        for (unsigned k = 0; centre[i] && k < field->count; k++)
            if (adjacent(field, i, k) && !centre[k] && (field->state[k] == 'b' || field->state[k] == 'r'))
                clear[k] = true;
    clear_cells(field, result, clear);
    for (unsigned i = 0; i < field->count; i++)
        if (centre[i])
            field->state[i] = winner[i];
    bool surrounded[COMB_WORDS_MAX_CELLS] = {false};
    for (unsigned i = 0; i < field->count; i++) {
        for (unsigned k = 0; is_surrounded(field, i) && k < field->count; k++)
            surrounded[k] |= k == i || adjacent(field, i, k);
        if (one_super) { /* at once, so that a later one that shares a cell is no longer surrounded */
            clear_cells(field, result, surrounded);
            memset(surrounded, 0, sizeof surrounded);
        }
    }
    clear_cells(field, result, surrounded);
}

struct check {
    json_t *violations;
    const struct comb_words_board *board;
    const struct comb_dict *dict;
    const char *mover;
    bool one_super;
    bool swap_on_path;
    struct comb_error *err;
};

static int add_violation(const struct check *check, const char *rule, const char *word, const char *why)
{
    return comb_violation(check->violations, rule, NULL, 0, check->err, "%s %s", word, why);
}

/* Reads an array of cell numbers; returns their count, or -1. */
static int read_cells(unsigned *out, const json_t *array, unsigned cells)
{
    if (!json_is_array(array) || json_array_size(array) > COMB_WORDS_MAX_CELLS)
        return -1;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *item = json_array_get(array, i);
        if (!json_is_integer(item) || json_integer_value(item) < 0 || json_integer_value(item) >= (json_int_t)cells)
            return -1;
        out[i] = (unsigned)json_integer_value(item);
    }
    return (int)json_array_size(array);
}

/* Applies the swap of a move; false if it is not allowed. */
static bool apply_swap(struct field *field, const json_t *move)
{
    unsigned pair[COMB_WORDS_MAX_CELLS];
    const json_t *cells = json_object_get(move, "swap");
    if (json_is_null(cells))
        return true;
    if (read_cells(pair, cells, field->count) != 2 || !adjacent(field, pair[0], pair[1]) ||
        is_captured(field->state[pair[0]]) || is_captured(field->state[pair[1]]))
        return false;
    struct comb_words_cell cell = field->cells[pair[0]];
    char state = field->state[pair[0]];
    field->cells[pair[0]] = field->cells[pair[1]];
    field->state[pair[0]] = field->state[pair[1]];
    field->cells[pair[1]] = cell;
    field->state[pair[1]] = state;
    return true;
}

static bool swap_is_on_path(const json_t *move, const unsigned *path, int cells)
{
    const json_t *pair = json_object_get(move, "swap");
    bool found = json_is_null(pair);
    for (size_t i = 0; i < json_array_size(pair); i++)
        for (int k = 0; k < cells; k++)
            found |= json_integer_value(json_array_get(pair, i)) == (json_int_t)path[k];
    return found;
}

/* Traces the word and colours its cells; returns what is wrong, or NULL. */
static const char *trace_word(struct field *field, const unsigned *path, int cells, const char *word, bool red)
{
    bool used[COMB_WORDS_MAX_CELLS] = {false};
    size_t at = 0;
    size_t length = strlen(word);
    for (int i = 0; i < cells; i++) {
        const struct comb_words_cell *cell = &field->cells[path[i]];
        if (used[path[i]])
            return "uses a cell twice";
        used[path[i]] = true;
        if (i > 0 && !adjacent(field, path[i - 1], path[i]))
            return "steps between cells that are not neighbours";
        if (red ? is_blue(field->state[path[i]]) : is_red(field->state[path[i]]))
            return "uses a cell that the other side owns";
        for (unsigned k = 0; k < (cell->kind == COMB_WORDS_ANY ? 1 : cell->letters); k++) {
            uint32_t letter;
            size_t size = comb_utf8_decode(&letter, word + at, length - at);
            if (size == 0 || (cell->kind == COMB_WORDS_LETTERS && letter != cell->letter[k]))
                return "does not match the letters of its path";
            at += size;
        }
        if (cell->kind == COMB_WORDS_HOLE)
            return "runs through a hole";
        if (field->state[path[i]] == ' ')
            field->state[path[i]] = red ? 'r' : 'b';
    }
    return at == length && cells > 0 ? NULL : "does not match the letters of its path";
}

static bool number_is(const json_t *move, const char *key, unsigned value)
{
    const json_t *number = json_object_get(move, key);
    return json_is_integer(number) && json_integer_value(number) == (json_int_t)value;
}

static int check_move(const struct check *check, const json_t *move, struct result *result)
{
    const char *word = json_string_value(json_object_get(move, "word"));
    uint8_t letters[COMB_DICT_MAX_WORD];
    unsigned path[COMB_WORDS_MAX_CELLS];
    struct field field = {0};
    copy_board(&field, check->board);
    if (!word)
        return add_violation(check, "word", "a move", "has no word");
    int count = comb_dict_parse(letters, COMB_DICT_MAX_WORD, check->dict, word, strlen(word));
    if (count < 2 || !comb_dict_contains(check->dict, letters, (unsigned)count))
        return add_violation(check, "list", word, "is not in the word list");
    const json_t *cells = json_object_get(move, "path");
    int length = read_cells(path, cells, field.count);
    if (!cells || length < 1)
        return add_violation(check, "path", word, "cannot be traced on the board");
    if (!apply_swap(&field, move))
        return add_violation(check, "swap", word, "swaps cells that are not neighbours or are captured");
    if (check->swap_on_path && !swap_is_on_path(move, path, length))
        return add_violation(check, "swap", word, "uses neither of the swapped cells");
    const char *wrong = trace_word(&field, path, length, word, strcmp(check->mover, "red") == 0);
    if (wrong)
        return add_violation(check, "path", word, wrong);
    resolve_captures(&field, result, check->one_super);
    if (!number_is(move, "blue_hexagons", result->blue_hexagons) ||
        !number_is(move, "red_hexagons", result->red_hexagons) ||
        !number_is(move, "blue_cleared", result->blue_cleared) || !number_is(move, "red_cleared", result->red_cleared))
        return add_violation(check, "outcome", word, "has other effects than the move claims");
    return COMB_OK;
}

int comb_hexicon_verify(json_t *violations, const void *data, const json_t *answer, struct comb_job *job,
                        const struct comb_params *params, struct comb_error *err)
{
    struct check check = {.violations = violations, .board = data, .err = err};
    int code = comb_words_dict(&check.dict, job, params, err);
    const json_t *moves = json_object_get(answer, "moves");
    const char *supers = json_string_value(json_object_get(answer, "supers"));
    const char *swapped = json_string_value(json_object_get(answer, "swap_cells"));
    check.one_super = supers && strcmp(supers, "one") == 0;
    check.swap_on_path = swapped && strcmp(swapped, "path") == 0;
    check.mover = json_string_value(json_object_get(answer, "mover"));
    if (code == COMB_OK && (!json_is_array(moves) || !check.mover))
        return comb_fail(err, COMB_BAD_INPUT, "the answer has no \"moves\" or no \"mover\"");
    if (code == COMB_OK)
        code = comb_words_check_list(violations, answer, check.dict, err);
    bool red = code == COMB_OK && strcmp(check.mover, "red") == 0;
    if (code == COMB_OK && !red && strcmp(check.mover, "blue") != 0)
        return comb_violation(violations, "mover", NULL, 0, err, "\"mover\" is neither blue nor red");
    bool ranked = json_is_true(json_object_get(answer, "ranked"));
    int before = INT32_MAX;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(moves); i++) {
        struct result result = {0};
        code = check_move(&check, json_array_get(moves, i), &result);
        int gain = (int)result.blue_hexagons - (int)result.red_hexagons;
        gain = red ? -gain : gain;
        if (code == COMB_OK && ranked && gain > before)
            code = add_violation(&check, "order", json_string_value(json_object_get(json_array_get(moves, i), "word")),
                                 "is ranked below a move that wins less");
        before = gain;
    }
    return code;
}
