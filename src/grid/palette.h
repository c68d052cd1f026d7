/* Colours: tokens (names of the page's style sheet), roles (what an item on a board is), and the tokens of each role.
 * Renderers ask by role; games and renderers define no colours of their own. */
#ifndef COMB_GRID_PALETTE_H
#define COMB_GRID_PALETTE_H

#include <stdint.h>

enum comb_theme { COMB_THEME_LIGHT, COMB_THEME_DARK, COMB_THEME_LIGHT_CONTRAST, COMB_THEME_DARK_CONTRAST, COMB_THEMES };

enum comb_colour {
    COMB_COLOUR_NONE, /* not painted */
    COMB_COLOUR_PAPER,
    COMB_COLOUR_SURFACE,
    COMB_COLOUR_EDGE,
    COMB_COLOUR_INK,
    COMB_COLOUR_INK_2,
    COMB_COLOUR_INK_INVERSE,
    COMB_COLOUR_ACCENT,
    COMB_COLOUR_ACCENT_INK,
    COMB_COLOUR_ACCENT_WASH,
    COMB_COLOUR_ON_ACCENT,
    COMB_COLOUR_GOOD,
    COMB_COLOUR_GOOD_WASH,
    COMB_COLOUR_BAD,
    COMB_COLOUR_BAD_WASH,
    COMB_COLOUR_FOCUS,
    COMB_COLOUR_FOCUS_GAP,
    COMB_COLOUR_TILE,
    COMB_COLOUR_TILE_EDGE,
    COMB_COLOUR_DL,
    COMB_COLOUR_TL,
    COMB_COLOUR_DW,
    COMB_COLOUR_TW,
    COMB_COLOUR_BADGE_INK,
    COMB_COLOUR_BADGE_ON_PATH,
    COMB_COLOUR_BLUE_WASH,
    COMB_COLOUR_BLUE_SOLID,
    COMB_COLOUR_RED_WASH,
    COMB_COLOUR_RED_SOLID,
    COMB_COLOUR_SIDE_INK,
    COMB_COLOUR_CELL_HIDDEN,
    COMB_COLOUR_CELL_HIDDEN_EDGE,
    COMB_COLOUR_CELL_BLUE,
    COMB_COLOUR_CELL_BLUE_INK,
    COMB_COLOUR_CELL_BLACK,
    COMB_COLOUR_CELL_BLACK_EDGE,
    COMB_COLOUR_CELL_BLACK_INK,
    COMB_COLOUR_QUIET_BLUE,
    COMB_COLOUR_QUIET_BLACK,
    COMB_COLOUR_PANEL,
    COMB_COLOUR_PANEL_EDGE,
    COMB_COLOUR_PANEL_LINE,
    COMB_COLOUR_PANEL_LIT,
    COMB_COLOUR_PANEL_TWIN,
    COMB_COLOUR_PANEL_WASH,
    COMB_COLOUR_PANEL_HOLE,
    COMB_COLOUR_PANEL_WRONG,
    COMB_COLOUR_SYM_WHITE,
    COMB_COLOUR_SYM_BLACK,
    COMB_COLOUR_SYM_BLUE,
    COMB_COLOUR_SYM_CYAN,
    COMB_COLOUR_SYM_PINK,
    COMB_COLOUR_SYM_RED,
    COMB_COLOUR_SYM_ORANGE,
    COMB_COLOUR_SYM_YELLOW,
    COMB_COLOUR_SYM_GREEN,
    COMB_COLOUR_SYM_DOT,
    COMB_COLOURS
};

/* 0xRRGGBB. */
uint32_t comb_colour_rgb(enum comb_colour colour, enum comb_theme theme);
const char *comb_colour_name(enum comb_colour colour); /* "tile-edge" */

/* The closest colour of a 16-colour terminal: 0-15, or -1 for the terminal's default foreground. */
int comb_colour_ansi(enum comb_colour colour);

/* What an item is. 0 is a letter tile, so that the role can be omitted. */
enum comb_role {
    COMB_ROLE_TILE,
    COMB_ROLE_BLUE, /* two players: cells they own, and captured centres */
    COMB_ROLE_RED,
    COMB_ROLE_CAPTURED_BLUE,
    COMB_ROLE_CAPTURED_RED,
    COMB_ROLE_HIDDEN, /* Hexcells */
    COMB_ROLE_CELL_BLUE,
    COMB_ROLE_CELL_BLACK,
    COMB_ROLE_EMPTY, /* a position without content: an outline */
    COMB_ROLE_PATH,  /* the band of a word */
    COMB_ROLE_PANEL,
    COMB_ROLE_RAIL, /* a line of the panel's grid */
    COMB_ROLE_LIT,  /* the drawn line, and its twin on symmetric panels */
    COMB_ROLE_TWIN,
    COMB_ROLE_SYM_WHITE,
    COMB_ROLE_SYM_BLACK,
    COMB_ROLE_SYM_BLUE,
    COMB_ROLE_SYM_CYAN,
    COMB_ROLE_SYM_PINK,
    COMB_ROLE_SYM_RED,
    COMB_ROLE_SYM_ORANGE,
    COMB_ROLE_SYM_YELLOW,
    COMB_ROLE_SYM_GREEN,
    COMB_ROLE_SYM_DOT,
    COMB_ROLE_LETTER_2, /* badges: letter and word bonuses */
    COMB_ROLE_LETTER_3,
    COMB_ROLE_WORD_2,
    COMB_ROLE_WORD_3,
    COMB_ROLE_INK, /* texts */
    COMB_ROLE_SOFT,
    COMB_ROLE_ACCENT,
    COMB_ROLE_GOOD,
    COMB_ROLE_BAD,
    COMB_ROLES
};

const char *comb_role_name(enum comb_role role); /* "very-blue" */

struct comb_paint {
    enum comb_colour fill;
    enum comb_colour edge;
    enum comb_colour ink;
};

struct comb_paint comb_role_paint(enum comb_role role);
struct comb_paint comb_role_paint_dim(enum comb_role role);     /* not involved: outlined rather than filled */
struct comb_paint comb_role_paint_on_path(enum comb_role role); /* on the path of a word */

#endif
