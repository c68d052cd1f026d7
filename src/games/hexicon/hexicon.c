/* Hexicon: two sides claim hexagons by tracing words. Solving a position is ranking every move of the side to play;
 * rules.c says what a move does, moves.c finds and ranks them, reply.c looks at the other side's answer, verify.c
 * checks it all again. */
#include "games/hexicon/moves.h"
#include "games/hexicon/read.h"
#include "games/hexicon/recheck.h"
#include "games/hexicon/reply.h"
#include "games/hexicon/show.h"
#include "games/hexicon/verify.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 100 }; /* moves, unless --limit says otherwise */

static unsigned no_points(const struct comb_words_board *board, const unsigned *path, size_t cells, unsigned letters)
{
    (void)board;
    (void)path;
    (void)cells;
    return letters;
}

static const unsigned char flat_rows[][COMB_WORDS_MOST_ROWS] = {{1, 2, 3, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 3, 2, 1}};

static const struct comb_words_game words = {
    .title = "Hexicon",
    .notation =
        {
            .hexagons = true,
            .flat_top = true,
            .attributes = "r R b B",
            .shown_board = "S / T A:b / E R:b N / D O:r / G",
            .flat = flat_rows,
            .flat_count = 1,
        },
    .min_length = 2,
    .points_of_path = no_points,
};

static int parse(void **board, struct comb_job *job, const char *text, size_t length, const struct comb_params *params,
                 struct comb_error *err)
{
    return comb_words_parse_board(board, &words, job, text, length, params, err);
}

static void update_text(struct comb_buf *out, const char *text, size_t length)
{
    comb_words_update_text(out, &words, text, length);
}

/* ---- moves as text ---- */

/* Cells "3-4-5" of a path; false when it is no path over neighbouring cells that the mover may use. */
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

/* A move is blue:3-4-5 or red:3-4-5, the cells of a word; or CELL=TILE, which edits the board. */
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
    int code = comb_hexicon_board_after(&after, board, &move, mover, err);
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
    comb_dict_spell(&text, dict, move->word, move->letters);
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "word", comb_json_string(build, comb_buf_text(&text)));
    comb_json_set(build, object, "path", cells_array(build, move->path, move->cells));
    comb_json_set(build, object, "swap",
                  move->swap[0] == COMB_HEXICON_NO_SWAP ? json_null() : cells_array(build, move->swap, 2));
    comb_json_set(build, object, "blue_hexagons", comb_json_int(build, move->hexagons[COMB_HEXICON_BLUE]));
    comb_json_set(build, object, "red_hexagons", comb_json_int(build, move->hexagons[COMB_HEXICON_RED]));
    comb_json_set(build, object, "red_cleared", comb_json_int(build, move->cleared[COMB_HEXICON_RED]));
    comb_json_set(build, object, "blue_cleared", comb_json_int(build, move->cleared[COMB_HEXICON_BLUE]));
    if (samples > 0)
        comb_json_set(build, object, "reply", comb_json_real(build, (double)move->reply));
    build->failed |= text.failed;
    comb_buf_free(&text);
    return object;
}

static int write_answer(json_t **answer, const struct comb_hexicon_ranking *ranking,
                        const struct comb_words_board *board, const struct comb_dict *dict,
                        enum comb_hexicon_side mover, unsigned samples, struct comb_error *err)
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

/* As many as are listed; with --reply no fewer than it looks at, or the best of them would depend on --limit. */
static size_t moves_kept(const struct comb_params *params)
{
    long long limit = comb_params_int(params, "limit", LISTED);
    long long candidates = comb_params_flag(params, "reply") ? comb_params_int(params, "candidates", 40) : 0;
    return (size_t)(limit > candidates ? limit : candidates);
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
    struct comb_hexicon_ranking ranking = {.keep = moves_kept(params)};
    search.min_length = (unsigned)comb_params_int(params, "min-length", 2);
    code = rank_moves(&ranking, &samples, &search, &position, mover, params, err);
    size_t limit = (size_t)comb_params_int(params, "limit", LISTED);
    ranking.best.count = ranking.best.count < limit ? ranking.best.count : limit;
    if (code == COMB_OK || code == COMB_LIMIT || code == COMB_INTERRUPTED) {
        int written = write_answer(answer, &ranking, data, dict, mover, samples, err);
        code = written != COMB_OK ? written : code == COMB_OK && ranking.count == 0 ? COMB_NO : code;
    }
    comb_hexicon_ranking_free(&ranking);
    comb_hexicon_search_close(&search);
    return code;
}

/* ---- a player's own moves ---- */

/* The best path for a word, by the rules' order; none when it cannot be traced over cells that the mover may use. */
struct best_path {
    struct comb_hexicon_move move;
    const struct comb_hexicon_position *position;
    enum comb_hexicon_side mover;
    bool found;
};

static bool better_path(void *payload, const struct comb_word_found *found)
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
        code = comb_word_paths(search->words, &tiles, &rules, letters, (unsigned)count, better_path, &best, err);
    }
    if (code != COMB_OK)
        return code;
    if (best.found) {
        comb_json_push(build, moves, move_object(build, &best.move, dict, 0));
        return COMB_OK;
    }
    struct comb_buf text = {0};
    if (count > 0)
        comb_dict_spell(&text, dict, letters, (unsigned)count);
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
        return comb_fail(err, COMB_BAD_INPUT, "no words given: name one or more after the board");
    int code = comb_words_dict(&dict, job, params, err);
    if (code == COMB_OK)
        code = comb_hexicon_position_of(&position, data, dict, err);
    if (code == COMB_OK)
        code = comb_hexicon_search_open(&search, dict, job, err);
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    json_t *moves = comb_json_array(&build);
    for (size_t i = 0; code == COMB_OK && i < count; i++)
        code = comb_utf8_valid(list[i], strlen(list[i]))
                   ? answer_word(&build, moves, &search, &position, mover, list[i], err)
                   : comb_fail(err, COMB_BAD_INPUT, "word %zu is no text: expected letters in UTF-8", i + 1);
    comb_json_set(&build, root, "mover", comb_json_string(&build, mover == COMB_HEXICON_BLUE ? "blue" : "red"));
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
     .fallback = "blue",
     .choices = "blue red",
     .verbs = "solve check",
     .help = "whose turn it is"},
    {.name = "swap",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve check",
     .help = "also moves that first swap two neighbouring cells"},
    {.name = "reply",
     .kind = COMB_OPTION_FLAG,
     .verbs = "solve",
     .by_chance = true,
     .help = "rank by what is left after the other side's best reply, in expectation over new letters"},
    {.name = "candidates",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .fallback = "40",
     .least = 1,
     .most = 10000,
     .verbs = "solve",
     .needs = "reply",
     .help = "with --reply: look at the N best moves"},
    {.name = "samples",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .fallback = "16",
     .least = 1,
     .most = 100000,
     .verbs = "solve",
     .needs = "reply",
     .help = "with --reply: draw new letters N times for each"},
    {.name = "min-length",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .fallback = "2",
     .least = 2,
     .most = COMB_DICT_MAX_WORD,
     .verbs = "solve check",
     .help = "only words of N letters or more"},
    {.name = "limit",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .least = 0,
     .most = 10000000,
     .verbs = "solve",
     .help = "list the N best moves; the count is of all. Without it 20 are shown, 100 with --json or --plain"},
    {.name = "path",
     .kind = COMB_OPTION_TEXT,
     .argument = "WORD",
     .verbs = "draw",
     .help = "draw the path of WORD on the board"},
    {0},
};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

static const struct comb_words_look look = {
    .words = &words,
    .kind = COMB_SEEN_HEX_FLAT,
    .shapes = flat_rows,
    .shape_count = 1,
    .fixed_shape = true,
    .patterns = patterns,
    .states = "red=r very_red=R blue=b very_blue=B",
};

static const struct comb_reader reader = {
    .read = comb_hexicon_read,
    .spell = comb_words_spell,
    .mend = comb_words_mend,
    .look = &look,
};

static const struct comb_example examples[] = {
    {.input = "A / I Y / N M:b G / P O S A / L I:r E C B / A:r T A:B I / T:r Y M:B E T / S:R I:B R S / E A:R N D A / "
              "L:R R W D:b / "
              "R E T U E:b / I G M R:b / T S:r A J:b E / O F N:b U:b / A T I:b / L O / R",
     .shows = "a position in the middle of a game",
     .move = "blue:0-1"},
    {.input = "S / T A:b / E R:b N / D O:r / G", .shows = "a small board", .move = "1=S:b"},
    {0},
};

const struct comb_game comb_game_hexicon = {
    .name = "hexicon",
    .title = "Hexicon",
    .summary = "claim hexagons by words; every move ranked",
    .notation = "Half rows of flat-topped hexagons from top to bottom, separated by / or newlines; neighbouring half "
                "rows differ by one "
                "cell (1,2,3,4,5,4,5,4,5,4,5,4,5,4,3,2,1 is the usual board of 61). Cells are separated by spaces; a "
                "state stands "
                "behind a colon: b blue, r red, B and R the fixed centres of claimed hexagons. ? is a letter not "
                "known, any letter "
                "to the solver. A move (--moves) is blue:3-4-5 or red:3-4-5, the cells of a word, or CELL=TILE.",
    .options = options,
    .examples = examples,
    .parse = parse,
    .join = comb_words_join,
    .update_text = update_text,
    .free = comb_words_free,
    .print = comb_words_print,
    .image = comb_words_image,
    .canon = comb_words_canon,
    .scene = comb_words_scene,
    .apply = apply,
    .solve = solve,
    .answer = read_answer,
    .answer_member = "moves",
    .verify = comb_hexicon_verify,
    .verified = comb_hexicon_verified,
    .recheck = comb_hexicon_recheck,
    .report = comb_hexicon_report,
    .account = comb_hexicon_account,
    .reader = &reader,
};
