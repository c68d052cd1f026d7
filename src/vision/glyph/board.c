/* Reads all glyphs of a board together.
 *
 *     inks --features--> vectors --grouping--> equal glyphs --mean, string--> one reading per group
 *                                                   |                       ^
 *                                                   +--> faces --> penalties+
 *
 * A board offers three cues that a single glyph lacks. Equal glyphs (near each other in template space, same box) are
 * one letter seen several times: the mean of their vectors is read, so that noise cancels. All glyphs of a board come
 * from one font: each face of the model is rated by how well it explains all of them, and templates of badly matching
 * faces get a penalty. A letter is then compared with the letters of similar faces, in which a Q has the tail that this
 * board's Q would have. Last, two groups that look different should not read the same: the less certain one gets a
 * penalty.
 *
 * Cost: the features of every ink, and three times the distances of one ink per group. */
#include "vision/glyph/read.h"

#include "base/platform.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float same_glyph =
    22; /* maximum squared distance between two glyphs of one board that are the same character */
static const float same_string = 6;
static const float same_size = 0.12F;     /* maximum relative difference of their boxes */
static const float face_cap = 160;        /* cap on the distance of a face that lacks the glyph */
static const float max_single_cost = 100; /* a group that costs less is certainly a single glyph */
static const float penalty_weight = 0.5F;
static const float duplicate_free = 15, duplicate_weight = 0.5F, duplicate_max = 25;

extern const unsigned char comb_glyphs_bytes[];
extern const uint64_t comb_glyphs_size;

struct item {
    struct comb_glyph_ink shape;
    struct comb_glyph_box box;
    struct comb_glyph_vector whole; /* the ink as a single glyph, for grouping */
    bool blank;
    bool is_leader; /* the first of its group */
    unsigned group;
};

/* Equal glyphs. */
struct group {
    struct comb_glyph_vector mean;
    struct item *middle; /* the member nearest to the mean */
    struct comb_glyph_segmentation cut;
    struct comb_glyph_candidates candidates;
};

struct board {
    struct comb_glyph_reader reader;
    size_t count;
    struct item *items;
    unsigned group_count;
    struct group *groups;
    float *penalties, *faces; /* one per face */
};

static float between(const struct comb_glyph_model *model, const struct comb_glyph_vector *a,
                     const struct comb_glyph_vector *b)
{
    float sum = 0;
    for (unsigned d = 0; d < COMB_GLYPH_DIMENSIONS; d++) {
        float off = (float)(a->at[d] - b->at[d]);
        sum += off * off;
    }
    return sum * model->step * model->step;
}

static bool alike(float a, float b)
{
    return fabsf(a - b) <= same_size * fmaxf(a, b) + 1.5F;
}

static float wide(const struct item *item)
{
    return (item->box.right - item->box.left) * (float)item->shape.shrink;
}

static float high(const struct item *item)
{
    return (item->box.bottom - item->box.top) * (float)item->shape.shrink;
}

/* Their squared distance if they may be equal, otherwise INFINITY. The templates do not span the differences between
 * strings, so strings must be closer. */
static float distance_if_equal(const struct board *board, const struct item *a, const struct item *b)
{
    if (a->blank || b->blank || !alike(wide(a), wide(b)) || !alike(high(a), high(b)))
        return INFINITY;
    float distance = between(board->reader.model, &a->whole, &b->whole);
    bool string = board->reader.plan->longest > 1 && wide(a) > high(a);
    return distance <= (string ? same_string : same_glyph) ? distance : INFINITY;
}

/* Each item joins the group of the nearest earlier group leader, if that is near enough. */
static void find_groups(struct board *board)
{
    for (size_t i = 0; i < board->count; i++) {
        struct item *item = &board->items[i];
        float nearest = INFINITY;
        for (size_t j = 0; j < i; j++) {
            const struct item *other = &board->items[j];
            float distance = other->is_leader ? distance_if_equal(board, item, other) : INFINITY;
            if (distance < nearest) {
                nearest = distance;
                item->group = other->group;
            }
        }
        item->is_leader = isinf(nearest);
        if (item->is_leader)
            item->group = board->group_count++;
    }
}

static int prepare(struct board *board, const struct comb_glyph_bitmap *inks, struct comb_error *err)
{
    for (size_t i = 0; i < board->count; i++) {
        struct item *item = &board->items[i];
        if (!comb_glyph_ink_new(&item->shape, &inks[i]))
            return comb_fail_memory(err);
        item->blank = item->shape.parts == 0 || !comb_glyph_box(&item->box, &item->shape, 0, item->shape.width);
        if (item->blank)
            continue;
        float features[COMB_GLYPH_FEATURES];
        comb_glyph_features(features, &item->shape, &item->box, 0, item->shape.width);
        comb_glyph_project(&item->whole, board->reader.model, features);
    }
    return COMB_OK;
}

static void find_mean(struct board *board, unsigned number)
{
    struct group *group = &board->groups[number];
    int sums[COMB_GLYPH_DIMENSIONS] = {0}, members = 0;
    for (size_t i = 0; i < board->count; i++) {
        const struct item *item = &board->items[i];
        members += item->group == number;
        for (unsigned d = 0; item->group == number && d < COMB_GLYPH_DIMENSIONS; d++)
            sums[d] += item->whole.at[d];
    }
    for (unsigned d = 0; d < COMB_GLYPH_DIMENSIONS; d++)
        group->mean.at[d] = (int8_t)lrint((double)sums[d] / members);
    float nearest = INFINITY;
    for (size_t i = 0; i < board->count; i++) {
        struct item *item = &board->items[i];
        float distance = item->group == number ? between(board->reader.model, &group->mean, &item->whole) : INFINITY;
        if (distance < nearest) {
            nearest = distance;
            group->middle = item;
        }
    }
}

static void read_groups(struct board *board)
{
    for (unsigned g = 0; g < board->group_count; g++) {
        struct group *group = &board->groups[g];
        comb_glyph_string(&group->candidates, &group->cut, &board->reader, &group->middle->shape, &group->mean);
    }
}

/* Rates how well each face explains the groups that are certainly one glyph. */
static unsigned rate_faces(struct board *board)
{
    const struct comb_glyph_model *model = board->reader.model;
    unsigned glyphs = 0;
    for (unsigned g = 0; g < board->group_count; g++) {
        const struct group *group = &board->groups[g];
        if (group->cut.count != 1 || group->candidates.list[0].cost > max_single_cost)
            continue;
        comb_glyph_face_distances(board->faces, model, &group->cut.vectors[0], group->cut.characters[0]);
        for (unsigned f = 0; f < model->faces; f++)
            board->penalties[f] += fminf(board->faces[f], face_cap);
        glyphs++;
    }
    return glyphs;
}

static void find_penalties(struct board *board)
{
    unsigned faces = board->reader.model->faces;
    board->reader.only_single = true;
    read_groups(board);
    board->reader.only_single = false;
    unsigned glyphs = rate_faces(board);
    if (glyphs == 0)
        return;
    float min = INFINITY;
    for (unsigned f = 0; f < faces; f++)
        min = fminf(min, board->penalties[f]);
    for (unsigned f = 0; f < faces; f++)
        board->penalties[f] = penalty_weight * (board->penalties[f] - min) / ((float)glyphs + 2);
    board->reader.penalties = board->penalties;
}

/* Penalty of a group for having the same text as a more certain group that looks different: one font draws a letter in
 * one way. Noise moves glyphs away from their templates and from each other alike, so that much is allowed. */
static float duplicate_cost(const struct board *board, const struct group *group, const struct group *other)
{
    const struct comb_glyph_candidates *a = &group->candidates, *b = &other->candidates;
    if (a->count < 2 || b->count < 2 || group->cut.count != 1 || strcmp(a->list[0].text, b->list[0].text) != 0 ||
        a->list[1].cost - a->list[0].cost >= b->list[1].cost - b->list[0].cost)
        return 0;
    float apart = between(board->reader.model, &group->mean, &other->mean) - a->list[0].cost - b->list[0].cost;
    return fminf(fmaxf(0, duplicate_weight * (apart - duplicate_free)), duplicate_max);
}

static void penalise_duplicates(struct board *board)
{
    for (unsigned g = 0; g < board->group_count; g++) {
        struct comb_glyph_candidates *candidates = &board->groups[g].candidates;
        float cost = 0;
        for (unsigned h = 0; h < board->group_count; h++)
            cost = h == g ? cost : fmaxf(cost, duplicate_cost(board, &board->groups[g], &board->groups[h]));
        if (cost == 0)
            continue;
        candidates->list[0].cost += cost;
        if (candidates->list[0].cost > candidates->list[1].cost) {
            struct comb_glyph_candidate first = candidates->list[0];
            candidates->list[0] = candidates->list[1];
            candidates->list[1] = first;
        }
    }
}

static void set_reading(struct comb_glyph *out, const struct item *item, const struct comb_glyph_candidates *candidates)
{
    memset(out, 0, sizeof *out);
    if (item->blank)
        return;
    comb_glyph_confidence(out, candidates);
    float shrink = (float)item->shape.shrink;
    float left = fmaxf(0, (float)item->shape.left + (item->box.left - COMB_GLYPH_MARGIN) * shrink);
    float top = fmaxf(0, (float)item->shape.top + (item->box.top - COMB_GLYPH_MARGIN) * shrink);
    out->x = (unsigned)(left + 0.5F);
    out->y = (unsigned)(top + 0.5F);
    out->width = (unsigned)ceilf((item->box.right - item->box.left) * shrink);
    out->height = (unsigned)ceilf((item->box.bottom - item->box.top) * shrink);
}

static int read_all(struct comb_glyph *out, unsigned *groups, struct board *board, const struct comb_glyph_bitmap *inks,
                    struct comb_error *err)
{
    int code = prepare(board, inks, err);
    if (code != COMB_OK)
        return code;
    find_groups(board);
    for (unsigned g = 0; g < board->group_count; g++)
        find_mean(board, g);
    if (board->group_count > 1)
        find_penalties(board);
    read_groups(board);
    penalise_duplicates(board);
    for (size_t i = 0; i < board->count; i++) {
        const struct item *item = &board->items[i];
        set_reading(&out[i], item, &board->groups[item->group].candidates);
        if (groups)
            groups[i] = item->group;
    }
    return COMB_OK;
}

int comb_glyph_read_with(struct comb_glyph *out, unsigned *groups, const struct comb_glyph_bitmap *inks, size_t count,
                         const struct comb_glyph_model *model, comb_glyph_patterns patterns, struct comb_error *err)
{
    struct comb_glyph_plan plan;
    int code = comb_glyph_plan(&plan, patterns, err);
    if (code != COMB_OK || count == 0)
        return code;
    struct board board = {.reader = {.model = model, .plan = &plan}, .count = count};
    board.items = calloc(count, sizeof *board.items);
    board.groups = calloc(count, sizeof *board.groups);
    board.penalties = calloc(model->faces, sizeof *board.penalties);
    board.faces = calloc(model->faces, sizeof *board.faces);
    code = board.items && board.groups && board.penalties && board.faces ? read_all(out, groups, &board, inks, err)
                                                                         : comb_fail_memory(err);
    for (size_t i = 0; board.items && i < count; i++)
        comb_glyph_ink_free(&board.items[i].shape);
    free(board.items);
    free(board.groups);
    free(board.penalties);
    free(board.faces);
    return code;
}

static int own_model(struct comb_glyph_model *model, struct comb_error *err)
{
    const unsigned char *bytes = comb_glyphs_bytes;
    size_t size = (size_t)comb_glyphs_size;
    int code = size > 0 ? COMB_OK : comb_load_data(&bytes, &size, "glyphs.model", err);
    if (code != COMB_OK)
        return code;
    return comb_glyph_model_open(model, bytes, size) ? COMB_OK : comb_fail(err, COMB_IO, "the glyph model is damaged");
}

int comb_glyph_read_board(struct comb_glyph *out, unsigned *groups, const struct comb_glyph_bitmap *inks, size_t count,
                          comb_glyph_patterns patterns, struct comb_error *err)
{
    struct comb_glyph_model model;
    int code = own_model(&model, err);
    return code == COMB_OK ? comb_glyph_read_with(out, groups, inks, count, &model, patterns, err) : code;
}

int comb_glyph_read(struct comb_glyph *out, const struct comb_glyph_bitmap *ink, comb_glyph_patterns patterns,
                    struct comb_error *err)
{
    return comb_glyph_read_board(out, NULL, ink, 1, patterns, err);
}
