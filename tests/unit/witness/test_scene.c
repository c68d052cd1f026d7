/* Draws every panel of the data, with and without a line, in every format: without failure, every symbol with its
 * label; also what an answer marks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "games/witness/draw/phrases.h"
#include "games/witness/draw/report.h"
#include "games/witness/draw/scene.h"
#include "games/witness/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "../shared/data/windmill/"

static struct comb_witness_panel *read_panel(const char *text, size_t length)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (comb_witness_read(&panel, text, length, &err) != COMB_OK)
        fail_msg("%s", err.message);
    return panel;
}

static struct comb_scene *draw(const struct comb_witness_panel *panel, const char *answer)
{
    struct comb_scene *scene;
    json_t *json = answer ? json_loads(answer, 0, NULL) : NULL;
    assert_true(!answer || json);
    assert_int_equal(comb_witness_scene(&scene, panel, json, NULL, NULL), COMB_OK);
    json_decref(json);
    return scene;
}

/* ---- labels ---- */

static bool has_label(const struct comb_scene *scene, const char *label)
{
    bool found = false;
    for (size_t i = 0; i < scene->shapes.count; i++)
        found |= strcmp(scene->shapes.items[i].label, label) == 0;
    for (size_t i = 0; i < scene->discs.count; i++)
        found |= strcmp(scene->discs.items[i].label, label) == 0;
    for (size_t i = 0; i < scene->edges.count; i++)
        found |= strcmp(scene->edges.items[i].label, label) == 0;
    return found;
}

static void check_labels(const struct comb_scene *scene, const struct comb_witness_panel *panel)
{
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            const struct comb_witness_thing *thing = comb_witness_at(panel, column, row);
            struct comb_buf label = {0};
            if (!comb_witness_is_symbol(thing))
                continue;
            comb_witness_name_thing(&label, thing);
            comb_buf_char(&label, ' ');
            comb_witness_name_place(&label, column, row);
            if (!has_label(scene, comb_buf_text(&label)))
                fail_msg("no label '%s'", comb_buf_text(&label));
            comb_buf_free(&label);
        }
    assert_true(scene->alt[0] != '\0' && scene->title[0] != '\0');
}

/* ---- formats ---- */

static bool is_ascii(const struct comb_buf *text)
{
    for (size_t i = 0; i < text->length; i++)
        if ((unsigned char)text->data[i] >= 0x80)
            return false;
    return true;
}

static void check_terminal(const struct comb_scene *scene)
{
    static const struct comb_terminal_style styles[] = {
        {.colours = COMB_TERMINAL_TRUE, .unicode = true},
        {.colours = COMB_TERMINAL_16, .unicode = true, .width = 40},
        {.colours = COMB_TERMINAL_PLAIN, .unicode = false, .width = 100},
    };
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        struct comb_buf out = {0};
        assert_int_equal(comb_render_terminal(&out, scene, &styles[i], NULL), COMB_OK);
        assert_true(out.length > 40);
        assert_true(styles[i].unicode || is_ascii(&out));
        comb_buf_free(&out);
    }
}

static void check_pictures(const struct comb_scene *scene, bool png)
{
    struct comb_buf out = {0};
    const struct comb_picture_style style = {.follow_system = true, .cell_pixels = 12};
    json_t *json;
    assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
    assert_non_null(strstr(out.data, "<desc>"));
    assert_null(strstr(out.data, "nan"));
    comb_buf_clear(&out);
    if (png) {
        assert_int_equal(comb_render_png(&out, scene, &style, NULL), COMB_OK);
        assert_memory_equal(out.data, "\x89PNG", 4);
    }
    assert_int_equal(comb_scene_json(&json, scene, NULL), COMB_OK);
    json_decref(json);
    comb_buf_free(&out);
}

/* Returns a line that need not solve anything: from a start along its row and column, enough to be drawn. */
static char *some_line(const struct comb_witness_panel *panel)
{
    static char text[200];
    for (unsigned y = 0; y <= panel->height; y++)
        for (unsigned x = 0; x <= panel->width; x++)
            if (comb_witness_at(panel, 2 * x, 2 * y)->kind == COMB_WITNESS_START) {
                unsigned to = x == panel->width ? x - 1 : x + 1;
                snprintf(text, sizeof text, "{\"solved\":true,\"path\":[[%u,%u],[%u,%u]]}", x, y, to, y);
            }
    return text;
}

static unsigned check_file(const char *name)
{
    struct comb_buf text = {0};
    unsigned count = 0;
    if (comb_file_read(&text, name, 16 << 20, NULL) != COMB_OK) {
        comb_buf_free(&text);
        print_message("skipped: there is no %s\n", name);
        skip();
    }
    for (const char *line = text.data; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
        size_t length = strcspn(line, "\r\n");
        if (length == 0)
            continue;
        struct comb_witness_panel *panel = read_panel(line, length);
        struct comb_scene *scene = draw(panel, NULL);
        check_labels(scene, panel);
        check_terminal(scene);
        comb_scene_free(scene);
        scene = draw(panel, some_line(panel));
        check_terminal(scene);
        check_pictures(scene, count++ % 8 == 0);
        assert_int_equal(scene->paths.count, panel->symmetry == COMB_WITNESS_NO_SYMMETRY ? 1 : 2);
        comb_scene_free(scene);
        comb_witness_panel_free(panel);
    }
    comb_buf_free(&text);
    return count;
}

static void test_shared_every_panel_of_the_windmill(void **state)
{
    (void)state;
    assert_true(check_file(FOLDER "windmill_puzzles.txt") > 1000);
}

static void test_shared_every_panel_of_the_game(void **state)
{
    (void)state;
    assert_true(check_file(FOLDER "witness_puzzles.txt") > 100);
}

/* ---- what an answer marks ---- */

static const char small[] = "Witness panel v1\n"
                            "lines cyan yellow\n"
                            "+ --o:cyan- + ---- E>\n"
                            "| sq:black  : tri:2 |\n"
                            "+ --------- o ----- +\n"
                            "x -rot:##   | Y     |\n"
                            "S --------- + ----- +";

static const struct comb_scene_shape *shape_at(const struct comb_scene *scene, int x, int y)
{
    const struct comb_scene_shape *found = NULL;
    for (size_t i = 0; i < scene->shapes.count; i++)
        if (scene->shapes.items[i].at.x == x && scene->shapes.items[i].at.y == y)
            found = &scene->shapes.items[i];
    return found;
}

static void test_parts_of_a_panel(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = read_panel(small, strlen(small));
    struct comb_scene *scene = draw(panel, NULL);
    unsigned gaps = 0, caps = 0;
    for (size_t i = 0; i < scene->edges.count; i++) {
        gaps += scene->edges.items[i].gap > 0;
        caps += scene->edges.items[i].tail.x > 0;
    }
    assert_int_equal(scene->edges.count, 12); /* twelve places minus the absent one, and the end cap */
    assert_int_equal(gaps, 1);
    assert_int_equal(caps, 1);
    assert_int_equal(scene->discs.count, 1);
    check_labels(scene, panel);
    assert_int_equal(shape_at(scene, 1, 0)->role, COMB_ROLE_SYM_CYAN);
    assert_int_equal(shape_at(scene, 2, 2)->role, COMB_ROLE_SYM_DOT);
    assert_int_equal(shape_at(scene, 1, 3)->polygons, 4); /* two hollow cells */
    comb_scene_free(scene);
    comb_witness_panel_free(panel);
}

static void test_a_line_ends_in_its_cap(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = read_panel(small, strlen(small));
    struct comb_scene *scene = draw(panel, "{\"path\":[[0,2],[1,2],[1,1],[2,1],[2,0]]}");
    assert_int_equal(scene->paths.items[0].count, 5);
    assert_int_equal(scene->paths.items[0].role, COMB_ROLE_SYM_CYAN);
    assert_true(scene->paths.items[0].tail.x > 0.3 && scene->paths.items[0].tail.y == 0);
    comb_scene_free(scene);
    scene = draw(panel, "{\"path\":[[0,2],[1,2],[1,1],[2,1],[2,0]],\"reveal\":2}");
    assert_int_equal(scene->paths.items[0].count, 3);
    assert_true(scene->paths.items[0].tail.x == 0 && scene->paths.items[0].tail.y == 0);
    comb_scene_free(scene);
    comb_witness_panel_free(panel);
}

static void test_violations_and_hints_are_marked(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = read_panel(small, strlen(small));
    struct comb_scene *scene =
        draw(panel, "{\"violations\":[{\"place\":[3,1]},{\"region\":[[0,0],[0,1]]}],\"because\":[[2,2]],"
                    "\"edges\":[[[0,2],[1,2]]]}");
    unsigned aimed = 0;
    for (size_t i = 0; i < scene->edges.count; i++)
        aimed += (scene->edges.items[i].marks & COMB_MARK_TARGET) != 0;
    assert_int_equal(aimed, 1);
    assert_int_equal(shape_at(scene, 3, 1)->marks, COMB_MARK_WRONG);
    assert_non_null(strstr(shape_at(scene, 3, 1)->label, ", wrong"));
    assert_int_equal(shape_at(scene, 2, 2)->marks, COMB_MARK_REASON);
    assert_int_equal(scene->cells.count, 2);
    comb_scene_free(scene);
    comb_witness_panel_free(panel);
}

static void test_eliminated_symbols_are_marked(void **state)
{
    (void)state;
#define LINE "\"path\":[[0,2],[1,2],[1,1],[2,1],[2,0]]"
    struct comb_witness_panel *panel = read_panel(small, strlen(small));
    struct comb_scene *scene = draw(panel, "{" LINE ",\"cancelled\":[[1,0],[3,1],[0,0],[2,1],[99,1],7]}");
    unsigned off = 0;
    for (size_t i = 0; i < scene->shapes.count; i++)
        off += (scene->shapes.items[i].marks & COMB_MARK_CANCELLED) != 0;
    assert_int_equal(off, 2);
    assert_string_equal(shape_at(scene, 3, 1)->label,
                        "2 orange triangles in cell (1,0), cancelled by an elimination mark");
    assert_int_equal(shape_at(scene, 1, 0)->role, COMB_ROLE_SYM_CYAN);
    assert_int_equal(scene->shapes.count, 6); /* no dark dot below the hollow one */
    assert_int_equal(scene->discs.count, 1);
    comb_scene_free(scene);
    scene = draw(panel, "{" LINE ",\"reveal\":2,\"cancelled\":[[3,1]]}");
    assert_int_equal(shape_at(scene, 3, 1)->marks, 0); /* the regions are not known yet */
    comb_scene_free(scene);
    comb_witness_panel_free(panel);
#undef LINE
}

/* An answer may contain anything: it may come from a player. */
static void test_nonsense_is_not_drawn(void **state)
{
    (void)state;
    static const char *const answers[] = {
        "{\"path\":[[0,2],[99999999999,1],[-7,-7],[\"a\",1],[1],3,null,[0,3]]}",
        "{\"path\":7,\"edges\":[[1,2],[[0,0]],[[0,0],[2,2]],[[9,9],[9,10]]],\"because\":[[-1,0],[1e9,2],[]]}",
        "{\"violations\":[1,{\"place\":[77,1]},{\"region\":[[5,5],[-1,0]]}],\"area\":[[2,0],[0,-1]]}",
        "{\"solved\":false,\"path\":[]}",
    };
    struct comb_witness_panel *panel = read_panel(small, strlen(small));
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct comb_scene *scene = draw(panel, answers[i]);
        check_terminal(scene);
        check_pictures(scene, true);
        assert_int_equal(scene->cells.count, 0);
        comb_scene_free(scene);
    }
    comb_witness_panel_free(panel);
}

static void test_characters_of_a_panel(void **state)
{
    (void)state;
    const struct comb_terminal_style style = {.unicode = true};
    struct comb_witness_panel *panel = read_panel(small, strlen(small));
    struct comb_scene *scene = draw(panel, "{\"path\":[[0,2],[1,2],[1,1],[2,1],[2,0]]}");
    struct comb_buf out = {0};
    assert_int_equal(comb_render_terminal(&out, scene, &style, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&out), "The Witness, 2 × 2\n"
                                             "\n"
                                             "╭──◆c───┬───────┲━━╸\n"
                                             "│ ╭───╮ ╵       ┃\n"
                                             "│ │ k │    ▲ ▲  ┃\n"
                                             "│ ╰───╯ ╷       ┃\n"
                                             "╰───────◆━━━━━━━┩\n"
                                             "        ┃   ▄   │\n"
                                             "  ▒▒▒▒↻ ┃   █   │\n"
                                             "        ┃ ▄▀ ▀▄ │\n"
                                             "●━━━━━━━┹───────╯\n");
    comb_buf_free(&out);
    comb_scene_free(scene);
    comb_witness_panel_free(panel);
}

/* ---- reports ---- */

static void check_report(const char *answer, const char *violations, bool plain, const char *expected)
{
    struct comb_witness_panel *panel = read_panel("1x1", 3);
    struct comb_buf out = {0};
    const struct comb_report_style style = {.plain = plain};
    json_t *object = json_loads(answer, 0, NULL), *wrong = violations ? json_loads(violations, 0, NULL) : NULL;
    assert_int_equal(comb_witness_report(&out, panel, object, wrong, &style, NULL, NULL), COMB_OK);
    if (!strstr(comb_buf_text(&out), expected))
        fail_msg("expected '%s' in:\n%s", expected, comb_buf_text(&out));
    json_decref(object);
    json_decref(wrong);
    comb_buf_free(&out);
    comb_witness_panel_free(panel);
}

static void test_reports(void **state)
{
    (void)state;
    const char *line =
        "{\"solved\":true,\"proved\":true,\"path\":[[0,1],[1,1],[1,0]],\"rules\":\"game\",\"seconds\":0.5}";
    check_report(line, NULL, false, "\nsolved under game rules: 2 steps, 0.50 s\n0,1 1,1 1,0\n");
    check_report(line, NULL, true, "solved\tyes\nproved\tyes\nrules\tgame\npath\t0,1 1,1 1,0\n");
    check_report(line, "[]", false, "\nright: a line of 2 steps that solves the panel under game rules\n");
    check_report(line, "[]", true, "valid\tyes\n");
    check_report(line, "[{\"rule\":\"dot\",\"message\":\"so\",\"place\":[1,2]}]", false, "\nwrong: so\n");
    check_report(line, "[{\"rule\":\"dot\",\"message\":\"so\",\"place\":[1,2]}]", true,
                 "valid\tno\nwrong\tdot\t1,2\tso\n");
    check_report("{\"solved\":false,\"proved\":true,\"rules\":\"ttws\",\"seconds\":1}", NULL, false,
                 "\nno solution under ttws rules (proved, 1.00 s)\n");
    check_report("{\"solved\":false,\"proved\":false,\"rules\":\"ttws\",\"seconds\":1}", NULL, false,
                 "\nno solution found under ttws rules: stopped early, after 1.00 s\n");
    check_report("{\"solved\":true,\"path\":[[0,1],[0,0],[1,0]],\"lines\":2,\"complete\":true,\"rules\":\"game\","
                 "\"paths\":[[[0,1],[0,0],[1,0]],[[0,1],[1,1],[1,0]]]}",
                 NULL, false, "\n2 solutions in total\n   1  0,1 0,0 1,0\n   2  0,1 1,1 1,0\n");
}
