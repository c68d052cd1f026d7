/* The certificate checker: accepts valid certificates made here by brute force, rejects every way of tampering, and its
 * recheck is compared with trying every board. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "proof/check/check.h"
#include "proof/check/parts.h"
#include "proof/check/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Separated by blanks. */
static const char LIST[] =
    "ae as ass asset assets at ate ates east easts eat eats es est estate ests eta etas sat sate "
    "sates sea seas seat seats set seta sets stat state states stats ta taste tastes tat tate tates "
    "tats tea teas tease teases teat teats test testa testate tests tet tets quit quite quest suite "
    "qat zest";

enum { CELLS = 7, LETTERS = 4, SYMMETRIES = 12, MAX_UNITS = 64, BOARDS = 16384 };

static const char ALPHABET[] = "AEST";

/* Seven hexagons, worked out by hand: cell 3 in the middle, around it 0 1 4 6 5 2. */
static const unsigned RING[] = {0, 1, 4, 6, 5, 2};
static const unsigned ORDER[CELLS] = {3, 0, 1, 2, 4, 5, 6};

/* ---- a certificate that can be changed and written ---- */

struct certificate {
    char header[4096]; /* without the checksum */
    char units[MAX_UNITS][2048];
    size_t unit_count;
    char folder[64];
    char list[80];
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params;
    long long best;
    long long target;
    size_t boards;
};

static bool is_neighbour(unsigned a, unsigned b)
{
    for (unsigned i = 0; i < 6; i++) {
        if ((a == 3 && b == RING[i]) || (b == 3 && a == RING[i]))
            return true;
        if ((a == RING[i] && b == RING[(i + 1) % 6]) || (b == RING[i] && a == RING[(i + 1) % 6]))
            return true;
    }
    return false;
}

/* Symmetry g maps the ring's place i to i + g, or for g > 5 to g - i. */
static unsigned image_of_cell(unsigned g, unsigned cell)
{
    for (unsigned i = 0; i < 6; i++)
        if (RING[i] == cell)
            return RING[g < 6 ? (i + g) % 6 : (g - i) % 6];
    return cell;
}

static bool traces_word(const char *board, const char *word, unsigned cell, unsigned used)
{
    if (board[cell] != word[0])
        return false;
    if (word[1] == '\0')
        return true;
    for (unsigned next = 0; next < CELLS; next++)
        if (!((used | 1u << cell) >> next & 1) && is_neighbour(cell, next) &&
            traces_word(board, word + 1, next, used | 1u << cell))
            return true;
    return false;
}

/* Searches every word of the list separately. */
static long long slow_score(const char *board)
{
    long long score = 0;
    char word[16];
    for (const char *line = LIST; *line; line += strspn(line, " ")) {
        size_t length = strcspn(line, " ");
        bool found = false;
        for (size_t i = 0; i < length; i++)
            word[i] = (char)(line[i] - 'a' + 'A');
        word[length] = '\0';
        for (unsigned cell = 0; cell < CELLS && !found; cell++)
            found = traces_word(board, word, cell, 0);
        score += found ? (long long)length : 0;
        line += length;
    }
    return score;
}

static void order_string(char out[CELLS + 1], const char *board)
{
    for (unsigned i = 0; i < CELLS; i++)
        out[i] = board[ORDER[i]];
    out[CELLS] = '\0';
}

static bool is_canonical(const char *board)
{
    char own[CELLS + 1];
    char other[CELLS + 1];
    char image[CELLS + 1] = "";
    order_string(own, board);
    for (unsigned g = 0; g < SYMMETRIES; g++) {
        for (unsigned cell = 0; cell < CELLS; cell++)
            image[image_of_cell(g, cell)] = board[cell];
        order_string(other, image);
        if (strcmp(other, own) < 0)
            return false;
    }
    return true;
}

struct scored {
    char text[CELLS + 1]; /* order string */
    long long score;
};

/* All canonical boards, ascending. */
static size_t all_boards(struct scored *out)
{
    size_t count = 0;
    for (unsigned number = 0; number < BOARDS; number++) {
        char board[CELLS + 1] = "";
        for (unsigned i = 0; i < CELLS; i++)
            board[ORDER[i]] = ALPHABET[number >> 2 * (CELLS - 1 - i) & 3];
        if (!is_canonical(board))
            continue;
        order_string(out[count].text, board);
        out[count++].score = slow_score(board);
    }
    return count;
}

static void add_line(struct certificate *made, const struct scored *boards, size_t count, const char *prefix)
{
    char listed[1024] = "";
    size_t kept = 0;
    long long best = 0;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(boards[i].text, prefix, strlen(prefix)) != 0)
            continue;
        best = boards[i].score > best ? boards[i].score : best;
        if (boards[i].score < made->target)
            continue;
        kept++;
        snprintf(listed + strlen(listed), sizeof listed - strlen(listed), " %s:%lld", boards[i].text, boards[i].score);
    }
    assert_true(made->unit_count < MAX_UNITS);
    snprintf(made->units[made->unit_count++], sizeof *made->units,
             "U %s target=%lld dict=DICT version=0.1.0 bound=%lld nodes=3 leaves=2 ms=1 boards=%zu%s",
             *prefix ? prefix : "-", made->target, best + 3, kept, listed);
    made->boards += kept;
}

/* Canonical prefixes in this order of cells: the first two letters are free; of three, the reflection that swaps cells
 * 0 and 1 requires that the second letter is not above the third. */
static void add_units(struct certificate *made, const struct scored *boards, size_t count, unsigned depth)
{
    unsigned total = depth == 0 ? 1 : depth == 1 ? 4 : depth == 2 ? 16 : 64;
    for (unsigned number = 0; number < total; number++) {
        char prefix[4] = "";
        for (unsigned i = 0; i < depth; i++)
            prefix[i] = ALPHABET[number >> 2 * (depth - 1 - i) & 3];
        if (depth < 3 || prefix[1] <= prefix[2])
            add_line(made, boards, count, prefix);
    }
}

static void add_header_text(struct certificate *made, const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(made->header);
    va_start(arguments, format);
    vsnprintf(made->header + length, sizeof made->header - length, format, arguments);
    va_end(arguments);
}

static void write_header(struct certificate *made, unsigned depth)
{
    add_header_text(made, "comb-proof 1\nversion 0.1.0\ngame hexhunt\nshape hex7\nrows 2 3 2\ncells 7\n");
    for (unsigned cell = 0; cell < CELLS; cell++) {
        add_header_text(made, "neighbours %u", cell);
        for (unsigned other = 0; other < CELLS; other++)
            if (is_neighbour(cell, other))
                add_header_text(made, " %u", other);
        add_header_text(made, "\n");
    }
    for (unsigned g = 0; g < SYMMETRIES; g++) {
        add_header_text(made, "symmetry");
        for (unsigned cell = 0; cell < CELLS; cell++)
            add_header_text(made, " %u", image_of_cell(g, cell));
        add_header_text(made, "\n");
    }
    add_header_text(made, "letters %s\npoints 0 0 2 3 4 5 6 7\n", ALPHABET);
    add_header_text(made, "dictionary DICT\nwords WORDS\ntitle small\ntarget %lld\norder", made->target);
    for (unsigned i = 0; i < CELLS; i++)
        add_header_text(made, " %u", ORDER[i]);
    add_header_text(made, "\ndepth %u\nunits %zu\n", depth, made->unit_count);
}

/* Replaces the first `from`, which must exist. */
static void replace_text(char *text, size_t size, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    size_t tail = strlen(at + strlen(from)) + 1;
    assert_true(strlen(text) + strlen(to) < size);
    memmove(at + strlen(to), at + strlen(from), tail);
    memcpy(at, to, strlen(to));
}

static void set_option(struct certificate *made, const char *name, const char *value)
{
    static const struct comb_option rows[] = {{.name = "words", .kind = COMB_OPTION_TEXT},
                                              {.name = "letters", .kind = COMB_OPTION_TEXT},
                                              {.name = "recheck", .kind = COMB_OPTION_TEXT},
                                              {0}};
    assert_int_equal(comb_params_set(&made->params, comb_option_find(rows, name), value, NULL), COMB_OK);
}

static void open_world(struct certificate *made)
{
    strcpy(made->folder, "/tmp/comb-proof-XXXXXX");
    assert_non_null(mkdtemp(made->folder));
    snprintf(made->list, sizeof made->list, "%s/list", made->folder);
    char list[sizeof LIST];
    memcpy(list, LIST, sizeof list);
    for (char *at = list; *at; at++)
        *at = *at == ' ' ? '\n' : *at;
    assert_int_equal(comb_file_write(made->list, list, sizeof list - 1, NULL), COMB_OK);
    assert_int_equal(comb_context_new(&made->context, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = made->context, .threads = 1, .seed = 1};
    assert_int_equal(comb_job_new(&made->job, &setup, NULL), COMB_OK);
    set_option(made, "words", made->list);
    set_option(made, "letters", ALPHABET);
    set_option(made, "recheck", "all");
}

/* Fills in what is only known after opening the list. */
static void fill_in(struct certificate *made)
{
    const struct comb_dict *dict;
    char text[32];
    assert_int_equal(comb_words_dict(&dict, made->job, &made->params, NULL), COMB_OK);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)comb_dict_hash(dict));
    replace_text(made->header, sizeof made->header, "DICT", text);
    for (size_t i = 0; i < made->unit_count; i++)
        replace_text(made->units[i], sizeof *made->units, "DICT", text);
    snprintf(text, sizeof text, "%zu", comb_dict_word_count(dict));
    replace_text(made->header, sizeof made->header, "WORDS", text);
}

/* Makes a valid certificate with units of `depth` letters; the target is some points below the best score. */
static struct certificate *make_certificate(unsigned depth)
{
    struct certificate *made = calloc(1, sizeof *made);
    struct scored *boards = calloc(BOARDS, sizeof *boards);
    assert_true(made && boards);
    size_t count = all_boards(boards);
    for (size_t i = 0; i < count; i++)
        made->best = boards[i].score > made->best ? boards[i].score : made->best;
    made->target = made->best - 20;
    add_units(made, boards, count, depth);
    write_header(made, depth);
    open_world(made);
    fill_in(made);
    free(boards);
    return made;
}

static void write_file(const struct certificate *made, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", made->folder, name);
    assert_int_equal(comb_file_write(path, text, strlen(text), NULL), COMB_OK);
}

static void delete_file(const struct certificate *made, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", made->folder, name);
    unlink(path);
}

static void free_certificate(struct certificate *made)
{
    static const char *const names[] = {"header.txt", "units.txt", "units-0-of-2.txt", "units-1-of-2.txt", "list"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        delete_file(made, names[i]);
    rmdir(made->folder);
    comb_params_free(&made->params);
    comb_job_free(made->job);
    comb_context_free(made->context);
    free(made);
}

/* Writes lines [from, from + step, ...) with checksums that match the header; `shift` makes them wrong. */
static void write_units(const struct certificate *made, const char *name, size_t from, size_t step,
                        const char *head_sum, uint64_t shift)
{
    struct comb_buf text = {0};
    for (size_t i = from; i < made->unit_count; i += step) {
        uint64_t sum = comb_proof_sum(COMB_PROOF_SUM_START, made->units[i], strlen(made->units[i]));
        sum = comb_proof_sum(sum, head_sum, 16) + shift;
        comb_buf_printf(&text, "%s sum=%016llx\n", made->units[i], (unsigned long long)sum);
    }
    write_file(made, name, comb_buf_text(&text));
    comb_buf_free(&text);
}

static void write_header_file(const struct certificate *made, char head_sum[32])
{
    struct comb_buf text = {0};
    uint64_t sum = comb_proof_sum(COMB_PROOF_SUM_START, made->header, strlen(made->header));
    snprintf(head_sum, 32, "%016llx", (unsigned long long)sum);
    comb_buf_printf(&text, "%ssum %s\n", made->header, head_sum);
    write_file(made, "header.txt", comb_buf_text(&text));
    comb_buf_free(&text);
}

/* Writes everything with correct checksums, as a forger who knows the format would. */
static void write_all(const struct certificate *made)
{
    char head_sum[32];
    write_header_file(made, head_sum);
    write_units(made, "units.txt", 0, 1, head_sum, 0);
}

/* Checks the written certificate; if it is rejected, some problem must contain `reason`. Returns the result. */
static json_t *check_written(struct certificate *made, int expected, const char *reason)
{
    json_t *found = NULL;
    struct comb_error err = {0};
    int code = comb_words_check_proof(&found, made->folder, made->job, &made->params, &err);
    bool told = reason == NULL || (err.message[0] && strstr(err.message, reason));
    const json_t *problems = json_object_get(found, "problems");
    for (size_t i = 0; i < json_array_size(problems); i++)
        told |= reason && strstr(json_string_value(json_array_get(problems, i)), reason) != NULL;
    if (code != expected || !told) {
        char *text = found ? json_dumps(found, JSON_INDENT(1)) : NULL;
        fail_msg("expected %d and '%s', got %d, '%s', %s", expected, reason ? reason : "", code, err.message,
                 text ? text : "nothing");
    }
    assert_true((found == NULL) == (code == COMB_BAD_INPUT || code == COMB_IO));
    bool valid = json_is_true(json_object_get(found, "valid"));
    bool trusting = json_integer_value(json_object_get(found, "trusted")) > 0;
    assert_true(!found || (valid ? code == (trusting ? COMB_LIMIT : COMB_OK) : code != COMB_OK));
    return found;
}

static void expect(struct certificate *made, int expected, const char *reason)
{
    json_decref(check_written(made, expected, reason));
}

/* The current certificate, written with correct checksums, must be rejected for this reason. */
static void expect_rejected(struct certificate *made, const char *reason)
{
    write_all(made);
    expect(made, COMB_NO, reason);
}

/* Makes a valid certificate; no unit will be rechecked. */
static struct certificate *make_unchecked(unsigned depth)
{
    struct certificate *made = make_certificate(depth);
    set_option(made, "recheck", "0");
    return made;
}

/* Returns the first line that lists boards, or that lists none. */
static size_t line_with(const struct certificate *made, bool boards)
{
    for (size_t i = 0; i < made->unit_count; i++)
        if ((strstr(made->units[i], "boards=0") == NULL) == boards)
            return i;
    fail_msg("no such line");
    return 0;
}

static void change_header(struct certificate *made, const char *from, const char *to)
{
    replace_text(made->header, sizeof made->header, from, to);
}

static void change_line(struct certificate *made, size_t line, const char *from, const char *to)
{
    replace_text(made->units[line], sizeof *made->units, from, to);
}

/* ---- valid certificates ---- */

static void test_valid_certificates_are_accepted(void **state)
{
    (void)state;
    for (unsigned depth = 0; depth <= 3; depth++) {
        struct certificate *made = make_certificate(depth);
        write_all(made);
        json_t *found = check_written(made, COMB_OK, NULL);
        assert_int_equal(json_integer_value(json_object_get(found, "optimum")), made->best);
        assert_int_equal(json_integer_value(json_object_get(found, "units")), made->unit_count);
        assert_int_equal(json_integer_value(json_object_get(found, "rechecked")), made->unit_count);
        assert_int_equal(json_array_size(json_object_get(found, "boards")), made->boards);
        assert_true(made->boards > 1);
        assert_true(json_is_true(json_object_get(found, "complete")));
        json_decref(found);
        free_certificate(made);
    }
}

static void test_a_target_above_the_best_board_has_no_optimum(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(1);
    char from[64];
    char to[64];
    snprintf(from, sizeof from, "target %lld", made->target);
    snprintf(to, sizeof to, "target %lld", made->best + 1);
    change_header(made, from, to);
    for (size_t i = 0; i < made->unit_count; i++) {
        snprintf(from, sizeof from, "target=%lld", made->target);
        snprintf(to, sizeof to, "target=%lld", made->best + 1);
        change_line(made, i, from, to);
        strcpy(strstr(made->units[i], "boards="), "boards=0");
    }
    write_all(made);
    json_t *found = check_written(made, COMB_OK, NULL);
    assert_true(json_is_null(json_object_get(found, "optimum")));
    json_decref(found);
    free_certificate(made);
}

static void test_shards_and_equal_repeats_are_read_together(void **state)
{
    (void)state;
    char head_sum[32];
    struct certificate *made = make_certificate(2);
    write_header_file(made, head_sum);
    write_units(made, "units-0-of-2.txt", 0, 2, head_sum, 0);
    expect(made, COMB_NO, "missing");
    write_units(made, "units-1-of-2.txt", 1, 2, head_sum, 0);
    expect(made, COMB_OK, NULL);
    write_units(made, "units.txt", 0, 1, head_sum, 0);
    change_line(made, 0, "nodes=3", "nodes=77");
    write_units(made, "units-0-of-2.txt", 0, 2, head_sum, 0);
    expect(made, COMB_OK, NULL);
    write_file(made, "units-2-of-2.txt", "not a shard: its number is too high\n");
    expect(made, COMB_OK, NULL);
    delete_file(made, "units-2-of-2.txt");
    free_certificate(made);
}

/* Replaces unit E of depth 1 by its parts EA EE ES ET, taken from a certificate of depth 2. */
static void split_second_unit(struct certificate *made)
{
    struct certificate *deeper = make_certificate(2);
    snprintf(made->units[1], sizeof *made->units, "S E target=%lld dict=%.16s version=0.1.0 ms=5", made->target,
             strstr(made->header, "dictionary ") + strlen("dictionary "));
    for (size_t i = 4; i < 8; i++) {
        assert_int_equal(strncmp(deeper->units[i], "U E", 3), 0);
        strcpy(made->units[made->unit_count++], deeper->units[i]);
    }
    free_certificate(deeper);
}

static void test_split_units_need_all_their_parts(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(1);
    split_second_unit(made);
    write_all(made);
    expect(made, COMB_OK, NULL);
    made->unit_count--; /* ET is removed */
    expect_rejected(made, "ET: the unit is missing");
    free_certificate(made);
}

static void test_recheck_takes_random_units_and_the_highest_bounds(void **state)
{
    (void)state;
    static const struct {
        const char *share;
        long long done;
    } cases[] = {{"0", 0}, {"1", 2}, {"5%", 4}, {"1%", 2}, {"100%", 40}, {"1000", 40}, {"all", 40}};
    struct certificate *made = make_certificate(3);
    write_all(made);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_option(made, "recheck", cases[i].share);
        bool all = cases[i].done == 40; /* only then is it sound */
        json_t *found = check_written(made, all ? COMB_OK : COMB_LIMIT, NULL);
        assert_int_equal(json_integer_value(json_object_get(found, "rechecked")), cases[i].done);
        assert_int_equal(json_integer_value(json_object_get(found, "trusted")), 40 - cases[i].done);
        assert_int_equal(json_is_true(json_object_get(found, "sound")), all);
        json_decref(found);
    }
    set_option(made, "recheck", "some");
    expect(made, COMB_BAD_INPUT, "--recheck");
    set_option(made, "recheck", "-1");
    expect(made, COMB_BAD_INPUT, "--recheck");
    free_certificate(made);
}

/* ---- tampered lines with recomputed checksums ---- */

static void test_a_missing_unit_is_reported(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(2);
    strcpy(made->units[5], made->units[15]);
    made->unit_count--;
    write_all(made);
    json_t *found = check_written(made, COMB_NO, "EE: the unit is missing");
    assert_false(json_is_true(json_object_get(found, "complete")));
    assert_int_equal(json_integer_value(json_object_get(found, "missing")), 1);
    json_decref(found);
    free_certificate(made);
}

static void set_bound(struct certificate *made, size_t line, long long bound)
{
    char text[64];
    char *at = strstr(made->units[line], "bound=");
    char *end = strchr(at, ' ');
    char old[64] = "";
    memcpy(old, at, (size_t)(end - at));
    snprintf(text, sizeof text, "bound=%lld", bound);
    change_line(made, line, old, text);
}

static void test_a_bound_below_a_listed_board_is_rejected(void **state)
{
    (void)state;
    struct certificate *made = make_unchecked(2);
    set_bound(made, line_with(made, true), made->target - 1);
    expect_rejected(made, "above the bound");
    free_certificate(made);
}

/* A bound that is too low where no board is listed contradicts nothing in the certificate; only a recheck reveals
 * it. */
static void test_a_false_bound_is_found_by_the_recheck(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(2);
    set_bound(made, line_with(made, false), 2);
    expect_rejected(made, "is above the unit's bound");
    set_option(made, "recheck", "0");
    expect(made, COMB_LIMIT, NULL);
    free_certificate(made);
}

static void test_a_dropped_board_is_found_by_the_recheck(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(3);
    size_t line = line_with(made, true);
    strcpy(strstr(made->units[line], "boards="), "boards=0");
    expect_rejected(made, "is not listed");
    set_option(made, "recheck", "1"); /* units without boards whose bound reaches the target come first */
    set_bound(made, line, made->best + 50);
    expect_rejected(made, "is not listed");
    set_option(made, "recheck", "0");
    expect(made, COMB_LIMIT, NULL); /* only a recheck reveals it */
    free_certificate(made);
}

static void test_a_changed_score_is_rejected(void **state)
{
    (void)state;
    struct certificate *made = make_unchecked(1);
    char from[32];
    char to[32];
    snprintf(from, sizeof from, ":%lld", made->best);
    snprintf(to, sizeof to, ":%lld", made->best + 1);
    for (size_t i = 0; i < made->unit_count; i++)
        if (strstr(made->units[i], from))
            change_line(made, i, from, to);
    expect_rejected(made, "the board scores");
    free_certificate(made);
}

/* Rotates the letters around the middle by one place: an image of the same board. */
static void rotate_board(char *text)
{
    char old[CELLS];
    memcpy(old, text, CELLS);
    for (unsigned i = 0; i < CELLS; i++)
        for (unsigned k = 0; k < CELLS; k++)
            if (image_of_cell(1, ORDER[i]) == ORDER[k])
                text[k] = old[i];
}

static void test_a_board_that_is_not_canonical_is_rejected(void **state)
{
    (void)state;
    struct certificate *made = make_unchecked(1);
    size_t line = line_with(made, true);
    rotate_board(strchr(strstr(made->units[line], "boards="), ' ') + 1);
    expect_rejected(made, "not canonical");
    free_certificate(made);
}

static void test_a_board_of_another_unit_is_rejected(void **state)
{
    (void)state;
    struct certificate *made = make_unchecked(2);
    size_t line = line_with(made, true);
    char *board = strchr(strstr(made->units[line], "boards="), ' ') + 1;
    board[0] = board[0] == 'A' ? 'E' : 'A';
    expect_rejected(made, "does not begin with the unit's prefix");
    free_certificate(made);
}

static void test_a_board_listed_twice_is_rejected(void **state)
{
    (void)state;
    struct certificate *made = make_unchecked(1);
    size_t line = line_with(made, true);
    char board[64] = "";
    char *count = strstr(made->units[line], "boards=");
    char *first = strchr(count, ' ');
    char number[64];
    sscanf(first, " %60s", board);
    snprintf(number, sizeof number, "boards=%d %s ", atoi(count + 7) + 1, board);
    char *rest = strdup(first + 1);
    strcpy(count, number);
    strcat(count, rest);
    free(rest);
    expect_rejected(made, "listed twice");
    free_certificate(made);
}

static void test_a_unit_recorded_twice_is_rejected_unless_equal(void **state)
{
    (void)state;
    struct certificate *made = make_unchecked(1);
    strcpy(made->units[made->unit_count++], made->units[0]);
    write_all(made);
    expect(made, COMB_LIMIT, NULL); /* nothing was rechecked */
    set_bound(made, made->unit_count - 1, 9999);
    expect_rejected(made, "recorded twice");
    made->unit_count--;
    struct certificate *deeper = make_certificate(2);
    strcpy(made->units[made->unit_count++], deeper->units[0]); /* AA below A */
    free_certificate(deeper);
    expect_rejected(made, "recorded twice");
    free_certificate(made);
}

static void test_misplaced_prefixes_are_rejected(void **state)
{
    (void)state;
    struct certificate *made = make_unchecked(3);
    change_line(made, 1, "U AAE ", "U AEA ");
    expect_rejected(made, "AEA: the prefix is not canonical");
    change_line(made, 1, "U AEA ", "U AA ");
    expect_rejected(made, "fewer letters");
    change_line(made, 1, "U AA ", "U AAEE ");
    expect_rejected(made, "no split line leads to it");
    change_line(made, 1, "U AAEE ", "U AAX ");
    expect_rejected(made, "units.txt:2: expected a unit or split line");
    free_certificate(made);
}

/* ---- tampered headers ---- */

static void test_a_changed_target_is_rejected(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(2);
    char from[64];
    char to[64];
    snprintf(from, sizeof from, "target %lld", made->target);
    snprintf(to, sizeof to, "target %lld", made->target - 5);
    change_header(made, from, to);
    set_option(made, "recheck", "0");
    expect_rejected(made, "in the header");
    snprintf(from, sizeof from, "target=%lld", made->target);
    snprintf(to, sizeof to, "target=%lld", made->target - 5);
    for (size_t i = 0; i < made->unit_count; i++)
        change_line(made, i, from, to);
    write_all(made);
    set_option(made, "recheck", "all"); /* consistent: boards between the two targets are not listed */
    expect(made, COMB_NO, "is not listed");
    free_certificate(made);
}

struct header_case {
    const char *from;
    const char *to;
    const char *reason;
};

static void test_false_headers_are_rejected(void **state)
{
    (void)state;
    static const struct header_case cases[] = {
        {"game hexhunt", "game hexcells", "unknown word game"},
        {"game hexhunt", "game ruzzle", "not a game with points"},
        {"game hexhunt", "game boggle", "no such shape"},
        {"shape hex7", "shape hex8", "no such shape"},
        {"shape hex7", "shape hex10", "differ from those of the shape"},
        {"rows 2 3 2", "rows 3 2 2", "differ from those of the shape"},
        {"neighbours 0 1 2 3", "neighbours 0 1 3", "neighbours of cell 0"},
        {"neighbours 4 1 3 6", "neighbours 4 1 2 3 6", "neighbours of cell 4"},
        {"symmetry 1 4 0 3 6 2 5", "symmetry 1 0 2 3 4 5 6", "not a symmetry of the shape"},
        {"symmetry 1 4 0 3 6 2 5", "symmetry 0 1 2 3 4 5 6", "listed twice"},
        {"symmetry 1 4 0 3 6 2 5\n", "", "11 symmetries are listed, the shape has 12"},
        {"letters AEST", "letters AES", "differ from --letters"},
        {"letters AEST", "letters AESTR", "differ from --letters"},
        {"points 0 0 2 3 4", "tile A AE\npoints 0 0 2 3 4", "the tile lines contradict"},
        {"points 0 0 2 3", "points 0 0 2 4", "a word of 3 letters scores 3 points"},
        {"points 0 0 2 3 4 5 6 7", "points 0 0 2 3 4 5 6", "a word of 7 letters scores 7 points"},
        {"words 5", "words 15", "words, not 15"},
        {"order 3 0 1 2 4 5 6", "order 3 0 1 2 4 5 5", "does not list every cell exactly once"},
        {"units 16", "units 17", "the header says 17 units, but there are 16"},
        {"units 16", "units 15", "the header says 15 units"},
        {"depth 2", "depth 1", "the header says 16 units"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct certificate *made = make_unchecked(2);
        change_header(made, cases[i].from, cases[i].to);
        expect_rejected(made, cases[i].reason);
        free_certificate(made);
    }
}

static void test_another_word_list_is_rejected(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(1);
    char *hash = strstr(made->header, "dictionary ") + strlen("dictionary ");
    hash[0] = hash[0] == '0' ? '1' : '0';
    expect_rejected(made, "proved for word list");
    hash[0] = 'x';
    write_all(made);
    expect(made, COMB_BAD_INPUT, "16 hexadecimal digits");
    free_certificate(made);
}

static void test_fewer_letters_need_the_option(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(1);
    write_all(made);
    comb_params_free(&made->params);
    set_option(made, "words", made->list);
    expect(made, COMB_NO, "not all letters of the word list");
    free_certificate(made);
}

/* ---- damage ---- */

static void test_lines_with_wrong_checksums_are_not_records(void **state)
{
    (void)state;
    char head_sum[32];
    struct certificate *made = make_certificate(1);
    write_header_file(made, head_sum);
    write_units(made, "units.txt", 0, 1, head_sum, 1);
    json_t *found = check_written(made, COMB_NO, "missing");
    assert_int_equal(json_array_size(json_object_get(found, "notes")), made->unit_count + 1); /* and the title */
    json_decref(found);
    write_units(made, "units-0-of-2.txt", 0, 1, head_sum, 0);
    expect(made, COMB_OK, NULL); /* damaged lines are only noted if other lines replace them */
    write_units(made, "units-0-of-2.txt", 0, 1, "0123456789abcdef", 0);
    expect(made, COMB_NO, "missing"); /* lines of another header */
    free_certificate(made);
}

/* ---- limits ---- */

static void test_a_limit_ends_the_check_without_a_result(void **state)
{
    (void)state;
    struct certificate *made = make_certificate(2);
    json_t *found = NULL;
    write_all(made);
    comb_job_cancel(made->job);
    assert_int_equal(comb_words_check_proof(&found, made->folder, made->job, &made->params, NULL), COMB_INTERRUPTED);
    assert_non_null(found);
    assert_false(json_is_true(json_object_get(found, "valid")));
    json_decref(found);
    free_certificate(made);
}
