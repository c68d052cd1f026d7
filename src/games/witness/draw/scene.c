/* Draws the panel, and on it the contents of an answer object:
 *
 *     path          [[x, y], ...] the line; its mirror image follows from the panel
 *     reveal        how many steps of the path to draw; default: all, or what --reveal says
 *     violations    [{"place": [column, row], "places": [...], "region": [[x, y], ...]}] errors, marked at their place
 *                   and all their places, or in their region if they have none
 *     drawn         how many nodes of the path are drawn already; the rest is drawn as suggested steps. Default: all
 *     edges         [[[x, y], [x, y]], ...] edges that a hint decides
 *     avoid         the same: edges that the line cannot use, crossed out
 *     because       [[column, row], ...] the symbols that are its reason
 *     area          [[x, y], ...] cells to look at
 *     cancelled     [[column, row], ...] symbols that eliminations remove; shown once all of the path is drawn
 *
 * Points of the scene are the places of the panel, with the same (column, row). A pillar is drawn flat: on the right
 * its first column of nodes and edges is repeated with broken lines (the seam), and a line that goes around leaves the
 * picture there and enters it again on the other side. */
#include "games/witness/draw/scene.h"

#include "games/witness/draw/phrases.h"
#include "games/witness/draw/symbols.h"
#include "games/witness/panel/kinds.h"
#include "games/witness/rules/rules.h"

#include <stdlib.h>
#include <string.h>

static const double cap = 0.34;     /* length of an end cap, from the middle of its node */
static const double diagonal = 0.7; /* factor along each axis if a cap points to a corner */
static const double gap = 0.34;     /* fraction of an edge */
static const double seam = 0.6;     /* of an edge of the seam */

struct view {
    struct comb_scene *scene;
    const struct comb_witness_panel *panel;
    unsigned *marks;         /* by place */
    unsigned *half_marks[2]; /* by place of an edge: of its left or upper half, and of the other */
    unsigned char *area;     /* by cell: marks for the background */
    struct comb_point *line; /* the path, as points of the scene */
    unsigned count;          /* of them */
    unsigned drawn;          /* of these; the rest is suggested */
    bool complete;           /* all of the path is drawn */
};

/* ---- reading an answer ---- */

static bool read_pair(long long out[2], const json_t *pair)
{
    const json_t *x = json_array_get(pair, 0), *y = json_array_get(pair, 1);
    out[0] = json_integer_value(x);
    out[1] = json_integer_value(y);
    return json_is_integer(x) && json_is_integer(y);
}

/* A point of a path, doubled: nodes, and middles of edges. */
static bool read_point(long long out[2], const json_t *pair)
{
    for (unsigned i = 0; i < 2; i++) {
        const json_t *value = json_array_get(pair, i);
        double doubled = 2 * json_number_value(value);
        if (!json_is_number(value) || doubled < -2 || doubled > 2 * COMB_WITNESS_MAX_SIDE + 2)
            return false;
        out[i] = (long long)doubled;
    }
    return true;
}

int comb_witness_place_of(const struct comb_witness_panel *panel, const json_t *pair)
{
    long long at[2];
    if (!read_pair(at, pair) || at[0] < 0 || at[1] < 0 || at[0] >= comb_witness_columns(panel) ||
        at[1] >= comb_witness_rows(panel))
        return -1;
    return (int)(at[0] + comb_witness_columns(panel) * at[1]);
}

static void mark_places(struct view *view, const json_t *places, unsigned mark)
{
    for (size_t i = 0; i < json_array_size(places); i++) {
        int place = comb_witness_place_of(view->panel, json_array_get(places, i));
        if (place >= 0)
            view->marks[place] |= mark;
    }
}

static void mark_cells(struct view *view, const json_t *cells, unsigned mark)
{
    for (size_t i = 0; i < json_array_size(cells); i++) {
        long long at[2];
        if (read_pair(at, json_array_get(cells, i)) && at[0] >= 0 && at[1] >= 0 && at[0] < view->panel->width &&
            at[1] < view->panel->height)
            view->area[at[0] + view->panel->width * at[1]] |= (unsigned char)mark;
    }
}

static void mark_violations(struct view *view, const json_t *violations)
{
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *violation = json_array_get(violations, i);
        int place = comb_witness_place_of(view->panel, json_object_get(violation, "place"));
        mark_places(view, json_object_get(violation, "places"), COMB_MARK_WRONG);
        if (place >= 0)
            view->marks[place] |= COMB_MARK_WRONG;
        else
            mark_cells(view, json_object_get(violation, "region"), COMB_MARK_CONSIDERED);
    }
}

/* An answer may name places that hold nothing to remove. */
static void mark_cancelled(struct view *view, const json_t *places)
{
    for (size_t i = 0; i < json_array_size(places); i++) {
        int place = comb_witness_place_of(view->panel, json_array_get(places, i));
        if (place >= 0 && (view->panel->places[place].kind >= COMB_WITNESS_DOT || view->panel->places[place].also_dot))
            view->marks[place] |= COMB_MARK_CANCELLED;
    }
}

/* The ends of an edge are adjacent nodes, around a pillar perhaps the last and the first; its place is between them.
 * One end may be the middle of the edge: then half of it is meant. */
static void mark_edge(struct view *view, const long long a[2], const long long b[2], unsigned mark)
{
    long long columns = comb_witness_columns(view->panel), rows = comb_witness_rows(view->panel);
    bool around = view->panel->pillar && llabs(a[0] - b[0]) > columns / 2;
    long long right = a[0] > b[0] ? a[0] : b[0], left = a[0] + b[0] - right;
    if (around) { /* the left end is the last column of nodes, or the middle after it */
        long long first = left;
        left = right;
        right = columns + first;
    }
    long long top = a[1] < b[1] ? a[1] : b[1], bottom = a[1] + b[1] - top, length = right - left + bottom - top;
    bool half = length == 1, across = right > left;
    long long column = half && across ? (left % 2 == 1 ? left : right) : (left + right) / 2;
    long long row = half && !across ? (top % 2 == 1 ? top : bottom) : (top + bottom) / 2;
    if (left < 0 || top < 0 || column >= columns || row >= rows || length > 2 || length < 1 || column % 2 == row % 2)
        return;
    bool second = half && (across ? left == column : top == row);
    unsigned *marks = half ? view->half_marks[second] : view->marks;
    marks[column + columns * row] |= mark;
}

static void mark_edges(struct view *view, const json_t *edges, unsigned mark)
{
    for (size_t i = 0; i < json_array_size(edges); i++) {
        long long from[2], to[2];
        const json_t *edge = json_array_get(edges, i);
        if (read_point(from, json_array_get(edge, 0)) && read_point(to, json_array_get(edge, 1)))
            mark_edge(view, from, to, mark);
    }
}

/* Draws nodes up to one step beyond the panel, for a player's line that leaves it; ignores others. */
static bool read_path(struct view *view, const json_t *path, long long reveal)
{
    size_t size = json_array_size(path);
    if (size == 0)
        return true;
    view->line = COMB_NEW_ARRAY(&view->scene->arena, struct comb_point, size);
    if (!view->line)
        return false;
    view->complete = true;
    for (size_t i = 0; i < size; i++) {
        long long at[2];
        bool near = read_point(at, json_array_get(path, i)) && at[0] <= 2 * view->panel->width + 2 &&
                    at[1] <= 2 * view->panel->height + 2;
        view->complete &= near;
        if (near && reveal >= 0 && view->count > (unsigned long long)reveal)
            view->complete = false;
        else if (near)
            view->line[view->count++] = (struct comb_point){(int)at[0], (int)at[1]};
    }
    return true;
}

static bool read_answer(struct view *view, const json_t *answer, const struct comb_params *params)
{
    const json_t *reveal = json_object_get(answer, "reveal");
    mark_violations(view, json_object_get(answer, "violations"));
    mark_edges(view, json_object_get(answer, "edges"), COMB_MARK_TARGET);
    mark_edges(view, json_object_get(answer, "avoid"), COMB_MARK_CLEAR);
    mark_places(view, json_object_get(answer, "because"), COMB_MARK_REASON);
    mark_cells(view, json_object_get(answer, "area"), COMB_MARK_CONSIDERED);
    bool ok = read_path(view, json_object_get(answer, "path"),
                        json_is_integer(reveal) ? json_integer_value(reveal) : comb_params_int(params, "reveal", -1));
    const json_t *drawn = json_object_get(answer, "drawn");
    view->drawn = view->count;
    if (json_is_integer(drawn) && json_integer_value(drawn) >= 0 && json_integer_value(drawn) < view->count)
        view->drawn = (unsigned)json_integer_value(drawn);
    if (view->complete)
        mark_cancelled(view, json_object_get(answer, "cancelled"));
    return ok;
}

/* ---- the panel ---- */

static unsigned marks_at(const struct view *view, unsigned column, unsigned row)
{
    return view->marks[column + comb_witness_columns(view->panel) * row];
}

/* "black dot at (0,4), a reason" */
static const char *label_of(struct view *view, unsigned column, unsigned row)
{
    const struct comb_witness_thing *thing = comb_witness_at(view->panel, column, row);
    unsigned marks = marks_at(view, column, row);
    struct comb_buf text = {0};
    comb_witness_name_thing(&text, thing);
    comb_buf_char(&text, ' ');
    comb_witness_name_place(&text, column, row);
    comb_buf_str(&text, marks & COMB_MARK_WRONG ? ", wrong" : "");
    comb_buf_str(&text, marks & COMB_MARK_REASON ? ", a reason" : "");
    comb_buf_str(&text, marks & COMB_MARK_CANCELLED ? ", cancelled by an elimination mark" : "");
    char *label = text.failed ? NULL : comb_arena_string(&view->scene->arena, comb_buf_text(&text), text.length);
    comb_buf_free(&text);
    view->scene->failed |= !label;
    return label;
}

static bool is_absent(const struct view *view, unsigned column, unsigned row)
{
    return comb_witness_at(view->panel, column, row)->kind == COMB_WITNESS_ABSENT;
}

/* Omits an edge with an absent node, which the line cannot use. */
static void draw_edge(struct view *view, unsigned column, unsigned row)
{
    unsigned across = column % 2, down = row % 2;
    unsigned marks = marks_at(view, column, row);
    const struct comb_witness_thing *thing = comb_witness_at(view->panel, column, row);
    bool present = thing->kind != COMB_WITNESS_ABSENT && !is_absent(view, column - across, row - down) &&
                   !is_absent(view, (column + across) % comb_witness_columns(view->panel), row + down);
    if (!present && !marks)
        return;
    const char *label = thing->kind == COMB_WITNESS_GAP ? label_of(view, column, row) : NULL;
    comb_scene_edge(view->scene, (struct comb_scene_edge){.from = {(int)(column - across), (int)(row - down)},
                                                          .to = {(int)(column + across), (int)(row + down)},
                                                          .role = COMB_ROLE_RAIL,
                                                          .gap = present && thing->kind != COMB_WITNESS_GAP ? 0 : gap,
                                                          .marks = marks & (COMB_MARK_TARGET | COMB_MARK_WRONG),
                                                          .label = label});
    for (unsigned half = 0; half < 2; half++) {
        int way = half == 0 ? -1 : 1, x = (int)column + way * (int)across, y = (int)row + way * (int)down;
        if (view->half_marks[half][column + comb_witness_columns(view->panel) * row] & COMB_MARK_TARGET)
            comb_scene_edge(view->scene, (struct comb_scene_edge){.from = {(int)column, (int)row},
                                                                  .to = {x, y},
                                                                  .role = COMB_ROLE_RAIL,
                                                                  .marks = COMB_MARK_TARGET});
    }
}

/* Crosses out an edge that the line cannot use, or half of one: at the middle, or a step towards a node. */
static void draw_cross(struct view *view, struct comb_point at, double shift_x, double shift_y)
{
    static const struct comb_vec2 cross[] = {{-0.15, -0.10}, {-0.10, -0.15}, {0, -0.05},    {0.10, -0.15},
                                             {0.15, -0.10},  {0.05, 0},      {0.15, 0.10},  {0.10, 0.15},
                                             {0, 0.05},      {-0.10, 0.15},  {-0.15, 0.10}, {-0.05, 0}};
    static const unsigned size = sizeof cross / sizeof *cross;
    struct comb_vec2 corners[sizeof cross / sizeof *cross];
    for (unsigned i = 0; i < size; i++)
        corners[i] = (struct comb_vec2){cross[i].x + shift_x, cross[i].y + shift_y};
    comb_scene_shape(view->scene, (struct comb_scene_shape){.at = at,
                                                            .role = COMB_ROLE_SYM_RED,
                                                            .corners = corners,
                                                            .sizes = &size,
                                                            .polygons = 1,
                                                            .glyph = "×",
                                                            .plain = "x",
                                                            .label = "the line does not use this edge"});
}

static void draw_avoided(struct view *view, unsigned column, unsigned row)
{
    struct comb_point at = {(int)column, (int)row};
    if (marks_at(view, column, row) & COMB_MARK_CLEAR)
        draw_cross(view, at, 0, 0);
    for (unsigned half = 0; half < 2; half++) {
        double way = half == 0 ? -0.5 : 0.5;
        if (view->half_marks[half][column + comb_witness_columns(view->panel) * row] & COMB_MARK_CLEAR)
            draw_cross(view, at, column % 2 == 1 ? way : 0, row % 2 == 1 ? way : 0);
    }
}

/* Repeats a vertical edge of column 0 to the right of a pillar, broken. */
static void draw_seam(struct view *view, unsigned row)
{
    int column = (int)comb_witness_columns(view->panel);
    if (is_absent(view, 0, row - 1) || is_absent(view, 0, row) || is_absent(view, 0, row + 1))
        return;
    comb_scene_edge(view->scene, (struct comb_scene_edge){.from = {column, (int)row - 1},
                                                          .to = {column, (int)row + 1},
                                                          .role = COMB_ROLE_RAIL,
                                                          .gap = seam});
}

static struct comb_vec2 cap_of(const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    int direction[2];
    comb_witness_end_direction(direction, panel, column, row);
    double length = direction[0] != 0 && direction[1] != 0 ? cap * diagonal : cap;
    return (struct comb_vec2){direction[0] * length, direction[1] * length};
}

/* An end without a direction, inside a panel, is a ring. */
static void draw_end(struct view *view, unsigned column, unsigned row)
{
    struct comb_point at = {(int)column, (int)row};
    struct comb_vec2 tail = cap_of(view->panel, column, row);
    const char *label = label_of(view, column, row);
    if (tail.x != 0 || tail.y != 0) {
        comb_scene_edge(view->scene, (struct comb_scene_edge){
                                         .from = at, .to = at, .role = COMB_ROLE_RAIL, .tail = tail, .label = label});
        return;
    }
    comb_scene_disc(view->scene, (struct comb_scene_disc){
                                     .at = at, .role = COMB_ROLE_RAIL, .radius = 0.19, .glyph = "◎", .label = label});
    comb_scene_disc(view->scene,
                    (struct comb_scene_disc){.at = at, .role = COMB_ROLE_PANEL, .radius = 0.08, .glyph = "◎"});
}

static void draw_cell(struct view *view, unsigned column, unsigned row)
{
    bool hole = is_absent(view, column, row);
    unsigned marks = view->area[column / 2 + view->panel->width * (row / 2)];
    if (!hole && !marks)
        return;
    comb_scene_cell(view->scene, (struct comb_scene_cell){.at = {(int)column, (int)row},
                                                          .role = hole ? COMB_ROLE_EMPTY : COMB_ROLE_PANEL,
                                                          .marks = marks});
}

/* Marks a node without a symbol that a reason or a violation refers to. */
static void draw_marked_node(struct view *view, struct comb_point at)
{
    unsigned marks = marks_at(view, (unsigned)at.x, (unsigned)at.y);
    bool wrong = marks & COMB_MARK_WRONG;
    if (marks != 0)
        comb_scene_disc(view->scene, (struct comb_scene_disc){.at = at,
                                                              .role = wrong ? COMB_ROLE_SYM_RED : COMB_ROLE_SYM_WHITE,
                                                              .radius = 0.13,
                                                              .glyph = wrong ? "!" : ""});
}

/* A start, an end or both, on a node or in the middle of an edge. */
static void draw_point(struct view *view, unsigned column, unsigned row)
{
    const struct comb_witness_thing *thing = comb_witness_at(view->panel, column, row);
    if (comb_witness_is_end(thing))
        draw_end(view, column, row);
    if (comb_witness_is_start(thing))
        comb_scene_disc(view->scene, (struct comb_scene_disc){.at = {(int)column, (int)row},
                                                              .role = COMB_ROLE_RAIL,
                                                              .label = label_of(view, column, row)});
}

static void draw_track(struct view *view, unsigned column, unsigned row)
{
    const struct comb_witness_thing *thing = comb_witness_at(view->panel, column, row);
    struct comb_witness_thing dot = {.kind = COMB_WITNESS_DOT, .colour = thing->colour, .hidden = thing->hidden};
    struct comb_point at = {(int)column, (int)row};
    unsigned marks = marks_at(view, column, row);
    if (column % 2 == 1 || row % 2 == 1)
        draw_edge(view, column, row);
    draw_point(view, column, row);
    draw_avoided(view, column, row);
    if (comb_witness_has_dot(thing) && thing->hidden)
        comb_scene_disc(
            view->scene,
            (struct comb_scene_disc){
                .at = at, .role = COMB_ROLE_PANEL, .radius = 0.06, .glyph = "◇", .label = label_of(view, column, row)});
    else if (comb_witness_has_dot(thing))
        comb_witness_draw_symbol(view->scene, at, &dot, marks, label_of(view, column, row));
    else if (column % 2 == 0 && row % 2 == 0)
        draw_marked_node(view, at);
}

static void draw_place(struct view *view, unsigned column, unsigned row)
{
    if (column % 2 == 0 || row % 2 == 0) {
        draw_track(view, column, row);
        return;
    }
    draw_cell(view, column, row);
    comb_witness_draw_symbol(
        view->scene, (struct comb_point){(int)column, (int)row}, comb_witness_at(view->panel, column, row),
        marks_at(view, column, row),
        comb_witness_is_symbol(comb_witness_at(view->panel, column, row)) ? label_of(view, column, row) : NULL);
}

/* ---- lines ---- */

static struct comb_point mirrored(const struct comb_witness_panel *panel, struct comb_point at)
{
    bool inside =
        at.x >= 0 && at.y >= 0 && at.x < (int)comb_witness_columns(panel) && at.y < (int)comb_witness_rows(panel);
    if (!inside) /* of a player's line that leaves the panel */
        return (struct comb_point){(int)(2 * panel->width) - at.x, (int)(2 * panel->height) - at.y};
    struct comb_witness_at image =
        comb_witness_mirror_place(panel, (struct comb_witness_at){(unsigned)at.x, (unsigned)at.y});
    return (struct comb_point){(int)image.column, (int)image.row};
}

static struct comb_vec2 tail_at(const struct view *view, struct comb_point at)
{
    bool inside = at.x >= 0 && at.y >= 0 && at.x < (int)comb_witness_columns(view->panel) &&
                  at.y < (int)comb_witness_rows(view->panel);
    if (!view->complete || !inside ||
        !comb_witness_is_end(comb_witness_at(view->panel, (unsigned)at.x, (unsigned)at.y)))
        return (struct comb_vec2){0, 0};
    return cap_of(view->panel, (unsigned)at.x, (unsigned)at.y);
}

/* How far a step of the line crosses the seam: 1 to the right, -1 to the left, 0 not at all. */
static int crosses_seam(const struct view *view, struct comb_point from, struct comb_point to)
{
    int columns = (int)comb_witness_columns(view->panel), way = to.x - from.x;
    if (!view->panel->pillar || from.y != to.y)
        return 0;
    return 2 * way < -columns ? 1 : 2 * way > columns ? -1 : 0;
}

static void draw_run(struct view *view, const struct comb_point *points, unsigned count, bool first, bool last,
                     struct comb_scene_path path)
{
    path.points = points;
    path.count = count;
    path.flags |= first ? COMB_PATH_START : 0;
    path.tail = last ? tail_at(view, points[count - 1]) : (struct comb_vec2){0, 0};
    comb_scene_path(view->scene, path);
}

/* Draws a part of the line in runs: each ends where the line crosses the seam of a pillar. `whole`: the part ends at
 * the end of the line. */
static void draw_part(struct view *view, const struct comb_point *line, unsigned length, bool whole,
                      struct comb_scene_path path)
{
    struct comb_point *run = COMB_NEW_ARRAY(&view->scene->arena, struct comb_point, 2 * (size_t)length + 2);
    int columns = (int)comb_witness_columns(view->panel);
    unsigned count = 0;
    bool first = (path.flags & COMB_PATH_START) != 0;
    path.flags &= ~(unsigned)COMB_PATH_START;
    view->scene->failed |= !run;
    for (unsigned i = 0; i < length && run; i++) {
        int crossing = i > 0 ? crosses_seam(view, line[i - 1], line[i]) : 0;
        if (crossing != 0) { /* the repeated column is on the right */
            if (crossing > 0)
                run[count++] = (struct comb_point){line[i].x + columns, line[i].y};
            draw_run(view, run, count, first, false, path);
            first = false;
            run += count;
            count = 0;
            if (crossing < 0)
                run[count++] = (struct comb_point){line[i - 1].x + columns, line[i].y};
        }
        run[count++] = line[i];
    }
    if (run && count > 0)
        draw_run(view, run, count, first, whole, path);
}

/* Draws what is drawn already, then the suggested steps from its last node on. */
static void draw_line(struct view *view, enum comb_role role, unsigned flags)
{
    unsigned from = view->drawn > 0 ? view->drawn - 1 : 0;
    bool all = view->drawn == view->count;
    if (view->drawn > 0)
        draw_part(view, view->line, view->drawn, all,
                  (struct comb_scene_path){.role = role, .flags = COMB_PATH_START | flags});
    if (!all)
        draw_part(view, view->line + from, view->count - from, true,
                  (struct comb_scene_path){.role = role, .flags = COMB_PATH_GHOST | flags});
}

static enum comb_role line_role(const struct comb_witness_panel *panel, int which)
{
    uint8_t colour = panel->line_colours[which];
    if (colour != COMB_WITNESS_NO_COLOUR && colour < COMB_WITNESS_COLOURS)
        return comb_witness_colour_role((enum comb_witness_colour)colour);
    return which ? COMB_ROLE_TWIN : COMB_ROLE_LIT;
}

/* Draws the line last, so that it is on top where a wrong one meets its image. */
static void draw_lines(struct view *view)
{
    if (view->count == 0)
        return;
    if (view->panel->symmetry != COMB_WITNESS_NO_SYMMETRY) {
        for (unsigned i = 0; i < view->count; i++)
            view->line[i] = mirrored(view->panel, view->line[i]);
        draw_line(view, line_role(view->panel, 1), COMB_PATH_DOUBLE);
        for (unsigned i = 0; i < view->count; i++)
            view->line[i] = mirrored(view->panel, view->line[i]);
    }
    draw_line(view, line_role(view->panel, 0), 0);
}

/* ---- captions ---- */

static void caption(struct view *view, enum comb_role role, const char *text)
{
    view->scene->failed |= !text;
    if (text)
        comb_scene_caption(view->scene, role, text);
}

static void caption_symmetry(struct view *view)
{
    static const char *const words[] = {[COMB_WITNESS_HORIZONTAL] = "two lines: the second is mirrored left to right",
                                        [COMB_WITNESS_VERTICAL] = "two lines: the second is mirrored top to bottom",
                                        [COMB_WITNESS_ROTATIONAL] = "two lines: the second is rotated by 180 degrees",
                                        [COMB_WITNESS_TRANSLATED] = "two lines: the second is half a turn further"};
    if (view->panel->pillar)
        caption(view, COMB_ROLE_SOFT, "a pillar: the broken right border is the left one again");
    if (view->panel->symmetry != COMB_WITNESS_NO_SYMMETRY)
        caption(view, COMB_ROLE_SOFT, words[view->panel->symmetry]);
}

static void caption_answer(struct view *view, const json_t *answer)
{
    const char *rules = json_string_value(json_object_get(answer, "rules"));
    size_t nodes = json_array_size(json_object_get(answer, "path"));
    if (json_is_false(json_object_get(answer, "solved")))
        caption(view, COMB_ROLE_INK,
                json_is_true(json_object_get(answer, "proved")) ? "no solution" : "no solution found");
    else if (nodes > 0 && json_is_true(json_object_get(answer, "solved")))
        caption(view, COMB_ROLE_INK,
                comb_arena_printf(&view->scene->arena, "a line of %zu steps%s%s", nodes - 1, rules ? ", rules: " : "",
                                  rules ? rules : ""));
}

static void count_symbols(unsigned counts[COMB_WITNESS_TRIANGLE + 1], const struct comb_witness_panel *panel)
{
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        if (panel->places[i].kind <= COMB_WITNESS_TRIANGLE) {
            counts[panel->places[i].kind]++;
            counts[COMB_WITNESS_END] += panel->places[i].also_end;
            counts[COMB_WITNESS_DOT] += panel->places[i].also_dot;
        }
}

/* "a panel of 4 x 4 cells with 2 starts, 1 end, 3 squares; a line of 12 steps is drawn" */
static void describe(struct view *view)
{
    unsigned counts[COMB_WITNESS_KINDS] = {0};
    struct comb_buf text = {0};
    const char *before = " with ";
    count_symbols(counts, view->panel);
    comb_buf_printf(&text, "a %s of %u x %u cells", view->panel->pillar ? "pillar" : "panel", view->panel->width,
                    view->panel->height);
    for (unsigned kind = 0; kind < COMB_WITNESS_KINDS; kind++) {
        const struct comb_witness_kind_row *row = comb_witness_kind_row(kind);
        if (counts[kind] == 0 || !row || !row->one)
            continue;
        comb_buf_printf(&text, "%s%u %s", before, counts[kind], counts[kind] == 1 ? row->one : row->many);
        before = ", ";
    }
    if (view->count > 0)
        comb_buf_printf(&text, "; a line of %u step%s is drawn from %g,%g", view->count - 1,
                        view->count == 2 ? "" : "s", view->line[0].x / 2.0, view->line[0].y / 2.0);
    if (view->count > 1)
        comb_buf_printf(&text, " to %g,%g", view->line[view->count - 1].x / 2.0, view->line[view->count - 1].y / 2.0);
    view->scene->failed |= text.failed;
    comb_scene_alt(view->scene, comb_buf_text(&text));
    comb_buf_free(&text);
}

static void draw_all(struct view *view)
{
    const char *title = comb_arena_printf(&view->scene->arena, "The Witness, %u × %u%s", view->panel->width,
                                          view->panel->height, view->panel->pillar ? ", pillar" : "");
    view->scene->failed |= !title;
    comb_scene_title(view->scene, title);
    for (unsigned row = 0; row < comb_witness_rows(view->panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(view->panel); column++)
            draw_place(view, column, row);
    for (unsigned row = 1; row < comb_witness_rows(view->panel) && view->panel->pillar; row += 2)
        draw_seam(view, row);
    draw_lines(view);
    describe(view);
}

static int make_scene(struct comb_scene **out, const struct comb_witness_panel *panel, const json_t *answer,
                      const struct comb_params *params, bool bare, struct comb_error *err)
{
    struct view view = {.panel = panel};
    *out = NULL;
    int code = comb_scene_new(&view.scene, COMB_SCENE_PANEL, NULL, err);
    if (code != COMB_OK)
        return code;
    struct comb_arena *arena = &view.scene->arena;
    size_t places = (size_t)comb_witness_columns(panel) * comb_witness_rows(panel);
    view.marks = COMB_NEW_ARRAY(arena, unsigned, 3 * places);
    if (view.marks) {
        view.half_marks[0] = view.marks + places;
        view.half_marks[1] = view.marks + 2 * places;
    }
    view.area = COMB_NEW_ARRAY(arena, unsigned char, (size_t)panel->width * panel->height);
    if (!view.marks || !view.area || !read_answer(&view, answer, params)) {
        comb_scene_free(view.scene);
        return comb_fail_memory(err);
    }
    draw_all(&view);
    caption_symmetry(&view);
    if (!bare)
        caption_answer(&view, answer);
    code = view.scene->failed && view.scene->error.code == COMB_OK ? comb_fail_memory(err)
                                                                   : comb_scene_finish(view.scene, err);
    if (code == COMB_OK)
        *out = view.scene;
    else
        comb_scene_free(view.scene);
    return code;
}

int comb_witness_scene(struct comb_scene **out, const void *board, const json_t *answer,
                       const struct comb_params *params, struct comb_error *err)
{
    return make_scene(out, board, answer, params, false, err);
}

int comb_witness_scene_bare(struct comb_scene **out, const void *board, const json_t *answer,
                            const struct comb_params *params, struct comb_error *err)
{
    return make_scene(out, board, answer, params, true, err);
}
