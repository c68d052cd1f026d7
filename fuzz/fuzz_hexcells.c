/* Hexcells levels and positions from arbitrary bytes: rejected with a message, or a board that can be printed and read
 * back as the same text, made into a problem, rotated and drawn. */
#include "core/run.h"
#include "games/hexcells/level/level.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_clue_names(const struct comb_hexcells_level *level)
{
    struct comb_hexcells_problem problem;
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    assert(comb_hexcells_problem_of(&problem, level, NULL, &arena, NULL) == COMB_OK);
    for (size_t i = 0; i < problem.clue_count; i++) {
        char id[COMB_HEXCELLS_ID_LENGTH];
        unsigned back;
        comb_hexcells_id_text(id, level, problem.clues[i].id);
        assert(comb_hexcells_id_read(&back, level, id) && back == problem.clues[i].id);
    }
    comb_arena_free(&arena);
}

static void check_board(const struct comb_game *game, void *board)
{
    struct comb_buf text = {0};
    struct comb_buf again = {0};
    struct comb_error err = {0};
    struct comb_scene *scene;
    void *copy = NULL;
    game->print(&text, board);
    assert(game->parse(&copy, game, NULL, text.data, text.length, NULL, &err) == COMB_OK);
    game->print(&again, copy);
    assert(strcmp(text.data, again.data) == 0);
    game->free(copy);
    comb_buf_clear(&again);
    int code = game->canon(&again, board, &err);
    assert(code == COMB_OK || code == COMB_BAD_INPUT);
    assert(game->scene(&scene, board, NULL, NULL, &err) == COMB_OK);
    comb_scene_free(scene);
    check_clue_names(board);
    comb_buf_free(&text);
    comb_buf_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct comb_game *game = comb_game_find("hexcells");
    void *board = NULL;
    struct comb_error err = {0};
    assert(game->detect((const char *)data, size) <= 100);
    if (game->parse(&board, game, NULL, (const char *)data, size, NULL, &err) == COMB_OK) {
        check_board(game, board);
        game->free(board);
    } else {
        assert(err.code == COMB_BAD_INPUT && err.message[0] && err.position <= size);
    }
    return 0;
}
