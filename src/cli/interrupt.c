#define _POSIX_C_SOURCE 200809L
#include "cli/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct comb_interrupt {
    struct comb_job *job;
    pthread_t thread;
    sigset_t waited;
    sigset_t before;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Tools like timeout(1) send a signal to the process and at once to its group: that is asking once, not twice. SIGUSR1
 * is how comb_interrupt_stop wakes the thread. */
static void *wait_for_signals(void *payload)
{
    static const double SAME_ASKING = 0.5;
    struct comb_interrupt *watch = payload;
    double asked = 0;
    for (;;) {
        int signal = 0;
        if (sigwait(&watch->waited, &signal) != 0 || signal == SIGUSR1)
            return NULL;
        if (asked > 0 && now() - asked > SAME_ASKING)
            _exit(COMB_INTERRUPTED);
        if (asked == 0)
            asked = now();
        comb_job_cancel(watch->job);
    }
}

struct comb_interrupt *comb_interrupt_watch(struct comb_job *job)
{
    struct comb_interrupt *watch = calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->job = job;
    sigemptyset(&watch->waited);
    sigaddset(&watch->waited, SIGINT);
    sigaddset(&watch->waited, SIGTERM);
    sigaddset(&watch->waited, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &watch->waited, &watch->before);
    if (pthread_create(&watch->thread, NULL, wait_for_signals, watch) == 0)
        return watch;
    pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
    free(watch);
    return NULL;
}

void comb_interrupt_stop(struct comb_interrupt *watch)
{
    if (!watch)
        return;
    pthread_kill(watch->thread, SIGUSR1);
    pthread_join(watch->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
    free(watch);
}
