#include "grid/canvas.h"

#include "base/text.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 4000000 };

int comb_canvas_init(struct comb_canvas *canvas, int left, int top, long long width, long long height,
                     struct comb_error *err)
{
    *canvas = (struct comb_canvas){.left = left, .top = top};
    if (width > MAX_CELLS || height > MAX_CELLS || width * height > MAX_CELLS)
        return comb_fail(err, COMB_LIMIT,
                         "board would take %lld columns and %lld lines: expected at most %d characters", width, height,
                         (int)MAX_CELLS);
    if (width <= 0 || height <= 0)
        return COMB_OK;
    canvas->cells = calloc((size_t)(width * height), sizeof *canvas->cells);
    if (!canvas->cells)
        return comb_fail_memory(err);
    canvas->width = (int)width;
    canvas->height = (int)height;
    return COMB_OK;
}

void comb_canvas_free(struct comb_canvas *canvas)
{
    free(canvas->cells);
    canvas->cells = NULL;
}

struct comb_canvas_cell *comb_canvas_at(const struct comb_canvas *canvas, int column, int line)
{
    int x = column - canvas->left;
    int y = line - canvas->top;
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return NULL;
    return &canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)x];
}

void comb_canvas_put(struct comb_canvas *canvas, int column, int line, uint32_t code, struct comb_canvas_style ink)
{
    struct comb_canvas_cell *cell = comb_canvas_at(canvas, column, line);
    if (!cell)
        return;
    cell->code = code;
    cell->ink = ink.ink;
    cell->bold = ink.bold;
    if (ink.paper != COMB_COLOUR_NONE)
        cell->paper = ink.paper;
}

void comb_canvas_text(struct comb_canvas *canvas, int column, int line, const char *text, struct comb_canvas_style ink)
{
    size_t length = strlen(text);
    while (length > 0) {
        uint32_t code = 0xfffd;
        size_t size = comb_utf8_decode(&code, text, length);
        size = size ? size : 1;
        comb_canvas_put(canvas, column++, line, code, ink);
        text += size;
        length -= size;
    }
}

void comb_canvas_fill(struct comb_canvas *canvas, int column, int line, int columns, enum comb_colour paper)
{
    for (int i = 0; i < columns; i++) {
        struct comb_canvas_cell *cell = comb_canvas_at(canvas, column + i, line);
        if (cell)
            cell->paper = paper;
    }
}

static void add_arm(struct comb_canvas *canvas, int column, int line, int arm, int weight, enum comb_colour ink)
{
    struct comb_canvas_cell *cell = comb_canvas_at(canvas, column, line);
    if (!cell || cell->arms[arm] > weight)
        return;
    cell->arms[arm] = (unsigned char)weight;
    cell->ink = ink;
}

void comb_canvas_join(struct comb_canvas *canvas, int column, int line, int to_column, int to_line, int weight,
                      enum comb_colour ink)
{
    assert(abs(to_column - column) + abs(to_line - line) == 1);
    int arm = to_line < line ? 0 : to_column > column ? 1 : to_line > line ? 2 : 3;
    add_arm(canvas, column, line, arm, weight, ink);
    add_arm(canvas, to_column, to_line, (arm + 2) % 4, weight, ink);
}

int comb_canvas_columns(const char *text)
{
    return (int)comb_utf8_columns(text, strlen(text));
}

/* ---- characters of lines ---- */

/* Indexed by the arms, each 0 none, 1 light, 2 heavy: up * 27 + right * 9 + down * 3 + left. */
static const uint16_t box_characters[81] = {
    0x0020, 0x2574, 0x2578, 0x2577, 0x2510, 0x2511, 0x257b, 0x2512, 0x2513, 0x2576, 0x2500, 0x257e, 0x250c, 0x252c,
    0x252d, 0x250e, 0x2530, 0x2531, 0x257a, 0x257c, 0x2501, 0x250d, 0x252e, 0x252f, 0x250f, 0x2532, 0x2533, 0x2575,
    0x2518, 0x2519, 0x2502, 0x2524, 0x2525, 0x257d, 0x2527, 0x252a, 0x2514, 0x2534, 0x2535, 0x251c, 0x253c, 0x253d,
    0x251f, 0x2541, 0x2545, 0x2515, 0x2536, 0x2537, 0x251d, 0x253e, 0x253f, 0x2522, 0x2546, 0x2548, 0x2579, 0x251a,
    0x251b, 0x257f, 0x2526, 0x2529, 0x2503, 0x2528, 0x252b, 0x2516, 0x2538, 0x2539, 0x251e, 0x2540, 0x2543, 0x2520,
    0x2542, 0x2549, 0x2517, 0x253a, 0x253b, 0x2521, 0x2544, 0x2547, 0x2523, 0x254a, 0x254b,
};

/* Replaces the four light corners by their rounded variants. */
static uint32_t rounded(uint32_t code)
{
    switch (code) {
    case 0x250c:
        return 0x256d;
    case 0x2510:
        return 0x256e;
    case 0x2518:
        return 0x256f;
    case 0x2514:
        return 0x2570;
    default:
        return code;
    }
}

/* Unicode has no characters that join double and heavy lines, and few that join double and light ones: if any arm is
 * double, the others are left out. Indexed by the double arms: 1 up, 2 right, 4 down, 8 left. */
static uint32_t double_character(const unsigned char arms[4])
{
    static const uint16_t characters[16] = {0,      0x2551, 0x2550, 0x255a, 0x2551, 0x2551, 0x2554, 0x2560,
                                            0x2550, 0x255d, 0x2550, 0x2569, 0x2557, 0x2563, 0x2566, 0x256c};
    unsigned found = 0;
    for (unsigned i = 0; i < 4; i++)
        found |= arms[i] == 3 ? 1U << i : 0;
    return characters[found];
}

static uint32_t plain_character(const unsigned char arms[4])
{
    unsigned highest = 0;
    for (int i = 0; i < 4; i++)
        highest = arms[i] > highest ? arms[i] : highest;
    if (highest >= 2)
        return highest == 2 ? '#' : '%';
    bool vertical = arms[0] || arms[2];
    bool horizontal = arms[1] || arms[3];
    return vertical && horizontal ? '+' : vertical ? '|' : horizontal ? '-' : ' ';
}

/* ASCII replacement of a character. */
static uint32_t plain_text(uint32_t code)
{
    switch (code) {
    case 0x2212:
    case 0x2013:
    case 0x2014:
        return '-';
    case 0x2026:
        return '~';
    case 0x00d7:
        return 'x';
    case 0x2018:
    case 0x2019:
        return '\'';
    default:
        return code < 0x80 ? code : '?';
    }
}

static uint32_t cell_character(const struct comb_canvas_cell *cell, bool unicode)
{
    if (cell->code)
        return unicode ? cell->code : plain_text(cell->code);
    if (!unicode)
        return plain_character(cell->arms);
    if (double_character(cell->arms))
        return double_character(cell->arms);
    return rounded(box_characters[cell->arms[0] * 27 + cell->arms[1] * 9 + cell->arms[2] * 3 + cell->arms[3]]);
}

/* ---- colours ---- */

static enum comb_theme theme_for(const struct comb_terminal_style *style)
{
    return style->background == COMB_BACKGROUND_LIGHT ? COMB_THEME_LIGHT : COMB_THEME_DARK;
}

static bool is_greyish(const int rgb[3])
{
    int highest = rgb[0] > rgb[1] ? rgb[0] : rgb[1];
    int lowest = rgb[0] < rgb[1] ? rgb[0] : rgb[1];
    highest = rgb[2] > highest ? rgb[2] : highest;
    lowest = rgb[2] < lowest ? rgb[2] : lowest;
    return highest - lowest < 16;
}

/* The nearest colour of the 6 x 6 x 6 cube, for greyish colours also of the 24 greys: a wash must keep its hue. */
static unsigned nearest_256(uint32_t rgb)
{
    static const int levels[6] = {0, 95, 135, 175, 215, 255};
    const int want[3] = {(int)(rgb >> 16), (int)(rgb >> 8 & 0xff), (int)(rgb & 0xff)};
    unsigned best = 0;
    int best_distance = INT_MAX;
    for (unsigned index = 16; index < (is_greyish(want) ? 256u : 232u); index++) {
        int distance = 0;
        for (int k = 0; k < 3; k++) {
            static const unsigned divide[3] = {36, 6, 1};
            int have = index < 232 ? levels[(index - 16) / divide[k] % 6] : 8 + 10 * (int)(index - 232);
            distance += (have - want[k]) * (have - want[k]);
        }
        if (distance < best_distance) {
            best_distance = distance;
            best = index;
        }
    }
    return best;
}

/* The accent colour is between two colours of the cube; the nearest one is peach. */
static unsigned colour_256(enum comb_colour colour, enum comb_theme theme)
{
    bool is_accent =
        colour == COMB_COLOUR_ACCENT || colour == COMB_COLOUR_CELL_HIDDEN || colour == COMB_COLOUR_PANEL_LIT;
    return is_accent ? 214 : nearest_256(comb_colour_rgb(colour, theme));
}

static void add_ansi(struct comb_buf *out, int colour, int base)
{
    if (colour < 0)
        comb_buf_printf(out, ";%d", base + 9);
    else
        comb_buf_printf(out, ";%d", colour < 8 ? base + colour : base + 60 + colour - 8);
}

static void add_colour(struct comb_buf *out, enum comb_colour colour, int base, const struct comb_terminal_style *style)
{
    uint32_t rgb = comb_colour_rgb(colour, theme_for(style));
    if (style->colours == COMB_TERMINAL_16)
        add_ansi(out, comb_colour_ansi(colour), base);
    else if (style->colours == COMB_TERMINAL_256)
        comb_buf_printf(out, ";%d;5;%u", base + 8, colour_256(colour, theme_for(style)));
    else
        comb_buf_printf(out, ";%d;2;%u;%u;%u", base + 8, (unsigned)(rgb >> 16), (unsigned)(rgb >> 8 & 0xff),
                        (unsigned)(rgb & 0xff));
}

/* Papers without a 16-colour equivalent are omitted; their ink is then on the terminal's own background. */
static bool has_paper(struct comb_canvas_style ink, const struct comb_terminal_style *style)
{
    return ink.paper != COMB_COLOUR_NONE && (style->colours != COMB_TERMINAL_16 || comb_colour_ansi(ink.paper) >= 0);
}

/* There are no washes in 16 colours: the letter gets the player's colour instead. */
static struct comb_canvas_style without_wash(struct comb_canvas_style ink, const struct comb_terminal_style *style)
{
    if (style->colours == COMB_TERMINAL_16 && ink.ink != COMB_COLOUR_NONE) {
        if (ink.paper == COMB_COLOUR_BLUE_WASH)
            ink.ink = COMB_COLOUR_BLUE_SOLID;
        else if (ink.paper == COMB_COLOUR_RED_WASH)
            ink.ink = COMB_COLOUR_RED_SOLID;
    }
    return ink;
}

/* On an unknown background, only the terminal's own 16 colours are certain to be readable without paper. */
static void add_ink(struct comb_buf *out, struct comb_canvas_style ink, const struct comb_terminal_style *style)
{
    bool paper = has_paper(ink, style);
    bool limited = !paper && style->background == COMB_BACKGROUND_UNKNOWN;
    if (ink.ink == COMB_COLOUR_NONE || (!paper && ink.ink == COMB_COLOUR_INK))
        return;
    if (!limited)
        add_colour(out, ink.ink, 30, style);
    else if (comb_colour_ansi(ink.ink) >= 0)
        add_ansi(out, comb_colour_ansi(ink.ink), 30);
}

static void add_style(struct comb_buf *out, struct comb_canvas_style ink, const struct comb_terminal_style *style)
{
    comb_buf_str(out, "\033[0");
    if (ink.bold)
        comb_buf_str(out, ";1");
    if (has_paper(ink, style))
        add_colour(out, ink.paper, 40, style);
    add_ink(out, without_wash(ink, style), style);
    comb_buf_char(out, 'm');
}

static bool is_default(struct comb_canvas_style ink)
{
    return !ink.bold && ink.paper == COMB_COLOUR_NONE && (ink.ink == COMB_COLOUR_NONE || ink.ink == COMB_COLOUR_INK);
}

static bool is_same_ink(struct comb_canvas_style a, struct comb_canvas_style b)
{
    return a.bold == b.bold && a.paper == b.paper && a.ink == b.ink;
}

/* ---- printing ---- */

static struct comb_canvas_style ink_of(const struct comb_canvas_cell *cell, bool blank)
{
    return (struct comb_canvas_style){blank ? COMB_COLOUR_NONE : cell->ink, cell->paper, !blank && cell->bold};
}

static void add_character(struct comb_buf *out, uint32_t code)
{
    char bytes[4];
    comb_buf_add(out, bytes, comb_utf8_encode(bytes, code));
}

/* Blanks count only if they have a visible paper. */
static bool is_visible(const struct comb_canvas_cell *cell, const struct comb_terminal_style *style)
{
    if (cell_character(cell, style->unicode) != ' ')
        return true;
    return style->colours != COMB_TERMINAL_PLAIN && has_paper(ink_of(cell, true), style);
}

struct print_area {
    int left, right, top, bottom; /* right and bottom are exclusive */
};

static int used_columns(const struct comb_canvas_cell *line, int width, const struct comb_terminal_style *style)
{
    while (width > 0 && !is_visible(&line[width - 1], style))
        width--;
    return width;
}

/* The bounding box of everything visible. */
static struct print_area visible_area(const struct comb_canvas *canvas, const struct comb_terminal_style *style)
{
    struct print_area area = {canvas->width, 0, canvas->height, 0};
    for (int y = 0; y < canvas->height; y++) {
        const struct comb_canvas_cell *line = canvas->cells + (size_t)y * (size_t)canvas->width;
        int right = used_columns(line, canvas->width, style);
        int left = 0;
        while (left < right && !is_visible(&line[left], style))
            left++;
        if (right == 0)
            continue;
        area.left = left < area.left ? left : area.left;
        area.right = right > area.right ? right : area.right;
        area.top = y < area.top ? y : area.top;
        area.bottom = y + 1;
    }
    return area;
}

static void switch_ink(struct comb_buf *out, struct comb_canvas_style *current, struct comb_canvas_style ink,
                       const struct comb_terminal_style *style)
{
    if (style->colours == COMB_TERMINAL_PLAIN || is_same_ink(ink, *current))
        return;
    if (!is_default(ink))
        add_style(out, ink, style);
    else if (!is_default(*current))
        comb_buf_str(out, "\033[0m");
    *current = ink;
}

static void print_line(struct comb_buf *out, const struct comb_canvas_cell *line, int width,
                       const struct comb_terminal_style *style)
{
    struct comb_canvas_style current = {0};
    width = used_columns(line, width, style);
    for (int i = 0; i < width; i++) {
        uint32_t code = cell_character(&line[i], style->unicode);
        switch_ink(out, &current, ink_of(&line[i], code == ' '), style);
        add_character(out, code);
    }
    switch_ink(out, &current, (struct comb_canvas_style){0}, style);
    comb_buf_char(out, '\n');
}

void comb_canvas_print(struct comb_buf *out, const struct comb_canvas *canvas, const struct comb_terminal_style *style)
{
    struct print_area area = visible_area(canvas, style);
    for (int y = area.top; y < area.bottom; y++)
        print_line(out, canvas->cells + (size_t)y * (size_t)canvas->width + area.left, area.right - area.left, style);
}

void comb_terminal_line(struct comb_buf *out, const char *text, size_t length, struct comb_canvas_style ink,
                        const struct comb_terminal_style *style)
{
    bool coloured = style->colours != COMB_TERMINAL_PLAIN && !is_default(ink);
    if (coloured)
        add_style(out, ink, style);
    while (length > 0) {
        uint32_t code = 0xfffd;
        size_t size = comb_utf8_decode(&code, text, length);
        size = size ? size : 1;
        add_character(out, style->unicode ? code : plain_text(code));
        text += size;
        length -= size;
    }
    if (coloured)
        comb_buf_str(out, "\033[0m");
    comb_buf_char(out, '\n');
}
