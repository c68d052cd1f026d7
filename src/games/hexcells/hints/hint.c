/* Hints in four levels: where to look, which clues, what follows, all that follows. No level reveals what a later one
 * is for. The hint shows the easiest step, with a reason of as few clues as can be found. */
#include "games/hexcells/hints/hint.h"

#include "base/file.h"
#include "games/hexcells/solve.h"

#include <assert.h>
#include <string.h>

enum { MAX_POSITION_BYTES = 4 << 20 };

enum { LEVEL_WHERE = 1, LEVEL_WHICH, LEVEL_WHAT, LEVEL_ALL };

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

static void print_all_steps(struct comb_buf *out, const struct comb_hexcells_play *play)
{
    const struct comb_hexcells_steps *steps = &play->items[0].steps;
    for (size_t i = 0; i < steps->count; i++) {
        comb_buf_str(out, i > 0 ? "\n" : "");
        comb_hexcells_explain_step(out, play, (struct comb_hexcells_moment){1, i});
    }
}

static void print_hint_level(struct comb_buf *out, const struct comb_hexcells_play *play, long long hint_level)
{
    const struct comb_hexcells_step *step = &play->items[0].steps.items[0];
    switch (hint_level) {
    case LEVEL_WHERE:
        comb_buf_printf(out, "look %s", comb_hexcells_name_region(play->level, step));
        break;
    case LEVEL_WHICH:
        comb_buf_str(out, "look at ");
        comb_hexcells_name_clues(out, play->level, step->reason.ids, step->reason.count);
        break;
    case LEVEL_WHAT:
        comb_hexcells_explain_step(out, play, (struct comb_hexcells_moment){1, 0});
        break;
    default:
        print_all_steps(out, play);
        break;
    }
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

static json_t *step_cells(struct comb_json *build, const struct comb_hexcells_play *play, bool all)
{
    json_t *cells = comb_json_array(build);
    const struct comb_hexcells_steps *steps = &play->items[0].steps;
    for (size_t i = 0; i < (all ? steps->count : 1); i++)
        for (size_t j = 0; j < steps->items[i].count; j++)
            comb_json_push(
                build, cells,
                comb_hexcells_cell_object(build, play->level, steps->items[i].cells[j], steps->items[i].colours[j], 0));
    return cells;
}

static int write_hint(json_t **hint, const struct comb_hexcells_play *play, const struct comb_hexcells_level *level,
                      long long max_level, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    assert(play->rounds > 0 && play->items[0].steps.count > 0);
    const struct comb_hexcells_reason *reason = &play->items[0].steps.items[0].reason;
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
    comb_json_set(&build, root, "because",
                  max_level >= LEVEL_WHICH ? comb_hexcells_ids_array(&build, play->level, reason->ids, reason->count)
                                           : comb_json_array(&build));
    if (max_level >= LEVEL_WHICH)
        comb_json_set(&build, root, "smallest", comb_json_bool(&build, reason->smallest));
    comb_json_set(&build, root, "cells",
                  max_level >= LEVEL_WHAT ? step_cells(&build, play, max_level == LEVEL_ALL) : comb_json_array(&build));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
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
        .reasons = true, .first_round_only = true, .smallest = comb_params_flag(params, "smallest")};
    *hint = NULL;
    long long max_level = comb_params_int(params, "level", LEVEL_WHERE);
    max_level = max_level > LEVEL_ALL ? LEVEL_ALL : max_level; /* other games have more levels */
    int code = open_start(&now, level, params, err);
    if (code == COMB_OK)
        code = comb_hexcells_play(&play, now, &options, job, err);
    if (code == COMB_OK)
        code = play.rounds > 0 && play.items[0].steps.count > 0 ? write_hint(hint, &play, level, max_level, err)
                                                                : write_no_hint(hint, &play, job, err);
    comb_hexcells_play_free(&play);
    comb_hexcells_level_free(now);
    return code;
}
