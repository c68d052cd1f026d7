/* The walk: depth first over the ways the line can go on, all knowledge about edges being copied from frame to frame
 * (it is about a kilobyte; undoing it would cost more). See search.c for the whole. */
#include "games/witness/search_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_NODES = 32, MOST_ROUNDS = 8, NODE_WORK = 20 };

int comb_search_walker_new(struct comb_search_walker **out, const struct comb_search_board *board, struct comb_job *job,
                           struct comb_error *err)
{
    struct comb_search_walker *walker = *out = calloc(1, sizeof *walker);
    if (!walker)
        return comb_fail_memory(err);
    walker->board = board;
    walker->job = job;
    walker->node_limit = UINT64_MAX;
    walker->toned_start = COMB_WITNESS_NOWHERE;
    walker->frames = malloc((board->graph->nodes + 2) * sizeof walker->frames[0]);
    walker->memo = comb_search_memo_new();
    int code = walker->frames && walker->memo
                   ? comb_witness_judge_new(&walker->judge, board->graph, &board->rules, job, err)
                   : comb_fail_memory(err);
    if (code == COMB_OK)
        code = comb_witness_open_new(&walker->open, walker->judge, err);
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
    comb_witness_open_free(walker->open);
    comb_witness_judge_free(walker->judge);
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

/* All that follows from the state, in rounds until nothing new does. The last round is always one over the classes, so
 * that their labels fit the state; MOST_ROUNDS only bounds the work. */
static bool deduce(struct comb_search_walker *walker, struct comb_search_state *state)
{
    bool changed = true;
    for (unsigned round = 0; changed; round++) {
        if (!comb_search_settle(walker, state) || !follow(walker, state))
            return false;
        if (round < MOST_ROUNDS && !comb_search_block(walker, state))
            return false;
        if (walker->queued > 0 && (!comb_search_settle(walker, state) || !follow(walker, state)))
            return false;
        if (!comb_search_tones(walker, state))
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

/* Steps from the head to the nearest end. */
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
            if (edge == COMB_WITNESS_NOWHERE || state->edge[edge] == DEAD || !board->line_may[edge] ||
                walker->seen[next] != 0 || comb_bit_test(state->walked, next))
                continue;
            walker->seen[next] = (uint16_t)(walker->seen[node] + 1);
            walker->order[written++] = (uint16_t)next;
        }
    }
    assert(written <= board->graph->nodes);
    return COMB_WITNESS_MOST_NODES;
}

/* Nodes that the line must still visit; under symmetry its mirror image takes half of them. */
static unsigned must_visit(const struct comb_search_walker *walker, const struct comb_search_state *state)
{
    unsigned count = 0;
    for (unsigned node = 0; node < walker->board->graph->nodes; node++)
        count += !comb_bit_test(state->walked, node) && (state->used[node] > 0 || comb_bit_test(state->wanted, node));
    return walker->board->symmetric ? (count + 1) / 2 : count;
}

static bool short_enough(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    if (walker->most_length == 0)
        return true;
    unsigned near = distance(walker, state), must = must_visit(walker, state);
    unsigned least = walker->length + (near > must ? near : must);
    if (least <= walker->most_length)
        return true;
    walker->next_length = least < walker->next_length ? least : walker->next_length;
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
        if (edge != COMB_WITNESS_NOWHERE && state->edge[edge] == MAYBE && walker->board->line_may[edge] &&
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

/* Whether the frame is worth its moves. */
static bool examine(struct comb_search_walker *walker, struct comb_search_frame *frame)
{
    if (!deduce(walker, &frame->state) || !short_enough(walker, &frame->state)) {
        forget_queue(walker);
        return false;
    }
    frame->key = comb_search_class_key(walker, &frame->state);
    if (walker->most_length > 0)
        frame->key.b += (uint64_t)(walker->most_length - walker->length) * 0x9e3779b97f4a7c15u;
    if (comb_search_memo_holds(walker->memo, frame->key)) {
        if (walker->most_length > 0) /* what was cut off there is not known any more */
            walker->next_length = walker->most_length + 1;
        return false;
    }
    frame->length = walker->length;
    frame->lines = walker->lines;
    list_moves(walker, frame);
    return true;
}

/* The line ends at the head: the rest of the panel is final. */
static void finish(struct comb_search_walker *walker, struct comb_search_frame *frame)
{
    bool changed;
    if (walker->exact && walker->length != walker->most_length)
        return;
    if (!comb_search_close(walker, &frame->state) || !comb_search_tones(walker, &frame->state) ||
        !comb_search_classes(walker, &frame->state, &changed)) {
        forget_queue(walker);
        return;
    }
    if (walker->board->track_dots && comb_witness_judge_stray(walker->judge, &frame->state.line) != COMB_OK)
        return;
    assert(walker->path[walker->length - 1] == frame->state.head && walker->board->line_end[frame->state.head]);
    walker->lines++;
    int code = walker->report(walker->payload, walker);
    if (code != COMB_OK)
        walker->code = code;
}

bool comb_search_enter(struct comb_search_walker *walker, const uint16_t *nodes, unsigned count, double weight)
{
    struct comb_search_frame *frame = &walker->frames[0];
    const struct comb_witness_graph *graph = walker->board->graph;
    walker->length = walker->frame_count = 0;
    frame->weight = weight;
    bool good = comb_search_place(walker, &frame->state, nodes[0]);
    for (unsigned i = 1; i < count && good; i++) {
        unsigned side = 0;
        while (side < 3 && graph->node_next[nodes[i - 1]][side] != nodes[i])
            side++;
        assert(graph->node_next[nodes[i - 1]][side] == nodes[i]);
        good = comb_search_step(walker, &frame->state, side) && comb_search_settle(walker, &frame->state);
    }
    good = good && examine(walker, frame);
    walker->frame_count = good;
    if (!good)
        walker->done += weight;
    return good;
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
    bool good = false;
    if (move == STOP_HERE)
        finish(walker, next);
    else
        good = comb_search_step(walker, &next->state, move) && examine(walker, next);
    walker->frame_count += good;
    if (!good)
        walker->done += next->weight;
    return good;
}

static void leave(struct comb_search_walker *walker)
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
            leave(walker);
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
