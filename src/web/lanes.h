/* Lanes: which requests may work now.
 *
 *     arrives -> waits -> short lane --(0.25 s of work)--> long lane -> done
 *                                                             ^
 *                                            paused -----------+   while the long lane is full
 *
 * Nobody knows beforehand whether a request takes long. So each starts in the short lane and leaves it after a moment,
 * done or not, the sooner the more are waiting: a short request waits for other short ones only, however many long ones
 * there are. A request whose client has gone is cancelled in every lane. Where too many wait, the one that has waited
 * for the longest time is refused as busy; where too many are paused, the next one is.
 *
 * A client that closes its side for sending cannot be told from one that has gone; as with other servers, it counts as
 * gone, but only after that first moment, so that quick answers still reach it. */
#ifndef COMB_WEB_LANES_H
#define COMB_WEB_LANES_H

#include "core/job.h"

#include <pthread.h>

struct comb_lanes_limits {
    unsigned short_lane; /* requests that work at the same time */
    unsigned long_lane;
    unsigned waiting; /* requests that wait for the short lane; as many may be paused */
    double seconds;   /* in the short lane */
};

enum comb_slot_state {
    COMB_SLOT_WAITING,
    COMB_SLOT_SHORT,
    COMB_SLOT_LONG,
    COMB_SLOT_PAUSED,
    COMB_SLOT_BUSY, /* refused: too many requests at once */
    COMB_SLOT_GONE, /* cancelled: the client has closed the connection */
    COMB_SLOT_STATES
};

struct comb_lanes;

/* The place of one request; the members belong to lanes.c. */
struct comb_slot {
    struct comb_slot *next, *previous; /* in the order of arrival */
    struct comb_lanes *lanes;
    enum comb_slot_state state;
    int socket;
    double since;        /* when it arrived, then when it started */
    pthread_cond_t turn; /* one each: waking all who wait for every change halves the rate under load */
    struct comb_job *job;
};

int comb_lanes_new(struct comb_lanes **out, const struct comb_lanes_limits *limits, struct comb_error *err);
void comb_lanes_free(struct comb_lanes *lanes); /* once every slot has been left */

/* Waits for a place. False: refused (slot->state says why), and there is nothing to leave. `socket` is the client's, or
 * -1. */
bool comb_slot_enter(struct comb_slot *slot, struct comb_lanes *lanes, int socket);

/* A place in the long lane at once, full or not, for a job that must not be paused because it holds a lock: it is only
 * cancelled when its client has gone. */
void comb_slot_enter_locked(struct comb_slot *slot, struct comb_lanes *lanes, int socket, struct comb_job *job);

/* From now on this job is paused and cancelled as needed. It must have no callbacks that wait. */
void comb_slot_work(struct comb_slot *slot, struct comb_job *job);

/* Before the job is freed. Gives the last state: COMB_SLOT_BUSY and COMB_SLOT_GONE if it was cancelled. */
enum comb_slot_state comb_slot_leave(struct comb_slot *slot);

/* 0, or the HTTP status of a refusal with its reason. A client that has gone may have closed only its own side: what
 * was found until then (`answered`) is for it. */
unsigned comb_slot_refusal(enum comb_slot_state state, bool answered, struct comb_error *err);

/* Moves requests from lane to lane and cancels those whose client has gone; to be called every few hundredths of a
 * second, `now` by clock.h. */
void comb_lanes_check(struct comb_lanes *lanes, double now);

/* How many slots are in a state. */
unsigned comb_lanes_count(struct comb_lanes *lanes, enum comb_slot_state state);

#endif
