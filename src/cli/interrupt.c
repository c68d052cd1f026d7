#define _POSIX_C_SOURCE 200809L
#include "cli/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct comb_interrupt {
    struct comb_job *job;
    pthread_t thread;
    sigset_t waited;
    sigset_t before;
};

/* SIGUSR1 is how comb_interrupt_stop wakes the thread. */
static void *wait_for_signals(void *payload)
{
    struct comb_interrupt *watch = payload;
    for (bool asked = false;; asked = true) {
        int signal = 0;
        if (sigwait(&watch->waited, &signal) != 0 || signal == SIGUSR1)
            return NULL;
        if (asked)
            _exit(COMB_INTERRUPTED);
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
