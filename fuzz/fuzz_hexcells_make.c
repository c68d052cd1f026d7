/* Patterns of `make hexcells` from arbitrary bytes: rejected with a message, or a fair level that prints as text that
 * parses. The first byte chooses the option that takes the rest (--picture, --letters, --mix, or --from with a file),
 * and whether the pattern is the outline or the blue cells. Only patterns with few cells are made into levels, for
 * speed; the outline of every pattern is computed. */
#define _XOPEN_SOURCE 700
#include "core/run.h"
#include "games/hexcells/make/parts.h"
#include "scratch.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 4096, MAX_CELLS = 24, WAYS = 4 };

static const char *const ways[WAYS] = {"picture", "letters", "mix", "from"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct comb_job *new_job(void)
{
    static struct comb_context *context;
    struct comb_job *job = NULL;
    if (!context) {
        int code = comb_context_new(&context, NULL);
        assert(code == COMB_OK);
        scratch_make();
    }
    int code = comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1, .seed = 1}, NULL);
    assert(code == COMB_OK);
    return job;
}

/* Computes the outline; false if the pattern is rejected or has too many cells. */
static bool check_outline(const char *picture, const char *letters, bool as_blue)
{
    struct comb_hexcells_maker maker = {.picture = picture, .letters = letters, .as_blue = as_blue, .symmetry = "none"};
    struct comb_error err = {0};
    int code = comb_hexcells_picture_outline(&maker, &err);
    assert(code == COMB_OK ? maker.outline.count > 0 || picture : code == COMB_BAD_INPUT && err.message[0]);
    for (size_t i = 0; code == COMB_OK && i < maker.outline.count; i++) {
        struct comb_point at = maker.outline.items[i].at;
        assert(at.x >= 0 && at.y >= 0 && at.x < COMB_HEXCELLS_SIDE && at.y < COMB_HEXCELLS_SIDE);
        assert(comb_hexcells_outline_find(&maker, at) == (int)i); /* no place twice */
    }
    bool small = maker.outline.count <= MAX_CELLS;
    comb_vec_free(&maker.outline);
    return small;
}

static void check_level(const struct comb_game *game, void *board, struct comb_job *job)
{
    struct comb_buf text = {0}, again = {0};
    struct comb_error err = {0};
    void *copy = NULL;
    bool fair = false;
    int code = comb_hexcells_fair(&fair, board, job, &err);
    assert(code == COMB_OK && fair);
    game->print(&text, board);
    code = game->parse(&copy, game, NULL, text.data, text.length, NULL, &err);
    assert(code == COMB_OK);
    game->print(&again, copy);
    assert(strcmp(text.data, again.data) == 0);
    game->free(copy);
    comb_buf_free(&text);
    comb_buf_free(&again);
}

static void make_level(const struct comb_game *game, const char *way, const char *pattern, bool as_blue)
{
    struct comb_params params = {0};
    struct comb_error err = {0};
    struct comb_job *job = new_job();
    void *board = NULL;
    if (strcmp(way, "from") == 0) {
        scratch_write("pattern", pattern, strlen(pattern));
        pattern = scratch_path("pattern");
    }
    int code = comb_params_set(&params, comb_option_find(game->options, way), pattern, &err);
    if (code == COMB_OK)
        code = comb_params_set(&params, comb_option_find(game->options, "as"), as_blue ? "blue" : "outline", &err);
    if (code == COMB_OK)
        code = comb_params_set(&params, comb_option_find(game->options, "cells"), "12", &err);
    if (code == COMB_OK)
        code = game->make(&board, game, job, &params, &err);
    assert(code == COMB_OK ? board != NULL : (code == COMB_BAD_INPUT || code == COMB_NO) && err.message[0]);
    if (board)
        check_level(game, board, job);
    game->free(board);
    comb_job_free(job);
    comb_params_free(&params);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > MAX_BYTES)
        return 0;
    const char *way = ways[data[0] % WAYS];
    bool as_blue = data[0] / WAYS % 2 == 1, small = true;
    char *pattern = strndup((const char *)data + 1, size - 1);
    assert(pattern);
    if (strcmp(way, "letters") == 0)
        small = check_outline(NULL, pattern, as_blue);
    else if (strcmp(way, "mix") != 0)
        small = check_outline(pattern, NULL, as_blue);
    if (small)
        make_level(comb_game_find("hexcells"), way, pattern, as_blue);
    free(pattern);
    return 0;
}
