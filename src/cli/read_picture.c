/* From a picture's bytes to a reading that the user agrees with: read, corrected, asked about. */
#include "cli/reading.h"

#include <string.h>

/* Options are kept one value a name; corrections add up, so they are taken from the words of the command line. */
static int given_fixes(struct comb_fixes *fixes, const struct comb_cli *cli, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t i = 0; i < cli->raw_count && code == COMB_OK; i++)
        if (strcmp(cli->raw[i].name, "fix") == 0)
            code = comb_fixes_add(fixes, cli->raw[i].value, err);
    return code;
}

int comb_cli_reading_new(struct comb_cli_reading *out, struct comb_cli *cli, const struct comb_buf *bytes,
                         const struct comb_game *game, bool asking, struct comb_error *err)
{
    *out = (struct comb_cli_reading){0};
    int code = given_fixes(&out->fixes, cli, err);
    if (code == COMB_OK)
        code = comb_pixels_decode(&out->picture, comb_buf_text(bytes), bytes->length, err);
    if (code == COMB_OK)
        code = comb_reading_new(&out->reading, &out->game, out->picture, game, comb_fixes_list(&out->fixes), err);
    if (code == COMB_UNSURE && out->reading && asking && comb_cli_can_ask(cli))
        code = comb_cli_ask(cli, out, err);
    return code;
}

void comb_cli_reading_free(struct comb_cli_reading *read)
{
    comb_pixels_free(read->picture);
    json_decref(read->reading);
    comb_fixes_free(&read->fixes);
    *read = (struct comb_cli_reading){0};
}
