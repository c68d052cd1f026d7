/* Checks a level for its author: whether it can be solved without guessing and, if not, where a player gets stuck and
 * what the options are; with --redundant, which clues can be removed; and the diagnostics of the file.
 *
 * If clues contradict each other, a minimal conflicting set is reported (conflict.c): one of its clues, or a cell that
 * they count, is wrong.
 *
 * With --repair the smallest set of hints is searched that makes a stuck level fair (repair.c), with --redundant the
 * clues that are not needed (redundant.c). */
#include "games/hexcells/hints/hint.h"

#include "games/hexcells/hints/redundant.h"
#include "games/hexcells/hints/repair.h"
#include "games/hexcells/solve.h"

#include <string.h>

enum { MAX_COMPLETIONS = 1000 };

struct check {
    struct comb_hexcells_play play;
    struct comb_hexcells_conflict conflict;
    struct comb_hexcells_completions completions;
    bool completions_counted;
    struct comb_hexcells_repair repair;
    bool repair_searched;    /* --repair was given and the level is stuck */
    bool redundant_searched; /* --redundant was given */
    struct comb_hexcells_redundant redundant;
};

static bool stopped_by_job(int code)
{
    return code == COMB_LIMIT || code == COMB_INTERRUPTED;
}

/* ---- analysis ---- */

static int count_completions(struct check *check, struct comb_job *job, struct comb_error *err)
{
    struct comb_arena arena;
    struct comb_hexcells_problem problem;
    comb_arena_init(&arena, comb_job_budget(job));
    int code = comb_hexcells_problem_of(&problem, check->play.level, check->play.colours, &arena, err);
    if (code == COMB_OK)
        code = comb_hexcells_completions(&check->completions, &problem, MAX_COMPLETIONS, job, err);
    comb_arena_free(&arena);
    check->completions_counted = code == COMB_OK;
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

/* ---- text ---- */

static bool is_fair(const struct check *check)
{
    return check->play.left == 0 && !check->play.contradiction;
}

void comb_hexcells_explain_conflict(struct comb_buf *out, const struct comb_hexcells_level *level,
                                    const struct comb_hexcells_conflict *conflict)
{
    const char *together = conflict->count == 1 ? "" : conflict->count == 2 ? "both " : "all ";
    if (conflict->count > 0)
        comb_hexcells_name_clues(out, level, conflict->ids, conflict->count);
    else
        comb_buf_str(out, "the visible clues"); /* the job stopped before they were found */
    comb_buf_printf(out, " cannot %sbe satisfied: a cell or number is wrong", together);
}

static void print_completions(struct comb_buf *out, const struct check *check)
{
    const struct comb_hexcells_level *level = check->play.level;
    const struct comb_hexcells_completions *completions = &check->completions;
    if (!check->completions_counted || !completions->first || !completions->second)
        return;
    comb_buf_printf(out, "\n%s%llu completions from there; two of them differ in", completions->all ? "" : "at least ",
                    (unsigned long long)completions->count);
    unsigned differing = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        if (completions->first[i] == completions->second[i])
            continue;
        if (differing++ < 12)
            comb_buf_printf(out, " (%d,%d)", level->cells[i].at.x, level->cells[i].at.y);
    }
    if (differing > 12)
        comb_buf_printf(out, " and %u more", differing - 12);
}

/* Whether all numbers that matter from here on are known; for a position only if nothing can be deduced. */
static bool all_numbers_known(const struct comb_hexcells_play *play)
{
    return play->level->truth_known || (play->rounds == 0 && comb_hexcells_missing(play->level) == 0);
}

static void print_fairness(struct comb_buf *out, const struct check *check)
{
    const struct comb_hexcells_play *play = &check->play;
    if (play->contradiction)
        comb_buf_str(out, "contradiction: ");
    if (play->contradiction)
        comb_hexcells_explain_conflict(out, play->level, &check->conflict);
    else if (play->left == 0)
        comb_buf_printf(out, "fair: solvable without guessing, in %u round%s", play->rounds,
                        play->rounds == 1 ? "" : "s");
    else if (!play->level->truth_known && play->rounds > 0)
        comb_buf_printf(out, "open: some cells can be deduced now; the other %u cell%s on the numbers they uncover",
                        play->left, play->left == 1 ? " depends" : "s depend");
    else if (comb_hexcells_missing(play->level) > 0)
        comb_hexcells_print_missing(out, play->level);
    else
        comb_buf_printf(out, "stuck: after %u round%s %u cell%s not decided by the visible hints", play->rounds,
                        play->rounds == 1 ? "" : "s", play->left, play->left == 1 ? " is" : "s are");
    if (all_numbers_known(play))
        print_completions(out, check);
    for (unsigned i = 0; play->left > 0 && i < 2; i++)
        if (play->level->text[i][0])
            comb_buf_printf(out, "\n%s%s", "the level's text may state an additional rule: ", play->level->text[i]);
}

static void print_addition(struct comb_buf *out, const struct comb_hexcells_addition *added)
{
    char text[COMB_HEXCELLS_ID_LENGTH];
    comb_hexcells_hint_text(text, added->hint, added->number, false);
    comb_buf_str(out, text);
    if (added->present)
        comb_buf_printf(out, " instead of %u", added->number);
    comb_buf_printf(out, added->line ? " as the line hint at (%d,%d)" : " on the cell (%d,%d)", added->at.x,
                    added->at.y);
    if (added->line)
        comb_buf_printf(out, " pointing %s", comb_hexcells_direction_words(added->direction));
}

static void print_repair(struct comb_buf *out, const struct check *check)
{
    const struct comb_hexcells_repair *repair = &check->repair;
    if (!check->repair_searched)
        return;
    if (repair->count == 0) {
        comb_buf_printf(out,
                        repair->complete ? "\nno set of at most %d added hints makes it fair"
                                         : "\nno set of at most %d added hints was found in time",
                        COMB_HEXCELLS_MAX_REPAIR);
        return;
    }
    comb_buf_str(out, "\nrepair: it is fair with ");
    for (unsigned i = 0; i < repair->count; i++) {
        comb_buf_str(out, i == 0 ? "" : i + 1 == repair->count ? " and " : ", ");
        print_addition(out, &repair->items[i]);
    }
}

static bool has_blue(const struct comb_hexcells_level *level)
{
    bool blue = !level->truth_known; /* of a position it is not known */
    for (unsigned i = 0; i < level->cell_count; i++)
        blue |= level->cells[i].truth == COMB_HEXCELLS_BLUE;
    return blue;
}

static void print_redundant(struct comb_buf *out, const struct check *check)
{
    const struct comb_hexcells_redundant *redundant = &check->redundant;
    if (!check->redundant_searched)
        return;
    if (redundant->ids.count == 0)
        comb_buf_printf(out, "\nno clue is redundant%s", redundant->complete ? "" : " among those tested in time");
    else
        comb_buf_printf(out, "\nredundant (any one can be removed)%s: ",
                        redundant->complete ? "" : " (not all were tested in time)");
    for (size_t i = 0; i < redundant->ids.count; i++) {
        comb_buf_str(out, i > 0 ? ", " : "");
        comb_hexcells_name_clue(out, check->play.level, redundant->ids.items[i]);
    }
    if (redundant->together > 1 && redundant->together == redundant->ids.count)
        comb_buf_str(out, "; all of them can be removed together");
    else if (redundant->together > 1)
        comb_buf_printf(out, "; the first %zu can be removed together", redundant->together);
}

static void print_check(struct comb_buf *out, const struct check *check)
{
    const struct comb_hexcells_level *level = check->play.level;
    if (level->pack_count > 1)
        comb_buf_printf(out, "level %u of %u in the file\n", level->pack_index + 1, level->pack_count);
    print_fairness(out, check);
    if (!has_blue(level))
        comb_buf_str(out, "\nwarning: the level has no blue cell");
    print_repair(out, check);
    print_redundant(out, check);
    for (unsigned i = 0; i < level->diagnostic_count; i++)
        comb_buf_printf(out, "\n%u:%u: %s", level->diagnostics[i].line, level->diagnostics[i].column,
                        level->diagnostics[i].message);
}

/* ---- JSON ---- */

static json_t *warnings_array(struct comb_json *build, const struct comb_hexcells_level *level)
{
    json_t *warnings = comb_json_array(build);
    for (unsigned i = 0; i < level->diagnostic_count; i++) {
        json_t *warning = comb_json_object(build);
        comb_json_set(build, warning, "line", comb_json_int(build, level->diagnostics[i].line));
        comb_json_set(build, warning, "column", comb_json_int(build, level->diagnostics[i].column));
        comb_json_set(build, warning, "message", comb_json_string(build, level->diagnostics[i].message));
        comb_json_push(build, warnings, warning);
    }
    return warnings;
}

/* The cells that a completion colours beyond the deduced ones. */
static json_t *completion_array(struct comb_json *build, const struct comb_hexcells_play *play,
                                const signed char *colours)
{
    json_t *cells = comb_json_array(build);
    for (unsigned i = 0; colours && i < play->level->cell_count; i++)
        if (play->colours[i] == COMB_HEXCELLS_UNKNOWN)
            comb_json_push(build, cells, comb_hexcells_cell_object(build, play->level, i, colours[i], 0));
    return cells;
}

static json_t *completions_object(struct comb_json *build, const struct check *check)
{
    const struct comb_hexcells_completions *completions = &check->completions;
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "count", comb_json_int(build, (long long)completions->count));
    comb_json_set(build, object, "all", comb_json_bool(build, completions->all));
    comb_json_set(build, object, "first", completion_array(build, &check->play, completions->first));
    comb_json_set(build, object, "second", completion_array(build, &check->play, completions->second));
    return object;
}

static json_t *redundant_array(struct comb_json *build, const struct check *check)
{
    return comb_hexcells_ids_array(build, check->play.level, check->redundant.ids.items, check->redundant.ids.count);
}

static json_t *repair_array(struct comb_json *build, const struct comb_hexcells_repair *repair)
{
    json_t *array = comb_json_array(build);
    for (unsigned i = 0; i < repair->count; i++) {
        const struct comb_hexcells_addition *added = &repair->items[i];
        json_t *item = comb_json_object(build);
        comb_json_set(build, item, "x", comb_json_int(build, added->at.x));
        comb_json_set(build, item, "y", comb_json_int(build, added->at.y));
        char text[COMB_HEXCELLS_ID_LENGTH];
        comb_hexcells_hint_text(text, added->hint, added->number, false);
        comb_json_set(build, item, "text", comb_json_string(build, text));
        comb_json_set(build, item, "line", comb_json_bool(build, added->line));
        if (added->line)
            comb_json_set(build, item, "direction",
                          comb_json_string(build, comb_hexcells_direction_name(added->direction)));
        comb_json_push(build, array, item);
    }
    return array;
}

static int write_check(json_t **out, const struct check *check, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    const struct comb_hexcells_play *play = &check->play;
    json_t *root = comb_json_object(&build);
    print_check(&text, check);
    comb_json_set(&build, root, "fair", comb_json_bool(&build, is_fair(check)));
    comb_json_set(&build, root, "left", comb_json_int(&build, play->left));
    comb_json_set(&build, root, "rounds", comb_json_int(&build, play->rounds));
    comb_json_set(&build, root, "contradiction", comb_json_bool(&build, play->contradiction));
    comb_hexcells_set_missing(&build, root, play->level);
    if (play->contradiction)
        comb_json_set(&build, root, "because",
                      comb_hexcells_ids_array(&build, play->level, check->conflict.ids, check->conflict.count));
    comb_json_set(&build, root, "levels", comb_json_int(&build, play->level->pack_count));
    if (check->completions_counted)
        comb_json_set(&build, root, "completions", completions_object(&build, check));
    if (check->redundant_searched) {
        comb_json_set(&build, root, "redundant", redundant_array(&build, check));
        comb_json_set(&build, root, "redundant_together", comb_json_int(&build, (long long)check->redundant.together));
    }
    if (check->repair_searched) {
        comb_json_set(&build, root, "repair", repair_array(&build, &check->repair));
        comb_json_set(&build, root, "repair_complete", comb_json_bool(&build, check->repair.complete));
    }
    comb_json_set(&build, root, "findings", warnings_array(&build, play->level));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

int comb_hexcells_lint(json_t **warnings, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct check check = {0};
    struct comb_hexcells_play_options options = {0};
    *warnings = NULL;
    int code = comb_hexcells_play(&check.play, level, &options, job, err);
    int stopped = code;
    if (code == COMB_OK && check.play.contradiction)
        stopped = comb_hexcells_find_conflict(&check.conflict, level, job, err);
    else if (code == COMB_OK && check.play.left > 0)
        stopped = count_completions(&check, job, err);
    else if (code == COMB_OK && level->truth_known && comb_params_flag(params, "redundant")) {
        check.redundant_searched = true;
        stopped = comb_hexcells_find_redundant(&check.redundant, level, job, err);
    }
    bool fair = is_fair(&check);
    check.repair_searched = code == COMB_OK && stopped == COMB_OK && !fair && !check.play.contradiction &&
                            level->truth_known && comb_params_flag(params, "repair");
    if (check.repair_searched)
        stopped = comb_hexcells_find_repair(&check.repair, level, job, err);
    if (code == COMB_OK)
        code = stopped == COMB_OK || stopped_by_job(stopped) ? write_check(warnings, &check, err) : stopped;
    comb_hexcells_redundant_free(&check.redundant);
    comb_hexcells_conflict_free(&check.conflict);
    comb_hexcells_completions_free(&check.completions);
    comb_hexcells_play_free(&check.play);
    return code != COMB_OK ? code : stopped_by_job(stopped) ? stopped : fair ? COMB_OK : COMB_NO;
}
