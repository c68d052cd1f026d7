/* Checks a certificate: what it claims (header), whether the lines cover the whole space (coverage), whether every
 * listed board is correct (scores), and whether units agree when searched again by another method (recheck).
 *
 * Without rechecking a unit this cannot detect a board that the prover did not list, or a bound that is too low while
 * no listed board exceeds it. Checksums detect damage, not a forger who recomputes them. So a certificate is sound only
 * if every unit was rechecked; otherwise it is plausible, and the trusted units are counted.
 *
 * The certificate decides how much work a unit is: a bound of 0 asks for every possible board. So a unit ends at the
 * first board that refutes it, and within limits of time and memory; a unit that reaches them stays trusted. */
#include "proof/check/check.h"

#include "base/rng.h"
#include "base/text.h"
#include "base/threads.h"
#include "core/run.h"
#include "proof/check/parts.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FINDINGS = 100 };
static const size_t UNIT_BYTES = (size_t)1 << 30;

/* ---- diagnostics ---- */

void comb_proof_diagnostics_init(struct comb_proof_diagnostics *diagnostics)
{
    *diagnostics = (struct comb_proof_diagnostics){0};
    diagnostics->problems = comb_json_array(&diagnostics->build);
    diagnostics->notes = comb_json_array(&diagnostics->build);
}

void comb_proof_diagnostics_free(struct comb_proof_diagnostics *diagnostics)
{
    json_decref(diagnostics->problems);
    json_decref(diagnostics->notes);
}

static void add_diagnostic(struct comb_proof_diagnostics *diagnostics, json_t *list, const char *file, size_t line,
                           const char *format, va_list arguments)
{
    char reason[300];
    struct comb_buf text = {0};
    vsnprintf(reason, sizeof reason, format, arguments);
    comb_buf_printf(&text, "%s:", file);
    if (line > 0)
        comb_buf_printf(&text, "%zu:", line);
    comb_buf_printf(&text, " %s", reason);
    diagnostics->build.failed |= text.failed;
    comb_json_push(&diagnostics->build, list, comb_json_string(&diagnostics->build, comb_buf_text(&text)));
    comb_buf_free(&text);
}

void comb_proof_problem(struct comb_proof_diagnostics *diagnostics, const char *file, size_t line, const char *format,
                        ...)
{
    va_list arguments;
    if (diagnostics->problem_count++ >= MAX_FINDINGS)
        return;
    va_start(arguments, format);
    add_diagnostic(diagnostics, diagnostics->problems, file, line, format, arguments);
    va_end(arguments);
}

void comb_proof_note(struct comb_proof_diagnostics *diagnostics, const char *file, size_t line, const char *format, ...)
{
    va_list arguments;
    if (diagnostics->note_count++ >= MAX_FINDINGS)
        return;
    va_start(arguments, format);
    add_diagnostic(diagnostics, diagnostics->notes, file, line, format, arguments);
    va_end(arguments);
}

/* ---- the check ---- */

struct check {
    struct comb_proof_header header;
    struct comb_proof_rules rules;
    struct comb_proof_diagnostics diagnostics;
    struct comb_proof_records records;
    struct comb_proof_coverage coverage;
    struct comb_proof_words *words;
    const char *title; /* of the list that was opened: the title in the header proves nothing */
    struct comb_job *job;
    const struct comb_params *params;
    size_t *chosen; /* records to recheck */
    size_t chosen_count;
    size_t rechecked;
    size_t unfinished; /* started to recheck, but a unit's limit was reached */
    bool covered;      /* coverage was checked completely */
};

static bool belongs_to_unit(const struct check *check, const uint8_t *letters, const struct comb_proof_record *record)
{
    for (unsigned i = 0; i < record->length; i++)
        if (!(comb_proof_set(&check->rules, record->prefix[i]) >> letters[i] & 1))
            return false;
    return true;
}

/* Item 4: canonical, begins with the prefix, and has the claimed score. */
static void check_board(struct check *check, struct comb_proof_scorer *scorer, const struct comb_proof_record *record,
                        const struct comb_proof_board *board)
{
    struct comb_buf name = {0};
    const char *wrong = NULL;
    comb_proof_symbols_to_text(&name, &check->header, board->letters, check->rules.cells);
    if (!belongs_to_unit(check, board->letters, record))
        wrong = "the board does not begin with the unit's prefix";
    else if (!comb_proof_canonical(&check->rules, board->letters, check->rules.cells))
        wrong = "the board is not canonical: a rotated or mirrored copy comes first";
    if (wrong)
        comb_proof_problem(&check->diagnostics, record->file, record->line, "%s: %s", comb_buf_text(&name), wrong);
    long long score = comb_proof_score(scorer, board->letters);
    if (score != board->score)
        comb_proof_problem(&check->diagnostics, record->file, record->line, "%s: the board scores %lld, not %lld",
                           comb_buf_text(&name), score, board->score);
    comb_buf_free(&name);
}

static int check_boards(struct check *check, struct comb_error *err)
{
    struct comb_proof_scorer *scorer = comb_proof_scorer_new(&check->rules, check->words);
    int code = scorer ? COMB_OK : comb_fail_memory(err);
    for (size_t i = 0; i < check->records.count && code == COMB_OK; i++) {
        const struct comb_proof_record *record = &check->records.items[i];
        for (size_t k = 0; k < record->board_count && code == COMB_OK; k++) {
            check_board(check, scorer, record, &record->boards[k]);
            code = comb_job_tick(check->job, 0);
        }
    }
    comb_proof_scorer_free(scorer);
    return code;
}

/* ---- which units to recheck ---- */

/* Parses "1%", "20" or "all"; returns false for anything else. */
static bool parse_recheck_count(size_t *out, const char *text, size_t units)
{
    char number[24] = "";
    double value;
    long long count;
    size_t length = strlen(text);
    bool percent = length > 1 && text[length - 1] == '%';
    *out = units;
    if (strcmp(text, "all") == 0)
        return true;
    if (length >= sizeof number)
        return false;
    memcpy(number, text, length - percent);
    if (percent) {
        if (!comb_parse_real(&value, number) || !(value >= 0 && value <= 100))
            return false;
        double wanted = value / 100 * (double)units;
        *out = (size_t)wanted + ((double)(size_t)wanted < wanted);
    } else if (!comb_parse_int(&count, number) || count < 0) {
        return false;
    } else if ((unsigned long long)count < units) {
        *out = (size_t)count;
    }
    return true;
}

struct candidate {
    const struct comb_proof_record *record;
    size_t index;
};

static int by_bound(const void *first, const void *second)
{
    const struct comb_proof_record *a = ((const struct candidate *)first)->record;
    const struct comb_proof_record *b = ((const struct candidate *)second)->record;
    return (a->bound < b->bound) - (a->bound > b->bound);
}

/* Returns the next one in the order of bounds that has boards (or has none) and was not chosen yet. */
static size_t next_candidate(const struct candidate *all, size_t count, size_t from, bool boards)
{
    while (from < count && (!all[from].record || (all[from].record->board_count > 0) != boards))
        from++;
    return from;
}

/* Chooses `wanted` random units; then as many of the others with the highest bounds, alternating between those without
 * boards (where one may have been left out) and those with. */
static void choose_candidates(struct check *check, struct candidate *all, size_t count, size_t wanted)
{
    struct comb_rng rng;
    comb_rng_seed(&rng, comb_job_seed(check->job));
    for (size_t i = 0; i < wanted; i++) {
        size_t other = i + (size_t)comb_rng_below(&rng, count - i);
        struct candidate picked = all[other];
        all[other] = all[i];
        all[i] = picked;
        check->chosen[check->chosen_count++] = picked.index;
    }
    size_t at[2] = {wanted, wanted};
    qsort(all + wanted, count - wanted, sizeof *all, by_bound);
    for (size_t i = 0; i < 2 * wanted && check->chosen_count < 2 * wanted; i++) {
        size_t *from = &at[i % 2];
        *from = next_candidate(all, count, *from, i % 2 == 1);
        if (*from < count)
            check->chosen[check->chosen_count++] = all[(*from)++].index;
    }
}

static size_t count_recorded_units(const struct check *check)
{
    size_t count = 0;
    for (size_t i = 0; i < check->records.count; i++)
        count += check->records.items[i].counted;
    return count;
}

static int choose_units(struct check *check, struct comb_error *err)
{
    size_t count = count_recorded_units(check);
    size_t wanted;
    if (!parse_recheck_count(&wanted, comb_params_text(check->params, "recheck", "1%"), count))
        return comb_fail(err, COMB_BAD_INPUT,
                         "--recheck: expected a percentage such as 1%%, a number or all, got '%.40s'",
                         comb_params_text(check->params, "recheck", ""));
    struct candidate *all = calloc(count + 1, sizeof *all);
    check->chosen = calloc(2 * wanted + 1, sizeof *check->chosen);
    if (!all || !check->chosen) {
        free(all);
        return comb_fail_memory(err);
    }
    size_t next = 0;
    for (size_t i = 0; i < check->records.count; i++)
        if (check->records.items[i].counted)
            all[next++] = (struct candidate){.record = &check->records.items[i], .index = i};
    choose_candidates(check, all, count, wanted);
    free(all);
    return COMB_OK;
}

/* ---- rechecking ---- */

struct recheck_run {
    struct check *check;
    struct comb_proof_boards *found; /* by chosen unit */
    int *codes;                      /* of its search */
    int *ended;                      /* COMB_OK, or the code that ends the whole check */
};

/* Searches boards above the claimed bound as well as those that reach the target. Returns COMB_LIMIT for the unit's
 * limit. */
static int search_unit(struct comb_proof_boards *found, const struct check *check,
                       const struct comb_proof_record *record)
{
    struct comb_job *job = NULL;
    struct comb_job_setup setup = {
        .context = comb_job_context(check->job),
        .parent = check->job,
        .inherit_from = check->job,
        .time_limit = comb_params_seconds(check->params, "unit-limit", 600),
    };
    struct comb_proof_goal goal = {
        .prefix = record->prefix,
        .length = record->length,
        .min_score = record->bound < check->header.target ? record->bound + 1 : check->header.target,
        .ceiling = record->bound,
        .max_boards = record->board_count,
        .max_bytes = UNIT_BYTES,
    };
    int code = comb_job_new(&job, &setup, NULL);
    if (code == COMB_OK)
        code = comb_proof_search(found, &check->rules, check->words, &goal, job);
    comb_job_free(job);
    return code;
}

static void recheck_unit(void *payload, size_t index, unsigned worker)
{
    struct recheck_run *recheck_run = payload;
    struct check *check = recheck_run->check;
    (void)worker;
    int code = recheck_run->ended[index] = comb_job_tick(check->job, 0);
    if (code != COMB_OK)
        return;
    code = search_unit(&recheck_run->found[index], check, &check->records.items[check->chosen[index]]);
    recheck_run->codes[index] = code;
    bool searched = code == COMB_OK || code == COMB_NO;
    int ended = comb_job_tick(check->job, searched);
    recheck_run->ended[index] = searched ? COMB_OK : code == COMB_LIMIT ? ended : code;
}

static void report_difference(struct check *check, const struct comb_proof_record *record, const uint8_t *letters,
                              long long score, const char *how)
{
    struct comb_buf name = {0};
    comb_proof_symbols_to_text(&name, &check->header, letters, check->rules.cells);
    comb_proof_problem(&check->diagnostics, record->file, record->line, "%s with %lld points %s", comb_buf_text(&name),
                       score, how);
    comb_buf_free(&name);
}

static void report_not_found(struct check *check, const struct comb_proof_record *record, size_t listed)
{
    const struct comb_proof_board *board = &record->boards[listed];
    report_difference(check, record, board->letters, board->score, "is listed, but the recheck does not find it");
}

/* Both lists are in ascending order; `complete`: the search did not end early. */
static void compare_boards(struct check *check, const struct comb_proof_record *record,
                           const struct comb_proof_boards *found, bool complete)
{
    size_t listed = 0;
    for (size_t i = 0; i < found->count; i++) {
        const struct comb_proof_found_board *board = &found->items[i];
        int order = -1;
        if (board->score > record->bound)
            report_difference(check, record, board->letters, board->score, "is above the unit's bound");
        if (board->score < check->header.target)
            continue;
        for (; listed < record->board_count; listed++) {
            order = memcmp(record->boards[listed].letters, board->letters, check->rules.cells);
            if (order >= 0)
                break;
            report_not_found(check, record, listed);
        }
        if (listed < record->board_count && order == 0)
            listed++;
        else
            report_difference(check, record, board->letters, board->score, "is not listed");
    }
    for (; complete && listed < record->board_count; listed++)
        report_not_found(check, record, listed);
}

static void compare_unit(struct recheck_run *recheck_run, size_t index)
{
    struct check *check = recheck_run->check;
    const struct comb_proof_record *record = &check->records.items[check->chosen[index]];
    int code = recheck_run->codes[index];
    if (code == COMB_LIMIT) {
        check->unfinished++;
        comb_proof_note(&check->diagnostics, record->file, record->line,
                        "the recheck of the unit reached its limit (--unit-limit)");
        return;
    }
    check->rechecked++;
    compare_boards(check, record, &recheck_run->found[index], code == COMB_OK);
}

/* Completed units count, even if a limit ends the others. */
static int compare_all(struct recheck_run *recheck_run)
{
    struct check *check = recheck_run->check;
    int code = COMB_OK;
    for (size_t i = 0; i < check->chosen_count; i++) {
        if (recheck_run->ended[i] == COMB_OK)
            compare_unit(recheck_run, i);
        else if (code == COMB_OK)
            code = recheck_run->ended[i];
        comb_vec_free(&recheck_run->found[i]);
    }
    return code;
}

static int recheck_units(struct check *check, struct comb_error *err)
{
    int code = choose_units(check, err);
    if (code != COMB_OK)
        return code;
    struct recheck_run recheck_run = {.check = check,
                                      .found = calloc(check->chosen_count + 1, sizeof *recheck_run.found),
                                      .codes = calloc(check->chosen_count + 1, sizeof *recheck_run.codes),
                                      .ended = calloc(check->chosen_count + 1, sizeof *recheck_run.ended)};
    bool allocated = recheck_run.found && recheck_run.codes && recheck_run.ended;
    if (allocated) {
        comb_job_expect(check->job, check->chosen_count);
        comb_job_note(check->job, "units rechecked");
        comb_parallel(comb_job_threads(check->job), check->chosen_count, recheck_unit, &recheck_run);
        code = compare_all(&recheck_run);
    }
    if (!allocated || code == COMB_NO_MEMORY)
        code = comb_fail_memory(err);
    free(recheck_run.found);
    free(recheck_run.codes);
    free(recheck_run.ended);
    return code;
}

/* ---- the result ---- */

static int compare_scores(const void *a, const void *b)
{
    long long x = (*(const struct comb_proof_board *const *)a)->score;
    long long y = (*(const struct comb_proof_board *const *)b)->score;
    return (x < y) - (x > y);
}

/* Converts a board to its usual notation: rows separated by /. */
static json_t *board_text(struct comb_json *build, const struct check *check, const uint8_t *letters)
{
    struct comb_buf text = {0};
    uint8_t cells[COMB_PROOF_MAX_CELLS];
    unsigned next = 0, place = 0;
    for (unsigned i = 0; i < check->rules.cells; i++)
        cells[check->rules.order[i]] = letters[i];
    for (unsigned row = 0; row < COMB_WORDS_MAX_ROWS && check->rules.rows[row]; row++) {
        comb_buf_str(&text, row == 0 ? "" : "/");
        for (unsigned i = 0; i < check->rules.rows[row]; i++, place++) {
            if (check->rules.holes >> place & 1)
                comb_buf_char(&text, '.');
            else
                comb_proof_symbols_to_text(&text, &check->header, &cells[next++], 1);
        }
    }
    json_t *string = comb_json_string(build, comb_buf_text(&text));
    build->failed |= text.failed;
    comb_buf_free(&text);
    return string;
}

/* Lists the boards of the recorded units, best first. */
static json_t *list_boards(struct comb_json *build, const struct check *check, long long *optimum)
{
    json_t *list = comb_json_array(build);
    size_t count = 0;
    for (size_t i = 0; i < check->records.count; i++)
        count += check->records.items[i].counted ? check->records.items[i].board_count : 0;
    const struct comb_proof_board **all = calloc(count + 1, sizeof *all);
    build->failed |= !all;
    size_t next = 0;
    for (size_t i = 0; all && i < check->records.count; i++)
        for (size_t k = 0; check->records.items[i].counted && k < check->records.items[i].board_count; k++)
            all[next++] = &check->records.items[i].boards[k];
    if (next > 1)
        qsort(all, next, sizeof *all, compare_scores);
    for (size_t i = 0; i < next; i++) {
        json_t *board = comb_json_object(build);
        comb_json_set(build, board, "score", comb_json_int(build, all[i]->score));
        comb_json_set(build, board, "board", board_text(build, check, all[i]->letters));
        comb_json_push(build, list, board);
    }
    *optimum = next > 0 ? all[0]->score : -1;
    free(all);
    return list;
}

static int write_result(json_t **found, struct check *check, bool ended, struct comb_error *err)
{
    struct comb_json *build = &check->diagnostics.build;
    long long optimum;
    json_t *root = comb_json_object(build);
    json_t *boards = list_boards(build, check, &optimum);
    bool complete = check->covered && check->coverage.missing == 0 && check->coverage.units == check->header.units;
    comb_json_set(build, root, "schema", comb_json_int(build, COMB_SCHEMA));
    comb_json_set(build, root, "game", comb_json_string(build, check->header.game));
    comb_json_set(build, root, "shape", comb_json_string(build, check->header.shape));
    comb_json_set(build, root, "words", comb_json_string(build, check->title));
    comb_json_set(build, root, "target", comb_json_int(build, check->header.target));
    comb_json_set(build, root, "optimum", optimum < 0 ? json_null() : comb_json_int(build, optimum));
    comb_json_set(build, root, "units", comb_json_int(build, check->header.units));
    comb_json_set(build, root, "missing", comb_json_int(build, check->coverage.missing));
    comb_json_set(build, root, "boards", boards);
    comb_json_set(build, root, "complete", comb_json_bool(build, complete));
    bool enough = complete || (check->covered && comb_params_flag(check->params, "partial"));
    bool valid = ended && enough && check->diagnostics.problem_count == 0;
    size_t trusted = count_recorded_units(check) - check->rechecked;
    comb_json_set(build, root, "valid", comb_json_bool(build, valid));
    comb_json_set(build, root, "sound", comb_json_bool(build, valid && complete && trusted == 0));
    comb_json_set(build, root, "rechecked", comb_json_int(build, (long long)check->rechecked));
    comb_json_set(build, root, "trusted", comb_json_int(build, (long long)trusted));
    comb_json_set(build, root, "unfinished", comb_json_int(build, (long long)check->unfinished));
    comb_json_set(build, root, "problem_count", comb_json_int(build, (long long)check->diagnostics.problem_count));
    comb_json_set(build, root, "problems", json_incref(check->diagnostics.problems));
    comb_json_set(build, root, "notes", json_incref(check->diagnostics.notes));
    comb_json_set(build, root, "seconds", comb_json_real(build, comb_job_seconds(check->job)));
    return comb_json_finish(found, build, root, err);
}

/* Opens header, list and shape; the number of problems says whether to continue. */
static int open_all(struct check *check, const char *folder, struct comb_error *err)
{
    const struct comb_dict *dict;
    int code = comb_words_dict(&dict, check->job, check->params, err);
    check->title = code == COMB_OK ? comb_dict_title(dict) : "";
    if (code == COMB_OK)
        code = comb_proof_read_folder(&check->header, &check->records, &check->diagnostics, folder,
                                      comb_job_arena(check->job), err);
    if (code == COMB_NO) {
        comb_proof_problem(&check->diagnostics, "header.txt", err ? err->line : 0,
                           "checksum mismatch: the header was changed or damaged");
        return COMB_OK;
    }
    if (code == COMB_OK && strcmp(check->header.title, check->title) != 0)
        comb_proof_note(&check->diagnostics, "header.txt", check->header.lines[COMB_PROOF_TITLE],
                        "the header calls the word list '%.60s', but it is '%.60s'", check->header.title, check->title);
    size_t lines_wrong = check->diagnostics.problem_count;
    if (code == COMB_OK)
        comb_proof_derive(&check->rules, &check->diagnostics, &check->header, dict, check->params);
    if (code != COMB_OK || check->diagnostics.problem_count > lines_wrong)
        return code;
    code = comb_proof_words_new(&check->words, dict, &check->rules, err);
    if (code == COMB_OK && check->words->listed != comb_dict_word_count(dict))
        comb_proof_problem(&check->diagnostics, "header.txt", check->header.lines[COMB_PROOF_WORDS],
                           "the word list says %zu words, but has %zu", comb_dict_word_count(dict),
                           check->words->listed);
    return code;
}

static int check_all(struct check *check, const char *folder, struct comb_error *err)
{
    int code = open_all(check, folder, err);
    if (code != COMB_OK || !check->words)
        return code;
    code = comb_params_flag(check->params, "partial")
               ? comb_proof_cover_part(&check->coverage, &check->records, &check->diagnostics, &check->header,
                                       &check->rules, check->job)
               : comb_proof_cover(&check->coverage, &check->records, &check->diagnostics, &check->header, &check->rules,
                                  check->job, NULL, NULL);
    check->covered = code == COMB_OK;
    if (code == COMB_OK)
        code = check_boards(check, err);
    return code == COMB_OK ? recheck_units(check, err) : code;
}

static int verdict_of(const json_t *found)
{
    if (!json_is_true(json_object_get(found, "valid")))
        return COMB_NO;
    return json_integer_value(json_object_get(found, "trusted")) == 0 ? COMB_OK : COMB_LIMIT;
}

int comb_words_check_proof(json_t **found, const char *folder, struct comb_job *job, const struct comb_params *params,
                           struct comb_error *err)
{
    struct check *check = calloc(1, sizeof *check);
    *found = NULL;
    if (!check)
        return comb_fail_memory(err);
    check->job = job;
    check->params = params;
    comb_proof_diagnostics_init(&check->diagnostics);
    int code = check_all(check, folder, err);
    bool early = code == COMB_LIMIT || code == COMB_INTERRUPTED;
    if (early)
        comb_job_fail(job, code, err);
    if (code == COMB_OK || early) {
        int written = write_result(found, check, !early, err);
        code = written != COMB_OK ? written : early ? code : verdict_of(*found);
    }
    comb_proof_diagnostics_free(&check->diagnostics);
    comb_vec_free(&check->records);
    comb_proof_words_free(check->words);
    free(check->chosen);
    free(check);
    return code;
}
