/* Panels as text: reading, printing, rejections and their positions; and moves, which use the same words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/rng.h"
#include "games/witness/panel/moves.h"
#include "games/witness/panel/symmetry.h"
#include "games/witness/text/text.h"
#include "games/witness/text/windmill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct comb_witness_panel *read_panel(const char *text)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (comb_witness_read(&panel, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s\n%u:%u: %s", text, err.line, err.column, err.message);
    return panel;
}

static char *print_panel(const struct comb_witness_panel *panel)
{
    struct comb_buf out = {0};
    comb_witness_text_print(&out, panel);
    assert_false(out.failed);
    assert_int_equal(strlen(out.data), out.length);
    return out.data;
}

/* ---- reading and printing ---- */

static void test_drawn_panel(void **state)
{
    (void)state;
    static const char text[] = "Witness panel v1\n"
                               "symmetry rotational\n"
                               "lines cyan yellow\n"
                               "+ - + o:cyan E>\n"
                               "| sq:black : star:orange |\n"
                               "+ : x - +\n"
                               "o poly:##,.# | Y |\n"
                               "E< - + - +";
    static const char expected[] = "Witness panel v1\n"
                                   "symmetry rotational\n"
                                   "lines cyan yellow\n"
                                   "+  ---------- + --o:cyan--- E>\n"
                                   "|   sq:black  : star:orange |\n"
                                   "+      :      x ----------- +\n"
                                   "o  poly:##,.# |      Y      |\n"
                                   "E< ---------- + ----------- +";
    struct comb_witness_panel *panel = read_panel(text);
    assert_int_equal(panel->width, 2);
    assert_int_equal(panel->height, 2);
    assert_int_equal(panel->symmetry, COMB_WITNESS_ROTATIONAL);
    assert_int_equal(panel->line_colours[0], COMB_WITNESS_CYAN);
    assert_int_equal(panel->line_colours[1], COMB_WITNESS_YELLOW);
    assert_int_equal(comb_witness_at(panel, 3, 0)->kind, COMB_WITNESS_DOT);
    assert_int_equal(comb_witness_at(panel, 3, 0)->colour, COMB_WITNESS_CYAN);
    assert_int_equal(comb_witness_at(panel, 1, 2)->kind, COMB_WITNESS_GAP);
    assert_int_equal(comb_witness_at(panel, 2, 1)->kind, COMB_WITNESS_GAP);
    assert_int_equal(comb_witness_at(panel, 2, 2)->kind, COMB_WITNESS_ABSENT);
    assert_int_equal(comb_witness_at(panel, 1, 3)->shape->rows[0], 3);
    assert_int_equal(comb_witness_at(panel, 1, 3)->shape->rows[1], 2);
    char *printed = print_panel(panel);
    assert_string_equal(printed, expected);
    comb_witness_panel_free(panel);
    free(printed);
}

static void same_panels(const char *a, const char *b)
{
    struct comb_witness_panel *first = read_panel(a), *second = read_panel(b);
    if (!comb_witness_panel_same(first, second))
        fail_msg("not the same:\n%s\n%s", a, b);
    comb_witness_panel_free(first);
    comb_witness_panel_free(second);
}

static void test_equivalent_texts(void **state)
{
    (void)state;
    static const char panel[] = "Witness panel v1\n+ - E\n| . |\nS - +";
    same_panels(panel, "1x1");
    same_panels(panel, " 1x1 \n");
    same_panels(panel, "\xef\xbb\xbf+-E\r\n|.|\r\nS-+\r\n"); /* with a byte order mark */
    same_panels(panel, "+ - E / | . | / S - +");
    same_panels(panel, "+-E/|.|/S-+");
    same_panels(panel, "+-E\n|.|\nS-+\n");
    same_panels(panel, "\r\n  Witness   panel v1 \r\n\r\n+ --- E\r\n|  .  |\r\nS --- +\r\n");
    same_panels(panel, "Witness panel v1 / symmetry none / lines none / + - E / | . | / S - + /");
    same_panels("+ o + / x sq:red x / S : E", "+ --o-- + / x sq:red x / S ---:--- E");
    same_panels("+ o:red + / x rot:##,# x / S x E", "+ -o:red- + / x rot:##,#. x / S --x E");
    same_panels("lines cyan / +-+/|.|/+-+", "Witness panel v1/lines cyan none/+-+/|.|/+-+");
}

/* ---- every panel ---- */

static void round_trip(const struct comb_witness_panel *panel)
{
    char *text = print_panel(panel);
    struct comb_witness_panel *again = read_panel(text);
    assert_true(comb_witness_is_text(text, strlen(text)));
    assert_int_equal(comb_witness_detect(text, strlen(text)), 100);
    if (!comb_witness_panel_same(panel, again))
        fail_msg("%s\nreads back as a different panel", text);
    for (char *c = text; *c; c++)
        *c = *c == '\n' ? '/' : *c;
    comb_witness_panel_free(again);
    again = read_panel(text);
    assert_true(comb_witness_panel_same(panel, again));
    comb_witness_panel_free(again);
    free(text);
}

static void every_line(const char *path)
{
    struct comb_buf file = {0};
    unsigned count = 0;
    if (comb_file_read(&file, path, 64 << 20, NULL) != COMB_OK) {
        comb_buf_free(&file);
        print_message("skipped: there is no %s\n", path);
        skip();
    }
    for (char *line = strtok(file.data, "\r\n"); line; line = strtok(NULL, "\r\n"), count++) {
        struct comb_witness_panel *panel = read_panel(line);
        assert_int_equal(comb_witness_detect(line, strlen(line)), 95);
        round_trip(panel);
        comb_witness_panel_free(panel);
    }
    comb_buf_free(&file);
    assert_true(count > 100);
}

static void test_shared_public_puzzles_round_trip(void **state)
{
    (void)state;
    every_line("../shared/data/windmill/windmill_puzzles.txt");
    every_line("../shared/data/windmill/witness_puzzles.txt");
}

static unsigned below(struct comb_rng *rng, unsigned bound)
{
    return (unsigned)comb_rng_below(rng, bound);
}

static void random_shape(struct comb_witness_shape *shape, struct comb_rng *rng)
{
    unsigned most = below(rng, 20) == 0 ? COMB_WITNESS_SHAPE_SIDE : 4;
    *shape = (struct comb_witness_shape){.width = (uint8_t)(1 + below(rng, most)),
                                         .height = (uint8_t)(1 + below(rng, most))};
    for (unsigned y = 0; y < shape->height; y++)
        shape->rows[y] = (uint16_t)below(rng, 1u << shape->width);
}

static struct comb_witness_thing random_thing(struct comb_witness_shape *shape, enum comb_witness_place_kind kind,
                                              struct comb_rng *rng)
{
    static const uint8_t node[] = {0, 0, 0, 1, 3, 4, 6}, edge[] = {0, 0, 0, 1, 5, 6},
                         cell[] = {0, 0, 1, 7, 8, 9, 10, 11};
    struct comb_witness_thing thing = {.kind = COMB_WITNESS_EMPTY};
    if (kind == COMB_WITNESS_NODE)
        thing.kind = node[below(rng, sizeof node)];
    else
        thing.kind = kind == COMB_WITNESS_CELL ? cell[below(rng, sizeof cell)] : edge[below(rng, sizeof edge)];
    if (thing.kind >= COMB_WITNESS_DOT)
        thing.colour = (uint8_t)below(rng, COMB_WITNESS_COLOURS);
    if (thing.kind == COMB_WITNESS_TRIANGLE)
        thing.triangles = (uint8_t)below(rng, 10);
    if (thing.kind == COMB_WITNESS_END) {
        thing.toward_x = (int8_t)((int)below(rng, 3) - 1);
        thing.toward_y = (int8_t)((int)below(rng, 3) - 1);
    }
    if (thing.kind == COMB_WITNESS_POLYOMINO) {
        thing.free = below(rng, 2);
        thing.negative = below(rng, 2);
        random_shape(shape, rng);
        thing.shape = shape;
    }
    return thing;
}

static struct comb_witness_panel *random_panel(struct comb_rng *rng)
{
    struct comb_witness_panel *panel;
    unsigned most = below(rng, 10) == 0 ? COMB_WITNESS_MAX_SIDE : 5;
    unsigned width = 1 + below(rng, most), height = below(rng, 3) == 0 ? width : 1 + below(rng, most);
    assert_int_equal(comb_witness_panel_new(&panel, width, height, (size_t)width * height + 1, NULL), COMB_OK);
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            struct comb_witness_thing *thing = &panel->places[column + comb_witness_columns(panel) * row];
            *thing = random_thing(&panel->shapes[panel->shape_count], comb_witness_place_kind_of(column, row), rng);
            panel->shape_count += thing->shape != NULL;
        }
    panel->symmetry = below(rng, 4);
    for (unsigned i = 0; i < 2; i++)
        panel->line_colours[i] = (uint8_t)(below(rng, 2) ? below(rng, COMB_WITNESS_COLOURS) : 0);
    comb_witness_panel_pair(panel);
    return panel;
}

static void test_random_panels_round_trip(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 7);
    for (int i = 0; i < 5000; i++) {
        struct comb_witness_panel *panel = random_panel(&rng);
        round_trip(panel);
        comb_witness_panel_free(panel);
    }
}

/* Without what the format cannot represent, the same through Windmill strings. */
static void test_random_panels_as_windmill_strings(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 8);
    for (int i = 0; i < 2000; i++) {
        struct comb_witness_panel *panel = random_panel(&rng);
        struct comb_buf text = {0};
        bool coloured = panel->line_colours[0] || panel->line_colours[1];
        for (unsigned j = 0; j < comb_witness_columns(panel) * comb_witness_rows(panel); j++)
            coloured |= panel->places[j].kind == COMB_WITNESS_DOT && panel->places[j].colour;
        assert_int_equal(comb_witness_windmill_write(&text, panel, NULL), coloured ? COMB_BAD_INPUT : COMB_OK);
        for (unsigned j = 0; j < comb_witness_columns(panel) * comb_witness_rows(panel); j++)
            if (panel->places[j].kind == COMB_WITNESS_DOT)
                panel->places[j].colour = COMB_WITNESS_NO_COLOUR;
        memset(panel->line_colours, 0, sizeof panel->line_colours);
        comb_buf_clear(&text);
        assert_int_equal(comb_witness_windmill_write(&text, panel, NULL), COMB_OK);
        struct comb_witness_panel *again = read_panel(text.data);
        assert_true(comb_witness_panel_same(panel, again));
        comb_witness_panel_free(again);
        comb_witness_panel_free(panel);
        comb_buf_free(&text);
    }
}

/* ---- rejections and their positions ---- */

struct wrong {
    const char *text;
    unsigned line, column;
    const char *says;
};

static void refused(const struct wrong *wrong)
{
    struct comb_witness_panel *panel = NULL;
    struct comb_error err = {0};
    assert_int_equal(comb_witness_read(&panel, wrong->text, strlen(wrong->text), &err), COMB_BAD_INPUT);
    assert_null(panel);
    if (err.line != wrong->line || err.column != wrong->column || !strstr(err.message, wrong->says))
        fail_msg("%s\nexpected %u:%u %s, got %u:%u %s", wrong->text, wrong->line, wrong->column, wrong->says, err.line,
                 err.column, err.message);
}

static void test_errors_name_their_position(void **state)
{
    (void)state;
    static const struct wrong wrongs[] = {
        {"", 1, 1, "the text is empty"},
        {" \n", 1, 1, "the text is empty"},
        {"0x5", 1, 1, "expected 1x1 to 16x16"},
        {" 5x17", 1, 2, "expected 1x1 to 16x16"},
        {"5x", 1, 1, "'5x': expected a panel"},
        {"hello", 1, 1, "a Windmill string or link"},
        {"Witness", 1, 1, "'Witness panel v1'"},
        {"Witness panel v2\n+-+\n|.|\n+-+", 1, 1, "'Witness panel v1'"},
        {"Witness panel v1", 1, 17, "the panel has 0 rows"},
        {"Witness panel v1\nsymmetry diagonal\n+-+\n|.|\n+-+", 2, 10, "horizontal"},
        {"symmetry\n+-+\n|.|\n+-+", 1, 9, "horizontal"},
        {"symmetry none horizontal\n+-+\n|.|\n+-+", 1, 15, "the end of the line"},
        {"symmetry none\nsymmetry none\n+-+\n|.|\n+-+", 2, 9, "only once"},
        {"lines cyan pink\n+-+\n|.|\n+-+", 1, 12, "'pink'"},
        {"lines cyan red blue\n+-+\n|.|\n+-+", 1, 16, "at most two"},
        {"lines\n+-+\n|.|\n+-+", 1, 6, "one or two colours"},
        {"+ - + - +\n| . | . |\n+ - + -", 3, 1, "row 3 has 4 places, expected 5"},
        {"+ - + -\n| . | .", 1, 1, "first row has 4 places"},
        {"+ - +\n| . |", 2, 6, "the panel has 2 rows"},
        {"+ - + / | . | / + - + / | . |", 1, 30, "the panel has 4 rows"},
        {"+ - +\n| s |\n+ - +", 2, 3, "'s': expected a cell"},
        {"+ - +\n| sq:pink |\n+ - +", 2, 3, "black, white"},
        {"+ - +\n| sq:none |\n+ - +", 2, 3, "black, white"},
        {"+ - +\n| sq:red:red |\n+ - +", 2, 3, "black, white"},
        {"+ - +\n| sq: |\n+ - +", 2, 3, "black, white"},
        {"+ - +\n| tri |\n+ - +", 2, 3, "tri:2"},
        {"+ - +\n| tri:12 |\n+ - +", 2, 3, "tri:2"},
        {"+ - +\n| poly |\n+ - +", 2, 3, "a shape of"},
        {"+ - +\n| poly:#,,# |\n+ - +", 2, 3, "a shape of"},
        {"+ - +\n| poly:#, |\n+ - +", 2, 3, "a shape of"},
        {"+ - +\n| poly:#0 |\n+ - +", 2, 3, "a shape of"},
        {"+ - +\n| rot:################# |\n+ - +", 2, 3, "a shape of"},
        {"+ - +\n| rot:#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,# |\n+ - +", 2, 3, "a shape of"},
        {"+ - +\n| S |\n+ - +", 2, 3, "'S': expected a cell"},
        {"+ - +\n- . |\n+ - +", 2, 1, "'-': expected a vertical edge"},
        {"+ | +\n| . |\n+ - +", 1, 3, "'|': expected a horizontal edge"},
        {"- - +\n| . |\n+ - +", 1, 1, "'- - +': expected a panel"},
        {"+ - +\n| . |\n- - +", 3, 1, "'-': expected a node: +"},
        {"+ - :\n| . |\n+ - +", 1, 5, "':': expected a node: +"},
        {"+ - E>>\n| . |\n+ - +", 1, 5, "'E>>': expected a node: +"},
        {"+ - Ev>\n| . |\n+ - +", 1, 5, "'Ev>': expected a node: +"},
        {"+ - o:red:red\n| . |\n+ - +", 1, 5, "black, white"},
        {"+-+/|q|/+-+", 1, 6, "'q': expected a cell"},
        {"+-+\n|.|\n+-+\n\nlines cyan", 5, 1, "row 4 has"},
        {"+-+\n|.|\n+-\303\251", 3, 3, "0xc3"},
        {"CAUSAigEEgIIBBIA", 1, 17, "expected _0"},
        {"https://windmill.thefifthmatt.com/build/CAUS", 1, 45, "expected _0"},
        {"EgIoCAgD_0", 1, 1, "a multiple of 3"},
        {"\xef\xbb\xbf+-+\n|?|\n+-+", 2, 2, "'?': expected a cell"},
        {"https://example.org/puzzle", 1, 27, "expected _0"},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
        refused(&wrongs[i]);
}

/* A control byte anywhere in any format. */
static void test_bad_bytes_are_rejected_at_their_position(void **state)
{
    (void)state;
    static const char *const texts[] = {"Witness panel v1 / lines cyan / + - E / | poly:## | / S - o", "5x5",
                                        "https://windmill.thefifthmatt.com/build/CAUSAigE_0", "+-E/|.|/S-+"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t at = 0; at < strlen(texts[i]); at++) {
            struct comb_witness_panel *panel;
            struct comb_error err = {0};
            char text[128];
            snprintf(text, sizeof text, "%s", texts[i]);
            text[at] = '\001';
            assert_int_equal(comb_witness_read(&panel, text, strlen(text), &err), COMB_BAD_INPUT);
            assert_int_equal(err.position, at);
            assert_int_equal(err.column, at + 1);
        }
}

static void test_too_many_rows_and_bytes(void **state)
{
    (void)state;
    struct comb_buf text = {0};
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    for (int i = 0; i < 17; i++)
        comb_buf_str(&text, i == 0 ? "+-+\n" : "|.|\n+-+\n");
    panel = read_panel(text.data);
    assert_int_equal(panel->height, 16);
    comb_witness_panel_free(panel);
    comb_buf_str(&text, "|.|\n+-+\n");
    assert_int_equal(comb_witness_read(&panel, text.data, text.length, &err), COMB_BAD_INPUT);
    assert_int_equal(err.line, 34);
    comb_buf_repeat(&text, " ", 1 << 18);
    assert_int_equal(comb_witness_read(&panel, text.data, text.length, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "expected at most"));
    comb_buf_free(&text);
}

static void test_detect(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int sure;
    } rows[] = {{"", 0},
                {"5x5", 60},
                {" 12x8\n", 60},
                {"5x5x5", 0},
                {"LPE/EASR/SRTED/PING/LAS", 0},
                {"abcd efgh ijkl mnop", 0},
                {"E/EA/S", 0},
                {"\xef\xbb\xbfWitness panel v1", 100},
                {"Witness panel v1", 100},
                {"Witness the power", 0},
                {" \n Witness panel v1\n+ - +", 100},
                {"+-E/|.|/S-+", 80},
                {"+ --- E / | . | / S - +", 80},
                {"E> - + / | . | / S - +", 80},
                {"CAUSAigEEgIIBB==_0", 95},
                {"https://windmill.thefifthmatt.com/build/CAUS", 95},
                {"comb1-witness-AAAA_0", 0},
                {"file_0", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (comb_witness_detect(rows[i].text, strlen(rows[i].text)) != rows[i].sure)
            fail_msg("'%s': expected %d", rows[i].text, rows[i].sure);
}

/* ---- moves ---- */

static struct comb_witness_panel *after(const struct comb_witness_panel *panel, const char *move)
{
    void *next = NULL;
    struct comb_error err = {0};
    if (comb_witness_apply(&next, panel, move, &err) != COMB_OK)
        fail_msg("%s: %s", move, err.message);
    return next;
}

static void play(struct comb_witness_panel **panel, const char *move)
{
    struct comb_witness_panel *next = after(*panel, move);
    comb_witness_panel_free(*panel);
    *panel = next;
}

/* Draws a panel over a full one, move by move. */
static void redraw(struct comb_witness_panel **canvas, const struct comb_witness_panel *panel)
{
    struct comb_buf move = {0};
    comb_buf_printf(&move, "size=%ux%u", panel->width, panel->height);
    play(canvas, move.data);
    play(canvas, "symmetry=none");
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            comb_buf_clear(&move);
            comb_buf_printf(&move, "%u,%u=", column, row);
            comb_witness_token_print(&move, comb_witness_at(panel, column, row),
                                     comb_witness_place_kind_of(column, row));
            play(canvas, move.data);
        }
    comb_buf_clear(&move);
    comb_buf_printf(&move, "symmetry=%s", comb_witness_symmetry_name(panel->symmetry));
    play(canvas, move.data);
    comb_buf_clear(&move);
    comb_buf_str(&move, "lines=");
    for (unsigned i = 0; i < 2; i++)
        comb_buf_printf(&move, "%s%s", i > 0 ? "," : "",
                        panel->line_colours[i] ? comb_witness_colour_name(panel->line_colours[i]) : "none");
    play(canvas, move.data);
    comb_buf_free(&move);
}

static void test_moves_draw_every_panel(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 9);
    struct comb_witness_panel *canvas = read_panel("3x3");
    for (int i = 0; i < 200; i++) {
        struct comb_witness_panel *panel = random_panel(&rng);
        redraw(&canvas, panel);
        assert_true(comb_witness_panel_same(canvas, panel));
        assert_true(canvas->shape_count <= (size_t)canvas->width * canvas->height);
        comb_witness_panel_free(panel);
    }
    comb_witness_panel_free(canvas);
}

static void becomes(const char *before, const char *move, const char *expected)
{
    struct comb_witness_panel *panel = read_panel(before), *target = read_panel(expected);
    play(&panel, move);
    char *text = print_panel(panel);
    if (!comb_witness_panel_same(panel, target))
        fail_msg("%s: %s", move, text);
    comb_witness_panel_free(panel);
    comb_witness_panel_free(target);
    free(text);
}

static void test_starts_and_ends_move_in_pairs(void **state)
{
    (void)state;
    becomes("symmetry horizontal / +-+/|.|/+-+", "0,2=S", "symmetry horizontal / +-+/|.|/S-S");
    becomes("symmetry horizontal / +-+/|.|/S-S", "2,2=+", "symmetry horizontal / +-+/|.|/+-+");
    becomes("symmetry horizontal / +-+/|.|/S-S", "2,2=E", "symmetry horizontal / +-+/|.|/E-E");
    becomes("symmetry vertical / +-+/|.|/+-+", "0,2=S", "symmetry vertical / S-+/|.|/S-+");
    becomes("symmetry rotational / +-+/|.|/+-+", "0,2=E<v", "symmetry rotational / + - E>^ / | . | / E<v - +");
    becomes("+-E/|.|/S-+", "symmetry=vertical", "symmetry vertical / S - E / | . | / S - E");
    becomes("symmetry vertical / S - E / | . | / S - E", "symmetry=none", "S - E / | . | / S - E");
    becomes("+-E/|.|/S-+", "size=2x1", "+-E-+/|.|.|/S-+-+");
    becomes("+-+-E/|.|Y|/S-+-+", "size=1x1", "+-+/|.|/S-+");
    becomes("+-E/|.|/S-+", "lines=red", "lines red/+-E/|.|/S-+");
    becomes("lines red blue/+-E/|.|/S-+", "lines=none", "+-E/|.|/S-+");
}

static void move_refused(const char *move, const char *says)
{
    struct comb_witness_panel *panel =
        read_panel("symmetry rotational / + - + - E / | . | . | / + - + - + / | . | . | / "
                   "E - + - +");
    void *next = panel;
    struct comb_error err = {0};
    assert_int_equal(comb_witness_apply(&next, panel, move, &err), COMB_BAD_INPUT);
    assert_null(next);
    if (!strstr(err.message, says))
        fail_msg("%s: %s", move, err.message);
    comb_witness_panel_free(panel);
}

static void test_impossible_moves(void **state)
{
    (void)state;
    move_refused("", "COLUMN,ROW=WORD");
    move_refused("no such move", "COLUMN,ROW=WORD");
    move_refused("1,1", "COLUMN,ROW=WORD");
    move_refused("1,=.", "COLUMN,ROW=WORD");
    move_refused(",1=.", "COLUMN,ROW=WORD");
    move_refused("1=.", "COLUMN,ROW=WORD");
    move_refused("-1,1=.", "COLUMN,ROW=WORD");
    move_refused("1,1,1=.", "COLUMN,ROW=WORD");
    move_refused("1000,1=.", "COLUMN,ROW=WORD");
    move_refused("5,0=+", "no place 5,0");
    move_refused("0,5=+", "no place 0,5");
    move_refused("1,1=S", "'S': expected a cell");
    move_refused("1,1=", "expected a cell");
    move_refused("0,0=:", "expected a node");
    move_refused("2,2=S", "its own mirror image");
    move_refused("symmetry=", "horizontal");
    move_refused("symmetry=diagonal", "horizontal");
    move_refused("lines=", "lines=cyan");
    move_refused("lines=red,", "lines=cyan");
    move_refused("lines=red,pink", "lines=cyan");
    move_refused("size=5", "size=5x6");
    move_refused("size=17x1", "1x1 to 16x16");
}

/* ---- images ---- */

static char *canon_of(const struct comb_witness_panel *panel)
{
    struct comb_buf text = {0};
    assert_int_equal(comb_witness_canon(&text, panel, NULL), COMB_OK);
    return text.data;
}

static void images_agree(const struct comb_witness_panel *panel)
{
    char *canon = canon_of(panel);
    void *image;
    unsigned count = 0;
    for (; comb_witness_image(&image, panel, count, NULL) == COMB_OK; count++) {
        char *text = print_panel(image);
        struct comb_witness_panel *again = read_panel(text);
        char *same = canon_of(again);
        assert_string_equal(canon, same);
        assert_true(count > 0 || comb_witness_panel_same(panel, image));
        comb_witness_panel_free(again);
        comb_witness_panel_free(image);
        free(text);
        free(same);
    }
    assert_null(image);
    assert_int_equal(count, panel->width == panel->height ? 8 : 4);
    free(canon);
}

static void test_images_of_random_panels(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 10);
    for (int i = 0; i < 300; i++) {
        struct comb_witness_panel *panel = random_panel(&rng);
        images_agree(panel);
        comb_witness_panel_free(panel);
    }
}

static void test_an_image_in_full(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = read_panel("symmetry horizontal / lines cyan red / S - + - S / "
                                                  "| sq:red : poly:##,#. | / + o + - + / | . | -rot:###:red | / "
                                                  "E< - + x E>");
    struct comb_witness_panel *turned = read_panel("symmetry vertical / lines cyan red / E^ - + - S / "
                                                   "| . o sq:red | / + - + : + / x -rot:#,#,#:red | poly:##,.# | / "
                                                   "Ev - + - S");
    bool found = false;
    void *image;
    for (unsigned i = 0; comb_witness_image(&image, panel, i, NULL) == COMB_OK; i++) {
        found |= comb_witness_panel_same(image, turned);
        comb_witness_panel_free(image);
    }
    comb_witness_panel_free(panel);
    comb_witness_panel_free(turned);
    assert_true(found);
}
