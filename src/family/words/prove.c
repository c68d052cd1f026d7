/* Proving the best board: the units of the engine on all cores, each result recorded as it comes.
 *
 *     --target N, or the best of a few annealing runs            the target is reached by what is known, so the proof
 *          |                                                     lists the best boards and shows there are no others
 *     prover --> walk over the units that have no record --> worker 0 .. n   --> a line in DIR/units.txt
 *                                                                 |
 *          took longer than --unit-limit: split, parts join the walk
 *
 * What was recorded before is loaded first and never done again. A proof is complete when the walk meets no unit
 * without a record, and only then is it called proved. */
#define _POSIX_C_SOURCE 200809L
#include "base/text.h"
#include "base/threads.h"
#include "family/words/prove_parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 6, MOST_ATTEMPTS = 60, STEPS = 30000 };

/* ---- the space ---- */

static int open_shape(struct comb_words_task *task, struct comb_error *err)
{
    struct comb_buf text = {0};
    void *board = NULL;
    const unsigned char *rows = comb_words_shape(task->game, task->params);
    const char *shape = comb_params_text(task->params, "shape", NULL);
    const char *first = task->game->make_shapes;
    snprintf(task->shape, sizeof task->shape, "%.*s", shape ? 31 : (int)strcspn(first, " "), shape ? shape : first);
    for (size_t row = 0; rows[row]; row++) {
        comb_buf_str(&text, row ? "/" : "");
        comb_buf_repeat(&text, "?", rows[row]);
    }
    int code = text.failed ? comb_fail_memory(err)
                           : comb_words_parse_board(&board, task->game, task->job, comb_buf_text(&text), text.length,
                                                    task->params, err);
    comb_buf_free(&text);
    task->board = board;
    return code;
}

static void choose_tiles(struct comb_words_task *task)
{
    struct comb_word_space *space = &task->space;
    uint64_t counts[COMB_DICT_MAX_LETTERS];
    comb_words_letter_counts(counts, task->dict);
    for (unsigned i = 0; i < comb_dict_letter_count(task->dict); i++) {
        space->tiles[i] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)i}};
        space->weight[i] = (uint32_t)(counts[i] / 64 + 64);
    }
    int q = comb_dict_letter_index(task->dict, 'Q');
    int u = comb_dict_letter_index(task->dict, 'U');
    if (task->game->notation.q_means_qu && q >= 0 && u >= 0)
        space->tiles[q] = (struct comb_word_tile){.count = 2, .letters = {(uint8_t)q, (uint8_t)u}};
}

static int choose_letters(struct comb_words_task *task, struct comb_error *err)
{
    const char *given = comb_params_text(task->params, "letters", NULL);
    uint8_t letters[COMB_DICT_MAX_WORD];
    int listed = given ? comb_dict_parse(letters, COMB_DICT_MAX_WORD, task->dict, given, strlen(given)) : 0;
    if (given && listed <= 0)
        return comb_fail(err, COMB_BAD_INPUT, "--letters: '%.60s' is not a row of letters of the word list", given);
    task->space.letters = given ? 0 : (uint32_t)(((uint64_t)1 << comb_dict_letter_count(task->dict)) - 1);
    for (int i = 0; i < listed; i++)
        task->space.letters |= (uint32_t)1 << letters[i];
    choose_tiles(task);
    return COMB_OK;
}

static int set_up_space(struct comb_words_task *task, struct comb_error *err)
{
    int code = comb_words_dict(&task->dict, task->job, task->params, err);
    if (code == COMB_OK)
        code = comb_word_index_new(&task->index, task->dict, err);
    if (code == COMB_OK)
        code = open_shape(task, err);
    if (code == COMB_OK)
        code = comb_words_tiles(&task->space.board, task->board, task->dict, err);
    if (code == COMB_OK)
        code = choose_letters(task, err);
    if (code == COMB_OK)
        code = comb_symmetries_new(&task->symmetries, task->board->lattice, err);
    if (code != COMB_OK)
        return code;
    task->space.turns = task->symmetries->count;
    task->space.images = task->symmetries->images;
    task->space.free = ((uint64_t)1 << task->space.board.cells) - 1;
    comb_words_rules(&task->space.rules, task->board, task->dict, task->params);
    return COMB_OK;
}

/* ---- the target ---- */

struct hunt {
    struct comb_job *job;
    uint64_t best;
    int stop;
};

static bool note_found(void *payload, uint64_t score, const uint8_t *letters)
{
    struct hunt *hunt = payload;
    (void)letters;
    hunt->best = score > hunt->best ? score : hunt->best;
    return true;
}

static bool tick_hunt(void *payload, uint64_t evaluations, double temperature)
{
    struct hunt *hunt = payload;
    (void)evaluations;
    (void)temperature;
    hunt->stop = comb_job_tick(hunt->job, 0);
    return hunt->stop == COMB_OK;
}

/* A board that is good enough to prune with. It need not be the best: all that reach the target are listed. */
static int find_target(struct comb_words_task *task, struct comb_error *err)
{
    const struct comb_word_rules *rules = &task->space.rules;
    struct hunt hunt = {.job = task->job};
    double scale = rules->points[5] > 0 ? rules->points[5] / 5.0 : 1;
    struct comb_word_searcher searcher = {.space = &task->space,
                                          .hot = 90 * scale,
                                          .cold = 25 * scale,
                                          .steps = STEPS,
                                          .found = note_found,
                                          .tick = tick_hunt,
                                          .payload = &hunt};
    int code = comb_word_search_new_indexed(&searcher.search, task->index, err);
    unsigned since = 0;
    for (unsigned i = 0; code == COMB_OK && hunt.stop == COMB_OK && since < PATIENCE && i < MOST_ATTEMPTS; i++) {
        uint64_t before = hunt.best;
        comb_rng_seed(&searcher.rng, comb_job_seed(task->job) * 0x9e3779b97f4a7c15u + i);
        comb_word_attempt(&searcher, COMB_WORD_ANNEAL);
        since = hunt.best > before ? 0 : since + 1;
    }
    comb_word_search_free(searcher.search);
    if (code == COMB_OK && hunt.stop != COMB_OK)
        return comb_job_fail(task->job, hunt.stop, err);
    task->target = hunt.best > 0 ? hunt.best : 1;
    if (code == COMB_OK)
        comb_job_say(task->job, "a board with %llu points is known; now proving that none has more",
                     (unsigned long long)task->target);
    return code;
}

static int choose_target(struct comb_words_task *task, const char *folder, struct comb_error *err)
{
    int code = COMB_OK;
    task->target = (uint64_t)comb_params_int(task->params, "target", 0);
    if (task->target == 0 && folder)
        code = comb_words_certificate_target(&task->target, folder, err);
    if (code == COMB_OK && task->target == 0)
        code = find_target(task, err);
    return code;
}

/* ---- the work ---- */

struct run {
    struct comb_words_task *task;
    struct comb_words_walk walk;
    struct comb_words_choice choice;
    bool chosen;
    size_t next;
    double unit_limit;
    struct COMB_VEC(uint64_t) done; /* in this wave, packed */
    struct COMB_VEC(uint64_t) split;
    int stop;
    struct comb_error error;
};

struct shift {
    struct run *run;
    double deadline; /* of the unit, in seconds of this thread; 0 = none */
    bool late;
};

static double thread_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void stop_run(struct run *run, int code, const struct comb_error *error)
{
    pthread_mutex_lock(&run->task->lock);
    if (run->stop == COMB_OK) {
        run->stop = code;
        if (error)
            run->error = *error;
    }
    pthread_mutex_unlock(&run->task->lock);
}

static bool tick_unit(void *payload)
{
    struct shift *shift = payload;
    struct run *run = shift->run;
    int code = comb_job_tick(run->task->job, 0);
    if (code != COMB_OK) {
        stop_run(run, code, NULL);
        return false;
    }
    shift->late = shift->deadline > 0 && thread_seconds() > shift->deadline;
    return !shift->late;
}

/* The next unit, under the lock. */
static bool take_unit(uint8_t *prefix, unsigned *length, struct run *run)
{
    struct comb_words_task *task = run->task;
    unsigned depth = comb_prover_depth(task->prover);
    pthread_mutex_lock(&task->lock);
    bool more = run->stop == COMB_OK;
    if (more && run->chosen) {
        while (run->next < run->choice.count &&
               comb_words_packed_find(task->records.done.items, task->records.done.count,
                                      comb_words_pack(run->choice.symbols.items + run->next * depth, depth)))
            run->next++;
        more = run->next < run->choice.count;
        if (more)
            memcpy(prefix, run->choice.symbols.items + run->next++ * depth, depth);
        *length = depth;
    } else if (more) {
        more = comb_words_walk_next(&run->walk, true);
        memcpy(prefix, run->walk.prefix, sizeof run->walk.prefix);
        *length = run->walk.length;
    }
    pthread_mutex_unlock(&task->lock);
    return more;
}

/* Keeps the result in memory and on disk. */
static int record(struct run *run, const uint8_t *prefix, unsigned length, const struct comb_prove_result *result,
                  struct comb_error *err)
{
    struct comb_words_task *task = run->task;
    struct comb_words_records *records = &task->records;
    int code = task->file >= 0 ? comb_words_certificate_unit(task, prefix, length, result, err) : COMB_OK;
    pthread_mutex_lock(&task->lock);
    records->nodes += result->nodes;
    records->leaves += result->leaves;
    const struct comb_prove_costs *costs = &result->costs;
    records->milliseconds += (uint64_t)((costs->listing + costs->first + costs->second + costs->below) * 1000);
    for (size_t i = 0; i < result->count && code == COMB_OK; i++) {
        struct comb_words_proved board = {.score = result->boards[i].score};
        memcpy(board.letters, result->boards[i].letters, sizeof board.letters);
        if (!comb_vec_push(&records->boards, board))
            code = comb_fail_memory(err);
    }
    if (code == COMB_OK && !comb_vec_push(&run->done, comb_words_pack(prefix, length)))
        code = comb_fail_memory(err);
    pthread_mutex_unlock(&task->lock);
    return code;
}

static void say_boards(struct run *run, const struct comb_prove_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        struct comb_buf text = {0};
        comb_words_proved_text(&text, run->task, result->boards[i].letters);
        comb_job_say(run->task->job, "%6u  %s", result->boards[i].score, comb_buf_text(&text));
        comb_buf_free(&text);
    }
}

/* Splitting only goes so far: a prefix must fit a packed number, and leave cells to place. */
static bool may_split(const struct run *run, const uint8_t *prefix, unsigned length)
{
    const struct comb_prover *prover = run->task->prover;
    bool longer = length < 12 && length + 2 < comb_prover_cells(prover);
    return !run->chosen && (longer || comb_prove_split_place(prover, prefix, length) < length);
}

/* The parts are done in the next wave; with shards in the next run, which may deal them out to other machines. */
static int split_unit(struct run *run, const uint8_t *prefix, unsigned length, struct comb_error *err)
{
    struct comb_words_task *task = run->task;
    int code = task->file >= 0 ? comb_words_certificate_split(task, prefix, length, run->unit_limit, err) : COMB_OK;
    pthread_mutex_lock(&task->lock);
    if (code == COMB_OK && !comb_vec_push(&run->split, comb_words_pack(prefix, length)))
        code = comb_fail_memory(err);
    pthread_mutex_unlock(&task->lock);
    return code;
}

static int do_unit(struct run *run, struct shift *shift, struct comb_prove_worker *worker,
                   struct comb_prove_result *result, const uint8_t *prefix, unsigned length, struct comb_error *err)
{
    uint8_t own[COMB_PROVE_MOST_CELLS];
    memcpy(own, prefix, sizeof own);
    bool limited = run->unit_limit > 0 && may_split(run, prefix, length);
    shift->late = false;
    shift->deadline = limited ? thread_seconds() + run->unit_limit : 0;
    int code = comb_prove_unit(result, worker, own, length, err);
    if (code == COMB_LIMIT && shift->late)
        return split_unit(run, own, length, err);
    if (code == COMB_OK) {
        say_boards(run, result);
        code = record(run, own, length, result, err);
    }
    return code;
}

static void work(void *payload, size_t index, unsigned number)
{
    struct run *run = payload;
    struct shift shift = {.run = run};
    struct comb_prove_worker *worker = NULL;
    struct comb_prove_result result = {0};
    struct comb_error err = {0};
    uint8_t prefix[COMB_PROVE_MOST_CELLS];
    unsigned length;
    (void)index;
    (void)number;
    int code = comb_prove_worker_new(&worker, run->task->prover, tick_unit, &shift, &err);
    while (code == COMB_OK && take_unit(prefix, &length, run)) {
        code = do_unit(run, &shift, worker, &result, prefix, length, &err);
        if (code == COMB_OK)
            code = comb_job_tick(run->task->job, 1);
    }
    if (code != COMB_OK)
        stop_run(run, code, &err);
    comb_prove_result_free(&result);
    comb_prove_worker_free(worker);
}

/* ---- the result ---- */

void comb_words_proved_text(struct comb_buf *out, const struct comb_words_task *task, const uint8_t *letters)
{
    unsigned cells = comb_prover_cells(task->prover);
    uint8_t at[COMB_PROVE_MOST_CELLS];
    unsigned cell = 0;
    for (unsigned i = 0; i < cells; i++)
        at[comb_prover_order(task->prover)[i]] = letters[i];
    for (size_t row = 0; row < task->board->rows; row++) {
        comb_buf_str(out, row ? "/" : "");
        for (unsigned i = 0; i < task->board->row_lengths[row]; i++)
            comb_buf_str(out, comb_dict_letter_text(task->dict, at[cell++]));
    }
}

static int compare_proved(const void *a, const void *b)
{
    const struct comb_words_proved *one = a;
    const struct comb_words_proved *two = b;
    if (one->score != two->score)
        return one->score < two->score ? 1 : -1;
    return memcmp(one->letters, two->letters, sizeof one->letters);
}

/* The best first, each once: a unit may have been recorded twice. */
static void sort_boards(struct comb_words_records *records)
{
    size_t count = 0;
    if (records->boards.count > 1)
        qsort(records->boards.items, records->boards.count, sizeof *records->boards.items, compare_proved);
    for (size_t i = 0; i < records->boards.count; i++)
        if (count == 0 || compare_proved(&records->boards.items[count - 1], &records->boards.items[i]) != 0)
            records->boards.items[count++] = records->boards.items[i];
    records->boards.count = count;
}

static int write_result(json_t **out, const struct run *run, bool proved, uint64_t left, struct comb_error *err)
{
    const struct comb_words_task *task = run->task;
    const struct comb_words_records *records = &task->records;
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    json_t *boards = comb_json_array(&build);
    for (size_t i = 0; i < records->boards.count; i++) {
        struct comb_buf text = {0};
        json_t *board = comb_json_object(&build);
        comb_words_proved_text(&text, task, records->boards.items[i].letters);
        comb_json_set(&build, board, "score", comb_json_int(&build, (long long)records->boards.items[i].score));
        comb_json_set(&build, board, "board", comb_json_string(&build, comb_buf_text(&text)));
        comb_json_push(&build, boards, board);
        comb_buf_free(&text);
    }
    bool some = records->boards.count > 0;
    comb_json_set(&build, root, "shape", comb_json_string(&build, task->shape));
    comb_json_set(&build, root, "target", comb_json_int(&build, (long long)task->target));
    comb_json_set(&build, root, "optimum",
                  proved && some ? comb_json_int(&build, (long long)records->boards.items[0].score) : json_null());
    comb_json_set(&build, root, "proved", comb_json_bool(&build, proved));
    comb_json_set(&build, root, "boards", boards);
    comb_json_set(&build, root, "nodes", comb_json_int(&build, (long long)records->nodes));
    comb_json_set(&build, root, "leaves", comb_json_int(&build, (long long)records->leaves));
    comb_json_set(&build, root, "units", comb_json_int(&build, (long long)task->units));
    comb_json_set(&build, root, "units_left", comb_json_int(&build, (long long)left));
    comb_json_set(&build, root, "damaged_lines", comb_json_int(&build, (long long)records->damaged));
    comb_json_set(&build, root, "cpu_seconds", comb_json_real(&build, (double)records->milliseconds / 1000));
    comb_json_set(&build, root, "seconds", comb_json_real(&build, comb_job_seconds(task->job)));
    return comb_json_finish(out, &build, root, err);
}

/* ---- running ---- */

static int choose_work(struct run *run, struct comb_error *err)
{
    struct comb_words_task *task = run->task;
    const char *units = comb_params_text(task->params, "units", NULL);
    long long shards = comb_params_int(task->params, "shards", 1);
    long long shard = comb_params_int(task->params, "shard", 0);
    if (shard >= shards)
        return comb_fail(err, COMB_BAD_INPUT, "--shard: %lld is out of range; with --shards %lld give 0 to %lld", shard,
                         shards, shards - 1);
    run->walk = (struct comb_words_walk){.task = task, .shards = (uint64_t)shards, .shard = (uint64_t)shard};
    run->unit_limit = comb_params_seconds(task->params, "unit-limit", 0);
    run->chosen = units != NULL;
    return units ? comb_words_choose_units(&run->choice, task, units, err) : COMB_OK;
}

/* Units of the whole proof without a record. */
static uint64_t count_left(const struct comb_words_task *task)
{
    struct comb_words_walk walk = {.task = task};
    uint64_t left = 0;
    while (comb_words_walk_next(&walk, true))
        left++;
    return left;
}

static int compare_packed(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a;
    uint64_t two = *(const uint64_t *)b;
    return (one > two) - (one < two);
}

/* What a wave has done joins the records. */
static bool close_wave(struct run *run)
{
    struct comb_words_records *records = &run->task->records;
    for (size_t i = 0; i < run->done.count; i++)
        if (!comb_vec_push(&records->done, run->done.items[i]))
            return false;
    for (size_t i = 0; i < run->split.count; i++)
        if (!comb_vec_push(&records->split, run->split.items[i]))
            return false;
    if (records->done.count > 1)
        qsort(records->done.items, records->done.count, sizeof(uint64_t), compare_packed);
    if (records->split.count > 1)
        qsort(records->split.items, records->split.count, sizeof(uint64_t), compare_packed);
    run->done.count = 0;
    run->split.count = 0;
    return true;
}

static int run_waves(uint64_t *left, struct run *run, struct comb_error *err)
{
    struct comb_words_task *task = run->task;
    unsigned threads = comb_job_threads(task->job);
    uint64_t shards = run->walk.shards;
    bool again;
    comb_job_expect(task->job, run->chosen ? run->choice.count : (*left + shards - 1) / shards);
    do {
        comb_parallel(threads, threads, work, run);
        again = run->split.count > 0 && shards == 1 && run->stop == COMB_OK;
        if (!close_wave(run))
            return comb_fail_memory(err);
        run->walk = (struct comb_words_walk){.task = task, .shards = shards, .shard = run->walk.shard};
    } while (again);
    *left = count_left(task);
    if (run->stop != COMB_OK && run->stop != COMB_LIMIT && run->stop != COMB_INTERRUPTED) {
        if (err)
            *err = run->error;
        return run->stop;
    }
    return COMB_OK;
}

/* A certificate that was only read and is not whole: how much is left, and which units come first. */
static int tell_left(const struct comb_words_task *task, uint64_t left, struct comb_error *err)
{
    enum { NAMED = 5 };
    struct comb_words_walk walk = {.task = task};
    struct comb_buf names = {0};
    for (unsigned i = 0; i < NAMED && comb_words_walk_next(&walk, true); i++) {
        comb_buf_str(&names, i ? ", " : "");
        comb_words_spell_symbols(&names, task, walk.prefix, walk.length);
    }
    int code = names.failed
                   ? comb_fail_memory(err)
                   : comb_fail(err, COMB_LIMIT, "%llu of %llu units are left: %s%s", (unsigned long long)left,
                               (unsigned long long)task->units, comb_buf_text(&names), left > NAMED ? " ..." : "");
    comb_buf_free(&names);
    return code;
}

static int run_units(json_t **out, struct comb_words_task *task, bool read_only, struct comb_error *err)
{
    struct run run = {.task = task};
    int code = choose_work(&run, err);
    uint64_t left = code == COMB_OK ? count_left(task) : 0;
    if (code == COMB_OK && !read_only)
        code = run_waves(&left, &run, err);
    if (code == COMB_OK) {
        sort_boards(&task->records);
        code = write_result(out, &run, left == 0, left, err);
    }
    if (code == COMB_OK && run.stop != COMB_OK)
        code = comb_job_fail(task->job, run.stop, err);
    else if (code == COMB_OK && read_only && left > 0)
        code = tell_left(task, left, err);
    comb_vec_free(&run.choice.symbols);
    comb_vec_free(&run.done);
    comb_vec_free(&run.split);
    return code;
}

static int run_task(json_t **out, struct comb_words_task *task, struct comb_error *err)
{
    const char *merge = comb_params_text(task->params, "merge", NULL);
    const char *folder = merge ? merge : comb_params_text(task->params, "out", NULL);
    long long depth = comb_params_int(task->params, "depth", COMB_PROVE_AUTO_DEPTH);
    int code = set_up_space(task, err);
    if (code == COMB_OK)
        code = choose_target(task, folder, err);
    if (code == COMB_OK)
        code = comb_prover_new(&task->prover, &task->space, task->index, task->target, (unsigned)depth, err);
    if (code == COMB_OK)
        code = comb_words_choose_classes(task, err);
    if (code != COMB_OK)
        return code;
    task->units = comb_prove_count(task->prover, comb_prover_depth(task->prover));
    if (comb_params_flag(task->params, "estimate"))
        return comb_words_estimate(out, task, err);
    if (folder)
        code = comb_words_certificate_open(task, folder, merge != NULL, err);
    if (code == COMB_OK)
        code = run_units(out, task, merge != NULL, err);
    return code;
}

int comb_words_prove(json_t **found, const char *name, const struct comb_words_game *game, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err)
{
    struct comb_words_task task = {.name = name, .game = game, .job = job, .params = params, .file = -1};
    *found = NULL;
    pthread_mutex_init(&task.lock, NULL);
    int code = run_task(found, &task, err);
    pthread_mutex_destroy(&task.lock);
    if (task.file >= 0)
        close(task.file);
    comb_vec_free(&task.records.done);
    comb_vec_free(&task.records.split);
    comb_vec_free(&task.records.boards);
    comb_prover_free(task.prover);
    comb_symmetries_free(task.symmetries);
    comb_words_free(task.board);
    comb_word_index_free(task.index);
    return code;
}
