/* Hexcells: cells are blue or black, hints count the blue ones, and nothing has to be guessed. */
#include "games/hexcells/hint.h"
#include "games/hexcells/level_text.h"
#include "games/hexcells/make.h"
#include "games/hexcells/moves.h"
#include "games/hexcells/read.h"
#include "games/hexcells/recheck.h"
#include "games/hexcells/report.h"
#include "games/hexcells/scene.h"
#include "games/hexcells/solve.h"
#include "games/hexcells/symmetry.h"
#include "games/hexcells/verify.h"

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

static int parse(void **board, struct comb_job *job, const char *text, size_t length, const struct comb_params *params,
                 struct comb_error *err)
{
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

static void release(void *board)
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
        return 50; /* to be refused with what is wrong with it, and not as something unknown */
    return is_json(text, length) && names_game(text, length) ? 95 : 0;
}

static const struct comb_option options[] = {
    {.name = "pick",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .fallback = "1",
     .least = 1,
     .most = 100000,
     .verbs = "solve check draw hint rate play",
     .help = "the N-th level of a file that holds several"},
    {.name = "no-reasons",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve draw",
     .needs = "solved",
     .help = "only which cells follow, not why: faster on large levels"},
    {.name = "smallest",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve hint",
     .help = "reasons of the fewest clues, not only such that none can be left out; slower on hard levels"},
    {.name = "from",
     .kind = COMB_OPTION_FILE,
     .argument = "POSITION",
     .verbs = "hint",
     .help = "the hint from this position of the level: a file, or 'Hexcells position v1' and its rows"},
    {.name = "redundant",
     .kind = COMB_OPTION_FLAG,
     .verbs = "check",
     .help = "also find the clues without which the level is still fair"},
    {.name = "cells",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .fallback = "37",
     .least = 7,
     .most = 300,
     .verbs = "make",
     .help = "about N cells; a hexagon has at most 169, a diamond 196"},
    {.name = "shape",
     .kind = COMB_OPTION_CHOICE,
     .argument = "SHAPE",
     .fallback = "hexagon",
     .choices = "hexagon diamond free",
     .verbs = "make",
     .help = "the outline"},
    {.name = "difficulty",
     .kind = COMB_OPTION_CHOICE,
     .argument = "GRADE",
     .fallback = "medium",
     .choices = "easy medium hard expert",
     .verbs = "make",
     .help = "the grade to aim at, as 'comb rate' gives it"},
    {0},
};

static const struct comb_example examples[] = {
    {.input = "Hexcells level v1\nFirst flower\nComb\n\n\n"
              "....|+....\n"
              "..\\+../+..\n"
              "....x.....\n"
              "..x...o+..\n"
              "....Oc....\n"
              "..x...o...\n"
              "....o+....",
     .shows = "a level of seven cells",
     .move = "2,2=blue"},
    {.input = "Hexcells level v1\nNineteen\nComb\n\n\n"
              "........|+....\n"
              "......x.......\n"
              "\\n..o...o.....\n"
              "..o...o...x...\n"
              "....o+..o.../+\n"
              "..o+..x...o...\n"
              "....o...o+....\n"
              "..o...o...x...\n"
              "....o...x.....\n"
              "......x+......",
     .shows = "a level of nineteen cells",
     .move = "3,9=blue"},
    {.input = "Hexcells position v1\ntitle In play\nremaining 3\nmistakes 0\n"
              "0: 2=s1\n2: 2=o\n3: 1=o 3=-2-\n4: 0=e1~ 2=o 4=o\n5: 1=x2 3=o 5=w1\n6: 2=1 4=nw1\n8: 2=n1",
     .shows = "a position, with lines in five directions",
     .move = "2,2=blue"},
    {0},
};

const struct comb_game comb_game_hexcells = {
    .name = "hexcells",
    .title = "Hexcells",
    .summary = "blue or black: every cell deduced, each step with its reason",
    .notation = "A level file that begins with 'Hexcells level v1', or a position: a line 'Hexcells position v1', then "
                "rows such as '2: 4={2} 6=o', things with their columns; or a position as JSON.",
    .options = options,
    .examples = examples,
    .parse = parse,
    .free = release,
    .print = comb_hexcells_print,
    .first_board = comb_hexcells_first_level,
    .board_title = board_title,
    .file_ending = ".hexcells",
    .detect = detect,
    .image = comb_hexcells_image,
    .canon = comb_hexcells_canon,
    .scene = comb_hexcells_scene,
    .apply = comb_hexcells_apply,
    .solve = comb_hexcells_solve,
    .answer = comb_hexcells_answer,
    .answer_member = "cells",
    .verify = comb_hexcells_verify,
    .verified = comb_hexcells_verified,
    .recheck = comb_hexcells_recheck,
    .report = comb_hexcells_report,
    .account = comb_hexcells_account,
    .hint = comb_hexcells_hint,
    .rate = comb_hexcells_rate,
    .inspect = comb_hexcells_inspect,
    .make = comb_hexcells_make,
    .reader = &comb_hexcells_reader,
};
