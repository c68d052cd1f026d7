#include "store/import.h"

#include <string.h>

static int keep_text(struct comb_import *import, struct comb_library *library, const struct comb_game *game,
                     const char *text, size_t length, const char *title, struct comb_error *err)
{
    struct comb_board *board = NULL;
    int64_t id;
    int code = comb_board_open(&board, game, text, length, import->job, import->params, err);
    if (code == COMB_OK)
        code = comb_library_keep(&id, library, board,
                                 &(struct comb_library_new){.title = title, .source = import->source}, err);
    comb_board_free(board);
    return code;
}

static int keep_object(struct comb_import *import, struct comb_library *library, const json_t *object,
                       struct comb_error *err)
{
    const char *board = json_string_value(json_object_get(object, "board"));
    const char *name = json_string_value(json_object_get(object, "game"));
    const struct comb_game *game = name ? comb_game_find(name) : NULL;
    if (!board || !game || (import->game && import->game != game))
        return comb_fail(err, COMB_BAD_INPUT, "expected an object with \"game\" and \"board\"");
    return keep_text(import, library, game, board, strlen(board), json_string_value(json_object_get(object, "title")),
                     err);
}

static int keep_line(struct comb_import *import, struct comb_library *library, const char *line, size_t length,
                     struct comb_error *err)
{
    json_t *object = NULL;
    if (line[0] != '{')
        return keep_text(import, library, import->game, line, length, NULL, err);
    int code = comb_json_parse(&object, line, length, err);
    if (code == COMB_OK)
        code = keep_object(import, library, object, err);
    json_decref(object);
    return code;
}

/* A line that is no puzzle is counted; any other failure ends the import. */
static int count_line(struct comb_import *import, struct comb_library *library, const char *line, size_t length,
                      size_t number, struct comb_error *err)
{
    struct comb_error refusal = {0};
    int code = keep_line(import, library, line, length, &refusal);
    if (code == COMB_OK) {
        import->kept++;
    } else if (code == COMB_BAD_INPUT) {
        import->refused++;
        import->first_refused = import->first_refused ? import->first_refused : number;
    } else {
        if (err)
            *err = refusal;
        return code;
    }
    return comb_job_tick(import->job, 1);
}

static int keep_lines(struct comb_import *import, struct comb_library *library, const char *text, size_t length,
                      struct comb_error *err)
{
    const char *end = text + length;
    int code = COMB_OK;
    for (size_t number = 1; code == COMB_OK && text < end; number++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const char *line = text;
        size_t bytes = (size_t)((stop ? stop : end) - line);
        text = stop ? stop + 1 : end;
        while (bytes > 0 && strchr(" \t\r", line[bytes - 1]))
            bytes--;
        if (bytes > 0)
            code = count_line(import, library, line, bytes, number, err);
    }
    return code;
}

int comb_library_import(struct comb_import *import, struct comb_library *library, const char *text, size_t length,
                        struct comb_error *err)
{
    int code = comb_library_begin(library, err);
    if (code != COMB_OK)
        return code;
    if (keep_text(import, library, import->game, text, length, NULL, NULL) == COMB_OK)
        import->kept++;
    else
        code = keep_lines(import, library, text, length, err);
    int ended = comb_library_end(library, code == COMB_OK, code == COMB_OK ? err : NULL);
    return code == COMB_OK ? ended : code;
}

int comb_library_export(struct comb_buf *out, struct comb_library *library, const struct comb_library_query *query,
                        struct comb_error *err)
{
    json_t *puzzles = NULL;
    int code = comb_library_search(&puzzles, library, query, err);
    for (size_t i = json_array_size(puzzles); i-- > 0;) {
        comb_json_print(out, json_array_get(puzzles, i));
        comb_buf_char(out, '\n');
    }
    json_decref(puzzles);
    return code != COMB_OK ? code : out->failed ? comb_fail_memory(err) : COMB_OK;
}
