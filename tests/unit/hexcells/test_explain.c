/* Explains small boards, one for each pattern, and checks that the verifier accepts the argument and rejects it when it
 * is changed; on random levels that every step follows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/rng.h"
#include "comb.h"
#include "core/job.h"
#include "games/hexcells/hints/hint.h"
#include "games/hexcells/solve.h"
#include "games/hexcells/verify/verify.h"

#include <string.h>

struct solved {
    struct comb_hexcells_level *level;
    struct comb_context *context;
    struct comb_job *job;
    json_t *answer;
};

static struct solved solve(const char *text)
{
    struct solved solved = {0};
    bool position = comb_hexcells_is_position(text, strlen(text));
    assert_int_equal(comb_context_new(&solved.context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&solved.job, &(struct comb_job_setup){.context = solved.context}, NULL), COMB_OK);
    assert_int_equal(position ? comb_hexcells_position_read(&solved.level, text, strlen(text), NULL)
                              : comb_hexcells_level_read(&solved.level, text, strlen(text), 0, NULL),
                     COMB_OK);
    comb_hexcells_solve(&solved.answer, solved.level, solved.job, NULL, NULL);
    assert_non_null(solved.answer);
    return solved;
}

static void release(struct solved *solved)
{
    json_decref(solved->answer);
    comb_hexcells_level_free(solved->level);
    comb_job_free(solved->job);
    comb_context_free(solved->context);
}

static size_t violations(const struct solved *solved)
{
    json_t *found = json_array();
    assert_int_equal(comb_hexcells_verify(found, solved->level, solved->answer, solved->job, NULL, NULL), COMB_OK);
    size_t count = json_array_size(found);
    json_decref(found);
    return count;
}

static json_t *step_of(const struct solved *solved, size_t index)
{
    return json_array_get(json_object_get(solved->answer, "steps"), index);
}

static const char *word(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const struct {
    const char *pattern, *board, *text;
} boards[] = {
    {"full", "Hexcells position v1\n0: 2=o\n2: 2=0", "the 0 at (2,2) allows no blue cell: (2,0) is black"},
    {"fill", "Hexcells position v1\n0: 2=o\n2: 2=1",
     "the 1 at (2,2) needs 1 more blue and has only 1 hidden cell: (2,0) is blue"},
    {"full", "Hexcells position v1\nremaining 0\n0: 2=o",
     "the counter shows that no blue cell is left: (2,0) is black"},
    {"together", "Hexcells position v1\n0: 2=s{2}\n2: 2=o\n4: 2=o\n6: 2=o",
     "every run possible for the {2} on the line down from (2,0) contains this: (2,4) is blue"},
    {"apart", "Hexcells position v1\n0: 2=s-2-\n2: 2=o\n4: 2=o\n6: 2=o",
     "another colour would join all blue cells of the -2- on the line down from (2,0): (2,2) and (2,6) are blue, (2,4) "
     "is black"},
    {"inside", "Hexcells position v1\n0: 2=s1\n2: 2=o 4=o\n3: 3=2\n4: 2=o",
     "all hidden cells of the 1 on the line down from (2,0) count for the 2 at (3,3), which needs 1 more among its 1 "
     "other: "
     "(4,2) is blue"},
    {"overlap", "Hexcells position v1\n0: 2=s1\n2: 2=o 4=o\n3: 3=3\n4: 2=o 4=o\n6: 2=o", NULL},
    {"cover", "Hexcells position v1\nremaining 1\n0: 2=s1\n2: 2=o\n4: 2=o 6=o",
     "the 1 on the line down from (2,0) has the only blue cell that the counter leaves: (6,4) is black"},
};

static void test_each_board_has_its_pattern(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct solved solved = solve(boards[i].board);
        bool found = false;
        for (size_t k = 0; step_of(&solved, k); k++)
            found |= strcmp(word(step_of(&solved, k), "pattern"), boards[i].pattern) == 0 &&
                     (!boards[i].text || strcmp(word(step_of(&solved, k), "text"), boards[i].text) == 0);
        if (!found)
            fail_msg("no step '%s' on\n%s\n%s: %s", boards[i].pattern, boards[i].board,
                     word(step_of(&solved, 0), "pattern"), word(step_of(&solved, 0), "text"));
        assert_int_equal(violations(&solved), 0);
        release(&solved);
    }
}

/* ---- random levels ---- */

enum { LEVELS = 1500, SIDE = 9 };

static void write_level(struct comb_buf *text, struct comb_rng *rng)
{
    static const char *const kinds[] = {"o+", "x.", "x.", "o.", "o.", "oc",  "Oc", "x.",
                                        "x+", "|+", "|c", "|n", "/+", "\\c", "o.", "x."};
    comb_buf_str(text, "Hexcells level v1\n\n\n\n\n");
    for (unsigned y = 0; y < SIDE + 3; y++) {
        for (unsigned x = 0; x < SIDE; x++)
            comb_buf_str(text, (x + y) % 2 == 0 ? kinds[comb_rng_below(rng, sizeof kinds / sizeof *kinds)] : "..");
        comb_buf_char(text, '\n');
    }
}

/* Changes an argument so that it no longer holds; false if there is nothing to change. */
static bool break_argument(json_t *step)
{
    json_t *signs = json_object_get(step, "signs"), *links = json_object_get(step, "links");
    if (links && json_array_size(links) > 2)
        return json_array_remove(links, 0) == 0;
    if (signs && json_array_size(signs) > 1)
        return json_array_set_new(signs, 0, json_integer(-json_integer_value(json_array_get(signs, 0)))) == 0;
    return false;
}

/* Removes the hints from the first link of every chain: it then decides nothing. Returns the number of chains. */
static size_t empty_links(const struct solved *solved)
{
    size_t chains = 0;
    for (size_t k = 0; step_of(solved, k); k++) {
        json_t *links = json_object_get(step_of(solved, k), "links");
        if (json_array_size(links) > 1 && json_array_clear(json_object_get(json_array_get(links, 0), "because")) == 0)
            chains++;
    }
    return chains;
}

static void test_every_link_of_a_chain_is_checked(void **state)
{
    struct comb_rng rng;
    size_t chains = 0;
    (void)state;
    comb_rng_seed(&rng, 11);
    for (unsigned i = 0; i < LEVELS / 4; i++) {
        struct comb_buf text = {0};
        write_level(&text, &rng);
        struct solved solved = solve(comb_buf_text(&text));
        size_t emptied = empty_links(&solved);
        assert_true(violations(&solved) >= emptied);
        chains += emptied;
        release(&solved);
        comb_buf_free(&text);
    }
    print_message("%zu chains with an empty link rejected\n", chains);
    assert_true(chains > 10);
}

static void test_random_levels_are_explained_and_broken_arguments_rejected(void **state)
{
    struct comb_rng rng;
    size_t patterns[COMB_HEXCELLS_PATTERNS] = {0}, broken = 0, rejected = 0;
    (void)state;
    comb_rng_seed(&rng, 7);
    for (unsigned i = 0; i < LEVELS; i++) {
        struct comb_buf text = {0};
        write_level(&text, &rng);
        struct solved solved = solve(comb_buf_text(&text));
        if (violations(&solved) > 0)
            fail_msg("level %u: the verifier rejects a step\n%s", i, comb_buf_text(&text));
        for (size_t k = 0; step_of(&solved, k); k++)
            for (unsigned p = 0; p < COMB_HEXCELLS_PATTERNS; p++)
                patterns[p] += strcmp(word(step_of(&solved, k), "pattern"), comb_hexcells_pattern_word(p)) == 0;
        for (size_t k = 0; step_of(&solved, k); k++) {
            if (!break_argument(step_of(&solved, k)))
                continue;
            broken++;
            rejected += violations(&solved) > 0;
            break;
        }
        release(&solved);
        comb_buf_free(&text);
    }
    for (unsigned p = 0; p < COMB_HEXCELLS_PATTERNS; p++)
        print_message("%zu %s\n", patterns[p], comb_hexcells_pattern_word(p));
    for (unsigned p = 0; p < COMB_HEXCELLS_CASES; p++)
        assert_true(patterns[p] > 0);
    print_message("%zu of %zu broken arguments rejected\n", rejected, broken);
    assert_true(broken > 100 && rejected * 10 >= broken * 9); /* a shortened chain may still hold by another way */
}
