/* Can these pieces be placed? Every yellow piece adds 1 to the cells it covers, every blue one subtracts 1; the sum
 * must be 1 on the region (or 0, if the pieces are to cancel out) and 0 everywhere else.
 *
 * Representation. `need` holds for every cell of a plane what is still missing there: target minus sum. Cells with a
 * need other than 0 are defects: +1 and more needs a yellow piece, -1 and less a blue one. The list of defects is
 * sorted by cell, one list per piece placed so far; with the number of pieces left of each kind it determines the
 * rest of the search, so it is also the key of the cache of failures.
 *
 *     region   1 1 1     a yellow X X X     0 0 0       the defects left are -1 (below the region) and +1:
 *              1         placed here X   -> 0-1         a blue piece must cover the one,
 *              1                            1           a yellow one the other
 *
 * Algorithm. Take the defect with the fewest candidates. Some remaining yellow piece must cover a positive one (blue
 * pieces only make it larger), a blue piece a negative one; so place each kind of piece, in each of its forms, with
 * each of its cells there. This order misses nothing: whatever the complete placement is, a piece of it that covers
 * the defect is among those tried. Equal pieces are one kind and are never exchanged. A step that leaves more
 * negative need than there are blue cells left cannot succeed (and then likewise for yellow, since positive minus
 * negative need always equals yellow minus blue cells left).
 *
 * If no defect is left but pieces are, these must cancel among themselves: they float. On an unbounded plane without
 * edges a floating group may be moved as a whole, so one of its pieces is placed at one position, in each of its
 * forms, and the search continues from its defects; these attract the other pieces of the group, and if a group is
 * complete before the pieces run out, the next one starts in the same way. On a bounded board the first piece is
 * tried everywhere on the board.
 *
 * Precise placement (the game) also checks edges of the board: the yellow pieces that have an edge inside them may
 * not outnumber the blue ones that have it as a side, plus one if the pieces fill the region, both cells are in it
 * and no line runs there. Pieces that float near the board can thus make room for others; off the board they cannot.
 * There the first piece of a group is tried at every position from which the group can still reach the board, and at
 * one far away.
 *
 * Margin. Each placed piece covers a defect of the region or of an earlier piece, so all are within the sum of their
 * sizes of the region (of the first piece, if they float), and the plane is that much larger than the board. Without
 * blue pieces nothing can stick out and the plane is the board.
 *
 * On a pillar the plane is closed to the left and right; a piece that would meet itself around it does not fit.
 *
 * The search terminates because every step places a piece. The depth is the number of pieces, at most one per cell
 * of the board. Cost: exponential in the worst case, as tiling is; sets from real panels take microseconds to a few
 * milliseconds. A job's limit ends the search without a verdict. */
#include "games/witness/verify/parts.h"

#include "base/hash.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SHAPE = COMB_WITNESS_SHAPE_SIDE * COMB_WITNESS_SHAPE_SIDE, MEMORY_BYTES = 64 << 20, NODES_A_TICK = 256 };

/* One orientation of a piece. */
struct form {
    int width, height;
    unsigned count, inner_count, side_count;
    uint8_t (*cells)[2]; /* from the upper left of its box, row by row */
    uint8_t (*inner)[2]; /* edges between two of its cells, in places: cell (x, y) is place (2 x + 1, 2 y + 1) */
    uint8_t (*sides)[2]; /* edges of its cells, each once */
};

/* Equal pieces. */
struct kind {
    bool negative;
    unsigned left;
    unsigned form_count;
    struct form forms[4];
};

struct defect {
    int at;
    int need;
};

struct defects {
    struct defect *items;
    unsigned count;
};

struct failure {
    struct failure *next;
    uint64_t hash;
    size_t length;
    unsigned char key[];
};

struct search {
    const struct comb_witness_area *area;
    struct comb_witness_placement_rules placing;
    struct comb_arena arena;
    struct kind *kinds;
    unsigned kind_count;
    unsigned pieces_left, blue_left;   /* pieces */
    unsigned yellow_cells, blue_cells; /* of the pieces left */
    unsigned deficit, surplus;         /* sums of positive and of negative need */
    int margin, reach;                 /* of the plane around the board; how far a group can extend */
    int side_margin;                   /* the same to the left and right: 0 on a pillar, where the plane is closed */
    int columns, rows;                 /* of the plane */
    int16_t *need;
    int16_t edges[COMB_WITNESS_MAX_PLACES]; /* precise: how many more yellow pieces may straddle it; < 0: too many */
    struct failure **failures;              /* chains by hash */
    size_t failure_count, failure_slots, failure_bytes;
    struct COMB_VEC(unsigned char) key;
    uint64_t nodes;
};

struct comb_witness_sums comb_witness_verify_sums_of(const struct comb_witness_thing *const *pieces, unsigned count)
{
    struct comb_witness_sums sums = {0};
    for (unsigned i = 0; i < count; i++) {
        unsigned size = 0;
        for (unsigned y = 0; y < pieces[i]->shape->height; y++)
            for (unsigned x = 0; x < pieces[i]->shape->width; x++)
                size += pieces[i]->shape->rows[y] >> x & 1;
        *(pieces[i]->negative ? &sums.blue : &sums.yellow) += size;
        *(pieces[i]->negative ? &sums.blue_pieces : &sums.yellow_pieces) += 1;
    }
    return sums;
}

/* ---- forms ---- */

struct picture {
    int width, height;
    bool cells[COMB_WITNESS_SHAPE_SIDE][COMB_WITNESS_SHAPE_SIDE]; /* [y][x] */
};

/* Trims blank margins; 0 by 0 if there is no cell. */
static struct picture picture_of(const struct comb_witness_shape *shape)
{
    struct picture picture = {0};
    int left = COMB_WITNESS_SHAPE_SIDE, top = COMB_WITNESS_SHAPE_SIDE, right = -1, bottom = -1;
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++)
            if (shape->rows[y] >> x & 1) {
                left = x < left ? x : left;
                right = x > right ? x : right;
                top = y < top ? y : top;
                bottom = y > bottom ? y : bottom;
            }
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++)
            picture.cells[y - top][x - left] = shape->rows[y] >> x & 1;
    if (right >= 0) {
        picture.width = right - left + 1;
        picture.height = bottom - top + 1;
    }
    return picture;
}

static struct picture quarter_turn(const struct picture *picture)
{
    struct picture turned = {.width = picture->height, .height = picture->width};
    for (int y = 0; y < picture->height; y++)
        for (int x = 0; x < picture->width; x++)
            turned.cells[x][picture->height - 1 - y] = picture->cells[y][x];
    return turned;
}

static bool filled(const struct picture *picture, int x, int y)
{
    return x >= 0 && y >= 0 && x < picture->width && y < picture->height && picture->cells[y][x];
}

static void add_edges(struct form *form, const struct picture *picture)
{
    for (int row = 0; row <= 2 * picture->height; row++)
        for (int column = (row + 1) % 2; column <= 2 * picture->width; column += 2) {
            bool vertical = column % 2 == 0; /* cells to its left and right */
            bool first = vertical ? filled(picture, column / 2 - 1, row / 2) : filled(picture, column / 2, row / 2 - 1);
            bool second = filled(picture, column / 2, row / 2);
            if (first && second) {
                form->inner[form->inner_count][0] = (uint8_t)column;
                form->inner[form->inner_count++][1] = (uint8_t)row;
            }
            if (first || second) {
                form->sides[form->side_count][0] = (uint8_t)column;
                form->sides[form->side_count++][1] = (uint8_t)row;
            }
        }
}

static bool make_form(struct search *search, struct form *form, const struct picture *picture)
{
    unsigned max = (unsigned)(picture->width * picture->height);
    *form = (struct form){.width = picture->width, .height = picture->height};
    form->cells = comb_arena_array(&search->arena, max, sizeof *form->cells);
    if (!form->cells)
        return false;
    for (int y = 0; y < picture->height; y++)
        for (int x = 0; x < picture->width; x++)
            if (picture->cells[y][x]) {
                form->cells[form->count][0] = (uint8_t)x;
                form->cells[form->count++][1] = (uint8_t)y;
            }
    if (!search->placing.precise)
        return true;
    form->inner = comb_arena_array(&search->arena, 2 * form->count, sizeof *form->inner);
    form->sides = comb_arena_array(&search->arena, 4 * form->count, sizeof *form->sides);
    if (!form->inner || !form->sides)
        return false;
    add_edges(form, picture);
    return true;
}

static bool same_form(const struct form *a, const struct form *b)
{
    return a->width == b->width && a->height == b->height && a->count == b->count &&
           memcmp(a->cells, b->cells, a->count * sizeof *a->cells) == 0;
}

static bool has_form(const struct kind *kind, const struct form *form)
{
    for (unsigned i = 0; i < kind->form_count; i++)
        if (same_form(&kind->forms[i], form))
            return true;
    return false;
}

static bool make_kind(struct search *search, struct kind *kind, const struct comb_witness_thing *piece,
                      struct picture picture)
{
    *kind = (struct kind){.negative = piece->negative};
    for (unsigned turns = 0; turns < (piece->free ? 4 : 1); turns++) {
        struct form form;
        if (!make_form(search, &form, &picture))
            return false;
        if (!has_form(kind, &form))
            kind->forms[kind->form_count++] = form;
        picture = quarter_turn(&picture);
    }
    return true;
}

/* No form is listed twice, so two kinds are the same if one has all forms of the other and no more. */
static bool same_kind(const struct kind *a, const struct kind *b)
{
    if (a->negative != b->negative || a->form_count != b->form_count)
        return false;
    for (unsigned i = 0; i < a->form_count; i++)
        if (!has_form(b, &a->forms[i]))
            return false;
    return true;
}

static bool add_piece(struct search *search, const struct comb_witness_thing *piece)
{
    struct kind kind;
    struct picture picture = picture_of(piece->shape);
    unsigned same = 0;
    if (picture.width == 0)
        return true;
    if (!make_kind(search, &kind, piece, picture))
        return false;
    while (same < search->kind_count && !same_kind(&search->kinds[same], &kind))
        same++;
    if (same == search->kind_count)
        search->kinds[search->kind_count++] = kind;
    search->kinds[same].left++;
    search->pieces_left++;
    search->blue_left += piece->negative;
    *(piece->negative ? &search->blue_cells : &search->yellow_cells) += kind.forms[0].count;
    search->reach += picture.width > picture.height ? picture.width : picture.height;
    return true;
}

/* ---- edges ---- */

/* Returns the place on the board of an edge of a form placed at (x, y); -1 off the board. */
static int edge_place(const struct search *search, int x, int y, const uint8_t edge[2])
{
    const struct comb_witness_panel *panel = search->area->drawn->panel;
    int column = 2 * (x - search->side_margin) + edge[0];
    int row = 2 * (y - search->margin) + edge[1];
    column = panel->pillar ? column % (int)comb_witness_columns(panel) : column;
    if (column < 0 || row < 0 || column >= (int)comb_witness_columns(panel) || row >= (int)comb_witness_rows(panel))
        return -1;
    return (int)comb_witness_place_number(panel, (unsigned)column, (unsigned)row);
}

static void open_edges(struct search *search)
{
    const struct comb_witness_drawn *drawn = search->area->drawn;
    unsigned number = search->area->number;
    for (unsigned row = 0; row < comb_witness_rows(drawn->panel); row++)
        for (unsigned column = (row + 1) % 2; column < comb_witness_columns(drawn->panel); column += 2) {
            int across = column % 2 == 0; /* cells to its left and right, else above and below */
            int x = (int)column, y = (int)row;
            bool inside = comb_witness_verify_region_at(drawn, x - across, y - !across) == number &&
                          comb_witness_verify_region_at(drawn, x + across, y + !across) == number;
            unsigned place = comb_witness_place_number(drawn->panel, column, row);
            search->edges[place] = search->placing.fill && inside && !drawn->on_line[place];
        }
}

static void count_edges(struct search *search, const struct kind *kind, const struct form *form, int x, int y, int by)
{
    unsigned count = kind->negative ? form->side_count : form->inner_count;
    for (unsigned i = 0; i < count; i++) {
        int place = edge_place(search, x, y, kind->negative ? form->sides[i] : form->inner[i]);
        bool again = false; /* around a pillar two sides of a piece may be the same edge */
        for (unsigned k = 0; k < i && kind->negative && search->area->drawn->panel->pillar; k++)
            again |= edge_place(search, x, y, form->sides[k]) == place;
        if (place >= 0 && !again)
            search->edges[place] = (int16_t)(search->edges[place] + (kind->negative ? by : -by));
    }
}

/* Each remaining blue piece can compensate for one at most. */
static bool edges_can_hold(const struct search *search)
{
    const struct comb_witness_panel *panel = search->area->drawn->panel;
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel);
    for (unsigned place = 0; search->placing.precise && place < places; place++)
        if (search->edges[place] + (int)search->blue_left < 0)
            return false;
    return true;
}

static bool update_edges(const struct search *search, const struct form *form, int x, int y)
{
    for (unsigned i = 0; i < form->inner_count; i++) {
        int place = edge_place(search, x, y, form->inner[i]);
        if (place >= 0 && search->edges[place] - 1 + (int)search->blue_left < 0)
            return false;
    }
    return true;
}

/* ---- placing a piece ---- */

static bool closed(const struct search *search)
{
    return search->area->drawn->panel->pillar;
}

/* The number on the plane of a cell of a form placed at (x, y); on a pillar 0 <= x < columns. */
static int cell_number(const struct search *search, int x, int y, const uint8_t cell[2])
{
    int column = x + cell[0];
    return (closed(search) ? column % search->columns : column) + search->columns * (y + cell[1]);
}

/* Returns whether a form is so wide that it meets itself around the pillar. */
static bool meets_itself(const struct search *search, const struct form *form)
{
    for (unsigned i = 0; i < form->count && closed(search) && form->width > search->columns; i++)
        for (unsigned k = 0; k < i; k++)
            if (form->cells[i][1] == form->cells[k][1] &&
                (form->cells[i][0] - form->cells[k][0]) % search->columns == 0)
                return true;
    return false;
}

/* Returns whether the form may be placed with its box at (x, y): on the plane, and without leaving more need than
 * the remaining pieces can cover. */
static bool can_place(const struct search *search, const struct kind *kind, const struct form *form, int x, int y)
{
    bool off = !closed(search) && (x < 0 || x + form->width > search->columns);
    if (off || y < 0 || y + form->height > search->rows) {
        assert(search->placing.bounded);
        return false;
    }
    if (meets_itself(search, form))
        return false;
    unsigned room = search->yellow_cells - search->deficit; /* also the blue cells minus the surplus */
    for (unsigned i = 0; i < form->count; i++) {
        int need = search->need[cell_number(search, x, y, form->cells[i])];
        bool needed = kind->negative ? need < 0 : need > 0;
        if (!needed && room-- == 0)
            return false;
    }
    return kind->negative || update_edges(search, form, x, y);
}

/* Places the form (by = 1) or removes it again (by = -1). */
static void place_form(struct search *search, struct kind *kind, const struct form *form, int x, int y, int by)
{
    int change = kind->negative ? by : -by;
    for (unsigned i = 0; i < form->count; i++) {
        int16_t *need = &search->need[cell_number(search, x, y, form->cells[i])];
        int before = *need, after = before + change;
        search->deficit += (unsigned)((after > 0 ? after : 0) - (before > 0 ? before : 0));
        search->surplus += (unsigned)((after < 0 ? -after : 0) - (before < 0 ? -before : 0));
        *need = (int16_t)after;
    }
    kind->left -= (unsigned)by;
    search->pieces_left -= (unsigned)by;
    search->blue_left -= kind->negative ? (unsigned)by : 0;
    *(kind->negative ? &search->blue_cells : &search->yellow_cells) -= (unsigned)(by * (int)form->count);
    if (search->placing.precise)
        count_edges(search, kind, form, x, y, by);
}

static void add_defect(struct defects *defects, const struct search *search, int at)
{
    if (search->need[at] != 0)
        defects->items[defects->count++] = (struct defect){at, search->need[at]};
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Lists the cells of a placed form in order; around a pillar they are not in the order of the form. */
static void sorted_cells(int *cells, const struct search *search, const struct form *form, int x, int y)
{
    for (unsigned i = 0; i < form->count; i++)
        cells[i] = cell_number(search, x, y, form->cells[i]);
    if (closed(search))
        qsort(cells, form->count, sizeof *cells, compare_numbers);
}

/* Merges the previous defects and the cells of the form, both sorted, into the new list of defects. */
static bool defects_after(struct defects *after, const struct search *search, const struct defects *before,
                          const struct form *form, int x, int y)
{
    after->count = 0;
    after->items = malloc((before->count + form->count) * sizeof *after->items);
    if (!after->items)
        return false;
    unsigned old = 0;
    int cells[MAX_SHAPE];
    sorted_cells(cells, search, form, x, y);
    for (unsigned i = 0; i < form->count; i++) {
        int at = cells[i];
        for (; old < before->count && before->items[old].at < at; old++)
            add_defect(after, search, before->items[old].at);
        old += old < before->count && before->items[old].at == at;
        add_defect(after, search, at);
    }
    for (; old < before->count; old++)
        add_defect(after, search, before->items[old].at);
    return true;
}

/* ---- cache of failures ---- */

static bool add_to_key(struct search *search, const void *bytes, size_t length)
{
    if (length == 0)
        return true;
    if (!comb_vec_reserve((void **)&search->key.items, &search->key.capacity, search->key.count + length, 1))
        return false;
    memcpy(search->key.items + search->key.count, bytes, length);
    search->key.count += length;
    return true;
}

/* Returns whether an edge is between two cells that both still need a yellow piece. */
static bool between_deficits(const struct search *search, unsigned column, unsigned row)
{
    int vertical = column % 2 == 0;
    int x = (int)(column / 2) + search->side_margin;
    int y = (int)(row / 2) + search->margin;
    int before_x = x - vertical, before_y = y - !vertical;
    before_x = closed(search) && before_x < 0 ? search->columns - 1 : before_x;
    if (before_x < 0 || before_y < 0 || x >= search->columns || y >= search->rows)
        return false;
    return search->need[x + search->columns * y] > 0 && search->need[before_x + search->columns * before_y] > 0;
}

/* With no blue piece left only the edges between cells still to be covered matter. */
static bool add_edges_to_key(struct search *search)
{
    const struct comb_witness_panel *panel = search->area->drawn->panel;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = (row + 1) % 2; column < comb_witness_columns(panel); column += 2) {
            bool matters = search->blue_left > 0 || between_deficits(search, column, row);
            int16_t value = matters ? search->edges[comb_witness_place_number(panel, column, row)] : 0;
            if (!add_to_key(search, &value, sizeof value))
                return false;
        }
    return true;
}

static bool make_key(struct search *search, const struct defects *defects)
{
    search->key.count = 0;
    for (unsigned i = 0; i < search->kind_count; i++)
        if (!add_to_key(search, &search->kinds[i].left, sizeof search->kinds[i].left))
            return false;
    return add_to_key(search, defects->items, defects->count * sizeof *defects->items) &&
           (!search->placing.precise || add_edges_to_key(search));
}

static bool has_failed(const struct search *search, uint64_t hash)
{
    const struct failure *failure = search->failure_slots ? search->failures[hash % search->failure_slots] : NULL;
    for (; failure; failure = failure->next)
        if (failure->hash == hash && failure->length == search->key.count &&
            memcmp(failure->key, search->key.items, failure->length) == 0)
            return true;
    return false;
}

static bool grow_failures(struct search *search)
{
    size_t slots = search->failure_slots ? 2 * search->failure_slots : 64;
    struct failure **table = calloc(slots, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < search->failure_slots; i++)
        for (struct failure *failure = search->failures[i], *next; failure; failure = next) {
            next = failure->next;
            failure->next = table[failure->hash % slots];
            table[failure->hash % slots] = failure;
        }
    free(search->failures);
    search->failures = table;
    search->failure_slots = slots;
    return true;
}

/* A failure that does not fit into the cache is just computed again. */
static bool store_failure(struct search *search, uint64_t hash)
{
    struct failure *failure;
    size_t bytes = sizeof *failure + search->key.count;
    if (search->failure_bytes + bytes > MEMORY_BYTES)
        return true;
    if (search->failure_count >= search->failure_slots && !grow_failures(search))
        return false;
    failure = comb_arena_alloc(&search->arena, bytes);
    if (!failure)
        return false;
    *failure = (struct failure){
        .next = search->failures[hash % search->failure_slots], .hash = hash, .length = search->key.count};
    memcpy(failure->key, search->key.items, search->key.count);
    search->failures[hash % search->failure_slots] = failure;
    search->failure_count++;
    search->failure_bytes += bytes;
    return true;
}

/* ---- search ---- */

static int place_remaining(struct search *search, const struct defects *defects);

static int out_of_memory(const struct search *search)
{
    return comb_fail_memory(search->area->drawn->err);
}

static int tick(struct search *search)
{
    struct comb_job *job = search->area->drawn->job;
    if (++search->nodes % NODES_A_TICK != 0 || !job)
        return COMB_OK;
    int stop = comb_job_tick(job, 0);
    return stop == COMB_OK ? COMB_OK : comb_job_fail(job, stop, search->area->drawn->err);
}

/* Places the form there and continues from it. */
static int place_with(struct search *search, const struct defects *defects, struct kind *kind, const struct form *form,
                      int x, int y)
{
    struct defects after;
    place_form(search, kind, form, x, y, 1);
    int code = COMB_NO;
    if (edges_can_hold(search)) {
        code = defects_after(&after, search, defects, form, x, y) ? COMB_OK : out_of_memory(search);
        if (code == COMB_OK) {
            code = place_remaining(search, &after);
            free(after.items);
        }
    }
    place_form(search, kind, form, x, y, -1);
    return code;
}

/* Enumerates the ways to cover a defect: counts them up to `max` if `code` is NULL, otherwise tries them until one
 * succeeds. */
static unsigned cover_defect(int *code, struct search *search, const struct defects *defects,
                             const struct defect *defect, unsigned max)
{
    int x = defect->at % search->columns, y = defect->at / search->columns;
    unsigned count = 0;
    for (unsigned k = 0; k < search->kind_count; k++) {
        struct kind *kind = &search->kinds[k];
        if (kind->left == 0 || kind->negative != (defect->need < 0))
            continue;
        for (unsigned f = 0; f < kind->form_count; f++)
            for (unsigned i = 0; i < kind->forms[f].count; i++) {
                const struct form *form = &kind->forms[f];
                int left = x - form->cells[i][0], top = y - form->cells[i][1];
                while (closed(search) && left < 0)
                    left += search->columns;
                if (!can_place(search, kind, form, left, top))
                    continue;
                if (++count >= max && !code)
                    return count;
                if (code && (*code = place_with(search, defects, kind, form, left, top)) != COMB_NO)
                    return count;
            }
    }
    return count;
}

static const struct defect *hardest_defect(unsigned *fewest, struct search *search, const struct defects *defects)
{
    const struct defect *hardest = NULL;
    *fewest = ~0u;
    for (unsigned i = 0; i<defects->count && * fewest> 0; i++) {
        unsigned count = cover_defect(NULL, search, defects, &defects->items[i], *fewest);
        if (count < *fewest) {
            *fewest = count;
            hardest = &defects->items[i];
        }
    }
    return hardest;
}

static int place_at_defect(struct search *search, const struct defects *defects)
{
    unsigned candidates;
    const struct defect *hardest = hardest_defect(&candidates, search, defects);
    int code = COMB_NO;
    if (candidates > 0)
        cover_defect(&code, search, defects, hardest, ~0u);
    return code;
}

/* Tries the first piece of a floating group with its box at each position of a rectangle. */
static int float_within(struct search *search, struct kind *kind, const struct form *form, int left, int top, int right,
                        int bottom)
{
    static const struct defects none = {0};
    int code = COMB_NO;
    for (int y = top; y <= bottom && code == COMB_NO; y++)
        for (int x = left; x <= right && code == COMB_NO; x++)
            if (can_place(search, kind, form, x, y))
                code = place_with(search, &none, kind, form, x, y);
    return code;
}

static int float_form(struct search *search, struct kind *kind, const struct form *form)
{
    const struct comb_witness_panel *panel = search->area->drawn->panel;
    int width = (int)panel->width, height = (int)panel->height;
    if (search->placing.bounded)
        return float_within(search, kind, form, 0, 0, closed(search) ? width - 1 : width - form->width,
                            height - form->height);
    int side = closed(search) ? 0 : search->reach;
    int code = float_within(search, kind, form, side, search->reach, side, search->reach);
    if (code != COMB_NO || !search->placing.precise)
        return code;
    int near = search->margin - search->reach - 1, bottom = search->margin + height + search->reach + 1;
    if (closed(search))
        return float_within(search, kind, form, 0, near - form->height, width - 1, bottom);
    return float_within(search, kind, form, near - form->width, near - form->height,
                        search->margin + width + search->reach + 1, bottom);
}

/* No defect is left: the other pieces must cancel among themselves. */
static int place_floating(struct search *search)
{
    struct kind *kind = search->kinds;
    int code = COMB_NO;
    while (kind->left == 0)
        kind++;
    for (unsigned f = 0; f < kind->form_count && code == COMB_NO; f++)
        code = float_form(search, kind, &kind->forms[f]);
    return code;
}

/* Recursive: one level per piece placed. */
static int place_remaining(struct search *search, const struct defects *defects)
{
    int code = tick(search);
    if (code != COMB_OK)
        return code;
    if (search->pieces_left == 0)
        return defects->count == 0 ? COMB_OK : COMB_NO; /* edges_can_hold was checked after the last piece */
    if (!make_key(search, defects))
        return out_of_memory(search);
    uint64_t hash = comb_hash(search->key.items, search->key.count, 0);
    if (has_failed(search, hash))
        return COMB_NO;
    code = defects->count > 0 ? place_at_defect(search, defects) : place_floating(search);
    if (code == COMB_NO && (!make_key(search, defects) || !store_failure(search, hash)))
        return out_of_memory(search);
    return code;
}

/* ---- setup ---- */

static bool make_plane(struct search *search)
{
    const struct comb_witness_panel *panel = search->area->drawn->panel;
    if (search->blue_left == 0)
        search->placing.bounded = true;
    if (!search->placing.bounded)
        /* room for a group as far from the board as it can be and still reach it, and one that cannot, both with all
         * their pieces */
        search->margin = (search->placing.precise ? 3 : 2) * search->reach + 2 * COMB_WITNESS_SHAPE_SIDE;
    search->side_margin = closed(search) ? 0 : search->margin;
    search->columns = (int)panel->width + 2 * search->side_margin;
    search->rows = (int)panel->height + 2 * search->margin;
    search->need =
        comb_arena_array(&search->arena, (size_t)search->columns * (size_t)search->rows, sizeof *search->need);
    return search->need != NULL;
}

static bool make_targets(struct defects *defects, struct search *search)
{
    const struct comb_witness_drawn *drawn = search->area->drawn;
    defects->items = comb_arena_array(&search->arena, search->area->cells, sizeof *defects->items);
    if (!defects->items)
        return false;
    for (unsigned y = 0; search->placing.fill && y < drawn->panel->height; y++)
        for (unsigned x = 0; x < drawn->panel->width; x++) {
            int at = (int)x + search->side_margin + search->columns * ((int)y + search->margin);
            if (drawn->region[x + drawn->panel->width * y] != search->area->number)
                continue;
            search->need[at] = 1;
            search->deficit++;
            add_defect(defects, search, at);
        }
    if (search->placing.precise)
        open_edges(search);
    return true;
}

static bool prepare_search(struct defects *defects, struct search *search,
                           const struct comb_witness_thing *const *pieces, unsigned count)
{
    search->kinds = comb_arena_array(&search->arena, count, sizeof *search->kinds);
    if (!search->kinds)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!add_piece(search, pieces[i]))
            return false;
    return make_plane(search) && make_targets(defects, search);
}

int comb_witness_verify_place_pieces(const struct comb_witness_area *area,
                                     const struct comb_witness_thing *const *pieces, unsigned count,
                                     const struct comb_witness_placement_rules *placing)
{
    struct search search = {.area = area, .placing = *placing};
    struct defects defects = {0};
    int code;
    comb_arena_init(&search.arena, area->drawn->job ? comb_job_budget(area->drawn->job) : NULL);
    if (!prepare_search(&defects, &search, pieces, count))
        code = out_of_memory(&search);
    else if (search.deficit + search.blue_cells != search.yellow_cells)
        code = COMB_NO;
    else
        code = place_remaining(&search, &defects);
    comb_vec_free(&search.key);
    free(search.failures);
    comb_arena_free(&search.arena);
    return code;
}
