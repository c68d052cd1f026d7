/* A panel as it was seen: every place with what stands there, what it could be instead, and how sure that is. */
#ifndef COMB_WITNESS_READ_PANEL_H
#define COMB_WITNESS_READ_PANEL_H

#include "games/witness/read_symbols.h"

struct comb_witness_seen_place {
    struct comb_witness_sign sign, second;
    bool has_second;
    double confidence;
};

struct comb_witness_seen {
    const struct comb_panel_seen *panel;    /* borrowed */
    struct comb_witness_seen_place *places; /* numbered as the panel's */
    enum comb_witness_symmetry symmetry, other_symmetry;
    double symmetry_confidence;
    unsigned line_count; /* nodes of a line drawn on the panel, or 0 */
    uint8_t (*line)[2];  /* x, y; belongs to this */
    double mean;         /* confidence of the symbols */
};

int comb_witness_seen_new(struct comb_witness_seen **out, const struct comb_panel_seen *panel, struct comb_error *err);
void comb_witness_seen_free(struct comb_witness_seen *seen);

/* Finds the line drawn over the panel and, where there are two, their symmetry; else which symmetries starts and ends
 * would allow (read_line.c). */
void comb_witness_seen_trace(struct comb_witness_seen *seen);

#endif
