/* Compares a rendering with a file in tests/golden/grid. COMB_UPDATE_GOLDEN=1 in the environment writes the files
 * instead; check the diff before committing it. */
#ifndef COMB_TEST_GOLDEN_H
#define COMB_TEST_GOLDEN_H

#include "base/buf.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>

static inline void check_golden(const struct comb_buf *got, const char *name)
{
    char path[256];
    struct comb_error err = {0};
    snprintf(path, sizeof path, "tests/golden/grid/%s", name);
    if (getenv("COMB_UPDATE_GOLDEN")) {
        assert_int_equal(comb_file_write(path, got->data, got->length, &err), COMB_OK);
        return;
    }
    struct comb_buf expected = {0};
    if (comb_file_read(&expected, path, 1 << 20, &err) != COMB_OK)
        fail_msg("%s", err.message);
    if (strcmp(comb_buf_text(got), comb_buf_text(&expected)) != 0)
        fail_msg("%s differs; the rendering is now:\n%s", path, comb_buf_text(got));
    comb_buf_free(&expected);
}

#endif
