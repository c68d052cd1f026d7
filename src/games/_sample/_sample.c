/* The sample of a game without a family: complete in one file. `make new NAME=... FROM=sample` copies it. Every build
 * compiles it and the conformance tests run it, but no list shows it.
 *
 * The game: a row of digits; the answer is the cell of the largest digit, the first one if several are equal. */
#include "core/game.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 64 };

struct row {
    unsigned count;
    unsigned char digits[MAX_CELLS];
};

static struct comb_error_location location_of(size_t position)
{
    return (struct comb_error_location){.position = position, .length = 1, .line = 1, .column = (unsigned)position + 1};
}

static int parse(void **board, const struct comb_game *game, struct comb_job *job, const char *text, size_t length,
                 const struct comb_params *params, struct comb_error *err)
{
    (void)game;
    (void)job;
    (void)params;
    *board = NULL;
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\r' || text[length - 1] == '\n'))
        length--;
    if (length == 0)
        return comb_fail(err, COMB_BAD_INPUT, "the row is empty: expected digits such as 31415");
    if (length > MAX_CELLS)
        return comb_fail_at(err, COMB_BAD_INPUT, location_of(MAX_CELLS),
                            "the row is too long: expected at most %d digits", MAX_CELLS);
    struct row *row = calloc(1, sizeof *row);
    if (!row)
        return comb_fail_memory(err);
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            free(row);
            return comb_fail_at(err, COMB_BAD_INPUT, location_of(i), "cell %zu is not a digit: expected 0 to 9", i);
        }
        row->digits[row->count++] = (unsigned char)(text[i] - '0');
    }
    *board = row;
    return COMB_OK;
}

static void print(struct comb_buf *out, const void *board)
{
    const struct row *row = board;
    for (unsigned i = 0; i < row->count; i++)
        comb_buf_char(out, (char)('0' + row->digits[i]));
}

/* Two images: the row and the reversed row. */
static int image(void **out, const void *board, unsigned index, struct comb_error *err)
{
    const struct row *row = board;
    *out = NULL;
    if (index > 1)
        return COMB_NO;
    struct row *reversed = malloc(sizeof *reversed);
    if (!reversed)
        return comb_fail_memory(err);
    *reversed = *row;
    for (unsigned i = 0; index == 1 && i < row->count; i++)
        reversed->digits[i] = row->digits[row->count - 1 - i];
    *out = reversed;
    return COMB_OK;
}

static int canon(struct comb_buf *out, const void *board, struct comb_error *err)
{
    const struct row *row = board;
    void *reversed;
    int code = image(&reversed, row, 1, err);
    if (code != COMB_OK)
        return code;
    bool smaller = memcmp(((struct row *)reversed)->digits, row->digits, row->count) < 0;
    print(out, smaller ? reversed : row);
    free(reversed);
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

/* A move writes a digit into a cell, such as 2=7. */
static int apply(void **next, const void *board, const char *move, struct comb_error *err)
{
    const struct row *row = board;
    char *end;
    unsigned long cell = strtoul(move, &end, 10);
    *next = NULL;
    if (end == move || end[0] != '=' || end[1] < '0' || end[1] > '9' || end[2] != '\0' || cell >= row->count)
        return comb_fail(err, COMB_BAD_INPUT, "move '%.40s': expected CELL=DIGIT, such as 2=7", move);
    struct row *after = malloc(sizeof *after);
    if (!after)
        return comb_fail_memory(err);
    *after = *row;
    after->digits[cell] = (unsigned char)(end[1] - '0');
    *next = after;
    return COMB_OK;
}

static int solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                 struct comb_error *err)
{
    const struct row *row = board;
    unsigned best = 0;
    int stopped = COMB_OK;
    (void)params;
    for (unsigned i = 1; stopped == COMB_OK && i < row->count; i++) {
        stopped = comb_job_tick(job, 1);
        if (row->digits[i] > row->digits[best])
            best = i;
    }
    struct comb_json build = {0};
    struct comb_buf text = {0};
    print(&text, row);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
    comb_json_set(&build, root, "cell", comb_json_int(&build, best));
    comb_json_set(&build, root, "complete", comb_json_bool(&build, stopped == COMB_OK));
    build.failed |= text.failed;
    comb_buf_free(&text);
    int code = comb_json_finish(answer, &build, root, err);
    return code != COMB_OK ? code : stopped != COMB_OK ? comb_job_fail(job, stopped, err) : COMB_OK;
}

static int read_answer(json_t **answer, const void *board, struct comb_job *job, const char *const *words, size_t count,
                       const struct comb_params *params, struct comb_error *err)
{
    (void)board;
    (void)job;
    (void)params;
    long long cell;
    *answer = NULL;
    if (count != 1 || !comb_parse_int(&cell, words[0]))
        return comb_fail(err, COMB_BAD_INPUT, "expected one answer: the number of a cell, counted from 0");
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "cell", comb_json_int(&build, cell));
    comb_json_set(&build, root, "complete", comb_json_bool(&build, true));
    return comb_json_finish(answer, &build, root, err);
}

static int verify(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                  const struct comb_params *params, struct comb_error *err)
{
    const struct row *row = board;
    const json_t *named = json_object_get(answer, "cell");
    json_int_t cell = json_integer_value(named);
    (void)job;
    (void)params;
    if (!json_is_integer(named) || cell < 0 || cell >= (json_int_t)row->count)
        return comb_violation(violations, "cell", NULL, 0, err, "cell %lld does not exist", (long long)cell);
    if (!json_is_true(json_object_get(answer, "complete")))
        return COMB_OK;
    for (unsigned i = 0; i < row->count; i++)
        if (i < (unsigned)cell ? row->digits[i] >= row->digits[cell] : row->digits[i] > row->digits[cell])
            return comb_violation(violations, "largest", &i, 1, err, "cell %u is a better answer than cell %lld", i,
                                  (long long)cell);
    return COMB_OK;
}

static const char *const verified[] = {"cell", NULL};

/* Verify has compared the cell with all digits, so there is nothing left to do; a game with a real solver solves again
 * here. */
static int recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err)
{
    (void)board;
    (void)job;
    (void)params;
    (void)err;
    if (json_is_true(json_object_get(answer, "complete")))
        comb_claims_mark_checked(claims, "complete");
    return COMB_OK;
}

static int scene(struct comb_scene **out, const void *board, const json_t *answer, const struct comb_params *params,
                 struct comb_error *err)
{
    const struct row *row = board;
    const json_t *best = json_object_get(answer, "cell");
    struct comb_scene *drawn;
    (void)params;
    *out = NULL;
    int code = comb_scene_new(&drawn, COMB_SCENE_SQUARE, NULL, err);
    if (code != COMB_OK)
        return code;
    for (unsigned i = 0; i < row->count; i++) {
        bool chosen = best && json_integer_value(best) == (json_int_t)i;
        char text[2] = {(char)('0' + row->digits[i]), '\0'};
        comb_scene_cell(drawn,
                        (struct comb_scene_cell){
                            .at = {(int)i, 0}, .text = text, .label = text, .marks = chosen ? COMB_MARK_TARGET : 0});
    }
    comb_scene_title(drawn, "Sample");
    comb_scene_alt(drawn, "a row of digits");
    code = comb_scene_finish(drawn, err);
    if (code == COMB_OK)
        *out = drawn;
    else
        comb_scene_free(drawn);
    return code;
}

static void print_largest(struct comb_buf *out, const struct row *row, long long cell)
{
    comb_buf_printf(out, "the largest digit is in cell %lld: %u\n", cell, row->digits[cell]);
}

static int report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                  const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    const struct row *row = board;
    long long cell = (long long)json_integer_value(json_object_get(answer, "cell"));
    (void)params;
    for (size_t i = 0; i < json_array_size(violations); i++)
        comb_buf_printf(out, "wrong: %s\n",
                        json_string_value(json_object_get(json_array_get(violations, i), "message")));
    if (style->plain)
        comb_buf_printf(out, "%lld\n", cell);
    else if (json_array_size(violations) == 0) {
        comb_buf_str(out, violations ? "correct: " : "");
        print_largest(out, row, cell);
    }
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

/* The same for the web page: sentences, and a table for lists. */
static int describe_answer(struct comb_summary *out, const void *board, const json_t *answer,
                           const struct comb_params *params, struct comb_error *err)
{
    (void)params;
    print_largest(&out->text, board, (long long)json_integer_value(json_object_get(answer, "cell")));
    return comb_summary_finish(out, err);
}

static const struct comb_option options[] = {{0}};

static const struct comb_example examples[] = {
    {.input = "31415", .description = "five digits, the largest in the last cell", .move = "2=7"},
    {.input = "2718281828", .description = "ten digits", .move = "0=9"},
    {0},
};

/* Members of the results, for the JSON Schema (tools/generate): besides those that every result of the verb has. */
static const struct comb_field fields[] = {
    {.name = "cell", .type = "int", .verbs = "solve", .help = "the largest cell"},
    {0},
};

const struct comb_game comb_game__sample = {
    .name = "_sample",
    .title = "Sample",
    .summary = "find the largest in a row of digits",
    .notation = "A row of 1 to 64 digits. A move (--moves) is CELL=DIGIT, cells counted from 0.",
    .options = options,
    .examples = examples,
    .fields = fields,
    .parse = parse,
    .free = free,
    .print = print,
    .image = image,
    .canon = canon,
    .scene = scene,
    .apply = apply,
    .solve = solve,
    .parse_answer = read_answer,
    .verify = verify,
    .verified = verified,
    .recheck = recheck,
    .report = report,
    .describe_answer = describe_answer,
};
