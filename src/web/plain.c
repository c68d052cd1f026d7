/* The page without scripts: GET /solve returns HTML with the board, its answer drawn on it, and a summary, for browsers
 * without scripts and for curl. Everything that comes from a board or a request is escaped by comb_buf_escape_markup.
 */
#include "core/run.h"
#include "core/share.h"
#include "request/call.h"
#include "web/web.h"

#include <ctype.h>
#include <string.h>

enum { MAX_SECONDS = 5 };

struct question {
    const struct comb_game *game; /* named or detected; NULL: neither */
    const char *board;            /* text, share code or link as given; NULL: none */
    json_t *asked;                /* the equivalent API request */
    struct comb_work work;
    struct comb_call call;
    unsigned refusal; /* HTTP status; 0: none */
};

/* ---- text ---- */

static void add_text(struct comb_buf *out, const char *text)
{
    comb_buf_escape_markup(out, text, strlen(text));
}

/* Adds one line of a summary or an error as a sentence: with a capital and a full stop. */
static void add_sentence(struct comb_buf *out, const char *line, size_t length)
{
    for (; length > 0 && *line == ' '; length--)
        line++;
    if (length == 0)
        return;
    char first = (char)toupper((unsigned char)*line);
    comb_buf_escape_markup(out, &first, 1);
    comb_buf_escape_markup(out, line + 1, length - 1);
    if (!strchr(".:!?", line[length - 1]))
        comb_buf_char(out, '.');
}

static void add_paragraphs(struct comb_buf *out, const char *text)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        comb_buf_str(out, "<p>");
        add_sentence(out, text, strcspn(text, "\n"));
        comb_buf_str(out, "</p>\n");
    }
}

/* ---- the table ---- */

/* Whether the text is a number or a path such as 3-4-5, which must not wrap. */
static bool is_number(const char *text, size_t length)
{
    return length > 0 && strspn(text, "0123456789.-") >= length;
}

/* Adds the columns of one line as cells of the table. */
static void add_row(struct comb_buf *out, const char *tag, const char *line)
{
    const char *end = line + strcspn(line, "\n");
    comb_buf_str(out, "<tr>");
    for (const char *cell = line; cell <= end; cell += strcspn(cell, "\t\n") + 1) {
        size_t length = strcspn(cell, "\t\n");
        comb_buf_printf(out, "<%s%s>", tag, is_number(cell, length) ? " class=\"num\"" : "");
        comb_buf_escape_markup(out, cell, length);
        comb_buf_printf(out, "</%s>", tag);
    }
    comb_buf_str(out, "</tr>\n");
}

static void add_table(struct comb_buf *out, const struct comb_summary *summary)
{
    if (!summary->columns)
        return;
    comb_buf_str(out, "<section>\n<h2 id=\"list\">");
    add_sentence(out, comb_buf_text(&summary->caption), summary->caption.length);
    comb_buf_str(out, "</h2>\n<div class=\"list\" tabindex=\"0\" role=\"group\" aria-labelledby=\"list\">\n"
                      "<table>\n<thead>\n");
    add_row(out, "th", summary->columns);
    comb_buf_str(out, "</thead>\n<tbody>\n");
    const char *row = comb_buf_text(&summary->rows);
    for (; *row; row += strcspn(row, "\n"), row += *row == '\n')
        add_row(out, "td", row);
    comb_buf_str(out, "</tbody>\n</table>\n</div>\n</section>\n");
}

/* ---- the frame ---- */

static void begin_page(struct comb_buf *out, const char *title)
{
    comb_buf_str(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    add_text(out, title);
    comb_buf_str(out, " · Comb</title>\n<link rel=\"icon\" href=\"/icon.svg\">\n"
                      "<link rel=\"stylesheet\" href=\"/plain.css\">\n</head>\n<body>\n"
                      "<header class=\"bar\"><a class=\"brand\" href=\"/\">Comb</a></header>\n"
                      "<main class=\"main\">\n<h1>");
    add_text(out, title);
    comb_buf_str(out, "</h1>\n");
}

static void add_games(struct comb_buf *out, const struct comb_game *chosen)
{
    comb_buf_str(out, "<option value=\"\">detect automatically</option>\n");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if ((*game)->solve)
            comb_buf_printf(out, "<option value=\"%s\"%s>%s</option>\n", (*game)->name,
                            *game == chosen ? " selected" : "", (*game)->title);
}

static void add_form(struct comb_buf *out, const struct question *question)
{
    comb_buf_printf(
        out,
        "<form action=\"/solve\" class=\"card\">\n<h2>%s</h2>\n<label for=\"board\">Board</label>\n"
        "<textarea id=\"board\" name=\"board\" rows=\"6\" required spellcheck=\"false\" autocapitalize=\"off\" "
        "placeholder=\"LPE/EASR/SRTED/PING/LAS\">\n",
        question->board ? "Another board" : "Your board");
    add_text(out, question->board ? question->board : "");
    comb_buf_str(out, "</textarea>\n<label for=\"game\">Game</label>\n<select id=\"game\" name=\"game\">\n");
    add_games(out, question->game);
    comb_buf_str(out, "</select>\n<button class=\"btn btn-main\">Solve</button>\n"
                      "<p class=\"soft small\">A board as text, a share code, or a link.</p>\n</form>\n");
}

static void end_page(struct comb_buf *out, const struct question *question)
{
    add_form(out, question);
    comb_buf_str(out,
                 "</main>\n<footer class=\"foot\">Everything stays on this computer.</footer>\n</body>\n</html>\n");
}

/* ---- pages without an answer ---- */

static void add_example(struct comb_buf *out, const struct comb_game *game)
{
    struct comb_buf code = {0};
    comb_share_encode(&code, game->name, game->examples[0].input, NULL, NULL);
    comb_buf_printf(out, "<li><a href=\"/solve?code=%s\">%s</a>: ", comb_buf_text(&code), game->title);
    add_text(out, game->summary);
    comb_buf_str(out, "</li>\n");
    out->failed |= code.failed;
    comb_buf_free(&code);
}

static void reply_start(struct comb_reply *reply, const struct question *question)
{
    struct comb_buf *out = &reply->body;
    reply->status = 200;
    begin_page(out, "Solve a board");
    comb_buf_str(out, "<section>\n<p>Type a board, or see an example:</p>\n<ul class=\"examples\">\n");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if ((*game)->solve)
            add_example(out, *game);
    comb_buf_str(out, "</ul>\n</section>\n");
    end_page(out, question);
}

static void reply_failure(struct comb_reply *reply, const struct question *question, unsigned status,
                          const struct comb_error *err)
{
    struct comb_buf *out = &reply->body;
    comb_buf_clear(out);
    reply->status = status;
    begin_page(out, "Cannot solve this board");
    comb_buf_str(out, "<p class=\"note note-bad\" role=\"alert\">");
    if (err->line > 0 && err->column > 0)
        comb_buf_printf(out, "Line %u, character %u: ", err->line, err->column);
    else if (err->line > 0)
        comb_buf_printf(out, "Line %u: ", err->line);
    add_sentence(out, err->message, strlen(err->message));
    comb_buf_str(out, "</p>\n");
    end_page(out, question);
}

static void reply_cross_site(struct comb_reply *reply, const struct question *question)
{
    struct comb_error err = {0};
    comb_fail(&err, COMB_BAD_INPUT, "requests from other sites are rejected; use the form below instead");
    reply_failure(reply, question, 403, &err);
}

/* ---- the page of an answer ---- */

static int add_picture(struct comb_buf *out, const struct comb_scene *scene, struct comb_error *err)
{
    struct comb_picture_style style = {
        .theme = COMB_THEME_LIGHT, .follow_system = true, .in_page = true, .transparent = true, .bare = true};
    comb_buf_str(out, "<figure>\n");
    int code = comb_render_svg(out, scene, &style, err);
    for (size_t i = 0; i < scene->captions.count; i++) {
        comb_buf_str(out, i == 0 ? "<figcaption>" : "<br>");
        add_text(out, scene->captions.items[i].text);
    }
    comb_buf_str(out, scene->captions.count > 0 ? "</figcaption>\n</figure>\n" : "</figure>\n");
    return code;
}

static void add_link(struct comb_buf *out, const struct comb_board *board)
{
    struct comb_buf text = {0}, code = {0};
    board->game->print(&text, board->data);
    comb_share_encode(&code, board->game->name, comb_buf_text(&text), NULL, NULL);
    comb_buf_printf(out, "<p><a href=\"/#/play/%s\">Open on the live page</a></p>\n", comb_buf_text(&code));
    out->failed |= text.failed || code.failed;
    comb_buf_free(&text);
    comb_buf_free(&code);
}

static void add_summary(struct comb_buf *out, const struct comb_summary *summary, bool stopped)
{
    if (stopped)
        comb_buf_printf(out, "<p class=\"note\">Stopped after %d seconds; showing results so far.</p>\n", MAX_SECONDS);
    add_paragraphs(out, comb_buf_text(&summary->text));
    if (summary->basis.length > 0) {
        comb_buf_str(out, "<p class=\"soft\">With ");
        add_text(out, comb_buf_text(&summary->basis));
        comb_buf_str(out, ".</p>\n");
    }
}

static int reply_answer(struct comb_reply *reply, const struct question *question, const json_t *answer, bool stopped,
                        struct comb_error *err)
{
    const struct comb_board *board = question->call.board;
    struct comb_buf *out = &reply->body;
    struct comb_summary summary = {0};
    struct comb_scene *scene = NULL;
    int code = board->game->describe_answer(&summary, board->data, answer, &question->call.params, err);
    if (code == COMB_OK)
        code = board->game->scene(&scene, board->data, answer, &question->call.params, err);
    if (code == COMB_OK) {
        begin_page(out, scene->title);
        comb_buf_str(out, "<section>\n");
        add_summary(out, &summary, stopped);
        add_link(out, board);
        code = add_picture(out, scene, err);
        comb_buf_str(out, "</section>\n");
        add_table(out, &summary);
        end_page(out, question);
    }
    reply->status = 200;
    comb_scene_free(scene);
    comb_summary_free(&summary);
    return code;
}

/* ---- the request ---- */

static const char *value_of(const struct comb_request *request, const char *name)
{
    const char *value = request->query(request, name);
    return value && *value ? value : NULL;
}

/* Options of the game are query parameters: rules=ttws, overhang=1. */
static json_t *read_options(struct comb_json *build, const struct comb_request *request, const struct comb_game *game)
{
    json_t *options = comb_json_object(build);
    for (const struct comb_option *row = game->options; row && row->name; row++) {
        const char *value = value_of(request, row->name);
        if (value)
            comb_json_set(build, options, row->name,
                          row->kind == COMB_OPTION_FLAG ? comb_json_bool(build, strcmp(value, "0") != 0)
                                                        : comb_json_string(build, value));
    }
    return options;
}

static int read_question(struct question *question, const struct comb_request *request, struct comb_error *err)
{
    const char *name = value_of(request, "game");
    if (name && !question->game)
        return comb_fail(err, COMB_BAD_INPUT, "unknown game '%.40s'", name);
    int code =
        question->game ? COMB_OK : comb_board_detect(&question->game, question->board, strlen(question->board), err);
    if (code != COMB_OK)
        return code;
    struct comb_json build = {0};
    json_t *asked = comb_json_object(&build);
    comb_json_set(&build, asked, "game", comb_json_string(&build, question->game->name));
    comb_json_set(&build, asked, "board", comb_json_string(&build, question->board));
    comb_json_set(&build, asked, "options", read_options(&build, request, question->game));
    comb_json_set(&build, asked, "seconds", comb_json_int(&build, MAX_SECONDS));
    comb_json_set(&build, asked, "keep", comb_json_bool(&build, false));
    return comb_json_finish(&question->asked, &build, asked, err);
}

static int solve(json_t **answer, struct question *question, const struct comb_request *request, struct comb_error *err)
{
    struct comb_work *work = &question->work;
    int code = comb_work_begin(work, request, question->asked, err);
    if (code == COMB_OK)
        code = comb_call_parse(&question->call, "solve", question->asked, work->job, err);
    if (code == COMB_OK)
        code = comb_call_run(answer, &question->call, request->service, work->job, err);
    question->refusal = comb_work_end(work, *answer != NULL, err);
    return code;
}

static void answer_question(struct comb_reply *reply, struct question *question, const struct comb_request *request)
{
    struct comb_error err = {0};
    json_t *answer = NULL;
    int code = read_question(question, request, &err);
    if (code == COMB_OK)
        code = solve(&answer, question, request, &err);
    if (answer && question->refusal == 0)
        code = reply_answer(reply, question, answer, code == COMB_LIMIT || code == COMB_INTERRUPTED, &err);
    if (question->refusal > 0)
        reply_failure(reply, question, question->refusal, &err);
    else if (code != COMB_OK)
        reply_failure(reply, question, comb_error_http_status(&err), &err);
    json_decref(answer);
    comb_call_free(&question->call);
    comb_work_free(&question->work);
    json_decref(question->asked);
}

/* ---- routes ---- */

void comb_web_plain(const struct comb_request *request, struct comb_reply *reply)
{
    const char *code = value_of(request, "code"), *name = value_of(request, "game");
    struct question question = {
        .board = code ? code : value_of(request, "board"),
        .game = name ? comb_game_find(name) : NULL,
    };
    reply->type = "text/html; charset=utf-8";
    const struct comb_client *client = request->client;
    if (client->cross_site)
        reply_cross_site(reply, &question);
    else if (!question.board)
        reply_start(reply, &question);
    else
        answer_question(reply, &question, request);
}

/* The style sheet of these pages, followed by the board colours for dark systems. */
void comb_web_plain_style(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_client plain = *(const struct comb_client *)request->client;
    struct comb_request unpacked = *request;
    plain.accepts_gzip = false;
    unpacked.client = &plain;
    comb_web_asset(&unpacked, reply);
    comb_buf_add(&reply->body, reply->data, reply->length);
    reply->data = NULL;
    reply->tag = NULL;
    comb_render_svg_dark(&reply->body, COMB_THEME_LIGHT);
}
