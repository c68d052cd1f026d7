#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "grid/symmetry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned transform_direction(enum comb_lattice_kind kind, unsigned transform, unsigned direction)
{
    int image = comb_direction_of(kind, comb_transform_step(kind, transform, comb_direction_step(kind, direction)));
    assert_true(image >= 0);
    return (unsigned)image;
}

/* The transform that equals `first` followed by `then`. The probe is on no mirror axis of any lattice, so its images
 * distinguish all transforms. */
static unsigned compose(enum comb_lattice_kind kind, unsigned first, unsigned then)
{
    struct comb_point probe = {5, 1};
    struct comb_point wanted = comb_transform_step(kind, then, comb_transform_step(kind, first, probe));
    unsigned found = 0;
    while (comb_point_compare(comb_transform_step(kind, found, probe), wanted) != 0)
        found++;
    return found;
}

static void add_label(struct comb_buf *out, const void *payload, unsigned cell, unsigned transform)
{
    (void)transform;
    const char *const *labels = payload;
    comb_buf_str(out, labels[cell]);
}

/* Cells with one text each: any outline for squares, the same outline for hexagons. */
static int canon_labels(struct comb_image **out, const struct comb_lattice *lattice, const char *const *labels,
                        struct comb_error *err)
{
    bool square = lattice->kind == COMB_LATTICE_SQUARE || lattice->kind == COMB_LATTICE_SQUARE4;
    struct comb_canon_rules rules = {
        .shapes = square ? COMB_CANON_ANY_OUTLINE : COMB_CANON_SAME_OUTLINE,
        .key = add_label,
        .payload = (const void *)labels,
    };
    return comb_canon_find(out, lattice, &rules, err);
}

static struct comb_lattice *board(enum comb_lattice_kind kind, const char *const *rows, size_t count)
{
    struct comb_point points[400];
    size_t cells = 0;
    for (size_t y = 0; y < count; y++) {
        for (int x = 0; rows[y][x]; x++) {
            if (rows[y][x] != ' ')
                points[cells++] = (struct comb_point){x, (int)y};
        }
    }
    struct comb_lattice *lattice;
    assert_int_equal(comb_lattice_from_points(&lattice, kind, points, cells, NULL), COMB_OK);
    return lattice;
}

static struct comb_lattice *rows_board(size_t rows, const unsigned *lengths)
{
    struct comb_lattice *lattice;
    assert_int_equal(comb_lattice_from_rows(&lattice, lengths, rows, NULL), COMB_OK);
    return lattice;
}

#define ROWS(...)                                                                                                      \
    rows_board(sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned), (const unsigned[]){__VA_ARGS__})

static unsigned group_size(struct comb_lattice *lattice)
{
    struct comb_symmetries *group;
    assert_int_equal(comb_symmetries_new(&group, lattice, NULL), COMB_OK);
    unsigned count = group->count;
    for (unsigned cell = 0; cell < lattice->count; cell++)
        assert_int_equal(group->images[cell], cell);
    comb_symmetries_free(group);
    comb_lattice_free(lattice);
    return count;
}

static void test_known_boards_have_known_groups(void **state)
{
    (void)state;
    static const char *const l_shape[] = {"xx", "x "};
    static const char *const long_l[] = {"xxx", "x  "};
    static const char *const one[] = {"x"};
    static const char *const line[] = {"xxxx"};
    static const char *const flower[] = {" x ", "x x", " x ", "x x",
                                         " x "}; /* flat top: a cell and its six neighbours */
    assert_int_equal(group_size(ROWS(3, 4, 5, 4, 3)), 12);
    assert_int_equal(group_size(ROWS(2, 3, 2)), 12);
    assert_int_equal(group_size(ROWS(3, 4, 3)), 4);
    assert_int_equal(group_size(ROWS(3, 4, 3, 2)), 6); /* a triangle with cut corners */
    assert_int_equal(group_size(ROWS(4, 4, 4, 4)), 8);
    assert_int_equal(group_size(ROWS(4, 4, 4)), 4);
    assert_int_equal(group_size(board(COMB_LATTICE_SQUARE, l_shape, 2)), 2);
    assert_int_equal(group_size(board(COMB_LATTICE_SQUARE4, long_l, 2)), 1);
    assert_int_equal(group_size(board(COMB_LATTICE_SQUARE, one, 1)), 1);
    assert_int_equal(group_size(board(COMB_LATTICE_HEX_FLAT, one, 1)), 1);
    assert_int_equal(group_size(board(COMB_LATTICE_SQUARE, line, 1)), 2);
    assert_int_equal(group_size(board(COMB_LATTICE_HEX_FLAT, flower, 5)), 12);
}

static struct comb_lattice *random_board(struct comb_rng *rng, enum comb_lattice_kind kind, unsigned side,
                                         bool one_parity)
{
    struct comb_point points[400];
    size_t count = 0;
    while (count == 0) {
        for (unsigned y = 0; y < side; y++) {
            for (unsigned x = 0; x < side; x++) {
                if (comb_rng_below(rng, 3) > 0 && (!one_parity || (x + y) % 2 == 0))
                    points[count++] = (struct comb_point){(int)x - 2, (int)y + 3};
            }
        }
    }
    struct comb_lattice *lattice;
    assert_int_equal(comb_lattice_from_points(&lattice, kind, points, count, NULL), COMB_OK);
    return lattice;
}

static bool are_neighbours(const struct comb_lattice *lattice, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < lattice->degree[a]; i++) {
        if (lattice->neighbours[a][i] == b)
            return true;
    }
    return false;
}

static void check_permutation_keeps_neighbours(const struct comb_lattice *lattice, const unsigned *image)
{
    for (unsigned a = 0; a < lattice->count; a++) {
        for (unsigned b = 0; b < lattice->count; b++)
            assert_int_equal(are_neighbours(lattice, a, b), are_neighbours(lattice, image[a], image[b]));
    }
}

static bool in_group(const struct comb_symmetries *group, const unsigned *permutation)
{
    for (unsigned s = 0; s < group->count; s++) {
        if (memcmp(group->images + s * group->size, permutation, group->size * sizeof *permutation) == 0)
            return true;
    }
    return false;
}

static void check_group(const struct comb_lattice *lattice)
{
    struct comb_symmetries *group;
    unsigned product[400];
    assert_int_equal(comb_symmetries_new(&group, lattice, NULL), COMB_OK);
    for (unsigned s = 0; s < group->count; s++) {
        const unsigned *first = group->images + s * group->size;
        check_permutation_keeps_neighbours(lattice, first);
        for (unsigned t = 0; t < group->count; t++) {
            const unsigned *then = group->images + t * group->size;
            for (unsigned cell = 0; cell < group->size; cell++)
                product[cell] = then[first[cell]];
            assert_true(in_group(group, product));
        }
    }
    comb_symmetries_free(group);
}

static void test_groups_are_closed_and_keep_neighbours(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 3);
    for (int round = 0; round < 60; round++) {
        enum comb_lattice_kind kind = (enum comb_lattice_kind)(round % COMB_LATTICE_KINDS);
        struct comb_lattice *lattice = random_board(&rng, kind, 2 + (unsigned)round % 4, round % 2 == 0);
        check_group(lattice);
        comb_lattice_free(lattice);
    }
    struct comb_lattice *hexagon = ROWS(3, 4, 5, 4, 3);
    check_group(hexagon);
    comb_lattice_free(hexagon);
}

/* Counts by brute force the transformed boards that cover the same points in normal position. */
static void test_the_group_of_twelve_cells_by_brute_force(void **state)
{
    (void)state;
    struct comb_lattice *lattice = ROWS(3, 4, 3, 2);
    unsigned same = 0;
    struct comb_image *identity;
    assert_int_equal(comb_lattice_transform(&identity, lattice, 0, NULL), COMB_OK);
    for (unsigned transform = 0; transform < 12; transform++) {
        struct comb_image *image;
        assert_int_equal(comb_lattice_transform(&image, lattice, transform, NULL), COMB_OK);
        unsigned found = 0;
        for (unsigned i = 0; i < lattice->count; i++)
            found += comb_lattice_find(image->lattice, identity->lattice->at[i]) >= 0;
        same += found == lattice->count;
        comb_image_free(image);
    }
    comb_image_free(identity);
    assert_int_equal(same, group_size(lattice));
}

static void test_transforms_are_the_group_of_the_lattice(void **state)
{
    (void)state;
    for (int k = 0; k < COMB_LATTICE_KINDS; k++) {
        enum comb_lattice_kind kind = (enum comb_lattice_kind)k;
        unsigned count = comb_transform_count(kind);
        assert_int_equal(count, k < 2 ? 8 : 12);
        for (unsigned a = 0; a < count; a++) {
            bool inverse = false;
            for (unsigned b = 0; b < count; b++) {
                unsigned both = compose(kind, a, b);
                inverse = inverse || both == 0;
                for (unsigned d = 0; d < comb_direction_count(kind); d++) {
                    unsigned step = transform_direction(kind, b, transform_direction(kind, a, d));
                    assert_int_equal(transform_direction(kind, both, d), step);
                }
            }
            assert_true(inverse);
        }
    }
}

static void test_a_rotation_shifts_every_direction(void **state)
{
    (void)state;
    for (unsigned d = 0; d < 6; d++) {
        assert_int_equal(transform_direction(COMB_LATTICE_HEX_FLAT, 1, d), (d + 1) % 6);
        assert_int_equal(transform_direction(COMB_LATTICE_HEX_POINTY, 2, d), (d + 2) % 6);
    }
    for (unsigned d = 0; d < 8; d++)
        assert_int_equal(transform_direction(COMB_LATTICE_SQUARE, 1, d), (d + 2) % 8);
    struct comb_point across = comb_transform_step(COMB_LATTICE_HEX_FLAT, 1, (struct comb_point){2, 0});
    assert_int_equal(across.x, 1); /* from east to between south-east and south */
    assert_int_equal(across.y, 3);
    struct comb_point mirrored = comb_transform_step(COMB_LATTICE_SQUARE, 4, (struct comb_point){2, 5});
    assert_int_equal(mirrored.x, -2);
    assert_int_equal(mirrored.y, 5);
}

static void check_image(const struct comb_lattice *lattice, const struct comb_image *image)
{
    int min_x = image->lattice->at[0].x;
    assert_int_equal(image->lattice->at[0].y, 0);
    for (unsigned i = 0; i < lattice->count; i++) {
        struct comb_point at = image->lattice->at[i];
        min_x = at.x < min_x ? at.x : min_x;
        assert_int_equal(image->to[image->from[i]], i);
        if (i > 0)
            assert_true(comb_point_compare(image->lattice->at[i - 1], at) < 0);
        for (unsigned d = 0; d < comb_direction_count(lattice->kind); d++) {
            int other = comb_lattice_step(lattice, image->from[i], d);
            unsigned rotated = transform_direction(lattice->kind, image->transform, d);
            int expected = other < 0 ? -1 : (int)image->to[other];
            assert_int_equal(comb_lattice_step(image->lattice, i, rotated), expected);
        }
    }
    assert_int_equal(min_x, 0);
}

static void test_images_are_in_normal_position_and_rotate_directions(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 4);
    for (int round = 0; round < 40; round++) {
        enum comb_lattice_kind kind = (enum comb_lattice_kind)(round % COMB_LATTICE_KINDS);
        struct comb_lattice *lattice = random_board(&rng, kind, 5, true);
        for (unsigned transform = 0; transform < comb_transform_count(kind); transform++) {
            struct comb_image *image;
            assert_int_equal(comb_lattice_transform(&image, lattice, transform, NULL), COMB_OK);
            assert_int_equal(image->transform, transform);
            check_image(lattice, image);
            comb_image_free(image);
        }
        comb_lattice_free(lattice);
    }
}

static void test_two_tilings_rotate_only_by_180_degrees(void **state)
{
    (void)state;
    const struct comb_point points[] = {{0, 0}, {1, 1}, {0, 3}};
    struct comb_lattice *lattice;
    assert_int_equal(comb_lattice_from_points(&lattice, COMB_LATTICE_HEX_FLAT, points, 3, NULL), COMB_OK);
    for (unsigned transform = 0; transform < 12; transform++) {
        struct comb_image *image;
        int code = comb_lattice_transform(&image, lattice, transform, NULL);
        assert_int_equal(code, transform % 3 == 0 ? COMB_OK : COMB_NO);
        comb_image_free(image);
    }
    comb_lattice_free(lattice);
}

/* ---- canonical form ---- */

struct labelled_board {
    struct comb_lattice *lattice;
    const char *labels[400];
};

static void random_labels(struct labelled_board *out, struct comb_rng *rng)
{
    static const char *const words[] = {"A", "B", "QU", "Q", "", "BA"};
    for (unsigned i = 0; i < out->lattice->count; i++)
        out->labels[i] = words[comb_rng_below(rng, sizeof words / sizeof words[0])];
}

/* Outline and labels of the canonical image as one text. */
static void canon_text(struct comb_buf *out, const struct labelled_board *board_labels)
{
    struct comb_image *image;
    assert_int_equal(canon_labels(&image, board_labels->lattice, board_labels->labels, NULL), COMB_OK);
    comb_buf_clear(out);
    for (unsigned i = 0; i < image->lattice->count; i++)
        comb_buf_printf(out, "(%d %d %s)", image->lattice->at[i].x, image->lattice->at[i].y,
                        board_labels->labels[image->from[i]]);
    comb_image_free(image);
}

static bool same_outline(const struct comb_lattice *a, const struct comb_lattice *b)
{
    return memcmp(a->at, b->at, a->count * sizeof *a->at) == 0;
}

static void check_canon_of_images(const struct labelled_board *board_labels)
{
    struct comb_buf expected = {0};
    struct comb_buf got = {0};
    struct comb_image *identity;
    bool hexagons = comb_transform_count(board_labels->lattice->kind) == 12;
    canon_text(&expected, board_labels);
    assert_int_equal(comb_lattice_transform(&identity, board_labels->lattice, 0, NULL), COMB_OK);
    for (unsigned transform = 0; transform < comb_transform_count(board_labels->lattice->kind); transform++) {
        struct comb_image *image;
        assert_int_equal(comb_lattice_transform(&image, board_labels->lattice, transform, NULL), COMB_OK);
        if (!hexagons || same_outline(identity->lattice, image->lattice)) {
            struct labelled_board moved = {.lattice = image->lattice};
            for (unsigned i = 0; i < image->lattice->count; i++)
                moved.labels[i] = board_labels->labels[image->from[i]];
            canon_text(&got, &moved);
            assert_string_equal(comb_buf_text(&got), comb_buf_text(&expected));
        }
        comb_image_free(image);
    }
    comb_image_free(identity);
    comb_buf_free(&expected);
    comb_buf_free(&got);
}

static void test_all_images_of_a_board_have_one_canonical_form(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 5);
    for (int round = 0; round < 60; round++) {
        struct labelled_board board_labels = {0};
        switch (round % 4) {
        case 0:
            board_labels.lattice = ROWS(3, 4, 5, 4, 3);
            break;
        case 1:
            board_labels.lattice = ROWS(3, 3);
            break;
        case 2:
            board_labels.lattice = ROWS(4, 4, 4, 4);
            break;
        default:
            board_labels.lattice = random_board(&rng, COMB_LATTICE_SQUARE, 4, false);
        }
        random_labels(&board_labels, &rng);
        check_canon_of_images(&board_labels);
        comb_lattice_free(board_labels.lattice);
    }
}

static void test_the_canonical_form_is_the_smallest(void **state)
{
    (void)state;
    struct labelled_board board_labels = {.lattice = ROWS(2, 2, 2), .labels = {"C", "B", "A", "D", "E", "A"}};
    struct comb_image *image;
    assert_int_equal(canon_labels(&image, board_labels.lattice, board_labels.labels, NULL), COMB_OK);
    /* Three columns are smaller than two: (0,0) (1,0) (2,0) comes before (0,0) (1,0) (0,1). */
    assert_int_equal(image->lattice->at[2].x, 2);
    char text[8] = "";
    for (unsigned i = 0; i < 6; i++)
        strcat(text, board_labels.labels[image->from[i]]);
    assert_string_equal(text, "ADBEAC");
    comb_image_free(image);
    comb_lattice_free(board_labels.lattice);
}

/* Cells with an arrow: the key is the direction in which the arrow points after the transform. */
static void arrow_key(struct comb_buf *out, const void *payload, unsigned cell, unsigned transform)
{
    const unsigned *directions = payload;
    comb_buf_char(out, (char)transform_direction(COMB_LATTICE_HEX_FLAT, transform, directions[cell]));
}

static bool allows_rotations_only(const void *payload, unsigned transform)
{
    (void)payload;
    return transform < 6;
}

static bool allows_none(const void *payload, unsigned transform)
{
    (void)payload;
    (void)transform;
    return false;
}

static void test_directions_affect_the_canonical_form(void **state)
{
    (void)state;
    static const char *const flower[] = {" x ", "x x", " x ", "x x", " x "};
    struct comb_lattice *lattice = board(COMB_LATTICE_HEX_FLAT, flower, 5);
    struct comb_canon_rules rules = {
        .shapes = COMB_CANON_SAME_OUTLINE, .key = arrow_key, .allows = allows_rotations_only};
    for (unsigned direction = 0; direction < 6; direction++) {
        unsigned directions[7];
        for (int i = 0; i < 7; i++)
            directions[i] = direction;
        rules.payload = directions;
        struct comb_image *image;
        assert_int_equal(comb_canon_find(&image, lattice, &rules, NULL), COMB_OK);
        assert_int_equal(image->transform, (6 - direction) % 6); /* all arrows rotated to north, which is 0 */
        comb_image_free(image);
    }
    rules.allows = allows_none;
    struct comb_image *image;
    assert_int_equal(comb_canon_find(&image, lattice, &rules, NULL), COMB_NO);
    assert_null(image);
    comb_lattice_free(lattice);
}
