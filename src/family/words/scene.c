#include "family/words/game.h"

#include <stdio.h>
#include <string.h>

static void label_cell(struct comb_buf *out, const struct comb_words_board *board, unsigned cell)
{
    unsigned row = 0;
    unsigned first = 0;
    while (cell >= first + board->row_lengths[row])
        first += board->row_lengths[row++];
    comb_buf_clear(out);
    comb_buf_printf(out, "row %u column %u, ", row + 1, cell - first + 1);
    if (board->cells[cell].kind == COMB_WORDS_ANY)
        comb_buf_str(out, "any letter");
    else
        comb_words_cell_text(out, &board->cells[cell]);
}

/* The appearance of an attribute: a badge or another kind of tile; and its label for screen readers. */
struct attribute_style {
    const char *attribute;
    const char *badge;
    enum comb_role badge_role;
    enum comb_role role;
    const char *label;
};

static const struct attribute_style attribute_styles[] = {
    {"2l", "DL", COMB_ROLE_LETTER_2, COMB_ROLE_TILE, "double letter"},
    {"3l", "TL", COMB_ROLE_LETTER_3, COMB_ROLE_TILE, "triple letter"},
    {"2w", "DW", COMB_ROLE_WORD_2, COMB_ROLE_TILE, "double word"},
    {"3w", "TW", COMB_ROLE_WORD_3, COMB_ROLE_TILE, "triple word"},
    {"b", NULL, COMB_ROLE_TILE, COMB_ROLE_BLUE, "blue"},
    {"r", NULL, COMB_ROLE_TILE, COMB_ROLE_RED, "red"},
    {"B", NULL, COMB_ROLE_TILE, COMB_ROLE_CAPTURED_BLUE, "fixed blue"},
    {"R", NULL, COMB_ROLE_TILE, COMB_ROLE_CAPTURED_RED, "fixed red"},
};

/* Prints the value of a tile's letters if the game scores letters; else an empty string. */
static void print_value(char out[8], const struct comb_words_board *board, const struct comb_words_cell *cell)
{
    unsigned value = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < cell->letters; i++)
        value += comb_language_value(board->language, cell->letter[i]);
    if (board->game->by_letters && cell->kind == COMB_WORDS_LETTERS)
        snprintf(out, 8, "%u", value);
}

static void add_cells(struct comb_scene *scene, const struct comb_words_board *board, struct comb_buf *text,
                      struct comb_buf *label)
{
    for (unsigned i = 0; i < board->lattice->count; i++) {
        const struct comb_words_cell *cell = &board->cells[i];
        char value[8];
        if (cell->kind == COMB_WORDS_HOLE)
            continue;
        comb_buf_clear(text);
        comb_words_cell_text(text, cell);
        print_value(value, board, cell);
        label_cell(label, board, i);
        struct comb_scene_cell drawn = {.at = board->lattice->at[i], .text = comb_buf_text(text), .value = value};
        for (size_t k = 0; k < sizeof attribute_styles / sizeof *attribute_styles; k++) {
            if (strcmp(cell->attribute, attribute_styles[k].attribute) == 0) {
                drawn.role = attribute_styles[k].role;
                drawn.badge = attribute_styles[k].badge;
                drawn.badge_role = attribute_styles[k].badge_role;
                comb_buf_printf(label, ", %s", attribute_styles[k].label);
            }
        }
        drawn.label = comb_buf_text(label);
        comb_scene_cell(scene, drawn);
    }
}

static void add_path(struct comb_scene *scene, const struct comb_words_board *board, const unsigned *path, size_t cells)
{
    struct comb_point points[COMB_WORDS_MAX_CELLS];
    for (size_t i = 0; i < cells; i++)
        points[i] = board->lattice->at[path[i]];
    comb_scene_path(scene, (struct comb_scene_path){
                               .points = points,
                               .count = (unsigned)cells,
                               .role = COMB_ROLE_PATH,
                               .flags = COMB_PATH_STEPS | COMB_PATH_CHEVRONS,
                           });
}

/* Chooses the path to draw and its word: from --path, or the first word of the answer. Returns the number of cells, 0
 * if there is nothing to draw, -1 on error. */
static int choose_path(unsigned path[COMB_WORDS_MAX_CELLS], const char **word, const struct comb_words_board *board,
                       const json_t *answer, const struct comb_params *params, struct comb_error *err)
{
    const json_t *list = json_object_get(answer, json_object_get(answer, "moves") ? "moves" : "words");
    const json_t *first = json_array_get(list, 0);
    const json_t *cells = json_object_get(first, "path");
    const char *named = comb_params_text(params, "path", NULL);
    *word = named ? named : json_string_value(json_object_get(first, "word"));
    if (!named) {
        for (size_t i = 0; i < json_array_size(cells) && i < COMB_WORDS_MAX_CELLS; i++)
            path[i] = (unsigned)json_integer_value(json_array_get(cells, i)) % board->lattice->count;
        return (int)json_array_size(cells);
    }
    struct comb_buf upper = {0};
    for (size_t i = 0; named[i]; i++) /* case-insensitive */
        comb_buf_char(&upper, named[i] >= 'a' && named[i] <= 'z' ? (char)(named[i] - 'a' + 'A') : named[i]);
    int found = comb_words_trace(path, board, comb_buf_text(&upper));
    comb_buf_free(&upper);
    if (found <= 0)
        comb_fail(err, COMB_NO, "'%.60s' cannot be traced on this board", named);
    return found > 0 ? found : -1;
}

static void set_alt_text(struct comb_scene *scene, const struct comb_words_board *board, const char *word,
                         struct comb_buf *text)
{
    comb_buf_clear(text);
    comb_buf_printf(text, "%s board of %u cells in %zu rows: ", board->game->title, board->lattice->count, board->rows);
    comb_words_print(text, board);
    if (word)
        comb_buf_printf(text, "; the path of %s is marked", word);
    comb_scene_alt(scene, comb_buf_text(text));
    comb_scene_title(scene, board->game->title);
}

int comb_words_scene(struct comb_scene **out, const void *data, const json_t *answer, const struct comb_params *params,
                     struct comb_error *err)
{
    const struct comb_words_board *board = data;
    unsigned path[COMB_WORDS_MAX_CELLS];
    const char *word = NULL;
    *out = NULL;
    int cells = choose_path(path, &word, board, answer, params, err);
    if (cells < 0)
        return COMB_NO;
    struct comb_scene *scene;
    int code = comb_scene_new(&scene, comb_scene_kind_of(board->lattice->kind), NULL, err);
    if (code != COMB_OK)
        return code;
    struct comb_buf text = {0};
    struct comb_buf label = {0};
    add_cells(scene, board, &text, &label);
    if (cells > 0)
        add_path(scene, board, path, (size_t)cells);
    set_alt_text(scene, board, word, &text);
    code = text.failed || label.failed ? comb_fail_memory(err) : comb_scene_finish(scene, err);
    comb_buf_free(&text);
    comb_buf_free(&label);
    if (code == COMB_OK)
        *out = scene;
    else
        comb_scene_free(scene);
    return code;
}
