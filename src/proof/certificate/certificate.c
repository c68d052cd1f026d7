/* The certificate: a folder with a header and one line per completed unit.
 *
 *     DIR/header.txt           game, shape, rules, word list, target, cell order: what is proved
 *     DIR/units.txt            U EA target=1026 ... boards=1 AELTPSSEMR:1026 sum=0123456789abcdef
 *     DIR/units-3-of-64.txt    the same, by shard 3
 *
 * Each line is appended by a single write, so that a run may be killed at any time: a truncated line has no valid
 * checksum, is not a record, and its unit is repeated. A line's checksum continues the header's, so that a line belongs
 * to one header. docs/proofs.md specifies the format for independent checkers. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "base/text.h"
#include "proof/certificate/parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_HEADER = 1 << 20, MAX_NAME = 64 };

static const size_t max_units_file = (size_t)16 << 30;

/* ---- checksums (FNV-1a) ---- */

static uint64_t fnv(uint64_t hash, const void *data, size_t length)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t fnv_start(const void *data, size_t length)
{
    return fnv(0xcbf29ce484222325u, data, length);
}

static void add_line_sum(struct comb_buf *line, const struct comb_words_task *task)
{
    uint64_t sum = fnv(fnv_start(comb_buf_text(line), line->length), task->header_sum, 16);
    comb_buf_printf(line, " sum=%016llx\n", (unsigned long long)sum);
}

/* ---- header ---- */

static void add_numbers(struct comb_buf *out, const char *key, const uint32_t *numbers, size_t count)
{
    comb_buf_str(out, key);
    for (size_t i = 0; i < count; i++)
        comb_buf_printf(out, " %u", numbers[i]);
    comb_buf_char(out, '\n');
}

static void add_shape(struct comb_buf *out, const struct comb_words_task *task)
{
    unsigned cells = comb_prover_cells(task->prover);
    comb_buf_str(out, "rows");
    for (size_t i = 0; i < task->board->rows; i++)
        comb_buf_printf(out, " %u", task->board->row_lengths[i]);
    if (cells < task->board->lattice->count)
        comb_buf_str(out, "\nholes");
    for (unsigned i = 0; i < task->board->lattice->count; i++)
        if (task->board->cells[i].kind == COMB_WORDS_HOLE)
            comb_buf_printf(out, " %u", i);
    comb_buf_printf(out, "\ncells %u\n", cells);
    for (unsigned cell = 0; cell < cells; cell++) {
        comb_buf_printf(out, "neighbours %u", cell);
        for (uint64_t left = task->space.board.neighbours[cell]; left; left &= left - 1)
            comb_buf_printf(out, " %d", __builtin_ctzll(left));
        comb_buf_char(out, '\n');
    }
    for (unsigned turn = 0; turn < task->symmetries->count; turn++)
        add_numbers(out, "symmetry", task->symmetries->images + turn * cells, cells);
}

static void add_rules(struct comb_buf *out, const struct comb_words_task *task)
{
    const struct comb_word_space *space = &task->space;
    const uint8_t *letters;
    unsigned count = comb_prover_letters(&letters, task->prover);
    comb_buf_str(out, "letters ");
    comb_dict_to_text(out, task->dict, letters, count);
    comb_buf_char(out, '\n');
    for (unsigned i = 0; i < comb_prover_classes(task->prover); i++) {
        comb_buf_printf(out, "class %u ", i + 1);
        for (unsigned k = 0; k < count; k++)
            if (comb_prover_symbol_set(task->prover, comb_prover_class(task->prover, i)) >> letters[k] & 1)
                comb_buf_str(out, comb_dict_letter_text(task->dict, letters[k]));
        comb_buf_char(out, '\n');
    }
    for (uint32_t left = space->letters; left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left);
        if (space->tiles[letter].count < 2)
            continue;
        comb_buf_printf(out, "tile %s ", comb_dict_letter_text(task->dict, letter));
        comb_dict_to_text(out, task->dict, space->tiles[letter].letters, space->tiles[letter].count);
        comb_buf_char(out, '\n');
    }
    add_numbers(out, "points", space->rules.points, comb_dict_longest(task->dict) + 1);
    comb_buf_printf(out, "dictionary %016llx\nwords %zu\ntitle %s\n", (unsigned long long)comb_dict_hash(task->dict),
                    comb_dict_word_count(task->dict), comb_dict_title(task->dict));
}

static void write_header(struct comb_buf *out, const struct comb_words_task *task)
{
    unsigned cells = comb_prover_cells(task->prover);
    comb_buf_printf(out, "comb-proof 1\nversion %s\ngame %s\nshape %s\n", comb_version(), task->name, task->shape);
    add_shape(out, task);
    add_rules(out, task);
    comb_buf_printf(out, "target %llu\norder", (unsigned long long)task->target);
    for (unsigned i = 0; i < cells; i++)
        comb_buf_printf(out, " %u", comb_prover_order(task->prover)[i]);
    comb_buf_printf(out, "\ndepth %u\nunits %llu\n", comb_prover_depth(task->prover), (unsigned long long)task->units);
    comb_buf_printf(out, "sum %016llx\n", (unsigned long long)fnv_start(comb_buf_text(out), out->length));
}

/* Returns the text after "key " at the start of a line; NULL if no line has it. */
static const char *header_value(const char *header, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = header; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) == 0 && line[length] == ' ')
            return line + length + 1;
    }
    return NULL;
}

/* Compares everything except the version, the title of the shape and the checksum. */
static bool same_proof(const char *one, const char *two)
{
    static const char *const free_lines[] = {"version ", "sum ", "shape "};
    while (*one && *two) {
        size_t first = strcspn(one, "\n");
        size_t second = strcspn(two, "\n");
        bool free_line = false;
        for (size_t i = 0; i < sizeof free_lines / sizeof *free_lines; i++)
            free_line |= strncmp(one, free_lines[i], strlen(free_lines[i])) == 0 &&
                         strncmp(two, free_lines[i], strlen(free_lines[i])) == 0;
        if (!free_line && (first != second || strncmp(one, two, first) != 0))
            return false;
        one += first + (one[first] == '\n');
        two += second + (two[second] == '\n');
    }
    return *one == *two;
}

static void file_name(struct comb_buf *out, const char *folder, const char *name)
{
    comb_buf_printf(out, "%s/%s", folder, name);
}

/* Empty if there is none. */
static int read_header(struct comb_buf *out, const char *folder, struct comb_error *err)
{
    struct comb_buf name = {0};
    struct stat status;
    file_name(&name, folder, "header.txt");
    int code = COMB_OK;
    if (name.failed)
        code = comb_fail_memory(err);
    else if (stat(name.data, &status) == 0)
        code = comb_file_read(out, name.data, MAX_HEADER, err);
    comb_buf_free(&name);
    return code;
}

int comb_words_certificate_target(uint64_t *target, const char *folder, struct comb_error *err)
{
    struct comb_buf header = {0};
    int code = read_header(&header, folder, err);
    const char *value = header_value(comb_buf_text(&header), "target");
    *target = value ? strtoull(value, NULL, 10) : 0;
    comb_buf_free(&header);
    return code;
}

static int check_header(struct comb_words_task *task, const struct comb_buf *found, const struct comb_buf *own,
                        const char *folder, struct comb_error *err)
{
    const char *sum = header_value(comb_buf_text(found), "sum");
    size_t covered = sum ? (size_t)(sum - 4 - found->data) : 0;
    char expected[17];
    snprintf(expected, sizeof expected, "%016llx", (unsigned long long)fnv_start(found->data, covered));
    if (!sum || strncmp(sum, expected, 16) != 0)
        return comb_fail(err, COMB_BAD_INPUT, "%.100s/header.txt: checksum mismatch; the file is damaged", folder);
    if (!same_proof(comb_buf_text(found), comb_buf_text(own)))
        return comb_fail(
            err, COMB_BAD_INPUT,
            "%.100s/header.txt belongs to a different proof (game, shape, word list, target, depth or classes); "
            "use another folder",
            folder);
    memcpy(task->header_sum, expected, sizeof expected);
    return COMB_OK;
}

static int make_header(struct comb_words_task *task, const struct comb_buf *own, const char *folder,
                       struct comb_error *err)
{
    struct comb_buf name = {0};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return comb_fail(err, COMB_IO, "--out: cannot create the folder '%.100s': %s", folder, strerror(errno));
    file_name(&name, folder, "header.txt");
    int code = name.failed ? comb_fail_memory(err) : comb_file_write(name.data, own->data, own->length, err);
    comb_buf_free(&name);
    memcpy(task->header_sum, header_value(own->data, "sum"), 16);
    return code;
}

/* ---- reading records ---- */

struct line {
    const char *text;
    size_t length; /* without the checksum */
};

/* Returns whether the checksum matches, and removes it from the line. */
static bool strip_checksum(struct line *line, const struct comb_words_task *task)
{
    enum { TAIL = 5 + 16 };
    char expected[24];
    if (line->length < TAIL + 4)
        return false;
    size_t covered = line->length - TAIL;
    uint64_t sum = fnv(fnv_start(line->text, covered), task->header_sum, 16);
    snprintf(expected, sizeof expected, " sum=%016llx", (unsigned long long)sum);
    if (memcmp(line->text + covered, expected, TAIL) != 0)
        return false;
    line->length = covered;
    return true;
}

/* Returns the next word of a line; its length is 0 at the end. */
static struct line next_word(struct line *line)
{
    while (line->length > 0 && *line->text == ' ') {
        line->text++;
        line->length--;
    }
    const char *end = memchr(line->text, ' ', line->length);
    struct line word = {line->text, end ? (size_t)(end - line->text) : line->length};
    line->text += word.length;
    line->length -= word.length;
    return word;
}

static bool read_number(uint64_t *sum, struct line word, const char *key)
{
    size_t length = strlen(key);
    if (word.length <= length || strncmp(word.text, key, length) != 0)
        return false;
    *sum += strtoull(word.text + length, NULL, 10);
    return true;
}

static bool read_board(struct comb_words_records *records, const struct comb_words_task *task, struct line word)
{
    struct comb_words_proved_board board = {0};
    const char *colon = memchr(word.text, ':', word.length);
    if (!colon)
        return true;
    struct line letters = {word.text, (size_t)(colon - word.text)};
    unsigned cells = comb_prover_cells(task->prover);
    if (comb_dict_parse(board.letters, cells, task->dict, letters.text, letters.length) != (int)cells)
        return true;
    board.score = strtoull(colon + 1, NULL, 10);
    return comb_vec_push(&records->boards, board);
}

static bool read_unit(struct comb_words_records *records, const struct comb_words_task *task, struct line rest,
                      uint64_t packed)
{
    if (!comb_vec_push(&records->done, packed))
        return false;
    for (struct line word = next_word(&rest); word.length > 0; word = next_word(&rest)) {
        bool figure = read_number(&records->nodes, word, "nodes=") || read_number(&records->leaves, word, "leaves=") ||
                      read_number(&records->milliseconds, word, "ms=");
        if (!figure && !memchr(word.text, '=', word.length) && !read_board(records, task, word))
            return false;
    }
    return true;
}

static bool read_record(struct comb_words_records *records, const struct comb_words_task *task, struct line line)
{
    uint8_t prefix[COMB_PROVE_MAX_CELLS];
    if (line.length == 0)
        return true;
    if (!strip_checksum(&line, task)) {
        records->damaged++;
        return true;
    }
    struct line kind = next_word(&line);
    struct line name = next_word(&line);
    int length = comb_words_parse_symbols(prefix, comb_prover_cells(task->prover), task, name.text, name.length);
    bool unit = kind.length == 1 && *kind.text == 'U';
    bool split = kind.length == 1 && *kind.text == 'S';
    if (length < (int)comb_prover_depth(task->prover) || length > 12 || !(unit || split)) {
        records->damaged++;
        return true;
    }
    uint64_t packed = comb_words_pack(prefix, (unsigned)length);
    return unit ? read_unit(records, task, line, packed) : comb_vec_push(&records->split, packed);
}

static int read_units(struct comb_words_task *task, const char *folder, const char *name, struct comb_error *err)
{
    struct comb_buf path = {0};
    struct comb_buf text = {.limit = max_units_file};
    file_name(&path, folder, name);
    int code = path.failed ? comb_fail_memory(err) : comb_file_read(&text, path.data, max_units_file, err);
    const char *at = comb_buf_text(&text);
    const char *end = at + text.length;
    while (code == COMB_OK && at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        if (!read_record(&task->records, task, (struct line){at, (size_t)(stop - at)}))
            code = comb_fail_memory(err);
        at = stop + 1;
    }
    comb_buf_free(&path);
    comb_buf_free(&text);
    return code;
}

int comb_words_compare_packed(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a;
    uint64_t two = *(const uint64_t *)b;
    return (one > two) - (one < two);
}

static int read_all_units(struct comb_words_task *task, const char *folder, struct comb_error *err)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return comb_fail(err, COMB_IO, "cannot read the folder '%.100s': %s", folder, strerror(errno));
    int code = COMB_OK;
    for (struct dirent *entry = readdir(dir); entry && code == COMB_OK; entry = readdir(dir)) {
        size_t length = strlen(entry->d_name);
        if (length < MAX_NAME && strncmp(entry->d_name, "units", 5) == 0 && length > 8 &&
            strcmp(entry->d_name + length - 4, ".txt") == 0)
            code = read_units(task, folder, entry->d_name, err);
    }
    closedir(dir);
    struct comb_words_records *records = &task->records;
    if (records->done.count > 1)
        qsort(records->done.items, records->done.count, sizeof *records->done.items, comb_words_compare_packed);
    if (records->split.count > 1)
        qsort(records->split.items, records->split.count, sizeof *records->split.items, comb_words_compare_packed);
    return code;
}

/* ---- writing records ---- */

static int append_line(struct comb_words_task *task, const struct comb_buf *line, struct comb_error *err)
{
    if (line->failed)
        return comb_fail_memory(err);
    pthread_mutex_lock(&task->lock);
    ssize_t written = write(task->file, line->data, line->length);
    pthread_mutex_unlock(&task->lock);
    if (written != (ssize_t)line->length)
        return comb_fail(err, COMB_IO, "--out: cannot write the certificate: %s",
                         written < 0 ? strerror(errno) : "the disk is full");
    return COMB_OK;
}

static void start_line(struct comb_buf *line, const struct comb_words_task *task, const char *kind,
                       const uint8_t *prefix, unsigned length)
{
    comb_buf_printf(line, "%s ", kind);
    comb_words_symbols_to_text(line, task, prefix, length);
    comb_buf_printf(line, " target=%llu dict=%016llx version=%s", (unsigned long long)task->target,
                    (unsigned long long)comb_dict_hash(task->dict), comb_version());
}

int comb_words_certificate_unit(struct comb_words_task *task, const uint8_t *prefix, unsigned length,
                                const struct comb_prove_result *result, struct comb_error *err)
{
    struct comb_buf line = {0};
    const struct comb_prove_costs *costs = &result->costs;
    double seconds = costs->listing + costs->first + costs->second + costs->below;
    start_line(&line, task, "U", prefix, length);
    comb_buf_printf(&line, " bound=%llu nodes=%llu leaves=%llu ms=%.0f boards=%zu", (unsigned long long)result->bound,
                    (unsigned long long)result->nodes, (unsigned long long)result->leaves, seconds * 1000,
                    result->count);
    for (size_t i = 0; i < result->count; i++) {
        comb_buf_char(&line, ' ');
        comb_dict_to_text(&line, task->dict, result->boards[i].letters, comb_prover_cells(task->prover));
        comb_buf_printf(&line, ":%u", result->boards[i].score);
    }
    add_line_sum(&line, task);
    int code = append_line(task, &line, err);
    comb_buf_free(&line);
    return code;
}

int comb_words_certificate_split(struct comb_words_task *task, const uint8_t *prefix, unsigned length, double seconds,
                                 struct comb_error *err)
{
    struct comb_buf line = {0};
    start_line(&line, task, "S", prefix, length);
    comb_buf_printf(&line, " ms=%.0f", seconds * 1000);
    add_line_sum(&line, task);
    int code = append_line(task, &line, err);
    comb_buf_free(&line);
    return code;
}

/* Starts a new line after a truncated one, so that it does not swallow the next. */
static int open_for_append(struct comb_words_task *task, const char *folder, struct comb_error *err)
{
    struct comb_buf path = {0};
    char last = '\n';
    long long shards = comb_params_int(task->params, "shards", 1);
    if (shards > 1)
        comb_buf_printf(&path, "%s/units-%lld-of-%lld.txt", folder, comb_params_int(task->params, "shard", 0), shards);
    else
        file_name(&path, folder, "units.txt");
    if (path.failed)
        return comb_fail_memory(err);
    task->file = open(path.data, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    int code = task->file < 0 ? comb_fail(err, COMB_IO, "--out: cannot write '%.200s': %s", path.data, strerror(errno))
                              : COMB_OK;
    comb_buf_free(&path);
    off_t size = task->file < 0 ? 0 : lseek(task->file, 0, SEEK_END);
    if (size > 0 && pread(task->file, &last, 1, size - 1) == 1 && last != '\n' && write(task->file, "\n", 1) != 1)
        code = comb_fail(err, COMB_IO, "--out: cannot write the certificate: %s", strerror(errno));
    return code;
}

int comb_words_certificate_open(struct comb_words_task *task, const char *folder, bool read_only,
                                struct comb_error *err)
{
    struct comb_buf found = {0};
    struct comb_buf own = {0};
    write_header(&own, task);
    int code = own.failed ? comb_fail_memory(err) : read_header(&found, folder, err);
    if (code == COMB_OK && found.length > 0)
        code = check_header(task, &found, &own, folder, err);
    else if (code == COMB_OK && read_only)
        code = comb_fail(err, COMB_BAD_INPUT, "'%.100s' is not a certificate: it has no header.txt", folder);
    else if (code == COMB_OK)
        code = make_header(task, &own, folder, err);
    if (code == COMB_OK)
        code = read_all_units(task, folder, err);
    if (code == COMB_OK && !read_only)
        code = open_for_append(task, folder, err);
    comb_buf_free(&found);
    comb_buf_free(&own);
    return code;
}
