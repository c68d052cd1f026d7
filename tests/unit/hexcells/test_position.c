#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/hexcells/level/level.h"
#include "games/hexcells/level/moves.h"

#include <stdlib.h>
#include <string.h>

static const char everything[] = "Hexcells position v1\n"
                                 "title All there is\n"
                                 "author Somebody\n"
                                 "text one\n"
                                 "text two\n"
                                 "remaining 2\n"
                                 "mistakes 1\n"
                                 "0: 0=se1 4=s{2} 6=sw-2-\n"
                                 "2: 0=e3 2=o 4=x 6=x18~ 10=w10\n"
                                 "3: 3=? 5=0 9=_\n"
                                 "4: 4={2} 6=-3-~ 8=x_\n"
                                 "6: 2=ne1 4=n1~ 6=nw0";

static struct comb_hexcells_level *read_ok(const char *text)
{
    struct comb_hexcells_level *level;
    struct comb_error err = {0};
    if (comb_hexcells_position_read(&level, text, strlen(text), &err) != COMB_OK)
        fail_msg("%u:%u: %s", err.line, err.column, err.message);
    return level;
}

static char *printed(const struct comb_hexcells_level *level)
{
    struct comb_buf text = {0};
    comb_hexcells_position_print(&text, level);
    assert_false(text.failed);
    return text.data;
}

static void test_text_round_trip(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = read_ok(everything);
    assert_false(level->truth_known);
    assert_int_equal(level->cell_count, 9);
    assert_int_equal(comb_hexcells_missing(level), 2);
    assert_int_equal(level->line_count, 8);
    assert_int_equal(level->remaining, 2);
    assert_int_equal(level->mistakes, 1);
    assert_string_equal(level->text[1], "two");
    char *text = printed(level);
    assert_string_equal(text, everything);
    free(text);
    comb_hexcells_level_free(level);
}

static void test_json_round_trip(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = read_ok(everything);
    struct comb_hexcells_level *again;
    json_t *json;
    assert_int_equal(comb_hexcells_position_json(&json, level, NULL), COMB_OK);
    assert_int_equal(json_array_size(json_object_get(json, "lines")), 8);
    assert_int_equal(comb_hexcells_position_from_json(&again, json, NULL), COMB_OK);
    char *text = printed(again);
    assert_string_equal(text, everything);
    free(text);
    json_decref(json);
    comb_hexcells_level_free(level);
    comb_hexcells_level_free(again);
}

static void test_lines_have_eight_directions(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = read_ok(everything);
    static const struct {
        int x, y;
        unsigned members;
    } expected[] = {{0, 0, 3}, {4, 0, 2}, {6, 0, 2}, {0, 2, 3}, {10, 2, 3}, {2, 6, 3}, {4, 6, 2}, {6, 6, 3}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        unsigned cells[COMB_HEXCELLS_MAX_SIDE];
        int line = comb_hexcells_line_at(level, expected[i].x, expected[i].y);
        assert_true(line >= 0);
        if (comb_hexcells_ray(cells, level, (unsigned)line) != expected[i].members)
            fail_msg("line at (%d,%d)", expected[i].x, expected[i].y);
    }
    comb_hexcells_level_free(level);
}

static void expect_rejected_at(const char *rest, unsigned line, unsigned column)
{
    char text[400] = "Hexcells position v1\n";
    struct comb_hexcells_level *level;
    struct comb_error err = {0};
    strcat(text, rest);
    assert_int_equal(comb_hexcells_position_read(&level, text, strlen(text), &err), COMB_BAD_INPUT);
    assert_null(level);
    if (err.line != line || err.column != column)
        fail_msg("'%s': expected %u:%u, got %u:%u: %s", rest, line, column, err.line, err.column, err.message);
}

static void test_errors_have_locations(void **state)
{
    (void)state;
    expect_rejected_at("", 1, 1);
    expect_rejected_at("1: 1=s1\n", 1, 1); /* no cells */
    expect_rejected_at("x\n", 2, 1);
    expect_rejected_at("300: 1=o\n", 2, 4);
    expect_rejected_at("1 1=o\n", 2, 2);
    expect_rejected_at("1: 1o\n", 2, 5);
    expect_rejected_at("1: 1=q\n", 2, 6);
    expect_rejected_at("1: 1=o 3=7\n", 2, 10);   /* a ring has six cells */
    expect_rejected_at("1: 1=o 3=x19\n", 2, 10); /* a flower has eighteen cells */
    expect_rejected_at("1: 1=o 3=x{2}\n", 2, 10);
    expect_rejected_at("1: 1=o 3=o~\n", 2, 10);
    expect_rejected_at("1: 1=o 3=_~\n", 2, 10); /* nothing to dim */
    expect_rejected_at("1: 1=o 3=s_\n", 2, 10); /* the number of a line is always known */
    expect_rejected_at("1: 1=o 3=es2\n", 2, 10);
    expect_rejected_at("1: 1=o 1=x\n", 2, 8);
    expect_rejected_at("1: 1=o\nremaining -1\n", 3, 11);
    expect_rejected_at("1: 1=o\ntitle a\ntitle b\n", 4, 7);
}

static void test_bad_json_is_rejected(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{}",
        "{\"cells\":[{\"x\":1,\"y\":1}]}",
        "{\"cells\":[{\"x\":1,\"y\":-1,\"state\":\"hidden\"}]}",
        "{\"cells\":[{\"x\":1,\"y\":1,\"state\":\"green\"}]}",
        "{\"cells\":[{\"x\":1,\"y\":1,\"state\":\"hidden\",\"text\":\"3\"}]}",
        "{\"cells\":[{\"x\":1,\"y\":1,\"state\":\"black\",\"text\":\"s3\"}]}",
        "{\"cells\":[{\"x\":1,\"y\":1,\"state\":\"hidden\"},{\"x\":1,\"y\":1,\"state\":\"hidden\"}]}",
        "{\"cells\":[{\"x\":1,\"y\":1,\"state\":\"hidden\"}],\"lines\":[{\"x\":1,\"y\":3,\"text\":\"3\"}]}",
        "{\"title\":\"a\\nb\",\"cells\":[{\"x\":1,\"y\":1,\"state\":\"hidden\"}]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *json;
        struct comb_hexcells_level *level;
        struct comb_error err = {0};
        assert_int_equal(comb_json_parse(&json, bad[i], strlen(bad[i]), NULL), COMB_OK);
        if (comb_hexcells_position_from_json(&level, json, &err) != COMB_BAD_INPUT)
            fail_msg("%s was accepted", bad[i]);
        assert_true(err.message[0] != '\0');
        json_decref(json);
    }
}

static void test_position_of_a_level_hides_its_solution(void **state)
{
    (void)state;
    static const char text[] = "Hexcells level v1\nT\n\n\n\n|+\n..\nO+\n..\no+\n..\nx+";
    struct comb_hexcells_level *level;
    struct comb_hexcells_level *position;
    assert_int_equal(comb_hexcells_level_read(&level, text, strlen(text), 0, NULL), COMB_OK);
    assert_int_equal(comb_hexcells_position_of(&position, level, NULL), COMB_OK);
    char *shown = printed(position);
    assert_string_equal(shown, "Hexcells position v1\ntitle T\nremaining 1\n0: 0=s1\n2: 0=0\n4: 0=o\n6: 0=o");
    free(shown);
    comb_hexcells_level_free(position);
    comb_hexcells_level_free(level);
}

/* Applies the moves one after the other; returns the final text, or NULL if one is rejected. */
static char *after_moves(const char *text, const char *const *moves)
{
    struct comb_hexcells_level *level = read_ok(text);
    for (; level && *moves; moves++) {
        void *next;
        comb_hexcells_apply(&next, level, *moves, NULL);
        comb_hexcells_level_free(level);
        level = next;
    }
    char *shown = level ? printed(level) : NULL;
    comb_hexcells_level_free(level);
    return shown;
}

static void test_number_is_unknown_until_it_is_entered(void **state)
{
    (void)state;
    static const struct {
        const char *moves[4];
        const char *things; /* the result for 2=o 4=o; NULL: rejected */
    } cases[] = {
        {{"2,2=black"}, "2=_ 4=o"},
        {{"2,2=blue", "4,2=black"}, "2=x_ 4=_"},
        {{"2,2=black", "2,2={3}"}, "2={3} 4=o"},
        {{"2,2=blue", "2,2=x5"}, "2=x5 4=o"},
        {{"2,2=blue", "2,2=x"}, "2=x 4=o"},
        {{"2,2=black", "2,2=?"}, "2=? 4=o"},
        {{"2,2=black", "2,2=x5"}, NULL}, /* another colour */
        {{"2,2=black", "2,2=black"}, NULL},
        {{"2,2=?", "2,2=3"}, NULL}, /* "?" is a known hint */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *shown = after_moves("Hexcells position v1\nremaining 1\n2: 2=o 4=o", cases[i].moves);
        const char *things = shown ? strstr(shown, "2: ") : NULL;
        if (!cases[i].things != !shown || (shown && strcmp(things + 3, cases[i].things) != 0))
            fail_msg("case %zu: %s", i, shown ? shown : "rejected");
        free(shown);
    }
}

static void test_entering_a_blue_number_keeps_the_counter(void **state)
{
    (void)state;
    static const char *const moves[] = {"2,2=blue", "2,2=x5", NULL};
    char *shown = after_moves("Hexcells position v1\nremaining 2\n2: 2=o 4=o", moves);
    assert_string_equal(shown, "Hexcells position v1\nremaining 1\n2: 2=x5 4=o");
    free(shown);
}
