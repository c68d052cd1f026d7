/* What the verifier reports as eliminated, against a slow reference that knows nothing about its choices: it removes
 * the reported symbols and all elimination marks from the panel and checks whether the line is right on the rest.
 *
 *     every rule set   a region loses as many symbols as it has marks; dots and triangles only if they are wrong by
 *                      themselves; of equal symbols the later ones
 *     ttws, game       the rest is right. game: marks are reported in pairs; squares, stars and pieces go only if they
 *                      were wrong while everything was present
 *     windmill         the rest is right except for the stars, which count what was dropped before: as many go as the
 *                      count of all symbols of their colour says. The squares of the last colour in text order stay;
 *                      none of the pieces go, or all, or one */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/witness/text/windmill.h"
#include "unit/witness/panels.h"

#include <stdlib.h>

static const struct comb_witness_rules ALL_RULES[] = {
    {.set = COMB_WITNESS_WINDMILL, .overhang = true},
    {.set = COMB_WITNESS_TTWS},
    {.set = COMB_WITNESS_GAME},
    {.set = COMB_WITNESS_GAME, .overhang = true},
};

enum { RULE_SETS = sizeof ALL_RULES / sizeof *ALL_RULES };

struct trial {
    const struct comb_witness_panel *panel;
    struct comb_witness_rules rules;
    unsigned nodes[COMB_WITNESS_MAX_NODES][2];
    unsigned count;
    bool reported[COMB_WITNESS_MAX_PLACES];
    unsigned region[COMB_WITNESS_MAX_CELLS]; /* its first cell */
};

static const unsigned nowhere = COMB_WITNESS_MAX_CELLS;

#define EXPECT(trial, truth)                                                                                           \
    do {                                                                                                               \
        if (!(truth)) {                                                                                                \
            witness_print((trial)->panel);                                                                             \
            fail_msg("%s rules: failed: %s", comb_witness_rules_name(&(trial)->rules), #truth);                        \
        }                                                                                                              \
    } while (0)

static unsigned places_of(const struct trial *trial)
{
    return comb_witness_columns(trial->panel) * comb_witness_rows(trial->panel);
}

/* ---- regions ---- */

static void draw_edges(bool *on_line, const struct trial *trial)
{
    const struct comb_witness_panel *panel = trial->panel;
    bool across = panel->symmetry == COMB_WITNESS_HORIZONTAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    bool down = panel->symmetry == COMB_WITNESS_VERTICAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    unsigned columns = comb_witness_columns(panel), rows = comb_witness_rows(panel);
    for (unsigned i = 1; i < trial->count; i++) {
        unsigned column = trial->nodes[i - 1][0] + trial->nodes[i][0];
        unsigned row = trial->nodes[i - 1][1] + trial->nodes[i][1];
        on_line[column + columns * row] = true;
        on_line[(across ? columns - 1 - column : column) + columns * (down ? rows - 1 - row : row)] = true;
    }
}

/* Lowers the region of a cell to that of its neighbour; returns whether that changed anything. */
static bool join(struct trial *trial, const bool *on_line, unsigned column, unsigned row, unsigned across)
{
    unsigned width = trial->panel->width, cell = column / 2 + width * (row / 2);
    unsigned down = 1 - across, to_column = column + 2 * across, to_row = row + 2 * down;
    if (to_column >= comb_witness_columns(trial->panel) || to_row >= comb_witness_rows(trial->panel))
        return false;
    unsigned other = to_column / 2 + width * (to_row / 2);
    if (on_line[column + across + comb_witness_columns(trial->panel) * (row + down)] ||
        trial->region[cell] == nowhere || trial->region[other] == nowhere ||
        trial->region[cell] == trial->region[other])
        return false;
    unsigned min = trial->region[cell] < trial->region[other] ? trial->region[cell] : trial->region[other];
    trial->region[cell] = trial->region[other] = min;
    return true;
}

static void find_regions(struct trial *trial)
{
    bool on_line[COMB_WITNESS_MAX_PLACES] = {false}, more = true;
    unsigned width = trial->panel->width;
    draw_edges(on_line, trial);
    for (unsigned cell = 0; cell < width * trial->panel->height; cell++) {
        unsigned kind = comb_witness_at(trial->panel, 2 * (cell % width) + 1, 2 * (cell / width) + 1)->kind;
        trial->region[cell] = kind == COMB_WITNESS_ABSENT ? nowhere : cell;
    }
    while (more) {
        more = false;
        for (unsigned row = 1; row < comb_witness_rows(trial->panel); row += 2)
            for (unsigned column = 1; column < comb_witness_columns(trial->panel); column += 2)
                for (unsigned across = 0; across < 2; across++)
                    more |= join(trial, on_line, column, row, across);
    }
}

/* Returns the region of a symbol; for a dot off the line that of any cell it touches. */
static unsigned region_of(const struct trial *trial, unsigned place)
{
    int columns = (int)comb_witness_columns(trial->panel), rows = (int)comb_witness_rows(trial->panel);
    int column = (int)place % columns, row = (int)place / columns;
    for (int y = row - (row % 2 == 0); y <= row + (row % 2 == 0); y += 2)
        for (int x = column - (column % 2 == 0); x <= column + (column % 2 == 0); x += 2) {
            bool inside = x >= 0 && y >= 0 && x < columns && y < rows;
            unsigned region = inside ? trial->region[x / 2 + (int)trial->panel->width * (y / 2)] : nowhere;
            if (region != nowhere)
                return region;
        }
    return nowhere;
}

/* ---- counting ---- */

static unsigned colour_of(const struct trial *trial, unsigned place)
{
    const struct comb_witness_thing *thing = &trial->panel->places[place];
    bool written = thing->colour && trial->rules.set == COMB_WITNESS_GAME;
    bool empty = thing->shape && comb_witness_shape_size(thing->shape) == 0;
    switch (thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->colour;
    case COMB_WITNESS_ELIMINATION:
        return written ? thing->colour : COMB_WITNESS_WHITE;
    case COMB_WITNESS_TRIANGLE:
        return written ? thing->colour : COMB_WITNESS_ORANGE;
    case COMB_WITNESS_POLYOMINO:
        return empty && trial->rules.set == COMB_WITNESS_GAME ? COMB_WITNESS_NO_COLOUR
               : written                                      ? thing->colour
               : thing->negative                              ? COMB_WITNESS_BLUE
                                                              : COMB_WITNESS_YELLOW;
    default:
        return COMB_WITNESS_NO_COLOUR;
    }
}

enum { ANY = 255 };

/* Counts symbols of a kind and colour in a region, all of them or only the reported ones. */
static unsigned count_of(const struct trial *trial, unsigned region, unsigned kind, unsigned colour, bool reported)
{
    unsigned count = 0;
    for (unsigned place = 0; place < places_of(trial); place++) {
        const struct comb_witness_thing *thing = &trial->panel->places[place];
        bool kind_fits = kind == ANY ? thing->kind >= COMB_WITNESS_DOT : thing->kind == kind;
        bool colour_fits = colour == ANY || (colour && colour_of(trial, place) == colour);
        count += kind_fits && colour_fits && (!reported || trial->reported[place]) && region_of(trial, place) == region;
    }
    return count;
}

/* ---- panels with symbols removed ---- */

typedef bool stays(const struct trial *trial, unsigned place, unsigned about);

static bool right_with(const struct trial *trial, stays *stay, unsigned about)
{
    struct comb_witness_panel *left;
    assert_int_equal(comb_witness_panel_copy(&left, trial->panel, 0, NULL), COMB_OK);
    for (unsigned place = 0; place < places_of(trial); place++)
        if (left->places[place].kind >= COMB_WITNESS_DOT && !stay(trial, place, about))
            left->places[place] = (struct comb_witness_thing){0};
    bool right = witness_is_right(left, &trial->rules, (const unsigned(*)[2])trial->nodes, trial->count);
    comb_witness_panel_free(left);
    return right;
}

static bool is_left(const struct trial *trial, unsigned place, unsigned without)
{
    unsigned kind = trial->panel->places[place].kind;
    return !trial->reported[place] && kind != COMB_WITNESS_ELIMINATION && kind != without;
}

static bool is_this(const struct trial *trial, unsigned place, unsigned other)
{
    (void)trial;
    return place == other;
}

static bool is_piece_in(const struct trial *trial, unsigned place, unsigned region)
{
    return trial->panel->places[place].kind == COMB_WITNESS_POLYOMINO && region_of(trial, place) == region;
}

/* ---- checks ---- */

static void check_symbol(const struct trial *trial, unsigned place)
{
    const struct comb_witness_thing *thing = &trial->panel->places[place];
    EXPECT(trial, thing->kind >= COMB_WITNESS_DOT);
    EXPECT(trial, thing->kind != COMB_WITNESS_ELIMINATION || trial->rules.set == COMB_WITNESS_GAME);
    if (thing->kind == COMB_WITNESS_DOT || thing->kind == COMB_WITNESS_TRIANGLE)
        EXPECT(trial, !right_with(trial, is_this, place));
}

static void check_windmill_stars(const struct trial *trial, unsigned region)
{
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned stars = count_of(trial, region, COMB_WITNESS_STAR, colour, false);
        unsigned all = count_of(trial, region, ANY, colour, false);
        unsigned expected = all == 2 ? 0 : stars < 2 || all - 2 > stars ? stars : all - 2;
        EXPECT(trial, count_of(trial, region, COMB_WITNESS_STAR, colour, true) == expected);
    }
}

static void check_windmill_squares(const struct trial *trial, unsigned region)
{
    char last[32] = "", text[32];
    unsigned stay = 0;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned squares = count_of(trial, region, COMB_WITNESS_SQUARE, colour, false);
        snprintf(text, sizeof text, "%u,%u", squares, colour);
        if (squares > 0 && strcmp(text, last) > 0) {
            memcpy(last, text, sizeof last);
            stay = colour;
        }
    }
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++)
        EXPECT(trial, count_of(trial, region, COMB_WITNESS_SQUARE, colour, true) ==
                          (colour == stay ? 0 : count_of(trial, region, COMB_WITNESS_SQUARE, colour, false)));
}

static void check_windmill_region(const struct trial *trial, unsigned region)
{
    unsigned pieces = count_of(trial, region, COMB_WITNESS_POLYOMINO, ANY, false);
    unsigned reported = count_of(trial, region, COMB_WITNESS_POLYOMINO, ANY, true);
    check_windmill_stars(trial, region);
    check_windmill_squares(trial, region);
    EXPECT(trial, reported <= 1 || reported == pieces);
    EXPECT(trial, reported == 0 || !right_with(trial, is_piece_in, region));
}

static void check_game_region(const struct trial *trial, unsigned region)
{
    unsigned colours = 0;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        colours += count_of(trial, region, COMB_WITNESS_SQUARE, colour, false) > 0;
        EXPECT(trial, count_of(trial, region, COMB_WITNESS_STAR, colour, true) == 0 ||
                          count_of(trial, region, ANY, colour, false) != 2);
    }
    EXPECT(trial, colours > 1 || count_of(trial, region, COMB_WITNESS_SQUARE, ANY, true) == 0);
    EXPECT(trial, count_of(trial, region, COMB_WITNESS_ELIMINATION, ANY, true) % 2 == 0);
    EXPECT(trial,
           count_of(trial, region, COMB_WITNESS_POLYOMINO, ANY, true) == 0 || !right_with(trial, is_piece_in, region));
}

/* In the game, cells open to the outside are in no region; the reference does not support them and skips such
 * panels. */
static bool may_be_open(const struct trial *trial)
{
    for (unsigned place = 0; place < places_of(trial); place++)
        if (trial->panel->places[place].kind == COMB_WITNESS_ABSENT)
            return trial->rules.set == COMB_WITNESS_GAME;
    return false;
}

/* Of equal squares and stars the later ones go. */
static void check_order(const struct trial *trial)
{
    for (unsigned place = 0; place < places_of(trial); place++) {
        const struct comb_witness_thing *thing = &trial->panel->places[place];
        bool plain = thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR;
        for (unsigned later = place + 1; plain && trial->reported[place] && later < places_of(trial); later++)
            EXPECT(trial, trial->reported[later] || trial->panel->places[later].kind != thing->kind ||
                              trial->panel->places[later].colour != thing->colour ||
                              region_of(trial, later) != region_of(trial, place));
    }
}

static void check_regions(const struct trial *trial)
{
    check_order(trial);
    for (unsigned region = 0; region < trial->panel->width * trial->panel->height; region++) {
        unsigned marks = count_of(trial, region, COMB_WITNESS_ELIMINATION, ANY, false);
        if (trial->region[region] != region || marks == 0)
            continue;
        EXPECT(trial, count_of(trial, region, ANY, ANY, true) == marks);
        if (trial->rules.set == COMB_WITNESS_WINDMILL)
            check_windmill_region(trial, region);
        if (trial->rules.set == COMB_WITNESS_GAME)
            check_game_region(trial, region);
    }
}

/* Returns whether anything was reported. */
static bool check_line(const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                       const struct comb_witness_line *line)
{
    struct trial trial = {.panel = panel, .rules = *rules, .count = line->count};
    bool again[COMB_WITNESS_MAX_PLACES], any = false;
    for (unsigned i = 0; i < line->count; i++) {
        trial.nodes[i][0] = line->nodes[i] % (panel->width + 1);
        trial.nodes[i][1] = line->nodes[i] / (panel->width + 1);
    }
    unsigned points[COMB_WITNESS_MAX_POINTS][2];
    for (unsigned i = 0; i < line->count; i++) {
        points[i][0] = 2 * trial.nodes[i][0];
        points[i][1] = 2 * trial.nodes[i][1];
    }
    const unsigned(*nodes)[2] = (const unsigned(*)[2])points;
    assert_int_equal(comb_witness_verify_cancelled(trial.reported, panel, rules, nodes, line->count, NULL, NULL),
                     COMB_OK);
    assert_int_equal(comb_witness_verify_cancelled(again, panel, rules, nodes, line->count, NULL, NULL), COMB_OK);
    assert_memory_equal(again, trial.reported, places_of(&trial) * sizeof *again);
    find_regions(&trial);
    for (unsigned place = 0; place < places_of(&trial); place++)
        if (trial.reported[place]) {
            check_symbol(&trial, place);
            any = true;
        }
    EXPECT(&trial, right_with(&trial, is_left, rules->set == COMB_WITNESS_WINDMILL ? COMB_WITNESS_STAR : ANY));
    if (!may_be_open(&trial))
        check_regions(&trial);
    return any;
}

static bool has_eliminations(const struct comb_witness_panel *panel)
{
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        if (panel->places[i].kind == COMB_WITNESS_ELIMINATION)
            return true;
    return false;
}

/* ---- random panels, every line ---- */

static void test_remainder_of_small_panels_is_right(void **state)
{
    (void)state;
    unsigned reported[RULE_SETS] = {0};
    for (uint64_t seed = 70000; seed < 74000; seed++) {
        struct comb_witness_panel *panel = witness_random_panel(seed, NULL);
        for (unsigned i = 0; i < RULE_SETS && has_eliminations(panel); i++) {
            struct witness_twin twin = witness_twin_solve(panel, &ALL_RULES[i]);
            for (size_t k = 0; k < twin.count && k < 20; k++)
                reported[i] += check_line(panel, &ALL_RULES[i], &twin.items[k]);
            witness_twin_free(&twin);
        }
        comb_witness_panel_free(panel);
    }
    for (unsigned i = 0; i < RULE_SETS; i++)
        assert_true(reported[i] > 300);
}

/* ---- published panels, one line each ---- */

static unsigned check_published(struct comb_context *context, const struct comb_witness_panel *panel,
                                const struct comb_witness_rules *rules)
{
    struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_witness_outcome out;
    struct comb_job_setup setup = {.context = context, .threads = 1, .time_limit = 0.05};
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    int code = comb_witness_search(&out, &(struct comb_witness_task){.graph = graph, .rules = *rules}, job, NULL);
    assert_true(code == COMB_OK || code == COMB_LIMIT);
    unsigned reported = out.lines > 0 && check_line(panel, rules, &out.line);
    comb_job_free(job);
    comb_witness_graph_free(graph);
    return reported;
}

static void test_shared_remainder_of_published_panels_is_right(void **state)
{
    static char text[1 << 16];
    struct comb_context *context;
    unsigned reported[RULE_SETS] = {0};
    FILE *file = fopen("../shared/data/windmill/windmill_puzzles.txt", "r");
    (void)state;
    if (!file) {
        print_message("skipped: ../shared/data/windmill/windmill_puzzles.txt is not there\n");
        skip();
    }
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    while (fgets(text, sizeof text, file)) {
        struct comb_witness_panel *panel;
        if (comb_witness_windmill_read(&panel, text, strcspn(text, "\r\n"), NULL) != COMB_OK)
            continue;
        for (unsigned i = 0; i < RULE_SETS && has_eliminations(panel); i++)
            reported[i] += check_published(context, panel, &ALL_RULES[i]);
        comb_witness_panel_free(panel);
    }
    fclose(file);
    comb_context_free(context);
    for (unsigned i = 0; i < RULE_SETS; i++)
        assert_true(reported[i] > 50);
}

/* ---- hand-made panels ---- */

static void expect(const char *cells, const char *rules, const char *expected)
{
    static const char *const names[] = {"windmill", "ttws", "game"};
    struct comb_witness_panel *panel;
    struct comb_buf text = {0};
    struct comb_witness_rules set = {0};
    json_t *path = json_loads("[[0,0],[0,1]]", 0, NULL), *found;
    comb_buf_printf(&text, "S - + - + - + - +\n%s\nE - + - + - + - +", cells);
    assert_int_equal(comb_witness_text_read(&panel, comb_buf_text(&text), text.length, NULL), COMB_OK);
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(rules, names[i]) == 0)
            set.set = (enum comb_witness_rule_set)i;
    assert_int_equal(comb_witness_cancelled(&found, panel, &set, path, NULL, NULL), COMB_OK);
    char *reported = found ? json_dumps(found, JSON_COMPACT) : NULL;
    assert_string_equal(reported ? reported : "", expected);
    free(reported);
    json_decref(found);
    json_decref(path);
    comb_buf_free(&text);
    comb_witness_panel_free(panel);
}

static void test_reports_the_same_choice_every_time(void **state)
{
    (void)state;
    expect("| sq:red | sq:red | sq:blue | Y |", "game", "[[5,1]]");
    expect("| sq:red | sq:blue | . | Y |", "windmill", "[[1,1]]"); /* blue is the last of "1,6" and "1,8" */
    expect("| Y | star:red | star:red | star:red |", "ttws", "[[7,1]]");
    expect("| Y | star:white | . | tri:3 |", "windmill", "[[7,1]]"); /* the mark counts as white */
    expect("| Y | Y | Y | tri:3 |", "game", "[[3,1],[5,1],[7,1]]");
    expect("| Y | poly:# | poly:# | poly:### |", "ttws", "[[5,1]]");
    expect("| Y | . | . | . o", "game", "[[8,1]]");
    expect("| Y | . | . | . |", "game", "");
    expect("| . | . | . | . |", "game", "");
}
