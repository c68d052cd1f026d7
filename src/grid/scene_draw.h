/* Draws a scene with a vector backend, shared by all picture formats. Internal to src/grid. */
#ifndef COMB_GRID_SCENE_DRAW_H
#define COMB_GRID_SCENE_DRAW_H

#include "grid/render.h"
#include "grid/scene_geometry.h"

/* Bounds of the whole picture: the board with title above and captions below. */
struct comb_rect2 comb_scene_picture_bounds(const struct comb_scene *scene, bool bare);

/* Returns 0 or COMB_NO_MEMORY. */
int comb_scene_draw(struct comb_vector_backend *vector, const struct comb_scene *scene,
                    const struct comb_picture_style *style, struct comb_error *err);

#endif
