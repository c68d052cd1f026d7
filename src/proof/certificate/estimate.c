/* Estimates the time of the whole proof from a sample of random units.
 *
 * A few units of good letters take many times as long as most. Half of the draws are uniform over all units, the other
 * half prefer letters that are frequent in words: each symbol independently with weight w, redrawn until the prefix is
 * canonical. A unit p is then drawn with probability
 *
 *     q(p) = 1/2 * 1/N  +  1/2 * w(p1) w(p2) ... / Z        N: number of units, Z: probability that a weighted
 *                                                           draw is canonical
 *
 * and the mean of time(p) / q(p) is the whole time, whatever w is. N is counted, Z is estimated from a million draws.
 * The interval (interval.c) allows for few draws and a heavy tail; it cannot include a tail that no draw has met, which
 * is why the largest draw's fraction is reported too. */
#include "proof/certificate/interval.h"
#include "proof/certificate/parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { CANONICAL_DRAWS = 1000000 };

struct draw {
    double probability_of[COMB_PROVE_MAX_SYMBOLS]; /* weighted, by symbol */
    double canonical;                              /* Z */
    unsigned depth;
};

struct sums {
    double total;
    double squares;
    double largest;
    double costs[4];
    double children;
    double survivors;
    double searched;
    double placements;
    unsigned count;
    struct COMB_VEC(double) estimates; /* of each sample: its estimate of all units */
};

/* Lists the symbols or letters that may be at a place. */
static unsigned choices(const uint8_t **symbols, const struct comb_words_task *task, unsigned place)
{
    return place < COMB_PROVE_CLASS_PLACES ? comb_prover_symbols(symbols, task->prover)
                                           : comb_prover_letters(symbols, task->prover);
}

static void draw_symbols(uint8_t *prefix, const struct draw *draw, const struct comb_words_task *task,
                         struct comb_rng *rng)
{
    for (unsigned i = 0; i < draw->depth; i++) {
        const uint8_t *symbols;
        unsigned count = choices(&symbols, task, i);
        double at = comb_rng_unit(rng);
        unsigned k = 0;
        for (; k + 1 < count; k++) {
            at -= draw->probability_of[symbols[k]];
            if (at < 0)
                break;
        }
        prefix[i] = symbols[k];
    }
}

static void set_symbol_weights(struct draw *draw, const struct comb_words_task *task)
{
    uint64_t counts[COMB_DICT_MAX_LETTERS];
    double total = 0;
    comb_words_letter_counts(counts, task->dict);
    for (uint32_t left = task->space.letters; left; left &= left - 1)
        total += (double)counts[__builtin_ctz(left)] + 1;
    for (uint32_t left = task->space.letters; left; left &= left - 1)
        draw->probability_of[__builtin_ctz(left)] = ((double)counts[__builtin_ctz(left)] + 1) / total;
    for (unsigned i = 0; i < comb_prover_classes(task->prover); i++) {
        uint8_t symbol = comb_prover_class(task->prover, i);
        for (uint32_t left = comb_prover_symbol_set(task->prover, symbol); left; left &= left - 1)
            draw->probability_of[symbol] += draw->probability_of[__builtin_ctz(left)];
    }
}

static void prepare_draw(struct draw *draw, const struct comb_words_task *task, struct comb_rng *rng)
{
    uint8_t prefix[COMB_PROVE_MAX_CELLS];
    unsigned canonical = 0;
    set_symbol_weights(draw, task);
    draw->depth = comb_prover_depth(task->prover);
    assert(draw->depth <= COMB_PROVE_MAX_CELLS);
    for (unsigned i = 0; i < CANONICAL_DRAWS; i++) {
        draw_symbols(prefix, draw, task, rng);
        canonical += comb_prove_canonical(task->prover, prefix, draw->depth);
    }
    draw->canonical = (double)canonical / CANONICAL_DRAWS;
}

/* Draws one unit; returns its probability. */
static double draw_unit(uint8_t *prefix, const struct draw *draw, const struct comb_words_task *task,
                        struct comb_rng *rng, bool uniform)
{
    double weighted = 1 / draw->canonical;
    if (uniform)
        comb_words_random_unit(prefix, task, rng, draw->depth);
    else
        do
            draw_symbols(prefix, draw, task, rng);
        while (!comb_prove_canonical(task->prover, prefix, draw->depth));
    for (unsigned i = 0; i < draw->depth; i++)
        weighted *= draw->probability_of[prefix[i]];
    return 0.5 / (double)task->units + 0.5 * weighted;
}

static bool add_sample(struct sums *sums, const struct comb_prove_result *result, double probability)
{
    const struct comb_prove_costs *costs = &result->costs;
    double parts[4] = {costs->listing, costs->first, costs->second, costs->below};
    double whole = 0;
    for (unsigned i = 0; i < 4; i++) {
        sums->costs[i] += parts[i] / probability;
        whole += parts[i] / probability;
    }
    sums->total += whole;
    sums->squares += whole * whole;
    sums->largest = whole > sums->largest ? whole : sums->largest;
    sums->children += (double)result->children / probability;
    sums->survivors += (double)result->survivors / probability;
    sums->searched += (double)result->searched / probability;
    sums->placements += (double)result->placements / probability;
    sums->count++;
    return comb_vec_push(&sums->estimates, whole);
}

static bool tick(void *payload)
{
    return comb_job_tick(payload, 0) == COMB_OK;
}

static int sample_units(struct sums *sums, struct comb_words_task *task, const struct draw *draw, struct comb_rng *rng,
                        struct comb_error *err)
{
    static const double year = 365.25 * 86400;
    struct comb_prove_worker *worker = NULL;
    struct comb_prove_result result = {0};
    unsigned samples = (unsigned)comb_params_int(task->params, "samples", 24);
    int code = comb_prove_worker_new(&worker, task->prover, tick, task->job, err);
    comb_job_expect(task->job, samples);
    for (unsigned i = 0; i < samples && code == COMB_OK; i++) {
        uint8_t prefix[COMB_PROVE_MAX_CELLS] = {0};
        struct comb_buf text = {0};
        double probability = draw_unit(prefix, draw, task, rng, i % 2 == 0);
        code = comb_prove_unit(&result, worker, prefix, draw->depth, err);
        if (code != COMB_OK)
            break;
        double before = sums->total;
        if (!add_sample(sums, &result, probability)) {
            code = comb_fail_memory(err);
            break;
        }
        comb_words_symbols_to_text(&text, task, prefix, draw->depth);
        comb_job_message(task->job, "%4u  %s  %7.2f s  %llu boxes  %llu/%llu/%llu children  represents %.3g CPU-years",
                         i + 1, comb_buf_text(&text), (sums->total - before) * probability,
                         (unsigned long long)result.boxes, (unsigned long long)result.children,
                         (unsigned long long)result.survivors, (unsigned long long)result.searched,
                         (sums->total - before) / year);
        comb_buf_free(&text);
        comb_job_tick(task->job, 1);
    }
    comb_prove_result_free(&result);
    comb_prove_worker_free(worker);
    return code == COMB_LIMIT && sums->count > 1 ? COMB_OK : code;
}

static void set_real(struct comb_json *build, json_t *root, const char *key, double value)
{
    comb_json_set(build, root, key, comb_json_real(build, value));
}

/* Unknown ends are null. */
static void set_interval(struct comb_json *build, json_t *root, const struct sums *sums)
{
    static const double year = 365.25 * 86400;
    struct comb_words_interval interval = comb_words_interval(sums->estimates.items, sums->count);
    bool known = isfinite(interval.high);
    set_real(build, root, "confidence", 0.95);
    set_real(build, root, "cpu_seconds_low", interval.low);
    comb_json_set(build, root, "cpu_seconds_high", known ? comb_json_real(build, interval.high) : json_null());
    set_real(build, root, "cpu_years_low", interval.low / year);
    comb_json_set(build, root, "cpu_years_high", known ? comb_json_real(build, interval.high / year) : json_null());
}

static int write_estimate(json_t **out, const struct comb_words_task *task, const struct sums *sums,
                          struct comb_error *err)
{
    static const char *const names[4] = {"listing", "first_bounds", "merged_lists", "search"};
    struct comb_json build = {0};
    double count = sums->count;
    double mean = sums->total / count;
    double variance = (sums->squares / count - mean * mean) / (count > 1 ? count - 1 : 1);
    json_t *root = comb_json_object(&build);
    json_t *parts = comb_json_object(&build);
    comb_json_set(&build, root, "shape", comb_json_string(&build, task->shape));
    comb_json_set(&build, root, "target", comb_json_int(&build, (long long)task->target));
    comb_json_set(&build, root, "proved", comb_json_bool(&build, false));
    comb_json_set(&build, root, "units", comb_json_int(&build, (long long)task->units));
    comb_json_set(&build, root, "samples", comb_json_int(&build, sums->count));
    set_real(&build, root, "cpu_seconds", mean);
    set_real(&build, root, "standard_error", sqrt(variance > 0 ? variance : 0));
    set_real(&build, root, "cpu_years", mean / (365.25 * 86400));
    set_real(&build, root, "cpu_years_error", sqrt(variance > 0 ? variance : 0) / (365.25 * 86400));
    set_interval(&build, root, sums);
    set_real(&build, root, "largest_share", sums->largest / sums->total);
    set_real(&build, root, "seconds_per_unit", mean / (double)task->units);
    set_real(&build, root, "placements_per_unit", sums->placements / count / (double)task->units);
    set_real(&build, root, "survivors_per_unit", sums->survivors / count / (double)task->units);
    for (unsigned i = 0; i < 4; i++)
        set_real(&build, parts, names[i], sums->costs[i] / sums->total);
    comb_json_set(&build, root, "shares", parts);
    comb_json_set(&build, root, "method",
                  comb_json_string(&build, "half of the samples uniform over the units, half by letter frequency, "
                                           "weighted by the inverse of their probability"));
    set_real(&build, root, "seconds", comb_job_seconds(task->job));
    return comb_json_finish(out, &build, root, err);
}

int comb_words_estimate(json_t **found, struct comb_words_task *task, struct comb_error *err)
{
    struct draw draw = {0};
    struct sums sums = {0};
    struct comb_rng rng;
    comb_rng_seed(&rng, comb_job_seed(task->job) + 1);
    prepare_draw(&draw, task, &rng);
    int code = sample_units(&sums, task, &draw, &rng, err);
    if (code == COMB_OK)
        code = write_estimate(found, task, &sums, err);
    comb_vec_free(&sums.estimates);
    return code;
}
