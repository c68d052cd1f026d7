/* Settles a reading by the language of its board, which the user has named.
 *
 * A language distinguishes only the letters of its own alphabet: on a French board É and E are the same letter, on a
 * Swedish one Ä and A are not. A letter that is uncertain between two readings which the language does not distinguish
 * is certain. A mark that no letter of the alphabet has is another one, misread, if the alphabet has its base with a
 * mark at all. */
#include "family/words/read/parts.h"

#include "base/text.h"
#include "engine/dict/fold.h"
#include "engine/dict/language.h"

#include <math.h>
#include <string.h>

enum { MAX_TEXT = 4 * COMB_WORDS_MAX_TILE };

/* Below it, not only the mark but the letter itself is uncertain. */
static const double MIN_BASE_CONFIDENCE = 0.5;

/* A text without any mark, and as the language writes it. */
struct folded {
    char plain[MAX_TEXT + 1], kept[MAX_TEXT + 1];
};

static bool fold_text(char out[MAX_TEXT + 1], const struct comb_fold *fold, const char *text)
{
    char bytes[COMB_FOLD_MAX_BYTES];
    size_t length = comb_fold_word(bytes, fold, text, strlen(text));
    if (length == 0 || length > MAX_TEXT)
        return false;
    memcpy(out, bytes, length);
    out[length] = '\0';
    return true;
}

static bool fold_both(struct folded *out, const struct comb_fold *fold, const char *text)
{
    struct comb_fold plain;
    return comb_fold_init(&plain, "", 1, COMB_WORDS_MAX_TILE) && fold_text(out->plain, &plain, text) &&
           fold_text(out->kept, fold, text);
}

static const char *member(const json_t *cell, const char *key)
{
    const char *text = json_string_value(json_object_get(cell, key));
    return text ? text : "";
}

/* The letters of the language that have this base and a mark; *only is the last of them. */
static unsigned count_marked(char only[MAX_TEXT + 1], const struct comb_fold *fold, const char *plain)
{
    unsigned count = 0;
    for (unsigned i = 0; i < fold->kept_count; i++) {
        char letter[MAX_TEXT + 1];
        struct folded folded;
        letter[comb_utf8_encode(letter, fold->kept[i])] = '\0';
        if (fold_both(&folded, fold, letter) && strcmp(folded.plain, plain) == 0) {
            strcpy(only, letter);
            count++;
        }
    }
    return count;
}

static void set_cell(struct comb_json *build, json_t *cell, const char *text, const char *second, double confidence)
{
    comb_json_set(build, cell, "text", comb_json_string(build, text));
    comb_json_set(build, cell, "second", comb_json_string(build, second));
    comb_json_set(build, cell, "confidence", comb_json_real(build, confidence));
}

/* Both readings of an uncertain letter, if only its mark is uncertain. */
static bool asks_mark(struct folded *second, const json_t *cell, const struct folded *text,
                      const struct comb_fold *fold)
{
    double confidence = json_number_value(json_object_get(cell, "confidence"));
    return confidence < COMB_READING_MIN_CONFIDENCE && confidence >= MIN_BASE_CONFIDENCE &&
           !comb_reading_asks_state(cell) && fold_both(second, fold, member(cell, "second")) &&
           strcmp(text->plain, second->plain) == 0;
}

static void settle_cell(struct comb_json *build, json_t *cell, const struct comb_fold *fold)
{
    struct folded text, second;
    char only[MAX_TEXT + 1];
    double confidence = json_number_value(json_object_get(cell, "confidence"));
    if (!fold_both(&text, fold, member(cell, "text")))
        return;
    bool foreign = strcmp(text.kept, member(cell, "text")) != 0, asks = asks_mark(&second, cell, &text, fold);
    unsigned marked = count_marked(only, fold, text.plain);
    if (foreign && marked > 0) /* a mark is there, but not this one */
        set_cell(build, cell, only, text.plain, marked == 1 && asks ? 0.9 : fmin(confidence, 0.6));
    else if (asks && strcmp(text.kept, second.kept) == 0)
        set_cell(build, cell, text.kept, "", 0.9);
    else if (foreign)
        comb_json_set(build, cell, "text", comb_json_string(build, text.kept));
}

int comb_words_settle_language(json_t *reading, const char *code, struct comb_error *err)
{
    const struct comb_language *language = comb_language_find(code);
    struct comb_json build = {0};
    struct comb_fold fold;
    size_t i;
    json_t *cell;
    if (!language || !comb_fold_init(&fold, language->kept, 1, COMB_WORDS_MAX_TILE))
        return comb_fail(err, COMB_BAD_INPUT, "no such language '%.20s'; see 'comb words list'", code);
    json_array_foreach(json_object_get(reading, "cells"), i, cell) settle_cell(&build, cell, &fold);
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}
