/* Plays on the screen in rounds.
 *
 *     capture -> compare with the expected state -> anything hidden? -> deduce -> click -> capture ...
 *
 * Each round deduces from a new capture only; earlier rounds are used only to check that capture. */
#include "cli/play/play.h"

#include "cli/play/parts.h"
#include "core/run.h"

#include <string.h>

/* ---- deduction ---- */

struct deduction {
    struct comb_board *board;
    json_t *answer;
    json_t *clicks;
    bool contradiction; /* no colouring fits the hints */
};

static void deduction_free(struct deduction *deduction)
{
    comb_board_free(deduction->board);
    json_decref(deduction->answer);
    json_decref(deduction->clicks);
    *deduction = (struct deduction){0};
}

/* Creates a job for one round, so that its memory is freed when the round ends. */
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

/* Swaps left and right clicks. */
static void swap_buttons(json_t *clicks)
{
    for (size_t i = 0; i < json_array_size(clicks); i++) {
        json_t *button = json_object_get(json_array_get(clicks, i), "button");
        bool left = json_integer_value(button) == COMB_BUTTON_LEFT;
        json_integer_set(button, left ? COMB_BUTTON_RIGHT : COMB_BUTTON_LEFT);
    }
}

static int solve_reading(struct deduction *out, const struct comb_play_setup *setup, const json_t *reading,
                         struct comb_job *job, struct comb_error *err)
{
    const json_t *text = json_object_get(reading, "board");
    if (!json_is_string(text))
        return comb_fail(err, COMB_UNSURE, "no board found in the picture");
    int code = comb_board_open(&out->board, setup->game, json_string_value(text), json_string_length(text), job,
                               setup->params, err);
    if (code != COMB_OK)
        return code;
    code = comb_run_solve(&out->answer, out->board, job, setup->params, err);
    out->contradiction = json_is_true(json_object_get(out->answer, "contradiction"));
    if (out->contradiction)
        return comb_fail(err, COMB_UNSURE,
                         "stopped: the board contradicts itself, so it was misread; correct it with --fix (a "
                         "screenshot and 'comb read --overlay' show what was read)");
    return code;
}

/* Deduces the next clicks. COMB_OK with at least one click, or none if nothing is hidden; COMB_NO if stuck. */
static int deduce(struct deduction *out, const struct comb_play_setup *setup, const json_t *reading,
                  struct comb_error *err)
{
    struct comb_job *job = NULL;
    *out = (struct deduction){.clicks = json_array()};
    int code = out->clicks ? round_job(&job, setup, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = solve_reading(out, setup, reading, job, err);
    if (code == COMB_OK || (code == COMB_NO && out->answer))
        code = setup->game->reader->clicks(out->clicks, reading, out->answer, err);
    comb_job_free(job);
    if (code == COMB_OK && setup->swap_buttons)
        swap_buttons(out->clicks);
    if (code == COMB_OK && json_array_size(out->clicks) == 0 && comb_play_count_hidden(reading) > 0)
        code = comb_fail(err, COMB_NO, "stuck: nothing more can be deduced from the board");
    return code;
}

/* ---- rounds ---- */

struct game {
    struct comb_player player;
    struct comb_play_capture capture;
    json_t *clicked;      /* since the last capture; NULL before the first round */
    unsigned idle_rounds; /* rounds in a row whose clicks changed nothing */
    bool read_again;      /* because the board contradicted itself */
};

static struct comb_expectation expectation_of(const struct game *game)
{
    return (struct comb_expectation){.before = game->capture.reading, .clicked = game->clicked};
}

static void record_figures(struct comb_play_result *result, const json_t *reading)
{
    result->board_read = true;
    result->hidden_left = comb_play_count_hidden(reading);
    result->mistakes = comb_play_number(reading, "mistakes");
}

/* Whether the level is over although the picture does not show its solved board: every hidden cell was clicked, the
 * game counts no new mistake, and the board is gone (an end screen, or another level). */
static bool is_over(const struct game *game, const struct comb_play_capture *fresh)
{
    const json_t *before = game->capture.reading;
    if (!game->clicked || !fresh->picture || json_array_size(game->clicked) != comb_play_count_hidden(before))
        return false;
    bool same_counter = comb_play_number(fresh->reading, "mistakes") <= comb_play_number(before, "mistakes");
    return same_counter &&
           (comb_play_count_hidden(fresh->reading) == 0 || comb_play_board_gone(before, fresh->reading));
}

/* The game may lose clicks. A board that is as expected except that clicked cells are still hidden is a board to play
 * from, unless two rounds in a row have changed nothing. */
static bool lost_clicks(struct game *game, const struct comb_play_capture *fresh)
{
    enum { MAX_IDLE = 2 };
    if (!game->clicked || fresh->match != COMB_MATCH_PENDING)
        return false;
    struct comb_expectation expected = expectation_of(game);
    bool idle = comb_play_count_pending(&expected, fresh->reading) == json_array_size(game->clicked);
    game->idle_rounds = idle ? game->idle_rounds + 1 : 0;
    return game->idle_rounds < MAX_IDLE;
}

/* Remembers how many clicks preceded the corrections that were just made. */
static int mark_fixes(struct comb_player *player, struct comb_error *err)
{
    while (json_array_size(player->fixed_after) < player->setup->fixes->count)
        if (json_array_append_new(player->fixed_after, json_integer((json_int_t)json_array_size(player->done))) != 0)
            return comb_fail_memory(err);
    return COMB_OK;
}

/* Asks about an uncertain picture. Answering may need the mouse and the terminal's window, so the game is raised and
 * the pointer acquired again afterwards. */
static int ask(struct game *game, struct comb_play_capture *fresh, struct comb_error *err)
{
    const struct comb_play_setup *setup = game->player.setup;
    struct comb_expectation expected = expectation_of(game);
    struct comb_error difference = {0};
    if (!setup->ask || !fresh->reading || json_is_true(json_object_get(fresh->reading, "sure")))
        return COMB_UNSURE;
    int code = setup->ask(setup->ask_payload, fresh->picture, fresh->reading, setup->fixes, err);
    if (code == COMB_OK)
        code = mark_fixes(&game->player, err);
    if (code == COMB_OK)
        code = comb_player_raise(&game->player, err);
    if (code == COMB_OK)
        code = comb_player_acquire_pointer(&game->player, err);
    if (code != COMB_OK || !game->clicked)
        return code;
    fresh->match = comb_play_compare(&expected, fresh->reading, &difference);
    if (fresh->match == COMB_MATCH || lost_clicks(game, fresh))
        return COMB_OK;
    return comb_fail(err, COMB_UNSURE, "stopped: the board is not as expected: %s", difference.message);
}

/* Decides what an uncertain or unexpected picture means. */
static int resolve(struct game *game, struct comb_play_capture *fresh, struct comb_error *err)
{
    if (is_over(game, fresh)) {
        game->player.result->hidden_left = 0;
        game->player.result->board_gone = true;
        return COMB_OK;
    }
    if (lost_clicks(game, fresh)) {
        comb_job_message(game->player.setup->job, "the game has not taken all clicks; going on");
        return COMB_OK;
    }
    return ask(game, fresh, err);
}

static int capture_board(struct game *game, struct comb_error *err)
{
    struct comb_play_capture fresh = {0};
    struct comb_play_result *result = game->player.result;
    struct comb_expectation expected = expectation_of(game);
    int code = comb_player_capture(&fresh, &game->player, game->clicked ? &expected : NULL, err);
    bool trusted = code == COMB_OK;
    if (trusted)
        game->idle_rounds = 0;
    if (json_is_true(json_object_get(fresh.reading, "sure")))
        record_figures(result, fresh.reading);
    if (code == COMB_UNSURE)
        code = resolve(game, &fresh, err);
    if (code == COMB_OK && !trusted && !result->board_gone)
        record_figures(result, fresh.reading);
    result->solved = code == COMB_OK && result->hidden_left == 0;
    comb_play_capture_free(&game->capture);
    game->capture = fresh;
    return code;
}

static int click_round(struct game *game, const json_t *clicks, struct comb_error *err)
{
    struct comb_player *player = &game->player;
    json_decref(game->clicked);
    game->clicked = json_array();
    if (!game->clicked)
        return comb_fail_memory(err);
    player->result->rounds++;
    comb_job_message(player->setup->job, "round %u: %zu of %u hidden cells deduced", player->result->rounds,
                     json_array_size(clicks), player->result->hidden_left);
    int code = comb_player_click_all(game->clicked, player, &game->capture, clicks, err);
    if (json_array_extend(player->done, game->clicked) != 0)
        return comb_fail_memory(err);
    return code == COMB_OK ? comb_player_park(player, &game->capture, err) : code;
}

/* Captures the result of the last clicks after --max-clicks was reached. */
static int capture_last_clicks(struct game *game, struct comb_error *err)
{
    struct comb_error second = {0};
    int code = comb_player_park(&game->player, &game->capture, &second);
    if (code == COMB_OK)
        code = capture_board(game, &second);
    if (code != COMB_OK)
        *err = second;
    return code == COMB_OK ? COMB_LIMIT : code;
}

/* Forgets what was expected, so that the next picture is taken as it is. */
static void expect_anything(struct game *game)
{
    json_decref(game->clicked);
    game->clicked = NULL;
}

/* Captures the board with all its hints, because nothing follows without those that were left out: asks about them. */
static int capture_all_hints(struct game *game, struct comb_error *err)
{
    comb_job_message(game->player.setup->job, "nothing follows without the %zu uncertain clues",
                     game->capture.left_out);
    expect_anything(game);
    game->player.needs_all_hints = true;
    int code = capture_board(game, err);
    game->player.needs_all_hints = false;
    return code;
}

static int play_round(struct game *game, struct comb_error *err)
{
    struct deduction deduction;
    int code = deduce(&deduction, game->player.setup, game->capture.reading, err);
    bool again = deduction.contradiction && !game->read_again;
    game->read_again = deduction.contradiction;
    if (code == COMB_OK)
        code = click_round(game, deduction.clicks, err);
    deduction_free(&deduction);
    if (code == COMB_NO && game->capture.left_out > 0)
        return capture_all_hints(game, err);
    if (again) {
        comb_job_message(game->player.setup->job, "the board contradicts itself: reading it again");
        expect_anything(game);
        return capture_board(game, err);
    }
    if (code == COMB_OK)
        return capture_board(game, err);
    if (code == COMB_LIMIT && comb_job_tick(game->player.setup->job, 0) == COMB_OK)
        return capture_last_clicks(game, err);
    return code;
}

static int play_level(struct game *game, struct comb_error *err)
{
    int code = capture_board(game, err);
    while (code == COMB_OK && !game->player.result->solved)
        code = play_round(game, err);
    return code;
}

/* Forgets everything about the level that was solved. */
static void start_level(struct game *game)
{
    expect_anything(game);
    json_array_clear(game->player.done);
    json_array_clear(game->player.fixed_after);
    comb_fixes_free(game->player.setup->fixes);
    *game->player.setup->fixes = (struct comb_fixes){0};
    game->player.result->board_gone = false;
    game->player.result->solved = false;
    game->idle_rounds = 0;
    game->read_again = false;
}

static int play_levels(struct game *game, struct comb_error *err)
{
    struct comb_play_result *result = game->player.result;
    int code = play_level(game, err);
    result->levels += code == COMB_OK;
    for (bool found = true; code == COMB_OK && game->player.setup->next;) {
        code = comb_player_next(&found, &game->player, &game->capture, err);
        if (code != COMB_OK || !found)
            break;
        comb_job_message(game->player.setup->job, "level %u", result->levels + 1);
        start_level(game);
        code = play_level(game, err);
        result->levels += code == COMB_OK;
    }
    return code;
}

int comb_play(struct comb_play_result *out, const struct comb_play_setup *setup, struct comb_error *err)
{
    struct game game = {.player = {.setup = setup, .result = out}};
    *out = (struct comb_play_result){.mistakes = -1};
    game.player.done = json_array();
    game.player.fixed_after = json_array();
    int code = game.player.done && game.player.fixed_after ? mark_fixes(&game.player, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = comb_player_open(&game.player, err);
    if (code == COMB_OK)
        code = comb_player_acquire_pointer(&game.player, err);
    if (code == COMB_OK)
        code = play_levels(&game, err);
    comb_player_close(&game.player);
    comb_play_capture_free(&game.capture);
    json_decref(game.clicked);
    json_decref(game.player.done);
    json_decref(game.player.fixed_after);
    out->seconds = comb_job_seconds(setup->job);
    return code;
}

/* ---- dry run ---- */

int comb_play_plan(struct comb_play_plan *out, const struct comb_play_setup *setup, struct comb_error *err)
{
    struct comb_play_result result = {0};
    struct comb_player player = {.setup = setup, .result = &result, .capture_only = true};
    struct comb_play_capture capture = {0};
    struct deduction deduction = {0};
    int code = comb_player_open(&player, err);
    if (code == COMB_OK)
        code = comb_player_capture(&capture, &player, NULL, err);
    if (code == COMB_OK)
        code = deduce(&deduction, setup, capture.reading, err);
    comb_player_close(&player);
    *out = (struct comb_play_plan){
        .picture = capture.picture,
        .area = capture.area,
        .reading = capture.reading,
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
