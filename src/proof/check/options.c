#include "family/words/game.h"
#include "proof/check/check.h"

const struct comb_option comb_words_check_proof_options[] = {
    COMB_WORDS_LIST_OPTIONS,
    {.name = "recheck",
     .kind = COMB_OPTION_TEXT,
     .argument = "SHARE",
     .default_value = "1%",
     .help =
         "units to recheck by another method: 1%, a number, or all; the same number with the highest bounds is added"},
    {.name = "unit-limit",
     .kind = COMB_OPTION_SECONDS,
     .argument = "TIME",
     .default_value = "600",
     .help = "give up on a unit after TIME and take it on trust"},
    {.name = "partial",
     .kind = COMB_OPTION_FLAG,
     .help = "allow missing units; checks only the available ones and proves nothing about the rest"},
    {.name = "letters",
     .kind = COMB_OPTION_TEXT,
     .argument = "LETTERS",
     .help = "letters the proof covers (default: all)"},
    {.name = "min-length",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .min = 1,
     .max = COMB_DICT_MAX_WORD,
     .help = "minimum word length of the proof (default: the game's)"},
    {0},
};
