/* One wrong answer per rule of the verifier. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/run.h"
#include "games/hexcells/level/level.h"
#include "games/hexcells/verify/verify.h"

#include <string.h>

/* (1,1) is black and shown with -2-: of its ring (1,3) and (2,0) are blue, (2,2) is black; the line counts only (1,3).
 */
static const char position[] = "Hexcells position v1\nremaining 2\n0: 2=o\n1: 1=-2-\n2: 2=o\n3: 1=o\n7: 1=n1";
static const char level[] = "Hexcells level v1\n\n\n\n\n....x.\n..On..\n....o.\n..x...";

static size_t violations_on(const char *board, const char *answer, const char *rule)
{
    struct comb_hexcells_level *parsed;
    json_t *json;
    bool is_level = comb_hexcells_is_level(board, strlen(board));
    int code = is_level ? comb_hexcells_level_read(&parsed, board, strlen(board), 0, NULL)
                        : comb_hexcells_position_read(&parsed, board, strlen(board), NULL);
    assert_int_equal(code, COMB_OK);
    assert_int_equal(comb_json_parse(&json, answer, strlen(answer), NULL), COMB_OK);
    json_t *violations = json_array();
    assert_int_equal(comb_hexcells_verify(violations, parsed, json, NULL, NULL, NULL), COMB_OK);
    size_t count = json_array_size(violations);
    bool named = count == 0 && !rule;
    for (size_t i = 0; rule && i < count; i++)
        named |= strcmp(json_string_value(json_object_get(json_array_get(violations, i), "rule")), rule) == 0;
    if (!named)
        fail_msg("%s: expected a violation of '%s' among %zu", answer, rule ? rule : "nothing", count);
    json_decref(violations);
    json_decref(json);
    comb_hexcells_level_free(parsed);
    return count;
}

#define CELL(x, y, blue) "{\"x\":" #x ",\"y\":" #y ",\"blue\":" #blue ",\"round\":1}"
#define RIGHT CELL(2, 0, true) "," CELL(2, 2, false) "," CELL(1, 3, true)
#define REST "\"solved\":true,\"left\":0,\"rounds\":1"

static void test_right_answers_are_accepted(void **state)
{
    (void)state;
    violations_on(position, "{\"cells\":[" RIGHT "]," REST "}", NULL);
    violations_on(level, "{\"cells\":[" RIGHT "]," REST "}", NULL);
    violations_on(position, "{\"cells\":[]}", NULL);
    violations_on(position, "{\"cells\":[" CELL(1, 3, true) "]}", NULL);
    violations_on(position,
                  "{\"cells\":[" RIGHT "]," REST ",\"steps\":[{\"round\":1,\"cells\":[{\"x\":1,\"y\":3,\"blue\":true}],"
                  "\"because\":[\"l1,7\"]},{\"round\":1,\"cells\":[{\"x\":2,\"y\":0,\"blue\":true}],"
                  "\"because\":[\"c1,1\",\"counter\"]}]}",
                  NULL);
}

static void test_every_rule_rejects_a_wrong_answer(void **state)
{
    (void)state;
    violations_on(position, "{\"cells\":[" CELL(3, 3, true) "]}", "cell");
    violations_on(position, "{\"cells\":[{\"x\":1,\"y\":3}]}", "cell");
    violations_on(position, "{\"cells\":[" CELL(1, 1, false) "]}", "cell");
    violations_on(position, "{\"cells\":[" CELL(1, 3, true) "," CELL(1, 3, true) "]}", "cell");
    violations_on(level, "{\"cells\":[" CELL(2, 0, false) "]}", "colour");
    violations_on(position, "{\"cells\":[" CELL(1, 3, false) "]}", "count");
    violations_on(position, "{\"cells\":[" CELL(2, 0, true) "," CELL(2, 2, true) "," CELL(1, 3, true) "]}", "count");
    violations_on(position, "{\"cells\":[" CELL(2, 0, false) "," CELL(2, 2, true) "," CELL(1, 3, true) "]}",
                  "arrangement");
    violations_on("Hexcells position v1\nremaining 1\n0: 0=o 2=o",
                  "{\"cells\":[" CELL(0, 0, true) "," CELL(2, 0, true) "]}", "counter");
    violations_on(position, "{\"cells\":[" RIGHT "],\"left\":1}", "left");
    violations_on(position, "{\"cells\":[],\"solved\":true}", "solved");
    violations_on(position, "{\"cells\":[" RIGHT "],\"rounds\":2}", "rounds");
}

static void test_steps_must_agree_with_the_list(void **state)
{
    (void)state;
#define STEP(cells, because)                                                                                           \
    "{\"cells\":[" RIGHT "]," REST ",\"steps\":[{\"round\":1,\"cells\":[" cells "],\"because\":[" because "]}]}"
    violations_on(position, STEP("{\"x\":1,\"y\":3,\"blue\":false}", "\"l1,7\""), "step");
    violations_on(position, STEP("{\"x\":1,\"y\":1,\"blue\":false}", "\"l1,7\""), "step");
    violations_on(position, STEP("{\"x\":1,\"y\":3,\"blue\":true},{\"x\":1,\"y\":3,\"blue\":true}", "\"l1,7\""),
                  "step");
    violations_on(position, STEP("{\"x\":1,\"y\":3,\"blue\":true}", "\"l1,5\""), "reason");
    violations_on(position, STEP("{\"x\":1,\"y\":3,\"blue\":true}", "\"c2,2\""), "reason");
    /* visible but not enough: the counter alone does not decide the cell */
    violations_on(position, STEP("{\"x\":1,\"y\":3,\"blue\":true}", "\"counter\""), "reason");
    violations_on(position, STEP("{\"x\":2,\"y\":0,\"blue\":true}", "\"c1,1\",\"l1,7\""), NULL);
    violations_on(position, STEP("{\"x\":2,\"y\":0,\"blue\":true}", "\"l1,7\""), "reason");
    violations_on(position,
                  "{\"cells\":[" RIGHT "]," REST ",\"steps\":[{\"round\":2,\"cells\":[{\"x\":1,\"y\":3,\"blue\":true}],"
                  "\"because\":[\"l1,7\"]}]}",
                  "step");
}

/* The number on a blue cell counts cells up to two steps away: (2,4) is three steps from (0,0). */
static void test_blue_number_counts_two_steps(void **state)
{
    (void)state;
    static const char far[] = "Hexcells level v1\n\n\n\n\nX+....\n......\n......\n......\n....x.";
    static const char near[] = "Hexcells level v1\n\n\n\n\nX+....\n......\n......\n......\nx.....";
    violations_on(far, "{\"cells\":[" CELL(2, 4, true) "]," REST "}", NULL);
    violations_on(near, "{\"cells\":[" CELL(0, 4, true) "]," REST "}", NULL);
}
