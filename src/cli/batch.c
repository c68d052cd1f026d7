/* One puzzle a line, one answer a line, in order, on all cores.
 *
 *     reader (this thread)  -> lines in slots of a ring -> workers solve out of order
 *                                                        -> whoever finishes the oldest slot prints it and those after
 * it
 *
 *     slots   [done][done][ .. ][done][ .. ][ .. ]        the ring bounds memory: the reader waits while it is full
 *              ^ next to print        ^ next to read
 *
 * A line is a board as text, or a JSON object {"board": "...", "game": "..."}. A line that cannot be read gives an
 * object with "error"; blank lines are passed over. --time-limit and --memory-limit hold for each puzzle. A run that is
 * interrupted ends before the first puzzle without a whole answer, so that it can go on there. */
#define _POSIX_C_SOURCE 200809L
#include "cli/interrupt.h"
#include "cli/verb.h"

#include "base/threads.h"
#include "core/run.h"
#include "store/kept.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 16 << 20, SLOTS_PER_THREAD = 32 };

struct slot {
    struct batch *batch;
    char *line;
    size_t length;
    size_t number; /* of the line in the file, from 1 */
    struct comb_buf output;
    bool done;
    bool skipped; /* the run was interrupted before its answer was whole */
};

/* Lines of which the same can be said. */
struct tally {
    size_t count;
    size_t first; /* number of the line, 0: none */
};

struct batch {
    struct comb_cli *cli;
    struct comb_kept *kept;
    struct comb_job *job; /* carries limits and cancellation for the whole run; each line has a job of its own */
    pthread_mutex_t lock;
    pthread_cond_t room;
    struct slot *slots;
    size_t slot_count;
    size_t read;    /* slots handed out */
    size_t printed; /* slots printed */
    struct tally refused;
    struct tally cut;   /* by a limit */
    size_t ends_before; /* number of the first line that was skipped, 0: none */
    atomic_bool broken; /* the output cannot take more */
};

/* {"game": ..., "board": ...}: the members of a line that is an object. */
static int read_object(const struct comb_game **game, struct comb_buf *board, const char *line, size_t length,
                       struct comb_error *err)
{
    json_t *object;
    int code = comb_json_parse(&object, line, length, err);
    if (code != COMB_OK)
        return code;
    const char *text = json_string_value(json_object_get(object, "board"));
    const char *name = json_string_value(json_object_get(object, "game"));
    if (!text)
        code = comb_fail(err, COMB_BAD_INPUT, "expected an object with \"board\", a text");
    else if (name && !(*game = comb_game_find(name)))
        code = comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'", name);
    else
        comb_buf_str(board, text);
    json_decref(object);
    return code;
}

static int solve_text(json_t **answer, const struct batch *batch, const struct slot *slot, struct comb_job *job,
                      struct comb_error *err)
{
    const struct comb_game *game = batch->cli->game;
    struct comb_board *board = NULL;
    struct comb_buf text = {0};
    int code = COMB_OK;
    if (slot->length > LONGEST_LINE)
        return comb_fail(err, COMB_BAD_INPUT, "the line is longer than %d bytes", LONGEST_LINE);
    if (slot->line[0] == '{')
        code = read_object(&game, &text, slot->line, slot->length, err);
    else
        comb_buf_add(&text, slot->line, slot->length);
    if (code == COMB_OK)
        code = text.failed
                   ? comb_fail_memory(err)
                   : comb_board_open(&board, game, comb_buf_text(&text), text.length, job, &batch->cli->params, err);
    if (code == COMB_OK)
        code = comb_kept_solve(answer, batch->kept, board, NULL, job, &batch->cli->params, err);
    comb_board_free(board);
    comb_buf_free(&text);
    return code;
}

static int solve_line(json_t **answer, const struct batch *batch, const struct slot *slot, struct comb_error *err)
{
    const struct comb_params *params = &batch->cli->params;
    struct comb_job_setup setup = {
        .context = batch->cli->context,
        .parent = batch->job,
        .time_limit = comb_params_seconds(params, "time-limit", 0),
        .memory_limit = comb_params_bytes(params, "memory-limit", 0),
        .threads = 1,
        .seed = (uint64_t)comb_params_int(params, "seed", 1),
    };
    struct comb_job *job;
    int code = comb_job_new(&job, &setup, err);
    if (code == COMB_OK)
        code = solve_text(answer, batch, slot, job, err);
    comb_job_free(job);
    return code;
}

/* Prints every finished slot from the oldest on. Called with the lock held. */
static void print_finished(struct batch *batch)
{
    while (batch->printed < batch->read) {
        struct slot *slot = &batch->slots[batch->printed % batch->slot_count];
        if (!slot->done)
            break;
        if (slot->skipped && batch->ends_before == 0)
            batch->ends_before = slot->number;
        if (!batch->broken && batch->ends_before == 0 && comb_cli_write(batch->cli, &slot->output) != COMB_OK)
            batch->broken = true;
        comb_buf_free(&slot->output);
        free(slot->line);
        slot->line = NULL;
        slot->done = false;
        batch->printed++;
        pthread_cond_signal(&batch->room);
    }
}

static void add(struct tally *tally, const struct slot *slot)
{
    pthread_mutex_lock(&slot->batch->lock);
    tally->count++;
    if (tally->first == 0 || slot->number < tally->first)
        tally->first = slot->number;
    pthread_mutex_unlock(&slot->batch->lock);
}

/* The object that stands for the answer of a line that has none. */
static json_t *refusal(const struct slot *slot, const struct comb_error *err)
{
    json_t *answer = NULL;
    if (comb_run_error(&answer, err, NULL) == COMB_OK)
        json_object_set_new(answer, "line", json_integer((json_int_t)slot->number));
    return answer;
}

static void answer_line(struct slot *slot)
{
    struct batch *batch = slot->batch;
    struct comb_error err = {0};
    json_t *answer = NULL;
    int code = solve_line(&answer, batch, slot, &err);
    slot->skipped = comb_job_tick(batch->job, 0) != COMB_OK && (code == COMB_INTERRUPTED || !answer);
    if (!answer && !slot->skipped) {
        answer = refusal(slot, &err);
        add(&batch->refused, slot);
    } else if (code == COMB_LIMIT)
        add(&batch->cut, slot);
    if (!slot->skipped) {
        comb_json_print(&slot->output, answer);
        comb_buf_char(&slot->output, '\n');
    }
    json_decref(answer);
}

static void work(void *payload)
{
    struct slot *slot = payload;
    struct batch *batch = slot->batch;
    if (comb_job_tick(batch->job, 1) == COMB_OK)
        answer_line(slot);
    else
        slot->skipped = true;
    pthread_mutex_lock(&batch->lock);
    slot->done = true;
    print_finished(batch);
    pthread_mutex_unlock(&batch->lock);
}

/* The next slot, once there is one. */
static struct slot *take_slot(struct batch *batch)
{
    pthread_mutex_lock(&batch->lock);
    while (batch->read - batch->printed >= batch->slot_count)
        pthread_cond_wait(&batch->room, &batch->lock);
    struct slot *slot = &batch->slots[batch->read++ % batch->slot_count];
    pthread_mutex_unlock(&batch->lock);
    return slot;
}

static void hand_out(struct batch *batch, struct comb_pool *pool, char *line, size_t length, size_t number)
{
    struct slot *slot = take_slot(batch);
    *slot = (struct slot){.batch = batch, .line = line, .length = length, .number = number};
    if (!comb_pool_submit(pool, work, slot))
        work(slot); /* no memory for the queue: solve it here */
}

/* Reads the stream to its end, or until the output breaks or the run is cancelled. */
static int read_lines(struct batch *batch, struct comb_pool *pool, FILE *stream, struct comb_error *err)
{
    size_t number = 0;
    while (comb_job_tick(batch->job, 0) == COMB_OK && !batch->broken) {
        char *line = NULL;
        size_t capacity = 0;
        ssize_t length = getline(&line, &capacity, stream);
        if (length < 0) {
            free(line);
            return ferror(stream) ? comb_fail(err, COMB_IO, "cannot read: %s", strerror(errno)) : COMB_OK;
        }
        number++;
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            line[--length] = '\0';
        if (length > 0)
            hand_out(batch, pool, line, (size_t)length, number);
        else
            free(line);
    }
    return COMB_OK;
}

static void tell_end(const struct batch *batch)
{
    if (batch->refused.count > 0)
        comb_cli_say(batch->cli, "%zu of %zu puzzles could not be answered, the first on line %zu",
                     batch->refused.count, batch->read, batch->refused.first);
    if (batch->cut.count > 0)
        comb_cli_say(batch->cli, "%zu of %zu answers were cut off by a limit, the first on line %zu", batch->cut.count,
                     batch->read, batch->cut.first);
    if (batch->ends_before > 0)
        comb_cli_say(batch->cli, "interrupted: the answers end before line %zu; the run can go on from there",
                     batch->ends_before);
}

static int solve_stream(struct comb_cli *cli, struct comb_job *job, FILE *stream)
{
    struct comb_error err = {0};
    struct batch batch = {.cli = cli, .job = job};
    const char *db = comb_params_text(&cli->params, "db", NULL);
    if (db && comb_kept_open(&batch.kept, db, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    unsigned threads = comb_job_threads(job);
    batch.slot_count = (size_t)threads * SLOTS_PER_THREAD;
    batch.slots = calloc(batch.slot_count, sizeof *batch.slots);
    struct comb_pool *pool = batch.slots ? comb_pool_new(threads) : NULL;
    if (!pool) {
        free(batch.slots);
        comb_kept_close(batch.kept);
        comb_fail_memory(&err);
        return comb_cli_fail(cli, NULL, &err);
    }
    pthread_mutex_init(&batch.lock, NULL);
    pthread_cond_init(&batch.room, NULL);
    int code = read_lines(&batch, pool, stream, &err);
    comb_pool_wait(pool);
    comb_pool_free(pool);
    comb_kept_close(batch.kept);
    pthread_mutex_destroy(&batch.lock);
    pthread_cond_destroy(&batch.room);
    free(batch.slots);
    if (code != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    tell_end(&batch);
    code = comb_job_tick(job, 0);
    if (batch.broken)
        return COMB_BAD_INPUT;
    return comb_exit_status(code == COMB_OK && batch.cut.count > 0 ? COMB_LIMIT : code);
}

int comb_cli_batch(struct comb_cli *cli, const char *path)
{
    int status = COMB_OK;
    struct comb_error err;
    const char *unbound = cli->game ? NULL : comb_cli_unbound(cli);
    if (unbound) {
        comb_fail(&err, COMB_BAD_INPUT, "--%s belongs to a game: name the game before --jsonl", unbound);
        return comb_cli_fail(cli, NULL, &err);
    }
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream) {
        comb_fail(&err, COMB_IO, "cannot open '%s': %s", path, strerror(errno));
        return comb_cli_fail(cli, NULL, &err);
    }
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_UNTIMED, &status);
    if (job)
        status = solve_stream(cli, comb_cli_job(job), stream);
    comb_cli_job_end(job);
    if (!standard)
        fclose(stream);
    return status;
}
