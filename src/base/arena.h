/* Arena: many small allocations, released together.
 *
 *     chunk            chunk                      chunk
 *     [####|####|##..] [##########|####|........] [#####|........]
 *                                                       ^ next
 *
 * Every allocation is zeroed and aligned for any type. Memory counts against a budget that several arenas (one per
 * worker thread) may share, so that a job's limit covers all its threads. Single allocations cannot be freed. */
#ifndef COMB_BASE_ARENA_H
#define COMB_BASE_ARENA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct comb_budget {
    atomic_size_t used;
    size_t limit; /* bytes; 0 = no limit */
};

/* Budget for memory outside an arena. take returns false when the limit would be exceeded; the caller returns what it
 * took. A NULL budget has no limit. */
bool comb_budget_take(struct comb_budget *budget, size_t bytes);
void comb_budget_return(struct comb_budget *budget, size_t bytes);

struct comb_arena {
    struct comb_arena_chunk *chunks;
    struct comb_budget *budget; /* may be NULL */
};

void comb_arena_init(struct comb_arena *arena, struct comb_budget *budget);
void comb_arena_free(struct comb_arena *arena);

/* Return NULL when memory or the budget is exhausted. */
void *comb_arena_alloc(struct comb_arena *arena, size_t bytes);
void *comb_arena_array(struct comb_arena *arena, size_t count, size_t size);
void *comb_arena_copy(struct comb_arena *arena, const void *data, size_t bytes);
char *comb_arena_string(struct comb_arena *arena, const char *text, size_t length);
char *comb_arena_printf(struct comb_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define COMB_NEW(arena, type) ((type *)comb_arena_alloc((arena), sizeof(type)))
#define COMB_NEW_ARRAY(arena, type, count) ((type *)comb_arena_array((arena), (count), sizeof(type)))

#endif
