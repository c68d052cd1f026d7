/* Reads pictures with known boards, each in every variation, and compares.
 *
 *     vision [--truth FILE] [--only TEXT] [--variation NAME] [--sample N] [--time] [--strict] [--list] FOLDER
 *
 * FOLDER holds pictures and truth.json: {"name.png": {"game", "board", "extra": {...}, "cap": height of a capital}}.
 * Prints a table: how many readings of each variation are right and certain, right except for a missed counter or score
 * beside the board, right but uncertain, wrong but uncertain, not found, and wrong without warning (the worst; each is
 * listed). Then letters by cap height. --only limits the run to pictures whose name contains TEXT; --sample reads each
 * variation of every N-th picture only, a different N-th for each, and all original pictures; --time prints the CPU
 * time of each original picture and the peak memory instead; --strict exits with 1 if any original picture is not
 * right, or anything is wrong without warning; --list prints everything that is not right. One thread, CPU time. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "core/board.h"
#include "core/reading.h"
#include "vision_vary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum outcome { RIGHT, UNSEEN, RIGHT_UNCERTAIN, WRONG_UNCERTAIN, NOT_FOUND, SILENT, OUTCOMES };

static const char *const outcome_names[OUTCOMES] = {
    "right", "counter missed", "right, uncertain", "wrong, uncertain", "not found", "WRONG, NO WARNING"};

enum { CAPS = 6 };
static const double cap_from[CAPS] = {0, 8, 10, 12, 16, 24};

struct tally {
    unsigned outcomes[OUTCOMES];
    unsigned long cells, right;
};

struct settings {
    const char *folder, *truth, *only, *variation;
    unsigned sample;
    bool time, strict, list;
};

struct bench {
    struct settings settings;
    struct comb_job *job;
    struct tally caps[CAPS];
    struct tally all;
    unsigned pictures; /* read so far */
    bool failed;
};

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int load_picture(struct comb_pixels **out, const char *folder, const char *name, struct comb_error *err)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    struct comb_buf bytes = {0};
    int code = comb_file_read(&bytes, path, COMB_PIXELS_MAX_BYTES, err);
    if (code == COMB_OK)
        code = comb_pixels_decode(out, bytes.data, bytes.length, err);
    comb_buf_free(&bytes);
    return code;
}

/* ---- comparing ---- */

/* Returns the text in the game's own notation. */
static void normalise(struct comb_buf *out, const struct bench *bench, const char *game, const char *text)
{
    struct comb_board *board = NULL;
    struct comb_error err;
    if (comb_board_open(&board, comb_game_find(game), text, strlen(text), bench->job, NULL, &err) == COMB_OK)
        board->game->print(out, board->data);
    else
        comb_buf_printf(out, "unreadable: %s", err.message);
    comb_board_free(board);
}

/* Cells are separated by blanks, slashes and line ends, or single characters if a line has no blank. */
static bool next_cell(char cell[32], const char **text, bool single)
{
    while (**text == ' ' || **text == '\n' || **text == '/')
        ++*text;
    size_t length = single && **text ? 1 : strcspn(*text, " \n/");
    snprintf(cell, 32, "%.*s", (int)(length > 31 ? 31 : length), *text);
    *text += length;
    return length > 0;
}

static void count_cells(struct tally *tally, const char *truth, const char *read)
{
    bool single_truth = !strpbrk(truth, " :="), single_read = !strpbrk(read, " :=");
    char wanted[32], got[32];
    bool more = true;
    while (next_cell(wanted, &truth, single_truth)) {
        more = more && next_cell(got, &read, single_read);
        tally->cells++;
        tally->right += more && strcmp(wanted, got) == 0;
    }
}

/* Returns whether the expected value was read; a reading may miss what was cut off if it says so. */
static bool is_read(const json_t *there, const json_t *read, bool cuts)
{
    return json_equal(there, read) || (cuts && (!read || json_is_null(read)));
}

/* Compares members of the reading, and members of these. */
static bool extras_equal(const json_t *extra, const json_t *reading, bool cuts)
{
    for (void *at = json_object_iter((json_t *)extra); at; at = json_object_iter_next((json_t *)extra, at)) {
        json_t *there = json_object_iter_value(at);
        const json_t *read = json_object_get(reading, json_object_iter_key(at));
        if (!json_is_object(there) && !is_read(there, read, cuts))
            return false;
        for (void *in = json_object_iter(there); in; in = json_object_iter_next(there, in))
            if (!is_read(json_object_iter_value(in), json_object_get(read, json_object_iter_key(in)), cuts))
                return false;
    }
    return true;
}

/* Removes the line "key ..." from a board's text. */
static void drop_line(struct comb_buf *text, const char *key)
{
    char *line = text->length ? strstr(text->data, key) : NULL;
    char *end = line ? strchr(line, '\n') : NULL;
    if (!end || (line > text->data && line[-1] != '\n'))
        return;
    memmove(line, end + 1, strlen(end + 1) + 1);
    text->length = strlen(text->data);
}

/* The counters of Hexcells are part of its text: removes those that the reading missed from the expected text too. */
static void drop_missed_counters(struct comb_buf *wanted, const json_t *reading)
{
    static const char *const counters[] = {"remaining", "mistakes"};
    for (unsigned i = 0; i < 2; i++)
        if (json_is_null(json_object_get(reading, counters[i])))
            drop_line(wanted, counters[i]);
}

static enum outcome classify_reading(struct tally *cells, const struct bench *bench, const json_t *truth,
                                     const json_t *reading, bool cuts)
{
    struct comb_buf wanted = {0}, got = {0};
    const char *game = json_string_value(json_object_get(truth, "game"));
    normalise(&wanted, bench, game, json_string_value(json_object_get(truth, "board")));
    bool same = reading && strcmp(game, json_string_value(json_object_get(reading, "game"))) == 0;
    if (same)
        normalise(&got, bench, game, json_string_value(json_object_get(reading, "board")));
    drop_missed_counters(&wanted, reading);
    count_cells(cells, comb_buf_text(&wanted), comb_buf_text(&got));
    const json_t *extra = json_object_get(truth, "extra");
    same = same && strcmp(comb_buf_text(&wanted), comb_buf_text(&got)) == 0 && extras_equal(extra, reading, true);
    bool unseen = !cuts && !extras_equal(extra, reading, false);
    comb_buf_free(&wanted);
    comb_buf_free(&got);
    if (!reading)
        return NOT_FOUND;
    bool sure = json_is_true(json_object_get(reading, "sure"));
    if (!same)
        return sure ? SILENT : WRONG_UNCERTAIN;
    return !sure ? RIGHT_UNCERTAIN : unseen ? UNSEEN : RIGHT;
}

/* ---- one picture in one variation ---- */

static void note_caps(struct bench *bench, const json_t *truth, double scale, const struct tally *cells)
{
    const char *game = json_string_value(json_object_get(truth, "game"));
    double cap = json_number_value(json_object_get(truth, "cap")) * scale;
    if (cap <= 0 || strcmp(game, "hexcells") == 0 || strcmp(game, "witness") == 0)
        return;
    unsigned i = CAPS - 1;
    while (i > 0 && cap < cap_from[i])
        i--;
    bench->caps[i].cells += cells->cells;
    bench->caps[i].right += cells->right;
}

static void report_one(const struct bench *bench, const char *name, const struct variation *variation,
                       enum outcome outcome, const struct comb_error *err)
{
    if (outcome == SILENT || (bench->settings.list && outcome != RIGHT))
        printf("  %s, %s: %s%s%s\n", name, variation->name, outcome_names[outcome], outcome == SILENT ? "" : ": ",
               outcome == SILENT ? "" : err->message);
}

static void read_one(struct bench *bench, struct tally *row, const struct variation *variation, const char *name,
                     const json_t *truth, const struct comb_pixels *picture, const struct comb_pixel_box *board)
{
    struct comb_pixels *varied = NULL;
    struct comb_error err = {0};
    if (variation->make(&varied, picture, board, &err) != COMB_OK) {
        fprintf(stderr, "%s, %s: %s\n", name, variation->name, err.message);
        exit(2);
    }
    json_t *reading = NULL;
    const struct comb_game *game;
    comb_reading_new(&reading, &game, varied, NULL, NULL, &err);
    struct tally cells = {0};
    enum outcome outcome = classify_reading(&cells, bench, truth, reading, variation->cuts);
    row->outcomes[outcome]++;
    row->cells += cells.cells;
    row->right += cells.right;
    note_caps(bench, truth, variation->scale, &cells);
    report_one(bench, name, variation, outcome, &err);
    bool right = outcome == RIGHT || outcome == RIGHT_UNCERTAIN;
    bench->failed |= outcome == SILENT || (variation == variations && !right);
    json_decref(reading);
    comb_pixels_free(varied);
}

static void widen(int edges[4], const json_t *things)
{
    for (size_t i = 0; i < json_array_size(things); i++) {
        const json_t *corners = json_object_get(json_array_get(things, i), "box");
        int box[4];
        for (size_t k = 0; k < 4; k++)
            box[k] = (int)json_integer_value(json_array_get(corners, k));
        edges[0] = box[0] < edges[0] ? box[0] : edges[0];
        edges[1] = box[1] < edges[1] ? box[1] : edges[1];
        edges[2] = box[0] + box[2] > edges[2] ? box[0] + box[2] : edges[2];
        edges[3] = box[1] + box[3] > edges[3] ? box[1] + box[3] : edges[3];
    }
}

/* Finds the board by its own reading; the whole picture if it cannot be read. */
static struct comb_pixel_box box_of_board(const struct comb_pixels *picture)
{
    json_t *reading = NULL;
    const struct comb_game *game;
    comb_reading_new(&reading, &game, picture, NULL, NULL, NULL);
    int edges[4] = {(int)picture->width, (int)picture->height, 0, 0};
    widen(edges, json_object_get(reading, "cells"));
    widen(edges, json_object_get(reading, "lines"));
    json_decref(reading);
    if (edges[2] <= edges[0] || edges[3] <= edges[1])
        return (struct comb_pixel_box){0, 0, (int)picture->width, (int)picture->height};
    return (struct comb_pixel_box){edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]};
}

/* ---- tables ---- */

static void print_row(const char *name, const struct tally *row)
{
    printf("%-14s", name);
    for (unsigned i = 0; i < OUTCOMES; i++)
        printf(" | %*u", (int)strlen(outcome_names[i]), row->outcomes[i]);
    printf(" | %7.2f %%\n", row->cells ? 100.0 * (double)row->right / (double)row->cells : 0);
}

static void print_head(void)
{
    printf("%-14s", "variation");
    for (unsigned i = 0; i < OUTCOMES; i++)
        printf(" | %s", outcome_names[i]);
    printf(" | cells right\n");
}

static void add_tally(struct tally *sum, const struct tally *row)
{
    for (unsigned i = 0; i < OUTCOMES; i++)
        sum->outcomes[i] += row->outcomes[i];
    sum->cells += row->cells;
    sum->right += row->right;
}

static bool wanted(const struct bench *bench, const char *name)
{
    return !bench->settings.only || strstr(name, bench->settings.only);
}

/* Where colours have names, a picture in other colours shows another board. */
static bool wants_variation(const struct bench *bench, const json_t *truth, unsigned v)
{
    const struct settings *settings = &bench->settings;
    if (variations[v].swaps_colours && strcmp(json_string_value(json_object_get(truth, "game")), "witness") == 0)
        return false;
    if (settings->variation)
        return strcmp(settings->variation, variations[v].name) == 0;
    return v == 0 || settings->sample == 0 || (bench->pictures + v) % settings->sample == 0;
}

static void read_picture(struct bench *bench, struct tally *rows, const char *name, const json_t *truth)
{
    struct comb_pixels *picture;
    struct comb_error err;
    if (load_picture(&picture, bench->settings.folder, name, &err) != COMB_OK) {
        fprintf(stderr, "%s: %s\n", name, err.message);
        exit(2);
    }
    struct comb_pixel_box board = box_of_board(picture);
    for (unsigned v = 0; variations[v].name; v++)
        if (wants_variation(bench, truth, v))
            read_one(bench, &rows[v], &variations[v], name, truth, picture, &board);
    bench->pictures++;
    comb_pixels_free(picture);
}

static void read_all(struct bench *bench, const json_t *truths)
{
    struct tally rows[64] = {0};
    const char *name;
    json_t *truth;
    json_object_foreach((json_t *)truths, name, truth) if (wanted(bench, name)) read_picture(bench, rows, name, truth);
    print_head();
    for (unsigned v = 0; variations[v].name; v++)
        if (rows[v].cells)
            print_row(variations[v].name, &rows[v]);
    for (unsigned v = 0; variations[v].name; v++)
        add_tally(&bench->all, &rows[v]);
    print_row("all", &bench->all);
    for (unsigned i = 0; i < CAPS; i++)
        if (bench->caps[i].cells)
            printf("capitals from %2.0f pixels: %.2f %% of %lu letters right\n", cap_from[i],
                   100.0 * (double)bench->caps[i].right / (double)bench->caps[i].cells, bench->caps[i].cells);
}

/* ---- time ---- */

static void time_picture(const struct bench *bench, const char *name)
{
    double start = cpu_seconds();
    struct comb_pixels *picture;
    struct comb_error err;
    if (load_picture(&picture, bench->settings.folder, name, &err) != COMB_OK)
        exit(2);
    double decoded = cpu_seconds();
    json_t *reading = NULL;
    const struct comb_game *game;
    comb_reading_new(&reading, &game, picture, NULL, NULL, &err);
    double done = cpu_seconds();
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%-32s %4u x %4u | decoding %4.0f ms | reading %4.0f ms | peak so far %4ld MB\n", name, picture->width,
           picture->height, (decoded - start) * 1e3, (done - decoded) * 1e3, usage.ru_maxrss / 1024);
    json_decref(reading);
    comb_pixels_free(picture);
}

static void time_all(const struct bench *bench, const json_t *truths)
{
    const char *name;
    json_t *truth;
    json_object_foreach((json_t *)truths, name, truth) if (wanted(bench, name)) time_picture(bench, name);
}

/* ---- start ---- */

static bool read_arguments(struct settings *settings, int count, char **words)
{
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (strcmp(words[i], "--time") == 0)
            settings->time = true;
        else if (strcmp(words[i], "--strict") == 0)
            settings->strict = true;
        else if (strcmp(words[i], "--list") == 0)
            settings->list = true;
        else if (strcmp(words[i], "--truth") == 0 && value)
            settings->truth = words[++i];
        else if (strcmp(words[i], "--sample") == 0 && value)
            settings->sample = (unsigned)strtoul(words[++i], NULL, 10);
        else if (strcmp(words[i], "--only") == 0 && value)
            settings->only = words[++i];
        else if (strcmp(words[i], "--variation") == 0 && value)
            settings->variation = words[++i];
        else if (words[i][0] != '-' && !settings->folder)
            settings->folder = words[i];
        else
            return false;
    }
    return settings->folder != NULL;
}

static json_t *load_truths(const struct settings *settings)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/truth.json", settings->folder);
    json_error_t error;
    json_t *truths = json_load_file(settings->truth ? settings->truth : path, 0, &error);
    if (!truths)
        fprintf(stderr, "%s: %s\n", settings->truth ? settings->truth : path, error.text);
    return truths;
}

int main(int count, char **words)
{
    struct bench bench = {0};
    if (!read_arguments(&bench.settings, count, words)) {
        fprintf(stderr,
                "usage: vision [--truth FILE] [--only TEXT] [--variation NAME] [--sample N] [--time] [--strict] "
                "[--list] FOLDER\n");
        return 2;
    }
    json_t *truths = load_truths(&bench.settings);
    struct comb_context *context;
    struct comb_error err;
    if (!truths || comb_context_new(&context, &err) != COMB_OK ||
        comb_job_new(&bench.job, &(struct comb_job_setup){.context = context}, &err) != COMB_OK)
        return 2;
    if (bench.settings.time)
        time_all(&bench, truths);
    else
        read_all(&bench, truths);
    json_decref(truths);
    comb_job_free(bench.job);
    comb_context_free(context);
    return bench.settings.strict && bench.failed ? 1 : 0;
}
