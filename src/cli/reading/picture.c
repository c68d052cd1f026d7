/* Reads a picture, applies corrections and asks about uncertain cells. */
#include "cli/reading/reading.h"

#include "engine/dict/language.h"

#include <string.h>

/* From the raw command line: the parameters store only one value per name. */
int comb_cli_collect_fixes(struct comb_fixes *fixes, const struct comb_cli *cli, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t i = 0; i < cli->raw_count && code == COMB_OK; i++)
        if (strcmp(cli->raw[i].name, "fix") == 0)
            code = comb_fixes_add(fixes, cli->raw[i].value, err);
    return code;
}

static bool has_languages(const struct comb_game *game)
{
    for (const struct comb_option *option = game->options; option && option->name; option++)
        if (strcmp(option->name, "lang") == 0)
            return true;
    return false;
}

/* Settles letters by --lang; a list that the user named has no alphabet of its own. */
static int settle_language(struct comb_cli_reading *read, const struct comb_cli *cli, int code, struct comb_error *err)
{
    for (size_t i = 0; (code == COMB_OK || code == COMB_UNSURE) && i < cli->raw_count; i++) {
        const struct comb_language *language =
            strcmp(cli->raw[i].name, "lang") == 0 && cli->raw[i].value ? comb_language_find(cli->raw[i].value) : NULL;
        char fix[64];
        const char *fixes[] = {fix, NULL};
        if (!language || !read->reading || !has_languages(read->game))
            continue;
        snprintf(fix, sizeof fix, "-1,-1=lang:%s", language->code);
        code = comb_reading_fix(read->reading, read->game, fixes, err);
    }
    return code;
}

int comb_cli_reading_new(struct comb_cli_reading *out, struct comb_cli *cli, const struct comb_buf *bytes,
                         const struct comb_game *game, bool prompt, struct comb_error *err)
{
    *out = (struct comb_cli_reading){.detected = game == NULL};
    int code = comb_cli_collect_fixes(&out->fixes, cli, err);
    if (code == COMB_OK)
        code = comb_pixels_decode(&out->picture, comb_buf_text(bytes), bytes->length, err);
    if (code == COMB_OK)
        code = comb_reading_new_board(&out->reading, &out->game, out->picture, game,
                                      (unsigned)comb_params_int(&cli->params, "board", 0), comb_fixes_list(&out->fixes),
                                      err);
    code = settle_language(out, cli, code, err);
    if (code == COMB_UNSURE && out->reading && prompt && comb_cli_can_prompt(cli))
        code = comb_cli_prompt(cli, out, err);
    return code;
}

void comb_cli_reading_free(struct comb_cli_reading *read)
{
    comb_pixels_free(read->picture);
    json_decref(read->reading);
    comb_fixes_free(&read->fixes);
    *read = (struct comb_cli_reading){0};
}
