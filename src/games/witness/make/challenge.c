/* The Challenge. A table lists the stages; each row says what its panels contain, so that a new kind of panel is a new
 * row. A triple is one panel with a solution and two of the same contents without: random symbols until the search is
 * exhausted without finding a line. */
#include "games/witness/make/challenge.h"

#include "games/witness/make/parts.h"
#include "games/witness/text/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TRIPLE = 3, MAX_TRIES = 400, SECONDS = 395 }; /* the length of the music in the game */

static const struct stage {
    const char *kind;
    unsigned side, panels, colours;
    bool pillar;
    int gaps;
    enum comb_witness_symmetry symmetry;
    int requests[COMB_WITNESS_REQUESTS];
} stages[] = {
    {.kind = "maze", .side = 5, .panels = 1, .colours = 1, .gaps = 22},
    {.kind = "maze", .side = 6, .panels = 1, .colours = 1, .gaps = 32},
    {.kind = "stars", .side = 4, .panels = 1, .colours = 2, .requests = {[COMB_WITNESS_REQUEST_STARS] = 6}},
    {.kind = "squares", .side = 4, .panels = TRIPLE, .colours = 3, .requests = {[COMB_WITNESS_REQUEST_SQUARES] = 8}},
    {.kind = "dots with symmetry",
     .side = 6,
     .panels = 1,
     .colours = 1,
     .symmetry = COMB_WITNESS_ROTATIONAL,
     .requests = {[COMB_WITNESS_REQUEST_DOTS] = 6}},
    {.kind = "polyominoes", .side = 4, .panels = 1, .colours = 1, .requests = {[COMB_WITNESS_REQUEST_POLYOMINOES] = 3}},
    {.kind = "stars and squares",
     .side = 4,
     .panels = TRIPLE,
     .colours = 2,
     .requests = {[COMB_WITNESS_REQUEST_SQUARES] = 5, [COMB_WITNESS_REQUEST_STARS] = 4}},
    {.kind = "polyominoes",
     .side = 4,
     .panels = TRIPLE,
     .colours = 1,
     .requests = {[COMB_WITNESS_REQUEST_POLYOMINOES] = 3}},
    {.kind = "dots with symmetry",
     .side = 6,
     .panels = 1,
     .colours = 1,
     .symmetry = COMB_WITNESS_HORIZONTAL,
     .requests = {[COMB_WITNESS_REQUEST_DOTS] = 7}},
    {.kind = "triangles on a pillar",
     .side = 6,
     .pillar = true,
     .panels = 1,
     .colours = 1,
     .requests = {[COMB_WITNESS_REQUEST_TRIANGLES] = 10}},
    {.kind = "triangles on a pillar with symmetry",
     .side = 6,
     .pillar = true,
     .panels = 1,
     .colours = 1,
     .symmetry = COMB_WITNESS_ROTATIONAL,
     .requests = {[COMB_WITNESS_REQUEST_TRIANGLES] = 10}},
};

static struct comb_witness_recipe recipe_of(const struct stage *stage)
{
    struct comb_witness_recipe recipe = {.width = stage->side,
                                         .height = stage->side,
                                         .pillar = stage->pillar,
                                         .symmetry = stage->symmetry,
                                         .gaps = stage->gaps,
                                         .colours = stage->colours};
    memcpy(recipe.requests, stage->requests, sizeof recipe.requests);
    return recipe;
}

/* COMB_OK with *solvable, if the search was exhausted or found a line. */
static int is_solvable(bool *solvable, const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                       struct comb_job *job, struct comb_error *err)
{
    struct comb_witness_graph *graph = NULL;
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    int code = outcome ? comb_witness_graph_new(&graph, panel, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &(struct comb_witness_task){.graph = graph, .rules = *rules}, job, err);
    assert(code != COMB_OK || outcome->lines > 0 || outcome->exhausted); /* the search ended by itself */
    *solvable = code == COMB_OK && outcome->lines > 0;
    comb_witness_graph_free(graph);
    free(outcome);
    return code;
}

/* ---- panels ---- */

struct series {
    struct comb_job *job;
    struct comb_witness_rules rules;
    struct comb_rng rng;
    struct comb_json build;
    struct comb_buf text;
};

static int make_panel(struct comb_witness_panel **panel, struct series *series, const struct stage *stage,
                      bool solvable, struct comb_error *err)
{
    struct comb_witness_recipe recipe = recipe_of(stage);
    recipe.rules = series->rules;
    for (unsigned tries = 0; tries < MAX_TRIES; tries++) {
        bool found = true;
        recipe.any = !solvable;
        recipe.seed = comb_rng_next(&series->rng);
        int code = comb_witness_make_recipe(panel, &recipe, series->job, err);
        if (code == COMB_OK && !solvable)
            code = is_solvable(&found, *panel, &series->rules, series->job, err);
        if (code != COMB_OK && code != COMB_NO)
            return code;
        if (code == COMB_OK && found == solvable)
            return COMB_OK;
        comb_witness_panel_free(*panel);
        *panel = NULL;
    }
    return comb_fail(err, COMB_NO, "found no panel for the stage '%s': try another --seed", stage->kind);
}

static int add_panel(json_t *panels, struct series *series, const struct stage *stage, bool solvable, bool last,
                     struct comb_error *err)
{
    struct comb_witness_panel *panel = NULL;
    struct comb_buf text = {0};
    int code = make_panel(&panel, series, stage, solvable, err);
    if (code == COMB_OK) {
        comb_witness_text_print(&text, panel);
        comb_json_push(&series->build, panels, comb_json_string(&series->build, comb_buf_text(&text)));
        comb_buf_printf(&series->text, "%s%s", comb_buf_text(&text), last ? "" : "\n\n");
        series->build.failed |= text.failed;
    }
    comb_buf_free(&text);
    comb_witness_panel_free(panel);
    return code;
}

static int add_stage(json_t *list, struct series *series, unsigned number, struct comb_error *err)
{
    const struct stage *stage = &stages[number];
    bool final = number + 1 == sizeof stages / sizeof *stages;
    json_t *object = comb_json_object(&series->build), *panels = comb_json_array(&series->build);
    unsigned right = (unsigned)comb_rng_below(&series->rng, stage->panels);
    assert(right < stage->panels && stage->panels <= TRIPLE);
    int code = COMB_OK;
    comb_buf_printf(&series->text, "%u. %s%s\n\n", number + 1, stage->kind,
                    stage->panels > 1 ? ": one of three has a solution" : "");
    for (unsigned i = 0; code == COMB_OK && i < stage->panels; i++)
        code = add_panel(panels, series, stage, i == right, final && i + 1 == stage->panels, err);
    comb_json_set(&series->build, object, "kind", comb_json_string(&series->build, stage->kind));
    comb_json_set(&series->build, object, "panels", panels);
    comb_json_set(&series->build, object, "solvable", comb_json_int(&series->build, right));
    comb_json_push(&series->build, list, object);
    return code;
}

int comb_witness_challenge(json_t **out, const struct comb_game *game, struct comb_job *job,
                           const struct comb_params *params, struct comb_error *err)
{
    struct series series = {.job = job, .rules = comb_witness_rules_of(params, NULL)};
    json_t *root = comb_json_object(&series.build), *list = comb_json_array(&series.build);
    int code = COMB_OK;
    (void)game;
    *out = NULL;
    comb_rng_seed(&series.rng, comb_job_seed(job));
    for (unsigned i = 0; code == COMB_OK && i < sizeof stages / sizeof *stages; i++)
        code = add_stage(list, &series, i, err);
    const char *first = json_string_value(json_array_get(json_object_get(json_array_get(list, 0), "panels"), 0));
    comb_json_set(&series.build, root, "board", comb_json_string(&series.build, first ? first : ""));
    comb_json_set(&series.build, root, "stages", list);
    comb_json_set(&series.build, root, "seconds", comb_json_int(&series.build, SECONDS));
    comb_json_set(&series.build, root, "rules",
                  comb_json_string(&series.build, comb_witness_rules_name(&series.rules)));
    comb_json_set(&series.build, root, "text", comb_json_string(&series.build, comb_buf_text(&series.text)));
    series.build.failed |= series.text.failed;
    comb_buf_free(&series.text);
    if (code != COMB_OK) {
        json_decref(root);
        return code == COMB_LIMIT || code == COMB_INTERRUPTED ? comb_job_fail(job, code, err) : code;
    }
    return comb_json_finish(out, &series.build, root, err);
}
