/* Decides which game a square of letters belongs to.
 *
 * Every game with this reader says how well it explains sizes and marks (struct comb_words_square_look): bonus badges,
 * letter values, two-letter tiles and holes each belong to one kind of game. Without any of these the usual sizes
 * decide, and the reading lists the other possible games.
 *
 * The letters of a picture are read once for all games that accept the same texts on their tiles. */
#include "family/words/read/parts.h"

#include "core/reading_turn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels between tiles below which bonus badges cannot be recognised. */
static const double MIN_PITCH = 32;

/* Wood: a warm colour of medium saturation. Only a hint, for sizes that two games share. */
static bool is_wooden(const struct comb_words_detection *board)
{
    unsigned colour = board->grid->colour_count ? board->grid->colours[0].colour : 0;
    double r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;
    return r > g && g > b && (r - b) / r > 0.2 && (r - b) / r < 0.75 && (g - b) / (r - b) > 0.3 &&
           (g - b) / (r - b) < 0.85;
}

static bool is_square(const struct comb_words_detection *board, unsigned side)
{
    return board->rows == side && board->columns == side;
}

/* Whether badges or letter values show that the game has such marks. */
static bool has_badges(const struct comb_words_detection *board, const struct comb_words_marks *marks)
{
    return is_square(board, 4) && (marks->bonuses > 0 || marks->values * 10 >= board->found * 6);
}

/* Rates how well a game explains the detected board, 0 to 1. */
static double rate_game(const struct comb_words_square_look *look, const struct comb_words_detection *board,
                        const struct comb_words_marks *marks)
{
    double fit = look->other;
    if (is_square(board, 4))
        fit = look->four;
    else if (is_square(board, 5) || is_square(board, 6))
        fit = look->large_wooden > 0 && is_wooden(board) ? look->large_wooden : look->large;
    if (look->holes > 0 && board->holes)
        fit = look->holes;
    if (look->two_letter_tiles > 0 && marks->doubles > 0)
        fit = look->two_letter_tiles;
    if (board->turned_dice)
        fit = look->two_letter_tiles > 0 ? look->two_letter_tiles : fit * 0.5; /* real dice */
    if (has_badges(board, marks))
        fit = look->badges ? 1 : fit * 0.25; /* also if a badge cannot be read with certainty */
    return fit;
}

/* Lists other games that fit nearly as well; none if a mark decided. */
static int add_alternatives(json_t *reading, const struct comb_words_detection *board,
                            const struct comb_words_marks *marks, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *list = comb_json_array(&build);
    bool decided = rate_game(board->spec->square, board, marks) >= 0.95;
    for (const struct comb_game *const *game = comb_games; *game && !decided; game++) {
        const struct comb_reader *reader = (*game)->reader;
        if (!reader || reader->read != comb_words_read_square || reader->payload == board->spec)
            continue;
        const struct comb_words_board_spec *other = reader->payload;
        unsigned max_cells = other->words->notation.max_cells;
        if (board->count <= (max_cells ? max_cells : COMB_WORDS_MASK_CELLS) &&
            rate_game(other->square, board, marks) >= 0.45)
            comb_json_push(&build, list, comb_json_string(&build, (*game)->name));
    }
    comb_json_set(&build, reading, "alternatives", list);
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

/* Four by four without any mark, in a picture too small to show marks: bonuses may be there and must not be ignored. */
static int add_small_uncertainty(json_t *reading, const struct comb_words_detection *board,
                                 const struct comb_words_marks *marks, struct comb_error *err)
{
    if (!is_square(board, 4) || board->grid->pitch >= MIN_PITCH || has_badges(board, marks) || marks->doubles > 0)
        return COMB_OK;
    return comb_reading_add_uncertainty(reading, -1, -1, err, "%s", comb_words_small_question);
}

/* Real boards of a game with bonuses have some: none at all means that they were missed, or that the game has only
 * begun. Such a game has values in the upper right corner of its tiles, readable or not, or values and coloured tiles.
 */
static int add_bonus_uncertainty(json_t *reading, const struct comb_words_detection *board,
                                 const struct comb_words_marks *marks, struct comb_error *err)
{
    bool valued = marks->values * 10 >= board->found * 6, specks = marks->specks * 10 >= board->found * 6;
    bool suspicious = (valued && (marks->values_on_top || marks->coloured > 0)) || (specks && !valued);
    if (!is_square(board, 4) || !suspicious || marks->bonuses > 0)
        return COMB_OK;
    return comb_reading_add_uncertainty(reading, -1, -1, err, "%s", comb_words_bonus_question);
}

static int add_language(json_t *reading, const char *language, struct comb_error *err)
{
    struct comb_json build = {0};
    comb_json_set(&build, reading, "lang", comb_json_string(&build, language));
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

/* A lone Q is the Qu tile if the game has no other. */
static void expand_doubles(struct comb_words_detection *board)
{
    for (unsigned i = 0; board->spec->words->notation.q_means_qu && i < board->count; i++)
        if (strcmp(board->places[i].glyph.text, "Q") == 0)
            strcpy(board->places[i].glyph.text, "QU");
}

static void forget_states(struct comb_words_detection *board)
{
    for (unsigned i = 0; i < board->count; i++) {
        board->places[i].state = "none";
        board->places[i].state_confidence = 1;
    }
}

static int add_uncertainties(json_t *reading, const struct comb_words_detection *board,
                             const struct comb_words_marks *marks, struct comb_error *err)
{
    int code = add_small_uncertainty(reading, board, marks, err);
    if (code == COMB_OK)
        code = add_bonus_uncertainty(reading, board, marks, err);
    if (code == COMB_OK && board->turned)
        code = comb_reading_add_uncertainty(reading, -1, -1, err, "the picture seems to be turned");
    if (code == COMB_OK && board->turned_dice) /* neither letters nor words show which side is up */
        code = comb_reading_add_uncertainty(reading, -1, -1, err, "%s", comb_words_upright_question);
    return code;
}

/* ---- a board that several games share ---- */

/* The last board that was read from a detection, with what its tiles carry. */
struct shared_board {
    const struct comb_words_board_spec *spec;
    int code; /* COMB_OK, or COMB_NO: there is none */
    bool has_marks;
    struct comb_words_marks marks;
    struct comb_words_detection board; /* without patches */
};

static bool same_patterns(comb_glyph_patterns one, comb_glyph_patterns other)
{
    while (*one && *other && strcmp(*one, *other) == 0) {
        one++;
        other++;
    }
    return !*one && !*other;
}

/* Whether all lattices are small enough for every game, so that its largest board does not matter. */
static bool all_small(const struct comb_detection *detection)
{
    enum { MAX_SIDE = 8 };
    for (unsigned i = 0; i < detection->grid_count; i++) {
        const struct comb_detected_grid *grid = &detection->grids[i];
        if (grid->count + grid->hole_count > COMB_WORDS_MASK_CELLS)
            return false;
        for (unsigned k = 0; k < grid->count; k++)
            if (grid->cells[k].x >= MAX_SIDE || grid->cells[k].y >= MAX_SIDE)
                return false;
    }
    return true;
}

/* Whether two games read the same board from a detection. */
static bool read_alike(const struct comb_words_board_spec *one, const struct comb_words_board_spec *other,
                       const struct comb_detection *detection)
{
    return one->kind == other->kind && one->blanks == other->blanks && same_patterns(one->patterns, other->patterns) &&
           (one->words->notation.max_cells == other->words->notation.max_cells || all_small(detection));
}

/* Stores a copy for the next game; without memory that game reads for itself. */
static void share(const struct comb_words_detection *board, const struct comb_words_marks *marks,
                  const struct comb_words_board_spec *spec, const struct comb_detection *detection)
{
    struct comb_detection_memo *memo = detection->memo;
    struct shared_board *shared = memo ? calloc(1, sizeof *shared) : NULL;
    if (!shared)
        return;
    shared->spec = spec;
    shared->code = board ? COMB_OK : COMB_NO;
    shared->has_marks = marks != NULL;
    if (marks)
        shared->marks = *marks;
    if (board)
        shared->board = *board;
    shared->board.patches = NULL;
    if (memo->data)
        memo->release(memo->data);
    *memo = (struct comb_detection_memo){shared, free};
}

static int copy_shared(struct comb_words_detection **out, struct comb_words_marks *marks,
                       const struct shared_board *shared, const struct comb_words_board_spec *spec,
                       struct comb_error *err)
{
    if (shared->code != COMB_OK)
        return comb_fail(err, COMB_NO, "no %s board found in the picture", spec->words->title);
    *out = malloc(sizeof **out);
    if (!*out)
        return comb_fail_memory(err);
    **out = shared->board;
    (*out)->spec = spec;
    *marks = shared->marks;
    return COMB_OK;
}

/* Reads the letters and marks of a board, or takes those that another game has read. The marks of a board that lies on
 * its side are left out unless `turned` allows it. */
static int detect_square(struct comb_words_detection **out, struct comb_words_marks *marks,
                         const struct comb_detection *detection, const struct comb_words_board_spec *spec, bool turned,
                         struct comb_error *err)
{
    const struct shared_board *shared = detection->memo ? detection->memo->data : NULL;
    *out = NULL;
    *marks = (struct comb_words_marks){0};
    if (shared && read_alike(shared->spec, spec, detection) &&
        (shared->has_marks || !turned || shared->code != COMB_OK))
        return copy_shared(out, marks, shared, spec, err);
    int code = comb_words_detect(out, detection, spec, err);
    bool with_marks = code == COMB_OK && (turned || !(*out)->turned);
    if (with_marks)
        code = comb_words_read_marks(marks, *out, err);
    if (code == COMB_OK || (code == COMB_NO && !*out))
        share(*out, with_marks ? marks : NULL, spec, detection);
    return code;
}

/* Writes the reading of a board whose letters and marks were read. */
static int write_square(json_t **reading, struct comb_words_detection *board, const struct comb_words_marks *marks,
                        struct comb_error *err)
{
    const struct comb_words_board_spec *spec = board->spec;
    expand_doubles(board);
    if (!spec->states)
        forget_states(board);
    int code = comb_words_to_json(
        reading, board, comb_words_likeness(board) * (0.85 + 0.15 * rate_game(spec->square, board, marks)), err);
    if (code == COMB_OK)
        code = add_alternatives(*reading, board, marks, err);
    if (code == COMB_OK && marks->language)
        code = add_language(*reading, marks->language, err);
    return code == COMB_OK ? add_uncertainties(*reading, board, marks, err) : code;
}

/* A comb_reading_function for a picture that was turned already. */
static int read_turned(json_t **reading, const struct comb_detection *detection, const void *data,
                       struct comb_error *err)
{
    struct comb_words_detection *board;
    struct comb_words_marks marks;
    *reading = NULL;
    int code = detect_square(&board, &marks, detection, data, true, err);
    if (code == COMB_OK)
        code = write_square(reading, board, &marks, err);
    comb_words_detection_free(board);
    return code;
}

int comb_words_read_square(json_t **reading, const struct comb_detection *detection, const void *data,
                           struct comb_error *err)
{
    struct comb_words_detection *board;
    struct comb_words_marks marks;
    *reading = NULL;
    int code = detect_square(&board, &marks, detection, data, false, err);
    if (code == COMB_OK && board->turned)
        code = comb_reading_turned(reading, detection, board->turned, read_turned, data, err);
    else if (code == COMB_OK)
        code = write_square(reading, board, &marks, err);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    comb_words_detection_free(board);
    return code;
}
