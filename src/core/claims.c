#include "core/claims.h"

#include "base/without_const.h"

#include <string.h>

/* Deeper values are reported under the path at this depth; our own answers are not that deep. */
enum { MAX_DEPTH = 8 };

void comb_claims_mark_checked(struct comb_claims *claims, const char *path)
{
    claims->failed |= json_object_set_new(claims->checked, path, json_true()) != 0;
}

void comb_claims_mark_unchecked(struct comb_claims *claims, const char *path)
{
    claims->failed |= json_object_set_new(claims->checked, path, json_false()) != 0;
}

bool comb_claims_truncated(const json_t *answer)
{
    return json_is_false(json_object_get(answer, "complete"));
}

bool comb_claims_whole_board(const json_t *answer)
{
    const json_t *complete = json_object_get(answer, "complete");
    return complete ? json_is_true(complete) : json_object_get(answer, "board") != NULL;
}

struct walk {
    const json_t *checked;
    const char *const *verified;
    struct comb_json build;
    json_t *visited;   /* object: paths visited so far */
    json_t *unchecked; /* array: paths that were not checked */
    struct comb_buf path;
};

static bool is_checked(const struct walk *walk, const char *path)
{
    if (json_is_true(json_object_get(walk->checked, path)))
        return true;
    for (const char *const *verified = walk->verified; verified && *verified; verified++)
        if (strcmp(*verified, path) == 0)
            return true;
    return false;
}

static void visit_leaf(struct walk *walk)
{
    const char *path = comb_buf_text(&walk->path);
    if (json_object_get(walk->visited, path))
        return;
    comb_json_set(&walk->build, walk->visited, path, json_true());
    if (!is_checked(walk, path))
        comb_json_push(&walk->build, walk->unchecked, comb_json_string(&walk->build, path));
}

static void truncate_path(struct walk *walk, size_t length)
{
    walk->path.length = length;
    if (walk->path.data)
        walk->path.data[length] = '\0';
}

static void visit_value(struct walk *walk, const json_t *value, unsigned depth);

static void visit_members(struct walk *walk, const json_t *object, unsigned depth)
{
    size_t length = walk->path.length;
    const char *key;
    json_t *member;
    json_object_foreach(comb_without_const(object), key, member)
    {
        comb_buf_printf(&walk->path, "%s%s", depth > 0 ? "." : "", key);
        visit_value(walk, member, depth + 1);
        truncate_path(walk, length);
    }
}

/* At most MAX_DEPTH deep. */
static void visit_value(struct walk *walk, const json_t *value, unsigned depth)
{
    size_t length = walk->path.length;
    if (walk->build.failed || walk->path.failed)
        return;
    if (depth < MAX_DEPTH && json_object_size(value) > 0) {
        visit_members(walk, value, depth);
    } else if (depth < MAX_DEPTH && json_array_size(value) > 0) {
        comb_buf_str(&walk->path, "[]");
        for (size_t i = 0; i < json_array_size(value); i++)
            visit_value(walk, json_array_get(value, i), depth + 1);
        truncate_path(walk, length);
    } else {
        visit_leaf(walk);
    }
}

static void add_marked_unchecked(struct walk *walk)
{
    const char *path;
    json_t *checked;
    json_object_foreach(comb_without_const(walk->checked), path, checked)
    {
        if (json_is_true(checked) || json_object_get(walk->visited, path))
            continue;
        comb_json_set(&walk->build, walk->visited, path, json_true());
        comb_json_push(&walk->build, walk->unchecked, comb_json_string(&walk->build, path));
    }
}

int comb_claims_unchecked(json_t **out, const struct comb_claims *claims, const json_t *answer,
                          const char *const *verified, struct comb_error *err)
{
    struct walk walk = {.checked = claims->checked, .verified = verified, .build = {.failed = claims->failed}};
    walk.visited = comb_json_object(&walk.build);
    walk.unchecked = comb_json_array(&walk.build);
    if (json_object_size(answer) > 0)
        visit_members(&walk, answer, 0);
    add_marked_unchecked(&walk);
    walk.build.failed |= walk.path.failed;
    comb_buf_free(&walk.path);
    json_decref(walk.visited);
    return comb_json_finish(out, &walk.build, walk.unchecked, err);
}
