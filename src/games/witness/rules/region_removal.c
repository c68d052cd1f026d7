/* Enumerates the choices of pieces to eliminate, which the rule sets share: one digit per class that occurs, like an
 * odometer, so that choices differing only in identical pieces are tried once. */
#include "games/witness/rules/region_parts.h"

#include <string.h>

static void change_kept(struct comb_witness_removal *removal, const struct comb_witness_region_checker *checker,
                        unsigned class, int by)
{
    unsigned number = checker->classes[class].kind;
    const struct comb_witness_piece_kind *kind = comb_witness_pieces_kind(checker->pieces, number);
    removal->kept[number] = (uint16_t)(removal->kept[number] + by);
    removal->net += (kind->negative ? -by : by) * (long)kind->size;
    *(kind->negative ? &removal->blue : &removal->yellow) += (unsigned)by;
}

void comb_witness_removal_start(struct comb_witness_removal *removal, const struct comb_witness_region_checker *checker,
                                const struct comb_witness_checked_region *region)
{
    removal->count = removal->total = removal->removed = removal->yellow = removal->blue = 0;
    removal->net = 0;
    memset(removal->kept, 0, comb_witness_pieces_kinds(checker->pieces) * sizeof *removal->kept);
    for (unsigned word = 0; word < checker->words; word++)
        for (uint64_t bits = region->cells.words[word] & checker->all_pieces.words[word]; bits; bits &= bits - 1) {
            uint16_t class = checker->class_at[64 * word + (unsigned)__builtin_ctzll(bits)];
            unsigned i = 0;
            while (i < removal->count && removal->classes[i] != class)
                i++;
            if (i == removal->count) {
                removal->classes[removal->count] = class;
                removal->have[removal->count] = removal->gone[removal->count] = 0;
                removal->count++;
            }
            removal->have[i]++;
            removal->total++;
            change_kept(removal, checker, class, 1);
        }
}

bool comb_witness_removal_next(struct comb_witness_removal *removal, const struct comb_witness_region_checker *checker,
                               unsigned max)
{
    for (unsigned i = 0; i < removal->count; i++) {
        unsigned class = removal->classes[i];
        if (removal->gone[i] < removal->have[i] && removal->removed < max) {
            removal->gone[i]++;
            removal->removed++;
            change_kept(removal, checker, class, -1);
            return true;
        }
        removal->removed -= removal->gone[i];
        change_kept(removal, checker, class, removal->gone[i]);
        removal->gone[i] = 0;
    }
    return false;
}
