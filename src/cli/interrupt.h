/* Ctrl-C without a handler and without globals: signals are blocked in every thread and one thread waits for them. */
#ifndef COMB_CLI_INTERRUPT_H
#define COMB_CLI_INTERRUPT_H

#include "core/job.h"

struct comb_interrupt;

/* SIGINT or SIGTERM once cancels the job; twice ends the program at once. NULL where no thread can be had: then signals
 * act as the system has it. Call before other threads start. */
struct comb_interrupt *comb_interrupt_watch(struct comb_job *job);
void comb_interrupt_stop(struct comb_interrupt *watch);

#endif
