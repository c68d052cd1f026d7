/* Internal header of hints: what is known when one is written. hint.c finds it, tell.c writes it. */
#ifndef COMB_WITNESS_HINTS_REQUEST_H
#define COMB_WITNESS_HINTS_REQUEST_H

#include "base/json.h"
#include "games/witness/hints/reasons.h"

enum { COMB_WITNESS_WHICH = 1, COMB_WITNESS_RULE, COMB_WITNESS_WHAT, COMB_WITNESS_STEPS, COMB_WITNESS_ALL };
enum { COMB_WITNESS_MORE_STEPS = 4 };

enum comb_witness_hint_source {
    COMB_WITNESS_HINT_BY_CLUE,
    COMB_WITNESS_HINT_BY_CASES,
    COMB_WITNESS_HINT_BY_PROOF,
    COMB_WITNESS_HINT_BY_LINE
};

struct comb_witness_hint_request {
    const struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    double seconds; /* for the whole hint */
    long long level;
    struct comb_witness_line drawn;
    struct comb_witness_line line; /* a solution that continues it; count 0: unknown */
    struct comb_witness_line step; /* the same with one more step, if the argument is about what follows from it */
    struct comb_witness_facts *facts;
    struct comb_witness_argument argument; /* count 0: none */
    enum comb_witness_hint_source source;
    bool several;      /* there are other solutions than `line` */
    bool all_differ;   /* no edge is forced: for each, there is a solution that treats it differently */
    bool used;         /* the line uses the edges; otherwise it avoids them */
    uint16_t edges[8]; /* segments that the hint reveals */
    unsigned edge_count;
};

static inline bool comb_witness_has_argument(const struct comb_witness_hint_request *request)
{
    return request->argument.count > 0;
}

/* Writes the hint as hint.h describes it. */
int comb_witness_write_hint(json_t **out, const struct comb_witness_hint_request *request, struct comb_error *err);

#endif
