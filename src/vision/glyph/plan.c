/* Parses patterns into sets of characters, and keeps lists of candidates. */
#include "vision/glyph/read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The set that a pattern character denotes; 0 if there is no template. */
static uint64_t set_of(char character)
{
    uint64_t set = 0;
    if (character == '@' || character == '#') {
        char first = character == '@' ? 'A' : '0', last = character == '@' ? 'Z' : '9';
        for (char c = first; c <= last; c++)
            set |= UINT64_C(1) << comb_glyph_character(c);
        return set;
    }
    int index = comb_glyph_character(character);
    if (index < 0) /* lower-case letters without templates look like their capitals */
        index = comb_glyph_character((char)toupper((unsigned char)character));
    return index < 0 ? 0 : UINT64_C(1) << index;
}

static int add_pattern(struct comb_glyph_plan *plan, const char *text, struct comb_error *err)
{
    size_t length = strlen(text);
    if (plan->count == COMB_GLYPH_MAX_PATTERNS)
        return comb_fail(err, COMB_BAD_INPUT, "too many glyph patterns; expected at most %d", COMB_GLYPH_MAX_PATTERNS);
    if (length == 0 || length > COMB_GLYPH_MAX_TEXT)
        return comb_fail(err, COMB_BAD_INPUT, "glyph pattern '%s': expected 1 to %d characters", text,
                         COMB_GLYPH_MAX_TEXT);
    struct comb_glyph_pattern *pattern = &plan->patterns[plan->count];
    for (size_t i = 0; i < length; i++) {
        pattern->slots[i] = set_of(text[i]);
        if (pattern->slots[i] == 0)
            return comb_fail(err, COMB_BAD_INPUT, "glyph pattern '%s': no template for '%c'", text, text[i]);
        plan->characters |= pattern->slots[i];
    }
    pattern->length = (unsigned)length;
    plan->count++;
    plan->longest = pattern->length > plan->longest ? pattern->length : plan->longest;
    return COMB_OK;
}

int comb_glyph_plan(struct comb_glyph_plan *plan, comb_glyph_patterns patterns, struct comb_error *err)
{
    memset(plan, 0, sizeof *plan);
    for (; *patterns; patterns++) {
        int code = add_pattern(plan, *patterns, err);
        if (code != COMB_OK)
            return code;
    }
    return plan->count ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "no glyph patterns; expected at least one");
}

void comb_glyph_candidate_add(struct comb_glyph_candidates *candidates, const char *text, float cost)
{
    unsigned at = 0, dearest = 0;
    for (; at < candidates->count && strcmp(candidates->list[at].text, text) != 0; at++)
        dearest = candidates->list[at].cost > candidates->list[dearest].cost ? at : dearest;
    if (at == candidates->count) {
        if (at < COMB_GLYPH_MAX_CANDIDATES)
            candidates->count++;
        else if (cost < candidates->list[dearest].cost)
            at = dearest;
        else
            return;
        strcpy(candidates->list[at].text, text);
    } else if (cost >= candidates->list[at].cost) {
        return;
    }
    candidates->list[at].cost = cost;
}
