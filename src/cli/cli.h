/* What a verb works with: its arguments, checked; where to write; how it should look. */
#ifndef COMB_CLI_CLI_H
#define COMB_CLI_CLI_H

#include "core/board.h"

#include <stdio.h>

struct comb_verb;

/* An option as it was typed, before it is known whose row it belongs to. */
struct comb_raw_option {
    const char *name; /* of the row, also when the short form was typed */
    const char *value;
};

struct comb_cli {
    FILE *out;
    FILE *err;
    struct comb_context *context;
    const struct comb_verb *verb;
    const struct comb_game *game; /* NULL: not named */
    const char **operands;        /* without verb and game */
    size_t operand_count;
    struct comb_raw_option *raw;
    size_t raw_count;
    bool help; /* --help was given */
    struct comb_params params;
    struct comb_report_style style;
    const struct comb_board *board; /* the one at hand, within comb_cli_on_board */
    /* Takes results that come one by one (comb_job_deliver), false to stop; set before the job starts, or NULL. */
    bool (*take)(struct comb_cli *cli, struct comb_job *job, const json_t *part);
    struct comb_error take_error; /* why it stopped */
    size_t parts_in_answer;       /* see struct comb_job_setup */
    bool progress;                /* a progress line stands on the terminal */
};

/* Reads the command line after the verb. What belongs to a game is kept until comb_cli_bind names the game. */
int comb_cli_parse(struct comb_cli *cli, int argc, char **argv, struct comb_error *err);

/* Checks the options against common rows, the verb's and the game's, and sets them with all fallbacks. */
int comb_cli_bind(struct comb_cli *cli, const struct comb_game *game, struct comb_error *err);

/* Refuses an option of the verb's own that one of its actions would ignore; `options` are those it takes. */
int comb_cli_action_takes(const struct comb_cli *cli, const char *action, const char *options, struct comb_error *err);

/* The first option that belongs to some game, while the game is not known; NULL when there is none. */
const char *comb_cli_unbound(const struct comb_cli *cli);

/* Takes the progress line off the terminal, before anything else is written there: results share it with messages. */
void comb_cli_clear_progress(struct comb_cli *cli);

/* Prints "comb: [source:line:column:] message"; returns the exit status. */
int comb_cli_fail(struct comb_cli *cli, const char *source, const struct comb_error *err);

/* Appends a word as a shell takes it: bare where nothing in it means something to a shell, else quoted. */
void comb_cli_quote(struct comb_buf *out, const char *word);

/* A note to the user on the error stream; silent with -q. */
void comb_cli_say(struct comb_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, also with -q: something that was asked for has not happened. */
void comb_cli_warn(struct comb_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, only with -v. */
void comb_cli_detail(struct comb_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether an operand is -, a file, or can only be the name of one. */
bool comb_cli_names_file(const char *operand);

/* Reads the input of a request (text, file, -) into `text` and gives the name that errors call it by. */
int comb_cli_input(struct comb_buf *text, const char **source, const char *operand, struct comb_error *err);

/* The same where only a file or - will do. */
int comb_cli_file(struct comb_buf *text, const char **source, const char *operand, struct comb_error *err);

/* A job with the limits that were asked for, progress on a terminal, and Ctrl-C: the first asks it to stop, the second
 * ends the program. NULL after a message when it cannot be had; *status is set. */
struct comb_cli_job;
enum comb_cli_timing { COMB_CLI_TIMED, COMB_CLI_UNTIMED /* limits are for parts of the work */ };
struct comb_cli_job *comb_cli_job_start(struct comb_cli *cli, enum comb_cli_timing timing, int *status);
struct comb_job *comb_cli_job(struct comb_cli_job *started);
void comb_cli_job_end(struct comb_cli_job *started);

/* What most verbs are: the board of the operands (text, file, picture, or -), a job, and `body` with both. Several
 * operands are one board that was not quoted, where the verb has no other use for them (takes_answer). The game is
 * found and its options bound, --moves are made; everything is released afterwards. */
int comb_cli_on_board(struct comb_cli *cli,
                      int (*body)(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job));

/* Prints an answer for people (`violations` where it was checked, else NULL). */
int comb_cli_report(struct comb_cli *cli, const struct comb_board *board, const json_t *answer,
                    const json_t *violations);

/* The same as text, for people or plain. */
int comb_cli_report_text(struct comb_buf *out, const struct comb_board *board, const json_t *answer,
                         const json_t *violations, const struct comb_report_style *style,
                         const struct comb_params *params, struct comb_error *err);

/* A value whose texts are safe to print as fields of a line (base/escape.h); NULL for NULL, or without memory. */
json_t *comb_cli_escaped(const json_t *value);

/* Runs one of comb_run_hint, _rate, _inspect and shows what it finds: as JSON, or drawn on the board where `drawn`,
 * then in its own words. The exit status. */
typedef int comb_cli_find(json_t **found, const struct comb_board *board, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err);
int comb_cli_finding(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job, comb_cli_find *find,
                     bool drawn);

/* Writes to standard output; a stream that cannot take it is COMB_IO. Text and JSON are made safe for a terminal
 * (base/escape.h); a field of a text that comes from elsewhere is the caller's to escape. */
int comb_cli_write(struct comb_cli *cli, const struct comb_buf *text);
int comb_cli_write_json(struct comb_cli *cli, const json_t *value);
int comb_cli_write_json_text(struct comb_cli *cli, const struct comb_buf *text);
int comb_cli_write_bytes(struct comb_cli *cli, const struct comb_buf *bytes); /* as they are: pictures */

/* One line of --jsonl FILE, for a verb's `line`. */
struct comb_cli_line {
    struct comb_cli *cli;
    struct comb_kept *kept; /* the library of --db; NULL: none */
    const char *text;
    size_t length;
};

/* The board on a line, after --moves. */
int comb_cli_line_board(struct comb_board **out, const struct comb_cli_line *line, struct comb_job *job,
                        struct comb_error *err);

/* What one of comb_run_hint, _rate, _count finds about it. */
int comb_cli_line_find(json_t **found, const struct comb_cli_line *line, comb_cli_find *find, struct comb_job *job,
                       struct comb_error *err);

/* A line that is an object {`key`: text, "game": name} gives its members, any other its text; *game stays as it is
 * where the line does not name one. */
int comb_cli_line_read(const struct comb_game **game, struct comb_buf *text, const struct comb_cli_line *line,
                       const char *key, struct comb_error *err);

/* Answers one line after the other of --jsonl FILE by the verb's `line`, on all cores; the exit status. */
int comb_cli_batch(struct comb_cli *cli);

/* The error where the verb does not go with the game that was named. */
int comb_cli_cannot(const struct comb_cli *cli, struct comb_error *err);

/* Makes the moves of --moves. */
int comb_cli_play_moves(struct comb_board *board, const struct comb_params *params, struct comb_error *err);

/* Columns that help may take on a stream: $COLUMNS, else those of the terminal, else 80; never below 40. */
unsigned comb_help_width(FILE *stream);

/* Words of `text` on lines of at most `width` columns, each line after the first indented; the first begins at `start`.
 * Blank lines separate paragraphs. */
void comb_help_wrap(struct comb_buf *out, const char *text, size_t indent, size_t start, size_t width);

/* Help, for the program, a verb, a game, or a verb with a game; either may be NULL. */
void comb_help_text(struct comb_buf *out, const struct comb_verb *verb, const struct comb_game *game, size_t width);
void comb_help_man(struct comb_buf *out);
int comb_completion(struct comb_buf *out, const char *shell, struct comb_error *err);

/* "did you mean" for a mistyped option of this verb, or NULL. */
const char *comb_suggest_option(const struct comb_verb *verb, const char *name);

#endif
