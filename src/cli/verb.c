/* What is known about a verb: from its own record, or from its row in the request layer. */
#include "cli/verb.h"

#include <string.h>

const struct comb_verb *comb_verb_find(const char *name)
{
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        if (strcmp((*verb)->name, name) == 0)
            return *verb;
    return NULL;
}

const char *comb_verb_usage(const struct comb_verb *verb)
{
    return verb->request ? verb->request->usage : verb->usage;
}

const char *comb_verb_summary(const struct comb_verb *verb)
{
    return verb->request ? verb->request->summary : verb->summary;
}

const char *comb_verb_detail(const struct comb_verb *verb)
{
    return verb->request ? verb->request->detail : verb->detail;
}

const struct comb_verb_example *comb_verb_examples(const struct comb_verb *verb)
{
    return verb->request ? verb->request->examples : verb->examples;
}

bool comb_verb_depends_on_game(const struct comb_verb *verb)
{
    return verb->request || verb->can;
}

bool comb_verb_supports(const struct comb_verb *verb, const struct comb_game *game)
{
    return verb->request ? verb->request->can(game) : verb->can && verb->can(game);
}

const struct comb_option *comb_verb_options(const struct comb_verb *verb, unsigned table)
{
    if (table == 0)
        return verb->request ? verb->request->options : NULL;
    bool generic = verb->request && verb->run == comb_cli_run_request;
    return generic && verb->request->needs_board ? comb_cli_board_options : verb->options;
}

const struct comb_option *comb_verb_option(const struct comb_verb *verb, const char *name)
{
    const struct comb_option *row = NULL;
    for (unsigned table = 0; !row && table < COMB_VERB_TABLES; table++)
        row = comb_option_find(comb_verb_options(verb, table), name);
    return row;
}
