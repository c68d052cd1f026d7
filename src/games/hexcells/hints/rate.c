/* Rates the difficulty of a level. It is played easiest-first: each round makes only the easiest steps, because the
 * hints that appear may make hard steps easy. The rating is the weight of the hardest step that cannot be avoided this
 * way: the number of clues that must be combined, plus the counter, plus marks.
 *
 *     rating = clues + 1 with the counter + 1/2 with a mark
 *     easy up to 1.5, medium up to 2.5, hard up to 5, expert beyond
 *
 * A round costs one reason per forced cell, and there are more rounds than in a plain solution. */
#include "games/hexcells/hints/hint.h"

#include "games/hexcells/solve.h"

const char *comb_hexcells_grade_name(enum comb_hexcells_grade grade)
{
    static const char *const names[COMB_HEXCELLS_GRADES] = {"easy", "medium", "hard", "expert"};
    return names[grade];
}

double comb_hexcells_grade_limit(enum comb_hexcells_grade grade)
{
    static const double limits[COMB_HEXCELLS_GRADES] = {1.5, 2.5, 5, 0};
    return limits[grade];
}

enum comb_hexcells_grade comb_hexcells_grade_of(struct comb_hexcells_weight hardest)
{
    double rating = comb_hexcells_rating(hardest);
    unsigned grade = 0;
    while (grade + 1 < COMB_HEXCELLS_GRADES && rating > comb_hexcells_grade_limit(grade))
        grade++;
    return grade;
}

bool comb_hexcells_hardest(struct comb_hexcells_weight *weight, struct comb_hexcells_moment *moment,
                           const struct comb_hexcells_play *play)
{
    bool found = false;
    *weight = (struct comb_hexcells_weight){0};
    for (unsigned r = 0; r < play->rounds; r++)
        for (size_t i = 0; i < play->items[r].used; i++) {
            struct comb_hexcells_weight here = comb_hexcells_weigh(play->level, &play->items[r].steps.items[i].reason);
            if (found && comb_hexcells_rating(here) <= comb_hexcells_rating(*weight))
                continue;
            found = true;
            *weight = here;
            *moment = (struct comb_hexcells_moment){r + 1, i};
        }
    return found;
}

struct tally {
    size_t steps, with_counter, with_marks, clues;
};

static struct tally tally_steps(const struct comb_hexcells_play *play)
{
    struct tally tally = {0};
    for (unsigned r = 0; r < play->rounds; r++)
        for (size_t i = 0; i < play->items[r].used; i++) {
            struct comb_hexcells_weight here = comb_hexcells_weigh(play->level, &play->items[r].steps.items[i].reason);
            tally.steps++;
            tally.clues += here.clues;
            tally.with_counter += here.counter;
            tally.with_marks += here.marks;
        }
    return tally;
}

static json_t *hardest_object(struct comb_json *build, const struct comb_hexcells_play *play,
                              struct comb_hexcells_moment moment)
{
    const struct comb_hexcells_step *step = comb_hexcells_step_at(play, moment);
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "round", comb_json_int(build, moment.round));
    comb_json_set(build, object, "known", comb_hexcells_known_cells(build, play, moment));
    comb_json_set(build, object, "cells", comb_hexcells_step_cells(build, play->level, step));
    comb_json_set(build, object, "because",
                  comb_hexcells_ids_array(build, play->level, step->reason.ids, step->reason.count));
    comb_json_set(build, object, "text", comb_hexcells_step_text(build, play, moment));
    return object;
}

static void print_rating(struct comb_buf *out, const struct comb_hexcells_play *play, const json_t *hardest,
                         double rating, const char *grade, struct tally tally)
{
    const char *step = json_string_value(json_object_get(hardest, "text"));
    if (play->left > 0 && !play->level->truth_known) {
        comb_buf_printf(out, "no rating: %u cells depend on unknown numbers\n", play->left);
        return;
    }
    if (play->left > 0) {
        comb_buf_printf(out, "no rating: stuck with %u cells left\n", play->left);
        return;
    }
    comb_buf_printf(out,
                    "%s, rating %.1f: %zu steps in %u rounds (easiest first); %.1f clues per step, counter in %zu "
                    "steps, marks in %zu",
                    grade, rating, tally.steps, play->rounds,
                    tally.steps > 0 ? (double)tally.clues / (double)tally.steps : 0.0, tally.with_counter,
                    tally.with_marks);
    if (step)
        comb_buf_printf(out, "\nhardest step (round %lld): %s",
                        (long long)json_integer_value(json_object_get(hardest, "round")), step);
}

static int write_rating(json_t **out, const struct comb_hexcells_play *play, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    struct comb_hexcells_weight weight;
    struct comb_hexcells_moment moment = {0};
    struct tally tally = tally_steps(play);
    bool found = comb_hexcells_hardest(&weight, &moment, play);
    bool fair = play->left == 0;
    double counter_fraction = tally.steps > 0 ? (double)tally.with_counter / (double)tally.steps : 0;
    const char *grade = fair ? comb_hexcells_grade_name(comb_hexcells_grade_of(weight)) : "stuck";
    json_t *root = comb_json_object(&build);
    json_t *hardest = found ? hardest_object(&build, play, moment) : json_null();
    print_rating(&text, play, hardest, comb_hexcells_rating(weight), grade, tally);
    comb_json_set(&build, root, "rating", fair ? comb_json_real(&build, comb_hexcells_rating(weight)) : json_null());
    comb_json_set(&build, root, "grade", comb_json_string(&build, grade));
    comb_json_set(&build, root, "left", comb_json_int(&build, play->left));
    comb_json_set(&build, root, "rounds", comb_json_int(&build, play->rounds)); /* the older name of the next field */
    comb_json_set(&build, root, "gentle_rounds", comb_json_int(&build, play->rounds));
    comb_json_set(&build, root, "steps", comb_json_int(&build, (long long)tally.steps));
    comb_json_set(&build, root, "counter_share", comb_json_real(&build, counter_fraction));
    comb_json_set(&build, root, "hardest", hardest);
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    int code = comb_json_finish(out, &build, root, err);
    return code == COMB_OK && !fair ? COMB_NO : code;
}

int comb_hexcells_rate(json_t **rating, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err)
{
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {.reasons = true, .easiest_first = true, .smallest = true};
    (void)params;
    *rating = NULL;
    int played = comb_hexcells_play(&play, board, &options, job, err);
    int code = played;
    if (played == COMB_OK)
        code = write_rating(rating, &play, err);
    comb_hexcells_play_free(&play);
    return code;
}
