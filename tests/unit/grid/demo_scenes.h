/* Handwritten scenes of five games, for the renderers to draw. */
#ifndef COMB_TEST_DEMO_SCENES_H
#define COMB_TEST_DEMO_SCENES_H

#include "grid/scene.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static inline struct comb_scene *demo_begin(enum comb_scene_kind kind, const char *title, const char *alt)
{
    struct comb_scene *scene;
    int code = comb_scene_new(&scene, kind, NULL, NULL);
    assert(code == COMB_OK);
    comb_scene_title(scene, title);
    comb_scene_alt(scene, alt);
    return scene;
}

static inline struct comb_scene *demo_end(struct comb_scene *scene)
{
    int code = comb_scene_finish(scene, NULL);
    assert(code == COMB_OK);
    return scene;
}

/* Nineteen pointy-top hexagons with a word of nine letters. */
static inline struct comb_scene *demo_hexhunt(void)
{
    static const char *const rows[] = {"LPE", "EASR", "SRTED", "PING", "LAS"};
    static const unsigned word[] = {7, 12, 16, 13, 14, 9, 10, 6, 5};
    struct comb_scene *scene = demo_begin(COMB_SCENE_HEX_POINTY, "Hexhunt", "nineteen letters, SPLINTERS marked");
    struct comb_point points[19];
    unsigned count = 0;
    for (int y = 0; y < 5; y++) {
        int length = (int)strlen(rows[y]);
        for (int i = 0; i < length; i++) {
            char letter[2] = {rows[y][i], '\0'};
            points[count] = (struct comb_point){5 - length + 2 * i, y};
            comb_scene_cell(scene, (struct comb_scene_cell){.at = points[count++], .text = letter});
        }
    }
    struct comb_point path[9];
    for (int i = 0; i < 9; i++)
        path[i] = points[word[i]];
    comb_scene_path(
        scene, (struct comb_scene_path){
                   .points = path, .count = 9, .role = COMB_ROLE_PATH, .flags = COMB_PATH_STEPS | COMB_PATH_CHEVRONS});
    comb_scene_caption(scene, COMB_ROLE_SOFT, "SPLINTERS, 9 letters");
    return demo_end(scene);
}

/* Sixteen squares with values and bonuses, and a word with diagonal steps. */
static inline struct comb_scene *demo_ruzzle(void)
{
    static const char letters[] = "BMSSOATSCRENDYHO";
    static const char values[] = "4311111141112441";
    static const char *const badges[16] = {
        [1] = "DW", [3] = "TW", [6] = "DL", [8] = "DL", [9] = "TL", [12] = "DW", [14] = "TL"};
    static const struct comb_point word[] = {{2, 3}, {3, 3}, {3, 2}, {2, 2}, {1, 3}, {0, 2}, {0, 1}, {1, 0}, {0, 0}};
    struct comb_scene *scene = demo_begin(COMB_SCENE_SQUARE, "Ruzzle", "sixteen letters, HONEYCOMB marked");
    for (int i = 0; i < 16; i++) {
        char text[2] = {letters[i], '\0'};
        char value[2] = {values[i], '\0'};
        const char *badge = badges[i] ? badges[i] : "";
        bool twice = badge[0] == 'D';
        enum comb_role role = twice ? COMB_ROLE_WORD_2 : COMB_ROLE_WORD_3;
        if (strchr(badge, 'L'))
            role = twice ? COMB_ROLE_LETTER_2 : COMB_ROLE_LETTER_3;
        comb_scene_cell(scene,
                        (struct comb_scene_cell){
                            .at = {i % 4, i / 4}, .text = text, .value = value, .badge = badge, .badge_role = role});
    }
    comb_scene_path(
        scene, (struct comb_scene_path){
                   .points = word, .count = 9, .role = COMB_ROLE_PATH, .flags = COMB_PATH_STEPS | COMB_PATH_CHEVRONS});
    comb_scene_caption(scene, COMB_ROLE_INK, "HONEYCOMB, 95 points");
    return demo_end(scene);
}

/* Sixty-one flat-top hexagons of two players, with a move that captures two centres. */
static inline struct comb_scene *demo_hexicon(void)
{
    static const char *const rows[] = {"A",    "IY",    "NMG",  "POSA",  "LIECB", "ATAI", "TYMET", "SIRS", "EANDA",
                                       "LRWD", "RETUE", "IGMR", "TSAJE", "OFNU",  "ATI",  "LO",    "R"};
    static const char *const states[] = {"n",    "nn",    "nbn",  "nnnn",  "nrnnn", "rnBn", "rnBnn", "RBnn", "nRnnn",
                                         "Rnnb", "nnnnb", "nnnb", "nrnbn", "nnbb",  "nnb",  "nn",    "n"};
    static const char letters[] = "nbrBR";
    static const enum comb_role roles[] = {COMB_ROLE_TILE, COMB_ROLE_BLUE, COMB_ROLE_RED, COMB_ROLE_CAPTURED_BLUE,
                                           COMB_ROLE_CAPTURED_RED};
    static const struct comb_point word[] = {{5, 11}, {6, 10}, {7, 11}, {8, 12}};
    struct comb_scene *scene = demo_begin(COMB_SCENE_HEX_FLAT, "Hexicon", "sixty-one letters, MURE marked");
    for (int y = 0; y < 17; y++) {
        int length = (int)strlen(rows[y]);
        for (int i = 0; i < length; i++) {
            struct comb_scene_cell cell = {.at = {5 - length + 2 * i, y}};
            char text[2] = {rows[y][i], '\0'};
            cell.text = text;
            cell.role = roles[strchr(letters, states[y][i]) - letters];
            if ((cell.at.x == 7 && y == 11) || (cell.at.x == 6 && y == 12)) {
                cell.marks = COMB_MARK_CLAIM;
                cell.tag = "+1";
            } else if (cell.role == COMB_ROLE_BLUE && y > 8) {
                cell.marks = COMB_MARK_CLEAR;
            }
            comb_scene_cell(scene, cell);
        }
    }
    comb_scene_path(scene, (struct comb_scene_path){
                               .points = word, .count = 4, .role = COMB_ROLE_PATH, .flags = COMB_PATH_CHEVRONS});
    comb_scene_caption(scene, COMB_ROLE_SOFT, "MURE closes two hexagons for blue and clears eight blue cells.");
    return demo_end(scene);
}

/* A flat-top board with line hints in three directions and a step with its reason. h hidden, b blue, digits black; A,
 * B, C mean -1-, -2-, -3-. The second string of a row marks dim cells with q. */
static inline void demo_hexcells_cell(struct comb_scene *scene, struct comb_point at, char kind, bool dim)
{
    static const struct comb_point considered[] = {{0, 6}, {2, 6}, {1, 7}};
    char text[8] = "";
    struct comb_scene_cell cell = {.at = at, .text = text, .marks = dim ? COMB_MARK_DIM : 0};
    cell.role = kind == 'h' ? COMB_ROLE_HIDDEN : kind == 'b' ? COMB_ROLE_CELL_BLUE : COMB_ROLE_CELL_BLACK;
    if (kind >= 'A' && kind <= 'C')
        snprintf(text, sizeof text, "-%d-", kind - 'A' + 1);
    else if (cell.role == COMB_ROLE_CELL_BLACK)
        snprintf(text, sizeof text, "%c", kind);
    for (int i = 0; i < 3; i++) {
        if (comb_point_compare(considered[i], at) == 0)
            cell.marks = COMB_MARK_CONSIDERED;
    }
    if (at.x == 1 && at.y == 5) {
        cell.marks = COMB_MARK_REASON;
        cell.tag = "B";
    } else if (at.x == 2 && at.y == 8) {
        cell.marks = COMB_MARK_TARGET;
        cell.tag = "C";
    }
    comb_scene_cell(scene, cell);
}

static inline struct comb_scene *demo_hexcells(void)
{
    static const char *const rows[][2] = {
        {"         ", "         "}, {"   h h   ", "   q q   "}, {"  h 4 h  ", "  q q q  "}, {" b h b h ", " . q q q "},
        {"    b    ", "    q    "}, {" B C 3 h ", " . q q q "}, {"h h B b h", ". . q q q"}, {" h b 1 h ", " . q q q "},
        {"h h   C B", "q .   q q"}, {" h C 1 h ", " q . q q "}, {"h h 1 b h", "q q . q q"}, {"   b 1   ", "   q .   "},
        {"  b 1 B  ", "  q q .  "}, {" 1 2 1 1 ", " q q q . "}, {"  1 0 b  ", "  q q q  "}, {"   0 1   ", "   q q   "},
    };
    static const struct comb_scene_note hints[] = {
        {.at = {4, 0}, .text = "1"},
        {.at = {2, 0}, .text = "-3-"},
        {.at = {7, 1}, .text = "{2}"},
        {.at = {-1, 5}, .text = "2", .angle = -60, .tag = "A"},
        {.at = {0, 2}, .text = "-2-", .angle = -60},
        {.at = {9, 5}, .text = "-3-", .angle = 60},
        {.at = {8, 2}, .text = "2", .angle = 60},
    };
    struct comb_scene *scene = demo_begin(COMB_SCENE_HEX_FLAT, "Six corners", "fifty cells, cell C is blue");
    for (int y = 0; y < 16; y++) {
        for (int x = 0; x < 9; x++) {
            if (rows[y][0][x] != ' ')
                demo_hexcells_cell(scene, (struct comb_point){x, y}, rows[y][0][x], rows[y][1][x] == 'q');
        }
    }
    for (int i = 0; i < 7; i++) {
        struct comb_scene_note hint = hints[i];
        hint.arrow = true;
        hint.role = COMB_ROLE_INK;
        hint.marks = hint.tag ? COMB_MARK_REASON : COMB_MARK_DIM;
        comb_scene_note(scene, hint);
    }
    comb_scene_caption(scene, COMB_ROLE_INK, "Remaining 8, mistakes 0");
    comb_scene_caption(
        scene, COMB_ROLE_SOFT,
        "A wants 2 blue. B touches one blue and may have one more, so the second blue of A can only be C.");
    return demo_end(scene);
}

static inline void demo_square(struct comb_scene *scene, int x, int y, enum comb_role role)
{
    struct comb_vec2 corners[10];
    const unsigned sizes[2] = {4, 6};
    comb_polygon_rect(corners, (struct comb_vec2){0, 0}, 0.36, 0.36);
    comb_polygon_regular(corners + 4, 6, 0.06, 0);
    bool cut = role != COMB_ROLE_SYM_WHITE;
    comb_scene_shape(scene, (struct comb_scene_shape){.at = {2 * x + 1, 2 * y + 1},
                                                      .role = role,
                                                      .corners = corners,
                                                      .sizes = sizes,
                                                      .polygons = cut ? 2 : 1,
                                                      .round = 0.09,
                                                      .glyph = cut ? "◘" : "■",
                                                      .plain = cut ? "b" : "w"});
}

static inline void demo_star(struct comb_scene *scene, int x, int y, enum comb_role role)
{
    struct comb_vec2 corners[20];
    const unsigned sizes[2] = {16, 4};
    comb_polygon_star(corners, 8, 0.23, 0.176, 0);
    comb_polygon_rect(corners + 16, (struct comb_vec2){0, 0}, 0.18, 0.055);
    comb_scene_shape(scene, (struct comb_scene_shape){.at = {2 * x + 1, 2 * y + 1},
                                                      .role = role,
                                                      .corners = corners,
                                                      .sizes = sizes,
                                                      .polygons = 2,
                                                      .glyph = "✱",
                                                      .plain = "*"});
}

static inline void demo_triangles(struct comb_scene *scene, int x, int y, unsigned count)
{
    static const char *const glyphs[] = {"", "▲", "▲▲", "▲▲▲"};
    static const char *const plain[] = {"", "1", "2", "3"};
    struct comb_vec2 corners[9];
    const unsigned sizes[3] = {3, 3, 3};
    for (unsigned i = 0; i < count; i++) {
        comb_polygon_regular(corners + 3 * i, 3, 0.11, 0);
        for (unsigned k = 3 * i; k < 3 * i + 3; k++)
            corners[k].x += 0.23 * (i - (count - 1) / 2.0);
    }
    comb_scene_shape(scene, (struct comb_scene_shape){.at = {2 * x + 1, 2 * y + 1},
                                                      .role = COMB_ROLE_SYM_ORANGE,
                                                      .corners = corners,
                                                      .sizes = sizes,
                                                      .polygons = count,
                                                      .round = 0.02,
                                                      .glyph = glyphs[count],
                                                      .plain = plain[count]});
}

static inline void demo_polyomino(struct comb_scene *scene, int x, int y)
{
    static const struct comb_vec2 squares[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}};
    const unsigned sizes[4] = {4, 4, 4, 4};
    struct comb_vec2 corners[16];
    for (int i = 0; i < 4; i++)
        comb_polygon_rect(corners + 4 * i, (struct comb_vec2){(squares[i].x + 0.5) * 0.165, squares[i].y * 0.165}, 0.13,
                          0.13);
    comb_scene_shape(scene, (struct comb_scene_shape){.at = {2 * x + 1, 2 * y + 1},
                                                      .role = COMB_ROLE_SYM_YELLOW,
                                                      .corners = corners,
                                                      .sizes = sizes,
                                                      .polygons = 4,
                                                      .round = 0.02,
                                                      .glyph = "▙",
                                                      .plain = "L4"});
}

static inline void demo_dot(struct comb_scene *scene, int x, int y)
{
    struct comb_vec2 corners[6];
    const unsigned size = 6;
    comb_polygon_regular(corners, 6, 0.085, 30);
    comb_scene_shape(scene, (struct comb_scene_shape){.at = {x, y},
                                                      .role = COMB_ROLE_SYM_DOT,
                                                      .corners = corners,
                                                      .sizes = &size,
                                                      .polygons = 1,
                                                      .glyph = "◆",
                                                      .plain = "@"});
}

static inline void demo_grid(struct comb_scene *scene, int size)
{
    for (int y = 0; y <= size; y++) {
        for (int x = 0; x <= size; x++) {
            struct comb_point at = {2 * x, 2 * y};
            double gap = (x == 2 && y == 0) || (x == 3 && y == 2) ? 0.34 : 0;
            if (x < size)
                comb_scene_edge(scene, (struct comb_scene_edge){at, {at.x + 2, at.y}, COMB_ROLE_RAIL, .gap = gap});
            if (y < size)
                comb_scene_edge(scene, (struct comb_scene_edge){
                                           at, {at.x, at.y + 2}, COMB_ROLE_RAIL, .gap = x == 1 && y == 1 ? 0.34 : 0});
        }
    }
}

/* A panel of four by four with five kinds of symbol, broken edges and a line. */
static inline struct comb_scene *demo_witness(void)
{
    static const struct comb_point line[] = {{0, 8}, {0, 6}, {0, 4}, {0, 2}, {0, 0}, {2, 0}, {4, 0},
                                             {4, 2}, {4, 4}, {2, 4}, {2, 6}, {2, 8}, {4, 8}, {4, 6},
                                             {6, 6}, {6, 4}, {8, 4}, {8, 2}, {6, 2}, {6, 0}, {8, 0}};
    struct comb_scene *scene =
        demo_begin(COMB_SCENE_PANEL, "Panel 4 x 4", "a line from the lower left to the upper right");
    demo_grid(scene, 4);
    comb_scene_edge(scene, (struct comb_scene_edge){{8, 0}, {8, 0}, COMB_ROLE_RAIL, .tail = {0, -0.34}});
    comb_scene_disc(scene, (struct comb_scene_disc){.at = {0, 8}, .role = COMB_ROLE_RAIL});
    comb_scene_disc(scene, (struct comb_scene_disc){.at = {8, 8}, .role = COMB_ROLE_RAIL});
    comb_scene_path(scene, (struct comb_scene_path){.points = line,
                                                    .count = sizeof line / sizeof line[0],
                                                    .role = COMB_ROLE_LIT,
                                                    .flags = COMB_PATH_START,
                                                    .tail = {0, -0.34}});
    demo_square(scene, 0, 0, COMB_ROLE_SYM_WHITE);
    demo_square(scene, 1, 1, COMB_ROLE_SYM_WHITE);
    demo_square(scene, 2, 1, COMB_ROLE_SYM_BLUE);
    demo_square(scene, 3, 3, COMB_ROLE_SYM_BLUE);
    demo_square(scene, 2, 2, COMB_ROLE_SYM_BLACK);
    demo_star(scene, 0, 2, COMB_ROLE_SYM_PINK);
    demo_star(scene, 0, 3, COMB_ROLE_SYM_PINK);
    demo_triangles(scene, 2, 0, 2);
    demo_triangles(scene, 3, 1, 3);
    demo_triangles(scene, 1, 3, 1);
    demo_polyomino(scene, 3, 2);
    demo_dot(scene, 0, 3);
    demo_dot(scene, 4, 4);
    demo_dot(scene, 5, 8);
    return demo_end(scene);
}

#endif
