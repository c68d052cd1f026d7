/* What there is: the games with their options, examples and verbs, for the page and for people. */
#include "core/run.h"
#include "web/ask.h"
#include "web/jobs.h"
#include "web/server.h"

static const char *const kinds[] = {
    [COMB_OPTION_FLAG] = "flag",     [COMB_OPTION_INT] = "int",         [COMB_OPTION_TEXT] = "text",
    [COMB_OPTION_CHOICE] = "choice", [COMB_OPTION_SECONDS] = "seconds", [COMB_OPTION_BYTES] = "bytes",
    [COMB_OPTION_FILE] = "file",
};

static void set_text(struct comb_json *build, json_t *object, const char *key, const char *text)
{
    if (text)
        comb_json_set(build, object, key, comb_json_string(build, text));
}

static json_t *option_object(struct comb_json *build, const struct comb_option *row)
{
    json_t *object = comb_json_object(build);
    set_text(build, object, "name", row->name);
    set_text(build, object, "kind", kinds[row->kind]);
    set_text(build, object, "argument", row->argument);
    set_text(build, object, "fallback", row->fallback);
    set_text(build, object, "choices", row->choices);
    set_text(build, object, "verbs", row->verbs);
    set_text(build, object, "help", row->help);
    if (row->kind == COMB_OPTION_INT) {
        comb_json_set(build, object, "least", comb_json_int(build, row->least));
        comb_json_set(build, object, "most", comb_json_int(build, row->most));
    }
    return object;
}

static json_t *options_array(struct comb_json *build, const struct comb_option *rows)
{
    json_t *array = comb_json_array(build);
    for (; rows && rows->name; rows++)
        if (rows->kind != COMB_OPTION_FILE)
            comb_json_push(build, array, option_object(build, rows));
    return array;
}

static json_t *examples_array(struct comb_json *build, const struct comb_example *examples)
{
    json_t *array = comb_json_array(build);
    for (; examples && examples->input; examples++) {
        json_t *object = comb_json_object(build);
        set_text(build, object, "input", examples->input);
        set_text(build, object, "shows", examples->shows);
        comb_json_push(build, array, object);
    }
    return array;
}

static json_t *game_object(struct comb_json *build, const struct comb_game *game)
{
    json_t *object = comb_json_object(build);
    set_text(build, object, "name", game->name);
    set_text(build, object, "title", game->title);
    set_text(build, object, "summary", game->summary);
    set_text(build, object, "notation", game->notation);
    comb_json_set(build, object, "verbs", comb_ask_verbs(build, game));
    comb_json_set(build, object, "moves", comb_json_bool(build, game->apply != NULL));
    comb_json_set(build, object, "pictures", comb_json_bool(build, game->reader != NULL));
    comb_json_set(build, object, "options", options_array(build, game->options));
    comb_json_set(build, object, "examples", examples_array(build, game->examples));
    return object;
}

void comb_web_games(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_json build = {0};
    struct comb_error err = {0};
    json_t *root = comb_json_object(&build), *games = comb_json_array(&build);
    (void)request;
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "version", comb_json_string(&build, comb_version()));
    for (const struct comb_game *const *game = comb_games; *game; game++)
        comb_json_push(&build, games, game_object(&build, *game));
    comb_json_set(&build, root, "games", games);
    if (comb_json_finish(&root, &build, root, &err) == COMB_OK)
        comb_reply_json(reply, COMB_OK, root);
    else
        comb_reply_error(reply, 0, &err);
}

static void tell_game(struct comb_buf *out, const struct comb_game *game)
{
    struct comb_json build = {0};
    json_t *verbs = comb_ask_verbs(&build, game);
    comb_buf_printf(out, "%s: %s\n  verbs:", game->name, game->summary);
    for (size_t i = 0; i < json_array_size(verbs); i++)
        comb_buf_printf(out, " %s", json_string_value(json_array_get(verbs, i)));
    comb_buf_char(out, '\n');
    json_decref(verbs);
    for (const struct comb_option *row = game->options; row && row->name; row++)
        if (row->kind != COMB_OPTION_FILE)
            comb_buf_printf(out, "  %-12s %s%s%s: %s\n", row->name, kinds[row->kind], row->choices ? " of " : "",
                            row->choices ? row->choices : "", row->help ? row->help : "");
    comb_buf_char(out, '\n');
}

static void tell_limits(struct comb_buf *out, const struct comb_web *web)
{
    comb_buf_printf(
        out,
        "Limits: %g seconds and %zu MB of memory for a request; %d seconds to send its head of up to %d KB, %d "
        "to send its body of up to %d MB, a picture %d MB; %d connections, half of them from one address; %d "
        "requests waiting; %d jobs, each of which may send %d MB of events. Requests that take long do not "
        "hold up short ones. Work is cancelled when the client closes the connection.\n\n",
        web->time_limit, web->memory_limit >> 20, COMB_SERVER_HEAD_SECONDS, COMB_SERVER_LARGEST_HEAD >> 10,
        COMB_SERVER_BODY_SECONDS, COMB_WEB_LARGEST_BODY >> 20, COMB_WEB_LARGEST_PICTURE >> 20, COMB_SERVER_CONNECTIONS,
        COMB_SERVER_WAITING, COMB_JOBS_RUNNING, COMB_JOBS_LARGEST_LOG >> 20);
}

void comb_web_api(const struct comb_request *request, struct comb_reply *reply)
{
    reply->status = 200;
    reply->type = "text/plain; charset=utf-8";
    comb_buf_str(
        &reply->body,
        "The API of Comb. Bodies and answers are JSON; answers are the objects that --json prints.\n\n"
        "GET    /api/games                  games, verbs, options, examples\n"
        "GET    /api/words                  word lists, those installed and those that could be\n"
        "POST   /api/words/lookup           {\"words\": [...]}: in which lists each is\n"
        "GET    /api/words/own              ?lang=en: the words that you added and banned\n"
        "POST   /api/words/add, /ban        {\"words\": [...], \"lang\"}: changes your own words, up to 1000 at once, "
        "and gives them\n"
        "POST   /api/words/forget           the same: takes back what was added or banned\n"
        "POST   /api/words/build            {\"lang\"}: makes the list from the installed Hunspell dictionary, gives "
        "{\"job\"}\n"
        "POST   /api/VERB                   {\"game\", \"board\", \"moves\", \"options\": {name: value}, "
        "\"answer\": [...], \"seconds\", \"seed\"}; \"complete\": false in the answer: the time or another limit was "
        "up before the end. What is solved is kept in the library, what is counted too, without the number; \"keep\": "
        "\"board\" keeps no answer, false nothing; \"unkept\" in the answer says why it could not be kept\n"
        "GET    /solve                      ?code= or ?board=&game=&OPTION=: the answer as a page of HTML that needs "
        "no script; 5 seconds, not kept\n"
        "POST   /api/board                  {\"board\", \"game\", \"moves\"}: what the text is, normalised, with "
        "its share code and scene; {\"error\"}, with status 200, where it is no board\n"
        "POST   /api/scene                  {\"game\", \"board\", \"answer\": {...}}: the scene with an answer on it\n"
        "POST   /api/picture                the same with \"format\": \"svg\" or \"png\", \"theme\": \"light\", "
        "\"dark\" or \"auto\"\n"
        "POST   /api/read                   body: the bytes of a PNG, JPEG, WebP, BMP or GIF, up to 16 MB; "
        "?game=&fix=3,2=I;4,2=J: the board on it, with confidence and second choice of each cell; &quiet=1: an error "
        "comes with status 200\n"
        "POST   /api/read/fix               {\"reading\": what /api/read gave, \"fix\": [\"3,2=I\"]}: the same "
        "corrected\n"
        "POST   /api/jobs                   as POST /api/VERB with \"verb\" and \"revision\": starts it, gives "
        "{\"job\": N}\n"
        "GET    /api/jobs                   the jobs that run, and the last that ended, newest first; one without "
        "\"seconds\" that nobody follows ends after half an hour, a paused one too where another is to start. The best "
        "board is kept in the library "
        "while it is searched for, unless \"keep\" is false\n"
        "GET    /api/jobs/N                 one of them: whether it is done or paused\n"
        "GET    /api/jobs/N/events          server-sent events: progress, line, part, look (with \"look\": true), "
        "result\n"
        "POST   /api/jobs/N/pause, /resume  stops the work and its clock for a while\n"
        "DELETE /api/jobs/N                 cancels\n"
        "GET    /api/library                ?q=words&game=&tag=&deleted=1&most=&offset=\n"
        "POST   /api/library                {\"game\", \"board\", \"title\", \"source\"}: keeps a puzzle; "
        "\"replaces\": the text before of one being made, whose entry it takes over\n"
        "GET    /api/library/N              one puzzle with its answers\n"
        "POST   /api/library/N              {\"title\"} or {\"tag\"} or {\"untag\"}\n"
        "DELETE /api/library/N              and POST /api/library/undo {\"id\"}: the last one where it is left out\n"
        "GET    /api/library/duplicates     puzzles that are turned or mirrored copies\n"
        "GET    /api/library/count          figures\n"
        "POST   /api/library/import         {\"text\", \"game\", \"source\"}: one puzzle a line, or one in all; "
        "how many are new, were there already, and could not be read, and the first ten of these\n"
        "GET    /api/library/export         one object a line\n\n");
    tell_limits(&reply->body, request->web);
    for (const struct comb_game *const *game = comb_games; *game; game++)
        tell_game(&reply->body, *game);
}
