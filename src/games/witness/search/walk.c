/* The walk: depth-first search over the possible continuations of the line. The whole state is copied from frame to
 * frame (about a kilobyte; undoing changes would cost more). See search.c for an overview. */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_NODES = 32, MAX_ROUNDS = 8, NODE_WORK = 20 };

int comb_search_walker_new(struct comb_search_walker **out, const struct comb_search_board *board, struct comb_job *job,
                           struct comb_error *err)
{
    struct comb_search_walker *walker = *out = calloc(1, sizeof *walker);
    if (!walker)
        return comb_fail_memory(err);
    walker->board = board;
    walker->job = job;
    walker->node_limit = UINT64_MAX;
    walker->sides_start = COMB_WITNESS_NOWHERE;
    walker->frames = malloc((board->graph->nodes + 2) * sizeof walker->frames[0]);
    walker->memo = comb_search_memo_new();
    int code = walker->frames && walker->memo
                   ? comb_witness_region_checker_new(&walker->checker, board->graph, &board->rules, job, err)
                   : comb_fail_memory(err);
    if (code != COMB_OK) {
        comb_search_walker_free(walker);
        *out = NULL;
    }
    return code;
}

void comb_search_walker_free(struct comb_search_walker *walker)
{
    if (!walker)
        return;
    comb_witness_region_checker_free(walker->checker);
    comb_search_memo_free(walker->memo);
    free(walker->frames);
    free(walker);
}

/* Follows edges that are known to be used. */
static bool follow(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    while (state->used[state->head] == 2) {
        unsigned side = 0;
        for (; side < 4; side++) {
            unsigned edge = graph->node_edge[state->head][side];
            if (edge != COMB_WITNESS_NOWHERE && state->edge[edge] == USED &&
                !comb_bit_test(state->walked, graph->node_next[state->head][side]))
                break;
        }
        if (side == 4 || !comb_search_step(walker, state, side))
            return false;
    }
    return true;
}

/* Deduces in rounds until nothing new follows. The last round is always one over the classes, so that their labels
 * match the state; MAX_ROUNDS only limits the work. */
static bool deduce(struct comb_search_walker *walker, struct comb_search_state *state)
{
    bool changed = true;
    for (unsigned round = 0; changed; round++) {
        if (!comb_search_propagate(walker, state) || !follow(walker, state))
            return false;
        if (round < MAX_ROUNDS && !comb_search_block(walker, state))
            return false;
        if (walker->queued > 0 && (!comb_search_propagate(walker, state) || !follow(walker, state)))
            return false;
        if (!comb_search_sides(walker, state))
            return false;
        if (walker->queued > 0)
            continue;
        if (!comb_search_classes(walker, state, &changed))
            return false;
    }
    return true;
}

static void forget_queue(struct comb_search_walker *walker)
{
    while (walker->queued > 0)
        walker->in_queue[walker->queue[--walker->queued]] = false;
}

/* Returns the number of steps from the head to the nearest end. */
static unsigned distance(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    unsigned read = 0, written = 0;
    memset(walker->seen, 0, board->graph->nodes * sizeof walker->seen[0]);
    walker->order[written++] = state->head;
    walker->seen[state->head] = 1;
    while (read < written) {
        unsigned node = walker->order[read++];
        if (board->line_end[node])
            return walker->seen[node] - 1u;
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = board->graph->node_edge[node][side], next = board->graph->node_next[node][side];
            if (edge == COMB_WITNESS_NOWHERE || state->edge[edge] == DEAD || !board->line_may_use[edge] ||
                walker->seen[next] != 0 || comb_bit_test(state->walked, next))
                continue;
            walker->seen[next] = (uint16_t)(walker->seen[node] + 1);
            walker->order[written++] = (uint16_t)next;
        }
    }
    assert(written <= board->graph->nodes);
    return COMB_WITNESS_MAX_NODES;
}

/* Counts the nodes that the line must still visit; under symmetry its mirror image visits half of them. */
static unsigned must_visit(const struct comb_search_walker *walker, const struct comb_search_state *state)
{
    unsigned count = 0;
    for (unsigned node = 0; node < walker->board->graph->nodes; node++)
        count += !comb_bit_test(state->walked, node) && (state->used[node] > 0 || comb_bit_test(state->required, node));
    return walker->board->symmetric ? (count + 1) / 2 : count;
}

static bool short_enough(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    if (walker->max_length == 0)
        return true;
    unsigned near = distance(walker, state), must = must_visit(walker, state);
    unsigned min = walker->length + (near > must ? near : must);
    if (min <= walker->max_length)
        return true;
    walker->next_length = min < walker->next_length ? min : walker->next_length;
    return false;
}

static void list_moves(struct comb_search_walker *walker, struct comb_search_frame *frame)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    const struct comb_search_state *state = &frame->state;
    frame->move_count = frame->next = 0;
    if (walker->board->line_end[state->head])
        frame->moves[frame->move_count++] = STOP_HERE;
    for (uint8_t side = 0; side < 4; side++) {
        unsigned edge = graph->node_edge[state->head][side];
        if (edge != COMB_WITNESS_NOWHERE && state->edge[edge] == MAYBE && walker->board->line_may_use[edge] &&
            !comb_bit_test(state->walked, graph->node_next[state->head][side]))
            frame->moves[frame->move_count++] = side;
    }
    assert(frame->move_count <= sizeof frame->moves);
    for (unsigned i = frame->move_count; walker->shuffle && i > 1; i--) {
        unsigned other = (unsigned)comb_rng_below(&walker->rng, i);
        uint8_t move = frame->moves[i - 1];
        frame->moves[i - 1] = frame->moves[other];
        frame->moves[other] = move;
    }
}

/* Returns whether the frame's moves are worth trying. */
static bool examine_frame(struct comb_search_walker *walker, struct comb_search_frame *frame)
{
    if (!deduce(walker, &frame->state) || !short_enough(walker, &frame->state)) {
        forget_queue(walker);
        return false;
    }
    frame->key = comb_search_class_key(walker, &frame->state);
    if (walker->max_length > 0)
        frame->key.b += (uint64_t)(walker->max_length - walker->length) * 0x9e3779b97f4a7c15u;
    if (comb_search_memo_holds(walker->memo, frame->key)) {
        if (walker->max_length > 0) /* what was cut off there is no longer known */
            walker->next_length = walker->max_length + 1;
        return false;
    }
    frame->length = walker->length;
    frame->lines = walker->lines;
    list_moves(walker, frame);
    return true;
}

/* Ends the line at the head: the rest of the panel is final. */
static void finish_line(struct comb_search_walker *walker, struct comb_search_frame *frame)
{
    bool changed;
    if (walker->exact && walker->length != walker->max_length)
        return;
    if (!comb_search_close(walker, &frame->state) || !comb_search_sides(walker, &frame->state) ||
        !comb_search_classes(walker, &frame->state, &changed)) {
        forget_queue(walker);
        return;
    }
    if (walker->board->track_dots && comb_witness_check_stray_dots(walker->checker, &frame->state.line) != COMB_OK)
        return;
    assert(walker->path[walker->length - 1] == frame->state.head && walker->board->line_end[frame->state.head]);
    walker->lines++;
    int code = walker->on_found(walker->payload, walker);
    if (code != COMB_OK)
        walker->code = code;
}

bool comb_search_enter(struct comb_search_walker *walker, const uint16_t *nodes, unsigned count, double weight)
{
    struct comb_search_frame *frame = &walker->frames[0];
    const struct comb_witness_graph *graph = walker->board->graph;
    walker->length = walker->frame_count = 0;
    frame->weight = weight;
    bool ok = comb_search_place(walker, &frame->state, nodes[0]);
    for (unsigned i = 1; i < count && ok; i++) {
        unsigned side = 0;
        while (side < 3 && graph->node_next[nodes[i - 1]][side] != nodes[i])
            side++;
        assert(graph->node_next[nodes[i - 1]][side] == nodes[i]);
        ok = comb_search_step(walker, &frame->state, side) && comb_search_propagate(walker, &frame->state);
    }
    ok = ok && examine_frame(walker, frame);
    walker->frame_count = ok;
    if (!ok)
        walker->done += weight;
    return ok;
}

bool comb_search_try(struct comb_search_walker *walker)
{
    struct comb_search_frame *frame = &walker->frames[walker->frame_count - 1], *next = frame + 1;
    assert(walker->frame_count > 0 && walker->frame_count <= walker->board->graph->nodes);
    assert(frame->next < frame->move_count);
    unsigned move = frame->moves[frame->next++];
    walker->length = frame->length;
    walker->nodes++;
    walker->work += NODE_WORK;
    memcpy(&next->state, &frame->state, sizeof next->state);
    next->weight = frame->weight / frame->move_count;
    bool ok = false;
    if (move == STOP_HERE)
        finish_line(walker, next);
    else
        ok = comb_search_step(walker, &next->state, move) && examine_frame(walker, next);
    walker->frame_count += ok;
    if (!ok)
        walker->done += next->weight;
    return ok;
}

static void leave_frame(struct comb_search_walker *walker)
{
    struct comb_search_frame *frame = &walker->frames[--walker->frame_count];
    assert(walker->lines >= frame->lines);
    if (walker->lines == frame->lines)
        comb_search_memo_add(walker->memo, frame->key);
    if (frame->move_count == 0)
        walker->done += frame->weight;
}

int comb_search_walk(struct comb_search_walker *walker)
{
    while (walker->frame_count > 0 && walker->code == COMB_OK) {
        const struct comb_search_frame *frame = &walker->frames[walker->frame_count - 1];
        if (frame->next == frame->move_count) {
            leave_frame(walker);
            continue;
        }
        if (walker->nodes >= walker->node_limit)
            return WALK_PAUSED;
        comb_search_try(walker);
        if (walker->nodes % TICK_NODES == 0 && walker->code == COMB_OK)
            walker->code = walker->tick(walker->payload, walker);
    }
    return walker->code;
}
