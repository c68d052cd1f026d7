/* Verifies words on a board without any code of the search: looks up each word in the list, follows its path cell by
 * cell using coordinates, and computes its points with the game's second implementation (points_of_path). */
#include "family/words/game.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Whether two cells touch: on squares, at most one step in each direction; on hexagons, two columns apart in a row, or
 * one column and one row. */
static bool touch(const struct comb_lattice *lattice, unsigned a, unsigned b)
{
    int dx = abs(lattice->at[a].x - lattice->at[b].x);
    int dy = abs(lattice->at[a].y - lattice->at[b].y);
    switch (lattice->kind) {
    case COMB_LATTICE_SQUARE:
        return dx <= 1 && dy <= 1 && dx + dy > 0;
    case COMB_LATTICE_HEX_POINTY:
        return (dx == 2 && dy == 0) || (dx == 1 && dy == 1);
    case COMB_LATTICE_HEX_FLAT:
        return (dx == 0 && dy == 2) || (dx == 1 && dy == 1);
    default:
        return dx + dy == 1;
    }
}

/* Number of bytes of `word` at `at` that match the cell; 0 if it does not match. */
static size_t match_cell(const struct comb_words_cell *cell, const char *word, size_t length, size_t at)
{
    size_t used = 0;
    unsigned letters = cell->kind == COMB_WORDS_ANY ? 1 : cell->letters;
    if (cell->kind == COMB_WORDS_HOLE)
        return 0;
    for (unsigned i = 0; i < letters; i++) {
        uint32_t code_point;
        size_t size = comb_utf8_decode(&code_point, word + at + used, length - at - used);
        if (size == 0 || (cell->kind == COMB_WORDS_LETTERS && code_point != cell->letter[i]))
            return 0;
        used += size;
    }
    return used;
}

/* Depth-first search with an explicit stack: path[k] is the cell at depth k, at[k] the number of bytes before it. A
 * board may have very many partial paths (equal letters, wildcards), so the steps are limited; reaching the limit is
 * reported as -1, not as "no path". */
int comb_words_trace(unsigned path[COMB_WORDS_MAX_CELLS], const struct comb_words_board *board, const char *word)
{
    enum { MAX_STEPS = 20000000 };
    size_t at[COMB_WORDS_MAX_CELLS + 1] = {0};
    bool used[COMB_WORDS_MAX_CELLS] = {false};
    size_t length = strlen(word);
    unsigned count = board->lattice->count;
    size_t depth = 0;
    unsigned next = 0;
    if (length == 0)
        return 0;
    for (long step = 0; step < MAX_STEPS; step++) {
        if (next == count) {
            if (depth == 0)
                return 0;
            next = path[--depth];
            used[next++] = false;
            continue;
        }
        size_t bytes = used[next] || (depth > 0 && !touch(board->lattice, path[depth - 1], next))
                           ? 0
                           : match_cell(&board->cells[next], word, length, at[depth]);
        if (bytes == 0) {
            next++;
            continue;
        }
        used[next] = true;
        path[depth] = next;
        at[depth + 1] = at[depth] + bytes;
        depth++;
        next = 0;
        if (at[depth] == length)
            return (int)depth;
    }
    return -1;
}

static json_t *path_array(struct comb_json *build, const unsigned *path, size_t cells)
{
    json_t *array = comb_json_array(build);
    for (size_t i = 0; i < cells; i++)
        comb_json_push(build, array, comb_json_int(build, path[i]));
    return array;
}

/* Appends a typed word in the spelling of the list. */
static void append_as_listed(struct comb_buf *out, const struct comb_dict *dict, const char *word)
{
    uint8_t letters[COMB_DICT_MAX_WORD];
    int count = comb_words_letters(letters, dict, word);
    if (count > 0)
        comb_dict_to_text(out, dict, letters, (unsigned)count);
    else
        comb_buf_str(out, word);
}

struct listed {
    const char *word;
    size_t index;
};

static int compare_listed(const void *a, const void *b)
{
    const struct listed *first = a, *second = b;
    int order = strcmp(first->word, second->word);
    return order ? order : (first->index > second->index) - (first->index < second->index);
}

static const char *word_at(const json_t *words, size_t index)
{
    const char *word = json_string_value(json_object_get(json_array_get(words, index), "word"));
    return word ? word : "";
}

/* Marks repeated words: a word counts only where it is listed first. The caller frees *repeats. */
static int find_repeats(bool **repeats, const json_t *words, struct comb_error *err)
{
    size_t count = json_array_size(words);
    struct listed *sorted = calloc(count + 1, sizeof *sorted);
    *repeats = calloc(count + 1, sizeof **repeats);
    for (size_t i = 0; sorted && i < count; i++)
        sorted[i] = (struct listed){word_at(words, i), i};
    if (sorted)
        qsort(sorted, count, sizeof *sorted, compare_listed);
    for (size_t i = 1; sorted && *repeats && i < count; i++)
        (*repeats)[sorted[i].index] = strcmp(sorted[i - 1].word, sorted[i].word) == 0;
    int code = sorted && *repeats ? COMB_OK : comb_fail_memory(err);
    free(sorted);
    return code;
}

static long long sum_of_scores(const json_t *words, const bool *repeats)
{
    long long sum = 0;
    for (size_t i = 0; i < json_array_size(words); i++)
        if (!repeats[i])
            sum += json_integer_value(json_object_get(json_array_get(words, i), "score"));
    return sum;
}

/* Appends {"word"}, with "score" and "path" if the word can be traced. */
static int add_word(struct comb_json *build, json_t *list, const struct comb_words_board *board, const char *word,
                    struct comb_error *err)
{
    unsigned path[COMB_WORDS_MAX_CELLS];
    int cells = comb_words_trace(path, board, word);
    if (cells < 0)
        return comb_fail(err, COMB_LIMIT, "'%.60s': too many partial paths to decide whether it can be traced", word);
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "word", comb_json_string(build, word));
    if (cells > 0) {
        unsigned letters = (unsigned)comb_utf8_columns(word, strlen(word));
        unsigned points = board->game->points_of_path(board, path, (size_t)cells, letters);
        comb_json_set(build, object, "score", comb_json_int(build, points));
        comb_json_set(build, object, "path", path_array(build, path, (size_t)cells));
    }
    comb_json_push(build, list, object);
    return COMB_OK;
}

int comb_words_answer(json_t **answer, const void *data, struct comb_job *job, const char *const *words, size_t count,
                      const struct comb_params *params, struct comb_error *err)
{
    const struct comb_dict *dict;
    *answer = NULL;
    if (count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "no words given; expected one or more after the board");
    int code = comb_words_dict(&dict, job, params, err);
    if (code != COMB_OK)
        return code;
    struct comb_json build = {0};
    struct comb_buf text = {0};
    json_t *list = comb_json_array(&build);
    bool *repeats = NULL;
    for (size_t i = 0; code == COMB_OK && i < count; i++) {
        comb_buf_clear(&text);
        append_as_listed(&text, dict, words[i]);
        code = comb_utf8_valid(words[i], strlen(words[i]))
                   ? add_word(&build, list, data, comb_buf_text(&text), err)
                   : comb_fail(err, COMB_BAD_INPUT, "word %zu is not text; expected letters in UTF-8", i + 1);
    }
    if (code == COMB_OK)
        code = find_repeats(&repeats, list, err);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "score", comb_json_int(&build, code == COMB_OK ? sum_of_scores(list, repeats) : 0));
    comb_json_set(&build, root, "count", comb_json_int(&build, (long long)count));
    comb_json_set(&build, root, "words", list);
    build.failed |= text.failed;
    comb_buf_free(&text);
    free(repeats);
    if (code == COMB_OK)
        return comb_json_finish(answer, &build, root, err);
    json_decref(root);
    return code;
}

struct check {
    json_t *violations;
    const struct comb_words_board *board;
    const struct comb_dict *dict;
    unsigned min_length;
    struct comb_error *err;
};

/* Reads a path from JSON. Returns the number of cells, or -1 if it is not an array of cells of the board. */
static int read_path(unsigned path[COMB_WORDS_MAX_CELLS], const json_t *array, unsigned count)
{
    if (!json_is_array(array) || json_array_size(array) == 0 || json_array_size(array) > COMB_WORDS_MAX_CELLS)
        return -1;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *cell = json_array_get(array, i);
        if (!json_is_integer(cell) || json_integer_value(cell) < 0 || json_integer_value(cell) >= (json_int_t)count)
            return -1;
        path[i] = (unsigned)json_integer_value(cell);
    }
    return (int)json_array_size(array);
}

/* Follows the path. Returns the rule it breaks, or NULL. */
static const char *broken_path_rule(const struct check *check, const unsigned *path, size_t cells, const char *word)
{
    bool used[COMB_WORDS_MAX_CELLS] = {false};
    size_t at = 0;
    for (size_t i = 0; i < cells; i++) {
        if (used[path[i]])
            return "uses a cell twice";
        used[path[i]] = true;
        if (i > 0 && !touch(check->board->lattice, path[i - 1], path[i]))
            return "steps between cells that do not touch";
        size_t bytes = match_cell(&check->board->cells[path[i]], word, strlen(word), at);
        if (bytes == 0)
            return "does not spell the word";
        at += bytes;
    }
    return at == strlen(word) ? NULL : "does not spell the word to its end";
}

static int check_path(const struct check *check, const json_t *item, const char *word, unsigned letters)
{
    unsigned path[COMB_WORDS_MAX_CELLS];
    const json_t *array = json_object_get(item, "path");
    if (!array)
        return comb_violation(check->violations, "path", NULL, 0, check->err, "%s cannot be traced on the board", word);
    int cells = read_path(path, array, check->board->lattice->count);
    if (cells < 0)
        return comb_violation(check->violations, "path", NULL, 0, check->err, "the path of %s is not a list of cells",
                              word);
    const char *wrong = broken_path_rule(check, path, (size_t)cells, word);
    if (wrong)
        return comb_violation(check->violations, "path", path, (size_t)cells, check->err, "the path of %s %s", word,
                              wrong);
    long long points = check->board->game->points_of_path(check->board, path, (size_t)cells, letters);
    if (json_integer_value(json_object_get(item, "score")) != points)
        return comb_violation(check->violations, "score", path, (size_t)cells, check->err, "%s is worth %lld points",
                              word, points);
    return COMB_OK;
}

static int check_word(const struct check *check, const json_t *item, const char *word)
{
    uint8_t letters[COMB_DICT_MAX_WORD];
    int count = comb_dict_parse(letters, COMB_DICT_MAX_WORD, check->dict, word, strlen(word));
    if (count < 0 || !comb_dict_contains(check->dict, letters, (unsigned)count))
        return comb_violation(check->violations, "list", NULL, 0, check->err, "%s is not in the word list %s", word,
                              comb_dict_title(check->dict));
    if ((unsigned)count < check->min_length)
        return comb_violation(check->violations, "length", NULL, 0, check->err, "%s has fewer than %u letters", word,
                              check->min_length);
    return check_path(check, item, word, (unsigned)count);
}

/* Adds the index of the word to the violations from `first` on. */
static int set_word_index(const struct check *check, size_t first, size_t index)
{
    for (size_t i = first; i < json_array_size(check->violations); i++)
        if (json_object_set_new(json_array_get(check->violations, i), "index", json_integer((json_int_t)index)) != 0)
            return comb_fail_memory(check->err);
    return COMB_OK;
}

static int check_item(const struct check *check, const json_t *words, size_t index)
{
    const json_t *item = json_array_get(words, index);
    const char *word = json_string_value(json_object_get(item, "word"));
    size_t before = json_array_size(check->violations);
    if (!word)
        return comb_fail(check->err, COMB_BAD_INPUT, "word %zu of the answer has no \"word\"", index + 1);
    int code = check_word(check, item, word);
    return code == COMB_OK ? set_word_index(check, before, index) : code;
}

static int check_repeats(const struct check *check, const json_t *words, const bool *repeats)
{
    int code = COMB_OK;
    for (size_t i = 0; i < json_array_size(words) && code == COMB_OK; i++) {
        size_t before = json_array_size(check->violations);
        if (repeats[i])
            code = comb_violation(check->violations, "repeat", NULL, 0, check->err, "%s is listed twice",
                                  word_at(words, i));
        if (code == COMB_OK)
            code = set_word_index(check, before, i);
    }
    return code;
}

/* Checks that the score is the sum over all words, or at least that sum if only some are listed. */
static int check_total(const struct check *check, const json_t *answer, long long sum)
{
    size_t listed = json_array_size(json_object_get(answer, "words"));
    long long score = json_integer_value(json_object_get(answer, "score"));
    long long count = json_integer_value(json_object_get(answer, "count"));
    bool complete = count == (long long)listed;
    if (count < (long long)listed || score < sum || (complete && score != sum))
        return comb_violation(check->violations, "total", NULL, 0, check->err,
                              "score %lld and count %lld do not match %zu words worth %lld", score, count, listed, sum);
    return COMB_OK;
}

/* Checks that the word counts by length, if any, add up to the count and are not below those of the listed words. */
static int check_lengths(const struct check *check, const json_t *answer)
{
    const json_t *words = json_object_get(answer, "words");
    json_t *lengths = json_object_get(answer, "lengths");
    long long listed[COMB_DICT_MAX_WORD + 1] = {0}, sum = 0;
    const char *name;
    json_t *number;
    bool fits = true;
    if (!lengths)
        return COMB_OK;
    for (size_t i = 0; i < json_array_size(words); i++) {
        size_t letters = comb_utf8_columns(word_at(words, i), strlen(word_at(words, i)));
        listed[letters <= COMB_DICT_MAX_WORD ? letters : 0]++;
    }
    json_object_foreach(lengths, name, number)
    {
        long long letters = 0;
        fits &= comb_parse_int(&letters, name) && letters > 0 && letters <= COMB_DICT_MAX_WORD;
        fits = fits && json_integer_value(number) >= listed[letters];
        sum += json_integer_value(number);
    }
    if (fits && sum == json_integer_value(json_object_get(answer, "count")))
        return COMB_OK;
    return comb_violation(check->violations, "lengths", NULL, 0, check->err,
                          "the word counts by length do not match the words and their count");
}

int comb_words_verify(json_t *violations, const void *data, const json_t *answer, struct comb_job *job,
                      const struct comb_params *params, struct comb_error *err)
{
    const struct comb_words_board *board = data;
    struct check check = {.violations = violations, .board = board, .err = err};
    check.min_length = (unsigned)comb_params_int(params, "min-length", board->game->min_length);
    int code = comb_words_dict(&check.dict, job, params, err);
    const json_t *words = json_object_get(answer, "words");
    if (code == COMB_OK && !json_is_array(words))
        return comb_fail(err, COMB_BAD_INPUT, "the answer has no \"words\"");
    if (code == COMB_OK)
        code = comb_words_check_list(violations, answer, check.dict, err);
    for (size_t i = 0; code == COMB_OK && i < json_array_size(words); i++)
        code = check_item(&check, words, i);
    bool *repeats = NULL;
    if (code == COMB_OK)
        code = find_repeats(&repeats, words, err);
    if (code == COMB_OK)
        code = check_repeats(&check, words, repeats);
    if (code == COMB_OK)
        code = check_total(&check, answer, sum_of_scores(words, repeats));
    if (code == COMB_OK)
        code = check_lengths(&check, answer);
    free(repeats);
    return code;
}
