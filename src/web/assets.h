/* The page's files, embedded by the build from the folder web/. */
#ifndef COMB_WEB_ASSETS_H
#define COMB_WEB_ASSETS_H

#include <stddef.h>

struct comb_asset {
    const char *path; /* "/app.js"; the page itself is "/"; NULL ends the table */
    const char *type;
    const char *tag; /* ETag */
    const unsigned char *data, *end;
    const unsigned char *gzipped, *gzipped_end; /* gzip-compressed */
};

extern const struct comb_asset comb_assets[];
extern const char comb_style_hash[]; /* hash of the inlined style, for the content security policy */

#endif
