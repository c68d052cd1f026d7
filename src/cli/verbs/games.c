#include "cli/verb.h"

#include "core/run.h"

#include <string.h>

/* Appends the verbs that support a game, separated by `between`. */
static void list_verbs(struct comb_buf *out, const struct comb_game *game, const char *between)
{
    bool first = true;
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        if (!comb_verb_supports(*verb, game))
            continue;
        comb_buf_printf(out, "%s%s", first ? "" : between, (*verb)->name);
        first = false;
    }
}

static json_t *describe_game(struct comb_json *build, const struct comb_game *game)
{
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "name", comb_json_string(build, game->name));
    comb_json_set(build, object, "title", comb_json_string(build, game->title));
    comb_json_set(build, object, "summary", comb_json_string(build, game->summary));
    json_t *aliases = comb_json_array(build);
    for (const char *const *alias = game->aliases; alias && *alias; alias++)
        comb_json_push(build, aliases, comb_json_string(build, *alias));
    comb_json_set(build, object, "aliases", aliases);
    json_t *verbs = comb_json_array(build);
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        if (comb_verb_supports(*verb, game))
            comb_json_push(build, verbs, comb_json_string(build, (*verb)->name));
    comb_json_set(build, object, "verbs", verbs);
    json_t *examples = comb_json_array(build);
    for (const struct comb_example *example = game->examples; example->input; example++) {
        json_t *item = comb_json_object(build);
        comb_json_set(build, item, "input", comb_json_string(build, example->input));
        comb_json_set(build, item, "shows", comb_json_string(build, example->description));
        comb_json_push(build, examples, item);
    }
    comb_json_set(build, object, "examples", examples);
    return object;
}

static int print_json(struct comb_cli *cli)
{
    struct comb_error err = {0};
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    json_t *games = comb_json_array(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if (!cli->game || cli->game == *game)
            comb_json_push(&build, games, describe_game(&build, *game));
    comb_json_set(&build, root, "games", games);
    if (comb_json_finish(&root, &build, root, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    int status = comb_cli_write_json(cli, root);
    json_decref(root);
    return status;
}

static void print_list(struct comb_buf *out, size_t width)
{
    size_t widest = 0;
    for (const struct comb_game *const *game = comb_games; *game; game++)
        widest = strlen((*game)->name) > widest ? strlen((*game)->name) : widest;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        comb_buf_printf(out, "%-*s  ", (int)widest, (*game)->name);
        comb_help_wrap(out, (*game)->summary, widest + 2, widest + 2, width);
        comb_buf_repeat(out, " ", widest + 2);
        struct comb_buf verbs = {0};
        list_verbs(&verbs, *game, " ");
        comb_help_wrap(out, comb_buf_text(&verbs), widest + 2, widest + 2, width);
        comb_buf_free(&verbs);
    }
}

static int run_games(struct comb_cli *cli)
{
    if (cli->operand_count > 0) {
        struct comb_error err;
        comb_fail(&err, COMB_BAD_INPUT,
                  cli->game ? "unexpected operand '%.40s': 'comb games' takes one game"
                            : "no such game '%.40s'; see 'comb games'",
                  cli->operands[0]);
        return comb_cli_fail(cli, NULL, &err);
    }
    if (comb_params_flag(&cli->params, "json"))
        return print_json(cli);
    struct comb_buf text = {0};
    if (comb_params_flag(&cli->params, "example")) {
        for (const struct comb_game *const *game = comb_games; *game; game++)
            if (!cli->game || cli->game == *game)
                comb_buf_printf(&text, "%s\n", (*game)->examples[0].input);
    } else if (comb_params_flag(&cli->params, "plain")) {
        for (const struct comb_game *const *game = comb_games; *game; game++)
            if (!cli->game || cli->game == *game)
                comb_buf_printf(&text, "%s\n", (*game)->name);
    } else if (cli->game) {
        comb_help_text(&text, NULL, cli->game, comb_help_width(cli->out));
    } else {
        print_list(&text, comb_help_width(cli->out));
    }
    int status = comb_cli_write(cli, &text);
    comb_buf_free(&text);
    return status;
}

static const struct comb_option options[] = {
    {.name = "example",
     .kind = COMB_OPTION_FLAG,
     .help = "print the first example board of each game, ready for 'comb solve'"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"games", "list all games and the verbs that support them"},
    {"games hexhunt", "show one game: board notation, options, examples"},
    {"games --plain", "list the names only, one per line"},
    {0},
};

const struct comb_verb comb_verb_games = {
    .name = "games",
    .usage = "[GAME]",
    .summary = "list the games and their verbs",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .run = run_games,
};
