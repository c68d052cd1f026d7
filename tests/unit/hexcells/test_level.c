#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/hexcells/level/level.h"

#include <stdlib.h>
#include <string.h>

#define HEAD "Hexcells level v1\nTitle\nAuthor\n\n\n"

static struct comb_hexcells_level *read_ok(const char *text, unsigned index)
{
    struct comb_hexcells_level *level;
    struct comb_error err = {0};
    if (comb_hexcells_level_read(&level, text, strlen(text), index, &err) != COMB_OK)
        fail_msg("%u:%u: %s", err.line, err.column, err.message);
    return level;
}

static void expect_rejected_at(const char *text, unsigned line, unsigned column, const char *part)
{
    struct comb_hexcells_level *level;
    struct comb_error err = {0};
    assert_int_equal(comb_hexcells_level_read(&level, text, strlen(text), 0, &err), COMB_BAD_INPUT);
    assert_null(level);
    assert_int_equal(err.line, line);
    assert_int_equal(err.column, column);
    if (!strstr(err.message, part))
        fail_msg("'%s' does not contain '%s'", err.message, part);
}

static char *printed(const struct comb_hexcells_level *level)
{
    struct comb_buf text = {0};
    comb_hexcells_level_print(&text, level);
    assert_false(text.failed);
    return text.data;
}

/* The example of the format description: numbers follow from the blue cells. */
static const char so_tiny[] = HEAD "......|+......\n"
                                   "....|n........\n"
                                   "..|+..x.../+..\n"
                                   "\\+..x...o.....\n"
                                   "..x...o...o...\n"
                                   "....x...o.....\n"
                                   "..o...x...o...\n"
                                   "....o...o.....\n"
                                   "..x...x...o...\n"
                                   "....x...o.....\n"
                                   "......x.......\n";

static void line_is(const struct comb_hexcells_level *level, int x, int y, enum comb_hexcells_hint hint, unsigned count,
                    unsigned members)
{
    unsigned cells[COMB_HEXCELLS_MAX_SIDE];
    int line = comb_hexcells_line_at(level, x, y);
    assert_true(line >= 0);
    assert_int_equal(level->lines[line].hint, hint);
    assert_int_equal(level->lines[line].number, count);
    assert_int_equal(comb_hexcells_ray(cells, level, (unsigned)line), members);
}

static void test_numbers_follow_from_the_blue_cells(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = read_ok(so_tiny, 0);
    assert_true(level->truth_known);
    assert_int_equal(level->cell_count, 19);
    assert_int_equal(level->line_count, 5);
    assert_int_equal(level->remaining, 9);
    assert_int_equal(comb_hexcells_hidden(level), 19);
    assert_string_equal(level->title, "Title");
    assert_string_equal(level->author, "Author");
    line_is(level, 3, 0, COMB_HEXCELLS_NUMBER, 4, 5);
    line_is(level, 2, 1, COMB_HEXCELLS_DASHES, 3, 4);
    line_is(level, 1, 2, COMB_HEXCELLS_NUMBER, 2, 3);
    line_is(level, 5, 2, COMB_HEXCELLS_NUMBER, 1, 4);
    line_is(level, 0, 3, COMB_HEXCELLS_NUMBER, 3, 5);
    comb_hexcells_level_free(level);
}

static void cell_is(const struct comb_hexcells_level *level, int x, int y, enum comb_hexcells_hint hint, unsigned count)
{
    int cell = comb_hexcells_cell_at(level, x, y);
    assert_true(cell >= 0);
    assert_int_equal(level->cells[cell].hint, hint);
    assert_int_equal(level->cells[cell].number, count);
}

/* A gap breaks a run in a ring, but not on a line. */
static void test_gap_in_a_ring_breaks_a_run(void **state)
{
    (void)state;
    /* blue in the north and in the south-east of (1,3); no cell in the north-east */
    struct comb_hexcells_level *level = read_ok(HEAD "......\n..x...\n......\n..oc..\n....x.\n", 0);
    cell_is(level, 1, 3, COMB_HEXCELLS_DASHES, 2);
    assert_int_equal(level->diagnostic_count > 0, 1); /* the file says c */
    comb_hexcells_level_free(level);
    /* with a blue cell in the north-east they form one run */
    level = read_ok(HEAD "......\n..x...\n....x.\n..on..\n....x.\n", 0);
    cell_is(level, 1, 3, COMB_HEXCELLS_BRACES, 3);
    comb_hexcells_level_free(level);
    /* a line ignores a hole, but not a black cell */
    level = read_ok(HEAD "|c\n..\nx.\n..\n..\n..\nx.\n", 0);
    line_is(level, 0, 0, COMB_HEXCELLS_BRACES, 2, 2);
    comb_hexcells_level_free(level);
    level = read_ok(HEAD "|c\n..\nx.\n..\no.\n..\nx.\n", 0);
    line_is(level, 0, 0, COMB_HEXCELLS_DASHES, 2, 3);
    comb_hexcells_level_free(level);
}

static void test_ring_is_closed_and_flower_reaches_two_steps(void **state)
{
    (void)state;
    /* north-west and north are neighbours: the ring is closed */
    struct comb_hexcells_level *level = read_ok(HEAD "..x...\nx.....\n..oc..\n", 0);
    cell_is(level, 1, 2, COMB_HEXCELLS_BRACES, 2);
    comb_hexcells_level_free(level);
    level = read_ok(HEAD "....x...x.\n"
                         "..........\n"
                         "..x...x...\n"
                         "..........\n"
                         "....x+..x.\n"
                         "..........\n"
                         "..........\n"
                         "..........\n"
                         "....x...x.\n",
                    0);
    unsigned members[COMB_HEXCELLS_MAX_SIDE];
    unsigned middle = (unsigned)comb_hexcells_cell_at(level, 2, 4);
    assert_int_equal(comb_hexcells_flower(members, level, middle),
                     3); /* (2,0) (4,4) (2,8); the others are farther away */
    cell_is(level, 2, 4, COMB_HEXCELLS_NUMBER, 3);
    comb_hexcells_level_free(level);
}

static void test_printed_level_reads_back(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = read_ok(so_tiny, 0);
    char *text = printed(level);
    assert_string_equal(text, "Hexcells level v1\nTitle\nAuthor\n\n\n......|+......\n....|n........\n..|+..x.../+..\n"
                              "\\+..x...o.....\n..x...o...o...\n....x...o.....\n..o...x...o...\n....o...o.....\n"
                              "..x...x...o...\n....x...o.....\n......x.......");
    struct comb_hexcells_level *again = read_ok(text, 0);
    char *twice = printed(again);
    assert_string_equal(text, twice);
    free(text);
    free(twice);
    comb_hexcells_level_free(again);
    comb_hexcells_level_free(level);
}

static bool has_diagnostic(const struct comb_hexcells_level *level, unsigned line, unsigned column, const char *part)
{
    for (unsigned i = 0; i < level->diagnostic_count; i++)
        if (level->diagnostics[i].line == line && level->diagnostics[i].column == column &&
            strstr(level->diagnostics[i].message, part))
            return true;
    return false;
}

static void test_unusual_layouts(void **state)
{
    (void)state;
    struct comb_hexcells_level *level =
        read_ok("\xef\xbb\xbf\n    Hexcells level v1\r\n\t3&#39;s &amp;lt; \r\n    A\r\n\r\n\r\n    x. .. \to.\r\n", 0);
    assert_string_equal(level->title, "3's &lt;");
    assert_int_equal(level->columns, 3);
    assert_int_equal(level->cell_count, 2);
    assert_true(has_diagnostic(level, 7, 5, "indented"));
    assert_true(has_diagnostic(level, 7, 5, "CR LF"));
    assert_true(has_diagnostic(level, 3, 3, "escape"));
    assert_true(has_diagnostic(level, 2, 1, "1 rows of 6"));
    char *text = printed(level);
    struct comb_hexcells_level *again = read_ok(text, 0);
    assert_string_equal(again->title, level->title);
    free(text);
    comb_hexcells_level_free(again);
    comb_hexcells_level_free(level);
}

static void test_diagnostics_have_locations(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = read_ok(HEAD "x.x...\n......\n....on\n..x..."
                                                     "\n|+....",
                                                0);
    assert_true(has_diagnostic(level, 6, 1, "overlaps"));
    assert_true(has_diagnostic(level, 8, 5, "'n'"));
    assert_true(has_diagnostic(level, 10, 1, "without cells"));
    assert_true(has_diagnostic(level, 1, 1, "two tilings"));
    comb_hexcells_level_free(level);
}

static void test_level_packs(void **state)
{
    (void)state;
    static const char pack[] =
        "Hexcells level v1\nOne\n\n\n\nx.\n\nHexcells level v1\nHexcells level v1\n\n\n\no.\nx.\n";
    struct comb_hexcells_level *level = read_ok(pack, 0);
    assert_int_equal(level->pack_count, 2);
    assert_string_equal(level->title, "One");
    assert_int_equal(level->cell_count, 1);
    comb_hexcells_level_free(level);
    level = read_ok(pack, 1);
    assert_int_equal(level->pack_index, 1);
    assert_string_equal(level->title, "Hexcells level v1"); /* a title may look like a header */
    assert_int_equal(level->cell_count, 2);
    comb_hexcells_level_free(level);
    struct comb_error err = {0};
    assert_int_equal(comb_hexcells_level_read(&level, pack, strlen(pack), 2, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "contains 2"));
}

static void test_errors_have_locations(void **state)
{
    (void)state;
    expect_rejected_at("", 1, 1, "Hexcells level v1");
    expect_rejected_at("Hexcells level v2\n", 1, 1, "Hexcells level v1");
    expect_rejected_at("Hexcells level v1", 1, 1, "no rows");
    expect_rejected_at(HEAD "......\n", 6, 1, "no cells");
    expect_rejected_at(HEAD "x...\n..q.\n", 7, 3, "unknown kind");
    expect_rejected_at(HEAD "x...\n..xc\n", 7, 4, "invalid pair");
    expect_rejected_at(HEAD "x...\n..|.\n", 7, 4, "invalid pair");
    expect_rejected_at(HEAD "x...\n...\n", 7, 4, "in the middle of a pair");
    expect_rejected_at(HEAD "x...\n......\n", 7, 7, "row 2: expected 2 pairs");
    expect_rejected_at("Hexcells level v1\nT\x01", 2, 2, "control");
    expect_rejected_at("Hexcells level v1\nT\xff", 2, 2, "UTF-8");
}

static void test_large_garbage_is_rejected(void **state)
{
    (void)state;
    size_t length = 10 << 20;
    char *text = malloc(length + 1);
    assert_non_null(text);
    memset(text, '.', length);
    text[length] = '\0';
    memcpy(text, HEAD, strlen(HEAD));
    struct comb_hexcells_level *level;
    struct comb_error err = {0};
    assert_int_equal(comb_hexcells_level_read(&level, text, length, 0, &err), COMB_BAD_INPUT);
    text[COMB_HEXCELLS_MAX_INPUT - 1] = '\0';
    assert_int_equal(comb_hexcells_level_read(&level, text, COMB_HEXCELLS_MAX_INPUT - 1, 0, &err), COMB_BAD_INPUT);
    assert_int_equal(err.line, 6);
    free(text);
}

static void test_visible_problem_excludes_hidden_hints(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = read_ok(HEAD "|+\n..\nO+\n..\no+\n..\nx+\n", 0);
    struct comb_hexcells_problem problem;
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    assert_int_equal(comb_hexcells_problem_of(&problem, level, NULL, &arena, NULL), COMB_OK);
    assert_int_equal(problem.cells, 3);
    assert_int_equal(problem.clue_count, 2); /* the uncovered cell and the line */
    assert_int_equal(problem.clues[0].id, 0);
    assert_int_equal(problem.clues[0].size, 6);
    assert_true(problem.clues[0].ring);
    assert_int_equal(problem.clues[0].cells[3], 1); /* the cell below */
    assert_int_equal(problem.clues[0].cells[0], COMB_HEXCELLS_GAP);
    assert_int_equal(problem.clues[1].id, 3);
    assert_int_equal(problem.remaining, 1);
    signed char all[] = {COMB_HEXCELLS_BLACK, COMB_HEXCELLS_BLACK, COMB_HEXCELLS_BLUE};
    assert_int_equal(comb_hexcells_problem_of(&problem, level, all, &arena, NULL), COMB_OK);
    assert_int_equal(problem.clue_count, 4);
    assert_int_equal(problem.remaining, 0);
    comb_arena_free(&arena);
    comb_hexcells_level_free(level);
}

static void test_clue_id_round_trip(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = read_ok(so_tiny, 0);
    unsigned clues = level->cell_count + level->line_count;
    for (unsigned id = 0; id < clues; id++) {
        char text[COMB_HEXCELLS_ID_LENGTH];
        unsigned back;
        comb_hexcells_id_text(text, level, id);
        assert_true(comb_hexcells_id_read(&back, level, text));
        assert_int_equal(back, id);
    }
    unsigned id;
    assert_true(comb_hexcells_id_read(&id, level, "counter"));
    assert_int_equal(id, COMB_HEXCELLS_COUNTER);
    assert_true(comb_hexcells_id_read(&id, level, "l3,0"));
    assert_false(comb_hexcells_id_read(&id, level, "c3,0"));
    assert_false(comb_hexcells_id_read(&id, level, "l3,0x"));
    assert_false(comb_hexcells_id_read(&id, level, "x3,0"));
    assert_false(comb_hexcells_id_read(&id, level, ""));
    comb_hexcells_level_free(level);
}
