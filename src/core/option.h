/* Options as rows. A row is declared once; parsing, range checks, --help, the man page, shell completion and the web
 * API all read it. A verb has rows, a game has rows, and some are common to every verb (cli/common_options.c). */
#ifndef COMB_CORE_OPTION_H
#define COMB_CORE_OPTION_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum comb_option_kind {
    COMB_OPTION_FLAG,    /* no argument */
    COMB_OPTION_INT,     /* a whole number in least .. most */
    COMB_OPTION_TEXT,    /* anything */
    COMB_OPTION_CHOICE,  /* one of `choices` */
    COMB_OPTION_SECONDS, /* 90, 1.5s, 10m, 2h */
    COMB_OPTION_BYTES,   /* 64k, 200M, 4G */
    COMB_OPTION_FILE     /* a path; completion offers files; never accepted from the network */
};

/* Values that help someone who types, where not only these are accepted. */
enum comb_option_values { COMB_VALUES_ANY, COMB_VALUES_LANGUAGES, COMB_VALUES_GAMES };

/* A table of rows ends with a row whose name is NULL. */
struct comb_option {
    const char *name; /* without the dashes */
    char letter;      /* short form, or 0 */
    enum comb_option_kind kind;
    const char *argument;           /* how help names the value, such as N; NULL for flags */
    const char *fallback;           /* value when the option is not given, or NULL */
    const char *choices;            /* separated by spaces */
    bool repeats;                   /* may be given several times, each time with another value */
    enum comb_option_values values; /* of a text: what completion offers */
    long long least;
    long long most;
    bool positive; /* of a time or a size: 0 is refused */
    const char
        *verbs;     /* for a game's rows: the verbs it goes with, separated by spaces; NULL = all that the game has */
    bool by_chance; /* for a game's rows: the answer is then one of several, drawn by chance (--seed); never one kept */
    bool tells_board;     /* for a game's rows: it says how the board is written; the same board has the same answer */
    const char *needs;    /* options without which it would do nothing, one of which must be given, of those that the
                             verb has; separated by spaces, or NULL */
    const char *excludes; /* options beside which it would do nothing; separated by spaces, or NULL */
    const char *help;
};

/* The values of one request. Values are checked when they are set. */
struct comb_params {
    struct comb_param *items;
    size_t count;
    size_t capacity;
};

void comb_params_free(struct comb_params *params);

/* Checks the text against the row and keeps a copy; a second value for the same option replaces the first. */
int comb_params_set(struct comb_params *params, const struct comb_option *option, const char *text,
                    struct comb_error *err);

/* Sets every row's fallback that is not set yet. */
int comb_params_defaults(struct comb_params *params, const struct comb_option *rows, struct comb_error *err);

/* What was given, or `missing`. NULL params read as empty. */
bool comb_params_flag(const struct comb_params *params, const char *name);
const char *comb_params_text(const struct comb_params *params, const char *name, const char *missing);
long long comb_params_int(const struct comb_params *params, const char *name, long long missing);
double comb_params_seconds(const struct comb_params *params, const char *name, double missing);
size_t comb_params_bytes(const struct comb_params *params, const char *name, size_t missing);

/* Row of that name in a table (which may be NULL), or NULL. */
const struct comb_option *comb_option_find(const struct comb_option *rows, const char *name);

/* Whether a space-separated list holds a word. A NULL list holds every word. */
bool comb_list_holds(const char *list, const char *word);

#endif
