/* Are the hints named as a reason enough? Looks for a colouring of the hidden cells of these hints that fulfils them
 * all and gives the cell in question the other colour.
 *
 * All colourings at once: the cells are coloured one after another, hint by hint, and a layer holds every state that
 * the cells so far can lead to. A state is what the rest depends on and no more: for each hint with undecided cells how
 * many are blue, and which, where it matters how they lie; and how many are blue in all, where the counter is a reason.
 * Hidden cells outside may take any part of what the counter leaves, so it is a bound.
 *
 *     cells           a         b         c (closes a hint of 1)
 *     states   {0} -> {0, 1} -> {0, 1} -> {closed}            two colourings of (a, b) with one blue are one state
 *
 * Cost: cells times states. Reasons lie close together, so that few hints are open at a time: the 20,774 cells of the
 * public levels need at most 128 states each. A reason that needs more than MOST_STATES is given up, and passes. */
#include "games/hexcells/verify_parts.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 1 << 17, MASK_WORDS = COMB_HEXCELLS_MOST_SIDE / 64 };

/* In the first word of a hint, beside the number of blue cells: they are apart, whatever comes. */
#define APART (UINT64_C(1) << 63)

struct hint {
    struct comb_hexcells_members members;
    enum comb_hexcells_hint kind;
    unsigned number;
    uint64_t undecided[MASK_WORDS]; /* members, by bit */
    unsigned left;                  /* how many these are */
    unsigned at;                    /* where its words begin in a state: the number of blue cells, and if it matters */
    unsigned words;                 /*   how they lie, which members these are */
};

/* A set of states. */
struct layer {
    uint64_t *words; /* those of the hints, 0 when a hint is closed, and the number of blue cells in all */
    unsigned count, room;
    unsigned *slots; /* hash table: number of a state + 1, or 0 */
    unsigned slot_count;
};

struct search {
    signed char *colours;
    struct hint *hints;
    unsigned hint_count;
    unsigned words; /* of a state */
    bool counter;
    unsigned hidden;            /* cells of the hints that are undecided */
    long most_blue, least_blue; /* of the cells of the hints that were, by the counter */
    struct layer now, next;
    uint64_t *state; /* one that is being made */
    bool too_long, no_memory;
};

/* ---- hints ---- */

static bool has(const uint64_t *mask, unsigned member)
{
    return mask[member / 64] >> member % 64 & 1;
}

static void put(uint64_t *mask, unsigned member)
{
    mask[member / 64] |= UINT64_C(1) << member % 64;
}

/* Whether the members in the mask follow one another without anything between. */
static bool in_one_run(const struct hint *hint, const uint64_t *mask)
{
    unsigned count = hint->members.count;
    unsigned starts = 0;
    for (unsigned i = 0; i < count; i++) {
        bool linked = i > 0 ? has(mask, i - 1) : hint->members.ring && has(mask, count - 1);
        starts += has(mask, i) && !linked;
    }
    return starts <= 1;
}

/* On a line: a black cell lies between blue ones already. */
static bool surely_apart(const struct hint *hint, const uint64_t *mask)
{
    bool blue = false, black = false; /* there was a blue one; there was a black one after it */
    for (unsigned i = 0; i < hint->members.count; i++) {
        if (has(mask, i) && black)
            return true;
        blue |= has(mask, i);
        black |= blue && !has(mask, i) && !has(hint->undecided, i);
    }
    return false;
}

/* Brings the words of a hint into the form that states have. False when it can no longer be fulfilled. */
static bool settle(uint64_t *words, const struct hint *hint)
{
    uint64_t blue = words[0] & ~APART;
    bool open = hint->words > 1 && !(words[0] & APART); /* how they lie is */
    bool together = hint->kind == COMB_HEXCELLS_BRACES;
    if (blue > hint->number || blue + hint->left < hint->number)
        return false;
    if (hint->left == 0) {
        bool fulfilled = !open || in_one_run(hint, words + 1) == together;
        memset(words, 0, hint->words * sizeof *words);
        return fulfilled;
    }
    if (!open || hint->members.ring || !surely_apart(hint, words + 1))
        return true;
    memset(words, 0, hint->words * sizeof *words);
    words[0] = APART | blue;
    return !together;
}

static void make_blue(uint64_t *words, const struct hint *hint, unsigned member)
{
    if (hint->words > 1 && !(words[0] & APART))
        put(words + 1, member);
    words[0]++;
}

/* ---- sets of states ---- */

static bool make_room(struct layer *layer, unsigned words)
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

static void insert(struct search *search, const uint64_t *state)
{
    struct layer *layer = &search->next;
    unsigned words = search->words;
    if (layer->count >= MOST_STATES)
        search->too_long = true;
    else if (layer->count == layer->room && !make_room(layer, words))
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

/* What was made becomes the layer to go on from. */
static void turn(struct search *search)
{
    struct layer old = search->now;
    search->now = search->next;
    search->next = old;
    search->next.count = 0;
    if (old.slots)
        memset(old.slots, 0, old.slot_count * sizeof *old.slots);
}

/* ---- the search ---- */

/* Which member of the hint a cell is, or -1. */
static int member_of(const struct hint *hint, unsigned cell)
{
    for (unsigned i = 0; i < hint->members.count; i++)
        if (hint->members.cells[i] == (int)cell)
            return (int)i;
    return -1;
}

/* One state with the cell coloured; `places` says which member of each hint it is. */
static void extend(struct search *search, const uint64_t *from, const int *places, bool blue)
{
    uint64_t *state = search->state, *all = &state[search->words - 1];
    memcpy(state, from, search->words * sizeof *state);
    *all += search->counter && blue;
    if (search->counter && ((long)*all > search->most_blue || (long)*all + (long)search->hidden < search->least_blue))
        return;
    for (unsigned i = 0; i < search->hint_count; i++) {
        const struct hint *hint = &search->hints[i];
        if (places[i] < 0)
            continue;
        if (blue)
            make_blue(state + hint->at, hint, (unsigned)places[i]);
        if (!settle(state + hint->at, hint))
            return;
    }
    insert(search, state);
}

/* Colours one cell in every state. */
static void colour_cell(struct search *search, unsigned cell, int *places)
{
    for (unsigned i = 0; i < search->hint_count; i++) {
        struct hint *hint = &search->hints[i];
        places[i] = member_of(hint, cell);
        if (places[i] < 0)
            continue;
        hint->undecided[places[i] / 64] &= ~(UINT64_C(1) << places[i] % 64);
        hint->left--;
    }
    search->hidden--;
    for (unsigned i = 0; i < search->now.count && !search->too_long && !search->no_memory; i++) {
        extend(search, search->now.words + (size_t)i * search->words, places, false);
        extend(search, search->now.words + (size_t)i * search->words, places, true);
    }
    turn(search);
}

/* The hint with the fewest undecided cells: it closes first. NULL when all are closed. */
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
    while (!has(hint->undecided, member))
        member++;
    return (unsigned)hint->members.cells[member];
}

/* The state before any cell is coloured. */
static void begin(struct search *search)
{
    bool possible = search->least_blue <= (long)search->hidden && search->most_blue >= 0;
    for (unsigned i = 0; i < search->hint_count; i++) {
        const struct hint *hint = &search->hints[i];
        for (unsigned j = 0; j < hint->members.count; j++) {
            int cell = hint->members.cells[j];
            if (cell >= 0 && search->colours[cell] == COMB_HEXCELLS_BLUE)
                make_blue(search->state + hint->at, hint, j);
        }
        possible &= settle(search->state + hint->at, hint);
    }
    if (possible)
        insert(search, search->state);
    turn(search);
}

static void run(struct search *search, int *places)
{
    const struct hint *hint;
    begin(search);
    while (search->now.count > 0 && !search->too_long && !search->no_memory && (hint = next_hint(search)) != NULL)
        colour_cell(search, next_cell(hint), places);
}

/* ---- from the answer ---- */

static void add_hint(struct search *search, const struct comb_hexcells_level *level, unsigned id)
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
    comb_hexcells_members_of(&hint->members, level, id, !line && search->colours[id] == COMB_HEXCELLS_BLUE);
}

/* True when the counter is among the reasons. */
static bool take_hints(struct search *search, const struct comb_hexcells_level *level, const json_t *because)
{
    bool counter = false;
    for (size_t i = 0; i < json_array_size(because); i++) {
        const char *text = json_string_value(json_array_get(because, i));
        unsigned id;
        if (!text || !comb_hexcells_id_read(&id, level, text))
            continue;
        counter |= id == COMB_HEXCELLS_COUNTER;
        if (id != COMB_HEXCELLS_COUNTER)
            add_hint(search, level, id);
    }
    search->words++; /* blue cells in all */
    return counter;
}

/* Counts the undecided cells of the hints, each once. */
static void find_undecided(struct search *search, unsigned cells, bool *met)
{
    memset(met, 0, cells);
    for (unsigned i = 0; i < search->hint_count; i++) {
        struct hint *hint = &search->hints[i];
        for (unsigned j = 0; j < hint->members.count; j++) {
            int cell = hint->members.cells[j];
            if (cell < 0 || search->colours[cell] != COMB_HEXCELLS_UNKNOWN)
                continue;
            put(hint->undecided, j);
            hint->left++;
            search->hidden += !met[cell];
            met[cell] = true;
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
    search->most_blue = left;
    search->least_blue = left - (hidden - (long)search->hidden);
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

int comb_hexcells_refutes_reason(bool *refuted, signed char *scratch, const struct comb_hexcells_level *level,
                                 const signed char *known, const json_t *because, unsigned cell, signed char colour)
{
    size_t most = json_array_size(because);
    struct search search = {.colours = scratch, .hints = malloc((most + 1) * sizeof *search.hints)};
    bool *met = malloc(level->cell_count + 1);
    int *places = malloc((most + 1) * sizeof *places);
    search.state = calloc(most * (1 + MASK_WORDS) + 1, sizeof *search.state);
    search.no_memory = !search.hints || !met || !places || !search.state;
    if (!search.no_memory) {
        memcpy(scratch, known, level->cell_count);
        bool counter = take_hints(&search, level, because);
        scratch[cell] = colour == COMB_HEXCELLS_BLUE ? COMB_HEXCELLS_BLACK : COMB_HEXCELLS_BLUE;
        find_undecided(&search, level->cell_count, met);
        if (counter)
            bound_by_counter(&search, level);
        run(&search, places);
    }
    *refuted = !search.no_memory && !search.too_long && search.now.count > 0;
    search_free(&search);
    free(met);
    free(places);
    return search.no_memory ? COMB_NO_MEMORY : COMB_OK;
}
