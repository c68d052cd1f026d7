/* Answers for people: the panel with the line on it, a short summary, the line as a list of nodes. Plain: one record
 * per line, a name, a tab and a value. */
#include "games/witness/draw/report.h"

#include "base/without_const.h"
#include "games/witness/draw/phrases.h"
#include "games/witness/draw/scene.h"
#include "games/witness/panel/kinds.h"

#include <ctype.h>

enum { MAX_PATHS = 1000 }; /* of a long list; --plain and --json print all */

static const char *text_of(const json_t *object, const char *key, const char *missing)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : missing;
}

static long long number_of(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

static bool is_true(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

/* Prints "0,4 1,4 1,3", at most as many nodes as --reveal allows. */
static void print_path(struct comb_buf *out, const json_t *path, const struct comb_params *params)
{
    long long reveal = comb_params_int(params, "reveal", -1);
    for (size_t i = 0; i < json_array_size(path) && (reveal < 0 || (long long)i <= reveal); i++) {
        const json_t *node = json_array_get(path, i);
        comb_buf_printf(out, "%s%g,%g", i > 0 ? " " : "", json_number_value(json_array_get(node, 0)),
                        json_number_value(json_array_get(node, 1)));
    }
}

/* Returns the symbols that eliminations remove; nothing for a line shown in part. */
static const json_t *cancelled_by(const json_t *answer, const struct comb_params *params)
{
    long long reveal = comb_params_int(params, "reveal", -1);
    bool complete = reveal < 0 || reveal + 1 >= (long long)json_array_size(json_object_get(answer, "path"));
    return complete ? json_object_get(answer, "cancelled") : NULL;
}

static unsigned count_kind(const struct comb_witness_panel *panel, enum comb_witness_kind kind)
{
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel), count = 0;
    for (unsigned i = 0; i < places; i++)
        count += panel->places[i].kind == kind;
    return count;
}

/* Prints notes about the rule set, one per line. */
static void print_notes(struct comb_buf *out, const json_t *answer, const char *before)
{
    const json_t *notes = json_object_get(answer, "notes");
    for (size_t i = 0; i < json_array_size(notes); i++)
        comb_buf_printf(out, "%s%s\n", before, json_string_value(json_array_get(notes, i)));
}

/* ---- plain ---- */

static void plain_path(struct comb_buf *out, const char *name, const json_t *path, const struct comb_params *params)
{
    if (json_array_size(path) == 0)
        return;
    comb_buf_printf(out, "%s\t", name);
    print_path(out, path, params);
    comb_buf_char(out, '\n');
}

static void plain_answer(struct comb_buf *out, const json_t *answer, const struct comb_params *params)
{
    const json_t *paths = json_object_get(answer, "paths");
    bool part = !json_object_get(answer, "proved"); /* one of many, delivered during the search */
    if (part) {
        plain_path(out, "path", json_object_get(answer, "path"), params);
        return;
    }
    comb_buf_printf(out, "solved\t%s\n", is_true(answer, "solved") ? "yes" : "no");
    /* a line found is certain; the number of solutions is not, unless the question was only whether there is a
     * second one */
    bool cut = json_is_false(json_object_get(answer, "complete")) && !json_object_get(answer, "unique");
    comb_buf_printf(out, "proved\t%s\n", is_true(answer, "proved") && !cut ? "yes" : "no");
    if (cut)
        comb_buf_str(out, "complete\tno\n");
    if (json_object_get(answer, "note"))
        comb_buf_printf(out, "note\t%s\n", text_of(answer, "note", ""));
    comb_buf_printf(out, "rules\t%s\n", text_of(answer, "rules", ""));
    print_notes(out, answer, "note\t");
    if (json_object_get(answer, "lines"))
        comb_buf_printf(out, "lines\t%lld\n", number_of(answer, "lines"));
    if (json_object_get(answer, "unique"))
        comb_buf_printf(out, "unique\t%s\n", is_true(answer, "unique") ? "yes" : "no");
    if (!paths && !comb_params_flag(params, "all")) {
        plain_path(out, "path", json_object_get(answer, "path"), params);
        plain_path(out, "mirror", json_object_get(answer, "mirror"), params);
        plain_path(out, "cancelled", cancelled_by(answer, params), NULL);
    }
    for (size_t i = 0; i < json_array_size(paths); i++)
        plain_path(out, "path", json_array_get(paths, i), params);
}

static void plain_verdict(struct comb_buf *out, const json_t *answer, const json_t *violations,
                          const struct comb_params *params)
{
    bool valid = json_array_size(violations) == 0;
    comb_buf_printf(out, "valid\t%s\n", valid ? "yes" : "no");
    print_notes(out, answer, "note\t");
    if (valid)
        plain_path(out, "cancelled", cancelled_by(answer, params), NULL);
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *violation = json_array_get(violations, i);
        const json_t *place = json_object_get(violation, "place");
        comb_buf_printf(out, "wrong\t%s\t", text_of(violation, "rule", ""));
        if (json_array_size(place) == 2)
            comb_buf_printf(out, "%lld,%lld", (long long)json_integer_value(json_array_get(place, 0)),
                            (long long)json_integer_value(json_array_get(place, 1)));
        comb_buf_printf(out, "\t%s\n", text_of(violation, "message", ""));
    }
}

/* ---- for people ---- */

static int draw_panel(struct comb_buf *out, const void *board, const json_t *answer,
                      const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    struct comb_scene *scene;
    int code = comb_witness_scene_bare(&scene, board, answer, params, err);
    if (code == COMB_OK)
        code = comb_render_terminal(out, scene, &style->terminal, err);
    comb_scene_free(scene);
    comb_buf_char(out, '\n');
    return code;
}

static void print_counts(struct comb_buf *out, const json_t *answer)
{
    long long lines = number_of(answer, "lines");
    const json_t *complete = json_object_get(answer, "complete");
    if (!json_object_get(answer, "lines"))
        return;
    if (is_true(answer, "unique"))
        comb_buf_str(out, "the solution is unique\n");
    else if (!complete || json_is_true(complete))
        comb_buf_printf(out, "%lld solution%s in total\n", lines, lines == 1 ? "" : "s");
    else
        comb_buf_printf(out, "at least %lld solution%s; stopped early\n", lines, lines == 1 ? "" : "s");
}

static void print_paths(struct comb_buf *out, const json_t *answer, const struct comb_params *params)
{
    const json_t *paths = json_object_get(answer, "paths");
    size_t count = json_array_size(paths);
    for (size_t i = 0; i < count && i < MAX_PATHS; i++) {
        comb_buf_printf(out, "%4zu  ", i + 1);
        print_path(out, json_array_get(paths, i), params);
        comb_buf_char(out, '\n');
    }
    if (count > MAX_PATHS)
        comb_buf_printf(out, "and %zu more: use --plain or --json to print all\n", count - MAX_PATHS);
    if (!paths) {
        print_path(out, json_object_get(answer, "path"), params);
        comb_buf_char(out, '\n');
    }
}

static bool has_line(const json_t *answer)
{
    return is_true(answer, "solved") && json_array_size(json_object_get(answer, "path")) > 0;
}

static void print_outcome(struct comb_buf *out, const json_t *answer)
{
    size_t nodes = json_array_size(json_object_get(answer, "path"));
    const char *rules = text_of(answer, "rules", "?");
    double seconds = json_number_value(json_object_get(answer, "seconds"));
    if (has_line(answer)) {
        comb_buf_printf(out, "solved under %s rules: %zu step%s, %.2f s\n", rules, nodes - 1, nodes == 2 ? "" : "s",
                        seconds);
        print_counts(out, answer);
    } else if (json_object_get(answer, "note")) {
        comb_buf_printf(out, "%s: no solution\n", text_of(answer, "note", ""));
    } else if (is_true(answer, "proved")) {
        comb_buf_printf(out, "no solution under %s rules (proved, %.2f s)\n", rules, seconds);
    } else {
        comb_buf_printf(out, "no solution found under %s rules: stopped early, after %.2f s\n", rules, seconds);
    }
}

/* "a white square in cell (1,2)" */
static void name_symbol(struct comb_buf *out, const struct comb_witness_panel *panel, unsigned place)
{
    struct comb_buf name = {0};
    comb_witness_name_thing(&name, &panel->places[place]);
    const char *text = comb_buf_text(&name);
    comb_buf_printf(out, "%s%s ", isdigit((unsigned char)*text) ? "" : *text == 'o' ? "an " : "a ", text);
    comb_witness_name_place(out, place % comb_witness_columns(panel), place / comb_witness_columns(panel));
    out->failed |= name.failed;
    comb_buf_free(&name);
}

static void print_cancelled(struct comb_buf *out, const struct comb_witness_panel *panel, const json_t *places)
{
    bool one = count_kind(panel, COMB_WITNESS_ELIMINATION) == 1;
    const char *before = one ? "the elimination mark removes: " : "the elimination marks remove: ";
    for (size_t i = 0; i < json_array_size(places); i++) {
        int place = comb_witness_place_of(panel, json_array_get(places, i));
        if (place < 0)
            continue;
        comb_buf_str(out, before);
        name_symbol(out, panel, (unsigned)place);
        before = "; ";
    }
    if (*before == ';')
        comb_buf_char(out, '\n');
}

static void print_verdict(struct comb_buf *out, const json_t *answer, const json_t *violations)
{
    size_t nodes = json_array_size(json_object_get(answer, "path"));
    for (size_t i = 0; i < json_array_size(violations); i++)
        comb_buf_printf(out, "wrong: %s\n", text_of(json_array_get(violations, i), "message", ""));
    if (json_array_size(violations) == 0)
        comb_buf_printf(out, "right: a line of %zu step%s that solves the panel under %s rules\n",
                        nodes > 0 ? nodes - 1 : 0, nodes == 2 ? "" : "s", text_of(answer, "rules", "?"));
}

/* Draws the answer with the violations added, as the scene expects them. */
static int draw_checked(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                        const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    json_t *checked = json_copy(comb_without_const(answer));
    json_t *wrong = json_copy(comb_without_const(violations));
    int code = checked && wrong && json_object_set(checked, "violations", wrong) == 0
                   ? draw_panel(out, board, checked, style, params, err)
                   : comb_fail_memory(err);
    json_decref(wrong);
    json_decref(checked);
    return code;
}

int comb_witness_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                        const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    int code = COMB_OK;
    if (style->plain && violations) {
        plain_verdict(out, answer, violations, params);
    } else if (style->plain) {
        plain_answer(out, answer, params);
    } else if (violations) {
        code = draw_checked(out, board, answer, violations, style, params, err);
        print_verdict(out, answer, violations);
        print_notes(out, answer, "note: ");
        if (json_array_size(violations) == 0)
            print_cancelled(out, board, cancelled_by(answer, params));
    } else {
        code = draw_panel(out, board, answer, style, params, err);
        print_outcome(out, answer);
        print_notes(out, answer, "note: ");
        print_cancelled(out, board, cancelled_by(answer, params));
        if (has_line(answer))
            print_paths(out, answer, params);
    }
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}

/* ---- summary ---- */

/* The verifier has accepted the line, so it satisfies every rule that the panel has symbols for. */
static void print_rules(struct comb_buf *out, const struct comb_witness_panel *panel)
{
    comb_buf_str(out, "The line leads from a start to an end\t\tsatisfied\n");
    for (unsigned kind = 0; kind < COMB_WITNESS_KINDS; kind++) {
        const struct comb_witness_kind_row *row = comb_witness_kind_row(kind);
        unsigned count = row && row->rule ? count_kind(panel, (enum comb_witness_kind)kind) : 0;
        if (count > 0)
            comb_buf_printf(out, "%s\t%u\tsatisfied\n", row->rule, count);
    }
}

int comb_witness_summary(struct comb_summary *out, const void *board, const json_t *answer,
                         const struct comb_params *params, struct comb_error *err)
{
    print_outcome(&out->text, answer);
    print_notes(&out->text, answer, "note: ");
    comb_buf_printf(&out->basis, "the rule set %s", text_of(answer, "rules", "?"));
    if (!has_line(answer))
        return comb_summary_finish(out, err);
    comb_buf_str(&out->text, "path as x,y of its nodes, from the top left: ");
    print_path(&out->text, json_object_get(answer, "path"), params);
    comb_buf_char(&out->text, '\n');
    print_cancelled(&out->text, board, cancelled_by(answer, params));
    comb_buf_str(&out->caption, "Rules");
    out->columns = "Rule\tSymbols\tVerdict";
    print_rules(&out->rows, board);
    return comb_summary_finish(out, err);
}
