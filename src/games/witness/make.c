/* Makes panels, from the line outwards:
 *
 *     starts and ends
 *         -> a line                                              make_line.c
 *         -> its regions, and symbols that it satisfies          make_symbols.c, make_pieces.c
 *         -> gaps beside it
 *         -> with --unique, more until it is the only one        make_unique.c
 *
 * The line solves the panel by construction, and by the verifier. Where not all that was asked for finds room the whole
 * is begun anew, a few dozen times. The same seed gives the same panel. */
#include "games/witness/make.h"

#include "base/text.h"
#include "games/witness/make_parts.h"
#include "games/witness/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ATTEMPTS = 60, MOST_UNIQUE_ATTEMPTS = 12, MOST_BOUND_ATTEMPTS = 300, SIDE = 5, SOME = -1 };

/* ---- what is asked for ---- */

static const struct wish_word {
    const char *name, *short_name;
    enum comb_witness_wish wish;
} wish_words[] = {
    {"squares", "square", COMB_WITNESS_WISH_SQUARES},
    {"stars", "star", COMB_WITNESS_WISH_STARS},
    {"triangles", "triangle", COMB_WITNESS_WISH_TRIANGLES},
    {"dots", "dot", COMB_WITNESS_WISH_DOTS},
    {"polyominoes", "polyomino", COMB_WITNESS_WISH_POLYOMINOES},
    {"eliminations", "elimination", COMB_WITNESS_WISH_ELIMINATIONS},
    {"blue", "blues", COMB_WITNESS_WISH_BLUE},
};

/* How many of a kind make a panel of so many cells a pleasant one. */
static int usual_number(struct comb_witness_maker *maker, enum comb_witness_wish wish)
{
    int cells = (int)(maker->width * maker->height), chance = (int)comb_witness_pick(maker, 2);
    switch (wish) {
    case COMB_WITNESS_WISH_SQUARES:
        return cells / 5 + 1 + chance;
    case COMB_WITNESS_WISH_STARS:
        return cells < 4 ? 0 : 2 * (cells / 14 + 1);
    case COMB_WITNESS_WISH_TRIANGLES:
        return cells / 7 + 1;
    case COMB_WITNESS_WISH_DOTS:
        return cells / 6 + 1 + chance;
    case COMB_WITNESS_WISH_POLYOMINOES:
        return cells / 12 + 1;
    default:
        return 1;
    }
}

static int read_wish(struct comb_witness_maker *maker, const char *word, size_t length, struct comb_error *err)
{
    size_t name = strcspn(word, ": ,");
    name = name < length ? name : length;
    for (size_t i = 0; i < sizeof wish_words / sizeof *wish_words; i++) {
        const struct wish_word *known = &wish_words[i];
        bool named = (strlen(known->name) == name && strncmp(known->name, word, name) == 0) ||
                     (strlen(known->short_name) == name && strncmp(known->short_name, word, name) == 0);
        char number[8] = "";
        long long count = SOME;
        if (!named)
            continue;
        if (name < length && length - name - 1 < sizeof number)
            memcpy(number, word + name + 1, length - name - 1);
        if (name < length && (!comb_parse_int(&count, number) || count < 0 || count > COMB_WITNESS_MOST_CELLS))
            return comb_fail(err, COMB_BAD_INPUT, "--symbols: '%.*s': expected a number from 0 to %d after the colon",
                             (int)length, word, COMB_WITNESS_MOST_CELLS);
        maker->wishes[known->wish] = count == SOME ? usual_number(maker, known->wish) : (int)count;
        maker->counted[known->wish] = count != SOME;
        maker->exact |= count != SOME;
        return COMB_OK;
    }
    return comb_fail(err, COMB_BAD_INPUT,
                     "--symbols: '%.*s': expected squares, stars, triangles, dots, polyominoes, eliminations or blue, "
                     "each with a number such as squares:6 or without",
                     (int)(length < 40 ? length : 40), word);
}

static int read_wishes(struct comb_witness_maker *maker, const char *text, struct comb_error *err)
{
    static const char between[] = " ,\t\n";
    int code = COMB_OK;
    for (text += strspn(text, between); code == COMB_OK && *text; text += strspn(text, between)) {
        size_t length = strcspn(text, between);
        code = read_wish(maker, text, length, err);
        text += length;
    }
    return code;
}

/* Two or three kinds that go well with each other. */
static void choose_wishes(struct comb_witness_maker *maker)
{
    static const enum comb_witness_wish themes[][3] = {
        {COMB_WITNESS_WISH_SQUARES, COMB_WITNESS_WISH_STARS, COMB_WITNESS_WISH_DOTS},
        {COMB_WITNESS_WISH_SQUARES, COMB_WITNESS_WISH_TRIANGLES, COMB_WITNESS_WISH_DOTS},
        {COMB_WITNESS_WISH_SQUARES, COMB_WITNESS_WISH_STARS, COMB_WITNESS_WISH_TRIANGLES},
        {COMB_WITNESS_WISH_POLYOMINOES, COMB_WITNESS_WISH_STARS, COMB_WITNESS_WISH_DOTS},
        {COMB_WITNESS_WISH_POLYOMINOES, COMB_WITNESS_WISH_SQUARES, COMB_WITNESS_WISH_STARS},
        {COMB_WITNESS_WISH_POLYOMINOES, COMB_WITNESS_WISH_TRIANGLES, COMB_WITNESS_WISH_DOTS},
        {COMB_WITNESS_WISH_SQUARES, COMB_WITNESS_WISH_STARS, COMB_WITNESS_WISH_ELIMINATIONS},
        {COMB_WITNESS_WISH_SQUARES, COMB_WITNESS_WISH_POLYOMINOES, COMB_WITNESS_WISH_BLUE},
    };
    const enum comb_witness_wish *theme = themes[comb_witness_pick(maker, sizeof themes / sizeof *themes)];
    for (unsigned i = 0; i < 3; i++)
        maker->wishes[theme[i]] = usual_number(maker, theme[i]);
}

static void choose_colors(struct comb_witness_maker *maker, long long wanted)
{
    static const uint8_t all[] = {COMB_WITNESS_WHITE, COMB_WITNESS_BLACK,  COMB_WITNESS_MAGENTA,
                                  COMB_WITNESS_CYAN,  COMB_WITNESS_ORANGE, COMB_WITNESS_GREEN,
                                  COMB_WITNESS_RED,   COMB_WITNESS_BLUE,   COMB_WITNESS_YELLOW};
    memcpy(maker->palette, all, sizeof all);
    maker->colors = wanted > 0 ? (unsigned)wanted : 2 + comb_witness_pick(maker, 2);
    for (unsigned i = 0; i < sizeof all; i++) {
        unsigned other = i + comb_witness_pick(maker, (unsigned)sizeof all - i);
        uint8_t kept = maker->palette[i];
        maker->palette[i] = maker->palette[other];
        maker->palette[other] = kept;
    }
}

static int read_size(struct comb_witness_maker *maker, const char *text, struct comb_error *err)
{
    long long side;
    maker->width = maker->height = SIDE;
    if (!text)
        return COMB_OK;
    if (comb_parse_int(&side, text) && side >= 1 && side <= COMB_WITNESS_MOST_SIDE) {
        maker->width = maker->height = (unsigned)side;
        return COMB_OK;
    }
    if (!comb_witness_size_find(&maker->width, &maker->height, text, strlen(text)))
        return comb_fail(err, COMB_BAD_INPUT, "--size: '%.40s': expected a size such as 5x5, at most %dx%d", text,
                         COMB_WITNESS_MOST_SIDE, COMB_WITNESS_MOST_SIDE);
    return comb_witness_size_check(maker->width, maker->height, (struct comb_place){0}, err);
}

static int read_request(struct comb_witness_maker *maker, const struct comb_params *params, struct comb_error *err)
{
    const char *symmetry = comb_params_text(params, "symmetry", "none");
    const char *symbols = comb_params_text(params, "symbols", NULL);
    maker->rules = comb_witness_rules_of(params, NULL);
    comb_rng_seed(&maker->rng, comb_job_seed(maker->job));
    int code = read_size(maker, comb_params_text(params, "size", NULL), err);
    if (code != COMB_OK)
        return code;
    if (!comb_witness_symmetry_find(&maker->symmetry, symmetry, strlen(symmetry)))
        return comb_fail(err, COMB_BAD_INPUT, "--symmetry: '%.40s': expected none, horizontal, vertical or rotational",
                         symmetry);
    maker->starts = (unsigned)comb_params_int(params, "starts", 1);
    maker->ends = (unsigned)comb_params_int(params, "exits", 1);
    maker->gaps = (int)comb_params_int(params, "gaps", SOME);
    choose_colors(maker, comb_params_int(params, "colors", 0));
    maker->named = symbols != NULL;
    if (symbols)
        return read_wishes(maker, symbols, err);
    choose_wishes(maker);
    return COMB_OK;
}

/* ---- making ---- */

static int attempt(struct comb_witness_maker *maker, bool any, struct comb_error *err)
{
    int code = comb_witness_make_line(maker, err);
    if (code != COMB_OK)
        return code;
    code = any ? comb_witness_make_any(maker, err) : comb_witness_make_symbols(maker, err);
    if (code == COMB_NO && !maker->exact)
        code = COMB_OK;
    if (code == COMB_OK && !(maker->unique && maker->gaps >= 0))
        code = comb_witness_make_gaps(maker);
    if (code == COMB_OK && maker->unique)
        code = comb_witness_make_unique(maker, err);
    return code;
}

static bool is_bound(const struct comb_witness_maker *maker)
{
    return maker->named || maker->gaps >= 0;
}

static unsigned most_attempts(const struct comb_witness_maker *maker)
{
    return !maker->unique ? MOST_ATTEMPTS : is_bound(maker) ? MOST_BOUND_ATTEMPTS : MOST_UNIQUE_ATTEMPTS;
}

static int refuse(const struct comb_witness_maker *maker, struct comb_error *err)
{
    unsigned attempts = most_attempts(maker);
    if (maker->unique && is_bound(maker))
        return comb_fail(err, COMB_NO,
                         "no panel of %u x %u cells with only one line and no more than was asked for came of %u "
                         "attempts: allow more dots, triangles or gaps (a kind without a number gets as many as it "
                         "takes), ask for a smaller panel, or try another --seed",
                         maker->width, maker->height, attempts);
    if (maker->unique)
        return comb_fail(err, COMB_NO,
                         "no panel of %u x %u cells with only one line came of %u attempts: ask for a smaller one, for "
                         "other symbols, or try another --seed",
                         maker->width, maker->height, attempts);
    return comb_fail(
        err, COMB_NO,
        "not all of the symbols and gaps found a place on %u x %u cells in %u attempts: ask for fewer, for a "
        "larger size, or try another --seed",
        maker->width, maker->height, attempts);
}

/* A panel that is not yet what was asked for is none. */
static int tell_stop(const struct comb_witness_maker *maker, int code, struct comb_error *err)
{
    struct comb_error stop;
    comb_job_fail(maker->job, code, &stop);
    return comb_fail(err, code, "%s before a panel%s was found", stop.message,
                     maker->unique ? " with only one line" : "");
}

int comb_witness_make(void **board, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct comb_witness_maker *maker = calloc(1, sizeof *maker);
    *board = NULL;
    if (!maker)
        return comb_fail_memory(err);
    bool any = comb_params_flag(params, "any");
    maker->job = job;
    maker->unique = comb_params_flag(params, "unique");
    int code = any && maker->unique
                   ? comb_fail(err, COMB_BAD_INPUT, "--any promises nothing: it does not go with --unique")
                   : read_request(maker, params, err);
    if (code == COMB_OK) {
        code = COMB_NO;
        for (unsigned i = 0; code == COMB_NO && i < most_attempts(maker); i++)
            code = attempt(maker, any, err);
        if (code == COMB_NO)
            code = refuse(maker, err);
    }
    if (code == COMB_OK) {
        *board = maker->panel;
        maker->panel = NULL;
    } else if (code == COMB_LIMIT || code == COMB_INTERRUPTED) {
        code = tell_stop(maker, code, err);
    }
    comb_witness_make_drop(maker);
    free(maker);
    return code;
}
