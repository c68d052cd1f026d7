/* The Witness: a line from a start to an end that satisfies every symbol in the regions it cuts. */
#include "games/witness/count.h"
#include "games/witness/draw/report.h"
#include "games/witness/draw/scene.h"
#include "games/witness/fields.h"
#include "games/witness/hints/hint.h"
#include "games/witness/hints/rate.h"
#include "games/witness/lint.h"
#include "games/witness/make/challenge.h"
#include "games/witness/make/make.h"
#include "games/witness/panel/moves.h"
#include "games/witness/panel/symmetry.h"
#include "games/witness/read/read.h"
#include "games/witness/solve.h"
#include "games/witness/text/site.h"
#include "games/witness/text/text.h"
#include "games/witness/text/windmill.h"
#include "games/witness/verify/recheck.h"
#include "games/witness/verify/verify.h"

static int parse_panel(void **board, const struct comb_game *game, struct comb_job *job, const char *text,
                       size_t length, const struct comb_params *params, struct comb_error *err)
{
    (void)game;
    struct comb_witness_panel *panel = NULL;
    (void)job;
    (void)params;
    int code = comb_witness_read(&panel, text, length, err);
    *board = panel;
    return code;
}

static void free_panel(void *board)
{
    comb_witness_panel_free(board);
}

static void print_panel(struct comb_buf *out, const void *board)
{
    comb_witness_text_print(out, board);
}

static int link_of(struct comb_buf *out, const void *board, struct comb_error *err)
{
    return comb_witness_windmill_link(out, board, err);
}

static int site_text_of(struct comb_buf *out, const void *board, struct comb_error *err)
{
    return comb_witness_site_write(out, board, err);
}

static const struct comb_option options[] = {
    {.name = "rules",
     .kind = COMB_OPTION_CHOICE,
     .argument = "SET",
     .choices = COMB_WITNESS_RULE_NAMES,
     .help = "rule set: windmill | ttws | game | witnesspuzzles, see docs/witness.md (default: as the panel "
             "says; else windmill, or game if The Windmill has no such panels)"},
    {.name = "overhang",
     .kind = COMB_OPTION_FLAG,
     .help = "allow pieces to overhang the board if there are blue pieces, under every rule set"},
    {.name = "all",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve",
     .help = "find all solutions; print each as soon as it is found"},
    {.name = "lines", .kind = COMB_OPTION_FLAG, .verbs = "solve", .help = "count the solutions"},
    {.name = "unique",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve make",
     .help = "solve: check that the solution is unique (exit status 1 if not); make: generate a panel with a unique "
             "solution"},
    {.name = "shortest",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve draw",
     .needs = "solved",
     .help = "find a shortest solution"},
    {.name = "most",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .min = 1,
     .max = 1000000000000,
     .verbs = "solve",
     .needs = "all lines",
     .help = "with --all or --lines: stop after N solutions"},
    {.name = "random",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve draw",
     .randomised = true,
     .needs = "solved",
     .help = "search in random order (--seed): a different solution if there are several"},
    COMB_WITNESS_REVEAL_OPTION,
    COMB_WITNESS_COUNT_OPTION,
    COMB_WITNESS_MAKE_OPTIONS,
    COMB_WITNESS_HINT_OPTIONS,
    {0},
};

static const struct comb_example examples[] = {
    {.input = "Witness panel v1\n"
              "+ ---------- S --------- +      :       + ------------ +\n"
              "|     .      |     .     |    tri:1     | rot:#,#,#,#  |\n"
              "+ ---------- + --------- + ------------ o ------------ +\n"
              "| sq:yellow  |     .     |      .       |      .       |\n"
              "+ ----o----- + --------- + ------------ + ------------ +\n"
              "|     .      | sq:yellow | star:magenta | star:magenta |\n"
              "+ ---------- + --------- + ------------ + ------------ +\n"
              "| sq:magenta | sq:yellow |    tri:3     |  poly:##,.#  :\n"
              "E ---------- + --------- + ------------ + ------------ +",
     .description = "squares, stars, dots, triangles and pieces, with a unique solution",
     .move = "1,1=sq:white"},
    {.input = "CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigE_0",
     .description = "four squares in two colours, as a Windmill string",
     .move = "1,1=star:orange"},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"empty panel", "4x4"},
    {0},
};

static const struct comb_lesson lessons[] = {
    {"Draw a line from a disc to a rounded end; it never touches itself.", "2x2",
     "{\"path\":[[0,2],[1,2],[1,1],[0,1],[0,0],[1,0],[2,0]]}"},
    {"Symbols are rules for the region that the line cuts off: squares of different colours must be apart.",
     "+ - + - E / | sq:white | sq:black | / S - + - +", "{\"path\":[[0,1],[1,1],[1,0],[2,0]]}"},
    {"Dots lie on the line, triangles count its edges, shapes fill their region, stars come in pairs.",
     "+ - + - E / | tri:1 | . | / + - o - + / | . | . | / S - + - +", "{\"path\":[[0,2],[0,1],[1,1],[2,1],[2,0]]}"},
    {0},
};

const struct comb_game comb_game_witness = {
    .name = "witness",
    .title = "The Witness",
    .summary = "line panels with every symbol: solves, counts, explains, proves unsolvability",
    .notation =
        "A string or link of The Windmill, a puzzle or saved page of witnesspuzzles.com, a size such as 5x5, or "
        "a drawn panel: the line 'Witness panel v1', "
        "then rows of words for nodes, edges and cells; see docs/formats.md.",
    .options = options,
    .examples = examples,
    .fields = comb_witness_fields,
    .page_family = "witness",
    .start_order = 7,
    .blurb = "Draw one line that obeys every symbol",
    .rules = "Draw a line from a start (a circle) to an end. It follows the edges of the grid and never touches "
             "itself. The line divides the panel into regions, and every symbol must be satisfied.\n"
             "Dots: the line passes through them. Squares: a region has squares of one colour only. Stars: a region "
             "has exactly two symbols of the colour of each star, the star included. Triangles: the line uses that "
             "many sides of the cell. Shapes: they fill their region together; blue shapes are subtracted. An "
             "elimination mark cancels one symbol that is wrong; there must be one.",
    .lessons = lessons,
    .showcase = "Witness panel v1\n+ - + - + - E\n| sq:white | . | . |\n+ - + - + - +\n| . | . | sq:blue |\n+ - + - + "
                "- +\n| . | star:magenta | star:magenta |\nS - + - + - +",
    .blank_boards = blank_boards,
    .parse = parse_panel,
    .free = free_panel,
    .print = print_panel,
    .link = link_of,
    .site_text = site_text_of,
    .detect = comb_witness_detect,
    .image = comb_witness_image,
    .canon = comb_witness_canon,
    .scene = comb_witness_scene,
    .apply = comb_witness_apply,
    .solve = comb_witness_solve,
    .parse_answer = comb_witness_answer,
    .answer_member = "path",
    .verify = comb_witness_verify,
    .verified = comb_witness_verified,
    .recheck = comb_witness_recheck,
    .report = comb_witness_report,
    .describe_answer = comb_witness_summary,
    .hint = comb_witness_hint,
    .rate = comb_witness_rate,
    .lint = comb_witness_lint,
    .count = comb_witness_count,
    .make = comb_witness_make,
    .make_series = comb_witness_challenge,
    .generates_default_board = true,
    .reader = &comb_witness_reader,
};
