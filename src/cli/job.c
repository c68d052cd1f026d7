#define _POSIX_C_SOURCE 200809L
#include "base/escape.h"
#include "cli/interrupt.h"
#include "cli/verb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct comb_cli_job {
    struct comb_cli *cli;
    struct comb_job *job;
    struct comb_interrupt *interrupt;
};

/* Rounds to two digits, 25437 -> 25000: an estimate is not more precise. */
static double round_to_two_digits(double value)
{
    double unit = pow(10, floor(log10(value)) - 1);
    return round(value / unit) * unit;
}

static void print_time(char out[32], double seconds)
{
    if (seconds < 90)
        snprintf(out, 32, "%.0f s", seconds);
    else if (seconds < 5400)
        snprintf(out, 32, "%.0f min", seconds / 60);
    else if (seconds < 172800)
        snprintf(out, 32, "%.1f h", seconds / 3600);
    else if (seconds < 86400 * 730.0)
        snprintf(out, 32, "%.0f days", seconds / 86400);
    else if (seconds < 86400 * 365.25 * 1e9)
        snprintf(out, 32, "%.0f years", round_to_two_digits(seconds / 86400 / 365.25));
    else
        snprintf(out, 32, "%.1e years", seconds / 86400 / 365.25);
}

static void print_rate(FILE *out, double rate)
{
    if (rate >= 1e6)
        fprintf(out, "  %.1f million/s", rate / 1e6);
    else if (rate >= 1e4)
        fprintf(out, "  %.1f thousand/s", rate / 1e3);
    else
        fprintf(out, "  %.3g/s", rate);
}

/* Prints a percentage that people can read: 12.3 %, 0.042 %, under 0.001 %. */
static void print_share(FILE *out, double percent)
{
    if (percent <= 0)
        fputs("  0 %", out);
    else if (percent < 0.001)
        fputs("  under 0.001 %", out);
    else
        fprintf(out, percent < 0.1 ? "  %.3f %%" : "  %.1f %%", percent);
}

/* Overwrites one line. Work that takes less than half a second never shows it. */
static void show_progress(void *payload, const struct comb_progress *progress)
{
    struct comb_cli_job *started = payload;
    FILE *err = started->cli->err;
    if (progress->seconds < 0.5)
        return;
    started->cli->progress = true;
    fprintf(err, "\r\033[K%.0f s", progress->seconds);
    if (progress->rate > 0)
        print_rate(err, progress->rate);
    if (progress->fraction >= 0)
        print_share(err, progress->fraction * 100);
    if (progress->max_seconds_left >= 0) {
        char min[32];
        char max[32];
        print_time(min, progress->min_seconds_left);
        print_time(max, progress->max_seconds_left);
        if (strcmp(min, max) == 0)
            fprintf(err, "  %s left", min);
        else
            fprintf(err, "  %s to %s left", min, max);
    }
    if (progress->note[0])
        fprintf(err, "  %s", progress->note);
    fflush(err);
}

/* Prints a message line above the progress line. */
static void print_message_line(void *payload, const char *line)
{
    struct comb_cli_job *started = payload;
    struct comb_buf text = {0};
    comb_cli_clear_progress(started->cli);
    comb_escape_field(&text, line);
    fprintf(started->cli->err, "%s\n", comb_buf_text(&text));
    fflush(started->cli->err);
    comb_buf_free(&text);
}

/* Results go to standard output, which may be the same terminal as the progress line. */
static bool deliver_part(void *payload, const json_t *part)
{
    struct comb_cli_job *started = payload;
    comb_cli_clear_progress(started->cli);
    return started->cli->on_result(started->cli, started->job, part);
}

struct comb_cli_job *comb_cli_job_start(struct comb_cli *cli, enum comb_cli_timing timing, int *status)
{
    struct comb_error err = {0};
    const struct comb_params *params = &cli->params;
    struct comb_cli_job *started = calloc(1, sizeof *started);
    if (!started) {
        comb_fail_memory(&err);
        *status = comb_cli_fail(cli, NULL, &err);
        return NULL;
    }
    started->cli = cli;
    bool watched = isatty(fileno(cli->err)) && !comb_params_flag(params, "quiet");
    struct comb_job_setup setup = {
        .context = cli->context,
        .time_limit = timing == COMB_CLI_TIMED ? comb_params_seconds(params, "time-limit", 0) : 0,
        .memory_limit = timing == COMB_CLI_TIMED ? comb_params_bytes(params, "memory-limit", 0) : 0,
        .threads = (unsigned)comb_params_int(params, "threads", 0),
        .seed = (uint64_t)comb_params_int(params, "seed", 1),
        .on_progress = watched ? show_progress : NULL,
        .on_message = comb_params_flag(params, "quiet") ? NULL : print_message_line,
        .message_interval = watched ? 1 : 0,
        .on_part = cli->on_result ? deliver_part : NULL,
        .parts_in_answer = cli->parts_in_answer,
        .payload = started,
    };
    if (comb_job_new(&started->job, &setup, &err) != COMB_OK) {
        *status = comb_cli_fail(cli, NULL, &err);
        free(started);
        return NULL;
    }
    started->interrupt = comb_interrupt_start(started->job);
    return started;
}

struct comb_job *comb_cli_job(struct comb_cli_job *started)
{
    return started->job;
}

void comb_cli_job_end(struct comb_cli_job *started)
{
    if (!started)
        return;
    comb_interrupt_stop(started->interrupt);
    comb_cli_clear_progress(started->cli);
    comb_job_free(started->job);
    free(started);
}
