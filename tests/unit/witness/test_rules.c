/* Every clause of every rule with a panel that satisfies it and one that violates it, under each rule set: three
 * letters give the verdicts of windmill, ttws and game, y or n; a fourth one that of witnesspuzzles if it differs
 * from game.
 *
 * Most panels are a board of a few cells with the line along the left side of the first one, so that all cells are
 * one region:      S-+-+
 *              #a|b|     # the line
 *              E-+-+ */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/witness/text/text.h"
#include "games/witness/verify/verify.h"

#include <stdio.h>
#include <string.h>

/* ---- asking the verifier ---- */

struct question {
    const char *panel; /* as text */
    const char *line;  /* "0,0 RRD" */
    const char *verdicts;
    const char *rule; /* that a "no" must name */
    bool overhang;
};

static size_t read_line(unsigned nodes[64][2], const char *line)
{
    char steps[64];
    size_t count = 1;
    assert_int_equal(sscanf(line, "%u,%u %60s", &nodes[0][0], &nodes[0][1], steps), 3);
    for (const char *step = steps; *step; step++, count++) {
        nodes[count][0] = nodes[count - 1][0] + (*step == 'R') - (*step == 'L');
        nodes[count][1] = nodes[count - 1][1] + (*step == 'D') - (*step == 'U');
    }
    return count;
}

static bool names_rule(const json_t *violations, const char *rule, const char *rules)
{
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *violation = json_array_get(violations, i);
        if (strcmp(json_string_value(json_object_get(violation, "rule")), rule) == 0 &&
            strcmp(json_string_value(json_object_get(violation, "rules")), rules) == 0)
            return true;
    }
    return false;
}

/* The fourth letter, or if there is none the third, is the verdict of witnesspuzzles. */
static void ask_under(const struct question *question, const struct comb_witness_panel *panel, unsigned set)
{
    struct comb_witness_rules rules = {.set = (enum comb_witness_rule_set)(set < 3 ? set : 2),
                                       .overhang = question->overhang,
                                       .tracks_join = set == 3};
    char verdict = question->verdicts[set] ? question->verdicts[set] : question->verdicts[2];
    const char *name = comb_witness_rules_name(&rules);
    unsigned nodes[64][2];
    size_t count = read_line(nodes, question->line);
    json_t *violations = json_array();
    int expected = verdict == 'y' ? COMB_OK : COMB_NO;
    int plain = comb_witness_verify_line(NULL, panel, &rules, (const unsigned(*)[2])nodes, count, NULL, NULL);
    int told = comb_witness_verify_line(violations, panel, &rules, (const unsigned(*)[2])nodes, count, NULL, NULL);
    char *text = json_dumps(violations, JSON_INDENT(1));
    if (plain != expected || told != expected)
        fail_msg("%s\n%s under %s: expected %d, got %d and %d\n%s", question->panel, question->line, name, expected,
                 plain, told, text);
    if (expected == COMB_NO && !names_rule(violations, question->rule, name))
        fail_msg("%s\n%s under %s: expected '%s' in\n%s", question->panel, question->line, name, question->rule, text);
    assert_true((told == COMB_OK) == (json_array_size(violations) == 0));
    free(text);
    json_decref(violations);
}

static void ask(const struct question *question)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (comb_witness_text_read(&panel, question->panel, strlen(question->panel), &err) != COMB_OK)
        fail_msg("%s: %s", question->panel, err.message);
    for (unsigned set = 0; set < 4; set++)
        ask_under(question, panel, set);
    comb_witness_panel_free(panel);
}

static void panel(const char *text, const char *line, const char *verdicts, const char *rule)
{
    ask(&(struct question){text, line, verdicts, rule, false});
}

static void edges_row(struct comb_buf *text, unsigned width, const char *first)
{
    comb_buf_str(text, first);
    for (unsigned i = 0; i < width; i++)
        comb_buf_str(text, " - +");
    comb_buf_str(text, "\n");
}

/* A board of this width, its cells row by row, one region. */
static void board_with(unsigned width, const char *cells, const char *verdicts, const char *rule, bool overhang)
{
    struct comb_buf text = {0};
    char copy[512];
    unsigned count = 0;
    snprintf(copy, sizeof copy, "%s", cells);
    edges_row(&text, width, "S");
    for (char *cell = strtok(copy, " "); cell; cell = strtok(NULL, " ")) {
        comb_buf_printf(&text, "%s%s ", count % width == 0 ? "| " : "", cell);
        comb_buf_str(&text, ++count % width == 0 ? "|\n" : "| ");
        if (count % width == 0)
            edges_row(&text, width, count == width ? "E" : "+");
    }
    assert_int_equal(count % width, 0);
    ask(&(struct question){comb_buf_text(&text), "0,0 D", verdicts, rule, overhang});
    comb_buf_free(&text);
}

static void board(unsigned width, const char *cells, const char *verdicts, const char *rule)
{
    board_with(width, cells, verdicts, rule, false);
}

static unsigned words(const char *text)
{
    unsigned count = 1;
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

/* A board of one row. */
static void row(const char *cells, const char *verdicts, const char *rule)
{
    board(words(cells), cells, verdicts, rule);
}

static void row_overhang(const char *cells, const char *verdicts, const char *rule)
{
    board_with(words(cells), cells, verdicts, rule, true);
}

/* ---- the line ---- */

static void test_line_goes_from_start_to_end(void **state)
{
    (void)state;
    panel("+-E/|.|/S-+", "0,1 RU", "yyy", NULL);
    panel("+-E/|.|/S-+", "0,1 UR", "yyy", NULL);
    panel("+-E/|.|/S-+", "0,0 R", "nnn", "start");
    panel("+-E/|.|/S-+", "0,1 R", "nnn", "end");
    panel("+-E/|.|/S-+", "1,0 DL", "nnn", "start");
    panel("+-E/|.|/S-+", "1,0 DL", "nnn", "end");
}

static void test_line_is_a_walk(void **state)
{
    (void)state;
    static const unsigned jump[][2] = {{0, 1}, {1, 0}};
    static const unsigned off[][2] = {{0, 1}, {0, 2}, {1, 0}};
    static const unsigned stay[][2] = {{0, 1}, {0, 1}};
    struct comb_witness_panel *small;
    struct comb_witness_rules rules = {.set = COMB_WITNESS_WINDMILL, .overhang = true};
    assert_int_equal(comb_witness_text_read(&small, "+-E/|.|/S-+", 11, NULL), COMB_OK);
    assert_int_equal(comb_witness_verify_line(NULL, small, &rules, jump, 2, NULL, NULL), COMB_NO);
    assert_int_equal(comb_witness_verify_line(NULL, small, &rules, off, 3, NULL, NULL), COMB_NO);
    assert_int_equal(comb_witness_verify_line(NULL, small, &rules, stay, 2, NULL, NULL), COMB_NO);
    assert_int_equal(comb_witness_verify_line(NULL, small, &rules, stay, 1, NULL, NULL), COMB_NO);
    assert_int_equal(comb_witness_verify_line(NULL, small, &rules, stay, 0, NULL, NULL), COMB_NO);
    comb_witness_panel_free(small);
    panel("+-+-E/|.|.|/S-+-+", "0,1 URDRU", "yyy", NULL);
    panel("+-+-E/|.|.|/S-+-+", "0,1 RLRRU", "nnn", "line");
    panel("+-+-E/|.|.|/S-+-+", "0,1 RURDLRRU", "nnn", "line");
}

static void test_gaps_and_missing_parts_block(void **state)
{
    (void)state;
    panel("+:E/|.|/S-+", "0,1 UR", "nnn", "gap");
    panel("+:E/|.|/S-+", "0,1 RU", "yyy", NULL);
    panel("+-E/:.|/S-+", "0,1 UR", "nnn", "gap");
    panel("+xE/|.|/S-+", "0,1 UR", "nnn", "gap");
    panel("+xE/|.|/S-+", "0,1 RU", "yyy", NULL);
    panel("x-E/|.|/S-+", "0,1 UR", "nnn", "gap");
    panel("x-E/|.|/S-+", "0,1 RU", "yyy", NULL);
}

static void test_several_starts_and_ends(void **state)
{
    (void)state;
    static const char many[] = "E-S-E/|.|.|/S-+-E";
    panel(many, "0,1 U", "yyy", NULL);
    panel(many, "0,1 URR", "yyy", NULL); /* through an end and a start */
    panel(many, "0,1 RR", "yyy", NULL);
    panel(many, "1,0 L", "yyy", NULL);
    panel(many, "1,0 DR", "yyy", NULL);
    panel(many, "1,0 LD", "nnn", "end");
    panel(many, "0,0 R", "nnn", "start");
    panel("+-+-+/|.|.|/+-S-+/|.|.|/+-E-+", "1,1 D", "yyy", NULL); /* from the middle */
    panel("+-+-+/|.|.|/+-S-+/|.|.|/+-E-+", "1,1 LDR", "yyy", NULL);
}

/* ---- symmetry ---- */

static void test_symmetry_of_each_kind(void **state)
{
    (void)state;
    panel("symmetry horizontal/S-+-+-S/|.|.|.|/E-+-+-E", "0,0 D", "yyy", NULL);
    panel("symmetry horizontal/S-+-+-S/|.|.|.|/E-+-+-E", "3,0 D", "yyy", NULL);
    panel("symmetry horizontal/S-+-+-S/|.|.|.|/E-+-+-E", "0,0 RDL", "yyy", NULL);
    panel("symmetry horizontal/S-+-+-S/|.|.|.|/E-+-+-E", "0,0 RRDLL", "nnn", "symmetry");
    panel("symmetry vertical/S-+-E/|.|.|/+-+-+/|.|.|/+-+-+/|.|.|/S-+-E", "0,0 RR", "yyy", NULL);
    panel("symmetry vertical/S-+-E/|.|.|/+-+-+/|.|.|/+-+-+/|.|.|/S-+-E", "0,0 DRRU", "yyy", NULL);
    panel("symmetry vertical/S-+-E/|.|.|/+-+-+/|.|.|/+-+-+/|.|.|/S-+-E", "0,0 DDRRUU", "nnn", "symmetry");
    panel("symmetry rotational/S-+-E/|.|.|/E-+-S", "0,0 D", "yyy", NULL);
    panel("symmetry rotational/S-+-E/|.|.|/E-+-S", "2,1 U", "yyy", NULL);
    panel("symmetry rotational/S-+-E/|.|.|/E-+-S", "0,0 RR", "yyy", NULL);
    panel("symmetry rotational/S-+-E/|.|.|/E-+-S", "0,0 RDL", "nnn", "symmetry");
}

static void test_symmetry_own_mirror_node(void **state)
{
    (void)state;
    panel("symmetry horizontal/S-+-S/|.|.|/E-+-E", "0,0 RDL", "nnn", "symmetry");
    panel("symmetry horizontal/S-+-S/|.|.|/E-+-E", "0,0 D", "yyy", NULL);
    panel("symmetry vertical/S-E/|.|/+-+/|.|/S-E", "0,0 DRU", "nnn", "symmetry");
    panel("symmetry rotational/S-+-E/|.|.|/+-+-+/|.|.|/E-+-S", "0,0 DRRU", "nnn", "symmetry");
}

static void test_symmetry_mirror_line_is_blocked_too(void **state)
{
    (void)state;
    panel("symmetry horizontal/S-+-+-S/|.|.|.:/E-+-+-E", "0,0 D", "nnn", "gap");
    panel("symmetry horizontal/S-+-+-S/|.|.|.:/E-+-+-E", "0,0 RDL", "yyy", NULL);
    panel("symmetry horizontal/S-+-+-S/|.|.|.x/E-+-+-E", "3,0 D", "nnn", "gap");
    panel("symmetry horizontal/S-+-+-S/|.|.|.|/+-+-+-x/|.|.|.|/E-+-+-E", "0,0 DD", "nnn", "gap");
}

#define TWO_LINES "symmetry horizontal\n"
#define UPRIGHT(a, left, b, right, c) TWO_LINES "+ - S - S - +\n| " a " " left " " b " " right " " c " |\n+ - E - E - +"

static void test_symmetry_both_lines_count(void **state)
{
    (void)state;
    panel(UPRIGHT("sq:black", "|", "sq:white", "|", "sq:red"), "1,0 D", "yyy", NULL); /* cut */
    panel(UPRIGHT(".", "|", "tri:2", "|", "."), "1,0 D", "yyy", NULL);                /* are sides */
    panel(UPRIGHT(".", "|", "tri:1", "|", "."), "1,0 D", "nnn", "triangle");
    panel(UPRIGHT(".", "o", ".", "o", "."), "1,0 D", "yyy", NULL); /* cover dots */
    panel(UPRIGHT(".", "|", "Y", "|", "."), "1,0 D", "nnn", "elimination");
}

/* ---- dots ---- */

static void test_dots_on_nodes_and_edges(void **state)
{
    (void)state;
    panel("S-o-E/|.|.|/+-+-+", "0,0 RR", "yyy", NULL);
    panel("S-+-E/|.|.|/+-o-+", "0,0 RR", "nnn", "dot");
    panel("S-+-E/|.|.|/+-o-+", "0,0 RDRU", "yyy", NULL);
    panel("S-+oE/|.|.|/+-+-+", "0,0 RR", "yyy", NULL);
    panel("S-+oE/|.|.|/+-+-+", "0,0 DRRU", "nnn", "dot");
    panel("S-+-E/|.o.|/+-+-+", "0,0 RR", "nnn", "dot");
    panel("S-+-E/|.o.|/+-+-+", "0,0 DRUR", "yyy", NULL);
}

#define LINES "lines cyan yellow\n"

static void test_dots_with_colours(void **state)
{
    (void)state;
    panel(LINES UPRIGHT(".", "o:cyan", ".", "o:yellow", "."), "1,0 D", "yyy", NULL);
    panel(LINES UPRIGHT(".", "o:cyan", ".", "o:yellow", "."), "2,0 D", "nnn", "colour");
    panel(LINES UPRIGHT(".", "o", ".", "o:yellow", "."), "1,0 D", "yyy", NULL); /* a dot for every line */
    panel(LINES UPRIGHT(".", "o:red", ".", "|", "."), "1,0 D", "nnn", "colour");
    panel("lines cyan none\n" UPRIGHT(".", "|", ".", "o:red", "."), "1,0 D", "yyy", NULL); /* a line for every dot */
    panel(UPRIGHT(".", "o:red", ".", "o:blue", "."), "1,0 D", "yyy", NULL);
    panel("lines red\nS o:red E\n| . |\n+ - +", "0,0 R", "yyy", NULL);
    panel("lines red\nS o:blue E\n| . |\n+ - +", "0,0 R", "nnn", "colour");
    panel("lines red\nS - E\n| . |\n+ o:blue +", "0,0 R", "nnn", "dot");
    /* a dot under the wrong line cannot be cancelled, one off the line can */
    panel("lines red\nS o:blue E\n| Y |\n+ - +", "0,0 R", "nnn", "colour");
    panel("lines red\nS - E\n| Y |\n+ o:blue +", "0,0 R", "yyy", NULL);
}

static void test_dots_without_one_region(void **state)
{
    (void)state;
    panel("S-+-+-+/|.|.|.|/E-+-+-o", "0,0 D", "nnn", "dot");
    panel("S-+-+-+/|Y|.|.|/E-+-+-o", "0,0 D", "yyy", NULL);
    panel("S-+-+-+/|Y|.|x|/E-+-+-o", "0,0 D", "nnny", "dot");       /* touches no region */
    panel("S-+-+-+/|Y|x|.|/E-o-+-+", "0,0 D", "yyy", NULL);         /* only one of its cells exists */
    panel("S-+-+/|Y|x|/E-o-+/|x|.|/+-+-+", "0,0 D", "nnny", "dot"); /* two cells that nothing joins */
}

/* ---- triangles ---- */

static void test_triangles_count_sides(void **state)
{
    (void)state;
    panel("S - + / | tri:1 | / E - +", "0,0 D", "yyy", NULL);
    panel("S - + / | tri:1 | / E - +", "0,0 RDL", "nnn", "triangle");
    panel("S - + / | tri:2 | / + - E", "0,0 RD", "yyy", NULL);
    panel("S - + / | tri:3 | / + - E", "0,0 RD", "nnn", "triangle");
    panel("S - + / | tri:3 | / E - +", "0,0 RDL", "yyy", NULL);
    panel("S - + / | tri:2 | / E - +", "0,0 RDL", "nnn", "triangle");
    row("tri:1 tri:1", "nnn", "triangle"); /* the second is not at the line */
}

static void test_zero_triangles(void **state)
{
    (void)state;
    row("tri:0 .", "ynn", "triangle"); /* one side is on the line */
    row(". tri:0", "nyy", "triangle");
}

/* ---- squares ---- */

static void test_squares(void **state)
{
    (void)state;
    row("sq:black sq:black .", "yyy", NULL);
    row("sq:black sq:white .", "nnn", "square");
    row("sq:black . sq:red sq:white", "nnn", "square");
    row("sq:black sq", "yyy", NULL); /* one without a colour is ignored */
    panel("+ - S - + / | sq:black | sq:white | / + - E - +", "1,0 D", "yyy", NULL);
    panel("+ - S - + / | sq:black | sq:white | / + - E - +", "1,0 RDL", "nnn", "square");
    panel("S - + - + / | sq:black | sq:white | / + - E - +", "0,0 DR", "nnn", "square");
}

/* ---- stars ---- */

static void test_stars_pair(void **state)
{
    (void)state;
    row("star:red star:red", "yyy", NULL);
    row("star:red .", "nnn", "star");
    row("star:red star:red star:red", "nnn", "star");
    row("star:red star:blue", "nnn", "star");
    row("star:red star:blue star:blue star:red", "yyy", NULL);
    row("star star:red star:red", "yyy", NULL); /* one without a colour is ignored */
    row("star .", "yyy", NULL);
}

static void test_stars_pair_with_other_symbols(void **state)
{
    (void)state;
    row("star:red sq:red", "yyy", NULL);
    row("star:red sq:red sq:red", "nnn", "star");
    row("star:red star:red sq:red", "nnn", "star");
    row("star:yellow poly:##", "yyy", NULL);
    row("star:blue poly:##", "nnn", "star");
    row("star:blue poly:#### poly:# -poly:#", "yyy", NULL);
    row("star:yellow poly:#### poly:# -poly:#", "nnn", "star");
    row("tri:1 star:orange", "yyy", NULL);
    row("tri:1 star:yellow", "nnn", "star");
    row("tri:2 star:orange", "nnn", "triangle");
}

/* The colour written on a piece, a triangle or an elimination mark counts in the game only. */
static void test_stars_and_written_colours(void **state)
{
    (void)state;
    row("tri:1:red star:red", "nny", "star");
    row("tri:1:red star:orange", "yyn", "star");
    row("poly:##:red star:red", "nny", "star");
    row("poly:##:red star:yellow", "yyn", "star");
    row("Y:red star:red", "yyn", "elimination"); /* in the game they are a pair, and the mark is unused */
    row("Y:red star:white", "nyy", "elimination");
}

static void test_stars_and_white_eliminations(void **state)
{
    (void)state;
    row("Y star:white", "nyn", "elimination");
    row("Y star:white sq:white", "yny", "elimination");
    row("Y star:white star:white", "ynn", "elimination");
}

/* A wrong triangle that is eliminated counts as orange only for The Windmill. */
static void test_stars_and_wrong_triangles(void **state)
{
    (void)state;
    row("tri:2 star:orange Y", "ynn", "elimination");
    row("tri:2 star:orange star:orange Y", "nyy", "elimination");
}

/* ---- polyominoes ---- */

static void test_pieces_cover_the_region(void **state)
{
    (void)state;
    row("poly:### . .", "yyy", NULL);
    row("poly:## . .", "nnn", "polyomino");
    row("poly:#### . .", "nnn", "polyomino");
    row("poly:## poly:# .", "yyy", NULL);
    row("poly:## poly:## .", "nnn", "polyomino");
    board(2, "poly:##,#. poly:# . .", "yyy", NULL);
    board(2, "poly:#.,.# poly:## . .", "nnn", "polyomino");
    panel("+ - S - + / | poly:# | poly:# | / + - E - +", "1,0 D", "yyy", NULL);
    panel("+ - S - + / | poly:## | . | / + - E - +", "1,0 D", "nnn", "polyomino");
}

static void test_pieces_rotate_but_are_not_mirrored(void **state)
{
    (void)state;
    row("poly:#,#,# . .", "nnn", "polyomino");
    row("rot:#,#,# . .", "yyy", NULL);
    board(3, "poly:##.,.## . x x . .", "yyy", NULL);
    board(3, "rot:.#,##,#. . x x . .", "yyy", NULL);
    board(3, "rot:.##,##. . x x . .", "nnn", "polyomino");
    board(2, "rot:##,#. . . x", "yyy", NULL);
    board(2, "poly:.#,## . . x", "nnn", "polyomino");
    board(2, "rot:.#,## . . x", "yyy", NULL);
}

static void test_pieces_may_be_disconnected(void **state)
{
    (void)state;
    row("poly:#.# poly:# .", "yyy", NULL);
    row("poly:#.# poly:#.# . .", "yyy", NULL);
    row("poly:#..# poly:#.# . .", "nnn", "polyomino");
    row("rot:#,.,# poly:# .", "yyy", NULL);
    row("poly:..,## .", "yyy", NULL); /* with a blank margin */
    board(2, "poly:#.,.# poly:.#,#. . .", "yyy", NULL);
}

static void test_pieces_without_cells(void **state)
{
    (void)state;
    row("poly:. .", "yny", "polyomino");
    row("poly:. poly:##", "yyy", NULL);
    row("poly:. -poly:.", "yyy", NULL);
    row("-poly:. .", "yny", "polyomino");
    row("poly:. Y", "nyn", "elimination");
    row("poly:##:yellow star:yellow poly:.", "nnn", "polyomino");
}

/* The line ends inside the region, between two cells that a vertical piece would have to cover. */
static void test_pieces_across_the_line(void **state)
{
    (void)state;
#define STUB(a, b, c, d) "+ - + - +\n| " a " | " b " |\nE - S - +\n| " c " | " d " |\n+ - + - +"
    panel(STUB("poly:#,#", "poly:#,#", ".", "."), "1,1 L", "yyn", "polyomino");
    panel(STUB("rot:#,#", "rot:#,#", ".", "."), "1,1 L", "yyy", NULL);
    panel(STUB("poly:##", "poly:##", ".", "."), "1,1 L", "yyy", NULL);
    panel(STUB("poly:##,##", ".", ".", "."), "1,1 L", "yyn", "polyomino");
    /* a blue piece with the edge as a side makes room */
    panel(STUB("poly:#,#", "poly:#,#", "poly:#", "-poly:#"), "1,1 L", "yyy", NULL);
    panel(STUB("poly:##,##", "poly:#", "-poly:#", "."), "1,1 L", "yyy", NULL);
    /* but only for one piece */
    panel(STUB("poly:##,##", "poly:#,#", "-poly:#,#", "."), "1,1 L", "yyn", "polyomino");
    panel(STUB("poly:#,#", "poly:#,#", "poly:##", "-poly:##"), "1,1 L", "yyy", NULL);
    panel(STUB("poly:#,#", "poly:#,#", "poly:#,#", "-poly:#,#"), "1,1 L", "yyn", "polyomino");
}

/* ---- blue pieces ---- */

static void test_blue_pieces_subtract(void **state)
{
    (void)state;
    row("poly:## poly:## -poly:#", "yyy", NULL); /* an overlap */
    row("poly:### -poly:# .", "nnn", "polyomino");
    row("-poly:# .", "nnn", "polyomino");
    row("-poly:## poly:# .", "nnn", "polyomino");
    board(2, "poly:## poly:#,# -poly:# x", "yyy", NULL);
    board(2, "poly:##,## -poly:# . x", "yyy", NULL); /* on a cell that is not there */
    board(2, "poly:##,## -poly:#,# . x", "nnn", "polyomino");
    board(3, "rot:#,#,#,# rot:#,# -rot:#,#,# . x x", "nnn", "polyomino");
}

static void test_blue_pieces_outside_the_region(void **state)
{
    (void)state;
    panel("+ - + - S - + / | poly:### | -poly:# | . | / + - + - E - +", "2,0 D", "yyy", NULL);
    panel("+ - + - S - + / | poly:###,##. | -rot:### | . | / + - + - E - +", "2,0 D", "ynn", "polyomino");
    panel("+ - + - S - + / | poly:### | -poly:## | poly:# | / + - + - E - +", "2,0 D", "nnn", "polyomino");
}

static void test_blue_pieces_off_the_board(void **state)
{
    (void)state;
    row("poly:### -poly:#", "ynn", "polyomino");
    row_overhang("poly:### -poly:#", "yyy", NULL);
    row("poly:#,# poly:## -poly:#", "ynn", "polyomino");
    row_overhang("poly:#,# poly:## -poly:#", "yyy", NULL);
    row_overhang("poly:#,# poly:## -poly:##", "nnn", "polyomino");
    row_overhang("poly:#,#,# poly:## -rot:##", "yyy", NULL);
    row_overhang("poly:#,.,# poly:### -poly:##", "nnn", "polyomino");
}

static void test_as_much_blue_as_yellow(void **state)
{
    (void)state;
    row("poly:# -poly:#", "yyy", NULL);
    row("poly:## -rot:#,#", "yyy", NULL);
    board(2, "poly:## -poly:#,# . .", "ynn", "polyomino");
    row("poly:### -poly:###", "ynn", "polyomino"); /* too long for the board */
    row_overhang("poly:### -poly:###", "yyy", NULL);
    row_overhang("poly:### -poly:##.#", "ynn", "polyomino");
    row("poly:## poly:# -poly:# -poly:##", "yyy", NULL);
    row("poly:## -poly:# -poly:# .", "yyy", NULL);
    row("poly:#.# -poly:# -poly:# .", "yyy", NULL);
}

/* Pieces that cancel each other beside those that cover the region. */
static void test_floating_pieces(void **state)
{
    (void)state;
    row("poly:### poly:# -poly:#", "yyy", NULL);
    row("poly:### poly:#,#,# -poly:#,#,#", "ynn", "polyomino");
    row_overhang("poly:### poly:#,#,# -poly:#,#,#", "yyy", NULL);
    row_overhang("poly:### poly:#,#,# -poly:##,#.", "nnn", "polyomino");
    row_overhang("poly:##### poly:#,# poly:#.# -poly:#,# -poly:#.#", "yyy", NULL);
    row_overhang("poly:##### poly:#,# poly:#.# -poly:#.# -poly:##", "nnn", "polyomino");
    /* a group of three */
    row_overhang("poly:#### poly:#,#,# -poly:#,# -poly:#", "yyy", NULL);
    row_overhang("poly:##### poly:#,.,# -poly:# -poly:# .", "yyy", NULL);
}

/* ---- eliminations ---- */

static void test_elimination_of_each_symbol(void **state)
{
    (void)state;
    row("Y tri:2", "yyy", NULL);
    row("Y sq:black sq:black sq:white", "yyy", NULL);
    row("Y star:red", "yyy", NULL);
    row("Y poly:#", "yyy", NULL);
    row("Y poly:### -poly:#", "yyy", NULL);
    panel("S-+-+/|Y|.|/E-+-o", "0,0 D", "yyy", NULL);
    panel("S-+-+/|Y|.o/E-+-+", "0,0 D", "yyy", NULL);
}

static void test_elimination_needs_an_error(void **state)
{
    (void)state;
    row("Y .", "nnn", "elimination");
    row("Y tri:0", "ynn", "elimination");
    row("Y sq:black sq:black", "nnn", "elimination");
    row("Y star:red star:red", "nnn", "elimination");
    row("Y poly:##", "nyn", "elimination"); /* a piece that fits may go, for ttws */
    row("Y poly:## poly:#", "nnn", "elimination");
    row("Y poly:# -poly:#", "nnn", "elimination");
}

static void test_elimination_removes_just_one(void **state)
{
    (void)state;
    row("Y tri:2 tri:2", "nnn", "elimination");
    row("Y Y tri:2 tri:2", "yyy", NULL);
    row("Y tri:2 star:red", "nnn", "elimination");
    row("Y Y tri:2 star:red", "yyy", NULL);
    row("Y sq:black sq:black sq:white sq:white", "nnn", "elimination");
    row("Y Y sq:black sq:black sq:white sq:white", "yyy", NULL);
    row("Y Y star:red poly:#", "yyy", NULL);
    row("Y star:red poly:#", "nnn", "elimination");
    /* it applies to its own region only */
    panel("+ - S - + / | Y | star:red | / + - E - +", "1,0 D", "nnn", "star");
    panel("+ - S - + / | Y | star:red | / + - E - +", "1,0 D", "nnn", "elimination");
}

static void test_elimination_of_eliminations(void **state)
{
    (void)state;
    row("Y Y", "nny", "elimination");
    row("Y Y Y", "nnn", "elimination");
    row("Y Y Y Y", "nny", "elimination");
    row("Y Y tri:2", "nnn", "elimination");
    row("Y Y Y tri:2", "nny", "elimination");
    row("Y Y Y star:red", "nny", "elimination");
}

static void test_elimination_of_squares(void **state)
{
    (void)state;
    row("Y sq:black sq:white", "yyy", NULL);
    row("Y Y sq:black sq:white", "nny", "elimination");          /* one colour must stay, but not in the game */
    row("Y Y sq:black sq:white sq:black", "nyy", "elimination"); /* the majority can go */
    row("Y Y sq:black sq:white sq:red", "yyy", NULL);
    row("Y sq:black sq:white star:black", "yyy", NULL);
    row("Y sq:black sq:white star:white", "nyy", "elimination");
    row("Y Y Y sq:black sq:white sq:black", "nny", "elimination");
}

/* The Windmill compares "count,colour" as texts: 9 black squares win against 2 white ones, 10 do not. */
static void test_elimination_of_squares_in_text_order(void **state)
{
    (void)state;
#define BLACK9 "sq:black sq:black sq:black sq:black sq:black sq:black sq:black sq:black sq:black "
    row(BLACK9 "sq:white sq:white Y Y", "yyy", NULL);
    row(BLACK9 "sq:black sq:white sq:white Y Y", "nyy", "elimination");
    board(11, BLACK9 "sq:black sq:white sq:white Y Y Y Y Y Y Y Y Y Y", "yyy", NULL);
    board(7, BLACK9 "sq:white sq:white Y Y Y Y Y Y Y Y Y .", "nyy", "elimination");
}

static void test_elimination_of_stars(void **state)
{
    (void)state;
    row("Y star:red star:red star:red", "yyy", NULL);
    row("Y Y star:red star:red star:red star:red", "yyy", NULL);
    row("Y star:red sq:red sq:red", "yyy", NULL);
    row("Y star:red star:red sq:red", "yny", "elimination");
    row("Y Y star:red star:red sq:red", "nyy", "elimination");
    row("Y star:red star:blue", "nnn", "elimination");
    row("Y Y star:red star:blue", "yyy", NULL);
    row("Y Y Y star:red star:red star:red", "nny", "elimination"); /* one, and a pair of marks */
}

static void test_elimination_of_pieces(void **state)
{
    (void)state;
    row("Y poly:# poly:###", "yyy", NULL);
    row("Y poly:# poly:## .", "nnn", "elimination");
    row("Y Y poly:# poly:#", "yyy", NULL);
    row("Y Y poly:###### poly:# poly:# .", "nyy", "elimination");
    row("Y Y poly:###### poly:# . .", "yyy", NULL); /* all pieces */
    row("Y Y Y poly:###### poly:# .", "nny", "elimination");
    row("Y Y poly:# -poly:#", "nyy", "elimination");
    row("Y poly:#### -poly:## poly:###", "nnn", "elimination");
    row("Y -poly:# .", "yyy", NULL);
    /* the star needs the piece that stays */
    row("Y star:yellow poly:### poly:##### .", "nyy", "elimination");
    row("Y star:yellow poly:##### poly:## .", "nyy", "elimination");
}

/* ---- missing cells and edges ---- */

static void test_missing_cells_are_in_no_region(void **state)
{
    (void)state;
    row("poly:## . x", "yyy", NULL);
    row("poly:### . x", "nnn", "polyomino");
    row("sq:black x sq:white", "yyyn", "square"); /* it joins nothing, but the tracks around it may */
    row("sq:black . sq:white", "nnn", "square");
}

static void test_cells_open_to_the_outside(void **state)
{
    (void)state;
    panel("S - + - + / | sq:black | sq:white x / E - + - +", "0,0 D", "nny", "square");
    panel("S - + - + - + / | poly:## | . x Y x / E - + - + - +", "0,0 D", "yyn", "polyomino");
    panel("S - + - + - + / | sq:red | . x Y x / E - + - + - +", "0,0 D", "nny", "elimination");
    panel("S - + - + - + / | poly:# | . x Y x / E - + - + - +", "0,0 D", "yyy", NULL);
    /* through a whole row of missing edges */
    panel("S - + x + - + / | sq:red x sq:blue x tri:3 | / E - + - + - +", "0,0 D", "nny", "square");
    panel("S - + - + - + / | sq:red x sq:blue x . | / E - + - + - +", "0,0 D", "nnn", "square");
    /* a dot that only such cells touch has no region */
    panel("S - + - + / | Y | . x / E - + - o", "0,0 D", "yyny", "dot");
}

/* Only at witnesspuzzles.com: edges and nodes off the line join cells around missing ones. */
static void test_tracks_join_regions(void **state)
{
    (void)state;
    /* at a node, unless the line passes it */
    panel("S - + x + / | sq:black | . x / E - + - + / x . | sq:white | / + x + - +", "0,0 D", "nnyn", "square");
    panel("+ - + x + / | sq:black | . x / S - E - + / x . | sq:white | / + x + - +", "0,1 R", "nnyy", "square");
    panel("S - + - + / | sq:black | x | / E - + - + / | x | sq:white | / + - + - +", "0,0 D", "yyyn", "square");
    /* along an edge; the outside removes absent edges with their nodes */
    panel("S - + x + - + / | sq:black | . | sq:white | / E - + - + - +", "0,0 D", "nnyn", "square");
    panel("S - + x + - + / | sq:black | . | sq:white | / E - + x + - +", "0,0 D", "nnyy", "square");
    /* a star finds its partner, a disconnected piece its place, an elimination mark the dot at the end of a track */
    panel("S - + x + / | star:red | . x / E - + - + / x . | sq:red | / + x + - +", "0,0 D", "yyny", "star");
    panel("S - + x + / | poly:#.,.# | . x / E - + - + / x . | . | / + x + - +", "0,0 D", "nnny", "polyomino");
    panel("S - + x + x + / | Y | . | . x / E - + - + - o", "0,0 D", "yyny", "dot");
    panel("S - + x + x + / | Y | . | . x / E - + - + x o", "0,0 D", "yynn", "dot");
}
