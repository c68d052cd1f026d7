/* Reads a player's own line: nodes, steps, or JSON. Passes it on unchanged, even if it jumps or leaves the panel:
 * the verifier checks it and finds the symbols that eliminations remove. */
#include "games/witness/solve.h"

#include "games/witness/verify/verify.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 4 * COMB_WITNESS_MAX_NODES, LIMIT = 1000000 };

struct reader {
    const struct comb_witness_panel *panel;
    struct comb_json build;
    json_t *path;
    double x, y; /* the last point */
};

static json_t *coordinate(struct comb_json *build, double value)
{
    return value == (double)(long)value ? comb_json_int(build, (long)value) : comb_json_real(build, value);
}

static void add_point(struct reader *reader, double x, double y)
{
    json_t *point = comb_json_array(&reader->build);
    comb_json_push(&reader->build, point, coordinate(&reader->build, x));
    comb_json_push(&reader->build, point, coordinate(&reader->build, y));
    comb_json_push(&reader->build, reader->path, point);
    reader->x = x;
    reader->y = y;
}

/* A step goes to the next node; from the middle of an edge that is half as far. Around a pillar it may pass the
 * seam. */
static void add_step(struct reader *reader, double x, double y)
{
    bool half_x = reader->x != (double)(long)reader->x, half_y = reader->y != (double)(long)reader->y;
    double to = reader->x + (half_x ? x / 2 : x), across = comb_witness_across(reader->panel);
    if (reader->panel->pillar && (to < 0 || to >= across))
        to += to < 0 ? across : -across;
    add_point(reader, to, reader->y + (half_y ? y / 2 : y));
}

/* Adds the panel's only start, for a line that begins with a step. */
static int add_start(struct reader *reader, struct comb_error *err)
{
    const struct comb_witness_panel *panel = reader->panel;
    unsigned starts = 0;
    double x = 0, y = 0;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++)
            if (comb_witness_is_start(comb_witness_at(panel, column, row))) {
                x = column / 2.0;
                y = row / 2.0;
                starts++;
            }
    if (starts != 1)
        return comb_fail(err, COMB_BAD_INPUT, "the panel has %u starts: give the start of the line, such as 0,%u",
                         starts, panel->height);
    add_point(reader, x, y);
    return COMB_OK;
}

static int add_steps(struct reader *reader, const char *word, struct comb_error *err)
{
    int code = json_array_size(reader->path) == 0 ? add_start(reader, err) : COMB_OK;
    for (const char *step = word; code == COMB_OK && *step; step++) {
        switch (toupper((unsigned char)*step)) {
        case 'L':
            add_step(reader, -1, 0);
            break;
        case 'R':
            add_step(reader, 1, 0);
            break;
        case 'U':
            add_step(reader, 0, -1);
            break;
        case 'D':
            add_step(reader, 0, 1);
            break;
        default:
            return comb_fail(err, COMB_BAD_INPUT,
                             "'%.20s': expected a node such as 0,4, or steps made of L, R, U and D", word);
        }
    }
    return code;
}

static int add_word(struct reader *reader, const char *word, struct comb_error *err)
{
    char *end;
    double x = strtod(word, &end);
    if (json_array_size(reader->path) + strlen(word) > MAX_POINTS)
        return comb_fail(err, COMB_BAD_INPUT, "a line has at most %d nodes", COMB_WITNESS_MAX_NODES);
    if (end == word || *end != ',')
        return add_steps(reader, word, err);
    const char *second = end + 1;
    double y = strtod(second, &end);
    if (end == second || *end != '\0' || !(fabs(x) < LIMIT) || !(fabs(y) < LIMIT))
        return comb_fail(err, COMB_BAD_INPUT, "'%.20s': expected a node such as 0,4", word);
    add_point(reader, x, y);
    return COMB_OK;
}

/* One operand may contain the whole line. */
static int add_words(struct reader *reader, const char *text, struct comb_error *err)
{
    static const char blanks[] = " \t\r\n;";
    int code = COMB_OK;
    for (text += strspn(text, blanks); code == COMB_OK && *text; text += strspn(text, blanks)) {
        char word[MAX_POINTS + 1];
        size_t length = strcspn(text, blanks);
        if (length > MAX_POINTS)
            return comb_fail(err, COMB_BAD_INPUT, "a line has at most %d nodes", COMB_WITNESS_MAX_NODES);
        memcpy(word, text, length);
        word[length] = '\0';
        text += length;
        code = add_word(reader, word, err);
    }
    return code;
}

static int read_player_line(struct reader *reader, const char *const *words, size_t count, struct comb_error *err)
{
    int code = COMB_OK;
    if (count == 1 && words[0][0] == '[')
        return comb_json_parse(&reader->path, words[0], strlen(words[0]), err);
    reader->path = comb_json_array(&reader->build);
    for (size_t i = 0; code == COMB_OK && i < count; i++)
        code = add_words(reader, words[i], err);
    if (code == COMB_OK && json_array_size(reader->path) == 0)
        code = comb_fail(err, COMB_BAD_INPUT, "no line given: expected nodes such as 0,4 1,4, or steps such as RRUU");
    return code;
}

int comb_witness_answer(json_t **answer, const void *board, struct comb_job *job, const char *const *words,
                        size_t count, const struct comb_params *params, struct comb_error *err)
{
    struct reader reader = {.panel = board};
    struct comb_witness_rules rules = comb_witness_rules_of(params, board);
    json_t *cancelled = NULL;
    *answer = NULL;
    int code = read_player_line(&reader, words, count, err);
    if (code == COMB_OK && !reader.build.failed)
        code = comb_witness_cancelled(&cancelled, board, &rules, reader.path, job, err);
    if (code != COMB_OK) {
        json_decref(reader.path);
        return code;
    }
    json_t *root = comb_json_object(&reader.build);
    comb_json_set(&reader.build, root, "solved", comb_json_bool(&reader.build, true));
    comb_json_set(&reader.build, root, "path", reader.path);
    if (cancelled)
        comb_json_set(&reader.build, root, "cancelled", cancelled);
    comb_json_set(&reader.build, root, "rules", comb_json_string(&reader.build, comb_witness_rules_name(&rules)));
    comb_witness_add_notes(&reader.build, root, board, &rules, params);
    return comb_json_finish(answer, &reader.build, root, err);
}
