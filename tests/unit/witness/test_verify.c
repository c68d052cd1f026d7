/* The verifier on random panels: the same verdict with and without messages; placements of pieces against trying
 * everything; eliminations against trying every set of symbols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/witness/verify/parts.h"
#include "unit/witness/panels.h"

#include <stdlib.h>

/* ---- messages ---- */

static bool in_range(const json_t *pair, unsigned columns, unsigned rows)
{
    json_int_t x = json_integer_value(json_array_get(pair, 0)), y = json_integer_value(json_array_get(pair, 1));
    return json_array_size(pair) == 2 && x >= 0 && y >= 0 && x < columns && y < rows;
}

/* The place is one of the places, and each is in the region. */
static void check_places(const json_t *region, const json_t *place, const json_t *places)
{
    bool among = !places;
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *one = json_array_get(places, i);
        bool inside = false;
        for (size_t cell = 0; cell < json_array_size(region); cell++)
            inside |= json_integer_value(json_array_get(one, 0)) ==
                          2 * json_integer_value(json_array_get(json_array_get(region, cell), 0)) + 1 &&
                      json_integer_value(json_array_get(one, 1)) ==
                          2 * json_integer_value(json_array_get(json_array_get(region, cell), 1)) + 1;
        assert_true(inside);
        among |= json_equal(one, place);
    }
    assert_true(among);
}

static void check_violation(const struct comb_witness_panel *panel, const json_t *violation, const char *rules)
{
    const json_t *place = json_object_get(violation, "place");
    const json_t *region = json_object_get(violation, "region");
    assert_string_equal(json_string_value(json_object_get(violation, "rules")), rules);
    assert_true(json_string_length(json_object_get(violation, "message")) > 10);
    assert_true(json_string_length(json_object_get(violation, "message")) < 250);
    assert_true(!place || in_range(place, comb_witness_columns(panel), comb_witness_rows(panel)));
    check_places(region, place, json_object_get(violation, "places"));
    assert_int_equal(json_array_size(region), json_array_size(json_object_get(violation, "cells")));
    for (size_t i = 0; i < json_array_size(region); i++)
        assert_true(in_range(json_array_get(region, i), panel->width, panel->height));
}

static size_t random_walk(unsigned nodes[][2], const struct comb_witness_panel *panel, struct comb_rng *rng)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    size_t count = 1;
    nodes[0][0] = (unsigned)comb_rng_below(rng, panel->width + 1);
    nodes[0][1] = (unsigned)comb_rng_below(rng, panel->height + 1);
    while (count < 12 && (count < 3 || comb_rng_below(rng, 8) != 0)) {
        const int *step = steps[comb_rng_below(rng, 4)];
        nodes[count][0] = nodes[count - 1][0] + (unsigned)step[0];
        nodes[count][1] = nodes[count - 1][1] + (unsigned)step[1];
        count++;
    }
    return count;
}

static int verdict_with_messages(const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                                 const unsigned (*nodes)[2], size_t count)
{
    json_t *violations = json_array();
    int told = comb_witness_verify_line(violations, panel, rules, nodes, count, NULL, NULL);
    int plain = comb_witness_verify_line(NULL, panel, rules, nodes, count, NULL, NULL);
    assert_int_equal(told, plain);
    assert_true(told == COMB_OK || told == COMB_NO);
    assert_int_equal(told == COMB_NO, json_array_size(violations) > 0);
    for (size_t i = 0; i < json_array_size(violations); i++)
        check_violation(panel, json_array_get(violations, i), comb_witness_rules_name(rules));
    json_decref(violations);
    return told;
}

/* Cycles through the rule sets; every other time regions under game join along tracks. */
static struct comb_witness_rules rules_by(uint64_t seed)
{
    return (struct comb_witness_rules){.set = (enum comb_witness_rule_set)(seed % 3),
                                       .overhang = seed / 3 % 2,
                                       .tracks_join = seed % 3 == COMB_WITNESS_GAME && seed / 6 % 2};
}

static void test_walks_have_messages(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (uint64_t seed = 0; seed < 3000; seed++) {
        struct comb_witness_panel *panel = witness_random_panel(seed, NULL);
        struct comb_witness_rules rules = rules_by(seed);
        unsigned nodes[16][2];
        size_t count = random_walk(nodes, panel, &rng);
        verdict_with_messages(panel, &rules, (const unsigned(*)[2])nodes, count);
        comb_witness_panel_free(panel);
    }
}

/* All walks from start to end, of panels with many symbols. */
struct walks {
    const struct comb_witness_panel *panel;
    struct comb_witness_rules rules;
    unsigned nodes[COMB_WITNESS_MAX_NODES][2];
    size_t count, right, wrong;
};

static void continue_walk(struct walks *walks, unsigned x, unsigned y)
{
    for (size_t i = 0; i < walks->count; i++)
        if (walks->nodes[i][0] == x && walks->nodes[i][1] == y)
            return;
    if (x > walks->panel->width || y > walks->panel->height)
        return;
    walks->nodes[walks->count][0] = x;
    walks->nodes[walks->count++][1] = y;
    if (comb_witness_at(walks->panel, 2 * x, 2 * y)->kind == COMB_WITNESS_END) {
        int code = verdict_with_messages(walks->panel, &walks->rules, (const unsigned(*)[2])walks->nodes, walks->count);
        *(code == COMB_OK ? &walks->right : &walks->wrong) += 1;
    }
    continue_walk(walks, x - 1, y);
    continue_walk(walks, x + 1, y);
    continue_walk(walks, x, y - 1);
    continue_walk(walks, x, y + 1);
    walks->count--;
}

static void test_lines_have_messages(void **state)
{
    (void)state;
    size_t right = 0, wrong = 0;
    for (uint64_t seed = 0; seed < 90; seed++) {
        struct witness_panel_options options = {.width = 2 + (seed & 1), .height = 2, .one_start = true};
        struct comb_witness_panel *panel = witness_random_panel(1000 + seed, &options);
        struct walks walks = {.panel = panel, .rules = rules_by(seed)};
        for (unsigned node = 0; node < (panel->width + 1) * (panel->height + 1); node++) {
            unsigned x = node % (panel->width + 1), y = node / (panel->width + 1);
            if (comb_witness_at(panel, 2 * x, 2 * y)->kind == COMB_WITNESS_START)
                continue_walk(&walks, x, y);
        }
        right += walks.right;
        wrong += walks.wrong;
        comb_witness_panel_free(panel);
    }
    assert_true(right > 100 && wrong > 100);
}

/* ---- placements ---- */

enum { SIDE = 17, MIDDLE = 7 }; /* of a plane, and the position of the board in it */

struct trial {
    struct comb_witness_drawn drawn;
    struct comb_witness_area area;
    struct comb_witness_placement_rules placing;
    int margin; /* how far off the board pieces are tried */
    int sums[SIDE][SIDE];
    bool covers[4][SIDE][SIDE]; /* by each piece */
};

static bool shape_holds(const struct comb_witness_shape *shape, unsigned turns, int x, int y)
{
    int width = shape->width, height = shape->height;
    for (; turns > 0; turns--) {
        /* the cell at (x, y) after a quarter turn was at (y, width' - 1 - x) */
        int before_x = y, before_y = (turns % 2 ? height : width) - 1 - x;
        x = before_x;
        y = before_y;
    }
    return x >= 0 && y >= 0 && x < width && y < height && (shape->rows[y] >> x & 1);
}

/* The rule for edges, literally. */
static bool edge_holds(const struct trial *trial, unsigned column, unsigned row)
{
    const struct comb_witness_drawn *drawn = &trial->drawn;
    bool upright = column % 2 == 0;
    int x = (int)(column / 2), y = (int)(row / 2), other_x = x - upright, other_y = y - !upright;
    int across = 0, room = 0;
    for (unsigned i = 0; i < trial->area.piece_count; i++) {
        bool first = trial->covers[i][MIDDLE + y][MIDDLE + x];
        bool second = trial->covers[i][MIDDLE + other_y][MIDDLE + other_x];
        if (trial->area.pieces[i]->negative)
            room += first || second;
        else
            across += first && second;
    }
    unsigned here = comb_witness_verify_region_at(drawn, 2 * x + 1, 2 * y + 1);
    unsigned there = comb_witness_verify_region_at(drawn, 2 * other_x + 1, 2 * other_y + 1);
    bool line = drawn->on_line[comb_witness_place_number(drawn->panel, column, row)];
    room += trial->placing.fill && here == 0 && there == 0 && !line;
    return across <= room;
}

static bool trial_holds(const struct trial *trial)
{
    const struct comb_witness_panel *panel = trial->drawn.panel;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool inside = x >= MIDDLE && y >= MIDDLE && x < MIDDLE + (int)panel->width &&
                          y < MIDDLE + (int)panel->height &&
                          trial->drawn.region[(unsigned)(x - MIDDLE) + panel->width * (unsigned)(y - MIDDLE)] == 0;
            if (trial->sums[y][x] != (trial->placing.fill && inside))
                return false;
        }
    for (unsigned row = 0; trial->placing.precise && row < comb_witness_rows(panel); row++)
        for (unsigned column = (row + 1) % 2; column < comb_witness_columns(panel); column += 2)
            if (!edge_holds(trial, column, row))
                return false;
    return true;
}

/* Places a piece with its box at (left, top) of the board; false if it may not be there. */
static bool place_piece(struct trial *trial, unsigned index, unsigned turns, int left, int top, int by)
{
    const struct comb_witness_thing *piece = trial->area.pieces[index];
    bool fine = true;
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            if (!shape_holds(piece->shape, turns, x, y))
                continue;
            int to_x = left + x, to_y = top + y;
            bool on_board = to_x >= 0 && to_y >= 0 && to_x < (int)trial->drawn.panel->width &&
                            to_y < (int)trial->drawn.panel->height;
            fine &= on_board || !trial->placing.bounded;
            trial->sums[MIDDLE + to_y][MIDDLE + to_x] += piece->negative ? -by : by;
            trial->covers[index][MIDDLE + to_y][MIDDLE + to_x] = by > 0;
        }
    return fine;
}

static bool try_everything(struct trial *trial, unsigned index)
{
    if (index == trial->area.piece_count)
        return trial_holds(trial);
    int width = (int)trial->drawn.panel->width, height = (int)trial->drawn.panel->height;
    for (unsigned turns = 0; turns < (trial->area.pieces[index]->free ? 4 : 1); turns++)
        for (int top = -trial->margin; top < height + trial->margin; top++)
            for (int left = -trial->margin; left < width + trial->margin; left++) {
                bool found = place_piece(trial, index, turns, left, top, 1) && try_everything(trial, index + 1);
                place_piece(trial, index, turns, left, top, -1);
                if (found)
                    return true;
            }
    return false;
}

/* Makes a random region with as many cells as yellow minus blue ones. */
static void random_region(struct trial *trial, unsigned cells, struct comb_rng *rng)
{
    unsigned all = trial->drawn.panel->width * trial->drawn.panel->height;
    for (unsigned cell = 0; cell < all; cell++) {
        bool mine = comb_rng_below(rng, all - cell) < cells - trial->area.cells;
        trial->drawn.region[cell] = mine ? 0 : COMB_WITNESS_NO_REGION;
        trial->area.cells += mine;
    }
}

/* Sets the pieces of the panel, a region, marks of a random line; false if the numbers of cells rule out a fit. */
static bool prepare_trial(struct trial *trial, struct comb_witness_panel *panel, struct comb_rng *rng)
{
    *trial = (struct trial){.drawn = {.panel = panel, .rules = {COMB_WITNESS_GAME, true}}};
    trial->area.drawn = &trial->drawn;
    for (unsigned place = 0; place < comb_witness_columns(panel) * comb_witness_rows(panel); place++) {
        trial->drawn.on_line[place] = comb_rng_below(rng, 6) == 0;
        if (panel->places[place].shape)
            trial->area.pieces[trial->area.piece_count++] = &panel->places[place];
    }
    struct comb_witness_sums sums = comb_witness_verify_sums_of(trial->area.pieces, trial->area.piece_count);
    trial->placing.fill = sums.yellow > sums.blue;
    if (sums.yellow == 0 || sums.yellow < sums.blue || sums.yellow - sums.blue > panel->width * panel->height)
        return false;
    random_region(trial, trial->placing.fill ? sums.yellow - sums.blue : 1, rng);
    return true;
}

static bool small_enough(const struct trial *trial)
{
    double work = 1;
    for (unsigned i = 0; i < trial->area.piece_count; i++)
        work *= (trial->area.pieces[i]->free ? 4 : 1) * (3.0 + 2 * trial->margin) * (3.0 + 2 * trial->margin);
    return work < 3e5;
}

static void compare_placements(size_t *found, size_t *none, struct trial *trial, int margin, bool precise)
{
    trial->margin = margin;
    trial->placing.bounded = margin == 0;
    trial->placing.precise = precise;
    if (margin == 0)
        trial->margin = 2; /* boxes have blank margins */
    if (!small_enough(trial))
        return;
    bool expected = try_everything(trial, 0);
    int code =
        comb_witness_verify_place_pieces(&trial->area, trial->area.pieces, trial->area.piece_count, &trial->placing);
    if (code != (expected ? COMB_OK : COMB_NO)) {
        witness_print(trial->drawn.panel);
        fail_msg("fill %d, bounded %d, precise %d: expected %d, got %d", trial->placing.fill, trial->placing.bounded,
                 precise, !expected, code);
    }
    *(expected ? found : none) += 1;
}

/* Panels with pieces only, few enough to try all their placements. */
static void test_placements_against_all(void **state)
{
    (void)state;
    struct comb_rng rng;
    size_t found[4] = {0}, none[4] = {0};
    comb_rng_seed(&rng, 7);
    for (uint64_t seed = 0; seed < 4000; seed++) {
        struct witness_panel_options options = {.width = 1 + (unsigned)(seed % 3),
                                                .height = 1 + (unsigned)(seed / 3 % 3),
                                                .no_squares = true,
                                                .no_stars = true,
                                                .no_triangles = true,
                                                .no_eliminations = true,
                                                .no_symmetry = true,
                                                .no_dots = true};
        struct comb_witness_panel *panel = witness_random_panel(seed, &options);
        struct trial trial;
        if (panel->shape_count <= 4 && prepare_trial(&trial, panel, &rng)) {
            compare_placements(&found[0], &none[0], &trial, 0, false);
            compare_placements(&found[1], &none[1], &trial, 0, true);
            compare_placements(&found[2], &none[2], &trial, 4, false);
            compare_placements(&found[3], &none[3], &trial, 4, true);
        }
        comb_witness_panel_free(panel);
    }
    for (unsigned i = 0; i < 4; i++)
        assert_true(found[i] > 50 && none[i] > 50);
}

/* ---- eliminations ---- */

/* Sets of symbols of an area as bits. */
struct errors {
    unsigned very_wrong, wrong;
};

static unsigned bits(unsigned set)
{
    return (unsigned)__builtin_popcount(set);
}

static unsigned symbols_of(const struct comb_witness_area *area, unsigned kind)
{
    unsigned set = 0;
    for (unsigned i = 0; i < area->symbol_count; i++)
        set |= (unsigned)(area->symbols[i].thing->kind == kind) << i;
    return set;
}

static unsigned of_colour(const struct comb_witness_area *area, unsigned colour)
{
    unsigned set = 0;
    for (unsigned i = 0; i < area->symbol_count; i++)
        set |= (unsigned)(area->symbols[i].colour == colour) << i;
    return set;
}

static bool set_fits(const struct comb_witness_area *area, unsigned set)
{
    const struct comb_witness_thing *pieces[COMB_WITNESS_MAX_CELLS];
    unsigned count = 0;
    for (unsigned i = 0; i < area->symbol_count; i++)
        if (set >> i & 1)
            pieces[count++] = area->symbols[i].thing;
    int code = area->drawn->rules.set == COMB_WITNESS_GAME ? comb_witness_verify_game_fits(area, pieces, count)
                                                           : comb_witness_verify_ttws_fits(area, pieces, count);
    assert_true(code == COMB_OK || code == COMB_NO);
    return code == COMB_OK;
}

static struct errors errors_without(const struct comb_witness_area *area, unsigned removed)
{
    struct errors errors = {0};
    unsigned squares = symbols_of(area, COMB_WITNESS_SQUARE) & ~removed;
    unsigned pieces = symbols_of(area, COMB_WITNESS_POLYOMINO) & ~removed;
    for (unsigned i = 0; i < area->symbol_count; i++) {
        const struct comb_witness_symbol *symbol = &area->symbols[i];
        unsigned alike = of_colour(area, symbol->colour) & ~removed;
        if (removed >> i & 1)
            continue;
        if (symbol->wrong || (symbol->thing->kind == COMB_WITNESS_STAR && bits(alike) == 1))
            errors.very_wrong |= 1u << i;
        if ((symbol->thing->kind == COMB_WITNESS_STAR && bits(alike) > 2) ||
            (symbol->thing->kind == COMB_WITNESS_SQUARE && (squares & ~alike) != 0))
            errors.wrong |= 1u << i;
    }
    /* one square of another colour makes all squares wrong, including those of its own colour */
    if (errors.wrong & squares)
        errors.wrong |= squares;
    if (pieces && !set_fits(area, pieces))
        errors.wrong |= pieces;
    return errors;
}

static bool game_by_sets(const struct comb_witness_area *area)
{
    unsigned ys = symbols_of(area, COMB_WITNESS_ELIMINATION);
    struct errors first = errors_without(area, 0);
    int spare = (int)bits(ys) - (int)bits(first.very_wrong) - (int)area->dots;
    if (spare < 0)
        return false;
    for (unsigned set = 0; set < 1u << area->symbol_count; set++) {
        if ((set & ~first.wrong) || (int)bits(set) > spare || (spare - (int)bits(set)) % 2 != 0)
            continue;
        struct errors left = errors_without(area, set | first.very_wrong | ys);
        if (!left.very_wrong && !left.wrong)
            return true;
    }
    return false;
}

/* Counts the squares and stars that go if these pieces and the squares of one colour stay. */
static int ttws_dropped(const struct comb_witness_area *area, unsigned pieces, unsigned keep)
{
    unsigned squares = symbols_of(area, COMB_WITNESS_SQUARE), stars = symbols_of(area, COMB_WITNESS_STAR);
    unsigned kept = squares & of_colour(area, keep), right_triangles = 0, dropped = bits(squares & ~kept);
    for (unsigned i = 0; i < area->symbol_count; i++)
        if (area->symbols[i].thing->kind == COMB_WITNESS_TRIANGLE && !area->symbols[i].wrong)
            right_triangles |= 1u << i;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned fixed = bits((pieces | kept | right_triangles) & of_colour(area, colour));
        unsigned count = bits(stars & of_colour(area, colour));
        if (count == 1 && fixed != 1)
            dropped += 1;
        if (count >= 2 && fixed != 0)
            dropped += 2;
    }
    return (int)dropped;
}

static bool ttws_by_sets(const struct comb_witness_area *area)
{
    unsigned pieces = symbols_of(area, COMB_WITNESS_POLYOMINO), squares = symbols_of(area, COMB_WITNESS_SQUARE);
    int left = (int)area->eliminations - (int)area->dots - (int)area->wrong_triangles;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++)
        left -= area->stars[colour] > 2 ? (int)area->stars[colour] - 2 : 0;
    for (unsigned set = 0; left >= 0 && set < 1u << area->symbol_count; set++)
        for (unsigned keep = 0; keep < COMB_WITNESS_COLOURS; keep++) {
            bool choice = squares ? (squares & of_colour(area, keep)) != 0 : keep == 0;
            if (!(set & ~pieces) && choice && (int)bits(set) + ttws_dropped(area, pieces & ~set, keep) == left &&
                set_fits(area, pieces & ~set))
                return true;
        }
    return false;
}

static void test_eliminations_against_all_sets(void **state)
{
    (void)state;
    struct comb_rng rng;
    size_t right = 0, wrong = 0;
    comb_rng_seed(&rng, 3);
    for (uint64_t seed = 0; seed < 20000; seed++) {
        struct witness_panel_options options = {.width = 2 + (unsigned)(seed % 2),
                                                .height = 2 + (unsigned)(seed / 2 % 2)};
        struct comb_witness_panel *panel = witness_random_panel(seed, &options);
        struct comb_witness_drawn drawn = {
            .panel = panel,
            .rules = {.set = seed % 5 < 3 ? COMB_WITNESS_GAME : COMB_WITNESS_TTWS, .overhang = seed % 7 < 3}};
        struct comb_witness_area area;
        bool game = drawn.rules.set == COMB_WITNESS_GAME;
        for (unsigned place = 0; place < COMB_WITNESS_MAX_PLACES; place++)
            drawn.on_line[place] = comb_rng_below(&rng, 4) == 0;
        comb_witness_verify_area_of(&area, &drawn, 0);
        area.dots = (unsigned)(area.eliminations ? comb_rng_below(&rng, 2) : 0);
        int code = game ? comb_witness_verify_game_area(&area) : comb_witness_verify_ttws_area(&area);
        if (code != ((game ? game_by_sets(&area) : ttws_by_sets(&area)) ? COMB_OK : COMB_NO)) {
            witness_print(panel);
            fail_msg("%s, %u dots: got %d", comb_witness_rules_name(&drawn.rules), area.dots, code);
        }
        *(code == COMB_OK ? &right : &wrong) += area.eliminations > 0;
        comb_witness_panel_free(panel);
    }
    assert_true(right > 500 && wrong > 500);
}
