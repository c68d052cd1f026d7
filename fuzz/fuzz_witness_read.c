/* Panels of The Witness from arbitrary bytes, drawn, as Windmill strings and links, as puzzles of witnesspuzzles.com:
 * rejected with a message, or a panel that can be printed and read back, written as a Windmill string if possible,
 * rotated, and changed by moves. A last line that begins with an exclamation mark is a move. */
#include "games/witness/panel/moves.h"
#include "games/witness/panel/symmetry.h"
#include "games/witness/text/site.h"
#include "games/witness/text/text.h"
#include "games/witness/text/windmill.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void reads_as(const char *text, size_t length, const struct comb_witness_panel *panel)
{
    struct comb_witness_panel *again;
    assert(comb_witness_read(&again, text, length, NULL) == COMB_OK);
    assert(comb_witness_panel_same(panel, again));
    comb_witness_panel_free(again);
}

/* What the site can represent, it represents the same way again. */
static void write_for_site(const struct comb_witness_panel *panel)
{
    struct comb_buf text = {0}, again = {0};
    struct comb_witness_panel *read;
    struct comb_error err = {0};
    int code = comb_witness_site_write(&text, panel, &err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    if (code == COMB_OK) {
        assert(comb_witness_detect(text.data, text.length) == 100);
        assert(comb_witness_read(&read, text.data, text.length, NULL) == COMB_OK);
        assert(comb_witness_site_write(&again, read, NULL) == COMB_OK);
        assert(again.length == text.length && memcmp(again.data, text.data, text.length) == 0);
        comb_witness_panel_free(read);
    }
    comb_buf_free(&text);
    comb_buf_free(&again);
}

static void write_forms(const struct comb_witness_panel *panel)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    comb_witness_text_print(&text, panel);
    assert(comb_witness_detect(text.data, text.length) == 100);
    reads_as(text.data, text.length, panel);
    comb_buf_clear(&text);
    int code = comb_witness_windmill_link(&text, panel, &err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    if (code == COMB_OK && panel->rules == 0) /* a link does not name rules */
        reads_as(text.data, text.length, panel);
    write_for_site(panel);
    comb_buf_clear(&text);
    assert(comb_witness_canon(&text, panel, NULL) == COMB_OK);
    comb_buf_free(&text);
}

static void check_panel(const struct comb_witness_panel *panel, const char *move)
{
    struct comb_error err = {0};
    void *other;
    write_forms(panel);
    for (unsigned i = 0; comb_witness_image(&other, panel, i, NULL) == COMB_OK; i++)
        comb_witness_panel_free(other);
    if (comb_witness_apply(&other, panel, move, &err) == COMB_OK)
        write_forms(other);
    else
        assert(err.code == COMB_BAD_INPUT && err.message[0] && err.position <= strlen(move));
    comb_witness_panel_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    size_t length = size;
    for (size_t i = 0; i + 1 < size; i++)
        if (text[i] == '\n' && text[i + 1] == '!')
            length = i;
    size_t move_length = size - length > 2 ? size - length - 2 : 0;
    char *move = calloc(1, move_length + 1);
    assert(move);
    if (move_length > 0)
        memcpy(move, text + length + 2, move_length);
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    int sure = comb_witness_detect(text, length);
    assert(sure >= 0 && sure <= 100);
    if (comb_witness_read(&panel, text, length, &err) == COMB_OK)
        check_panel(panel, move);
    else
        assert(err.code == COMB_BAD_INPUT && err.message[0] && err.position <= length && err.line > 0);
    comb_witness_panel_free(panel);
    free(move);
    return 0;
}
