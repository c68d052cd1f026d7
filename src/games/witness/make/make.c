/* Generates panels, from the line outwards:
 *
 *     starts and ends
 *         -> a line                                              line.c
 *         -> its regions, and symbols that it satisfies          symbols.c, pieces.c
 *         -> gaps beside it
 *         -> with --unique, more until it is the only solution   unique.c
 *
 * The line solves the panel by construction, and the verifier confirms it. If not all requested symbols fit,
 * everything is restarted, a few dozen times. The same seed gives the same panel. */
#include "games/witness/make/make.h"

#include "base/text.h"
#include "games/witness/hints/rate.h"
#include "games/witness/make/parts.h"
#include "games/witness/text/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ATTEMPTS = 60, MAX_UNIQUE_ATTEMPTS = 60, MAX_BOUND_ATTEMPTS = 300, SIDE = 5, PILLAR_SIDE = 6, SOME = -1 };

/* ---- the request ---- */

static const struct request_name {
    const char *name, *short_name;
    enum comb_witness_request request;
} request_names[] = {
    {"squares", "square", COMB_WITNESS_REQUEST_SQUARES},
    {"stars", "star", COMB_WITNESS_REQUEST_STARS},
    {"triangles", "triangle", COMB_WITNESS_REQUEST_TRIANGLES},
    {"dots", "dot", COMB_WITNESS_REQUEST_DOTS},
    {"polyominoes", "polyomino", COMB_WITNESS_REQUEST_POLYOMINOES},
    {"eliminations", "elimination", COMB_WITNESS_REQUEST_ELIMINATIONS},
    {"blue", "blues", COMB_WITNESS_REQUEST_BLUE},
};

/* Returns how many symbols of a kind suit a panel of this size. */
static int default_count(struct comb_witness_maker *maker, enum comb_witness_request request)
{
    int cells = (int)(maker->width * maker->height), extra = (int)comb_witness_random_below(maker, 2);
    switch (request) {
    case COMB_WITNESS_REQUEST_SQUARES:
        return cells / 5 + 1 + extra;
    case COMB_WITNESS_REQUEST_STARS:
        return cells < 4 ? 0 : 2 * (cells / 14 + 1);
    case COMB_WITNESS_REQUEST_TRIANGLES:
        return cells / 7 + 1;
    case COMB_WITNESS_REQUEST_DOTS:
        return cells / 6 + 1 + extra;
    case COMB_WITNESS_REQUEST_POLYOMINOES:
        return cells / 12 + 1;
    default:
        return 1;
    }
}

static int parse_request(struct comb_witness_maker *maker, const char *word, size_t length, struct comb_error *err)
{
    size_t name = strcspn(word, ": ,");
    name = name < length ? name : length;
    for (size_t i = 0; i < sizeof request_names / sizeof *request_names; i++) {
        const struct request_name *known = &request_names[i];
        bool named = (strlen(known->name) == name && strncmp(known->name, word, name) == 0) ||
                     (strlen(known->short_name) == name && strncmp(known->short_name, word, name) == 0);
        char number[8] = "";
        long long count = SOME;
        if (!named)
            continue;
        if (name < length && length - name - 1 < sizeof number)
            memcpy(number, word + name + 1, length - name - 1);
        if (name < length && (!comb_parse_int(&count, number) || count < 0 || count > COMB_WITNESS_MAX_CELLS))
            return comb_fail(err, COMB_BAD_INPUT, "--symbols: '%.*s': expected a number from 0 to %d after the colon",
                             (int)length, word, COMB_WITNESS_MAX_CELLS);
        maker->requests[known->request] = count == SOME ? default_count(maker, known->request) : (int)count;
        maker->counted[known->request] = count != SOME;
        maker->exact |= count != SOME;
        return COMB_OK;
    }
    return comb_fail(err, COMB_BAD_INPUT,
                     "--symbols: '%.*s': expected squares, stars, triangles, dots, polyominoes, eliminations or blue, "
                     "optionally with a number such as squares:6",
                     (int)(length < 40 ? length : 40), word);
}

static int parse_requests(struct comb_witness_maker *maker, const char *text, struct comb_error *err)
{
    static const char between[] = " ,\t\n";
    int code = COMB_OK;
    for (text += strspn(text, between); code == COMB_OK && *text; text += strspn(text, between)) {
        size_t length = strcspn(text, between);
        code = parse_request(maker, text, length, err);
        text += length;
    }
    return code;
}

/* Chooses two or three kinds that work well together. */
static void choose_requests(struct comb_witness_maker *maker)
{
    static const enum comb_witness_request themes[][3] = {
        {COMB_WITNESS_REQUEST_SQUARES, COMB_WITNESS_REQUEST_STARS, COMB_WITNESS_REQUEST_DOTS},
        {COMB_WITNESS_REQUEST_SQUARES, COMB_WITNESS_REQUEST_TRIANGLES, COMB_WITNESS_REQUEST_DOTS},
        {COMB_WITNESS_REQUEST_SQUARES, COMB_WITNESS_REQUEST_STARS, COMB_WITNESS_REQUEST_TRIANGLES},
        {COMB_WITNESS_REQUEST_POLYOMINOES, COMB_WITNESS_REQUEST_STARS, COMB_WITNESS_REQUEST_DOTS},
        {COMB_WITNESS_REQUEST_POLYOMINOES, COMB_WITNESS_REQUEST_SQUARES, COMB_WITNESS_REQUEST_STARS},
        {COMB_WITNESS_REQUEST_POLYOMINOES, COMB_WITNESS_REQUEST_TRIANGLES, COMB_WITNESS_REQUEST_DOTS},
        {COMB_WITNESS_REQUEST_SQUARES, COMB_WITNESS_REQUEST_STARS, COMB_WITNESS_REQUEST_ELIMINATIONS},
        {COMB_WITNESS_REQUEST_SQUARES, COMB_WITNESS_REQUEST_POLYOMINOES, COMB_WITNESS_REQUEST_BLUE},
    };
    const enum comb_witness_request *theme = themes[comb_witness_random_below(maker, sizeof themes / sizeof *themes)];
    for (unsigned i = 0; i < 3; i++)
        maker->requests[theme[i]] = default_count(maker, theme[i]);
}

static void choose_colours(struct comb_witness_maker *maker, long long requested)
{
    static const uint8_t all[] = {COMB_WITNESS_WHITE, COMB_WITNESS_BLACK,  COMB_WITNESS_MAGENTA,
                                  COMB_WITNESS_CYAN,  COMB_WITNESS_ORANGE, COMB_WITNESS_GREEN,
                                  COMB_WITNESS_RED,   COMB_WITNESS_BLUE,   COMB_WITNESS_YELLOW};
    memcpy(maker->palette, all, sizeof all);
    maker->colours = requested > 0 ? (unsigned)requested : 2 + comb_witness_random_below(maker, 2);
    for (unsigned i = 0; i < sizeof all; i++) {
        unsigned other = i + comb_witness_random_below(maker, (unsigned)sizeof all - i);
        uint8_t swapped = maker->palette[i];
        maker->palette[i] = maker->palette[other];
        maker->palette[other] = swapped;
    }
}

static int read_size(struct comb_witness_maker *maker, const char *text, struct comb_error *err)
{
    long long side;
    maker->width = maker->height = SIDE;
    if (maker->pillar)
        maker->width = PILLAR_SIDE;
    if (!text)
        return COMB_OK;
    if (comb_parse_int(&side, text) && side >= 1 && side <= COMB_WITNESS_MAX_SIDE) {
        maker->width = maker->height = (unsigned)side;
        return COMB_OK;
    }
    if (!comb_witness_size_find(&maker->width, &maker->height, text, strlen(text)))
        return comb_fail(err, COMB_BAD_INPUT, "--size: '%.40s': expected a size such as 5x5, at most %dx%d", text,
                         COMB_WITNESS_MAX_SIDE, COMB_WITNESS_MAX_SIDE);
    return comb_witness_size_check(maker->width, maker->height, (struct comb_error_location){0}, err);
}

static int read_grade(const char *name)
{
    for (int grade = 0; name && grade < COMB_WITNESS_GRADES; grade++)
        if (strcmp(name, comb_witness_grade_name((enum comb_witness_grade)grade)) == 0)
            return grade;
    return -1;
}

static int read_request(struct comb_witness_maker *maker, const struct comb_params *params, struct comb_error *err)
{
    const char *symmetry = comb_params_text(params, "symmetry", "none");
    const char *symbols = comb_params_text(params, "symbols", NULL);
    maker->pillar = comb_params_flag(params, "pillar");
    maker->rules = comb_witness_rules_of(params, maker->pillar ? &(struct comb_witness_panel){.pillar = true} : NULL);
    comb_rng_seed(&maker->rng, comb_job_seed(maker->job));
    int code = read_size(maker, comb_params_text(params, "size", NULL), err);
    if (code != COMB_OK)
        return code;
    if (!comb_witness_symmetry_find(&maker->symmetry, symmetry, strlen(symmetry)))
        return comb_fail(err, COMB_BAD_INPUT,
                         "--symmetry: '%.40s': expected none, horizontal, vertical, rotational or translated",
                         symmetry);
    const char *bad = comb_witness_bad_form(maker->width, maker->pillar, maker->symmetry);
    if (bad)
        return comb_fail(err, COMB_BAD_INPUT, "%s", bad);
    maker->starts = (unsigned)comb_params_int(params, "starts", 1);
    maker->ends = (unsigned)comb_params_int(params, "exits", 1);
    maker->gaps = (int)comb_params_int(params, "gaps", SOME);
    choose_colours(maker, comb_params_int(params, "colors", 0));
    maker->named = symbols != NULL;
    maker->grade = read_grade(comb_params_text(params, "difficulty", NULL));
    if (symbols)
        return parse_requests(maker, symbols, err);
    choose_requests(maker);
    return COMB_OK;
}

/* ---- generating ---- */

/* COMB_NO if the panel is easier or harder than requested. */
static int check_grade(struct comb_witness_maker *maker, struct comb_error *err)
{
    struct comb_witness_rating rating;
    struct comb_witness_graph *graph = NULL;
    int code = comb_witness_graph_new(&graph, maker->panel, err);
    if (code == COMB_OK)
        code = comb_witness_rate_panel(&rating, graph, &maker->rules, &maker->line,
                                       (enum comb_witness_grade)maker->grade, maker->job, err);
    comb_witness_graph_free(graph);
    return code == COMB_OK && (int)rating.grade != maker->grade ? COMB_NO : code;
}

static int try_to_make(struct comb_witness_maker *maker, bool any, struct comb_error *err)
{
    if (maker->grade >= 0 && !maker->named) {
        memset(maker->requests, 0, sizeof maker->requests);
        choose_requests(maker); /* not every theme has panels of every grade */
    }
    int code = comb_witness_make_line(maker, err);
    if (code != COMB_OK)
        return code;
    code = any ? comb_witness_make_random_symbols(maker, err) : comb_witness_make_symbols(maker, err);
    if (code == COMB_NO && !maker->exact)
        code = COMB_OK;
    if (code == COMB_OK && !maker->unique)
        code = comb_witness_make_gaps(maker);
    if (code == COMB_OK && maker->unique)
        code = comb_witness_make_unique(maker, err);
    if (code == COMB_OK && !any && !comb_witness_make_is_exact(maker))
        code = COMB_NO;
    if (code == COMB_OK && maker->grade >= 0)
        code = check_grade(maker, err);
    return code;
}

static bool is_constrained(const struct comb_witness_maker *maker)
{
    return maker->named || maker->gaps >= 0 || maker->grade >= 0;
}

static unsigned max_attempts(const struct comb_witness_maker *maker)
{
    return !maker->unique ? MAX_ATTEMPTS : is_constrained(maker) ? MAX_BOUND_ATTEMPTS : MAX_UNIQUE_ATTEMPTS;
}

static int fail_attempts(const struct comb_witness_maker *maker, struct comb_error *err)
{
    unsigned attempts = max_attempts(maker);
    if (maker->unique && is_constrained(maker))
        return comb_fail(err, COMB_NO,
                         "found no panel of %u x %u cells with a unique solution and the requested symbols in %u "
                         "attempts: allow more dots, triangles or gaps (a kind without a number gets as many as "
                         "needed), request a smaller panel, or try another --seed",
                         maker->width, maker->height, attempts);
    if (maker->unique)
        return comb_fail(err, COMB_NO,
                         "found no panel of %u x %u cells with a unique solution in %u attempts: request a smaller "
                         "one or other symbols, or try another --seed",
                         maker->width, maker->height, attempts);
    return comb_fail(err, COMB_NO,
                     "the requested symbols and gaps did not fit on %u x %u cells in %u attempts: request fewer or a "
                     "larger size, or try another --seed",
                     maker->width, maker->height, attempts);
}

/* Reports a limit: a panel that does not meet the request yet is not returned. */
static int fail_stopped(const struct comb_witness_maker *maker, int code, struct comb_error *err)
{
    struct comb_error stop;
    comb_job_fail(maker->job, code, &stop);
    return comb_fail(err, code, "%s before a panel%s was found", stop.message,
                     maker->unique ? " with a unique solution" : "");
}

int comb_witness_make(void **board, const struct comb_game *game, struct comb_job *job,
                      const struct comb_params *params, struct comb_error *err)
{
    (void)game;
    struct comb_witness_maker *maker = calloc(1, sizeof *maker);
    *board = NULL;
    if (!maker)
        return comb_fail_memory(err);
    bool any = comb_params_flag(params, "any");
    maker->job = job;
    maker->unique = comb_params_flag(params, "unique") || comb_params_text(params, "difficulty", NULL);
    int code =
        any && maker->unique
            ? comb_fail(err, COMB_BAD_INPUT, "--any and --%s exclude each other: --any does not guarantee a solution",
                        comb_params_flag(params, "unique") ? "unique" : "difficulty")
            : read_request(maker, params, err);
    if (code == COMB_OK) {
        code = COMB_NO;
        for (unsigned i = 0; code == COMB_NO && i < max_attempts(maker); i++)
            code = try_to_make(maker, any, err);
        if (code == COMB_NO)
            code = fail_attempts(maker, err);
    }
    if (code == COMB_OK) {
        *board = maker->panel;
        maker->panel = NULL;
    } else if (code == COMB_LIMIT || code == COMB_INTERRUPTED) {
        code = fail_stopped(maker, code, err);
    }
    comb_witness_make_drop(maker);
    free(maker);
    return code;
}

int comb_witness_make_recipe(struct comb_witness_panel **panel, const struct comb_witness_recipe *recipe,
                             struct comb_job *job, struct comb_error *err)
{
    struct comb_witness_maker *maker = calloc(1, sizeof *maker);
    int code = COMB_NO;
    *panel = NULL;
    if (!maker)
        return comb_fail_memory(err);
    *maker = (struct comb_witness_maker){.job = job,
                                         .rules = recipe->rules,
                                         .width = recipe->width,
                                         .height = recipe->height,
                                         .pillar = recipe->pillar,
                                         .symmetry = recipe->symmetry,
                                         .starts = 1,
                                         .ends = 1,
                                         .gaps = recipe->gaps,
                                         .grade = -1,
                                         .exact = true,
                                         .named = true};
    comb_rng_seed(&maker->rng, recipe->seed);
    choose_colours(maker, recipe->colours);
    for (unsigned i = 0; i < COMB_WITNESS_REQUESTS; i++) {
        maker->requests[i] = recipe->requests[i];
        maker->counted[i] = recipe->requests[i] > 0;
    }
    for (unsigned i = 0; code == COMB_NO && i < MAX_ATTEMPTS; i++)
        code = try_to_make(maker, recipe->any, err);
    if (code == COMB_OK) {
        *panel = maker->panel;
        maker->panel = NULL;
    }
    comb_witness_make_drop(maker);
    free(maker);
    return code;
}
