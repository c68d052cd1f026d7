#include "engine/sat/cadical_wrapper.h"

#include <exception>

/* Returns whether the call returned without an exception. */
template <typename Call> static bool guarded(Call call)
{
    try {
        call();
        return true;
    } catch (const std::exception &) {
        return false;
    }
}

extern "C" bool comb_cadical_new(CCaDiCaL **out)
{
    *out = nullptr;
    return guarded([&] {
        CCaDiCaL *solver = ccadical_init();
        ccadical_set_option(solver, "quiet", 1);
        *out = solver;
    });
}

extern "C" void comb_cadical_release(CCaDiCaL *solver)
{
    guarded([&] { ccadical_release(solver); });
}

extern "C" bool comb_cadical_clause(CCaDiCaL *solver, const int *literals, size_t count, int guard)
{
    return guarded([&] {
        for (size_t i = 0; i < count; i++)
            ccadical_add(solver, literals[i]);
        if (guard)
            ccadical_add(solver, guard);
        ccadical_add(solver, 0);
    });
}

extern "C" bool comb_cadical_assume(CCaDiCaL *solver, int literal)
{
    return guarded([&] { ccadical_assume(solver, literal); });
}

extern "C" bool comb_cadical_solve(int *result, CCaDiCaL *solver)
{
    return guarded([&] {
        *result = ccadical_solve(solver);
        if (*result == 10)
            ccadical_val(solver, 1); /* computes the whole model, which takes memory; reading values later takes none */
    });
}

extern "C" bool comb_cadical_value(int *value, CCaDiCaL *solver, int variable)
{
    return guarded([&] { *value = ccadical_val(solver, variable); });
}

extern "C" bool comb_cadical_failed(int *failed, CCaDiCaL *solver, int literal)
{
    return guarded([&] { *failed = ccadical_failed(solver, literal); });
}
