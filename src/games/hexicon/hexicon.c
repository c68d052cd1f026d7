/* Hexicon: two sides capture hexagons by tracing words. Solving a position means ranking every move of the side to
 * play: rules.c plays a move, moves.c finds and ranks them, reply.c evaluates the opponent's reply, verify.c checks the
 * result independently. */
#include "games/hexicon/moves.h"
#include "games/hexicon/read/read.h"
#include "games/hexicon/recheck.h"
#include "games/hexicon/reply.h"
#include "games/hexicon/report.h"
#include "games/hexicon/verify.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_LIMIT = 100 }; /* default of --limit */

#define DEFAULT_RANK "territory" /* of --rank */

static unsigned points_of_path(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters)
{
    (void)board;
    (void)path;
    (void)cells;
    return letters;
}

static const unsigned char flat_rows[][COMB_WORDS_MAX_ROWS] = {{1, 2, 3, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 3, 2, 1}};

static const struct comb_words_brush brushes[] = {
    {"", "free", "Unclaimed"},
    {"b", "blue", "Blue"},
    {"r", "red", "Red"},
    {"B", "blue centre", "Centre of a blue hexagon"},
    {"R", "red centre", "Centre of a red hexagon"},
    {0},
};

static const struct comb_words_game words = {
    .title = "Hexicon",
    .notation =
        {
            .hexagons = true,
            .flat_top = true,
            .attributes = "r R b B",
            .example_board = "S / T A:b / E R:b N / D O:r / G",
            .rowless_shapes = flat_rows,
            .rowless_shape_count = 1,
        },
    .min_length = 2,
    .points_of_path = points_of_path,
    .likely_shapes = "half-rows",
    .brush_title = "Colour",
    .brushes = brushes,
    .no_holes = true,
};

/* ---- moves as text ---- */

/* Reads the cells "3-4-5" of a path; false unless they are neighbours that the mover may use. */
static bool read_path(struct comb_hexicon_move *move, const struct comb_words_board *board, const char *text,
                      enum comb_hexicon_side mover)
{
    struct comb_hexicon_state state;
    comb_hexicon_state_of(&state, board);
    uint64_t used = state.owned[!mover];
    while (*text && move->cells < board->lattice->count) {
        char *end;
        unsigned long cell = strtoul(text, &end, 10);
        if (end == text || cell >= board->lattice->count || used >> cell & 1 ||
            (move->cells > 0 && !(board->lattice->masks[move->path[move->cells - 1]] >> cell & 1)))
            return false;
        used |= (uint64_t)1 << cell;
        move->path[move->cells++] = (uint8_t)cell;
        text = *end == '-' ? end + 1 : end;
        if (*end && *end != '-')
            return false;
    }
    return move->cells > 0 && !*text;
}

/* A move is blue:3-4-5 or red:3-4-5 (the cells of a word), or CELL=TILE, which edits the board. */
static int apply(void **next, const void *data, const char *text, struct comb_error *err)
{
    const struct comb_words_board *board = data;
    bool blue = strncmp(text, "blue:", 5) == 0;
    bool red = strncmp(text, "red:", 4) == 0;
    if (!blue && !red)
        return comb_words_apply(next, board, text, err);
    enum comb_hexicon_side mover = blue ? COMB_HEXICON_BLUE : COMB_HEXICON_RED;
    struct comb_hexicon_move move = {.swap = {COMB_HEXICON_NO_SWAP, COMB_HEXICON_NO_SWAP}};
    *next = NULL;
    if (!read_path(&move, board, strchr(text, ':') + 1, mover))
        return comb_fail(err, COMB_BAD_INPUT,
                         "move '%.60s': expected neighbouring cells that %s may use, such as %s:3-4-5", text,
                         blue ? "blue" : "red", blue ? "blue" : "red");
    struct comb_words_board *after;
    int code = comb_hexicon_board_after(&after, board, &move, mover, false, err);
    *next = after;
    return code;
}

/* ---- solving ---- */

static enum comb_hexicon_side mover_of(const struct comb_params *params)
{
    return strcmp(comb_params_text(params, "mover", "blue"), "red") == 0 ? COMB_HEXICON_RED : COMB_HEXICON_BLUE;
}

static json_t *cells_array(struct comb_json *build, const uint8_t *cells, size_t count)
{
    json_t *array = comb_json_array(build);
    for (size_t i = 0; i < count; i++)
        comb_json_push(build, array, comb_json_int(build, cells[i]));
    return array;
}

static json_t *move_object(struct comb_json *build, const struct comb_hexicon_move *move, const struct comb_dict *dict,
                           unsigned samples)
{
    struct comb_buf text = {0};
    comb_dict_to_text(&text, dict, move->word, move->letters);
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "word", comb_json_string(build, comb_buf_text(&text)));
    comb_json_set(build, object, "path", cells_array(build, move->path, move->cells));
    comb_json_set(build, object, "swap",
                  move->swap[0] == COMB_HEXICON_NO_SWAP ? json_null() : cells_array(build, move->swap, 2));
    comb_json_set(build, object, "blue_hexagons", comb_json_int(build, move->hexagons[COMB_HEXICON_BLUE]));
    comb_json_set(build, object, "red_hexagons", comb_json_int(build, move->hexagons[COMB_HEXICON_RED]));
    comb_json_set(build, object, "red_cleared", comb_json_int(build, move->cleared[COMB_HEXICON_RED]));
    comb_json_set(build, object, "blue_cleared", comb_json_int(build, move->cleared[COMB_HEXICON_BLUE]));
    if (samples > 0) {
        comb_json_set(build, object, "reply", comb_json_real(build, (double)move->reply));
        comb_json_set(build, object, "territory", comb_json_real(build, (double)move->territory));
    }
    build->failed |= text.failed;
    comb_buf_free(&text);
    return object;
}

static int write_answer(json_t **answer, const struct comb_hexicon_ranking *ranking,
                        const struct comb_words_board *board, const struct comb_dict *dict,
                        const struct comb_hexicon_position *position, enum comb_hexicon_side mover, unsigned samples,
                        struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    comb_words_print(&text, board);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
    comb_json_set(&build, root, "list", comb_json_string(&build, comb_dict_title(dict)));
    comb_json_set(&build, root, "list_hash", comb_words_list_hash(&build, dict));
    comb_json_set(&build, root, "mover", comb_json_string(&build, mover == COMB_HEXICON_BLUE ? "blue" : "red"));
    comb_json_set(&build, root, "count", comb_json_int(&build, (long long)ranking->count));
    comb_json_set(&build, root, "rank", comb_json_string(&build, position->by_territory ? "territory" : "seed"));
    comb_json_set(&build, root, "supers", comb_json_string(&build, position->shape.one_super ? "one" : "all"));
    comb_json_set(&build, root, "swap_cells", comb_json_string(&build, position->swap_on_path ? "path" : "any"));
    comb_json_set(&build, root, "ranked", comb_json_bool(&build, samples == 0));
    if (samples > 0)
        comb_json_set(&build, root, "samples", comb_json_int(&build, samples));
    json_t *moves = comb_json_array(&build);
    for (size_t i = 0; i < ranking->best.count; i++)
        comb_json_push(&build, moves, move_object(&build, &ranking->best.items[i], dict, samples));
    comb_json_set(&build, root, "moves", moves);
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(answer, &build, root, err);
}

static int rank_moves(struct comb_hexicon_ranking *ranking, unsigned *samples, struct comb_hexicon_search *search,
                      const struct comb_hexicon_position *position, enum comb_hexicon_side mover,
                      const struct comb_params *params, struct comb_error *err)
{
    int code = comb_hexicon_rank(ranking, search, position, mover, err);
    if (code == COMB_OK && comb_params_flag(params, "swap"))
        code = comb_hexicon_rank_swaps(ranking, search, position, mover, err);
    comb_hexicon_ranking_finish(ranking, mover);
    *samples = 0;
    if (code == COMB_OK && comb_params_flag(params, "reply"))
        code =
            comb_hexicon_rank_by_reply(ranking, samples, (size_t)comb_params_int(params, "candidates", 40),
                                       (unsigned)comb_params_int(params, "samples", 16), search, position, mover, err);
    return code;
}

/* As many moves as --limit lists; with --reply at least as many as it evaluates, so that the best one does not depend
 * on --limit. */
static size_t ranking_capacity(const struct comb_params *params)
{
    long long limit = comb_params_int(params, "limit", DEFAULT_LIMIT);
    long long candidates = comb_params_flag(params, "reply") ? comb_params_int(params, "candidates", 40) : 0;
    return (size_t)(limit > candidates ? limit : candidates);
}

static void read_rules(struct comb_hexicon_position *position, const struct comb_params *params)
{
    position->shape.one_super = strcmp(comb_params_text(params, "supers", "all"), "one") == 0;
    position->swap_on_path = strcmp(comb_params_text(params, "swap-cells", "any"), "path") == 0;
}

static int solve(json_t **answer, const void *data, struct comb_job *job, const struct comb_params *params,
                 struct comb_error *err)
{
    const struct comb_dict *dict;
    struct comb_hexicon_position position;
    struct comb_hexicon_search search = {0};
    enum comb_hexicon_side mover = mover_of(params);
    unsigned samples = 0;
    *answer = NULL;
    int code = comb_words_dict(&dict, job, params, err);
    if (code == COMB_OK)
        code = comb_hexicon_position_of(&position, data, dict, err);
    if (code == COMB_OK)
        code = comb_hexicon_search_open(&search, dict, job, err);
    if (code != COMB_OK)
        return code;
    struct comb_hexicon_ranking ranking = {.capacity = ranking_capacity(params)};
    search.min_length = (unsigned)comb_params_int(params, "min-length", 2);
    position.by_territory = strcmp(comb_params_text(params, "rank", DEFAULT_RANK), "territory") == 0;
    read_rules(&position, params);
    code = rank_moves(&ranking, &samples, &search, &position, mover, params, err);
    size_t limit = (size_t)comb_params_int(params, "limit", DEFAULT_LIMIT);
    ranking.best.count = ranking.best.count < limit ? ranking.best.count : limit;
    if (code == COMB_OK || code == COMB_LIMIT || code == COMB_INTERRUPTED) {
        int written = write_answer(answer, &ranking, data, dict, &position, mover, samples, err);
        code = written != COMB_OK ? written : code == COMB_OK && ranking.count == 0 ? COMB_NO : code;
    }
    comb_hexicon_ranking_free(&ranking);
    comb_hexicon_search_close(&search);
    return code;
}

/* ---- a player's own moves ---- */

/* The best path found for a word, if it can be traced over cells that the mover may use. */
struct best_path {
    struct comb_hexicon_move move;
    const struct comb_hexicon_position *position;
    enum comb_hexicon_side mover;
    bool found;
};

static bool on_path(void *payload, const struct comb_word_found *found)
{
    struct best_path *best = payload;
    struct comb_hexicon_move move;
    comb_hexicon_move_from(&move, found, best->position, best->mover);
    if (!best->found || comb_hexicon_compare(&move, &best->move, best->mover) < 0)
        best->move = move;
    best->found = true;
    return true;
}

static int answer_word(struct comb_json *build, json_t *moves, struct comb_hexicon_search *search,
                       const struct comb_hexicon_position *position, enum comb_hexicon_side mover, const char *word,
                       struct comb_error *err)
{
    const struct comb_dict *dict = comb_word_search_dict(search->words);
    uint8_t letters[COMB_DICT_MAX_WORD];
    struct best_path best = {.position = position, .mover = mover};
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LENGTH};
    struct comb_word_board tiles = position->tiles;
    tiles.blocked = position->state.owned[!mover];
    int count = comb_words_letters(letters, dict, word);
    int code = COMB_OK;
    if (count > 0) {
        assert(count <= COMB_DICT_MAX_WORD);
        rules.points[count] = 1;
        code = comb_word_paths(search->words, &tiles, &rules, letters, (unsigned)count, on_path, &best, err);
    }
    if (code != COMB_OK)
        return code;
    if (best.found) {
        comb_json_push(build, moves, move_object(build, &best.move, dict, 0));
        return COMB_OK;
    }
    struct comb_buf text = {0};
    if (count > 0)
        comb_dict_to_text(&text, dict, letters, (unsigned)count);
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "word", comb_json_string(build, count > 0 ? comb_buf_text(&text) : word));
    comb_json_push(build, moves, object);
    comb_buf_free(&text);
    return COMB_OK;
}

static int read_answer(json_t **answer, const void *data, struct comb_job *job, const char *const *list, size_t count,
                       const struct comb_params *params, struct comb_error *err)
{
    const struct comb_dict *dict;
    struct comb_hexicon_position position;
    struct comb_hexicon_search search = {0};
    enum comb_hexicon_side mover = mover_of(params);
    *answer = NULL;
    if (count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "no words given: expected one or more after the board");
    int code = comb_words_dict(&dict, job, params, err);
    if (code == COMB_OK)
        code = comb_hexicon_position_of(&position, data, dict, err);
    if (code == COMB_OK)
        code = comb_hexicon_search_open(&search, dict, job, err);
    read_rules(&position, params);
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    json_t *moves = comb_json_array(&build);
    for (size_t i = 0; code == COMB_OK && i < count; i++)
        code = comb_utf8_valid(list[i], strlen(list[i]))
                   ? answer_word(&build, moves, &search, &position, mover, list[i], err)
                   : comb_fail(err, COMB_BAD_INPUT, "word %zu is not valid UTF-8", i + 1);
    comb_json_set(&build, root, "mover", comb_json_string(&build, mover == COMB_HEXICON_BLUE ? "blue" : "red"));
    comb_json_set(&build, root, "supers", comb_json_string(&build, position.shape.one_super ? "one" : "all"));
    comb_json_set(&build, root, "moves", moves);
    comb_hexicon_search_close(&search);
    if (code == COMB_OK)
        return comb_json_finish(answer, &build, root, err);
    json_decref(root);
    return code;
}

/* ---- the table ---- */

static const struct comb_option options[] = {
    COMB_WORDS_LIST_OPTIONS,
    {.name = "mover",
     .kind = COMB_OPTION_CHOICE,
     .argument = "SIDE",
     .default_value = "blue",
     .choices = "blue red",
     .verbs = "solve check",
     .help = "the side to move"},
    {.name = "swap",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve check",
     .help = "include moves that first swap two neighbouring cells"},
    {.name = "swap-cells",
     .kind = COMB_OPTION_CHOICE,
     .argument = "WHICH",
     .default_value = "any",
     .choices = "any path",
     .verbs = "solve",
     .needs = "swap",
     .help = "with --swap: any cells may be swapped, or the word must use one of them (path); no published rule says "
             "which"},
    {.name = "supers",
     .kind = COMB_OPTION_CHOICE,
     .argument = "HOW",
     .default_value = "all",
     .choices = "all one",
     .verbs = "solve check",
     .help = "super hexagons that share cells: all are cleared, or only the first in reading order (one); no published "
             "rule says which"},
    {.name = "rank",
     .kind = COMB_OPTION_CHOICE,
     .argument = "ORDER",
     .default_value = DEFAULT_RANK,
     .choices = "seed territory",
     .verbs = "solve",
     .help = "order of moves that win equally many hexagons: seed (more of the opponent's cells cleared, fewer of your "
             "own, longer word) or territory (cells held after the move, with --reply after the reply; then fewer "
             "threats)"},
    {.name = "reply",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve",
     .randomised = true,
     .help = "rank by the expected result after the opponent's best reply, with random letters for cleared cells"},
    {.name = "candidates",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .default_value = "40",
     .min = 1,
     .max = 10000,
     .verbs = "solve",
     .needs = "reply",
     .help = "with --reply: evaluate the N best moves"},
    {.name = "samples",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .default_value = "16",
     .min = 1,
     .max = 100000,
     .verbs = "solve",
     .needs = "reply",
     .help = "with --reply: random samples per move"},
    {.name = "min-length",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .default_value = "2",
     .min = 2,
     .max = COMB_DICT_MAX_WORD,
     .verbs = "solve check",
     .help = "minimum word length"},
    {.name = "limit",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .min = 0,
     .max = 10000000,
     .verbs = "solve",
     .help = "list the N best moves (default: 20; 100 with --json or --plain); the count always covers all moves"},
    {.name = "path",
     .kind = COMB_OPTION_TEXT,
     .argument = "WORD",
     .verbs = "draw",
     .help = "draw the path of WORD on the board"},
    {0},
};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

static const struct comb_words_board_spec board_spec = {
    .words = &words,
    .kind = COMB_DETECTED_HEX_FLAT,
    .shapes = flat_rows,
    .shape_count = 1,
    .fixed_shape = true,
    .patterns = patterns,
    .states = "red=r very_red=R blue=b very_blue=B",
};

static const struct comb_reader reader = {
    .read = comb_hexicon_read,
    .to_text = comb_words_to_text,
    .apply_fix = comb_words_apply_fix,
    .fix_example = "6,2=J:r",
    .payload = &board_spec,
};

static const struct comb_example examples[] = {
    {.input = "A / I Y / N M:b G / P O S A / L I:r E C B / A:r T A:B I / T:r Y M:B E T / S:R I:B R S / E A:R N D A / "
              "L:R R W D:b / R E T U E:b / I G M R:b / T S:r A J:b E / O F N:b U:b / A T I:b / L O / R",
     .description = "a position in the middle of a game",
     .move = "blue:0-1"},
    {.input = "S / T A:b / E R:b N / D O:r / G", .description = "a small board", .move = "1=S:b"},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"61 hexagons", "? / ? ? / ? ? ? / ? ? ? ? / ? ? ? ? ? / ? ? ? ? / ? ? ? ? ? / ? ? ? ? / ? ? ? ? ? / ? ? ? ? / ? ? "
                    "? ? ? / ? ? ? ? / ? ? ? ? ? / ? ? ? ? / ? ? ? / ? ? / ?"},
    {0},
};

static const struct comb_field fields[] = {
    {.name = "list", .type = "string", .verbs = "solve", .help = "the title of the word list"},
    {.name = "list_hash", .type = "string", .verbs = "solve", .help = "a hash of the words of the list"},
    {.name = "mover", .type = "'blue' | 'red'", .verbs = "solve", .help = "who moves"},
    {.name = "count", .type = "int", .verbs = "solve", .help = "the number of moves"},
    {.name = "supers", .type = "'all' | 'one'", .verbs = "solve", .help = "super hexagons that share cells: cleared"},
    {.name = "swap_cells",
     .type = "'any' | 'path'",
     .verbs = "solve",
     .help = "cells that may be swapped: any, or one on the path"},
    {.name = "rank", .type = "'seed' | 'territory'", .verbs = "solve", .help = "the order of the moves"},
    {.name = "ranked", .type = "bool", .verbs = "solve", .help = "whether the order is exact"},
    {.name = "samples", .type = "int", .verbs = "solve", .optional = true, .help = "replies sampled per move"},
    {.name = "moves",
     .type = "{word: string, path: int[], swap: int[] | null, blue_hexagons: int, red_hexagons: int, red_cleared: "
             "int, blue_cleared: int, reply?: number, territory?: number}[]",
     .verbs = "solve",
     .help = "the moves, best first"},
    {0},
};

static const struct comb_lesson lessons[] = {
    {"A word is a path over neighbouring hexagons, never over those of the other player.",
     "S / A T:b / T R:b N / D O:r / G", "{\"moves\":[{\"word\":\"SAT\",\"path\":[0,1,3]}]}"},
    {"The free hexagons of the word take the colour of the player.", "S:b / A:b T:b / T:b R:b N / D O:r / G", NULL},
    {"Six coloured neighbours complete a hexagon: the player with most of the seven cells captures its centre.",
     "S:b / T:b A:b / E:B / R:r N:b / D:r", NULL},
    {0},
};

const struct comb_game comb_game_hexicon = {
    .name = "hexicon",
    .title = "Hexicon",
    .summary = "capture hexagons with words; ranks every move",
    .notation =
        "Half rows of flat-topped hexagons from top to bottom, separated by / or newlines; consecutive half rows "
        "differ by one cell (1,2,3,4,5,4,5,4,5,4,5,4,5,4,3,2,1 is the usual board of 61). Cells are separated by "
        "spaces; a state follows a colon: b blue, r red, B and R captured centres. ? is an unknown letter; the solver "
        "lets it match any letter. A move (--moves) is blue:3-4-5 or red:3-4-5 (the cells of a word), or CELL=TILE.",
    .options = options,
    .examples = examples,
    .fields = fields,
    .start_order = 5,
    .blurb = "Capture hexagons, two players",
    .rules = "Two players, blue and red, trace words over neighbouring cells, each cell at most once and never on "
             "cells of the other player. The free cells of the word take the colour of the player.\n"
             "A coloured cell whose six neighbours are all coloured completes a hexagon. The player with the "
             "majority of the seven cells captures its centre and scores one point; the coloured cells around it "
             "are cleared and get new letters. A captured cell with six captured neighbours clears all seven.\n"
             "Before a word a player may swap two neighbouring cells that are not captured. The first player to "
             "reach the target shown next to the crown wins.",
    .lessons = lessons,
    .blank_boards = blank_boards,
    .family = &words,
    .page_family = "words",
    .view_facts = comb_words_view_facts,
    .parse = comb_words_parse_input,
    .update_text = comb_words_update_text,
    .join = comb_words_join,
    .free = comb_words_free,
    .print = comb_words_print,
    .image = comb_words_image,
    .canon = comb_words_canon,
    .scene = comb_words_scene,
    .apply = apply,
    .solve = solve,
    .parse_answer = read_answer,
    .answer_member = "moves",
    .verify = comb_hexicon_verify,
    .verified = comb_hexicon_verified,
    .recheck = comb_hexicon_recheck,
    .report = comb_hexicon_report,
    .describe_answer = comb_hexicon_summary,
    .reader = &reader,
};
