/* Rates the difficulty of a level by its explanation, which always takes the easiest step available: the cost of the
 * hardest step, and the work of all of them. The grade follows from the hardest step.
 *
 *     easy up to 2.1, medium up to 3.2, hard up to 4.2, expert up to 5.5, extreme beyond
 *     work = ln(sum of e^(0.9 (cost - 1)))      a step of cost 4 weighs as much as fifteen of cost 1 */
#include "games/hexcells/hints/hint.h"

#include "games/hexcells/hints/letters.h"
#include "games/hexcells/solve.h"

#include <math.h>

static const double tolerance = 1e-6;

const char *comb_hexcells_grade_name(enum comb_hexcells_grade grade)
{
    static const char *const names[COMB_HEXCELLS_GRADES] = {"easy", "medium", "hard", "expert", "extreme"};
    return names[grade];
}

double comb_hexcells_grade_limit(enum comb_hexcells_grade grade)
{
    static const double limits[COMB_HEXCELLS_GRADES] = {2.1, 3.2, 4.2, 5.5, 0};
    return limits[grade];
}

enum comb_hexcells_grade comb_hexcells_grade_of(double hardest)
{
    unsigned grade = 0;
    while (grade + 1 < COMB_HEXCELLS_GRADES && hardest > comb_hexcells_grade_limit(grade) + tolerance)
        grade++;
    return grade;
}

struct comb_hexcells_costs comb_hexcells_costs(const struct comb_hexcells_play *play)
{
    struct comb_hexcells_costs costs = {0};
    double sum = 0;
    for (size_t i = 0; i < play->steps.count; i++) {
        double cost = play->steps.items[i].cost;
        sum += exp(0.9 * (cost - 1));
        costs.hard_moments += cost > comb_hexcells_grade_limit(COMB_HEXCELLS_MEDIUM) + tolerance;
        if (cost <= costs.hardest + tolerance)
            continue;
        costs.hardest = cost;
        costs.hardest_step = i;
    }
    costs.work = sum > 0 ? log(sum) : 0;
    return costs;
}

static double rounded(double value)
{
    return round(value * 100) / 100;
}

static bool uses_counter(const struct comb_hexcells_conclusion *step)
{
    return step->id_count > 0 && step->ids[step->id_count - 1] == COMB_HEXCELLS_COUNTER;
}

static double counter_share(const struct comb_hexcells_play *play)
{
    size_t with_counter = 0;
    for (size_t i = 0; i < play->steps.count; i++)
        with_counter += uses_counter(&play->steps.items[i].step);
    return play->steps.count > 0 ? (double)with_counter / (double)play->steps.count : 0;
}

static json_t *hardest_object(struct comb_json *build, const struct comb_hexcells_play *play, size_t step)
{
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "round", comb_json_int(build, comb_hexcells_round_of_step(play, step)));
    comb_json_set(build, object, "step", comb_json_int(build, (long long)step + 1));
    comb_json_set(build, object, "known", comb_hexcells_known_cells(build, play, step));
    comb_hexcells_set_argument(build, object, play, step);
    return object;
}

static void print_rating(struct comb_buf *out, const struct comb_hexcells_play *play, struct comb_hexcells_costs costs)
{
    if (play->left > 0) {
        comb_buf_printf(out,
                        play->level->truth_known ? "no rating: stuck with %u cells left\n"
                                                 : "no rating: %u cells depend on unknown numbers\n",
                        play->left);
        return;
    }
    comb_buf_printf(out, "%s: hardest step %.1f, work %.1f; %zu step%s, %zu hard moment%s",
                    comb_hexcells_grade_name(comb_hexcells_grade_of(costs.hardest)), costs.hardest, costs.work,
                    play->steps.count, play->steps.count == 1 ? "" : "s", costs.hard_moments,
                    costs.hard_moments == 1 ? "" : "s");
    if (play->steps.count == 0)
        return;
    comb_buf_printf(out, "\nhardest step (%zu, %s): ", costs.hardest_step + 1,
                    comb_hexcells_pattern_name(play->steps.items[costs.hardest_step].step.pattern));
    comb_hexcells_explain_step(out, play, costs.hardest_step);
}

static int write_rating(json_t **out, const struct comb_hexcells_play *play, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    struct comb_hexcells_costs costs = comb_hexcells_costs(play);
    bool fair = play->left == 0;
    json_t *root = comb_json_object(&build);
    print_rating(&text, play, costs);
    comb_json_set(&build, root, "rating", fair ? comb_json_real(&build, rounded(costs.hardest)) : json_null());
    comb_json_set(&build, root, "work", fair ? comb_json_real(&build, rounded(costs.work)) : json_null());
    comb_json_set(&build, root, "hard_moments", comb_json_int(&build, (long long)costs.hard_moments));
    comb_json_set(
        &build, root, "grade",
        comb_json_string(&build, fair ? comb_hexcells_grade_name(comb_hexcells_grade_of(costs.hardest)) : "stuck"));
    comb_json_set(&build, root, "left", comb_json_int(&build, play->left));
    comb_json_set(&build, root, "rounds", comb_json_int(&build, (long long)play->steps.count)); /* an older name */
    comb_json_set(&build, root, "gentle_rounds", comb_json_int(&build, (long long)play->steps.count));
    comb_json_set(&build, root, "steps", comb_json_int(&build, (long long)play->steps.count));
    comb_json_set(&build, root, "counter_share", comb_json_real(&build, counter_share(play)));
    comb_json_set(&build, root, "hardest",
                  play->steps.count > 0 ? hardest_object(&build, play, costs.hardest_step) : json_null());
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    comb_hexcells_set_letters(&build, root, comb_buf_text(&text));
    build.failed |= text.failed;
    comb_buf_free(&text);
    int code = comb_json_finish(out, &build, root, err);
    return code == COMB_OK && !fair ? COMB_NO : code;
}

int comb_hexcells_rate(json_t **rating, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err)
{
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {.reasons = true};
    (void)params;
    *rating = NULL;
    int code = comb_hexcells_play(&play, board, &options, job, err);
    if (code == COMB_OK)
        code = write_rating(rating, &play, err);
    comb_hexcells_play_free(&play);
    return code;
}
