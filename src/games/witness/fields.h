/* The members of results of The Witness. */
#ifndef COMB_WITNESS_FIELDS_H
#define COMB_WITNESS_FIELDS_H

#include "core/field.h"

extern const struct comb_field comb_witness_fields[];

#endif
