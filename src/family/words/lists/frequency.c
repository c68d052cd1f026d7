/* How common words are: from a frequency list of the user, or from the stems of the Hunspell dictionary.
 *
 *     $XDG_DATA_HOME/comb/words/en.freq     one word per line, the most common first; what follows a word is ignored
 *
 * Without a frequency list, words that are stems of the installed Hunspell dictionary count as common: they are
 * everyday base forms, while large game lists consist mostly of rare words and inflected forms. Stems with more flags
 * come first, since common words have more derived forms (plant/RZGSJMD, but anile), then those of about five letters.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "family/words/game.h"
#include "family/words/lists/parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_LIST = 64 << 20, USUAL_LETTERS = 5, MOST_FLAGS = 15 };

static const char FREQUENCIES[] = "freq";

/* The code under which frequencies are stored: variants of a language share them (en-us uses those of en). */
static void base_code(char out[8], const struct comb_language *language)
{
    size_t length = strcspn(language->code, "-");
    memcpy(out, language->code, length < 7 ? length : 7);
    out[length < 7 ? length : 7] = '\0';
}

static int frequency_path(struct comb_buf *out, const struct comb_language *language, struct comb_error *err)
{
    char code[8];
    base_code(code, language);
    return comb_words_file(out, code, FREQUENCIES, err);
}

/* The rank of a stem; `flags` starts at the slash, if there is one. Bytes are counted, not flags: only the order of
 * stems of the same file matters. */
static uint32_t rank_of_stem(int letters, const char *flags)
{
    size_t count = *flags == '/' ? strcspn(flags + 1, " \t\r\n") : 0;
    uint32_t missing = count < MOST_FLAGS ? (uint32_t)(MOST_FLAGS - count) : 0;
    return missing * COMB_DICT_MAX_WORD + (uint32_t)abs(letters - USUAL_LETTERS);
}

/* Sets the rank of each word of a list, by line; with `stems`, of the stems of a .dic, whose order says nothing. */
static void rank_lines(uint32_t *ranks, const struct comb_dict *dict, const char *text, bool stems)
{
    uint32_t line = 0;
    for (const char *at = text; *at; line++) {
        char word[COMB_DICT_MAX_TEXT + 1];
        uint8_t letters[COMB_DICT_MAX_WORD];
        size_t length = strcspn(at, "\r\n"), size = strcspn(at, " \t,;/\r\n");
        if (size > 0 && size < sizeof word) {
            memcpy(word, at, size);
            word[size] = '\0';
            int count = comb_words_letters(letters, dict, word);
            uint32_t id = count > 0 ? comb_dict_find(dict, letters, (unsigned)count) : COMB_DICT_NONE;
            if (id != COMB_DICT_NONE && ranks[id] == UINT32_MAX)
                ranks[id] = stems ? rank_of_stem(count, at + size) : line;
        }
        at += length + strspn(at + length, "\r\n");
    }
}

static void rank_file(uint32_t *ranks, const struct comb_dict *dict, const char *path, bool stems)
{
    struct comb_buf text = {.limit = LARGEST_LIST + 1};
    if (comb_file_read(&text, path, LARGEST_LIST, NULL) == COMB_OK)
        rank_lines(ranks, dict, comb_buf_text(&text), stems);
    comb_buf_free(&text);
}

/* English words are looked up in the American dictionary; every other language has its own. */
static void rank_stems(uint32_t *ranks, const struct comb_dict *dict, const struct comb_language *language)
{
    const struct comb_language *stems = comb_language_is_embedded(language) ? comb_language_find("en-us") : language;
    for (const char *const *stem = stems->stems; *stem; stem++) {
        struct comb_buf path = {0};
        comb_buf_printf(&path, "/usr/share/hunspell/%s.dic", *stem);
        bool there = !path.failed && access(path.data, R_OK) == 0;
        if (there)
            rank_file(ranks, dict, path.data, true);
        comb_buf_free(&path);
        if (there)
            return;
    }
}

uint32_t *comb_words_ranks(const struct comb_dict *dict, const struct comb_language *language)
{
    size_t count = comb_dict_word_count(dict);
    uint32_t *ranks = malloc((count + 1) * sizeof *ranks);
    struct comb_buf path = {0};
    if (!ranks)
        return NULL;
    memset(ranks, 0xff, (count + 1) * sizeof *ranks);
    if (frequency_path(&path, language, NULL) == COMB_OK && access(path.data, R_OK) == 0)
        rank_file(ranks, dict, path.data, false);
    else
        rank_stems(ranks, dict, language);
    comb_buf_free(&path);
    return ranks;
}

int comb_words_add_frequencies(const struct comb_language *language, const char *path, struct comb_error *err)
{
    struct comb_buf text = {.limit = LARGEST_LIST + 1}, target = {0};
    int lock = -1;
    int code = comb_file_read(&text, path, LARGEST_LIST, err);
    if (code == COMB_OK)
        code = comb_words_check_text(path, comb_buf_text(&text), text.length, true, err);
    if (code == COMB_OK)
        code = frequency_path(&target, language, err);
    if (code == COMB_OK)
        code = comb_words_lock(&lock, err);
    if (code == COMB_OK)
        code = comb_file_write(target.data, text.data, text.length, err);
    comb_words_unlock(lock);
    comb_buf_free(&text);
    comb_buf_free(&target);
    return code;
}
