/* Solves a panel by arguments, always by the simplest one that decides something: rules alone, then suppositions that
 * fail by rules alone, then suppositions within suppositions. The grade is the strongest means that was needed. */
#include "games/witness/hints/rate.h"

#include "games/witness/hints/choose.h"
#include "games/witness/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT = 8 };
static const unsigned long case_runs = 60000; /* divided by the number of edges */

const char *comb_witness_grade_name(enum comb_witness_grade grade)
{
    static const char *const names[COMB_WITNESS_GRADES] = {"easy", "medium", "hard", "expert"};
    return names[grade];
}

static unsigned count_open(const struct comb_witness_facts *facts)
{
    unsigned count = 0;
    for (unsigned edge = 0; edge < facts->net->segments; edge++)
        count += facts->state[edge] == 0;
    return count;
}

/* Decides one edge by a supposition; false if none fails. */
static bool suppose_one(struct comb_witness_facts *facts, const bool *used, enum comb_witness_effort effort,
                        struct comb_witness_rating *rating)
{
    for (unsigned edge = 0; edge < facts->net->segments && facts->code == COMB_OK; edge++) {
        struct comb_witness_argument argument;
        if (facts->state[edge] != 0 || facts->net->segment_mirror[edge] < edge ||
            !comb_witness_argue(&argument, facts, edge, used[edge], effort, case_runs / facts->graph->edges))
            continue;
        struct comb_witness_claim last = argument.claims[argument.count - 1];
        unsigned size = last.argument ? comb_witness_argument_size(last.argument) : 1;
        rating->longest = size > rating->longest ? size : rating->longest;
        comb_witness_facts_push(facts, &last);
        return true;
    }
    return false;
}

static void solve_by_arguments(struct comb_witness_facts *facts, const bool *used, enum comb_witness_grade max,
                               struct comb_witness_rating *rating)
{
    struct comb_witness_claim conflict;
    while (facts->code == COMB_OK && !comb_witness_facts_run(facts, &conflict) && count_open(facts) > 0) {
        if (suppose_one(facts, used, COMB_WITNESS_ARGUE_CHAIN, rating))
            rating->chains++;
        else if (max >= COMB_WITNESS_HARD && suppose_one(facts, used, COMB_WITNESS_ARGUE_CASES, rating))
            rating->cases++;
        else
            break;
    }
    assert(facts->count >= rating->chains + rating->cases);
    rating->steps = facts->count - rating->chains - rating->cases;
    rating->decided = count_open(facts) == 0;
}

int comb_witness_rate_panel(struct comb_witness_rating *rating, const struct comb_witness_graph *graph,
                            const struct comb_witness_rules *rules, const struct comb_witness_line *line,
                            enum comb_witness_grade max, struct comb_job *job, struct comb_error *err)
{
    struct comb_witness_facts *facts;
    bool used[COMB_WITNESS_NET_SEGMENTS];
    memset(rating, 0, sizeof *rating);
    int code = comb_witness_facts_new(&facts, graph, rules, &(struct comb_witness_line){0}, job, err);
    if (code != COMB_OK)
        return code;
    comb_witness_net_picture(used, facts->net, line);
    solve_by_arguments(facts, used, max, rating);
    rating->grade = !rating->decided                                ? COMB_WITNESS_EXPERT
                    : rating->cases > 0                             ? COMB_WITNESS_HARD
                    : rating->chains > 0 && rating->longest > SHORT ? COMB_WITNESS_MEDIUM
                                                                    : COMB_WITNESS_EASY;
    code = facts->code;
    comb_witness_facts_free(facts);
    if (code == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    return code == COMB_OK ? COMB_OK : comb_job_fail(job, code, err);
}

/* ---- the verb ---- */

struct found {
    struct comb_witness_line first;
    unsigned count;
};

static bool on_line(void *payload, const struct comb_witness_line *line)
{
    struct found *found = payload;
    if (found->count++ == 0)
        found->first = *line;
    return found->count < 2;
}

static int write_rating(json_t **out, const struct comb_witness_rating *rating, const struct found *found,
                        const struct comb_witness_rules *rules, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    const char *name = comb_witness_grade_name(rating->grade);
    json_t *root = comb_json_object(&build);
    comb_buf_printf(
        &text, "%s: %u steps by rules alone, %u suppositions, %u with cases within; the longest argument has %u claims",
        name, rating->steps, rating->chains, rating->cases, rating->longest);
    if (found->count > 1)
        comb_buf_str(&text, "; the panel has several solutions");
    else if (!rating->decided)
        comb_buf_str(&text, "; the rest needs a search");
    comb_json_set(&build, root, "rating", comb_json_int(&build, rating->grade + 1));
    comb_json_set(&build, root, "grade", comb_json_string(&build, name));
    comb_json_set(&build, root, "unique", comb_json_bool(&build, found->count == 1));
    comb_json_set(&build, root, "steps", comb_json_int(&build, rating->steps));
    comb_json_set(&build, root, "chains", comb_json_int(&build, rating->chains));
    comb_json_set(&build, root, "cases", comb_json_int(&build, rating->cases));
    comb_json_set(&build, root, "longest", comb_json_int(&build, rating->longest));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(rules)));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

int comb_witness_rate(json_t **out, const void *board, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err)
{
    struct comb_witness_rules rules = comb_witness_rules_of(params, board);
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct found *found = calloc(1, sizeof *found);
    struct comb_witness_graph *graph = NULL;
    struct comb_witness_rating rating;
    *out = NULL;
    int code = outcome && found ? comb_witness_graph_new(&graph, board, err) : comb_fail_memory(err);
    struct comb_witness_task task = {.graph = graph, .rules = rules, .on_found = on_line, .payload = found};
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, job, err);
    if (code == COMB_LIMIT)
        comb_job_fail(job, code, err);
    if (code == COMB_OK && found->count == 0)
        code = comb_fail(err, COMB_NO, "the panel has no solution to rate");
    if (code == COMB_OK)
        code = comb_witness_rate_panel(&rating, graph, &rules, &found->first, COMB_WITNESS_EXPERT, job, err);
    if (code == COMB_OK)
        code = write_rating(out, &rating, found, &rules, err);
    comb_witness_graph_free(graph);
    free(outcome);
    free(found);
    return code;
}
