#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"

#include <string.h>

/* Table 3-7 of the Unicode standard: the well-formed sequences, as ranges of each byte. */
static const unsigned char well_formed[][9] = {
    {1, 0x00, 0x7f},
    {2, 0xc2, 0xdf, 0x80, 0xbf},
    {3, 0xe0, 0xe0, 0xa0, 0xbf, 0x80, 0xbf},
    {3, 0xe1, 0xec, 0x80, 0xbf, 0x80, 0xbf},
    {3, 0xed, 0xed, 0x80, 0x9f, 0x80, 0xbf},
    {3, 0xee, 0xef, 0x80, 0xbf, 0x80, 0xbf},
    {4, 0xf0, 0xf0, 0x90, 0xbf, 0x80, 0xbf, 0x80, 0xbf},
    {4, 0xf1, 0xf3, 0x80, 0xbf, 0x80, 0xbf, 0x80, 0xbf},
    {4, 0xf4, 0xf4, 0x80, 0x8f, 0x80, 0xbf, 0x80, 0xbf},
};

static size_t expected_size(const unsigned char *bytes, size_t length)
{
    for (size_t row = 0; row < sizeof well_formed / sizeof *well_formed; row++) {
        const unsigned char *rule = well_formed[row];
        size_t good = 0;
        while (good < rule[0] && good < length && bytes[good] >= rule[1 + 2 * good] &&
               bytes[good] <= rule[2 + 2 * good])
            good++;
        if (good == rule[0])
            return good;
    }
    return 0;
}

static void assert_decodes_as_expected(const unsigned char *bytes, size_t length)
{
    uint32_t code_point = 0;
    size_t size = comb_utf8_decode(&code_point, (const char *)bytes, length);
    assert_int_equal(size, expected_size(bytes, length));
    char again[4];
    if (size > 0) {
        assert_int_equal(comb_utf8_encode(again, code_point), size);
        assert_memory_equal(again, bytes, size);
    }
}

static void test_every_code_point_round_trips(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < 0x110010; c++) {
        char bytes[4];
        size_t size = comb_utf8_encode(bytes, c);
        if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) {
            assert_int_equal(size, 0);
            continue;
        }
        uint32_t back = ~c;
        assert_int_equal(comb_utf8_decode(&back, bytes, size), size);
        assert_int_equal(back, c);
        assert_int_equal(comb_utf8_decode(&back, bytes, size - 1), 0);
    }
    char bytes[4];
    assert_int_equal(comb_utf8_encode(bytes, UINT32_MAX), 0);
}

static void test_every_sequence_of_three_bytes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 1u << 24; i++) {
        unsigned char bytes[3] = {(unsigned char)(i >> 16), (unsigned char)(i >> 8), (unsigned char)i};
        uint32_t ignored;
        if (comb_utf8_decode(&ignored, (const char *)bytes, 3) != expected_size(bytes, 3))
            assert_decodes_as_expected(bytes, 3);
    }
}

static void test_sequences_of_four_bytes(void **state)
{
    (void)state;
    static const unsigned char edges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff};
    for (unsigned lead = 0xe0; lead <= 0xff; lead++)
        for (unsigned second = 0; second <= 0xff; second++)
            for (size_t third = 0; third < sizeof edges; third++)
                for (size_t fourth = 0; fourth < sizeof edges; fourth++) {
                    unsigned char bytes[4] = {(unsigned char)lead, (unsigned char)second, edges[third], edges[fourth]};
                    assert_decodes_as_expected(bytes, 4);
                }
}

static void test_decode_does_not_read_past_the_end(void **state)
{
    (void)state;
    static const char text[] = "\xf0\x9f\x90\x9d";
    uint32_t code_point;
    for (size_t length = 0; length < 4; length++)
        assert_int_equal(comb_utf8_decode(&code_point, text, length), 0);
    assert_int_equal(comb_utf8_decode(&code_point, text, 4), 4);
    assert_int_equal(code_point, 0x1f41d);
}

static void test_valid_checks_the_whole_text(void **state)
{
    (void)state;
    assert_true(comb_utf8_valid("", 0));
    assert_true(comb_utf8_valid("hex \xe2\xac\xa1 bee \xf0\x9f\x90\x9d", 16));
    assert_false(comb_utf8_valid("hex \xe2\xac", 6));
    assert_false(comb_utf8_valid("good\xff", 5));
    assert_true(comb_utf8_valid("good\xff", 4));
    assert_true(comb_utf8_valid("a\0b", 3));
}

static void test_columns(void **state)
{
    (void)state;
    assert_int_equal(comb_utf8_columns("", 0), 0);
    assert_int_equal(comb_utf8_columns("abc", 3), 3);
    assert_int_equal(comb_utf8_columns("\xe2\xac\xa1\xc3\xa9x", 6), 3);
}

/* From the definition: the cheapest of delete, insert, replace and swap at the end of both words. */
static unsigned naive_distance(const char *a, size_t m, const char *b, size_t n)
{
    if (m == 0 || n == 0)
        return (unsigned)(m + n);
    unsigned best = naive_distance(a, m - 1, b, n - 1) + (a[m - 1] != b[n - 1]);
    unsigned erase = naive_distance(a, m - 1, b, n) + 1;
    unsigned insert = naive_distance(a, m, b, n - 1) + 1;
    best = erase < best ? erase : best;
    best = insert < best ? insert : best;
    if (m > 1 && n > 1 && a[m - 1] == b[n - 2] && a[m - 2] == b[n - 1]) {
        unsigned swap = naive_distance(a, m - 2, b, n - 2) + 1;
        best = swap < best ? swap : best;
    }
    return best;
}

static size_t random_word(char *out, struct comb_rng *rng)
{
    size_t length = comb_rng_below(rng, 7);
    for (size_t i = 0; i < length; i++)
        out[i] = (char)('a' + comb_rng_below(rng, 3));
    out[length] = '\0';
    return length;
}

static void test_edit_distance_matches_the_definition(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 5);
    for (int i = 0; i < 3000; i++) {
        char a[8];
        char b[8];
        size_t m = random_word(a, &rng);
        size_t n = random_word(b, &rng);
        unsigned expected = naive_distance(a, m, b, n);
        assert_int_equal(comb_edit_distance(a, b, 10), expected);
        assert_int_equal(comb_edit_distance(b, a, 10), expected);
        assert_int_equal(comb_edit_distance(a, b, 1), expected < 2 ? expected : 2);
    }
}

static void test_edit_distance_of_long_words_is_capped(void **state)
{
    (void)state;
    char longest[41];
    char too_long[42];
    memset(longest, 'a', 40);
    memset(too_long, 'a', 41);
    longest[40] = too_long[41] = '\0';
    assert_int_equal(comb_edit_distance(longest, longest, 2), 0);
    assert_int_equal(comb_edit_distance(longest, too_long, 2), 3);
    assert_int_equal(comb_edit_distance("slove", "solve", 2), 1);
}

static void test_integers(void **state)
{
    (void)state;
    long long value;
    assert_true(comb_parse_int(&value, "0") && value == 0);
    assert_true(comb_parse_int(&value, "-17") && value == -17);
    assert_true(comb_parse_int(&value, "+17") && value == 17);
    assert_true(comb_parse_int(&value, "9223372036854775807") && value == INT64_MAX);
    assert_true(comb_parse_int(&value, "-9223372036854775808") && value == INT64_MIN);
    static const char *const bad[] = {
        "", " 1", "1 ", "\n1", "1x", "x", "0x10", "1.0", "1e3", "--1", "-", "+", "9223372036854775808"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        value = 99;
        assert_false(comb_parse_int(&value, bad[i]));
        assert_int_equal(value, 99);
    }
}

static void test_reals(void **state)
{
    (void)state;
    double value;
    assert_true(comb_parse_real(&value, "0.5") && value == 0.5);
    assert_true(comb_parse_real(&value, "-2e3") && value == -2000);
    assert_true(comb_parse_real(&value, ".25") && value == 0.25);
    assert_true(comb_parse_real(&value, "7") && value == 7);
    static const char *const bad[] = {"", " 1", "1 ", "inf", "-inf", "nan", "1e999", "0x1p3", "1,5", "1s", ".", "e5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(comb_parse_real(&value, bad[i]));
}

static void test_seconds(void **state)
{
    (void)state;
    double value;
    assert_true(comb_parse_seconds(&value, "90") && value == 90);
    assert_true(comb_parse_seconds(&value, "1.5s") && value == 1.5);
    assert_true(comb_parse_seconds(&value, "10m") && value == 600);
    assert_true(comb_parse_seconds(&value, "2h") && value == 7200);
    assert_true(comb_parse_seconds(&value, "0") && value == 0);
    static const char *const bad[] = {"", "-1", "5x", "5ms", "s", "1 s", " 1", "infinity", "1e308h", "nan", "0x5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(comb_parse_seconds(&value, bad[i]));
}

static void test_bytes(void **state)
{
    (void)state;
    size_t value;
    assert_true(comb_parse_bytes(&value, "512") && value == 512);
    assert_true(comb_parse_bytes(&value, "64k") && value == 65536);
    assert_true(comb_parse_bytes(&value, "64K") && value == 65536);
    assert_true(comb_parse_bytes(&value, "200M") && value == (size_t)200 << 20);
    assert_true(comb_parse_bytes(&value, "1.5G") && value == (size_t)3 << 29);
    static const char *const bad[] = {"", "-1k", "5x", "k", "1 k", "1kb", "1e30", "1e300G", "nan", "2T"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(comb_parse_bytes(&value, bad[i]));
}
