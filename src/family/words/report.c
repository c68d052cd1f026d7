/* Prints a word answer for people: the board with the first word drawn, the totals, and the words with their paths. */
#include "family/words/game.h"
#include "family/words/paths.h"

#include "base/text.h"
#include "base/vec.h"

#include <string.h>

static const char *word_of(const json_t *item)
{
    const char *word = json_string_value(json_object_get(item, "word"));
    return word ? word : "";
}

static size_t letters_of(const json_t *item)
{
    const char *word = word_of(item);
    return comb_utf8_columns(word, strlen(word));
}

/* What is printed, and how. */
struct report {
    const struct comb_words_board *board;
    const struct comb_report_style *style;
    const struct comb_params *params;
};

static void print_path(struct comb_buf *out, const struct report *report, const json_t *item)
{
    comb_words_write_path(out, report->board, json_object_get(item, "path"), report->params,
                          report->style->terminal.unicode && !report->style->plain);
}

static size_t columns_of(const struct comb_buf *text)
{
    return comb_utf8_columns(comb_buf_text(text), text->length);
}

static void dim(struct comb_buf *out, const struct comb_report_style *style, bool on)
{
    if (style->terminal.colours != COMB_TERMINAL_PLAIN)
        comb_buf_str(out, on ? "\033[2m" : "\033[0m");
}

int comb_words_draw(struct comb_buf *out, const void *board, const json_t *answer,
                    const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    struct comb_scene *scene;
    int code = comb_words_scene(&scene, board, answer, params, err);
    if (code == COMB_OK)
        code = comb_render_terminal(out, scene, &style->terminal, err);
    comb_scene_free(scene);
    return code;
}

/* Prints words of one length in as many columns of equal width as fit. */
static void print_group(struct comb_buf *out, const struct report *report, const json_t *words, size_t from, size_t to)
{
    const struct comb_report_style *style = report->style;
    struct comb_buf entry = {0};
    size_t widest = 0;
    for (size_t i = from; i < to; i++) {
        comb_buf_clear(&entry);
        print_path(&entry, report, json_array_get(words, i));
        size_t columns = letters_of(json_array_get(words, i)) + 1 + columns_of(&entry);
        widest = columns > widest ? columns : widest;
    }
    size_t width = style->terminal.width > 2 ? style->terminal.width - 2 : 78;
    size_t per_line = width / (widest + 2) > 0 ? width / (widest + 2) : 1;
    for (size_t i = from; i < to; i++) {
        const json_t *item = json_array_get(words, i);
        bool last = (i - from) % per_line == per_line - 1 || i + 1 == to;
        comb_buf_clear(&entry);
        print_path(&entry, report, item);
        comb_buf_printf(out, "%s%s ", (i - from) % per_line == 0 ? "  " : "", word_of(item));
        dim(out, style, true);
        comb_buf_str(out, comb_buf_text(&entry));
        dim(out, style, false);
        if (last)
            comb_buf_char(out, '\n');
        else
            comb_buf_repeat(out, " ", widest + 2 - letters_of(item) - 1 - columns_of(&entry));
    }
    out->failed |= entry.failed;
    comb_buf_free(&entry);
}

/* Number of words of a length, including those not listed. */
static size_t words_of_length(const json_t *answer, size_t letters, size_t listed)
{
    char name[24];
    snprintf(name, sizeof name, "%zu", letters);
    const json_t *all = json_object_get(json_object_get(answer, "lengths"), name);
    return all ? (size_t)json_integer_value(all) : listed;
}

static void print_by_length(struct comb_buf *out, const struct report *report, const json_t *answer)
{
    const json_t *words = json_object_get(answer, "words");
    size_t count = json_array_size(words);
    for (size_t from = 0; from < count;) {
        size_t to = from;
        size_t letters = letters_of(json_array_get(words, from));
        while (to < count && letters_of(json_array_get(words, to)) == letters)
            to++;
        size_t all = words_of_length(answer, letters, to - from);
        comb_buf_printf(out, "\n%zu letters: %zu word%s", letters, all, all == 1 ? "" : "s");
        if (all > to - from)
            comb_buf_printf(out, ", %zu shown", to - from);
        comb_buf_char(out, '\n');
        print_group(out, report, words, from, to);
        from = to;
    }
}

static void print_lines(struct comb_buf *out, const struct report *report, const json_t *words)
{
    size_t widest = 0;
    for (size_t i = 0; i < json_array_size(words); i++) {
        size_t letters = letters_of(json_array_get(words, i));
        widest = letters > widest ? letters : widest;
    }
    for (size_t i = 0; i < json_array_size(words); i++) {
        const json_t *item = json_array_get(words, i);
        comb_buf_printf(out, "  %s%*s %6lld  ", word_of(item), (int)(widest - letters_of(item)), "",
                        (long long)json_integer_value(json_object_get(item, "score")));
        dim(out, report->style, true);
        print_path(out, report, item);
        dim(out, report->style, false);
        comb_buf_char(out, '\n');
    }
}

static void print_invalid(struct comb_buf *out, const json_t *words, const char *why)
{
    if (json_array_size(words) == 0)
        return;
    comb_buf_printf(out, "\n%s:", why);
    for (size_t i = 0; i < json_array_size(words); i++)
        comb_buf_printf(out, " %s", json_string_value(json_array_get(words, i)));
    comb_buf_char(out, '\n');
}

/* Prints the player's score, the missed words in the requested order, and the invalid words. */
static void print_review(struct comb_buf *out, const struct report *report, const json_t *answer, const json_t *mine)
{
    long long score = comb_json_number(mine, "score"), total = comb_json_number(answer, "score");
    long long found = comb_json_number(mine, "found");
    comb_buf_printf(out, "you: %lld point%s (%.1f %% of %lld), %lld word%s; %lld missed\n", score,
                    score == 1 ? "" : "s", total > 0 ? 100.0 * (double)score / (double)total : 0, total, found,
                    found == 1 ? "" : "s", comb_json_number(mine, "missed"));
    print_invalid(out, json_object_get(mine, "not_in_list"), "not in the word list");
    print_invalid(out, json_object_get(mine, "not_on_board"), "not on the board");
    print_invalid(out, json_object_get(mine, "missed_common"), "common words you missed");
    json_t *missed = json_array();
    const json_t *words = json_object_get(answer, "words");
    for (size_t i = 0; missed && i < json_array_size(words); i++)
        if (!json_is_true(json_object_get(json_array_get(words, i), "mine")))
            out->failed |= json_array_append(missed, json_array_get(words, i)) != 0;
    out->failed |= !missed;
    if (json_array_size(missed) > 0)
        comb_buf_str(out, "\nmissed\n");
    print_lines(out, report, missed);
    if ((long long)json_array_size(missed) < comb_json_number(mine, "missed"))
        comb_buf_printf(out, "\n%zu of %lld missed words shown\n", json_array_size(missed),
                        comb_json_number(mine, "missed"));
    json_decref(missed);
}

static void print_totals(struct comb_buf *out, const json_t *answer)
{
    long long score = comb_json_number(answer, "score"), count = comb_json_number(answer, "count");
    const char *longest = comb_json_text(answer, "longest");
    comb_buf_printf(out, "%lld point%s, %lld word%s", score, score == 1 ? "" : "s", count, count == 1 ? "" : "s");
    if (*longest)
        comb_buf_printf(out, ", longest %s", longest);
}

static int report_solved(struct comb_buf *out, const void *data, const json_t *answer,
                         const struct comb_report_style *style, const struct comb_params *params,
                         struct comb_error *err)
{
    const json_t *words = json_object_get(answer, "words");
    struct report report = {data, style, params};
    int code = comb_words_draw(out, data, answer, style, params, err);
    if (code != COMB_OK)
        return code;
    long long count = json_integer_value(json_object_get(answer, "count"));
    comb_buf_char(out, '\n');
    print_totals(out, answer);
    const char *rules = json_string_value(json_object_get(answer, "rules"));
    comb_buf_printf(out, "  (%s%s%s)\n", rules ? rules : "", rules ? "; " : "",
                    json_string_value(json_object_get(answer, "list")));
    if (comb_params_text(params, "path", NULL))
        return COMB_OK;
    const json_t *mine = json_object_get(answer, "mine");
    if (mine) {
        print_review(out, &report, answer, mine);
        return COMB_OK;
    }
    if (strcmp(comb_params_text(params, "sort", "length"), "length") == 0)
        print_by_length(out, &report, answer);
    else {
        comb_buf_char(out, '\n');
        print_lines(out, &report, words);
    }
    if ((size_t)count > json_array_size(words))
        comb_buf_printf(out, "\n%zu of %lld words shown\n", json_array_size(words), count);
    return COMB_OK;
}

/* Message of the first violation about this word, or NULL. */
static const char *violation_of(const json_t *violations, size_t index)
{
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *violation = json_array_get(violations, i);
        const json_t *of = json_object_get(violation, "index");
        if (json_is_integer(of) && json_integer_value(of) == (json_int_t)index)
            return json_string_value(json_object_get(violation, "message"));
    }
    return NULL;
}

static void report_checked(struct comb_buf *out, const struct report *report, const json_t *answer,
                           const json_t *violations)
{
    const json_t *words = json_object_get(answer, "words");
    bool unicode = report->style->terminal.unicode && !report->style->plain;
    for (size_t i = 0; i < json_array_size(words); i++) {
        const json_t *item = json_array_get(words, i);
        const char *wrong = violation_of(violations, i);
        comb_buf_printf(out, "%s %s", wrong ? (unicode ? "✗" : "no ") : (unicode ? "✓" : "yes"),
                        wrong ? wrong : word_of(item));
        if (!wrong) {
            comb_buf_printf(out, "  %lld  ", (long long)json_integer_value(json_object_get(item, "score")));
            print_path(out, report, item);
        }
        comb_buf_char(out, '\n');
    }
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *violation = json_array_get(violations, i);
        if (!json_object_get(violation, "index")) /* about the whole answer */
            comb_buf_printf(out, "%s %s\n", unicode ? "✗" : "no ",
                            json_string_value(json_object_get(violation, "message")));
    }
}

int comb_words_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                      const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err)
{
    int code = COMB_OK;
    const json_t *words = json_object_get(answer, "words");
    struct report report = {board, style, params};
    if (violations)
        report_checked(out, &report, answer, violations);
    else if (style->plain)
        for (size_t i = 0; i < json_array_size(words); i++)
            comb_buf_printf(out, "%s\n", word_of(json_array_get(words, i)));
    else
        code = report_solved(out, board, answer, style, params, err);
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}

int comb_words_summary(struct comb_summary *out, const void *board, const json_t *answer,
                       const struct comb_params *params, struct comb_error *err)
{
    enum { MAX_WORDS = 100 };
    const json_t *words = json_object_get(answer, "words");
    size_t shown = json_array_size(words) < MAX_WORDS ? json_array_size(words) : MAX_WORDS;
    struct comb_report_style plain = {.plain = true};
    struct report report = {board, &plain, params};
    print_totals(&out->text, answer);
    comb_buf_printf(&out->basis, "the word list %s", json_string_value(json_object_get(answer, "list")));
    if (shown == 0)
        return comb_summary_finish(out, err);
    comb_buf_printf(&out->caption, "The first %zu of %lld words; paths list cells numbered from 0 in reading order",
                    shown, (long long)json_integer_value(json_object_get(answer, "count")));
    out->columns = "Word\tPoints\tPath";
    for (size_t i = 0; i < shown; i++) {
        const json_t *item = json_array_get(words, i);
        comb_buf_printf(&out->rows, "%s\t%lld\t", word_of(item),
                        (long long)json_integer_value(json_object_get(item, "score")));
        print_path(&out->rows, &report, item);
        comb_buf_char(&out->rows, '\n');
    }
    return comb_summary_finish(out, err);
}
