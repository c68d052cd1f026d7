/* Checks by another search what an answer claims about the panel as a whole: that there is no solution, that it is
 * unique, how many there are. The search stops one line beyond the number claimed. */
#include "games/witness/verify/recheck.h"

#include "games/witness/search/search.h"
#include "games/witness/solve.h"

#include <string.h>

const char *const comb_witness_verified[] = {
    "path", "path[][]", "mirror", "mirror[][]", "cancelled", "cancelled[][]", "paths", "paths[][][]", "rules", NULL,
};

#define VIOLATION(claims, rule, err, ...) comb_violation((claims)->violations, rule, NULL, 0, err, __VA_ARGS__)

static int check_note(struct comb_claims *claims, const struct comb_witness_panel *panel, const json_t *answer,
                      struct comb_error *err)
{
    const json_t *note = json_object_get(answer, "note");
    const char *missing = comb_witness_missing_endpoint(panel);
    comb_claims_mark_checked(claims, "note");
    if (!note || (json_is_string(note) && missing && strcmp(json_string_value(note), missing) == 0))
        return COMB_OK;
    return VIOLATION(claims, "note", err, "the note is not true of this panel");
}

static bool holds_text(const json_t *list, const json_t *text)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_equal(json_array_get(list, i), text))
            return true;
    return false;
}

/* Each note must be true of the panel under these rules, whether or not the rules were given explicitly. */
static int check_notes(struct comb_claims *claims, const struct comb_witness_panel *panel, const json_t *answer,
                       const struct comb_params *params, struct comb_error *err)
{
    const json_t *notes = json_object_get(answer, "notes");
    struct comb_witness_rules rules = comb_witness_rules_of(params, panel);
    struct comb_witness_graph *graph;
    struct comb_json build = {0};
    if (json_array_size(notes) == 0)
        return COMB_OK;
    int code = comb_witness_graph_new(&graph, panel, err);
    if (code != COMB_OK)
        return code;
    json_t *true_notes = comb_json_object(&build);
    comb_witness_add_notes(&build, true_notes, panel, &rules, params);
    comb_witness_add_notes(&build, true_notes, panel, &rules, NULL);
    comb_witness_add_joint_note(&build, true_notes, graph, &rules);
    if (build.failed)
        code = comb_fail_memory(err);
    for (size_t i = 0; code == COMB_OK && i < json_array_size(notes); i++)
        if (!holds_text(json_object_get(true_notes, "notes"), json_array_get(notes, i)))
            code = VIOLATION(claims, "note", err, "note %zu is not true of this panel", i + 1);
    comb_claims_mark_checked(claims, "notes[]");
    json_decref(true_notes);
    comb_witness_graph_free(graph);
    return code;
}

struct tally {
    uint64_t lines;
    uint64_t max; /* 0: one line ends the search */
    bool exhausted;
};

static bool count_line(void *payload, const struct comb_witness_line *line)
{
    struct tally *tally = payload;
    (void)line;
    return ++tally->lines < tally->max;
}

static int count_solutions(struct tally *tally, const struct comb_witness_panel *panel, struct comb_job *job,
                           const struct comb_params *params, struct comb_error *err)
{
    struct comb_witness_graph *graph;
    struct comb_witness_outcome outcome = {0};
    int code = comb_witness_graph_new(&graph, panel, err);
    if (code != COMB_OK)
        return code;
    struct comb_witness_task task = {.graph = graph,
                                     .rules = comb_witness_rules_of(params, panel),
                                     .on_found = tally->max > 0 ? count_line : NULL,
                                     .payload = tally};
    code = comb_witness_search(&outcome, &task, job, err);
    tally->lines = outcome.lines;
    tally->exhausted = outcome.exhausted;
    comb_witness_graph_free(graph);
    return code;
}

/* ---- no solution ---- */

/* Returns the first field that an answer without a solution must not have, or NULL. */
static const char *find_contradiction(const json_t *answer)
{
    const json_t *lines = json_object_get(answer, "lines");
    if (json_array_size(json_object_get(answer, "path")) > 0)
        return "path";
    if (json_array_size(json_object_get(answer, "paths")) > 0)
        return "paths";
    if (json_array_size(json_object_get(answer, "mirror")) > 0)
        return "mirror";
    if (json_array_size(json_object_get(answer, "cancelled")) > 0)
        return "cancelled";
    if (lines && !(json_is_integer(lines) && json_integer_value(lines) == 0))
        return "lines";
    return json_is_true(json_object_get(answer, "unique")) ? "unique" : NULL;
}

static int check_none(struct comb_claims *claims, const struct comb_witness_panel *panel, const json_t *answer,
                      struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    static const char *const fields[] = {"solved", "proved", "lines", "unique", "complete"};
    struct tally tally = {0};
    const char *wrong = find_contradiction(answer);
    if (wrong)
        return VIOLATION(claims, "solved", err, "\"solved\" is false, but there is \"%s\"", wrong);
    if (!json_is_true(json_object_get(answer, "proved")) || comb_claims_truncated(answer))
        return COMB_OK; /* the search was not finished: nothing is claimed */
    int code = count_solutions(&tally, panel, job, params, err);
    if (code != COMB_OK)
        return code;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        comb_claims_mark_checked(claims, fields[i]);
    return tally.lines == 0 ? COMB_OK : VIOLATION(claims, "solved", err, "the panel has a solution");
}

/* ---- number of solutions ---- */

struct claimed {
    uint64_t lines; /* at least so many, or with `exact` exactly; 0: not given */
    bool exact;
    bool one;     /* "unique": true */
    bool several; /* "unique": false */
};

static struct claimed claimed_by(const json_t *answer)
{
    const json_t *lines = json_object_get(answer, "lines");
    size_t listed = json_array_size(json_object_get(answer, "paths"));
    return (struct claimed){
        .lines = lines ? (uint64_t)json_integer_value(lines) : listed,
        .exact =
            lines ? !comb_claims_truncated(answer) : listed > 0 && json_is_true(json_object_get(answer, "complete")),
        .one = json_is_true(json_object_get(answer, "unique")),
        .several = json_is_false(json_object_get(answer, "unique")),
    };
}

static int compare_counts(struct comb_claims *claims, const struct claimed *claimed, const struct tally *tally,
                          const json_t *answer, struct comb_error *err)
{
    const json_t *paths = json_object_get(answer, "paths");
    if (claimed->one && tally->lines > 1)
        return VIOLATION(claims, "unique", err, "the panel has more than one solution");
    if (claimed->several && tally->lines < 2)
        return VIOLATION(claims, "unique", err, "the panel has only one solution");
    if (claimed->exact && tally->lines > claimed->lines)
        return VIOLATION(claims, "lines", err, "the panel has more than %llu solution%s",
                         (unsigned long long)claimed->lines, claimed->lines == 1 ? "" : "s");
    if (tally->lines < claimed->lines)
        return VIOLATION(claims, "lines", err, "the answer claims %llu solutions, the panel has only %llu",
                         (unsigned long long)claimed->lines, (unsigned long long)tally->lines);
    if (claimed->exact && paths && json_array_size(paths) < claimed->lines)
        return VIOLATION(claims, "paths", err, "only %zu of %llu solutions are listed", json_array_size(paths),
                         (unsigned long long)claimed->lines);
    return COMB_OK;
}

static int check_number(struct comb_claims *claims, const struct comb_witness_panel *panel, const json_t *answer,
                        struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct claimed claimed = claimed_by(answer);
    struct tally tally = {.max = claimed.lines + claimed.exact};
    if (!claimed.one && !claimed.several && !claimed.exact && !json_object_get(answer, "lines"))
        return COMB_OK;
    if ((claimed.one || claimed.several) && tally.max < 2)
        tally.max = 2;
    int code = count_solutions(&tally, panel, job, params, err);
    if (code != COMB_OK)
        return code;
    if (claimed.exact) /* otherwise there are as many, but the number found is not verified */
        comb_claims_mark_checked(claims, "lines");
    comb_claims_mark_checked(claims, "unique");
    if (json_is_true(json_object_get(answer, "complete")))
        comb_claims_mark_checked(claims, "complete");
    return compare_counts(claims, &claimed, &tally, answer, err);
}

int comb_witness_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err)
{
    int code = check_note(claims, board, answer, err);
    if (code == COMB_OK)
        code = check_notes(claims, board, answer, params, err);
    if (code != COMB_OK)
        return code;
    if (json_is_false(json_object_get(answer, "solved")))
        return check_none(claims, board, answer, job, params, err);
    comb_claims_mark_checked(claims, "solved"); /* by the path */
    comb_claims_mark_checked(claims, "proved");
    if (json_is_false(json_object_get(answer, "proved")))
        return VIOLATION(claims, "proved", err, "\"proved\" is false, but the line solves the panel");
    return check_number(claims, board, answer, job, params, err);
}
