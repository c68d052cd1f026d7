/* Parses the command line in two steps. The first splits it into operands and options. It needs to know only whether an
 * option takes a value; options of the same name agree on that in all games (a conformance test checks it). The second
 * runs once the game is known, named or detected from the input, and checks the values against the option rows. */
#include "cli/verb.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool applies_to(const struct comb_option *row, const struct comb_verb *verb)
{
    return row && comb_list_contains(row->verbs, verb->name);
}

/* Finds a row of this name that the verb accepts, for any game. */
static const struct comb_option *any_row(const struct comb_verb *verb, const char *name)
{
    const struct comb_option *row = comb_option_find(comb_common_options, name);
    if (!row)
        row = comb_verb_option(verb, name);
    for (const struct comb_game *const *game = comb_games; !row && verb->takes_game && *game; game++) {
        const struct comb_option *of_game = comb_option_find((*game)->options, name);
        row = applies_to(of_game, verb) ? of_game : NULL;
    }
    return row;
}

static const struct comb_option *short_row(const struct comb_verb *verb, char letter)
{
    for (const struct comb_option *row = comb_common_options; row->name; row++)
        if (row->letter == letter)
            return row;
    for (unsigned table = 0; table < COMB_VERB_TABLES; table++)
        for (const struct comb_option *row = comb_verb_options(verb, table); row && row->name; row++)
            if (row->letter == letter)
                return row;
    return NULL;
}

static void find_nearest(const char **best, unsigned *distance, const struct comb_option *rows,
                         const struct comb_verb *verb, const char *name)
{
    for (; rows && rows->name; rows++) {
        unsigned here = applies_to(rows, verb) ? comb_edit_distance(name, rows->name, 3) : 4;
        if (here < *distance) {
            *distance = here;
            *best = rows->name;
        }
    }
}

/* Returns the option of this verb closest to a mistyped name, or NULL. */
static const char *suggest_option(const struct comb_verb *verb, const char *name)
{
    const char *best = NULL;
    unsigned distance = 3;
    find_nearest(&best, &distance, comb_common_options, verb, name);
    for (unsigned table = 0; table < COMB_VERB_TABLES; table++)
        find_nearest(&best, &distance, comb_verb_options(verb, table), verb, name);
    for (const struct comb_game *const *game = comb_games; *game && verb->takes_game; game++)
        find_nearest(&best, &distance, (*game)->options, verb, name);
    return best;
}

/* Whether the verb takes an option of this name: its own, or one of game `only` (NULL: of any game). */
static bool takes_option(const struct comb_verb *verb, const char *name, const struct comb_game *only)
{
    bool found = comb_verb_option(verb, name) != NULL;
    for (const struct comb_game *const *game = comb_games; !found && verb->takes_game && *game; game++)
        found = (!only || only == *game) && (!comb_verb_depends_on_game(verb) || comb_verb_supports(verb, *game)) &&
                applies_to(comb_option_find((*game)->options, name), verb);
    return found;
}

/* Sets the error "--path is an option of draw, not of solve". Returns false, without an error, if no verb takes it. */
static bool is_option_of_other_verb(const struct comb_verb *verb, const char *name, const struct comb_game *game,
                                    struct comb_error *err)
{
    struct comb_buf verbs = {0};
    size_t count = 0, listed = 0;
    for (const struct comb_verb *const *other = comb_verbs; *other; other++)
        count += takes_option(*other, name, game);
    for (const struct comb_verb *const *other = comb_verbs; *other; other++)
        if (takes_option(*other, name, game)) {
            comb_buf_printf(&verbs, "%s%s", listed == 0 ? "" : listed + 1 < count ? ", " : " and ", (*other)->name);
            listed++;
        }
    if (count > 0)
        comb_fail(err, COMB_BAD_INPUT, "--%s is an option of %s, not of %s", name, comb_buf_text(&verbs), verb->name);
    comb_buf_free(&verbs);
    return count > 0;
}

static int unknown_option(const struct comb_verb *verb, const char *name, struct comb_error *err)
{
    if (is_option_of_other_verb(verb, name, NULL, err))
        return COMB_BAD_INPUT;
    const char *near = suggest_option(verb, name);
    if (near)
        return comb_fail(err, COMB_BAD_INPUT, "unknown option '--%.40s'; did you mean --%s?", name, near);
    return comb_fail(err, COMB_BAD_INPUT, "unknown option '--%.40s'; see 'comb help %s'", name, verb->name);
}

struct reader {
    struct comb_cli *cli;
    int argc;
    char **argv;
    int next;
};

static int add_option(struct reader *reader, const struct comb_option *row, const char *value, struct comb_error *err)
{
    if (row->kind == COMB_OPTION_FLAG && value)
        return comb_fail(err, COMB_BAD_INPUT, "--%s takes no value, got '%.40s'", row->name, value);
    if (row->kind != COMB_OPTION_FLAG && !value) {
        if (reader->next >= reader->argc)
            return comb_fail(err, COMB_BAD_INPUT, "--%s needs a value: --%s %s", row->name, row->name, row->argument);
        value = reader->argv[reader->next++];
    }
    struct comb_cli *cli = reader->cli;
    for (size_t i = 0; value && !row->repeats && i < cli->raw_count; i++)
        if (strcmp(cli->raw[i].name, row->name) == 0 && strcmp(cli->raw[i].value, value) != 0)
            return comb_fail(err, COMB_BAD_INPUT, "--%s is given twice, with '%.40s' and '%.40s'", row->name,
                             cli->raw[i].value, value);
    cli->help |= strcmp(row->name, "help") == 0;
    cli->raw[cli->raw_count++] = (struct comb_raw_option){.name = row->name, .value = value};
    return COMB_OK;
}

static int read_long(struct reader *reader, const char *word, struct comb_error *err)
{
    char name[64];
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    if (length >= sizeof name)
        return unknown_option(reader->cli->verb, word, err);
    memcpy(name, word, length);
    name[length] = '\0';
    const struct comb_option *row = any_row(reader->cli->verb, name);
    return row ? add_option(reader, row, equals ? equals + 1 : NULL, err)
               : unknown_option(reader->cli->verb, name, err);
}

static int read_short(struct reader *reader, const char *letters, struct comb_error *err)
{
    for (; *letters; letters++) {
        const struct comb_option *row = short_row(reader->cli->verb, *letters);
        if (!row)
            return comb_fail(err, COMB_BAD_INPUT, "unknown option '-%c'; see 'comb help %s'", *letters,
                             reader->cli->verb->name);
        bool takes_value = row->kind != COMB_OPTION_FLAG;
        const char *value = takes_value && letters[1] ? letters + 1 : NULL;
        int code = add_option(reader, row, value, err);
        if (code != COMB_OK || takes_value)
            return code;
    }
    return COMB_OK;
}

/* Removes the first operand if it names a game. A near miss followed by another operand is reported as a typo. */
static int extract_game(struct comb_cli *cli, struct comb_error *err)
{
    if (!cli->verb->takes_game || cli->operand_count == 0)
        return COMB_OK;
    const char *first = cli->operands[0];
    cli->game = comb_game_find(first);
    if (cli->game) {
        cli->operands++;
        cli->operand_count--;
        return COMB_OK;
    }
    const struct comb_game *near = cli->operand_count > 1 ? comb_game_suggest(first) : NULL;
    if (near)
        return comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; did you mean %s?", first, near->name);
    return COMB_OK;
}

int comb_cli_parse(struct comb_cli *cli, int argc, char **argv, struct comb_error *err)
{
    struct reader reader = {.cli = cli, .argc = argc, .argv = argv};
    bool only_operands = false;
    int code = COMB_OK;
    while (code == COMB_OK && reader.next < argc) {
        const char *word = argv[reader.next++];
        if (only_operands || word[0] != '-' || word[1] == '\0')
            cli->operands[cli->operand_count++] = word;
        else if (strcmp(word, "--") == 0)
            only_operands = true;
        else if (word[1] == '-')
            code = read_long(&reader, word + 2, err);
        else
            code = read_short(&reader, word + 1, err);
    }
    return code == COMB_OK ? extract_game(cli, err) : code;
}

static const struct comb_option *row_for(const struct comb_cli *cli, const struct comb_game *game, const char *name)
{
    const struct comb_option *row = comb_option_find(comb_common_options, name);
    if (!row)
        row = comb_verb_option(cli->verb, name);
    if (!row && game) {
        row = comb_option_find(game->options, name);
        row = applies_to(row, cli->verb) ? row : NULL;
    }
    return row;
}

/* Copies the next word of a list and advances; returns its length, 0 at the end. */
static size_t next_word(char out[64], const char **list)
{
    *list += strspn(*list, " ");
    size_t length = strcspn(*list, " ");
    snprintf(out, 64, "%.*s", (int)length, *list);
    *list += length;
    return length;
}

static int check_needs(const struct comb_cli *cli, const struct comb_game *game, const struct comb_option *row,
                       struct comb_error *err)
{
    struct comb_buf needed = {0};
    char name[64];
    bool met = false;
    for (const char *list = row->needs; next_word(name, &list);) {
        met |= comb_params_flag(&cli->params, name);
        if (row_for(cli, game, name))
            comb_buf_printf(&needed, "%s--%s", needed.length > 0 ? " or " : "", name);
    }
    int code = met || needed.length == 0
                   ? COMB_OK
                   : comb_fail(err, COMB_BAD_INPUT, "--%s requires %s", row->name, comb_buf_text(&needed));
    comb_buf_free(&needed);
    return code;
}

static bool was_given(const struct comb_cli *cli, const char *name)
{
    for (size_t i = 0; i < cli->raw_count; i++)
        if (strcmp(cli->raw[i].name, name) == 0)
            return true;
    return false;
}

/* Rejects an option that would have no effect: the user expects one. */
static int check_has_effect(const struct comb_cli *cli, const struct comb_game *game, const struct comb_option *row,
                            struct comb_error *err)
{
    char name[64];
    if (row->excludes)
        for (const char *list = row->excludes; next_word(name, &list);)
            if (was_given(cli, name))
                return comb_fail(err, COMB_BAD_INPUT, "--%s and --%s cannot be used together", row->name, name);
    return row->needs ? check_needs(cli, game, row, err) : COMB_OK;
}

static int set_verb_defaults(struct comb_cli *cli, struct comb_error *err)
{
    int code = COMB_OK;
    for (unsigned table = 0; code == COMB_OK && table < COMB_VERB_TABLES; table++)
        code = comb_params_defaults(&cli->params, comb_verb_options(cli->verb, table), err);
    return code;
}

int comb_cli_bind(struct comb_cli *cli, const struct comb_game *game, struct comb_error *err)
{
    for (size_t i = 0; i < cli->raw_count; i++) {
        const struct comb_raw_option *raw = &cli->raw[i];
        const struct comb_option *row = row_for(cli, game, raw->name);
        if (!row && !game)
            continue; /* a game option, and the game is not known yet */
        if (!row && is_option_of_other_verb(cli->verb, raw->name, game, err))
            return COMB_BAD_INPUT;
        if (!row)
            return comb_fail(err, COMB_BAD_INPUT, "--%s is not an option of %s; see 'comb help %s'", raw->name,
                             game->name, game->name);
        int code = comb_params_set(&cli->params, row, raw->value, err);
        if (code != COMB_OK)
            return code;
    }
    int code = comb_params_defaults(&cli->params, comb_common_options, err);
    if (code == COMB_OK)
        code = set_verb_defaults(cli, err);
    if (code == COMB_OK && game)
        code = comb_params_defaults(&cli->params, game->options, err);
    for (size_t i = 0; code == COMB_OK && i < cli->raw_count; i++) {
        const struct comb_option *row = row_for(cli, game, cli->raw[i].name);
        code = row ? check_has_effect(cli, game, row, err) : COMB_OK;
    }
    return code;
}

const char *comb_cli_unbound(const struct comb_cli *cli)
{
    for (size_t i = 0; i < cli->raw_count; i++)
        if (!row_for(cli, NULL, cli->raw[i].name))
            return cli->raw[i].name;
    return NULL;
}

int comb_cli_check_action_options(const struct comb_cli *cli, const char *action, const char *options,
                                  struct comb_error *err)
{
    for (size_t i = 0; i < cli->raw_count; i++)
        if (comb_verb_option(cli->verb, cli->raw[i].name) && !comb_list_contains(options, cli->raw[i].name))
            return comb_fail(err, COMB_BAD_INPUT, "--%s does not apply to 'comb %s %s'; see 'comb help %s'",
                             cli->raw[i].name, cli->verb->name, action, cli->verb->name);
    return COMB_OK;
}
