#include "cli/verb.h"

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

int comb_cli_fail(struct comb_cli *cli, const char *source, const struct comb_error *err)
{
    fflush(cli->out);
    comb_cli_clear_progress(cli);
    fprintf(cli->err, "comb: ");
    if (source && err->line > 0) {
        fprintf(cli->err, "%s:%u:", source, err->line);
        if (err->column > 0)
            fprintf(cli->err, "%u:", err->column);
        fputc(' ', cli->err);
    }
    fprintf(cli->err, "%s\n", err->message);
    return comb_exit_status(err->code);
}

void comb_cli_quote(struct comb_buf *out, const char *word)
{
    static const char bare[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=,+@%";
    if (*word && strspn(word, bare) == strlen(word)) {
        comb_buf_str(out, word);
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
    comb_cli_clear_progress(cli);
    fprintf(cli->err, "comb: ");
    vfprintf(cli->err, format, args);
    fputc('\n', cli->err);
}

void comb_cli_say(struct comb_cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!comb_params_flag(&cli->params, "quiet"))
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

int comb_cli_write(struct comb_cli *cli, const struct comb_buf *text)
{
    struct comb_error err;
    comb_cli_clear_progress(cli);
    if (text->failed)
        comb_fail_memory(&err);
    else if (fwrite(comb_buf_text(text), 1, text->length, cli->out) == text->length && fflush(cli->out) == 0)
        return COMB_OK;
    else
        comb_fail(&err, COMB_IO, "cannot write the result: %s", strerror(errno));
    return comb_cli_fail(cli, NULL, &err);
}

int comb_cli_write_json(struct comb_cli *cli, const json_t *value)
{
    struct comb_buf text = {0};
    comb_json_print(&text, value);
    comb_buf_char(&text, '\n');
    int status = comb_cli_write(cli, &text);
    comb_buf_free(&text);
    return status;
}

int comb_cli_report(struct comb_cli *cli, const struct comb_board *board, const json_t *answer,
                    const json_t *violations)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    int code = board->game->report(&text, board->data, answer, violations, &cli->style, &cli->params, &err);
    int status = code == COMB_OK ? comb_cli_write(cli, &text) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&text);
    return status;
}
