/* Calls to CaDiCaL that never end the program when memory runs out.
 *
 * CaDiCaL is C++ and throws std::bad_alloc. An exception that reaches a C function ends the program, so each call is
 * wrapped in C++ that catches it. A function returns false when that happened: the solver's state is then undefined,
 * and it must not be used any more. It must not be released either, because that can free memory twice; its memory is
 * leaked. */
#ifndef COMB_ENGINE_SAT_CADICAL_WRAPPER_H
#define COMB_ENGINE_SAT_CADICAL_WRAPPER_H

#include <ccadical.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

bool comb_cadical_new(CCaDiCaL **out);
void comb_cadical_release(CCaDiCaL *solver);

/* Adds a clause, plus the literal `guard` unless it is 0. */
bool comb_cadical_clause(CCaDiCaL *solver, const int *literals, size_t count, int guard);
bool comb_cadical_assume(CCaDiCaL *solver, int literal);

bool comb_cadical_solve(int *result, CCaDiCaL *solver);
bool comb_cadical_value(int *value, CCaDiCaL *solver, int variable);
bool comb_cadical_failed(int *failed, CCaDiCaL *solver, int literal);

#ifdef __cplusplus
}
#endif

#endif
