#include "request/verb.h"

#include "core/run.h"

static int run_best(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    return comb_run_best(out, input->game, job, input->params, err);
}

static const struct comb_verb_example examples[] = {
    {"best hexhunt --target 4064", "find the best known board of 19 hexagons, in seconds"},
    {"best boggle --shape 3x3 --keep 5 --time-limit 10", "print the five best boards found in ten seconds"},
    {"best hexhunt --fix 'SR?/PE?A/I???S/N?EH/GST' --letters AEIOCDLNPRST",
     "try every way to fill a board with some cells fixed"},
    {0},
};

const struct comb_request_verb comb_request_verb_best = {
    .name = "best",
    .usage = "GAME",
    .summary = "search for the board with the highest score",
    .detail = "Prints each improvement with its time; solves the best board again to confirm its score. The search "
              "ends at --target, at --time-limit, or when no better board was found for a while (--patience). Ctrl-C "
              "stops it and prints the best board so far. The same --seed gives the same search.\n\n"
              "Methods: anneal (simulated annealing) accepts changes that lose points, fewer and fewer over time; "
              "climb accepts only gains; tabu makes the best change that does not undo a recent one; genetic combines "
              "good boards; heat draws random letters, good ones more often; complete tries every board.",
    .examples = examples,
    .can = comb_can_best,
    .run = run_best,
};
