/* Expands small dictionaries for the tests of the Hunspell expander. */
#ifndef COMB_TESTS_HUNSPELL_HELPER_H
#define COMB_TESTS_HUNSPELL_HELPER_H

#include "base/buf.h"
#include "base/vec.h"
#include "engine/hunspell/hunspell.h"

#include <stdlib.h>
#include <string.h>

struct forms {
    struct COMB_VEC(char *) items;
    size_t max_forms; /* stop after this many; 0 = all */
    bool failed;
};

static inline bool collect_form(void *payload, const char *word, size_t length)
{
    struct forms *forms = payload;
    char *copy = malloc(length + 1);
    if (!copy || !comb_vec_push(&forms->items, copy)) {
        free(copy);
        forms->failed = true;
        return false;
    }
    memcpy(copy, word, length);
    copy[length] = '\0';
    return forms->max_forms == 0 || forms->items.count < forms->max_forms;
}

static inline void forms_free(struct forms *forms)
{
    for (size_t i = 0; i < forms->items.count; i++)
        free(forms->items.items[i]);
    comb_vec_free(&forms->items);
}

static inline int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts and removes duplicates. */
static inline void forms_sort(struct forms *forms)
{
    char **items = forms->items.items;
    size_t kept = 0;
    if (forms->items.count)
        qsort(items, forms->items.count, sizeof *items, by_text);
    for (size_t i = 0; i < forms->items.count; i++) {
        if (kept && strcmp(items[kept - 1], items[i]) == 0)
            free(items[i]);
        else
            items[kept++] = items[i];
    }
    forms->items.count = kept;
}

static inline struct comb_hunspell_files files_of(const char *aff, const char *dic)
{
    return (struct comb_hunspell_files){aff, strlen(aff), dic, strlen(dic)};
}

/* Returns the forms sorted by bytes, each once, separated by blanks. */
static inline int expand_sorted(struct comb_buf *out, const char *aff, const char *dic,
                                const struct comb_hunspell_options *options, struct comb_error *err)
{
    struct forms forms = {0};
    struct comb_hunspell_files files = files_of(aff, dic);
    int code = comb_hunspell_expand(NULL, &files, options, collect_form, NULL, &forms, err);
    forms_sort(&forms);
    for (size_t i = 0; i < forms.items.count; i++)
        comb_buf_printf(out, "%s%s", i ? " " : "", forms.items.items[i]);
    forms_free(&forms);
    return code;
}

#endif
