/* Reads a panel in any of its text forms. */
#include "games/witness/text/text.h"

#include "games/witness/text/place.h"
#include "games/witness/text/site.h"
#include "games/witness/text/windmill.h"

#include <string.h>

/* Treats one long word or a link as a Windmill string, so that the error message is about Windmill strings. */
static bool meant_as_windmill(const char *text, size_t length)
{
    size_t word = 0;
    for (size_t i = 0; i < length; i++) {
        word = comb_witness_is_blank(text[i]) ? 0 : word + 1;
        if (word > 2 * COMB_WITNESS_MAX_SIDE + 1 && i < length / 2 + 64)
            return true;
        if (i > 0 && text[i - 1] == '/' && text[i] == '/')
            return true;
    }
    return length >= 2 && (memcmp(text, "CA", 2) == 0 || memcmp(text + length - 2, "_0", 2) == 0);
}

/* Finds the next word at or after *at; false at the end. */
static bool next_word(size_t *start, size_t *size, size_t *at, const char *text, size_t length)
{
    while (*at < length && comb_witness_is_blank(text[*at]))
        ++*at;
    *start = *at;
    while (*at < length && !comb_witness_is_blank(text[*at]))
        ++*at;
    *size = *at - *start;
    return *size > 0;
}

/* Rejects a list of Windmill strings: solving just one of its panels is not what the user asked for. */
static int check_single(const char *text, size_t length, struct comb_error *err)
{
    size_t start, size, strings = 0;
    for (size_t at = 0; next_word(&start, &size, &at, text, length);)
        if (comb_witness_is_windmill(text + start, size) && ++strings == 2)
            return comb_fail_at(err, COMB_BAD_INPUT, comb_witness_place(text, start, size),
                                "found a second Windmill string, expected one panel; to solve a list, use 'comb solve "
                                "witness --jsonl FILE', one per line");
    return COMB_OK;
}

/* Some editors begin a file with a byte order mark. */
static size_t mark_length(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static int read_after_mark(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err)
{
    /* reject a long list as a list, not as a panel that is too long */
    int code = length > COMB_WITNESS_MAX_TEXT ? check_single(text, length, err) : COMB_OK;
    if (code == COMB_OK)
        code = comb_witness_text_check(text, length, err);
    if (code != COMB_OK)
        return code;
    if (comb_witness_is_site(text, length))
        return comb_witness_site_read(out, text, length, err);
    if (comb_witness_is_windmill(text, length) ||
        (!comb_witness_is_text(text, length) && meant_as_windmill(text, length)))
        return check_single(text, length, err) == COMB_OK ? comb_witness_windmill_read(out, text, length, err)
                                                          : COMB_BAD_INPUT;
    return comb_witness_text_read(out, text, length, err);
}

int comb_witness_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err)
{
    size_t mark = mark_length(text, length);
    *out = NULL;
    int code = read_after_mark(out, text + mark, length - mark, err);
    if (code == COMB_BAD_INPUT && err)
        err->position += mark;
    return code;
}

/* "5x5", with optional blanks around it. */
static bool is_size(const char *text, size_t length)
{
    unsigned width, height;
    while (length > 0 && comb_witness_is_blank(text[length - 1]))
        length--;
    while (length > 0 && comb_witness_is_blank(*text)) {
        text++;
        length--;
    }
    return comb_witness_size_find(&width, &height, text, length);
}

int comb_witness_detect(const char *text, size_t length)
{
    size_t at = mark_length(text, length);
    if (is_size(text + at, length - at))
        return 60;
    if (comb_witness_is_site(text + at, length - at))
        return 100;
    size_t start, size, after = at;
    if (comb_witness_is_windmill(text + at, length - at) ||
        (next_word(&start, &size, &after, text, length) && comb_witness_is_windmill(text + start, size)))
        return 95; /* also for a list, which comb_witness_read rejects as a list */
    if (!comb_witness_is_text(text + at, length - at))
        return 0;
    while (at < length && comb_witness_is_blank(text[at]))
        at++;
    return at < length && text[at] == 'W' ? 100 : 80;
}
