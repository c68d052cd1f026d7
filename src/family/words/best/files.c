#define _POSIX_C_SOURCE 200809L
#include "family/words/best/files.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST_REPORT = 16 << 20, MAX_NAMES = 10000 };

/* Writes the rows as the write-up of Hexhunt does: hexagons on a grid of half cells, the rest of it as dots. */
static void write_rows(struct comb_buf *out, const struct comb_words_board *board)
{
    const struct comb_lattice *lattice = board->lattice;
    struct comb_point low = lattice->at[0], high = lattice->at[0];
    for (unsigned i = 0; i < lattice->count; i++) {
        struct comb_point at = lattice->at[i];
        low = (struct comb_point){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
        high = (struct comb_point){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
    }
    comb_buf_str(out, "Board:\n");
    for (struct comb_point at = low; at.y <= high.y; at.y++) {
        for (at.x = low.x; at.x <= high.x; at.x++) {
            int cell = comb_lattice_find(lattice, at);
            comb_buf_str(out, at.x > low.x ? " " : "");
            if (cell < 0)
                comb_buf_char(out, '.');
            else
                comb_words_cell_text(out, &board->cells[cell]);
        }
        comb_buf_char(out, '\n');
    }
}

static void write_words(struct comb_buf *out, const json_t *answer)
{
    const json_t *words = json_object_get(answer, "words");
    comb_buf_printf(out, "\n\nTotal score: %lld\n\n\nWords found:\n",
                    (long long)json_integer_value(json_object_get(answer, "score")));
    for (size_t i = 0; i < json_array_size(words); i++) {
        const json_t *word = json_array_get(words, i);
        comb_buf_printf(out, "%s: %lld\n", json_string_value(json_object_get(word, "word")),
                        (long long)json_integer_value(json_object_get(word, "score")));
    }
}

/* Chooses the first name that is free or has this very report (*same). */
static int choose_name(struct comb_buf *name, bool *same, const char *folder, long long score,
                       const struct comb_buf *report, struct comb_error *err)
{
    for (int number = 0; number < MAX_NAMES; number++) {
        struct comb_buf old = {0};
        struct comb_error missing;
        comb_buf_clear(name);
        comb_buf_printf(name, "%s/%lld", folder, score);
        if (number > 0)
            comb_buf_printf(name, "_%d", number);
        comb_buf_str(name, ".txt");
        if (name->failed)
            return comb_fail_memory(err);
        bool taken = comb_file_read(&old, name->data, LARGEST_REPORT, &missing) == COMB_OK;
        *same = taken && strcmp(comb_buf_text(&old), comb_buf_text(report)) == 0;
        comb_buf_free(&old);
        if (!taken || *same)
            return COMB_OK;
    }
    return comb_fail(err, COMB_IO, "--save: too many reports in '%s' with score %lld", folder, score);
}

int comb_words_open_reports(const char *folder, struct comb_error *err)
{
    struct comb_buf name = {0};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return comb_fail(err, COMB_IO, "--save: cannot create the folder '%s': %s", folder, strerror(errno));
    comb_buf_printf(&name, "%s/report.txt", folder);
    int code = name.failed ? comb_fail_memory(err) : comb_file_can_write(name.data, err);
    comb_buf_free(&name);
    return code;
}

int comb_words_save_report(const char *folder, const struct comb_words_game *game, const char *text,
                           struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    void *board = NULL;
    json_t *answer = NULL;
    struct comb_buf report = {0};
    struct comb_buf name = {0};
    bool same = false;
    int code = comb_words_parse_board(&board, game, text, strlen(text), params, err);
    if (code == COMB_OK)
        code = comb_words_solve(&answer, board, job, params, err);
    if (code == COMB_OK) {
        write_rows(&report, board);
        write_words(&report, answer);
        code = report.failed ? comb_fail_memory(err) : COMB_OK;
    }
    if (code == COMB_OK)
        code = choose_name(&name, &same, folder, (long long)json_integer_value(json_object_get(answer, "score")),
                           &report, err);
    if (code == COMB_OK && !same)
        code = comb_file_write(name.data, report.data, report.length, err);
    json_decref(answer);
    comb_words_free(board);
    comb_buf_free(&report);
    comb_buf_free(&name);
    return code;
}
