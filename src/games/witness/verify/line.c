/* Checks one line against all rules.
 *
 * The line is drawn on the panel step by step: every node and edge that it or its mirror image touches is marked.
 * Cells joined by an unmarked edge are one region (flood fill). Then follow the dots that belong to no single region
 * or are under a line of another colour, which nothing can fix, and then each region by itself.
 *
 *     S===+---+        = marked       regions   0 1
 *     | 0 # 1 |        # marked                 0 1
 *     +---+---+
 *     | 0 # 1 |
 *     +---+===E
 *
 * On a pillar the last column of cells is beside the first.
 *
 * Absent cells are in no region. Under the rules of the game neither are cells that can be reached from off the
 * board by crossing absent edges only. If tracks join, tracks.c finds the regions.
 *
 * Cost: linear in the panel, except for the placement of polyominoes. */
#include "games/witness/verify/parts.h"

#include <assert.h>
#include <string.h>

static const int around[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

static const struct comb_witness_location nowhere = {-1, -1, COMB_WITNESS_NO_REGION};

static struct comb_witness_location location_at(unsigned column, unsigned row)
{
    return (struct comb_witness_location){(int)column, (int)row, COMB_WITNESS_NO_REGION};
}

/* If no violations are collected, the first error is enough. */
static bool is_decided(const struct comb_witness_drawn *drawn)
{
    return drawn->wrong && !drawn->violations;
}

/* ---- the line ---- */

static bool blocks(const struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    unsigned kind = comb_witness_at(drawn->panel, column, row)->kind;
    return kind == COMB_WITNESS_ABSENT || kind == COMB_WITNESS_GAP;
}

static bool is_node(const unsigned at[2])
{
    return at[0] % 2 == 0 && at[1] % 2 == 0;
}

static int draw_point(struct comb_witness_drawn *drawn, const unsigned at[2])
{
    uint8_t *mark = &drawn->on_line[comb_witness_place_number(drawn->panel, at[0], at[1])];
    if (blocks(drawn, at[0], at[1]))
        return comb_witness_verify_report(drawn, "gap", location_at(at[0], at[1]), "there is no %s at (%g,%g)",
                                          is_node(at) ? "node" : "edge", at[0] / 2.0, at[1] / 2.0);
    if (*mark)
        return comb_witness_verify_report(drawn, "line", location_at(at[0], at[1]), "the line visits (%g,%g) twice",
                                          at[0] / 2.0, at[1] / 2.0);
    *mark = is_node(at) ? COMB_WITNESS_ON_LINE : COMB_WITNESS_ON_LINE | COMB_WITNESS_HALF;
    return COMB_OK;
}

/* Marks the edge between two nodes that follow each other. */
static int draw_edge(struct comb_witness_drawn *drawn, const unsigned from[2], const unsigned to[2], unsigned column,
                     unsigned row)
{
    uint8_t *mark = &drawn->on_line[comb_witness_place_number(drawn->panel, column, row)];
    if (*mark)
        return comb_witness_verify_report(drawn, "line", location_at(column, row), "the line visits (%g,%g) twice",
                                          column / 2.0, row / 2.0);
    if (blocks(drawn, column, row))
        return comb_witness_verify_report(
            drawn, "gap", location_at(column, row), "the line cannot go from (%u,%u) to (%u,%u): %s", from[0] / 2,
            from[1] / 2, to[0] / 2, to[1] / 2,
            comb_witness_at(drawn->panel, column, row)->kind == COMB_WITNESS_GAP ? "the edge is broken"
                                                                                 : "there is no edge");
    *mark = COMB_WITNESS_ON_LINE;
    return COMB_OK;
}

/* The way from one column to another, around a pillar if that is shorter. */
static int way_across(const struct comb_witness_panel *panel, unsigned from, unsigned to)
{
    int columns = (int)comb_witness_columns(panel), way = (int)to - (int)from;
    if (panel->pillar && 2 * way > columns)
        way -= columns;
    if (panel->pillar && 2 * way < -columns)
        way += columns;
    return way;
}

static int draw_step(struct comb_witness_drawn *drawn, const unsigned from[2], const unsigned to[2])
{
    int across = way_across(drawn->panel, from[0], to[0]), down = (int)to[1] - (int)from[1];
    int length = (across < 0 ? -across : across) + (down < 0 ? -down : down);
    bool whole = is_node(from) && is_node(to);
    if ((across != 0 && down != 0) || length != (whole ? 2 : 1))
        return comb_witness_verify_report(drawn, "line", location_at(to[0], to[1]),
                                          "(%g,%g) and (%g,%g) follow each other but are not neighbours", from[0] / 2.0,
                                          from[1] / 2.0, to[0] / 2.0, to[1] / 2.0);
    if (!whole)
        return COMB_OK;
    unsigned column = (unsigned)comb_witness_verify_column(drawn->panel, (int)from[0] + across / 2);
    return draw_edge(drawn, from, to, column, (unsigned)((int)from[1] + down / 2));
}

/* Returns what is wrong with a point, or NULL. */
static const char *bad_point(const struct comb_witness_panel *panel, const unsigned at[2], bool outer)
{
    if (at[0] >= comb_witness_columns(panel) || at[1] >= comb_witness_rows(panel))
        return "is off the panel";
    if (at[0] % 2 == 1 && at[1] % 2 == 1)
        return "is in a cell";
    return is_node(at) || outer ? NULL : "is in the middle of an edge, where a line can only start or end";
}

static int draw_line(struct comb_witness_drawn *drawn, const unsigned (*points)[2], size_t count)
{
    size_t max = (size_t)comb_witness_across(drawn->panel) * (drawn->panel->height + 1) + 2;
    int code = COMB_OK;
    bool point = count == 1 && !bad_point(drawn->panel, points[0], true) &&
                 comb_witness_at(drawn->panel, points[0][0], points[0][1])->also_end;
    if (count < 2 && !point) /* only a start that is an end is a line by itself */
        return comb_witness_verify_report(drawn, "line", nowhere,
                                          "the line has %zu nodes; it must lead from a start to an end", count);
    if (count > max)
        return comb_witness_verify_report(drawn, "line", nowhere, "the line has %zu nodes, more than the panel", count);
    for (size_t i = 0; i < count && code == COMB_OK; i++) {
        const char *bad = bad_point(drawn->panel, points[i], i == 0 || i + 1 == count);
        if (bad)
            return comb_witness_verify_report(drawn, "line", nowhere, "(%g,%g) %s", points[i][0] / 2.0,
                                              points[i][1] / 2.0, bad);
        code = draw_point(drawn, points[i]);
        if (code == COMB_OK && i > 0)
            code = draw_step(drawn, points[i - 1], points[i]);
    }
    return code;
}

static int check_ends(struct comb_witness_drawn *drawn, const unsigned (*points)[2], size_t count)
{
    const unsigned *first = points[0];
    const unsigned *last = points[count - 1];
    const struct comb_witness_thing *end = comb_witness_at(drawn->panel, last[0], last[1]);
    int code = COMB_OK;
    if (comb_witness_at(drawn->panel, first[0], first[1])->kind != COMB_WITNESS_START)
        code = comb_witness_verify_report(drawn, "start", location_at(first[0], first[1]),
                                          "the line begins at (%g,%g), which is not a start", first[0] / 2.0,
                                          first[1] / 2.0);
    if (code == COMB_OK && end->kind != COMB_WITNESS_END && !end->also_end)
        code =
            comb_witness_verify_report(drawn, "end", location_at(last[0], last[1]),
                                       "the line stops at (%g,%g), which is not an end", last[0] / 2.0, last[1] / 2.0);
    return code;
}

/* ---- its mirror image ---- */

static unsigned mirror_column(const struct comb_witness_panel *panel, unsigned column)
{
    unsigned columns = comb_witness_columns(panel);
    bool turned = panel->symmetry == COMB_WITNESS_HORIZONTAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    if (!panel->pillar)
        return turned ? columns - 1 - column : column;
    /* on the opposite side: half a turn, or mirrored at the axis half way there */
    return turned ? (columns + columns / 2 - column) % columns : (column + columns / 2) % columns;
}

static unsigned mirror_row(const struct comb_witness_panel *panel, unsigned row)
{
    bool turned = panel->symmetry == COMB_WITNESS_VERTICAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    return turned ? comb_witness_rows(panel) - 1 - row : row;
}

void comb_witness_verify_mirrored(unsigned out[2], const struct comb_witness_panel *panel, const unsigned at[2])
{
    unsigned column = mirror_column(panel, at[0]), row = mirror_row(panel, at[1]);
    out[0] = column;
    out[1] = row;
}

/* Checks and marks the mirror image of a node or edge of the line. */
static int draw_mirrored(struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    unsigned to_column = mirror_column(drawn->panel, column);
    unsigned to_row = mirror_row(drawn->panel, row);
    uint8_t *mark = &drawn->on_line[comb_witness_place_number(drawn->panel, to_column, to_row)];
    uint8_t half = drawn->on_line[comb_witness_place_number(drawn->panel, column, row)] & COMB_WITNESS_HALF;
    bool node = column % 2 == 0 && row % 2 == 0;
    if (*mark & COMB_WITNESS_ON_LINE)
        return !node && !half ? COMB_OK /* its nodes meet, too */
                              : comb_witness_verify_report(drawn, "symmetry", location_at(to_column, to_row),
                                                           "the line and its mirror image meet at (%g,%g)",
                                                           to_column / 2.0, to_row / 2.0);
    if (blocks(drawn, to_column, to_row))
        return comb_witness_verify_report(drawn, "gap", location_at(to_column, to_row),
                                          node ? "the mirror image of the line reaches (%g,%g), where there is no node"
                                               : "the mirror image of the line cannot pass the edge at (%g,%g)",
                                          to_column / 2.0, to_row / 2.0);
    *mark |= COMB_WITNESS_ON_MIRROR | half;
    return COMB_OK;
}

static int draw_mirror(struct comb_witness_drawn *drawn)
{
    const struct comb_witness_panel *panel = drawn->panel;
    int code = COMB_OK;
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return COMB_OK;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel) && code == COMB_OK; column++)
            if (drawn->on_line[comb_witness_place_number(panel, column, row)] & COMB_WITNESS_ON_LINE)
                code = draw_mirrored(drawn, column, row);
    return code;
}

/* ---- regions ---- */

static bool on_board(const struct comb_witness_panel *panel, int column, int row)
{
    return column >= 0 && row >= 0 && column < (int)comb_witness_columns(panel) && row < (int)comb_witness_rows(panel);
}

unsigned comb_witness_verify_region_at(const struct comb_witness_drawn *drawn, int column, int row)
{
    column = comb_witness_verify_column(drawn->panel, column);
    if (!on_board(drawn->panel, column, row))
        return COMB_WITNESS_NO_REGION;
    assert(column % 2 == 1 && row % 2 == 1);
    return drawn->region[(unsigned)column / 2 + drawn->panel->width * ((unsigned)row / 2)];
}

enum { UNSEEN = COMB_WITNESS_NO_REGION - 1 };

struct flood {
    struct comb_witness_drawn *drawn;
    unsigned number;     /* given to the cells */
    bool through_absent; /* over absent edges, otherwise over edges that are on no line */
    unsigned stack[COMB_WITNESS_MAX_CELLS];
    unsigned height;
};

static bool crosses(const struct flood *flood, int column, int row)
{
    column = comb_witness_verify_column(flood->drawn->panel, column);
    unsigned place = comb_witness_place_number(flood->drawn->panel, (unsigned)column, (unsigned)row);
    if (flood->through_absent)
        return flood->drawn->panel->places[place].kind == COMB_WITNESS_ABSENT;
    return !flood->drawn->on_line[place] || flood->drawn->on_line[place] & COMB_WITNESS_HALF;
}

static void flood_cell(struct flood *flood, unsigned cell)
{
    if (flood->drawn->region[cell] != UNSEEN)
        return;
    flood->drawn->region[cell] = (uint16_t)flood->number;
    flood->stack[flood->height++] = cell;
}

static void flood_on(struct flood *flood)
{
    int width = (int)flood->drawn->panel->width;
    int height = (int)flood->drawn->panel->height;
    while (flood->height > 0) {
        int cell = (int)flood->stack[--flood->height];
        int x = cell % width, y = cell / width;
        for (unsigned side = 0; side < 4; side++) {
            int to_x = x + around[side][0], to_y = y + around[side][1];
            to_x = flood->drawn->panel->pillar ? (to_x + width) % width : to_x;
            if (to_x >= 0 && to_y >= 0 && to_x < width && to_y < height &&
                crosses(flood, 2 * x + 1 + around[side][0], 2 * y + 1 + around[side][1]))
                flood_cell(flood, (unsigned)(to_x + width * to_y));
        }
    }
}

/* Finds cells connected to the outside over absent edges. */
static void flood_outside(struct flood *flood)
{
    int width = (int)flood->drawn->panel->width;
    int height = (int)flood->drawn->panel->height;
    for (int x = 0; x < width; x++) {
        if (crosses(flood, 2 * x + 1, 0))
            flood_cell(flood, (unsigned)x);
        if (crosses(flood, 2 * x + 1, 2 * height))
            flood_cell(flood, (unsigned)(x + width * (height - 1)));
    }
    for (int y = 0; y < height && !flood->drawn->panel->pillar; y++) {
        if (crosses(flood, 0, 2 * y + 1))
            flood_cell(flood, (unsigned)(width * y));
        if (crosses(flood, 2 * width, 2 * y + 1))
            flood_cell(flood, (unsigned)(width - 1 + width * y));
    }
    flood_on(flood);
}

static void find_regions(struct comb_witness_drawn *drawn)
{
    const struct comb_witness_panel *panel = drawn->panel;
    unsigned cells = panel->width * panel->height;
    struct flood flood = {.drawn = drawn, .number = COMB_WITNESS_NO_REGION, .through_absent = true};
    for (unsigned cell = 0; cell < cells; cell++)
        drawn->region[cell] = UNSEEN;
    if (drawn->rules.set == COMB_WITNESS_GAME)
        flood_outside(&flood);
    for (unsigned cell = 0; cell < cells; cell++)
        if (comb_witness_at(panel, 2 * (cell % panel->width) + 1, 2 * (cell / panel->width) + 1)->kind ==
            COMB_WITNESS_ABSENT)
            drawn->region[cell] = COMB_WITNESS_NO_REGION;
    flood.through_absent = false;
    for (unsigned cell = 0; cell < cells; cell++)
        if (drawn->region[cell] == UNSEEN) {
            flood.number = drawn->regions++;
            flood_cell(&flood, cell);
            flood_on(&flood);
        }
}

/* ---- dots that belong to no region ---- */

static int check_dot(struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    unsigned mark = drawn->on_line[comb_witness_place_number(drawn->panel, column, row)];
    unsigned dot_colour = comb_witness_at(drawn->panel, column, row)->colour;
    if (!mark && comb_witness_verify_dot_region(drawn, column, row) == COMB_WITNESS_NO_REGION)
        return comb_witness_verify_report(drawn, "dot", location_at(column, row),
                                          "the dot at (%g,%g) is not on the line", column / 2.0, row / 2.0);
    unsigned colour = drawn->panel->line_colours[(mark & COMB_WITNESS_ON_LINE) == 0];
    if (!mark || colour == COMB_WITNESS_NO_COLOUR || dot_colour == COMB_WITNESS_NO_COLOUR || colour == dot_colour)
        return COMB_OK;
    return comb_witness_verify_report(drawn, "colour", location_at(column, row),
                                      "the %s dot at (%g,%g) is on the %s line", comb_witness_colour_name(dot_colour),
                                      column / 2.0, row / 2.0, comb_witness_colour_name(colour));
}

static int check_dots(struct comb_witness_drawn *drawn)
{
    const struct comb_witness_panel *panel = drawn->panel;
    int code = COMB_OK;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel) && code == COMB_OK; column++)
            if (comb_witness_has_dot(comb_witness_at(panel, column, row)) && !(column % 2 == 1 && row % 2 == 1))
                code = check_dot(drawn, column, row);
    return code;
}

/* ---- entry points ---- */

static int check_area(struct comb_witness_drawn *drawn, unsigned number)
{
    struct comb_witness_area area;
    comb_witness_verify_area_of(&area, drawn, number);
    int code = drawn->rules.set == COMB_WITNESS_WINDMILL ? comb_witness_verify_windmill_area(&area)
               : drawn->rules.set == COMB_WITNESS_TTWS   ? comb_witness_verify_ttws_area(&area)
                                                         : comb_witness_verify_game_area(&area);
    if (code != COMB_NO)
        return code;
    drawn->wrong = true;
    return drawn->violations ? comb_witness_verify_explain_area(&area) : COMB_OK;
}

int comb_witness_verify_region_alone(struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    drawn->rules.overhang |= drawn->rules.set == COMB_WITNESS_WINDMILL;
    drawn->regions = 0;
    find_regions(drawn);
    unsigned number = comb_witness_verify_region_at(drawn, (int)column, (int)row);
    int code = number == COMB_WITNESS_NO_REGION ? COMB_OK : check_area(drawn, number);
    return code != COMB_OK ? code : drawn->wrong ? COMB_NO : COMB_OK;
}

static int check_line(struct comb_witness_drawn *drawn, const unsigned (*nodes)[2], size_t count)
{
    int code = draw_line(drawn, nodes, count);
    if (code != COMB_OK || drawn->wrong)
        return code;
    code = check_ends(drawn, nodes, count);
    if (code == COMB_OK && !is_decided(drawn))
        code = draw_mirror(drawn);
    if (code != COMB_OK || drawn->wrong)
        return code; /* the regions of an incomplete line mean nothing */
    if (drawn->rules.tracks_join)
        comb_witness_verify_find_track_regions(drawn);
    else
        find_regions(drawn);
    code = check_dots(drawn);
    for (unsigned number = 0; number < drawn->regions && code == COMB_OK && !is_decided(drawn); number++)
        code = check_area(drawn, number);
    return code;
}

static int verdict(struct comb_witness_drawn *drawn, const unsigned (*nodes)[2], size_t count)
{
    drawn->rules.overhang |= drawn->rules.set == COMB_WITNESS_WINDMILL;
    int code = check_line(drawn, nodes, count);
    if (code != COMB_OK)
        return code;
    return drawn->wrong ? COMB_NO : COMB_OK;
}

int comb_witness_verify_points(json_t *violations, const struct comb_witness_panel *panel,
                               const struct comb_witness_rules *rules, const unsigned (*points)[2], size_t count,
                               struct comb_job *job, struct comb_error *err)
{
    struct comb_witness_drawn drawn = {
        .panel = panel, .rules = *rules, .job = job, .violations = violations, .err = err};
    return verdict(&drawn, points, count);
}

int comb_witness_verify_line(json_t *violations, const struct comb_witness_panel *panel,
                             const struct comb_witness_rules *rules, const unsigned (*nodes)[2], size_t count,
                             struct comb_job *job, struct comb_error *err)
{
    unsigned points[COMB_WITNESS_MAX_POINTS + 1][2];
    for (size_t i = 0; i < count && i < COMB_WITNESS_MAX_POINTS + 1; i++) {
        points[i][0] = 2 * nodes[i][0];
        points[i][1] = 2 * nodes[i][1];
    }
    return comb_witness_verify_points(violations, panel, rules, (const unsigned(*)[2])points, count, job, err);
}

int comb_witness_verify_cancelled(bool *cancelled, const struct comb_witness_panel *panel,
                                  const struct comb_witness_rules *rules, const unsigned (*points)[2], size_t count,
                                  struct comb_job *job, struct comb_error *err)
{
    size_t places = (size_t)comb_witness_columns(panel) * comb_witness_rows(panel);
    struct comb_witness_drawn drawn = {.panel = panel, .rules = *rules, .job = job, .cancelled = cancelled, .err = err};
    memset(cancelled, 0, places * sizeof *cancelled);
    return verdict(&drawn, points, count);
}
