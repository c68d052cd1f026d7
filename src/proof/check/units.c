/* Reads the units files of a certificate.
 *
 *     U EA target=1026 dict=... version=0.1.0 bound=1534 nodes=913 leaves=22 ms=401 boards=1 EARSTMELPS:1026 sum=...
 *     S EB target=1026 dict=... version=0.1.0 ms=60012 sum=...
 *
 * A killed process may leave half a line: a line without an end or with a wrong checksum is not a record. It is
 * reported, and the unit counts as missing unless another line has it. A line with a correct checksum is intentional:
 * any mistake in it is a problem. */
#define _POSIX_C_SOURCE 200809L
#include "proof/check/parts.h"
#include "proof/check/text.h"

#include "base/file.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_HEADER_BYTES = 1 << 18, MAX_FILES = 100001, FIRST_WINDOW = 1 << 20, MAX_LINE_BYTES = 1 << 28 };

struct reader {
    struct comb_proof_records *records;
    struct comb_proof_diagnostics *diagnostics;
    const struct comb_proof_header *header;
    struct comb_arena *arena;
    const char *file;
    size_t line_number;
    bool no_memory;
};

void comb_proof_symbols_to_text(struct comb_buf *out, const struct comb_proof_header *header, const uint8_t *letters,
                                unsigned count)
{
    char bytes[4];
    for (unsigned i = 0; i < count; i++)
        if (letters[i] < header->letter_count)
            comb_buf_add(out, bytes, comb_utf8_encode(bytes, header->letters[letters[i]]));
        else
            comb_buf_char(out, (char)('1' + (letters[i] - header->letter_count)));
    if (count == 0)
        comb_buf_char(out, '-');
}

/* ---- one line ---- */

/* Parses letters up to a blank, a colon or the end, as indexes into the header's letters, and numbers of the first
 * `classes` classes; returns -1 if the text is invalid or too long. */
static int parse_letters(uint8_t letters[COMB_PROOF_MAX_CELLS], const struct comb_proof_header *header,
                         unsigned classes, struct comb_proof_text *text)
{
    unsigned count = 0;
    while (text->at < text->end && *text->at != ' ' && *text->at != ':') {
        uint32_t letter;
        size_t bytes = comb_utf8_decode(&letter, text->at, (size_t)(text->end - text->at));
        unsigned place = 0;
        while (place < header->letter_count && header->letters[place] != letter)
            place++;
        if (place == header->letter_count && letter > '0' && letter <= '0' + classes)
            place += letter - '1';
        else if (place == header->letter_count)
            bytes = 0;
        if (bytes == 0 || count == header->cells)
            return -1;
        letters[count++] = (uint8_t)place;
        text->at += bytes;
    }
    return (int)count;
}

static bool parse_prefix(struct reader *reader, struct comb_proof_record *record, struct comb_proof_text *line)
{
    uint8_t letters[COMB_PROOF_MAX_CELLS];
    uint8_t key[COMB_PROOF_MAX_KEY];
    struct comb_proof_text after = *line;
    if (comb_proof_match(&after, "- ")) {
        line->at = after.at - 1;
        record->prefix = record->key = (const uint8_t *)"";
        return true;
    }
    int count = parse_letters(letters, reader->header, reader->header->class_count, line);
    if (count <= 0)
        return false;
    record->length = (unsigned)count;
    record->prefix = comb_arena_copy(reader->arena, letters, (size_t)count);
    record->key_length = comb_proof_key(key, reader->header, letters, (unsigned)count);
    record->key = record->prefix;
    if (record->prefix && (record->key_length != record->length || memcmp(key, letters, (size_t)count) != 0))
        record->key = comb_arena_copy(reader->arena, key, record->key_length);
    reader->no_memory |= !record->key;
    return record->key != NULL;
}

static bool parse_field(long long *out, struct comb_proof_text *line, const char *name)
{
    return comb_proof_match(line, name) && comb_proof_parse_number(out, line);
}

/* Target, list and version must be those of the header; a different version is only noted. */
static bool parse_claim(struct reader *reader, struct comb_proof_text *line)
{
    const struct comb_proof_header *header = reader->header;
    long long target;
    uint64_t dictionary;
    struct comb_proof_text version;
    if (!parse_field(&target, line, " target=") || !comb_proof_match(line, " dict=") ||
        !comb_proof_parse_hex(&dictionary, line) || !comb_proof_match(line, " version=") ||
        !comb_proof_parse_until(&version, line, ' '))
        return false;
    if (target != header->target)
        comb_proof_problem(reader->diagnostics, reader->file, reader->line_number,
                           "the target is %lld, but %lld in the header", target, header->target);
    if (dictionary != header->dictionary)
        comb_proof_problem(reader->diagnostics, reader->file, reader->line_number,
                           "the unit was done with a different word list, %016llx", (unsigned long long)dictionary);
    size_t length = (size_t)(version.end - version.at);
    if (length != strlen(header->version) || memcmp(version.at, header->version, length) != 0)
        comb_proof_note(reader->diagnostics, reader->file, reader->line_number, "done by a different version, %.*s",
                        (int)(length < 40 ? length : 40), version.at);
    return true;
}

static bool parse_board(struct reader *reader, struct comb_proof_board *board, struct comb_proof_text *line)
{
    uint8_t letters[COMB_PROOF_MAX_CELLS];
    if (!comb_proof_match(line, " "))
        return false;
    int count = parse_letters(letters, reader->header, 0, line);
    if (count != (int)reader->header->cells || !comb_proof_match(line, ":") ||
        !comb_proof_parse_number(&board->score, line))
        return false;
    board->letters = comb_arena_copy(reader->arena, letters, (size_t)count);
    reader->no_memory |= !board->letters;
    return board->letters != NULL;
}

static bool parse_boards(struct reader *reader, struct comb_proof_record *record, struct comb_proof_text *line)
{
    long long count;
    if (!parse_field(&count, line, " boards=") || count > (line->end - line->at) / 4)
        return false;
    struct comb_proof_board *boards = COMB_NEW_ARRAY(reader->arena, struct comb_proof_board, (size_t)count + 1);
    reader->no_memory |= !boards;
    for (long long i = 0; boards && i < count; i++)
        if (!parse_board(reader, &boards[i], line))
            return false;
    record->boards = boards;
    record->board_count = (size_t)count;
    return boards != NULL;
}

static bool parse_record(struct reader *reader, struct comb_proof_record *record, struct comb_proof_text *line)
{
    long long ignored;
    record->split = comb_proof_match(line, "S ");
    if ((!record->split && !comb_proof_match(line, "U ")) || !parse_prefix(reader, record, line) ||
        !parse_claim(reader, line))
        return false;
    if (record->split)
        return parse_field(&ignored, line, " ms=");
    return parse_field(&record->bound, line, " bound=") && parse_field(&ignored, line, " nodes=") &&
           parse_field(&ignored, line, " leaves=") && parse_field(&ignored, line, " ms=") &&
           parse_boards(reader, record, line);
}

/* Removes the checksum from the line; returns why it does not match, or NULL. */
static const char *strip_checksum(const struct reader *reader, struct comb_proof_text *line, bool terminated)
{
    static const ptrdiff_t tail = sizeof " sum=0123456789abcdef" - 1;
    struct comb_proof_text end = {.at = line->end - tail, .end = line->end};
    uint64_t sum;
    if (!terminated)
        return "truncated line";
    if (line->end - line->at <= tail || !comb_proof_match(&end, " sum=") || !comb_proof_parse_hex(&sum, &end))
        return "the line does not end with its checksum";
    line->end -= tail;
    uint64_t own = comb_proof_sum(COMB_PROOF_SUM_START, line->at, (size_t)(line->end - line->at));
    own = comb_proof_sum(own, reader->header->sum, COMB_PROOF_SUM_DIGITS);
    return own == sum ? NULL : "checksum mismatch";
}

/* Checks the line by itself: the bound must match the boards, boards must be in order. */
static void check_record(struct reader *reader, const struct comb_proof_record *record)
{
    const char *file = reader->file;
    size_t line = reader->line_number;
    for (size_t i = 0; i < record->board_count; i++) {
        const struct comb_proof_board *board = &record->boards[i];
        if (board->score > record->bound)
            comb_proof_problem(reader->diagnostics, file, line, "a board scores %lld, above the bound %lld",
                               board->score, record->bound);
        if (board->score < reader->header->target)
            comb_proof_problem(reader->diagnostics, file, line, "a board scores %lld, below the target %lld",
                               board->score, reader->header->target);
        int order = i == 0 ? -1 : memcmp(record->boards[i - 1].letters, board->letters, reader->header->cells);
        if (order >= 0)
            comb_proof_problem(reader->diagnostics, file, line, "board %zu is %s", i + 1,
                               order == 0 ? "listed twice" : "not in ascending order");
    }
}

static void read_line(struct reader *reader, struct comb_proof_text line, bool terminated)
{
    struct comb_proof_record record = {.file = reader->file, .line = reader->line_number};
    const char *start = line.at;
    const char *wrong = strip_checksum(reader, &line, terminated);
    if (wrong) {
        comb_proof_note(reader->diagnostics, reader->file, reader->line_number, "%s: not a record", wrong);
        return;
    }
    if (!parse_record(reader, &record, &line) || !comb_proof_at_end(&line)) {
        if (!reader->no_memory)
            comb_proof_problem(reader->diagnostics, reader->file, reader->line_number,
                               "expected a unit or split line for this header; byte %zu differs",
                               (size_t)(line.at - start) + 1);
        return;
    }
    check_record(reader, &record);
    reader->no_memory |= !comb_vec_push(reader->records, record);
}

static int read_lines(struct reader *reader, const char *text, size_t length, struct comb_error *err)
{
    struct comb_proof_text rest = {.at = text, .end = text + length};
    struct comb_proof_text line;
    bool terminated;
    while (!reader->no_memory && comb_proof_next_line(&line, &terminated, &rest)) {
        reader->line_number++;
        read_line(reader, line, terminated);
    }
    return reader->no_memory ? comb_fail_memory(err) : COMB_OK;
}

int comb_proof_read_units(struct comb_proof_records *records, struct comb_proof_diagnostics *diagnostics,
                          const struct comb_proof_header *header, const char *file, const char *text, size_t length,
                          struct comb_arena *arena, struct comb_error *err)
{
    struct reader reader = {
        .records = records, .diagnostics = diagnostics, .header = header, .arena = arena, .file = file};
    return read_lines(&reader, text, length, err);
}

/* ---- a file, some lines at a time: files of long proofs have gigabytes ---- */

struct window {
    char *bytes;
    size_t count;
    size_t capacity;
    bool ended;
};

/* Reads more bytes; grows the window for a line that does not fit. */
static int fill_window(struct window *window, FILE *file, const char *name, struct comb_error *err)
{
    if (window->count == window->capacity) {
        size_t capacity = window->capacity ? window->capacity * 2 : FIRST_WINDOW;
        if (capacity > MAX_LINE_BYTES)
            return comb_fail(err, COMB_BAD_INPUT, "'%.100s': a line has more than %d bytes", name, MAX_LINE_BYTES / 2);
        char *bytes = realloc(window->bytes, capacity);
        if (!bytes)
            return comb_fail_memory(err);
        window->bytes = bytes;
        window->capacity = capacity;
    }
    size_t read = fread(window->bytes + window->count, 1, window->capacity - window->count, file);
    window->count += read;
    window->ended = read == 0;
    return ferror(file) ? comb_fail(err, COMB_IO, "'%.100s': %s", name, strerror(errno)) : COMB_OK;
}

/* Returns the number of bytes up to the end of the last complete line; all at the end of the file. */
static size_t complete_lines(const struct window *window)
{
    size_t length = window->count;
    while (!window->ended && length > 0 && window->bytes[length - 1] != '\n')
        length--;
    return length;
}

static int read_stream(struct reader *reader, FILE *file, struct comb_error *err)
{
    struct window window = {0};
    int code = COMB_OK;
    while (code == COMB_OK && !window.ended) {
        code = fill_window(&window, file, reader->file, err);
        size_t length = code == COMB_OK ? complete_lines(&window) : 0;
        if (length == 0)
            continue;
        code = read_lines(reader, window.bytes, length, err);
        memmove(window.bytes, window.bytes + length, window.count - length);
        window.count -= length;
    }
    free(window.bytes);
    return code;
}

/* ---- the folder ---- */

struct names {
    const char **items;
    size_t count;
    size_t capacity;
};

/* units.txt, or units-I-of-N.txt with I < N. */
static bool is_units_file(const char *name)
{
    struct comb_proof_text text = {.at = name, .end = name + strlen(name)};
    long long shard;
    long long shards;
    if (strcmp(name, "units.txt") == 0)
        return true;
    return comb_proof_match(&text, "units-") && comb_proof_parse_number(&shard, &text) &&
           comb_proof_match(&text, "-of-") && comb_proof_parse_number(&shards, &text) &&
           comb_proof_match(&text, ".txt") && comb_proof_at_end(&text) && shard < shards;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int list_files(struct names *names, const char *folder, struct comb_arena *arena, struct comb_error *err)
{
    DIR *opened = opendir(folder);
    if (!opened)
        return comb_fail(err, COMB_BAD_INPUT, "%.150s: %s", folder, strerror(errno));
    int code = COMB_OK;
    for (struct dirent *entry = readdir(opened); entry && code == COMB_OK; entry = readdir(opened)) {
        if (!is_units_file(entry->d_name))
            continue;
        const char *name = comb_arena_string(arena, entry->d_name, strlen(entry->d_name));
        if (!name || !comb_vec_push(names, name))
            code = comb_fail_memory(err);
        else if (names->count > MAX_FILES)
            code = comb_fail(err, COMB_BAD_INPUT, "%.150s: more than %d units files", folder, MAX_FILES);
    }
    closedir(opened);
    if (code == COMB_OK && names->count > 1)
        qsort(names->items, names->count, sizeof *names->items, compare_names);
    return code;
}

static int read_file(struct comb_buf *text, const char *folder, const char *name, size_t max, struct comb_error *err)
{
    struct comb_buf path = {0};
    struct stat status;
    int code = COMB_OK;
    comb_buf_printf(&path, "%s/%s", folder, name);
    text->limit = max + 1;
    if (path.failed)
        code = comb_fail_memory(err);
    else if (stat(path.data, &status) == 0 && !S_ISREG(status.st_mode)) /* opening a pipe would block */
        code = comb_fail(err, COMB_BAD_INPUT, "'%.200s' is not a regular file", path.data);
    else
        code = comb_file_read(text, path.data, max, err);
    comb_buf_free(&path);
    return code;
}

static int read_header(struct comb_proof_header *header, const char *folder, struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = read_file(&text, folder, "header.txt", MAX_HEADER_BYTES, err);
    if (code == COMB_OK)
        code = comb_proof_read_header(header, comb_buf_text(&text), text.length, err);
    comb_buf_free(&text);
    return code;
}

static int read_units_file(struct reader *reader, const char *folder, struct comb_error *err)
{
    struct comb_buf path = {0};
    struct stat status;
    FILE *file = NULL;
    int code = COMB_OK;
    comb_buf_printf(&path, "%s/%s", folder, reader->file);
    if (path.failed)
        code = comb_fail_memory(err);
    else if (stat(path.data, &status) == 0 && !S_ISREG(status.st_mode)) /* opening a pipe would block */
        code = comb_fail(err, COMB_BAD_INPUT, "'%.200s' is not a regular file", path.data);
    else if (!(file = fopen(path.data, "rb")))
        code = comb_fail(err, COMB_IO, "'%.200s': %s", path.data, strerror(errno));
    else
        code = read_stream(reader, file, err);
    if (file)
        fclose(file);
    comb_buf_free(&path);
    return code;
}

int comb_proof_read_folder(struct comb_proof_header *header, struct comb_proof_records *records,
                           struct comb_proof_diagnostics *diagnostics, const char *folder, struct comb_arena *arena,
                           struct comb_error *err)
{
    struct names names = {0};
    int code = read_header(header, folder, err);
    if (code == COMB_OK)
        code = list_files(&names, folder, arena, err);
    for (size_t i = 0; i < names.count && code == COMB_OK; i++) {
        struct reader reader = {
            .records = records, .diagnostics = diagnostics, .header = header, .arena = arena, .file = names.items[i]};
        code = read_units_file(&reader, folder, err);
    }
    comb_vec_free(&names);
    return code;
}
