/* Word Hunt, Boggle and Ruzzle: which of the three a square of letters is.
 *
 * Bonus badges and letter values are Ruzzle's; a tile Qu is Boggle's; holes are Word Hunt's. Without any of these the
 * usual sizes decide, and the reading names the other games that would do. */
#include "family/words/read_parts.h"

#include <math.h>
#include <string.h>

static const char *const names[] = {"wordhunt", "boggle", "ruzzle"};

enum { GAMES = 3 };

/* Pixels between tiles below which Ruzzle's badges are blots. */
static const double LEAST_PITCH = 32;

/* Wood: a warm colour of middling strength. A hint only, for sizes that two games have. */
static bool is_wooden(const struct comb_words_seen *seen)
{
    unsigned colour = seen->grid->colour_count ? seen->grid->colours[0].colour : 0;
    double r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;
    return r > g && g > b && (r - b) / r > 0.2 && (r - b) / r < 0.75 && (g - b) / (r - b) > 0.3 &&
           (g - b) / (r - b) < 0.85;
}

/* How well each game explains what was seen, 0 to 1. */
static void weigh(double fits[GAMES], const struct comb_words_seen *seen, const struct comb_words_marks *marks)
{
    bool even = seen->rows == seen->columns;
    bool four = even && seen->rows == 4, larger = even && (seen->rows == 5 || seen->rows == 6);
    bool valued = marks->values * 10 >= seen->found * 6;
    fits[COMB_WORDS_WORDHUNT] = seen->holes ? 0.95 : four ? 0.75 : larger && is_wooden(seen) ? 0.85 : 0.6;
    fits[COMB_WORDS_BOGGLE] = larger ? 0.8 : four ? 0.65 : 0.55;
    fits[COMB_WORDS_RUZZLE] = four ? 0.5 : 0.2;
    if (marks->doubles > 0)
        fits[COMB_WORDS_BOGGLE] = 0.95;
    if (four && (marks->bonuses > 0 || valued)) {
        fits[COMB_WORDS_RUZZLE] = 1;
        fits[COMB_WORDS_WORDHUNT] *= 0.25; /* also where Ruzzle is not sure of what stands on a badge */
        fits[COMB_WORDS_BOGGLE] *= 0.25;
    }
}

/* Others that are nearly as good; none when a mark has decided. */
static int add_alternatives(json_t *reading, const double fits[GAMES], enum comb_words_square game,
                            struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *list = comb_json_array(&build);
    for (int k = 0; k < GAMES; k++)
        if (k != (int)game && fits[k] >= 0.45 && fits[game] < 0.95)
            comb_json_push(&build, list, comb_json_string(&build, names[k]));
    comb_json_set(&build, reading, "alternatives", list);
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

/* Four by four without any mark, in a picture in which marks could not be seen: Ruzzle's bonuses must not be passed
 * over in silence. */
static int doubt_small(json_t *reading, const struct comb_words_seen *seen, const double fits[GAMES],
                       struct comb_error *err)
{
    bool four = seen->rows == 4 && seen->columns == 4;
    if (!four || seen->grid->pitch >= LEAST_PITCH || fits[COMB_WORDS_RUZZLE] >= 1 || fits[COMB_WORDS_BOGGLE] >= 0.95)
        return COMB_OK;
    return comb_reading_doubt(reading, -1, -1, err, "the tiles are too small to see bonuses: are there none?");
}

/* A lone Q is the tile Qu where the game has no other. */
static void spell_doubles(struct comb_words_seen *seen)
{
    for (unsigned i = 0; seen->look->words->notation.q_means_qu && i < seen->count; i++)
        if (strcmp(seen->places[i].glyph.text, "Q") == 0)
            strcpy(seen->places[i].glyph.text, "QU");
}

static void forget_states(struct comb_words_seen *seen)
{
    for (unsigned i = 0; i < seen->count; i++) {
        seen->places[i].state = "none";
        seen->places[i].state_confidence = 1;
    }
}

int comb_words_read_square(json_t **reading, const struct comb_sight *sight, const void *data, struct comb_error *err)
{
    const struct comb_words_look *look = data;
    struct comb_words_seen *seen;
    struct comb_words_marks marks;
    double fits[GAMES];
    *reading = NULL;
    int code = comb_words_see(&seen, sight, look, err);
    if (code == COMB_OK)
        code = comb_words_read_marks(&marks, seen, err);
    if (code == COMB_OK) {
        weigh(fits, seen, &marks);
        spell_doubles(seen);
        if (!look->states)
            forget_states(seen);
        code = comb_words_tell(reading, seen, comb_words_likeness(seen) * (0.85 + 0.15 * fits[look->square]), err);
    }
    if (code == COMB_OK)
        code = add_alternatives(*reading, fits, look->square, err);
    if (code == COMB_OK)
        code = doubt_small(*reading, seen, fits, err);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    comb_words_seen_free(seen);
    return code;
}
