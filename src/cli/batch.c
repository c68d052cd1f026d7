/* clang-format off */
/* Answers --jsonl FILE: one input per line, one answer per line, in order, on all cores. The verb's `run_line` handles
 * one line.
 *
 *     reader (this thread) -> lines in slots of a ring -> workers solve out of order
 *                                                      -> the worker that finishes the oldest slot prints it
 *                                                         and the finished slots after it
 *
 *     slots   [done][done][ .. ][done][ .. ][ .. ]        the ring bounds memory: the reader waits while it is full
 *              ^ next to print        ^ next to read
 *
 * A line is a board as text or a JSON object {"board": "...", "game": "..."}; for 'comb read', a picture path or an
 * object with "picture". A bad line gives an object with "error"; blank lines are skipped. --time-limit and
 * --memory-limit apply to each line. An interrupted run prints no line after the first one without a complete answer,
 * so the run can be continued from there. */
/* clang-format on */
#define _POSIX_C_SOURCE 200809L
#include "cli/interrupt.h"
#include "cli/verb.h"

#include "base/threads.h"
#include "core/run.h"
#include "store/answer_cache.h"

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
    bool skipped; /* the run was interrupted before the answer was complete */
};

/* Counts lines with a common property. */
struct tally {
    size_t count;
    size_t first; /* number of the line, 0: none */
};

struct batch {
    struct comb_cli *cli;
    struct comb_cache *cache;
    struct comb_job *job; /* cancels the whole run; each line has its own job */
    pthread_mutex_t lock;
    pthread_cond_t room;
    struct slot *slots;
    size_t slot_count;
    size_t read;    /* slots handed out */
    size_t printed; /* slots printed */
    struct tally failed;
    struct tally limited;   /* by a limit */
    struct tally uncertain; /* pictures with uncertain cells */
    struct tally unsaved;   /* answers not stored in the library */
    size_t ends_before;     /* number of the first skipped line, 0: none */
    atomic_bool broken;     /* writing the output failed */
};

/* Extracts the text and the game of a line that is an object. */
static int read_object(const struct comb_game **game, struct comb_buf *out, const struct comb_cli_line *line,
                       const char *key, struct comb_error *err)
{
    json_t *object;
    int code = comb_json_parse(&object, line->text, line->length, err);
    if (code != COMB_OK)
        return code;
    const char *text = json_string_value(json_object_get(object, key));
    const char *name = json_string_value(json_object_get(object, "game"));
    const struct comb_game *named = name ? comb_game_find(name) : *game;
    if (!text)
        code = comb_fail(err, COMB_BAD_INPUT, "expected an object with a string \"%s\"", key);
    else if (name && !named)
        code = comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'", name);
    else
        comb_buf_str(out, text);
    *game = named;
    json_decref(object);
    return code;
}

int comb_cli_line_read(const struct comb_game **game, struct comb_buf *text, const struct comb_cli_line *line,
                       const char *key, struct comb_error *err)
{
    int code = COMB_OK;
    if (line->length > LONGEST_LINE)
        return comb_fail(err, COMB_BAD_INPUT, "the line is longer than %d bytes", LONGEST_LINE);
    const struct comb_game *named = line->cli->game; /* some boards are JSON objects themselves */
    bool board = named && named->detect && named->detect(line->text, line->length) == 100;
    if (line->text[0] == '{' && !board)
        code = read_object(game, text, line, key, err);
    else
        comb_buf_add(text, line->text, line->length);
    return code == COMB_OK && text->failed ? comb_fail_memory(err) : code;
}

int comb_cli_line_board(struct comb_board **out, const struct comb_cli_line *line, struct comb_job *job,
                        struct comb_error *err)
{
    const struct comb_params *params = &line->cli->params;
    const struct comb_game *game = line->cli->game;
    struct comb_buf text = {0};
    *out = NULL;
    int code = comb_cli_line_read(&game, &text, line, "board", err);
    if (code == COMB_OK)
        code = comb_board_open(out, game, comb_buf_text(&text), text.length, job, params, err);
    if (code == COMB_OK)
        code = comb_cli_apply_moves(*out, params, err);
    comb_buf_free(&text);
    return code;
}

static int run_line(json_t **answer, const struct batch *batch, const struct slot *slot, struct comb_error *err)
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
    struct comb_cli_line line = {.cli = batch->cli, .cache = batch->cache, .text = slot->line, .length = slot->length};
    struct comb_job *job;
    int code = comb_job_new(&job, &setup, err);
    if (code == COMB_OK)
        code = batch->cli->verb->run_line(answer, &line, job, err);
    comb_job_free(job);
    return code;
}

/* Prints the finished slots, oldest first, up to the first unfinished one. Called with the lock held. */
static void print_finished(struct batch *batch)
{
    while (batch->printed < batch->read) {
        struct slot *slot = &batch->slots[batch->printed % batch->slot_count];
        if (!slot->done)
            break;
        if (slot->skipped && batch->ends_before == 0)
            batch->ends_before = slot->number;
        if (!batch->broken && batch->ends_before == 0 && comb_cli_write_json_text(batch->cli, &slot->output) != COMB_OK)
            batch->broken = true;
        comb_buf_free(&slot->output);
        free(slot->line);
        slot->line = NULL;
        slot->done = false;
        batch->printed++;
        pthread_cond_signal(&batch->room);
    }
}

static void count_line(struct tally *tally, const struct slot *slot)
{
    pthread_mutex_lock(&slot->batch->lock);
    tally->count++;
    if (tally->first == 0 || slot->number < tally->first)
        tally->first = slot->number;
    pthread_mutex_unlock(&slot->batch->lock);
}

/* Returns the error object for a line without an answer. */
static json_t *error_object(const struct slot *slot, const struct comb_error *err)
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
    int code = run_line(&answer, batch, slot, &err);
    slot->skipped = comb_job_tick(batch->job, 0) != COMB_OK && (code == COMB_INTERRUPTED || !answer);
    if (json_object_get(answer, "unkept"))
        count_line(&batch->unsaved, slot);
    if (!slot->skipped) {
        if (code == COMB_LIMIT)
            count_line(&batch->limited, slot);
        else if (!answer)
            count_line(&batch->failed, slot);
        else if (code == COMB_UNSURE)
            count_line(&batch->uncertain, slot);
        if (!answer)
            answer = error_object(slot, &err);
        comb_json_print(&slot->output, answer);
        comb_buf_char(&slot->output, '\n');
    }
    json_decref(answer);
}

static void answer_slot(void *payload)
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

/* Waits for a free slot and returns it. */
static struct slot *acquire_slot(struct batch *batch)
{
    pthread_mutex_lock(&batch->lock);
    while (batch->read - batch->printed >= batch->slot_count)
        pthread_cond_wait(&batch->room, &batch->lock);
    struct slot *slot = &batch->slots[batch->read++ % batch->slot_count];
    pthread_mutex_unlock(&batch->lock);
    return slot;
}

static void submit_line(struct batch *batch, struct comb_pool *pool, char *line, size_t length, size_t number)
{
    struct slot *slot = acquire_slot(batch);
    *slot = (struct slot){.batch = batch, .line = line, .length = length, .number = number};
    if (!comb_pool_submit(pool, answer_slot, slot))
        answer_slot(slot); /* out of memory for the queue: answer it in this thread */
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
            submit_line(batch, pool, line, (size_t)length, number);
        else
            free(line);
    }
    return COMB_OK;
}

static void print_summary(const struct batch *batch)
{
    if (batch->failed.count > 0)
        comb_cli_info(batch->cli, "%zu of %zu lines failed, the first is line %zu", batch->failed.count, batch->read,
                      batch->failed.first);
    if (batch->limited.count > 0)
        comb_cli_info(batch->cli, "%zu of %zu lines hit a limit, the first is line %zu", batch->limited.count,
                      batch->read, batch->limited.first);
    if (batch->uncertain.count > 0)
        comb_cli_info(batch->cli, "%zu of %zu pictures are uncertain, the first is line %zu", batch->uncertain.count,
                      batch->read, batch->uncertain.first);
    if (batch->unsaved.count > 0)
        comb_cli_warn(batch->cli, "%zu of %zu answers were not saved, the first is line %zu; see \"unkept\"",
                      batch->unsaved.count, batch->read, batch->unsaved.first);
    if (batch->ends_before > 0)
        comb_cli_info(batch->cli, "interrupted: continue from line %zu", batch->ends_before);
}

static int answer_stream(struct comb_cli *cli, struct comb_job *job, FILE *stream)
{
    struct comb_error err = {0};
    struct batch batch = {.cli = cli, .job = job};
    const char *db = comb_params_text(&cli->params, "db", NULL);
    if (db && comb_cache_open_optional(&batch.cache, db, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    unsigned threads = comb_job_threads(job);
    batch.slot_count = (size_t)threads * SLOTS_PER_THREAD;
    batch.slots = calloc(batch.slot_count, sizeof *batch.slots);
    struct comb_pool *pool = batch.slots ? comb_pool_new(threads) : NULL;
    if (!pool) {
        free(batch.slots);
        comb_cache_close(batch.cache);
        comb_fail_memory(&err);
        return comb_cli_fail(cli, NULL, &err);
    }
    pthread_mutex_init(&batch.lock, NULL);
    pthread_cond_init(&batch.room, NULL);
    int code = read_lines(&batch, pool, stream, &err);
    comb_pool_wait(pool);
    comb_pool_free(pool);
    comb_cache_close(batch.cache);
    pthread_mutex_destroy(&batch.lock);
    pthread_cond_destroy(&batch.room);
    free(batch.slots);
    if (code != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    print_summary(&batch);
    code = comb_job_tick(job, 0);
    if (batch.broken)
        return COMB_BAD_INPUT;
    if (code == COMB_OK)
        code = batch.limited.count > 0 ? COMB_LIMIT : batch.uncertain.count > 0 ? COMB_UNSURE : COMB_OK;
    return comb_exit_status(code);
}

/* Rejects operands and options that would have no effect or make no sense for several lines. */
static int check_arguments(const struct comb_cli *cli, struct comb_error *err)
{
    static const char *const single[] = {"fix", "overlay", "code", NULL};
    const char *unbound = cli->game ? NULL : comb_cli_unbound(cli);
    if (cli->operand_count > 0) {
        const char *operand = cli->operands[0];
        const struct comb_game *near = cli->game ? NULL : comb_game_suggest(operand);
        if (near)
            return comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; did you mean %s?", operand, near->name);
        return comb_fail(err, COMB_BAD_INPUT, "unexpected operand '%.40s': --jsonl reads the input from FILE", operand);
    }
    if (unbound)
        return comb_fail(err, COMB_BAD_INPUT, "--%s is an option of a game: name the game before --jsonl", unbound);
    if (cli->game && comb_verb_depends_on_game(cli->verb) && !comb_verb_supports(cli->verb, cli->game))
        return comb_cli_fail_unsupported(cli, err);
    for (const char *const *name = single; *name; name++)
        if (comb_params_text(&cli->params, *name, NULL) || comb_params_flag(&cli->params, *name))
            return comb_fail(err, COMB_BAD_INPUT, "--%s applies to a single picture and cannot be used with --jsonl",
                             *name);
    return COMB_OK;
}

int comb_cli_batch(struct comb_cli *cli)
{
    int status = COMB_OK;
    struct comb_error err;
    const char *path = comb_params_text(&cli->params, "jsonl", NULL);
    if (check_arguments(cli, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream) {
        comb_fail(&err, COMB_IO, "cannot open '%s': %s", path, strerror(errno));
        return comb_cli_fail(cli, NULL, &err);
    }
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_UNTIMED, &status);
    if (job)
        status = answer_stream(cli, comb_cli_job(job), stream);
    comb_cli_job_end(job);
    if (!standard)
        fclose(stream);
    return status;
}
