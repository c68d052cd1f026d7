#include "store/import.h"

#include <string.h>

/* Data of a puzzle besides its board. */
struct entry {
    const struct comb_game *game; /* NULL: detect */
    struct comb_library_metadata metadata;
    const json_t *tags;      /* may be NULL or any JSON */
    const json_t *solutions; /* may be NULL or any JSON */
};

static int import_tags(struct comb_library *library, int64_t id, const json_t *tags)
{
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(tags); i++) {
        const char *tag = json_string_value(json_array_get(tags, i));
        code = tag ? comb_library_tag(library, id, tag, true, NULL) : COMB_OK;
        if (code == COMB_BAD_INPUT)
            code = COMB_OK; /* skip invalid tags */
    }
    return code;
}

/* Adds answers to questions that have none yet. They are untrusted: they are solved again before they are used. */
static int import_solutions(struct comb_library *library, int64_t id, const struct comb_board *board,
                            const json_t *solutions, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(solutions); i++) {
        const json_t *solution = json_array_get(solutions, i);
        const char *question = json_string_value(json_object_get(solution, "question"));
        const json_t *answer = json_object_get(solution, "answer");
        const json_t *code_value = json_object_get(solution, "code");
        json_int_t answer_code = json_integer_value(code_value);
        json_t *existing = NULL;
        int existing_code;
        bool ours;
        if (!question || !json_is_object(answer) || !json_is_integer(code_value) ||
            (answer_code != COMB_OK && answer_code != COMB_NO))
            continue;
        code = comb_library_load_answer(&existing, &existing_code, &ours, library, board, question, err);
        if (code == COMB_OK && !existing)
            code = comb_library_store_answer(library, id, question, (int)answer_code, answer,
                                             json_number_value(json_object_get(solution, "seconds")), false, err);
        json_decref(existing);
    }
    return code;
}

/* Leaves a known puzzle unchanged, except for answers that it lacks. */
static int import_board(struct comb_import *import, struct comb_library *library, const struct comb_board *board,
                        const struct entry *entry, struct comb_error *err)
{
    int64_t id;
    int code = comb_library_find(&id, library, board, err);
    bool is_new = code == COMB_NO;
    if (is_new)
        code = comb_library_save(&id, library, board, &entry->metadata, err);
    if (code == COMB_OK && is_new)
        code = import_tags(library, id, entry->tags);
    if (code == COMB_OK)
        code = import_solutions(library, id, board, entry->solutions, err);
    if (code == COMB_OK)
        ++*(is_new ? &import->saved : &import->known);
    return code;
}

static int import_text(struct comb_import *import, struct comb_library *library, const struct entry *entry,
                       const char *text, size_t length, struct comb_error *err)
{
    struct comb_board *board = NULL;
    int code = comb_board_open(&board, entry->game, text, length, import->job, import->params, err);
    if (code == COMB_OK)
        code = import_board(import, library, board, entry, err);
    comb_board_free(board);
    return code;
}

static int import_object(struct comb_import *import, struct comb_library *library, const json_t *object,
                         const char *source, struct comb_error *err)
{
    const char *board = json_string_value(json_object_get(object, "board"));
    const char *name = json_string_value(json_object_get(object, "game"));
    const char *own_source = json_string_value(json_object_get(object, "source"));
    struct entry entry = {.game = name ? comb_game_find(name) : NULL,
                          .metadata = {.title = json_string_value(json_object_get(object, "title")),
                                       .source = own_source && *own_source ? own_source : source},
                          .tags = json_object_get(object, "tags"),
                          .solutions = json_object_get(object, "solutions")};
    if (!board || !entry.game || (import->game && import->game != entry.game))
        return comb_fail(err, COMB_BAD_INPUT, "expected an object with \"game\" and \"board\"");
    struct comb_buf text = {0};
    if (json_object_get(object, "added")) /* written by export, possibly of an earlier version */
        comb_board_update_text(&text, entry.game, board);
    else
        comb_buf_str(&text, board);
    int code = text.failed ? comb_fail_memory(err)
                           : import_text(import, library, &entry, comb_buf_text(&text), text.length, err);
    comb_buf_free(&text);
    return code;
}

static int import_line(struct comb_import *import, struct comb_library *library, const char *line, size_t length,
                       const char *source, struct comb_error *err)
{
    json_t *object = NULL;
    struct entry entry = {.game = import->game, .metadata = {.source = source}};
    if (line[0] != '{')
        return import_text(import, library, &entry, line, length, err);
    int code = comb_json_parse(&object, line, length, err);
    if (code == COMB_OK)
        code = import_object(import, library, object, source, err);
    json_decref(object);
    return code;
}

/* Adds the line number to the source: puzzles in a list have no other name. */
static int import_numbered_line(struct comb_import *import, struct comb_library *library, const char *line,
                                size_t length, size_t number, struct comb_error *err)
{
    struct comb_buf source = {0};
    if (import->source)
        comb_buf_printf(&source, "%s, line %zu", import->source, number);
    int code = source.failed ? comb_fail_memory(err)
                             : import_line(import, library, line, length, import->source ? source.data : NULL, err);
    comb_buf_free(&source);
    return code;
}

/* Counts a rejected line; any other failure ends the import. */
static int import_or_count_line(struct comb_import *import, struct comb_library *library, const char *line,
                                size_t length, size_t number, struct comb_error *err)
{
    struct comb_error line_error = {0};
    int code = import_numbered_line(import, library, line, length, number, &line_error);
    if (code == COMB_BAD_INPUT) {
        if (import->refused < COMB_IMPORT_MAX_REFUSALS)
            import->refusals[import->refused] = (struct comb_import_refusal){.line = number, .error = line_error};
        import->refused++;
    }
    if (code != COMB_OK && code != COMB_BAD_INPUT) {
        if (err)
            *err = line_error;
        return code;
    }
    return comb_job_tick(import->job, 1);
}

/* Returns the next line without trailing blanks; false after the last. */
static bool next_line(const char **line, size_t *bytes, const char **text, const char *end)
{
    if (*text >= end)
        return false;
    const char *stop = memchr(*text, '\n', (size_t)(end - *text));
    *line = *text;
    *bytes = (size_t)((stop ? stop : end) - *line);
    *text = stop ? stop + 1 : end;
    while (*bytes > 0 && strchr(" \t\r", (*line)[*bytes - 1]))
        (*bytes)--;
    return true;
}

static int import_lines(struct comb_import *import, struct comb_library *library, const char *text, size_t length,
                        struct comb_error *err)
{
    const char *line, *end = text + length;
    size_t bytes;
    int code = COMB_OK;
    for (size_t number = 1; code == COMB_OK && next_line(&line, &bytes, &text, end); number++)
        if (bytes > 0)
            code = import_or_count_line(import, library, line, bytes, number, err);
    return code;
}

/* Whether each line is a whole board. Such a list would also parse as one tall board. */
static bool is_board_list(const char *text, size_t length)
{
    const char *line, *end = text + length;
    size_t bytes, count = 0;
    while (next_line(&line, &bytes, &text, end)) {
        if (bytes > 0 && !memchr(line, '/', bytes))
            return false;
        count += bytes > 0;
    }
    return count > 1;
}

/* The game of a text that holds several boards in sequence, or NULL. */
static const struct comb_game *detect_pack(const struct comb_import *import, const char *text, size_t length)
{
    const struct comb_game *game = import->game;
    if (!game && comb_board_detect(&game, text, length, NULL) != COMB_OK)
        return NULL;
    return game->first_board && game->first_board(text, length) < length ? game : NULL;
}

static int import_pack(struct comb_import *import, struct comb_library *library, const struct comb_game *game,
                       const char *text, size_t length, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t number = 1; code == COMB_OK && length > 0;) {
        size_t size = game->first_board(text, length);
        code = import_or_count_line(import, library, text, size, number, err);
        length -= size;
        for (; size > 0; size--)
            number += *text++ == '\n';
    }
    return code;
}

static int import_all(struct comb_import *import, struct comb_library *library, const char *text, size_t length,
                      struct comb_error *err)
{
    struct entry whole = {.game = import->game, .metadata = {.source = import->source}};
    const struct comb_game *pack = detect_pack(import, text, length);
    if (pack)
        return import_pack(import, library, pack, text, length, err);
    if (!is_board_list(text, length) && import_text(import, library, &whole, text, length, NULL) == COMB_OK)
        return COMB_OK;
    return import_lines(import, library, text, length, err);
}

int comb_library_import(struct comb_import *import, struct comb_library *library, const char *text, size_t length,
                        struct comb_error *err)
{
    bool in_transaction = comb_library_in_transaction(library); /* the caller commits or rolls back */
    if (in_transaction)
        return import_all(import, library, text, length, err);
    int code = comb_library_begin(library, err);
    if (code != COMB_OK)
        return code;
    code = import_all(import, library, text, length, err);
    int ended = comb_library_end(library, code == COMB_OK, code == COMB_OK ? err : NULL);
    return code == COMB_OK ? ended : code;
}

/* Adds "solutions"; "answers" stays the number of answers. */
static int add_solutions(json_t *puzzle, struct comb_library *library, struct comb_error *err)
{
    json_t *whole = NULL;
    int code = comb_library_show(&whole, library, json_integer_value(json_object_get(puzzle, "id")), true, err);
    if (code == COMB_OK && json_object_set(puzzle, "solutions", json_object_get(whole, "answers")) != 0)
        code = comb_fail_memory(err);
    json_decref(whole);
    return code;
}

int comb_library_export(struct comb_buf *out, struct comb_library *library, const struct comb_library_query *query,
                        struct comb_error *err)
{
    json_t *puzzles = NULL;
    int code = comb_library_search(&puzzles, library, query, err);
    for (size_t i = json_array_size(puzzles); code == COMB_OK && i-- > 0;) {
        json_t *puzzle = json_array_get(puzzles, i);
        if (query->solutions)
            code = add_solutions(puzzle, library, err);
        comb_json_print(out, puzzle);
        comb_buf_char(out, '\n');
        json_object_del(puzzle, "solutions"); /* free memory early */
    }
    json_decref(puzzles);
    return code != COMB_OK ? code : out->failed ? comb_fail_memory(err) : COMB_OK;
}
