/* Compares the check of reasons with a brute-force search: small random levels with random subsets of their hints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/rng.h"
#include "games/hexcells/verify/parts.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 1500, QUESTIONS = 12, MAX_HIDDEN = 10, SIDE = 5, MAX_IDS = 64 };

/* A question: do these hints decide the colour of this cell? */
struct question {
    unsigned ids[MAX_IDS];
    unsigned count;
    bool counter;
    unsigned cell;
};

static void write_level(struct comb_buf *text, struct comb_rng *rng)
{
    static const char *const kinds[] = {"..", "o.", "x.", "x.", "o+", "O+",  "Oc", "On", "X+",
                                        "O+", "|+", "|c", "|n", "/+", "\\c", "o.", "/n", "x."};
    comb_buf_printf(text, "Hexcells level v1\n\n\n\n\n");
    for (unsigned y = 0; y < SIDE + 3; y++) {
        for (unsigned x = 0; x < SIDE; x++) {
            bool place = (x + y) % 2 == 0;
            comb_buf_printf(text, "%s", place ? kinds[comb_rng_below(rng, sizeof kinds / sizeof *kinds)] : "..");
        }
        comb_buf_printf(text, "\n");
    }
}

static bool hidden(const struct comb_hexcells_level *level, unsigned cell)
{
    return level->cells[cell].shown == COMB_HEXCELLS_UNKNOWN;
}

static unsigned hidden_count(const struct comb_hexcells_level *level)
{
    unsigned count = 0;
    for (unsigned i = 0; i < level->cell_count; i++)
        count += hidden(level, i);
    return count;
}

/* ---- brute force ---- */

static bool is_fulfilled(const struct comb_hexcells_level *level, const signed char *colours, unsigned id)
{
    struct comb_hexcells_members members;
    bool line = id >= level->cell_count;
    enum comb_hexcells_hint kind = line ? level->lines[id - level->cell_count].hint : level->cells[id].hint;
    unsigned number = line ? level->lines[id - level->cell_count].number : level->cells[id].number;
    unsigned blue = 0, changes = 0;
    comb_hexcells_members_of(&members, level, id, !line && colours[id] == COMB_HEXCELLS_BLUE);
    for (unsigned i = 0; i < members.count; i++) {
        int next = members.cells[(i + 1) % members.count], cell = members.cells[i];
        bool is_blue = cell >= 0 && colours[cell] == COMB_HEXCELLS_BLUE;
        bool ends = i + 1 == members.count && !members.ring;
        blue += is_blue;
        changes += is_blue && (ends || next < 0 || colours[next] != COMB_HEXCELLS_BLUE);
    }
    if (members.ring && blue == members.count)
        changes = 1;
    return blue == number && (kind == COMB_HEXCELLS_NUMBER || (changes <= 1) == (kind == COMB_HEXCELLS_BRACES));
}

static bool counter_holds(const struct comb_hexcells_level *level, const signed char *colours)
{
    long blue = 0;
    for (unsigned i = 0; i < level->cell_count; i++)
        blue += hidden(level, i) && colours[i] == COMB_HEXCELLS_BLUE;
    return blue == level->remaining;
}

static bool fits(const struct comb_hexcells_level *level, const signed char *colours, const struct question *question)
{
    bool all = !question->counter || counter_holds(level, colours);
    for (unsigned i = 0; all && i < question->count; i++)
        all = is_fulfilled(level, colours, question->ids[i]);
    return all;
}

static bool leaves_open(const struct comb_hexcells_level *level, const struct question *question)
{
    signed char colours[SIDE * (SIDE + 3)];
    bool open = false;
    for (unsigned long mask = 0; !open && mask < 1UL << hidden_count(level); mask++) {
        unsigned bit = 0;
        for (unsigned i = 0; i < level->cell_count; i++)
            colours[i] = hidden(level, i) ? (signed char)(mask >> bit++ & 1) : level->cells[i].shown;
        open = colours[question->cell] != level->cells[question->cell].truth && fits(level, colours, question);
    }
    return open;
}

/* ---- questions ---- */

static void random_question(struct question *question, const struct comb_hexcells_level *level, struct comb_rng *rng)
{
    unsigned density = 1 + (unsigned)comb_rng_below(rng, 4);
    *question = (struct question){.counter = comb_rng_below(rng, 2) == 0};
    for (unsigned id = 0; id < level->cell_count + level->line_count; id++) {
        bool hint = id >= level->cell_count || (!hidden(level, id) && level->cells[id].hint != COMB_HEXCELLS_NO_HINT);
        if (hint && comb_rng_below(rng, 4) < density)
            question->ids[question->count++] = id;
    }
    do
        question->cell = (unsigned)comb_rng_below(rng, level->cell_count);
    while (!hidden(level, question->cell));
}

static json_t *because(const struct comb_hexcells_level *level, const struct question *question)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < question->count; i++) {
        bool line = question->ids[i] >= level->cell_count;
        struct comb_point at =
            line ? level->lines[question->ids[i] - level->cell_count].at : level->cells[question->ids[i]].at;
        json_array_append_new(array, json_sprintf("%c%d,%d", line ? 'l' : 'c', at.x, at.y));
    }
    if (question->counter)
        json_array_append_new(array, json_string("counter"));
    return array;
}

static bool refuted(const struct comb_hexcells_level *level, const struct question *question)
{
    signed char known[SIDE * (SIDE + 3)], scratch[SIDE * (SIDE + 3)];
    bool open;
    json_t *reason = because(level, question);
    for (unsigned i = 0; i < level->cell_count; i++)
        known[i] = level->cells[i].shown;
    assert_int_equal(comb_hexcells_refutes_reason(&open, scratch, level, known, reason, question->cell,
                                                  level->cells[question->cell].truth),
                     COMB_OK);
    json_decref(reason);
    return open;
}

static void test_reasons_against_every_colouring(void **state)
{
    struct comb_rng rng;
    unsigned enough = 0, open = 0;
    (void)state;
    comb_rng_seed(&rng, 20);
    for (unsigned i = 0; i < LEVELS; i++) {
        struct comb_buf text = {0};
        struct comb_hexcells_level *level;
        write_level(&text, &rng);
        assert_int_equal(comb_hexcells_level_read(&level, text.data, text.length, 0, NULL), COMB_OK);
        for (unsigned j = 0; j < QUESTIONS && hidden_count(level) > 0 && hidden_count(level) <= MAX_HIDDEN; j++) {
            struct question question;
            random_question(&question, level, &rng);
            bool expected = leaves_open(level, &question);
            if (refuted(level, &question) != expected)
                fail_msg("level %u, question %u: the reason %s\n%s", i, j,
                         expected ? "is insufficient" : "is sufficient", text.data);
            enough += !expected;
            open += expected;
        }
        comb_hexcells_level_free(level);
        comb_buf_free(&text);
    }
    print_message("%u sufficient reasons, %u insufficient\n", enough, open);
    assert_true(enough > 500 && open > 500);
}
