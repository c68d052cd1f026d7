/* Lines, fields, encodings and letters of Hunspell files.
 *
 * Hunspell has its own names for encodings (ISO8859-15, microsoft-cp1251, TIS620-2533). All but UTF-8 have one byte per
 * character, so iconv converts each of the 256 bytes once, and a table does the rest. */
#include "engine/hunspell/parts.h"

#include "base/text.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>
#include <utf8proc.h>

enum { LONGEST_CHARSET_NAME = 40 };

void comb_hunspell_lines_init(struct comb_hunspell_lines *lines, const char *text, size_t length)
{
    bool mark = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    lines->at = mark ? text + 3 : text;
    lines->end = text ? text + length : NULL;
    lines->number = 0;
}

bool comb_hunspell_next_line(struct comb_hunspell_span *out, struct comb_hunspell_lines *lines)
{
    if (lines->at == lines->end)
        return false;
    size_t left = (size_t)(lines->end - lines->at);
    const char *end = memchr(lines->at, '\n', left);
    size_t length = end ? (size_t)(end - lines->at) : left;
    *out = (struct comb_hunspell_span){lines->at, length};
    while (out->length && out->text[out->length - 1] == '\r')
        out->length--;
    lines->at += end ? length + 1 : length;
    lines->number++;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool comb_hunspell_next_field(struct comb_hunspell_span *out, struct comb_hunspell_span *rest)
{
    size_t start = 0;
    while (start < rest->length && is_blank(rest->text[start]))
        start++;
    size_t end = start;
    while (end < rest->length && !is_blank(rest->text[end]))
        end++;
    *out = (struct comb_hunspell_span){rest->text + start, end - start};
    *rest = (struct comb_hunspell_span){rest->text + end, rest->length - end};
    return end > start;
}

bool comb_hunspell_span_equals(struct comb_hunspell_span span, const char *text)
{
    return span.length == strlen(text) && memcmp(span.text, text, span.length) == 0;
}

/* Names that Hunspell uses but iconv does not know. */
static const char *iconv_name(const char *name)
{
    static const char *const names[][2] = {
        {"MICROSOFT-CP1251", "CP1251"}, {"TIS620-2533", "TIS-620"}, {"TIS620", "TIS-620"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i][0]) == 0)
            return names[i][1];
    return name;
}

static uint32_t character_of_byte(iconv_t converter, unsigned char byte)
{
    char in = (char)byte;
    char out[8];
    char *from = &in;
    char *to = out;
    size_t in_left = 1;
    size_t out_left = sizeof out;
    uint32_t character = 0;
    iconv(converter, NULL, NULL, NULL, NULL);
    if (iconv(converter, &from, &in_left, &to, &out_left) == (size_t)-1 || in_left)
        return 0;
    size_t length = sizeof out - out_left;
    return comb_utf8_decode(&character, out, length) == length ? character : 0;
}

static int fill_table(struct comb_hunspell_charset *out, const char *name)
{
    iconv_t converter = iconv_open("UTF-8", name);
    if ((size_t)converter == (size_t)-1) /* iconv_open() returns (iconv_t)-1 */
        return errno == ENOMEM ? COMB_NO_MEMORY : COMB_NO;
    for (unsigned byte = 0; byte < 256; byte++)
        out->characters[byte] = character_of_byte(converter, (unsigned char)byte);
    iconv_close(converter);
    /* Reject encodings with several bytes per character, or with something else in place of the ASCII letters. */
    for (unsigned byte = 'A'; byte <= 'z'; byte++)
        if (out->characters[byte] != byte)
            return COMB_NO;
    return COMB_OK;
}

static bool is_ascii_letter(uint32_t character)
{
    return (character | 0x20) >= 'a' && (character | 0x20) <= 'z';
}

/* Only characters used in encoding names reach iconv: it gives a meaning to slashes and commas. */
static bool copy_name(char out[LONGEST_CHARSET_NAME + 1], struct comb_hunspell_span name)
{
    if (name.length == 0 || name.length > LONGEST_CHARSET_NAME)
        return false;
    for (size_t i = 0; i < name.length; i++) {
        char c = name.text[i];
        if (!is_ascii_letter((unsigned char)c) && !(c >= '0' && c <= '9') && c != '-' && c != '_' && c != '.')
            return false;
        out[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    out[name.length] = '\0';
    return true;
}

void comb_hunspell_charset_latin1(struct comb_hunspell_charset *out)
{
    out->table = true;
    for (uint32_t byte = 0; byte < 256; byte++)
        out->characters[byte] = byte;
}

int comb_hunspell_charset_init(struct comb_hunspell_charset *out, struct comb_hunspell_span name)
{
    char upper[LONGEST_CHARSET_NAME + 1];
    if (!copy_name(upper, name))
        return COMB_NO;
    out->table = strcmp(upper, "UTF-8") != 0 && strcmp(upper, "UTF8") != 0;
    return out->table ? fill_table(out, iconv_name(upper)) : COMB_OK;
}

static int decode_by_table(char out[COMB_HUNSPELL_MAX_TEXT], const uint32_t characters[256],
                           struct comb_hunspell_span bytes)
{
    size_t length = 0;
    for (size_t i = 0; i < bytes.length; i++) {
        char encoded[4];
        uint32_t character = characters[(unsigned char)bytes.text[i]];
        size_t size = character ? comb_utf8_encode(encoded, character) : 0;
        if (size == 0 || length + size > COMB_HUNSPELL_MAX_TEXT)
            return -1;
        memcpy(out + length, encoded, size);
        length += size;
    }
    return (int)length;
}

int comb_hunspell_decode(char out[COMB_HUNSPELL_MAX_TEXT], const struct comb_hunspell_charset *charset,
                         struct comb_hunspell_span bytes)
{
    if (charset->table)
        return decode_by_table(out, charset->characters, bytes);
    if (bytes.length > COMB_HUNSPELL_MAX_TEXT || !comb_utf8_valid(bytes.text, bytes.length))
        return -1;
    if (bytes.length)
        memcpy(out, bytes.text, bytes.length);
    return (int)bytes.length;
}

size_t comb_hunspell_first(uint32_t *out, const char *text)
{
    unsigned char lead = (unsigned char)*text;
    if (lead < 0x80) {
        *out = lead;
        return 1;
    }
    return comb_utf8_decode(out, text, lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4);
}

size_t comb_hunspell_last(uint32_t *out, const char *end)
{
    const char *start = end - 1;
    while (((unsigned char)*start & 0xC0) == 0x80)
        start--;
    comb_hunspell_first(out, start);
    return (size_t)(end - start);
}

static bool is_letter(uint32_t character)
{
    if (character < 0x80)
        return is_ascii_letter(character);
    switch (utf8proc_category((utf8proc_int32_t)character)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
        return true;
    default:
        return false;
    }
}

bool comb_hunspell_letters(const char *text, size_t length)
{
    uint32_t character;
    for (size_t i = 0; i < length; i += comb_hunspell_first(&character, text + i)) {
        comb_hunspell_first(&character, text + i);
        if (!is_letter(character))
            return false;
    }
    return true;
}

bool comb_hunspell_upper(uint32_t character)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)character);
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
}
