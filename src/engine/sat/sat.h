/* Incremental SAT solving with CaDiCaL: clauses may be added between solves.
 *
 * A literal is a variable (1, 2, ...) or its negation (-1, -2, ...). Running out of memory is remembered, including a
 * variable or clause that could not be added: comb_sat_solve then returns COMB_SAT_NO_MEMORY. */
#ifndef COMB_ENGINE_SAT_H
#define COMB_ENGINE_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct comb_sat;

enum comb_sat_answer { COMB_SAT_STOPPED, COMB_SAT_SATISFIABLE, COMB_SAT_UNSATISFIABLE, COMB_SAT_NO_MEMORY };

/* Returns NULL if memory is exhausted. */
struct comb_sat *comb_sat_new(void);
void comb_sat_free(struct comb_sat *sat);

/* Calls `stop` periodically while solving; true ends the solve with COMB_SAT_STOPPED. */
void comb_sat_set_terminate(struct comb_sat *sat, bool (*stop)(void *payload), void *payload);

/* Returns the first of `count` consecutive new variables; 0 if the numbers are exhausted. */
int comb_sat_variables(struct comb_sat *sat, unsigned count);
int comb_sat_variable_count(const struct comb_sat *sat);

void comb_sat_clause(struct comb_sat *sat, const int *literals, size_t count);
void comb_sat_clause_2(struct comb_sat *sat, int a, int b);
void comb_sat_unit(struct comb_sat *sat, int literal);

/* Sets the guard, a literal added to every following clause (0 = none): those clauses hold only while the guard's
 * negation is assumed or proved. */
void comb_sat_guard(struct comb_sat *sat, int literal);

/* Requires that at least `min` and at most `max` of the literals are true. Small constraints become clauses over the
 * literals alone, larger ones a totalizer. */
void comb_sat_between(struct comb_sat *sat, const int *literals, size_t count, long min, long max);

/* Adds a totalizer for later queries: outputs[k] is true if and only if more than k literals are. `outputs` has room
 * for `cut`, or for `count` if that is less: the number of outputs made. The definitions are never guarded. */
void comb_sat_totalizer(struct comb_sat *sat, int *outputs, const int *literals, size_t count, size_t cut);

/* A literal that must hold in the next solve only. */
void comb_sat_assume(struct comb_sat *sat, int literal);

enum comb_sat_answer comb_sat_solve(struct comb_sat *sat);

bool comb_sat_value(struct comb_sat *sat, int literal); /* after COMB_SAT_SATISFIABLE */
bool comb_sat_failed(struct comb_sat *sat,
                     int literal); /* after COMB_SAT_UNSATISFIABLE: was this assumption needed for it */

#endif
