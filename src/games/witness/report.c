/* Answers for people: the panel with the line on it, what came of it in a few words, the line as a list of nodes.
 * Plain: one record a line, its name, a tab, its value. */
#include "games/witness/report.h"

#include "games/witness/scene.h"
#include "games/witness/scene_words.h"

#include <ctype.h>

enum { MOST_PATHS = 1000 }; /* of a long list, in words; --plain and --json give all */

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

/* "0,4 1,4 1,3", no more than the nodes that --reveal allows. */
static void print_path(struct comb_buf *out, const json_t *path, const struct comb_params *params)
{
    long long reveal = comb_params_int(params, "reveal", -1);
    for (size_t i = 0; i < json_array_size(path) && (reveal < 0 || (long long)i <= reveal); i++) {
        const json_t *node = json_array_get(path, i);
        comb_buf_printf(out, "%s%lld,%lld", i > 0 ? " " : "", (long long)json_integer_value(json_array_get(node, 0)),
                        (long long)json_integer_value(json_array_get(node, 1)));
    }
}

/* What the Ys take away; of a line that is shown in part, nothing. */
static const json_t *cancelled_by(const json_t *answer, const struct comb_params *params)
{
    long long reveal = comb_params_int(params, "reveal", -1);
    bool whole = reveal < 0 || reveal + 1 >= (long long)json_array_size(json_object_get(answer, "path"));
    return whole ? json_object_get(answer, "cancelled") : NULL;
}

static unsigned count_kind(const struct comb_witness_panel *panel, enum comb_witness_kind kind)
{
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel), count = 0;
    for (unsigned i = 0; i < places; i++)
        count += panel->places[i].kind == kind;
    return count;
}

/* What the reader should know about the rule set, a line each. */
static void tell_notes(struct comb_buf *out, const json_t *answer, const char *before)
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
    bool part = !json_object_get(answer, "proved"); /* one of many, delivered on the way */
    if (part) {
        plain_path(out, "path", json_object_get(answer, "path"), params);
        return;
    }
    comb_buf_printf(out, "solved\t%s\n", is_true(answer, "solved") ? "yes" : "no");
    /* a line is sure; how many there are is open, unless the question was only whether there is a second one */
    bool cut = json_is_false(json_object_get(answer, "complete")) && !json_object_get(answer, "unique");
    comb_buf_printf(out, "proved\t%s\n", is_true(answer, "proved") && !cut ? "yes" : "no");
    if (cut)
        comb_buf_str(out, "complete\tno\n");
    if (json_object_get(answer, "note"))
        comb_buf_printf(out, "note\t%s\n", text_of(answer, "note", ""));
    comb_buf_printf(out, "rules\t%s\n", text_of(answer, "rules", ""));
    tell_notes(out, answer, "note\t");
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
    tell_notes(out, answer, "note\t");
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

static int draw(struct comb_buf *out, const void *board, const json_t *answer, const struct comb_report_style *style,
                const struct comb_params *params, struct comb_error *err)
{
    struct comb_scene *scene;
    int code = comb_witness_scene_bare(&scene, board, answer, params, err);
    if (code == COMB_OK)
        code = comb_render_terminal(out, scene, &style->terminal, err);
    comb_scene_free(scene);
    comb_buf_char(out, '\n');
    return code;
}

static void tell_counts(struct comb_buf *out, const json_t *answer)
{
    long long lines = number_of(answer, "lines");
    const json_t *complete = json_object_get(answer, "complete");
    if (!json_object_get(answer, "lines"))
        return;
    if (is_true(answer, "unique"))
        comb_buf_str(out, "it is the only line\n");
    else if (!complete || json_is_true(complete))
        comb_buf_printf(out, "%lld line%s in all\n", lines, lines == 1 ? "" : "s");
    else
        comb_buf_printf(out, "at least %lld line%s; stopped before the end\n", lines, lines == 1 ? "" : "s");
}

static void tell_paths(struct comb_buf *out, const json_t *answer, const struct comb_params *params)
{
    const json_t *paths = json_object_get(answer, "paths");
    size_t count = json_array_size(paths);
    for (size_t i = 0; i < count && i < MOST_PATHS; i++) {
        comb_buf_printf(out, "%4zu  ", i + 1);
        print_path(out, json_array_get(paths, i), params);
        comb_buf_char(out, '\n');
    }
    if (count > MOST_PATHS)
        comb_buf_printf(out, "and %zu more: --plain and --json give all\n", count - MOST_PATHS);
    if (!paths) {
        print_path(out, json_object_get(answer, "path"), params);
        comb_buf_char(out, '\n');
    }
}

static bool has_line(const json_t *answer)
{
    return is_true(answer, "solved") && json_array_size(json_object_get(answer, "path")) > 0;
}

static void tell_outcome(struct comb_buf *out, const json_t *answer)
{
    size_t nodes = json_array_size(json_object_get(answer, "path"));
    const char *rules = text_of(answer, "rules", "?");
    double seconds = json_number_value(json_object_get(answer, "seconds"));
    if (has_line(answer)) {
        comb_buf_printf(out, "solved under %s rules: %zu step%s, %.2f s\n", rules, nodes - 1, nodes == 2 ? "" : "s",
                        seconds);
        tell_counts(out, answer);
    } else if (json_object_get(answer, "note")) {
        comb_buf_printf(out, "%s: no line solves it\n", text_of(answer, "note", ""));
    } else if (is_true(answer, "proved")) {
        comb_buf_printf(out, "no line solves it under %s rules (proved, %.2f s)\n", rules, seconds);
    } else {
        comb_buf_printf(out, "no line found under %s rules: stopped before the end, after %.2f s\n", rules, seconds);
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

static void tell_cancelled(struct comb_buf *out, const struct comb_witness_panel *panel, const json_t *places)
{
    bool one = count_kind(panel, COMB_WITNESS_ELIMINATION) == 1;
    const char *before = one ? "the Y takes away: " : "the Ys take away: ";
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

static void tell_verdict(struct comb_buf *out, const json_t *answer, const json_t *violations)
{
    size_t nodes = json_array_size(json_object_get(answer, "path"));
    for (size_t i = 0; i < json_array_size(violations); i++)
        comb_buf_printf(out, "wrong: %s\n", text_of(json_array_get(violations, i), "message", ""));
    if (json_array_size(violations) == 0)
        comb_buf_printf(out, "right: a line of %zu step%s that solves the panel under %s rules\n",
                        nodes > 0 ? nodes - 1 : 0, nodes == 2 ? "" : "s", text_of(answer, "rules", "?"));
}

/* The answer with the violations beside it, as the scene reads them. */
static int draw_checked(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                        const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    json_t *checked = json_copy((json_t *)(uintptr_t)answer);
    json_t *wrong = json_copy((json_t *)(uintptr_t)violations);
    int code = checked && wrong && json_object_set(checked, "violations", wrong) == 0
                   ? draw(out, board, checked, style, params, err)
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
        tell_verdict(out, answer, violations);
        tell_notes(out, answer, "note: ");
        if (json_array_size(violations) == 0)
            tell_cancelled(out, board, cancelled_by(answer, params));
    } else {
        code = draw(out, board, answer, style, params, err);
        tell_outcome(out, answer);
        tell_notes(out, answer, "note: ");
        tell_cancelled(out, board, cancelled_by(answer, params));
        if (has_line(answer))
            tell_paths(out, answer, params);
    }
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}

/* ---- an account ---- */

static const struct {
    enum comb_witness_kind kind;
    const char *rule;
} symbol_rules[] = {
    {COMB_WITNESS_DOT, "The line takes every dot"},
    {COMB_WITNESS_SQUARE, "Squares: one colour in a region"},
    {COMB_WITNESS_STAR, "Stars: two of their colour in a region"},
    {COMB_WITNESS_TRIANGLE, "Triangles: as many sides on the line"},
    {COMB_WITNESS_POLYOMINO, "Pieces fill their region"},
    {COMB_WITNESS_ELIMINATION, "Eliminations: each cancels one symbol in error"},
};

/* A line that solves the panel has passed the verifier: it keeps every rule that the panel has symbols for. */
static void tell_rules(struct comb_buf *out, const struct comb_witness_panel *panel)
{
    comb_buf_str(out, "The line leads from a start to an end\t\tkept\n");
    for (size_t i = 0; i < sizeof symbol_rules / sizeof *symbol_rules; i++) {
        unsigned count = count_kind(panel, symbol_rules[i].kind);
        if (count > 0)
            comb_buf_printf(out, "%s\t%u\tkept\n", symbol_rules[i].rule, count);
    }
}

int comb_witness_account(struct comb_account *out, const void *board, const json_t *answer,
                         const struct comb_params *params, struct comb_error *err)
{
    tell_outcome(&out->text, answer);
    tell_notes(&out->text, answer, "note: ");
    comb_buf_printf(&out->basis, "the rule set %s", text_of(answer, "rules", "?"));
    if (!has_line(answer))
        return comb_account_finish(out, err);
    comb_buf_str(&out->text, "the line goes through these crossings, counted from the left and from the top: ");
    print_path(&out->text, json_object_get(answer, "path"), params);
    comb_buf_char(&out->text, '\n');
    tell_cancelled(&out->text, board, cancelled_by(answer, params));
    comb_buf_str(&out->caption, "Each rule");
    out->columns = "Rule\tSymbols\tVerdict";
    tell_rules(&out->rows, board);
    return comb_account_finish(out, err);
}
