/* The schema of the library and how an older file becomes a newer one. */
#ifndef COMB_STORE_SCHEMA_H
#define COMB_STORE_SCHEMA_H

#include "base/error.h"

#include <sqlite3.h>
#include <stdbool.h>

/* Brings an open file to the newest version, in one transaction; refuses what is no library or is newer. */
int comb_schema_update(sqlite3 *db, struct comb_error *err);

/* Refuses the same, changes nothing, and tells whether the file is of the newest version. */
int comb_schema_check(bool *current, sqlite3 *db, struct comb_error *err);

#endif
