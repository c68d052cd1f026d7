/* Draft: atomic replacement of a file. The new content is written and flushed to a temporary file next to the target,
 * then renamed over it. Readers see either the old or the new content. To change several files together, write all
 * drafts before committing the first: a full disk then changes none of them.
 *
 * A killed writer leaves its draft behind. Every draft is locked (flock) while its writer lives, so the next writer
 * removes each draft that it can lock. */
#ifndef COMB_BASE_DRAFT_H
#define COMB_BASE_DRAFT_H

#include "base/buf.h"

#include <sys/types.h>

struct comb_draft {
    struct comb_buf path; /* target file */
    struct comb_buf name; /* temporary file */
    int file;             /* descriptor of the temporary file; holds the lock */
    bool open;
};

/* All return 0 or an errno. After a failure the draft is gone. Always call comb_draft_free, also on a zeroed struct. */
int comb_draft_write(struct comb_draft *draft, const char *path, const void *data, size_t length, mode_t mode);
int comb_draft_commit(struct comb_draft *draft); /* renames it over the target */
int comb_draft_create(struct comb_draft *draft); /* same, but fails with EEXIST if the target exists */
void comb_draft_free(struct comb_draft *draft);  /* removes a draft that was not committed */

/* Writes all bytes to a descriptor; returns 0 or an errno. */
int comb_write_all(int file, const void *data, size_t length);

/* Removes drafts of killed writers: those for the file `path`, or for every file in the folder if `path` is NULL. */
void comb_draft_sweep(const char *folder, const char *path);

#endif
