/* Folding: decodes, composes, and converts each letter to capitals.
 *
 * Almost every word is plain ASCII and takes a short path. Any other is composed first (a letter followed by a mark
 * becomes one character where Unicode has it), so that a kept letter is found however it is encoded. Then each
 * character is upper-cased and either kept, expanded by the table below, or decomposed with its marks dropped. */
#include "engine/dict/fold.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>
#include <utf8proc.h>

/* Capitals that Unicode does not decompose, and their expansions. */
static const struct {
    uint32_t letter;
    char expanded[3];
} expansions[] = {
    {0x00C6, "AE"}, /* Æ */
    {0x0152, "OE"}, /* Œ */
    {0x0132, "IJ"}, /* Ĳ */
    {0x1E9E, "SS"}, /* ẞ */
    {0x00DF, "SS"}, /* ß: has no capital in older Unicode data */
    {0x00DE, "TH"}, /* Þ */
    {0x00D8, "O"},  /* Ø */
    {0x0110, "D"},  /* Đ */
    {0x00D0, "D"},  /* Ð */
    {0x0141, "L"},  /* Ł */
};

enum { MAX_PARTS = 32 }; /* of one decomposed character; Unicode has at most 4 */

struct writer {
    char *out;
    size_t length;
    unsigned letters;
    const struct comb_fold *fold;
};

/* Returns false if the word grows too long. */
static bool put_letter(struct writer *writer, uint32_t letter)
{
    if (writer->letters == writer->fold->longest)
        return false;
    writer->length += comb_utf8_encode(writer->out + writer->length, letter);
    writer->letters++;
    return true;
}

static bool is_kept(const struct comb_fold *fold, uint32_t letter)
{
    for (unsigned i = 0; i < fold->kept_count; i++)
        if (fold->kept[i] == letter)
            return true;
    return false;
}

static const char *expansion_of(uint32_t letter)
{
    for (size_t i = 0; i < sizeof expansions / sizeof *expansions; i++)
        if (expansions[i].letter == letter)
            return expansions[i].expanded;
    return NULL;
}

static bool is_mark(utf8proc_int32_t character)
{
    if (character < 0x300)
        return false; /* the common case, without a table look-up */
    utf8proc_category_t category = utf8proc_category(character);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME;
}

/* Writes a capital without its marks; returns false if the base is not A .. Z. */
static bool put_base_letter(struct writer *writer, uint32_t letter)
{
    utf8proc_int32_t parts[MAX_PARTS];
    int boundary = 0;
    utf8proc_ssize_t count =
        utf8proc_decompose_char((utf8proc_int32_t)letter, parts, MAX_PARTS, UTF8PROC_DECOMPOSE, &boundary);
    if (count < 1 || count > MAX_PARTS)
        return false;
    for (utf8proc_ssize_t i = 0; i < count; i++) {
        if (is_mark(parts[i]))
            continue;
        const char *expanded = expansion_of((uint32_t)parts[i]);
        if (!expanded && (parts[i] < 'A' || parts[i] > 'Z'))
            return false;
        if (!expanded && !put_letter(writer, (uint32_t)parts[i]))
            return false;
        for (; expanded && *expanded; expanded++)
            if (!put_letter(writer, (uint32_t)*expanded))
                return false;
    }
    return true;
}

static bool fold_character(struct writer *writer, utf8proc_int32_t character)
{
    if (character >= 'a' && character <= 'z')
        return put_letter(writer, (uint32_t)character & ~UINT32_C(0x20));
    uint32_t upper = (uint32_t)utf8proc_toupper(character);
    return is_kept(writer->fold, upper) ? put_letter(writer, upper) : put_base_letter(writer, upper);
}

/* Composes the text; returns the number of characters, -1 if it is not UTF-8 or too long. */
static utf8proc_ssize_t compose(utf8proc_int32_t *out, const char *text, size_t length)
{
    utf8proc_ssize_t count = 0;
    bool marks = false;
    for (size_t i = 0; i < length; count++) {
        uint32_t character;
        size_t size = comb_utf8_decode(&character, text + i, length - i);
        if (size == 0)
            return -1;
        out[count] = (utf8proc_int32_t)character;
        marks = marks || is_mark(out[count]);
        i += size;
    }
    return marks ? utf8proc_normalize_utf32(out, count, UTF8PROC_STABLE | UTF8PROC_COMPOSE) : count;
}

static bool fold_unicode(struct writer *writer, const char *text, size_t length)
{
    utf8proc_int32_t characters[COMB_FOLD_MAX_INPUT];
    utf8proc_ssize_t count = compose(characters, text, length);
    for (utf8proc_ssize_t i = 0; i < count; i++)
        if (!fold_character(writer, characters[i]))
            return false;
    return count >= 0;
}

static bool is_ascii_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Writes letters up to the first other byte; returns whether all were letters. */
static bool fold_ascii(char *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!is_ascii_letter(text[i]))
            return false;
        out[i] = (char)(text[i] & ~0x20);
    }
    return true;
}

size_t comb_fold_word(char out[COMB_FOLD_MAX_BYTES], const struct comb_fold *fold, const char *text, size_t length)
{
    assert(fold->longest <= COMB_FOLD_MAX_LETTERS);
    if (length <= fold->longest && fold_ascii(out, text, length))
        return length < fold->shortest ? 0 : length;
    struct writer writer = {.out = out, .fold = fold};
    if (length > COMB_FOLD_MAX_INPUT || !fold_unicode(&writer, text, length))
        return 0;
    return writer.letters < fold->shortest ? 0 : writer.length;
}

static bool is_letter(utf8proc_int32_t character)
{
    utf8proc_category_t category = utf8proc_category(character);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool comb_fold_init(struct comb_fold *out, const char *keep, unsigned shortest, unsigned longest)
{
    size_t length = keep ? strlen(keep) : 0;
    *out = (struct comb_fold){.shortest = shortest,
                              .longest = longest < COMB_FOLD_MAX_LETTERS ? longest : COMB_FOLD_MAX_LETTERS};
    for (size_t i = 0; i < length;) {
        uint32_t letter;
        size_t size = comb_utf8_decode(&letter, keep + i, length - i);
        if (size == 0 || out->kept_count == COMB_FOLD_MAX_KEPT || !is_letter((utf8proc_int32_t)letter))
            return false;
        out->kept[out->kept_count++] = (uint32_t)utf8proc_toupper((utf8proc_int32_t)letter);
        i += size;
    }
    return true;
}
