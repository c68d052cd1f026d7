/* The rules of a Hexicon move once more, for the verifier: cells as an array of letters, neighbours from coordinates,
 * every step as the rules say it. Slow and plain; shares nothing with rules.c. */
#include "games/hexicon/verify.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

struct field {
    const struct comb_words_board *board;
    unsigned count;
    char state[COMB_WORDS_MOST_CELLS]; /* ' ' none, b r B R */
    struct comb_words_cell cells[COMB_WORDS_MOST_CELLS];
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

static void fill(struct field *field, const struct comb_words_board *board)
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

static bool is_very(char state)
{
    return state == 'B' || state == 'R';
}

/* How many of the six neighbours there are, and how many of them satisfy the test. */
static void look_around(const struct field *field, unsigned cell, bool (*test)(char), unsigned *there, unsigned *pass)
{
    *there = 0;
    *pass = 0;
    for (unsigned i = 0; i < field->count; i++) {
        if (adjacent(field, cell, i)) {
            ++*there;
            *pass += test(field->state[i]);
        }
    }
}

static bool is_coloured(char state)
{
    return state != ' ';
}

static bool is_centre(const struct field *field, unsigned cell)
{
    unsigned there;
    unsigned coloured;
    look_around(field, cell, is_coloured, &there, &coloured);
    return (field->state[cell] == 'b' || field->state[cell] == 'r') && there == 6 && coloured == 6;
}

static bool is_super(const struct field *field, unsigned cell)
{
    unsigned there;
    unsigned very;
    look_around(field, cell, is_very, &there, &very);
    return is_very(field->state[cell]) && there == 6 && very == 6;
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

static void resolve(struct field *field, struct result *result)
{
    bool centre[COMB_WORDS_MOST_CELLS] = {false};
    bool clear[COMB_WORDS_MOST_CELLS] = {false};
    char winner[COMB_WORDS_MOST_CELLS] = {0};
    for (unsigned i = 0; i < field->count; i++) {
        if (!is_centre(field, i))
            continue;
        unsigned there;
        unsigned red;
        look_around(field, i, is_red, &there, &red);
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
    bool gone[COMB_WORDS_MOST_CELLS] = {false};
    for (unsigned i = 0; i < field->count; i++)
        for (unsigned k = 0; is_super(field, i) && k < field->count; k++)
            gone[k] |= k == i || adjacent(field, i, k);
    clear_cells(field, result, gone);
}

struct check {
    json_t *violations;
    const struct comb_words_board *board;
    const struct comb_dict *dict;
    const char *mover;
    struct comb_error *err;
};

static int complain(const struct check *check, const char *rule, const char *word, const char *why)
{
    return comb_violation(check->violations, rule, NULL, 0, check->err, "%s %s", word, why);
}

/* Reads an array of cell numbers; their count, or -1. */
static int read_cells(unsigned *out, const json_t *array, unsigned cells)
{
    if (!json_is_array(array) || json_array_size(array) > COMB_WORDS_MOST_CELLS)
        return -1;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *item = json_array_get(array, i);
        if (!json_is_integer(item) || json_integer_value(item) < 0 || json_integer_value(item) >= (json_int_t)cells)
            return -1;
        out[i] = (unsigned)json_integer_value(item);
    }
    return (int)json_array_size(array);
}

/* Makes the swap of a move; false when it is not allowed. */
static bool swap(struct field *field, const json_t *move)
{
    unsigned pair[COMB_WORDS_MOST_CELLS];
    const json_t *cells = json_object_get(move, "swap");
    if (json_is_null(cells))
        return true;
    if (read_cells(pair, cells, field->count) != 2 || !adjacent(field, pair[0], pair[1]) ||
        is_very(field->state[pair[0]]) || is_very(field->state[pair[1]]))
        return false;
    struct comb_words_cell cell = field->cells[pair[0]];
    char state = field->state[pair[0]];
    field->cells[pair[0]] = field->cells[pair[1]];
    field->state[pair[0]] = field->state[pair[1]];
    field->cells[pair[1]] = cell;
    field->state[pair[1]] = state;
    return true;
}

/* Walks the word and colours its cells; what is wrong with it, or NULL. */
static const char *trace(struct field *field, const unsigned *path, int cells, const char *word, bool red)
{
    bool used[COMB_WORDS_MOST_CELLS] = {false};
    size_t at = 0;
    size_t length = strlen(word);
    for (int i = 0; i < cells; i++) {
        const struct comb_words_cell *cell = &field->cells[path[i]];
        if (used[path[i]])
            return "uses a cell twice";
        used[path[i]] = true;
        if (i > 0 && !adjacent(field, path[i - 1], path[i]))
            return "steps between cells that do not touch";
        if (red ? is_blue(field->state[path[i]]) : is_red(field->state[path[i]]))
            return "uses a cell of the other side";
        for (unsigned k = 0; k < (cell->kind == COMB_WORDS_ANY ? 1 : cell->letters); k++) {
            uint32_t letter;
            size_t size = comb_utf8_decode(&letter, word + at, length - at);
            if (size == 0 || (cell->kind == COMB_WORDS_LETTERS && letter != cell->letter[k]))
                return "is not what its path spells";
            at += size;
        }
        if (cell->kind == COMB_WORDS_HOLE)
            return "runs through a hole";
        if (field->state[path[i]] == ' ')
            field->state[path[i]] = red ? 'r' : 'b';
    }
    return at == length && cells > 0 ? NULL : "is not what its path spells";
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
    unsigned path[COMB_WORDS_MOST_CELLS];
    struct field field = {0};
    fill(&field, check->board);
    if (!word)
        return complain(check, "word", "a move", "has no word");
    int count = comb_dict_parse(letters, COMB_DICT_MAX_WORD, check->dict, word, strlen(word));
    if (count < 2 || !comb_dict_contains(check->dict, letters, (unsigned)count))
        return complain(check, "list", word, "is not in the word list");
    const json_t *cells = json_object_get(move, "path");
    int length = read_cells(path, cells, field.count);
    if (!cells || length < 1)
        return complain(check, "path", word, "cannot be traced on the board");
    if (!swap(&field, move))
        return complain(check, "swap", word, "swaps cells that may not be swapped");
    const char *wrong = trace(&field, path, length, word, strcmp(check->mover, "red") == 0);
    if (wrong)
        return complain(check, "path", word, wrong);
    resolve(&field, result);
    if (!number_is(move, "blue_hexagons", result->blue_hexagons) ||
        !number_is(move, "red_hexagons", result->red_hexagons) ||
        !number_is(move, "blue_cleared", result->blue_cleared) || !number_is(move, "red_cleared", result->red_cleared))
        return complain(check, "outcome", word, "does not bring what the move says");
    return COMB_OK;
}

int comb_hexicon_verify(json_t *violations, const void *data, const json_t *answer, struct comb_job *job,
                        const struct comb_params *params, struct comb_error *err)
{
    struct check check = {.violations = violations, .board = data, .err = err};
    int code = comb_words_dict(&check.dict, job, params, err);
    const json_t *moves = json_object_get(answer, "moves");
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
            code = complain(&check, "order", json_string_value(json_object_get(json_array_get(moves, i), "word")),
                            "stands below a move that wins less");
        before = gain;
    }
    return code;
}
