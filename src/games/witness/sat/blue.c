/* Regions with blue pieces: the clauses encode only their sizes, the region checker checks the shapes.
 *
 * A blue piece subtracts its cells from the yellow ones, so in its region
 *
 *     yellow cells = cells of the region + blue cells,    or    yellow cells = blue cells     (everything cancels)
 *
 * over the pieces of the region that are kept. Each side is a totalizer over literals repeated once per cell, and
 * one variable per blue piece chooses between the two. */
#include "games/witness/sat/model.h"

#include <stdlib.h>

/* Totalizers grow with cells times pieces; beyond this many literals they are omitted and the region checker alone
 * decides. */
enum { MAX_LITERALS = 1200 };

struct sums {
    struct COMB_VEC(int) yellow;
    struct COMB_VEC(int) blue; /* followed by the cells of the region */
};

static void add_piece(struct comb_sat_line *model, struct sums *sums, int label, const struct comb_sat_symbol *piece)
{
    int near = comb_sat_line_at(model, label, piece->place);
    int counts = comb_sat_line_both(model, near, piece->kept);
    for (unsigned i = comb_witness_shape_size(piece->thing->shape); i > 0; i--)
        model->failed |=
            piece->thing->negative ? !comb_vec_push(&sums->blue, counts) : !comb_vec_push(&sums->yellow, counts);
}

/* While `guard` holds, the number of true literals equals the unary number `yellow`. */
static void equal(struct comb_sat_line *model, int guard, const int *literals, size_t count, const int *yellow,
                  size_t yellow_count)
{
    size_t digits = count < yellow_count + 1 ? count : yellow_count + 1;
    int *sum = malloc((digits + 1) * sizeof *sum);
    if (!sum) {
        model->failed = true;
        return;
    }
    comb_sat_totalizer(model->sat, sum, literals, count, digits);
    for (size_t k = 0; k < digits || k < yellow_count; k++) {
        int left = k < digits ? sum[k] : -model->truth, right = k < yellow_count ? yellow[k] : -model->truth;
        comb_sat_line_add(model, -guard, -left, right);
        comb_sat_line_add(model, -guard, left, -right);
    }
    free(sum);
}

static void relate(struct comb_sat_line *model, struct sums *sums, int label)
{
    size_t blues = sums->blue.count;
    int *yellow = malloc((sums->yellow.count + 1) * sizeof *yellow);
    for (unsigned cell = 0; cell < model->graph->cells; cell++)
        if (model->inside[cell])
            model->failed |= !comb_vec_push(&sums->blue, comb_sat_line_at(model, label, cell));
    model->failed |= !yellow;
    if (!model->failed) {
        int cancels = comb_sat_line_variable(model);
        comb_sat_totalizer(model->sat, yellow, sums->yellow.items, sums->yellow.count, sums->yellow.count);
        equal(model, cancels, sums->blue.items, blues, yellow, sums->yellow.count);
        equal(model, -cancels, sums->blue.items, sums->blue.count, yellow, sums->yellow.count);
    }
    free(yellow);
}

void comb_sat_line_blue_sums(struct comb_sat_line *model)
{
    size_t spent = 0;
    for (size_t i = 0; i < model->symbols.count && !model->failed; i++) {
        const struct comb_sat_symbol *blue = &model->symbols.items[i];
        struct sums sums = {.yellow = {0}};
        if (blue->thing->kind != COMB_WITNESS_POLYOMINO || !blue->thing->negative)
            continue;
        for (size_t j = 0; j < model->symbols.count; j++)
            if (model->symbols.items[j].thing->kind == COMB_WITNESS_POLYOMINO)
                add_piece(model, &sums, blue->label, &model->symbols.items[j]);
        spent += sums.yellow.count + sums.blue.count + model->graph->cells;
        if (spent <= MAX_LITERALS && !model->failed)
            relate(model, &sums, blue->label);
        comb_vec_free(&sums.yellow);
        comb_vec_free(&sums.blue);
    }
}
