#include "games/witness/draw/phrases.h"

#include "games/witness/panel/kinds.h"

enum comb_witness_colour comb_witness_shown_colour(const struct comb_witness_thing *thing)
{
    if (thing->colour != COMB_WITNESS_NO_COLOUR && thing->colour < COMB_WITNESS_COLOURS)
        return (enum comb_witness_colour)thing->colour;
    return comb_witness_usual_colour(thing);
}

char comb_witness_colour_letter(enum comb_witness_colour colour)
{
    static const char letters[COMB_WITNESS_COLOURS + 1] = "?kwcmyrgbo";
    return letters[colour];
}

bool comb_witness_is_symbol(const struct comb_witness_thing *thing)
{
    return thing->kind != COMB_WITNESS_EMPTY && thing->kind != COMB_WITNESS_ABSENT && thing->kind != COMB_WITNESS_GAP;
}

static void name_piece(struct comb_buf *out, const struct comb_witness_thing *thing, const char *colour)
{
    unsigned size = thing->shape ? comb_witness_shape_size(thing->shape) : 0;
    comb_buf_printf(out, "%s%s piece of %u cell%s%s", thing->negative && thing->colour ? "hollow " : "", colour, size,
                    size == 1 ? "" : "s", thing->free ? " that may be rotated" : "");
}

void comb_witness_name_thing(struct comb_buf *out, const struct comb_witness_thing *thing)
{
    const char *colour = comb_witness_colour_name(comb_witness_shown_colour(thing));
    unsigned count = thing->triangles ? thing->triangles : 1;
    switch ((enum comb_witness_kind)thing->kind) {
    case COMB_WITNESS_START:
        comb_buf_str(out, thing->also_end ? "start and end" : "start");
        break;
    case COMB_WITNESS_EMPTY:
    case COMB_WITNESS_ABSENT:
    case COMB_WITNESS_END:
    case COMB_WITNESS_GAP:
        comb_buf_str(out, comb_witness_kind_row(thing->kind)->name);
        break;
    case COMB_WITNESS_DOT:
        comb_buf_printf(out, "%s%s dot", thing->hidden ? "hidden " : "", colour);
        break;
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
    case COMB_WITNESS_ELIMINATION:
        comb_buf_printf(out, "%s%s%s", colour, *colour ? " " : "", comb_witness_kind_row(thing->kind)->name);
        break;
    case COMB_WITNESS_POLYOMINO:
        name_piece(out, thing, colour);
        break;
    case COMB_WITNESS_TRIANGLE:
        comb_buf_printf(out, "%u %s triangle%s", count, colour, count == 1 ? "" : "s");
        break;
    }
    if (thing->also_dot)
        comb_buf_printf(out, " with a %s%sdot", *colour ? colour : "", *colour ? " " : "");
}

void comb_witness_name_place(struct comb_buf *out, unsigned column, unsigned row)
{
    unsigned x = column / 2, y = row / 2;
    if (column % 2 == 1 && row % 2 == 1)
        comb_buf_printf(out, "in cell (%u,%u)", x, y);
    else if (column % 2 == 0 && row % 2 == 0)
        comb_buf_printf(out, "at (%u,%u)", x, y);
    else
        comb_buf_printf(out, "on the edge (%u,%u)-(%u,%u)", x, y, x + column % 2, y + row % 2);
}
