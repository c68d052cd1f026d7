#include "core/game.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool has_name(const struct comb_game *game, const char *name)
{
    if (strcmp(game->name, name) == 0)
        return true;
    for (const char *const *alias = game->aliases; alias && *alias; alias++)
        if (strcmp(*alias, name) == 0)
            return true;
    return false;
}

const struct comb_game *comb_game_find(const char *name)
{
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if (has_name(*game, name))
            return *game;
    return NULL;
}

const struct comb_game *comb_game_suggest(const char *name)
{
    const struct comb_game *nearest = NULL;
    unsigned best = 3;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        unsigned distance = comb_edit_distance(name, (*game)->name, 2);
        if (distance < best) {
            best = distance;
            nearest = *game;
        }
    }
    return nearest;
}

bool comb_can_solve(const struct comb_game *game)
{
    return game->solve != NULL;
}

bool comb_can_hint(const struct comb_game *game)
{
    return game->hint != NULL;
}

bool comb_can_rate(const struct comb_game *game)
{
    return game->rate != NULL;
}

bool comb_can_check(const struct comb_game *game)
{
    return (game->parse_answer && game->verify) || game->lint;
}

bool comb_can_count(const struct comb_game *game)
{
    return game->count != NULL;
}

bool comb_can_best(const struct comb_game *game)
{
    return game->best != NULL;
}

bool comb_can_prove(const struct comb_game *game)
{
    return game->prove != NULL;
}

bool comb_can_make(const struct comb_game *game)
{
    return game->make != NULL;
}

/* Removes an incomplete UTF-8 character at the end. */
static void remove_partial_character(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && !comb_utf8_valid(text, length))
        length--;
    text[length] = '\0';
}

int comb_violation(json_t *violations, const char *rule, const unsigned *cells, size_t count, struct comb_error *err,
                   const char *format, ...)
{
    char message[256];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (length >= (int)sizeof message)
        remove_partial_character(message);
    struct comb_json build = {0};
    json_t *violation = comb_json_object(&build);
    comb_json_set(&build, violation, "rule", comb_json_string(&build, rule));
    comb_json_set(&build, violation, "message", comb_json_string(&build, message));
    if (cells) {
        json_t *array = comb_json_array(&build);
        for (size_t i = 0; i < count; i++)
            comb_json_push(&build, array, comb_json_int(&build, cells[i]));
        comb_json_set(&build, violation, "cells", array);
    }
    comb_json_push(&build, violations, violation);
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_summary_finish(const struct comb_summary *summary, struct comb_error *err)
{
    bool failed = summary->text.failed || summary->basis.failed || summary->caption.failed || summary->rows.failed;
    return failed ? comb_fail_memory(err) : COMB_OK;
}

void comb_summary_free(struct comb_summary *summary)
{
    comb_buf_free(&summary->text);
    comb_buf_free(&summary->basis);
    comb_buf_free(&summary->caption);
    comb_buf_free(&summary->rows);
}
