/* Units: which prefixes must be processed to cover every board once, up to symmetry.
 *
 * Cells are ordered by their distance to the others, the centre first, because a unit's bound improves with the number
 * of words through its cells; ties go to the cell with more neighbours in the order so far, so that a prefix is a
 * connected patch:
 *
 *          . 5 6 .            hex-19: 0 is the centre, then its ring. Unit: 0..5; the cell after the prefix: 6
 *         . 4 0 1 .
 *          . 3 2 .
 *
 * A board is the string of its letters in that order; among its images under the symmetries of the shape the one with
 * the smallest string is canonical. A prefix is needed unless some symmetry maps every board with it to a smaller
 * string; that is decided by comparing letter by letter as far as both strings are known.
 *
 * If rare letters are grouped into classes, a prefix has a set of letters at each place. All sets are ranges of the
 * order of letters, so two of them compare as letters do unless they overlap, and then nothing is known:
 *
 *     order    A B C ... T U Y | J Q X Z | K V W        A < {JQXZ} < {KVW};   {JQXZ} against J or itself: not known
 *
 * Every board still belongs to exactly one unit, the one of its letters' symbols. */
#include "proof/bound/parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- cell order ---- */

static void measure_distances(unsigned *sum, unsigned *farthest, const struct comb_word_board *board, unsigned from)
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

/* Smaller is earlier: near the centre, then many neighbours that are already ordered. */
static unsigned rank(const struct comb_word_board *board, unsigned cell, uint64_t placed)
{
    unsigned sum, farthest;
    measure_distances(&sum, &farthest, board, cell);
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
    uint8_t place_of[COMB_PROVE_MAX_CELLS];
    prover->sources = calloc(space->symmetry_count + 1, sizeof *prover->sources);
    if (!prover->sources)
        return false;
    for (unsigned i = 0; i < prover->cells; i++)
        place_of[prover->order[i]] = (uint8_t)i;
    for (unsigned turn = 0; turn < space->symmetry_count; turn++) {
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

/* ---- symbols ---- */

static uint32_t ranks_of(const struct comb_prover *prover, uint32_t set)
{
    uint32_t ranks = 0;
    for (; set; set &= set - 1)
        ranks |= (uint32_t)1 << prover->rank[__builtin_ctz(set)];
    return ranks;
}

static void add_letters(struct comb_prover *prover, uint32_t set)
{
    for (; set; set &= set - 1) {
        prover->rank[__builtin_ctz(set)] = (uint8_t)prover->letter_count;
        prover->letters[prover->letter_count++] = (uint8_t)__builtin_ctz(set);
    }
}

/* Letters outside classes first, then class by class. */
static void order_letters(struct comb_prover *prover, const uint32_t *sets, unsigned count)
{
    uint32_t single = prover->space->letters;
    prover->letter_count = prover->symbol_count = 0;
    prover->class_count = count;
    prover->first_class = (uint8_t)(32 - (unsigned)__builtin_clz(prover->space->letters));
    for (unsigned i = 0; i < count; i++)
        single &= ~sets[i];
    add_letters(prover, single);
    for (; single; single &= single - 1)
        prover->symbols[prover->symbol_count++] = (uint8_t)__builtin_ctz(single);
    for (unsigned i = 0; i < count; i++) {
        add_letters(prover, sets[i]);
        prover->symbols[prover->symbol_count++] = (uint8_t)(prover->first_class + i);
        prover->symbol_sets[prover->first_class + i] = sets[i];
        prover->symbol_ranks[prover->first_class + i] = ranks_of(prover, sets[i]);
    }
    for (unsigned i = 0; i < prover->letter_count; i++) {
        prover->symbol_sets[prover->letters[i]] = (uint32_t)1 << prover->letters[i];
        prover->symbol_ranks[prover->letters[i]] = (uint32_t)1 << i;
    }
}

/* ---- the prover ---- */

static unsigned automatic_depth(unsigned cells)
{
    unsigned min_depth = cells > COMB_PROVE_FREE + 1 ? cells - COMB_PROVE_FREE - 1 : 0;
    unsigned usual = cells <= 4 ? 0 : cells <= 8 ? 1 : cells <= 11 ? 2 : 3; /* measured on hex7, 3x3, hex10, hex12 */
    return usual > min_depth ? usual : min_depth;
}

static int check_space(const struct comb_word_space *space, unsigned depth, struct comb_error *err)
{
    unsigned cells = space->board.cells;
    if (cells < 2 || cells > COMB_PROVE_MAX_CELLS)
        return comb_fail(err, COMB_BAD_INPUT, "cannot prove boards of %u cells; expected 2 to %d", cells,
                         COMB_PROVE_MAX_CELLS);
    if (space->rules.kind != COMB_WORD_BY_LENGTH)
        return comb_fail(err, COMB_BAD_INPUT,
                         "cannot prove boards whose points depend on letters or cells; only points by "
                         "length are supported");
    if (space->free != ((uint64_t)1 << cells) - 1 || space->board.blocked || space->letters == 0)
        return comb_fail(err, COMB_BAD_INPUT, "every cell of the shape must be free");
    if (depth >= cells || cells - depth - 1 > COMB_PROVE_FREE)
        return comb_fail(err, COMB_BAD_INPUT, "units of %u letters are not supported; expected %u to %u", depth,
                         cells > COMB_PROVE_FREE + 1 ? cells - COMB_PROVE_FREE - 1 : 0, cells - 1);
    return COMB_OK;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Divides out the common divisor of all points, because some games give hundreds of points per word and the tables hold
 * small numbers. */
static void choose_divisor(struct comb_prover *prover)
{
    const struct comb_prove_trie *trie = &prover->trie;
    prover->point_divisor = 0;
    for (size_t i = 0; i < trie->points.count && prover->point_divisor != 1; i++)
        prover->point_divisor = common_divisor(trie->points.items[i], prover->point_divisor);
    prover->point_divisor = prover->point_divisor ? prover->point_divisor : 1;
    prover->scaled_target = (prover->target + prover->point_divisor - 1) / prover->point_divisor;
    for (size_t i = 0; i < trie->points.count; i++)
        trie->points.items[i] /= prover->point_divisor;
}

int comb_prover_new(struct comb_prover **out, const struct comb_word_space *space, const struct comb_word_index *index,
                    uint64_t target, unsigned depth, struct comb_error *err)
{
    *out = NULL;
    unsigned cells = space->board.cells;
    if (depth == COMB_PROVE_AUTO_DEPTH)
        depth = automatic_depth(cells);
    int code = check_space(space, depth, err);
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
    order_letters(prover, NULL, 0);
    choose_order(prover);
    place_neighbours(prover);
    code =
        place_symmetries(prover) ? comb_prove_trie_make(&prover->trie, space, index->dict, err) : comb_fail_memory(err);
    if (code != COMB_OK) {
        comb_prover_free(prover);
        return code;
    }
    choose_divisor(prover);
    *out = prover;
    return COMB_OK;
}

void comb_prover_free(struct comb_prover *prover)
{
    if (!prover)
        return;
    free(prover->sources);
    comb_vec_free(&prover->trie.nodes);
    comb_vec_free(&prover->trie.points);
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

const uint8_t *comb_prover_order(const struct comb_prover *prover)
{
    return prover->order;
}

int comb_prover_set_classes(struct comb_prover *prover, const uint32_t *sets, unsigned count, struct comb_error *err)
{
    uint32_t seen = 0;
    unsigned max_classes = COMB_PROVE_MAX_SYMBOLS - (32 - (unsigned)__builtin_clz(prover->space->letters));
    if (count > max_classes)
        return comb_fail(err, COMB_BAD_INPUT, "%u classes are too many; this alphabet allows %u", count, max_classes);
    for (unsigned i = 0; i < count; i++) {
        if ((sets[i] & (sets[i] - 1)) == 0 || sets[i] & (seen | ~prover->space->letters))
            return comb_fail(err, COMB_BAD_INPUT,
                             "class %u must have two or more letters of the space, none of them in another class",
                             i + 1);
        seen |= sets[i];
    }
    order_letters(prover, sets, count);
    return COMB_OK;
}

unsigned comb_prover_classes(const struct comb_prover *prover)
{
    return prover->class_count;
}

unsigned comb_prover_letters(const uint8_t **letters, const struct comb_prover *prover)
{
    *letters = prover->letters;
    return prover->letter_count;
}

unsigned comb_prover_symbols(const uint8_t **symbols, const struct comb_prover *prover)
{
    *symbols = prover->symbols;
    return prover->symbol_count;
}

uint8_t comb_prover_class(const struct comb_prover *prover, unsigned number)
{
    return (uint8_t)(prover->first_class + number);
}

uint32_t comb_prover_symbol_set(const struct comb_prover *prover, uint8_t symbol)
{
    return prover->symbol_sets[symbol];
}

/* ---- canonical prefixes ---- */

/* Returns whether both are known to be the same letter. */
static bool known_equal(const uint32_t *ranks, unsigned i, unsigned source)
{
    return i == source || (ranks[i] == ranks[source] && (ranks[i] & (ranks[i] - 1)) == 0);
}

/* Sets can be compared if both are single letters or one is entirely below the other; otherwise nothing is known. */
static bool is_canonical(const struct comb_prover *prover, const uint32_t *ranks, unsigned length)
{
    for (unsigned turn = 0; turn < prover->turns; turn++) {
        const uint8_t *source = prover->sources[turn];
        for (unsigned i = 0; i < length && source[i] < length; i++) {
            if (known_equal(ranks, i, source[i]))
                continue;
            if ((unsigned)__builtin_ctz(ranks[i]) > 31 - (unsigned)__builtin_clz(ranks[source[i]]))
                return false;
            break;
        }
    }
    return true;
}

bool comb_prove_canonical(const struct comb_prover *prover, const uint8_t *prefix, unsigned length)
{
    uint32_t ranks[COMB_PROVE_MAX_CELLS];
    for (unsigned i = 0; i < length; i++)
        ranks[i] = prover->symbol_ranks[prefix[i]];
    return is_canonical(prover, ranks, length);
}

bool comb_prove_canonical_sets(const struct comb_prover *prover, const uint32_t *sets, unsigned length)
{
    uint32_t ranks[COMB_PROVE_MAX_CELLS];
    for (unsigned i = 0; i < length; i++)
        ranks[i] = ranks_of(prover, sets[i]);
    return is_canonical(prover, ranks, length);
}

/* Returns the letters whose rank is at least this. */
static uint32_t letters_from(const struct comb_prover *prover, unsigned rank)
{
    uint32_t set = 0;
    for (; rank < prover->letter_count; rank++)
        set |= (uint32_t)1 << prover->letters[rank];
    return set;
}

/* When the comparison with an image reaches an unknown letter of the image, that letter must not be smaller than all
 * letters possible here. */
void comb_prove_domains(uint32_t *domains, const struct comb_prover *prover, const uint32_t *sets, unsigned length)
{
    uint32_t ranks[COMB_PROVE_MAX_CELLS];
    for (unsigned place = 0; place < prover->cells; place++)
        domains[place] = place < length ? sets[place] : prover->space->letters;
    for (unsigned i = 0; i < length; i++)
        ranks[i] = ranks_of(prover, sets[i]);
    for (unsigned turn = 0; turn < prover->turns; turn++) {
        const uint8_t *source = prover->sources[turn];
        unsigned i = 0;
        while (i < length && source[i] < length && known_equal(ranks, i, source[i]))
            i++;
        if (i < length && source[i] >= length)
            domains[source[i]] &= letters_from(prover, (unsigned)__builtin_ctz(ranks[i]));
    }
}

/* Lists the symbols that may be at a place of a prefix. */
static unsigned choices(const uint8_t **symbols, const struct comb_prover *prover, unsigned place)
{
    bool classes = place < prover->depth && place < COMB_PROVE_CLASS_PLACES;
    *symbols = classes ? prover->symbols : prover->letters;
    return classes ? prover->symbol_count : prover->letter_count;
}

/* Returns the number of choices up to this one. */
static unsigned choices_until(const struct comb_prover *prover, unsigned place, uint8_t symbol)
{
    const uint8_t *symbols;
    unsigned count = choices(&symbols, prover, place);
    unsigned at = 0;
    while (at < count && symbols[at] != symbol)
        at++;
    return at + 1;
}

/* Continues from place `at`, whose symbol must be number `from` or later: an odometer whose digits are tested as they
 * are set, so that useless beginnings are skipped as a whole. */
static bool seek_prefix(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length, unsigned at,
                        unsigned from)
{
    while (at < length) {
        const uint8_t *symbols;
        unsigned count = choices(&symbols, prover, at);
        bool fits = false;
        for (; from < count && !fits; from++) {
            prefix[at] = symbols[from];
            fits = comb_prove_canonical(prover, prefix, at + 1);
        }
        if (fits) {
            at++;
            from = 0;
        } else {
            if (at == fixed)
                return false;
            at--;
            from = choices_until(prover, at, prefix[at]);
        }
    }
    return true;
}

bool comb_prove_first(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length)
{
    return seek_prefix(prover, prefix, fixed, length, fixed, 0);
}

bool comb_prove_next(const struct comb_prover *prover, uint8_t *prefix, unsigned fixed, unsigned length)
{
    if (length == fixed)
        return false;
    return seek_prefix(prover, prefix, fixed, length, length - 1,
                       choices_until(prover, length - 1, prefix[length - 1]));
}

uint64_t comb_prove_count(const struct comb_prover *prover, unsigned length)
{
    uint8_t prefix[COMB_PROVE_MAX_CELLS] = {0};
    uint64_t count = 0;
    for (bool more = comb_prove_first(prover, prefix, 0, length); more;
         more = comb_prove_next(prover, prefix, 0, length))
        count++;
    return count;
}

unsigned comb_prove_split_place(const struct comb_prover *prover, const uint8_t *prefix, unsigned length)
{
    unsigned place = 0;
    while (place < length && prefix[place] < prover->first_class)
        place++;
    return place;
}
