/* Big integers against simple arithmetic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "engine/frontier/big.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_text(const struct comb_big *number, char separator, const char *text)
{
    struct comb_buf out = {0};
    comb_big_print(&out, number, separator);
    assert_string_equal(comb_buf_text(&out), text);
    comb_buf_free(&out);
}

static void test_small_numbers_print_like_printf(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (unsigned i = 0; i < 2000; i++) {
        uint64_t value = comb_rng_next(&rng) >> comb_rng_below(&rng, 64);
        char text[32];
        snprintf(text, sizeof text, "%llu", (unsigned long long)value);
        expect_text(&(struct comb_big){{value}}, 0, text);
    }
    expect_text(&(struct comb_big){{0}}, ',', "0");
    expect_text(&(struct comb_big){{999}}, ',', "999");
    expect_text(&(struct comb_big){{1000}}, ',', "1,000");
    expect_text(&(struct comb_big){{1234567}}, ',', "1,234,567");
}

static void test_powers_of_two_match_decimal_doubling(void **state)
{
    (void)state;
    char digits[160] = "1"; /* the lowest first */
    struct comb_big power = {{1}};
    for (unsigned exponent = 1; exponent < 512; exponent++) {
        struct comb_big copy = power;
        assert_true(comb_big_add(&power, copy.limbs, COMB_BIG_LIMBS));
        unsigned carry = 0;
        size_t length = strlen(digits);
        for (size_t i = 0; i < length; i++) {
            unsigned twice = 2 * (unsigned)(digits[i] - '0') + carry;
            digits[i] = (char)('0' + twice % 10);
            carry = twice / 10;
        }
        if (carry)
            digits[length++] = '1';
        char text[160] = "";
        for (size_t i = 0; i < length; i++)
            text[i] = digits[length - 1 - i];
        expect_text(&power, 0, text);
        assert_int_equal(comb_big_bits(&power), exponent + 1);
    }
    struct comb_big copy = power;
    assert_false(comb_big_add(&power, copy.limbs, COMB_BIG_LIMBS));
}

static void test_sums_carry_through_all_limbs(void **state)
{
    (void)state;
    struct comb_big number;
    memset(&number, 0xff, sizeof number);
    number.limbs[COMB_BIG_LIMBS - 1] = 6;
    assert_true(comb_big_add(&number, (const uint64_t[]){1}, 1));
    for (unsigned i = 0; i + 1 < COMB_BIG_LIMBS; i++)
        assert_int_equal(number.limbs[i], 0);
    assert_int_equal(number.limbs[COMB_BIG_LIMBS - 1], 7);
    uint64_t narrow[2] = {UINT64_MAX, UINT64_MAX};
    assert_int_equal(comb_limbs_add(narrow, 2, (const uint64_t[]){1}, 1), 1);
    assert_int_equal(narrow[0] | narrow[1], 0);
}

static void test_modulo_and_real(void **state)
{
    (void)state;
    struct comb_big number = {{5, 7}}; /* 7 * 2^64 + 5 */
    assert_int_equal(comb_big_modulo(&number, 1000), (7 * (18446744073709551615u % 1000 + 1) + 5) % 1000);
    assert_int_equal(comb_big_modulo(&number, 2), 1);
    assert_int_equal(comb_big_modulo(&number, 1), 0);
    assert_true(comb_big_real(&number) == 7 * 0x1p64 + 5);
    assert_int_equal(comb_big_bits(&(struct comb_big){{0}}), 0);
}
