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
    const char *summary; /* one line, for the list of verbs */
    const char *detail;  /* paragraphs separated by blank lines */
    const struct comb_option *options;
    const struct comb_verb_example *examples;
    bool takes_game;                           /* the first operand may name a game */
    bool (*can)(const struct comb_game *game); /* whether the verb goes with a game; NULL: with none or all */
    int (*run)(struct comb_cli *cli);
};

/* Ended by NULL; made by the build from the names of the files. */
extern const struct comb_verb *const comb_verbs[];

/* Rows that every verb has. */
extern const struct comb_option comb_common_options[];

const struct comb_verb *comb_verb_find(const char *name);

#endif
