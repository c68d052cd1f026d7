/* Proofs on a Slurm cluster: a job array whose tasks are shards of the work, all writing into one folder. */
#ifndef COMB_PROOF_SLURM_H
#define COMB_PROOF_SLURM_H

#include "core/job.h"
#include "core/option.h"

/* Options of the verb prove. */
#define COMB_WORDS_SLURM_OPTIONS                                                                                       \
    {.name = "slurm",                                                                                                  \
     .kind = COMB_OPTION_FLAG,                                                                                         \
     .help = "submit unfinished shards to Slurm as a job array; needs --out and --target"},                            \
        {.name = "slurm-options",                                                                                      \
         .kind = COMB_OPTION_TEXT,                                                                                     \
         .argument = "TEXT",                                                                                           \
         .help = "with --slurm: options for sbatch, such as '--partition=long --time=8:00:00'"},                       \
    {                                                                                                                  \
        .name = "wait", .kind = COMB_OPTION_FLAG, .help = "with --slurm: wait until the job has ended"                 \
    }

enum { COMB_WORDS_SLURM_SHARDS = 16 };

struct comb_words_slurm {
    const char *const
        *command; /* the command that would run the proof here: program, verb, game, options; without shards */
    size_t command_words;
    const char *folder; /* of the certificate */
    long long shards;
    const char *options; /* for sbatch, separated by blanks; or NULL */
    bool wait;
    bool target_given; /* without a target and a header, each task would search its own */
};

/* Result: {"schema", "shards", "open": shards with units to do, "submitted": tasks, "job": number or null, "complete",
 * "text"}. Returns COMB_OK if tasks were submitted or nothing is left to do; COMB_NO if the last job still runs, or has
 * ended (`wait`) with units left. */
int comb_words_prove_slurm(json_t **found, const struct comb_words_slurm *plan, struct comb_job *job,
                           const struct comb_params *params, struct comb_error *err);

#endif
