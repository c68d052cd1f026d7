/* labels: threads */
/* Many threads use one context and one board at the same time, through every part of comb.h. */
#define _POSIX_C_SOURCE 200809L
#include "unit/api/api.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 6, ROUNDS = 3 };

struct shared {
    struct comb_context *comb;
    struct comb_board *words, *level, *panel;
    atomic_int failures;
    atomic_uint progress_calls;
};

static int on_progress(void *payload, double seconds, double fraction)
{
    struct shared *shared = payload;
    (void)seconds;
    (void)fraction;
    atomic_fetch_add(&shared->progress_calls, 1);
    return 0;
}

static void expect(struct shared *shared, int code, char *json, const char *text)
{
    if (code != COMB_OK || !json || !strstr(json, text))
        atomic_fetch_add(&shared->failures, 1);
    comb_text_free(json);
}

static void use_verbs(struct shared *shared)
{
    char *json = NULL;
    struct comb_limits limits = {.threads = 2, .progress = on_progress, .payload = shared};
    const char *right[] = {"PASTED", NULL};
    int code = comb_solve(&json, shared->comb, shared->words, &limits, NULL, NULL);
    expect(shared, code, json, "\"score\":4064");
    code = comb_check(&json, shared->comb, shared->words, right, NULL, NULL);
    expect(shared, code, json, "\"valid\":true");
    code = comb_solve(&json, shared->comb, shared->panel, &limits, NULL, NULL);
    expect(shared, code, json, "\"solved\":true");
    code = comb_rate(&json, shared->comb, shared->level, &limits, NULL, NULL);
    expect(shared, code, json, "\"rating\"");
}

static void use_pictures(struct shared *shared)
{
    char *png = NULL, *json = NULL;
    size_t length = 0;
    struct comb_board *board = NULL;
    int code = comb_draw(&png, &length, shared->words, COMB_PICTURE_PNG, NULL, NULL);
    if (code == COMB_OK)
        code = comb_read_picture(&json, &board, shared->comb, png, length, NULL, NULL, NULL);
    expect(shared, code, json, "hexhunt");
    comb_board_free(board);
    comb_text_free(png);
}

static void use_session(struct shared *shared)
{
    struct comb_session *session = NULL;
    char *text = NULL;
    int code = comb_session_open(&session, shared->comb, NULL, LEVEL, NULL, NULL);
    if (code == COMB_OK)
        code = comb_session_play(session, "2,2=blue 1,3=blue", NULL);
    if (code == COMB_OK)
        code = comb_session_undo(session, NULL);
    if (code == COMB_OK)
        code = comb_session_moves(&text, session, NULL);
    expect(shared, code, text, "2,2=blue");
    comb_session_free(session);
}

static void use_requests(struct shared *shared)
{
    static const char body[] = "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\",\"keep\":true}";
    char *json = NULL;
    size_t length = 0;
    int code = comb_request_run(&json, &length, shared->comb, "POST", "/api/solve", body, sizeof body - 1, NULL);
    expect(shared, code, json, "\"score\":376");
    code = comb_request_run(&json, &length, shared->comb, "GET", "/api/library", NULL, 0, NULL);
    expect(shared, code, json, "TS/EAR/LB");
}

static void *use_everything(void *payload)
{
    for (int i = 0; i < ROUNDS; i++) {
        use_verbs(payload);
        use_session(payload);
        use_requests(payload);
    }
    use_pictures(payload);
    return NULL;
}

static void test_threads_share_a_context_and_boards(void **state)
{
    (void)state;
    char folder[] = "/tmp/comb-api-XXXXXX", command[64];
    struct comb_error err = {0};
    pthread_t threads[THREADS];
    assert_non_null(mkdtemp(folder));
    setenv("XDG_DATA_HOME", folder, 1);
    struct shared shared = {.comb = open_context()};
    EXPECT(COMB_OK, comb_board_read(&shared.words, shared.comb, "hexhunt", "LPE/EASR/SRTED/PING/LAS", NULL, &err));
    shared.level = open_board(shared.comb, LEVEL);
    shared.panel = open_board(shared.comb, PANEL);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_everything, &shared), 0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&shared.failures), 0);
    comb_board_free(shared.words);
    comb_board_free(shared.level);
    comb_board_free(shared.panel);
    comb_close(shared.comb);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}
