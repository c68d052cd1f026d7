/* Encodes dots, triangles, squares, stars, and the elimination marks that remove errors.
 *
 * Every clause here is a necessary condition under its rule set; the region checker finds what they omit and
 * excludes it region by region. If there are elimination marks, a symbol has a literal `kept`. The rules are then
 * the same in all three rule sets:
 *
 *     dot, triangle   kept exactly if it is right
 *     squares         kept ones in one region have one colour
 *     star            a kept one has exactly one other object of its colour in its region. What counts as an object:
 *                     what is kept; under `windmill` everything but eliminated stars, and the marks as white
 *     mark            handles exactly one symbol of its region that is not kept; or under `game` cancels with another
 *
 *       region        symbol not kept  <---->  mark      a matching, so that the numbers of errors and of marks agree
 *                                                        without counting */
#include "games/witness/sat/model.h"

#include <stdlib.h>

static enum comb_witness_rule_set rule_set(const struct comb_sat_line *model)
{
    return model->task->rules.set;
}

/* ---- symbols ---- */

static uint8_t colour_of(const struct comb_sat_line *model, const struct comb_witness_thing *thing)
{
    if (thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR)
        return thing->colour;
    if (rule_set(model) == COMB_WITNESS_GAME && thing->colour != COMB_WITNESS_NO_COLOUR)
        return thing->colour;
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        return thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    return thing->kind == COMB_WITNESS_TRIANGLE ? COMB_WITNESS_ORANGE : COMB_WITNESS_WHITE;
}

static bool counts(const struct comb_sat_line *model, const struct comb_witness_thing *thing)
{
    switch ((enum comb_witness_kind)thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->colour != COMB_WITNESS_NO_COLOUR;
    case COMB_WITNESS_POLYOMINO:
        return rule_set(model) != COMB_WITNESS_GAME || comb_witness_shape_size(thing->shape) > 0;
    case COMB_WITNESS_ELIMINATION:
    case COMB_WITNESS_TRIANGLE:
        return true;
    case COMB_WITNESS_EMPTY:
    case COMB_WITNESS_ABSENT:
    case COMB_WITNESS_START:
    case COMB_WITNESS_END:
    case COMB_WITNESS_GAP:
    case COMB_WITNESS_DOT:
        return false;
    }
    return false;
}

static void add_symbol(struct comb_sat_line *model, struct comb_sat_symbol symbol)
{
    symbol.kept = symbol.right = model->truth;
    symbol.label = -1;
    model->failed |= !comb_vec_push(&model->symbols, symbol);
    model->eliminations += symbol.thing->kind == COMB_WITNESS_ELIMINATION;
}

static void collect_cells(struct comb_sat_line *model)
{
    const struct comb_witness_graph *graph = model->graph;
    for (unsigned cell = 0; cell < graph->cells; cell++) {
        const struct comb_witness_thing *thing = graph->on_cell[cell];
        if (model->inside[cell] && counts(model, thing))
            add_symbol(model, (struct comb_sat_symbol){.thing = thing,
                                                       .colour = colour_of(model, thing),
                                                       .place = (uint16_t)cell,
                                                       .cells = {(uint16_t)cell},
                                                       .cell_count = 1});
    }
}

static void add_dot(struct comb_sat_line *model, unsigned place, bool on_edge)
{
    const struct comb_witness_graph *graph = model->graph;
    struct comb_sat_symbol dot = {
        .thing = on_edge ? graph->on_edge[place] : graph->on_node[place], .place = (uint16_t)place, .on_edge = on_edge};
    dot.dot = comb_witness_has_dot(dot.thing);
    if (!dot.dot)
        return;
    for (unsigned i = 0; i < (on_edge ? 2 : 4); i++) {
        uint16_t cell = on_edge ? graph->edge_cell[place][i] : graph->node_cell[place][i];
        if (cell != COMB_WITNESS_NOWHERE && model->inside[cell])
            dot.cells[dot.cell_count++] = cell;
    }
    add_symbol(model, dot);
}

/* ---- dots and triangles ---- */

/* A coloured dot accepts only a line of that colour; every dot accepts a line without colour. */
static bool dot_accepts(const struct comb_sat_line *model, const struct comb_witness_thing *dot, unsigned line)
{
    uint8_t colour = model->graph->panel->line_colours[line];
    return dot->colour == COMB_WITNESS_NO_COLOUR || colour == COMB_WITNESS_NO_COLOUR || colour == dot->colour;
}

static void place_dot(struct comb_sat_line *model, struct comb_sat_symbol *dot)
{
    const struct comb_witness_graph *graph = model->graph;
    unsigned mirror = dot->on_edge ? graph->edge_mirror[dot->place] : graph->node_mirror[dot->place];
    const int *visits = dot->on_edge ? model->line : model->on;
    int covers[2] = {visits[dot->place], model->symmetric ? visits[mirror] : -model->truth};
    for (unsigned line = 0; line < 2; line++)
        if (!dot_accepts(model, dot->thing, line)) {
            comb_sat_line_add(model, -covers[line]);
            covers[line] = -model->truth;
        }
    if (model->eliminations == 0 || dot->cell_count == 0) {
        comb_sat_line_add(model, covers[0], covers[1]);
        return;
    }
    dot->right = dot->kept = -comb_sat_line_both(model, -covers[0], -covers[1]);
}

static unsigned required_sides(const struct comb_sat_line *model, const struct comb_witness_thing *thing)
{
    return thing->triangles == 0 && rule_set(model) == COMB_WITNESS_WINDMILL ? 1 : thing->triangles;
}

/* `right` holds exactly if the required number of sides is used: one clause for each subset of the sides. */
static void place_triangle(struct comb_sat_line *model, struct comb_sat_symbol *symbol)
{
    unsigned required = required_sides(model, symbol->thing);
    int sides[4];
    for (unsigned side = 0; side < 4; side++)
        sides[side] = model->used[model->graph->cell_edge[symbol->place][side]];
    if (model->eliminations == 0) {
        unsigned usable = 0;
        for (unsigned side = 0; side < 4; side++)
            if (sides[side] != -model->truth)
                sides[usable++] = sides[side];
        comb_sat_line_count(model, model->truth, sides, usable, (long)required, (long)required);
        return;
    }
    symbol->right = symbol->kept = comb_sat_line_variable(model);
    for (unsigned set = 0; set < 16; set++) {
        int clause[5];
        for (unsigned side = 0; side < 4; side++)
            clause[side] = set >> side & 1 ? -sides[side] : sides[side];
        clause[4] = (unsigned)__builtin_popcount(set) == required ? symbol->right : -symbol->right;
        comb_sat_line_clause(model, clause, 5);
    }
}

/* ---- squares ---- */

static void place_squares(struct comb_sat_line *model)
{
    bool present[COMB_WITNESS_COLOURS] = {false};
    unsigned colours = 0;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &model->symbols.items[i];
        if (symbol->thing->kind == COMB_WITNESS_SQUARE && !present[symbol->colour]) {
            present[symbol->colour] = true;
            colours++;
        }
    }
    if (colours < 2)
        return;
    for (unsigned colour = 0, left = colours == 2 ? 1 : colours; colour < COMB_WITNESS_COLOURS && left > 0; colour++) {
        if (!present[colour])
            continue;
        left--;
        int label = comb_sat_line_label(model, COMB_WITNESS_NOWHERE);
        if (label < 0)
            return;
        for (size_t i = 0; i < model->symbols.count; i++) {
            const struct comb_sat_symbol *symbol = &model->symbols.items[i];
            if (symbol->thing->kind != COMB_WITNESS_SQUARE)
                continue;
            int at = comb_sat_line_at(model, label, symbol->place);
            int same = symbol->colour == colour ? at : -at;
            comb_sat_line_add(model, -symbol->kept, same);
            /* One colour stays, and all squares of that colour. */
            if (rule_set(model) != COMB_WITNESS_GAME && (symbol->colour == colour || colours == 2))
                comb_sat_line_add(model, symbol->kept, -same);
        }
    }
}

/* ---- stars ---- */

/* Returns the literal: a star of its colour counts the object, given that it is in the star's region. */
static int counted(const struct comb_sat_line *model, const struct comb_sat_symbol *object)
{
    bool always = rule_set(model) == COMB_WITNESS_WINDMILL && object->thing->kind != COMB_WITNESS_STAR;
    if (always)
        return model->truth;
    return object->thing->kind == COMB_WITNESS_ELIMINATION ? -model->truth : object->kept;
}

static void place_star(struct comb_sat_line *model, const struct comb_sat_symbol *star)
{
    int partners[COMB_WITNESS_MAX_CELLS];
    unsigned count = 0;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *object = &model->symbols.items[i];
        if (object == star || object->dot || object->colour != star->colour)
            continue;
        int near = comb_sat_line_at(model, star->label, object->place);
        int both = comb_sat_line_both(model, near, counted(model, object));
        if (both != -model->truth)
            partners[count++] = both;
    }
    comb_sat_line_count(model, star->kept, partners, count, 1, 1);
}

/* ---- elimination marks ---- */

static bool can_be_wrong(const struct comb_sat_symbol *symbol)
{
    return symbol->thing->kind != COMB_WITNESS_ELIMINATION && (!symbol->dot || symbol->cell_count > 0);
}

/* Returns the literal: this mark handles that symbol. */
static int handles(const struct comb_sat_line *model, const struct comb_sat_symbol *mark, size_t symbol)
{
    return can_be_wrong(&model->symbols.items[symbol]) ? mark->handler + (int)symbol : -model->truth;
}

static void handled_once(struct comb_sat_line *model, size_t index)
{
    const struct comb_sat_symbol *symbol = &model->symbols.items[index];
    int literals[COMB_WITNESS_MAX_CELLS];
    unsigned count = 0;
    for (size_t j = 0; j < model->symbols.count; j++) {
        const struct comb_sat_symbol *mark = &model->symbols.items[j];
        if (mark->thing->kind != COMB_WITNESS_ELIMINATION)
            continue;
        int handled = literals[count++] = handles(model, mark, index);
        comb_sat_line_add(model, -handled, -symbol->kept);
        for (unsigned i = 0; i < symbol->cell_count; i++)
            comb_sat_line_add(model, -handled, comb_sat_line_at(model, mark->label, symbol->cells[i]));
    }
    comb_sat_line_count(model, model->truth, literals, count, 0, 1);
    comb_sat_line_count(model, -symbol->kept, literals, count, 1, 1);
}

/* Under `game` two unused marks of one region cancel each other: the handler variable of one mark for another. */
static void pair_eliminations(struct comb_sat_line *model)
{
    for (size_t i = 0; i < model->symbols.count; i++)
        for (size_t j = i + 1; j < model->symbols.count; j++) {
            const struct comb_sat_symbol *a = &model->symbols.items[i], *b = &model->symbols.items[j];
            if (a->thing->kind != COMB_WITNESS_ELIMINATION || b->thing->kind != COMB_WITNESS_ELIMINATION)
                continue;
            int ab = a->handler + (int)j, ba = b->handler + (int)i;
            comb_sat_line_add(model, -ab, ba);
            comb_sat_line_add(model, ab, -ba);
            comb_sat_line_add(model, -ab, comb_sat_line_at(model, a->label, b->place));
        }
}

/* Every mark has something to do. Under `game` that may be another mark; `busy` says that it is not. */
static void busy_once(struct comb_sat_line *model, size_t index, int *literals)
{
    struct comb_sat_symbol *mark = &model->symbols.items[index];
    bool game = rule_set(model) == COMB_WITNESS_GAME;
    unsigned count = 1;
    literals[0] = mark->busy = game ? comb_sat_line_variable(model) : model->truth;
    literals[0] = -literals[0];
    for (size_t i = 0; i < model->symbols.count; i++)
        if (can_be_wrong(&model->symbols.items[i])) {
            literals[count++] = mark->handler + (int)i;
            comb_sat_line_add(model, -(mark->handler + (int)i), mark->busy);
        }
    comb_sat_line_clause(model, literals, count);
    comb_sat_line_count(model, model->truth, literals + 1, count - 1, 0, 1);
    count = 0;
    for (size_t i = 0; i < model->symbols.count; i++)
        if (i != index && model->symbols.items[i].thing->kind == COMB_WITNESS_ELIMINATION)
            literals[count++] = mark->handler + (int)i;
    if (game) {
        comb_sat_line_count(model, -mark->busy, literals, count, 1, 1);
        comb_sat_line_count(model, mark->busy, literals, count, 0, 0);
    }
}

/* Ladders "the number of the symbol that this mark handles is at most k". */
static void add_ladder(struct comb_sat_line *model, struct comb_sat_symbol *mark)
{
    int count = (int)model->symbols.count;
    mark->ladder = comb_sat_variables(model->sat, model->symbols.count > 0 ? (unsigned)count : 1);
    model->failed |= mark->ladder == 0;
    for (int i = 0; i < count && !model->failed; i++) {
        if (i + 1 < count)
            comb_sat_line_add(model, -(mark->ladder + i), mark->ladder + i + 1);
        if (!can_be_wrong(&model->symbols.items[i]))
            continue;
        comb_sat_line_add(model, -(mark->handler + i), mark->ladder + i);
        if (i > 0)
            comb_sat_line_add(model, -(mark->handler + i), -(mark->ladder + i - 1));
    }
}

/* Marks of one region are interchangeable: the first one handles the first symbol. */
static void order_eliminations(struct comb_sat_line *model)
{
    const struct comb_sat_symbol *symbols = model->symbols.items;
    for (size_t i = 0; i < model->symbols.count; i++)
        for (size_t j = i + 1; j < model->symbols.count; j++) {
            if (symbols[i].thing->kind != COMB_WITNESS_ELIMINATION ||
                symbols[j].thing->kind != COMB_WITNESS_ELIMINATION)
                continue;
            int same = comb_sat_line_at(model, symbols[i].label, symbols[j].place);
            int both = comb_sat_line_both(model, symbols[i].busy, symbols[j].busy);
            int ordered = comb_sat_line_both(model, same, both);
            comb_sat_line_add(model, -ordered, -symbols[j].ladder);
            for (int k = 1; k < (int)model->symbols.count; k++)
                comb_sat_line_add(model, -ordered, -(symbols[j].ladder + k), symbols[i].ladder + k - 1);
        }
}

/* Follows from the matching, but is hard to derive there. */
static void count_errors(struct comb_sat_line *model, int *literals)
{
    unsigned count = 0;
    for (size_t i = 0; i < model->symbols.count; i++)
        if (can_be_wrong(&model->symbols.items[i]))
            literals[count++] = -model->symbols.items[i].kept;
    long min = rule_set(model) == COMB_WITNESS_GAME ? 0 : (long)model->eliminations;
    comb_sat_line_count(model, model->truth, literals, count, min, (long)model->eliminations);
}

static void place_eliminations(struct comb_sat_line *model)
{
    int *literals = malloc((model->symbols.count + 1) * sizeof *literals);
    model->failed |= !literals;
    for (size_t i = 0; literals && i < model->symbols.count; i++) {
        struct comb_sat_symbol *mark = &model->symbols.items[i];
        if (mark->thing->kind == COMB_WITNESS_ELIMINATION)
            mark->handler = comb_sat_variables(model->sat, (unsigned)model->symbols.count);
        model->failed |= mark->thing->kind == COMB_WITNESS_ELIMINATION && mark->handler == 0;
    }
    for (size_t i = 0; i < model->symbols.count && !model->failed; i++) {
        if (can_be_wrong(&model->symbols.items[i]))
            handled_once(model, i);
        if (model->symbols.items[i].thing->kind != COMB_WITNESS_ELIMINATION)
            continue;
        busy_once(model, i, literals);
        add_ladder(model, &model->symbols.items[i]);
    }
    if (!model->failed) {
        order_eliminations(model);
        count_errors(model, literals);
        if (rule_set(model) == COMB_WITNESS_GAME)
            pair_eliminations(model);
    }
    free(literals);
}

/* ---- all symbols ---- */

static void label_symbols(struct comb_sat_line *model)
{
    for (size_t i = 0; i < model->symbols.count && !model->failed; i++) {
        struct comb_sat_symbol *symbol = &model->symbols.items[i];
        unsigned kind = symbol->thing->kind;
        if (kind == COMB_WITNESS_STAR || kind == COMB_WITNESS_ELIMINATION || kind == COMB_WITNESS_POLYOMINO)
            symbol->label = comb_sat_line_label(model, symbol->place);
        bool chosen = kind == COMB_WITNESS_STAR || kind == COMB_WITNESS_SQUARE || kind == COMB_WITNESS_POLYOMINO;
        if (model->eliminations > 0 && chosen)
            symbol->kept = comb_sat_line_variable(model);
    }
}

/* Being in the same region is mutual. */
static void mutual_labels(struct comb_sat_line *model)
{
    for (size_t i = 0; i < model->symbols.count; i++)
        for (size_t j = i + 1; j < model->symbols.count; j++) {
            const struct comb_sat_symbol *a = &model->symbols.items[i], *b = &model->symbols.items[j];
            if (a->label < 0 || b->label < 0)
                continue;
            int ab = comb_sat_line_at(model, a->label, b->place), ba = comb_sat_line_at(model, b->label, a->place);
            comb_sat_line_add(model, -ab, ba);
            comb_sat_line_add(model, ab, -ba);
        }
}

void comb_sat_line_symbols(struct comb_sat_line *model)
{
    collect_cells(model);
    for (unsigned node = 0; node < model->graph->nodes; node++)
        add_dot(model, node, false);
    for (unsigned edge = 0; edge < model->graph->edges; edge++)
        add_dot(model, edge, true);
    label_symbols(model);
    if (model->failed)
        return;
    for (size_t i = 0; i < model->symbols.count; i++) {
        struct comb_sat_symbol *symbol = &model->symbols.items[i];
        if (symbol->dot)
            place_dot(model, symbol);
        else if (symbol->thing->kind == COMB_WITNESS_TRIANGLE)
            place_triangle(model, symbol);
    }
    mutual_labels(model);
    place_squares(model);
    for (size_t i = 0; i < model->symbols.count && !model->failed; i++)
        if (model->symbols.items[i].thing->kind == COMB_WITNESS_STAR)
            place_star(model, &model->symbols.items[i]);
    if (model->eliminations > 0 && !model->failed)
        place_eliminations(model);
}
