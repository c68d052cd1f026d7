/* comb.h: sessions. A board never changes, so a session is the list of its positions; undo and redo walk along it.
 *
 *     positions   start -- 1 -- 2 -- 3 -- 4
 *     moves              1    2    3    4        at = 2: two moves played, two undone
 */
#define _POSIX_C_SOURCE 200809L
#include "api/parts.h"

#include "base/vec.h"
#include "core/share.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct position {
    struct comb_board *board;
    char *move; /* that led here; NULL at the start */
};

struct comb_session {
    struct COMB_VEC(struct position) positions;
    size_t at; /* the current position */
};

static void drop_positions(struct comb_session *session, size_t keep)
{
    while (session->positions.count > keep) {
        const struct position *last = &session->positions.items[--session->positions.count];
        comb_board_free(last->board);
        free(last->move);
    }
}

void comb_session_free(struct comb_session *session)
{
    if (!session)
        return;
    drop_positions(session, 0);
    comb_vec_free(&session->positions);
    free(session);
}

/* Takes the board, also after a failure. */
static int add_position(struct comb_session *session, struct comb_board *board, const char *move,
                        struct comb_error *err)
{
    struct position next = {.board = board, .move = move ? strdup(move) : NULL};
    if ((!move || next.move) && comb_vec_push(&session->positions, next))
        return COMB_OK;
    comb_board_free(board);
    free(next.move);
    return comb_fail_memory(err);
}

/* Appends the position after a move. */
static int append_move(void *payload, const char *move, struct comb_error *err)
{
    struct comb_session *session = payload;
    struct comb_board *next = NULL;
    int code = comb_board_apply(&next, session->positions.items[session->positions.count - 1].board, move, err);
    return code == COMB_OK ? add_position(session, next, move, err) : code;
}

static bool reserve(struct comb_session *session, size_t count)
{
    return comb_vec_reserve((void **)&session->positions.items, &session->positions.capacity, count,
                            sizeof(struct position));
}

int comb_session_play(struct comb_session *session, const char *moves, struct comb_error *err)
{
    int code = comb_api_require(session, "session", err);
    if (code == COMB_OK)
        code = comb_api_require(moves, "moves", err);
    if (code != COMB_OK)
        return code;
    /* The undone positions are dropped only after success, so that a failure changes nothing. */
    struct comb_session next = {0};
    code = comb_vec_push(&next.positions, session->positions.items[session->at]) ? COMB_OK : comb_fail_memory(err);
    if (code == COMB_OK)
        code = comb_board_each_move(moves, append_move, &next, err); /* positions before a failure are dropped below */
    size_t added = next.positions.count > 0 ? next.positions.count - 1 : 0;
    if (code == COMB_OK && !reserve(session, session->at + 1 + added))
        code = comb_fail_memory(err);
    if (code == COMB_OK && added > 0) {
        drop_positions(session, session->at + 1);
        memcpy(session->positions.items + session->at + 1, next.positions.items + 1, added * sizeof(struct position));
        session->positions.count += added;
        session->at += added;
    } else {
        drop_positions(&next, 1);
    }
    comb_vec_free(&next.positions);
    return code;
}

/* ---- opening ---- */

/* Splits a share code into board and moves; otherwise the board is the text. */
static int split_code(struct comb_shared *shared, const char *text, struct comb_error *err)
{
    size_t length = strlen(text);
    if (comb_share_is_code(text, length))
        return comb_share_decode(shared, text, length, err);
    comb_buf_str(&shared->board, text);
    return shared->board.failed ? comb_fail_memory(err) : COMB_OK;
}

/* Reads the board of a share code without its moves: as a code again, because boards of earlier versions need it. */
static int read_start(struct comb_board **out, struct comb_context *context, const char *game, const char *text,
                      const struct comb_shared *shared, const char *const *options, struct comb_error *err)
{
    struct comb_buf code_text = {0};
    if (shared->moves.length == 0)
        return comb_board_read(out, context, game, text, options, err);
    int code = comb_share_encode(&code_text, shared->game, comb_buf_text(&shared->board), NULL, err);
    if (code == COMB_OK)
        code = comb_board_read(out, context, game, comb_buf_text(&code_text), options, err);
    comb_buf_free(&code_text);
    return code;
}

static int open_session(struct comb_session *session, struct comb_context *context, const char *game, const char *text,
                        const char *const *options, struct comb_error *err)
{
    struct comb_shared shared = {0};
    struct comb_board *board = NULL;
    int code = split_code(&shared, text, err);
    if (code != COMB_OK)
        return code;
    code = read_start(&board, context, game, text, &shared, options, err);
    if (code == COMB_OK)
        code = add_position(session, board, NULL, err);
    if (code == COMB_OK && shared.moves.length > 0)
        code = comb_session_play(session, comb_buf_text(&shared.moves), err);
    comb_shared_free(&shared);
    return code;
}

int comb_session_open(struct comb_session **out, struct comb_context *context, const char *game, const char *text,
                      const char *const *options, struct comb_error *err)
{
    if (out)
        *out = NULL;
    int code = comb_api_require_source((const void *)out, context, text, err);
    if (code != COMB_OK)
        return code;
    struct comb_session *session = calloc(1, sizeof *session);
    code = session ? open_session(session, context, game, text, options, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        *out = session;
    else
        comb_session_free(session);
    return code;
}

/* ---- walking ---- */

int comb_session_undo(struct comb_session *session, struct comb_error *err)
{
    int code = comb_api_require(session, "session", err);
    if (code != COMB_OK)
        return code;
    if (session->at == 0)
        return comb_fail(err, COMB_NO, "no move to undo");
    session->at--;
    return COMB_OK;
}

int comb_session_redo(struct comb_session *session, struct comb_error *err)
{
    int code = comb_api_require(session, "session", err);
    if (code != COMB_OK)
        return code;
    if (session->at + 1 == session->positions.count)
        return comb_fail(err, COMB_NO, "no move to redo");
    session->at++;
    return COMB_OK;
}

const struct comb_board *comb_session_board(const struct comb_session *session)
{
    assert(!session || session->at < session->positions.count);
    return session ? session->positions.items[session->at].board : NULL;
}

/* ---- moves as text ---- */

static void list_moves(struct comb_buf *out, const struct comb_session *session)
{
    for (size_t i = 1; i <= session->at; i++)
        comb_buf_printf(out, "%s%s", i > 1 ? "\n" : "", session->positions.items[i].move);
}

int comb_session_moves(char **out, const struct comb_session *session, struct comb_error *err)
{
    struct comb_buf moves = {0};
    int code = comb_api_require_out(out, "out", err);
    if (code == COMB_OK)
        code = comb_api_require(session, "session", err);
    if (code != COMB_OK)
        return code;
    list_moves(&moves, session);
    return comb_api_return_text(out, &moves, COMB_OK, err);
}

int comb_session_share(char **out, const struct comb_session *session, struct comb_error *err)
{
    struct comb_buf text = {0}, moves = {0}, shared = {0};
    int code = comb_api_require_out(out, "out", err);
    if (code == COMB_OK)
        code = comb_api_require(session, "session", err);
    if (code != COMB_OK)
        return code;
    const struct comb_board *start = session->positions.items[0].board;
    start->game->print(&text, start->data);
    list_moves(&moves, session);
    code = text.failed || moves.failed ? comb_fail_memory(err)
                                       : comb_share_encode(&shared, start->game->name, comb_buf_text(&text),
                                                           session->at > 0 ? comb_buf_text(&moves) : NULL, err);
    comb_buf_free(&text);
    comb_buf_free(&moves);
    return comb_api_return_text(out, &shared, code, err);
}
