/* The hint ladder: where to look, which clues, what follows, all that follows. No rung tells what a later one is for.
 * The step shown is the easiest there is, with a reason of as few clues as can be found. */
#include "games/hexcells/hint.h"

#include "base/file.h"
#include "games/hexcells/solve.h"

#include <assert.h>
#include <string.h>

enum { LARGEST_POSITION = 4 << 20 };

enum { WHERE = 1, WHICH, WHAT, ALL };

/* ---- the position to start from ---- */

/* Uncovers in a copy of the level what the position shows. */
static int overlay(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                   const struct comb_hexcells_level *position, struct comb_error *err)
{
    struct comb_hexcells_level *copy;
    int code = comb_hexcells_level_copy(&copy, level, err);
    for (unsigned i = 0; code == COMB_OK && i < position->cell_count; i++) {
        const struct comb_hexcells_cell *seen = &position->cells[i];
        int cell = comb_hexcells_cell_at(copy, seen->at.x, seen->at.y);
        if (cell < 0 || (seen->shown != COMB_HEXCELLS_UNKNOWN && seen->shown != copy->cells[cell].truth))
            code = comb_fail(err, COMB_BAD_INPUT, "--from: the position does not go with the level at (%d,%d)",
                             seen->at.x, seen->at.y);
        else if (seen->shown != COMB_HEXCELLS_UNKNOWN)
            copy->cells[cell].shown = seen->shown;
    }
    if (code == COMB_OK)
        code = comb_hexcells_level_finish(copy, err);
    if (code == COMB_OK)
        *out = copy;
    else
        comb_hexcells_level_free(copy);
    return code;
}

/* A position written out, or the name of a file that holds one: what has more than one line or starts as JSON is no
 * name. */
static int read_position(struct comb_hexcells_level **out, const char *text, struct comb_error *err)
{
    struct comb_buf contents = {0};
    int code = COMB_OK;
    if (strchr(text, '\n') || *text == '{')
        comb_buf_str(&contents, text);
    else
        code = comb_file_read(&contents, text, LARGEST_POSITION, err);
    if (code == COMB_OK)
        code = contents.failed ? comb_fail_memory(err)
                               : comb_hexcells_position_read(out, comb_buf_text(&contents), contents.length, err);
    comb_buf_free(&contents);
    return code;
}

static int start_from(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                      const struct comb_params *params, struct comb_error *err)
{
    const char *text = comb_params_text(params, "from", NULL);
    struct comb_hexcells_level *position;
    *out = NULL;
    if (!text)
        return comb_hexcells_level_copy(out, level, err);
    if (!level->truth_known)
        return comb_fail(err, COMB_BAD_INPUT, "--from goes with a level; this is a position already");
    int code = read_position(&position, text, err);
    if (code != COMB_OK)
        return code;
    code = overlay(out, level, position, err);
    comb_hexcells_level_free(position);
    return code;
}

/* ---- the rungs ---- */

static void tell_all(struct comb_buf *out, const struct comb_hexcells_play *play)
{
    const struct comb_hexcells_steps *steps = &play->items[0].steps;
    for (size_t i = 0; i < steps->count; i++) {
        comb_buf_str(out, i > 0 ? "\n" : "");
        comb_hexcells_tell_step(out, play, (struct comb_hexcells_moment){1, i});
    }
}

static void tell_rung(struct comb_buf *out, const struct comb_hexcells_play *play, long long rung)
{
    const struct comb_hexcells_step *step = &play->items[0].steps.items[0];
    switch (rung) {
    case WHERE:
        comb_buf_printf(out, "look %s", comb_hexcells_name_region(play->level, step));
        break;
    case WHICH:
        comb_buf_str(out, "look at ");
        comb_hexcells_name_clues(out, play->level, step->reason.ids, step->reason.count);
        break;
    case WHAT:
        comb_hexcells_tell_step(out, play, (struct comb_hexcells_moment){1, 0});
        break;
    default:
        tell_all(out, play);
        break;
    }
}

/* What was uncovered by --from, so that the drawing shows it. */
static json_t *known_since(struct comb_json *build, const struct comb_hexcells_level *now,
                           const struct comb_hexcells_level *level)
{
    json_t *known = comb_json_array(build);
    for (unsigned i = 0; i < level->cell_count; i++)
        if (now->cells[i].shown != level->cells[i].shown)
            comb_json_push(build, known, comb_hexcells_cell_object(build, now, i, now->cells[i].shown, 0));
    return known;
}

static json_t *all_cells(struct comb_json *build, const struct comb_hexcells_play *play, bool all)
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
                      long long rungs, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    assert(play->rounds > 0 && play->items[0].steps.count > 0);
    const struct comb_hexcells_reason *reason = &play->items[0].steps.items[0].reason;
    json_t *root = comb_json_object(&build);
    json_t *ladder = comb_json_array(&build);
    for (long long rung = WHERE; rung <= rungs; rung++) {
        comb_buf_clear(&text);
        tell_rung(&text, play, rung);
        comb_json_push(&build, ladder, comb_json_string(&build, comb_buf_text(&text)));
    }
    comb_json_set(&build, root, "level", comb_json_int(&build, rungs));
    comb_json_set(&build, root, "ladder", ladder);
    comb_hexcells_set_missing(&build, root, play->level);
    comb_json_set(&build, root, "known", known_since(&build, play->level, level));
    comb_json_set(&build, root, "because",
                  rungs >= WHICH ? comb_hexcells_ids_array(&build, play->level, reason->ids, reason->count)
                                 : comb_json_array(&build));
    if (rungs >= WHICH)
        comb_json_set(&build, root, "smallest", comb_json_bool(&build, reason->smallest));
    comb_json_set(&build, root, "cells",
                  rungs >= WHAT ? all_cells(&build, play, rungs == ALL) : comb_json_array(&build));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(hint, &build, root, err);
}

static void tell_none(struct comb_buf *out, const struct comb_hexcells_play *play)
{
    if (play->left == 0)
        comb_buf_str(out, "nothing is hidden any more");
    else if (comb_hexcells_missing(play->level) > 0)
        comb_hexcells_tell_missing(out, play->level);
    else
        comb_buf_str(out, "nothing can be deduced from what is visible");
}

/* No hint: nothing is left, nothing follows (as far as the numbers are known), or clues contradict each other, which
 * are told. */
static int write_none(json_t **hint, const struct comb_hexcells_play *play, struct comb_job *job,
                      struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    struct comb_hexcells_conflict conflict = {0};
    int code = play->contradiction ? comb_hexcells_find_conflict(&conflict, play->level, job, err) : COMB_OK;
    if (code != COMB_OK)
        return code;
    if (play->contradiction)
        comb_hexcells_tell_conflict(&text, play->level, &conflict);
    else
        tell_none(&text, play);
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
    int code = start_from(&now, level, params, err);
    if (code == COMB_OK)
        code = comb_hexcells_play(&play, now, &options, job, err);
    if (code == COMB_OK)
        code = play.rounds > 0 && play.items[0].steps.count > 0
                   ? write_hint(hint, &play, level, comb_params_int(params, "level", WHERE), err)
                   : write_none(hint, &play, job, err);
    comb_hexcells_play_free(&play);
    comb_hexcells_level_free(now);
    return code;
}
