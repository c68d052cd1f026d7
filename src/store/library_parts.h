/* What the files of the library share. */
#ifndef COMB_STORE_LIBRARY_PARTS_H
#define COMB_STORE_LIBRARY_PARTS_H

#include "store/answer_mac.h"
#include "store/sql.h"

struct comb_library {
    sqlite3 *db;
    struct comb_buf path;
    struct comb_answer_key key;
    enum { COMB_KEY_NOT_READ, COMB_KEY_THERE, COMB_KEY_MISSING } key_state;
};

double comb_library_now(void); /* seconds since 1970 */

/* The functions that our SQL uses beside SQLite's own. */
int comb_library_learn_fold(struct comb_library *library, struct comb_error *err);
int comb_library_learn_mac(struct comb_library *library, struct comb_error *err);

#endif
