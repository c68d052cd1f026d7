/* What the files of the library share. */
#ifndef COMB_STORE_LIBRARY_PARTS_H
#define COMB_STORE_LIBRARY_PARTS_H

#include "store/sql.h"

struct comb_library {
    sqlite3 *db;
    struct comb_buf path;
};

double comb_library_now(void); /* seconds since 1970 */

/* What a search asks of SQL and SQLite has not. */
int comb_library_learn_fold(struct comb_library *library, struct comb_error *err);

#endif
