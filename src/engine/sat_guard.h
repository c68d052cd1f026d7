/* The calls to CaDiCaL, none of which ends the program when memory runs out.
 *
 * CaDiCaL is C++ and throws std::bad_alloc. An exception that reaches a C function ends the program, so each call is
 * wrapped by C++ that catches it. A function gives false when that happened: the solver's state is then undefined, and
 * it must not be used any more. It must not even be released, since that frees what it has not got any more now and
 * then: its memory is lost. */
#ifndef COMB_ENGINE_SAT_GUARD_H
#define COMB_ENGINE_SAT_GUARD_H

#include <ccadical.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

bool comb_cadical_new(CCaDiCaL **out);
void comb_cadical_release(CCaDiCaL *solver);

/* Adds a clause, with `guard` as one more literal unless it is 0. */
bool comb_cadical_clause(CCaDiCaL *solver, const int *literals, size_t count, int guard);
bool comb_cadical_constrain(CCaDiCaL *solver, const int *literals, size_t count);
bool comb_cadical_assume(CCaDiCaL *solver, int literal);

bool comb_cadical_solve(int *result, CCaDiCaL *solver);
bool comb_cadical_value(int *value, CCaDiCaL *solver, int variable);
bool comb_cadical_failed(int *failed, CCaDiCaL *solver, int literal);

#ifdef __cplusplus
}
#endif

#endif
