/* Threads: a worker pool with a queue, and a parallel loop. */
#ifndef COMB_BASE_THREADS_H
#define COMB_BASE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

struct comb_pool;

/* Returns NULL if no thread could be started. */
struct comb_pool *comb_pool_new(unsigned threads);
void comb_pool_free(struct comb_pool *pool); /* runs the queued tasks, then stops */

/* Returns false when memory is exhausted; the task then does not run. */
bool comb_pool_submit(struct comb_pool *pool, void (*run)(void *payload), void *payload);
void comb_pool_wait(struct comb_pool *pool); /* until the queue is empty and all workers are idle */

/* Calls body(payload, index, worker) for each index below count, on up to `threads` threads. Indexes are handed out in
 * order. Worker 0 is the calling thread. Never fails: if threads cannot be started, it uses fewer. */
void comb_parallel(unsigned threads, size_t count, void (*body)(void *payload, size_t index, unsigned worker),
                   void *payload);

#endif
