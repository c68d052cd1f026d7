#include "games/witness/text/place.h"

bool comb_witness_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct comb_error_location comb_witness_place(const char *text, size_t position, size_t length)
{
    struct comb_error_location place = {.position = position, .length = length, .line = 1, .column = 1};
    for (size_t i = 0; i < position; i++) {
        place.line += text[i] == '\n';
        place.column = text[i] == '\n' ? 1 : place.column + 1;
    }
    return place;
}

int comb_witness_text_check(const char *text, size_t length, struct comb_error *err)
{
    if (length > COMB_WITNESS_MAX_TEXT)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_witness_place(text, 0, 0),
                            "the panel has %zu bytes, expected at most %d", length, COMB_WITNESS_MAX_TEXT);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < 0x20 && !comb_witness_is_blank(text[i])) || c >= 0x7f)
            return comb_fail_at(err, COMB_BAD_INPUT, comb_witness_place(text, i, 1),
                                "byte 0x%02x is not allowed in a panel: expected printable ASCII characters", c);
    }
    return COMB_OK;
}
