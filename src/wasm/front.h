/* The program inside a page: requests without HTTP, one at a time, called from JavaScript (web/local). Each instance of
 * the module has one front, kept in a Worker. The page has one instance that owns the library and answers short
 * requests, and further ones for work that takes long.
 *
 * JavaScript provides, as members of Module: loadData (base/platform_browser.c), picture (pixels_decode_browser.c),
 * files (vfs.c), and
 *
 *     control()            what the user wants: 0 go on, 1 pause, 2 cancel; called 20 times per second during work
 *     onEvent(name, data)  an event of the running job, data as JSON text */
#ifndef COMB_WASM_FRONT_H
#define COMB_WASM_FRONT_H

#include "request/autosave.h"
#include "request/routes.h"
#include "request/service.h"

enum { COMB_WASM_SEARCHES = 8 };

/* A search for the best board that runs in another instance; the one with the library saves what it finds. */
struct comb_wasm_search {
    long long id; /* 0: unused */
    struct comb_autosave record;
};

struct comb_wasm {
    struct comb_service service; /* first: requests point to it */
    struct comb_reply reply;     /* to the last request */
    double asked_at;             /* when control() was called last */
    bool asking;
    struct comb_wasm_search searches[COMB_WASM_SEARCHES];
};

/* Creates the job that a request's jobs have as their parent: it asks control() while they run. */
int comb_wasm_begin(struct comb_wasm *wasm, struct comb_error *err);
void comb_wasm_end(struct comb_wasm *wasm);

/* Routes of the instance with the library, for work done by others (store.c). */
extern const struct comb_route comb_wasm_routes[];

#endif
