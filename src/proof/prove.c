/* Proves the best board: runs the prover's units on all cores and records each result.
 *
 *     --target N, or the best of a few annealing runs            a known board reaches the target, so the proof
 *          |                                                     lists the best boards and shows there are no others
 *     prover --> walk over the units that have no record --> worker 0 .. n   --> a line in DIR/units.txt
 *                                                                 |
 *          took longer than --unit-limit: split, parts join the walk
 *
 * Recorded units are loaded first and never repeated. A proof is complete, and reported as proved, only when the walk
 * finds no unit without a record. */
#define _POSIX_C_SOURCE 200809L
#include "base/platform.h"
#include "base/text.h"
#include "base/threads.h"
#include "family/words/best/space.h"
#include "proof/certificate/parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 6, MAX_ATTEMPTS = 60, STEPS = 30000 };

/* ---- the space ---- */

static int open_shape(struct comb_words_task *task, struct comb_error *err)
{
    const char *shape = comb_params_text(task->params, "shape", NULL);
    const char *first = task->game->make_shapes;
    snprintf(task->shape, sizeof task->shape, "%.*s", shape ? 31 : (int)strcspn(first, " "), shape ? shape : first);
    return comb_words_blank_board(&task->board, task->game, task->params, err);
}

/* Makes the lattice of the cells with letters. The prover knows nothing of holes: cells are numbered without them. */
static int open_lattice(struct comb_words_task *task, struct comb_error *err)
{
    const struct comb_lattice *all = task->board->lattice;
    struct comb_point points[COMB_WORDS_MAX_CELLS];
    size_t count = 0;
    for (unsigned i = 0; i < all->count; i++)
        if (task->board->cells[i].kind != COMB_WORDS_HOLE)
            points[count++] = all->at[i];
    return comb_lattice_from_points(&task->lattice, all->kind, points, count, err);
}

int comb_words_task_tiles(struct comb_word_board *out, const struct comb_words_task *task,
                          const struct comb_words_board *board, struct comb_error *err)
{
    struct comb_word_board all = {0};
    int code = comb_words_tiles(&all, board, task->dict, err);
    if (code != COMB_OK)
        return code;
    bool same = board->lattice->count == task->board->lattice->count && board->lattice->kind == task->lattice->kind;
    for (unsigned i = 0; same && i < all.cells; i++) {
        same = (all.tiles[i].count == 0) == (task->board->cells[i].kind == COMB_WORDS_HOLE) &&
               comb_point_compare(board->lattice->at[i], task->board->lattice->at[i]) == 0;
        if (same && all.tiles[i].count > 0)
            out->tiles[out->cells++] = all.tiles[i];
    }
    for (unsigned i = 0; same && i < out->cells; i++)
        out->neighbours[i] = task->lattice->masks[i];
    return same ? COMB_OK : COMB_NO;
}

static int init_space(struct comb_words_task *task, struct comb_error *err)
{
    int code = comb_words_dict(&task->dict, task->job, task->params, err);
    if (code == COMB_OK)
        code = comb_word_index_new(&task->index, task->dict, err);
    if (code == COMB_OK)
        code = open_shape(task, err);
    if (code == COMB_OK)
        code = open_lattice(task, err);
    if (code == COMB_OK && task->lattice->count > COMB_PROVE_MAX_CELLS)
        code = comb_fail(err, COMB_BAD_INPUT, "cannot prove boards of %u cells; expected 2 to %d", task->lattice->count,
                         COMB_PROVE_MAX_CELLS);
    if (code == COMB_OK)
        code = comb_words_task_tiles(&task->space.board, task, task->board, err);
    if (code == COMB_OK)
        code = comb_words_choose_letters(&task->space, task->game, task->dict, task->params, err);
    if (code == COMB_OK)
        code = comb_symmetries_new(&task->symmetries, task->lattice, err);
    if (code != COMB_OK)
        return code;
    task->space.symmetry_count = task->symmetries->count;
    task->space.images = task->symmetries->images;
    task->space.free = ((uint64_t)1 << task->space.board.cells) - 1;
    comb_words_rules(&task->space.rules, task->board, task->dict, task->params);
    return COMB_OK;
}

/* ---- the target ---- */

struct target_search {
    struct comb_job *job;
    uint64_t best;
    int stop;
};

static bool note_found(void *payload, uint64_t score, const uint8_t *letters)
{
    struct target_search *target_search = payload;
    (void)letters;
    target_search->best = score > target_search->best ? score : target_search->best;
    return true;
}

static bool tick_target_search(void *payload, uint64_t evaluations, double temperature)
{
    struct target_search *target_search = payload;
    (void)evaluations;
    (void)temperature;
    target_search->stop = comb_job_tick(target_search->job, 0);
    return target_search->stop == COMB_OK;
}

/* Finds a board that is good enough to prune with. It need not be the best: all that reach the target are listed. */
static int find_target(struct comb_words_task *task, struct comb_error *err)
{
    const struct comb_word_rules *rules = &task->space.rules;
    struct target_search target_search = {.job = task->job};
    double scale = rules->points[5] > 0 ? rules->points[5] / 5.0 : 1;
    struct comb_word_searcher searcher = {.space = &task->space,
                                          .start_temperature = 90 * scale,
                                          .end_temperature = 25 * scale,
                                          .steps = STEPS,
                                          .on_improvement = note_found,
                                          .tick = tick_target_search,
                                          .payload = &target_search};
    int code = comb_word_search_new_indexed(&searcher.search, task->index, err);
    unsigned since = 0;
    for (unsigned i = 0; code == COMB_OK && target_search.stop == COMB_OK && since < PATIENCE && i < MAX_ATTEMPTS;
         i++) {
        uint64_t before = target_search.best;
        comb_rng_seed(&searcher.rng, comb_job_seed(task->job) * 0x9e3779b97f4a7c15u + i);
        comb_word_attempt(&searcher, COMB_WORD_ANNEAL);
        since = target_search.best > before ? 0 : since + 1;
    }
    comb_word_search_free(searcher.search);
    if (code == COMB_OK && target_search.stop != COMB_OK)
        return comb_job_fail(task->job, target_search.stop, err);
    task->target = target_search.best > 0 ? target_search.best : 1;
    if (code == COMB_OK)
        comb_job_message(task->job, "found a board with %llu points; proving that none has more",
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
    double deadline; /* of the unit, in CPU seconds of this thread; 0 = none */
    bool late;
};

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
    shift->late = shift->deadline > 0 && comb_thread_seconds() > shift->deadline;
    return !shift->late;
}

/* Returns the next unit; call with the lock held. */
static bool next_unit(uint8_t *prefix, unsigned *length, struct run *run)
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

/* Stores the result in memory and on disk. */
static int record_unit(struct run *run, const uint8_t *prefix, unsigned length, const struct comb_prove_result *result,
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
        struct comb_words_proved_board board = {.score = result->boards[i].score};
        memcpy(board.letters, result->boards[i].letters, sizeof board.letters);
        if (!comb_vec_push(&records->boards, board))
            code = comb_fail_memory(err);
    }
    if (code == COMB_OK && !comb_vec_push(&run->done, comb_words_pack(prefix, length)))
        code = comb_fail_memory(err);
    pthread_mutex_unlock(&task->lock);
    return code;
}

static void report_boards(struct run *run, const struct comb_prove_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        struct comb_buf text = {0};
        comb_words_proved_text(&text, run->task, result->boards[i].letters);
        comb_job_message(run->task->job, "%6u  %s", result->boards[i].score, comb_buf_text(&text));
        comb_buf_free(&text);
    }
}

/* Limits splitting: a prefix must fit a packed number, and leave free cells. */
static bool may_split(const struct run *run, const uint8_t *prefix, unsigned length)
{
    const struct comb_prover *prover = run->task->prover;
    bool longer = length < 12 && length + 2 < comb_prover_cells(prover);
    return !run->chosen && (longer || comb_prove_split_place(prover, prefix, length) < length);
}

/* The parts are processed in the next wave; with shards in the next run, which may assign them to other machines. */
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
    uint8_t own[COMB_PROVE_MAX_CELLS];
    memcpy(own, prefix, sizeof own);
    bool limited = run->unit_limit > 0 && may_split(run, prefix, length);
    shift->late = false;
    shift->deadline = limited ? comb_thread_seconds() + run->unit_limit : 0;
    int code = comb_prove_unit(result, worker, own, length, err);
    if (code == COMB_LIMIT && shift->late)
        return split_unit(run, own, length, err);
    if (code == COMB_OK) {
        report_boards(run, result);
        code = record_unit(run, own, length, result, err);
    }
    return code;
}

static void run_worker(void *payload, size_t index, unsigned number)
{
    struct run *run = payload;
    struct shift shift = {.run = run};
    struct comb_prove_worker *worker = NULL;
    struct comb_prove_result result = {0};
    struct comb_error err = {0};
    uint8_t prefix[COMB_PROVE_MAX_CELLS];
    unsigned length;
    (void)index;
    (void)number;
    int code = comb_prove_worker_new(&worker, run->task->prover, tick_unit, &shift, &err);
    while (code == COMB_OK && next_unit(prefix, &length, run)) {
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
    uint8_t at[COMB_PROVE_MAX_CELLS];
    unsigned cell = 0, place = 0;
    for (unsigned i = 0; i < cells; i++)
        at[comb_prover_order(task->prover)[i]] = letters[i];
    for (size_t row = 0; row < task->board->rows; row++) {
        comb_buf_str(out, row ? "/" : "");
        for (unsigned i = 0; i < task->board->row_lengths[row]; i++, place++)
            comb_buf_str(out, task->board->cells[place].kind == COMB_WORDS_HOLE
                                  ? "."
                                  : comb_dict_letter_text(task->dict, at[cell++]));
    }
}

static int compare_proved(const void *a, const void *b)
{
    const struct comb_words_proved_board *one = a;
    const struct comb_words_proved_board *two = b;
    if (one->score != two->score)
        return one->score < two->score ? 1 : -1;
    return memcmp(one->letters, two->letters, sizeof one->letters);
}

/* Sorts best first and removes duplicates: a unit may have been recorded twice. */
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
        return comb_fail(err, COMB_BAD_INPUT, "--shard: %lld is out of range; with --shards %lld expected 0 to %lld",
                         shard, shards, shards - 1);
    run->walk = (struct comb_words_walk){.task = task, .shards = (uint64_t)shards, .shard = (uint64_t)shard};
    run->unit_limit = comb_params_seconds(task->params, "unit-limit", 0);
    run->chosen = units != NULL;
    return units ? comb_words_choose_units(&run->choice, task, units, err) : COMB_OK;
}

/* Counts the units of the whole proof without a record. */
static uint64_t count_left(const struct comb_words_task *task)
{
    struct comb_words_walk walk = {.task = task};
    uint64_t left = 0;
    while (comb_words_walk_next(&walk, true))
        left++;
    return left;
}

/* Adds the units of a wave to the records. */
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
        qsort(records->done.items, records->done.count, sizeof(uint64_t), comb_words_compare_packed);
    if (records->split.count > 1)
        qsort(records->split.items, records->split.count, sizeof(uint64_t), comb_words_compare_packed);
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
        comb_parallel(threads, threads, run_worker, run);
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

/* Reports how many units an incomplete certificate lacks, and the first of them. */
static int report_missing(const struct comb_words_task *task, uint64_t left, struct comb_error *err)
{
    enum { NAMED = 5 };
    struct comb_words_walk walk = {.task = task};
    struct comb_buf names = {0};
    for (unsigned i = 0; i < NAMED && comb_words_walk_next(&walk, true); i++) {
        comb_buf_str(&names, i ? ", " : "");
        comb_words_symbols_to_text(&names, task, walk.prefix, walk.length);
    }
    int code = names.failed ? comb_fail_memory(err)
                            : comb_fail(err, COMB_LIMIT, "incomplete: %llu of %llu units are missing: %s%s",
                                        (unsigned long long)left, (unsigned long long)task->units,
                                        comb_buf_text(&names), left > NAMED ? " ..." : "");
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
        code = report_missing(task, left, err);
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
    int code = init_space(task, err);
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

int comb_words_prove(json_t **found, const struct comb_game *game, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err)
{
    struct comb_words_task task = {.name = game->name, .game = game->family, .job = job, .params = params, .file = -1};
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
    comb_lattice_free(task.lattice);
    comb_words_free(task.board);
    comb_word_index_free(task.index);
    return code;
}
