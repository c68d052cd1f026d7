#include "core/game.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool answers_to(const struct comb_game *game, const char *name)
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
        if (answers_to(*game, name))
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
    return (game->answer && game->verify) || game->inspect;
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

/* Takes off the bytes of a character that lost its end. */
static void cut_at_character(char *text)
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
        cut_at_character(message);
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

int comb_account_finish(const struct comb_account *account, struct comb_error *err)
{
    bool failed = account->text.failed || account->basis.failed || account->caption.failed || account->rows.failed;
    return failed ? comb_fail_memory(err) : COMB_OK;
}

void comb_account_free(struct comb_account *account)
{
    comb_buf_free(&account->text);
    comb_buf_free(&account->basis);
    comb_buf_free(&account->caption);
    comb_buf_free(&account->rows);
}
