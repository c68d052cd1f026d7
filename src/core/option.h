/* Option tables. Each option is declared once; parsing, range checks, --help, the man page, shell completion and the
 * web API all use the declaration. Verbs and games have tables; cli/common_options.c holds the options of every verb.
 */
#ifndef COMB_CORE_OPTION_H
#define COMB_CORE_OPTION_H

#include "base/buf.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum comb_option_kind {
    COMB_OPTION_FLAG,    /* no argument */
    COMB_OPTION_INT,     /* a whole number in min .. max */
    COMB_OPTION_TEXT,    /* anything */
    COMB_OPTION_CHOICE,  /* one of `choices` */
    COMB_OPTION_SECONDS, /* 90, 1.5s, 10m, 2h */
    COMB_OPTION_BYTES,   /* 64k, 200M, 4G */
    COMB_OPTION_FILE     /* a path; completion offers files; never accepted from the network */
};

/* Values to suggest where others are accepted too. */
enum comb_option_values { COMB_VALUES_ANY, COMB_VALUES_LANGUAGES, COMB_VALUES_GAMES };

/* A table ends with an entry whose name is NULL. */
struct comb_option {
    const char *name; /* without the dashes */
    char letter;      /* short form, or 0 */
    enum comb_option_kind kind;
    const char *argument;           /* placeholder of the value in help, such as N; NULL for flags */
    const char *default_value;      /* value if the option is not given, or NULL */
    const char *choices;            /* separated by spaces */
    bool repeats;                   /* may be given several times, with different values */
    enum comb_option_values values; /* what completion suggests for a text */
    long long min;
    long long max;
    bool positive;          /* for a time or size: 0 is rejected */
    const char *verbs;      /* game options: verbs that accept it, separated by spaces; NULL = all */
    bool randomised;        /* game options: the answer is random (--seed) and never cached */
    bool board_format_only; /* game options: only describes how the board is written; does not affect the answer */
    const char *needs; /* options of the verb of which at least one must be given too; separated by spaces, or NULL */
    const char *excludes; /* options that cannot be combined with it; separated by spaces, or NULL */
    const char *help;
};

/* Appends the help of an option. A text whose value is a language gets the codes of the table of languages. */
void comb_option_help(struct comb_buf *out, const struct comb_option *option);

/* Option values of one request, validated when they are set. */
struct comb_params {
    struct comb_param *items;
    size_t count;
    size_t capacity;
};

void comb_params_free(struct comb_params *params);

/* Validates the text and stores a copy; a second value for the same option replaces the first. */
int comb_params_set(struct comb_params *params, const struct comb_option *option, const char *text,
                    struct comb_error *err);

/* Sets the default value of every option that is not set. */
int comb_params_defaults(struct comb_params *params, const struct comb_option *rows, struct comb_error *err);

/* Return the value that was given, or `missing`. NULL params count as empty. */
bool comb_params_flag(const struct comb_params *params, const char *name);
const char *comb_params_text(const struct comb_params *params, const char *name, const char *missing);
long long comb_params_int(const struct comb_params *params, const char *name, long long missing);
double comb_params_seconds(const struct comb_params *params, const char *name, double missing);
size_t comb_params_bytes(const struct comb_params *params, const char *name, size_t missing);

/* Finds an option by name in a table (which may be NULL); NULL if unknown. */
const struct comb_option *comb_option_find(const struct comb_option *rows, const char *name);

/* Whether a space-separated list contains a word. A NULL list contains every word. */
bool comb_list_contains(const char *list, const char *word);

#endif
