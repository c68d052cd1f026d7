/* Functions of comb.h when memory runs out: each allocation fails once, and the call returns COMB_NO_MEMORY, leaves its
 * out parameters NULL and leaks nothing (which the address sanitizer checks). */
#include "unit/api/api.h"

#include "conformance/failing_malloc.h"

#include <jansson.h>

/* A call to try: 0, or the code of its failure. Everything it creates is freed. */
typedef int scenario(struct comb_context *comb, const struct comb_board *board, struct comb_error *err);

static int play(struct comb_context *comb, const struct comb_board *board, struct comb_error *err)
{
    struct comb_session *session = NULL;
    char *text = NULL;
    (void)board;
    int code = comb_session_open(&session, comb, "hexcells", LEVEL, NULL, err);
    assert_true(session || code != COMB_OK);
    if (code == COMB_OK)
        code = comb_session_play(session, "2,2=blue 1,3=blue 3,3=black", err);
    if (code == COMB_OK)
        code = comb_session_undo(session, err);
    if (code == COMB_OK)
        code = comb_session_play(session, "1,5=blue", err);
    if (code == COMB_OK)
        code = comb_session_share(&text, session, err);
    assert_true(code == COMB_OK ? text != NULL : text == NULL);
    comb_text_free(text);
    comb_session_free(session);
    return code;
}

static int read_solution(struct comb_context *comb, const struct comb_board *board, struct comb_error *err)
{
    static const char json[] =
        "{\"game\":\"x\",\"words\":[{\"word\":\"AB\",\"path\":[1,2]}],\"steps\":[{\"text\":\"a\",\"cells\":"
        "[{\"x\":1,\"y\":2,\"blue\":true}]}],\"path\":[[1,2]]}";
    struct comb_solution *solution = NULL;
    (void)comb;
    (void)board;
    int code = comb_solution_read(&solution, json, err);
    assert_true(code == COMB_OK ? solution != NULL : solution == NULL);
    comb_solution_free(solution);
    return code;
}

static int rate(struct comb_context *comb, const struct comb_board *board, struct comb_error *err)
{
    char *json = NULL;
    int code = comb_rate(&json, comb, board, NULL, NULL, err);
    assert_true(code == COMB_OK ? json != NULL : json == NULL);
    comb_text_free(json);
    return code;
}

static int request(struct comb_context *comb, const struct comb_board *board, struct comb_error *err)
{
    static const char body[] = "{\"words\":[\"STABLE\"]}";
    char *json = NULL;
    size_t length = 0;
    (void)board;
    int code = comb_request_run(&json, &length, comb, "POST", "/api/words/lookup?a=b", body, sizeof body - 1, err);
    assert_true(code == COMB_OK ? json != NULL : json == NULL && length == 0);
    comb_text_free(json);
    return code;
}

static void try_scenario(scenario *run)
{
    struct comb_context *comb = open_context();
    struct comb_board *board = open_board(comb, LEVEL);
    json_set_alloc_funcs(__wrap_malloc, free);
    for (long n = 0;; n++) {
        struct comb_error err = {0};
        atomic_store(&allocation_failed, false);
        atomic_store(&allocations_left, n);
        int code = run(comb, board, &err);
        atomic_store(&allocations_left, -1);
        if (!atomic_load(&allocation_failed)) {
            assert_int_equal(code, COMB_OK);
            break;
        }
        bool as_syntax = code == COMB_BAD_INPUT && strncmp(err.message, "json: ", 6) == 0; /* Jansson's parser */
        if (code != COMB_NO_MEMORY && !as_syntax)
            fail_msg("allocation %ld failed and the code was %d: %s", n, code, err.message);
    }
    comb_board_free(board);
    comb_close(comb);
}

static void test_sessions(void **state)
{
    (void)state;
    try_scenario(play);
}

static void test_solutions(void **state)
{
    (void)state;
    try_scenario(read_solution);
}

static void test_verbs(void **state)
{
    (void)state;
    try_scenario(rate);
}

static void test_requests(void **state)
{
    (void)state;
    try_scenario(request);
}
