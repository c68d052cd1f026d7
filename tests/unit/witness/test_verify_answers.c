/* Answers as JSON, right, wrong and malformed in every way; and limits, which never become a verdict. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/witness/text/text.h"
#include "games/witness/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct comb_option options[] = {
    {.name = "rules", .kind = COMB_OPTION_CHOICE, .choices = COMB_WITNESS_RULE_NAMES},
    {.name = "overhang", .kind = COMB_OPTION_FLAG},
    {0}};

static struct comb_witness_panel *read_panel(const char *text)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (comb_witness_text_read(&panel, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    return panel;
}

/* The rules of the violations, in order, separated by blanks. */
static void expect_under(const char *board, const char *rules, const char *answer, const char *expected)
{
    struct comb_witness_panel *panel = read_panel(board);
    struct comb_params params = {0};
    struct comb_buf found = {0};
    json_t *json = json_loads(answer, JSON_DECODE_ANY, NULL);
    json_t *violations = json_array();
    assert_non_null(json);
    assert_int_equal(comb_params_set(&params, &options[0], rules, NULL), COMB_OK);
    assert_int_equal(comb_witness_verify(violations, panel, json, NULL, &params, NULL), COMB_OK);
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *violation = json_array_get(violations, i);
        assert_true(json_string_length(json_object_get(violation, "message")) > 0);
        comb_buf_printf(&found, "%s%s", i > 0 ? " " : "", json_string_value(json_object_get(violation, "rule")));
    }
    if (strcmp(comb_buf_text(&found), expected) != 0)
        fail_msg("%s: expected '%s', got '%s'", answer, expected, comb_buf_text(&found));
    comb_buf_free(&found);
    json_decref(violations);
    json_decref(json);
    comb_params_free(&params);
    comb_witness_panel_free(panel);
}

/*  S---+---+
 *  | b | w |     b, w: black and white square
 *  +---+---E  */
static const char small[] = "S - + - + / | sq:black | sq:white | / + - + - E";

static void expect(const char *answer, const char *expected)
{
    expect_under(small, "windmill", answer, expected);
}

#define PATH "[[0,0],[1,0],[1,1],[2,1]]"
#define WRONG "[[0,0],[0,1],[1,1],[2,1]]"

static void test_right_answers_pass(void **state)
{
    (void)state;
    expect("{\"path\":" PATH "}", "");
    expect("{\"solved\":true,\"proved\":true,\"path\":" PATH ",\"rules\":\"windmill\",\"seconds\":0.5}", "");
    expect("{\"solved\":true,\"path\":" PATH ",\"paths\":[" PATH "],\"lines\":1,\"unique\":true}", "");
    expect("{\"solved\":true,\"path\":" PATH ",\"mirror\":null}", "");
    expect("{\"solved\":true,\"path\":" PATH ",\"paths\":[]}", "");
    expect("{\"solved\":true,\"path\":" PATH ",\"lines\":7,\"unique\":false}", "");
    expect("{\"solved\":false}", ""); /* nothing is claimed */
    expect("{\"solved\":false,\"path\":" PATH "}", "");
}

static void test_wrong_lines_are_reported(void **state)
{
    (void)state;
    expect("{\"path\":" WRONG "}", "square");
    expect("{\"solved\":false,\"path\":" WRONG "}", "square"); /* whatever else it says */
    expect("{\"path\":[[0,0],[1,0]]}", "end");
    expect("{\"path\":[[0,0]]}", "line");
    expect("{\"path\":[[9,9],[9,8]]}", "line");
    expect("{\"path\":" PATH ",\"paths\":[" PATH "," WRONG "]}", "square");
}

static void test_rules_are_those_requested(void **state)
{
    (void)state;
    expect("{\"path\":" PATH ",\"rules\":\"game\"}", "rules");
    expect("{\"path\":" PATH ",\"rules\":7}", "rules");
    expect("{\"solved\":false,\"rules\":\"game\"}", "rules");
    expect_under(small, "game", "{\"path\":" PATH ",\"rules\":\"game\"}", "");
    expect_under("S - + - + / | Y | Y | / E - + - +", "game", "{\"path\":[[0,0],[0,1]]}", "");
    expect_under("S - + - + / | Y | Y | / E - + - +", "ttws", "{\"path\":[[0,0],[0,1]]}", "elimination");
}

static void test_malformed_answers(void **state)
{
    (void)state;
    static const char *const answers[] = {"[]", "7", "null", "\"path\"", "true"};
    static const char *const paths[] = {
        "7",          "null",      "{}",          "\"RRD\"",     "[]",          "[7]",
        "[[0]]",      "[[0,0,0]]", "[[0,\"0\"]]", "[[0,0.25]]",  "[[-1,0]]",    "[[0,17]]",
        "[[0,1e99]]", "[null]",    "[[[0],0]]",   "[{\"x\":0}]", "[[0,0],[0]]", "[[99999999999999,0]]"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        expect(answers[i], "answer");
    expect("{}", "path");
    expect("{\"solved\":true}", "path");
    expect("{\"solved\":1,\"path\":" PATH "}", "answer");
    expect("{\"proved\":null,\"path\":" PATH "}", "answer");
    expect("{\"seconds\":\"0\",\"path\":" PATH "}", "answer");
    expect("{\"seconds\":-1,\"path\":" PATH "}", "answer");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct comb_buf text = {0};
        comb_buf_printf(&text, "{\"path\":%s}", paths[i]);
        expect(comb_buf_text(&text), "path");
        comb_buf_clear(&text);
        comb_buf_printf(&text, "{\"path\":" PATH ",\"paths\":[%s]}", paths[i]);
        expect(comb_buf_text(&text), "paths");
        comb_buf_free(&text);
    }
    expect("{\"path\":" PATH ",\"paths\":7}", "paths");
    expect("{\"path\":" PATH ",\"paths\":null}", "paths");
}

static void test_too_long_lines(void **state)
{
    (void)state;
    struct comb_buf text = {0};
    comb_buf_str(&text, "{\"path\":[[0,0]");
    for (unsigned i = 0; i < 20; i++)
        comb_buf_str(&text, ",[0,1]");
    comb_buf_str(&text, "]}");
    expect(comb_buf_text(&text), "line");
    comb_buf_clear(&text);
    comb_buf_str(&text, "{\"path\":[[0,0]");
    for (unsigned i = 0; i < 1000; i++)
        comb_buf_str(&text, ",[0,1]");
    comb_buf_str(&text, "]}");
    expect(comb_buf_text(&text), "path");
    comb_buf_free(&text);
}

static void test_counts_match_the_lines(void **state)
{
    (void)state;
    expect("{\"path\":" PATH ",\"lines\":0}", "lines");
    expect("{\"path\":" PATH ",\"lines\":\"1\"}", "lines");
    expect("{\"path\":" PATH ",\"lines\":-1}", "lines");
    expect("{\"path\":" PATH ",\"lines\":2,\"unique\":true}", "unique");
    expect("{\"path\":" PATH ",\"unique\":1}", "unique");
    expect("{\"path\":" PATH ",\"lines\":1,\"proved\":true,\"unique\":false}", "unique");
    expect("{\"path\":" PATH ",\"paths\":[" PATH "," PATH "]}", "paths");
    expect("{\"path\":" PATH ",\"lines\":1,\"paths\":[" PATH "," PATH "]}", "paths lines");
    expect("{\"path\":" PATH ",\"paths\":[" PATH "," PATH "," PATH "]}", "paths paths");
}

/*  S---+---+---S
 *  |   |   |   |
 *  E---+---+---E  */
static const char double_line[] = "symmetry horizontal/S-+-+-S/|.|.|.|/E-+-+-E";

static void test_mirror_lines(void **state)
{
    (void)state;
    expect_under(double_line, "game", "{\"path\":[[0,0],[0,1]],\"mirror\":[[3,0],[3,1]]}", "");
    expect_under(double_line, "game", "{\"path\":[[0,0],[0,1]]}", "");
    expect_under(double_line, "game", "{\"path\":[[0,0],[0,1]],\"mirror\":[[3,1],[3,0]]}", "mirror");
    expect_under(double_line, "game", "{\"path\":[[0,0],[0,1]],\"mirror\":[[0,0],[0,1]]}", "mirror");
    expect_under(double_line, "game", "{\"path\":[[0,0],[0,1]],\"mirror\":[[3,0]]}", "mirror");
    expect_under(double_line, "game", "{\"path\":[[0,0],[0,1]],\"mirror\":7}", "mirror");
    expect_under(double_line, "game", "{\"path\":7,\"mirror\":[[3,0],[3,1]]}", "path");
    expect("{\"path\":" PATH ",\"mirror\":" PATH "}", "mirror");
}

/* The eliminated symbols may be omitted, but not be wrong; their order does not matter. */
static void test_cancelled_symbols(void **state)
{
    (void)state;
    static const char board[] = "S - + - + / | Y | tri:3 | / E - + - + / | Y | tri:2 | / + - + - +";
    static const char *const wrong[] = {"[]",        "[[3,1]]",         "[[3,1],[1,1]]",         "[[3,1],[3,1]]",
                                        "[[3,1],7]", "[[3,1],[3,3.0]]", "[[3,1],[3,3],[1,1]]",   "null",
                                        "{}",        "\"3,1\"",         "[[3,1],[3,3],[99,99]]", "[[[3,1],[3,3]]]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct comb_buf text = {0};
        comb_buf_printf(&text, "{\"path\":[[0,0],[0,1]],\"cancelled\":%s}", wrong[i]);
        expect_under(board, "ttws", comb_buf_text(&text), "cancelled");
        comb_buf_free(&text);
    }
    expect_under(board, "ttws", "{\"path\":[[0,0],[0,1]]}", "");
    expect_under(board, "ttws", "{\"path\":[[0,0],[0,1]],\"cancelled\":[[3,1],[3,3]]}", "");
    expect_under(board, "game", "{\"path\":[[0,0],[0,1]],\"cancelled\":[[3,3],[3,1]]}", "");
    expect_under(board, "game", "{\"path\":[[0,0],[1,0]],\"cancelled\":[[3,1]]}", "end"); /* one violation is enough */
    expect("{\"path\":" PATH ",\"cancelled\":[]}", "");
    expect("{\"path\":" PATH ",\"cancelled\":[[1,1]]}", "cancelled");
    expect("{\"solved\":false,\"cancelled\":7}", "");
}

/* Without line colours a line and its mirror image are one solution; with them they are two. */
static void test_mirrored_lines_are_one(void **state)
{
    (void)state;
#define BOTH "{\"path\":[[0,0],[0,1]],\"paths\":[[[0,0],[0,1]],[[3,0],[3,1]]]}"
    expect_under(double_line, "game", BOTH, "paths");
    expect_under("lines cyan yellow/symmetry horizontal/S-+-+-S/|.|.|.|/E-+-+-E", "game", BOTH, "");
    expect_under(double_line, "game", "{\"path\":[[0,0],[0,1]],\"paths\":[[[0,0],[0,1]],[[3,0],[2,0],[2,1],[3,1]]]}",
                 "");
}

/* ---- messages ---- */

static void expect_message(const char *board, const char *rules, const char *path, const char *expected)
{
    struct comb_witness_panel *panel = read_panel(board);
    struct comb_params params = {0};
    json_t *answer = json_pack("{s:o}", "path", json_loads(path, 0, NULL));
    json_t *violations = json_array();
    assert_int_equal(comb_params_set(&params, &options[0], rules, NULL), COMB_OK);
    assert_int_equal(comb_witness_verify(violations, panel, answer, NULL, &params, NULL), COMB_OK);
    assert_int_equal(json_array_size(violations), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(violations, 0), "message")), expected);
    json_decref(violations);
    json_decref(answer);
    comb_params_free(&params);
    comb_witness_panel_free(panel);
}

static void expect_row(const char *cells, const char *expected)
{
    struct comb_buf text = {0};
    comb_buf_printf(&text, "S - + - + - +\n%s\nE - + - + - +", cells);
    expect_message(comb_buf_text(&text), "game", "[[0,0],[0,1]]", expected);
    comb_buf_free(&text);
}

static void test_messages_for_players(void **state)
{
    (void)state;
    expect_message("+ - + - S - + / | sq:black | sq:white | . | / + - + - E - +", "windmill", "[[2,0],[2,1]]",
                   "the region of 2 cells on the left has black and white squares");
    expect_row("| sq:black | sq:white | sq:red |", "the only region (3 cells) has black, white and red squares");
    expect_row("| tri:2 | . | . |", "the triangles in cell (0,0): 1 of its sides is on the line, expected 2");
    expect_row("| star:red | . | . |",
               "the red star in cell (0,0) has no partner: nothing else in the only region (3 cells) is red");
    expect_row("| star:red | sq:red | sq:red |",
               "the only region (3 cells) has 3 red symbols: the red star in cell (0,0) needs exactly one other");
    expect_row("| poly:## | . | . |", "the yellow pieces in the only region (3 cells) cover 2 cells, the region has 3");
    expect_row("| poly:#,#,# | . | . |",
               "the pieces in the only region (3 cells) have the right number of cells but cannot be placed");
    expect_row("| -poly:# | . | . |",
               "the only region (3 cells) has blue pieces only, and no yellow ones to subtract them from");
    expect_row("| poly:## | -poly:# | . |",
               "the only region (3 cells) has 2 yellow and 1 blue cells, which leaves 1, but 3 cells to cover");
    expect_row("| poly:## | -poly:#,# | . |",
               "the only region (3 cells) has as many blue cells as yellow ones, but the pieces do not cancel out");
    expect_row("| Y | . | . |", "this elimination mark has nothing to cancel in the only region (3 cells)");
    expect_row("| Y | tri:3 | star:red |",
               "the elimination mark in the only region (3 cells) cannot fix it: a wrong triangle, an unpaired star");
    expect_row("| Y | tri:3 | tri:3 |",
               "the only region (3 cells) has more errors than elimination marks: 1 mark, 2 wrong triangles");
    expect_row("| . | . | . o", "the dot on the edge at (3,0.5) is not on the line");
    expect_message("S : E / | . | / + - +", "ttws", "[[0,0],[1,0]]",
                   "the line cannot go from (0,0) to (1,0): the edge is broken");
}

/* The location of the violation: its symbol among nodes, edges and cells, and the cells of its region. */
static void expect_place(const char *board, const char *path, const char *message, const char *place,
                         const char *region)
{
    struct comb_witness_panel *panel = read_panel(board);
    json_t *answer = json_pack("{s:o}", "path", json_loads(path, 0, NULL));
    json_t *violations = json_array();
    assert_int_equal(comb_witness_verify(violations, panel, answer, NULL, NULL, NULL), COMB_OK);
    const json_t *first = json_array_get(violations, 0);
    char *at = json_dumps(json_object_get(first, "place"), JSON_COMPACT);
    char *cells = json_dumps(json_object_get(first, "region"), JSON_COMPACT);
    assert_non_null(first);
    assert_string_equal(json_string_value(json_object_get(first, "message")), message);
    assert_string_equal(at ? at : "", place);
    assert_string_equal(cells ? cells : "", region);
    free(at);
    free(cells);
    json_decref(violations);
    json_decref(answer);
    comb_witness_panel_free(panel);
}

static void test_messages_about_the_line(void **state)
{
    (void)state;
    static const char plain[] = "S - + - + / | . | . | / + - + - E";
    expect_place(plain, "[[1,0],[1,1],[2,1]]", "the line begins at (1,0), which is not a start", "[2,0]", "");
    expect_place(plain, "[[0,0],[1,0]]", "the line stops at (1,0), which is not an end", "[2,0]", "");
    expect_place(plain, "[[0,0],[1,1]]", "(0,0) and (1,1) follow each other but are not neighbours", "[2,2]", "");
    expect_place(plain, "[[0,0],[1,0],[0,0]]", "the line visits (0,0) twice", "[0,0]", "");
    expect_place(plain, "[[0,0]]", "the line has 1 nodes; it must lead from a start to an end", "", "");
    expect_place(plain, "[[0,0],[0,1],[0,2]]", "(0,2) is off the panel", "", "");
    expect_place("S x + / | . | / + - E", "[[0,0],[1,0],[1,1]]",
                 "the line cannot go from (0,0) to (1,0): there is no edge", "[1,0]", "");
    expect_place("S - x / | . | / + - E", "[[0,0],[1,0],[1,1]]", "there is no node at (1,0)", "[2,0]", "");
    expect_place("symmetry horizontal/S-+-S/|.|.|/E-+-E", "[[0,0],[1,0],[2,0]]",
                 "the line stops at (2,0), which is not an end", "[4,0]", "");
    expect_place("symmetry horizontal/S-+-S/|.|.|/E-+-E", "[[0,0],[1,0],[1,1],[0,1]]",
                 "the line and its mirror image meet at (1,0)", "[2,0]", "");
    expect_place("symmetry horizontal/S-+-S/|.|.:/E-+-E", "[[0,0],[0,1]]",
                 "the mirror image of the line cannot pass the edge at (2,0.5)", "[4,1]", "");
    expect_place("symmetry horizontal/lines cyan yellow/S-+-+-S/| . | . | . o:cyan/E-+-+-E", "[[0,0],[0,1]]",
                 "the cyan dot at (3,0.5) is on the yellow line", "[6,1]", "");
    expect_place("S-+x+/|.|.x/E-+-o", "[[0,0],[0,1]]", "the dot on the node at (2,1) is not on the line", "[4,2]",
                 "[[0,0],[1,0]]");
}

/* A line down the middle of 4 x 2 cells, then one that cuts off a corner: every region has a name. */
static void test_messages_about_regions(void **state)
{
    (void)state;
    static const char middle[] = "+ - + - S - + - + / | %s | . | . | %s | / + - + - + - + - + / | . | . | . | %s | / "
                                 "+ - + - E - + - +";
    char text[256];
    snprintf(text, sizeof text, middle, "star:red", ".", ".");
    expect_place(text, "[[2,0],[2,1],[2,2]]",
                 "the red star in cell (0,0) has no partner: nothing else in the region of 4 cells on the left is red",
                 "[1,1]", "[[0,0],[1,0],[0,1],[1,1]]");
    snprintf(text, sizeof text, middle, ".", "sq:black", "sq:white");
    expect_place(text, "[[2,0],[2,1],[2,2]]", "the region of 4 cells on the right has black and white squares", "[7,1]",
                 "[[2,0],[3,0],[2,1],[3,1]]");
    snprintf(text, sizeof text, middle, ".", "Y", "Y");
    expect_place(text, "[[2,0],[2,1],[2,2]]",
                 "the 2 elimination marks have nothing to cancel in the region of 4 cells on the right", "[7,1]",
                 "[[2,0],[3,0],[2,1],[3,1]]");
    snprintf(text, sizeof text, middle, "poly:###", ".", ".");
    expect_place(text, "[[2,0],[2,1],[2,2]]",
                 "the yellow pieces in the region of 4 cells on the left cover 3 cells, the region has 4", "[1,1]",
                 "[[0,0],[1,0],[0,1],[1,1]]");
    snprintf(text, sizeof text, middle, ".", "tri:1", ".");
    expect_place(text, "[[2,0],[2,1],[2,2]]", "the triangles in cell (3,0): 0 of its sides are on the line, expected 1",
                 "[7,1]", "[[2,0],[3,0],[2,1],[3,1]]");
    static const char corner[] = "+ - S - + - + / | %s | . | . | / E - + - + - + / | . | . | . | / + - + - + - + / "
                                 "| . | . | . | / + - + - + - +";
    snprintf(text, sizeof text, corner, "tri:3");
    expect_place(text, "[[1,0],[1,1],[0,1]]", "the triangles in cell (0,0): 2 of its sides are on the line, expected 3",
                 "[1,1]", "[[0,0]]");
    snprintf(text, sizeof text, corner, "poly:##");
    expect_place(text, "[[1,0],[1,1],[0,1]]",
                 "the yellow pieces in the region of 1 cell at the top left cover 2 cells, the region has 1", "[1,1]",
                 "[[0,0]]");
    snprintf(text, sizeof text, corner, "Y");
    expect_place(text, "[[1,0],[1,1],[0,1]]",
                 "this elimination mark has nothing to cancel in the region of 1 cell at the top left", "[1,1]",
                 "[[0,0]]");
}

/* ---- limits ---- */

static double no_time_left(void *payload)
{
    double *now = payload;
    return *now += 1000;
}

static void test_limits_are_no_verdict(void **state)
{
    (void)state;
    double now = 0;
    struct comb_context *context;
    struct comb_job *job;
    struct comb_error err = {0};
    json_t *violations = json_array();
    json_t *answer = json_loads("{\"path\":" PATH ",\"paths\":[" PATH "]}", 0, NULL);
    struct comb_witness_panel *panel = read_panel(small);
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = context, .time_limit = 1, .clock = no_time_left, .payload = &now};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    assert_int_equal(comb_witness_verify(violations, panel, answer, job, NULL, &err), COMB_LIMIT);
    assert_int_equal(err.code, COMB_LIMIT);
    comb_job_free(job);
    setup.time_limit = 0;
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    comb_job_cancel(job);
    assert_int_equal(comb_witness_verify(violations, panel, answer, job, NULL, NULL), COMB_INTERRUPTED);
    comb_job_free(job);
    comb_context_free(context);
    comb_witness_panel_free(panel);
    json_decref(answer);
    json_decref(violations);
}

/* Pieces that cannot be placed, but not for an obvious reason. */
static void test_placing_stops_at_the_limit(void **state)
{
    (void)state;
    static const unsigned nodes[][2] = {{0, 0}, {0, 1}};
    double now = 0;
    struct comb_context *context;
    struct comb_job *job;
    struct comb_buf text = {0};
    struct comb_witness_rules rules = {.set = COMB_WITNESS_WINDMILL, .overhang = true};
    comb_buf_str(&text, "S - + - + - + - + - + - + - + - +\n");
    for (unsigned y = 0; y < 8; y++) {
        /* fifteen Ts never cover as many dark as light cells of a chess board, however many positions are tried */
        for (unsigned x = 0; x < 8; x++)
            comb_buf_printf(&text, "| %s ",
                            x == 7 && y % 7 == 0 ? "x"
                            : 8 * y + x < 16     ? "rot:###,.#."
                            : 8 * y + x == 16    ? "rot:##"
                                                 : ".");
        comb_buf_printf(&text, "|\n%s - + - + - + - + - + - + - + - +\n", y == 0 ? "E" : "+");
    }
    struct comb_witness_panel *panel = read_panel(comb_buf_text(&text));
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = context, .time_limit = 1, .clock = no_time_left, .payload = &now};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    assert_int_equal(comb_witness_verify_line(NULL, panel, &rules, nodes, 2, job, NULL), COMB_LIMIT);
    comb_job_free(job);
    comb_context_free(context);
    comb_witness_panel_free(panel);
    comb_buf_free(&text);
}
