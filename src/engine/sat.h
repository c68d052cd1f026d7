/* Yes-or-no questions about clauses (CaDiCaL), asked again and again while clauses are added.
 *
 * A literal is a variable (1, 2, ...) or its negation (-1, -2, ...). Memory that runs out, and a variable or clause
 * that could not be had because of it, is remembered: comb_sat_solve then answers COMB_SAT_NO_MEMORY. */
#ifndef COMB_ENGINE_SAT_H
#define COMB_ENGINE_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct comb_sat;

enum comb_sat_answer { COMB_SAT_STOPPED, COMB_SAT_YES, COMB_SAT_NO, COMB_SAT_NO_MEMORY };

/* NULL when memory is exhausted. */
struct comb_sat *comb_sat_new(void);
void comb_sat_free(struct comb_sat *sat);

/* `stop` is asked every now and then while solving; true ends it with COMB_SAT_STOPPED. */
void comb_sat_on_stop(struct comb_sat *sat, bool (*stop)(void *payload), void *payload);

/* The first of `count` new variables in a row; 0 when they cannot be numbered any more. */
int comb_sat_variables(struct comb_sat *sat, unsigned count);
int comb_sat_variable_count(const struct comb_sat *sat);

void comb_sat_clause(struct comb_sat *sat, const int *literals, size_t count);
void comb_sat_clause_2(struct comb_sat *sat, int a, int b);
void comb_sat_unit(struct comb_sat *sat, int literal);

/* A guard is a literal that is put into every clause added while it is set (0 = none): the clauses count only while its
 * negation is assumed or proved. */
void comb_sat_guard(struct comb_sat *sat, int literal);

/* At least `least` and at most `most` of the literals are true. Small ones become clauses over the literals alone,
 * larger ones a totalizer. */
void comb_sat_between(struct comb_sat *sat, const int *literals, size_t count, long least, long most);

/* A totalizer to be asked later: outputs[k] is true if and only if more than k literals are. `outputs` has room for
 * `cut`, or `count` if that is less: the number of outputs that are made. The definitions are never guarded. */
void comb_sat_totalizer(struct comb_sat *sat, int *outputs, const int *literals, size_t count, size_t cut);

/* For the next question only: a literal that must hold; a clause that must hold (at most one). */
void comb_sat_assume(struct comb_sat *sat, int literal);
void comb_sat_constrain(struct comb_sat *sat, const int *literals, size_t count);

enum comb_sat_answer comb_sat_solve(struct comb_sat *sat);

bool comb_sat_value(struct comb_sat *sat, int literal);  /* after COMB_SAT_YES */
bool comb_sat_failed(struct comb_sat *sat, int literal); /* after COMB_SAT_NO: was this assumption needed for it */

#endif
