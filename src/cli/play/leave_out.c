/* Plays on without clues that could not be read, such as a line hint behind the counter. A clue that is missing cannot
 * make a deduction wrong; if nothing follows without it, the player is asked about it (play.c). */
#include "cli/play/parts.h"

#include <string.h>

/* Uncertainties that follow from others: the board is checked again without the uncertain clues. */
static bool is_consequence(const json_t *uncertainty)
{
    const char *message = json_string_value(json_object_get(uncertainty, "message"));
    return message && strncmp(message, "the clues contradict", strlen("the clues contradict")) == 0;
}

/* Collects the corrections and the places; COMB_UNSURE if something cannot be left out. */
static int collect(struct comb_fixes *fixes, json_t *places, const json_t *reading, const struct comb_game *game,
                   struct comb_error *err)
{
    const json_t *uncertainties = json_object_get(reading, "doubts");
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(uncertainties); i++) {
        const json_t *uncertainty = json_array_get(uncertainties, i);
        const char *text = game->reader->leave_out(uncertainty);
        int x = (int)json_integer_value(json_object_get(uncertainty, "x"));
        int y = (int)json_integer_value(json_object_get(uncertainty, "y"));
        if (!text && !is_consequence(uncertainty))
            return COMB_UNSURE;
        if (text)
            code = comb_fixes_add_at(fixes, x, y, text, err);
        if (text && code == COMB_OK && json_array_append_new(places, json_pack("[ii]", x, y)) != 0)
            code = comb_fail_memory(err);
    }
    return code;
}

int comb_play_leave_out(json_t **reading, size_t *count, const struct comb_game *game, struct comb_error *err)
{
    struct comb_fixes fixes = {0};
    struct comb_error ignored = {0};
    json_t *places = json_array(), *copy = json_deep_copy(*reading);
    int code = COMB_UNSURE;
    *count = 0;
    if (!places || !copy)
        code = comb_fail_memory(err);
    else if (game->reader->leave_out)
        code = collect(&fixes, places, *reading, game, err);
    if (code == COMB_OK)
        code = fixes.count > 0 ? comb_reading_fix(copy, game, comb_fixes_list(&fixes), &ignored) : COMB_UNSURE;
    if (code != COMB_OK && code != COMB_NO_MEMORY)
        code = COMB_UNSURE;
    if (code == COMB_OK && json_object_set(copy, "left_out", places) != 0)
        code = comb_fail_memory(err);
    if (code == COMB_OK) {
        json_decref(*reading);
        *reading = json_incref(copy);
        *count = fixes.count;
    }
    json_decref(copy);
    json_decref(places);
    comb_fixes_free(&fixes);
    return code;
}
