/* The game's `make`: generates random panels. */
#ifndef COMB_WITNESS_MAKE_H
#define COMB_WITNESS_MAKE_H

#include "core/game.h"
#include "games/witness/hints/rate.h"

/* The options of `make`. --unique and --seed are shared with other verbs. */
#define COMB_WITNESS_MAKE_OPTIONS                                                                                      \
    {.name = "size",                                                                                                   \
     .kind = COMB_OPTION_TEXT,                                                                                         \
     .argument = "WxH",                                                                                                \
     .verbs = "make",                                                                                                  \
     .help = "width and height in cells (default: 5x5; of pillars 6x5)"},                                              \
        {.name = "pillar",                                                                                             \
         .kind = COMB_OPTION_FLAG,                                                                                     \
         .verbs = "make",                                                                                              \
         .help = "a panel around a pillar: its right border joins its left one"},                                      \
        {.name = "symbols",                                                                                            \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "LIST",                                                                                           \
         .verbs = "make",                                                                                              \
         .help = "symbols of the panel, optionally with a number: 'squares:6 stars:4 triangles dots polyominoes "      \
                 "eliminations blue' (default: two or three random kinds). With --unique a kind without a number "     \
                 "gets as many as needed"},                                                                            \
        {.name = "symmetry",                                                                                           \
         .kind = COMB_OPTION_CHOICE,                                                                                   \
         .argument = "KIND",                                                                                           \
         .default_value = "none",                                                                                      \
         .choices = "none horizontal vertical rotational translated",                                                  \
         .verbs = "make",                                                                                              \
         .help = "add a second line that mirrors the first; translated: on pillars only"},                             \
        {.name = "colors",                                                                                             \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .min = 1,                                                                                                     \
         .max = 9,                                                                                                     \
         .verbs = "make",                                                                                              \
         .help = "number of colours of squares and stars (default: two or three, random)"},                            \
        {.name = "gaps",                                                                                               \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .min = 0,                                                                                                     \
         .max = 200,                                                                                                   \
         .verbs = "make",                                                                                              \
         .help =                                                                                                       \
             "number of broken edges (default: a few, random; with --unique at most one for nine cells, and only if "  \
             "symbols do not suffice)"},                                                                               \
        {.name = "difficulty",                                                                                         \
         .kind = COMB_OPTION_CHOICE,                                                                                   \
         .argument = "GRADE",                                                                                          \
         .choices = COMB_WITNESS_GRADE_NAMES,                                                                          \
         .verbs = "make",                                                                                              \
         .help = "a panel with a unique solution that needs reasons of this grade: easy | medium | hard | expert, as " \
                 "'comb rate' says"},                                                                                  \
        {.name = "starts",                                                                                             \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .default_value = "1",                                                                                         \
         .min = 1,                                                                                                     \
         .max = 20,                                                                                                    \
         .verbs = "make",                                                                                              \
         .help = "number of starts; under symmetry number of pairs"},                                                  \
        {.name = "exits",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .default_value = "1",                                                                                         \
         .min = 1,                                                                                                     \
         .max = 20,                                                                                                    \
         .verbs = "make",                                                                                              \
         .help = "number of ends; under symmetry number of pairs"},                                                    \
        {.name = "challenge",                                                                                          \
         .kind = COMB_OPTION_FLAG,                                                                                     \
         .verbs = "make",                                                                                              \
         .excludes = "size pillar symbols symmetry colors gaps starts exits any unique difficulty",                    \
         .help = "a sequence of panels as practice for the timed one in the game; some stages have three panels, of "  \
                 "which one has a solution"},                                                                          \
    {                                                                                                                  \
        .name = "any", .kind = COMB_OPTION_FLAG, .verbs = "make",                                                      \
        .help = "random symbols; the panel may have no solution"                                                       \
    }

/* Reads --size, --pillar, --symbols, --symmetry, --colors, --gaps, --starts, --exits, --unique, --any and --rules.
 * COMB_NO if the request could not be met. */
int comb_witness_make(void **board, const struct comb_game *game, struct comb_job *job,
                      const struct comb_params *params, struct comb_error *err);

#endif
