/* The rules of a proof, derived a second time.
 *
 * Cells get coordinates from the lengths of the rows; holes are left out of the numbering:
 *
 *     hexagons, rows 2 3 2            squares, rows 3 3
 *          0   1                          0 1 2
 *        2   3   4                        3 4 5
 *          5   6
 *     (q, r): r is the row, q goes     (q, r): column and row; neighbours differ by at most one in each.
 *     down to the right; neighbours
 *     are (+-1, 0), (0, +-1), (1, -1), (-1, 1).
 *
 * A symmetry is a rotation or reflection of the plane, shifted so that cell 0 maps to some cell, that maps every cell
 * to a cell: 12 or 8 linear maps, each tried with every cell as the image of cell 0. Cost: a few thousand steps.
 *
 * Points come from the rule that a game defines for its verifier, not from the one that the solver uses. */
#include "proof/check/parts.h"

#include <string.h>

struct place {
    int q;
    int r;
};

/* ---- shape ---- */

static bool locate_cells(struct place places[COMB_PROOF_MAX_CELLS], struct comb_proof_rules *rules, bool hexagons)
{
    int left = 0;       /* of the row, in half cells */
    unsigned place = 0; /* in reading order, with holes */
    rules->cells = 0;
    for (unsigned row = 0; row < COMB_WORDS_MAX_ROWS && rules->rows[row]; row++) {
        int grown = row == 0 ? 0 : (int)rules->rows[row] - (int)rules->rows[row - 1];
        if ((hexagons && row > 0 && grown != 1 && grown != -1) || (!hexagons && grown != 0) ||
            place + rules->rows[row] > COMB_PROOF_MAX_CELLS)
            return false;
        left -= grown;
        for (unsigned i = 0; i < rules->rows[row]; i++, place++) {
            if (rules->holes >> place & 1)
                continue;
            int x = left + 2 * (int)i;
            places[rules->cells++] =
                hexagons ? (struct place){(x - (int)row) / 2, (int)row} : (struct place){(int)i, (int)row};
        }
    }
    return rules->cells > 0;
}

static bool cells_touch(struct place a, struct place b, bool hexagons)
{
    int dq = a.q - b.q;
    int dr = a.r - b.r;
    if (dq == 0 && dr == 0)
        return false;
    bool near = dq >= -1 && dq <= 1 && dr >= -1 && dr <= 1;
    return near && (!hexagons || dq != dr);
}

static struct place transform(struct place at, unsigned map, bool hexagons)
{
    unsigned turns = hexagons ? 6 : 4;
    if (map >= turns)
        at = (struct place){at.r, at.q};
    for (unsigned i = 0; i < map % turns; i++)
        at = hexagons ? (struct place){-at.r, at.q + at.r} : (struct place){-at.r, at.q};
    return at;
}

static int cell_at(const struct place *places, unsigned cells, int q, int r)
{
    for (unsigned cell = 0; cell < cells; cell++)
        if (places[cell].q == q && places[cell].r == r)
            return (int)cell;
    return -1;
}

/* Computes the cells' images under a map that takes cell 0 to `first`; returns false if one falls off the board. */
static bool map_cells(uint8_t out[COMB_PROOF_MAX_CELLS], const struct place *places, unsigned cells, unsigned map,
                      unsigned first, bool hexagons)
{
    struct place zero = transform(places[0], map, hexagons);
    for (unsigned cell = 0; cell < cells; cell++) {
        struct place at = transform(places[cell], map, hexagons);
        int to = cell_at(places, cells, at.q - zero.q + places[first].q, at.r - zero.r + places[first].r);
        if (to < 0)
            return false;
        out[cell] = (uint8_t)to;
    }
    return true;
}

/* Returns whether one of the `count` consecutive permutations equals `wanted`. */
static bool contains_permutation(const uint8_t *list, unsigned count, const uint8_t *wanted, unsigned cells)
{
    for (unsigned i = 0; i < count; i++)
        if (memcmp(list + (size_t)i * COMB_PROOF_MAX_CELLS, wanted, cells) == 0)
            return true;
    return false;
}

bool comb_proof_shape(struct comb_proof_rules *rules, bool hexagons)
{
    struct place places[COMB_PROOF_MAX_CELLS];
    uint8_t found[COMB_PROOF_MAX_CELLS] = {0};
    if (!locate_cells(places, rules, hexagons))
        return false;
    for (unsigned a = 0; a < rules->cells; a++)
        for (unsigned b = 0; b < rules->cells; b++)
            if (cells_touch(places[a], places[b], hexagons))
                rules->neighbours[a] |= (uint64_t)1 << b;
    for (unsigned map = 0; map < (hexagons ? 12 : 8); map++)
        for (unsigned first = 0; first < rules->cells; first++)
            if (map_cells(found, places, rules->cells, map, first, hexagons) &&
                !contains_permutation(rules->symmetry[0], rules->symmetries, found, rules->cells))
                memcpy(rules->symmetry[rules->symmetries++], found, rules->cells);
    return true;
}

void comb_proof_order(struct comb_proof_rules *rules)
{
    uint8_t place[COMB_PROOF_MAX_CELLS] = {0};
    for (unsigned i = 0; i < rules->cells; i++)
        place[rules->order[i]] = (uint8_t)i;
    for (unsigned g = 0; g < rules->symmetries; g++)
        for (unsigned cell = 0; cell < rules->cells; cell++)
            rules->from[g][place[rules->symmetry[g][cell]]] = place[cell];
}

/* ---- the game ---- */

struct derivation {
    struct comb_proof_rules *rules;
    struct comb_proof_diagnostics *diagnostics;
    const struct comb_proof_header *header;
    const struct comb_dict *dict;
    const struct comb_params *params;
    const struct comb_words_game *words;
};

static void add_problem(const struct derivation *at, enum comb_proof_key key, const char *text)
{
    comb_proof_problem(at->diagnostics, "header.txt", at->header->lines[key], "%s", text);
}

static void find_game(struct derivation *at)
{
    const struct comb_game *game = comb_game_find(at->header->game);
    if (!game || game->free != comb_words_free) {
        add_problem(at, COMB_PROOF_GAME, "unknown word game");
        return;
    }
    at->words = game->family;
    if (at->words->by_letters || at->words->notation.flat_top || !at->words->make_shapes) {
        add_problem(at, COMB_PROOF_GAME, "not a game with points by word length and named shapes");
        at->words = NULL;
    }
}

static void find_holes(struct comb_proof_rules *rules, const char *pattern)
{
    for (unsigned place = 0; place < COMB_PROOF_MAX_CELLS && pattern[place]; place++)
        rules->holes |= (uint64_t)(pattern[place] == '.') << place;
}

/* Finds the game's rows for the shape that the header names. */
static bool find_rows(struct derivation *at)
{
    const char *list = at->words->make_shapes;
    size_t length = strlen(at->header->shape);
    for (size_t index = 0; *list; index++) {
        size_t name = strcspn(list, " ");
        if (name == length && memcmp(list, at->header->shape, length) == 0) {
            unsigned cells = 0;
            for (unsigned row = 0; row < COMB_WORDS_MAX_ROWS && at->words->make_rows[index][row]; row++)
                cells += at->rules->rows[row] = at->words->make_rows[index][row];
            if (at->words->make_holes)
                find_holes(at->rules, at->words->make_holes[index]);
            if (at->words->rules_of)
                at->words = at->words->rules_of(cells, at->params);
            return true;
        }
        list += name;
        list += strspn(list, " ");
    }
    return false;
}

static bool derive_shape(struct derivation *at)
{
    struct comb_proof_rules *rules = at->rules;
    if (!find_rows(at)) {
        add_problem(at, COMB_PROOF_SHAPE, "the game has no such shape");
        return false;
    }
    bool hexagons = at->words->notation.hexagons && rules->rows[1] != 0 && rules->rows[1] != rules->rows[0];
    if (!comb_proof_shape(rules, hexagons)) {
        add_problem(at, COMB_PROOF_SHAPE, "the shape's rows form neither hexagons nor squares");
        return false;
    }
    return true;
}

/* ---- comparing ---- */

static void compare_shape(const struct derivation *at)
{
    const struct comb_proof_header *header = at->header;
    const struct comb_proof_rules *rules = at->rules;
    bool same = header->row_count == COMB_WORDS_MAX_ROWS || rules->rows[header->row_count] == 0;
    for (unsigned row = 0; row < header->row_count; row++)
        same &= header->rows[row] == rules->rows[row];
    if (!same)
        add_problem(at, COMB_PROOF_ROWS, "the rows differ from those of the shape");
    if (header->holes != rules->holes)
        add_problem(at, header->holes ? COMB_PROOF_HOLES : COMB_PROOF_ROWS, "the holes differ from those of the shape");
    if (header->cells != rules->cells) {
        add_problem(at, COMB_PROOF_CELLS, "the number of cells differs from that of the shape");
        return;
    }
    for (unsigned cell = 0; cell < rules->cells; cell++)
        if (header->neighbours[cell] != rules->neighbours[cell])
            comb_proof_problem(at->diagnostics, "header.txt", header->lines[COMB_PROOF_NEIGHBOURS] + cell,
                               "wrong neighbours of cell %u", cell);
}

static void compare_symmetries(const struct derivation *at)
{
    const struct comb_proof_header *header = at->header;
    const struct comb_proof_rules *rules = at->rules;
    for (unsigned g = 0; g < header->symmetry_count; g++) {
        if (!contains_permutation(rules->symmetry[0], rules->symmetries, header->symmetry[g], rules->cells))
            comb_proof_problem(at->diagnostics, "header.txt", header->lines[COMB_PROOF_SYMMETRY] + g,
                               "not a symmetry of the shape");
        if (contains_permutation(header->symmetry[0], g, header->symmetry[g], rules->cells))
            comb_proof_problem(at->diagnostics, "header.txt", header->lines[COMB_PROOF_SYMMETRY] + g,
                               "symmetry listed twice");
    }
    if (header->symmetry_count != rules->symmetries)
        comb_proof_problem(at->diagnostics, "header.txt", header->lines[COMB_PROOF_SYMMETRY],
                           "%u symmetries are listed, the shape has %u", header->symmetry_count, rules->symmetries);
}

/* Returns the letter's index in the list's alphabet; -1 if it is not there. */
static int letter_in_list(const struct comb_dict *dict, uint32_t letter)
{
    return letter >= 'a' && letter <= 'z' ? -1 : comb_dict_letter_index(dict, letter);
}

/* Q is Qu in some games; every other letter is itself. */
static void derive_tile(const struct derivation *at, unsigned letter)
{
    struct comb_proof_tile expected = {.count = 1, .letter = {at->header->letters[letter]}};
    struct comb_proof_tile *tile = &at->rules->tiles[letter];
    if (at->words->notation.q_means_qu && expected.letter[0] == 'Q')
        expected = (struct comb_proof_tile){.count = 2, .letter = {'Q', 'U'}};
    if (memcmp(&expected, &at->header->tiles[letter], sizeof expected) != 0)
        add_problem(at, at->header->lines[COMB_PROOF_TILE] ? COMB_PROOF_TILE : COMB_PROOF_LETTERS,
                    "the tile lines contradict a tile of this game");
    tile->count = expected.count;
    for (unsigned i = 0; i < expected.count; i++) {
        int place = letter_in_list(at->dict, expected.letter[i]);
        if (place < 0)
            add_problem(at, COMB_PROOF_LETTERS, "a letter is not in the word list's alphabet");
        tile->letter[i] = place < 0 ? 0 : (uint32_t)place;
    }
}

/* The letters must be the list's whole alphabet, or those of --letters. */
static void derive_letters(const struct derivation *at)
{
    const char *asked = comb_params_text(at->params, "letters", NULL);
    uint8_t named[256];
    int count = asked ? comb_dict_parse(named, sizeof named, at->dict, asked, strlen(asked)) : 0;
    uint32_t wanted = asked ? 0 : (uint32_t)((UINT64_C(1) << comb_dict_letter_count(at->dict)) - 1);
    for (int i = 0; i < count; i++)
        wanted |= UINT32_C(1) << named[i];
    uint32_t given = 0;
    at->rules->letters = at->header->letter_count;
    at->rules->class_count = at->header->class_count;
    memcpy(at->rules->classes, at->header->classes, sizeof at->rules->classes);
    for (unsigned letter = 0; letter < at->header->letter_count; letter++) {
        derive_tile(at, letter);
        int place = letter_in_list(at->dict, at->header->letters[letter]);
        given |= place < 0 ? 0 : UINT32_C(1) << place;
    }
    if (given != wanted)
        add_problem(at, COMB_PROOF_LETTERS,
                    asked ? "the letters differ from --letters"
                          : "not all letters of the word list; use --letters to check a proof for some of them");
}

/* Returns the points of a word of so many letters, one per cell, by the verifier's rule. */
static long long points_of(const struct comb_words_game *words, unsigned letters)
{
    struct comb_words_cell cells[COMB_PROOF_MAX_POINTS] = {0};
    unsigned path[COMB_PROOF_MAX_POINTS];
    struct comb_words_board board = {.game = words, .cells = cells};
    for (unsigned i = 0; i < letters; i++) {
        cells[i] = (struct comb_words_cell){.kind = COMB_WORDS_LETTERS, .letters = 1, .letter = {'A'}};
        path[i] = i;
    }
    return words->points_of_path(&board, path, letters, letters);
}

static void derive_points(const struct derivation *at)
{
    const struct comb_proof_header *header = at->header;
    unsigned longest = comb_dict_longest(at->dict);
    long long min_length = comb_params_int(at->params, "min-length", at->words->min_length);
    for (unsigned letters = 0; letters < COMB_PROOF_MAX_POINTS; letters++) {
        long long points = letters == 0 || letters < min_length ? 0 : points_of(at->words, letters);
        long long given = letters < header->point_count ? header->points[letters] : 0;
        at->rules->points[letters] = points;
        if (given != points && letters <= longest)
            comb_proof_problem(at->diagnostics, "header.txt", header->lines[COMB_PROOF_POINTS],
                               "a word of %u letters scores %lld points by the rules, not %lld", letters, points,
                               given);
    }
}

static void check_list(const struct derivation *at)
{
    const struct comb_proof_header *header = at->header;
    if (header->dictionary != comb_dict_hash(at->dict))
        comb_proof_problem(
            at->diagnostics, "header.txt", header->lines[COMB_PROOF_DICTIONARY],
            "proved for word list %016llx, but %s is %016llx; choose the right one with --words or --lang",
            (unsigned long long)header->dictionary, comb_dict_title(at->dict),
            (unsigned long long)comb_dict_hash(at->dict));
    if (header->words != (long long)comb_dict_word_count(at->dict))
        comb_proof_problem(at->diagnostics, "header.txt", header->lines[COMB_PROOF_WORDS],
                           "the word list has %zu words, not %lld", comb_dict_word_count(at->dict), header->words);
}

/* Every cell once. */
static void derive_order(const struct derivation *at)
{
    uint64_t seen = 0;
    struct comb_proof_rules *rules = at->rules;
    for (unsigned i = 0; i < rules->cells; i++) {
        rules->order[i] = at->header->order[i];
        seen |= (uint64_t)1 << rules->order[i];
    }
    if (seen != UINT64_MAX >> (64 - rules->cells))
        add_problem(at, COMB_PROOF_ORDER, "the order does not list every cell exactly once");
    else
        comb_proof_order(rules);
}

void comb_proof_derive(struct comb_proof_rules *rules, struct comb_proof_diagnostics *diagnostics,
                       const struct comb_proof_header *header, const struct comb_dict *dict,
                       const struct comb_params *params)
{
    struct derivation at = {
        .rules = rules, .diagnostics = diagnostics, .header = header, .dict = dict, .params = params};
    memset(rules, 0, sizeof *rules);
    find_game(&at);
    if (!at.words)
        return;
    check_list(&at);
    derive_letters(&at);
    derive_points(&at);
    if (!derive_shape(&at))
        return;
    compare_shape(&at);
    if (header->cells == rules->cells) {
        compare_symmetries(&at);
        derive_order(&at);
    }
}
