#include "core/claims.h"

#include <string.h>

/* What lies deeper is named by the path that leads there: no answer of ours is as deep. */
enum { MOST_DEPTH = 8 };

void comb_claims_mark(struct comb_claims *claims, const char *path)
{
    claims->failed |= json_object_set_new(claims->checked, path, json_true()) != 0;
}

void comb_claims_leave_open(struct comb_claims *claims, const char *path)
{
    claims->failed |= json_object_set_new(claims->checked, path, json_false()) != 0;
}

bool comb_claims_cut(const json_t *answer)
{
    return json_is_false(json_object_get(answer, "complete"));
}

bool comb_claims_whole(const json_t *answer)
{
    const json_t *complete = json_object_get(answer, "complete");
    return complete ? json_is_true(complete) : json_object_get(answer, "board") != NULL;
}

struct walk {
    const json_t *checked;
    const char *const *verified;
    struct comb_json build;
    json_t *seen;  /* an object: paths that were looked at */
    json_t *found; /* an array: those that nobody checked */
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

static void see_leaf(struct walk *walk)
{
    const char *path = comb_buf_text(&walk->path);
    if (json_object_get(walk->seen, path))
        return;
    comb_json_set(&walk->build, walk->seen, path, json_true());
    if (!is_checked(walk, path))
        comb_json_push(&walk->build, walk->found, comb_json_string(&walk->build, path));
}

static void cut_path(struct walk *walk, size_t length)
{
    walk->path.length = length;
    if (walk->path.data)
        walk->path.data[length] = '\0';
}

static void see(struct walk *walk, const json_t *value, unsigned depth);

static void see_members(struct walk *walk, const json_t *object, unsigned depth)
{
    size_t length = walk->path.length;
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)object, key, member)
    {
        comb_buf_printf(&walk->path, "%s%s", depth > 0 ? "." : "", key);
        see(walk, member, depth + 1);
        cut_path(walk, length);
    }
}

/* At most MOST_DEPTH deep. */
static void see(struct walk *walk, const json_t *value, unsigned depth)
{
    size_t length = walk->path.length;
    if (walk->build.failed || walk->path.failed)
        return;
    if (depth < MOST_DEPTH && json_object_size(value) > 0) {
        see_members(walk, value, depth);
    } else if (depth < MOST_DEPTH && json_array_size(value) > 0) {
        comb_buf_str(&walk->path, "[]");
        for (size_t i = 0; i < json_array_size(value); i++)
            see(walk, json_array_get(value, i), depth + 1);
        cut_path(walk, length);
    } else {
        see_leaf(walk);
    }
}

static void add_open(struct walk *walk)
{
    const char *path;
    json_t *checked;
    json_object_foreach((json_t *)(uintptr_t)walk->checked, path, checked)
    {
        if (json_is_true(checked) || json_object_get(walk->seen, path))
            continue;
        comb_json_set(&walk->build, walk->seen, path, json_true());
        comb_json_push(&walk->build, walk->found, comb_json_string(&walk->build, path));
    }
}

int comb_claims_unchecked(json_t **out, const struct comb_claims *claims, const json_t *answer,
                          const char *const *verified, struct comb_error *err)
{
    struct walk walk = {.checked = claims->checked, .verified = verified, .build = {.failed = claims->failed}};
    walk.seen = comb_json_object(&walk.build);
    walk.found = comb_json_array(&walk.build);
    if (json_object_size(answer) > 0)
        see_members(&walk, answer, 0);
    add_open(&walk);
    walk.build.failed |= walk.path.failed;
    comb_buf_free(&walk.path);
    json_decref(walk.seen);
    return comb_json_finish(out, &walk.build, walk.found, err);
}
