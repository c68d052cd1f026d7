/* Word boards from pictures: what the readers of word games share.
 *
 *     lattices seen -> the one whose places fit a board of the game -> ink of each cell -> letters -> a reading (JSON)
 *
 * A game says in a struct comb_words_look what its boards look like; comb_words_see finds and reads such a board,
 * the game then adds what is its own (colours, bonuses, counters), and comb_words_tell makes the reading of it. */
#ifndef COMB_FAMILY_WORDS_READ_H
#define COMB_FAMILY_WORDS_READ_H

#include "family/words/game.h"
#include "vision/glyph.h"
#include "vision/sight.h"

enum comb_words_square { COMB_WORDS_WORDHUNT, COMB_WORDS_BOGGLE, COMB_WORDS_RUZZLE };

struct comb_words_look {
    const struct comb_words_game *words; /* for its notation */
    enum comb_seen_kind kind;
    enum comb_words_square square;                       /* of squares: whose they are */
    const unsigned char (*shapes)[COMB_WORDS_MOST_ROWS]; /* of hexagons: row lengths, ended by 0; the usual one first */
    size_t shape_count;
    bool fixed_shape; /* the first shape or none */
    bool blanks;      /* a cell without a letter is nothing unusual */
    comb_glyph_patterns patterns;
    const char *states; /* a cell's "state" and the attribute that says the same, "red=r very_red=R"; or NULL */
};

enum comb_words_missing {
    COMB_WORDS_SEEN,    /* there is a cell */
    COMB_WORDS_UNSEEN,  /* there should be one, and something is there */
    COMB_WORDS_NOTHING, /* there should be one, and there is nothing but background */
    COMB_WORDS_CUT      /* the picture ends there */
};

/* One place of the board. */
struct comb_words_place {
    int x, y; /* as in the lattice of the game's boards */
    enum comb_words_missing missing;
    const struct comb_seen_cell *cell; /* NULL where it is missing */
    struct comb_box box;
    bool inked;
    bool crossed; /* a line is drawn over it */
    struct comb_glyph glyph;
    unsigned group;      /* equal glyphs have one number */
    unsigned paper, ink; /* colours, 0xRRGGBB */
    double unevenness;   /* 0 to 1: how much there is in the cell besides paper, where there is no ink */
    const char *state;   /* static text */
    double state_confidence;
    const char *other_state; /* what it may be instead, an attribute of the notation; or NULL */
};

struct comb_words_seen {
    const struct comb_words_look *look;
    const struct comb_sight *sight;
    const struct comb_grid_seen *grid;
    int origin_x, origin_y; /* board place (x, y) is lattice place (x + origin_x, y + origin_y) */
    unsigned rows, columns;
    unsigned count;         /* places, missing ones too */
    unsigned found;         /* places with a cell */
    unsigned inked;         /* cells with a letter */
    bool holes;             /* squares: there are places that hold no cell by rule */
    bool edge;              /* the board may go on beyond the picture */
    bool line_hides;        /* squares: a line is drawn over the tiles that letters do not show through */
    double letters;         /* 0 to 1: how much the ink looks like letters */
    unsigned char *patches; /* a picture of each place, see read_parts.h */
    unsigned side;          /* of these, in pixels */
    struct comb_words_place places[COMB_WORDS_MOST_CELLS];
};

/* The lattice of the picture that is most like a board of this look, its letters read. COMB_NO when there is none.
 * comb_words_seen_free frees it. */
int comb_words_see(struct comb_words_seen **out, const struct comb_sight *sight, const struct comb_words_look *look,
                   struct comb_error *err);
void comb_words_seen_free(struct comb_words_seen *seen);

/* How much of a board of this game was seen, and whether it holds letters: 0 to 1. */
double comb_words_likeness(const struct comb_words_seen *seen);

/* The reading: likeness, cells, expected, found, missing places, and doubts about those. */
int comb_words_tell(json_t **reading, const struct comb_words_seen *seen, double likeness, struct comb_error *err);

/* ---- members of struct comb_reader; `look` is a struct comb_words_look ---- */

/* See and tell, for games that have nothing of their own on the picture. */
int comb_words_read(json_t **reading, const struct comb_sight *sight, const void *look, struct comb_error *err);

/* Squares: Word Hunt, Boggle and Ruzzle look alike. The picture is read as the look's own; "alternatives" in the
 * reading are the others that it may be. */
int comb_words_read_square(json_t **reading, const struct comb_sight *sight, const void *look, struct comb_error *err);

/* A correction is a cell as it is written on a
 * board ("I", "QU", "E:2w"), ":r" for the state only, ":" for none, "_" or nothing for a blank, "." for no cell. In
 * doubt, equal glyphs are mended with it. */
int comb_words_spell(struct comb_buf *out, const json_t *reading, const void *look, struct comb_error *err);
int comb_words_mend(json_t *reading, int x, int y, const char *text, const void *look, struct comb_error *err);

#endif
