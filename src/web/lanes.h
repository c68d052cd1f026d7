/* Scheduling of requests.
 *
 *     arrives -> waits -> short lane --(0.25 s of work)--> long lane -> done
 *                                                             ^
 *                                            paused -----------+   while the long lane is full
 *
 * It is not known in advance whether a request takes long. So each starts in the short lane and leaves it after a short
 * time, the sooner the more requests wait: a short request waits only for other short ones, however many long ones
 * there are. A request whose client has disconnected is cancelled in every lane. If too many wait, the one that has
 * waited longest is rejected as busy; if too many are paused, the next one is.
 *
 * A client that has closed its sending side looks like one that has disconnected; as in other servers, it counts as
 * disconnected, but only after its time in the short lane, so that quick answers still reach it. */
#ifndef COMB_WEB_LANES_H
#define COMB_WEB_LANES_H

#include "core/job.h"

#include <pthread.h>

struct comb_lanes_limits {
    unsigned short_lane; /* requests that work at the same time */
    unsigned long_lane;
    unsigned waiting; /* requests that wait for the short lane; the same number may be paused */
    double seconds;   /* in the short lane */
};

enum comb_slot_state {
    COMB_SLOT_WAITING,
    COMB_SLOT_SHORT,
    COMB_SLOT_LONG,
    COMB_SLOT_PAUSED,
    COMB_SLOT_BUSY, /* rejected: too many requests */
    COMB_SLOT_GONE, /* cancelled: the client has disconnected */
    COMB_SLOT_STATES
};

struct comb_lanes;

/* The slot of one request; its members are private to lanes.c. */
struct comb_slot {
    struct comb_slot *next, *previous; /* in order of arrival */
    struct comb_lanes *lanes;
    enum comb_slot_state state;
    int socket;
    double since;        /* time of arrival, then of the start */
    pthread_cond_t turn; /* one per slot: waking all waiting threads on every change halves the rate under load */
    struct comb_job *job;
};

int comb_lanes_new(struct comb_lanes **out, const struct comb_lanes_limits *limits, struct comb_error *err);
void comb_lanes_free(struct comb_lanes *lanes); /* after all slots have been left */

/* Waits for a turn. False: rejected (see slot->state); do not call comb_slot_leave then. `socket`: the client's, or -1.
 */
bool comb_slot_enter(struct comb_slot *slot, struct comb_lanes *lanes, int socket);

/* Enters the long lane immediately, even if full, for a job that must not be paused because it holds a lock. The job is
 * only cancelled if its client disconnects. */
void comb_slot_enter_locked(struct comb_slot *slot, struct comb_lanes *lanes, int socket, struct comb_job *job);

/* Lets the lanes pause and cancel this job. Its callbacks must not block. */
void comb_slot_set_job(struct comb_slot *slot, struct comb_job *job);

/* To be called before the job is freed. Returns the last state: COMB_SLOT_BUSY or COMB_SLOT_GONE if it was cancelled.
 */
enum comb_slot_state comb_slot_leave(struct comb_slot *slot);

/* Returns 0, or the HTTP status of a rejection, with its reason in `err`. A disconnected client may have closed only
 * its sending side: if there is a partial answer (`answered`), it is sent. */
unsigned comb_slot_refusal(enum comb_slot_state state, bool answered, struct comb_error *err);

/* Moves requests between lanes and cancels those of disconnected clients. To be called every few hundredths of a
 * second; `now` as of clock.h. */
void comb_lanes_check(struct comb_lanes *lanes, double now);

/* Number of slots in a state. */
unsigned comb_lanes_count(struct comb_lanes *lanes, enum comb_slot_state state);

#endif
