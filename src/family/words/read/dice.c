/* Reads dice in a tray: letters that are off the middle of their cell, and turned in any direction.
 *
 *      +-----------+     A photo shows the upper face of a die and parts of its sides, so the letter is not in the
 * middle |   __      |     of the cell, and letters of the sides are visible at the cell's rim. The letter is the
 * largest |  |_  |    |     piece of ink around the middle that does not reach the rim, with the pieces close to it
 * (Qu). |  |__      |
 *      |___________|     It is read in four directions. The direction in which it looks most like a letter counts; if
 *       \_ N _____/      it looks like another letter in another direction (N and Z, M and W), the cell is uncertain,
 *                        unless most dice lie in one direction. If all do, the picture is turned.
 *
 * Letters on flat tiles are in the middle, but values and badges are beside them: for these only the largest piece of
 * ink is read, which is enough to tell whether the whole picture is turned.
 *
 * Only for boards that are read badly the usual way. Cost: four template matches per die. */
#include "family/words/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = COMB_WORDS_PATCH, PIXELS = SIDE * SIDE, TURNS = 4, MAX_BLOBS = 60, MIN_WEAK = 2 };

#define WEAK_LIKENESS 0.6
#define MIN_GAIN 0.06      /* of the mean likeness, or the board is read the usual way */
#define MIN_MEAN 0.62      /* of the likeness of all dice */
#define MIN_TURN_GAIN 0.15 /* of the mean likeness: letters such as H, I, N, O, S, X and Z look alike upside down */
#define SIMILAR 0.5        /* likeness of another direction, relative to the best: possibly that one */
#define SAME_DIRECTION 0.9 /* of the best likeness: all dice lie like this */
#define MAX_OFF 0.3        /* of the letter's centre from the cell's, in pitches */
#define MIN_PART 0.06      /* area of a piece relative to the largest */
#define FULL_CIRCLE 1.3    /* radius of the patch's part that may hold the letter: all but the corners */

struct piece {
    unsigned area;
    int left, top, right, bottom;
};

struct work {
    unsigned char covers[COMB_WORDS_MAX_CELLS][TURNS][PIXELS];
    struct comb_glyph_bitmap inks[COMB_WORDS_MAX_CELLS * TURNS];
    struct comb_glyph glyphs[COMB_WORDS_MAX_CELLS * TURNS];
    unsigned groups[COMB_WORDS_MAX_CELLS * TURNS];
    unsigned place[COMB_WORDS_MAX_CELLS]; /* of each die */
    unsigned best[COMB_WORDS_MAX_CELLS];  /* direction of each die */
    unsigned count;
    unsigned char labels[PIXELS];
    unsigned queue[PIXELS];
    struct piece pieces[MAX_BLOBS + 1];
    unsigned piece_count;
};

/* ---- the letter of one die ---- */

static void fill_piece(struct work *work, const unsigned char *cover, unsigned start)
{
    struct piece *piece = &work->pieces[++work->piece_count];
    unsigned head = 0, tail = 0;
    *piece = (struct piece){.left = SIDE, .top = SIDE, .right = -1, .bottom = -1};
    work->labels[start] = (unsigned char)work->piece_count;
    work->queue[tail++] = start;
    while (head < tail) {
        int at = (int)work->queue[head++], x = at % SIDE, y = at / SIDE;
        piece->area++;
        piece->left = x < piece->left ? x : piece->left;
        piece->right = x > piece->right ? x : piece->right;
        piece->top = y < piece->top ? y : piece->top;
        piece->bottom = y > piece->bottom ? y : piece->bottom;
        for (int k = 0; k < 9; k++) {
            int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
            if (nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE || work->labels[ny * SIDE + nx] ||
                cover[ny * SIDE + nx] < 128)
                continue;
            work->labels[ny * SIDE + nx] = (unsigned char)work->piece_count;
            work->queue[tail++] = (unsigned)(ny * SIDE + nx);
        }
    }
}

static void find_pieces(struct work *work, const unsigned char *cover)
{
    memset(work->labels, 0, sizeof work->labels);
    work->piece_count = 0;
    for (unsigned i = 0; i < PIXELS && work->piece_count < MAX_BLOBS; i++)
        if (cover[i] >= 128 && !work->labels[i])
            fill_piece(work, cover, i);
}

/* Distance of a piece's middle from the cell's, in pitches. */
static double off_middle(const struct piece *piece)
{
    double x = (piece->left + piece->right + 1) / 2.0 / SIDE - 0.5;
    double y = (piece->top + piece->bottom + 1) / 2.0 / SIDE - 0.5;
    return 2 * COMB_WORDS_PATCH_RADIUS * hypot(x, y);
}

static bool reaches_rim(const struct piece *piece)
{
    return piece->left == 0 || piece->top == 0 || piece->right == SIDE - 1 || piece->bottom == SIDE - 1;
}

/* The largest piece around the middle; 0 if there is none. */
static unsigned main_piece(const struct work *work)
{
    unsigned best = 0;
    for (unsigned i = 1; i <= work->piece_count; i++) {
        const struct piece *piece = &work->pieces[i];
        bool fits = off_middle(piece) < MAX_OFF && !reaches_rim(piece) && piece->area * 150 > PIXELS;
        if (fits && (best == 0 || piece->area > work->pieces[best].area))
            best = i;
    }
    return best;
}

/* Distance between two boxes. */
static int apart(const struct piece *a, const struct piece *b)
{
    int x = a->left > b->right ? a->left - b->right : b->left > a->right ? b->left - a->right : 0;
    int y = a->top > b->bottom ? a->top - b->bottom : b->top > a->bottom ? b->top - a->bottom : 0;
    return x > y ? x : y;
}

/* Keeps the letter: the main piece and, unless `alone`, those close to it. Returns false if there is none. */
static bool keep_letter(unsigned char *cover, struct work *work, bool alone)
{
    bool kept[MAX_BLOBS + 1] = {false};
    find_pieces(work, cover);
    unsigned main = main_piece(work);
    for (unsigned i = 1; i <= work->piece_count; i++) {
        const struct piece *piece = &work->pieces[i];
        kept[i] = main && !reaches_rim(piece) && piece->area > MIN_PART * work->pieces[main].area &&
                  apart(piece, &work->pieces[main]) < SIDE / 12 && off_middle(piece) < 1.3 * MAX_OFF;
        kept[i] = kept[i] && (!alone || i == main);
    }
    for (unsigned i = 0; i < PIXELS; i++)
        cover[i] = work->labels[i] && kept[work->labels[i]] ? cover[i] : 0;
    return main > 0;
}

/* Turns a square by 90 degrees to the left. */
static void turn(unsigned char *out, const unsigned char *in)
{
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++)
            out[y * SIDE + x] = in[x * SIDE + (SIDE - 1 - y)];
}

/* The ink of a die, or of the letter on a flat tile. */
static bool extract(unsigned char *cover, struct work *work, const unsigned char *rgb, unsigned ink, bool flat)
{
    bool inked = flat ? comb_ink_of_patch(cover, NULL, NULL, rgb, SIDE, COMB_WORDS_KEEP_SQUARE)
                      : comb_words_overdrawn_ink(cover, rgb, SIDE, FULL_CIRCLE, ink, 0);
    return inked && keep_letter(cover, work, flat);
}

static void collect_dice(struct work *work, const struct comb_words_detection *board, unsigned ink, bool flat)
{
    work->count = 0;
    for (unsigned i = 0; i < board->count; i++) {
        const struct comb_words_place *place = &board->places[i];
        unsigned char(*covers)[PIXELS] = work->covers[work->count];
        if (!place->cell || !extract(covers[0], work, comb_words_patch(board, place), ink, flat))
            continue;
        for (unsigned k = 1; k < TURNS; k++)
            turn(covers[k], covers[k - 1]);
        for (unsigned k = 0; k < TURNS; k++)
            work->inks[work->count * TURNS + k] = (struct comb_glyph_bitmap){SIDE, SIDE, covers[k]};
        work->place[work->count++] = i;
    }
}

/* ---- directions ---- */

static const struct comb_glyph *glyph_of(const struct work *work, unsigned die, unsigned direction)
{
    return &work->glyphs[die * TURNS + direction];
}

/* The direction in which all dice together look most like letters; many letters look the same upside down. */
static unsigned common_direction(double *sum, const struct work *work)
{
    unsigned best = 0;
    *sum = 0;
    for (unsigned k = 0; k < TURNS; k++) {
        double here = 0;
        for (unsigned i = 0; i < work->count; i++)
            here += glyph_of(work, i, k)->likeness;
        best = here > *sum ? k : best;
        *sum = fmax(*sum, here);
    }
    return best;
}

/* Each die lies as it looks best, or all lie the same way if they look nearly as good so. */
static void choose_directions(struct work *work)
{
    double best_sum = 0, common_sum;
    unsigned common = common_direction(&common_sum, work);
    for (unsigned i = 0; i < work->count; i++) {
        for (unsigned k = 1; k < TURNS; k++)
            if (glyph_of(work, i, k)->likeness > glyph_of(work, i, work->best[i])->likeness)
                work->best[i] = k;
        best_sum += glyph_of(work, i, work->best[i])->likeness;
    }
    for (unsigned i = 0; common_sum >= SAME_DIRECTION * best_sum && i < work->count; i++)
        work->best[i] = common;
}

static bool all_alike(const struct work *work)
{
    for (unsigned i = 1; i < work->count; i++)
        if (work->best[i] != work->best[0])
            return false;
    return true;
}

/* The direction in which the die looks like another letter, or TURNS. */
static unsigned other_letter(const struct work *work, unsigned die)
{
    const struct comb_glyph *best = glyph_of(work, die, work->best[die]);
    unsigned other = TURNS;
    for (unsigned k = 0; k < TURNS; k++) {
        const struct comb_glyph *glyph = glyph_of(work, die, k);
        if (strcmp(glyph->text, best->text) != 0 && glyph->likeness > SIMILAR * best->likeness &&
            (other == TURNS || glyph->likeness > glyph_of(work, die, other)->likeness))
            other = k;
    }
    return other;
}

static void set_place(struct comb_words_place *place, const struct work *work, unsigned die, bool same)
{
    unsigned other = same ? TURNS : other_letter(work, die);
    place->glyph = *glyph_of(work, die, work->best[die]);
    place->group = work->groups[die * TURNS + work->best[die]];
    place->inked = place->glyph.text[0] != '\0';
    if (other == TURNS)
        return;
    place->glyph.confidence = fmin(place->glyph.confidence, 0.6);
    strcpy(place->glyph.second, glyph_of(work, die, other)->text);
}

/* ---- the board ---- */

static double mean_likeness(const struct comb_words_detection *board)
{
    double sum = 0;
    for (unsigned i = 0; i < board->count; i++)
        sum += board->places[i].inked ? board->places[i].glyph.likeness : 0;
    return sum / board->count;
}

static double mean_of_dice(const struct work *work, const struct comb_words_detection *board)
{
    double sum = 0;
    for (unsigned i = 0; i < work->count; i++)
        sum += glyph_of(work, i, work->best[i])->likeness;
    return sum / board->count;
}

static bool is_weak(const struct comb_words_detection *board)
{
    unsigned weak = 0, empty = 0;
    for (unsigned i = 0; i < board->count; i++) {
        const struct comb_words_place *place = &board->places[i];
        empty += place->cell && !place->inked;
        weak += !place->inked || place->glyph.likeness < WEAK_LIKENESS;
    }
    return weak >= MIN_WEAK || empty > 0;
}

/* The board is read well except for letters off the middle of their cell: those are taken upright. */
static void fill_gaps(struct comb_words_detection *board, const struct work *work)
{
    for (unsigned i = 0; i < work->count; i++) {
        struct comb_words_place *place = &board->places[work->place[i]];
        if (place->inked || glyph_of(work, i, 0)->likeness < WEAK_LIKENESS)
            continue;
        place->glyph = *glyph_of(work, i, 0);
        place->group = (unsigned)(COMB_WORDS_MAX_CELLS + work->place[i]); /* equal to no other */
        place->inked = true;
    }
}

static int read_directions(struct comb_words_detection *board, struct work *work, bool flat, struct comb_error *err)
{
    collect_dice(work, board, comb_words_common_ink(board), flat);
    memset(work->best, 0, sizeof work->best);
    if (work->count == 0)
        return COMB_OK;
    return comb_glyph_read_board(work->glyphs, work->groups, work->inks, (size_t)work->count * TURNS,
                                 board->spec->patterns, err);
}

static int degrees_of(unsigned direction)
{
    return (int)(TURNS - direction) % TURNS * 90;
}

/* Sets `turned` if the letters of nearly all tiles stand in one direction, and not in the picture's. */
static int find_turn(struct comb_words_detection *board, struct work *work, struct comb_error *err)
{
    double sum, upright = 0;
    int code = read_directions(board, work, true, err);
    if (code != COMB_OK || 4 * work->count < 3 * board->count)
        return code;
    unsigned common = common_direction(&sum, work);
    for (unsigned i = 0; i < work->count; i++)
        upright += glyph_of(work, i, 0)->likeness;
    if (sum >= MIN_MEAN * work->count && sum > upright + MIN_TURN_GAIN * work->count)
        board->turned = degrees_of(common);
    return COMB_OK;
}

static int read_dice(struct comb_words_detection *board, struct work *work, struct comb_error *err)
{
    int code = find_turn(board, work, err);
    if (code == COMB_OK && !board->turned)
        code = read_directions(board, work, false, err);
    if (code != COMB_OK || board->turned || work->count == 0)
        return code;
    choose_directions(work);
    double mean = mean_of_dice(work, board);
    if (mean < MIN_MEAN || mean < mean_likeness(board) + MIN_GAIN) {
        fill_gaps(board, work);
        return COMB_OK;
    }
    bool same = all_alike(work);
    board->turned_dice = !same;
    board->turned = same ? degrees_of(work->best[0]) : 0;
    if (board->turned) /* the whole picture is turned, and read again */
        return COMB_OK;
    for (unsigned i = 0; i < board->count; i++)
        board->places[i].inked = false;
    for (unsigned i = 0; i < work->count; i++)
        set_place(&board->places[work->place[i]], work, i, same);
    return COMB_OK;
}

int comb_words_read_dice(struct comb_words_detection *board, struct comb_error *err)
{
    if (!is_weak(board) || board->count > COMB_WORDS_MAX_CELLS)
        return COMB_OK;
    struct work *work = calloc(1, sizeof *work);
    int code = work ? read_dice(board, work, err) : comb_fail_memory(err);
    free(work);
    return code;
}
