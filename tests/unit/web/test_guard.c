/* Access control: exact names only. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "web/guard.h"

static const struct comb_guard loopback = {.port = 8237};

static void test_our_own_names_are_accepted(void **state)
{
    (void)state;
    for (const char *const *host =
             (const char *const[]){"localhost:8237", "LocalHost:8237", "127.0.0.1:8237", "[::1]:8237", NULL};
         *host; host++)
        assert_true(comb_guard_host(&loopback, *host));
    assert_true(comb_guard_host(&(struct comb_guard){.port = 80}, "localhost"));
}

static void test_similar_names_are_rejected(void **state)
{
    (void)state;
    for (const char *const *host = (const char *const[]){"",
                                                         "localhost",
                                                         "localhost:",
                                                         "localhost:80",
                                                         "localhost:82370",
                                                         "localhost:08237",
                                                         "localhost:8237.evil.com",
                                                         "localhost.evil.com:8237",
                                                         "evil.com",
                                                         "evil.com:8237",
                                                         "localhost:8237@evil.com",
                                                         "127.0.0.1.evil.com:8237",
                                                         "127.0.0.1:8237 ",
                                                         "127.0.0.10:8237",
                                                         "::1:8237",
                                                         "[::1]8237",
                                                         "xlocalhost:8237",
                                                         "localhost:+8237",
                                                         "localhost: 8237",
                                                         "localhost:8237/",
                                                         NULL};
         *host; host++)
        assert_false(comb_guard_host(&loopback, *host));
    assert_false(comb_guard_host(&loopback, NULL));
}

static void test_writes_come_from_our_page_or_from_none(void **state)
{
    (void)state;
    assert_true(comb_guard_origin(&loopback, NULL, NULL));
    assert_true(comb_guard_origin(&loopback, "http://127.0.0.1:8237", "same-origin"));
    assert_true(comb_guard_origin(&loopback, "http://localhost:8237", NULL));
    assert_false(comb_guard_origin(&loopback, "http://localhost:8238", NULL));
    assert_false(comb_guard_origin(&loopback, "https://localhost:8237", NULL));
    assert_false(comb_guard_origin(&loopback, "null", NULL));
    assert_false(comb_guard_origin(&loopback, "http://evil.com", NULL));
    assert_false(comb_guard_origin(&loopback, NULL, "cross-site"));
    assert_false(comb_guard_origin(&loopback, NULL, "same-site"));
    assert_false(comb_guard_origin(&loopback, "http://localhost:8237", "cross-site"));
}

static void test_the_token_must_be_whole(void **state)
{
    (void)state;
    struct comb_guard guard = {.port = 1, .token = "0123456789abcdef"};
    assert_true(comb_guard_token(&guard, "0123456789abcdef"));
    for (const char *const *token =
             (const char *const[]){"", "0123456789abcde", "0123456789abcdeff", "0123456789abcdeg", "x", NULL};
         *token; token++)
        assert_false(comb_guard_token(&guard, *token));
    assert_false(comb_guard_token(&guard, NULL));
    assert_true(comb_guard_token(&loopback, NULL));
}

static void test_an_address_given_by_the_user_is_ours_too(void **state)
{
    (void)state;
    struct comb_guard guard = {.port = 8237, .host = "192.168.1.5"};
    assert_true(comb_guard_host(&guard, "192.168.1.5:8237"));
    assert_false(comb_guard_host(&guard, "192.168.1.50:8237"));
}

static void test_under_any_address_the_one_that_was_reached_is_ours(void **state)
{
    (void)state;
    struct comb_guard guard = {.port = 8237, .host = "0.0.0.0", .local_address = "192.168.1.5"};
    assert_true(comb_guard_host(&guard, "192.168.1.5:8237"));
    assert_true(comb_guard_host(&guard, "0.0.0.0:8237"));
    assert_true(comb_guard_origin(&guard, "http://192.168.1.5:8237", "same-origin"));
    assert_false(comb_guard_host(&guard, "192.168.1.6:8237"));
    assert_false(comb_guard_host(&guard, "evil.com:8237"));
}
