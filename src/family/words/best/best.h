/* Searches for the best board of a word game: member `best` of struct comb_game. */
#ifndef COMB_FAMILY_WORDS_BEST_H
#define COMB_FAMILY_WORDS_BEST_H

#include "family/words/game.h"

#define COMB_WORDS_BEST_METHODS "auto anneal climb tabu genetic heat complete"

/* Options of the verb best; COMB_WORDS_SHAPE_OPTION also applies to it. */
#define COMB_WORDS_BEST_OPTIONS                                                                                        \
    {.name = "method",                                                                                                 \
     .kind = COMB_OPTION_CHOICE,                                                                                       \
     .argument = "METHOD",                                                                                             \
     .default_value = "auto",                                                                                          \
     .choices = COMB_WORDS_BEST_METHODS,                                                                               \
     .verbs = "best",                                                                                                  \
     .help = "search method; auto: complete if --fix leaves few boards, otherwise anneal"},                            \
        {.name = "start",                                                                                              \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "BOARD",                                                                                          \
         .verbs = "best",                                                                                              \
         .excludes = "shape",                                                                                          \
         .help = "start every attempt from this board; its shape and bonuses are fixed"},                              \
        {.name = "fix",                                                                                                \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "BOARD",                                                                                          \
         .verbs = "best",                                                                                              \
         .excludes = "shape start",                                                                                    \
         .help = "fill only the cells marked ? of this board, such as TS/E?R/LB"},                                     \
        {.name = "letters",                                                                                            \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LETTERS",                                                                                        \
         .verbs = "best prove",                                                                                        \
         .help = "letters that may be used, such as AEIRST (default: all)"},                                           \
        {.name = "keep",                                                                                               \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .default_value = "1",                                                                                         \
         .min = 1,                                                                                                     \
         .max = 10000,                                                                                                 \
         .verbs = "best",                                                                                              \
         .help = "report the N best boards; rotations and reflections count once"},                                    \
        {.name = "target",                                                                                             \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "SCORE",                                                                                          \
         .min = 1,                                                                                                     \
         .max = 1000000000,                                                                                            \
         .verbs = "best prove",                                                                                        \
         .help = "best: stop when this score is reached; prove: list all boards that reach it"},                       \
        {.name = "patience",                                                                                           \
         .kind = COMB_OPTION_SECONDS,                                                                                  \
         .argument = "TIME",                                                                                           \
         .default_value = "60",                                                                                        \
         .verbs = "best",                                                                                              \
         .help = "stop after TIME without improvement, unless --time-limit or --target is given"},                     \
        {.name = "hot",                                                                                                \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "POINTS",                                                                                         \
         .min = 1,                                                                                                     \
         .max = 1000000,                                                                                               \
         .verbs = "best",                                                                                              \
         .help = "anneal, heat: start temperature, roughly the points a change may lose"},                             \
        {.name = "cold",                                                                                               \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "POINTS",                                                                                         \
         .min = 1,                                                                                                     \
         .max = 1000000,                                                                                               \
         .verbs = "best",                                                                                              \
         .help = "anneal, heat: end temperature"},                                                                     \
        {.name = "steps",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .min = 1,                                                                                                     \
         .max = 1000000000,                                                                                            \
         .verbs = "best",                                                                                              \
         .help = "number of changes tried per attempt"},                                                               \
        {.name = "save",                                                                                               \
         .kind = COMB_OPTION_FILE,                                                                                     \
         .argument = "DIR",                                                                                            \
         .verbs = "best",                                                                                              \
         .help = "write a report of each of the best boards to DIR: board, score, words by length"},                   \
    {                                                                                                                  \
        .name = "state", .kind = COMB_OPTION_FILE, .argument = "FILE", .verbs = "best",                                \
        .help = "save the state of the search to FILE every few seconds; the next run continues from it"               \
    }

/* Member of struct comb_game. */
int comb_words_best(json_t **found, const struct comb_game *game, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err);

#endif
