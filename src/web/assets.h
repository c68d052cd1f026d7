/* The page's files, embedded by the build from the folder web/. */
#ifndef COMB_WEB_ASSETS_H
#define COMB_WEB_ASSETS_H

#include <stddef.h>

struct comb_asset {
    const char *path; /* "/app.js"; the page itself is "/"; NULL ends the table */
    const char *type;
    const char *tag; /* of the contents, for caches */
    const unsigned char *data, *end;
    const unsigned char *packed, *packed_end; /* the same by gzip */
};

extern const struct comb_asset comb_assets[];
extern const char comb_style_hash[]; /* of the style in the page, as a content policy wants it */

#endif
