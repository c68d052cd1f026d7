/* Puzzles of witnesspuzzles.com as text: what is read, what is refused and why, and that random panels survive. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "games/witness/text/site.h"
#include "unit/witness/panels.h"

#define CELL(symbol)                                                                                                   \
    "{\"grid\":[[{\"type\":\"line\",\"start\":true},{\"type\":\"line\"},{\"type\":\"line\"}],[{\"type\":\"line\"}"     \
    "," symbol                                                                                                         \
    ",{\"type\":\"line\"}],[{\"type\":\"line\",\"end\":\"right\"},{\"type\":\"line\"},{\"type\":\"line\"}]]}"

static void reads(const char *text, const char *panel)
{
    struct comb_witness_panel *got, *expected;
    struct comb_error err = {0};
    if (comb_witness_read(&got, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    assert_int_equal(comb_witness_text_read(&expected, panel, strlen(panel), NULL), COMB_OK);
    if (!comb_witness_panel_same(got, expected)) {
        witness_print(got);
        fail_msg("expected %s", panel);
    }
    comb_witness_panel_free(got);
    comb_witness_panel_free(expected);
}

static void refuses(const char *text, const char *why)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    assert_int_equal(comb_witness_read(&panel, text, strlen(text), &err), COMB_BAD_INPUT);
    if (!strstr(err.message, why))
        fail_msg("'%s' does not contain '%s'", err.message, why);
}

static void test_symbols(void **state)
{
    (void)state;
    reads(CELL("null"), "rules witnesspuzzles / S - E> / | . | / + - +");
    reads(CELL("{}"), "rules witnesspuzzles / S - E> / | . | / + - +");
    reads(CELL("{\"type\":\"star\",\"color\":\"purple\"}"), "rules witnesspuzzles / S - E> / | star:magenta | / + - +");
    reads(CELL("{\"type\":\"poly\",\"color\":\"red\",\"polyshape\":1049120}"),
          "rules witnesspuzzles / S - E> / | rot:##:red | / + - +");
    reads(CELL("{\"type\":\"ylop\",\"color\":\"blue\",\"polyshape\":3,\"rot\":\"all\"}"),
          "rules witnesspuzzles / S - E> / | -rot:#,#:blue | / + - +");
    reads(CELL("{\"type\":\"triangle\",\"color\":\"orange\",\"count\":4}"),
          "rules witnesspuzzles / S - E> / | tri:4:orange | / + - +");
}

static void test_pages(void **state)
{
    (void)state;
    reads("<script>var puzzle = Puzzle.deserialize(\"{\\\"grid\\\":[[{\\\"start\\\":true,\\\"dot\\\":4},null,{}],[null,"
          "null,{\\\"end\\\":\\\"bottom\\\"}],[null,null,null]],\\\"gaps\\\":[{\\\"x\\\":2,\\\"y\\\":1}]}\")</script>",
          "rules witnesspuzzles / So:hidden - + / | . : / + Ev +");
    reads("{\"id\":\"1\",\"puzzle\":" CELL("null") "}", "rules witnesspuzzles / S - E> / | . | / + - +");
}

static void test_what_is_refused(void **state)
{
    (void)state;
    refuses("https://witnesspuzzles.com/play/2238DED9", "save the page");
    refuses(CELL("{\"type\":\"arrow\",\"color\":\"red\"}"), "'arrow'");
    refuses(CELL("{\"type\":\"star\",\"color\":\"#123456\"}"), "'#123456'");
    refuses(CELL("{\"type\":\"poly\",\"color\":\"red\",\"polyshape\":65536}"), "unknown bits");
    refuses("{\"grid\":[[null,null,null],[null,null]]}", "differ in length");
    refuses("Puzzle.deserialize(puzzle) \"grid\"", "in quotes");
}

static void refuses_to_write(const char *text, const char *why)
{
    struct comb_witness_panel *panel;
    struct comb_buf out = {0};
    struct comb_error err = {0};
    assert_int_equal(comb_witness_text_read(&panel, text, strlen(text), NULL), COMB_OK);
    assert_int_equal(comb_witness_site_write(&out, panel, &err), COMB_BAD_INPUT);
    if (!strstr(err.message, why))
        fail_msg("'%s' does not contain '%s'", err.message, why);
    assert_int_equal(out.length, 0);
    comb_witness_panel_free(panel);
}

static void test_what_cannot_be_written(void **state)
{
    (void)state;
    refuses_to_write("S - E / | x | / + - +", "missing cells");
    refuses_to_write("S - E / | poly:##### | / + - +", "larger than 4 by 4");
    refuses_to_write("S - E<^ / | . | / + - +", "diagonal");
    refuses_to_write("symmetry horizontal / lines red green / S -o:red- E / | . | / + - +", "coloured dots");
    refuses_to_write("11x2", "10 by 10");
}

/* As text every panel survives. */
static void test_random_panels_as_text(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct comb_witness_panel *panel = witness_random_panel(
            seed, &(struct witness_panel_options){.pillar = seed % 2, .half_points = true, .shared_points = true});
        struct comb_witness_panel *again;
        struct comb_buf text = {0};
        comb_witness_text_print(&text, panel);
        assert_int_equal(comb_witness_read(&again, comb_buf_text(&text), text.length, NULL), COMB_OK);
        assert_true(comb_witness_panel_same(panel, again));
        comb_witness_panel_free(again);
        comb_witness_panel_free(panel);
        comb_buf_free(&text);
    }
}
