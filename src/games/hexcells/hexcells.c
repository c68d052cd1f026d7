/* Hexcells: every cell is blue or black, hints count the blue ones, and no cell has to be guessed. */
#include "games/hexcells/draw/report.h"
#include "games/hexcells/draw/scene.h"
#include "games/hexcells/fields.h"
#include "games/hexcells/hints/hint.h"
#include "games/hexcells/level/level_text.h"
#include "games/hexcells/level/moves.h"
#include "games/hexcells/level/symmetry.h"
#include "games/hexcells/make/make.h"
#include "games/hexcells/read/read.h"
#include "games/hexcells/solve.h"
#include "games/hexcells/verify/recheck.h"
#include "games/hexcells/verify/verify.h"

#include <string.h>

static bool is_json(const char *text, size_t length)
{
    while (length > 0 && strchr(" \t\r\n", *text)) {
        text++;
        length--;
    }
    return length > 0 && *text == '{';
}

static int parse_json(struct comb_hexcells_level **out, const char *text, size_t length, struct comb_error *err)
{
    struct comb_hexcells_text checked;
    json_t *root = NULL;
    *out = NULL;
    int code = comb_hexcells_text_open(&checked, text, length, err);
    if (code == COMB_OK)
        code = comb_json_parse(&root, text, length, err);
    if (code == COMB_OK)
        code = comb_hexcells_position_from_json(out, root, err);
    json_decref(root);
    return code;
}

static int parse(void **board, const struct comb_game *game, struct comb_job *job, const char *text, size_t length,
                 const struct comb_params *params, struct comb_error *err)
{
    (void)game;
    struct comb_hexcells_level *level = NULL;
    int code;
    (void)job;
    if (is_json(text, length))
        code = parse_json(&level, text, length, err);
    else if (comb_hexcells_is_position(text, length))
        code = comb_hexcells_position_read(&level, text, length, err);
    else
        code = comb_hexcells_level_read(&level, text, length, (unsigned)comb_params_int(params, "pick", 1) - 1, err);
    *board = level;
    return code;
}

static void free_board(void *board)
{
    comb_hexcells_level_free(board);
}

static const char *board_title(const void *board)
{
    const struct comb_hexcells_level *level = board;
    return level->title;
}

static bool names_game(const char *text, size_t length)
{
    static const char name[] = "\"hexcells\"";
    for (size_t i = 0; i + sizeof name - 1 <= length; i++)
        if (text[i] == '"' && memcmp(text + i, name, sizeof name - 1) == 0)
            return true;
    return false;
}

static int detect(const char *text, size_t length)
{
    if (comb_hexcells_is_level(text, length) || comb_hexcells_is_position(text, length))
        return 100;
    if (comb_hexcells_looks_like_level(text, length))
        return 50; /* so that the parser rejects it with a specific error */
    return is_json(text, length) && names_game(text, length) ? 95 : 0;
}

static const struct comb_option options[] = {
    {.name = "pick",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .default_value = "1",
     .min = 1,
     .max = 100000,
     .verbs = "solve check draw hint rate play",
     .help = "the N-th level of a level pack"},
    {.name = "no-reasons",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve draw",
     .needs = "solved",
     .help = "print only the deduced cells, without reasons; faster on large levels"},
    {.name = "step",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .default_value = "0",
     .min = 0,
     .max = 100000,
     .verbs = "solve",
     .help = "draw the board before step N, with letters on what the step names; 0: all steps as a list"},
    {.name = "coordinates",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve hint rate draw",
     .help = "name places by column and row, with axes on the drawing, instead of letters"},
    {.name = "smallest",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve hint",
     .help = "find reasons with the fewest clues, not only minimal ones; slower on hard levels"},
    {.name = "from",
     .kind = COMB_OPTION_FILE,
     .argument = "FILE",
     .verbs = "hint make",
     .help =
         "hint: a position of the level, or its text; make: a picture of # (cell), o (black cell) and . (none), or a "
         "level whose hints are to be found"},
    {.name = "redundant",
     .kind = COMB_OPTION_FLAG,
     .verbs = "check",
     .help = "also find redundant clues: without any one of them the level is still fair"},
    {.name = "repair",
     .kind = COMB_OPTION_FLAG,
     .verbs = "check",
     .help = "if the level is stuck, also find the fewest added hints, at most three, that make it fair"},
    {.name = "cells",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .default_value = "37",
     .min = 7,
     .max = 300,
     .verbs = "make",
     .help = "approximate number of cells; at most 169 in a hexagon or ring, 196 in a diamond"},
    {.name = "shape",
     .kind = COMB_OPTION_CHOICE,
     .argument = "SHAPE",
     .default_value = "hexagon",
     .choices = "hexagon diamond free ring islands",
     .verbs = "make",
     .help = "shape of the board"},
    {.name = "difficulty",
     .kind = COMB_OPTION_CHOICE,
     .argument = "GRADE",
     .default_value = "medium",
     .choices = "easy medium hard expert extreme",
     .verbs = "make",
     .help = "target grade, as printed by 'comb rate'"},
    {.name = "symmetry",
     .kind = COMB_OPTION_CHOICE,
     .argument = "KIND",
     .default_value = "none",
     .choices = "none turn2 turn3 turn6 mirror",
     .verbs = "make",
     .help = "symmetry of the outline and of the blue cells: turned by a half, a third, a sixth, or mirrored"},
    {.name = "picture",
     .kind = COMB_OPTION_TEXT,
     .argument = "ROWS",
     .verbs = "make",
     .help = "the same picture as text, with / between its rows"},
    {.name = "letters",
     .kind = COMB_OPTION_TEXT,
     .argument = "WORD",
     .verbs = "make",
     .help = "up to six letters or digits as the picture"},
    {.name = "as",
     .kind = COMB_OPTION_CHOICE,
     .argument = "USE",
     .default_value = "outline",
     .choices = "outline blue",
     .verbs = "make",
     .help = "whether the picture gives the outline or the blue cells"},
    {.name = "mix",
     .kind = COMB_OPTION_TEXT,
     .argument = "SHARES",
     .default_value = "marks=30,lines=50,blue=15,unknown=0",
     .verbs = "make",
     .help =
         "hints to start from, in percent: marks on numbers, possible lines, numbers on blue cells, ? on black ones"},
    {.name = "counter",
     .kind = COMB_OPTION_CHOICE,
     .argument = "USE",
     .default_value = "any",
     .choices = "any no late often",
     .verbs = "make",
     .help = "whether the level needs its counter: not at all, for the last third at most, or for more"},
    {0},
};

#define NINETEEN_CELLS                                                                                                 \
    "Hexcells level v1\nNineteen\nComb\n\n\n"                                                                          \
    "........|+....\n"                                                                                                 \
    "......x.......\n"                                                                                                 \
    "\\n..o...o.....\n"                                                                                                \
    "..o...o...x...\n"                                                                                                 \
    "....o+..o.../+\n"                                                                                                 \
    "..o+..x...o...\n"                                                                                                 \
    "....o...o+....\n"                                                                                                 \
    "..o...o...x...\n"                                                                                                 \
    "....o...x.....\n"                                                                                                 \
    "......x+......"

static const struct comb_example examples[] = {
    {.input = "Hexcells level v1\nFirst flower\nComb\n\n\n"
              "....|+....\n"
              "..\\+../+..\n"
              "....x.....\n"
              "..x...o+..\n"
              "....Oc....\n"
              "..x...o...\n"
              "....o+....",
     .description = "a level of seven cells",
     .move = "2,2=blue"},
    {.input = NINETEEN_CELLS, .description = "a level of nineteen cells", .move = "3,9=blue"},
    {.input = "Hexcells position v1\ntitle In play\nremaining 3\nmistakes 0\n"
              "0: 2=s1\n2: 2=o\n3: 1=o 3=-2-\n4: 0=e1~ 2=o 4=o\n5: 1=x2 3=o 5=w1\n6: 2=1 4=nw1\n8: 2=n1",
     .description = "a position with line hints in five directions",
     .move = "2,2=blue"},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"empty level", "Hexcells level v1\nNew level\n\n\n\n....o+....\n..o+..o+..\n....o+....\n..o+..o+..\n....o+...."},
    {0},
};

static const struct comb_lesson lessons[] = {
    {"A number on a black cell counts the blue cells that touch it.",
     "Hexcells position v1\n0: 2=x\n1: 1=o 3=o\n2: 2=2\n3: 1=o 3=x\n4: 2=o", NULL},
    {"{2} means that the counted cells are next to each other, -2- that they are not.",
     "Hexcells position v1\n0: 2=x\n1: 1=o 3=x\n2: 2={2}\n3: 1=o 3=o\n4: 2=o", NULL},
    {"A number at the edge counts the blue cells of its line.",
     "Hexcells position v1\n0: 1=s2\n2: 1=x\n3: 2=o\n4: 1=o\n5: 2=o\n6: 1=x", NULL},
    {0},
};

const struct comb_game comb_game_hexcells = {
    .name = "hexcells",
    .title = "Hexcells",
    .summary = "Hexcells: solves by deduction and explains every step",
    .notation =
        "A level file that begins with 'Hexcells level v1'; or a position: the line 'Hexcells position v1', then "
        "rows such as '2: 4={2} 6=o' (row 2: {2} in column 4, a hidden cell in column 6); or a position as JSON.",
    .options = options,
    .examples = examples,
    .fields = comb_hexcells_fields,
    .page_family = "hexcells",
    .start_order = 6,
    .blurb = "Deduce every cell, no guessing",
    .rules = "Every cell is blue or black. Decide each one by deduction; no guess is needed.\n"
             "A number on a black cell counts the blue cells that touch it. A number on a blue cell counts the blue "
             "cells within two steps. A number at the edge counts the blue cells of its line. {3} means that the "
             "counted cells are next to each other, -3- that they are not.\n"
             "A wrong mark is a mistake; fewer mistakes make a better result. The counter shows how many blue cells "
             "are left.",
    .lessons = lessons,
    .showcase = NINETEEN_CELLS,
    .blank_boards = blank_boards,
    .parse = parse,
    .free = free_board,
    .print = comb_hexcells_print,
    .first_board = comb_hexcells_first_level,
    .board_title = board_title,
    .file_extension = ".hexcells",
    .detect = detect,
    .image = comb_hexcells_image,
    .canon = comb_hexcells_canon,
    .scene = comb_hexcells_scene,
    .apply = comb_hexcells_apply,
    .solve = comb_hexcells_solve,
    .parse_answer = comb_hexcells_answer,
    .answer_member = "cells",
    .verify = comb_hexcells_verify,
    .verified = comb_hexcells_verified,
    .recheck = comb_hexcells_recheck,
    .report = comb_hexcells_report,
    .describe_answer = comb_hexcells_summary,
    .hint = comb_hexcells_hint,
    .rate = comb_hexcells_rate,
    .lint = comb_hexcells_lint,
    .make = comb_hexcells_make,
    .reader = &comb_hexcells_reader,
};
