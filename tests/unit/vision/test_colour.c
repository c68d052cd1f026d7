#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "vision/pixels/colour.h"

#include <math.h>

static void test_distances_match_perception(void **state)
{
    (void)state;
    struct comb_lab white = comb_lab_of(0xffffff), black = comb_lab_of(0);
    assert_true(fabs(white.lightness - 100) < 0.1 && fabs(white.a) < 0.1 && fabs(white.b) < 0.1);
    assert_true(fabs(black.lightness) < 0.1);
    assert_true(fabs(comb_lab_distance(white, black) - 100) < 0.2);
    assert_true(comb_lab_distance(comb_lab_of(0x010101), comb_lab_of(0x030303)) < 1);
    assert_true(comb_lab_distance(comb_lab_of(0xdedede), comb_lab_of(0xefefef)) > 4);
    assert_true(comb_lab_distance(comb_lab_of(0xffb2b2), comb_lab_of(0xff7171)) > 15);
}

static void test_the_mode_is_the_mean_of_the_largest_cluster(void **state)
{
    (void)state;
    const unsigned colours[] = {0x000000, 0x101010, 0xd0c0b0, 0xd2c0b0, 0xd4c3b0, 0xffffff};
    assert_int_equal(comb_colour_mode(colours, 6), 0xd2c1b0);
    assert_int_equal(comb_colour_mode(colours, 1), 0);
    assert_int_equal(comb_colour_mode(colours, 0), 0);
}

/* Colours around a few centres, with noise of up to `noise` levels. */
static void check_groups(const unsigned *centres, unsigned kinds, unsigned noise, struct comb_rng *rng)
{
    enum { COUNT = 60 };
    unsigned colours[COUNT], kind[COUNT], group[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        kind[i] = i < kinds ? i : (unsigned)comb_rng_below(rng, kinds);
        colours[i] = 0;
        for (unsigned shift = 0; shift < 24; shift += 8) {
            int value = (int)(centres[kind[i]] >> shift & 255) + (int)comb_rng_below(rng, 2 * noise + 1) - (int)noise;
            colours[i] |= (unsigned)(value < 0 ? 0 : value > 255 ? 255 : value) << shift;
        }
    }
    unsigned groups = comb_colour_groups(group, colours, COUNT), sizes[COUNT] = {0};
    assert_int_equal(groups, kinds);
    for (unsigned i = 0; i < COUNT; i++) {
        sizes[group[i]]++;
        for (unsigned k = 0; k < i; k++)
            assert_int_equal(group[i] == group[k], kind[i] == kind[k]);
    }
    for (unsigned g = 1; g < groups; g++)
        assert_true(sizes[g - 1] >= sizes[g]);
}

static void test_groups_are_found_in_noise(void **state)
{
    (void)state;
    static const unsigned hexicon[] = {0xdedede, 0xffb2b2, 0xff7171, 0xa0e8e6, 0x01c2bb};
    static const unsigned hexcells[] = {0xffaf29, 0x05a4eb, 0x3e3e3e};
    static const unsigned dark[] = {0x2c2c2e, 0x6b2f33, 0xb0353d, 0x1f5553, 0x00a59f};
    struct comb_rng rng;
    comb_rng_seed(&rng, 3);
    for (unsigned round = 0; round < 20; round++)
        for (unsigned noise = 0; noise <= 4; noise += 2) {
            check_groups(hexicon, 5, noise, &rng);
            check_groups(hexcells, 3, noise, &rng);
            check_groups(dark, 5, noise, &rng);
            check_groups(hexicon, 1, noise, &rng);
        }
}

/* Light from one side makes every tile a little darker than the one before; this is still one colour. */
static void test_a_gradient_is_one_group(void **state)
{
    (void)state;
    unsigned colours[25], group[25];
    for (unsigned i = 0; i < 25; i++)
        colours[i] = 0xd0b080 - i * 0x020201;
    assert_int_equal(comb_colour_groups(group, colours, 25), 1);
}
