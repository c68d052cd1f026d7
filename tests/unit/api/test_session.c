/* Sessions of comb.h: moves, undo, redo, share codes. */
#include "unit/api/api.h"

/* Expects the position to be the starting board with these moves, read by another way. */
static void expect_position(struct comb_context *comb, const struct comb_session *session, const char *moves)
{
    struct comb_error err = {0};
    char *text = NULL, *expected = NULL, *found = NULL;
    struct comb_session *other = NULL;
    EXPECT(COMB_OK, comb_session_open(&other, comb, "hexcells", LEVEL, NULL, &err));
    EXPECT(COMB_OK, comb_session_play(other, moves, &err));
    EXPECT(COMB_OK, comb_board_text(&text, comb_session_board(session), &err));
    EXPECT(COMB_OK, comb_board_text(&expected, comb_session_board(other), &err));
    assert_string_equal(text, expected);
    EXPECT(COMB_OK, comb_session_moves(&found, session, &err));
    assert_string_equal(found, moves);
    comb_text_free(text);
    comb_text_free(expected);
    comb_text_free(found);
    comb_session_free(other);
}

static void test_undo_and_redo(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_session *session = NULL;
    EXPECT(COMB_OK, comb_session_open(&session, comb, "hexcells", LEVEL, NULL, &err));
    EXPECT(COMB_NO, comb_session_undo(session, &err));
    EXPECT(COMB_NO, comb_session_redo(session, &err));
    EXPECT(COMB_OK, comb_session_play(session, "2,2=blue; 1,3=blue", &err));
    EXPECT(COMB_OK, comb_session_play(session, "3,3=black", &err));
    expect_position(comb, session, "2,2=blue\n1,3=blue\n3,3=black");
    EXPECT(COMB_OK, comb_session_undo(session, &err));
    EXPECT(COMB_OK, comb_session_undo(session, &err));
    expect_position(comb, session, "2,2=blue");
    EXPECT(COMB_OK, comb_session_redo(session, &err));
    expect_position(comb, session, "2,2=blue\n1,3=blue");
    EXPECT(COMB_OK, comb_session_play(session, "1,5=blue", &err)); /* forgets 3,3=black */
    EXPECT(COMB_NO, comb_session_redo(session, &err));
    expect_position(comb, session, "2,2=blue\n1,3=blue\n1,5=blue");
    for (int i = 0; i < 3; i++)
        EXPECT(COMB_OK, comb_session_undo(session, &err));
    EXPECT(COMB_NO, comb_session_undo(session, &err));
    expect_position(comb, session, "");
    comb_session_free(session);
    comb_close(comb);
}

static void test_an_illegal_move_changes_nothing(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_session *session = NULL;
    EXPECT(COMB_OK, comb_session_open(&session, comb, NULL, LEVEL, NULL, &err));
    EXPECT(COMB_OK, comb_session_play(session, "2,2=blue 1,3=blue", &err));
    EXPECT(COMB_OK, comb_session_undo(session, &err));
    EXPECT(COMB_BAD_INPUT, comb_session_play(session, "1,5=blue 99,99=blue 3,3=black", &err));
    assert_int_equal(err.line, 2);
    expect_position(comb, session, "2,2=blue");
    EXPECT(COMB_OK, comb_session_play(session, " ; ", &err)); /* no move: nothing is forgotten */
    EXPECT(COMB_OK, comb_session_redo(session, &err));
    expect_position(comb, session, "2,2=blue\n1,3=blue");
    comb_session_free(session);
    EXPECT(COMB_OK, comb_session_open(&session, comb, "boggle", "ABCDEFGHIJKLMNOP", NULL, &err));
    EXPECT_BAD("move 'A'", comb_session_play(session, "A", &err));
    comb_session_free(session);
    comb_close(comb);
}

/* The moves in a code can be undone; without them it is the code of the board. */
static void test_share_codes_carry_the_moves(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_session *session = NULL, *copy = NULL;
    struct comb_board *board = open_board(comb, LEVEL);
    char *code = NULL, *plain = NULL;
    EXPECT(COMB_OK, comb_session_open(&session, comb, NULL, LEVEL, NULL, &err));
    EXPECT(COMB_OK, comb_session_play(session, "2,2=blue 1,3=blue", &err));
    EXPECT(COMB_OK, comb_session_share(&code, session, &err));
    EXPECT(COMB_OK, comb_session_open(&copy, comb, NULL, code, NULL, &err));
    expect_position(comb, copy, "2,2=blue\n1,3=blue");
    EXPECT(COMB_OK, comb_session_undo(copy, &err));
    expect_position(comb, copy, "2,2=blue");
    EXPECT(COMB_OK, comb_session_undo(copy, &err));
    comb_text_free(code);
    EXPECT(COMB_OK, comb_session_share(&code, copy, &err));
    EXPECT(COMB_OK, comb_board_share(&plain, board, &err));
    assert_string_equal(code, plain);
    comb_session_free(copy);
    EXPECT_BAD("expected boggle", comb_session_open(&copy, comb, "boggle", code, NULL, &err));
    assert_null(copy);
    comb_text_free(code);
    comb_text_free(plain);
    comb_board_free(board);
    comb_session_free(session);
    comb_close(comb);
}

static void test_bad_arguments_are_errors(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_session *session = NULL, *other = NULL;
    char *text = NULL;
    EXPECT(COMB_OK, comb_session_open(&session, comb, NULL, LEVEL, NULL, &err));
    EXPECT_BAD("'out' is NULL", comb_session_open(NULL, comb, NULL, LEVEL, NULL, &err));
    EXPECT_BAD("'context' is NULL", comb_session_open(&other, NULL, NULL, LEVEL, NULL, &err));
    EXPECT_BAD("'text' is NULL", comb_session_open(&other, comb, NULL, NULL, NULL, &err));
    EXPECT_BAD("no such game", comb_session_open(&other, comb, "chess", LEVEL, NULL, &err));
    assert_null(other);
    EXPECT_BAD("'session' is NULL", comb_session_play(NULL, "2,2=blue", &err));
    EXPECT_BAD("'moves' is NULL", comb_session_play(session, NULL, &err));
    EXPECT_BAD("'session' is NULL", comb_session_undo(NULL, &err));
    EXPECT_BAD("'session' is NULL", comb_session_redo(NULL, &err));
    EXPECT_BAD("'session' is NULL", comb_session_moves(&text, NULL, &err));
    EXPECT_BAD("'out' is NULL", comb_session_moves(NULL, session, &err));
    EXPECT_BAD("'session' is NULL", comb_session_share(&text, NULL, &err));
    EXPECT_BAD("'out' is NULL", comb_session_share(NULL, session, &err));
    assert_null(comb_session_board(NULL));
    comb_session_free(session);
    comb_session_free(NULL);
    comb_close(comb);
}
