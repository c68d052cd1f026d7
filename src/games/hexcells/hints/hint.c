/* Hints in five levels: a small group of cells, the clues, the technique, the argument, the cells. No level reveals
 * what a later one is for. The hint shows the easiest step. */
#include "games/hexcells/hints/hint.h"

#include "base/file.h"
#include "games/hexcells/hints/letters.h"
#include "games/hexcells/solve.h"

#include <assert.h>
#include <string.h>

enum { MAX_POSITION_BYTES = 4 << 20 };

enum { LEVEL_WHERE = 1, LEVEL_WHICH, LEVEL_TECHNIQUE, LEVEL_WHY, LEVEL_WHAT };

/* ---- start position ---- */

/* Uncovers in a copy of the level the cells that the position shows. */
static int uncover_position(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                            const struct comb_hexcells_level *position, struct comb_error *err)
{
    struct comb_hexcells_level *copy;
    int code = comb_hexcells_level_copy(&copy, level, err);
    for (unsigned i = 0; code == COMB_OK && i < position->cell_count; i++) {
        const struct comb_hexcells_cell *shown_cell = &position->cells[i];
        int cell = comb_hexcells_cell_at(copy, shown_cell->at.x, shown_cell->at.y);
        if (cell < 0 || (shown_cell->shown != COMB_HEXCELLS_UNKNOWN && shown_cell->shown != copy->cells[cell].truth))
            code = comb_fail(err, COMB_BAD_INPUT, "--from: the position does not match the level at (%d,%d)",
                             shown_cell->at.x, shown_cell->at.y);
        else if (shown_cell->shown != COMB_HEXCELLS_UNKNOWN)
            copy->cells[cell].shown = shown_cell->shown;
    }
    if (code == COMB_OK)
        code = comb_hexcells_level_finish(copy, err);
    if (code == COMB_OK)
        *out = copy;
    else
        comb_hexcells_level_free(copy);
    return code;
}

/* Reads a position from the text itself, if it has several lines or starts as JSON; otherwise from the file of that
 * name. */
static int read_position(struct comb_hexcells_level **out, const char *text, struct comb_error *err)
{
    struct comb_buf contents = {0};
    int code = COMB_OK;
    if (strchr(text, '\n') || *text == '{')
        comb_buf_str(&contents, text);
    else
        code = comb_file_read(&contents, text, MAX_POSITION_BYTES, err);
    if (code == COMB_OK)
        code = contents.failed ? comb_fail_memory(err)
                               : comb_hexcells_position_read(out, comb_buf_text(&contents), contents.length, err);
    comb_buf_free(&contents);
    return code;
}

static int open_start(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                      const struct comb_params *params, struct comb_error *err)
{
    const char *text = comb_params_text(params, "from", NULL);
    struct comb_hexcells_level *position;
    *out = NULL;
    if (!text)
        return comb_hexcells_level_copy(out, level, err);
    if (!level->truth_known)
        return comb_fail(err, COMB_BAD_INPUT, "--from needs a level, but the board is a position");
    int code = read_position(&position, text, err);
    if (code != COMB_OK)
        return code;
    code = uncover_position(out, level, position, err);
    comb_hexcells_level_free(position);
    return code;
}

/* ---- hint levels ---- */

static void print_technique(struct comb_buf *out, const struct comb_hexcells_conclusion *step)
{
    static const char *const techniques[COMB_HEXCELLS_PATTERNS] = {
        [COMB_HEXCELLS_FULL] = "full: count the blue cells that the hint has already",
        [COMB_HEXCELLS_FILL] = "fill: count the hidden cells that the hint still has",
        [COMB_HEXCELLS_RUN] = "together: try every run that the mark allows",
        [COMB_HEXCELLS_SPLIT] = "apart: see which colour would join the blue cells",
        [COMB_HEXCELLS_INSIDE] = "inside: one hint counts all hidden cells of the other",
        [COMB_HEXCELLS_COVER] = "cover: compare what these hints need with the counter",
        [COMB_HEXCELLS_OVERLAP] = "overlap: see how much the two hints can share",
        [COMB_HEXCELLS_CROSSING] = "crossing: fit the arrangements of both hints together",
        [COMB_HEXCELLS_TWICE] = "counted twice: the hints ask for more than the counter leaves",
        [COMB_HEXCELLS_BALANCE] = "balance: add and subtract what the hints need",
        [COMB_HEXCELLS_SUPPOSE] = "suppose: give one cell the other colour and follow the hints",
        [COMB_HEXCELLS_CASES] = "no short argument found; the hints decide only together",
    };
    comb_buf_str(out, techniques[step->pattern]);
}

static void print_hint_level(struct comb_buf *out, const struct comb_hexcells_play *play, long long hint_level)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[0].step;
    unsigned region[COMB_HEXCELLS_REGION];
    switch (hint_level) {
    case LEVEL_WHERE:
        comb_buf_str(out, "look at ");
        comb_hexcells_name_region(out, play->level, region, comb_hexcells_region(region, play, 0));
        break;
    case LEVEL_WHICH:
        comb_buf_str(out, "look at ");
        comb_hexcells_name_clues(out, play->level, step->ids, step->id_count);
        break;
    case LEVEL_TECHNIQUE:
        print_technique(out, step);
        break;
    case LEVEL_WHY:
        comb_hexcells_print_argument(out, play, 0);
        break;
    default:
        comb_hexcells_explain_step(out, play, 0);
        break;
    }
}

/* {x, y} of the cells to look at. */
static json_t *region_array(struct comb_json *build, const struct comb_hexcells_play *play)
{
    json_t *array = comb_json_array(build);
    unsigned region[COMB_HEXCELLS_REGION], count = comb_hexcells_region(region, play, 0);
    for (unsigned i = 0; i < count; i++) {
        json_t *cell = comb_json_object(build);
        comb_json_set(build, cell, "x", comb_json_int(build, play->level->cells[region[i]].at.x));
        comb_json_set(build, cell, "y", comb_json_int(build, play->level->cells[region[i]].at.y));
        comb_json_push(build, array, cell);
    }
    return array;
}

/* The cells that --from uncovered; the drawing needs them. */
static json_t *cells_from_position(struct comb_json *build, const struct comb_hexcells_level *now,
                                   const struct comb_hexcells_level *level)
{
    json_t *known = comb_json_array(build);
    for (unsigned i = 0; i < level->cell_count; i++)
        if (now->cells[i].shown != level->cells[i].shown)
            comb_json_push(build, known, comb_hexcells_cell_object(build, now, i, now->cells[i].shown, 0));
    return known;
}

/* What the technique and the later levels add. */
static void set_technique(struct comb_json *build, json_t *root, const struct comb_hexcells_play *play,
                          long long max_level)
{
    const struct comb_hexcells_argument *argument = &play->steps.items[0];
    if (max_level >= LEVEL_WHICH)
        comb_json_set(build, root, "smallest", comb_json_bool(build, argument->smallest));
    if (max_level < LEVEL_TECHNIQUE)
        return;
    comb_json_set(build, root, "pattern", comb_json_string(build, comb_hexcells_pattern_word(argument->step.pattern)));
}

static int write_hint(json_t **hint, const struct comb_hexcells_play *play, const struct comb_hexcells_level *level,
                      long long max_level, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    const struct comb_hexcells_conclusion *step = &play->steps.items[0].step;
    json_t *root = comb_json_object(&build);
    json_t *ladder = comb_json_array(&build);
    for (long long hint_level = LEVEL_WHERE; hint_level <= max_level; hint_level++) {
        comb_buf_clear(&text);
        print_hint_level(&text, play, hint_level);
        comb_json_push(&build, ladder, comb_json_string(&build, comb_buf_text(&text)));
    }
    comb_json_set(&build, root, "level", comb_json_int(&build, max_level));
    comb_json_set(&build, root, "ladder", ladder);
    comb_hexcells_set_missing(&build, root, play->level);
    comb_json_set(&build, root, "known", cells_from_position(&build, play->level, level));
    comb_json_set(&build, root, "region", region_array(&build, play));
    comb_json_set(&build, root, "because",
                  max_level >= LEVEL_WHICH ? comb_hexcells_ids_array(&build, play->level, step->ids, step->id_count)
                                           : comb_json_array(&build));
    set_technique(&build, root, play, max_level);
    comb_json_set(&build, root, "cells",
                  max_level >= LEVEL_WHAT ? comb_hexcells_step_cells(&build, play->level, step)
                                          : comb_json_array(&build));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    comb_hexcells_set_letters(&build, root, comb_buf_text(&text));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(hint, &build, root, err);
}

static void print_no_hint(struct comb_buf *out, const struct comb_hexcells_play *play)
{
    if (play->left == 0)
        comb_buf_str(out, "no hidden cells left");
    else if (comb_hexcells_missing(play->level) > 0)
        comb_hexcells_print_missing(out, play->level);
    else
        comb_buf_str(out, "nothing can be deduced from the visible hints");
}

/* Writes why there is no hint: no hidden cells, nothing can be deduced, or a contradiction with its clues. */
static int write_no_hint(json_t **hint, const struct comb_hexcells_play *play, struct comb_job *job,
                         struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    struct comb_hexcells_conflict conflict = {0};
    int code = play->contradiction ? comb_hexcells_find_conflict(&conflict, play->level, job, err) : COMB_OK;
    if (code != COMB_OK)
        return code;
    if (play->contradiction)
        comb_hexcells_explain_conflict(&text, play->level, &conflict);
    else
        print_no_hint(&text, play);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "ladder", comb_json_array(&build));
    comb_json_set(&build, root, "contradiction", comb_json_bool(&build, play->contradiction));
    comb_hexcells_set_missing(&build, root, play->level);
    comb_json_set(&build, root, "because", comb_hexcells_ids_array(&build, play->level, conflict.ids, conflict.count));
    comb_json_set(&build, root, "cells", comb_json_array(&build));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    comb_hexcells_conflict_free(&conflict);
    code = comb_json_finish(hint, &build, root, err);
    return code == COMB_OK ? COMB_NO : code;
}

int comb_hexcells_hint(json_t **hint, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct comb_hexcells_level *now;
    struct comb_hexcells_play play = {0};
    struct comb_hexcells_play_options options = {
        .reasons = true,
        .first_round_only = true,
        .explain = {.first_only = true, .smallest = comb_params_flag(params, "smallest")}};
    *hint = NULL;
    long long max_level = comb_params_int(params, "level", LEVEL_WHERE);
    int code = open_start(&now, level, params, err);
    if (code == COMB_OK)
        code = comb_hexcells_play(&play, now, &options, job, err);
    if (code == COMB_OK)
        code = play.steps.count > 0 ? write_hint(hint, &play, level, max_level, err)
                                    : write_no_hint(hint, &play, job, err);
    comb_hexcells_play_free(&play);
    comb_hexcells_level_free(now);
    return code;
}
