#include "base/threads.h"

#include "base/platform.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_THREADS = 1024 };

struct task {
    struct task *next;
    void (*run)(void *payload);
    void *payload;
};

struct comb_pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    pthread_cond_t idle;
    struct task *first;
    struct task **last;
    unsigned busy;
    bool stopping;
    unsigned count;
    pthread_t threads[];
};

/* The caller holds the lock, also on return. */
static void run_next_task(struct comb_pool *pool)
{
    struct task *task = pool->first;
    pool->first = task->next;
    if (!pool->first)
        pool->last = &pool->first;
    pool->busy++;
    pthread_mutex_unlock(&pool->lock);
    task->run(task->payload);
    free(task);
    pthread_mutex_lock(&pool->lock);
    pool->busy--;
    if (!pool->first && pool->busy == 0)
        pthread_cond_broadcast(&pool->idle);
}

static void *worker_main(void *payload)
{
    struct comb_pool *pool = payload;
    pthread_mutex_lock(&pool->lock);
    while (pool->first || !pool->stopping) {
        if (pool->first)
            run_next_task(pool);
        else
            pthread_cond_wait(&pool->work, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct comb_pool *comb_pool_new(unsigned threads)
{
    if (threads == 0)
        threads = 1;
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    struct comb_pool *pool = calloc(1, sizeof *pool + threads * sizeof pool->threads[0]);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->idle, NULL);
    pool->last = &pool->first;
    while (pool->count < threads && pthread_create(&pool->threads[pool->count], NULL, worker_main, pool) == 0)
        pool->count++;
    if (pool->count > 0)
        return pool;
    comb_pool_free(pool);
    return NULL;
}

void comb_pool_free(struct comb_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->idle);
    free(pool);
}

bool comb_pool_submit(struct comb_pool *pool, void (*run)(void *payload), void *payload)
{
    struct task *task = malloc(sizeof *task);
    if (!task)
        return false;
    *task = (struct task){.run = run, .payload = payload};
    pthread_mutex_lock(&pool->lock);
    *pool->last = task;
    pool->last = &task->next;
    pthread_cond_signal(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

void comb_pool_wait(struct comb_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->first || pool->busy > 0)
        pthread_cond_wait(&pool->idle, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

struct loop {
    void (*body)(void *payload, size_t index, unsigned worker);
    void *payload;
    size_t count;
    atomic_size_t next;
    atomic_uint helpers;
};

static void run_loop(struct loop *loop, unsigned worker)
{
    for (size_t i; (i = atomic_fetch_add(&loop->next, 1)) < loop->count;)
        loop->body(loop->payload, i, worker);
}

static void *loop_helper_main(void *payload)
{
    struct loop *loop = payload;
    run_loop(loop, 1 + atomic_fetch_add(&loop->helpers, 1));
    return NULL;
}

void comb_parallel(unsigned threads, size_t count, void (*body)(void *payload, size_t index, unsigned worker),
                   void *payload)
{
    struct loop loop = {.body = body, .payload = payload, .count = count};
    pthread_t others[MAX_THREADS];
    unsigned started = 0;
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    while (started + 1 < threads && started + 1 < count &&
           pthread_create(&others[started], NULL, loop_helper_main, &loop) == 0)
        started++;
    run_loop(&loop, 0);
    for (unsigned i = 0; i < started; i++)
        pthread_join(others[i], NULL);
}
