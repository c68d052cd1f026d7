#include "grid/palette.h"

#include <assert.h>
#include <stddef.h>

/* Names and values match the tokens of the page (web/style/tokens.css), so that pictures and page look alike; the test
 * unit.grid.palette compares them. High contrast repeats the normal value where the page does. */
static const struct token {
    const char *name;
    uint32_t rgb[COMB_THEMES];
    int ansi;
} tokens[COMB_COLOURS] = {
    [COMB_COLOUR_NONE] = {"none", {0, 0, 0, 0}, -1},
    [COMB_COLOUR_PAPER] = {"paper", {0xf8f6f1, 0x131416, 0xffffff, 0x000000}, -1},
    [COMB_COLOUR_SURFACE] = {"surface", {0xffffff, 0x1b1d20, 0xffffff, 0x000000}, -1},
    [COMB_COLOUR_EDGE] = {"edge", {0x857f74, 0x7d838b, 0x000000, 0xffffff}, 8},
    [COMB_COLOUR_INK] = {"ink", {0x1d1f22, 0xecebe6, 0x000000, 0xffffff}, -1},
    [COMB_COLOUR_INK_2] = {"ink-2", {0x53555a, 0xb4b7bb, 0x1f1f1f, 0xededed}, 8},
    [COMB_COLOUR_INK_INVERSE] = {"ink-inverse", {0xffffff, 0x131416, 0xffffff, 0x000000}, 0},
    [COMB_COLOUR_ACCENT] = {"accent", {0xf1b022, 0xf3b736, 0xf1b022, 0xf3b736}, 3},
    [COMB_COLOUR_ACCENT_INK] = {"accent-ink", {0x855300, 0xf3b736, 0x5c3900, 0xffd76a}, 3},
    [COMB_COLOUR_ACCENT_WASH] = {"accent-wash", {0xfbf0d4, 0x352b14, 0xffe9ae, 0x4a3900}, -1},
    [COMB_COLOUR_ON_ACCENT] = {"on-accent", {0x1d1f22, 0x1d1f22, 0x1d1f22, 0x1d1f22}, 0},
    [COMB_COLOUR_GOOD] = {"good", {0x1d6b3f, 0x6fcf97, 0x0b4a26, 0x8bf0b4}, 2},
    [COMB_COLOUR_GOOD_WASH] = {"good-wash", {0xe4f2e8, 0x172c20, 0xe4f2e8, 0x172c20}, -1},
    [COMB_COLOUR_BAD] = {"bad", {0xa4301d, 0xff9a86, 0x7d1a0a, 0xffb8aa}, 1},
    [COMB_COLOUR_BAD_WASH] = {"bad-wash", {0xfbe9e4, 0x3a1d17, 0xfbe9e4, 0x3a1d17}, -1},
    [COMB_COLOUR_FOCUS] = {"focus", {0x1d1f22, 0xffffff, 0x1d1f22, 0xffffff}, -1},
    [COMB_COLOUR_FOCUS_GAP] = {"focus-gap", {0xffffff, 0x131416, 0xffffff, 0x131416}, -1},
    [COMB_COLOUR_TILE] = {"tile", {0xffffff, 0x24272b, 0xffffff, 0x000000}, -1},
    [COMB_COLOUR_TILE_EDGE] = {"tile-edge", {0x8d867a, 0x7d838b, 0x000000, 0xffffff}, 8},
    [COMB_COLOUR_DL] = {"dl", {0x0f6a5c, 0x5fd0bd, 0x0f6a5c, 0x5fd0bd}, 6},
    [COMB_COLOUR_TL] = {"tl", {0x1a5fa8, 0x7ab8f5, 0x1a5fa8, 0x7ab8f5}, 4},
    [COMB_COLOUR_DW] = {"dw", {0x8a4b00, 0xf0a860, 0x8a4b00, 0xf0a860}, 3},
    [COMB_COLOUR_TW] = {"tw", {0xa4301d, 0xff9a86, 0xa4301d, 0xff9a86}, 1},
    [COMB_COLOUR_BADGE_INK] = {"badge-ink", {0xffffff, 0x131416, 0xffffff, 0x131416}, 0},
    [COMB_COLOUR_BADGE_ON_PATH] = {"badge-on-path", {0xffffff, 0xffffff, 0xffffff, 0xffffff}, 15},
    [COMB_COLOUR_BLUE_WASH] = {"blue-wash", {0xc9ece8, 0x173c3a, 0xc9ece8, 0x173c3a}, -1},
    [COMB_COLOUR_BLUE_SOLID] = {"blue-solid", {0x0c756d, 0x35c4b8, 0x0c756d, 0x35c4b8}, 6},
    [COMB_COLOUR_RED_WASH] = {"red-wash", {0xfad6cf, 0x46221c, 0xfad6cf, 0x46221c}, -1},
    [COMB_COLOUR_RED_SOLID] = {"red-solid", {0xb33a26, 0xff8d77, 0xb33a26, 0xff8d77}, 1},
    [COMB_COLOUR_SIDE_INK] = {"side-ink", {0xffffff, 0x131416, 0xffffff, 0x131416}, 0},
    [COMB_COLOUR_CELL_HIDDEN] = {"cell-hidden", {0xf4b93d, 0xeeb138, 0xf4b93d, 0xeeb138}, 3},
    [COMB_COLOUR_CELL_HIDDEN_EDGE] = {"cell-hidden-edge", {0x855300, 0xa8761a, 0x000000, 0xffffff}, 3},
    [COMB_COLOUR_CELL_BLUE] = {"cell-blue", {0x1a6bb0, 0x55a9ee, 0x0b4c86, 0x8cc8ff}, 4},
    [COMB_COLOUR_CELL_BLUE_INK] = {"cell-blue-ink", {0xffffff, 0x0d1116, 0xffffff, 0x0d1116}, 15},
    [COMB_COLOUR_CELL_BLACK] = {"cell-black", {0x33363b, 0x464b52, 0x111111, 0x000000}, -1},
    [COMB_COLOUR_CELL_BLACK_EDGE] = {"cell-black-edge", {0x33363b, 0xa5abb2, 0x111111, 0xffffff}, -1},
    [COMB_COLOUR_CELL_BLACK_INK] = {"cell-black-ink", {0xf5f4ef, 0xf5f4ef, 0xf5f4ef, 0xf5f4ef}, -1},
    [COMB_COLOUR_QUIET_BLUE] = {"quiet-blue", {0xdce9f5, 0x16293b, 0xdce9f5, 0x16293b}, -1},
    [COMB_COLOUR_QUIET_BLACK] = {"quiet-black", {0xefece4, 0x17181b, 0xefece4, 0x17181b}, -1},
    [COMB_COLOUR_PANEL] = {"panel", {0x2a2d31, 0x212428, 0x000000, 0x000000}, -1},
    [COMB_COLOUR_PANEL_EDGE] = {"panel-edge", {0x2a2d31, 0x4a4f56, 0x000000, 0xffffff}, 8},
    [COMB_COLOUR_PANEL_LINE] = {"panel-line", {0x7d838a, 0x787e86, 0xb5b5b5, 0xb5b5b5}, 8},
    [COMB_COLOUR_PANEL_LIT] = {"panel-lit", {0xf6bb3f, 0xf6bb3f, 0xffd24a, 0xffd24a}, 3},
    [COMB_COLOUR_PANEL_TWIN] = {"panel-twin", {0x7fc6ff, 0x7fc6ff, 0xa6d8ff, 0xa6d8ff}, 6},
    [COMB_COLOUR_PANEL_WASH] = {"panel-wash", {0x42474e, 0x3a3f46, 0x383838, 0x383838}, -1},
    [COMB_COLOUR_PANEL_HOLE] = {"panel-hole", {0x17191b, 0x131416, 0x000000, 0x000000}, -1},
    [COMB_COLOUR_PANEL_WRONG] = {"panel-wrong", {0xff7d6b, 0xff7d6b, 0xff9a86, 0xff9a86}, 9},
    [COMB_COLOUR_SYM_WHITE] = {"sym-white", {0xf5f3ed, 0xf5f3ed, 0xf5f3ed, 0xf5f3ed}, -1},
    [COMB_COLOUR_SYM_BLACK] = {"sym-black", {0x0c0d0e, 0x08090a, 0x000000, 0x000000}, 8},
    [COMB_COLOUR_SYM_BLUE] = {"sym-blue", {0x62b4f7, 0x62b4f7, 0x62b4f7, 0x62b4f7}, 4},
    [COMB_COLOUR_SYM_CYAN] = {"sym-cyan", {0x5fd6cf, 0x5fd6cf, 0x5fd6cf, 0x5fd6cf}, 6},
    [COMB_COLOUR_SYM_PINK] = {"sym-pink", {0xf28fcb, 0xf28fcb, 0xf28fcb, 0xf28fcb}, 5},
    [COMB_COLOUR_SYM_RED] = {"sym-red", {0xff7d6b, 0xff7d6b, 0xff7d6b, 0xff7d6b}, 1},
    [COMB_COLOUR_SYM_ORANGE] = {"sym-orange", {0xf79a5c, 0xf79a5c, 0xf79a5c, 0xf79a5c}, 3},
    [COMB_COLOUR_SYM_YELLOW] = {"sym-yellow", {0xf3dd86, 0xf3dd86, 0xf3dd86, 0xf3dd86}, 11},
    [COMB_COLOUR_SYM_GREEN] = {"sym-green", {0x84d98b, 0x84d98b, 0x84d98b, 0x84d98b}, 2},
    [COMB_COLOUR_SYM_DOT] = {"sym-dot", {0x17181a, 0x17181a, 0x17181a, 0x17181a}, -1},
};

uint32_t comb_colour_rgb(enum comb_colour colour, enum comb_theme theme)
{
    assert(colour < COMB_COLOURS && theme < COMB_THEMES);
    return tokens[colour].rgb[theme];
}

const char *comb_colour_name(enum comb_colour colour)
{
    assert(colour < COMB_COLOURS);
    return tokens[colour].name;
}

int comb_colour_ansi(enum comb_colour colour)
{
    assert(colour < COMB_COLOURS);
    return tokens[colour].ansi;
}

#define PAINT(fill_, edge_, ink_)                                                                                      \
    {                                                                                                                  \
        COMB_COLOUR_##fill_, COMB_COLOUR_##edge_, COMB_COLOUR_##ink_                                                   \
    }
#define SYMBOL(colour) PAINT(SYM_##colour, NONE, SYM_##colour)

static const struct role {
    const char *name;
    struct comb_paint paint;
} roles[COMB_ROLES] = {
    [COMB_ROLE_TILE] = {"tile", PAINT(TILE, TILE_EDGE, INK)},
    [COMB_ROLE_BLUE] = {"blue", PAINT(BLUE_WASH, BLUE_SOLID, INK)},
    [COMB_ROLE_RED] = {"red", PAINT(RED_WASH, RED_SOLID, INK)},
    [COMB_ROLE_CAPTURED_BLUE] = {"very-blue", PAINT(BLUE_SOLID, BLUE_SOLID, SIDE_INK)},
    [COMB_ROLE_CAPTURED_RED] = {"very-red", PAINT(RED_SOLID, RED_SOLID, SIDE_INK)},
    [COMB_ROLE_HIDDEN] = {"hidden", PAINT(CELL_HIDDEN, CELL_HIDDEN_EDGE, ON_ACCENT)},
    [COMB_ROLE_CELL_BLUE] = {"cell-blue", PAINT(CELL_BLUE, CELL_BLUE, CELL_BLUE_INK)},
    [COMB_ROLE_CELL_BLACK] = {"cell-black", PAINT(CELL_BLACK, CELL_BLACK_EDGE, CELL_BLACK_INK)},
    [COMB_ROLE_EMPTY] = {"empty", PAINT(NONE, TILE_EDGE, INK_2)},
    [COMB_ROLE_PATH] = {"path", PAINT(ACCENT, ACCENT_INK, ON_ACCENT)},
    [COMB_ROLE_PANEL] = {"panel", PAINT(PANEL, PANEL_EDGE, SYM_WHITE)},
    [COMB_ROLE_RAIL] = {"rail", PAINT(PANEL_LINE, NONE, PANEL_LINE)},
    [COMB_ROLE_LIT] = {"lit", PAINT(PANEL_LIT, PANEL, PANEL_LIT)},
    [COMB_ROLE_TWIN] = {"twin", PAINT(PANEL_TWIN, PANEL, PANEL_TWIN)},
    [COMB_ROLE_SYM_WHITE] = {"sym-white", SYMBOL(WHITE)},
    [COMB_ROLE_SYM_BLACK] = {"sym-black", PAINT(SYM_BLACK, PANEL_LINE, SYM_BLACK)},
    [COMB_ROLE_SYM_BLUE] = {"sym-blue", SYMBOL(BLUE)},
    [COMB_ROLE_SYM_CYAN] = {"sym-cyan", SYMBOL(CYAN)},
    [COMB_ROLE_SYM_PINK] = {"sym-pink", SYMBOL(PINK)},
    [COMB_ROLE_SYM_RED] = {"sym-red", SYMBOL(RED)},
    [COMB_ROLE_SYM_ORANGE] = {"sym-orange", SYMBOL(ORANGE)},
    [COMB_ROLE_SYM_YELLOW] = {"sym-yellow", SYMBOL(YELLOW)},
    [COMB_ROLE_SYM_GREEN] = {"sym-green", SYMBOL(GREEN)},
    [COMB_ROLE_SYM_DOT] = {"sym-dot", SYMBOL(DOT)},
    [COMB_ROLE_LETTER_2] = {"letter-2", PAINT(DL, NONE, BADGE_INK)},
    [COMB_ROLE_LETTER_3] = {"letter-3", PAINT(TL, NONE, BADGE_INK)},
    [COMB_ROLE_WORD_2] = {"word-2", PAINT(DW, NONE, BADGE_INK)},
    [COMB_ROLE_WORD_3] = {"word-3", PAINT(TW, NONE, BADGE_INK)},
    [COMB_ROLE_INK] = {"ink", PAINT(INK, NONE, INK)},
    [COMB_ROLE_SOFT] = {"soft", PAINT(INK_2, NONE, INK_2)},
    [COMB_ROLE_ACCENT] = {"accent", PAINT(ACCENT, ACCENT_INK, ACCENT_INK)},
    [COMB_ROLE_GOOD] = {"good", PAINT(GOOD, NONE, GOOD)},
    [COMB_ROLE_BAD] = {"bad", PAINT(BAD, NONE, BAD)},
};

const char *comb_role_name(enum comb_role role)
{
    assert(role < COMB_ROLES);
    return roles[role].name;
}

struct comb_paint comb_role_paint(enum comb_role role)
{
    assert(role < COMB_ROLES);
    return roles[role].paint;
}

struct comb_paint comb_role_paint_dim(enum comb_role role)
{
    switch (role) {
    case COMB_ROLE_HIDDEN:
        return (struct comb_paint)PAINT(ACCENT_WASH, CELL_HIDDEN_EDGE, INK);
    case COMB_ROLE_CELL_BLUE:
        return (struct comb_paint)PAINT(QUIET_BLUE, CELL_BLUE, INK);
    case COMB_ROLE_CELL_BLACK:
        return (struct comb_paint)PAINT(QUIET_BLACK, EDGE, INK);
    case COMB_ROLE_CAPTURED_BLUE:
        return (struct comb_paint)PAINT(BLUE_WASH, BLUE_SOLID, INK);
    case COMB_ROLE_CAPTURED_RED:
        return (struct comb_paint)PAINT(RED_WASH, RED_SOLID, INK);
    case COMB_ROLE_TILE:
        return (struct comb_paint)PAINT(PAPER, EDGE, INK_2);
    case COMB_ROLE_INK:
        return (struct comb_paint)PAINT(INK_2, NONE, INK_2);
    default:
        return comb_role_paint(role);
    }
}

/* A player's cell keeps its colour on a path: only its outline changes. */
struct comb_paint comb_role_paint_on_path(enum comb_role role)
{
    struct comb_paint paint = comb_role_paint(role);
    if (role == COMB_ROLE_TILE || role == COMB_ROLE_EMPTY)
        return comb_role_paint(COMB_ROLE_PATH);
    paint.edge = COMB_COLOUR_ACCENT_INK;
    return paint;
}
