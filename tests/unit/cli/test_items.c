/* Guesses as the report and the prompt show them: each can be pasted as a correction. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/reading/reading.h"

static void check_guess(const char *text, const char *state, const char *second, const char *expected)
{
    char guess[COMB_CLI_FIX_LENGTH];
    json_t *item = json_pack("{s:s, s:s, s:s}", "text", text, "state", state, "second", second);
    comb_cli_guess(guess, item);
    assert_string_equal(guess, expected);
    json_decref(item);
}

static void test_a_bonus_in_question_is_part_of_the_guess(void **state)
{
    (void)state;
    check_guess("E", "2w", "E:3w", "E:2w");
    check_guess("E", "none", "E:3w", "E:");
    check_guess("E", "2w", "F", "E");
}

static void test_a_name_of_a_state_is_not(void **state)
{
    (void)state;
    check_guess("tri:3", "triangle", "tri:3:yellow", "tri:3");
    check_guess("o", "dot", "o:cyan", "o");
    check_guess("", "hidden", "", "hidden");
}
