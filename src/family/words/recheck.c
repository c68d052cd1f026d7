/* Checks claims about the whole board by solving it again: the number of words, their total score, the longest word,
 * and that no listed word has a better path. verify.c has checked that the listed words are valid and distinct; so if
 * their number is right, the list is complete. */
#include "family/words/game.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

const char *const comb_words_verified[] = {
    "list", "list_hash", "words", "words[].word", "words[].score", "words[].path[]", NULL,
};

static const char *const totals[] = {"score", "count", "longest"};
enum { TOTALS = sizeof totals / sizeof *totals };

static int compare_total(struct comb_claims *claims, const char *key, const json_t *answer, const json_t *again,
                         struct comb_error *err)
{
    const json_t *claimed = json_object_get(answer, key);
    const json_t *found = json_object_get(again, key);
    comb_claims_mark_checked(claims, key);
    if (!claimed || json_equal(claimed, found))
        return COMB_OK;
    if (json_is_string(found))
        return comb_violation(claims->violations, key, NULL, 0, err, "\"%s\" should be '%s'", key,
                              json_string_value(found));
    return comb_violation(claims->violations, key, NULL, 0, err, "\"%s\" should be %lld", key,
                          (long long)json_integer_value(found));
}

static size_t letters_of(const json_t *words, size_t index)
{
    const char *word = json_string_value(json_object_get(json_array_get(words, index), "word"));
    size_t letters = comb_utf8_columns(word, strlen(word));
    return letters <= COMB_DICT_MAX_WORD ? letters : 0;
}

/* Compares the number of words by length with the answer's. */
static int compare_lengths(struct comb_claims *claims, const json_t *answer, const json_t *again,
                           struct comb_error *err)
{
    const json_t *words = json_object_get(again, "words");
    json_t *claimed = json_object_get(answer, "lengths"), *number;
    long long counts[COMB_DICT_MAX_WORD + 1] = {0}, letters;
    const char *name;
    bool right = true;
    for (size_t i = 0; claimed && i < json_array_size(words); i++)
        counts[letters_of(words, i)]++;
    json_object_foreach(claimed, name, number)
    {
        char path[32];
        snprintf(path, sizeof path, "lengths.%.20s", name);
        comb_claims_mark_checked(claims, path);
        right = right && comb_parse_int(&letters, name) && letters > 0 && letters <= COMB_DICT_MAX_WORD &&
                json_integer_value(number) == counts[letters];
    }
    if (right)
        return COMB_OK;
    return comb_violation(claims->violations, "lengths", NULL, 0, err,
                          "\"lengths\" does not match the words of the board");
}

/* Returns an object {word: score} of all words. */
static json_t *index_words(struct comb_json *build, const json_t *words)
{
    json_t *index = comb_json_object(build);
    for (size_t i = 0; i < json_array_size(words); i++) {
        const json_t *item = json_array_get(words, i);
        comb_json_set(build, index, json_string_value(json_object_get(item, "word")),
                      json_incref(json_object_get(item, "score")));
    }
    return index;
}

static int compare_words(struct comb_claims *claims, const json_t *answer, const json_t *again, struct comb_error *err)
{
    struct comb_json build = {0};
    const json_t *words = json_object_get(answer, "words");
    json_t *index = index_words(&build, json_object_get(again, "words"));
    int code = build.failed ? comb_fail_memory(err) : COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(words); i++) {
        const json_t *item = json_array_get(words, i);
        const char *word = json_string_value(json_object_get(item, "word"));
        const json_t *best = json_object_get(index, word);
        if (best && !json_equal(best, json_object_get(item, "score")))
            code = comb_violation(claims->violations, "score", NULL, 0, err, "%s is worth %lld points on another path",
                                  word, (long long)json_integer_value(best));
    }
    json_decref(index);
    return code;
}

/* Marks the totals of a player's own list as checked: verify.c has compared them with the listed words. */
static void mark_own(struct comb_claims *claims, const json_t *answer)
{
    json_int_t listed = (json_int_t)json_array_size(json_object_get(answer, "words"));
    if (json_integer_value(json_object_get(answer, "count")) != listed)
        return;
    comb_claims_mark_checked(claims, "score");
    comb_claims_mark_checked(claims, "count");
}

int comb_words_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                       const struct comb_params *params, struct comb_error *err)
{
    json_t *again = NULL;
    if (!comb_claims_whole_board(answer)) {
        mark_own(claims, answer);
        return COMB_OK;
    }
    int code = comb_words_solve(&again, board, job, params, err);
    for (size_t i = 0; code == COMB_OK && i < TOTALS; i++)
        code = compare_total(claims, totals[i], answer, again, err);
    if (code == COMB_OK)
        code = compare_lengths(claims, answer, again, err);
    if (code == COMB_OK)
        code = compare_words(claims, answer, again, err);
    if (code == COMB_OK)
        comb_claims_mark_checked(claims, "complete");
    /* The answer does not record --limit, so the selection of the listed words cannot be checked. */
    if (code == COMB_OK &&
        json_array_size(json_object_get(answer, "words")) < (size_t)json_integer_value(json_object_get(again, "count")))
        comb_claims_mark_unchecked(claims, "words");
    json_decref(again);
    return code;
}
