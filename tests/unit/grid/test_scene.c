#include <cmocka.h>

#include "demo_scenes.h"
#include "grid/render.h"

#include <math.h>

/* The cell at a point, or NULL. */
static const struct comb_scene_cell *cell_at(const struct comb_scene *scene, struct comb_point point)
{
    for (size_t i = 0; i < scene->cells.count; i++)
        if (comb_point_compare(scene->cells.items[i].at, point) == 0)
            return &scene->cells.items[i];
    return NULL;
}

static void test_paths_mark_and_number_their_cells(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_ruzzle();
    const struct comb_scene_cell *first = cell_at(scene, (struct comb_point){2, 3});
    const struct comb_scene_cell *last = cell_at(scene, (struct comb_point){0, 0});
    const struct comb_scene_cell *other = cell_at(scene, (struct comb_point){2, 0});
    assert_string_equal(first->text, "H");
    assert_int_equal(first->step, 1);
    assert_int_equal(first->marks, COMB_MARK_PATH | COMB_MARK_FIRST);
    assert_int_equal(last->step, 9);
    assert_int_equal(last->marks, COMB_MARK_PATH);
    assert_int_equal(other->step, 0);
    assert_int_equal(other->marks, 0);
    assert_null(cell_at(scene, (struct comb_point){4, 0}));
    comb_scene_free(scene);
    scene = demo_hexicon(); /* a path without numbers */
    assert_int_equal(cell_at(scene, (struct comb_point){6, 10})->marks, COMB_MARK_PATH);
    assert_int_equal(cell_at(scene, (struct comb_point){6, 10})->step, 0);
    comb_scene_free(scene);
}

static void test_texts_are_cleaned_and_truncated(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_SQUARE, "a\nb\x7f\xc2\x85", NULL);
    comb_scene_cell(scene, (struct comb_scene_cell){.text = "abcdefghijklmnopqrstuvwxyz", .value = "1234567"});
    comb_scene_cell(scene,
                    (struct comb_scene_cell){.at = {1, 0}, .text = "\xe2\x80\xaeX\xed\xa0\x80", .tag = "\xc3\x89"});
    demo_end(scene);
    assert_string_equal(scene->title, "a\xef\xbf\xbd"
                                      "b\xef\xbf\xbd\xef\xbf\xbd");
    assert_string_equal(scene->alt, "");
    assert_string_equal(scene->cells.items[0].text, "abcdefghijklmnopqrstuvw…");
    assert_string_equal(scene->cells.items[0].value, "12345…");
    assert_string_equal(scene->cells.items[1].text, "\xef\xbf\xbdX\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    assert_string_equal(scene->cells.items[1].tag, "\xc3\x89");
    assert_string_equal(scene->cells.items[1].label, "");
    comb_scene_free(scene);
}

static void test_a_text_that_just_fits_is_not_truncated(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_SQUARE, "", "");
    comb_scene_cell(scene, (struct comb_scene_cell){.text = "abcdefghijklmnopqrstuvwx", .value = "ÄÖÜäöü"});
    demo_end(scene);
    assert_string_equal(scene->cells.items[0].text, "abcdefghijklmnopqrstuvwx");
    assert_string_equal(scene->cells.items[0].value, "ÄÖÜäöü");
    comb_scene_free(scene);
}

static void test_a_point_out_of_range_is_the_first_failure(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_SQUARE, "", "");
    comb_scene_cell(scene, (struct comb_scene_cell){.at = {0, 1 << 30}});
    comb_scene_cell(scene, (struct comb_scene_cell){.at = {-(1 << 30), 0}});
    comb_scene_path(scene, (struct comb_scene_path){.points = &(struct comb_point){1, 1}, .count = 1});
    struct comb_error err;
    assert_int_equal(comb_scene_finish(scene, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "(0, 1073741824)"));
    assert_false(scene->finished);
    comb_scene_free(scene);
}

static void test_nan_and_infinity_are_harmless(void **state)
{
    (void)state;
    const struct comb_vec2 corners[3] = {{NAN, 0}, {INFINITY, 1}, {0, -1e300}};
    const unsigned size = 3;
    struct comb_scene *scene = demo_begin(COMB_SCENE_PANEL, "", "");
    comb_scene_shape(scene, (struct comb_scene_shape){.corners = corners, .sizes = &size, .polygons = 1, .round = NAN});
    comb_scene_edge(scene, (struct comb_scene_edge){.to = {2, 0}, .width = INFINITY, .gap = NAN, .tail = {NAN, 1e9}});
    comb_scene_disc(scene, (struct comb_scene_disc){.radius = -1});
    demo_end(scene);
    struct comb_buf out = {0};
    const struct comb_picture_style style = {.cell_pixels = 1};
    assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
    assert_null(strstr(out.data, "nan"));
    assert_null(strstr(out.data, "inf"));
    comb_buf_free(&out);
    comb_scene_free(scene);
}

/* Builds a scene with a memory budget; whichever builder reaches the limit, it fails cleanly. */
static void build_with_budget(struct comb_budget *budget, bool *done)
{
    struct comb_scene *scene;
    struct comb_error err = {0};
    *done = false;
    if (comb_scene_new(&scene, COMB_SCENE_PANEL, budget, &err) != COMB_OK) {
        assert_int_equal(err.code, COMB_NO_MEMORY);
        return;
    }
    comb_scene_title(scene, "title");
    comb_scene_alt(scene, "alt");
    for (int i = 0; i < 200; i++) {
        struct comb_point points[2] = {{i, 0}, {i, 2}};
        comb_scene_cell(scene, (struct comb_scene_cell){.at = {i, 0}, .text = "A", .label = "a label"});
        comb_scene_path(scene, (struct comb_scene_path){.points = points, .count = 2, .role = COMB_ROLE_LIT});
        comb_scene_edge(scene, (struct comb_scene_edge){.from = points[0], .to = points[1], .role = COMB_ROLE_RAIL});
        comb_scene_disc(scene, (struct comb_scene_disc){.at = points[0], .label = "start"});
        comb_scene_note(scene, (struct comb_scene_note){.at = points[0], .text = "3"});
        demo_dot(scene, i, 1);
        comb_scene_caption(scene, COMB_ROLE_INK, "caption");
    }
    int code = comb_scene_finish(scene, &err);
    *done = code == COMB_OK;
    assert_int_equal(code, *done ? COMB_OK : COMB_NO_MEMORY);
    assert_int_equal(err.code, code);
    comb_scene_free(scene);
}

static void test_every_memory_limit_fails_cleanly(void **state)
{
    (void)state;
    bool done = false;
    int failures = 0;
    for (size_t limit = 1; !done; limit += limit / 8 + 500) {
        struct comb_budget budget = {.limit = limit};
        build_with_budget(&budget, &done);
        assert_int_equal(budget.used, 0);
        failures += !done;
    }
    assert_true(failures > 10);
}

static void check_same_keys(const json_t *scene)
{
    static const char *const keys[] = {"schema", "kind",  "title", "alt",   "viewBox", "cells",
                                       "paths",  "edges", "discs", "notes", "shapes",  "captions"};
    assert_int_equal(json_object_size(scene), 12);
    for (int i = 0; i < 12; i++)
        assert_non_null(json_object_get(scene, keys[i]));
}

static void test_json_of_a_word(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_ruzzle();
    json_t *root;
    assert_int_equal(comb_scene_json(&root, scene, NULL), COMB_OK);
    check_same_keys(root);
    assert_string_equal(json_string_value(json_object_get(root, "kind")), "square");
    assert_int_equal(json_array_size(json_object_get(root, "cells")), 16);
    const json_t *cell = json_array_get(json_object_get(root, "cells"), 1);
    const json_t *corners = json_object_get(cell, "corners");
    assert_string_equal(json_string_value(json_object_get(cell, "text")), "M");
    assert_string_equal(json_string_value(json_object_get(cell, "role")), "tile");
    assert_int_equal(json_integer_value(json_object_get(cell, "px")), 100);
    assert_int_equal(json_integer_value(json_object_get(cell, "step")), 8);
    assert_string_equal(json_string_value(json_object_get(corners, "badge")), "DW");
    assert_string_equal(json_string_value(json_object_get(corners, "badgeRole")), "word-2");
    assert_string_equal(json_string_value(json_array_get(json_object_get(cell, "marks"), 0)), "path");
    assert_null(json_object_get(cell, "tag"));
    const json_t *path = json_array_get(json_object_get(root, "paths"), 0);
    assert_int_equal(json_array_size(json_object_get(path, "places")), 9);
    assert_true(json_is_true(json_object_get(path, "chevrons")));
    json_decref(root);
    comb_scene_free(scene);
}

static void test_json_of_a_panel_and_of_hints(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_witness();
    json_t *root;
    assert_int_equal(comb_scene_json(&root, scene, NULL), COMB_OK);
    check_same_keys(root);
    assert_int_equal(json_array_size(json_object_get(root, "edges")), 41);
    assert_int_equal(json_array_size(json_object_get(root, "discs")), 2);
    const json_t *path = json_array_get(json_object_get(root, "paths"), 0);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(path, "tip"), 1)), -34);
    const json_t *shape = json_array_get(json_object_get(root, "shapes"), 0);
    assert_int_equal(json_array_size(json_object_get(shape, "polygons")), 1);
    json_decref(root);
    comb_scene_free(scene);
    scene = demo_hexcells();
    assert_int_equal(comb_scene_json(&root, scene, NULL), COMB_OK);
    const json_t *note = json_array_get(json_object_get(root, "notes"), 3);
    assert_string_equal(json_string_value(json_object_get(note, "tag")), "A");
    assert_int_equal(json_integer_value(json_object_get(note, "angle")), -60);
    assert_string_equal(json_string_value(json_array_get(json_object_get(note, "marks"), 0)), "why");
    json_decref(root);
    comb_scene_free(scene);
}

/* Roles and colours have unique names, so that a page can use them as classes. */
static void test_roles_and_colours_have_unique_names(void **state)
{
    (void)state;
    for (int a = 0; a < COMB_ROLES; a++) {
        assert_non_null(comb_role_name((enum comb_role)a));
        struct comb_paint paint = comb_role_paint((enum comb_role)a);
        assert_true(paint.fill != COMB_COLOUR_NONE || paint.edge != COMB_COLOUR_NONE);
        for (int b = 0; b < a; b++)
            assert_string_not_equal(comb_role_name((enum comb_role)a), comb_role_name((enum comb_role)b));
    }
    for (int a = 0; a < COMB_COLOURS; a++) {
        assert_non_null(comb_colour_name((enum comb_colour)a));
        for (int b = 0; b < a; b++)
            assert_string_not_equal(comb_colour_name((enum comb_colour)a), comb_colour_name((enum comb_colour)b));
    }
}

/* Relative luminance and contrast as defined by WCAG. */
static double luminance(uint32_t rgb)
{
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double part = (rgb >> (16 - 8 * i) & 0xff) / 255.0;
        sum += weights[i] * (part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(enum comb_colour a, enum comb_colour b, enum comb_theme theme)
{
    double x = luminance(comb_colour_rgb(a, theme));
    double y = luminance(comb_colour_rgb(b, theme));
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

static void test_letters_are_readable_on_every_cell(void **state)
{
    (void)state;
    for (int theme = 0; theme < COMB_THEMES; theme++) {
        for (int role = COMB_ROLE_TILE; role <= COMB_ROLE_CELL_BLACK; role++) {
            struct comb_paint paints[3] = {comb_role_paint((enum comb_role)role),
                                           comb_role_paint_dim((enum comb_role)role),
                                           comb_role_paint_on_path((enum comb_role)role)};
            for (int i = 0; i < 3; i++)
                assert_true(contrast(paints[i].ink, paints[i].fill, (enum comb_theme)theme) >= 4.5);
        }
    }
}
