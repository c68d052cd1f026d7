/* The user's data folder. */
#ifndef COMB_STORE_DATA_FOLDER_H
#define COMB_STORE_DATA_FOLDER_H

#include "base/buf.h"
#include "base/error.h"

/* The path of a file in it (XDG_DATA_HOME or ~/.local/share, then comb/). The folder need not exist. */
int comb_data_file(struct comb_buf *out, const char *name, struct comb_error *err);

/* Makes every folder on the way to a file, for the user alone. */
int comb_data_make_folders(char *path, struct comb_error *err);

#endif
