/* comb.h: answers without JSON. One structure for all games, filled in from the members of the answer; everything that
 * it points to is in one arena. */
#include "api/parts.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct storage {
    struct comb_solution solution; /* first: the caller frees by its address */
    struct comb_budget budget;
    struct comb_arena arena;
};

/* Members of JSON that are not of the expected type read as zero or as empty. */
static const json_t *list_of(const json_t *object, const char *key)
{
    const json_t *list = json_object_get(object, key);
    return json_is_array(list) ? list : NULL;
}

static int int_of(const json_t *value)
{
    return (int)json_integer_value(value);
}

/* One more than needed: NULL means out of memory, not an empty list. */
static void *allocate(struct storage *storage, size_t count, size_t size)
{
    return comb_arena_array(&storage->arena, count + 1, size);
}

static const char *copy_text(struct storage *storage, const char *text)
{
    return comb_arena_string(&storage->arena, text ? text : "", text ? strlen(text) : 0);
}

static bool read_word(struct comb_solution_word *word, struct storage *storage, const json_t *from)
{
    const json_t *path = list_of(from, "path");
    size_t count = json_array_size(path);
    unsigned *cells = allocate(storage, count, sizeof *cells);
    word->text = copy_text(storage, json_string_value(json_object_get(from, "word")));
    word->score = json_integer_value(json_object_get(from, "score"));
    for (size_t i = 0; cells && i < count; i++)
        cells[i] = (unsigned)json_integer_value(json_array_get(path, i));
    word->cells = cells;
    word->cell_count = count;
    return cells && word->text;
}

static bool read_words(struct storage *storage, const json_t *list)
{
    size_t count = json_array_size(list);
    struct comb_solution_word *words = allocate(storage, count, sizeof *words);
    bool done = words != NULL;
    for (size_t i = 0; done && i < count; i++)
        done = read_word(&words[i], storage, json_array_get(list, i));
    storage->solution.words = words;
    storage->solution.word_count = count;
    return done;
}

static const struct comb_solution_cell *read_cells(struct storage *storage, const json_t *list)
{
    size_t count = json_array_size(list);
    struct comb_solution_cell *cells = allocate(storage, count, sizeof *cells);
    for (size_t i = 0; cells && i < count; i++) {
        const json_t *cell = json_array_get(list, i);
        cells[i] = (struct comb_solution_cell){.x = int_of(json_object_get(cell, "x")),
                                               .y = int_of(json_object_get(cell, "y")),
                                               .blue = json_is_true(json_object_get(cell, "blue"))};
    }
    return cells;
}

static bool read_step(struct comb_solution_step *step, struct storage *storage, const json_t *from)
{
    const json_t *cells = list_of(from, "cells");
    step->cells = read_cells(storage, cells);
    step->cell_count = json_array_size(cells);
    step->reason = copy_text(storage, json_string_value(json_object_get(from, "text")));
    return step->cells && step->reason;
}

/* The steps of a solution; a hint is itself one step. */
static bool read_steps(struct storage *storage, const json_t *answer)
{
    const json_t *list = list_of(answer, "steps"), *cells = list_of(answer, "cells");
    bool is_hint = !list && json_object_get(answer, "ladder") && json_array_size(cells) > 0;
    size_t count = is_hint ? 1 : json_array_size(list);
    struct comb_solution_step *steps = allocate(storage, count, sizeof *steps);
    bool done = steps != NULL;
    for (size_t i = 0; done && i < count; i++)
        done = read_step(&steps[i], storage, is_hint ? answer : json_array_get(list, i));
    storage->solution.steps = steps;
    storage->solution.step_count = count;
    storage->solution.cells = read_cells(storage, cells);
    storage->solution.cell_count = json_array_size(cells);
    return done && storage->solution.cells;
}

static bool read_path(struct storage *storage, const json_t *list)
{
    size_t count = json_array_size(list);
    struct comb_solution_node *path = allocate(storage, count, sizeof *path);
    for (size_t i = 0; path && i < count; i++) {
        const json_t *point = json_array_get(list, i);
        path[i] = (struct comb_solution_node){int_of(json_array_get(point, 0)), int_of(json_array_get(point, 1))};
    }
    storage->solution.path = path;
    storage->solution.path_length = count;
    return path != NULL;
}

static bool read_answer(struct storage *storage, const json_t *answer)
{
    struct comb_solution *solution = &storage->solution;
    const json_t *words = list_of(answer, "words"), *moves = list_of(answer, "moves");
    const json_t *solved = json_object_get(answer, "solved");
    solution->game = copy_text(storage, json_string_value(json_object_get(answer, "game")));
    solution->solved = solved ? json_is_true(solved) : words || moves;
    solution->complete = !json_is_false(json_object_get(answer, "complete"));
    solution->score = json_integer_value(json_object_get(answer, "score"));
    return solution->game && read_words(storage, words ? words : moves) && read_steps(storage, answer) &&
           read_path(storage, list_of(answer, "path"));
}

static int parse_answer(json_t **out, const char *json, struct comb_error *err)
{
    int code = comb_json_parse(out, json, strlen(json), err);
    if (code == COMB_OK && !json_is_string(json_object_get(*out, "game")))
        code = comb_fail(err, COMB_BAD_INPUT, "'json' is not an answer: it has no member \"game\"");
    return code;
}

int comb_solution_read(struct comb_solution **out, const char *json, struct comb_error *err)
{
    json_t *answer = NULL;
    if (out)
        *out = NULL;
    int code = comb_api_require((const void *)out, "out", err);
    if (code == COMB_OK)
        code = comb_api_require(json, "json", err);
    if (code == COMB_OK)
        code = parse_answer(&answer, json, err);
    struct storage *storage = code == COMB_OK ? calloc(1, sizeof *storage) : NULL;
    if (storage) {
        comb_arena_init(&storage->arena, &storage->budget);
        *out = &storage->solution;
    }
    if (code == COMB_OK && (!storage || !read_answer(storage, answer))) {
        comb_solution_free(*out);
        *out = NULL;
        code = comb_fail_memory(err);
    }
    json_decref(answer);
    return code;
}

void comb_solution_free(struct comb_solution *solution)
{
    struct storage *storage = (struct storage *)solution;
    if (!storage)
        return;
    comb_arena_free(&storage->arena);
    free(storage);
}
