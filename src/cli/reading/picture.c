/* Reads a picture, applies corrections and asks about uncertain cells. */
#include "cli/reading/reading.h"

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
