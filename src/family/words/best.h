/* The best board of a word game: what struct comb_game's `best` does for games that are scored by words. */
#ifndef COMB_FAMILY_WORDS_BEST_H
#define COMB_FAMILY_WORDS_BEST_H

#include "family/words/game.h"

#define COMB_WORDS_BEST_METHODS "auto anneal climb tabu genetic heat complete"

/* Rows for the verb best; `shapes` as for COMB_WORDS_MAKE_OPTION, whose row also serves this verb. */
#define COMB_WORDS_BEST_OPTIONS                                                                                        \
    {.name = "method",                                                                                                 \
     .kind = COMB_OPTION_CHOICE,                                                                                       \
     .argument = "METHOD",                                                                                             \
     .fallback = "auto",                                                                                               \
     .choices = COMB_WORDS_BEST_METHODS,                                                                               \
     .verbs = "best",                                                                                                  \
     .help = "how to search; auto is anneal, or complete where --fix leaves few enough boards"},                       \
        {.name = "start",                                                                                              \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "BOARD",                                                                                          \
         .verbs = "best",                                                                                              \
         .help = "start every attempt from this board; its shape and bonuses are kept"},                               \
        {.name = "fix",                                                                                                \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "BOARD",                                                                                          \
         .verbs = "best",                                                                                              \
         .help = "only the cells written ? may change"},                                                               \
        {.name = "letters",                                                                                            \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LETTERS",                                                                                        \
         .verbs = "best prove",                                                                                        \
         .help = "use only these letters; all otherwise"},                                                             \
        {.name = "keep",                                                                                               \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .fallback = "1",                                                                                              \
         .least = 1,                                                                                                   \
         .most = 10000,                                                                                                \
         .verbs = "best",                                                                                              \
         .help = "keep the N best boards; turned and mirrored copies count once"},                                     \
        {.name = "target",                                                                                             \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "SCORE",                                                                                          \
         .least = 1,                                                                                                   \
         .most = 1000000000,                                                                                           \
         .verbs = "best prove",                                                                                        \
         .help = "best: stop when this score is reached; prove: list all that reach it"},                              \
        {.name = "patience",                                                                                           \
         .kind = COMB_OPTION_SECONDS,                                                                                  \
         .argument = "TIME",                                                                                           \
         .fallback = "60",                                                                                             \
         .verbs = "best",                                                                                              \
         .help = "without --time-limit and --target: stop after this time without a better board"},                    \
        {.name = "hot",                                                                                                \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "POINTS",                                                                                         \
         .least = 1,                                                                                                   \
         .most = 1000000,                                                                                              \
         .verbs = "best",                                                                                              \
         .help = "anneal and heat: temperature at the start of an attempt"},                                           \
        {.name = "cold",                                                                                               \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "POINTS",                                                                                         \
         .least = 1,                                                                                                   \
         .most = 1000000,                                                                                              \
         .verbs = "best",                                                                                              \
         .help = "and at its end"},                                                                                    \
        {.name = "steps",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 1,                                                                                                   \
         .most = 1000000000,                                                                                           \
         .verbs = "best",                                                                                              \
         .help = "steps of one attempt"},                                                                              \
        {.name = "save",                                                                                               \
         .kind = COMB_OPTION_FILE,                                                                                     \
         .argument = "DIR",                                                                                            \
         .verbs = "best",                                                                                              \
         .help = "write a report of each board kept into DIR: board, score, words by length"},                         \
    {                                                                                                                  \
        .name = "state", .kind = COMB_OPTION_FILE, .argument = "FILE", .verbs = "best",                                \
        .help = "keep the state of the search in FILE, written every few seconds; the next run goes on from it"        \
    }

int comb_words_best(json_t **found, const struct comb_words_game *game, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err);

#endif
