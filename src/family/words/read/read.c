#include "family/words/read/read.h"

#include "base/text.h"
#include "family/words/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- detection ---- */

/* Mean likeness that the ink of a board of letters must have; below it the board's likeness falls to 0. */
#define LETTERS_LIKE 0.75
#define LETTERS_UNLIKE 0.45

double comb_words_likeness(const struct comb_words_detection *board)
{
    if (board->found == 0)
        return 0;
    double fraction = (double)board->inked / board->found;
    double wanted = board->spec->blanks ? 0.3 : 0.8;
    double letters = (board->letter_likeness - LETTERS_UNLIKE) / (LETTERS_LIKE - LETTERS_UNLIKE);
    double shape = (double)board->found / board->count;
    double outside = (double)board->found / (board->grid->count > board->found ? board->grid->count : board->found);
    return fmin(1, fraction / wanted) * fmin(1, fmax(0, letters)) * sqrt(shape) * outside;
}

static int move_board(struct comb_words_detection **out, struct comb_words_detection *board, struct comb_error *err)
{
    struct comb_words_detection *copy = malloc(sizeof *copy);
    if (!copy)
        return comb_fail_memory(err);
    *copy = *board;
    board->patches = NULL; /* moved to the copy */
    comb_words_detection_free(*out);
    *out = copy;
    return COMB_OK;
}

int comb_words_detect(struct comb_words_detection **out, const struct comb_detection *detection,
                      const struct comb_words_board_spec *spec, struct comb_error *err)
{
    struct comb_words_detection *best = NULL, *board = calloc(1, sizeof *board);
    int code = board ? COMB_OK : comb_fail_memory(err);
    *out = NULL;
    for (unsigned i = 0; code == COMB_OK && i < detection->grid_count; i++) {
        if (!comb_words_fit(board, detection, &detection->grids[i], spec))
            continue;
        code = comb_words_read_letters(board, err);
        if (code == COMB_OK && (!best || comb_words_likeness(board) > comb_words_likeness(best)))
            code = move_board(&best, board, err);
        free(board->patches);
        board->patches = NULL;
    }
    free(board);
    if (code == COMB_OK && best) {
        *out = best;
        return COMB_OK;
    }
    comb_words_detection_free(best);
    return code == COMB_OK ? comb_fail(err, COMB_NO, "no %s board found in the picture", spec->words->title) : code;
}

void comb_words_detection_free(struct comb_words_detection *board)
{
    if (board)
        free(board->patches);
    free(board);
}

/* ---- JSON ---- */

/* Letters prove a cell; a blank is only as certain as its outline and its evenness. */
static double confidence_of(const struct comb_words_detection *board, const struct comb_words_place *place)
{
    double support = fmin(1, place->cell->support / 0.3);
    if (place->inked)
        return place->glyph.confidence * place->state_confidence * (0.9 + 0.1 * support);
    if (!board->spec->blanks)
        return 0.2;
    return (0.6 + 0.4 * support) * fmin(1, fmax(0, 1.2 - 3 * place->unevenness)) * place->state_confidence;
}

enum { SECOND_ROOM = COMB_GLYPH_MAX_TEXT + COMB_WORDS_MAX_ATTRIBUTE + 2 };

/* The alternative: another letter, or the same letter with another state if the state is uncertain. */
static void second_of(char out[SECOND_ROOM], const struct comb_words_place *place)
{
    bool state =
        place->state_confidence < COMB_READING_MIN_CONFIDENCE && place->glyph.confidence >= COMB_READING_MIN_CONFIDENCE;
    out[0] = '\0';
    if (place->inked && !state)
        snprintf(out, SECOND_ROOM, "%s", place->glyph.second);
    else if (place->inked && place->other_state && !*place->other_state)
        snprintf(out, SECOND_ROOM, "%s:", place->glyph.text);
    else if (place->inked && place->other_state)
        snprintf(out, SECOND_ROOM, "%s:%.3s", place->glyph.text, place->other_state);
}

static void push_cell(struct comb_json *build, json_t *cells, const struct comb_words_detection *board,
                      const struct comb_words_place *place)
{
    const char *text = place->inked ? place->glyph.text : board->spec->blanks ? "" : "?";
    const char *state = place->inked ? place->state : board->spec->blanks ? "blank" : place->state;
    char second[SECOND_ROOM];
    second_of(second, place);
    json_t *cell = comb_reading_cell(place->x, place->y, text, state, confidence_of(board, place), second, place->box);
    if (!cell) {
        build->failed = true;
        return;
    }
    if (place->inked)
        comb_json_set(build, cell, "group", comb_json_int(build, place->group));
    comb_json_push(build, cells, cell);
}

/* {"x", "y", "text": the board's text at that place, "box"} */
static void push_missing(struct comb_json *build, json_t *list, const struct comb_words_detection *board,
                         const struct comb_words_place *place)
{
    bool hole = place->missing == COMB_WORDS_CELL_ABSENT && board->spec->kind != COMB_DETECTED_HEX_FLAT;
    json_t *missing = comb_json_object(build);
    json_t *box = comb_json_array(build);
    comb_json_set(build, missing, "x", comb_json_int(build, place->x));
    comb_json_set(build, missing, "y", comb_json_int(build, place->y));
    comb_json_set(build, missing, "text", comb_json_string(build, hole ? "." : "?"));
    comb_json_push(build, box, comb_json_int(build, place->box.x));
    comb_json_push(build, box, comb_json_int(build, place->box.y));
    comb_json_push(build, box, comb_json_int(build, place->box.width));
    comb_json_push(build, box, comb_json_int(build, place->box.height));
    comb_json_set(build, missing, "box", box);
    comb_json_push(build, list, missing);
}

static int add_missing_uncertainties(json_t *reading, const struct comb_words_detection *board, struct comb_error *err)
{
    static const char *const messages[] = {
        [COMB_WORDS_CELL_UNDETECTED] = "expected a cell here, but none was recognised",
        [COMB_WORDS_CELL_ABSENT] = "expected a cell here, but found only background",
        [COMB_WORDS_CELL_CUT] = "expected a cell here, but the picture ends",
    };
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < board->count; i++)
        if (!board->places[i].cell)
            code = comb_reading_add_uncertainty(reading, board->places[i].x, board->places[i].y, err, "%s",
                                                messages[board->places[i].missing]);
    if (code == COMB_OK && board->cut_off)
        code = comb_reading_add_uncertainty(
            reading, -1, -1, err, "%u rows, the widest with %u cells: the board may continue beyond the picture's edge",
            board->rows, board->columns);
    return code;
}

int comb_words_to_json(json_t **reading, const struct comb_words_detection *board, double likeness,
                       struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build), *cells = comb_json_array(&build), *missing = comb_json_array(&build);
    for (unsigned i = 0; i < board->count; i++) {
        if (board->places[i].cell)
            push_cell(&build, cells, board, &board->places[i]);
        else
            push_missing(&build, missing, board, &board->places[i]);
    }
    comb_json_set(&build, root, "likeness", comb_json_real(&build, likeness));
    comb_json_set(&build, root, "cells", cells);
    comb_json_set(&build, root, "expected", comb_json_int(&build, board->count));
    comb_json_set(&build, root, "found", comb_json_int(&build, board->found));
    comb_json_set(&build, root, "missing", missing);
    int code = comb_json_finish(reading, &build, root, err);
    if (code == COMB_OK)
        code = add_missing_uncertainties(*reading, board, err);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code;
}

int comb_words_read(json_t **reading, const struct comb_detection *detection, const void *spec, struct comb_error *err)
{
    struct comb_words_detection *board;
    *reading = NULL;
    int code = comb_words_detect(&board, detection, spec, err);
    if (code == COMB_OK)
        code = comb_words_to_json(reading, board, comb_words_likeness(board), err);
    comb_words_detection_free(board);
    return code;
}
