/* Solves a word board: converts cells to tiles, lets the engine list every word with its best path, sorts the words and
 * writes JSON. */
#include "family/words/game.h"

#include "base/bitset.h"
#include "base/text.h"
#include "base/vec.h"
#include "family/words/lists/word_lists.h"
#include "family/words/review.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word found; its letters and path are stored in struct listing's `bytes`. */
struct entry {
    uint32_t id;
    uint32_t points;
    uint32_t rank;   /* alphabetical, the engine's order */
    uint32_t rarity; /* by comb_words_ranks; 0 if not asked for */
    size_t start;
    uint8_t letters;
    uint8_t cells;
};

struct listing {
    struct comb_job *job;
    struct COMB_VEC(struct entry) entries;
    struct comb_buf bytes; /* letters, then path, of each entry */
    uint64_t score;
    bool failed;
    int stopped; /* code of the job's tick */
};

static bool on_tick(void *payload)
{
    struct listing *listing = payload;
    listing->stopped = comb_job_tick(listing->job, 1);
    return listing->stopped == COMB_OK;
}

static bool add_found_word(void *payload, const struct comb_word_found *found)
{
    struct listing *listing = payload;
    struct entry entry = {
        .id = found->id,
        .points = found->points,
        .rank = (uint32_t)listing->entries.count,
        .start = listing->bytes.length,
        .letters = (uint8_t)found->length,
        .cells = (uint8_t)found->cells,
    };
    comb_buf_add(&listing->bytes, found->letters, found->length);
    comb_buf_add(&listing->bytes, found->path, found->cells);
    listing->failed |= listing->bytes.failed || !comb_vec_push(&listing->entries, entry);
    listing->score += found->points;
    return !listing->failed;
}

static int letter_index(const struct comb_dict *dict, uint32_t letter, unsigned cell, struct comb_error *err)
{
    int index = comb_dict_letter_index(dict, letter);
    if (index < 0) {
        char text[5] = "";
        comb_utf8_encode(text, letter);
        comb_fail(err, COMB_BAD_INPUT, "cell %u: '%s' is not a letter of the word list %s", cell, text,
                  comb_dict_title(dict));
    }
    return index;
}

static void set_neighbours(struct comb_word_board *tiles, const struct comb_lattice *lattice, unsigned cell)
{
    for (unsigned k = 0; k < lattice->degree[cell]; k++) {
        unsigned other = lattice->neighbours[cell][k];
        if (other < COMB_WORD_MASK_CELLS)
            tiles->neighbours[cell] |= (uint64_t)1 << other;
        else
            tiles->high_neighbours[cell] |= (uint64_t)1 << (other - COMB_WORD_MASK_CELLS);
    }
}

int comb_words_tiles(struct comb_word_board *tiles, const struct comb_words_board *board, const struct comb_dict *dict,
                     struct comb_error *err)
{
    tiles->cells = board->lattice->count;
    for (unsigned i = 0; i < board->lattice->count; i++) {
        const struct comb_words_cell *cell = &board->cells[i];
        struct comb_word_tile *tile = &tiles->tiles[i];
        set_neighbours(tiles, board->lattice, i);
        if (board->game->by_letters && cell->attribute[0])
            *(cell->attribute[1] == 'w' ? &tiles->word_times[i] : &tiles->letter_times[i]) =
                (uint8_t)(cell->attribute[0] - '0');
        if (cell->kind == COMB_WORDS_ANY)
            *tile = (struct comb_word_tile){.count = 1, .letters = {COMB_WORD_ANY}};
        assert(cell->letters <= COMB_WORD_MAX_TILE && (cell->kind != COMB_WORDS_ANY || cell->letters == 0));
        for (unsigned k = 0; k < cell->letters; k++) {
            int index = letter_index(dict, cell->letter[k], i, err);
            if (index < 0)
                return COMB_BAD_INPUT;
            tile->letters[tile->count++] = (uint8_t)index;
        }
    }
    return comb_word_board_check(tiles, dict, err);
}

void comb_words_rules(struct comb_word_rules *rules, const struct comb_words_board *board, const struct comb_dict *dict,
                      const struct comb_params *params)
{
    const struct comb_words_game *game = board->game;
    rules->min_length = (unsigned)comb_params_int(params, "min-length", game->min_length);
    if (!game->by_letters) {
        rules->kind = COMB_WORD_BY_LENGTH;
        for (unsigned letters = rules->min_length; letters <= COMB_DICT_MAX_WORD; letters++)
            rules->points[letters] = game->points_by_length(letters);
        return;
    }
    rules->kind = COMB_WORD_BY_LETTERS;
    rules->bonus_beyond = game->bonus_beyond;
    rules->bonus = game->bonus;
    for (unsigned letter = 0; letter < comb_dict_letter_count(dict); letter++) {
        uint32_t code_point = 0;
        const char *text = comb_dict_letter_text(dict, letter);
        comb_utf8_decode(&code_point, text, strlen(text));
        rules->values[letter] = (uint8_t)comb_language_value(board->language, code_point);
    }
}

static int by_word(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int by_length(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;
    return x->letters != y->letters ? y->letters - x->letters : by_word(a, b);
}

static int by_score(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;
    return x->points != y->points ? (x->points < y->points) - (x->points > y->points) : by_length(a, b);
}

static int by_rarity(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;
    return x->rarity != y->rarity ? (x->rarity > y->rarity) - (x->rarity < y->rarity) : by_score(a, b);
}

/* Looks up how common the words are. */
static bool find_rarities(struct listing *listing, const struct comb_dict *dict, const struct comb_language *language)
{
    uint32_t *ranks = comb_words_ranks(dict, language);
    for (size_t i = 0; ranks && i < listing->entries.count; i++)
        listing->entries.items[i].rarity = ranks[listing->entries.items[i].id];
    free(ranks);
    return ranks != NULL;
}

static void sort_words(struct listing *listing, const char *key)
{
    if (listing->entries.count == 0)
        return;
    int (*compare)(const void *, const void *) = strcmp(key, "score") == 0    ? by_score
                                                 : strcmp(key, "word") == 0   ? by_word
                                                 : strcmp(key, "common") == 0 ? by_rarity
                                                                              : by_length;
    qsort(listing->entries.items, listing->entries.count, sizeof *listing->entries.items, compare);
}

static json_t *word_object(struct comb_json *build, const struct listing *listing, const struct entry *entry,
                           const struct comb_dict *dict, const struct comb_words_review *review, struct comb_buf *text)
{
    assert(entry->start + entry->letters + entry->cells <= listing->bytes.length);
    const uint8_t *bytes = (const uint8_t *)listing->bytes.data + entry->start;
    comb_buf_clear(text);
    comb_dict_to_text(text, dict, bytes, entry->letters);
    json_t *path = comb_json_array(build);
    for (unsigned i = 0; i < entry->cells; i++)
        comb_json_push(build, path, comb_json_int(build, bytes[entry->letters + i]));
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "word", comb_json_string(build, comb_buf_text(text)));
    comb_json_set(build, object, "score", comb_json_int(build, entry->points));
    comb_json_set(build, object, "path", path);
    if (review->mine)
        comb_json_set(build, object, "mine", comb_json_bool(build, comb_bit_test(review->mine, entry->id)));
    build->failed |= text->failed;
    return object;
}

/* The longest word; the alphabetically first of equal length. */
static const struct entry *longest(const struct listing *listing)
{
    const struct entry *best = NULL;
    for (size_t i = 0; i < listing->entries.count; i++) {
        const struct entry *entry = &listing->entries.items[i];
        if (!best || by_length(entry, best) < 0)
            best = entry;
    }
    return best;
}

/* The most common words that the player missed; only words whose frequency is known. Leaves the order unchanged. */
static json_t *missed_common(struct comb_json *build, const struct listing *listing, const struct comb_dict *dict,
                             const struct comb_words_review *review)
{
    enum { SHOWN = 12 };
    json_t *array = comb_json_array(build);
    size_t count = listing->entries.count;
    struct entry *sorted = malloc((count + 1) * sizeof *sorted);
    struct comb_buf text = {0};
    build->failed |= !sorted;
    if (sorted && count > 0) {
        memcpy(sorted, listing->entries.items, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_rarity);
    }
    for (size_t i = 0; sorted && i < count && json_array_size(array) < SHOWN && sorted[i].rarity < UINT32_MAX; i++) {
        if (comb_bit_test(review->mine, sorted[i].id))
            continue;
        comb_buf_clear(&text);
        comb_dict_to_text(&text, dict, (const uint8_t *)listing->bytes.data + sorted[i].start, sorted[i].letters);
        comb_json_push(build, array, comb_json_string(build, comb_buf_text(&text)));
    }
    build->failed |= text.failed;
    comb_buf_free(&text);
    free(sorted);
    return array;
}

/* Writes "mine": {"found", "score", "missed", "share", "missed_common", "not_on_board", "not_in_list"}, the player's
 * result. */
static void write_review(struct comb_json *build, json_t *root, const struct listing *listing,
                         const struct comb_dict *dict, const struct comb_words_review *review)
{
    long long found = 0;
    long long score = 0;
    json_t *common = missed_common(build, listing, dict, review);
    for (size_t i = 0; i < listing->entries.count; i++) {
        const struct entry *entry = &listing->entries.items[i];
        if (comb_bit_test(review->mine, entry->id)) {
            found++;
            score += entry->points;
            comb_bit_clear(review->mine, entry->id); /* the remaining ids are in the list but not on the board */
        }
    }
    assert(found <= (long long)listing->entries.count);
    json_t *absent = comb_json_array(build);
    size_t words = comb_dict_word_count(dict);
    struct comb_buf text = {0};
    for (size_t id = comb_bit_next(review->mine, words, 0); id < words;
         id = comb_bit_next(review->mine, words, id + 1)) {
        uint8_t letters[COMB_DICT_MAX_WORD];
        comb_buf_clear(&text);
        comb_dict_to_text(&text, dict, letters, comb_dict_word(letters, dict, (uint32_t)id));
        comb_json_push(build, absent, comb_json_string(build, comb_buf_text(&text)));
    }
    build->failed |= text.failed;
    comb_buf_free(&text);
    json_t *unknown = comb_json_array(build);
    for (size_t i = 0; i < review->not_in_list.count; i++)
        comb_json_push(build, unknown, comb_json_string(build, review->not_in_list.items[i]));
    json_t *mine = comb_json_object(build);
    comb_json_set(build, mine, "found", comb_json_int(build, found));
    comb_json_set(build, mine, "score", comb_json_int(build, score));
    comb_json_set(build, mine, "missed", comb_json_int(build, (long long)listing->entries.count - found));
    comb_json_set(build, mine, "share",
                  comb_json_real(build, listing->score > 0 ? (double)score / (double)listing->score : 0));
    comb_json_set(build, mine, "missed_common", common);
    comb_json_set(build, mine, "not_on_board", absent);
    comb_json_set(build, mine, "not_in_list", unknown);
    comb_json_set(build, root, "mine", mine);
}

/* Writes "lengths": {"6": 3, "5": 15}, the number of words by length, for answers that list only some words. */
static void write_lengths(struct comb_json *build, json_t *root, const struct listing *listing)
{
    size_t counts[COMB_DICT_MAX_WORD + 1] = {0};
    json_t *lengths = comb_json_object(build);
    for (size_t i = 0; i < listing->entries.count; i++)
        counts[listing->entries.items[i].letters]++;
    for (size_t letters = COMB_DICT_MAX_WORD; letters > 0; letters--) {
        char name[8];
        snprintf(name, sizeof name, "%zu", letters);
        if (counts[letters] > 0)
            comb_json_set(build, lengths, name, comb_json_int(build, (long long)counts[letters]));
    }
    comb_json_set(build, root, "lengths", lengths);
}

static void write_words(struct comb_json *build, json_t *root, const struct listing *listing,
                        const struct comb_dict *dict, const struct comb_words_review *review,
                        const struct comb_params *params)
{
    struct comb_buf text = {0};
    json_t *words = comb_json_array(build);
    long long limit = comb_params_int(params, "limit", (long long)listing->entries.count);
    for (size_t i = 0; i < listing->entries.count && i < (size_t)limit; i++)
        comb_json_push(build, words, word_object(build, listing, &listing->entries.items[i], dict, review, &text));
    if ((size_t)limit < listing->entries.count)
        write_lengths(build, root, listing);
    comb_json_set(build, root, "words", words);
    comb_buf_free(&text);
}

static int write_answer(json_t **answer, const struct listing *listing, const struct comb_words_board *board,
                        const struct comb_dict *dict, const struct comb_words_review *review,
                        const struct comb_params *params, struct comb_error *err)
{
    struct comb_json build = {.failed = listing->failed};
    struct comb_buf text = {0};
    json_t *root = comb_json_object(&build);
    comb_words_print(&text, board);
    comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
    if (board->game->rules_name)
        comb_json_set(&build, root, "rules", comb_json_string(&build, board->game->rules_name));
    comb_json_set(&build, root, "list", comb_json_string(&build, comb_dict_title(dict)));
    comb_json_set(&build, root, "list_hash", comb_words_list_hash(&build, dict));
    comb_json_set(&build, root, "score", comb_json_int(&build, (long long)listing->score));
    comb_json_set(&build, root, "count", comb_json_int(&build, (long long)listing->entries.count));
    const struct entry *best = longest(listing);
    comb_buf_clear(&text);
    if (best)
        comb_dict_to_text(&text, dict, (const uint8_t *)listing->bytes.data + best->start, best->letters);
    comb_json_set(&build, root, "longest", comb_json_string(&build, comb_buf_text(&text)));
    write_words(&build, root, listing, dict, review, params);
    if (review->mine)
        write_review(&build, root, listing, dict, review);
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(answer, &build, root, err);
}

static int list_words(struct listing *listing, const struct comb_words_board *board, const struct comb_dict *dict,
                      const struct comb_params *params, struct comb_error *err)
{
    struct comb_word_board tiles = {0};
    struct comb_word_rules rules = {0};
    struct comb_word_search *list_words = NULL;
    int code = comb_words_tiles(&tiles, board, dict, err);
    if (code == COMB_OK)
        code = comb_word_search_new(&list_words, dict, err);
    if (code == COMB_OK) {
        comb_words_rules(&rules, board, dict, params);
        comb_word_search_tick(list_words, on_tick, listing);
        code = comb_word_list(list_words, &tiles, &rules, COMB_WORD_ALPHABETICAL, add_found_word, listing, err);
        if (listing->stopped != COMB_OK)
            code = comb_job_fail(listing->job, listing->stopped, err);
    }
    comb_word_search_free(list_words);
    return code;
}

static int solve_with(json_t **answer, const struct comb_words_board *board, const struct comb_dict *dict,
                      const struct comb_words_review *review, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err)
{
    struct listing listing = {.job = job};
    int code = list_words(&listing, board, dict, params, err);
    if (code == COMB_OK || code == COMB_LIMIT || code == COMB_INTERRUPTED) {
        const char *key = comb_params_text(params, "sort", "length");
        if ((review->mine || strcmp(key, "common") == 0) && !find_rarities(&listing, dict, board->language))
            listing.failed = true;
        sort_words(&listing, key);
        int written = write_answer(answer, &listing, board, dict, review, params, err);
        code = written == COMB_OK ? code : written;
    }
    comb_vec_free(&listing.entries);
    comb_buf_free(&listing.bytes);
    return code;
}

int comb_words_solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                     struct comb_error *err)
{
    const struct comb_dict *dict;
    struct comb_words_review review = {0};
    const char *mine = comb_params_text(params, "mine", NULL);
    *answer = NULL;
    int code = comb_words_dict(&dict, job, params, err);
    if (code == COMB_OK && mine)
        code = comb_words_review_read(&review, dict, mine, err);
    if (code == COMB_OK)
        code = solve_with(answer, board, dict, &review, job, params, err);
    comb_words_review_free(&review);
    return code;
}
