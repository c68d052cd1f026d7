/* Hints in words, level by level, and as JSON. */
#include "games/witness/draw/phrases.h"
#include "games/witness/hints/request.h"
#include "games/witness/hints/words.h"
#include "games/witness/solve.h"

#include <assert.h>

enum { MAX_NAMED = 4 };

/* ---- levels ---- */

/* Finds the third of the panel with the edge: 0, 1 or 2 along each axis. */
static void third_of(unsigned third[2], const struct comb_witness_hint_request *request)
{
    assert(request->edge_count > 0); /* every hint is about an edge */
    struct comb_witness_at at = comb_witness_net_edge_place(request->facts->net, request->edges[0]);
    third[0] = 3 * at.column / (2 * request->panel->width + 1);
    third[1] = 3 * at.row / (2 * request->panel->height + 1);
}

static void describe_area(struct comb_buf *out, const struct comb_witness_hint_request *request)
{
    static const char *const areas[3][3] = {{"at the top left", "at the top", "at the top right"},
                                            {"at the left", "in the middle", "at the right"},
                                            {"at the bottom left", "at the bottom", "at the bottom right"}};
    unsigned third[2];
    third_of(third, request);
    comb_buf_printf(out, "look %s", areas[third[1]][third[0]]);
}

/* Visits the symbols of the reason: those of its last claim or conflict, or some in its region. */
static void each_because(const struct comb_witness_hint_request *request,
                         void (*visit)(void *payload, unsigned column, unsigned row), void *payload)
{
    const struct comb_witness_graph *graph = request->graph;
    unsigned visited = 0;
    if (!comb_witness_has_argument(request))
        return;
    const struct comb_witness_claim *key = comb_witness_argument_key(&request->argument);
    for (unsigned i = 0; i < key->place_count; i++)
        visit(payload, key->places[i][0], key->places[i][1]);
    for (unsigned cell = 0; key->place_count == 0 && cell < graph->cells && visited < MAX_NAMED; cell++)
        if (comb_bit_test(key->region.words, cell) && graph->on_cell[cell]->kind >= COMB_WITNESS_DOT) {
            visit(payload, 2 * (cell % request->panel->width) + 1, 2 * (cell / request->panel->width) + 1);
            visited++;
        }
}

struct naming {
    struct comb_buf *out;
    const struct comb_witness_panel *panel;
    unsigned count;
};

static void name_reason(void *payload, unsigned column, unsigned row)
{
    struct naming *naming = payload;
    const struct comb_witness_thing *thing = comb_witness_at(naming->panel, column, row);
    if (!comb_witness_is_symbol(thing))
        return;
    comb_buf_str(naming->out, naming->count++ > 0 ? ", the " : "look at the ");
    comb_witness_name_thing(naming->out, thing);
    comb_buf_char(naming->out, ' ');
    comb_witness_name_place(naming->out, column, row);
}

static void describe_symbols(struct comb_buf *out, const struct comb_witness_hint_request *request)
{
    struct naming naming = {out, request->panel, 0};
    each_because(request, name_reason, &naming);
    if (naming.count == 0)
        describe_area(out, request);
}

static void describe_rule(struct comb_buf *out, const struct comb_witness_hint_request *request)
{
    if (comb_witness_has_argument(request) && request->source == COMB_WITNESS_HINT_BY_LINE)
        comb_buf_str(out, "no rule decides here, but after a step of one solution: ");
    if (comb_witness_has_argument(request))
        comb_buf_str(out, comb_witness_rule_words(request->facts->net, comb_witness_argument_key(&request->argument)));
    else
        comb_buf_str(out, request->source == COMB_WITNESS_HINT_BY_PROOF
                              ? "no single rule decides: all symbols together force an edge"
                          : request->all_differ
                              ? "no rule decides here: there are several solutions, and they have no edge in common"
                          : request->several ? "no rule decides here: there are several solutions; follow one of them"
                                             : "no rule was found that decides here: look for the next step");
}

/* What is known about other solutions than the one that a hint follows. */
static const char *line_words(const struct comb_witness_hint_request *request)
{
    return request->all_differ ? "no edge is forced; one of several solutions uses "
           : request->several  ? "one of several solutions uses "
                               : "one solution uses ";
}

static void describe_edge(struct comb_buf *out, const struct comb_witness_hint_request *request)
{
    if (comb_witness_has_argument(request) && request->source != COMB_WITNESS_HINT_BY_LINE) {
        comb_witness_argument_words(out, request->facts->net, &request->argument);
        return;
    }
    bool symmetric = request->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    comb_buf_str(out, request->source == COMB_WITNESS_HINT_BY_LINE ? line_words(request)
                      : !request->used && symmetric                ? "neither line uses the edge "
                      : !request->used                             ? "the line does not use the edge "
                      : symmetric                                  ? "the line or its mirror image uses the edge "
                                                                   : "the line uses the edge ");
    for (unsigned i = 0; i < request->edge_count; i++) {
        comb_buf_str(out, i > 0 ? " " : "");
        comb_witness_name_edge(out, request->facts->net, request->edges[i]);
    }
    comb_buf_str(out, request->source == COMB_WITNESS_HINT_BY_LINE
                          ? (request->several ? " next" : " next; others may go elsewhere")
                      : request->used ? ": without it there is no solution (found by search)"
                                      : ": with it there is no solution (found by search)");
    if (!comb_witness_has_argument(request))
        return;
    comb_buf_str(out, ". After that ");
    comb_witness_argument_words(out, request->facts->net, &request->argument);
}

/* Returns the number of nodes that a level shows: the drawn ones and a few more, or all. */
static unsigned shown_nodes(const struct comb_witness_hint_request *request, long long level)
{
    if (level >= COMB_WITNESS_ALL)
        return request->line.count;
    unsigned target = (request->drawn.count > 0 ? request->drawn.count : 1) + COMB_WITNESS_MORE_STEPS;
    return request->line.count < target ? request->line.count : target;
}

static void describe_path(struct comb_buf *out, const struct comb_witness_hint_request *request, long long level)
{
    unsigned first = request->drawn.count > 0 ? request->drawn.count - 1 : 0;
    if (request->line.count == 0) {
        comb_buf_str(out, "no solution found within the time limit");
        return;
    }
    comb_buf_str(out, "the line goes");
    for (unsigned i = first; i < shown_nodes(request, level); i++) {
        struct comb_witness_at at = comb_witness_point_place(request->graph, request->line.nodes[i]);
        comb_buf_printf(out, " %g,%g", at.column / 2.0, at.row / 2.0);
    }
    comb_buf_str(out, shown_nodes(request, level) == request->line.count ? ", where it ends" : " ...");
}

static void describe_level(struct comb_buf *out, const struct comb_witness_hint_request *request, long long level)
{
    switch (level) {
    case COMB_WITNESS_WHICH:
        describe_symbols(out, request);
        break;
    case COMB_WITNESS_RULE:
        describe_rule(out, request);
        break;
    case COMB_WITNESS_WHAT:
        describe_edge(out, request);
        break;
    default:
        describe_path(out, request, level);
        break;
    }
}

/* ---- JSON ---- */

struct writing {
    struct comb_json *build;
    json_t *array;
};

static void push_place(void *payload, unsigned column, unsigned row)
{
    struct writing *writing = payload;
    comb_json_push(writing->build, writing->array, comb_json_pair(writing->build, column, row));
}

/* The cells of the region that the reason is about; without one, and without a symbol, the third with the edge. */
static json_t *area_json(struct comb_json *build, const struct comb_witness_hint_request *request)
{
    const struct comb_witness_claim *key =
        comb_witness_has_argument(request) ? comb_witness_argument_key(&request->argument) : NULL;
    unsigned third[2], width = request->panel->width;
    json_t *cells = comb_json_array(build);
    third_of(third, request);
    for (unsigned y = 0; y < request->panel->height; y++)
        for (unsigned x = 0; x < width; x++) {
            bool near = 3 * (2 * x + 1) / (2 * width + 1) == third[0] &&
                        3 * (2 * y + 1) / (2 * request->panel->height + 1) == third[1];
            bool inside = key && comb_bit_test(key->region.words, x + (size_t)width * y);
            bool regional = key && (key->place_count > 0 || key->reason >= COMB_WITNESS_BY_COLOURS);
            if (regional ? inside : near && request->level < COMB_WITNESS_WHAT)
                comb_json_push(build, cells, comb_json_pair(build, x, y));
        }
    return cells;
}

static json_t *path_json(struct comb_json *build, const struct comb_witness_hint_request *request)
{
    struct comb_witness_line shown = request->drawn;
    if (request->level >= COMB_WITNESS_STEPS && request->line.count > 0) {
        shown = request->line;
        shown.count = shown_nodes(request, request->level);
    }
    return comb_witness_path(build, request->graph, &shown, false);
}

static void add_reason(struct comb_json *build, json_t *root, const struct comb_witness_hint_request *request)
{
    static const char *const kinds[] = {[COMB_WITNESS_HINT_BY_CLUE] = "clue",
                                        [COMB_WITNESS_HINT_BY_CASES] = "cases",
                                        [COMB_WITNESS_HINT_BY_PROOF] = "proof",
                                        [COMB_WITNESS_HINT_BY_LINE] = "line"};
    bool tell = request->level >= COMB_WITNESS_WHAT;
    unsigned count = tell ? request->edge_count : 0;
    comb_json_set(build, root, "edges",
                  comb_witness_edges_json(build, request->facts->net, request->edges, request->used ? count : 0));
    if (count > 0 && !request->used)
        comb_json_set(build, root, "avoid",
                      comb_witness_edges_json(build, request->facts->net, request->edges, request->edge_count));
    if (tell)
        comb_json_set(build, root, "kind", comb_json_string(build, kinds[request->source]));
    if (tell && comb_witness_has_argument(request))
        comb_json_set(build, root, "argument",
                      comb_witness_argument_json(build, request->facts->net, &request->argument));
}

int comb_witness_write_hint(json_t **out, const struct comb_witness_hint_request *request, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    json_t *root = comb_json_object(&build), *ladder = comb_json_array(&build);
    struct writing because = {&build, comb_json_array(&build)};
    for (long long level = COMB_WITNESS_WHICH; level <= request->level; level++) {
        comb_buf_clear(&text);
        describe_level(&text, request, level);
        comb_json_push(&build, ladder, comb_json_string(&build, comb_buf_text(&text)));
    }
    each_because(request, push_place, &because);
    comb_json_set(&build, root, "level", comb_json_int(&build, request->level));
    comb_json_set(&build, root, "ladder", ladder);
    comb_json_set(&build, root, "area", area_json(&build, request));
    comb_json_set(&build, root, "because", because.array);
    add_reason(&build, root, request);
    comb_json_set(&build, root, "path", path_json(&build, request));
    comb_json_set(&build, root, "drawn", comb_json_int(&build, request->drawn.count));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(&request->rules)));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}
