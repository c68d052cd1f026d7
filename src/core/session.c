/* Every state is kept, not only the moves: boards are small, undo and redo are then a step of the cursor and cannot
 * fail. */
#define _POSIX_C_SOURCE 200809L
#include "core/session.h"

#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct state {
    char *move; /* that led here; NULL for the start */
    void *board;
};

struct comb_session {
    const struct comb_game *game;
    size_t now;
    struct COMB_VEC(struct state) states;
};

static void release(struct comb_session *session, size_t from)
{
    for (size_t i = from; i < session->states.count; i++) {
        if (session->states.items[i].board)
            session->game->free(session->states.items[i].board);
        free(session->states.items[i].move);
    }
    session->states.count = from;
}

int comb_session_new(struct comb_session **out, const struct comb_game *game, void *start, struct comb_error *err)
{
    struct comb_session *session = calloc(1, sizeof *session);
    *out = NULL;
    if (session)
        session->game = game;
    if (!session || !comb_vec_push(&session->states, (struct state){.board = start})) {
        free(session);
        game->free(start);
        return comb_fail_memory(err);
    }
    *out = session;
    return COMB_OK;
}

void comb_session_free(struct comb_session *session)
{
    if (!session)
        return;
    release(session, 0);
    comb_vec_free(&session->states);
    free(session);
}

const void *comb_session_board(const struct comb_session *session)
{
    return session->states.items[session->now].board;
}

size_t comb_session_moves(const struct comb_session *session)
{
    return session->now;
}

const char *comb_session_move(const struct comb_session *session, size_t index)
{
    assert(index < session->now);
    return session->states.items[index + 1].move;
}

int comb_session_play(struct comb_session *session, const char *move, struct comb_error *err)
{
    if (!session->game->apply)
        return comb_fail(err, COMB_BAD_INPUT, "%s has no moves", session->game->name);
    struct state next = {0};
    int code = session->game->apply(&next.board, comb_session_board(session), move, err);
    if (code != COMB_OK)
        return code;
    next.move = strdup(move);
    if (next.move && comb_vec_grow(&session->states)) {
        release(session, session->now + 1);
        session->states.items[session->states.count++] = next;
        session->now++;
        return COMB_OK;
    }
    free(next.move);
    session->game->free(next.board);
    return comb_fail_memory(err);
}

int comb_session_play_all(struct comb_session *session, const char *moves, struct comb_error *err)
{
    static const char separators[] = " ;\n\r\t";
    char *copy = strdup(moves);
    if (!copy)
        return comb_fail_memory(err);
    int code = COMB_OK;
    unsigned number = 0;
    char *rest = NULL;
    for (char *move = strtok_r(copy, separators, &rest); move && code == COMB_OK;
         move = strtok_r(NULL, separators, &rest)) {
        number++;
        code = comb_session_play(session, move, err);
    }
    if (code != COMB_OK && err && err->line == 0)
        err->line = number;
    free(copy);
    return code;
}

bool comb_session_undo(struct comb_session *session)
{
    if (session->now == 0)
        return false;
    session->now--;
    return true;
}

bool comb_session_redo(struct comb_session *session)
{
    if (session->now + 1 >= session->states.count)
        return false;
    session->now++;
    return true;
}

void comb_session_print(struct comb_buf *out, const struct comb_session *session)
{
    for (size_t i = 0; i < session->now; i++)
        comb_buf_printf(out, "%s%s", i ? "\n" : "", comb_session_move(session, i));
}

void *comb_session_take(struct comb_session *session)
{
    void *board = session->states.items[session->now].board;
    session->states.items[session->now].board = NULL;
    return board;
}
