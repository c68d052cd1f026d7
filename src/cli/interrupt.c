#define _POSIX_C_SOURCE 200809L
#include "cli/interrupt.h"

#include "base/platform.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct comb_interrupt {
    struct comb_job *job;
    pthread_t thread;
    sigset_t signals;
    sigset_t old_mask;
    struct sigaction old_int, old_term;
};

/* timeout(1) signals the process and then its group: two signals in quick succession count as one. comb_interrupt_stop
 * sends SIGUSR1 to wake this thread. */
static void *wait_for_signals(void *payload)
{
    static const double SAME_REQUEST_SECONDS = 0.5;
    struct comb_interrupt *interrupt = payload;
    double first_request = 0;
    for (;;) {
        int signal = 0;
        if (sigwait(&interrupt->signals, &signal) != 0 || signal == SIGUSR1)
            return NULL;
        if (first_request > 0 && comb_clock_seconds() - first_request > SAME_REQUEST_SECONDS)
            _exit(COMB_INTERRUPTED);
        if (first_request == 0)
            first_request = comb_clock_seconds();
        comb_job_cancel(interrupt->job);
    }
}

/* Never called, because the signals are blocked. A shell starts background programs with SIGINT ignored, and a signal
 * that is ignored may be discarded even while it is blocked. */
static void do_nothing(int signal)
{
    (void)signal;
}

static void catch_signals(struct comb_interrupt *interrupt)
{
    struct sigaction action = {.sa_handler = do_nothing};
    sigemptyset(&action.sa_mask);
    pthread_sigmask(SIG_BLOCK, &interrupt->signals, &interrupt->old_mask);
    sigaction(SIGINT, &action, &interrupt->old_int);
    sigaction(SIGTERM, &action, &interrupt->old_term);
}

static void restore_signals(const struct comb_interrupt *interrupt)
{
    sigaction(SIGINT, &interrupt->old_int, NULL);
    sigaction(SIGTERM, &interrupt->old_term, NULL);
    pthread_sigmask(SIG_SETMASK, &interrupt->old_mask, NULL);
}

struct comb_interrupt *comb_interrupt_start(struct comb_job *job)
{
    struct comb_interrupt *interrupt = calloc(1, sizeof *interrupt);
    if (!interrupt)
        return NULL;
    interrupt->job = job;
    sigemptyset(&interrupt->signals);
    sigaddset(&interrupt->signals, SIGINT);
    sigaddset(&interrupt->signals, SIGTERM);
    sigaddset(&interrupt->signals, SIGUSR1);
    catch_signals(interrupt);
    if (pthread_create(&interrupt->thread, NULL, wait_for_signals, interrupt) == 0)
        return interrupt;
    restore_signals(interrupt);
    free(interrupt);
    return NULL;
}

void comb_interrupt_stop(struct comb_interrupt *interrupt)
{
    if (!interrupt)
        return;
    pthread_kill(interrupt->thread, SIGUSR1);
    pthread_join(interrupt->thread, NULL);
    restore_signals(interrupt);
    free(interrupt);
}
