/* Checks whether the hints of a reason are enough: searches a colouring of the hidden cells of these hints that
 * satisfies them all and gives the cell in question the other colour.
 *
 * Dynamic programming over all colourings: cells are coloured one by one, hint by hint, and a layer holds every state
 * that the cells so far can lead to. A state holds only what the rest depends on: for each hint with undecided cells
 * the number of blue ones, and which ones if their arrangement matters; and the total number of blue cells if the
 * counter is part of the reason. Hidden cells outside these hints may be blue or black, so the counter is only a bound.
 *
 *     cells           a         b         c (closes a hint of 1)
 *     states   {0} -> {0, 1} -> {0, 1} -> {closed}            two colourings of (a, b) with one blue are one state
 *
 * Cost: cells times states. Reasons are local, so that few hints are open at a time: the 20,774 cells of the public
 * levels need at most 128 states each. A reason that needs more than MAX_STATES is accepted unchecked. */
#include "games/hexcells/verify/parts.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_STATES = 1 << 17, MASK_WORDS = COMB_HEXCELLS_MAX_SIDE / 64 };

/* Flag in the first word of a hint, beside the number of blue cells: they are apart, whatever follows. */
#define APART (UINT64_C(1) << 63)

struct hint {
    struct comb_hexcells_members members;
    enum comb_hexcells_hint kind;
    unsigned number;
    uint64_t undecided[MASK_WORDS]; /* members, by bit */
    unsigned left;                  /* number of undecided members */
    unsigned at;                    /* offset of its words in a state: the number of blue cells and, */
    unsigned words;                 /* if the arrangement matters, which members are blue */
};

/* A set of states. */
struct layer {
    uint64_t *words; /* words of the hints (0 for closed hints), then the number of all blue cells */
    unsigned count, room;
    unsigned *slots; /* hash table: index of a state + 1, or 0 */
    unsigned slot_count;
};

struct search {
    signed char *colours;
    struct hint *hints;
    unsigned hint_count;
    unsigned words; /* of a state */
    bool counter;
    unsigned hidden;         /* undecided cells of the hints */
    long max_blue, min_blue; /* bounds by the counter on blue cells among them */
    struct layer now, next;
    uint64_t *state; /* the state under construction */
    bool too_long, no_memory;
};

/* ---- hints ---- */

static bool has_bit(const uint64_t *mask, unsigned member)
{
    return mask[member / 64] >> member % 64 & 1;
}

static void set_bit(uint64_t *mask, unsigned member)
{
    mask[member / 64] |= UINT64_C(1) << member % 64;
}

/* Whether the members in the mask form one run. */
static bool in_one_run(const struct hint *hint, const uint64_t *mask)
{
    unsigned count = hint->members.count;
    unsigned starts = 0;
    for (unsigned i = 0; i < count; i++) {
        bool linked = i > 0 ? has_bit(mask, i - 1) : hint->members.ring && has_bit(mask, count - 1);
        starts += has_bit(mask, i) && !linked;
    }
    return starts <= 1;
}

/* Whether a line has a black cell between blue ones already. */
static bool is_apart(const struct hint *hint, const uint64_t *mask)
{
    bool blue = false, black = false; /* found a blue cell; found a black cell after it */
    for (unsigned i = 0; i < hint->members.count; i++) {
        if (has_bit(mask, i) && black)
            return true;
        blue |= has_bit(mask, i);
        black |= blue && !has_bit(mask, i) && !has_bit(hint->undecided, i);
    }
    return false;
}

/* Normalises the words of a hint. False if it can no longer be satisfied. */
static bool normalise(uint64_t *words, const struct hint *hint)
{
    uint64_t blue = words[0] & ~APART;
    bool open = hint->words > 1 && !(words[0] & APART); /* the arrangement is still open */
    bool together = hint->kind == COMB_HEXCELLS_BRACES;
    if (blue > hint->number || blue + hint->left < hint->number)
        return false;
    if (hint->left == 0) {
        bool fulfilled = !open || in_one_run(hint, words + 1) == together;
        memset(words, 0, hint->words * sizeof *words);
        return fulfilled;
    }
    if (!open || hint->members.ring || !is_apart(hint, words + 1))
        return true;
    memset(words, 0, hint->words * sizeof *words);
    words[0] = APART | blue;
    return !together;
}

static void make_blue(uint64_t *words, const struct hint *hint, unsigned member)
{
    if (hint->words > 1 && !(words[0] & APART))
        set_bit(words + 1, member);
    words[0]++;
}

/* ---- sets of states ---- */

static bool grow_layer(struct layer *layer, unsigned words)
{
    unsigned room = layer->room ? 2 * layer->room : 64;
    uint64_t *states = realloc(layer->words, (size_t)room * words * sizeof *states);
    if (!states)
        return false;
    layer->words = states;
    unsigned *slots = calloc(4 * (size_t)room, sizeof *slots);
    if (!slots)
        return false;
    free(layer->slots);
    layer->slots = slots;
    layer->slot_count = 4 * room;
    layer->room = room;
    for (unsigned i = 0; i < layer->count; i++) {
        size_t slot = comb_hash(states + (size_t)i * words, words * sizeof *states, 0) % layer->slot_count;
        while (slots[slot] != 0)
            slot = (slot + 1) % layer->slot_count;
        slots[slot] = i + 1;
    }
    return true;
}

static void insert_state(struct search *search, const uint64_t *state)
{
    struct layer *layer = &search->next;
    unsigned words = search->words;
    if (layer->count >= MAX_STATES)
        search->too_long = true;
    else if (layer->count == layer->room && !grow_layer(layer, words))
        search->no_memory = true;
    if (search->too_long || search->no_memory)
        return;
    size_t slot = comb_hash(state, words * sizeof *state, 0) % layer->slot_count;
    for (; layer->slots[slot] != 0; slot = (slot + 1) % layer->slot_count)
        if (memcmp(layer->words + (size_t)(layer->slots[slot] - 1) * words, state, words * sizeof *state) == 0)
            return;
    layer->slots[slot] = layer->count + 1;
    memcpy(layer->words + (size_t)layer->count++ * words, state, words * sizeof *state);
}

/* Makes the new layer the current one. */
static void next_layer(struct search *search)
{
    struct layer old = search->now;
    search->now = search->next;
    search->next = old;
    search->next.count = 0;
    if (old.slots)
        memset(old.slots, 0, old.slot_count * sizeof *old.slots);
}

/* ---- the search ---- */

/* Returns the member index of a cell in the hint, or -1. */
static int member_of(const struct hint *hint, unsigned cell)
{
    for (unsigned i = 0; i < hint->members.count; i++)
        if (hint->members.cells[i] == (int)cell)
            return (int)i;
    return -1;
}

/* Extends a state by the colour of a cell; `member_indices` has its member index in each hint. */
static void extend_state(struct search *search, const uint64_t *from, const int *member_indices, bool blue)
{
    uint64_t *state = search->state, *all = &state[search->words - 1];
    memcpy(state, from, search->words * sizeof *state);
    *all += search->counter && blue;
    if (search->counter && ((long)*all > search->max_blue || (long)*all + (long)search->hidden < search->min_blue))
        return;
    for (unsigned i = 0; i < search->hint_count; i++) {
        const struct hint *hint = &search->hints[i];
        if (member_indices[i] < 0)
            continue;
        if (blue)
            make_blue(state + hint->at, hint, (unsigned)member_indices[i]);
        if (!normalise(state + hint->at, hint))
            return;
    }
    insert_state(search, state);
}

/* Extends every state by both colours of a cell. */
static void colour_cell(struct search *search, unsigned cell, int *member_indices)
{
    for (unsigned i = 0; i < search->hint_count; i++) {
        struct hint *hint = &search->hints[i];
        member_indices[i] = member_of(hint, cell);
        if (member_indices[i] < 0)
            continue;
        hint->undecided[member_indices[i] / 64] &= ~(UINT64_C(1) << member_indices[i] % 64);
        hint->left--;
    }
    search->hidden--;
    for (unsigned i = 0; i < search->now.count && !search->too_long && !search->no_memory; i++) {
        extend_state(search, search->now.words + (size_t)i * search->words, member_indices, false);
        extend_state(search, search->now.words + (size_t)i * search->words, member_indices, true);
    }
    next_layer(search);
}

/* Returns the hint with the fewest undecided cells, because it closes first; NULL if all are closed. */
static const struct hint *next_hint(const struct search *search)
{
    const struct hint *best = NULL;
    for (unsigned i = 0; i < search->hint_count; i++) {
        const struct hint *hint = &search->hints[i];
        if (hint->left > 0 && (!best || hint->left < best->left))
            best = hint;
    }
    return best;
}

static unsigned next_cell(const struct hint *hint)
{
    unsigned member = 0;
    while (!has_bit(hint->undecided, member))
        member++;
    return (unsigned)hint->members.cells[member];
}

/* Creates the initial state. */
static void create_initial_state(struct search *search)
{
    bool possible = search->min_blue <= (long)search->hidden && search->max_blue >= 0;
    for (unsigned i = 0; i < search->hint_count; i++) {
        const struct hint *hint = &search->hints[i];
        for (unsigned j = 0; j < hint->members.count; j++) {
            int cell = hint->members.cells[j];
            if (cell >= 0 && search->colours[cell] == COMB_HEXCELLS_BLUE)
                make_blue(search->state + hint->at, hint, j);
        }
        possible &= normalise(search->state + hint->at, hint);
    }
    if (possible)
        insert_state(search, search->state);
    next_layer(search);
}

static void run_search(struct search *search, int *member_indices)
{
    const struct hint *hint;
    create_initial_state(search);
    while (search->now.count > 0 && !search->too_long && !search->no_memory && (hint = next_hint(search)) != NULL)
        colour_cell(search, next_cell(hint), member_indices);
}

/* ---- setup ---- */

static void add_hint(struct search *search, const struct comb_hexcells_level *level, const signed char *known,
                     unsigned id)
{
    struct hint *hint = &search->hints[search->hint_count++];
    bool line = id >= level->cell_count;
    *hint = (struct hint){
        .kind = line ? level->lines[id - level->cell_count].hint : level->cells[id].hint,
        .number = line ? level->lines[id - level->cell_count].number : level->cells[id].number,
        .at = search->words,
    };
    hint->words = hint->kind == COMB_HEXCELLS_NUMBER ? 1 : 1 + MASK_WORDS;
    search->words += hint->words;
    comb_hexcells_members_of(&hint->members, level, id, !line && known[id] == COMB_HEXCELLS_BLUE);
}

/* Adds the hints of the reason; returns whether the counter is among them. */
static bool add_hints(struct search *search, const struct comb_hexcells_level *level, const signed char *known,
                      const json_t *because)
{
    bool counter = false;
    for (size_t i = 0; i < json_array_size(because); i++) {
        const char *text = json_string_value(json_array_get(because, i));
        unsigned id;
        if (!text || !comb_hexcells_id_read(&id, level, text))
            continue;
        counter |= id == COMB_HEXCELLS_COUNTER;
        if (id != COMB_HEXCELLS_COUNTER)
            add_hint(search, level, known, id);
    }
    search->words++; /* the number of all blue cells */
    return counter;
}

/* Finds the undecided cells of the hints and counts each once. */
static void find_undecided(struct search *search, unsigned cells, bool *counted)
{
    memset(counted, 0, cells);
    for (unsigned i = 0; i < search->hint_count; i++) {
        struct hint *hint = &search->hints[i];
        for (unsigned j = 0; j < hint->members.count; j++) {
            int cell = hint->members.cells[j];
            if (cell < 0 || search->colours[cell] != COMB_HEXCELLS_UNKNOWN)
                continue;
            set_bit(hint->undecided, j);
            hint->left++;
            search->hidden += !counted[cell];
            counted[cell] = true;
        }
    }
}

static void bound_by_counter(struct search *search, const struct comb_hexcells_level *level)
{
    long left = level->remaining;
    long hidden = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        left -= search->colours[i] == COMB_HEXCELLS_BLUE && level->cells[i].shown != COMB_HEXCELLS_BLUE;
        hidden += search->colours[i] == COMB_HEXCELLS_UNKNOWN;
    }
    search->counter = true;
    search->max_blue = left;
    search->min_blue = left - (hidden - (long)search->hidden);
}

static void search_free(struct search *search)
{
    free(search->hints);
    free(search->state);
    free(search->now.words);
    free(search->now.slots);
    free(search->next.words);
    free(search->next.slots);
}

/* Searches a colouring that agrees with `scratch`. */
static int search_colouring(bool *found, bool *too_long, signed char *scratch, const struct comb_hexcells_level *level,
                            const signed char *known, const json_t *because)
{
    size_t max_hints = json_array_size(because);
    /* hints are read with the colours before the assumption: an assumed cell shows none */
    struct search search = {.colours = scratch, .hints = malloc((max_hints + 1) * sizeof *search.hints)};
    bool *counted = malloc(level->cell_count + 1);
    int *member_indices = malloc((max_hints + 1) * sizeof *member_indices);
    search.state = calloc(max_hints * (1 + MASK_WORDS) + 1, sizeof *search.state);
    search.no_memory = !search.hints || !counted || !member_indices || !search.state;
    if (!search.no_memory) {
        bool counter = add_hints(&search, level, known, because);
        find_undecided(&search, level->cell_count, counted);
        if (counter)
            bound_by_counter(&search, level);
        run_search(&search, member_indices);
    }
    *found = !search.no_memory && !search.too_long && search.now.count > 0;
    *too_long = search.too_long;
    search_free(&search);
    free(counted);
    free(member_indices);
    return search.no_memory ? COMB_NO_MEMORY : COMB_OK;
}

int comb_hexcells_can_hold(bool *possible, signed char *scratch, const struct comb_hexcells_level *level,
                           const signed char *known, const json_t *because)
{
    bool found, too_long;
    memcpy(scratch, known, level->cell_count);
    int code = search_colouring(&found, &too_long, scratch, level, known, because);
    *possible = found || too_long;
    return code;
}

int comb_hexcells_refutes_reason(bool *refuted, signed char *scratch, const struct comb_hexcells_level *level,
                                 const signed char *known, const json_t *because, unsigned cell, signed char colour)
{
    bool too_long;
    memcpy(scratch, known, level->cell_count);
    scratch[cell] = colour == COMB_HEXCELLS_BLUE ? COMB_HEXCELLS_BLACK : COMB_HEXCELLS_BLUE;
    return search_colouring(refuted, &too_long, scratch, level, known, because);
}
