#include "request/verb.h"

#include "core/run.h"

/* {"schema", "game", "board", "seed"} */
static int describe_board(json_t **out, const struct comb_board *board, struct comb_job *job, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    board->game->print(&text, board->data);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "game", comb_json_string(&build, board->game->name));
    comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
    comb_json_set(&build, root, "seed", comb_json_int(&build, (long long)comb_job_seed(job)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

/* The same with what the game's series adds. */
static int run_series(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *series = NULL;
    *out = NULL;
    int code = input->game->make_series(&series, input->game, job, input->params, err);
    if (!series)
        return code;
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "game", comb_json_string(&build, input->game->name));
    comb_json_set(&build, root, "seed", comb_json_int(&build, (long long)comb_job_seed(job)));
    build.failed |= root && json_object_update_missing(root, series) != 0;
    json_decref(series);
    int written = comb_json_finish(out, &build, root, err);
    return written == COMB_OK ? code : written;
}

static int run_make(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    if (input->game->make_series && comb_params_flag(input->params, "challenge"))
        return run_series(out, input, job, err);
    struct comb_board *board;
    int code = comb_board_make(&board, input->game, job, input->params, err);
    if (!board)
        return code;
    int written = describe_board(out, board, job, err);
    comb_board_free(board);
    return written == COMB_OK ? code : written;
}

static const struct comb_field fields[] = {
    {.name = "board", .type = "string", .help = "the board, normalised"},
    {.name = "seed", .type = "int", .help = "the seed; the same seed gives the same board"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"make hexhunt --seed 7", "make a random board; the same seed gives the same board"},
    {0},
};

const struct comb_request_verb comb_request_verb_make = {
    .name = "make",
    .usage = "GAME",
    .summary = "make a random board",
    .detail = "Prints the board as text, ready for 'comb solve'. The same seed gives the same board.",
    .examples = examples,
    .fields = fields,
    .can = comb_can_make,
    .plain_field = "board",
    .run = run_make,
};
