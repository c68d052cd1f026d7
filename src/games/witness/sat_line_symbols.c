/* Symbols as clauses: dots, triangles, squares, stars, and the Ys that take errors away.
 *
 * Every clause here is a necessary condition under its rule set; what it leaves out is found by the judge and excluded
 * region by region. With Ys about, a symbol has a literal `kept`. The rules then read alike in all three rule sets:
 *
 *     dot, triangle   kept exactly when it is right
 *     squares         kept ones in one region have one colour
 *     star            a kept one has exactly one other object of its colour in its region. What counts as an object:
 *                     what is kept; under `windmill` everything but eliminated stars, and the Ys as white
 *     Y               handles exactly one symbol of its region that is not kept; or under `game` cancels with another
 *
 *       region        symbol not kept  <---->  Y         a matching, so that the number of errors and of Ys agree
 *                                                        without anything being counted
 */
#include "games/witness/sat_line_model.h"

#include <stdlib.h>

static enum comb_witness_rule_set rule_set(const struct comb_sat_line *model)
{
    return model->task->rules.set;
}

/* ---- what there is ---- */

static uint8_t color_of(const struct comb_sat_line *model, const struct comb_witness_thing *thing)
{
    if (thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR)
        return thing->color;
    if (rule_set(model) == COMB_WITNESS_GAME && thing->color != COMB_WITNESS_NO_COLOR)
        return thing->color;
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        return thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    return thing->kind == COMB_WITNESS_TRIANGLE ? COMB_WITNESS_ORANGE : COMB_WITNESS_WHITE;
}

static bool counts(const struct comb_sat_line *model, const struct comb_witness_thing *thing)
{
    switch (thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->color != COMB_WITNESS_NO_COLOR;
    case COMB_WITNESS_POLYOMINO:
        return rule_set(model) != COMB_WITNESS_GAME || comb_witness_shape_size(thing->shape) > 0;
    case COMB_WITNESS_ELIMINATION:
    case COMB_WITNESS_TRIANGLE:
        return true;
    default:
        return false;
    }
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
                                                       .color = color_of(model, thing),
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
    if (dot.thing->kind != COMB_WITNESS_DOT)
        return;
    for (unsigned i = 0; i < (on_edge ? 2 : 4); i++) {
        uint16_t cell = on_edge ? graph->edge_cell[place][i] : graph->node_cell[place][i];
        if (cell != COMB_WITNESS_NOWHERE && model->inside[cell])
            dot.cells[dot.cell_count++] = cell;
    }
    add_symbol(model, dot);
}

/* ---- dots and triangles ---- */

/* A dot with a colour takes a line of that colour only; a line without colour is taken by all. */
static bool takes(const struct comb_sat_line *model, const struct comb_witness_thing *dot, unsigned line)
{
    uint8_t color = model->graph->panel->line_colors[line];
    return dot->color == COMB_WITNESS_NO_COLOR || color == COMB_WITNESS_NO_COLOR || color == dot->color;
}

static void place_dot(struct comb_sat_line *model, struct comb_sat_symbol *dot)
{
    const struct comb_witness_graph *graph = model->graph;
    unsigned mirror = dot->on_edge ? graph->edge_mirror[dot->place] : graph->node_mirror[dot->place];
    const int *visits = dot->on_edge ? model->line : model->on;
    int covers[2] = {visits[dot->place], model->symmetric ? visits[mirror] : -model->truth};
    for (unsigned line = 0; line < 2; line++)
        if (!takes(model, dot->thing, line)) {
            comb_sat_line_say(model, -covers[line]);
            covers[line] = -model->truth;
        }
    if (model->eliminations == 0 || dot->cell_count == 0) {
        comb_sat_line_say(model, covers[0], covers[1]);
        return;
    }
    dot->right = dot->kept = -comb_sat_line_both(model, -covers[0], -covers[1]);
}

static unsigned triangles_meant(const struct comb_sat_line *model, const struct comb_witness_thing *thing)
{
    return thing->triangles == 0 && rule_set(model) == COMB_WITNESS_WINDMILL ? 1 : thing->triangles;
}

/* `right` holds exactly when `wanted` of the sides are used: one clause for each way to use the sides. */
static void place_triangle(struct comb_sat_line *model, struct comb_sat_symbol *symbol)
{
    unsigned wanted = triangles_meant(model, symbol->thing);
    int sides[4];
    for (unsigned side = 0; side < 4; side++)
        sides[side] = model->used[model->graph->cell_edge[symbol->place][side]];
    if (model->eliminations == 0) {
        unsigned usable = 0;
        for (unsigned side = 0; side < 4; side++)
            if (sides[side] != -model->truth)
                sides[usable++] = sides[side];
        comb_sat_line_count(model, model->truth, sides, usable, wanted, wanted);
        return;
    }
    symbol->right = symbol->kept = comb_sat_line_variable(model);
    for (unsigned set = 0; set < 16; set++) {
        int clause[5];
        for (unsigned side = 0; side < 4; side++)
            clause[side] = set >> side & 1 ? -sides[side] : sides[side];
        clause[4] = (unsigned)__builtin_popcount(set) == wanted ? symbol->right : -symbol->right;
        comb_sat_line_clause(model, clause, 5);
    }
}

/* ---- squares ---- */

static void place_squares(struct comb_sat_line *model)
{
    bool present[COMB_WITNESS_COLORS] = {false};
    unsigned colors = 0;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &model->symbols.items[i];
        if (symbol->thing->kind == COMB_WITNESS_SQUARE && !present[symbol->color]) {
            present[symbol->color] = true;
            colors++;
        }
    }
    if (colors < 2)
        return;
    for (unsigned color = 0, left = colors == 2 ? 1 : colors; color < COMB_WITNESS_COLORS && left > 0; color++) {
        if (!present[color])
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
            int same = symbol->color == color ? at : -at;
            comb_sat_line_say(model, -symbol->kept, same);
            /* One colour stays, and all squares of that colour. */
            if (rule_set(model) != COMB_WITNESS_GAME && (symbol->color == color || colors == 2))
                comb_sat_line_say(model, symbol->kept, -same);
        }
    }
}

/* ---- stars ---- */

/* Whether a star of its colour counts the object, given that it lies in the star's region. */
static int counted(const struct comb_sat_line *model, const struct comb_sat_symbol *object)
{
    bool always = rule_set(model) == COMB_WITNESS_WINDMILL && object->thing->kind != COMB_WITNESS_STAR;
    if (always)
        return model->truth;
    return object->thing->kind == COMB_WITNESS_ELIMINATION ? -model->truth : object->kept;
}

static void place_star(struct comb_sat_line *model, const struct comb_sat_symbol *star)
{
    int partners[COMB_WITNESS_MOST_CELLS];
    unsigned count = 0;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *object = &model->symbols.items[i];
        if (object == star || object->thing->kind == COMB_WITNESS_DOT || object->color != star->color)
            continue;
        int near = comb_sat_line_at(model, star->label, object->place);
        int both = comb_sat_line_both(model, near, counted(model, object));
        if (both != -model->truth)
            partners[count++] = both;
    }
    comb_sat_line_count(model, star->kept, partners, count, 1, 1);
}

/* ---- Ys ---- */

static bool can_be_wrong(const struct comb_sat_symbol *symbol)
{
    return symbol->thing->kind != COMB_WITNESS_ELIMINATION &&
           (symbol->thing->kind != COMB_WITNESS_DOT || symbol->cell_count > 0);
}

/* The literal: that Y handles that symbol. */
static int handles(const struct comb_sat_line *model, const struct comb_sat_symbol *y, size_t symbol)
{
    return can_be_wrong(&model->symbols.items[symbol]) ? y->handler + (int)symbol : -model->truth;
}

static void handled_once(struct comb_sat_line *model, size_t index)
{
    const struct comb_sat_symbol *symbol = &model->symbols.items[index];
    int literals[COMB_WITNESS_MOST_CELLS];
    unsigned count = 0;
    for (size_t j = 0; j < model->symbols.count; j++) {
        const struct comb_sat_symbol *y = &model->symbols.items[j];
        if (y->thing->kind != COMB_WITNESS_ELIMINATION)
            continue;
        int handled = literals[count++] = handles(model, y, index);
        comb_sat_line_say(model, -handled, -symbol->kept);
        for (unsigned i = 0; i < symbol->cell_count; i++)
            comb_sat_line_say(model, -handled, comb_sat_line_at(model, y->label, symbol->cells[i]));
    }
    comb_sat_line_count(model, model->truth, literals, count, 0, 1);
    comb_sat_line_count(model, -symbol->kept, literals, count, 1, 1);
}

/* Under `game` two idle Ys of one region cancel each other: the handler variable of one Y for another. */
static void pair_eliminations(struct comb_sat_line *model)
{
    for (size_t i = 0; i < model->symbols.count; i++)
        for (size_t j = i + 1; j < model->symbols.count; j++) {
            const struct comb_sat_symbol *a = &model->symbols.items[i], *b = &model->symbols.items[j];
            if (a->thing->kind != COMB_WITNESS_ELIMINATION || b->thing->kind != COMB_WITNESS_ELIMINATION)
                continue;
            int ab = a->handler + (int)j, ba = b->handler + (int)i;
            comb_sat_line_say(model, -ab, ba);
            comb_sat_line_say(model, ab, -ba);
            comb_sat_line_say(model, -ab, comb_sat_line_at(model, a->label, b->place));
        }
}

/* Every Y has something to do. Under `game` that may be another Y; `busy` tells whether it is not. */
static void busy_once(struct comb_sat_line *model, size_t index, int *literals)
{
    struct comb_sat_symbol *y = &model->symbols.items[index];
    bool game = rule_set(model) == COMB_WITNESS_GAME;
    unsigned count = 1;
    literals[0] = y->busy = game ? comb_sat_line_variable(model) : model->truth;
    literals[0] = -literals[0];
    for (size_t i = 0; i < model->symbols.count; i++)
        if (can_be_wrong(&model->symbols.items[i])) {
            literals[count++] = y->handler + (int)i;
            comb_sat_line_say(model, -(y->handler + (int)i), y->busy);
        }
    comb_sat_line_clause(model, literals, count);
    comb_sat_line_count(model, model->truth, literals + 1, count - 1, 0, 1);
    count = 0;
    for (size_t i = 0; i < model->symbols.count; i++)
        if (i != index && model->symbols.items[i].thing->kind == COMB_WITNESS_ELIMINATION)
            literals[count++] = y->handler + (int)i;
    if (game) {
        comb_sat_line_count(model, -y->busy, literals, count, 1, 1);
        comb_sat_line_count(model, y->busy, literals, count, 0, 0);
    }
}

/* Ladders "the number of the symbol that this Y handles is at most k". */
static void climb(struct comb_sat_line *model, struct comb_sat_symbol *y)
{
    int count = (int)model->symbols.count;
    y->ladder = comb_sat_variables(model->sat, model->symbols.count > 0 ? (unsigned)count : 1);
    model->failed |= y->ladder == 0;
    for (int i = 0; i < count && !model->failed; i++) {
        if (i + 1 < count)
            comb_sat_line_say(model, -(y->ladder + i), y->ladder + i + 1);
        if (!can_be_wrong(&model->symbols.items[i]))
            continue;
        comb_sat_line_say(model, -(y->handler + i), y->ladder + i);
        if (i > 0)
            comb_sat_line_say(model, -(y->handler + i), -(y->ladder + i - 1));
    }
}

/* Ys of one region could be exchanged: the first one handles the first symbol. */
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
            comb_sat_line_say(model, -ordered, -symbols[j].ladder);
            for (int k = 1; k < (int)model->symbols.count; k++)
                comb_sat_line_say(model, -ordered, -(symbols[j].ladder + k), symbols[i].ladder + k - 1);
        }
}

/* Follows from the matching, but is hard to see there. */
static void count_errors(struct comb_sat_line *model, int *literals)
{
    unsigned count = 0;
    for (size_t i = 0; i < model->symbols.count; i++)
        if (can_be_wrong(&model->symbols.items[i]))
            literals[count++] = -model->symbols.items[i].kept;
    long least = rule_set(model) == COMB_WITNESS_GAME ? 0 : (long)model->eliminations;
    comb_sat_line_count(model, model->truth, literals, count, least, (long)model->eliminations);
}

static void place_eliminations(struct comb_sat_line *model)
{
    int *literals = malloc((model->symbols.count + 1) * sizeof *literals);
    model->failed |= !literals;
    for (size_t i = 0; literals && i < model->symbols.count; i++) {
        struct comb_sat_symbol *y = &model->symbols.items[i];
        if (y->thing->kind == COMB_WITNESS_ELIMINATION)
            y->handler = comb_sat_variables(model->sat, (unsigned)model->symbols.count);
        model->failed |= y->thing->kind == COMB_WITNESS_ELIMINATION && y->handler == 0;
    }
    for (size_t i = 0; i < model->symbols.count && !model->failed; i++) {
        if (can_be_wrong(&model->symbols.items[i]))
            handled_once(model, i);
        if (model->symbols.items[i].thing->kind != COMB_WITNESS_ELIMINATION)
            continue;
        busy_once(model, i, literals);
        climb(model, &model->symbols.items[i]);
    }
    if (!model->failed) {
        order_eliminations(model);
        count_errors(model, literals);
        if (rule_set(model) == COMB_WITNESS_GAME)
            pair_eliminations(model);
    }
    free(literals);
}

/* ---- all of them ---- */

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

/* To be in the region of another is mutual. */
static void mutual_labels(struct comb_sat_line *model)
{
    for (size_t i = 0; i < model->symbols.count; i++)
        for (size_t j = i + 1; j < model->symbols.count; j++) {
            const struct comb_sat_symbol *a = &model->symbols.items[i], *b = &model->symbols.items[j];
            if (a->label < 0 || b->label < 0)
                continue;
            int ab = comb_sat_line_at(model, a->label, b->place), ba = comb_sat_line_at(model, b->label, a->place);
            comb_sat_line_say(model, -ab, ba);
            comb_sat_line_say(model, ab, -ba);
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
        if (symbol->thing->kind == COMB_WITNESS_DOT)
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
