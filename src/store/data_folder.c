#define _POSIX_C_SOURCE 200809L
#include "store/data_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int comb_data_file(struct comb_buf *out, const char *name, struct comb_error *err)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data && data[0] == '/')
        comb_buf_printf(out, "%s/comb/%s", data, name);
    else if (home && home[0] == '/')
        comb_buf_printf(out, "%s/.local/share/comb/%s", home, name);
    else
        return comb_fail(err, COMB_BAD_INPUT, "no data folder: HOME is not set; use --db FILE");
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

static int make_folder(const char *path, struct comb_error *err)
{
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return COMB_OK;
    return comb_fail(err, COMB_IO, "cannot create the folder '%.150s': %s", path, strerror(errno));
}

int comb_data_make_folders(char *path, struct comb_error *err)
{
    int code = COMB_OK;
    for (char *slash = strchr(path + 1, '/'); code == COMB_OK && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        code = make_folder(path, err);
        *slash = '/';
    }
    return code;
}
