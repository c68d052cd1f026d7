/* Counts simple paths with a frontier sweep.
 *
 * The sweep processes the vertices one by one. At any moment the edges between swept and unswept vertices are cut. Only
 * what crosses the cut matters for how a partial path can continue:
 *
 *     o---o   o---S   swept          each cut edge (a plug) is free, or the path runs through it and comes
 *     |   |   |   |                  back by another plug (its mate), or ends on the swept side in the source (S)
 *     1   1   .   S   the cut        or in the target (T)
 *     ?   ?   ?   ?   not yet        state: 1 1 . S
 *
 * All partial paths with the same state have the same continuations, so only their number is stored: a layer maps
 * states to counts. Sweeping a vertex v replaces the plugs that lead to it by plugs that leave it. Treat the source and
 * the target as two more edges that end in S and T: then v is either not visited, or exactly two edges meet in it. The
 * arriving plugs must be among them, the others are chosen:
 *
 *     plugs that arrive    0: none, or each two of {edges that leave, S, T}
 *                          1: that one, and each of {edges that leave, S, T}
 *                          2: these two, unless they are mates (that would be a ring);    3 or more: impossible
 *
 * S may be chosen if v is a source and the state has no S yet, T likewise; required edges must be chosen. Joining S to
 * T ends a path: it counts if no other plug is in use, and needs no state any more. A state without S is dropped when
 * the last source is swept. Each path of the graph is thus generated exactly once: by its own edges.
 *
 * A state is packed into one or two words, five bits per plug: 0 free, 1 + slot of the mate, S or T. A cut edge keeps
 * its slot as long as it is cut, so nothing is ever renumbered and equal states are equal words, in any graph, planar
 * or not. Two more bits say whether S and T are present. Counts use as many limbs as the layer can need: the sum of all
 * counts of the previous layer, times the maximum number of successors of a state, is a bound. (Residues modulo several
 * primes would take the same space and one division each; see bench/bench_frontier.c for the cost of limbs.)
 *
 * Cost: states times vertices times two or three. With k plugs a planar graph has about 3^k states; the frontier of a
 * grid n nodes wide has n + 1 plugs. */
#include "engine/frontier/parts.h"

#include <assert.h>
#include <stdlib.h>

enum {
    WIDTH = COMB_FRONTIER_MAX_WIDTH,
    SOURCE = WIDTH + 1, /* plug codes besides 0 and the mates 1 .. WIDTH */
    TARGET = WIDTH + 2,
    MAX_CHOICES = WIDTH + 2,
    BATCH = 64,         /* at least the maximum number of successors of a state with one plug */
    TICK_STATES = 8192, /* states between two checks for cancellation */
};

static_assert(TARGET < 1 << COMB_FRONTIER_SLOT_BITS, "codes fit");
static_assert(2 * COMB_FRONTIER_WORD_SLOTS >= WIDTH, "slots fit");

#define HAS_SOURCE ((uint64_t)1 << 60)
#define HAS_TARGET ((uint64_t)1 << 61)
#define FLAGS (HAS_SOURCE | HAS_TARGET)

/* ---- states ---- */

static unsigned slot_shift(unsigned slot)
{
    return COMB_FRONTIER_SLOT_BITS * (slot % COMB_FRONTIER_WORD_SLOTS);
}

static unsigned get_code(const struct comb_frontier_state *state, unsigned slot)
{
    return state->words[slot / COMB_FRONTIER_WORD_SLOTS] >> slot_shift(slot) & 31;
}

static void set_code(struct comb_frontier_state *state, unsigned slot, unsigned code)
{
    uint64_t *word = &state->words[slot / COMB_FRONTIER_WORD_SLOTS];
    *word = (*word & ~((uint64_t)31 << slot_shift(slot))) | (uint64_t)code << slot_shift(slot);
}

/* Joins two ends; each is the code of a plug, S or T. Returns false if that ends the path. */
static bool join_ends(struct comb_frontier_state *state, unsigned a, unsigned b)
{
    assert(a > 0 && b > 0 && a != b); /* a state has one S, one T, and every plug once */
    if (a <= WIDTH)
        set_code(state, a - 1, b);
    if (b <= WIDTH)
        set_code(state, b - 1, a);
    state->words[0] |= a == SOURCE || b == SOURCE ? HAS_SOURCE : 0;
    state->words[0] |= a == TARGET || b == TARGET ? HAS_TARGET : 0;
    return a <= WIDTH || b <= WIDTH;
}

/* ---- the plan: what happens at each vertex, computed before the sweep ---- */

struct choices {
    uint8_t codes[MAX_CHOICES];
    unsigned count;
};

struct step {
    uint8_t arriving[WIDTH];
    unsigned arriving_count;
    struct choices choices[4]; /* indexed by what the state has: 1 S, 2 T */
    uint64_t must_have;        /* flags that a state needs after this step */
    uint32_t required_edges;   /* bits of the codes of leaving edges that are required */
    bool must_visit;           /* this vertex, or a leaving edge */
    bool may_end;              /* nothing required comes later */
    bool may_be_point;         /* S and T may both be chosen */
    unsigned growth_bits;      /* log2 of a bound on the successors of a state */
    double weight;             /* predicted work */
};

struct plan {
    struct step *steps;
    unsigned count;
    unsigned width;
    double weight;
};

struct planner {
    const struct comb_frontier_task *task;
    const struct comb_frontier_links *links;
    uint8_t *slot;       /* by edge, while it is cut */
    bool *swept;         /* by vertex */
    uint32_t used_slots; /* bit set of slots in use */
    struct comb_frontier_ends ends;
    size_t needed; /* required vertices not swept yet and required edges not cut yet */
    unsigned width;
};

static bool assign_slots(struct planner *planner, struct step *step, uint32_t v)
{
    const struct comb_frontier_links *links = planner->links;
    for (uint32_t i = links->first[v]; i < links->first[v + 1]; i++) {
        struct comb_frontier_link link = links->items[i];
        if (!planner->swept[link.vertex])
            continue;
        assert(planner->used_slots >> planner->slot[link.edge] & 1); /* in use since its other vertex was swept */
        step->arriving[step->arriving_count++] = planner->slot[link.edge];
        planner->used_slots &= ~(1u << planner->slot[link.edge]);
    }
    for (uint32_t i = links->first[v]; i < links->first[v + 1]; i++) {
        struct comb_frontier_link link = links->items[i];
        if (planner->swept[link.vertex])
            continue;
        unsigned slot = (unsigned)__builtin_ctz(~planner->used_slots);
        if (slot >= WIDTH)
            return false;
        planner->slot[link.edge] = (uint8_t)slot;
        planner->used_slots |= 1u << slot;
        step->choices[0].codes[step->choices[0].count++] = (uint8_t)(slot + 1);
        if (planner->task->needed_edges && planner->task->needed_edges[link.edge]) {
            step->required_edges |= 2u << slot;
            planner->needed--;
        }
        planner->width = slot + 1 > planner->width ? slot + 1 : planner->width;
    }
    planner->swept[v] = true;
    return true;
}

static void add_ends(struct step *step, bool source, bool target)
{
    for (unsigned has = 4; has-- > 0;) {
        struct choices *choices = &step->choices[has];
        *choices = step->choices[0];
        if (source && !(has & 1))
            choices->codes[choices->count++] = SOURCE;
        if (target && !(has & 2))
            choices->codes[choices->count++] = TARGET;
        assert(choices->count <= MAX_CHOICES);
    }
    unsigned max_successors = step->choices[0].count * (step->choices[0].count + 1) / 2 + 1;
    while (1u << step->growth_bits < max_successors)
        step->growth_bits++;
}

static bool plan_step(struct planner *planner, struct step *step, uint32_t v)
{
    const struct comb_frontier_task *task = planner->task;
    if (!assign_slots(planner, step, v))
        return false;
    add_ends(step, task->source[v], task->target[v]);
    planner->ends.sources_swept += task->source[v];
    planner->ends.targets_swept += task->target[v];
    assert(planner->ends.sources_swept <= planner->ends.sources &&
           planner->ends.targets_swept <= planner->ends.targets);
    bool needed = task->needed && task->needed[v];
    assert(planner->needed >= needed);
    planner->needed -= needed;
    step->must_visit = needed || step->required_edges != 0;
    step->may_end = planner->needed == 0;
    step->may_be_point = task->allow_empty_paths;
    step->must_have = (planner->ends.sources_swept == planner->ends.sources ? HAS_SOURCE : 0) |
                      (planner->ends.targets_swept == planner->ends.targets ? HAS_TARGET : 0);
    step->weight = comb_frontier_weight((unsigned)__builtin_popcount(planner->used_slots), &planner->ends);
    return true;
}

/* Counts the ends in the order, and all required vertices and edges. */
static void count_ends(struct planner *planner, const uint32_t *order, unsigned length)
{
    const struct comb_frontier_task *task = planner->task;
    for (unsigned i = 0; i < length; i++) {
        planner->ends.sources += task->source[order[i]];
        planner->ends.targets += task->target[order[i]];
    }
    for (unsigned v = 0; task->needed && v < task->vertex_count; v++)
        planner->needed += task->needed[v];
    for (size_t e = 0; task->needed_edges && e < task->edge_count; e++)
        planner->needed += task->needed_edges[e];
}

static int make_steps(struct plan *plan, struct planner *planner, const uint32_t *order, unsigned length,
                      struct comb_error *err)
{
    count_ends(planner, order, length);
    for (unsigned i = 0; i < length; i++) {
        if (!plan_step(planner, &plan->steps[i], order[i]))
            return comb_fail(err, COMB_LIMIT,
                             "too wide to count: every sweep order tried cuts more than %d edges at a time", WIDTH);
        plan->weight += plan->steps[i].weight;
    }
    plan->count = length;
    plan->width = planner->width;
    return COMB_OK;
}

static int plan_new(struct plan *plan, const struct comb_frontier_task *task, const struct comb_frontier_links *links,
                    const uint32_t *order, unsigned length, struct comb_error *err)
{
    struct planner planner = {.task = task, .links = links};
    planner.slot = calloc(task->edge_count + 1, sizeof *planner.slot);
    planner.swept = calloc((size_t)task->vertex_count + 1, sizeof *planner.swept);
    plan->steps = calloc((size_t)length + 1, sizeof *plan->steps);
    int code = planner.slot && planner.swept && plan->steps ? make_steps(plan, &planner, order, length, err)
                                                            : comb_fail_memory(err);
    free(planner.slot);
    free(planner.swept);
    return code;
}

/* ---- the sweep ---- */

struct sweep {
    const struct comb_frontier_task *task;
    struct comb_frontier_count *out;
    struct comb_frontier_layer now, next;
    struct comb_frontier_index index; /* of `next` */
    struct comb_frontier_move batch[BATCH];
    unsigned batched;
    bool failed;    /* out of memory */
    bool overflown; /* too many paths for struct comb_big */
    double done;    /* weight of the completed steps */
    double whole;
};

static void flush_moves(struct sweep *sweep)
{
    if (!sweep->failed && !comb_frontier_layer_add(&sweep->next, &sweep->index, sweep->task->budget, sweep->batch,
                                                   sweep->batched, sweep->now.limbs))
        sweep->failed = true;
    sweep->out->moves += sweep->batched;
    sweep->batched = 0;
}

static void emit_state(struct sweep *sweep, const struct step *step, const struct comb_frontier_state *state,
                       const uint64_t *count)
{
    if ((state->words[0] & step->must_have) != step->must_have)
        return;
    assert(sweep->batched < BATCH);
    struct comb_frontier_move *move = &sweep->batch[sweep->batched++];
    *move = (struct comb_frontier_move){.state = *state, .hash = comb_frontier_hash(state), .count = count};
    __builtin_prefetch(&sweep->index.slots[move->hash & (sweep->index.size - 1)]);
    if (sweep->batched == BATCH)
        flush_moves(sweep);
}

/* Joins two ends at the vertex: emits the new state, or counts a complete path. */
static void join_at_vertex(struct sweep *sweep, const struct step *step, struct comb_frontier_state state, unsigned a,
                           unsigned b, const uint64_t *count)
{
    if (step->required_edges & ~(1u << a | 1u << b))
        return;
    if (join_ends(&state, a, b))
        emit_state(sweep, step, &state, count);
    else if (step->may_end && (state.words[0] & ~FLAGS) == 0 && state.words[1] == 0)
        sweep->overflown |= !comb_big_add(&sweep->out->paths, count, sweep->now.limbs);
}

static void start_path(struct sweep *sweep, const struct step *step, const struct comb_frontier_state *state,
                       const struct choices *choices, const uint64_t *count)
{
    if (!step->must_visit)
        emit_state(sweep, step, state, count);
    for (unsigned i = 0; i < choices->count; i++)
        for (unsigned j = i + 1; j < choices->count; j++) {
            bool point = choices->codes[i] > WIDTH; /* then the other is T */
            if (!point || step->may_be_point)
                join_at_vertex(sweep, step, *state, choices->codes[i], choices->codes[j], count);
        }
}

static void expand_state(struct sweep *sweep, const struct step *step, const uint64_t *entry)
{
    const uint64_t *count = entry + sweep->now.key_words;
    struct comb_frontier_state state = {{entry[0], sweep->now.key_words > 1 ? entry[1] : 0}};
    unsigned ends[2], arriving_slots[2], arrived = 0;
    for (unsigned i = 0; i < step->arriving_count; i++) {
        unsigned code = get_code(&state, step->arriving[i]);
        if (code == 0)
            continue;
        if (arrived == 2)
            return;
        ends[arrived] = code;
        arriving_slots[arrived++] = step->arriving[i];
    }
    for (unsigned i = 0; i < arrived; i++)
        set_code(&state, arriving_slots[i], 0);
    const struct choices *choices = &step->choices[state.words[0] >> 60 & 3];
    if (arrived == 0) {
        start_path(sweep, step, &state, choices, count);
    } else if (arrived == 2) {
        if (ends[0] != arriving_slots[1] + 1)
            join_at_vertex(sweep, step, state, ends[0], ends[1], count);
    } else {
        for (unsigned i = 0; i < choices->count; i++)
            join_at_vertex(sweep, step, state, ends[0], choices->codes[i], count);
    }
}

static bool should_stop(struct sweep *sweep, const struct step *step, size_t at)
{
    if (!sweep->task->stop)
        return false;
    double part = step->weight * (double)at / (double)(sweep->now.count + 1);
    return sweep->task->stop(sweep->task->payload, (sweep->done + part) / sweep->whole);
}

/* Returns the number of limbs that fits every count of the next layer; 0 if there are not enough. */
static unsigned limbs_for(const struct sweep *sweep, const struct step *step)
{
    struct comb_big total;
    if (!comb_frontier_layer_total(&total, &sweep->now))
        return 0;
    unsigned limbs = (comb_big_bits(&total) + step->growth_bits + 63) / 64;
    return limbs > COMB_BIG_LIMBS ? 0 : limbs > 0 ? limbs : 1;
}

static int too_many_paths(struct comb_error *err)
{
    return comb_fail(err, COMB_LIMIT, "too many paths to count (more than 2^%d)", 64 * COMB_BIG_LIMBS - 16);
}

static int out_of_memory(const struct sweep *sweep, struct comb_error *err)
{
    const struct comb_budget *budget = sweep->task->budget;
    if (!budget || budget->limit == 0)
        return comb_fail_memory(err);
    return comb_fail(err, COMB_NO_MEMORY,
                     "memory limit of %zu MiB reached with %zu states at a time; raise --memory-limit",
                     budget->limit >> 20, sweep->next.count);
}

static int sweep_vertex(struct sweep *sweep, const struct step *step, struct comb_error *err)
{
    unsigned limbs = limbs_for(sweep, step);
    if (limbs == 0)
        return too_many_paths(err);
    sweep->failed =
        !comb_frontier_layer_clear(&sweep->next, &sweep->index, sweep->task->budget, sweep->now.key_words, limbs);
    unsigned stride = comb_frontier_stride(&sweep->now);
    for (size_t i = 0; i < sweep->now.count && !sweep->failed; i++) {
        if (i % TICK_STATES == 0 && should_stop(sweep, step, i))
            return comb_fail(err, COMB_INTERRUPTED, "interrupted before the count was complete");
        expand_state(sweep, step, sweep->now.entries + i * stride);
    }
    flush_moves(sweep);
    sweep->out->states = sweep->next.count > sweep->out->states ? sweep->next.count : sweep->out->states;
    if (sweep->failed)
        return out_of_memory(sweep, err);
    return sweep->overflown ? too_many_paths(err) : COMB_OK;
}

static void swap_layers(struct sweep *sweep)
{
    struct comb_frontier_layer layer = sweep->now;
    sweep->now = sweep->next;
    sweep->next = layer;
}

/* Starts with one empty state, counted once. */
static bool init_sweep(struct sweep *sweep, unsigned width)
{
    struct comb_frontier_state nothing = {{0, 0}};
    struct comb_frontier_move move = {.hash = comb_frontier_hash(&nothing), .count = (const uint64_t[]){1}};
    unsigned key_words = width > COMB_FRONTIER_WORD_SLOTS ? 2 : 1;
    bool ready = comb_frontier_layer_clear(&sweep->next, &sweep->index, sweep->task->budget, key_words, 1) &&
                 comb_frontier_layer_add(&sweep->next, &sweep->index, sweep->task->budget, &move, 1, 1);
    swap_layers(sweep);
    return ready;
}

static int sweep_all(struct comb_frontier_count *out, const struct comb_frontier_task *task, const struct plan *plan,
                     struct comb_error *err)
{
    struct sweep sweep = {.task = task, .out = out, .whole = plan->weight};
    int code = init_sweep(&sweep, plan->width) ? COMB_OK : out_of_memory(&sweep, err);
    for (unsigned i = 0; i < plan->count && code == COMB_OK; i++) {
        code = sweep_vertex(&sweep, &plan->steps[i], err);
        sweep.done += plan->steps[i].weight;
        swap_layers(&sweep);
    }
    out->width = plan->width;
    comb_frontier_layer_free(&sweep.now, task->budget);
    comb_frontier_layer_free(&sweep.next, task->budget);
    comb_frontier_index_free(&sweep.index, task->budget);
    return code;
}

/* ---- entry points ---- */

static int check_task(const struct comb_frontier_task *task, struct comb_error *err)
{
    if (task->vertex_count > COMB_FRONTIER_MAX_VERTICES || task->edge_count > COMB_FRONTIER_MAX_EDGES)
        return comb_fail(err, COMB_BAD_INPUT, "expected at most %d vertices and %d edges, got %u and %zu",
                         COMB_FRONTIER_MAX_VERTICES, COMB_FRONTIER_MAX_EDGES, task->vertex_count, task->edge_count);
    for (size_t e = 0; e < task->edge_count; e++)
        for (unsigned side = 0; side < 2; side++)
            if (task->edges[e][side] >= task->vertex_count)
                return comb_fail(err, COMB_BAD_INPUT, "edge %zu ends at vertex %u, expected a number below %u", e,
                                 task->edges[e][side], task->vertex_count);
    return COMB_OK;
}

static int count_with_links(struct comb_frontier_count *out, const struct comb_frontier_task *task,
                            const struct comb_frontier_links *links, uint32_t *own, struct comb_error *err)
{
    unsigned length = task->vertex_count;
    struct plan plan = {0};
    if (!task->order && !comb_frontier_choose_order(own, &length, task, links))
        return comb_fail_memory(err);
    int code = plan_new(&plan, task, links, task->order ? task->order : own, length, err);
    if (code == COMB_OK)
        code = sweep_all(out, task, &plan, err);
    free(plan.steps);
    return code;
}

int comb_frontier_paths(struct comb_frontier_count *out, const struct comb_frontier_task *task, struct comb_error *err)
{
    *out = (struct comb_frontier_count){0};
    struct comb_frontier_links links = {0};
    int code = check_task(task, err);
    if (code != COMB_OK)
        return code;
    uint32_t *own = calloc((size_t)task->vertex_count + 1, sizeof *own);
    code = own && comb_frontier_links_new(&links, task) ? count_with_links(out, task, &links, own, err)
                                                        : comb_fail_memory(err);
    comb_frontier_links_free(&links);
    free(own);
    return code;
}
