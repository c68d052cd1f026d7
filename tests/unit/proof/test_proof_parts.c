/* Parts of the certificate checker: shapes and symmetries, headers, and the recheck search against trying every
 * board. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "proof/check/parts.h"
#include "proof/check/text.h"

#include <string.h>

static const char LIST[] =
    "AS\nAT\nATE\nATT\nEAT\nES\nEST\nIS\nIT\nITS\nQUEST\nQUESTS\nQUIET\nQUIT\nQUITE\nQUITS\nSET\nSIT\n"
    "SITE\nSITES\nSUITE\nTA\nTAT\nTATA\nTATS\nTEST\nTESTS\nTIE\nTIES\nQAT\nQIS\n";

struct world {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_buf bytes;
    struct comb_dict *dict;
};

static void open_world(struct world *world)
{
    *world = (struct world){0};
    assert_int_equal(comb_context_new(&world->context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&world->job, &(struct comb_job_setup){.context = world->context}, NULL), COMB_OK);
    assert_int_equal(comb_dict_compile(&world->bytes, NULL, LIST, sizeof LIST - 1, &(struct comb_dict_meta){0}, NULL),
                     COMB_OK);
    assert_int_equal(comb_dict_open(&world->dict, world->bytes.data, world->bytes.length, false, NULL), COMB_OK);
}

static void close_world(struct world *world)
{
    comb_dict_free(world->dict);
    comb_buf_free(&world->bytes);
    comb_job_free(world->job);
    comb_context_free(world->context);
}

static void test_shapes_have_the_right_symmetries(void **state)
{
    (void)state;
    static const struct {
        unsigned rows[6];
        bool hexagons;
        unsigned symmetries;
        unsigned edges;
    } cases[] = {
        {{3, 4, 5, 4, 3}, true, 12, 42}, {{2, 3, 2}, true, 12, 12}, {{3, 4, 3}, true, 4, 19},
        {{3, 4, 3, 2}, true, 6, 24},     {{3, 3, 3}, false, 8, 20}, {{4, 4, 4}, false, 4, 29},
        {{4, 4, 4, 4}, false, 8, 42},    {{1, 2}, true, 6, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct comb_proof_rules rules = {0};
        unsigned edges = 0;
        memcpy(rules.rows, cases[i].rows, sizeof cases[i].rows);
        assert_true(comb_proof_shape(&rules, cases[i].hexagons));
        for (unsigned cell = 0; cell < rules.cells; cell++)
            edges += (unsigned)__builtin_popcountll(rules.neighbours[cell]);
        assert_int_equal(rules.symmetries, cases[i].symmetries);
        assert_int_equal(edges, 2 * cases[i].edges);
    }
    assert_false(comb_proof_shape(&(struct comb_proof_rules){.rows = {3, 5}}, true));
    assert_false(comb_proof_shape(&(struct comb_proof_rules){.rows = {3, 4}}, false));
}

static int search_boards(struct comb_proof_boards *found, const struct comb_proof_rules *rules,
                         const struct comb_proof_words *words, const uint8_t *prefix, unsigned length,
                         long long min_points, enum comb_proof_method method, struct comb_job *job)
{
    struct comb_proof_goal goal = {prefix, length, min_points, INT64_MAX, SIZE_MAX, SIZE_MAX, method};
    return comb_proof_search(found, rules, words, &goal, job);
}

/* A board above the ceiling ends the search, and so does one board too many, or too much memory. */
static void expect_early_ends(const struct comb_proof_rules *rules, const struct comb_proof_words *words,
                              struct comb_job *job)
{
    static const uint8_t prefix[4] = {2, 3, 4, 4};
    static const enum comb_proof_method methods[] = {COMB_PROOF_BY_ENUMERATION, COMB_PROOF_BY_BOUND};
    for (unsigned i = 0; i < 2; i++) {
        struct comb_proof_boards found = {0};
        struct comb_proof_goal goal = {prefix, 4, 1, 0, SIZE_MAX, SIZE_MAX, methods[i]};
        assert_int_equal(comb_proof_search(&found, rules, words, &goal, job), COMB_NO);
        assert_int_equal(found.count, 1);
        found.count = 0;
        goal.ceiling = INT64_MAX;
        goal.max_boards = 7;
        assert_int_equal(comb_proof_search(&found, rules, words, &goal, job), COMB_NO);
        assert_int_equal(found.count, 8);
        comb_vec_free(&found);
    }
    struct comb_proof_boards none = {0};
    struct comb_proof_goal poor = {prefix, 4, 1, INT64_MAX, SIZE_MAX, 1000, COMB_PROOF_BY_BOUND};
    assert_int_equal(comb_proof_search(&none, rules, words, &poor, job), COMB_LIMIT);
    comb_vec_free(&none);
}

/* Squares with the tile Qu: bounding and trying every board find the same boards, and none for an unreachable score. */
static void test_bounds_miss_no_board(void **state)
{
    (void)state;
    struct world world;
    struct comb_proof_words *words;
    struct comb_proof_rules rules = {.rows = {3, 3, 3}, .letters = 5, .order = {4, 0, 1, 2, 3, 5, 6, 7, 8}};
    static const char letters[] = "QITES";
    open_world(&world);
    assert_true(comb_proof_shape(&rules, false));
    comb_proof_order(&rules);
    for (unsigned i = 0; i < 5; i++)
        rules.tiles[i] = (struct comb_proof_tile){1, {(uint32_t)(letters[i] - 'A')}};
    rules.tiles[0] = (struct comb_proof_tile){2, {'Q' - 'A', 'U' - 'A'}};
    for (unsigned i = 2; i < 10; i++)
        rules.points[i] = i * i;
    assert_int_equal(comb_proof_words_new(&words, world.dict, &rules, NULL), COMB_OK);
    static const uint8_t prefixes[][4] = {{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 4, 4}, {1, 0, 3, 4}};
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        for (long long min_points = 0; min_points < 120; min_points += 13) {
            struct comb_proof_boards tried = {0};
            struct comb_proof_boards bounded = {0};
            assert_int_equal(
                search_boards(&tried, &rules, words, prefixes[p], 4, min_points, COMB_PROOF_BY_ENUMERATION, world.job),
                COMB_OK);
            assert_int_equal(
                search_boards(&bounded, &rules, words, prefixes[p], 4, min_points, COMB_PROOF_BY_BOUND, world.job),
                COMB_OK);
            assert_true(min_points > 0 || tried.count > 10);
            assert_int_equal(tried.count, bounded.count);
            for (size_t i = 0; i < tried.count; i++) {
                assert_memory_equal(tried.items[i].letters, bounded.items[i].letters, 9);
                assert_int_equal(tried.items[i].score, bounded.items[i].score);
            }
            comb_vec_free(&tried);
            comb_vec_free(&bounded);
        }
    }
    expect_early_ends(&rules, words, world.job);
    comb_proof_words_free(words);
    close_world(&world);
}

/* With more than twelve free cells the prefix is first extended; a full alphabet on a tiny part of the space. */
static void test_long_boards_are_divided_first(void **state)
{
    (void)state;
    struct world world;
    struct comb_proof_words *words;
    struct comb_proof_rules rules = {.rows = {4, 4, 4, 4}, .letters = 2};
    open_world(&world);
    assert_true(comb_proof_shape(&rules, false));
    for (unsigned i = 0; i < 16; i++)
        rules.order[i] = (uint8_t)i;
    comb_proof_order(&rules);
    rules.tiles[0] = (struct comb_proof_tile){1, {'A' - 'A'}};
    rules.tiles[1] = (struct comb_proof_tile){1, {'T' - 'A'}};
    for (unsigned i = 2; i < 10; i++)
        rules.points[i] = 1;
    assert_int_equal(comb_proof_words_new(&words, world.dict, &rules, NULL), COMB_OK);
    struct comb_proof_boards tried = {0};
    struct comb_proof_boards bounded = {0};
    assert_int_equal(search_boards(&tried, &rules, words, NULL, 0, 3, COMB_PROOF_BY_ENUMERATION, world.job), COMB_OK);
    assert_int_equal(search_boards(&bounded, &rules, words, NULL, 0, 3, COMB_PROOF_BY_BOUND, world.job), COMB_OK);
    assert_true(tried.count > 100);
    assert_int_equal(tried.count, bounded.count);
    assert_memory_equal(tried.items, bounded.items, tried.count * sizeof *tried.items);
    comb_vec_free(&tried);
    comb_vec_free(&bounded);
    comb_proof_words_free(words);
    close_world(&world);
}
/* ---- headers ---- */

static const char HEADER[] = "comb-proof 1\n"
                             "version 0.1.0\n"
                             "game hexhunt\n"
                             "shape hex7\n"
                             "rows 2 3 2\n"
                             "cells 7\n"
                             "neighbours 0 1 2 3\n"
                             "neighbours 1 0 3 4\n"
                             "neighbours 2 0 3 5\n"
                             "neighbours 3 0 1 2 4 5 6\n"
                             "neighbours 4 1 3 6\n"
                             "neighbours 5 2 3 6\n"
                             "neighbours 6 3 4 5\n"
                             "symmetry 0 1 2 3 4 5 6\n"
                             "symmetry 1 4 0 3 6 2 5\n"
                             "symmetry 4 6 1 3 5 0 2\n"
                             "symmetry 6 5 4 3 2 1 0\n"
                             "symmetry 5 2 6 3 0 4 1\n"
                             "symmetry 2 0 5 3 1 6 4\n"
                             "symmetry 1 0 4 3 2 6 5\n"
                             "symmetry 4 1 6 3 0 5 2\n"
                             "symmetry 6 4 5 3 1 2 0\n"
                             "symmetry 5 6 2 3 4 0 1\n"
                             "symmetry 2 5 0 3 6 1 4\n"
                             "symmetry 0 2 1 3 5 4 6\n"
                             "letters AEST\n"
                             "points 0 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28\n"
                             "dictionary d8f19cae21d0d94b\n"
                             "words 172823\n"
                             "title small\n"
                             "target 370\n"
                             "order 3 0 1 2 4 5 6\n"
                             "depth 1\n"
                             "units 4\n";

/* Reads the header after one change, with a recomputed checksum. */
static int read_changed(struct comb_proof_header *header, const char *from, const char *to, struct comb_error *err)
{
    struct comb_buf text = {0};
    const char *at = strstr(HEADER, from);
    assert_non_null(at);
    comb_buf_add(&text, HEADER, (size_t)(at - HEADER));
    comb_buf_printf(&text, "%s%s", to, at + strlen(from));
    uint64_t sum = comb_proof_sum(COMB_PROOF_SUM_START, text.data, text.length);
    comb_buf_printf(&text, "sum %016llx\n", (unsigned long long)sum);
    int code = comb_proof_read_header(header, text.data, text.length, err);
    comb_buf_free(&text);
    return code;
}

static void test_invalid_headers(void **state)
{
    (void)state;
    static const struct {
        const char *from;
        const char *to;
        const char *reason;
    } cases[] = {
        {"cells 7", "cells 0", "1 to 64"},
        {"cells 7", "cells 99999999999999999999", "1 to 64"},
        {"cells 7\n", "", "expected the key cells"},
        {"neighbours 3 0", "neighbours 8 0", "the next cell"},
        {"neighbours 0 1 2 3", "neighbours 0 2 1 3", "ascending"},
        {"symmetry 1 4 0 3 6 2 5", "symmetry 1 4 0 3 6 2", "one cell per cell"},
        {"symmetry 1 4 0 3 6 2 5", "symmetry 1 4 0 3 6 2 7", "one cell per cell"},
        {"letters AEST", "letters AESS", "different letters"},
        {"letters AEST", "letters", "different letters"},
        {"points 0 0 2", "points 0 -1 2", "points for words"},
        {"target ", "target -", "a number above 0"},
        {"depth 1", "depth 8", "not above the number"},
        {"units 4", "units four", "a number"},
        {"title small\n", "title small\nnonsense\n", "expected the key target"},
    };
    struct comb_proof_header header;
    assert_int_equal(read_changed(&header, "title", "title", NULL), COMB_OK);
    assert_int_equal(header.cells, 7);
    assert_int_equal(header.symmetry_count, 12);
    assert_int_equal(header.depth, 1);
    assert_string_equal(header.title, "small");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct comb_error err = {0};
        assert_int_equal(read_changed(&header, cases[i].from, cases[i].to, &err), COMB_BAD_INPUT);
        assert_non_null(strstr(err.message, cases[i].reason));
        assert_true(err.line > 0);
    }
}

static void test_damaged_headers_are_reported(void **state)
{
    (void)state;
    struct comb_proof_header header;
    struct comb_error err = {0};
    struct comb_buf text = {0};
    uint64_t sum = comb_proof_sum(COMB_PROOF_SUM_START, HEADER, sizeof HEADER - 1);
    comb_buf_printf(&text, "%ssum %016llx\n", HEADER, (unsigned long long)sum);
    assert_int_equal(comb_proof_read_header(&header, text.data, text.length, &err), COMB_OK);
    for (size_t cut = 0; cut < text.length; cut++)
        assert_int_equal(comb_proof_read_header(&header, text.data, cut, &err), COMB_BAD_INPUT);
    *strstr(text.data, "hexhunt") = 'H';
    assert_int_equal(comb_proof_read_header(&header, text.data, text.length, &err), COMB_NO);
    assert_non_null(strstr(err.message, "checksum mismatch"));
    text.data[strlen("comb-proof ")] = '2';
    assert_int_equal(comb_proof_read_header(&header, text.data, text.length, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "not a certificate of format 1"));
    comb_buf_free(&text);
}
