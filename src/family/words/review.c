#define _POSIX_C_SOURCE 200809L
#include "family/words/review.h"

#include "base/bitset.h"
#include "base/file.h"
#include "family/words/game.h"
#include "family/words/lists/word_lists.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 4 << 20 };

void comb_words_review_free(struct comb_words_review *review)
{
    for (size_t i = 0; i < review->not_in_list.count; i++)
        free(review->not_in_list.items[i]);
    comb_vec_free(&review->not_in_list);
    free(review->mine);
    review->mine = NULL;
}

static bool is_recorded(const struct comb_words_review *review, const char *word)
{
    for (size_t i = 0; i < review->not_in_list.count; i++)
        if (strcmp(review->not_in_list.items[i], word) == 0)
            return true;
    return false;
}

static bool add_unknown(struct comb_words_review *review, const char *word)
{
    char *copy = strdup(word);
    for (char *c = copy; copy && *c; c++)
        *c = (char)toupper((unsigned char)*c);
    if (copy && is_recorded(review, copy)) {
        free(copy);
        return true;
    }
    if (copy && comb_vec_push(&review->not_in_list, copy))
        return true;
    free(copy);
    return false;
}

static bool add_word(struct comb_words_review *review, const struct comb_dict *dict, const char *word)
{
    uint8_t letters[COMB_DICT_MAX_WORD];
    int count = comb_words_letters(letters, dict, word);
    uint32_t id = count > 0 ? comb_dict_find(dict, letters, (unsigned)count) : COMB_DICT_NONE;
    if (id == COMB_DICT_NONE)
        return add_unknown(review, word);
    comb_bit_set(review->mine, id);
    return true;
}

static int add_words(struct comb_words_review *review, const struct comb_dict *dict, char *text, struct comb_error *err)
{
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t\r\n,;:", &rest); word; word = strtok_r(NULL, " \t\r\n,;:", &rest)) {
        bool number = word[strspn(word, "+0123456789.")] == '\0';
        if (!number && !add_word(review, dict, word))
            return comb_fail_memory(err);
    }
    return COMB_OK;
}

int comb_words_review_read(struct comb_words_review *review, const struct comb_dict *dict, const char *path,
                           struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = comb_file_read(&text, path, LARGEST_FILE, err);
    if (code == COMB_OK && text.length > 0)
        code = comb_words_check_text(path, text.data, text.length, false, err);
    if (code == COMB_OK) {
        review->mine = calloc(COMB_BITSET_WORDS(comb_dict_word_count(dict)), sizeof *review->mine);
        code = review->mine ? COMB_OK : comb_fail_memory(err);
    }
    if (code == COMB_OK && text.length > 0)
        code = add_words(review, dict, text.data, err);
    comb_buf_free(&text);
    return code;
}
