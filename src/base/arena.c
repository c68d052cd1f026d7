#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = alignof(max_align_t), SMALLEST_CHUNK = 4096, LARGEST_STEP = 1 << 20 };

struct comb_arena_chunk {
    struct comb_arena_chunk *previous;
    size_t used;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
};

void comb_arena_init(struct comb_arena *arena, struct comb_budget *budget)
{
    arena->chunks = NULL;
    arena->budget = budget;
}

bool comb_budget_take(struct comb_budget *budget, size_t bytes)
{
    if (!budget)
        return true;
    size_t before = atomic_fetch_add(&budget->used, bytes);
    if (budget->limit == 0 || (before <= budget->limit && bytes <= budget->limit - before))
        return true;
    atomic_fetch_sub(&budget->used, bytes);
    return false;
}

void comb_budget_return(struct comb_budget *budget, size_t bytes)
{
    if (budget)
        atomic_fetch_sub(&budget->used, bytes);
}

void comb_arena_free(struct comb_arena *arena)
{
    while (arena->chunks) {
        struct comb_arena_chunk *chunk = arena->chunks;
        arena->chunks = chunk->previous;
        comb_budget_return(arena->budget, sizeof *chunk + chunk->size);
        free(chunk);
    }
}

/* Chunks double in size up to LARGEST_STEP: few calls to malloc, little waste at the end. */
static size_t next_chunk_size(const struct comb_arena *arena, size_t bytes)
{
    size_t size = arena->chunks ? arena->chunks->size * 2 : SMALLEST_CHUNK;
    if (size > LARGEST_STEP)
        size = LARGEST_STEP;
    return size < bytes ? bytes : size;
}

static bool add_chunk(struct comb_arena *arena, size_t bytes)
{
    size_t size = next_chunk_size(arena, bytes);
    if (!comb_budget_take(arena->budget, sizeof(struct comb_arena_chunk) + size))
        return false;
    struct comb_arena_chunk *chunk = malloc(sizeof *chunk + size);
    if (!chunk) {
        comb_budget_return(arena->budget, sizeof *chunk + size);
        return false;
    }
    chunk->previous = arena->chunks;
    chunk->used = 0;
    chunk->size = size;
    arena->chunks = chunk;
    return true;
}

void *comb_arena_alloc(struct comb_arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        return NULL;
    bytes = (bytes + ALIGNMENT - 1) & ~((size_t)ALIGNMENT - 1);
    struct comb_arena_chunk *chunk = arena->chunks;
    if ((!chunk || chunk->size - chunk->used < bytes) && !add_chunk(arena, bytes))
        return NULL;
    chunk = arena->chunks;
    assert(chunk->size - chunk->used >= bytes);
    void *memory = chunk->bytes + chunk->used;
    chunk->used += bytes;
    return memset(memory, 0, bytes);
}

void *comb_arena_array(struct comb_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    return comb_arena_alloc(arena, bytes);
}

void *comb_arena_copy(struct comb_arena *arena, const void *data, size_t bytes)
{
    void *memory = comb_arena_alloc(arena, bytes);
    if (memory && bytes > 0)
        memcpy(memory, data, bytes);
    return memory;
}

char *comb_arena_string(struct comb_arena *arena, const char *text, size_t length)
{
    char *copy = length < SIZE_MAX ? comb_arena_alloc(arena, length + 1) : NULL;
    if (copy && length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *comb_arena_printf(struct comb_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        return NULL;
    char *text = comb_arena_alloc(arena, (size_t)length + 1);
    if (!text)
        return NULL;
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}
