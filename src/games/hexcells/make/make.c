/* Generates levels. An attempt draws an outline, colours it, gives it every possible hint and removes hints until the
 * level has the grade (reduce.c). Attempts stop with the first level of the grade, or after a few with the closest one.
 */
#include "games/hexcells/make/make.h"

#include "base/file.h"
#include "games/hexcells/make/parts.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ATTEMPTS = 200, MAX_PICTURE_BYTES = 1 << 20 };

static enum comb_hexcells_grade grade_named(const char *name)
{
    unsigned grade = 0;
    while (grade + 1 < COMB_HEXCELLS_GRADES && strcmp(name, comb_hexcells_grade_name(grade)) != 0)
        grade++;
    return grade;
}

/* Reports why the job stopped. A level found so far is returned, but it depends on the time available: the same seed
 * may give another one. */
static int fail_stopped(const struct comb_hexcells_maker *maker, int code, bool has_level, struct comb_error *err)
{
    struct comb_error stop;
    comb_job_fail(maker->job, code, &stop);
    if (!has_level)
        return comb_fail(err, code, "%s before a level was found", stop.message);
    return comb_fail(err, code, "%s before a level of grade '%s' was found; showing the best so far", stop.message,
                     comb_hexcells_grade_name(maker->target));
}

/* Reads "marks=30,lines=50". */
static int read_mix(struct comb_hexcells_mix *mix, const char *text, struct comb_error *err)
{
    const struct {
        const char *name;
        unsigned *value;
    } shares[] = {{"marks=", &mix->marks}, {"lines=", &mix->lines}, {"blue=", &mix->blue}, {"unknown=", &mix->unknown}};
    while (*text) {
        unsigned *value = NULL;
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
            if (strncmp(text, shares[i].name, strlen(shares[i].name)) == 0) {
                value = shares[i].value;
                text += strlen(shares[i].name);
                break;
            }
        char *end;
        unsigned long share = value ? strtoul(text, &end, 10) : 0;
        if (!value || end == text || share > 100 || (*end && *end != ','))
            return comb_fail(err, COMB_BAD_INPUT,
                             "--mix: '%.40s': expected marks=, lines=, blue= or unknown= with 0 to 100, separated by "
                             "commas",
                             text);
        *value = (unsigned)share;
        text = *end ? end + 1 : end;
    }
    return COMB_OK;
}

static enum comb_hexcells_counter_use counter_named(const char *name)
{
    return strcmp(name, "no") == 0      ? COMB_HEXCELLS_COUNTER_NO
           : strcmp(name, "late") == 0  ? COMB_HEXCELLS_COUNTER_LATE
           : strcmp(name, "often") == 0 ? COMB_HEXCELLS_COUNTER_OFTEN
                                        : COMB_HEXCELLS_COUNTER_ANY;
}

/* Reads the picture: from --picture itself, or from the file of --from. */
static int read_picture(struct comb_hexcells_maker *maker, const struct comb_params *params, struct comb_error *err)
{
    const char *file = comb_params_text(params, "from", NULL), *picture = comb_params_text(params, "picture", NULL);
    maker->letters = comb_params_text(params, "letters", NULL);
    if ((file != NULL) + (picture != NULL) + (maker->letters != NULL) > 1)
        return comb_fail(err, COMB_BAD_INPUT, "only one of --from, --picture and --letters can be given");
    maker->picture = picture;
    if (!file)
        return COMB_OK;
    int code = comb_file_read(&maker->text, file, MAX_PICTURE_BYTES, err);
    if (code == COMB_OK && memchr(comb_buf_text(&maker->text), 0, maker->text.length))
        code = comb_fail(err, COMB_BAD_INPUT, "--from: '%.200s' is not text", file);
    maker->picture = comb_buf_text(&maker->text);
    return code;
}

static int attempt_level(struct comb_hexcells_level **out, enum comb_hexcells_grade *grade,
                         struct comb_hexcells_maker *maker, struct comb_error *err)
{
    struct comb_hexcells_level *level = NULL;
    *out = NULL;
    int code = comb_hexcells_make_outline(maker, err);
    if (code == COMB_OK)
        code = comb_hexcells_full_level(&level, maker, err);
    if (code == COMB_OK)
        code = comb_hexcells_reduce(out, grade, level, maker, err);
    comb_hexcells_level_free(level);
    return code;
}

static unsigned difference(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static int best_attempt(struct comb_hexcells_level **out, struct comb_hexcells_maker *maker, struct comb_error *err)
{
    enum comb_hexcells_grade best = COMB_HEXCELLS_GRADES;
    int code = COMB_OK;
    for (unsigned i = 0;
         code == COMB_OK && best != maker->target && i < MAX_ATTEMPTS && !comb_hexcells_out_of_tests(maker); i++) {
        struct comb_hexcells_level *level;
        enum comb_hexcells_grade grade = COMB_HEXCELLS_GRADES;
        code = attempt_level(&level, &grade, maker, err);
        if (level && (!*out || difference(grade, maker->target) < difference(best, maker->target))) {
            comb_hexcells_level_free(*out);
            *out = level;
            best = grade;
        } else {
            comb_hexcells_level_free(level);
        }
    }
    if (code == COMB_LIMIT || code == COMB_INTERRUPTED)
        return fail_stopped(maker, code, *out != NULL, err);
    if (code == COMB_OK && !*out)
        return comb_fail(err, COMB_NO, "no level of this kind was found; ask for less");
    return code;
}

int comb_hexcells_make(void **board, const struct comb_game *game, struct comb_job *job,
                       const struct comb_params *params, struct comb_error *err)
{
    (void)game;
    struct comb_hexcells_maker maker = {
        .job = job,
        .cells = (unsigned)comb_params_int(params, "cells", 37),
        .shape = comb_params_text(params, "shape", "hexagon"),
        .symmetry = comb_params_text(params, "symmetry", "none"),
        .as_blue = strcmp(comb_params_text(params, "as", "outline"), "blue") == 0,
        .mix = {.marks = 30, .lines = 50, .blue = 15, .unknown = 0},
        .counter = counter_named(comb_params_text(params, "counter", "any")),
        .target = grade_named(comb_params_text(params, "difficulty", "medium")),
    };
    struct comb_hexcells_level *best = NULL;
    comb_rng_seed(&maker.rng, comb_job_seed(job));
    int code = read_mix(&maker.mix, comb_params_text(params, "mix", ""), err);
    if (code == COMB_OK)
        code = read_picture(&maker, params, err);
    if (code == COMB_OK)
        code = best_attempt(&best, &maker, err);
    comb_vec_free(&maker.outline);
    comb_buf_free(&maker.text);
    *board = best;
    return code;
}
