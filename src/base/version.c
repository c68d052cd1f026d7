/* The version of the library; here, so that every layer can print it. */
#include "comb.h"

const char *comb_version(void)
{
    return COMB_VERSION;
}
