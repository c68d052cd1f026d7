/* Verb: an entry record and one function. Each verb is a file src/cli/verb_<name>.c that exports `comb_verb_<name>`;
 * the build gathers them, and help, man page and completion are made from the records. */
#ifndef COMB_CLI_VERB_H
#define COMB_CLI_VERB_H

#include "cli/cli.h"

struct comb_verb_example {
    const char *command; /* as typed, without the leading "comb "; NULL ends the table */
    const char *shows;
};

struct comb_verb {
    const char *name;
    const char *usage;   /* operands, such as "[GAME] INPUT" */
    const char *words;   /* that an operand may be, beside games, separated by spaces; or NULL */
    const char *summary; /* one line, for the list of verbs */
    const char *detail;  /* paragraphs separated by blank lines */
    const struct comb_option *options;
    const struct comb_verb_example *examples;
    bool takes_game;                           /* the first operand may name a game */
    bool takes_answer;                         /* operands after the board are no part of it */
    bool (*can)(const struct comb_game *game); /* whether the verb goes with a game; NULL: with none or all */
    int (*run)(struct comb_cli *cli);

    /* The answer to one line of --jsonl, from any thread; NULL: the verb has no COMB_CLI_JSONL_OPTION. */
    int (*line)(json_t **answer, const struct comb_cli_line *line, struct comb_job *job, struct comb_error *err);
};

/* Row of every verb with `line`; `what` tells what is done with a line. */
#define COMB_CLI_JSONL_OPTION(what)                                                                                    \
    {                                                                                                                  \
        .name = "jsonl", .kind = COMB_OPTION_FILE, .argument = "FILE",                                                 \
        .help = what " a line of FILE (- for standard input) on all cores; prints one JSON object a line, in order. "  \
                     "A line that cannot be read gives an object with \"error\" and does not stop the run; limits "    \
                     "hold for each line"                                                                              \
    }

/* Ended by NULL; made by the build from the names of the files. */
extern const struct comb_verb *const comb_verbs[];

/* Rows that every verb has. */
extern const struct comb_option comb_common_options[];

const struct comb_verb *comb_verb_find(const char *name);

#endif
