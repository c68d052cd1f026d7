/* Threads: a pool of workers with a queue, and a parallel loop on top of it. */
#ifndef COMB_BASE_THREADS_H
#define COMB_BASE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

struct comb_pool;

/* How many threads this process may use. */
unsigned comb_cpu_count(void);

/* NULL when the threads could not be started. */
struct comb_pool *comb_pool_new(unsigned threads);
void comb_pool_free(struct comb_pool *pool); /* runs what is queued, then stops */

/* False when memory is exhausted; the task does not run then. */
bool comb_pool_submit(struct comb_pool *pool, void (*run)(void *payload), void *payload);
void comb_pool_wait(struct comb_pool *pool); /* until the queue is empty and every worker idle */

/* Calls body(payload, index, worker) for each index below count, on up to `threads` threads; workers are numbered from
 * 0 and worker 0 is the caller. Indexes are handed out in order. Never fails: where threads cannot be had, fewer are
 * used. */
void comb_parallel(unsigned threads, size_t count, void (*body)(void *payload, size_t index, unsigned worker),
                   void *payload);

#endif
