#include "base/blake2s.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static void assert_hash(struct comb_blake2s *hash, const char *expected)
{
    unsigned char out[COMB_BLAKE2S_BYTES];
    char text[2 * COMB_BLAKE2S_BYTES + 1];
    comb_blake2s_end(out, hash);
    for (size_t i = 0; i < sizeof out; i++)
        snprintf(text + 2 * i, 3, "%02x", out[i]);
    assert_string_equal(text, expected);
}

/* RFC 7693, appendix B. */
static void test_without_a_key(void **state)
{
    (void)state;
    struct comb_blake2s hash;
    comb_blake2s_start(&hash, NULL, 0);
    comb_blake2s_add(&hash, "abc", 3);
    assert_hash(&hash, "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982");
}

/* Key 00 01 .. 1f, data 00 01 .. fa 00 01 .., in pieces of every size; expected values from another implementation. */
static void test_with_a_key_in_pieces(void **state)
{
    (void)state;
    static const struct {
        size_t length;
        const char *hash;
    } known[] = {
        {0, "48a8997da407876b3d79c0d92325ad3b89cbb754d86ab71aee047ad345fd2c49"},
        {1, "40d15fee7c328830166ac3f918650f807e7e01e177258cdc0a39b11f598066f1"},
        {63, "c65382513f07460da39833cb666c5ed82e61b9e998f4b0c4287cee56c3cc9bcd"},
        {64, "8975b0577fd35566d750b362b0897a26c399136df07bababbde6203ff2954ed4"},
        {65, "21fe0ceb0052be7fb0f004187cacd7de67fa6eb0938d927677f2398c132317a8"},
        {127, "ddbfea75cc467882eb3483ce5e2e756a4f4701b76b445519e89f22d60fa86e06"},
        {128, "0c311f38c35a4fb90d651c289d486856cd1413df9b0677f53ece2cd9e477c60a"},
        {129, "46a73a8dd3e70f59d3942c01df599def783c9da82fd83222cd662b53dce7dbdf"},
        {1000, "d5c42863172fb2424de520ff25866bf2ac9201ce81b6a8b703f67ea4c6735767"},
    };
    unsigned char key[COMB_BLAKE2S_KEY], data[1000];
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)i;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(i % 251);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (size_t piece = 1; piece <= 130; piece++) {
            struct comb_blake2s hash;
            comb_blake2s_start(&hash, key, sizeof key);
            for (size_t at = 0; at < known[k].length; at += piece)
                comb_blake2s_add(&hash, data + at, known[k].length - at < piece ? known[k].length - at : piece);
            assert_hash(&hash, known[k].hash);
        }
}
