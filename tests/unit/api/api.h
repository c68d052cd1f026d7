/* Shared by the tests of comb.h: a context with a data folder of its own. */
#ifndef TESTS_UNIT_API_H
#define TESTS_UNIT_API_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "comb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEVEL                                                                                                          \
    "Hexcells level v1\nFirst flower\nComb\n\n\n....|+....\n..\\+../+..\n....x.....\n..x...o+..\n....Oc....\n"         \
    "..x...o...\n....o+...."
#define PANEL                                                                                                          \
    "Witness panel v1\n+ -------- + -------- E\n| sq:white | sq:black |\n+ -------- + -------- +\n| sq:white | "       \
    "sq:black |\n"                                                                                                     \
    "S -------- + -------- +"

/* Fails with the message of the error unless the code is as expected. */
static inline void expect_code(int code, int expected, const struct comb_error *err, const char *call)
{
    if (code != expected)
        fail_msg("%s: expected code %d, got %d: %s", call, expected, code, err->message);
}

#define EXPECT(expected, call) expect_code(call, expected, &err, #call)

/* Expects COMB_BAD_INPUT with a message that contains `text`. */
#define EXPECT_BAD(text, call)                                                                                         \
    do {                                                                                                               \
        err = (struct comb_error){0};                                                                                  \
        expect_code(call, COMB_BAD_INPUT, &err, #call);                                                                \
        if (!strstr(err.message, text))                                                                                \
            fail_msg("expected an error with '%s', got '%s'", text, err.message);                                      \
    } while (0)

/* Expects `text` in the JSON and frees it. */
static inline void expect_json(char **json, const char *text)
{
    assert_non_null(*json);
    if (!strstr(*json, text))
        fail_msg("expected '%s' in %s", text, *json);
    comb_text_free(*json);
    *json = NULL;
}

static inline struct comb_context *open_context(void)
{
    struct comb_context *comb = NULL;
    struct comb_error err = {0};
    EXPECT(COMB_OK, comb_open(&comb, &err));
    return comb;
}

static inline struct comb_board *open_board(struct comb_context *comb, const char *text)
{
    struct comb_board *board = NULL;
    struct comb_error err = {0};
    EXPECT(COMB_OK, comb_board_read(&board, comb, NULL, text, NULL, &err));
    return board;
}

#endif
