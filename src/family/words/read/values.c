/* Reads the letter values that some games print in a corner of each tile, and infers the language from them.
 *
 *      +-----------+     Values are small digits at the same place of every tile, in its upper or lower right corner. A
 *      |          4|     corner has values if most of its tiles show a digit there. Languages value letters differently
 *      |     W     |     (H is 4 in English, 2 in German): the one whose values agree with nearly all tiles is
 * inferred, |           |     if every other language disagrees on more.
 *      +-----------+ */
#include "family/words/read/parts.h"

#include "base/text.h"
#include "engine/dict/language.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 48, PIXELS = SIDE * SIDE, MIN_KNOWN = 8, MIN_LEAD = 2, MAX_MISSES = 8 /* one of so many */ };

#define VALUE_X 0.3 /* in pitches from the tile's centre */
#define VALUE_Y 0.29
#define VALUE_REACH 0.145
#define MIN_LIKENESS 0.35
#define MIN_CONFIDENCE 0.6
#define MIN_PITCH 40 /* pixels, to read a digit */

static const char *const patterns[] = {"#", "10", NULL};

struct work {
    unsigned char covers[COMB_WORDS_MAX_CELLS][PIXELS];
    struct comb_glyph_bitmap inks[COMB_WORDS_MAX_CELLS];
    struct comb_glyph glyphs[COMB_WORDS_MAX_CELLS];
    unsigned place[COMB_WORDS_MAX_CELLS];
};

static int read_corner(struct comb_words_printed_values *out, struct work *work,
                       const struct comb_words_detection *board, bool top, struct comb_error *err)
{
    unsigned count = 0;
    unsigned char rgb[3 * PIXELS];
    *out = (struct comb_words_printed_values){.top = top};
    for (unsigned i = 0; i < board->count; i++) {
        const struct comb_words_place *place = &board->places[i];
        if (!place->cell)
            continue;
        comb_grid_patch(rgb, SIDE, board->detection->picture, board->grid, place->x + board->origin_x + VALUE_X,
                        place->y + board->origin_y + (top ? -VALUE_Y : VALUE_Y), VALUE_REACH, 0);
        if (!comb_ink_of_patch(work->covers[count], NULL, NULL, rgb, SIDE, 1.0))
            continue;
        work->inks[count] = (struct comb_glyph_bitmap){SIDE, SIDE, work->covers[count]};
        work->place[count++] = i;
    }
    int code = count ? comb_glyph_read_board(work->glyphs, NULL, work->inks, count, patterns, err) : COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < count; i++) {
        const struct comb_glyph *glyph = &work->glyphs[i];
        if (glyph->likeness < MIN_LIKENESS || glyph->confidence < MIN_CONFIDENCE)
            continue;
        out->list[work->place[i]] = (unsigned char)atoi(glyph->text);
        out->count += out->list[work->place[i]] > 0;
    }
    return code;
}

int comb_words_read_printed_values(struct comb_words_printed_values *out, const struct comb_words_detection *board,
                                   struct comb_error *err)
{
    struct comb_words_printed_values lower;
    *out = (struct comb_words_printed_values){0};
    if (board->grid->pitch < MIN_PITCH)
        return COMB_OK;
    struct work *work = malloc(sizeof *work);
    int code = work ? read_corner(out, work, board, true, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = read_corner(&lower, work, board, false, err);
    if (code == COMB_OK && lower.count > out->count)
        *out = lower;
    free(work);
    return code;
}

/* ---- the language ---- */

/* Number of letters whose value differs in this language; *known counts those compared. */
static unsigned count_misses(unsigned *known, const struct comb_language *language,
                             const struct comb_words_printed_values *values, const struct comb_words_detection *board)
{
    unsigned misses = 0;
    *known = 0;
    for (unsigned i = 0; i < board->count; i++) {
        const struct comb_glyph *glyph = &board->places[i].glyph;
        uint32_t letter = 0;
        if (!board->places[i].inked || glyph->confidence < COMB_READING_MIN_CONFIDENCE || values->list[i] == 0)
            continue;
        size_t length = strlen(glyph->text);
        if (comb_utf8_decode(&letter, glyph->text, length) != length) /* a tile with two letters */
            continue;
        misses += comb_language_value(language, letter) != values->list[i];
        ++*known;
    }
    return misses;
}

const char *comb_words_infer_language(const struct comb_words_printed_values *values,
                                      const struct comb_words_detection *board)
{
    const struct comb_language *best = NULL, *language;
    if (!values->top) /* another game than Ruzzle, with values of its own */
        return NULL;
    unsigned least = ~0u, second = ~0u, known = 0;
    for (size_t i = 0; (language = comb_language_at(i)) != NULL; i++) {
        unsigned misses = count_misses(&known, language, values, board);
        bool same_values = best && best->values == language->values;
        if (misses < least) {
            second = same_values ? second : least;
            least = misses;
            best = language;
        } else if (!same_values && misses < second) {
            second = misses;
        }
    }
    unsigned lead = least == 0 ? 1 : MIN_LEAD; /* a value may be misread, but then the best language misses it too */
    bool clear = known >= MIN_KNOWN && MAX_MISSES * least <= known && second >= least + lead;
    return clear ? best->code : NULL;
}
