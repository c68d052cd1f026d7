/* Scenes: describe what to draw without saying how. Terminal, SVG, PNG and the page render scenes and know no game.
 *
 * Builders copy their arguments into the scene's arena. Failure (memory, a point out of range, too many items) is
 * sticky; comb_scene_finish reports it once at the end.
 *
 *     struct comb_scene *scene;
 *     int code = comb_scene_new(&scene, COMB_SCENE_SQUARE, NULL, err);
 *     ...
 *     comb_scene_title(scene, "Boggle");
 *     comb_scene_alt(scene, "a board of four by four letters, the word TREE marked");
 *     comb_scene_cell(scene, (struct comb_scene_cell){.at = {0, 0}, .text = "T", .label = "row 1 column 1, T"});
 *     comb_scene_path(scene, (struct comb_scene_path){.points = points, .count = 4, .role = COMB_ROLE_PATH,
 *                                                     .flags = COMB_PATH_STEPS | COMB_PATH_CHEVRONS});
 *     return comb_scene_finish(scene, err);
 *
 * Text may be any bytes: invalid UTF-8, control characters and bidirectional marks become U+FFFD; text that is too long
 * is cut with an ellipsis. NULL is the empty text. */
#ifndef COMB_GRID_SCENE_H
#define COMB_GRID_SCENE_H

#include "base/arena.h"
#include "base/json.h"
#include "grid/lattice.h"
#include "grid/palette.h"

/* How points map to positions. y grows downwards; neighbouring cells are one pitch apart. */
enum comb_scene_kind {
    COMB_SCENE_SQUARE,     /* a point is a tile */
    COMB_SCENE_HEX_POINTY, /* doubled x, as in lattice.h */
    COMB_SCENE_HEX_FLAT,   /* doubled y */
    COMB_SCENE_PANEL,      /* even, even: a crossing; odd, odd: the centre of a cell; mixed: the middle of an edge */
    COMB_SCENE_KINDS
};

enum comb_scene_kind comb_scene_kind_of(enum comb_lattice_kind kind);

/* A position or vector in pitches (on a panel, in cells). */
struct comb_vec2 {
    double x, y;
};

enum comb_mark {
    COMB_MARK_PATH = 1 << 0,       /* on a path; set by comb_scene_finish */
    COMB_MARK_TARGET = 1 << 1,     /* decided by the hint */
    COMB_MARK_REASON = 1 << 2,     /* clue that is part of the reason */
    COMB_MARK_CONSIDERED = 1 << 3, /* considered by the reason */
    COMB_MARK_CLAIM = 1 << 4,      /* gained by the move */
    COMB_MARK_CLEAR = 1 << 5,      /* lost or emptied by the move */
    COMB_MARK_UNCERTAIN = 1 << 6,  /* low confidence when read from a picture */
    COMB_MARK_FOCUS = 1 << 7,      /* the cursor */
    COMB_MARK_DIM = 1 << 8,        /* not involved now */
    COMB_MARK_CANCELLED = 1 << 9,  /* shapes: cancelled, drawn hollow and dashed */
    COMB_MARK_WRONG = 1 << 10,     /* breaks a rule */
    COMB_MARK_FIRST = 1 << 11      /* first cell of a path; set by comb_scene_finish */
};

/* On a panel, cells without text are drawn below the lines: a hole with COMB_ROLE_EMPTY, otherwise a wash if marked
 * CONSIDERED or WRONG. */
struct comb_scene_cell {
    struct comb_point at;
    enum comb_role role;
    unsigned marks;            /* enum comb_mark */
    const char *text;          /* the letter or number */
    const char *value;         /* small, bottom right on squares, bottom on hexagons: the value of the letter */
    const char *badge;         /* small, top left, in the colours of badge_role: "DW" */
    const char *tag;           /* in a disc on the corner: a name for references in text */
    const char *label;         /* for screen readers: position, content, state and part in the answer */
    enum comb_role badge_role; /* only with a badge */
    unsigned step;             /* position in a numbered path, from 1; 0: none; set by comb_scene_finish */
};

enum comb_path_flags {
    COMB_PATH_STEPS = 1 << 0,    /* number the cells */
    COMB_PATH_CHEVRONS = 1 << 1, /* show the direction on every border crossed */
    COMB_PATH_CLOSED = 1 << 2,
    COMB_PATH_START = 1 << 3,  /* a disc at the first point */
    COMB_PATH_DOUBLE = 1 << 4, /* a double line in terminals, to distinguish two paths without colours */
    COMB_PATH_GHOST = 1 << 5   /* suggested, not drawn yet: thin and dashed */
};

/* A band over cells, or the drawn line on a panel. */
struct comb_scene_path {
    const struct comb_point *points;
    unsigned count;
    enum comb_role role;   /* COMB_ROLE_PATH, COMB_ROLE_LIT ... */
    unsigned flags;        /* enum comb_path_flags */
    struct comb_vec2 tail; /* extends the line beyond its last point, into an end cap */
};

struct comb_scene_edge {
    struct comb_point from, to;
    enum comb_role role;
    double width;          /* in pitches; 0: a fifth */
    double gap;            /* missing fraction in the middle, 0 to 1 */
    struct comb_vec2 tail; /* added to `to`; an end cap is an edge from a crossing to itself with a tail */
    unsigned marks;        /* TARGET: drawn over discs and lines; WRONG */
    const char *label;
};

struct comb_scene_disc {
    struct comb_point at;
    enum comb_role role;
    double radius; /* in pitches; 0: the radius of a start */
    const char *glyph;
    const char *label;
};

/* Text beside or between cells. With `arrow` it belongs to a line of cells: a chevron follows the text, and both are
 * rotated so that the chevron points along the line. */
struct comb_scene_note {
    struct comb_point at;
    enum comb_role role;
    unsigned marks; /* REASON, DIM */
    const char *text;
    const char *tag;
    const char *label;
    int angle; /* degrees clockwise; 0 points down, -60 down and right, 60 down and left */
    bool arrow;
};

/* Polygons around a point, in pitches relative to it, filled by the even-odd rule: a polygon inside another is a hole.
 */
struct comb_scene_shape {
    struct comb_point at;
    enum comb_role role;
    unsigned marks;
    const struct comb_vec2 *corners; /* corners of all polygons, concatenated */
    const unsigned *sizes;           /* number of corners of each polygon, at most COMB_SCENE_MAX_CORNERS */
    unsigned polygons;
    double round;      /* distance from a corner at which its rounding begins */
    const char *glyph; /* up to three columns, for terminals */
    const char *plain; /* the same in ASCII */
    /* Larger version for roomy terminals: up to COMB_SCENE_BLOCK_LINES lines of COMB_SCENE_BLOCK_COLUMNS columns,
     * separated by newlines. Letters and digits between block elements are drawn on top of them. NULL: use the glyph.
     */
    const char *block;
    const char *block_plain;
    const char *label;
};

struct comb_scene_caption {
    enum comb_role role;
    const char *text;
};

enum {
    COMB_SCENE_MAX_ITEMS = 1 << 20, /* per list */
    COMB_SCENE_MAX_CORNERS = 64,
    COMB_SCENE_BLOCK_LINES = 3,
    COMB_SCENE_BLOCK_COLUMNS = 7
};

#define COMB_SCENE_LIST(type)                                                                                          \
    struct {                                                                                                           \
        struct type *items;                                                                                            \
        size_t count, capacity;                                                                                        \
    }

/* Only the builders write to it; renderers read it. */
struct comb_scene {
    enum comb_scene_kind kind;
    COMB_SCENE_LIST(comb_scene_cell) cells;
    COMB_SCENE_LIST(comb_scene_path) paths;
    COMB_SCENE_LIST(comb_scene_edge) edges;
    COMB_SCENE_LIST(comb_scene_disc) discs;
    COMB_SCENE_LIST(comb_scene_note) notes;
    COMB_SCENE_LIST(comb_scene_shape) shapes;
    COMB_SCENE_LIST(comb_scene_caption) captions;
    const char *title;
    const char *alt;
    bool failed;
    bool finished;
    struct comb_error error; /* the first failure */
    struct comb_arena arena;
    unsigned *slots; /* hash table from points to cells */
    size_t slot_mask;
};

/* The budget may be NULL; it must outlive the scene. */
int comb_scene_new(struct comb_scene **out, enum comb_scene_kind kind, struct comb_budget *budget,
                   struct comb_error *err);
void comb_scene_free(struct comb_scene *scene);

void comb_scene_title(struct comb_scene *scene, const char *text);
void comb_scene_alt(struct comb_scene *scene, const char *text); /* describes the whole picture */
void comb_scene_cell(struct comb_scene *scene, struct comb_scene_cell cell);
void comb_scene_path(struct comb_scene *scene, struct comb_scene_path path);
void comb_scene_edge(struct comb_scene *scene, struct comb_scene_edge edge);
void comb_scene_disc(struct comb_scene *scene, struct comb_scene_disc disc);
void comb_scene_note(struct comb_scene *scene, struct comb_scene_note note);
void comb_scene_shape(struct comb_scene *scene, struct comb_scene_shape shape);
void comb_scene_caption(struct comb_scene *scene, enum comb_role role, const char *text); /* a line below the board */

/* Marks and numbers the cells of paths. Returns the first failure, or 0. Renderers accept only finished scenes. */
int comb_scene_finish(struct comb_scene *scene, struct comb_error *err);

/* The colours of a cell by its role and marks. */
struct comb_paint comb_cell_paint(const struct comb_scene_cell *cell);

/* Corners of regular polygons and stars for comb_scene_shape. The first corner is `turn` degrees clockwise from the
 * top. A star has 2 * points corners, alternating outer and inner radius. */
void comb_polygon_regular(struct comb_vec2 *out, unsigned sides, double radius, double turn);
void comb_polygon_star(struct comb_vec2 *out, unsigned points, double outer, double inner, double turn);
void comb_polygon_rect(struct comb_vec2 out[4], struct comb_vec2 centre, double width, double height);

/* Returns the scene as JSON for the page: {schema, kind, viewBox, cells, paths, edges, discs, notes, shapes, captions,
 * title, alt}. px and py use the units of viewBox, 100 per pitch. */
int comb_scene_json(json_t **out, const struct comb_scene *scene, struct comb_error *err);

#endif
