/* Internals shared by the files of the library. */
#ifndef COMB_STORE_LIBRARY_PARTS_H
#define COMB_STORE_LIBRARY_PARTS_H

#include "base/platform.h"
#include "store/answer_mac.h"
#include "store/sql.h"

struct comb_library {
    sqlite3 *db;
    struct comb_buf path;
    struct comb_answer_key key;
    enum { COMB_KEY_NOT_READ, COMB_KEY_LOADED, COMB_KEY_MISSING } key_state;
};

/* Register our own SQL functions. */
int comb_library_register_fold(struct comb_library *library, struct comb_error *err);
int comb_library_register_mac(struct comb_library *library, struct comb_error *err);

#endif
