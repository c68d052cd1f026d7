#include "family/words/read.h"

#include "base/text.h"
#include "family/words/read_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- seeing ---- */

/* How like letters the ink must be on average for a board of letters: below, likeness falls to nothing. */
#define LETTERS_LIKE 0.75
#define LETTERS_UNLIKE 0.45

double comb_words_likeness(const struct comb_words_seen *seen)
{
    if (seen->found == 0)
        return 0;
    double share = (double)seen->inked / seen->found;
    double wanted = seen->look->blanks ? 0.3 : 0.8;
    double letters = (seen->letters - LETTERS_UNLIKE) / (LETTERS_LIKE - LETTERS_UNLIKE);
    double shape = (double)seen->found / seen->count;
    double outside = (double)seen->found / (seen->grid->count > seen->found ? seen->grid->count : seen->found);
    return fmin(1, share / wanted) * fmin(1, fmax(0, letters)) * sqrt(shape) * outside;
}

static int take_over(struct comb_words_seen **out, struct comb_words_seen *seen, struct comb_error *err)
{
    struct comb_words_seen *copy = malloc(sizeof *copy);
    if (!copy)
        return comb_fail_memory(err);
    *copy = *seen;
    seen->patches = NULL; /* they are the copy's now */
    comb_words_seen_free(*out);
    *out = copy;
    return COMB_OK;
}

int comb_words_see(struct comb_words_seen **out, const struct comb_sight *sight, const struct comb_words_look *look,
                   struct comb_error *err)
{
    struct comb_words_seen *best = NULL, *seen = calloc(1, sizeof *seen);
    int code = seen ? COMB_OK : comb_fail_memory(err);
    *out = NULL;
    for (unsigned i = 0; code == COMB_OK && i < sight->grid_count; i++) {
        if (!comb_words_fit(seen, sight, &sight->grids[i], look))
            continue;
        code = comb_words_read_letters(seen, err);
        if (code == COMB_OK && (!best || comb_words_likeness(seen) > comb_words_likeness(best)))
            code = take_over(&best, seen, err);
        free(seen->patches);
        seen->patches = NULL;
    }
    free(seen);
    if (code == COMB_OK && best) {
        *out = best;
        return COMB_OK;
    }
    comb_words_seen_free(best);
    return code == COMB_OK ? comb_fail(err, COMB_NO, "no board of %s in the picture", look->words->title) : code;
}

void comb_words_seen_free(struct comb_words_seen *seen)
{
    if (seen)
        free(seen->patches);
    free(seen);
}

/* ---- telling ---- */

/* Letters prove a cell; a blank is only as sure as its outline and its evenness. */
static double confidence_of(const struct comb_words_seen *seen, const struct comb_words_place *place)
{
    double support = fmin(1, place->cell->support / 0.3);
    if (place->inked)
        return place->glyph.confidence * place->state_confidence * (0.9 + 0.1 * support);
    if (!seen->look->blanks)
        return 0.2;
    return (0.6 + 0.4 * support) * fmin(1, fmax(0, 1.2 - 3 * place->unevenness)) * place->state_confidence;
}

enum { SECOND_ROOM = COMB_GLYPH_MOST_TEXT + COMB_WORDS_MOST_ATTRIBUTE + 2 };

/* What else it may be: another letter, or the same with another state when that is what is in doubt. */
static void second_of(char out[SECOND_ROOM], const struct comb_words_place *place)
{
    bool state = place->state_confidence < COMB_READING_SURE && place->glyph.confidence >= COMB_READING_SURE;
    out[0] = '\0';
    if (place->inked && !state)
        snprintf(out, SECOND_ROOM, "%s", place->glyph.second);
    else if (place->inked && place->other_state)
        snprintf(out, SECOND_ROOM, "%s:%.3s", place->glyph.text, place->other_state);
}

static void push_cell(struct comb_json *build, json_t *cells, const struct comb_words_seen *seen,
                      const struct comb_words_place *place)
{
    const char *text = place->inked ? place->glyph.text : seen->look->blanks ? "" : "?";
    const char *state = place->inked ? place->state : seen->look->blanks ? "blank" : place->state;
    char second[SECOND_ROOM];
    second_of(second, place);
    json_t *cell = comb_reading_cell(place->x, place->y, text, state, confidence_of(seen, place), second, place->box);
    if (!cell) {
        build->failed = true;
        return;
    }
    if (place->inked)
        comb_json_set(build, cell, "group", comb_json_int(build, place->group));
    comb_json_push(build, cells, cell);
}

/* {"x", "y", "text": what the board is spelled with there, "box"} */
static void push_missing(struct comb_json *build, json_t *list, const struct comb_words_seen *seen,
                         const struct comb_words_place *place)
{
    bool hole = place->missing == COMB_WORDS_NOTHING && seen->look->kind != COMB_SEEN_HEX_FLAT;
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

static int doubt_missing(json_t *reading, const struct comb_words_seen *seen, struct comb_error *err)
{
    static const char *const said[] = {
        [COMB_WORDS_UNSEEN] = "a cell should be here, but none was recognised",
        [COMB_WORDS_NOTHING] = "a cell should be here, but there is only background",
        [COMB_WORDS_CUT] = "a cell should be here, but the picture ends",
    };
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < seen->count; i++)
        if (!seen->places[i].cell)
            code = comb_reading_doubt(reading, seen->places[i].x, seen->places[i].y, err, "%s",
                                      said[seen->places[i].missing]);
    if (code == COMB_OK && seen->edge)
        code = comb_reading_doubt(reading, -1, -1, err,
                                  "%u rows, the widest of %u cells: the board may go on beyond the picture's edge",
                                  seen->rows, seen->columns);
    return code;
}

int comb_words_tell(json_t **reading, const struct comb_words_seen *seen, double likeness, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build), *cells = comb_json_array(&build), *missing = comb_json_array(&build);
    for (unsigned i = 0; i < seen->count; i++) {
        if (seen->places[i].cell)
            push_cell(&build, cells, seen, &seen->places[i]);
        else
            push_missing(&build, missing, seen, &seen->places[i]);
    }
    comb_json_set(&build, root, "likeness", comb_json_real(&build, likeness));
    comb_json_set(&build, root, "cells", cells);
    comb_json_set(&build, root, "expected", comb_json_int(&build, seen->count));
    comb_json_set(&build, root, "found", comb_json_int(&build, seen->found));
    comb_json_set(&build, root, "missing", missing);
    int code = comb_json_finish(reading, &build, root, err);
    if (code == COMB_OK)
        code = doubt_missing(*reading, seen, err);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code;
}

int comb_words_read(json_t **reading, const struct comb_sight *sight, const void *look, struct comb_error *err)
{
    struct comb_words_seen *seen;
    *reading = NULL;
    int code = comb_words_see(&seen, sight, look, err);
    if (code == COMB_OK)
        code = comb_words_tell(reading, seen, comb_words_likeness(seen), err);
    comb_words_seen_free(seen);
    return code;
}
