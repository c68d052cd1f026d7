/* What the maker of a level wants to know: whether it can be solved without guessing and, if not, where a player gets
 * stuck and between what he would have to guess; with --redundant, which clues could go; and what is odd about the
 * file.
 *
 * Where clues contradict each other, those are named of which none can be left out (conflict.c): one of them, or a cell
 * that they count, is wrong.
 *
 * A clue is redundant if the level is still fair without it, all other clues kept. Each one costs a whole play, so that
 * the search stops, and says so, when the job's time is up. */
#include "games/hexcells/hint.h"

#include "base/vec.h"
#include "games/hexcells/edit.h"
#include "games/hexcells/solve.h"

#include <string.h>

enum { MOST_COMPLETIONS = 1000 };

struct inspection {
    struct comb_hexcells_play play;
    struct comb_hexcells_conflict conflict;
    struct comb_hexcells_completions completions;
    bool counted;
    bool searched;     /* redundant clues were asked for */
    bool searched_all; /* and every clue was tried */
    struct COMB_VEC(unsigned) redundant;
};

static bool stopped_by_job(int code)
{
    return code == COMB_LIMIT || code == COMB_INTERRUPTED;
}

/* ---- finding out ---- */

static int count_completions(struct inspection *inspection, struct comb_job *job, struct comb_error *err)
{
    struct comb_arena arena;
    struct comb_hexcells_problem problem;
    comb_arena_init(&arena, comb_job_budget(job));
    int code = comb_hexcells_problem_of(&problem, inspection->play.level, inspection->play.colours, &arena, err);
    if (code == COMB_OK)
        code = comb_hexcells_completions(&inspection->completions, &problem, MOST_COMPLETIONS, job, err);
    comb_arena_free(&arena);
    inspection->counted = code == COMB_OK;
    return code;
}

int comb_hexcells_find_conflict(struct comb_hexcells_conflict *out, const struct comb_hexcells_level *level,
                                struct comb_job *job, struct comb_error *err)
{
    struct comb_arena arena;
    struct comb_hexcells_problem problem;
    *out = (struct comb_hexcells_conflict){0};
    comb_arena_init(&arena, comb_job_budget(job));
    int code = comb_hexcells_problem_of(&problem, level, NULL, &arena, err);
    if (code == COMB_OK)
        code = comb_hexcells_conflict(out, &problem, job, err);
    comb_arena_free(&arena);
    return code;
}

static bool has_hint(const struct comb_hexcells_level *level, unsigned id)
{
    return id >= level->cell_count || level->cells[id].hint != COMB_HEXCELLS_NO_HINT;
}

static int find_redundant(struct inspection *inspection, struct comb_job *job, struct comb_error *err)
{
    const struct comb_hexcells_level *level = inspection->play.level;
    unsigned clues = level->cell_count + level->line_count;
    inspection->searched = true;
    for (unsigned id = 0; id < clues; id++) {
        bool fair = false;
        int code = has_hint(level, id) ? comb_hexcells_fair_without(&fair, level, id, job, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
        if (fair && !comb_vec_push(&inspection->redundant, id))
            return comb_fail_memory(err);
    }
    inspection->searched_all = true;
    return COMB_OK;
}

/* ---- telling ---- */

static bool is_fair(const struct inspection *inspection)
{
    return inspection->play.left == 0 && !inspection->play.contradiction;
}

void comb_hexcells_tell_conflict(struct comb_buf *out, const struct comb_hexcells_level *level,
                                 const struct comb_hexcells_conflict *conflict)
{
    const char *together = conflict->count == 1 ? "" : conflict->count == 2 ? "both " : "all ";
    if (conflict->count > 0)
        comb_hexcells_name_clues(out, level, conflict->ids, conflict->count);
    else
        comb_buf_str(out, "the clues in sight"); /* the time did not suffice to find out which */
    comb_buf_printf(out, " cannot %shold: something is uncovered or read wrongly", together);
}

static void tell_guess(struct comb_buf *out, const struct inspection *inspection)
{
    const struct comb_hexcells_level *level = inspection->play.level;
    const struct comb_hexcells_completions *completions = &inspection->completions;
    if (!inspection->counted || !completions->first || !completions->second)
        return;
    comb_buf_printf(out, "\n%s%llu ways to go on from there; two of them differ in",
                    completions->all ? "" : "at least ", (unsigned long long)completions->count);
    unsigned shown = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        if (completions->first[i] == completions->second[i])
            continue;
        if (shown++ < 12)
            comb_buf_printf(out, " (%d,%d)", level->cells[i].at.x, level->cells[i].at.y);
    }
    if (shown > 12)
        comb_buf_printf(out, " and %u more", shown - 12);
}

/* Whether every number that plays a part from here on is known: of a position only where it yields nothing new. */
static bool sees_all(const struct comb_hexcells_play *play)
{
    return play->level->truth_known || (play->rounds == 0 && comb_hexcells_missing(play->level) == 0);
}

static void tell_fairness(struct comb_buf *out, const struct inspection *inspection)
{
    const struct comb_hexcells_play *play = &inspection->play;
    if (play->contradiction)
        comb_buf_str(out, "contradiction: ");
    if (play->contradiction)
        comb_hexcells_tell_conflict(out, play->level, &inspection->conflict);
    else if (play->left == 0)
        comb_buf_printf(out, "fair: all cells follow without guessing, in %u round%s", play->rounds,
                        play->rounds == 1 ? "" : "s");
    else if (!play->level->truth_known && play->rounds > 0)
        comb_buf_printf(out, "open: what follows now can be uncovered; the other %u cell%s on the numbers that appear",
                        play->left, play->left == 1 ? " depends" : "s depend");
    else if (comb_hexcells_missing(play->level) > 0)
        comb_hexcells_tell_missing(out, play->level);
    else
        comb_buf_printf(out, "stuck: after %u round%s %u cell%s not decided by the visible hints", play->rounds,
                        play->rounds == 1 ? "" : "s", play->left, play->left == 1 ? " is" : "s are");
    if (sees_all(play))
        tell_guess(out, inspection);
    for (unsigned i = 0; play->left > 0 && i < 2; i++)
        if (play->level->text[i][0])
            comb_buf_printf(out, "\n%s%s",
                            "the level's text, which may state an additional rule: ", play->level->text[i]);
}

static void tell_redundant(struct comb_buf *out, const struct inspection *inspection)
{
    if (!inspection->searched)
        return;
    if (inspection->redundant.count == 0)
        comb_buf_printf(out, "\nno clue is redundant%s", inspection->searched_all ? "" : " as far as the time went");
    else
        comb_buf_printf(out, "\nredundant, each by itself%s: ",
                        inspection->searched_all ? "" : " (the time did not suffice to try all)");
    for (size_t i = 0; i < inspection->redundant.count; i++) {
        comb_buf_str(out, i > 0 ? ", " : "");
        comb_hexcells_name_clue(out, inspection->play.level, inspection->redundant.items[i]);
    }
}

static void tell(struct comb_buf *out, const struct inspection *inspection)
{
    const struct comb_hexcells_level *level = inspection->play.level;
    if (level->pack_count > 1)
        comb_buf_printf(out, "level %u of %u in the file\n", level->pack_index + 1, level->pack_count);
    tell_fairness(out, inspection);
    tell_redundant(out, inspection);
    for (unsigned i = 0; i < level->finding_count; i++)
        comb_buf_printf(out, "\n%u:%u: %s", level->findings[i].line, level->findings[i].column,
                        level->findings[i].message);
}

/* ---- as JSON ---- */

static json_t *findings_array(struct comb_json *build, const struct comb_hexcells_level *level)
{
    json_t *findings = comb_json_array(build);
    for (unsigned i = 0; i < level->finding_count; i++) {
        json_t *finding = comb_json_object(build);
        comb_json_set(build, finding, "line", comb_json_int(build, level->findings[i].line));
        comb_json_set(build, finding, "column", comb_json_int(build, level->findings[i].column));
        comb_json_set(build, finding, "message", comb_json_string(build, level->findings[i].message));
        comb_json_push(build, findings, finding);
    }
    return findings;
}

/* The cells that one completion colours beyond what was deduced. */
static json_t *completion_array(struct comb_json *build, const struct comb_hexcells_play *play,
                                const signed char *colours)
{
    json_t *cells = comb_json_array(build);
    for (unsigned i = 0; colours && i < play->level->cell_count; i++)
        if (play->colours[i] == COMB_HEXCELLS_UNKNOWN)
            comb_json_push(build, cells, comb_hexcells_cell_object(build, play->level, i, colours[i], 0));
    return cells;
}

static json_t *completions_object(struct comb_json *build, const struct inspection *inspection)
{
    const struct comb_hexcells_completions *completions = &inspection->completions;
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "count", comb_json_int(build, (long long)completions->count));
    comb_json_set(build, object, "all", comb_json_bool(build, completions->all));
    comb_json_set(build, object, "first", completion_array(build, &inspection->play, completions->first));
    comb_json_set(build, object, "second", completion_array(build, &inspection->play, completions->second));
    return object;
}

static json_t *redundant_array(struct comb_json *build, const struct inspection *inspection)
{
    return comb_hexcells_ids_array(build, inspection->play.level, inspection->redundant.items,
                                   inspection->redundant.count);
}

static int write_inspection(json_t **out, const struct inspection *inspection, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    const struct comb_hexcells_play *play = &inspection->play;
    json_t *root = comb_json_object(&build);
    tell(&text, inspection);
    comb_json_set(&build, root, "fair", comb_json_bool(&build, is_fair(inspection)));
    comb_json_set(&build, root, "left", comb_json_int(&build, play->left));
    comb_json_set(&build, root, "rounds", comb_json_int(&build, play->rounds));
    comb_json_set(&build, root, "contradiction", comb_json_bool(&build, play->contradiction));
    comb_hexcells_set_missing(&build, root, play->level);
    if (play->contradiction)
        comb_json_set(
            &build, root, "because",
            comb_hexcells_ids_array(&build, play->level, inspection->conflict.ids, inspection->conflict.count));
    comb_json_set(&build, root, "levels", comb_json_int(&build, play->level->pack_count));
    if (inspection->counted)
        comb_json_set(&build, root, "completions", completions_object(&build, inspection));
    if (inspection->searched)
        comb_json_set(&build, root, "redundant", redundant_array(&build, inspection));
    comb_json_set(&build, root, "findings", findings_array(&build, play->level));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

int comb_hexcells_inspect(json_t **findings, const void *board, struct comb_job *job, const struct comb_params *params,
                          struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct inspection inspection = {0};
    struct comb_hexcells_play_options options = {0};
    *findings = NULL;
    int code = comb_hexcells_play(&inspection.play, level, &options, job, err);
    int stopped = code;
    if (code == COMB_OK && inspection.play.contradiction)
        stopped = comb_hexcells_find_conflict(&inspection.conflict, level, job, err);
    else if (code == COMB_OK && inspection.play.left > 0)
        stopped = count_completions(&inspection, job, err);
    else if (code == COMB_OK && level->truth_known && comb_params_flag(params, "redundant"))
        stopped = find_redundant(&inspection, job, err);
    bool fair = is_fair(&inspection);
    if (code == COMB_OK)
        code = stopped == COMB_OK || stopped_by_job(stopped) ? write_inspection(findings, &inspection, err) : stopped;
    comb_vec_free(&inspection.redundant);
    comb_hexcells_conflict_free(&inspection.conflict);
    comb_hexcells_completions_free(&inspection.completions);
    comb_hexcells_play_free(&inspection.play);
    return code != COMB_OK ? code : stopped_by_job(stopped) ? stopped : fair ? COMB_OK : COMB_NO;
}
