#include "cli/verb.h"

#include "base/escape.h"
#include "base/without_const.h"
#include "core/run.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

void comb_cli_clear_progress(struct comb_cli *cli)
{
    if (cli->progress)
        fprintf(cli->err, "\r\033[K");
    cli->progress = false;
}

/* Prints one line to the error stream, escaped: messages quote files, boards and names. */
static void print_message(struct comb_cli *cli, const struct comb_buf *message)
{
    struct comb_buf line = {0};
    comb_escape(&line, comb_buf_text(message), message->length, COMB_ESCAPE_FIELD);
    comb_cli_clear_progress(cli);
    fprintf(cli->err, "comb: %s\n", line.failed || message->failed ? "out of memory" : comb_buf_text(&line));
    comb_buf_free(&line);
}

int comb_cli_fail(struct comb_cli *cli, const char *source, const struct comb_error *err)
{
    struct comb_buf message = {0};
    fflush(cli->out);
    if (source && err->line > 0) {
        comb_buf_printf(&message, "%s:%u:", source, err->line);
        if (err->column > 0)
            comb_buf_printf(&message, "%u:", err->column);
        comb_buf_char(&message, ' ');
    }
    comb_buf_str(&message, err->message);
    print_message(cli, &message);
    comb_buf_free(&message);
    return comb_exit_status(err->code);
}

/* Quotes as $'...', where every character can be escaped. */
static void quote_escaped(struct comb_buf *out, const char *word)
{
    comb_buf_str(out, "$'");
    for (size_t length; *word; word += length) {
        length = strcspn(word, "'\\");
        comb_escape(out, word, length, COMB_ESCAPE_FIELD);
        if (length == 0)
            comb_buf_printf(out, "\\%c", word[length++]);
    }
    comb_buf_char(out, '\'');
}

void comb_cli_quote(struct comb_buf *out, const char *word)
{
    static const char bare[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=,+@%";
    if (*word && strspn(word, bare) == strlen(word)) {
        comb_buf_str(out, word);
        return;
    }
    if (strchr(word, '\033') || !comb_escape_is_safe(word, strlen(word), COMB_ESCAPE_TEXT)) {
        quote_escaped(out, word);
        return;
    }
    comb_buf_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            comb_buf_str(out, "'\\''");
        else
            comb_buf_char(out, *word);
    comb_buf_char(out, '\'');
}

static void print_note(struct comb_cli *cli, const char *format, va_list args)
{
    struct comb_buf message = {0};
    comb_buf_vprintf(&message, format, args);
    print_message(cli, &message);
    comb_buf_free(&message);
}

void comb_cli_info(struct comb_cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!comb_params_flag(&cli->params, "quiet"))
        print_note(cli, format, args);
    va_end(args);
}

void comb_cli_warn(struct comb_cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_note(cli, format, args);
    va_end(args);
}

void comb_cli_detail(struct comb_cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (comb_params_flag(&cli->params, "verbose"))
        print_note(cli, format, args);
    va_end(args);
}

int comb_cli_write_bytes(struct comb_cli *cli, const struct comb_buf *bytes)
{
    struct comb_error err;
    comb_cli_clear_progress(cli);
    if (bytes->failed)
        comb_fail_memory(&err);
    else if (fwrite(comb_buf_text(bytes), 1, bytes->length, cli->out) == bytes->length && fflush(cli->out) == 0)
        return COMB_OK;
    else
        comb_fail(&err, COMB_IO, "cannot write the result: %s", strerror(errno));
    return comb_cli_fail(cli, NULL, &err);
}

static int write_escaped(struct comb_cli *cli, const struct comb_buf *text, enum comb_escape_kind kind)
{
    struct comb_buf escaped = {.limit = text->limit};
    if (text->failed || comb_escape_is_safe(comb_buf_text(text), text->length, kind))
        return comb_cli_write_bytes(cli, text);
    comb_escape(&escaped, comb_buf_text(text), text->length, kind);
    int status = comb_cli_write_bytes(cli, &escaped);
    comb_buf_free(&escaped);
    return status;
}

int comb_cli_write(struct comb_cli *cli, const struct comb_buf *text)
{
    return write_escaped(cli, text, COMB_ESCAPE_TEXT);
}

int comb_cli_write_json_text(struct comb_cli *cli, const struct comb_buf *text)
{
    return write_escaped(cli, text, COMB_ESCAPE_JSON);
}

int comb_cli_write_json(struct comb_cli *cli, const json_t *value)
{
    struct comb_buf text = {0};
    comb_json_print(&text, value);
    comb_buf_char(&text, '\n');
    int status = comb_cli_write_json_text(cli, &text);
    comb_buf_free(&text);
    return status;
}

/* Returns a string value escaped for printing: an answer may come from a file, and quotes word lists and players. NULL
 * if out of memory. */
static json_t *escaped_text(const json_t *value)
{
    struct comb_buf text = {0};
    comb_escape(&text, json_string_value(value), json_string_length(value), COMB_ESCAPE_FIELD);
    json_t *escaped = text.failed ? NULL : json_stringn(comb_buf_text(&text), text.length);
    comb_buf_free(&text);
    return escaped;
}

static bool all_safe(const json_t *value)
{
    const char *key;
    json_t *member;
    size_t index;
    bool safe = !json_is_string(value) ||
                comb_escape_is_safe(json_string_value(value), json_string_length(value), COMB_ESCAPE_FIELD);
    json_object_foreach(comb_without_const(value), key, member) safe = safe && all_safe(member);
    json_array_foreach(value, index, member) safe = safe && all_safe(member);
    return safe;
}

/* Copies a value with all strings escaped. Jansson limits the nesting depth. */
static json_t *escape_all(const json_t *value)
{
    const char *key;
    json_t *member;
    size_t index;
    json_t *copy = json_is_string(value) ? escaped_text(value) : json_copy(comb_without_const(value));
    json_object_foreach(comb_without_const(value), key,
                        member) if (!copy || json_object_set_new(copy, key, escape_all(member)) != 0) goto no_memory;
    json_array_foreach(value, index,
                       member) if (!copy || json_array_set_new(copy, index, escape_all(member)) != 0) goto no_memory;
    return copy;
no_memory:
    json_decref(copy);
    return NULL;
}

json_t *comb_cli_escaped(const json_t *value)
{
    return !value || all_safe(value) ? json_incref(comb_without_const(value)) : escape_all(value);
}

int comb_cli_report_text(struct comb_buf *out, const struct comb_board *board, const json_t *answer,
                         const json_t *violations, const struct comb_report_style *style,
                         const struct comb_params *params, struct comb_error *err)
{
    json_t *shown = comb_cli_escaped(answer), *wrong = comb_cli_escaped(violations);
    int code = (answer && !shown) || (violations && !wrong)
                   ? comb_fail_memory(err)
                   : board->game->report(out, board->data, shown, wrong, style, params, err);
    json_decref(shown);
    json_decref(wrong);
    return code;
}

int comb_cli_report(struct comb_cli *cli, const struct comb_board *board, const json_t *answer,
                    const json_t *violations)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    int code = comb_cli_report_text(&text, board, answer, violations, &cli->style, &cli->params, &err);
    int status = code == COMB_OK ? comb_cli_write(cli, &text) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&text);
    return status;
}
