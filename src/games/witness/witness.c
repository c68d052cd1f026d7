/* The Witness: a line from a start to an end that obeys every symbol in the regions it cuts. */
#include "games/witness/count.h"
#include "games/witness/hint.h"
#include "games/witness/inspect.h"
#include "games/witness/make.h"
#include "games/witness/moves.h"
#include "games/witness/read.h"
#include "games/witness/recheck.h"
#include "games/witness/report.h"
#include "games/witness/scene.h"
#include "games/witness/solve.h"
#include "games/witness/symmetry.h"
#include "games/witness/text.h"
#include "games/witness/verify.h"
#include "games/witness/windmill.h"

static int parse(void **board, struct comb_job *job, const char *text, size_t length, const struct comb_params *params,
                 struct comb_error *err)
{
    struct comb_witness_panel *panel = NULL;
    (void)job;
    (void)params;
    int code = comb_witness_read(&panel, text, length, err);
    *board = panel;
    return code;
}

static void release(void *board)
{
    comb_witness_panel_free(board);
}

static void print(struct comb_buf *out, const void *board)
{
    comb_witness_text_print(out, board);
}

static int link_of(struct comb_buf *out, const void *board, struct comb_error *err)
{
    return comb_witness_windmill_link(out, board, err);
}

static const struct comb_option options[] = {
    {.name = "rules",
     .kind = COMB_OPTION_CHOICE,
     .argument = "SET",
     .choices = COMB_WITNESS_RULE_NAMES,
     .help = "rule set: windmill, as The Windmill; ttws, any choice of what to eliminate, pieces stay on the board; "
             "game, as the game, colours as written, pieces may not straddle the line, eliminations cancel each other; "
             "witnesspuzzles, as game, but free tracks join regions around missing cells (default: windmill; "
             "game where pieces, triangles or eliminations have colours of their own)"},
    {.name = "overhang",
     .kind = COMB_OPTION_FLAG,
     .help = "where blue pieces are about, pieces may leave the board under every rule set"},
    {.name = "all",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve",
     .help = "every line that solves the panel, each printed as soon as it is found"},
    {.name = "lines", .kind = COMB_OPTION_FLAG, .verbs = "solve", .help = "how many lines solve the panel"},
    {.name = "unique",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve make",
     .help = "solve: whether exactly one line solves the panel, exit status 1 when there are more; make: a panel that "
             "exactly one line solves"},
    {.name = "shortest", .kind = COMB_OPTION_FLAG, .verbs = "solve draw", .needs = "solved", .help = "a shortest line"},
    {.name = "most",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .least = 1,
     .most = 1000000000000,
     .verbs = "solve",
     .needs = "all lines",
     .help = "with --all or --lines: stop after N lines"},
    {.name = "random",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve draw",
     .by_chance = true,
     .needs = "solved",
     .help = "walk in random order (--seed): another line where there are several"},
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
     .shows = "squares, stars, dots, triangles and pieces, with one line that solves it",
     .move = "1,1=sq:white"},
    {.input = "CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigE_0",
     .shows = "four squares in two colours, as a Windmill string",
     .move = "1,1=star:orange"},
    {0},
};

const struct comb_game comb_game_witness = {
    .name = "witness",
    .title = "The Witness",
    .summary = "line panels with every symbol: solved, counted, explained, or proved to have no line",
    .notation =
        "A string or link of The Windmill, a size such as 5x5, or a panel drawn: a line 'Witness panel v1', then "
        "rows of words for nodes, edges and cells; see docs/formats.md.",
    .options = options,
    .examples = examples,
    .parse = parse,
    .free = release,
    .print = print,
    .link = link_of,
    .detect = comb_witness_detect,
    .image = comb_witness_image,
    .canon = comb_witness_canon,
    .scene = comb_witness_scene,
    .apply = comb_witness_apply,
    .solve = comb_witness_solve,
    .answer = comb_witness_answer,
    .answer_member = "path",
    .verify = comb_witness_verify,
    .verified = comb_witness_verified,
    .recheck = comb_witness_recheck,
    .report = comb_witness_report,
    .account = comb_witness_account,
    .hint = comb_witness_hint,
    .inspect = comb_witness_inspect,
    .count = comb_witness_count,
    .make = comb_witness_make,
    .makes_unasked = true,
    .reader = &comb_witness_reader,
};
