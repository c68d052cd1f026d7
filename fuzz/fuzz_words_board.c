/* Word boards from arbitrary bytes: every accepted board can be printed, parsed again to the same text, rotated and
 * drawn. */
#include "core/run.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_board(const struct comb_game *game, void *board)
{
    struct comb_buf text = {0};
    struct comb_buf again = {0};
    struct comb_error err;
    void *copy = NULL;
    game->print(&text, board);
    assert(game->parse(&copy, game, NULL, text.data, text.length, NULL, &err) == COMB_OK);
    game->print(&again, copy);
    assert(strcmp(text.data, again.data) == 0);
    game->free(copy);
    comb_buf_clear(&again);
    assert(game->canon(&again, board, &err) == COMB_OK);
    struct comb_scene *scene;
    assert(game->scene(&scene, board, NULL, NULL, &err) == COMB_OK);
    comb_buf_clear(&again);
    assert(comb_render_terminal(&again, scene, &(struct comb_terminal_style){0}, &err) == COMB_OK);
    comb_scene_free(scene);
    comb_buf_free(&text);
    comb_buf_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct comb_game *game = comb_game_find("hexhunt");
    void *board = NULL;
    struct comb_error err = {0};
    if (game->parse(&board, game, NULL, (const char *)data, size, NULL, &err) == COMB_OK) {
        check_board(game, board);
        game->free(board);
    } else {
        assert(err.code == COMB_BAD_INPUT && err.message[0] && err.position <= size);
    }
    return 0;
}
