/* Hunspell dictionaries from arbitrary bytes: the .aff, a line "===", the .dic.
 *
 * Every accepted dictionary must generate forms that are UTF-8 and not too long; letters_only must generate exactly the
 * forms that have only letters. */
#include "base/hash.h"
#include "base/text.h"
#include "engine/dict/fold.h"
#include "engine/hunspell/hunspell.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_TICKS = 10, MAX_BYTES = 1 << 16 };

struct count {
    size_t forms; /* of letters only */
    uint64_t sum; /* of their hashes: the order does not matter */
    unsigned ticks;
    struct comb_fold fold;
};

static bool is_letter(uint32_t character)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)character);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME;
}

static bool only_letters(const char *word, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint32_t character;
        i += comb_utf8_decode(&character, word + i, length - i);
        if (!is_letter(character))
            return false;
    }
    return true;
}

static bool visit(void *payload, const char *word, size_t length)
{
    struct count *count = payload;
    char folded[COMB_FOLD_MAX_BYTES];
    assert(length > 0 && length <= COMB_HUNSPELL_MAX_FORM);
    assert(comb_utf8_valid(word, length));
    size_t size = comb_fold_word(folded, &count->fold, word, length);
    assert(comb_utf8_valid(folded, size));
    assert(size == 0 || only_letters(word, length));
    if (only_letters(word, length)) {
        count->forms++;
        count->sum += comb_hash(word, length, 0);
    }
    return true;
}

static bool visit_part(void *payload, enum comb_hunspell_part part, const char *form, size_t length)
{
    (void)payload;
    assert(part == COMB_HUNSPELL_BEGIN || part == COMB_HUNSPELL_END);
    assert(length > 0 && length <= COMB_HUNSPELL_MAX_FORM && comb_utf8_valid(form, length));
    return true;
}

static bool tick(void *payload, double share)
{
    struct count *count = payload;
    assert(share >= 0 && share <= 1);
    return ++count->ticks < MAX_TICKS;
}

static int expand(struct count *out, const struct comb_hunspell_files *files, bool letters_only)
{
    struct comb_hunspell_options options = {.capitals = COMB_HUNSPELL_CAPITALS, .letters_only = letters_only};
    options.visit_part = letters_only ? visit_part : NULL; /* must not change the other forms */
    struct comb_hunspell_report report;
    struct comb_error err = {0};
    *out = (struct count){0};
    assert(comb_fold_init(&out->fold, "ÅÄÖ", 1, 16));
    int code = comb_hunspell_expand(&report, files, &options, visit, tick, out, &err);
    assert(code == COMB_OK || code == COMB_LIMIT || code == COMB_BAD_INPUT);
    assert(code == COMB_OK || (err.code == code && err.message[0]));
    assert(!letters_only || report.forms == out->forms);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    size_t split = 0;
    if (size > MAX_BYTES)
        return 0;
    while (split + 4 <= size && memcmp(text + split, "===\n", 4) != 0)
        split++;
    if (split + 4 > size)
        return 0;
    struct comb_hunspell_files files = {text, split, text + split + 4, size - split - 4};
    struct count all;
    struct count letters;
    int code = expand(&all, &files, false);
    int code_letters = expand(&letters, &files, true);
    assert((code == COMB_BAD_INPUT) == (code_letters == COMB_BAD_INPUT) || all.ticks || letters.ticks);
    if (code == COMB_OK && code_letters == COMB_OK)
        assert(all.forms == letters.forms && all.sum == letters.sum);
    return 0;
}
