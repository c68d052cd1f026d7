#define _POSIX_C_SOURCE 200809L
#include "web/lanes.h"

#include "base/platform.h"
#include "web/connections.h"

#include <pthread.h>
#include <stdlib.h>

static const double MAX_CROWD = 5; /* largest divisor of the time in the short lane */

struct comb_lanes {
    struct comb_lanes_limits limits;
    pthread_mutex_t lock;
    struct comb_slot *first, *last;
    unsigned counts[COMB_SLOT_STATES];
};

int comb_lanes_new(struct comb_lanes **out, const struct comb_lanes_limits *limits, struct comb_error *err)
{
    struct comb_lanes *lanes = *out = calloc(1, sizeof *lanes);
    if (!lanes)
        return comb_fail_memory(err);
    lanes->limits = *limits;
    pthread_mutex_init(&lanes->lock, NULL);
    return COMB_OK;
}

void comb_lanes_free(struct comb_lanes *lanes)
{
    if (!lanes)
        return;
    pthread_mutex_destroy(&lanes->lock);
    free(lanes);
}

/* ---- with the lock held ---- */

static void append(struct comb_lanes *lanes, struct comb_slot *slot)
{
    slot->previous = lanes->last;
    if (slot->previous)
        slot->previous->next = slot;
    else
        lanes->first = slot;
    lanes->last = slot;
    lanes->counts[slot->state]++;
}

static void unlink_slot(struct comb_lanes *lanes, struct comb_slot *slot)
{
    if (slot->next)
        slot->next->previous = slot->previous;
    else
        lanes->last = slot->previous;
    if (slot->previous)
        slot->previous->next = slot->next;
    else
        lanes->first = slot->next;
    lanes->counts[slot->state]--;
}

static void set_state(struct comb_slot *slot, enum comb_slot_state state)
{
    slot->lanes->counts[slot->state]--;
    slot->lanes->counts[state]++;
    slot->state = state;
    pthread_cond_signal(&slot->turn);
}

static void cancel(struct comb_slot *slot, enum comb_slot_state why)
{
    set_state(slot, why);
    if (slot->job)
        comb_job_cancel(slot->job);
}

static bool has_room(const struct comb_lanes *lanes, enum comb_slot_state lane)
{
    return lanes->counts[lane] < (lane == COMB_SLOT_SHORT ? lanes->limits.short_lane : lanes->limits.long_lane);
}

/* Admits requests in order of arrival: waiting ones to the short lane, paused ones to the long lane. */
static void advance(struct comb_lanes *lanes)
{
    for (struct comb_slot *slot = lanes->first; slot; slot = slot->next)
        if (slot->state == COMB_SLOT_WAITING && has_room(lanes, COMB_SLOT_SHORT)) {
            set_state(slot, COMB_SLOT_SHORT);
            slot->since = comb_clock_seconds();
        } else if (slot->state == COMB_SLOT_PAUSED && has_room(lanes, COMB_SLOT_LONG)) {
            set_state(slot, COMB_SLOT_LONG);
            comb_job_pause(slot->job, false);
        }
}

static void leave_short_lane(struct comb_lanes *lanes, struct comb_slot *slot)
{
    if (has_room(lanes, COMB_SLOT_LONG))
        set_state(slot, COMB_SLOT_LONG);
    else if (lanes->counts[COMB_SLOT_PAUSED] < lanes->limits.waiting) {
        set_state(slot, COMB_SLOT_PAUSED);
        comb_job_pause(slot->job, true);
    } else
        cancel(slot, COMB_SLOT_BUSY);
}

/* Time in the short lane; shorter if many requests wait. */
static double slice_of(const struct comb_lanes *lanes)
{
    double crowd = 1 + lanes->counts[COMB_SLOT_WAITING] / 8.0;
    return lanes->limits.seconds / (crowd < MAX_CROWD ? crowd : MAX_CROWD);
}

/* Rejects the request that has waited longest, so that a flood of requests affects itself, not the next client. */
static void refuse_oldest(struct comb_lanes *lanes)
{
    for (struct comb_slot *slot = lanes->first; slot; slot = slot->next)
        if (slot->state == COMB_SLOT_WAITING) {
            set_state(slot, COMB_SLOT_BUSY);
            return;
        }
}

static bool is_over(const struct comb_slot *slot)
{
    return slot->state == COMB_SLOT_BUSY || slot->state == COMB_SLOT_GONE;
}

/* ---- the slots ---- */

bool comb_slot_enter(struct comb_slot *slot, struct comb_lanes *lanes, int socket)
{
    *slot =
        (struct comb_slot){.lanes = lanes, .state = COMB_SLOT_WAITING, .socket = socket, .since = comb_clock_seconds()};
    pthread_cond_init(&slot->turn, NULL);
    pthread_mutex_lock(&lanes->lock);
    append(lanes, slot);
    advance(lanes);
    if (lanes->counts[COMB_SLOT_WAITING] > lanes->limits.waiting)
        refuse_oldest(lanes);
    while (slot->state == COMB_SLOT_WAITING)
        pthread_cond_wait(&slot->turn, &lanes->lock);
    bool entered = !is_over(slot);
    if (!entered)
        unlink_slot(lanes, slot);
    pthread_mutex_unlock(&lanes->lock);
    if (!entered)
        pthread_cond_destroy(&slot->turn);
    return entered;
}

void comb_slot_enter_locked(struct comb_slot *slot, struct comb_lanes *lanes, int socket, struct comb_job *job)
{
    *slot = (struct comb_slot){
        .lanes = lanes, .state = COMB_SLOT_LONG, .socket = socket, .since = comb_clock_seconds(), .job = job};
    pthread_cond_init(&slot->turn, NULL);
    pthread_mutex_lock(&lanes->lock);
    append(lanes, slot);
    pthread_mutex_unlock(&lanes->lock);
}

void comb_slot_set_job(struct comb_slot *slot, struct comb_job *job)
{
    pthread_mutex_lock(&slot->lanes->lock);
    slot->job = job;
    if (is_over(slot))
        comb_job_cancel(job);
    pthread_mutex_unlock(&slot->lanes->lock);
}

enum comb_slot_state comb_slot_leave(struct comb_slot *slot)
{
    struct comb_lanes *lanes = slot->lanes;
    pthread_mutex_lock(&lanes->lock);
    unlink_slot(lanes, slot);
    advance(lanes);
    pthread_mutex_unlock(&lanes->lock);
    pthread_cond_destroy(&slot->turn);
    return slot->state;
}

unsigned comb_slot_refusal(enum comb_slot_state state, bool answered, struct comb_error *err)
{
    if (state == COMB_SLOT_BUSY) {
        comb_fail(err, COMB_LIMIT, "too many requests: try again later, or run long work as a job (POST /api/jobs)");
        return 429;
    }
    if (state == COMB_SLOT_GONE && !answered) {
        comb_fail(err, COMB_INTERRUPTED, "cancelled: the client closed its side of the connection");
        return 503;
    }
    return 0;
}

void comb_lanes_check(struct comb_lanes *lanes, double now)
{
    pthread_mutex_lock(&lanes->lock);
    double slice = slice_of(lanes);
    for (struct comb_slot *slot = lanes->first; slot; slot = slot->next) {
        double seconds = now - slot->since;
        if (is_over(slot))
            continue;
        if (seconds >= lanes->limits.seconds && comb_socket_is_closed(slot->socket))
            cancel(slot, COMB_SLOT_GONE);
        else if (seconds >= slice && slot->state == COMB_SLOT_SHORT && slot->job)
            leave_short_lane(lanes, slot);
    }
    advance(lanes);
    pthread_mutex_unlock(&lanes->lock);
}

unsigned comb_lanes_count(struct comb_lanes *lanes, enum comb_slot_state state)
{
    pthread_mutex_lock(&lanes->lock);
    unsigned count = lanes->counts[state];
    pthread_mutex_unlock(&lanes->lock);
    return count;
}
