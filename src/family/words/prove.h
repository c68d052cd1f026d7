/* Proofs about the boards of a word game: what struct comb_game's `prove` does for games that are scored by words. */
#ifndef COMB_FAMILY_WORDS_PROVE_H
#define COMB_FAMILY_WORDS_PROVE_H

#include "family/words/game.h"

/* Rows for the verb prove; --shape, --target and --letters are rows of best.h that serve both verbs. */
#define COMB_WORDS_PROVE_OPTIONS                                                                                       \
    {.name = "out",                                                                                                    \
     .kind = COMB_OPTION_FILE,                                                                                         \
     .argument = "DIR",                                                                                                \
     .verbs = "prove",                                                                                                 \
     .help = "write the certificate there; the same command goes on where it stopped"},                                \
        {.name = "merge",                                                                                              \
         .kind = COMB_OPTION_FILE,                                                                                     \
         .argument = "DIR",                                                                                            \
         .verbs = "prove",                                                                                             \
         .help = "only gather what the certificate has, from all shards"},                                             \
        {.name = "depth",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 0,                                                                                                   \
         .most = 31,                                                                                                   \
         .verbs = "prove",                                                                                             \
         .help = "letters that a unit of work fixes"},                                                                 \
        {.name = "classes",                                                                                            \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LIST",                                                                                           \
         .verbs = "prove",                                                                                             \
         .help = "rare letters that a unit takes together, such as JQXZ,KVW, or usual; otherwise none"},               \
        {.name = "units",                                                                                              \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LIST",                                                                                           \
         .verbs = "prove",                                                                                             \
         .help = "do only these units: prefixes separated by commas, random:N, or of:BOARD"},                          \
        {.name = "unit-limit",                                                                                         \
         .kind = COMB_OPTION_SECONDS,                                                                                  \
         .argument = "TIME",                                                                                           \
         .verbs = "prove",                                                                                             \
         .help = "a unit that takes longer is split, and its parts are done in its place"},                            \
        {.name = "shards",                                                                                             \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 1,                                                                                                   \
         .most = 100000,                                                                                               \
         .verbs = "prove",                                                                                             \
         .help = "of N equal shares of the work ..."},                                                                 \
        {.name = "shard",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "I",                                                                                              \
         .least = 0,                                                                                                   \
         .most = 99999,                                                                                                \
         .verbs = "prove",                                                                                             \
         .help = "... do only share I, from 0; for batch systems"},                                                    \
        {.name = "estimate",                                                                                           \
         .kind = COMB_OPTION_FLAG,                                                                                     \
         .verbs = "prove",                                                                                             \
         .help = "try random units and tell how long "                                                                 \
                 "the whole proof would take"},                                                                        \
    {                                                                                                                  \
        .name = "samples", .kind = COMB_OPTION_INT, .argument = "N", .fallback = "24", .least = 2, .most = 1000000,    \
        .verbs = "prove", .help = "units that --estimate tries"                                                        \
    }

/* A member of struct comb_game, with the game's name and own struct as further arguments. */
int comb_words_prove(json_t **found, const char *name, const struct comb_words_game *game, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err);

#endif
