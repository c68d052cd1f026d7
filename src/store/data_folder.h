/* The user's data folder. */
#ifndef COMB_STORE_DATA_FOLDER_H
#define COMB_STORE_DATA_FOLDER_H

#include "base/buf.h"
#include "base/error.h"

/* Appends the path of a file in it (XDG_DATA_HOME or ~/.local/share, then comb/). The folder need not exist. */
int comb_data_file(struct comb_buf *out, const char *name, struct comb_error *err);

/* Creates all parent folders of a file, accessible only to the user. */
int comb_data_make_folders(char *path, struct comb_error *err);

#endif
