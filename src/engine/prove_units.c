/* Units: which prefixes of letters must be done so that every board is done once, up to symmetry.
 *
 * Cells are put in order of their distance to the others, the centre first, because a unit's bound is the better the
 * more words run through its cells; among equals the one with more neighbours in the order so far comes first, so that
 * a prefix is a connected patch:
 *
 *          . 5 6 .            hex-19: 0 is the centre, then round it. Unit: 0..5; the cell behind the prefix: 6
 *         . 4 0 1 .
 *          . 3 2 .
 *
 * A board is written as the string of its letters in that order; of its images under the symmetries of the shape the
 * one with the smallest string is canonical. A prefix is of use unless some symmetry leads every board with it to a
 * smaller string; that is decided by comparing letter by letter as far as both strings are known. */
#include "engine/prove_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- cell order ---- */

static void distances(unsigned *sum, unsigned *farthest, const struct comb_word_board *board, unsigned from)
{
    uint64_t seen = (uint64_t)1 << from;
    uint64_t ring = seen;
    *sum = 0;
    for (*farthest = 0; ring; (*farthest)++) {
        uint64_t next = 0;
        for (uint64_t left = ring; left; left &= left - 1)
            next |= board->neighbours[__builtin_ctzll(left)];
        ring = next & ~seen;
        seen |= ring;
        *sum += (*farthest + 1) * (unsigned)__builtin_popcountll(ring);
    }
}

/* Smaller is earlier: near the centre, then many neighbours that are placed already. */
static unsigned rank(const struct comb_word_board *board, unsigned cell, uint64_t placed)
{
    unsigned sum, farthest;
    distances(&sum, &farthest, board, cell);
    unsigned known = (unsigned)__builtin_popcountll(board->neighbours[cell] & placed);
    return (farthest * 4096 + sum) * 64 + (63 - known);
}

static void choose_order(struct comb_prover *prover)
{
    const struct comb_word_board *board = &prover->space->board;
    uint64_t placed = 0;
    for (unsigned i = 0; i < prover->cells; i++) {
        unsigned best = 0;
        unsigned best_rank = UINT32_MAX;
        for (unsigned cell = 0; cell < prover->cells; cell++) {
            unsigned r = rank(board, cell, placed);
            if (!(placed >> cell & 1) && r < best_rank) {
                best = cell;
                best_rank = r;
            }
        }
        prover->order[i] = (uint8_t)best;
        placed |= (uint64_t)1 << best;
    }
}

static void place_neighbours(struct comb_prover *prover)
{
    for (unsigned i = 0; i < prover->cells; i++)
        for (unsigned j = 0; j < prover->cells; j++)
            if (prover->space->board.neighbours[prover->order[i]] >> prover->order[j] & 1)
                prover->neighbours[i] |= (uint32_t)1 << j;
}

/* The image of x under g has at g(c) what x has at c. */
static bool place_symmetries(struct comb_prover *prover)
{
    const struct comb_word_space *space = prover->space;
    uint8_t place_of[COMB_PROVE_MOST_CELLS];
    prover->sources = calloc(space->turns + 1, sizeof *prover->sources);
    if (!prover->sources)
        return false;
    for (unsigned i = 0; i < prover->cells; i++)
        place_of[prover->order[i]] = (uint8_t)i;
    for (unsigned turn = 0; turn < space->turns; turn++) {
        bool same = true;
        for (unsigned cell = 0; cell < prover->cells; cell++) {
            unsigned to = space->images[turn * prover->cells + cell];
            prover->sources[prover->turns][place_of[to]] = place_of[cell];
            same = same && to == cell;
        }
        prover->turns += !same;
    }
    return true;
}

/* ---- the prover ---- */

static unsigned automatic_depth(unsigned cells)
{
    unsigned least = cells > COMB_PROVE_FREE + 1 ? cells - COMB_PROVE_FREE - 1 : 0;
    unsigned usual = cells <= 4 ? 0 : cells <= 8 ? 1 : cells <= 11 ? 2 : 3; /* measured on hex7, 3x3, hex10, hex12 */
    return usual > least ? usual : least;
}

static int check(const struct comb_word_space *space, unsigned depth, struct comb_error *err)
{
    unsigned cells = space->board.cells;
    if (cells < 2 || cells > COMB_PROVE_MOST_CELLS)
        return comb_fail(err, COMB_BAD_INPUT, "a board of %u cells cannot be proved; 2 to %d can", cells,
                         COMB_PROVE_MOST_CELLS);
    if (space->rules.kind != COMB_WORD_BY_LENGTH)
        return comb_fail(err, COMB_BAD_INPUT,
                         "points that depend on letters and cells cannot be proved; points by "
                         "length can");
    if (space->free != ((uint64_t)1 << cells) - 1 || space->board.blocked || space->letters == 0)
        return comb_fail(err, COMB_BAD_INPUT, "every cell of the shape must be free");
    if (depth >= cells || cells - depth - 1 > COMB_PROVE_FREE)
        return comb_fail(err, COMB_BAD_INPUT, "units of %u letters cannot be done; %u to %u can", depth,
                         cells > COMB_PROVE_FREE + 1 ? cells - COMB_PROVE_FREE - 1 : 0, cells - 1);
    return COMB_OK;
}

int comb_prover_new(struct comb_prover **out, const struct comb_word_space *space, const struct comb_word_index *index,
                    uint64_t target, unsigned depth, struct comb_error *err)
{
    *out = NULL;
    unsigned cells = space->board.cells;
    if (depth == COMB_PROVE_AUTO_DEPTH)
        depth = automatic_depth(cells);
    int code = check(space, depth, err);
    if (code != COMB_OK)
        return code;
    struct comb_prover *prover = calloc(1, sizeof *prover);
    if (!prover)
        return comb_fail_memory(err);
    prover->space = space;
    prover->index = index;
    prover->target = target;
    prover->cells = cells;
    prover->depth = depth;
    for (uint32_t left = space->letters; left; left &= left - 1)
        prover->letters[prover->letter_count++] = (uint8_t)__builtin_ctz(left);
    choose_order(prover);
    place_neighbours(prover);
    code =
        place_symmetries(prover) ? comb_prove_trie_make(&prover->trie, space, index->dict, err) : comb_fail_memory(err);
    if (code != COMB_OK) {
        comb_prover_free(prover);
        return code;
    }
    *out = prover;
    return COMB_OK;
}

void comb_prover_free(struct comb_prover *prover)
{
    if (!prover)
        return;
    free(prover->sources);
    comb_vec_free(&prover->trie.nodes);
    free(prover);
}

unsigned comb_prover_cells(const struct comb_prover *prover)
{
    return prover->cells;
}

unsigned comb_prover_depth(const struct comb_prover *prover)
{
    return prover->depth;
}

uint64_t comb_prover_target(const struct comb_prover *prover)
{
    return prover->target;
}

const uint8_t *comb_prover_order(const struct comb_prover *prover)
{
    return prover->order;
}

/* ---- canonical prefixes ---- */

bool comb_prove_canonical(const struct comb_prover *prover, const uint8_t *prefix, unsigned length)
{
    for (unsigned turn = 0; turn < prover->turns; turn++) {
        const uint8_t *source = prover->sources[turn];
        for (unsigned i = 0; i < length && source[i] < length; i++) {
            if (prefix[i] == prefix[source[i]])
                continue;
            if (prefix[i] > prefix[source[i]])
                return false;
            break;
        }
    }
    return true;
}

/* Where the comparison with an image comes to a letter of the image that is not known yet, that letter must not be the
 * smaller one. */
void comb_prove_domains(uint32_t *domains, const struct comb_prover *prover, const uint8_t *prefix, unsigned length)
{
    for (unsigned place = 0; place < prover->cells; place++)
        domains[place] = place < length ? (uint32_t)1 << prefix[place] : prover->space->letters;
    for (unsigned turn = 0; turn < prover->turns; turn++) {
        const uint8_t *source = prover->sources[turn];
        unsigned i = 0;
        while (i < length && source[i] < length && prefix[i] == prefix[source[i]])
            i++;
        if (i < length && source[i] >= length)
            domains[source[i]] &= ~(((uint32_t)1 << prefix[i]) - 1);
    }
}

static unsigned letter_rank(const struct comb_prover *prover, uint8_t letter)
{
    unsigned rank = 0;
    while (prover->letters[rank] != letter)
        rank++;
    return rank;
}

/* Goes on from place `at`, whose letter is to be at least the one of rank `from`: a counter whose digits are tested as
 * they are set, so that useless beginnings are passed over as a whole. */
static bool seek(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length, unsigned at,
                 unsigned from)
{
    while (at < length) {
        bool fits = false;
        for (; from < prover->letter_count && !fits; from++) {
            prefix[at] = prover->letters[from];
            fits = comb_prove_canonical(prover, prefix, at + 1);
        }
        if (fits) {
            at++;
            from = 0;
        } else {
            if (at == fixed)
                return false;
            at--;
            from = letter_rank(prover, prefix[at]) + 1;
        }
    }
    return true;
}

bool comb_prove_first(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length)
{
    return seek(prover, prefix, fixed, length, fixed, 0);
}

bool comb_prove_next(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length)
{
    if (length == fixed)
        return false;
    return seek(prover, prefix, fixed, length, length - 1, letter_rank(prover, prefix[length - 1]) + 1);
}

uint64_t comb_prove_count(const struct comb_prover *prover, unsigned length)
{
    uint8_t prefix[COMB_PROVE_MOST_CELLS] = {0};
    uint64_t count = 0;
    for (bool more = comb_prove_first(prover, prefix, 0, length); more;
         more = comb_prove_next(prover, prefix, 0, length))
        count++;
    return count;
}
