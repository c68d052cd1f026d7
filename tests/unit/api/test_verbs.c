/* Every verb of comb.h, on a game that has it and on one that does not. */
#define _POSIX_C_SOURCE 200809L
#include "unit/api/api.h"

typedef int board_verb(char **json, struct comb_context *context, const struct comb_board *board,
                       const struct comb_limits *limits, const char *const *options, struct comb_error *err);
typedef int game_verb(char **json, struct comb_context *context, const char *game, const struct comb_limits *limits,
                      const char *const *options, struct comb_error *err);

static void test_verbs_with_a_board(void **state)
{
    (void)state;
    struct comb_error err = {0};
    static const struct {
        board_verb *run;
        const char *board, *other, *option, *expected;
    } verbs[] = {
        {comb_solve, LEVEL, NULL, NULL, "\"solved\":true"}, {comb_hint, LEVEL, "hexhunt", "level=3", "\"level\":3"},
        {comb_rate, LEVEL, "hexhunt", NULL, "\"rating\":"}, {comb_lint, LEVEL, "hexhunt", NULL, "\"fair\":true"},
        {comb_lint, PANEL, "boggle", NULL, "\"unique\":"},  {comb_count, PANEL, "hexcells", NULL, "\"paths\":\"79\""},
    };
    struct comb_context *comb = open_context();
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        char *json = NULL;
        struct comb_board *board = open_board(comb, verbs[i].board);
        const char *options[] = {verbs[i].option, NULL}, *wrong[] = {"colour=red", NULL};
        EXPECT(COMB_OK, verbs[i].run(&json, comb, board, NULL, options, &err));
        expect_json(&json, verbs[i].expected);
        EXPECT_BAD("colour", verbs[i].run(&json, comb, board, NULL, wrong, &err));
        assert_null(json);
        EXPECT_BAD("'json' is NULL", verbs[i].run(NULL, comb, board, NULL, NULL, &err));
        EXPECT_BAD("'context' is NULL", verbs[i].run(&json, NULL, board, NULL, NULL, &err));
        EXPECT_BAD("'board' is NULL", verbs[i].run(&json, comb, NULL, NULL, NULL, &err));
        comb_board_free(board);
        for (size_t game = 0; verbs[i].other && comb_game_name(game); game++)
            if (strcmp(comb_game_name(game), verbs[i].other) == 0) {
                EXPECT(COMB_OK, comb_board_read(&board, comb, verbs[i].other, comb_game_example(game), NULL, &err));
                EXPECT_BAD("does not support", verbs[i].run(&json, comb, board, NULL, NULL, &err));
                comb_board_free(board);
            }
    }
    comb_close(comb);
}

static void test_check_finds_what_is_wrong(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_board *board = open_board(comb, PANEL);
    struct comb_error err = {0};
    char *json = NULL, *answer = NULL;
    EXPECT(COMB_OK, comb_solve(&answer, comb, board, NULL, NULL, &err));
    const char *right[] = {answer, NULL}, *wrong[] = {"{\"path\":[[0,2],[0,1],[0,0],[1,0],[2,0]]}", NULL};
    const char *nothing[] = {NULL};
    EXPECT(COMB_OK, comb_check(&json, comb, board, right, NULL, &err));
    expect_json(&json, "\"valid\":true");
    EXPECT(COMB_NO, comb_check(&json, comb, board, wrong, NULL, &err));
    expect_json(&json, "\"valid\":false");
    EXPECT_BAD("'answer' is empty", comb_check(&json, comb, board, nothing, NULL, &err));
    comb_text_free(answer);
    comb_board_free(board);
    comb_close(comb);
}

static void test_make_gives_the_same_board_for_the_same_seed(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_board *boards[3];
    char *texts[3];
    struct comb_error err = {0};
    for (size_t i = 0; i < 3; i++) {
        struct comb_limits limits = {.seed = i == 2 ? 8 : 7};
        EXPECT(COMB_OK, comb_make(&boards[i], comb, "hexhunt", &limits, NULL, &err));
        EXPECT(COMB_OK, comb_board_text(&texts[i], boards[i], &err));
        comb_board_free(boards[i]);
    }
    assert_string_equal(texts[0], texts[1]);
    assert_string_not_equal(texts[0], texts[2]);
    for (size_t i = 0; i < 3; i++)
        comb_text_free(texts[i]);
    EXPECT_BAD("does not support hexicon", comb_make(&boards[0], comb, "hexicon", NULL, NULL, &err));
    assert_null(boards[0]);
    EXPECT_BAD("no such game 'chess'", comb_make(&boards[0], comb, "chess", NULL, NULL, &err));
    EXPECT_BAD("'game' is NULL", comb_make(&boards[0], comb, NULL, NULL, NULL, &err));
    EXPECT_BAD("'context' is NULL", comb_make(&boards[0], NULL, "hexhunt", NULL, NULL, &err));
    EXPECT_BAD("'out' is NULL", comb_make(NULL, comb, "hexhunt", NULL, NULL, &err));
    comb_close(comb);
}

static void expect_game_errors(game_verb *verb, struct comb_context *comb)
{
    struct comb_error err = {0};
    char *json = NULL;
    EXPECT_BAD("does not support hexcells", verb(&json, comb, "hexcells", NULL, NULL, &err));
    EXPECT_BAD("no such game 'chess'", verb(&json, comb, "chess", NULL, NULL, &err));
    EXPECT_BAD("'game' is NULL", verb(&json, comb, NULL, NULL, NULL, &err));
    EXPECT_BAD("'context' is NULL", verb(&json, NULL, "hexhunt", NULL, NULL, &err));
    EXPECT_BAD("'json' is NULL", verb(NULL, comb, "hexhunt", NULL, NULL, &err));
    assert_null(json);
}

static void test_best_finds_a_board(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    char *json = NULL;
    const char *options[] = {"shape=hex7", "target=100", NULL};
    struct comb_limits limits = {.seconds = 60, .threads = 1, .seed = 1};
    EXPECT(COMB_OK, comb_best(&json, comb, "hexhunt", &limits, options, &err));
    expect_json(&json, "\"game\":\"hexhunt\"");
    expect_game_errors(comb_best, comb);
    comb_close(comb);
}

/* The certificate of the proof is checked by the independent checker. */
static void test_prove_and_verify(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    char *json = NULL, folder[64] = "/tmp/comb-api-XXXXXX", out[80], remove[96];
    assert_non_null(mkdtemp(folder));
    snprintf(out, sizeof out, "out=%s/proof", folder);
    const char *options[] = {"shape=hex7", "letters=AEST", out, NULL}, *all[] = {"recheck=all", "letters=AEST", NULL},
               *wrong[] = {"colour=red", NULL};
    EXPECT(COMB_OK, comb_prove(&json, comb, "hexhunt", NULL, options, &err));
    expect_json(&json, "\"proved\":true");
    EXPECT(COMB_OK, comb_verify_proof(&json, comb, out + 4, NULL, all, &err));
    expect_json(&json, "\"sound\":true");
    EXPECT_BAD("colour", comb_verify_proof(&json, comb, out + 4, NULL, wrong, &err));
    EXPECT_BAD("'folder' is NULL", comb_verify_proof(&json, comb, NULL, NULL, NULL, &err));
    EXPECT_BAD("'context' is NULL", comb_verify_proof(&json, NULL, folder, NULL, NULL, &err));
    EXPECT_BAD("'json' is NULL", comb_verify_proof(NULL, comb, folder, NULL, NULL, &err));
    expect_game_errors(comb_prove, comb);
    comb_close(comb);
    snprintf(remove, sizeof remove, "rm -r '%s'", folder);
    assert_int_equal(system(remove), 0);
}

static void test_versions_are_compared(void **state)
{
    (void)state;
    struct comb_error err = {0};
    assert_int_equal(comb_version_number(), COMB_VERSION_NUMBER);
    EXPECT(COMB_OK, comb_check_version(COMB_VERSION_NUMBER, &err));
    EXPECT_BAD("compiled for version", comb_check_version(COMB_VERSION_NUMBER + 1, &err));
    EXPECT_BAD("compiled for version", comb_check_version(COMB_VERSION_NUMBER + 100, &err));
    EXPECT_BAD("compiled for version", comb_check_version(COMB_VERSION_NUMBER + 10000, &err));
    EXPECT_BAD("compiled for version 0.0.0", comb_check_version(0, &err));
    EXPECT_BAD("compiled for version", comb_check_version(-1, &err));
}
