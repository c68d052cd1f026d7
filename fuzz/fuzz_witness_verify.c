/* Panels and answers from arbitrary bytes, without parsers: the verifier returns a verdict, the same with and without
 * explanations, or reports that a limit was reached. An input that begins like JSON is an answer to an empty panel; any
 * other is a panel and a path: width, height, rules and symmetry, the places, then the nodes of the path, two bytes
 * each. */
#include "core/job.h"
#include "games/witness/verify/verify.h"

#include <assert.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_NODES = 64 };

struct bytes {
    const uint8_t *data;
    size_t left;
};

/* The next byte; 0 at the end. */
static unsigned next_byte(struct bytes *bytes)
{
    if (bytes->left == 0)
        return 0;
    bytes->left--;
    return *bytes->data++;
}

static void take_shape(struct bytes *bytes, struct comb_witness_shape *shape)
{
    shape->width = (uint8_t)(1 + next_byte(bytes) % 4);
    shape->height = (uint8_t)(1 + next_byte(bytes) % 4);
    for (unsigned y = 0; y < shape->height; y++)
        shape->rows[y] = (uint16_t)(next_byte(bytes) & ((1u << shape->width) - 1));
}

static void take_place(struct bytes *bytes, struct comb_witness_panel *panel, unsigned place)
{
    struct comb_witness_thing *thing = &panel->places[place];
    unsigned byte = next_byte(bytes);
    thing->kind = (uint8_t)(byte % 12);
    thing->colour = (uint8_t)(byte / 12 % COMB_WITNESS_COLOURS);
    thing->triangles = (uint8_t)(byte / 12 % 4);
    if (thing->kind != COMB_WITNESS_POLYOMINO)
        return;
    thing->free = byte & 0x40;
    thing->negative = byte & 0x80;
    thing->shape = &panel->shapes[panel->shape_count];
    take_shape(bytes, &panel->shapes[panel->shape_count++]);
}

static void judge(struct comb_witness_panel *panel, const struct comb_witness_rules *rules, struct bytes *bytes,
                  struct comb_job *job)
{
    unsigned nodes[MAX_NODES][2];
    size_t count = 0;
    for (; count < MAX_NODES && bytes->left >= 2; count++) {
        nodes[count][0] = next_byte(bytes);
        nodes[count][1] = next_byte(bytes);
    }
    json_t *violations = json_array();
    bool cancelled[COMB_WITNESS_MAX_PLACES];
    struct comb_error err = {0};
    int told = comb_witness_verify_points(violations, panel, rules, (const unsigned(*)[2])nodes, count, job, &err);
    int plain = comb_witness_verify_points(NULL, panel, rules, (const unsigned(*)[2])nodes, count, job, &err);
    int asked = comb_witness_verify_cancelled(cancelled, panel, rules, (const unsigned(*)[2])nodes, count, job, &err);
    assert(told == COMB_OK || told == COMB_NO || told == COMB_LIMIT);
    assert(asked == plain || plain == COMB_LIMIT || asked == COMB_LIMIT);
    assert(told == plain || plain == COMB_LIMIT || told == COMB_LIMIT);
    assert((told == COMB_OK) <= (json_array_size(violations) == 0));
    assert((told == COMB_NO) <= (json_array_size(violations) > 0));
    json_decref(violations);
}

static void use_panel(struct bytes bytes, struct comb_job *job)
{
    struct comb_witness_panel *panel;
    unsigned width = 1 + next_byte(&bytes) % 5, height = 1 + next_byte(&bytes) % 5, choice = next_byte(&bytes);
    struct comb_witness_rules rules = {.set = (enum comb_witness_rule_set)(choice % 3),
                                       .overhang = choice & 0x80,
                                       .tracks_join = choice % 3 == COMB_WITNESS_GAME && choice & 0x40};
    if (comb_witness_panel_new(&panel, width, height, (size_t)(2 * width + 1) * (2 * height + 1), NULL) != COMB_OK)
        return;
    panel->symmetry = (enum comb_witness_symmetry)(choice / 3 % 4);
    panel->line_colours[0] = choice & 0x40 ? COMB_WITNESS_CYAN : 0;
    panel->line_colours[1] = choice & 0x40 ? COMB_WITNESS_YELLOW : 0;
    for (unsigned place = 0; place < comb_witness_columns(panel) * comb_witness_rows(panel); place++)
        take_place(&bytes, panel, place);
    judge(panel, &rules, &bytes, job);
    comb_witness_panel_free(panel);
}

static void use_answer(struct bytes bytes, struct comb_job *job)
{
    struct comb_witness_panel *panel;
    json_t *answer;
    if (comb_json_parse(&answer, (const char *)bytes.data, bytes.left, NULL) != COMB_OK)
        return;
    if (comb_witness_panel_new(&panel, 2, 2, 0, NULL) == COMB_OK) {
        json_t *violations = json_array();
        panel->places[0].kind = COMB_WITNESS_START;
        panel->places[comb_witness_columns(panel) * comb_witness_rows(panel) - 1].kind = COMB_WITNESS_END;
        panel->symmetry = bytes.left % 2 ? COMB_WITNESS_VERTICAL : COMB_WITNESS_NO_SYMMETRY;
        assert(comb_witness_verify(violations, panel, answer, job, NULL, NULL) == COMB_OK);
        json_decref(violations);
        comb_witness_panel_free(panel);
    }
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes bytes = {data, size};
    struct comb_context *context;
    struct comb_job *job;
    if (size == 0 || comb_open(&context, NULL) != COMB_OK)
        return 0;
    if (comb_job_new(&job, &(struct comb_job_setup){.context = context, .time_limit = 0.5}, NULL) == COMB_OK) {
        if (data[0] == '{' || data[0] == '[')
            use_answer(bytes, job);
        else
            use_panel(bytes, job);
        comb_job_free(job);
    }
    comb_close(context);
    return 0;
}
