/* Rounds of playing on the screen.
 *
 *     look -> is it what the last clicks should have made of it? -> anything hidden? -> what follows -> click it all ->
 * look
 *
 * Each round starts from a new picture and keeps nothing of the rounds before but what the picture is compared with:
 * what is clicked follows from what can be seen now. */
#include "cli/play.h"

#include "cli/play_parts.h"
#include "core/run.h"

#include <string.h>

/* ---- what follows ---- */

struct deduction {
    struct comb_board *board;
    json_t *answer;
    json_t *clicks;
};

static void deduction_free(struct deduction *deduction)
{
    comb_board_free(deduction->board);
    json_decref(deduction->answer);
    json_decref(deduction->clicks);
    *deduction = (struct deduction){0};
}

/* Work of one round has a job of its own, whose memory goes when the round ends. */
static int round_job(struct comb_job **out, const struct comb_play_setup *setup, struct comb_error *err)
{
    struct comb_job_setup job = {
        .context = comb_job_context(setup->job),
        .parent = setup->job,
        .threads = comb_job_threads(setup->job),
        .seed = comb_job_seed(setup->job),
    };
    if (setup->time_limit > 0) {
        double left = setup->time_limit - comb_job_seconds(setup->job);
        job.time_limit = left > 0.001 ? left : 0.001;
    }
    return comb_job_new(out, &job, err);
}

/* Left and right exchanged where the game has them so. */
static void swap_buttons(json_t *clicks)
{
    for (size_t i = 0; i < json_array_size(clicks); i++) {
        json_t *button = json_object_get(json_array_get(clicks, i), "button");
        bool left = json_integer_value(button) == COMB_BUTTON_LEFT;
        json_integer_set(button, left ? COMB_BUTTON_RIGHT : COMB_BUTTON_LEFT);
    }
}

static int solve(struct deduction *out, const struct comb_play_setup *setup, const json_t *reading,
                 struct comb_job *job, struct comb_error *err)
{
    const json_t *text = json_object_get(reading, "board");
    if (!json_is_string(text))
        return comb_fail(err, COMB_UNSURE, "no board could be made of the picture");
    int code = comb_board_open(&out->board, setup->game, json_string_value(text), json_string_length(text), job,
                               setup->params, err);
    if (code != COMB_OK)
        return code;
    code = comb_run_solve(&out->answer, out->board, job, setup->params, err);
    if (json_is_true(json_object_get(out->answer, "contradiction")))
        return comb_fail(err, COMB_UNSURE,
                         "what was read contradicts itself, so something was read wrongly; nothing was clicked");
    return code;
}

/* COMB_OK with at least one click, or none where nothing is hidden; COMB_NO when nothing follows. */
static int deduce(struct deduction *out, const struct comb_play_setup *setup, const json_t *reading,
                  struct comb_error *err)
{
    struct comb_job *job = NULL;
    *out = (struct deduction){.clicks = json_array()};
    int code = out->clicks ? round_job(&job, setup, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = solve(out, setup, reading, job, err);
    if (code == COMB_OK || (code == COMB_NO && out->answer))
        code = setup->game->reader->clicks(out->clicks, reading, out->answer, err);
    comb_job_free(job);
    if (code == COMB_OK && setup->swap_buttons)
        swap_buttons(out->clicks);
    if (code == COMB_OK && json_array_size(out->clicks) == 0 && comb_play_hidden(reading) > 0)
        code = comb_fail(err, COMB_NO, "stuck: nothing more follows from what is shown, and nothing is guessed");
    return code;
}

/* ---- rounds ---- */

struct game {
    struct comb_player player;
    struct comb_view view;
    json_t *clicked; /* since the view; NULL before the first round */
};

static void keep_figures(struct comb_played *played, const json_t *reading)
{
    played->looked = true;
    played->left = comb_play_hidden(reading);
    played->mistakes = comb_play_number(reading, "mistakes");
}

/* A game that is over may show something else: when every hidden cell was clicked and no hidden cell and no new mistake
 * can be seen, it is. */
static bool is_over(const struct game *game, const struct comb_view *seen, int code)
{
    long mistakes = comb_play_number(seen->reading, "mistakes");
    return code == COMB_UNSURE && game->clicked && seen->picture &&
           json_array_size(game->clicked) == comb_play_hidden(game->view.reading) &&
           comb_play_hidden(seen->reading) == 0 && mistakes <= comb_play_number(game->view.reading, "mistakes");
}

static int look(struct game *game, struct comb_error *err)
{
    struct comb_view seen = {0};
    struct comb_expectation expected = {.before = game->view.reading, .clicked = game->clicked};
    int code = comb_player_look(&seen, &game->player, game->clicked ? &expected : NULL, err);
    struct comb_played *played = game->player.played;
    if (json_is_true(json_object_get(seen.reading, "sure")))
        keep_figures(played, seen.reading);
    if (code != COMB_OK && is_over(game, &seen, code)) {
        played->left = 0;
        code = COMB_OK;
    }
    played->solved = code == COMB_OK && played->left == 0;
    comb_view_free(&game->view);
    game->view = seen;
    return code;
}

static int click(struct game *game, const json_t *clicks, struct comb_error *err)
{
    struct comb_player *player = &game->player;
    json_decref(game->clicked);
    game->clicked = json_array();
    if (!game->clicked)
        return comb_fail_memory(err);
    player->played->rounds++;
    comb_job_say(player->setup->job, "round %u: %zu of %u hidden cells follow", player->played->rounds,
                 json_array_size(clicks), player->played->left);
    int code = comb_player_click_all(game->clicked, player, &game->view, clicks, err);
    return code == COMB_OK ? comb_player_park(player, &game->view, err) : code;
}

/* What the last of the clicks that were allowed have led to. */
static int look_back(struct game *game, struct comb_error *err)
{
    struct comb_error second = {0};
    int code = comb_player_park(&game->player, &game->view, &second);
    if (code == COMB_OK)
        code = look(game, &second);
    if (code != COMB_OK)
        *err = second;
    return code == COMB_OK ? COMB_LIMIT : code;
}

static int play_rounds(struct game *game, struct comb_error *err)
{
    int code = look(game, err);
    while (code == COMB_OK && !game->player.played->solved) {
        struct deduction deduction;
        code = deduce(&deduction, game->player.setup, game->view.reading, err);
        if (code == COMB_OK)
            code = click(game, deduction.clicks, err);
        deduction_free(&deduction);
        if (code == COMB_OK)
            code = look(game, err);
        else if (code == COMB_LIMIT && comb_job_tick(game->player.setup->job, 0) == COMB_OK)
            code = look_back(game, err);
    }
    return code;
}

int comb_play(struct comb_played *out, const struct comb_play_setup *setup, struct comb_error *err)
{
    struct game game = {.player = {.setup = setup, .played = out}};
    *out = (struct comb_played){.mistakes = -1};
    int code = comb_player_open(&game.player, err);
    if (code == COMB_OK)
        code = comb_player_take_pointer(&game.player, err);
    if (code == COMB_OK)
        code = play_rounds(&game, err);
    comb_player_close(&game.player);
    comb_view_free(&game.view);
    json_decref(game.clicked);
    out->seconds = comb_job_seconds(setup->job);
    return code;
}

/* ---- only looking ---- */

int comb_play_plan(struct comb_play_plan *out, const struct comb_play_setup *setup, struct comb_error *err)
{
    struct comb_played played = {0};
    struct comb_player player = {.setup = setup, .played = &played, .hands_off = true};
    struct comb_view view = {0};
    struct deduction deduction = {0};
    int code = comb_player_open(&player, err);
    if (code == COMB_OK)
        code = comb_player_look(&view, &player, NULL, err);
    if (code == COMB_OK)
        code = deduce(&deduction, setup, view.reading, err);
    comb_player_close(&player);
    *out = (struct comb_play_plan){
        .picture = view.picture,
        .area = view.area,
        .reading = view.reading,
        .board = deduction.board,
        .answer = deduction.answer,
        .clicks = deduction.clicks,
    };
    return code;
}

void comb_play_plan_free(struct comb_play_plan *plan)
{
    comb_pixels_free(plan->picture);
    comb_board_free(plan->board);
    json_decref(plan->reading);
    json_decref(plan->answer);
    json_decref(plan->clicks);
    *plan = (struct comb_play_plan){0};
}
