/* Schema of the library and its migrations. */
#ifndef COMB_STORE_SCHEMA_H
#define COMB_STORE_SCHEMA_H

#include "base/error.h"

#include <sqlite3.h>
#include <stdbool.h>

/* Upgrades an open file to the newest version in one transaction; rejects files that are not libraries or are newer. */
int comb_schema_update(sqlite3 *db, struct comb_error *err);

/* Makes the same checks without changes; sets *current if the file has the newest version. */
int comb_schema_check(bool *current, sqlite3 *db, struct comb_error *err);

#endif
