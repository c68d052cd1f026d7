#include "core/fixes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void comb_fixes_free(struct comb_fixes *fixes)
{
    for (size_t i = 0; i < fixes->count; i++)
        free(fixes->items[i]);
    comb_vec_free(fixes);
}

/* Keeps room for the terminating NULL. */
static int add_copy(struct comb_fixes *fixes, const char *text, size_t length, struct comb_error *err)
{
    char *copy = malloc(length + 1);
    if (!copy || !comb_vec_reserve((void **)&fixes->items, &fixes->capacity, fixes->count + 2, sizeof *fixes->items)) {
        free(copy);
        return comb_fail_memory(err);
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    fixes->items[fixes->count++] = copy;
    fixes->items[fixes->count] = NULL;
    return COMB_OK;
}

static const char *skip_number(const char *text)
{
    text += *text == '-';
    size_t digits = strspn(text, "0123456789");
    return digits > 0 ? text + digits : NULL;
}

/* "12,4=" */
static bool begins_with_position(const char *text)
{
    text = skip_number(text);
    if (!text || *text != ',')
        return false;
    text = skip_number(text + 1);
    return text && *text == '=';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_end_of_fix(const char *text)
{
    if (*text == '\0' || *text == ';' || *text == '\n')
        return true;
    return is_space(*text) && begins_with_position(text + 1);
}

int comb_fixes_add(struct comb_fixes *fixes, const char *text, struct comb_error *err)
{
    int code = COMB_OK;
    while (*text && code == COMB_OK) {
        size_t length = 0;
        while (is_space(*text))
            text++;
        while (!is_end_of_fix(text + length))
            length++;
        const char *next = text + length + (text[length] != '\0');
        while (length > 0 && is_space(text[length - 1]))
            length--;
        if (length > 0)
            code = add_copy(fixes, text, length, err);
        text = next;
    }
    return code;
}

int comb_fixes_add_at(struct comb_fixes *fixes, int x, int y, const char *text, struct comb_error *err)
{
    char fix[128];
    int length = snprintf(fix, sizeof fix, "%d,%d=%s", x, y, text);
    if (length < 0 || (size_t)length >= sizeof fix)
        return comb_fail(err, COMB_BAD_INPUT, "'%.20s...' is too long for one cell", text);
    return add_copy(fixes, fix, (size_t)length, err);
}

const char *const *comb_fixes_list(const struct comb_fixes *fixes)
{
    return fixes->count > 0 ? (const char *const *)fixes->items : NULL;
}
