/* What is in doubt about a picture, and the command line that settles it, ready to be copied. */
#include "cli/reading.h"

#include "base/escape.h"

#include <string.h>

static size_t doubts_of(const struct comb_cli_reading *read)
{
    return json_array_size(json_object_get(read->reading, "doubts"));
}

static int count_of(const json_t *reading, const char *key)
{
    return (int)json_integer_value(json_object_get(reading, key));
}

/* Pictures of some games look alike. */
static void write_alternatives(struct comb_buf *out, const json_t *reading)
{
    size_t i;
    const json_t *name, *names = json_object_get(reading, "alternatives");
    json_array_foreach(names, i, name) if (json_is_string(name))
        comb_buf_printf(out, "%s%s", i > 0 ? ", " : "; with --game it is read as ", json_string_value(name));
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
    if (doubts_of(read) > 0)
        comb_buf_printf(out, ", %zu in doubt", doubts_of(read));
    else
        comb_buf_str(out, ", all sure");
    write_alternatives(out, read->reading);
}

static void write_doubt(struct comb_buf *out, const struct comb_cli_reading *read, size_t index)
{
    struct comb_cli_doubt doubt = comb_cli_doubt(read->reading, index);
    char place[32] = "board";
    if (doubt.placed)
        snprintf(place, sizeof place, "%d,%d", doubt.x, doubt.y);
    comb_buf_printf(out, "  %-7s ", place);
    if (!doubt.thing) {
        comb_buf_printf(out, "%s\n", doubt.message);
        return;
    }
    const char *second = comb_cli_second(doubt.thing);
    unsigned equals = comb_cli_equals(read->reading, doubt.thing);
    if (comb_cli_is_beyond(doubt.thing))
        comb_buf_printf(out, "%s: ", json_string_value(json_object_get(doubt.thing, "state")));
    comb_buf_printf(out, "%s, %.0f %% sure", comb_cli_guess(doubt.thing), comb_cli_confidence(doubt.thing) * 100);
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

/* The command as it was typed, without its corrections. */
static void write_command(struct comb_buf *out, const struct comb_cli *cli, const char *verb)
{
    comb_buf_printf(out, "  comb %s", verb);
    if (cli->game)
        comb_buf_printf(out, " %s", cli->game->name);
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

/* Every correction so far, then the first guess of everything in doubt; dots to be filled in where there is none. */
static void write_fixes(struct comb_buf *out, const struct comb_cli_reading *read)
{
    struct comb_buf fixes = {0};
    for (size_t i = 0; i < read->fixes.count; i++)
        comb_buf_printf(&fixes, "%s%s", i ? ";" : "", read->fixes.items[i]);
    for (size_t i = 0; i < doubts_of(read); i++) {
        struct comb_cli_doubt doubt = comb_cli_doubt(read->reading, i);
        char text[COMB_CLI_FIX_LENGTH] = "...";
        if (doubt.thing)
            comb_cli_fix_text(text, read->game, doubt.thing, comb_cli_guess(doubt.thing));
        if (doubt.placed)
            comb_buf_printf(&fixes, "%s%d,%d=%s", fixes.length ? ";" : "", doubt.x, doubt.y, text);
        else if (doubt.counter[0])
            comb_buf_printf(&fixes, "%s0,0=%s %s", fixes.length ? ";" : "", doubt.counter,
                            doubt.count[0] ? doubt.count : "...");
    }
    comb_buf_str(out, " --fix");
    add_word(out, comb_buf_text(&fixes));
    out->failed |= fixes.failed;
    comb_buf_free(&fixes);
}

static void write_way_out(struct comb_buf *out, const struct comb_cli *cli, const struct comb_cli_reading *read)
{
    bool places = false, others = false;
    for (size_t i = 0; i < doubts_of(read); i++) {
        struct comb_cli_doubt doubt = comb_cli_doubt(read->reading, i);
        bool fixable = doubt.placed || doubt.counter[0];
        places |= fixable;
        others |= !fixable;
    }
    bool fixes = comb_option_find(cli->verb->options, "fix") != NULL;
    if (places) {
        comb_buf_str(out, "look at the picture, then say what stands there; as it was read that is\n");
        write_command(out, cli, fixes ? cli->verb->name : "read");
        write_fixes(out, read);
        comb_buf_char(out, '\n');
    }
    if (others)
        comb_buf_printf(out, "if the board is right, give it on as text: comb read ... | comb solve %s -\n",
                        read->game->name);
    if (!comb_params_text(&cli->params, "overlay", NULL))
        comb_buf_str(out, "'comb read ... --overlay seen.png' draws what was read over the picture\n");
}

void comb_cli_reading_report(struct comb_cli *cli, const struct comb_cli_reading *read)
{
    struct comb_buf text = {0};
    write_summary(&text, read);
    if (doubts_of(read) == 0) {
        comb_cli_say(cli, "%s", comb_buf_text(&text));
        comb_buf_free(&text);
        return;
    }
    comb_buf_char(&text, '\n');
    for (size_t i = 0; i < doubts_of(read); i++)
        write_doubt(&text, read, i);
    write_way_out(&text, cli, read);
    fflush(cli->out);
    struct comb_buf safe = {0};
    comb_escape(&safe, comb_buf_text(&text), text.length, COMB_ESCAPE_TEXT);
    fprintf(cli->err, "comb: %s", comb_buf_text(&safe));
    comb_buf_free(&safe);
    comb_buf_free(&text);
}
