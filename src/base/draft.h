/* Draft: the next content of a file, written and flushed under a name of its own next to the file, and then renamed
 * over it. Readers see the old content or the new one. Several drafts that are all written before the first is kept
 * change several files on a full disk either all or not at all.
 *
 * A writer that is killed leaves its draft. The next one removes it: every draft is locked (flock) while its writer
 * lives, so one that can be locked belongs to nobody. */
#ifndef COMB_BASE_DRAFT_H
#define COMB_BASE_DRAFT_H

#include "base/buf.h"

#include <sys/types.h>

struct comb_draft {
    struct comb_buf path; /* of the file */
    struct comb_buf name; /* of the draft */
    int file;             /* its descriptor, which holds the lock */
    bool there;
};

/* All return 0 or an errno. After a failure there is no draft. Free in every case, also one that is all zero. */
int comb_draft_write(struct comb_draft *draft, const char *path, const void *data, size_t length, mode_t mode);
int comb_draft_keep(struct comb_draft *draft);   /* as the file, replacing the one that is there */
int comb_draft_create(struct comb_draft *draft); /* as the file; EEXIST where there is one, which stays */
void comb_draft_free(struct comb_draft *draft);  /* a draft that was not kept is removed */

/* Removes drafts of killed writers: those for the file `path`, or with NULL those for any file of the folder. */
void comb_draft_sweep(const char *folder, const char *path);

#endif
