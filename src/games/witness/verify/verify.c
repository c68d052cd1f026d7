/* Verifies an answer as JSON, which may contain anything: every part that is missing, of the wrong type, or
 * contradicts another part is a violation. line.c checks the lines themselves. */
#include "games/witness/verify/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned node[2]; /* column and row of its place: lines may start and end in the middle of an edge */

struct line {
    node *nodes; /* at most COMB_WITNESS_MAX_POINTS, see read_path */
    size_t count;
};

struct check {
    const struct comb_witness_panel *panel;
    struct comb_witness_rules rules;
    json_t *violations;
    struct comb_job *job;
    struct comb_error *err;
};

#define VIOLATION(check, rule, ...) comb_violation((check)->violations, rule, NULL, 0, (check)->err, __VA_ARGS__)

/* ---- reading ---- */

/* A coordinate, doubled: 2 and 2.5 are allowed, 2.25 is not. */
static bool read_number(unsigned *out, const json_t *value)
{
    double number = 2 * json_number_value(value);
    if (!json_is_number(value) || number < 0 || number > 2 * COMB_WITNESS_MAX_SIDE)
        return false;
    *out = (unsigned)number;
    return *out == number;
}

static bool read_node(node out, const json_t *value)
{
    return json_array_size(value) == 2 && read_number(&out[0], json_array_get(value, 0)) &&
           read_number(&out[1], json_array_get(value, 1));
}

/* Reads a line; or reports a violation and returns no nodes. `name` is what the message calls it. */
static int read_path(struct line *line, struct check *check, const json_t *value, const char *rule, const char *name)
{
    *line = (struct line){0};
    size_t count = json_array_size(value);
    if (!json_is_array(value))
        return VIOLATION(check, rule, "%s is not a list of nodes", name);
    if (count > COMB_WITNESS_MAX_POINTS)
        return VIOLATION(check, rule, "%s has %zu nodes, more than any panel", name, count);
    if (count == 0)
        return VIOLATION(check, rule, "%s has no nodes", name);
    node *nodes = calloc(count, sizeof *nodes);
    if (!nodes)
        return comb_fail_memory(check->err);
    for (size_t i = 0; i < count; i++)
        if (!read_node(nodes[i], json_array_get(value, i))) {
            free(nodes);
            return VIOLATION(check, rule, "entry %zu of %s is not a node [x,y] of the panel", i + 1, name);
        }
    *line = (struct line){nodes, count};
    return COMB_OK;
}

static int check_line(struct check *check, const struct line *line)
{
    int code = comb_witness_verify_points(check->violations, check->panel, &check->rules,
                                          (const unsigned(*)[2])line->nodes, line->count, check->job, check->err);
    return code == COMB_NO ? COMB_OK : code;
}

/* ---- one line and its mirror image ---- */

static bool is_mirror(const struct comb_witness_panel *panel, const struct line *line, const struct line *image)
{
    if (line->count != image->count)
        return false;
    for (size_t i = 0; i < line->count; i++) {
        node expected;
        comb_witness_verify_mirrored(expected, panel, line->nodes[i]);
        if (memcmp(expected, image->nodes[i], sizeof expected) != 0)
            return false;
    }
    return true;
}

static int check_mirror(struct check *check, const struct line *line, const json_t *value)
{
    struct line image;
    if (check->panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return VIOLATION(check, "mirror", "the answer has a mirror line, but the panel has no symmetry");
    int code = read_path(&image, check, value, "mirror", "the mirror line");
    if (code == COMB_OK && image.nodes && line->nodes && !is_mirror(check->panel, line, &image))
        code = VIOLATION(check, "mirror", "the mirror line is not the mirror image of the path");
    free(image.nodes);
    return code;
}

/* ---- eliminated symbols ---- */

static bool has_eliminations(const struct comb_witness_panel *panel)
{
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        if (panel->places[i].kind == COMB_WITNESS_ELIMINATION)
            return true;
    return false;
}

/* Returns an empty list for a wrong line. */
static int find_cancelled(json_t **out, const struct check *check, const struct line *line)
{
    bool cancelled[COMB_WITNESS_MAX_PLACES];
    struct comb_json build = {0};
    unsigned columns = comb_witness_columns(check->panel);
    *out = NULL;
    int code = comb_witness_verify_cancelled(cancelled, check->panel, &check->rules, (const unsigned(*)[2])line->nodes,
                                             line->count, check->job, check->err);
    if (code != COMB_OK && code != COMB_NO)
        return code;
    json_t *list = comb_json_array(&build);
    for (unsigned i = 0; code == COMB_OK && i < columns * comb_witness_rows(check->panel); i++)
        if (cancelled[i])
            comb_json_push(&build, list, comb_json_pair(&build, i % columns, i / columns));
    return comb_json_finish(out, &build, list, check->err);
}

int comb_witness_cancelled(json_t **out, const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                           const json_t *path, struct comb_job *job, struct comb_error *err)
{
    struct check check = {panel, *rules, json_array(), job, err};
    struct line line = {0};
    *out = NULL;
    int code = check.violations ? COMB_OK : comb_fail_memory(err);
    if (code == COMB_OK && has_eliminations(panel))
        code = read_path(&line, &check, path, "path", "the path");
    if (code == COMB_OK && line.nodes)
        code = find_cancelled(out, &check, &line);
    if (json_array_size(*out) == 0) {
        json_decref(*out);
        *out = NULL;
    }
    free(line.nodes);
    json_decref(check.violations);
    return code;
}

/* Compares lists regardless of their order. */
static bool same_places(const json_t *claimed, const json_t *found)
{
    bool same = json_array_size(claimed) == json_array_size(found);
    for (size_t i = 0; i < json_array_size(found) && same; i++) {
        same = false;
        for (size_t k = 0; k < json_array_size(claimed) && !same; k++)
            same = json_equal(json_array_get(claimed, k), json_array_get(found, i));
    }
    return same;
}

static int check_cancelled(struct check *check, const struct line *line, const json_t *claimed)
{
    json_t *found;
    if (!json_is_array(claimed))
        return VIOLATION(check, "cancelled", "\"cancelled\" is not a list of places");
    int code = find_cancelled(&found, check, line);
    if (code == COMB_OK && !same_places(claimed, found))
        code = VIOLATION(check, "cancelled", "the elimination marks do not cancel the symbols in \"cancelled\"");
    json_decref(found);
    return code;
}

/* ---- the line ---- */

static int check_path(struct check *check, const json_t *answer)
{
    const json_t *path = json_object_get(answer, "path");
    const json_t *mirror = json_object_get(answer, "mirror");
    const json_t *cancelled = json_object_get(answer, "cancelled");
    struct line line;
    if (!path)
        return VIOLATION(check, "path", "the answer has no path");
    int code = read_path(&line, check, path, "path", "the path");
    if (code == COMB_OK && line.nodes)
        code = check_line(check, &line);
    if (code == COMB_OK && mirror && !json_is_null(mirror))
        code = check_mirror(check, &line, mirror);
    if (code == COMB_OK && cancelled && json_array_size(check->violations) == 0)
        code = check_cancelled(check, &line, cancelled);
    free(line.nodes);
    return code;
}

/* ---- lists of lines ---- */

struct entry {
    struct line line;
    size_t index;
};

/* Under symmetry without colours a line and its mirror image are one picture: the smaller of both represents it. */
static bool image_is_smaller(const struct comb_witness_panel *panel, const struct line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        node image;
        comb_witness_verify_mirrored(image, panel, line->nodes[i]);
        for (unsigned axis = 0; axis < 2; axis++)
            if (image[axis] != line->nodes[i][axis])
                return image[axis] < line->nodes[i][axis];
    }
    return false;
}

static void to_picture(struct line *line, const struct comb_witness_panel *panel)
{
    bool coloured =
        panel->line_colours[0] != COMB_WITNESS_NO_COLOUR || panel->line_colours[1] != COMB_WITNESS_NO_COLOUR;
    for (size_t i = 0; i < line->count; i++)
        if (line->nodes[i][0] >= comb_witness_columns(panel) || line->nodes[i][1] >= comb_witness_rows(panel))
            return;
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY || coloured || !image_is_smaller(panel, line))
        return;
    for (size_t i = 0; i < line->count; i++) {
        node image;
        comb_witness_verify_mirrored(image, panel, line->nodes[i]);
        memcpy(line->nodes[i], image, sizeof image);
    }
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *p = a;
    const struct entry *q = b;
    if (p->line.count != q->line.count)
        return p->line.count < q->line.count ? -1 : 1;
    int order = p->line.count > 0 ? memcmp(p->line.nodes, q->line.nodes, p->line.count * sizeof(node)) : 0;
    if (order != 0)
        return order;
    return p->index < q->index ? -1 : p->index > q->index;
}

static int check_distinct(struct check *check, struct entry *entries, size_t count)
{
    int code = COMB_OK;
    if (count > 0)
        qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 1; i < count && code == COMB_OK; i++)
        if (entries[i].line.count > 0 && entries[i].line.count == entries[i - 1].line.count &&
            memcmp(entries[i].line.nodes, entries[i - 1].line.nodes, entries[i].line.count * sizeof(node)) == 0)
            code = VIOLATION(check, "paths", "lines %zu and %zu of the list are the same", entries[i - 1].index + 1,
                             entries[i].index + 1);
    return code;
}

static int check_entry(struct check *check, struct entry *entry, const json_t *value)
{
    char name[64];
    if (check->job) {
        int stop = comb_job_tick(check->job, 0);
        if (stop != COMB_OK)
            return comb_job_fail(check->job, stop, check->err);
    }
    snprintf(name, sizeof name, "line %zu of the list", entry->index + 1);
    int code = read_path(&entry->line, check, value, "paths", name);
    if (code == COMB_OK && entry->line.nodes)
        code = check_line(check, &entry->line);
    if (code == COMB_OK && entry->line.nodes)
        to_picture(&entry->line, check->panel);
    return code;
}

static int check_paths(struct check *check, const json_t *paths)
{
    size_t count = json_array_size(paths);
    if (!json_is_array(paths))
        return VIOLATION(check, "paths", "\"paths\" is not a list of lines");
    struct entry *entries = calloc(count + 1, sizeof *entries);
    int code = entries ? COMB_OK : comb_fail_memory(check->err);
    for (size_t i = 0; i < count && code == COMB_OK; i++) {
        entries[i].index = i;
        code = check_entry(check, &entries[i], json_array_get(paths, i));
    }
    if (code == COMB_OK)
        code = check_distinct(check, entries, count);
    for (size_t i = 0; entries && i < count; i++)
        free(entries[i].line.nodes);
    free(entries);
    return code;
}

/* ---- counts and flags ---- */

static int check_count(struct check *check, const json_t *answer)
{
    const json_t *lines = json_object_get(answer, "lines");
    const json_t *unique = json_object_get(answer, "unique");
    json_int_t count = json_integer_value(lines);
    size_t listed = json_array_size(json_object_get(answer, "paths"));
    if (lines && (!json_is_integer(lines) || count < 1))
        return VIOLATION(check, "lines", "\"lines\" is not an integer of at least 1");
    if (lines && (size_t)count < listed)
        return VIOLATION(check, "lines", "\"lines\" is %lld, but %zu are listed", (long long)count, listed);
    if (unique && !json_is_boolean(unique))
        return VIOLATION(check, "unique", "\"unique\" is neither true nor false");
    if (json_is_true(unique) && ((lines && count != 1) || listed > 1))
        return VIOLATION(check, "unique", "\"unique\" is true, but there are %lld lines",
                         lines ? (long long)count : (long long)listed);
    if (json_is_false(unique) && lines && count == 1 && json_is_true(json_object_get(answer, "proved")))
        return VIOLATION(check, "unique", "\"unique\" is false, but there is only one line");
    return COMB_OK;
}

static int check_rules(struct check *check, const json_t *answer)
{
    const json_t *rules = json_object_get(answer, "rules");
    const char *expected = comb_witness_rules_name(&check->rules);
    if (!rules)
        return COMB_OK;
    if (!json_is_string(rules))
        return VIOLATION(check, "rules", "\"rules\" is not a string");
    if (strcmp(json_string_value(rules), expected) == 0)
        return COMB_OK;
    return VIOLATION(check, "rules", "the answer is for the rule set '%.40s', not '%s'", json_string_value(rules),
                     expected);
}

static int check_flags(struct check *check, const json_t *answer)
{
    static const char *const flags[] = {"solved", "proved", "complete"};
    const json_t *seconds = json_object_get(answer, "seconds");
    int code = COMB_OK;
    for (size_t i = 0; i < sizeof flags / sizeof *flags && code == COMB_OK; i++) {
        const json_t *flag = json_object_get(answer, flags[i]);
        if (flag && !json_is_boolean(flag))
            code = VIOLATION(check, "answer", "\"%s\" is neither true nor false", flags[i]);
    }
    if (code == COMB_OK && seconds && !(json_is_number(seconds) && json_number_value(seconds) >= 0))
        code = VIOLATION(check, "answer", "\"seconds\" is not a number of at least 0");
    return code;
}

int comb_witness_verify(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                        const struct comb_params *params, struct comb_error *err)
{
    struct check check = {board, comb_witness_rules_of(params, board), violations, job, err};
    const json_t *paths = json_object_get(answer, "paths");
    if (!json_is_object(answer))
        return VIOLATION(&check, "answer", "the answer is not an object");
    int code = check_flags(&check, answer);
    if (code == COMB_OK)
        code = check_rules(&check, answer);
    bool claims = !json_is_false(json_object_get(answer, "solved")) || json_is_array(json_object_get(answer, "path"));
    if (code != COMB_OK || !claims)
        return code;
    code = check_path(&check, answer);
    if (code == COMB_OK && paths)
        code = check_paths(&check, paths);
    return code == COMB_OK ? check_count(&check, answer) : code;
}
