/* The search for lines.
 *
 *     +---+---+---+---E
 *     | w | b   b   b |        S the start, H the head
 *     +---+   +---+---+        drawn through: used, or the outline; with gaps ( - ): still open
 *     | w | b | w   w |
 *     +---H - + - + - +
 *     | w | w | w | b |
 *     S---+ - + - + - +
 *
 * The line grows from its start. All that is known is kept per edge: used, maybe, dead. From the few rules below follow
 * more used and dead edges, often so many that the head has only one way to go, and most mistakes show long before the
 * line is complete. Representation: one byte per edge, two counters and a mate per node, and bit sets; a state is
 * copied from frame to frame, never undone.
 *
 * Knowledge, per frame (files beside this one):
 *     search_deduce.c   degrees: a node has two used edges or none
 *     search_block.c    an edge that lies on no way from the head to an end is dead (biconnected block)
 *     search_class.c    regions that are final are judged (region.h); open ones are bounded from both sides, and edges
 *                       between classes that must be apart are used
 *     search_memo.c     states that are alike in all that still matters are searched once
 *
 * How it is run here:
 *     one line    panels mostly have many lines but a walk in the wrong corner lasts forever: short walks in random
 *                 order, each longer than the last, in turn from the starts and from the ends. The memory of states
 *                 that lead nowhere is kept, so no walk repeats another's work; and a walk that ends by itself is a
 *                 proof. After a while SAT (sat_line.h) takes turns with the walks, with growing efforts. Threads walk
 *                 with seeds of their own, and one of them leaves its work to SAT.
 *     all lines   one walk without end; with threads, the top of the tree is cut into jobs. A line is met once.
 *     shortest    walks that may use 1, 2, 3, ... nodes more than the least possible: the first that finds a line has
 *                 found a shortest one.
 *
 * Cost: a frame is linear in the size of the panel, 2 to 6 microseconds from 5x5 to 10x10; how many frames there are
 * is the puzzle. */
#include "games/witness/sat_line.h"
#include "games/witness/search_parts.h"
#include "games/witness/solve.h"

#include "base/threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS_PER_THREAD = 32, MOST_SPLITS = 64, NOTE_NODES = 1 << 14 };

static const uint64_t FIRST_LIMIT = 1000; /* nodes of the first short walk */
static const double LIMIT_GROWTH = 1.2;

/* When SAT is asked for the first time, in steps of the walk, and how much it may do then, in conflicts. A step takes a
 * fraction of a microsecond, a conflict some ten, and setting up the formula as long as a few thousand conflicts. */
static const uint64_t FIRST_SAT_WORK = 800000, FIRST_SAT_EFFORT = 20000, SAT_GROWTH = 5;

struct prefix {
    double weight;
    unsigned count;
    uint16_t nodes[COMB_WITNESS_MOST_NODES];
};

struct prefix_list {
    struct prefix *items;
    size_t count, capacity;
};

struct hunt {
    const struct comb_witness_task *task;
    struct comb_job *job;
    struct comb_witness_outcome *out;
    struct comb_search_board *boards[2]; /* forward, backward */
    struct comb_search_walker **walkers;
    unsigned threads;
    bool one, exhaustive;
    pthread_mutex_t lock; /* over `out`, `share` and the calls of found */
    double share;         /* of the tree of all lines */
    atomic_bool stop, exhausted;
    atomic_int code;
    struct prefix_list jobs;
    struct comb_job *race; /* of one thread among others: cancelled when another has won */
};

/* ---- lines found ---- */

static void write_line(struct comb_witness_line *line, const struct comb_search_walker *walker)
{
    assert(walker->length >= 1 && walker->length <= walker->board->graph->nodes);
    line->count = walker->length;
    for (unsigned i = 0; i < walker->length; i++)
        line->nodes[i] = walker->path[walker->board->backward ? walker->length - 1 - i : i];
}

static unsigned edge_between(const struct comb_witness_graph *graph, unsigned a, unsigned b)
{
    unsigned side = 0;
    while (graph->node_next[a][side] != b) {
        side++;
        assert(side < 4); /* a line goes from node to node */
    }
    return graph->node_edge[a][side];
}

/* Whether the mirror image of the line would be found too, from a lower start: then that one counts. */
static bool counts_elsewhere(const struct hunt *hunt, const struct comb_witness_line *line)
{
    const struct comb_search_board *board = hunt->boards[0];
    const struct comb_witness_graph *graph = board->graph;
    unsigned start = graph->node_mirror[line->nodes[0]], end = graph->node_mirror[line->nodes[line->count - 1]];
    if (!board->one_of_two || start > line->nodes[0] || graph->on_node[start]->kind != COMB_WITNESS_START ||
        graph->on_node[end]->kind != COMB_WITNESS_END)
        return false;
    for (unsigned edge = 0; edge < graph->edges && hunt->task->needed; edge++)
        if (comb_bit_test(hunt->task->needed->words, edge))
            return false;
    for (unsigned i = 1; i < line->count; i++)
        if (!board->line_may[graph->edge_mirror[edge_between(graph, line->nodes[i - 1], line->nodes[i])]])
            return false;
    return true;
}

static int report(void *payload, struct comb_search_walker *walker)
{
    struct hunt *hunt = payload;
    struct comb_witness_line line;
    write_line(&line, walker);
    if (counts_elsewhere(hunt, &line))
        return COMB_OK;
    pthread_mutex_lock(&hunt->lock);
    if (!atomic_load(&hunt->stop)) {
        if (hunt->out->lines++ == 0)
            hunt->out->line = line;
        if (!hunt->task->found || !hunt->task->found(hunt->task->payload, &line))
            atomic_store(&hunt->stop, true);
    }
    pthread_mutex_unlock(&hunt->lock);
    return atomic_load(&hunt->stop) ? COMB_NO : COMB_OK;
}

/* What the walker has done since it last told: lines so far, nodes, and of a search for all lines the share. */
static void tell(struct hunt *hunt, struct comb_search_walker *walker)
{
    walker->noted = walker->nodes;
    pthread_mutex_lock(&hunt->lock);
    uint64_t lines = hunt->out->lines;
    hunt->share += walker->done - walker->shared;
    assert(!hunt->exhaustive || hunt->share < 1.001); /* parts of one tree */
    walker->shared = walker->done;
    if (hunt->exhaustive && !hunt->task->shortest)
        comb_job_share(hunt->job, hunt->share);
    pthread_mutex_unlock(&hunt->lock);
    comb_job_note(hunt->job, "%llu lines, %llu nodes", (unsigned long long)lines,
                  (unsigned long long)walker->nodes * hunt->threads);
}

/* The line as it stands, for whoever watches the search. */
static void show_line(struct hunt *hunt, const struct comb_search_walker *walker)
{
    struct comb_json build = {false};
    struct comb_witness_line line = {.count = walker->length};
    memcpy(line.nodes, walker->path, walker->length * sizeof line.nodes[0]);
    json_t *state = comb_json_object(&build);
    comb_json_set(&build, state, "path", comb_witness_path(&build, hunt->task->graph, &line, false));
    if (!build.failed)
        comb_job_look(hunt->job, state);
    json_decref(state);
}

static int tick(void *payload, struct comb_search_walker *walker)
{
    struct hunt *hunt = payload;
    if (walker->length > 0 && comb_job_watched(hunt->job))
        show_line(hunt, walker);
    if (atomic_load_explicit(&hunt->stop, memory_order_relaxed))
        return COMB_NO;
    uint64_t units = walker->nodes > walker->ticked ? walker->nodes - walker->ticked : 0;
    walker->ticked += units;
    if (walker->nodes - walker->noted >= NOTE_NODES)
        tell(hunt, walker);
    return comb_job_tick(hunt->job, units);
}

/* A walk ended early: the others shall know. */
static void note_code(struct hunt *hunt, int code)
{
    if (code == COMB_OK || code == COMB_NO || code == WALK_PAUSED)
        return;
    int none = COMB_OK;
    atomic_compare_exchange_strong(&hunt->code, &none, code);
    atomic_store(&hunt->stop, true);
}

/* ---- setting up ---- */

/* Boards and walkers are made when they are needed: most panels are solved by the first walker. */
static int ensure_board(struct hunt *hunt, unsigned way)
{
    int code = COMB_OK;
    pthread_mutex_lock(&hunt->lock);
    if (!hunt->boards[way])
        code = comb_search_board_new(&hunt->boards[way], hunt->task, way == 1, NULL);
    pthread_mutex_unlock(&hunt->lock);
    return code;
}

static int ensure_walker(struct hunt *hunt, unsigned index)
{
    unsigned way = hunt->one ? index % 2 : 0;
    assert(index < hunt->threads + hunt->one);
    if (hunt->walkers[index])
        return COMB_OK;
    int code = ensure_board(hunt, way);
    if (code == COMB_OK)
        code = comb_search_walker_new(&hunt->walkers[index], hunt->boards[way], hunt->job, NULL);
    if (code != COMB_OK)
        return code;
    struct comb_search_walker *walker = hunt->walkers[index];
    comb_rng_seed(&walker->rng, comb_job_seed(hunt->job) + index);
    walker->shuffle = hunt->one || hunt->task->random_order;
    walker->report = report;
    walker->tick = tick;
    walker->payload = hunt;
    return COMB_OK;
}

/* For one line the first thread has two. */
static unsigned walker_count(const struct hunt *hunt)
{
    return hunt->threads + hunt->one;
}

static int set_up(struct hunt *hunt)
{
    hunt->walkers = calloc(walker_count(hunt), sizeof hunt->walkers[0]);
    if (!hunt->walkers)
        return COMB_NO_MEMORY;
    int code = ensure_board(hunt, 0);
    for (unsigned i = 0; i < (hunt->one ? 1 : hunt->threads) && code == COMB_OK; i++)
        code = ensure_walker(hunt, i);
    return code;
}

static void tear_down(struct hunt *hunt)
{
    unsigned walkers = walker_count(hunt);
    for (unsigned i = 0; hunt->walkers && i < walkers; i++) {
        if (hunt->walkers[i])
            hunt->out->nodes += hunt->walkers[i]->nodes;
        comb_search_walker_free(hunt->walkers[i]);
    }
    free(hunt->walkers);
    free(hunt->jobs.items);
    comb_search_board_free(hunt->boards[0]);
    comb_search_board_free(hunt->boards[1]);
    pthread_mutex_destroy(&hunt->lock);
}

/* ---- one line: short walks ---- */

struct tour {
    struct comb_search_walker *walker;
    uint16_t starts[COMB_WITNESS_MOST_NODES];
    unsigned left; /* starts that are not exhausted */
    double limit;
};

static int tour_begin(struct tour *tour, struct hunt *hunt, unsigned index)
{
    int code = ensure_walker(hunt, index);
    if (code != COMB_OK)
        return code;
    tour->walker = hunt->walkers[index];
    tour->left = tour->walker->board->start_count;
    assert(tour->left <= COMB_WITNESS_MOST_NODES);
    tour->limit = (double)FIRST_LIMIT;
    memcpy(tour->starts, tour->walker->board->starts, tour->left * sizeof tour->starts[0]);
    return WALK_PAUSED;
}

/* One short walk from a start at random; a start that is through is never tried again. COMB_OK: all are through. */
static int tour_walk(struct tour *tour)
{
    struct comb_search_walker *walker = tour->walker;
    walker->node_limit = walker->nodes + (uint64_t)tour->limit;
    tour->limit *= LIMIT_GROWTH;
    while (tour->left > 0) {
        unsigned pick = (unsigned)comb_rng_below(&walker->rng, tour->left);
        int code = COMB_OK;
        if (comb_search_enter(walker, &tour->starts[pick], 1, 1))
            code = comb_search_walk(walker);
        code = code == COMB_OK ? walker->code : code;
        if (code != COMB_OK)
            return code;
        tour->starts[pick] = tour->starts[--tour->left];
    }
    return COMB_OK;
}

static void tour_end(struct hunt *hunt, int code)
{
    if (code == COMB_OK) {
        atomic_store(&hunt->exhausted, true);
        atomic_store(&hunt->stop, true);
    }
    note_code(hunt, code);
}

/* Of two lines that draw the same picture, the one that counts. */
static void choose_of_two(const struct hunt *hunt, struct comb_witness_line *line)
{
    if (!counts_elsewhere(hunt, line))
        return;
    for (unsigned i = 0; i < line->count; i++)
        line->nodes[i] = hunt->task->graph->node_mirror[line->nodes[i]];
}

/* The other way to find a line. WALK_PAUSED: the effort was not enough. */
static int ask_sat(struct hunt *hunt, struct comb_job *job, uint64_t effort)
{
    struct comb_witness_outcome *found = malloc(sizeof *found);
    if (!found)
        return COMB_NO_MEMORY;
    int code = comb_witness_sat_line(found, hunt->task, job, effort, NULL);
    if (code == COMB_OK && found->lines > 0) {
        choose_of_two(hunt, &found->line);
        pthread_mutex_lock(&hunt->lock);
        if (hunt->out->lines++ == 0)
            hunt->out->line = found->line;
        atomic_store(&hunt->stop, true);
        pthread_mutex_unlock(&hunt->lock);
        code = COMB_NO; /* no more is wanted */
    } else if (code == COMB_OK && !found->exhausted) {
        code = WALK_PAUSED;
    }
    free(found);
    return code;
}

/* Blue pieces are beyond the formula, which learns of them line by line: there the walk is left alone for longer. */
static uint64_t first_sat_work(const struct hunt *hunt)
{
    return hunt->boards[0]->blues > 0 ? FIRST_SAT_WORK * SAT_GROWTH : FIRST_SAT_WORK;
}

static uint64_t work_done(const struct hunt *hunt)
{
    return hunt->walkers[0]->work + (hunt->walkers[1] ? hunt->walkers[1]->work : 0);
}

/* Two walkers take turns, one from the starts and one from the ends. Alone they also take turns with SAT. */
static void take_turns(struct hunt *hunt)
{
    struct tour tours[2];
    uint64_t sat_work = first_sat_work(hunt), sat_effort = FIRST_SAT_EFFORT;
    int code = WALK_PAUSED;
    for (unsigned turn = 0; code == WALK_PAUSED; turn++) {
        if (turn < 2)
            code = tour_begin(&tours[turn], hunt, turn);
        if (code == WALK_PAUSED)
            code = atomic_load(&hunt->stop) ? COMB_NO : tour_walk(&tours[turn % 2]);
        if (code != WALK_PAUSED || hunt->threads > 1 || work_done(hunt) < sat_work)
            continue;
        code = ask_sat(hunt, hunt->job, sat_effort);
        sat_work *= SAT_GROWTH;
        sat_effort *= SAT_GROWTH;
    }
    tour_end(hunt, code);
}

/* A further thread walks for a while, too; the first of them then leaves it to SAT. Its job ends with the hunt. */
static void help_out(struct hunt *hunt, unsigned worker)
{
    struct tour tour;
    int code = tour_begin(&tour, hunt, worker + 1);
    while (code == WALK_PAUSED) {
        code = atomic_load(&hunt->stop) ? COMB_NO : tour_walk(&tour);
        if (code == WALK_PAUSED && worker == 1 && tour.walker->work >= first_sat_work(hunt)) {
            code = ask_sat(hunt, hunt->race, 0);
            code = code == COMB_INTERRUPTED ? COMB_NO : code;
        }
    }
    tour_end(hunt, code);
}

static void work_on_one(void *payload, size_t index, unsigned worker)
{
    struct hunt *hunt = payload;
    (void)worker;
    if (index == 0)
        take_turns(hunt);
    else
        help_out(hunt, (unsigned)index);
    comb_job_cancel(hunt->race);
}

static void find_one(struct hunt *hunt)
{
    struct comb_job_setup setup = {.context = comb_job_context(hunt->job), .parent = hunt->job, .threads = 1};
    int code = comb_job_new(&hunt->race, &setup, NULL);
    if (code == COMB_OK)
        comb_parallel(hunt->threads, hunt->threads, work_on_one, hunt);
    note_code(hunt, code);
    comb_job_free(hunt->race);
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

/* The jobs one move further; lines that end on the way are reported at once. */
static int split_one(struct hunt *hunt, struct prefix_list *to, const struct prefix *job)
{
    struct comb_search_walker *walker = hunt->walkers[0];
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
        assert(frame->length < walker->board->graph->nodes); /* a line meets a node once */
        walker->path[frame->length] = walker->board->graph->node_next[frame->state.head][move];
        if (!add_job(to, walker->path, frame->length + 1, frame->weight / frame->move_count))
            return COMB_NO_MEMORY;
    }
    if (frame->move_count == 0)
        walker->done += frame->weight;
    return walker->code;
}

static int split_jobs(struct hunt *hunt)
{
    struct prefix_list next = {NULL, 0, 0};
    int code = COMB_OK;
    for (size_t i = 0; i < hunt->jobs.count && code == COMB_OK; i++)
        code = split_one(hunt, &next, &hunt->jobs.items[i]);
    free(hunt->jobs.items);
    hunt->jobs = next;
    return code;
}

static int make_jobs(struct hunt *hunt)
{
    const struct comb_search_board *board = hunt->boards[0];
    hunt->jobs.count = 0;
    for (unsigned i = 0; i < board->start_count; i++)
        if (!add_job(&hunt->jobs, &board->starts[i], 1, 1.0 / board->start_count))
            return COMB_NO_MEMORY;
    int code = COMB_OK;
    for (unsigned i = 0; hunt->threads > 1 && i < MOST_SPLITS && code == COMB_OK; i++)
        if (hunt->jobs.count > 0 && hunt->jobs.count < (size_t)hunt->threads * JOBS_PER_THREAD)
            code = split_jobs(hunt);
    return code;
}

static void do_job(void *payload, size_t index, unsigned worker)
{
    struct hunt *hunt = payload;
    struct comb_search_walker *walker = hunt->walkers[worker];
    const struct prefix *job = &hunt->jobs.items[index];
    if (atomic_load(&hunt->stop))
        return;
    int code = COMB_OK;
    if (comb_search_enter(walker, job->nodes, job->count, job->weight))
        code = comb_search_walk(walker);
    note_code(hunt, code == COMB_OK ? walker->code : code);
}

/* Every line, or with a length every line of that length. */
static void go_through(struct hunt *hunt, unsigned length)
{
    for (unsigned i = 0; i < hunt->threads; i++) {
        struct comb_search_walker *walker = hunt->walkers[i];
        walker->most_length = length;
        walker->exact = length > 0;
        walker->next_length = UINT32_MAX;
        walker->done = walker->shared = 0;
    }
    int code = make_jobs(hunt);
    note_code(hunt, code);
    if (code == COMB_OK)
        comb_parallel(hunt->threads, hunt->jobs.count, do_job, hunt);
}

static unsigned longer(const struct hunt *hunt, unsigned length)
{
    unsigned next = UINT32_MAX;
    for (unsigned i = 0; i < hunt->threads; i++)
        next = hunt->walkers[i]->next_length < next ? hunt->walkers[i]->next_length : next;
    return next > length ? next : length + 1;
}

static void find_shortest(struct hunt *hunt)
{
    unsigned nodes = hunt->boards[0]->graph->nodes;
    unsigned length = 2;
    while (length <= nodes && !atomic_load(&hunt->stop)) {
        comb_job_note(hunt->job, "lines of %u nodes", length);
        go_through(hunt, length);
        length = longer(hunt, length);
    }
    atomic_store(&hunt->exhausted, !atomic_load(&hunt->stop));
}

static void find_all(struct hunt *hunt)
{
    go_through(hunt, 0);
    atomic_store(&hunt->exhausted, !atomic_load(&hunt->stop));
}

static int hunt_down(struct hunt *hunt)
{
    int code = set_up(hunt);
    if (code != COMB_OK)
        return code;
    if (hunt->one)
        find_one(hunt);
    else if (hunt->task->shortest)
        find_shortest(hunt);
    else
        find_all(hunt);
    hunt->out->exhausted = atomic_load(&hunt->exhausted);
    return !hunt->task->found && hunt->out->lines > 0 ? COMB_OK : atomic_load(&hunt->code);
}

int comb_witness_search(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                        struct comb_error *err)
{
    unsigned threads = comb_job_threads(job);
    struct hunt hunt = {.task = task, .job = job, .out = out, .threads = threads > 0 ? threads : 1};
    memset(out, 0, sizeof *out);
    hunt.one = !task->found && !task->shortest;
    hunt.exhaustive = !hunt.one && !task->shortest;
    pthread_mutex_init(&hunt.lock, NULL);
    int code = hunt_down(&hunt);
    tear_down(&hunt);
    if (code == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    return code == COMB_OK ? COMB_OK : comb_job_fail(job, code, err);
}
