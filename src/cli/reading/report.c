/* Reports the uncertain cells of a picture, and the command line that corrects them, ready to be copied. */
#include "cli/reading/reading.h"

#include "base/escape.h"

#include <string.h>

static size_t uncertainty_count(const struct comb_cli_reading *read)
{
    return json_array_size(json_object_get(read->reading, "doubts"));
}

static int count_of(const json_t *reading, const char *key)
{
    return (int)json_integer_value(json_object_get(reading, key));
}

/* Some games look alike: lists the other games the picture may show. */
static void write_alternatives(struct comb_buf *out, const json_t *reading)
{
    size_t i;
    const json_t *name, *names = json_object_get(reading, "alternatives");
    json_array_foreach(names, i, name) if (json_is_string(name))
        comb_buf_printf(out, "%s%s", i > 0 ? ", " : "; may also be (use --game): ", json_string_value(name));
}

static void write_summary(struct comb_buf *out, const struct comb_cli_reading *read)
{
    int found = count_of(read->reading, "found"), expected = count_of(read->reading, "expected");
    if (found == 0)
        found = (int)json_array_size(json_object_get(read->reading, "cells"));
    comb_buf_printf(out, "%s: ", read->game->name);
    if (expected > 0)
        comb_buf_printf(out, "%d of %d cells found", found, expected);
    else
        comb_buf_printf(out, "%d cells found", found);
    if (uncertainty_count(read) > 0)
        comb_buf_printf(out, ", %zu uncertain", uncertainty_count(read));
    else
        comb_buf_str(out, ", all certain");
    if (count_of(read->reading, "boards") > 1)
        comb_buf_printf(out, "; this is board %d of %d in the picture ('--board N' reads another)",
                        count_of(read->reading, "number"), count_of(read->reading, "boards"));
    write_alternatives(out, read->reading);
    const char *language = json_string_value(json_object_get(read->reading, "lang"));
    if (language)
        comb_buf_printf(out, "; letter values of --lang %s", language);
}

static void write_uncertainty(struct comb_buf *out, const struct comb_cli_reading *read, size_t index)
{
    struct comb_cli_uncertainty uncertainty = comb_cli_uncertainty(read->reading, index);
    char place[32] = "board";
    if (uncertainty.has_position)
        snprintf(place, sizeof place, "%d,%d", uncertainty.x, uncertainty.y);
    comb_buf_printf(out, "  %-7s ", place);
    if (!uncertainty.item) {
        comb_buf_printf(out, "%s\n", uncertainty.message);
        return;
    }
    const char *second = comb_cli_second(uncertainty.item);
    unsigned equals = comb_cli_count_equal(read->reading, uncertainty.item);
    if (comb_cli_is_board_wide(uncertainty.item))
        comb_buf_printf(out, "%s: ", json_string_value(json_object_get(uncertainty.item, "state")));
    char guess[COMB_CLI_FIX_LENGTH];
    comb_cli_guess(guess, uncertainty.item);
    comb_buf_printf(out, "%s, %.0f %% sure", guess, comb_cli_confidence(uncertainty.item) * 100);
    if (*second)
        comb_buf_printf(out, ", or %s", second);
    if (equals > 0)
        comb_buf_printf(out, "; %u more look%s the same", equals, equals == 1 ? "s" : "");
    comb_buf_char(out, '\n');
}

static void add_word(struct comb_buf *out, const char *word)
{
    comb_buf_char(out, ' ');
    comb_cli_quote(out, word);
}

/* Writes the command as typed, without --fix. */
static void write_command(struct comb_buf *out, const struct comb_cli *cli, const struct comb_cli_reading *read,
                          const char *verb)
{
    comb_buf_printf(out, "  comb %s", verb);
    if (cli->game)
        comb_buf_printf(out, " %s", cli->game->name);
    else if (read->changed)
        comb_buf_printf(out, " %s", read->game->name);
    for (size_t i = 0; i < cli->operand_count; i++)
        add_word(out, cli->operands[i]);
    for (size_t i = 0; i < cli->raw_count; i++) {
        const struct comb_raw_option *raw = &cli->raw[i];
        if (strcmp(raw->name, "fix") == 0)
            continue;
        comb_buf_printf(out, " --%s", raw->name);
        if (raw->value)
            add_word(out, raw->value);
    }
}

/* Writes --fix with all corrections so far, then the best guess for each uncertain item, or "..." if there is none. */
static void write_fixes(struct comb_buf *out, const struct comb_cli_reading *read)
{
    struct comb_buf fixes = {0};
    for (size_t i = 0; i < read->fixes.count; i++)
        comb_buf_printf(&fixes, "%s%s", i ? ";" : "", read->fixes.items[i]);
    for (size_t i = 0; i < uncertainty_count(read); i++) {
        struct comb_cli_uncertainty uncertainty = comb_cli_uncertainty(read->reading, i);
        char guess[COMB_CLI_FIX_LENGTH], text[COMB_CLI_FIX_LENGTH] = "...";
        if (uncertainty.item) {
            comb_cli_guess(guess, uncertainty.item);
            comb_cli_fix_text(text, read->game, uncertainty.item, guess);
        }
        if (uncertainty.has_position)
            comb_buf_printf(&fixes, "%s%d,%d=%s", fixes.length ? ";" : "", uncertainty.x, uncertainty.y, text);
        else if (uncertainty.counter[0])
            comb_buf_printf(&fixes, "%s0,0=%s %s", fixes.length ? ";" : "", uncertainty.counter,
                            uncertainty.count[0] ? uncertainty.count : "...");
    }
    comb_buf_str(out, " --fix");
    add_word(out, comb_buf_text(&fixes));
    out->failed |= fixes.failed;
    comb_buf_free(&fixes);
}

static void write_advice(struct comb_buf *out, const struct comb_cli *cli, const struct comb_cli_reading *read)
{
    bool any_fixable = false, any_unfixable = false;
    for (size_t i = 0; i < uncertainty_count(read); i++) {
        struct comb_cli_uncertainty uncertainty = comb_cli_uncertainty(read->reading, i);
        bool fixable = uncertainty.has_position || uncertainty.counter[0];
        any_fixable |= fixable;
        any_unfixable |= !fixable;
    }
    bool fixes = comb_verb_option(cli->verb, "fix") != NULL;
    if (any_fixable) {
        comb_buf_str(out, "compare with the picture, correct the values after '=', and run\n");
        write_command(out, cli, read, fixes ? cli->verb->name : "read");
        write_fixes(out, read);
        comb_buf_char(out, '\n');
    }
    if (any_unfixable)
        comb_buf_printf(out, "if the board is right, pass it on as text: comb read ... | comb solve %s -\n",
                        read->game->name);
    if (!comb_params_text(&cli->params, "overlay", NULL))
        comb_buf_str(out, "to see the reading drawn over the picture: comb read ... --overlay overlay.png\n");
}

void comb_cli_reading_report(struct comb_cli *cli, const struct comb_cli_reading *read)
{
    struct comb_buf text = {0};
    write_summary(&text, read);
    if (uncertainty_count(read) == 0) {
        comb_cli_info(cli, "%s", comb_buf_text(&text));
        comb_buf_free(&text);
        return;
    }
    comb_buf_char(&text, '\n');
    for (size_t i = 0; i < uncertainty_count(read); i++)
        write_uncertainty(&text, read, i);
    write_advice(&text, cli, read);
    fflush(cli->out);
    struct comb_buf safe = {0};
    comb_escape(&safe, comb_buf_text(&text), text.length, COMB_ESCAPE_TEXT);
    fprintf(cli->err, "comb: %s", comb_buf_text(&safe));
    comb_buf_free(&safe);
    comb_buf_free(&text);
}
