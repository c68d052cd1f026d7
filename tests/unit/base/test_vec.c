#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_push_stores_every_item(void **state)
{
    (void)state;
    struct COMB_VEC(int) numbers = {0};
    for (int i = 0; i < 100000; i++)
        assert_true(comb_vec_push(&numbers, i * 3));
    assert_int_equal(numbers.count, 100000);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(numbers.items[i], i * 3);
    comb_vec_free(&numbers);
    assert_null(numbers.items);
    assert_int_equal(numbers.count + numbers.capacity, 0);
}

struct point {
    int x;
    int y;
};

static void test_structures_with_commas(void **state)
{
    (void)state;
    struct COMB_VEC(struct point) points = {0};
    for (int i = 0; i < 40; i++)
        assert_true(comb_vec_push(&points, (struct point){i, -i}));
    assert_int_equal(points.items[39].x, 39);
    assert_int_equal(points.items[39].y, -39);
    comb_vec_free(&points);
}

static void test_freed_array_is_usable(void **state)
{
    (void)state;
    struct COMB_VEC(char) letters = {0};
    comb_vec_free(&letters);
    assert_true(comb_vec_push(&letters, 'a'));
    comb_vec_free(&letters);
    assert_true(comb_vec_push(&letters, 'b'));
    assert_int_equal(letters.items[0], 'b');
    comb_vec_free(&letters);
}

static void test_grow_makes_room_for_one(void **state)
{
    (void)state;
    struct COMB_VEC(long) numbers = {0};
    for (size_t i = 0; i < 100; i++) {
        assert_true(comb_vec_grow(&numbers));
        assert_true(numbers.capacity > numbers.count);
        assert_int_equal(numbers.count, i);
        numbers.items[numbers.count++] = (long)i;
    }
    comb_vec_free(&numbers);
}

static void test_impossible_sizes_fail_and_change_nothing(void **state)
{
    (void)state;
    struct COMB_VEC(long) numbers = {0};
    assert_true(comb_vec_push(&numbers, 5));
    long *items = numbers.items;
    size_t capacity = numbers.capacity;
    assert_false(comb_vec_reserve((void **)&numbers.items, &numbers.capacity, SIZE_MAX, sizeof(long)));
    assert_false(comb_vec_reserve((void **)&numbers.items, &numbers.capacity, SIZE_MAX / 8, sizeof(long)));
    assert_false(comb_vec_reserve((void **)&numbers.items, &numbers.capacity, SIZE_MAX / 8 + 3, sizeof(long)));
    assert_ptr_equal(numbers.items, items);
    assert_int_equal(numbers.capacity, capacity);
    assert_int_equal(numbers.items[0], 5);
    comb_vec_free(&numbers);
}

static void test_reserve_at_once(void **state)
{
    (void)state;
    struct COMB_VEC(long) numbers = {0};
    assert_true(comb_vec_reserve((void **)&numbers.items, &numbers.capacity, 1000, sizeof(long)));
    assert_true(numbers.capacity >= 1000);
    long *items = numbers.items;
    for (long i = 0; i < 1000; i++)
        assert_true(comb_vec_push(&numbers, i));
    assert_ptr_equal(numbers.items, items);
    comb_vec_free(&numbers);
}
