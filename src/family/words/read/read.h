/* Reads word boards from pictures: shared by the readers of the word games.
 *
 *     detected lattices -> the one that fits a board of the game -> ink of each cell -> letters -> a reading (JSON)
 *
 * A game describes its boards in a struct comb_words_board_spec. comb_words_detect finds and reads such a board, the
 * game then adds its own parts (colours, bonuses, counters), and comb_words_to_json writes the reading. */
#ifndef COMB_FAMILY_WORDS_READ_H
#define COMB_FAMILY_WORDS_READ_H

#include "family/words/game.h"
#include "vision/detect/detect.h"
#include "vision/glyph/glyph.h"

/* How well a game explains a square of letters in a picture, 0 to 1. Several games look alike; the one that explains a
 * picture best is chosen, and those that explain it nearly as well are listed as alternatives. */
struct comb_words_square_look {
    double four;             /* four by four tiles */
    double large;            /* five by five or six by six */
    double other;            /* any other size */
    double large_wooden;     /* large, on wood; 0: as large */
    double holes;            /* places without a tile; 0: they tell nothing */
    double two_letter_tiles; /* a tile such as Qu; 0: they tell nothing */
    bool badges;             /* bonus badges or letter values on four by four tiles belong to this game */
};

struct comb_words_board_spec {
    const struct comb_words_game *words; /* for its notation */
    enum comb_detected_kind kind;
    const struct comb_words_square_look *square; /* for comb_words_read_square */
    const unsigned char (
        *shapes)[COMB_WORDS_MAX_ROWS]; /* for hexagons: row lengths, ended by 0; the usual shape first */
    size_t shape_count;
    bool fixed_shape; /* only the first shape is allowed */
    bool blanks;      /* cells without a letter are normal */
    comb_glyph_patterns patterns;
    const char *states; /* pairs of a cell's "state" and its attribute, "red=r very_red=R"; or NULL */
};

enum comb_words_missing {
    COMB_WORDS_CELL_DETECTED,   /* the cell is there */
    COMB_WORDS_CELL_UNDETECTED, /* a cell is expected, and something is there */
    COMB_WORDS_CELL_ABSENT,     /* a cell is expected, but there is only background */
    COMB_WORDS_CELL_CUT         /* the picture ends there */
};

/* One place of the board. */
struct comb_words_place {
    int x, y; /* as in the lattice of the game's boards */
    enum comb_words_missing missing;
    const struct comb_detected_cell *cell; /* NULL if missing */
    struct comb_pixel_box box;
    bool inked;
    bool crossed; /* a line is drawn over it */
    struct comb_glyph glyph;
    unsigned group;      /* equal glyphs have the same number */
    unsigned paper, ink; /* colours, 0xRRGGBB */
    double unevenness;   /* 0 to 1: how much the cell differs from its paper if it has no ink */
    const char *state;   /* static text */
    double state_confidence;
    const char *other_state; /* the alternative, an attribute of the notation; or NULL */
};

/* A bonus disc that sticks out of a tile's corner. */
struct comb_words_disc {
    unsigned tile;   /* index of its place */
    unsigned colour; /* 0xRRGGBB */
    double x, y;     /* its centre, in pitches from the tile's centre */
    double radius;   /* in pitches, without a white rim */
    bool faint;      /* possibly not a disc */
    bool selected;   /* the tile is highlighted, which changes the disc's colour */
    int bonus;       /* by its colour: 0 double letter, 1 triple letter, 2 double word, 3 triple word */
    int other;       /* the next best one */
    double confidence;
    bool single; /* one of many of this bonus, while the one most like it is missing */
};

struct comb_words_discs {
    unsigned count;
    struct comb_words_disc list[COMB_WORDS_MAX_CELLS];
    bool selected[COMB_WORDS_MAX_CELLS]; /* places whose tile is highlighted */
    bool white_rims;                     /* all discs have a white rim, so none can be missed on a highlighted tile */
};

struct comb_words_detection {
    const struct comb_words_board_spec *spec;
    const struct comb_detection *detection;
    const struct comb_detected_grid *grid;
    int origin_x, origin_y; /* board place (x, y) is lattice place (x + origin_x, y + origin_y) */
    unsigned rows, columns;
    unsigned count;                /* places, including missing ones */
    unsigned found;                /* places with a cell */
    unsigned inked;                /* cells with a letter */
    bool holes;                    /* squares: some places have no cell by rule */
    bool cut_off;                  /* the board may continue beyond the picture */
    bool opaque_line;              /* squares: an opaque line is drawn over the tiles */
    bool turned_dice;              /* squares: the letters lie in different directions */
    int turned;                    /* squares: degrees clockwise that make the picture upright */
    struct comb_words_discs discs; /* squares: bonuses outside the tiles */
    double letter_likeness;        /* 0 to 1: how much the ink looks like letters */
    unsigned char *patches;        /* a picture of each place, see parts.h */
    unsigned side;                 /* their side in pixels */
    struct comb_words_place places[COMB_WORDS_MAX_CELLS];
};

/* Finds the lattice that best matches the spec and reads its letters. Returns COMB_NO if there is none. Free the result
 * with comb_words_detection_free. */
int comb_words_detect(struct comb_words_detection **out, const struct comb_detection *detection,
                      const struct comb_words_board_spec *payload, struct comb_error *err);
void comb_words_detection_free(struct comb_words_detection *board);

/* How completely a board of this game was detected, and whether it holds letters: 0 to 1. */
double comb_words_likeness(const struct comb_words_detection *board);

/* Writes the reading: likeness, cells, expected, found, missing places, and uncertainties about those. */
int comb_words_to_json(json_t **reading, const struct comb_words_detection *board, double likeness,
                       struct comb_error *err);

/* ---- members of struct comb_reader; `payload` is a struct comb_words_board_spec ---- */

/* Detects and writes the reading, for games that add nothing of their own. */
int comb_words_read(json_t **reading, const struct comb_detection *detection, const void *payload,
                    struct comb_error *err);

/* For squares of letters, which look alike in several games. The picture is read as the spec's game; "alternatives" in
 * the reading lists the other games with this reader that it may be. */
int comb_words_read_square(json_t **reading, const struct comb_detection *detection, const void *payload,
                           struct comb_error *err);

/* A correction is a cell in board notation ("I", "QU", "E:2w"), ":r" for the state only, ":" for no state, "_" or an
 * empty text for a blank, "." for no cell. It also applies to equal glyphs that are uncertain. At -1,-1 "lang:sv" names
 * the board's language, which settles uncertain marks of letters, and "upright" says that the picture is not turned. */
int comb_words_to_text(struct comb_buf *out, const json_t *reading, const void *payload, struct comb_error *err);
int comb_words_apply_fix(json_t *reading, int x, int y, const char *text, const void *payload, struct comb_error *err);

#endif
