/* labels: threads */
#include "base/threads.h"

#include "base/platform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void add_one(void *payload)
{
    atomic_fetch_add((atomic_int *)payload, 1);
}

static void test_pool_runs_every_task(void **state)
{
    (void)state;
    atomic_int sum = 0;
    struct comb_pool *pool = comb_pool_new(4);
    assert_non_null(pool);
    comb_pool_wait(pool);
    for (int round = 1; round <= 5; round++) {
        for (int i = 0; i < 2000; i++)
            assert_true(comb_pool_submit(pool, add_one, &sum));
        comb_pool_wait(pool);
        assert_int_equal(atomic_load(&sum), round * 2000);
    }
    comb_pool_free(pool);
}

static void test_free_runs_the_queued_tasks(void **state)
{
    (void)state;
    atomic_int sum = 0;
    struct comb_pool *pool = comb_pool_new(2);
    for (int i = 0; i < 1000; i++)
        assert_true(comb_pool_submit(pool, add_one, &sum));
    comb_pool_free(pool);
    assert_int_equal(atomic_load(&sum), 1000);
    comb_pool_free(NULL);
}

struct record {
    int order[100];
    int count;
};

struct entry {
    struct record *record;
    int number;
};

static void append_number(void *payload)
{
    struct entry *entry = payload;
    entry->record->order[entry->record->count++] = entry->number;
}

static void test_one_thread_keeps_the_order(void **state)
{
    (void)state;
    struct record record = {.count = 0};
    struct entry entries[100];
    struct comb_pool *pool = comb_pool_new(0);
    assert_non_null(pool);
    for (int i = 0; i < 100; i++) {
        entries[i] = (struct entry){&record, i};
        assert_true(comb_pool_submit(pool, append_number, &entries[i]));
    }
    comb_pool_wait(pool);
    for (int i = 0; i < 100; i++)
        assert_int_equal(record.order[i], i);
    comb_pool_free(pool);
}

struct tree {
    struct comb_pool *pool;
    atomic_int leaves;
};

struct node {
    struct tree *tree;
    int depth;
};

static void split(void *payload)
{
    struct node *node = payload;
    if (node->depth == 0)
        atomic_fetch_add(&node->tree->leaves, 1);
    for (int i = 0; i < 2 && node->depth > 0; i++) {
        struct node *child = malloc(sizeof *child);
        *child = (struct node){node->tree, node->depth - 1};
        comb_pool_submit(node->tree->pool, split, child);
    }
    free(node);
}

static void test_tasks_may_submit_tasks(void **state)
{
    (void)state;
    struct tree tree = {.pool = comb_pool_new(3)};
    struct node *root = malloc(sizeof *root);
    *root = (struct node){&tree, 10};
    assert_true(comb_pool_submit(tree.pool, split, root));
    comb_pool_wait(tree.pool);
    assert_int_equal(atomic_load(&tree.leaves), 1024);
    comb_pool_free(tree.pool);
}

enum { LOOP = 20000, WORKERS = 4 };

struct loop {
    atomic_int visits[LOOP];
    atomic_uint bad_workers;
    pthread_t caller;
    atomic_uint called_as_other;
    size_t last[WORKERS];
    atomic_uint out_of_order;
};

static void visit_index(void *payload, size_t index, unsigned worker)
{
    struct loop *loop = payload;
    atomic_fetch_add(&loop->visits[index], 1);
    if (worker >= WORKERS) {
        atomic_fetch_add(&loop->bad_workers, 1);
        return;
    }
    if ((pthread_equal(pthread_self(), loop->caller) != 0) != (worker == 0))
        atomic_fetch_add(&loop->called_as_other, 1);
    if (index + 1 <= loop->last[worker])
        atomic_fetch_add(&loop->out_of_order, 1);
    loop->last[worker] = index + 1;
}

static void check_loop(unsigned threads, size_t count)
{
    struct loop *loop = calloc(1, sizeof *loop);
    assert_non_null(loop);
    loop->caller = pthread_self();
    comb_parallel(threads, count, visit_index, loop);
    for (size_t i = 0; i < LOOP; i++)
        assert_int_equal(atomic_load(&loop->visits[i]), i < count);
    assert_int_equal(atomic_load(&loop->bad_workers), 0);
    assert_int_equal(atomic_load(&loop->called_as_other), 0);
    assert_int_equal(atomic_load(&loop->out_of_order), 0);
    free(loop);
}

static void test_parallel_visits_each_index_once(void **state)
{
    (void)state;
    for (int round = 0; round < 10; round++)
        check_loop(WORKERS, LOOP);
    for (unsigned threads = 0; threads <= WORKERS; threads++)
        for (size_t count = 0; count < 8; count++)
            check_loop(threads, count);
}

struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t change;
    unsigned here;
    unsigned expected;
};

/* Returns only once all calls run at the same time. */
static void wait_for_all(void *payload, size_t index, unsigned worker)
{
    (void)index, (void)worker;
    struct meeting *meeting = payload;
    pthread_mutex_lock(&meeting->lock);
    meeting->here++;
    pthread_cond_broadcast(&meeting->change);
    while (meeting->here < meeting->expected)
        pthread_cond_wait(&meeting->change, &meeting->lock);
    pthread_mutex_unlock(&meeting->lock);
}

static void test_parallel_is_parallel(void **state)
{
    (void)state;
    struct meeting meeting = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER, .expected = 5};
    comb_parallel(5, 5, wait_for_all, &meeting);
    assert_int_equal(meeting.here, 5);
}

static void test_cpu_count_is_at_least_one(void **state)
{
    (void)state;
    assert_in_range(comb_cpu_count(), 1, 100000);
}
