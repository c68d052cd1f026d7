/* The palette of pictures against the tokens of the page, web/style/tokens.css: each colour has the same value in all
 * four themes, so that pictures, terminal and page look alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "grid/palette.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 1 << 20 };

/* Finds `--name: #rrggbb;` or `--name: light-dark(#rrggbb, #rrggbb);` between two points of a style sheet. */
static bool find_token(uint32_t light_dark[2], const char *from, const char *end, const char *name)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "--%s:", name);
    const char *at = from ? strstr(from, wanted) : NULL;
    if (!at || at >= end)
        return false;
    at += strlen(wanted);
    at += strspn(at, " ");
    bool pair = strncmp(at, "light-dark(#", 12) == 0;
    assert_true(pair || *at == '#');
    at += pair ? 12 : 1;
    char *rest = NULL;
    light_dark[0] = light_dark[1] = (uint32_t)strtoul(at, &rest, 16);
    assert_int_equal(rest - at, 6);
    if (pair) {
        rest += strspn(rest, ", ");
        assert_int_equal(*rest, '#');
        light_dark[1] = (uint32_t)strtoul(rest + 1, NULL, 16);
    }
    return true;
}

/* Only pictures have these. */
static bool is_own(enum comb_colour colour)
{
    return colour == COMB_COLOUR_NONE || colour == COMB_COLOUR_BADGE_ON_PATH;
}

static void test_the_page_has_the_same_colours(void **state)
{
    (void)state;
    struct comb_buf sheet = {0};
    assert_int_equal(comb_file_read(&sheet, "web/style/tokens.css", MAX_BYTES, NULL), COMB_OK);
    const char *text = comb_buf_text(&sheet), *end = text + sheet.length;
    const char *high = strstr(text, "(prefers-contrast: more)");
    assert_non_null(high);
    unsigned compared = 0;
    for (int i = 0; i < COMB_COLOURS; i++) {
        enum comb_colour colour = (enum comb_colour)i;
        const char *name = comb_colour_name(colour);
        uint32_t normal[2], contrast[2];
        if (is_own(colour))
            continue;
        if (!find_token(normal, text, high, name))
            fail_msg("tokens.css has no --%s", name);
        if (!find_token(contrast, high, end, name))
            memcpy(contrast, normal, sizeof normal);
        const uint32_t page[COMB_THEMES] = {normal[0], normal[1], contrast[0], contrast[1]};
        for (int theme = 0; theme < COMB_THEMES; theme++, compared++)
            if (page[theme] != comb_colour_rgb(colour, (enum comb_theme)theme))
                fail_msg("--%s in theme %d: #%06x on the page, #%06x in pictures", name, theme, (unsigned)page[theme],
                         (unsigned)comb_colour_rgb(colour, (enum comb_theme)theme));
    }
    assert_true(compared > 200);
    comb_buf_free(&sheet);
}
