#include <cmocka.h>

#include "base/text.h"
#include "demo_scenes.h"
#include "golden.h"
#include "grid/render.h"

static const struct comb_terminal_style unicode_style = {.unicode = true, .width = 80};
static const struct comb_terminal_style ascii_style = {.width = 80};

/* Renders, compares and frees the scene. */
static void check_rendering(struct comb_scene *scene, const struct comb_terminal_style *style, const char *name)
{
    struct comb_buf out = {0};
    assert_int_equal(comb_render_terminal(&out, scene, style, NULL), COMB_OK);
    check_golden(&out, name);
    comb_buf_free(&out);
    comb_scene_free(scene);
}

static void test_pointy_hexagons_with_a_word(void **state)
{
    (void)state;
    check_rendering(demo_hexhunt(), &unicode_style, "hexhunt.txt");
    check_rendering(demo_hexhunt(), &ascii_style, "hexhunt-ascii.txt");
}

static void test_squares_with_values_and_badges(void **state)
{
    (void)state;
    check_rendering(demo_ruzzle(), &unicode_style, "ruzzle.txt");
    check_rendering(demo_ruzzle(), &ascii_style, "ruzzle-ascii.txt");
}

static void test_a_narrow_terminal_gets_a_smaller_board(void **state)
{
    (void)state;
    const struct comb_terminal_style narrow = {.unicode = true, .width = 20};
    check_rendering(demo_ruzzle(), &narrow, "ruzzle-narrow.txt");
    check_rendering(demo_witness(), &narrow, "witness-narrow.txt");
}

static void test_flat_hexagons_of_two_players(void **state)
{
    (void)state;
    check_rendering(demo_hexicon(), &unicode_style, "hexicon.txt");
    check_rendering(demo_hexicon(), &ascii_style, "hexicon-ascii.txt");
}

static void test_flat_hexagons_with_line_hints(void **state)
{
    (void)state;
    check_rendering(demo_hexcells(), &unicode_style, "hexcells.txt");
    check_rendering(demo_hexcells(), &ascii_style, "hexcells-ascii.txt");
}

static void test_a_panel_with_symbols_and_a_line(void **state)
{
    (void)state;
    check_rendering(demo_witness(), &unicode_style, "witness.txt");
    check_rendering(demo_witness(), &ascii_style, "witness-ascii.txt");
}

static void test_colours(void **state)
{
    (void)state;
    struct comb_terminal_style style = {.unicode = true, .width = 80, .colours = COMB_TERMINAL_TRUE};
    check_rendering(demo_hexicon(), &style, "hexicon-true.txt");
    style.background = COMB_BACKGROUND_LIGHT;
    check_rendering(demo_hexicon(), &style, "hexicon-true-light.txt");
    style.colours = COMB_TERMINAL_256;
    style.background = COMB_BACKGROUND_DARK;
    check_rendering(demo_witness(), &style, "witness-256-dark.txt");
    style.colours = COMB_TERMINAL_16;
    style.background = COMB_BACKGROUND_UNKNOWN;
    check_rendering(demo_hexcells(), &style, "hexcells-16.txt");
}

/* Without escape sequences, a coloured board equals the plain board. */
static void test_colours_do_not_change_the_text(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_hexhunt();
    struct comb_terminal_style style = {.unicode = true, .width = 80};
    struct comb_buf plain = {0};
    assert_int_equal(comb_render_terminal(&plain, scene, &style, NULL), COMB_OK);
    for (int colours = COMB_TERMINAL_16; colours <= COMB_TERMINAL_TRUE; colours++) {
        struct comb_buf coloured = {0};
        struct comb_buf stripped = {0};
        style.colours = (enum comb_terminal_colours)colours;
        assert_int_equal(comb_render_terminal(&coloured, scene, &style, NULL), COMB_OK);
        assert_non_null(strstr(coloured.data, "\033["));
        for (const char *c = coloured.data; *c; c++) {
            if (*c == '\033')
                c = strchr(c, 'm');
            else
                comb_buf_char(&stripped, *c);
        }
        assert_string_equal(comb_buf_text(&stripped), plain.data);
        comb_buf_free(&coloured);
        comb_buf_free(&stripped);
    }
    comb_buf_free(&plain);
    comb_scene_free(scene);
}

/* Cells with every mark that a plain terminal must show: on a letter, on a cell without text, and on a text that fills
 * its cell. */
static struct comb_scene *marked_cells(enum comb_scene_kind kind)
{
    static const unsigned marks[] = {0,
                                     COMB_MARK_TARGET,
                                     COMB_MARK_REASON,
                                     COMB_MARK_CONSIDERED,
                                     COMB_MARK_CLAIM,
                                     COMB_MARK_CLEAR,
                                     COMB_MARK_UNCERTAIN,
                                     COMB_MARK_FOCUS,
                                     COMB_MARK_WRONG};
    static const enum comb_role roles[] = {COMB_ROLE_TILE, COMB_ROLE_HIDDEN, COMB_ROLE_CELL_BLACK, COMB_ROLE_RED};
    static const char *const texts[] = {"A", "", "-3-", "A"};
    struct comb_scene *scene = demo_begin(kind, "", "");
    for (int row = 0; row < 4; row++) {
        for (int i = 0; i < 9; i++) {
            struct comb_point at = {i, row};
            if (kind == COMB_SCENE_HEX_FLAT)
                at.y = 2 * row + i % 2;
            else if (kind == COMB_SCENE_HEX_POINTY)
                at.x = 2 * i + row % 2;
            comb_scene_cell(
                scene, (struct comb_scene_cell){.at = at, .text = texts[row], .role = roles[row], .marks = marks[i]});
        }
    }
    return demo_end(scene);
}

static void test_marks_are_visible_without_colour(void **state)
{
    (void)state;
    check_rendering(marked_cells(COMB_SCENE_SQUARE), &unicode_style, "marks.txt");
    check_rendering(marked_cells(COMB_SCENE_HEX_POINTY), &unicode_style, "marks-pointy.txt");
    check_rendering(marked_cells(COMB_SCENE_HEX_FLAT), &unicode_style, "marks-flat.txt");
}

/* Tiles of two letters, a hole, crossing diagonals and a path of ten cells: the board widens for its texts. */
static void test_wide_texts_holes_and_crossings(void **state)
{
    (void)state;
    static const struct comb_point word[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}, {0, 2},
                                             {1, 2}, {2, 1}, {3, 2}, {3, 1}, {3, 0}};
    struct comb_scene *scene = demo_begin(COMB_SCENE_SQUARE, "", "");
    for (int i = 0; i < 12; i++) {
        if (i != 2)
            comb_scene_cell(scene, (struct comb_scene_cell){.at = {i % 4, i / 4}, .text = i % 5 ? "E" : "QU"});
    }
    comb_scene_path(
        scene, (struct comb_scene_path){.points = word, .count = 10, .role = COMB_ROLE_PATH, .flags = COMB_PATH_STEPS});
    check_rendering(demo_end(scene), &unicode_style, "crossings.txt");
}

/* Flat-top cells, where all small texts share the lower border, and cancelled or wrong shapes. */
static void test_roomy_flat_hexagons_and_marked_shapes(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_HEX_FLAT, "", "");
    for (int i = 0; i < 4; i++)
        comb_scene_cell(scene, (struct comb_scene_cell){.at = {i, i % 2},
                                                        .text = "N",
                                                        .value = i < 3 ? "10" : "",
                                                        .tag = i == 1 ? "A" : "",
                                                        .badge = i > 1 ? "TW" : "",
                                                        .badge_role = COMB_ROLE_WORD_3});
    check_rendering(demo_end(scene), &unicode_style, "roomy-flat.txt");
    scene = demo_begin(COMB_SCENE_PANEL, "", "");
    const unsigned size = 4;
    struct comb_vec2 corners[4];
    comb_polygon_rect(corners, (struct comb_vec2){0, 0}, 0.3, 0.3);
    for (int i = 0; i < 2; i++)
        comb_scene_shape(scene, (struct comb_scene_shape){.at = {1 + 2 * i, 1},
                                                          .role = COMB_ROLE_SYM_BLACK,
                                                          .marks = i ? COMB_MARK_WRONG : COMB_MARK_CANCELLED,
                                                          .corners = corners,
                                                          .sizes = &size,
                                                          .polygons = 1,
                                                          .glyph = "□"});
    demo_grid(scene, 2);
    comb_scene_note(scene, (struct comb_scene_note){.at = {1, 3}, .text = "a", .role = COMB_ROLE_SYM_WHITE});
    check_rendering(demo_end(scene), &unicode_style, "marked-shapes.txt");
}

/* The second line of a pair is double, an edge decided by a hint dashed, a hole hatched, a marked cell dotted. */
static void test_parts_of_a_panel_differ_without_colour(void **state)
{
    (void)state;
    static const struct comb_point line[2] = {{0, 0}, {0, 4}}, twin[3] = {{4, 4}, {4, 0}, {2, 0}};
    static const struct comb_vec2 corners[3] = {{-0.1, 0.1}, {0, -0.1}, {0.1, 0.1}};
    static const unsigned size = 3;
    struct comb_scene *scene = demo_begin(COMB_SCENE_PANEL, "", "");
    for (int i = 0; i < 3; i++) {
        comb_scene_edge(scene, (struct comb_scene_edge){{0, 2 * i}, {4, 2 * i}, .role = COMB_ROLE_RAIL});
        comb_scene_edge(scene, (struct comb_scene_edge){{2 * i, 0}, {2 * i, 4}, .role = COMB_ROLE_RAIL});
    }
    comb_scene_edge(scene, (struct comb_scene_edge){{0, 4}, {2, 4}, COMB_ROLE_RAIL, .marks = COMB_MARK_TARGET});
    comb_scene_edge(scene, (struct comb_scene_edge){{2, 2}, {4, 2}, COMB_ROLE_RAIL, .marks = COMB_MARK_WRONG});
    comb_scene_cell(scene, (struct comb_scene_cell){.at = {1, 1}, .role = COMB_ROLE_EMPTY});
    comb_scene_cell(scene, (struct comb_scene_cell){.at = {3, 1}, .marks = COMB_MARK_CONSIDERED});
    comb_scene_shape(scene, (struct comb_scene_shape){.at = {3, 3},
                                                      .marks = COMB_MARK_REASON,
                                                      .corners = corners,
                                                      .sizes = &size,
                                                      .polygons = 1,
                                                      .glyph = "s",
                                                      .block = "▗▄▖\n▐w▌\nlong and cut",
                                                      .block_plain = "/\\"});
    comb_scene_path(scene, (struct comb_scene_path){.points = line, .count = 2, .role = COMB_ROLE_LIT});
    comb_scene_path(
        scene, (struct comb_scene_path){.points = twin, .count = 3, .role = COMB_ROLE_TWIN, .flags = COMB_PATH_DOUBLE});
    demo_end(scene);
    struct comb_buf out = {0};
    assert_int_equal(comb_render_terminal(&out, scene, &unicode_style, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&out), "┎───────════════╗\n"
                                             "┃░░░░░░░│·     ·║\n"
                                             "┃░░░░░░░│       ║\n"
                                             "┃░░░░░░░│·     ·║\n"
                                             "┠───────┼───!───║\n"
                                             "┃       │▗▄▖    ║\n"
                                             "┃       │>w▌   <║\n"
                                             "┃       │long a…║\n"
                                             "┖╍╍╍╍╍╍╍┴───────║\n");
    comb_buf_free(&out);
    comb_scene_free(scene);
}

static void test_roomy_hexagons(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_HEX_POINTY, "", "");
    for (int i = 0; i < 7; i++) {
        static const struct comb_point at[] = {{1, 0}, {3, 0}, {0, 1}, {2, 1}, {4, 1}, {1, 2}, {3, 2}};
        comb_scene_cell(scene, (struct comb_scene_cell){.at = at[i],
                                                        .text = i == 3 ? "QU" : "N",
                                                        .value = "10",
                                                        .badge = i % 2 ? "TW" : "",
                                                        .badge_role = COMB_ROLE_WORD_3});
    }
    check_rendering(demo_end(scene), &unicode_style, "roomy-hexagons.txt");
}

static void test_notes_point_in_eight_directions(void **state)
{
    (void)state;
    static const int angles[] = {0, 60, 90, 120, 180, -120, 270, -60};
    struct comb_scene *scene = demo_begin(COMB_SCENE_HEX_FLAT, "", "");
    for (int i = 0; i < 8; i++)
        comb_scene_note(scene,
                        (struct comb_scene_note){
                            .at = {2 * i, 0}, .text = "2", .role = COMB_ROLE_INK, .angle = angles[i], .arrow = true});
    check_rendering(demo_end(scene), &unicode_style, "notes.txt");
}

static void test_an_empty_scene_prints_nothing(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_end(demo_begin(COMB_SCENE_SQUARE, "", ""));
    struct comb_buf out = {0};
    assert_int_equal(comb_render_terminal(&out, scene, &unicode_style, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&out), "");
    comb_buf_free(&out);
    comb_scene_free(scene);
}

static void test_captions_wrap_at_the_width(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_SQUARE, "Boggle", "");
    comb_scene_caption(scene, COMB_ROLE_SOFT, "one two three four five sixseveneightnine ten");
    comb_scene_caption(scene, COMB_ROLE_INK, "");
    comb_scene_caption(scene, COMB_ROLE_INK, "é ü ñ");
    demo_end(scene);
    struct comb_buf out = {0};
    const struct comb_terminal_style style = {.width = 13};
    assert_int_equal(comb_render_terminal(&out, scene, &style, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&out),
                        "Boggle\n\n\none two three\nfour five\nsixseveneight\nnine ten\n\n? ? ?\n");
    comb_buf_free(&out);
    comb_scene_free(scene);
}

static void test_ten_thousand_cells(void **state)
{
    (void)state;
    for (int kind = 0; kind < COMB_SCENE_KINDS; kind++) {
        struct comb_scene *scene = demo_begin((enum comb_scene_kind)kind, "", "");
        for (int i = 0; i < 10000; i++) {
            int shift = kind == COMB_SCENE_HEX_FLAT ? i % 100 % 2 : i / 100 % 2;
            struct comb_point at = {i % 100, i / 100};
            if (kind == COMB_SCENE_HEX_POINTY)
                at.x = 2 * at.x + shift;
            else if (kind == COMB_SCENE_HEX_FLAT)
                at.y = 2 * at.y + shift;
            comb_scene_cell(scene, (struct comb_scene_cell){.at = at, .text = "X", .role = COMB_ROLE_HIDDEN});
        }
        demo_end(scene);
        struct comb_buf out = {0};
        assert_int_equal(comb_render_terminal(&out, scene, &unicode_style, NULL), COMB_OK);
        size_t letters = 0;
        for (const char *c = out.data; *c; c++)
            letters += *c == 'X';
        assert_int_equal(letters, 10000);
        comb_buf_free(&out);
        comb_scene_free(scene);
    }
}

static void test_a_huge_board_is_rejected(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_SQUARE, "", "");
    comb_scene_cell(scene, (struct comb_scene_cell){.at = {-1000000, -1000000}});
    comb_scene_cell(scene, (struct comb_scene_cell){.at = {1000000, 1000000}});
    demo_end(scene);
    struct comb_buf out = {0};
    struct comb_error err;
    assert_int_equal(comb_render_terminal(&out, scene, &unicode_style, &err), COMB_LIMIT);
    assert_non_null(strstr(err.message, "8000005 columns"));
    comb_buf_free(&out);
    comb_scene_free(scene);
}
