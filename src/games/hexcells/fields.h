/* The members of results of Hexcells. */
#ifndef COMB_HEXCELLS_FIELDS_H
#define COMB_HEXCELLS_FIELDS_H

#include "core/field.h"

extern const struct comb_field comb_hexcells_fields[];

#endif
