/* The search for solutions.
 *
 *     +---+---+---+---E
 *     | w | b   b   b |        S the start, H the head
 *     +---+   +---+---+        drawn through: used, or the outline; with gaps ( - ): still open
 *     | w | b | w   w |
 *     +---H - + - + - +
 *     | w | w | w | b |
 *     S---+ - + - + - +
 *
 * The line grows from its start. Each edge has a state: used, maybe, dead. The few rules below imply more used and
 * dead edges, often so many that the head has only one way to go, and most mistakes show long before the line is
 * complete. Representation: one byte per edge, two counters and a mate per node, and bit sets; a state is copied
 * from frame to frame, never undone.
 *
 * Deductions, per frame (files beside this one):
 *     deduce.c   degrees: a node has two used edges or none
 *     block.c    an edge that is on no path from the head to an end is dead (biconnected block)
 *     class.c    final regions are checked (region.h); open ones are bounded from both sides, and edges between
 *                classes that must be apart are used
 *     memo.c     states that agree in everything that still matters are searched once
 *
 * How it is run here:
 *     one line    most panels have many solutions, but a depth-first search stuck in a bad subtree does not return. So
 *                 it is restarted: short walks in random order, each longer than the last, alternately from the starts
 *                 and from the ends. The table of dead states is kept, so no walk repeats another's work; a walk that
 *                 finishes by itself is a proof. After a while they take turns with local search (local_line.h) and SAT
 *                 (sat_line.h), turns of growing length. Each thread has its own seed, and one of them switches
 *                 to SAT.
 *     all lines   one walk without limit; with threads, the top of the tree is split into jobs. Each line is found
 *                 once.
 *     shortest    walks that may use 1, 2, 3, ... nodes more than the minimum: the first that finds a line has found a
 *                 shortest one.
 *
 * Cost: a frame is linear in the size of the panel, 2 to 6 microseconds from 5x5 to 10x10; the number of frames
 * depends on the puzzle. */
#include "games/witness/local/local_line.h"
#include "games/witness/sat/sat_line.h"
#include "games/witness/search/parts.h"
#include "games/witness/solve.h"

#include "base/threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS_PER_THREAD = 32, MAX_SPLITS = 64, NOTE_NODES = 1 << 9 };

static const uint64_t FIRST_LIMIT = 1000; /* nodes of the first short walk */
static const double LIMIT_GROWTH = 1.2;

/* Turns of a search for one line: the walks go first, alone; then walks, local search and SAT alternate, each turn
 * twice as long as the last. Units: steps of the walks, a fraction of a microsecond; changes of local search per cell,
 * about a tenth of a microsecond each; calls of the SAT solver's terminate callback, some hundred microseconds. Local
 * search has longer turns on larger panels, because the others rarely solve these. */
static const uint64_t WALK_TURN = 400000, LOCAL_TURN = 20000, SAT_TURN = 600, TURN_GROWTH = 2;
enum { LOCAL_SLICE = 1 << 15 }; /* changes between two notes on progress */

struct prefix {
    double weight;
    unsigned count;
    uint16_t nodes[COMB_WITNESS_MAX_NODES];
};

struct prefix_list {
    struct prefix *items;
    size_t count, capacity;
};

struct search {
    const struct comb_witness_task *task;
    struct comb_job *job;
    struct comb_witness_outcome *out;
    struct comb_search_board *boards[2]; /* forward, backward */
    struct comb_search_walker **walkers;
    unsigned threads;
    bool one, exhaustive;
    pthread_mutex_t lock; /* guards `out`, `fraction` and the calls of on_found */
    double fraction;      /* done, of the tree of all lines */
    atomic_bool stop, exhausted;
    atomic_int code;
    struct prefix_list jobs;
    struct comb_job *race; /* for SAT in one thread among others: cancelled when another has won */
};

/* ---- lines found ---- */

static void write_line(struct comb_witness_line *line, const struct comb_search_walker *walker)
{
    const struct comb_search_board *board = walker->board;
    unsigned first = board->backward ? board->part.end_half : board->part.start_half;
    unsigned last = board->backward ? board->part.start_half : board->part.end_half;
    assert(walker->length >= 1 && walker->length <= board->graph->nodes);
    line->count = 0;
    if (first != COMB_WITNESS_NOWHERE)
        line->nodes[line->count++] = (uint16_t)(board->graph->nodes + first);
    for (unsigned i = 0; i < walker->length; i++)
        line->nodes[line->count++] = walker->path[board->backward ? walker->length - 1 - i : i];
    if (last != COMB_WITNESS_NOWHERE)
        line->nodes[line->count++] = (uint16_t)(board->graph->nodes + last);
}

/* Returns whether the mirror image of the line is also found, from a lower start: then only that one counts. */
static bool counts_elsewhere(const struct search *search, const struct comb_witness_line *line)
{
    const struct comb_search_board *board = search->boards[0];
    const struct comb_witness_graph *graph = board->graph;
    unsigned start = comb_witness_point_mirror(graph, line->nodes[0]);
    unsigned end = comb_witness_point_mirror(graph, line->nodes[line->count - 1]);
    if (!board->one_of_two || start > line->nodes[0] || !comb_witness_is_start(comb_witness_on_point(graph, start)) ||
        !comb_witness_is_end(comb_witness_on_point(graph, end)))
        return false;
    for (unsigned edge = 0; edge < graph->edges && search->task->needed; edge++)
        if (comb_bit_test(search->task->needed->words, edge))
            return false;
    for (unsigned i = 1; i < line->count; i++) {
        unsigned edge = comb_witness_edge_of_step(graph, line->nodes[i - 1], line->nodes[i]);
        if (!board->line_may_use[graph->edge_mirror[edge]] && !comb_bit_test(board->halves.words, edge))
            return false;
    }
    return true;
}

static int on_line(void *payload, struct comb_search_walker *walker)
{
    struct search *search = payload;
    struct comb_witness_line line;
    write_line(&line, walker);
    if (counts_elsewhere(search, &line))
        return COMB_OK;
    pthread_mutex_lock(&search->lock);
    if (!atomic_load(&search->stop)) {
        if (search->out->lines++ == 0)
            search->out->line = line;
        if (!search->task->on_found || !search->task->on_found(search->task->payload, &line))
            atomic_store(&search->stop, true);
    }
    pthread_mutex_unlock(&search->lock);
    return atomic_load(&search->stop) ? COMB_NO : COMB_OK;
}

/* In a search for one line nobody knows how much is left: says which walk it is, how much of that is done, and the
 * nodes of all walks. */
static void note_walk(struct search *search, const struct comb_search_walker *walker)
{
    uint64_t done = walker->nodes - walker->walk_from, limit = walker->node_limit - walker->walk_from;
    assert(walker->node_limit >= walker->walk_from);
    comb_job_note(search->job, "walk %llu, %.0f %% of %llu nodes; %llu in all", (unsigned long long)walker->walks,
                  100.0 * (double)done / (double)(limit > 0 ? limit : 1), (unsigned long long)limit,
                  (unsigned long long)walker->nodes * search->threads);
}

/* Reports the walker's progress: lines so far, nodes, and the fraction done in a search for all lines. */
static void report_progress(struct search *search, struct comb_search_walker *walker)
{
    walker->reported_nodes = walker->nodes;
    pthread_mutex_lock(&search->lock);
    uint64_t lines = search->out->lines;
    search->fraction += walker->done - walker->reported_done;
    assert(!search->exhaustive || search->fraction < 1.001); /* parts of one tree */
    walker->reported_done = walker->done;
    if (search->exhaustive && !search->task->shortest)
        comb_job_fraction(search->job, search->fraction);
    pthread_mutex_unlock(&search->lock);
    if (search->one)
        note_walk(search, walker);
    else
        comb_job_note(search->job, "%llu lines, %llu nodes", (unsigned long long)lines,
                      (unsigned long long)walker->nodes * search->threads);
}

/* Reports a line as live search state. */
static void report_state(struct search *search, const struct comb_witness_line *line)
{
    struct comb_json build = {false};
    json_t *state = comb_json_object(&build);
    comb_json_set(&build, state, "path", comb_witness_path(&build, search->task->graph, line, false));
    if (!build.failed)
        comb_job_report_state(search->job, state);
    json_decref(state);
}

static void report_walk(struct search *search, const struct comb_search_walker *walker)
{
    struct comb_witness_line line = {.count = walker->length};
    memcpy(line.nodes, walker->path, walker->length * sizeof line.nodes[0]);
    report_state(search, &line);
}

static int tick(void *payload, struct comb_search_walker *walker)
{
    struct search *search = payload;
    if (walker->length > 0 && comb_job_wants_state(search->job))
        report_walk(search, walker);
    if (atomic_load_explicit(&search->stop, memory_order_relaxed))
        return COMB_NO;
    uint64_t units = walker->nodes > walker->ticked ? walker->nodes - walker->ticked : 0;
    walker->ticked += units;
    if (walker->nodes - walker->reported_nodes >= NOTE_NODES)
        report_progress(search, walker);
    return comb_job_tick(search->job, units);
}

/* Stops the other walks if this one failed. */
static void note_code(struct search *search, int code)
{
    if (code == COMB_OK || code == COMB_NO || code == WALK_PAUSED)
        return;
    int none = COMB_OK;
    atomic_compare_exchange_strong(&search->code, &none, code);
    atomic_store(&search->stop, true);
}

/* ---- setting up ---- */

/* Boards and walkers are created when needed: the first walker solves most panels. */
static int ensure_board(struct search *search, unsigned direction)
{
    int code = COMB_OK;
    pthread_mutex_lock(&search->lock);
    if (!search->boards[direction])
        code = comb_search_board_new(&search->boards[direction], search->task, direction == 1, NULL);
    pthread_mutex_unlock(&search->lock);
    return code;
}

static int ensure_walker(struct search *search, unsigned index)
{
    unsigned direction = search->one ? index % 2 : 0;
    assert(index < search->threads + search->one);
    if (search->walkers[index])
        return COMB_OK;
    int code = ensure_board(search, direction);
    if (code == COMB_OK)
        code = comb_search_walker_new(&search->walkers[index], search->boards[direction], search->job, NULL);
    if (code != COMB_OK)
        return code;
    struct comb_search_walker *walker = search->walkers[index];
    comb_rng_seed(&walker->rng, comb_job_seed(search->job) + index);
    walker->shuffle = search->one || search->task->random_order;
    walker->on_found = on_line;
    walker->tick = tick;
    walker->payload = search;
    return COMB_OK;
}

/* In a search for one line the first thread has two. */
static unsigned walker_count(const struct search *search)
{
    return search->threads + search->one;
}

static int prepare_search(struct search *search)
{
    search->walkers = calloc(walker_count(search), sizeof search->walkers[0]);
    if (!search->walkers)
        return COMB_NO_MEMORY;
    int code = ensure_board(search, 0);
    for (unsigned i = 0; i < (search->one ? 1 : search->threads) && code == COMB_OK; i++)
        code = ensure_walker(search, i);
    return code;
}

static void release_search(struct search *search)
{
    unsigned walkers = walker_count(search);
    for (unsigned i = 0; search->walkers && i < walkers; i++) {
        if (search->walkers[i])
            search->out->nodes += search->walkers[i]->nodes;
        comb_search_walker_free(search->walkers[i]);
    }
    free(search->walkers);
    free(search->jobs.items);
    comb_search_board_free(search->boards[0]);
    comb_search_board_free(search->boards[1]);
    pthread_mutex_destroy(&search->lock);
}

/* ---- one line: short walks ---- */

struct tour {
    struct comb_search_walker *walker;
    uint16_t starts[COMB_WITNESS_MAX_NODES];
    unsigned left; /* starts that are not exhausted */
    double limit;
};

static int tour_begin(struct tour *tour, struct search *search, unsigned index)
{
    int code = ensure_walker(search, index);
    if (code != COMB_OK)
        return code;
    tour->walker = search->walkers[index];
    tour->left = tour->walker->board->start_count;
    assert(tour->left <= COMB_WITNESS_MAX_NODES);
    tour->limit = (double)FIRST_LIMIT;
    memcpy(tour->starts, tour->walker->board->starts, tour->left * sizeof tour->starts[0]);
    return WALK_PAUSED;
}

/* Does one short walk from a random start; never returns to an exhausted start. COMB_OK: all are exhausted. */
static int tour_walk(struct tour *tour)
{
    struct comb_search_walker *walker = tour->walker;
    walker->walks++;
    walker->walk_from = walker->nodes;
    walker->node_limit = walker->nodes + (uint64_t)tour->limit;
    tour->limit *= LIMIT_GROWTH;
    while (tour->left > 0) {
        unsigned index = (unsigned)comb_rng_below(&walker->rng, tour->left);
        int code = COMB_OK;
        if (comb_search_enter(walker, &tour->starts[index], 1, 1))
            code = comb_search_walk(walker);
        code = code == COMB_OK ? walker->code : code;
        if (code != COMB_OK)
            return code;
        tour->starts[index] = tour->starts[--tour->left];
    }
    return COMB_OK;
}

static void tour_end(struct search *search, int code)
{
    if (code == COMB_OK) {
        atomic_store(&search->exhausted, true);
        atomic_store(&search->stop, true);
    }
    note_code(search, code);
}

/* Of two lines that draw the same picture, picks the one that counts. */
static void choose_of_two(const struct search *search, struct comb_witness_line *line)
{
    if (!counts_elsewhere(search, line))
        return;
    for (unsigned i = 0; i < line->count; i++)
        line->nodes[i] = (uint16_t)comb_witness_point_mirror(search->task->graph, line->nodes[i]);
}

/* ---- one line: turns of local search and SAT ---- */

/* Ends the search with a line found by other means than a walk. */
static int take_line(struct search *search, struct comb_witness_line *line)
{
    choose_of_two(search, line);
    pthread_mutex_lock(&search->lock);
    if (search->out->lines++ == 0)
        search->out->line = *line;
    atomic_store(&search->stop, true);
    pthread_mutex_unlock(&search->lock);
    return COMB_NO; /* stop the search */
}

/* Searches for a line with SAT. WALK_PAUSED: the effort was not enough, or SAT cannot be used. */
static int run_sat(struct search *search, struct comb_sat_line *model, uint64_t effort)
{
    struct comb_witness_outcome *found = model ? malloc(sizeof *found) : NULL;
    if (!model || !found)
        return model ? COMB_NO_MEMORY : WALK_PAUSED;
    int code = comb_sat_line_run(found, model, effort, NULL);
    if (code == COMB_OK && found->lines > 0)
        code = take_line(search, &found->line);
    else if (code == COMB_OK && !found->exhausted)
        code = WALK_PAUSED;
    free(found);
    return code;
}

static void note_local(struct search *search, const struct comb_local_line *local, uint64_t done, uint64_t changes)
{
    comb_job_note(search->job, "local search: %.0f %% of %.1f million changes, at best %u regions wrong",
                  100.0 * (double)done / (double)changes, (double)changes * 1e-6, comb_local_line_least_wrong(local));
}

/* As run_sat, for local search. */
static int run_local(struct search *search, struct comb_local_line *local, uint64_t changes)
{
    struct comb_witness_line line;
    int code = COMB_NO;
    for (uint64_t done = 0; local && done < changes && code == COMB_NO; done += LOCAL_SLICE) {
        if (atomic_load(&search->stop))
            return COMB_NO;
        code = comb_local_line_run(local, LOCAL_SLICE);
        note_local(search, local, done + LOCAL_SLICE, changes);
        comb_local_line_get(&line, local);
        if (comb_job_wants_state(search->job))
            report_state(search, &line);
    }
    return code == COMB_OK ? take_line(search, &line) : code == COMB_NO ? WALK_PAUSED : code;
}

/* The methods that take turns with the walks. Each is created at its first turn: the formula of a large panel takes
 * long, and local search may not need it. */
struct others {
    bool has_local, has_sat; /* were created, as far as the panel allows it */
    struct comb_local_line *local;
    struct comb_sat_line *sat;
    uint64_t work, changes, effort; /* when the next turn comes; how long it is */
};

static int turn_of_local(struct others *others, struct search *search)
{
    int code = COMB_OK;
    if (!others->has_local)
        code = comb_local_line_new(&others->local, search->task, search->job, comb_job_seed(search->job), NULL);
    others->has_local = true;
    return code == COMB_OK ? run_local(search, others->local, others->changes) : code;
}

static int turn_of_sat(struct others *others, struct search *search)
{
    int code = COMB_OK;
    if (!others->has_sat && search->threads == 1)
        code = comb_sat_line_new(&others->sat, search->task, search->job, NULL);
    others->has_sat = true;
    return code == COMB_OK ? run_sat(search, others->sat, others->effort) : code;
}

static int run_others(struct others *others, struct search *search)
{
    int code = turn_of_local(others, search);
    if (code == WALK_PAUSED)
        code = turn_of_sat(others, search);
    others->work *= TURN_GROWTH;
    others->changes *= TURN_GROWTH;
    others->effort *= TURN_GROWTH;
    return code;
}

static uint64_t work_done(const struct search *search)
{
    return search->walkers[0]->work + (search->walkers[1] ? search->walkers[1]->work : 0);
}

/* Alternates two walkers, one from the starts and one from the ends, and the other methods. If there are several
 * threads, another one runs SAT. */
static void alternate_walks(struct search *search)
{
    struct tour tours[2];
    struct others others = {.work = WALK_TURN, .changes = LOCAL_TURN * search->task->graph->cells, .effort = SAT_TURN};
    int code = WALK_PAUSED;
    for (unsigned turn = 0; code == WALK_PAUSED; turn++) {
        if (turn < 2)
            code = tour_begin(&tours[turn], search, turn);
        if (code == WALK_PAUSED)
            code = atomic_load(&search->stop) ? COMB_NO : tour_walk(&tours[turn % 2]);
        if (code == WALK_PAUSED && search->task->effort > 0 && work_done(search) > search->task->effort) {
            atomic_store(&search->stop, true); /* also for the other threads */
            code = COMB_NO;
        }
        if (code == WALK_PAUSED && work_done(search) >= others.work)
            code = run_others(&others, search);
    }
    comb_local_line_free(others.local);
    comb_sat_line_free(others.sat);
    tour_end(search, code);
}

static int run_sat_to_the_end(struct search *search)
{
    struct comb_sat_line *model;
    int code = comb_sat_line_new(&model, search->task, search->race, NULL);
    if (code == COMB_OK)
        code = run_sat(search, model, 0);
    comb_sat_line_free(model);
    return code == COMB_INTERRUPTED ? COMB_NO : code;
}

/* An additional thread walks for a while, too; the first of them then switches to SAT. Its job ends with the search. */
static void help_search(struct search *search, unsigned worker)
{
    struct tour tour;
    bool tried = false;
    int code = tour_begin(&tour, search, worker + 1);
    while (code == WALK_PAUSED) {
        code = atomic_load(&search->stop) ? COMB_NO : tour_walk(&tour);
        if (code == WALK_PAUSED && worker == 1 && !tried && tour.walker->work >= WALK_TURN) {
            code = run_sat_to_the_end(search);
            tried = true;
        }
    }
    tour_end(search, code);
}

static void work_on_one(void *payload, size_t index, unsigned worker)
{
    struct search *search = payload;
    (void)worker;
    if (index == 0)
        alternate_walks(search);
    else
        help_search(search, (unsigned)index);
    comb_job_cancel(search->race);
}

static void find_one(struct search *search)
{
    struct comb_job_setup setup = {.context = comb_job_context(search->job), .parent = search->job, .threads = 1};
    int code = comb_job_new(&search->race, &setup, NULL);
    if (code == COMB_OK)
        comb_parallel(search->threads, search->threads, work_on_one, search);
    note_code(search, code);
    comb_job_free(search->race);
}

/* ---- all lines: jobs ---- */

static bool add_job(struct prefix_list *list, const uint16_t *nodes, unsigned count, double weight)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity * 2 + 16;
        struct prefix *items = realloc(list->items, capacity * sizeof items[0]);
        if (!items)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    struct prefix *job = &list->items[list->count++];
    job->weight = weight;
    job->count = count;
    memcpy(job->nodes, nodes, count * sizeof nodes[0]);
    return true;
}

/* Splits a job by one move; reports lines that end on the way at once. */
static int split_one(struct search *search, struct prefix_list *to, const struct prefix *job)
{
    struct comb_search_walker *walker = search->walkers[0];
    if (!comb_search_enter(walker, job->nodes, job->count, job->weight))
        return walker->code;
    struct comb_search_frame *frame = &walker->frames[0];
    while (frame->next < frame->move_count && walker->code == COMB_OK) {
        unsigned move = frame->moves[frame->next];
        if (move == STOP_HERE) {
            comb_search_try(walker);
            continue;
        }
        frame->next++;
        assert(frame->length < walker->board->graph->nodes); /* a line visits a node once */
        walker->path[frame->length] = walker->board->graph->node_next[frame->state.head][move];
        if (!add_job(to, walker->path, frame->length + 1, frame->weight / frame->move_count))
            return COMB_NO_MEMORY;
    }
    if (frame->move_count == 0)
        walker->done += frame->weight;
    return walker->code;
}

static int split_jobs(struct search *search)
{
    struct prefix_list next = {NULL, 0, 0};
    int code = COMB_OK;
    for (size_t i = 0; i < search->jobs.count && code == COMB_OK; i++)
        code = split_one(search, &next, &search->jobs.items[i]);
    free(search->jobs.items);
    search->jobs = next;
    return code;
}

static int make_jobs(struct search *search)
{
    const struct comb_search_board *board = search->boards[0];
    search->jobs.count = 0;
    for (unsigned i = 0; i < board->start_count; i++)
        if (!add_job(&search->jobs, &board->starts[i], 1, 1.0 / board->start_count))
            return COMB_NO_MEMORY;
    int code = COMB_OK;
    for (unsigned i = 0; search->threads > 1 && i < MAX_SPLITS && code == COMB_OK; i++)
        if (search->jobs.count > 0 && search->jobs.count < (size_t)search->threads * JOBS_PER_THREAD)
            code = split_jobs(search);
    return code;
}

static void do_job(void *payload, size_t index, unsigned worker)
{
    struct search *search = payload;
    struct comb_search_walker *walker = search->walkers[worker];
    const struct prefix *job = &search->jobs.items[index];
    if (atomic_load(&search->stop))
        return;
    int code = COMB_OK;
    if (comb_search_enter(walker, job->nodes, job->count, job->weight))
        code = comb_search_walk(walker);
    note_code(search, code == COMB_OK ? walker->code : code);
}

/* Finds every line, or with a length every line of that length. */
static void enumerate_lines(struct search *search, unsigned length)
{
    for (unsigned i = 0; i < search->threads; i++) {
        struct comb_search_walker *walker = search->walkers[i];
        walker->max_length = length;
        walker->exact = length > 0;
        walker->next_length = UINT32_MAX;
        walker->done = walker->reported_done = 0;
    }
    int code = make_jobs(search);
    note_code(search, code);
    if (code == COMB_OK)
        comb_parallel(search->threads, search->jobs.count, do_job, search);
}

static unsigned longer(const struct search *search, unsigned length)
{
    unsigned next = UINT32_MAX;
    for (unsigned i = 0; i < search->threads; i++)
        next = search->walkers[i]->next_length < next ? search->walkers[i]->next_length : next;
    return next > length ? next : length + 1;
}

static void find_shortest(struct search *search)
{
    unsigned nodes = search->boards[0]->graph->nodes;
    unsigned length = 1;
    while (length <= nodes && !atomic_load(&search->stop)) {
        comb_job_note(search->job, "lines of %u nodes", length);
        enumerate_lines(search, length);
        length = longer(search, length);
    }
    atomic_store(&search->exhausted, !atomic_load(&search->stop));
}

static void find_all(struct search *search)
{
    enumerate_lines(search, 0);
    atomic_store(&search->exhausted, !atomic_load(&search->stop));
}

static int run_search(struct search *search)
{
    int code = prepare_search(search);
    if (code != COMB_OK)
        return code;
    if (search->one)
        find_one(search);
    else if (search->task->shortest)
        find_shortest(search);
    else
        find_all(search);
    search->out->exhausted = atomic_load(&search->exhausted);
    return !search->task->on_found && search->out->lines > 0 ? COMB_OK : atomic_load(&search->code);
}

int comb_search_lines(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                      struct comb_error *err)
{
    unsigned threads = comb_job_threads(job);
    struct search search = {.task = task, .job = job, .out = out, .threads = threads > 0 ? threads : 1};
    memset(out, 0, sizeof *out);
    search.one = !task->on_found && !task->shortest;
    search.exhaustive = !search.one && !task->shortest;
    pthread_mutex_init(&search.lock, NULL);
    int code = run_search(&search);
    release_search(&search);
    if (code == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    return code == COMB_OK ? COMB_OK : comb_job_fail(job, code, err);
}
