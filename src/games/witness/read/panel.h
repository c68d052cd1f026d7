/* A detected panel: every place with its content, the alternative, and the confidence. */
#ifndef COMB_WITNESS_READ_PANEL_H
#define COMB_WITNESS_READ_PANEL_H

#include "games/witness/read/symbols.h"

struct comb_witness_detected_place {
    struct comb_witness_symbol_candidate symbol, second;
    bool has_second;
    double confidence;
};

struct comb_witness_detection {
    const struct comb_panel_detection *panel;   /* borrowed */
    struct comb_witness_detected_place *places; /* numbered like the panel's */
    enum comb_witness_symmetry symmetry, other_symmetry;
    double symmetry_confidence;
    unsigned line_count; /* nodes of a line drawn on the panel, or 0 */
    uint8_t (*line)[2];  /* x, y; owned */
    double mean;         /* confidence of the symbols */
};

int comb_witness_detection_new(struct comb_witness_detection **out, const struct comb_panel_detection *panel,
                               struct comb_error *err);
void comb_witness_detection_free(struct comb_witness_detection *detected);

/* Finds the line drawn over the panel and, if there are two, their symmetry; otherwise the symmetries that starts and
 * ends would allow (line.c). */
void comb_witness_detection_trace(struct comb_witness_detection *detected);

#endif
