/* Scenes: what a game wants to be seen, without saying how. Terminal, SVG, PNG and the page are renderers of scenes and
 * know no game.
 *
 * A game writes straight-line code: every builder copies what it is given into the scene's arena, a failure (memory, a
 * point out of reach, too many items) is sticky, and comb_scene_finish reports it once at the end.
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
 * Text is UTF-8 from anywhere: bytes that are none, control characters and marks that change the direction of writing
 * become U+FFFD; what is longer than its place can hold is cut with an ellipsis. NULL is the empty text. */
#ifndef COMB_GRID_SCENE_H
#define COMB_GRID_SCENE_H

#include "base/arena.h"
#include "base/json.h"
#include "grid/lattice.h"
#include "grid/palette.h"

/* How points become places. y grows downwards, neighbouring cells are one pitch apart. */
enum comb_scene_kind {
    COMB_SCENE_SQUARE,     /* a point is a tile */
    COMB_SCENE_HEX_POINTY, /* doubled x, as in lattice.h */
    COMB_SCENE_HEX_FLAT,   /* doubled y */
    COMB_SCENE_PANEL,      /* even, even: a crossing; odd, odd: the middle of a cell; mixed: the middle of an edge */
    COMB_SCENE_KINDS
};

enum comb_scene_kind comb_scene_kind_of(enum comb_lattice_kind kind);

/* A place or a length in pitches, on a panel in cells. */
struct comb_spot {
    double x, y;
};

enum comb_mark {
    COMB_MARK_PATH = 1 << 0,   /* in the answer; set by comb_scene_finish where a path visits the cell */
    COMB_MARK_AIM = 1 << 1,    /* what a hint decides */
    COMB_MARK_WHY = 1 << 2,    /* a clue that is a reason */
    COMB_MARK_MAYBE = 1 << 3,  /* weighed by the reason */
    COMB_MARK_CLAIM = 1 << 4,  /* gained by the move */
    COMB_MARK_CLEAR = 1 << 5,  /* lost or emptied by the move */
    COMB_MARK_DOUBT = 1 << 6,  /* read from a picture without confidence */
    COMB_MARK_FOCUS = 1 << 7,  /* the cursor */
    COMB_MARK_DIM = 1 << 8,    /* plays no part now */
    COMB_MARK_OFF = 1 << 9,    /* shapes: cancelled, drawn hollow and dashed */
    COMB_MARK_WRONG = 1 << 10, /* breaks a rule */
    COMB_MARK_FIRST = 1 << 11  /* where a path begins; set by comb_scene_finish */
};

/* On a panel a cell without text is drawn below the lines: a hole with COMB_ROLE_EMPTY, else a wash that its marks ask
 * for (MAYBE, WRONG). */
struct comb_scene_cell {
    struct comb_point at;
    enum comb_role role;
    unsigned marks;            /* enum comb_mark */
    const char *text;          /* the letter or number */
    const char *value;         /* small, bottom right on squares, bottom on hexagons: what the letter is worth */
    const char *badge;         /* small, top left, in the colours of badge_role: "DW" */
    const char *tag;           /* in a disc on the corner: the name by which a text refers to the cell */
    const char *label;         /* for screen readers: place, content, state and part in the answer */
    enum comb_role badge_role; /* only with a badge */
    unsigned step;             /* set by comb_scene_finish: place in a numbered path from 1, 0 for none */
};

enum comb_path_flags {
    COMB_PATH_STEPS = 1 << 0,    /* number the cells */
    COMB_PATH_CHEVRONS = 1 << 1, /* say the direction on every border crossed */
    COMB_PATH_CLOSED = 1 << 2,
    COMB_PATH_START = 1 << 3, /* a disc at the first point */
    COMB_PATH_DOUBLE = 1 << 4 /* in terminals a double line: to be told from another one without colours */
};

/* Over cells a band, on a panel the drawn line. */
struct comb_scene_path {
    const struct comb_point *points;
    unsigned count;
    enum comb_role role;   /* COMB_ROLE_PATH, COMB_ROLE_LIT ... */
    unsigned flags;        /* enum comb_path_flags */
    struct comb_spot tail; /* how far the line goes on beyond its last point: into an end cap */
};

struct comb_scene_edge {
    struct comb_point from, to;
    enum comb_role role;
    double width;          /* in pitches; 0: a fifth */
    double gap;            /* the share that is missing in the middle, 0 to 1 */
    struct comb_spot tail; /* added to `to`: an end cap is an edge from a crossing to itself with a tail */
    unsigned marks;        /* AIM: what a hint decides, drawn over discs and lines; WRONG */
    const char *label;
};

struct comb_scene_disc {
    struct comb_point at;
    enum comb_role role;
    double radius; /* in pitches; 0: that of a start */
    const char *glyph;
    const char *label;
};

/* Text beside or between cells. With `arrow` it belongs to a line of cells: a small chevron follows the text, and both
 * are turned so that the chevron points along the line. */
struct comb_scene_note {
    struct comb_point at;
    enum comb_role role;
    unsigned marks; /* WHY, DIM */
    const char *text;
    const char *tag;
    const char *label;
    int angle; /* degrees clockwise; 0 points down, -60 down and right, 60 down and left */
    bool arrow;
};

/* Polygons around a point, in pitches from it, filled by the even-odd rule: a polygon in another is a hole. */
struct comb_scene_shape {
    struct comb_point at;
    enum comb_role role;
    unsigned marks;
    const struct comb_spot *corners; /* of all polygons, one after the other */
    const unsigned *sizes;           /* corners of each polygon, at most COMB_SCENE_MOST_CORNERS */
    unsigned polygons;
    double round;      /* how far from a corner its rounding begins */
    const char *glyph; /* up to three columns, for terminals */
    const char *plain; /* the same in ASCII */
    /* Larger, for terminals with room: up to COMB_SCENE_BLOCK_LINES lines of COMB_SCENE_BLOCK_COLUMNS columns, divided
     * by newlines. Letters and digits among block elements stand on them. NULL: the glyph. */
    const char *block;
    const char *block_plain;
    const char *label;
};

struct comb_scene_caption {
    enum comb_role role;
    const char *text;
};

enum {
    COMB_SCENE_MOST_ITEMS = 1 << 20, /* of each list */
    COMB_SCENE_MOST_CORNERS = 64,
    COMB_SCENE_BLOCK_LINES = 3,
    COMB_SCENE_BLOCK_COLUMNS = 7
};

#define COMB_SCENE_LIST(type)                                                                                          \
    struct {                                                                                                           \
        struct type *items;                                                                                            \
        size_t count, capacity;                                                                                        \
    }

/* Read by renderers, written by the builders only. */
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
    unsigned *slots; /* table from points to cells */
    size_t slot_mask;
};

/* The budget may be NULL; it must outlive the scene. */
int comb_scene_new(struct comb_scene **out, enum comb_scene_kind kind, struct comb_budget *budget,
                   struct comb_error *err);
void comb_scene_free(struct comb_scene *scene);

void comb_scene_title(struct comb_scene *scene, const char *text);
void comb_scene_alt(struct comb_scene *scene, const char *text); /* one text that stands for the whole picture */
void comb_scene_cell(struct comb_scene *scene, struct comb_scene_cell cell);
void comb_scene_path(struct comb_scene *scene, struct comb_scene_path path);
void comb_scene_edge(struct comb_scene *scene, struct comb_scene_edge edge);
void comb_scene_disc(struct comb_scene *scene, struct comb_scene_disc disc);
void comb_scene_note(struct comb_scene *scene, struct comb_scene_note note);
void comb_scene_shape(struct comb_scene *scene, struct comb_scene_shape shape);
void comb_scene_caption(struct comb_scene *scene, enum comb_role role, const char *text); /* a line under the board */

/* The first failure, or 0. Marks and numbers the cells of paths. Renderers accept finished scenes only. */
int comb_scene_finish(struct comb_scene *scene, struct comb_error *err);

/* The cell at a point of a finished scene, NULL when there is none. */
const struct comb_scene_cell *comb_scene_find(const struct comb_scene *scene, struct comb_point point);

/* Corners of regular polygons and stars for comb_scene_shape; the first lies at `turn` degrees clockwise from the top.
 * A star has 2 * points corners, outer and inner radius in turn. */
void comb_spots_regular(struct comb_spot *out, unsigned sides, double radius, double turn);
void comb_spots_star(struct comb_spot *out, unsigned points, double outer, double inner, double turn);
void comb_spots_box(struct comb_spot out[4], struct comb_spot centre, double width, double height);

/* The scene for a page: {schema, kind, viewBox, cells, paths, edges, discs, notes, shapes, captions, title, alt}.
 * Places px, py are in the same units as viewBox, 100 to a pitch. */
int comb_scene_json(json_t **out, const struct comb_scene *scene, struct comb_error *err);

#endif
