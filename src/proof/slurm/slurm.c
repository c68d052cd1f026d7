/* Runs a proof on a Slurm cluster.
 *
 *     comb prove ... --out DIR --slurm --shards 64
 *         |  header.txt there?   no: all shards are open
 *         |                      yes: which units have no record (unit u is in shard u % 64)
 *         |
 *     DIR/job.sh --sbatch --array=0-63--> task i: comb prove ... --out DIR --shards 64 --shard i
 *         |                                         -> DIR/units-i-of-64.txt
 *         |
 *     the same command again: only shards with units left are submitted
 *
 * The folder is the whole state of the proof: killed tasks, lost nodes and a different number of shards need no
 * cleaning up. A unit is recorded with a single write when it is complete; the unit that a killed task was working on
 * is repeated. Slurm's programs are started without a shell, with unchanged arguments. */
#define _POSIX_C_SOURCE 200809L
#include "proof/slurm/slurm.h"

#include "base/bitset.h"
#include "base/file.h"
#include "core/run.h"
#include "proof/check/parts.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SHARDS = 100000, MAX_ARGUMENTS = 64, MAX_OUTPUT = 1 << 20, POLL_MILLISECONDS = 100, POLLS_PER_CHECK = 20 };

extern char **environ;

/* ---- which shards are open ---- */

struct open_shards {
    uint64_t set[COMB_BITSET_WORDS(MAX_SHARDS)];
    long long shards;
    long long missing;
};

static void open_shard(void *payload, long long unit, const uint8_t *prefix, unsigned length)
{
    struct open_shards *open = payload;
    (void)prefix;
    (void)length;
    open->missing++;
    comb_bit_set(open->set, (size_t)(unit % open->shards));
}

static size_t count_open(const struct open_shards *open)
{
    return comb_bit_count(open->set, COMB_BITSET_WORDS(MAX_SHARDS));
}

static int first_problem(const struct comb_proof_diagnostics *diagnostics, const char *folder, struct comb_error *err)
{
    const char *text = json_string_value(json_array_get(diagnostics->problems, 0));
    return comb_fail(err, COMB_BAD_INPUT, "%.60s/%.180s", folder, text ? text : "header.txt");
}

/* Reads the certificate and marks the shards of units without a record. */
static int read_open(struct open_shards *open, struct comb_proof_records *records,
                     struct comb_proof_diagnostics *diagnostics, const struct comb_words_slurm *plan,
                     struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct comb_proof_header header;
    struct comb_proof_rules rules;
    struct comb_proof_coverage coverage;
    const struct comb_dict *dict;
    int code = comb_words_dict(&dict, job, params, err);
    if (code == COMB_OK)
        code = comb_proof_read_folder(&header, records, diagnostics, plan->folder, comb_job_arena(job), err);
    if (code != COMB_OK)
        return code == COMB_NO ? COMB_BAD_INPUT : code;
    comb_proof_derive(&rules, diagnostics, &header, dict, params);
    if (diagnostics->problem_count > 0)
        return first_problem(diagnostics, plan->folder, err);
    return comb_proof_cover(&coverage, records, diagnostics, &header, &rules, job, open_shard, open);
}

static bool has_header(const char *folder)
{
    struct comb_buf path = {0};
    struct stat status;
    comb_buf_printf(&path, "%s/header.txt", folder);
    bool there = !path.failed && stat(path.data, &status) == 0;
    comb_buf_free(&path);
    return there;
}

static int find_open(struct open_shards *open, const struct comb_words_slurm *plan, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err)
{
    struct comb_proof_diagnostics diagnostics;
    struct comb_proof_records records = {0};
    memset(open, 0, sizeof *open);
    open->shards = plan->shards;
    if (!has_header(plan->folder)) {
        for (long long shard = 0; shard < plan->shards; shard++)
            comb_bit_set(open->set, (size_t)shard);
        return COMB_OK;
    }
    comb_proof_diagnostics_init(&diagnostics);
    int code = read_open(open, &records, &diagnostics, plan, job, params, err);
    comb_proof_diagnostics_free(&diagnostics);
    comb_vec_free(&records);
    return code;
}

/* ---- Slurm commands ---- */

static int read_output(struct comb_buf *out, int from, struct comb_error *err)
{
    char bytes[4096];
    for (;;) {
        ssize_t got = read(from, bytes, sizeof bytes);
        if (got == 0)
            return out->failed ? comb_fail_memory(err) : COMB_OK;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || out->length > MAX_OUTPUT)
            return comb_fail(err, COMB_IO, "cannot read the output of a Slurm command");
        comb_buf_add(out, bytes, (size_t)got);
    }
}

static int spawn_program(pid_t *child, char *const *arguments, int to)
{
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure)
        return failure;
    failure = posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
    if (!failure)
        failure = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/* Runs a command and captures its output; its error messages go to our stderr. */
static int run_program(struct comb_buf *out, int *status, char *const *arguments, struct comb_error *err)
{
    int ends[2];
    pid_t child;
    if (pipe(ends) != 0)
        return comb_fail(err, COMB_IO, "cannot create a pipe: %s", strerror(errno));
    int failure = spawn_program(&child, arguments, ends[1]);
    close(ends[1]);
    if (failure) {
        close(ends[0]);
        return comb_fail(err, COMB_IO, "cannot run %s: %s; run --slurm on a machine of a Slurm cluster", arguments[0],
                         strerror(failure));
    }
    int code = read_output(out, ends[0], err);
    close(ends[0]);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
    return code;
}

/* Counts the tasks of the job that are pending or running; a job that Slurm does not know has none. */
static int tasks_left(size_t *left, const char *number, struct comb_error *err)
{
    char name[] = "squeue", bare[] = "--noheader", array[] = "--array", format[] = "--format=%i";
    char which[64];
    char *arguments[] = {name, bare, array, format, which, NULL};
    struct comb_buf out = {0};
    int status;
    snprintf(which, sizeof which, "--jobs=%.40s", number);
    int code = run_program(&out, &status, arguments, err);
    *left = 0;
    for (size_t i = 0; code == COMB_OK && status == 0 && i < out.length; i++)
        *left += out.data[i] == '\n';
    comb_buf_free(&out);
    return code;
}

/* ---- the job ---- */

static void add_quoted(struct comb_buf *out, const char *word)
{
    comb_buf_char(out, '\'');
    for (; *word; word++)
        comb_buf_add(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    comb_buf_char(out, '\'');
}

static void add_path(struct comb_buf *out, const char *folder, const char *name)
{
    comb_buf_printf(out, "%s/%s", folder, name);
}

/* Parts of split units wait for the next run of the shard: the script repeats it as long as it splits units. */
static void write_script(struct comb_buf *out, const struct comb_words_slurm *plan)
{
    comb_buf_str(out, "#!/bin/sh\n# A shard of a proof, run by Slurm as a task of a job array.\nset -u\nfolder=");
    add_quoted(out, plan->folder);
    comb_buf_printf(out,
                    "\nshards=%lld\nfile=$folder/units-$SLURM_ARRAY_TASK_ID-of-$shards.txt\n"
                    "splits() { cat \"$file\" 2>/dev/null | grep -c '^S '; }\n"
                    "while :; do\n    before=$(splits)\n   ",
                    plan->shards);
    for (size_t i = 0; i < plan->command_words; i++) {
        comb_buf_char(out, ' ');
        add_quoted(out, plan->command[i]);
    }
    comb_buf_str(out, " --shards \"$shards\" \\\n        --shard \"$SLURM_ARRAY_TASK_ID\" --threads "
                      "\"${SLURM_CPUS_PER_TASK:-1}\" --quiet --plain || exit\n"
                      "    [ \"$(splits)\" != \"$before\" ] || exit 0\ndone\n");
}

/* "0-3,7": the open shards in the form that sbatch expects. */
static void write_ranges(struct comb_buf *out, const struct open_shards *open)
{
    size_t shards = (size_t)open->shards;
    for (size_t first = comb_bit_next(open->set, shards, 0); first < shards;) {
        size_t last = first;
        while (last + 1 < shards && comb_bit_test(open->set, last + 1))
            last++;
        comb_buf_printf(out, last > first ? "%zu-%zu," : "%zu,", first, last);
        first = comb_bit_next(open->set, shards, last + 1);
    }
    if (out->length > 0 && !out->failed)
        out->data[--out->length] = '\0';
}

struct arguments {
    char *words[MAX_ARGUMENTS + 1];
    size_t count;
    struct comb_arena *arena;
    bool failed;
};

static void add_argument(struct arguments *arguments, const char *name, const char *value, size_t length)
{
    char *word = comb_arena_printf(arguments->arena, "%s%.*s", name, (int)length, value);
    arguments->failed |= !word || arguments->count == MAX_ARGUMENTS;
    if (!arguments->failed)
        arguments->words[arguments->count++] = word;
}

static void add_options(struct arguments *arguments, const char *options)
{
    while (options && *options) {
        size_t length = strcspn(options, " \t");
        if (length > 0)
            add_argument(arguments, "", options, length);
        options += length;
        options += strspn(options, " \t");
    }
}

/* Stores the job number: the leading digits of what sbatch --parsable prints. */
static int store_job_number(struct comb_buf *number, const struct comb_buf *out, int status, struct comb_error *err)
{
    size_t digits = 0;
    while (digits < out->length && isdigit((unsigned char)out->data[digits]))
        digits++;
    if (status != 0 || digits == 0)
        return comb_fail(err, COMB_IO, "sbatch rejected the job: '%.100s'", comb_buf_text(out));
    comb_buf_add(number, out->data, digits);
    return number->failed ? comb_fail_memory(err) : COMB_OK;
}

static int submit_job(struct comb_buf *number, const char *script, const struct open_shards *open,
                      const struct comb_words_slurm *plan, struct comb_arena *arena, struct comb_error *err)
{
    struct arguments arguments = {.arena = arena};
    struct comb_buf ranges = {.limit = MAX_OUTPUT};
    struct comb_buf log = {0};
    struct comb_buf out = {0};
    int status = 0;
    write_ranges(&ranges, open);
    add_path(&log, plan->folder, "log-%A_%a.txt");
    add_argument(&arguments, "sbatch", "", 0);
    add_argument(&arguments, "--parsable", "", 0);
    add_argument(&arguments, "--job-name=", "comb-prove", 10);
    add_argument(&arguments, "--requeue", "", 0);
    add_argument(&arguments, "--open-mode=", "append", 6);
    add_argument(&arguments, "--output=", comb_buf_text(&log), log.length);
    add_argument(&arguments, "--array=", comb_buf_text(&ranges), ranges.length);
    add_options(&arguments, plan->options);
    add_argument(&arguments, "", script, strlen(script));
    int code = ranges.failed || log.failed || arguments.failed
                   ? comb_fail(err, COMB_BAD_INPUT,
                               "too many sbatch arguments: shorten --slurm-options, or use fewer --shards")
                   : run_program(&out, &status, arguments.words, err);
    if (code == COMB_OK)
        code = store_job_number(number, &out, status, err);
    comb_buf_free(&ranges);
    comb_buf_free(&log);
    comb_buf_free(&out);
    return code;
}

/* Writes job.sh, submits it and stores the job number in the folder. */
static int start_job(struct comb_buf *number, const struct open_shards *open, const struct comb_words_slurm *plan,
                     struct comb_job *job, struct comb_error *err)
{
    struct comb_buf script = {0};
    struct comb_buf path = {0};
    struct comb_buf job_path = {0};
    add_path(&path, plan->folder, "job.sh");
    add_path(&job_path, plan->folder, "job.txt");
    write_script(&script, plan);
    int code = COMB_OK;
    if (mkdir(plan->folder, 0777) != 0 && errno != EEXIST)
        code = comb_fail(err, COMB_IO, "cannot create '%.150s': %s", plan->folder, strerror(errno));
    else if (script.failed || path.failed || job_path.failed)
        code = comb_fail_memory(err);
    if (code == COMB_OK)
        code = comb_file_write(path.data, script.data, script.length, err);
    if (code == COMB_OK)
        code = submit_job(number, path.data, open, plan, comb_job_arena(job), err);
    if (code == COMB_OK)
        code = comb_file_write(job_path.data, number->data, number->length, err);
    comb_buf_free(&script);
    comb_buf_free(&path);
    comb_buf_free(&job_path);
    return code;
}

/* Returns the previous job, if it has tasks left. */
static int last_job(struct comb_buf *number, size_t *left, const char *folder, struct comb_error *err)
{
    struct comb_buf path = {0};
    *left = 0;
    add_path(&path, folder, "job.txt");
    bool there = !path.failed && comb_file_read(number, path.data, 40, NULL) == COMB_OK && number->length > 0 &&
                 strspn(number->data, "0123456789") == number->length;
    comb_buf_free(&path);
    return there ? tasks_left(left, number->data, err) : COMB_OK;
}

static int await_job(const char *number, size_t tasks, struct comb_job *job, struct comb_error *err)
{
    struct timespec pause = {.tv_nsec = POLL_MILLISECONDS * 1000000L};
    size_t left = tasks;
    size_t tasks_before = tasks;
    comb_job_expect(job, tasks);
    for (unsigned polls = 1; left > 0; polls++) {
        nanosleep(&pause, NULL);
        int code = polls % POLLS_PER_CHECK == 0 ? tasks_left(&left, number, err) : COMB_OK;
        if (code == COMB_OK)
            code = comb_job_tick(job, left < tasks_before ? tasks_before - left : 0);
        if (code == COMB_LIMIT || code == COMB_INTERRUPTED)
            return comb_job_fail(job, code, err);
        if (code != COMB_OK)
            return code;
        tasks_before = left < tasks_before ? left : tasks_before;
    }
    return COMB_OK;
}

/* ---- the result ---- */

static int write_report(json_t **found, const struct open_shards *open, const char *number, size_t submitted,
                        struct comb_error *err, const char *format, ...)
{
    struct comb_json build = {0};
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "shards", comb_json_int(&build, open->shards));
    comb_json_set(&build, root, "open", comb_json_int(&build, (long long)count_open(open)));
    comb_json_set(&build, root, "submitted", comb_json_int(&build, (long long)submitted));
    comb_json_set(&build, root, "job", *number ? comb_json_string(&build, number) : json_null());
    comb_json_set(&build, root, "complete", comb_json_bool(&build, count_open(open) == 0));
    comb_json_set(&build, root, "text", comb_json_string(&build, text));
    return comb_json_finish(found, &build, root, err);
}

static int check_plan(const struct comb_words_slurm *plan, struct comb_error *err)
{
    if (!plan->folder)
        return comb_fail(err, COMB_BAD_INPUT, "--slurm needs --out DIR, a folder that all nodes can access");
    if (plan->shards < 1 || plan->shards > MAX_SHARDS)
        return comb_fail(err, COMB_BAD_INPUT, "--shards: expected 1 to %d, got %lld", MAX_SHARDS, plan->shards);
    if (!plan->target_given && !has_header(plan->folder))
        return comb_fail(err, COMB_BAD_INPUT, "--slurm needs --target, because all tasks must use the same");
    return COMB_OK;
}

/* Decides by the remaining units after the job. */
static int report_outcome(json_t **found, struct open_shards *open, const char *number, size_t submitted,
                          const struct comb_words_slurm *plan, struct comb_job *job, const struct comb_params *params,
                          struct comb_error *err)
{
    int code = find_open(open, plan, job, params, err);
    if (code != COMB_OK)
        return code;
    size_t left = count_open(open);
    code = left == 0 ? write_report(found, open, number, submitted, err,
                                    "all units are done; run 'comb verify-proof %.200s' to check them", plan->folder)
                     : write_report(found, open, number, submitted, err,
                                    "%zu of %lld shards have units left; run the same command to submit them again",
                                    left, plan->shards);
    return code != COMB_OK ? code : left == 0 ? COMB_OK : COMB_NO;
}

static int run_plan(json_t **found, struct open_shards *open, struct comb_buf *number,
                    const struct comb_words_slurm *plan, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err)
{
    size_t running = 0;
    int code = check_plan(plan, err);
    if (code == COMB_OK)
        code = last_job(number, &running, plan->folder, err);
    if (code == COMB_OK && running > 0 && !plan->wait) {
        code = write_report(found, open, number->data, 0, err,
                            "job %s still has %zu tasks; wait for it, or cancel it with 'scancel %s'", number->data,
                            running, number->data);
        return code == COMB_OK ? COMB_NO : code;
    }
    if (code == COMB_OK && running > 0)
        code = await_job(number->data, running, job, err);
    if (code == COMB_OK)
        code = find_open(open, plan, job, params, err);
    if (code != COMB_OK || count_open(open) == 0)
        return code != COMB_OK ? code : report_outcome(found, open, "", 0, plan, job, params, err);
    size_t tasks = count_open(open);
    comb_buf_clear(number);
    code = start_job(number, open, plan, job, err);
    if (code != COMB_OK || !plan->wait)
        return code != COMB_OK ? code
                               : write_report(found, open, number->data, tasks, err,
                                              "job %s: %zu tasks submitted; run the same command when they have ended",
                                              number->data, tasks);
    code = await_job(number->data, tasks, job, err);
    return code == COMB_OK ? report_outcome(found, open, number->data, tasks, plan, job, params, err) : code;
}

int comb_words_prove_slurm(json_t **found, const struct comb_words_slurm *plan, struct comb_job *job,
                           const struct comb_params *params, struct comb_error *err)
{
    struct open_shards *open = calloc(1, sizeof *open);
    struct comb_buf number = {0};
    *found = NULL;
    if (!open)
        return comb_fail_memory(err);
    open->shards = plan->shards;
    int code = run_plan(found, open, &number, plan, job, params, err);
    comb_buf_free(&number);
    free(open);
    return code;
}
