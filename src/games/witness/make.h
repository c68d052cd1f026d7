/* The game's `make`: panels by chance. */
#ifndef COMB_WITNESS_MAKE_H
#define COMB_WITNESS_MAKE_H

#include "core/game.h"

/* The rows of `make`; --unique and --seed, which other verbs have too, go with it. */
#define COMB_WITNESS_MAKE_OPTIONS                                                                                      \
    {.name = "size",                                                                                                   \
     .kind = COMB_OPTION_TEXT,                                                                                         \
     .argument = "WxH",                                                                                                \
     .verbs = "make",                                                                                                  \
     .help = "cells across and down, such as 5x5, the default"},                                                       \
        {.name = "symbols",                                                                                            \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LIST",                                                                                           \
         .verbs = "make",                                                                                              \
         .help = "what the panel holds, each with a number or without: 'squares:6 stars:4 triangles dots polyominoes " \
                 "eliminations blue'; without the option two or three kinds by chance. With --unique a kind without "  \
                 "a number gets as many as it takes"},                                                                 \
        {.name = "symmetry",                                                                                           \
         .kind = COMB_OPTION_CHOICE,                                                                                   \
         .argument = "KIND",                                                                                           \
         .fallback = "none",                                                                                           \
         .choices = "none horizontal vertical rotational",                                                             \
         .verbs = "make",                                                                                              \
         .help = "a second line that mirrors the first"},                                                              \
        {.name = "colors",                                                                                             \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 1,                                                                                                   \
         .most = 9,                                                                                                    \
         .verbs = "make",                                                                                              \
         .help = "how many colours squares and stars have; two or three by chance"},                                   \
        {.name = "gaps",                                                                                               \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 0,                                                                                                   \
         .most = 200,                                                                                                  \
         .verbs = "make",                                                                                              \
         .help = "broken edges; without the option a few by chance, and with --unique as many as it takes"},           \
        {.name = "starts",                                                                                             \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .fallback = "1",                                                                                              \
         .least = 1,                                                                                                   \
         .most = 20,                                                                                                   \
         .verbs = "make",                                                                                              \
         .help = "starts, under symmetry pairs of them"},                                                              \
        {.name = "exits",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .fallback = "1",                                                                                              \
         .least = 1,                                                                                                   \
         .most = 20,                                                                                                   \
         .verbs = "make",                                                                                              \
         .help = "ends, under symmetry pairs of them"},                                                                \
    {                                                                                                                  \
        .name = "any", .kind = COMB_OPTION_FLAG, .verbs = "make",                                                      \
        .help = "symbols by chance: the panel need not have a solution"                                                \
    }

/* From --size, --symbols, --symmetry, --colors, --gaps, --starts, --exits, --unique, --any and --rules. COMB_NO when
 * what was asked for could not be made. */
int comb_witness_make(void **board, struct comb_job *job, const struct comb_params *params, struct comb_error *err);

#endif
