#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Length of the sequence that starts with this lead byte; 0 if it is not a lead byte. */
static size_t sequence_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead < 0xe0)
        return 2;
    if (lead >= 0xe0 && lead < 0xf0)
        return 3;
    return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/* Surrogates are halves of UTF-16 pairs, not characters. */
static bool is_character(uint32_t code_point)
{
    return code_point <= 0x10ffff && (code_point < 0xd800 || code_point >= 0xe000);
}

size_t comb_utf8_decode(uint32_t *out, const char *text, size_t length)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (length == 0)
        return 0;
    const unsigned char *bytes = (const unsigned char *)text;
    size_t size = sequence_length(bytes[0]);
    if (size == 0 || size > length)
        return 0;
    uint32_t value = size == 1 ? bytes[0] : bytes[0] & (0xffu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (value < smallest[size] || !is_character(value))
        return 0;
    *out = value;
    return size;
}

size_t comb_utf8_encode(char out[4], uint32_t code_point)
{
    if (!is_character(code_point))
        return 0;
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    size_t size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code_point & 0x3f));
        code_point >>= 6;
    }
    out[0] = (char)((0xf00u >> size & 0xf0) | code_point);
    return size;
}

bool comb_utf8_valid(const char *text, size_t length)
{
    uint32_t ignored;
    while (length > 0) {
        size_t size = comb_utf8_decode(&ignored, text, length);
        if (size == 0)
            return false;
        text += size;
        length -= size;
    }
    return true;
}

bool comb_is_utf16(const char *bytes, size_t length)
{
    enum { SAMPLE_BYTES = 4096 };
    size_t zeros[2] = {0}, sampled = length < SAMPLE_BYTES ? length : SAMPLE_BYTES;
    if (length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0))
        return true;
    for (size_t i = 0; i < sampled; i++)
        zeros[i % 2] += bytes[i] == 0;
    size_t more = zeros[0] > zeros[1] ? zeros[0] : zeros[1], fewer = zeros[0] + zeros[1] - more;
    return sampled >= 4 && fewer == 0 && more * 5 > sampled * 2;
}

size_t comb_utf8_columns(const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned comb_edit_distance(const char *a, const char *b, unsigned max)
{
    enum { MAX_LENGTH = 40 };
    size_t rows = strlen(a);
    size_t columns = strlen(b);
    if (rows > MAX_LENGTH || columns > MAX_LENGTH)
        return max + 1;
    unsigned cost[MAX_LENGTH + 1][MAX_LENGTH + 1];
    for (size_t i = 0; i <= rows; i++) {
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = (unsigned)(i + j);
                continue;
            }
            unsigned replace = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = min(replace, 1 + min(cost[i - 1][j], cost[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return min(cost[rows][columns], max + 1);
}

/* strtoll and strtod also accept white space, hexadecimal and names such as "inf"; we do not. */
static bool is_decimal(const char *text)
{
    return strspn(text, "0123456789+-.") > 0 && !strpbrk(text, "xXnN");
}

bool comb_parse_int(long long *out, const char *text)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (!is_decimal(text) || end == text || *end != '\0' || errno != 0)
        return false;
    *out = value;
    return true;
}

bool comb_parse_real(double *out, const char *text)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (!is_decimal(text) || end == text || *end != '\0' || errno != 0 || !isfinite(value))
        return false;
    *out = value;
    return true;
}

/* Parses a number with an optional unit. */
static bool parse_with_unit(double *out, const char *text, const char *units, const double *factors)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (!is_decimal(text) || end == text || errno != 0 || !isfinite(value) || value < 0)
        return false;
    if (*end != '\0') {
        const char *unit = strchr(units, *end);
        if (!unit || end[1] != '\0')
            return false;
        value *= factors[unit - units];
    }
    if (!isfinite(value))
        return false;
    *out = value;
    return true;
}

bool comb_parse_seconds(double *out, const char *text)
{
    static const double factors[] = {1, 60, 3600, 86400};
    return parse_with_unit(out, text, "smhd", factors);
}

bool comb_parse_bytes(size_t *out, const char *text)
{
    static const double factors[] = {0x1p10, 0x1p10, 0x1p20, 0x1p20, 0x1p30, 0x1p30};
    double value;
    if (!parse_with_unit(&value, text, "kKmMgG", factors) || value > 0x1p60)
        return false;
    *out = (size_t)value;
    return true;
}
