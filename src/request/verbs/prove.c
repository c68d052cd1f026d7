#include "request/verb.h"

#include "core/run.h"

static int run_prove(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    return comb_run_prove(out, input->game, job, input->params, err);
}

static const struct comb_verb_example examples[] = {
    {"prove hexhunt --shape hex7", "find the best board of seven hexagons and prove it"},
    {"prove boggle --shape 3x3 --target 500", "list every 3x3 board that scores 500 or more"},
    {"prove hexhunt --shape hex12 --out proof12", "write a certificate; takes hours and can be interrupted"},
    {"prove hexhunt --shape hex12 --target 1475 --out proof --slurm --shards 64",
     "run 64 tasks on a Slurm cluster; run it again to submit unfinished tasks"},
    {"prove --merge proof12", "show the results of all shards so far"},
    {"prove hexhunt --target 4064 --estimate", "estimate the time of the proof for the default shape"},
    {0},
};

const struct comb_request_verb comb_request_verb_prove = {
    .name = "prove",
    .usage = "GAME",
    .summary = "prove which board has the highest score",
    .detail = "Lists every board that scores --target or more, or, without --target, the best boards. The letters of "
              "the cells in the middle split the work into units; each is bounded and searched. With --out, results go "
              "to a certificate that 'comb verify-proof' can check; an interrupted run can be continued with the same "
              "command. See docs/proofs.md for the method.",
    .examples = examples,
    .other_result = "estimate",
    .can = comb_can_prove,
    .run = run_prove,
};
