/* Panels: copies, comparison, pairs under symmetry, the caps of ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/witness/text/text.h"

#include <string.h>

static struct comb_witness_panel *read_panel(const char *text)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (comb_witness_text_read(&panel, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    return panel;
}

static struct comb_witness_thing *thing_at(struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    return &panel->places[column + comb_witness_columns(panel) * row];
}

static void test_new_panel_is_empty(void **state)
{
    (void)state;
    struct comb_witness_panel *panel;
    assert_int_equal(comb_witness_panel_new(&panel, 3, 2, 5, NULL), COMB_OK);
    assert_int_equal(comb_witness_columns(panel), 7);
    assert_int_equal(comb_witness_rows(panel), 5);
    assert_int_equal(panel->shape_count, 0);
    for (unsigned i = 0; i < 35; i++)
        assert_int_equal(panel->places[i].kind, COMB_WITNESS_EMPTY);
    comb_witness_panel_free(panel);
    comb_witness_panel_free(NULL);
}

/* The copy is independent, has room for more shapes and has dropped unused ones. */
static void test_copy(void **state)
{
    (void)state;
    struct comb_witness_panel *panel =
                                  read_panel("symmetry vertical/lines red blue/+ - + - + / | poly:## | rot:#.#,### | "
                                             "/ S - + - E"),
                              *copy;
    assert_int_equal(panel->shape_count, 2);
    assert_int_equal(comb_witness_panel_copy(&copy, panel, 1, NULL), COMB_OK);
    assert_true(comb_witness_panel_same(panel, copy));
    assert_ptr_not_equal(comb_witness_at(copy, 1, 1)->shape, comb_witness_at(panel, 1, 1)->shape);
    comb_witness_panel_free(panel);
    assert_int_equal(comb_witness_shape_size(comb_witness_at(copy, 1, 1)->shape), 2);
    assert_int_equal(comb_witness_shape_size(comb_witness_at(copy, 3, 1)->shape), 5);
    copy->shapes[copy->shape_count++] = (struct comb_witness_shape){.width = 1, .height = 1, .rows = {1}};
    *thing_at(copy, 1, 1) = (struct comb_witness_thing){.kind = COMB_WITNESS_EMPTY};
    assert_int_equal(comb_witness_panel_copy(&panel, copy, 0, NULL), COMB_OK);
    assert_int_equal(panel->shape_count, 1);
    assert_int_equal(comb_witness_shape_size(comb_witness_at(panel, 3, 1)->shape), 5);
    comb_witness_panel_free(copy);
    comb_witness_panel_free(panel);
}

/* Every single difference is detected. */
static void test_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "+-+-+/|.|.|/+-+-+",
        "+-+/|.|/+-+/|.|/+-+",
        "symmetry vertical/+-+-+/|.|.|/+-+-+",
        "lines red/+-+-+/|.|.|/+-+-+",
        "lines none red/+-+-+/|.|.|/+-+-+",
        "+-+-S/|.|.|/+-+-+",
        "+-+-E/|.|.|/+-+-+",
        "+ - + - E^ / |.|.|/+-+-+",
        "+ - + - E> / |.|.|/+-+-+",
        "+ - + - E>v / |.|.|/+-+-+",
        "+ - + - + / | sq | . | / + - + - +",
        "+ - + - + / | sq:red | . | / + - + - +",
        "+ - + - + / | . | sq:red | / + - + - +",
        "+ - + - + / | tri:1 | . | / + - + - +",
        "+ - + - + / | tri:2 | . | / + - + - +",
        "+ - + - + / | poly:# | . | / + - + - +",
        "+ - + - + / | poly:## | . | / + - + - +",
        "+ - + - + / | poly:#. | . | / + - + - +",
        "+ - + - + / | poly:#,. | . | / + - + - +",
        "+ - + - + / | rot:# | . | / + - + - +",
        "+ - + - + / | -poly:# | . | / + - + - +",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            struct comb_witness_panel *a = read_panel(texts[i]), *b = read_panel(texts[j]);
            if (comb_witness_panel_same(a, b) != (i == j))
                fail_msg("%s and %s", texts[i], texts[j]);
            comb_witness_panel_free(a);
            comb_witness_panel_free(b);
        }
}

static void pairs_to(const char *unpaired, enum comb_witness_symmetry symmetry, const char *paired)
{
    struct comb_witness_panel *panel = read_panel(unpaired), *expected = read_panel(paired);
    panel->symmetry = symmetry;
    comb_witness_panel_pair(panel);
    assert_int_equal(expected->symmetry, symmetry);
    if (!comb_witness_panel_same(panel, expected))
        fail_msg("%s", unpaired);
    comb_witness_panel_free(panel);
    comb_witness_panel_free(expected);
}

static void test_pairs(void **state)
{
    (void)state;
    pairs_to("+-E/|.|/S-+", COMB_WITNESS_NO_SYMMETRY, "+-E/|.|/S-+");
    pairs_to("+-+/|.|/S-+", COMB_WITNESS_HORIZONTAL, "symmetry horizontal/+-+/|.|/S-S");
    pairs_to("+-+/|.|/S-+", COMB_WITNESS_VERTICAL, "symmetry vertical/S-+/|.|/S-+");
    pairs_to("+-+/|.|/S-+", COMB_WITNESS_ROTATIONAL, "symmetry rotational/+-S/|.|/S-+");
    /* the first in column order wins and overwrites what is there */
    pairs_to("+-E/|.|/S-+", COMB_WITNESS_ROTATIONAL, "symmetry rotational/+-S/|.|/S-+");
    pairs_to("+-S/|.|/E-+", COMB_WITNESS_ROTATIONAL, "symmetry rotational/+-E/|.|/E-+");
    pairs_to("o-S/|.|/+-+", COMB_WITNESS_HORIZONTAL, "symmetry horizontal/S-S/|.|/+-+");
    /* in the middle there is nothing to pair with */
    pairs_to("+-S-+/|.|.|/+-+-E", COMB_WITNESS_HORIZONTAL, "symmetry horizontal/+-+-+/|.|.|/E-+-E");
    pairs_to("+ - E< / | . | / + - +", COMB_WITNESS_VERTICAL, "symmetry vertical / + - E< / | . | / + - E<");
    pairs_to("+ - E>^ / | . | / + - +", COMB_WITNESS_ROTATIONAL, "symmetry rotational / + - E>^ / | . | / E<v - +");
}

static void points(const char *text, unsigned column, unsigned row, int x, int y)
{
    struct comb_witness_panel *panel = read_panel(text);
    int direction[2] = {9, 9};
    comb_witness_end_direction(direction, panel, column, row);
    assert_int_equal(direction[0], x);
    assert_int_equal(direction[1], y);
    comb_witness_panel_free(panel);
}

static void test_caps_of_ends(void **state)
{
    (void)state;
    points("E-+/|.|/+-+", 0, 0, -1, 0);
    points("+-E/|.|/+-+", 2, 0, 1, 0);
    points("+-E-+/|.|.|/+-+-+", 2, 0, 0, -1);
    points("+-+-+/|.|.|/+-E-+", 2, 2, 0, 1);
    points("+ - E^ / | . | / + - +", 2, 0, 0, -1);
    points("+-+-+/|.|.|/+-E-+/|.|.|/+-+-+", 2, 2, 0, 0);
    points("+-+-+/|.|.|/+-Ex+/|.|.|/+-+-+", 2, 2, 1, 0);
    points("+-+-+/|.x.|/+-E-+/|.x.|/+-+-+", 2, 2, 0, -1);
    points("+-+-+/|.:.|/+-E:+/|.x.|/+-+-+", 2, 2, 0, 1);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(comb_witness_colour_name(COMB_WITNESS_NO_COLOUR), "");
    assert_string_equal(comb_witness_colour_name(COMB_WITNESS_BLACK), "black");
    assert_string_equal(comb_witness_colour_name(COMB_WITNESS_ORANGE), "orange");
    assert_string_equal(comb_witness_colour_name(COMB_WITNESS_COLOURS), "");
    for (uint8_t colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        uint8_t found;
        const char *name = comb_witness_colour_name(colour);
        assert_true(comb_witness_colour_find(&found, name, strlen(name)));
        assert_int_equal(found, colour);
    }
}
