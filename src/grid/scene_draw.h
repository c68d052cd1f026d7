/* A scene drawn with a vector pen: the order of things and their strokes, once for all kinds of picture. Inside
 * src/grid only. */
#ifndef COMB_GRID_SCENE_DRAW_H
#define COMB_GRID_SCENE_DRAW_H

#include "grid/render.h"
#include "grid/scene_geometry.h"

/* The whole picture: the board with its title above and its captions below. */
struct comb_box comb_scene_picture_box(const struct comb_scene *scene, bool bare);

/* 0 or COMB_NO_MEMORY. */
int comb_scene_draw(struct comb_vector *vector, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err);

#endif
