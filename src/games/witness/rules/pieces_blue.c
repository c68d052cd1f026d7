/* Packing with yellow and blue pieces: a search driven by defects.
 *
 * Every cell of a padded board holds its defect: yellow covers minus blue covers minus the target (1 on the region).
 *
 *     region  # # #      nothing placed - - -      a yellow ## ##    0 0 + +      + must be covered by a blue piece,
 *             #                         -          placed at the top -            - by a yellow one
 *
 * A search node picks one cell with a surplus, or else one with a deficit, and tries every placement on it of every
 * remaining piece of the right sign. Any valid arrangement contains such a piece, so the search is complete. Only
 * the remaining blue cells can reduce a surplus: a branch ends when the surplus exceeds them (as the sizes add up,
 * the same then holds for deficit and yellow cells).
 *
 * If there is no defect but pieces are left, these cancel out among themselves in every valid arrangement, wherever
 * they are placed. So whether they can do so depends only on their counts (comb_witness_pieces_cancel, cached). That
 * query starts from an empty board: it tries one yellow piece everywhere on it or, if pieces may leave the board, in
 * a single place; defects drive the rest of the search.
 *
 * Walls are edges inside the region; at most as many yellow pieces may straddle one as blue pieces touch it. A cell
 * with defect 0 is under as many blue pieces as yellow ones (one fewer inside the region). So edges that are not
 * walls never need a check, and pieces that cancel out among themselves never violate a wall. What remains are walls
 * straddled too often when there are no defects: then a blue piece must touch such a wall.
 *
 * The padding is as wide as the pieces can extend from the region, each overlapping the previous one. */
#include "games/witness/rules/pieces_parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t ANYWHERE = UINT32_MAX;

/* A choice on the search stack, and where to resume it. */
struct blue_level {
    uint32_t targets[2]; /* cells of the padded board, one of which must be covered; ANYWHERE: see place_anywhere */
    bool negative;       /* by a blue piece */
    uint8_t target, target_count;
    uint16_t kind, cell; /* next to try: this cell of the kind on the target */
    uint8_t turn;
    uint32_t free_place; /* next place to try, for ANYWHERE */
    /* The piece placed; valid while a deeper level exists. */
    uint16_t placed_kind;
    uint8_t placed_turn;
    uint32_t placed_at; /* corner of its bounding box */
    uint32_t trail;     /* length of the trail before */
};

struct wall {
    uint32_t sides[2];
    int straddled; /* yellow pieces across it minus blue ones touching it */
};

struct comb_witness_blue {
    int16_t *defects;
    size_t size;                   /* allocated cells of the board */
    uint32_t width, pad, side_pad; /* side_pad: to the left and right */
    bool ring;                     /* a pillar: its columns are closed */
    struct blue_level *levels;
    uint16_t *left;
    unsigned pieces_left, blue_left; /* blue_left: pieces */
    long surplus, deficit, blue_cells;
    uint32_t *trail; /* the cells that were touched, the region first; no other cell can have a defect */
    uint32_t trail_count;
    size_t trail_size;
    struct wall walls[COMB_WITNESS_MAX_EDGES];
    unsigned wall_count;
    bool empty_target;
    uint16_t *opposite; /* of a blue kind: the yellow kind with the same forms, or NOWHERE */
};

static struct comb_witness_blue *board_new(const struct comb_witness_pieces *pieces)
{
    struct comb_witness_blue *board = calloc(1, sizeof *board);
    if (!board)
        return NULL;
    board->levels = calloc(pieces->graph->cells + 1, sizeof *board->levels);
    board->left = calloc(pieces->kinds + 1, sizeof *board->left);
    board->opposite = calloc(pieces->kinds + 1, sizeof *board->opposite);
    return board;
}

static void board_free(struct comb_witness_blue *board)
{
    if (!board)
        return;
    free(board->defects);
    free(board->levels);
    free(board->left);
    free(board->opposite);
    free(board->trail);
    free(board);
}

static bool same_turns(const struct comb_witness_form *a, const struct comb_witness_form *b)
{
    bool same = a->turn_count == b->turn_count && a->kind.size == b->kind.size;
    for (unsigned i = 0; i < a->turn_count && same; i++)
        same = memcmp(&a->turns[i], &b->turns[i], sizeof a->turns[i]) == 0;
    return same;
}

static void find_opposites(const struct comb_witness_pieces *pieces, uint16_t *opposite)
{
    for (unsigned kind = 0; kind < pieces->kinds; kind++) {
        opposite[kind] = COMB_WITNESS_NOWHERE;
        for (unsigned other = 0; other < pieces->kinds; other++)
            if (pieces->forms[kind].kind.negative != pieces->forms[other].kind.negative &&
                same_turns(&pieces->forms[kind], &pieces->forms[other]))
                opposite[kind] = (uint16_t)other;
    }
}

static bool is_allocated(const struct comb_witness_blue *board)
{
    return board && board->levels && board->left && board->opposite;
}

int comb_witness_blue_new(struct comb_witness_pieces *pieces)
{
    pieces->blue_board = board_new(pieces);
    pieces->cancel_board = board_new(pieces);
    if (!is_allocated(pieces->blue_board) || !is_allocated(pieces->cancel_board))
        return COMB_NO_MEMORY;
    find_opposites(pieces, pieces->blue_board->opposite);
    return COMB_OK;
}

void comb_witness_blue_free(struct comb_witness_pieces *pieces)
{
    board_free(pieces->blue_board);
    board_free(pieces->cancel_board);
}

/* Returns how far pieces can extend from the region if each covers a cell of it or of an earlier piece. */
static uint32_t pad_for(const struct comb_witness_pieces *pieces, const uint16_t *counts)
{
    uint32_t pad = 0;
    if (!pieces->leaves_board)
        return 0;
    for (unsigned i = 0; i < pieces->kinds; i++) {
        const struct comb_witness_turn *turn = &pieces->forms[i].turns[0];
        uint32_t side = turn->width > turn->height ? turn->width : turn->height;
        pad += counts[i] * (side ? side - 1 : 0);
    }
    return pad + 1;
}

static bool reserve(void **memory, size_t *size, size_t need, size_t item)
{
    if (*size >= need)
        return true;
    void *more = realloc(*memory, need * item);
    if (!more)
        return false;
    *memory = more;
    memset((char *)more + *size * item, 0, (need - *size) * item);
    *size = need;
    return true;
}

static size_t cells_of(const struct comb_witness_pieces *pieces, const uint16_t *counts)
{
    size_t cells = pieces->graph->cells;
    for (unsigned i = 0; i < pieces->kinds; i++)
        cells += (size_t)counts[i] * pieces->forms[i].kind.size;
    return cells;
}

static uint32_t place_of(const struct comb_witness_pieces *pieces, const struct comb_witness_blue *board, unsigned cell)
{
    unsigned width = pieces->graph->panel->width;
    return board->side_pad + cell % width + board->width * (board->pad + cell / width);
}

static void want_region(const struct comb_witness_pieces *pieces, struct comb_witness_blue *board,
                        const struct comb_witness_cells *region)
{
    unsigned cells = pieces->graph->cells;
    for (size_t cell = comb_bit_next(region->words, cells, 0); cell < cells;
         cell = comb_bit_next(region->words, cells, cell + 1)) {
        uint32_t place = place_of(pieces, board, (unsigned)cell);
        board->defects[place] = -1;
        board->trail[board->trail_count++] = place;
        board->deficit++;
    }
}

static void add_walls(const struct comb_witness_pieces *pieces, struct comb_witness_blue *board,
                      const struct comb_witness_edges *walls)
{
    const struct comb_witness_graph *graph = pieces->graph;
    for (size_t edge = comb_bit_next(walls->words, graph->edges, 0); edge < graph->edges;
         edge = comb_bit_next(walls->words, graph->edges, edge + 1)) {
        struct wall *wall = &board->walls[board->wall_count++];
        wall->sides[0] = place_of(pieces, board, graph->edge_cell[edge][0]);
        wall->sides[1] = place_of(pieces, board, graph->edge_cell[edge][1]);
        wall->straddled = 0;
    }
}

/* Sets up an empty board and the counts of pieces left. A finished search leaves all defects at zero, so only the
 * layout changes. */
static int prepare_board(const struct comb_witness_pieces *pieces, struct comb_witness_blue *board,
                         const struct comb_witness_cells *region, const uint16_t *counts,
                         const struct comb_witness_edges *walls)
{
    board->pad = pad_for(pieces, counts);
    board->ring = pieces->graph->panel->pillar;
    board->side_pad = board->ring ? 0 : board->pad;
    board->width = pieces->graph->panel->width + 2 * board->side_pad;
    size_t need = (size_t)board->width * (pieces->graph->panel->height + 2 * board->pad);
    if (!reserve((void **)&board->defects, &board->size, need, sizeof *board->defects) ||
        !reserve((void **)&board->trail, &board->trail_size, cells_of(pieces, counts), sizeof *board->trail))
        return COMB_NO_MEMORY;
    board->trail_count = board->wall_count = board->pieces_left = board->blue_left = 0;
    board->surplus = board->deficit = board->blue_cells = 0;
    board->empty_target = !region;
    for (unsigned i = 0; i < pieces->kinds; i++) {
        const struct comb_witness_piece_kind *kind = &pieces->forms[i].kind;
        board->left[i] = kind->size > 0 ? counts[i] : 0;
        board->pieces_left += board->left[i];
        board->blue_left += kind->negative ? board->left[i] : 0;
        board->blue_cells += kind->negative ? (long)board->left[i] * (long)kind->size : 0;
    }
    if (region)
        want_region(pieces, board, region);
    if (walls)
        add_walls(pieces, board, walls);
    return COMB_OK;
}

/* The place of a cell of a rotation whose box is at `at`. */
static uint32_t cell_place(const struct comb_witness_blue *board, const struct comb_witness_turn *turn, uint32_t at,
                           unsigned i)
{
    if (!board->ring)
        return at + turn->xs[i] + board->width * turn->ys[i];
    return (at % board->width + turn->xs[i]) % board->width + board->width * (at / board->width + turn->ys[i]);
}

/* `by` is 1 to place a yellow piece or remove a blue one, and -1 for the opposite. */
static void change(struct comb_witness_blue *board, const struct comb_witness_turn *turn, unsigned size, uint32_t at,
                   int by)
{
    for (unsigned i = 0; i < size; i++) {
        int16_t *defect = &board->defects[cell_place(board, turn, at, i)];
        if (by > 0)
            *(*defect >= 0 ? &board->surplus : &board->deficit) += *defect >= 0 ? 1 : -1;
        else
            *(*defect > 0 ? &board->surplus : &board->deficit) += *defect > 0 ? -1 : 1;
        *defect = (int16_t)(*defect + by);
    }
}

static bool covers(const struct comb_witness_blue *board, const struct comb_witness_turn *turn, uint32_t at,
                   uint32_t place)
{
    uint32_t x = place % board->width - at % board->width, y = place / board->width - at / board->width;
    if (board->ring && x >= board->width)
        x += board->width;
    for (; x < turn->width && y < turn->height; x += board->width) /* more than once only around a pillar */
        if (turn->rows[y] >> x & 1)
            return true;
    return false;
}

static void change_walls(struct comb_witness_blue *board, const struct comb_witness_form *form,
                         const struct comb_witness_turn *turn, uint32_t at, int by)
{
    for (unsigned i = 0; i < board->wall_count; i++) {
        struct wall *wall = &board->walls[i];
        bool one = covers(board, turn, at, wall->sides[0]), other = covers(board, turn, at, wall->sides[1]);
        if (one && other && !form->kind.negative && board->ring && turn->width >= board->width)
            one = comb_witness_turn_joins(turn, board->width, at % board->width, at / board->width, wall->sides[0],
                                          wall->sides[1]);
        if (form->kind.negative)
            wall->straddled -= one || other ? by : 0;
        else
            wall->straddled += one && other ? by : 0;
    }
}

static void place_piece(const struct comb_witness_pieces *pieces, struct comb_witness_blue *board,
                        struct blue_level *level)
{
    const struct comb_witness_form *form = &pieces->forms[level->placed_kind];
    const struct comb_witness_turn *turn = &form->turns[level->placed_turn];
    level->trail = board->trail_count;
    for (unsigned i = 0; i < form->kind.size; i++)
        board->trail[board->trail_count++] = cell_place(board, turn, level->placed_at, i);
    change(board, turn, form->kind.size, level->placed_at, form->kind.negative ? -1 : 1);
    change_walls(board, form, turn, level->placed_at, 1);
    board->left[level->placed_kind]--;
    board->pieces_left--;
    board->blue_left -= form->kind.negative;
    board->blue_cells -= form->kind.negative ? (long)form->kind.size : 0;
}

static void remove_piece(const struct comb_witness_pieces *pieces, struct comb_witness_blue *board,
                         const struct blue_level *level)
{
    const struct comb_witness_form *form = &pieces->forms[level->placed_kind];
    const struct comb_witness_turn *turn = &form->turns[level->placed_turn];
    change(board, turn, form->kind.size, level->placed_at, form->kind.negative ? 1 : -1);
    change_walls(board, form, turn, level->placed_at, -1);
    board->trail_count = level->trail;
    board->left[level->placed_kind]++;
    board->pieces_left++;
    board->blue_left += form->kind.negative;
    board->blue_cells += form->kind.negative ? (long)form->kind.size : 0;
}

static bool on_board(const struct comb_witness_pieces *pieces, const struct comb_witness_turn *turn, uint32_t x,
                     uint32_t y)
{
    if (pieces->graph->panel->pillar)
        return !comb_witness_turn_meets_itself(turn, pieces->graph->panel->width) &&
               (pieces->leaves_board || y + turn->height <= pieces->graph->panel->height);
    if (pieces->leaves_board)
        return true;
    return x + turn->width <= pieces->graph->panel->width && y + turn->height <= pieces->graph->panel->height;
}

/* Finds the next piece on a target, in placed_*; false after the last. */
static bool place_on_target(const struct comb_witness_pieces *pieces, const struct comb_witness_blue *board,
                            struct blue_level *level)
{
    for (; level->target < level->target_count; level->target++, level->kind = 0) {
        uint32_t place = level->targets[level->target];
        uint32_t place_x = place % board->width, place_y = place / board->width;
        for (; level->kind < pieces->kinds; level->kind++, level->turn = 0) {
            const struct comb_witness_form *form = &pieces->forms[level->kind];
            if (board->left[level->kind] == 0 || form->kind.negative != level->negative)
                continue;
            for (; level->turn < form->turn_count; level->turn++, level->cell = 0) {
                const struct comb_witness_turn *turn = &form->turns[level->turn];
                while (level->cell < form->kind.size) {
                    unsigned cell = level->cell++;
                    uint32_t x = place_x - turn->xs[cell], y = place_y - turn->ys[cell];
                    if (board->ring)
                        x = (place_x + COMB_WITNESS_SHAPE_SIDE * board->width - turn->xs[cell]) % board->width;
                    if ((!board->ring && x > place_x) || y > place_y || !on_board(pieces, turn, x, y))
                        continue;
                    level->placed_kind = level->kind;
                    level->placed_turn = level->turn;
                    level->placed_at = x + board->width * y;
                    return true;
                }
            }
        }
    }
    return false;
}

/* Tries the first yellow kind left anywhere on the board. If pieces may leave the board, one place is enough. */
static bool place_anywhere(const struct comb_witness_pieces *pieces, const struct comb_witness_blue *board,
                           struct blue_level *level)
{
    unsigned kind = 0;
    while (pieces->forms[kind].kind.negative || board->left[kind] == 0)
        kind++;
    const struct comb_witness_form *form = &pieces->forms[kind];
    unsigned width = pieces->graph->panel->width, cells = pieces->leaves_board ? 1 : pieces->graph->cells;
    for (; level->turn < form->turn_count; level->turn++, level->free_place = 0)
        while (level->free_place < cells) {
            uint32_t cell = level->free_place++;
            if (!on_board(pieces, &form->turns[level->turn], cell % width, cell / width))
                continue;
            level->placed_kind = (uint16_t)kind;
            level->placed_turn = level->turn;
            level->placed_at = place_of(pieces, board, cell);
            return true;
        }
    return false;
}

static bool place_next(const struct comb_witness_pieces *pieces, struct comb_witness_blue *board,
                       struct blue_level *level)
{
    bool anywhere = level->targets[0] == ANYWHERE;
    while (anywhere ? place_anywhere(pieces, board, level) : place_on_target(pieces, board, level)) {
        place_piece(pieces, board, level);
        if (board->surplus <= board->blue_cells)
            return true;
        remove_piece(pieces, board, level);
    }
    return false;
}

/* Counts the four neighbours that have a defect of that sign. The fewer there are, the fewer ways to cover the cell. */
static unsigned alike_around(const struct comb_witness_blue *board, uint32_t place, bool surplus)
{
    uint32_t x = place % board->width;
    const int16_t *at = board->defects + place;
    int16_t around[4] = {x > 0 ? at[-1] : (int16_t)0, x + 1 < board->width ? at[1] : (int16_t)0,
                         place >= board->width ? at[-(ptrdiff_t)board->width] : (int16_t)0,
                         place + board->width < board->size ? at[board->width] : (int16_t)0};
    unsigned count = 0;
    for (unsigned i = 0; i < 4; i++)
        count += surplus ? around[i] > 0 : around[i] < 0;
    return count;
}

static uint32_t loneliest_defect(const struct comb_witness_blue *board, bool surplus)
{
    uint32_t best = ANYWHERE;
    unsigned fewest = UINT_MAX;
    for (uint32_t i = 0; i < board->trail_count && fewest > 0; i++) {
        int16_t defect = board->defects[board->trail[i]];
        if (surplus ? defect <= 0 : defect >= 0)
            continue;
        unsigned alike = alike_around(board, board->trail[i], surplus);
        if (alike < fewest) {
            fewest = alike;
            best = board->trail[i];
        }
    }
    assert(best != ANYWHERE);
    return best;
}

/* Chooses the target of the next piece: a cell with a surplus, else one with a deficit, else a wall straddled too
 * often. False if there is none. */
static bool find_target(const struct comb_witness_blue *board, struct blue_level *level)
{
    *level = (struct blue_level){.target_count = 1, .negative = board->surplus > 0};
    if (board->surplus > 0 || board->deficit > 0) {
        level->targets[0] = loneliest_defect(board, level->negative);
        return true;
    }
    for (unsigned i = 0; i < board->wall_count; i++)
        if (board->walls[i].straddled > 0) {
            *level = (struct blue_level){
                .targets = {board->walls[i].sides[0], board->walls[i].sides[1]}, .target_count = 2, .negative = true};
            return true;
        }
    return false;
}

/* Decides whether the branch ends here: COMB_OK is a solution, COMB_NO continues at level. */
static int check_defects(struct comb_witness_pieces *pieces, struct comb_witness_blue *board, struct blue_level *level)
{
    if (find_target(board, level))
        return COMB_NO;
    if (board->pieces_left == 0)
        return COMB_OK;
    level->targets[0] = ANYWHERE;
    if (board->empty_target)
        return COMB_NO;
    level->free_place = ANYWHERE; /* whatever the answer, nothing is placed from here */
    level->turn = UINT8_MAX;
    return comb_witness_pieces_cancel(pieces, board->left);
}

static int search_board(struct comb_witness_pieces *pieces, struct comb_witness_blue *board)
{
    unsigned depth = 0;
    int code = check_defects(pieces, board, &board->levels[0]);
    while (code == COMB_NO) {
        if (place_next(pieces, board, &board->levels[depth])) {
            depth++;
            code = comb_witness_pieces_tick(pieces);
            if (code == COMB_OK)
                code = check_defects(pieces, board, &board->levels[depth]);
        } else if (depth == 0) {
            return COMB_NO;
        } else {
            remove_piece(pieces, board, &board->levels[--depth]);
        }
    }
    while (depth > 0)
        remove_piece(pieces, board, &board->levels[--depth]);
    return code;
}

static void clear_board(struct comb_witness_blue *board)
{
    for (uint32_t i = 0; i < board->trail_count; i++)
        board->defects[board->trail[i]] = 0;
}

static int fit_on_board(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                        const uint16_t *counts, const struct comb_witness_edges *walls)
{
    struct comb_witness_blue *board = region ? pieces->blue_board : pieces->cancel_board;
    int code = prepare_board(pieces, board, region, counts, walls);
    if (code != COMB_OK)
        return code;
    code = search_board(pieces, board);
    clear_board(board);
    return code;
}

static bool on_some_board(const struct comb_witness_pieces *pieces, const struct comb_witness_form *form)
{
    for (unsigned i = 0; i < form->turn_count; i++)
        if (on_board(pieces, &form->turns[i], 0, 0))
            return true;
    return false;
}

/* Removes pairs of a yellow and a blue piece of the same forms, which can always cancel out. False if there are
 * none; *blue says whether blue pieces are left. */
static bool pair_off(uint16_t *rest, bool *blue, const struct comb_witness_pieces *pieces, const uint16_t *counts)
{
    bool any = false;
    *blue = false;
    memcpy(rest, counts, pieces->kinds * sizeof *rest);
    for (unsigned kind = 0; kind < pieces->kinds; kind++) {
        if (!pieces->forms[kind].kind.negative)
            continue;
        unsigned other = pieces->blue_board->opposite[kind];
        uint16_t pairs = 0;
        if (other != COMB_WITNESS_NOWHERE && on_some_board(pieces, &pieces->forms[kind]))
            pairs = rest[kind] < rest[other] ? rest[kind] : rest[other];
        if (pairs > 0) {
            rest[kind] = (uint16_t)(rest[kind] - pairs);
            rest[other] = (uint16_t)(rest[other] - pairs);
            any = true;
        }
        *blue = *blue || (rest[kind] > 0 && pieces->forms[kind].kind.size > 0);
    }
    return any;
}

/* Tries without such pairs first: that finds a solution quickly, usually with yellow pieces alone. Failure of this
 * attempt proves nothing. */
int comb_witness_blue_fit(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                          const uint16_t *counts, const struct comb_witness_edges *walls)
{
    uint16_t rest[COMB_WITNESS_MAX_CELLS];
    bool blue;
    if (pair_off(rest, &blue, pieces, counts)) {
        int code = blue     ? fit_on_board(pieces, region, rest, walls)
                   : region ? comb_witness_cover(pieces, region, rest, walls)
                            : COMB_OK;
        if (code != COMB_NO)
            return code;
    }
    return fit_on_board(pieces, region, counts, walls);
}
