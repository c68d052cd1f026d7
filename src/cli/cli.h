/* The context of a verb: its checked arguments, its output streams and the output style; and the helpers verbs use. */
#ifndef COMB_CLI_H
#define COMB_CLI_H

#include "core/board.h"

#include <stdio.h>

struct comb_verb;

/* An option as typed, before it is matched to a row of the verb or the game. */
struct comb_raw_option {
    const char *name; /* the long name, also if the short form was typed */
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
    const struct comb_board *board; /* the current board, inside comb_cli_with_board */
    /* Receives results as they are found (comb_job_deliver); returns false to stop. Set before the job starts; or NULL.
     */
    bool (*on_result)(struct comb_cli *cli, struct comb_job *job, const json_t *part);
    struct comb_error result_error; /* why on_result stopped */
    size_t parts_in_answer;         /* see struct comb_job_setup */
    bool progress;                  /* a progress line is on the terminal */
};

/* Parses the command line after the verb. Game options are checked later, by comb_cli_bind. */
int comb_cli_parse(struct comb_cli *cli, int argc, char **argv, struct comb_error *err);

/* Checks the options against the common rows, the verb's and the game's, and sets them and all defaults. */
int comb_cli_bind(struct comb_cli *cli, const struct comb_game *game, struct comb_error *err);

/* Rejects an option of the verb that the action would ignore; `options` lists those the action takes. */
int comb_cli_check_action_options(const struct comb_cli *cli, const char *action, const char *options,
                                  struct comb_error *err);

/* Returns the first option that belongs to a game while the game is unknown; NULL if there is none. */
const char *comb_cli_unbound(const struct comb_cli *cli);

/* Erases the progress line. Call before writing anything else: results and messages may share the terminal. */
void comb_cli_clear_progress(struct comb_cli *cli);

/* Prints "comb: [source:line:column:] message"; returns the exit status. */
int comb_cli_fail(struct comb_cli *cli, const char *source, const struct comb_error *err);

/* Appends a word for a shell, quoted if it contains characters that are special to one. */
void comb_cli_quote(struct comb_buf *out, const char *word);

/* Prints a note to the error stream; silent with -q. */
void comb_cli_info(struct comb_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, also with -q: for requests that were not carried out. */
void comb_cli_warn(struct comb_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, only with -v. */
void comb_cli_detail(struct comb_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether an operand is -, an existing file, or looks like a path. */
bool comb_cli_names_file(const char *operand);

/* Reads a file or - into `text`; *source is its name in error messages. */
int comb_cli_read_file(struct comb_buf *text, const char **source, const char *operand, struct comb_error *err);

/* Starts a job with the limits of the command line, progress on a terminal, and Ctrl-C handling: the first cancels the
 * job, the second ends the program. On failure prints a message, sets *status and returns NULL. */
struct comb_cli_job;
enum comb_cli_timing { COMB_CLI_TIMED, COMB_CLI_UNTIMED /* the limits apply to parts of the work */ };
struct comb_cli_job *comb_cli_job_start(struct comb_cli *cli, enum comb_cli_timing timing, int *status);
struct comb_job *comb_cli_job(struct comb_cli_job *started);
void comb_cli_job_end(struct comb_cli_job *started);

/* Runs `body` with the board of the operands (text, file, picture, or -) and a job. Detects the game, binds its
 * options, applies --moves, and releases everything afterwards. Several operands are joined into one unquoted board,
 * unless the verb takes an answer. */
int comb_cli_with_board(struct comb_cli *cli,
                        int (*body)(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job));

/* Prints an answer for people. `violations` is NULL if the answer was not checked. */
int comb_cli_report(struct comb_cli *cli, const struct comb_board *board, const json_t *answer,
                    const json_t *violations);

/* The same into a buffer, in the given style. */
int comb_cli_report_text(struct comb_buf *out, const struct comb_board *board, const json_t *answer,
                         const json_t *violations, const struct comb_report_style *style,
                         const struct comb_params *params, struct comb_error *err);

/* Returns a copy of `value` with all strings escaped for printing as fields of a line (base/escape.h); NULL for NULL or
 * if out of memory. */
json_t *comb_cli_escaped(const json_t *value);

/* Runs the request of the verb, without an answer to check, and prints the result as JSON or text. `board` NULL: for a
 * verb without a board. Returns the exit status. */
int comb_cli_run_and_print(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job);

/* Runs `body` with a job for a verb whose only operand is the game. `advice`: what to do instead of giving another. */
int comb_cli_with_game(struct comb_cli *cli, const char *advice,
                       int (*body)(struct comb_cli *cli, struct comb_job *job));

/* Write to standard output; COMB_IO if that fails. Text and JSON are made safe for a terminal (base/escape.h); the
 * caller escapes untrusted fields of a text. */
int comb_cli_write(struct comb_cli *cli, const struct comb_buf *text);
int comb_cli_write_json(struct comb_cli *cli, const json_t *value);
int comb_cli_write_json_text(struct comb_cli *cli, const struct comb_buf *text);
int comb_cli_write_bytes(struct comb_cli *cli, const struct comb_buf *bytes); /* unchanged, for pictures */

/* One line of --jsonl FILE, for a verb's `run_line`. */
struct comb_cli_line {
    struct comb_cli *cli;
    struct comb_cache *cache; /* the library of --db; NULL: none */
    const char *text;
    size_t length;
};

/* Opens the board on a line and applies --moves. */
int comb_cli_line_board(struct comb_board **out, const struct comb_cli_line *line, struct comb_job *job,
                        struct comb_error *err);

/* Extracts the text and the game of a line: from an object {`key`: text, "game": name}, or the line itself as text.
 * *game is unchanged if the line names none. */
int comb_cli_line_read(const struct comb_game **game, struct comb_buf *text, const struct comb_cli_line *line,
                       const char *key, struct comb_error *err);

/* Answers every line of --jsonl FILE with the verb's `run_line`, on all cores. Returns the exit status. */
int comb_cli_batch(struct comb_cli *cli);

/* Sets the error "the verb does not support the game". */
int comb_cli_fail_unsupported(const struct comb_cli *cli, struct comb_error *err);

/* Applies the moves of --moves. */
int comb_cli_apply_moves(struct comb_board *board, const struct comb_params *params, struct comb_error *err);

/* Width of help on a stream in columns: $COLUMNS, else the terminal's width, else 80; at least 40. */
unsigned comb_help_width(FILE *stream);

/* Wraps `text` to `width` columns. The first line starts at column `start`, the others at `indent`. Blank lines
 * separate paragraphs. */
void comb_help_wrap(struct comb_buf *out, const char *text, size_t indent, size_t start, size_t width);

/* Prints help on a verb, a game, or both; on the program if both are NULL. */
void comb_help_text(struct comb_buf *out, const struct comb_verb *verb, const struct comb_game *game, size_t width);
void comb_help_man(struct comb_buf *out);

/* Generates a reference document: "commands" or "api" (Markdown), "schema" (of the results of `verb`) or "types". */
int comb_reference(struct comb_buf *out, const char *kind, const struct comb_verb *verb, struct comb_error *err);

/* The exit statuses and their meaning, ended by NULL. */
extern const char *const comb_help_exit_status[][2];
int comb_completion(struct comb_buf *out, const char *shell, struct comb_error *err);

#endif
