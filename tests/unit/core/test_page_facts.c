/* The members of struct comb_game that the page shows: boards that they name can be opened, and what the editor offers
 * is what the game accepts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/run.h"

#include <stdio.h>
#include <string.h>

struct world {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params;
};

static void open_world(struct world *world, const struct comb_game *game)
{
    struct comb_error err = {0};
    *world = (struct world){0};
    assert_int_equal(comb_context_new(&world->context, &err), COMB_OK);
    assert_int_equal(comb_job_new(&world->job, &(struct comb_job_setup){.context = world->context}, &err), COMB_OK);
    assert_int_equal(comb_params_defaults(&world->params, game->options, &err), COMB_OK);
}

static void close_world(struct world *world)
{
    comb_params_free(&world->params);
    comb_job_free(world->job);
    comb_context_free(world->context);
}

static bool opens(struct world *world, const struct comb_game *game, const char *text)
{
    struct comb_error err = {0};
    struct comb_board *board = NULL;
    int code = comb_board_open(&board, game, text, strlen(text), world->job, &world->params, &err);
    if (code != COMB_OK)
        print_message("%s: '%s': %s\n", game->name, text, err.message);
    comb_board_free(board);
    return code == COMB_OK;
}

static bool draws(struct world *world, const struct comb_game *game, const struct comb_lesson *lesson)
{
    struct comb_error err = {0};
    struct comb_board *board = NULL;
    struct comb_scene *scene = NULL;
    json_t *answer = lesson->answer ? json_loads(lesson->answer, 0, NULL) : NULL;
    int code = comb_board_open(&board, game, lesson->board, strlen(lesson->board), world->job, &world->params, &err);
    if (code == COMB_OK)
        code = game->scene(&scene, board->data, answer, &world->params, &err);
    if (code != COMB_OK)
        print_message("%s: '%s': %s\n", game->name, lesson->board, err.message);
    comb_scene_free(scene);
    comb_board_free(board);
    bool parsed = !lesson->answer || answer;
    json_decref(answer);
    return code == COMB_OK && parsed;
}

static void test_lessons_are_three_and_can_be_drawn(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        struct world world;
        size_t count = 0;
        open_world(&world, *game);
        for (const struct comb_lesson *lesson = (*game)->lessons; lesson && lesson->text; lesson++, count++)
            assert_true(draws(&world, *game, lesson));
        assert_true(count == 3 || !(*game)->lessons);
        close_world(&world);
    }
}

static void test_showcases_and_blank_boards_are_boards(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        struct world world;
        open_world(&world, *game);
        if ((*game)->showcase)
            assert_true(opens(&world, *game, (*game)->showcase));
        for (const struct comb_blank_board *blank = (*game)->blank_boards; blank && blank->title; blank++)
            assert_true(opens(&world, *game, blank->board));
        close_world(&world);
    }
}

static void test_texts_are_complete(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        if (!(*game)->page_family)
            continue;
        assert_true((*game)->blurb && strlen((*game)->blurb) < 60);
        assert_true((*game)->rules && strlen((*game)->rules) > 100);
        assert_true((*game)->blank_boards && (*game)->blank_boards->title);
        assert_true(strcmp((*game)->page_family, "words") != 0 || ((*game)->view_facts && (*game)->answer_member));
    }
}

/* Puts the attribute on the first cell of the game's first blank board, whose cells are question marks. */
static void check_brush(struct world *world, const struct comb_game *game, const json_t *view, const char *attribute)
{
    char board[1000];
    bool known = false;
    snprintf(board, sizeof board, "?%s%s%s", *attribute ? ":" : "", attribute, game->blank_boards->board + 1);
    assert_true(opens(world, game, board));
    const json_t *all = json_object_get(view, "attributes");
    for (size_t i = 0; i < json_array_size(all); i++)
        known = known || strcmp(json_string_value(json_array_get(all, i)), attribute) == 0;
    assert_true(known || !*attribute);
}

static void test_editor_brushes_are_attributes_of_the_game(void **state)
{
    (void)state;
    size_t checked = 0;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        struct comb_json build = {0};
        struct world world;
        if (!(*game)->view_facts)
            continue;
        open_world(&world, *game);
        json_t *view = (*game)->view_facts(&build, *game);
        assert_false(build.failed);
        const json_t *brushes = json_object_get(view, "brushes");
        for (size_t i = 0; i < json_array_size(brushes); i++, checked++)
            check_brush(&world, *game, view,
                        json_string_value(json_object_get(json_array_get(brushes, i), "attribute")));
        json_decref(view);
        close_world(&world);
    }
    assert_true(checked >= 10);
}

static bool is_shape(const char *name)
{
    unsigned columns, rows;
    int end = 0;
    return strcmp(name, "rectangle") == 0 || strcmp(name, "hexagons") == 0 || strcmp(name, "half-rows") == 0 ||
           (sscanf(name, "%ux%u%n", &columns, &rows, &end) == 2 && !name[end]);
}

/* A misspelt name would match no board, silently. */
static void test_shape_names_are_known(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        struct comb_json build = {0};
        if (!(*game)->view_facts)
            continue;
        json_t *view = (*game)->view_facts(&build, *game);
        const json_t *likely = json_object_get(view, "likely_shapes");
        const json_t *possible = json_object_get(view, "possible_shapes");
        assert_true(json_array_size(likely) > 0);
        for (size_t i = 0; i < json_array_size(likely); i++)
            assert_true(is_shape(json_string_value(json_array_get(likely, i))));
        for (size_t i = 0; i < json_array_size(possible); i++)
            assert_true(is_shape(json_string_value(json_array_get(possible, i))));
        json_decref(view);
    }
}
