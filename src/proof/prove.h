/* Proofs about the boards of word games: implements struct comb_game's `prove`. */
#ifndef COMB_PROOF_PROVE_H
#define COMB_PROOF_PROVE_H

#include "family/words/game.h"

/* Options of the verb prove; --shape, --target and --letters are in best.h and serve both verbs. */
#define COMB_WORDS_PROVE_OPTIONS                                                                                       \
    {.name = "out",                                                                                                    \
     .kind = COMB_OPTION_FILE,                                                                                         \
     .argument = "DIR",                                                                                                \
     .verbs = "prove",                                                                                                 \
     .help = "write the certificate to DIR; run the command again to continue"},                                       \
        {.name = "merge",                                                                                              \
         .kind = COMB_OPTION_FILE,                                                                                     \
         .argument = "DIR",                                                                                            \
         .verbs = "prove",                                                                                             \
         .help = "only merge the certificate's records of all shards"},                                                \
        {.name = "depth",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .min = 0,                                                                                                     \
         .max = 31,                                                                                                    \
         .verbs = "prove",                                                                                             \
         .help = "number of letters that a unit of work fixes"},                                                       \
        {.name = "classes",                                                                                            \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LIST",                                                                                           \
         .verbs = "prove",                                                                                             \
         .help = "groups of rare letters that share a unit, such as JQXZ,KVW, or usual; default: none"},               \
        {.name = "units",                                                                                              \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LIST",                                                                                           \
         .verbs = "prove",                                                                                             \
         .help = "run only these units: prefixes separated by commas, random:N, or of:BOARD"},                         \
        {.name = "unit-limit",                                                                                         \
         .kind = COMB_OPTION_SECONDS,                                                                                  \
         .argument = "TIME",                                                                                           \
         .verbs = "prove",                                                                                             \
         .help = "split units that take longer than TIME"},                                                            \
        {.name = "shards",                                                                                             \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .min = 1,                                                                                                     \
         .max = 100000,                                                                                                \
         .verbs = "prove",                                                                                             \
         .help = "split the work into N shards"},                                                                      \
        {.name = "shard",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "I",                                                                                              \
         .min = 0,                                                                                                     \
         .max = 99999,                                                                                                 \
         .verbs = "prove",                                                                                             \
         .help = "run shard I only (0-based); for batch systems"},                                                     \
        {.name = "estimate",                                                                                           \
         .kind = COMB_OPTION_FLAG,                                                                                     \
         .verbs = "prove",                                                                                             \
         .help = "try random units and estimate how long "                                                             \
                 "the whole proof would take"},                                                                        \
    {                                                                                                                  \
        .name = "samples", .kind = COMB_OPTION_INT, .argument = "N", .default_value = "24", .min = 2, .max = 1000000,  \
        .verbs = "prove", .help = "number of units that --estimate tries"                                              \
    }

/* Member of struct comb_game. */
int comb_words_prove(json_t **found, const struct comb_game *game, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err);

#endif
