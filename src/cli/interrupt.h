/* Handles Ctrl-C without a signal handler or globals: signals are blocked in every thread and one thread waits for them
 * with sigwait. */
#ifndef COMB_CLI_INTERRUPT_H
#define COMB_CLI_INTERRUPT_H

#include "core/job.h"

struct comb_interrupt;

/* The first SIGINT or SIGTERM cancels the job, the second ends the program at once. Call before other threads start.
 * Returns NULL if no thread can be created; signals then keep their default action. */
struct comb_interrupt *comb_interrupt_start(struct comb_job *job);
void comb_interrupt_stop(struct comb_interrupt *interrupt);

#endif
