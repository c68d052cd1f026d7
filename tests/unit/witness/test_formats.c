/* Windmill strings: reads every public one, checks contents, rejections, and what cannot be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "games/witness/text/windmill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "../shared/data/windmill/"

static struct comb_witness_panel *read_string(const char *text)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (comb_witness_windmill_read(&panel, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    return panel;
}

static char *write_string(const struct comb_witness_panel *panel)
{
    struct comb_buf out = {0};
    struct comb_error err = {0};
    if (comb_witness_windmill_write(&out, panel, &err) != COMB_OK)
        fail_msg("%s", err.message);
    return out.data;
}

static const char example[] = "CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigE_0";

static void test_worked_example(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = read_string(example);
    assert_int_equal(panel->width, 2);
    assert_int_equal(panel->height, 2);
    assert_int_equal(panel->symmetry, COMB_WITNESS_NO_SYMMETRY);
    assert_int_equal(comb_witness_at(panel, 4, 0)->kind, COMB_WITNESS_END);
    assert_int_equal(comb_witness_at(panel, 0, 4)->kind, COMB_WITNESS_START);
    assert_int_equal(comb_witness_at(panel, 1, 1)->kind, COMB_WITNESS_SQUARE);
    assert_int_equal(comb_witness_at(panel, 1, 1)->colour, COMB_WITNESS_BLACK);
    assert_int_equal(comb_witness_at(panel, 3, 3)->colour, COMB_WITNESS_WHITE);
    assert_int_equal(comb_witness_at(panel, 2, 2)->kind, COMB_WITNESS_EMPTY);
    comb_witness_panel_free(panel);
}

/* ---- every public puzzle ---- */

struct tally {
    unsigned lines, canonical;
};

static void one_line(struct tally *tally, const char *text)
{
    struct comb_witness_panel *panel = read_string(text);
    char *written = write_string(panel);
    struct comb_witness_panel *again = read_string(written);
    assert_true(comb_witness_is_windmill(text, strlen(text)));
    assert_true(comb_witness_panel_same(panel, again));
    tally->lines++;
    tally->canonical += strcmp(text, written) == 0;
    if (strcmp(text, written) != 0)
        print_message("not as The Windmill writes it:\n%s\n%s\n", text, written);
    comb_witness_panel_free(panel);
    comb_witness_panel_free(again);
    free(written);
}

static struct tally every_line(const char *path)
{
    struct comb_buf file = {0};
    struct tally tally = {0};
    if (comb_file_read(&file, path, 64 << 20, NULL) != COMB_OK) {
        comb_buf_free(&file);
        print_message("skipped: there is no %s\n", path);
        skip();
    }
    for (char *line = strtok(file.data, "\r\n"); line; line = strtok(NULL, "\r\n"))
        one_line(&tally, line);
    comb_buf_free(&file);
    print_message("%s: %u panels, %u of them byte for byte the same when written again\n", path, tally.lines,
                  tally.canonical);
    return tally;
}

static void test_shared_every_public_puzzle_is_written_as_it_was(void **state)
{
    (void)state;
    struct tally tally = every_line(FOLDER "windmill_puzzles.txt");
    assert_true(tally.lines > 1000);
    assert_int_equal(tally.canonical, tally.lines);
}

static void test_shared_every_puzzle_of_the_game_is_read(void **state)
{
    (void)state;
    struct tally tally = every_line(FOLDER "witness_puzzles.txt");
    assert_true(tally.lines > 100);
    assert_int_equal(tally.canonical, tally.lines);
}

/* ---- strings made by hand ---- */

/* Returns the Windmill string of a message given in hexadecimal digits and blanks. */
static char *string_of(const char *hex)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    struct comb_buf out = {0};
    unsigned bits = 0, count = 0, digits = 0;
    for (const char *c = hex; *c; c++) {
        if (*c == ' ')
            continue;
        bits = bits << 4 | (unsigned)(*c <= '9' ? *c - '0' : *c - 'a' + 10);
        digits++;
        for (count += 4; count >= 6; count -= 6)
            comb_buf_char(&out, alphabet[bits >> (count - 6) & 63]);
    }
    assert_int_equal(digits % 2, 0);
    if (count > 0)
        comb_buf_char(&out, alphabet[bits << (6 - count) & 63]);
    while (out.length % 4 != 0)
        comb_buf_char(&out, '=');
    comb_buf_str(&out, "_0");
    return out.data;
}

static struct comb_error refused(const char *text, size_t length)
{
    struct comb_witness_panel *panel = (struct comb_witness_panel *)text;
    struct comb_error err = {0};
    if (comb_witness_windmill_read(&panel, text, length, &err) != COMB_BAD_INPUT)
        fail_msg("%s was not rejected", text);
    assert_null(panel);
    assert_int_equal(err.code, COMB_BAD_INPUT);
    assert_true(err.position <= length && err.line > 0 && err.column > 0);
    assert_true(err.message[0]);
    return err;
}

static void refused_for(const char *text, const char *reason)
{
    struct comb_error err = refused(text, strlen(text));
    if (!strstr(err.message, reason))
        fail_msg("%s: expected a word of '%s', got '%s'", text, reason, err.message);
}

static void message_refused_for(const char *hex, const char *reason)
{
    char *text = string_of(hex);
    refused_for(text, reason);
    free(text);
}

static void test_own_encoder_of_the_tests(void **state)
{
    (void)state;
    char *text = string_of("08 05 12022804 12020804 1200 120408071001 1200 120408071001 12022807 120408071001 1200 "
                           "120408071002 1200 12020803 12022804");
    assert_string_equal(text, example);
    free(text);
}

static void test_text_around_the_message(void **state)
{
    (void)state;
    refused_for("", "expected a Windmill string");
    refused_for(" \r\n ", "expected a Windmill string");
    refused_for("_0", "before _0");
    refused_for("0", "expected _0");
    refused_for("https://windmill.thefifthmatt.com/build/", "expected a Windmill string");
    refused_for("https://windmill.thefifthmatt.com/build/abcdef", "expected _0");
    refused_for("CAUSAigEEgIIBBIA", "expected _0");
    refused_for("CAUSAigEEgIIBBIA_1", "expected _0");
    refused_for("CAUSAigEEgIIBBI_0", "cut short");
    refused_for("CAUSAigEEgIIBB_0", "cut short");
    refused_for("CAUSAigEEgIIB_0", "cut short");
    refused_for("CAUSAigEEgIIBB===_0", "0x3d");
    refused_for("CAUSAigEEgIIBB=A_0", "0x41");
    refused_for("=AAA_0", "0x3d");
    refused_for("CAUSAi+EEgIIBBIA_0", "0x2b");
    refused_for("CAUS AigEEgIIBBIA_0", "0x20");
    refused_for("CAUS%41%_0", "0x25");
    refused_for("CAUS%0_0", "0x25");
}

/* A control character is found at any position, and so is one outside the alphabet. */
static void test_bad_characters_are_refused_at_their_place(void **state)
{
    (void)state;
    char text[sizeof example];
    for (size_t i = 0; i + 1 < sizeof example; i++) {
        memcpy(text, example, sizeof example);
        text[i] = '\001';
        struct comb_error err = refused(text, strlen(text));
        assert_int_equal(err.position, i);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, i + 1);
        text[i] = '!';
        err = refused(text, strlen(text));
        if (i + 3 < sizeof example)
            assert_int_equal(err.position, i);
    }
}

static void test_every_cut_is_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length + 1 < sizeof example; length++)
        refused(example, length);
    for (size_t length = 0; length + 3 < sizeof example; length++) {
        char text[sizeof example];
        snprintf(text, sizeof text, "%.*s_0", (int)length, example);
        refused(text, strlen(text));
    }
}

static void test_impossible_sizes(void **state)
{
    (void)state;
    message_refused_for("1200", "have 0 places");
    message_refused_for("0801 12022809", "have 1 places");
    message_refused_for("0804 12022810", "have 4 places");
    message_refused_for("0823 12022823 12022823 12022823", "have 35 places");
    message_refused_for("08ffffffffffffffffff01 12022809", "have -1 places");
    message_refused_for("0803", "0 rows");
    message_refused_for("0803 12022803", "1 rows");
    message_refused_for("0803 1202280c", "4 rows");
    message_refused_for("0803 1202280a", "a multiple of");
    message_refused_for("0803 12022869", "35 rows");
}

/* Run lengths that would need gigabytes, alone or together. */
static void test_huge_run_lengths(void **state)
{
    (void)state;
    message_refused_for("0803 120628ffffffff07", "too large");
    message_refused_for("0803 120628ffffffff07 120628ffffffff07 120628ffffffff07", "too large");
    message_refused_for("0803 120328c208 12022801", "too large");
    message_refused_for("0803 120b28ffffffffffffffffff01", "negative");
    message_refused_for("0803 12130809 220a 0802 1206 000100010101 28ffffffff07", "no");
    struct comb_buf text = {0};
    comb_buf_repeat(&text, "EgASABIA", 1 << 15);
    comb_buf_str(&text, "_0");
    refused_for(text.data, "expected at most");
    comb_buf_clear(&text);
    comb_buf_str(&text, "CAMS");
    comb_buf_repeat(&text, "AEgASABI", (1 << 15) - 8);
    comb_buf_str(&text, "AEgA_0");
    refused_for(text.data, "e");
    comb_buf_free(&text);
}

static void test_malformed_messages(void **state)
{
    (void)state;
    message_refused_for("08", "is not a panel");
    message_refused_for("0803 1209 0000", "is not a panel");
    message_refused_for("ffffffffffffffffffffffff", "is not a panel");
    message_refused_for("0803 12ffffffff0f 00", "is not a panel");
    message_refused_for("0b0b0b0b0b0b", "is not a panel");
}

static void test_impossible_shapes(void **state)
{
    (void)state;
    message_refused_for("0803 12022804 12020809 12022804", "without a shape");
    message_refused_for("0803 12022804 120408092200 12022804", "without a shape");
    message_refused_for("0803 12022804 120608092202 0802 12022804", "without a shape");
    message_refused_for("0803 12022804 120a08092206 0802 1202 0101 00 12022804", "is not a panel");
    message_refused_for("0803 12022804 12090809 2205 1203 010101 12022804", "without a shape");
    message_refused_for("0803 12022804 120b0809 2207 0802 1203 010101 12022804", "differ in length");
    message_refused_for("0803 12022804 12190809 2215 0811 1211 0101010101010101010101010101010101 12022804", "16 x 16");
    message_refused_for("0803 12022804 12190809 2215 0801 1211 0101010101010101010101010101010101 12022804", "16 x 16");
    message_refused_for("0803 12022804 120b0809 2207 08fe01 1202 0101 12022804", "16 x 16");
}

static void test_misplaced_things(void **state)
{
    (void)state;
    message_refused_for("0803 1200 12020803 12022807", "start or an end");
    message_refused_for("0803 12022804 12020804 12022804", "column 1, row 1");
    message_refused_for("0803 12020805 12022808", "gap");
    message_refused_for("0803 12022804 12020805 12022804", "gap");
    message_refused_for("0803 12022804 12020806 12022804", "hexagon in a cell");
    message_refused_for("0803 1204 0807 1001 12022808", "expected only in a cell");
    message_refused_for("0803 12022803 1202080a 12022805", "column 0, row 1");
    message_refused_for("0803 12022804 1202080c 12022804", "unknown type");
    message_refused_for("0803 12022804 120b08ffffffffffffffffff01 12022804", "unknown type");
    message_refused_for("0803 12022804 1204 0807 100a 12022804", "unknown colour");
    message_refused_for("0803 12022804 1204 080b 300a 12022804", "triangle count");
    message_refused_for("0803 12022809 1805", "symmetry 5");
    message_refused_for("0803 12022808 1206 0804 1a02 0804", "direction");
}

static void same_as_hex(const char *hex, const char *other)
{
    char *a = string_of(hex), *b = string_of(other);
    struct comb_witness_panel *panel = read_string(a);
    char *written = write_string(panel);
    assert_string_equal(written, b);
    comb_witness_panel_free(panel);
    free(written);
    free(a);
    free(b);
}

/* Other writers may repeat any entity, write zeros, split runs, or write the empty type. */
static void test_equivalent_encodings(void **state)
{
    (void)state;
    same_as_hex("0803 12022809", "0803 12022809");
    same_as_hex("0803 1200 1200 12022807 1800", "0803 12022809");
    same_as_hex("0803 12020802 12042801 1000 120408002807", "0803 12022809");
    same_as_hex("12022809 0803 1801", "0803 12022809");
    same_as_hex("0803 1204 0806 2802 12022807", "0803 12020806 12020806 12022807");
    same_as_hex("0803 12022804 120a 0809 2206 0801 10011001 12022804",
                "0803 12022804 120a 0809 2206 0801 1202 0101 12022804"); /* a grid that is not packed */
    same_as_hex("0803 1206 0803 1009 3003 12022808", "0803 12020803 12022808");
    same_as_hex("0803 1208 0804 1a04 0800 1000 12022808", "0803 12020804 12022808");
    same_as_hex("0803 1206 0804 1a02 0802 12022808", "0803 1208 0804 1a04 0802 1000 12022808");
    same_as_hex("0803 7a03616263 12022809", "0803 12022809"); /* a field of a later version */
}

static void test_every_feature_round_trips(void **state)
{
    (void)state;
    char *text = string_of("0805 1208 0804 1a04 0801 1001 12020806 12020801 12020805 12020803 1200 "
                           "1204 0808 1009 12020806 1214 0809 1003 220e 0803 1206 010001 010101 1801 2001 1200 "
                           "12020803 12022803 1208 0804 1a04 0802 1000 12022801 1206 080b 1006 3002 1200 "
                           "1204 080a 1002 12020801 1206 0803 1005 2800 12022803 12020804 1804");
    struct comb_witness_panel *panel = read_string(text);
    const struct comb_witness_thing *piece = comb_witness_at(panel, 3, 1);
    assert_int_equal(panel->symmetry, COMB_WITNESS_ROTATIONAL);
    assert_int_equal(piece->colour, COMB_WITNESS_CYAN);
    assert_true(piece->free && piece->negative);
    assert_int_equal(piece->shape->width, 3);
    assert_int_equal(piece->shape->height, 2);
    assert_int_equal(piece->shape->rows[0], 5);
    assert_int_equal(piece->shape->rows[1], 7);
    assert_int_equal(comb_witness_shape_size(piece->shape), 5);
    assert_int_equal(comb_witness_at(panel, 0, 0)->toward_x, -1);
    assert_int_equal(comb_witness_at(panel, 0, 0)->toward_y, -1);
    assert_int_equal(comb_witness_at(panel, 1, 3)->colour, COMB_WITNESS_RED);
    assert_int_equal(comb_witness_at(panel, 1, 3)->triangles, 2);
    assert_int_equal(comb_witness_at(panel, 3, 3)->colour, COMB_WITNESS_WHITE);
    char *written = write_string(panel);
    struct comb_witness_panel *again = read_string(written);
    assert_true(comb_witness_panel_same(panel, again));
    comb_witness_panel_free(panel);
    comb_witness_panel_free(again);
    free(written);
    free(text);
}

static void test_links(void **state)
{
    (void)state;
    static const char *const links[] = {"https://windmill.thefifthmatt.com/build/%s",
                                        "http://thefifthmatt.com/witness/build.html#%s", "  %s \r\n",
                                        "https://example.org/a_0/b#%s\n", "https://example.org/ %s"};
    struct comb_witness_panel *panel = read_string(example);
    struct comb_buf link = {0};
    assert_int_equal(comb_witness_windmill_link(&link, panel, NULL), COMB_OK);
    assert_string_equal(link.data, "https://windmill.thefifthmatt.com/build/"
                                   "CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigE_0");
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        char text[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(text, sizeof text, links[i], example);
#pragma GCC diagnostic pop
        assert_true(comb_witness_is_windmill(text, strlen(text)));
        struct comb_witness_panel *other = read_string(text);
        assert_true(comb_witness_panel_same(panel, other));
        comb_witness_panel_free(other);
    }
    comb_witness_panel_free(panel);
    comb_buf_free(&link);
}

static void test_percent_signs(void **state)
{
    (void)state;
    char *plain = string_of("0803 12022806 12020803 1200 12020804");
    struct comb_witness_panel *panel = read_string(plain);
    assert_string_equal(plain, "CAMSAigGEgIIAxIAEgIIBA==_0");
    struct comb_witness_panel *other = read_string("http://a/b#CAMSAigGEgIIAxIAEgIIBA%3D%3D%5f0");
    assert_true(comb_witness_panel_same(panel, other));
    comb_witness_panel_free(other);
    other = read_string("%43%41MSAigGEgIIAxIAEgIIBA%3d%3d_%30");
    assert_true(comb_witness_panel_same(panel, other));
    comb_witness_panel_free(other);
    comb_witness_panel_free(panel);
    free(plain);
}

static void test_unsupported_panels_are_rejected(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = read_string(example);
    struct comb_buf out = {0};
    struct comb_error err = {0};
    panel->line_colours[1] = COMB_WITNESS_YELLOW;
    assert_int_equal(comb_witness_windmill_write(&out, panel, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "line colours"));
    panel->line_colours[1] = COMB_WITNESS_NO_COLOUR;
    panel->places[2].kind = COMB_WITNESS_DOT;
    assert_int_equal(comb_witness_windmill_write(&out, panel, &err), COMB_OK);
    comb_buf_clear(&out);
    panel->places[2].colour = COMB_WITNESS_CYAN;
    assert_int_equal(comb_witness_windmill_link(&out, panel, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "column 2, row 0"));
    assert_int_equal(out.length, 0);
    comb_witness_panel_free(panel);
    comb_buf_free(&out);
}

/* The largest possible panel: its string is within the limit. */
static void test_largest_panel(void **state)
{
    (void)state;
    struct comb_witness_panel *panel;
    assert_int_equal(comb_witness_panel_new(&panel, 16, 16, 256, NULL), COMB_OK);
    for (unsigned row = 1; row < 33; row += 2)
        for (unsigned column = 1; column < 33; column += 2) {
            struct comb_witness_shape *shape = &panel->shapes[panel->shape_count++];
            *shape = (struct comb_witness_shape){.width = 16, .height = 16};
            memset(shape->rows, 0xff, sizeof shape->rows);
            panel->places[column + 33 * row] = (struct comb_witness_thing){.kind = COMB_WITNESS_POLYOMINO,
                                                                           .colour = COMB_WITNESS_ORANGE,
                                                                           .free = true,
                                                                           .negative = true,
                                                                           .shape = shape};
        }
    char *text = write_string(panel);
    struct comb_witness_panel *again = read_string(text);
    assert_true(comb_witness_panel_same(panel, again));
    comb_witness_panel_free(panel);
    comb_witness_panel_free(again);
    free(text);
}
