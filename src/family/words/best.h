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
     .help = "how to search; auto tries every board where --fix leaves few of them, and else anneals"},                \
        {.name = "start",                                                                                              \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "BOARD",                                                                                          \
         .verbs = "best",                                                                                              \
         .excludes = "shape",                                                                                          \
         .help = "a board to begin every attempt with; its shape and bonuses stay"},                                   \
        {.name = "fix",                                                                                                \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "BOARD",                                                                                          \
         .verbs = "best",                                                                                              \
         .excludes = "shape start",                                                                                    \
         .help = "a board with ? in the cells to fill, such as TS/E?R/LB; its letters stay"},                          \
        {.name = "letters",                                                                                            \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LETTERS",                                                                                        \
         .verbs = "best prove",                                                                                        \
         .help = "the letters that may be used, such as AEIRST; all otherwise"},                                       \
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
         .help = "stop after this time without a better board, where there is no --time-limit and no --target"},       \
        {.name = "hot",                                                                                                \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "POINTS",                                                                                         \
         .least = 1,                                                                                                   \
         .most = 1000000,                                                                                              \
         .verbs = "best",                                                                                              \
         .help = "anneal and heat: points that a change may lose, roughly, when an attempt begins"},                   \
        {.name = "cold",                                                                                               \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "POINTS",                                                                                         \
         .least = 1,                                                                                                   \
         .most = 1000000,                                                                                              \
         .verbs = "best",                                                                                              \
         .help = "the same when it ends: a small number is strict"},                                                   \
        {.name = "steps",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 1,                                                                                                   \
         .most = 1000000000,                                                                                           \
         .verbs = "best",                                                                                              \
         .help = "changes tried in one attempt; then the next begins"},                                                \
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
