/* The forms that a dictionary forbids: a hash table with chains, its strings in an arena.
 *
 * They are few compared to the generated forms (hundreds to some ten thousands), so that the generated forms need not
 * be stored. */
#include "engine/hunspell/parts.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024, MAX_FORMS = 1 << 22, MAX_BYTES = 1 << 28 };

struct comb_hunspell_form {
    struct comb_hunspell_form *next;
    uint64_t hash;
    uint16_t length;
    bool stem;
    char text[];
};

void comb_hunspell_form_set_init(struct comb_hunspell_form_set *set, struct comb_budget *budget)
{
    *set = (struct comb_hunspell_form_set){0};
    comb_arena_init(&set->arena, budget);
}

void comb_hunspell_form_set_free(struct comb_hunspell_form_set *set)
{
    comb_arena_free(&set->arena);
    free(set->table);
    set->table = NULL;
    set->slots = 0;
    set->count = 0;
    set->bytes = 0;
}

static struct comb_hunspell_form *find_form(const struct comb_hunspell_form_set *set, const char *text, size_t length,
                                            uint64_t hash)
{
    if (set->slots == 0)
        return NULL;
    struct comb_hunspell_form *form = set->table[hash & (set->slots - 1)];
    while (form && (form->hash != hash || form->length != length || memcmp(form->text, text, length) != 0))
        form = form->next;
    return form;
}

static bool grow_slots(struct comb_hunspell_form_set *set)
{
    size_t slots = set->slots ? 2 * set->slots : FIRST_SLOTS;
    struct comb_hunspell_form **table = calloc(slots, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < set->slots; i++)
        for (struct comb_hunspell_form *form = set->table[i], *next; form; form = next) {
            next = form->next;
            form->next = table[form->hash & (slots - 1)];
            table[form->hash & (slots - 1)] = form;
        }
    free(set->table);
    set->table = table;
    set->slots = slots;
    return true;
}

int comb_hunspell_form_add(struct comb_hunspell_form_set *set, const char *text, size_t length, bool stem)
{
    uint64_t hash = comb_hash(text, length, 0);
    struct comb_hunspell_form *form = find_form(set, text, length, hash);
    if (form) {
        form->stem = form->stem || stem;
        return COMB_OK;
    }
    if (set->count == MAX_FORMS || set->bytes + length > MAX_BYTES)
        return COMB_BAD_INPUT;
    if (set->count == set->slots && !grow_slots(set))
        return COMB_NO_MEMORY;
    form = comb_arena_alloc(&set->arena, sizeof *form + length);
    if (!form)
        return COMB_NO_MEMORY;
    struct comb_hunspell_form **slot = &set->table[hash & (set->slots - 1)];
    *form = (struct comb_hunspell_form){.next = *slot, .hash = hash, .length = (uint16_t)length, .stem = stem};
    memcpy(form->text, text, length);
    *slot = form;
    set->count++;
    set->bytes += length;
    return COMB_OK;
}

bool comb_hunspell_form_has(const struct comb_hunspell_form_set *set, const char *text, size_t length, bool stem)
{
    if (set->count == 0)
        return false;
    const struct comb_hunspell_form *form = find_form(set, text, length, comb_hash(text, length, 0));
    return form && (form->stem || !stem);
}
