#define _DEFAULT_SOURCE /* flock */
#include "family/words/library.h"

#include "base/bitset.h"
#include "base/draft.h"
#include "base/file.h"
#include "base/hash.h"
#include "core/run.h"
#include "engine/fold.h"
#include "engine/hunspell.h"
#include "family/words/embedded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char HUNSPELL_FOLDER[] = "/usr/share/hunspell";
static const char JOURNAL[] = "change"; /* the ending of its name */

enum { SHORTEST_WORD = 2, LONGEST_WORD = 16, LARGEST_TEXT = 16 << 20 };

/* ---- places ---- */

int comb_words_folder(struct comb_buf *out, struct comb_error *err)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data && *data == '/')
        comb_buf_printf(out, "%s/comb/words", data);
    else if (home && *home)
        comb_buf_printf(out, "%s/.local/share/comb/words", home);
    else
        return comb_fail(err, COMB_IO, "no place for word lists: neither XDG_DATA_HOME nor HOME is set");
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_words_file(struct comb_buf *out, const char *code, const char *ending, struct comb_error *err)
{
    int status = comb_words_folder(out, err);
    comb_buf_printf(out, "/%s.%s", code, ending);
    return status != COMB_OK ? status : out->failed ? comb_fail_memory(err) : COMB_OK;
}

/* Makes the folder and the ones above it. */
static int make_folder(struct comb_error *err)
{
    struct comb_buf path = {0};
    int code = comb_words_folder(&path, err);
    for (size_t i = 1; code == COMB_OK && i <= path.length; i++) {
        if (path.data[i] != '/' && path.data[i] != '\0')
            continue;
        char kept = path.data[i];
        path.data[i] = '\0';
        if (mkdir(path.data, 0777) != 0 && errno != EEXIST)
            code = comb_fail(err, COMB_IO, "cannot make the folder '%s': %s", path.data, strerror(errno));
        path.data[i] = kept;
    }
    comb_buf_free(&path);
    return code;
}

/* Whoever changes lists holds the folder, so that two who read, change and write do not lose each other's words. Each
 * has a descriptor of its own, so threads wait for each other as programs do; closing it lets the next one in. What
 * killed writers have left goes. */
static int lock_folder(int *lock, struct comb_error *err)
{
    struct comb_buf path = {0};
    *lock = -1;
    int code = make_folder(err);
    if (code == COMB_OK)
        code = comb_words_folder(&path, err);
    if (code == COMB_OK)
        *lock = open(path.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int locked = -1;
    while (*lock >= 0 && (locked = flock(*lock, LOCK_EX)) != 0 && errno == EINTR)
        ;
    if (code == COMB_OK && locked != 0)
        code = comb_fail(err, COMB_IO, "cannot lock the folder '%s': %s", path.data, strerror(errno));
    if (code == COMB_OK)
        comb_draft_sweep(path.data, NULL);
    comb_buf_free(&path);
    return code;
}

static void unlock_folder(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* ---- opening ---- */

static bool exists(const char *path)
{
    return access(path, R_OK) == 0;
}

static int open_file(struct comb_dict **out, const char *code, const char *ending, bool *found, struct comb_error *err)
{
    struct comb_buf path = {0};
    int status = comb_words_file(&path, code, ending, err);
    *found = status == COMB_OK && exists(path.data);
    if (*found)
        status = comb_dict_open_file(out, path.data, err);
    comb_buf_free(&path);
    return status;
}

int comb_words_open_base(struct comb_dict **out, const struct comb_language *language, struct comb_error *err)
{
    bool found;
    *out = NULL;
    if (comb_language_is_embedded(language))
        return comb_words_open_embedded(out, err);
    struct comb_error damage = {0};
    int code = open_file(out, language->code, "dict", &found, &damage);
    if (code == COMB_BAD_INPUT)
        return comb_fail(err, code, "%.200s; 'comb words build %s' makes it again", damage.message, language->code);
    if (code != COMB_OK && err)
        *err = damage;
    if (code == COMB_OK && !found)
        return comb_fail(err, COMB_BAD_INPUT, "no word list for %s: 'comb words build %s' makes it from the package %s",
                         language->name, language->code, language->package);
    return code;
}

static int open_as_it_is(struct comb_dict **out, bool *changed, const struct comb_language *language,
                         struct comb_error *err)
{
    *out = NULL;
    int code = open_file(out, language->code, "mine.dict", changed, err);
    if (*changed)
        return code;
    return comb_words_open_base(out, language,
                                err); /* also where there is no home folder: the embedded list needs none */
}

static bool is_current(const struct comb_dict *dict, bool changed, const struct comb_language *language);
static int repair(const struct comb_language *language);

/* A change that was cut off between two of its files, a layer that was edited by hand, and a damaged list with the
 * user's words are put right here. Where the files cannot be written the list stays as it is. */
int comb_words_open(struct comb_dict **out, const struct comb_language *language, struct comb_error *err)
{
    bool changed;
    int code = open_as_it_is(out, &changed, language, err);
    bool damaged = code == COMB_BAD_INPUT && changed;
    if (!damaged && (code != COMB_OK || is_current(*out, changed, language)))
        return code;
    if (repair(language) != COMB_OK)
        return code;
    comb_dict_free(*out);
    return open_as_it_is(out, &changed, language, err);
}

void comb_words_stamp(struct comb_buf *out, const struct comb_language *language)
{
    static const char *const endings[] = {"mine.dict", "dict"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct comb_buf path = {0};
        if (comb_words_file(&path, language->code, endings[i], NULL) == COMB_OK)
            comb_file_stamp(out, path.data);
        comb_buf_char(out, ';');
        out->failed |= path.failed;
        comb_buf_free(&path);
    }
}

/* ---- expanding ---- */

struct expansion {
    struct comb_fold fold;
    bool raw;
    bool (*visit)(void *payload, const char *word, size_t length);
    void *payload;
    struct comb_job *job;
    int stopped;
    unsigned permille; /* of the work that has been ticked */
};

static bool fold_form(void *payload, const char *form, size_t length)
{
    struct expansion *expansion = payload;
    char word[COMB_FOLD_MAX_BYTES];
    if (expansion->raw)
        return expansion->visit(expansion->payload, form, length);
    size_t size = comb_fold_word(word, &expansion->fold, form, length);
    return size == 0 || expansion->visit(expansion->payload, word, size);
}

static bool tick(void *payload, double share)
{
    struct expansion *expansion = payload;
    unsigned permille = (unsigned)(share * 1000);
    expansion->stopped = comb_job_tick(expansion->job, permille - expansion->permille);
    expansion->permille = permille;
    return expansion->stopped == COMB_OK;
}

int comb_words_expand(const struct comb_language *language, const char *aff, const char *dic,
                      const struct comb_words_forms *forms,
                      bool (*visit)(void *payload, const char *word, size_t length), void *payload,
                      struct comb_job *job, struct comb_error *err)
{
    struct comb_buf rules = {.limit = COMB_HUNSPELL_MAX_AFF + 1};
    struct comb_buf stems = {.limit = COMB_HUNSPELL_MAX_DIC + 1};
    struct expansion expansion = {.raw = forms->raw, .visit = visit, .payload = payload, .job = job};
    struct comb_hunspell_options options = {
        .capitals = forms->names ? COMB_HUNSPELL_CAPITALS : language->capitals,
        .letters_only = true,
        .budget = comb_job_budget(job),
    };
    comb_fold_init(&expansion.fold, language->kept, forms->shortest, LONGEST_WORD);
    comb_job_expect(job, 1000);
    int code = comb_file_read(&rules, aff, COMB_HUNSPELL_MAX_AFF, err);
    if (code == COMB_OK)
        code = comb_file_read(&stems, dic, COMB_HUNSPELL_MAX_DIC, err);
    struct comb_hunspell_files files = {rules.data, rules.length, stems.data, stems.length};
    if (code == COMB_OK)
        code = comb_hunspell_expand(NULL, &files, &options, fold_form, tick, &expansion, err);
    if (expansion.stopped != COMB_OK)
        code = comb_job_fail(job, expansion.stopped, err);
    comb_buf_free(&rules);
    comb_buf_free(&stems);
    return code;
}

/* ---- building ---- */

static bool add_line(void *payload, const char *word, size_t length)
{
    struct comb_buf *list = payload;
    comb_buf_add(list, word, length);
    comb_buf_char(list, '\n');
    return !list->failed;
}

static int draft_file(struct comb_draft *draft, const char *path, const struct comb_buf *bytes, struct comb_error *err)
{
    if (bytes->failed)
        return comb_fail_memory(err);
    int failure = comb_draft_write(draft, path, comb_buf_text(bytes), bytes->length, 0666);
    return failure == 0 ? COMB_OK : comb_fail(err, COMB_IO, "cannot write '%s': %s", path, strerror(failure));
}

static int keep_draft(struct comb_draft *draft, struct comb_error *err)
{
    int failure = comb_draft_keep(draft);
    return failure == 0
               ? COMB_OK
               : comb_fail(err, COMB_IO, "cannot write '%s': %s", comb_buf_text(&draft->path), strerror(failure));
}

/* The installed pair of files; COMB_BAD_INPUT with the package's name when there is none. */
static int find_files(struct comb_buf *aff, struct comb_buf *dic, const struct comb_language *language,
                      struct comb_error *err)
{
    for (const char *const *stem = language->stems; *stem; stem++) {
        comb_buf_clear(aff);
        comb_buf_clear(dic);
        comb_buf_printf(aff, "%s/%s.aff", HUNSPELL_FOLDER, *stem);
        comb_buf_printf(dic, "%s/%s.dic", HUNSPELL_FOLDER, *stem);
        if (aff->failed || dic->failed)
            return comb_fail_memory(err);
        if (exists(aff->data) && exists(dic->data))
            return COMB_OK;
    }
    return comb_fail(err, COMB_BAD_INPUT, "the %s dictionary is not installed: it is in the Debian package %s",
                     language->name, language->package);
}

int comb_words_can_build(const struct comb_language *language, struct comb_error *err)
{
    struct comb_buf aff = {0};
    struct comb_buf dic = {0};
    int code = find_files(&aff, &dic, language, err);
    comb_buf_free(&aff);
    comb_buf_free(&dic);
    return code;
}

static int write_built(const struct comb_language *language, const struct comb_buf *bytes, struct comb_error *err);

static int compile_built(const struct comb_language *language, const struct comb_buf *list, struct comb_error *err)
{
    struct comb_buf bytes = {.limit = (size_t)1 << 31};
    struct comb_dict_meta meta = {
        .alphabet = language->alphabet,
        .language = language->code,
        .title = language->title,
        .source = language->package,
        .licence = language->licence,
    };
    int lock = -1;
    int code = comb_dict_compile(&bytes, NULL, comb_buf_text(list), list->length, &meta, err);
    if (code == COMB_OK)
        code = lock_folder(&lock, err);
    if (code == COMB_OK)
        code = write_built(language, &bytes, err);
    unlock_folder(lock);
    comb_buf_free(&bytes);
    return code;
}

int comb_words_build(const struct comb_language *language, struct comb_job *job, struct comb_error *err)
{
    struct comb_buf aff = {0};
    struct comb_buf dic = {0};
    struct comb_buf list = {.limit = (size_t)1 << 31};
    struct comb_words_forms forms = {.shortest = SHORTEST_WORD};
    int code = find_files(&aff, &dic, language, err);
    if (code == COMB_OK)
        code = comb_words_expand(language, aff.data, dic.data, &forms, add_line, &list, job, err);
    if (code == COMB_OK && list.failed)
        code = comb_fail_memory(err);
    if (code == COMB_OK)
        code = compile_built(language, &list, err);
    comb_buf_free(&aff);
    comb_buf_free(&dic);
    comb_buf_free(&list);
    return code;
}

void comb_words_left_out(struct comb_buf *out, const struct comb_dict_report *report, const char *path,
                         const struct comb_language *language)
{
    if (report->skipped > 0)
        comb_buf_printf(
            out, "%zu word%s left out: not of the letters %s, or more than %d of them; the first is line %zu of %s",
            report->skipped, report->skipped == 1 ? "" : "s", language->alphabet, COMB_DICT_MAX_WORD,
            report->first_skipped_line, path);
}

/* ---- the user's changes ---- */

static const char *layer_ending(enum comb_words_layer layer)
{
    return layer == COMB_WORDS_ADDED ? "add" : "ban";
}

static int read_layer(struct comb_buf *out, const struct comb_language *language, enum comb_words_layer layer,
                      struct comb_error *err)
{
    struct comb_buf path = {0};
    int code = comb_words_file(&path, language->code, layer_ending(layer), err);
    if (code == COMB_OK && exists(path.data))
        code = comb_file_read(out, path.data, LARGEST_TEXT, err);
    comb_buf_free(&path);
    return code;
}

static bool holds_line(const struct comb_buf *lines, const char *word, size_t length)
{
    const char *at = comb_buf_text(lines);
    while (*at) {
        size_t line = strcspn(at, "\n");
        if (line == length && memcmp(at, word, length) == 0)
            return true;
        at += line + (at[line] == '\n');
    }
    return false;
}

/* Copies the lines but those that equal the word. */
static void drop_line(struct comb_buf *lines, const char *word, size_t length)
{
    struct comb_buf kept = {0};
    const char *at = comb_buf_text(lines);
    while (*at) {
        size_t line = strcspn(at, "\n");
        if (line != length || memcmp(at, word, length) != 0)
            add_line(&kept, at, line);
        at += line + (at[line] == '\n');
    }
    kept.failed |= lines->failed;
    comb_buf_free(lines);
    *lines = kept;
}

static int draft_layer(struct comb_draft *draft, const struct comb_buf *lines, const struct comb_language *language,
                       enum comb_words_layer layer, struct comb_error *err)
{
    struct comb_buf path = {0};
    int code = comb_words_file(&path, language->code, layer_ending(layer), err);
    if (code == COMB_OK && lines->length > LARGEST_TEXT) /* what could not be read again */
        code = comb_fail(err, COMB_BAD_INPUT, "these are more own words than the %d bytes that are kept", LARGEST_TEXT);
    if (code == COMB_OK)
        code = draft_file(draft, path.data, lines, err);
    comb_buf_free(&path);
    return code;
}

/* Of both layers; never 0. A compiled list carries the stamp of those it was made with, which shows an edited layer. */
static uint64_t stamp_of(const struct comb_buf layers[2])
{
    uint64_t stamp = comb_hash(comb_buf_text(&layers[0]), layers[0].length, 1);
    return comb_hash(comb_buf_text(&layers[1]), layers[1].length, stamp) | 1;
}

/* The words of a layer that the list has, as a set of their ids. */
static uint64_t *ids_of(const struct comb_dict *dict, const struct comb_buf *lines)
{
    uint64_t *ids = calloc(COMB_BITSET_WORDS(comb_dict_word_count(dict)) + 1, sizeof *ids);
    const char *at = comb_buf_text(lines);
    while (ids && *at) {
        uint8_t letters[COMB_DICT_MAX_WORD];
        size_t line = strcspn(at, "\n");
        int count = comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, at, line);
        uint32_t id = count > 0 ? comb_dict_find(dict, letters, (unsigned)count) : COMB_DICT_NONE;
        if (id != COMB_DICT_NONE)
            comb_bit_set(ids, id);
        at += line + (at[line] == '\n');
    }
    return ids;
}

struct merge {
    const struct comb_dict *dict;
    const uint64_t *banned; /* ids */
    struct comb_buf *list;
};

static bool merge_word(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct merge *merge = payload;
    if (comb_bit_test(merge->banned, id))
        return true;
    comb_dict_spell(merge->list, merge->dict, letters, count);
    comb_buf_char(merge->list, '\n');
    return !merge->list->failed;
}

/* The base list with the layers, compiled. */
static int compile_merged(struct comb_buf *out, const struct comb_language *language, const struct comb_dict *base,
                          const struct comb_buf layers[2], struct comb_error *err)
{
    struct comb_buf list = {.limit = (size_t)1 << 31};
    struct comb_buf title = {0};
    uint64_t *banned = ids_of(base, &layers[COMB_WORDS_BANNED]);
    struct merge merge = {.dict = base, .banned = banned, .list = &list};
    comb_buf_add(&list, comb_buf_text(&layers[COMB_WORDS_ADDED]), layers[COMB_WORDS_ADDED].length);
    if (banned)
        comb_dict_each(base, merge_word, &merge);
    comb_buf_printf(&title, "%s, changed", comb_dict_title(base));
    struct comb_dict_meta meta = {
        .alphabet = language->alphabet,
        .language = comb_dict_language(base),
        .title = comb_buf_text(&title),
        .source = comb_dict_source(base),
        .licence = comb_dict_licence(base),
        .stamp = stamp_of(layers),
    };
    int code = !banned || list.failed || title.failed
                   ? comb_fail_memory(err)
                   : comb_dict_compile(out, NULL, comb_buf_text(&list), list.length, &meta, err);
    free(banned);
    comb_buf_free(&title);
    comb_buf_free(&list);
    return code;
}

/* The next state of the list with the user's words: a draft, or with empty layers no file. */
struct changed {
    struct comb_buf path;
    struct comb_draft draft;
    bool none;
};

static int draft_changed(struct changed *changed, const struct comb_language *language, const struct comb_dict *base,
                         const struct comb_buf layers[2], struct comb_error *err)
{
    struct comb_buf bytes = {.limit = (size_t)1 << 31};
    int code = comb_words_file(&changed->path, language->code, "mine.dict", err);
    changed->none = layers[0].length == 0 && layers[1].length == 0;
    if (code == COMB_OK && !changed->none)
        code = compile_merged(&bytes, language, base, layers, err);
    if (code == COMB_OK && !changed->none)
        code = draft_file(&changed->draft, changed->path.data, &bytes, err);
    comb_buf_free(&bytes);
    return code;
}

static int keep_changed(struct changed *changed, struct comb_error *err)
{
    if (!changed->none)
        return keep_draft(&changed->draft, err);
    if (unlink(changed->path.data) == 0 || errno == ENOENT)
        return COMB_OK;
    return comb_fail(err, COMB_IO, "cannot remove '%s': %s", changed->path.data, strerror(errno));
}

static void free_changed(struct changed *changed)
{
    comb_draft_free(&changed->draft);
    comb_buf_free(&changed->path);
}

/* The journal of a change that was not completed: both layers as they shall be, +WORD and -WORD, one per line. */
static int read_journal(struct comb_buf layers[2], bool *there, const struct comb_language *language,
                        struct comb_error *err)
{
    struct comb_buf path = {0}, text = {0};
    int code = comb_words_file(&path, language->code, JOURNAL, err);
    *there = code == COMB_OK && exists(path.data);
    if (*there)
        code = comb_file_read(&text, path.data, 3 * LARGEST_TEXT, err);
    for (const char *at = comb_buf_text(&text); code == COMB_OK && *at;) {
        size_t line = strcspn(at, "\n");
        if (line > 1)
            add_line(&layers[*at == '+' ? COMB_WORDS_ADDED : COMB_WORDS_BANNED], at + 1, line - 1);
        at += line + (at[line] == '\n');
    }
    comb_buf_free(&path);
    comb_buf_free(&text);
    return code;
}

/* *open_change: from the journal, and its change is to be completed. */
static int read_layers(struct comb_buf layers[2], bool *open_change, const struct comb_language *language,
                       struct comb_error *err)
{
    int code = read_journal(layers, open_change, language, err);
    if (code != COMB_OK || *open_change)
        return code;
    code = read_layer(&layers[COMB_WORDS_ADDED], language, COMB_WORDS_ADDED, err);
    return code == COMB_OK ? read_layer(&layers[COMB_WORDS_BANNED], language, COMB_WORDS_BANNED, err) : code;
}

static void write_lines(struct comb_buf *out, char sign, const struct comb_buf *lines)
{
    for (const char *at = comb_buf_text(lines); *at;) {
        size_t line = strcspn(at, "\n");
        comb_buf_char(out, sign);
        add_line(out, at, line);
        at += line + (at[line] == '\n');
    }
    out->failed |= lines->failed;
}

static int draft_journal(struct comb_draft *draft, const struct comb_buf layers[2],
                         const struct comb_language *language, struct comb_error *err)
{
    struct comb_buf path = {0}, text = {0};
    write_lines(&text, '+', &layers[COMB_WORDS_ADDED]);
    write_lines(&text, '-', &layers[COMB_WORDS_BANNED]);
    int code = comb_words_file(&path, language->code, JOURNAL, err);
    if (code == COMB_OK)
        code = draft_file(draft, path.data, &text, err);
    comb_buf_free(&path);
    comb_buf_free(&text);
    return code;
}

static void free_layers(struct comb_buf layers[2])
{
    comb_buf_free(&layers[0]);
    comb_buf_free(&layers[1]);
}

/* Whether the list was made with the layers as they are. */
static bool is_current(const struct comb_dict *dict, bool changed, const struct comb_language *language)
{
    struct comb_buf layers[2] = {{0}, {0}};
    bool current = true, open_change;
    if (read_layers(layers, &open_change, language, NULL) == COMB_OK && !layers[0].failed && !layers[1].failed)
        current = open_change ? false
                  : layers[0].length == 0 && layers[1].length == 0
                      ? !changed
                      : changed && comb_dict_stamp(dict) == stamp_of(layers);
    free_layers(layers);
    return current;
}

/* A list that was built and the one with the user's words over it. The latter goes first: it is the one in use. */
static int write_built(const struct comb_language *language, const struct comb_buf *bytes, struct comb_error *err)
{
    struct comb_buf path = {0};
    struct comb_buf layers[2] = {{0}, {0}};
    struct comb_dict *base = NULL;
    struct comb_draft draft = {0};
    struct changed changed = {0};
    bool open_change;
    int code = comb_words_file(&path, language->code, "dict", err);
    if (code == COMB_OK)
        code = comb_dict_open(&base, bytes->data, bytes->length, true, err);
    if (code == COMB_OK)
        code = read_layers(layers, &open_change, language, err);
    if (code == COMB_OK)
        code = draft_file(&draft, path.data, bytes, err);
    if (code == COMB_OK)
        code = draft_changed(&changed, language, base, layers, err);
    if (code == COMB_OK)
        code = keep_changed(&changed, err);
    if (code == COMB_OK)
        code = keep_draft(&draft, err);
    free_changed(&changed);
    comb_draft_free(&draft);
    comb_dict_free(base);
    free_layers(layers);
    comb_buf_free(&path);
    return code;
}

/* Puts the words into one layer, if any, and takes them out of the others. A word that is no word of the alphabet is
 * refused. */
static int move_words(struct comb_buf layers[2], enum comb_words_layer layer, const struct comb_language *language,
                      const char *const *words, size_t count, struct comb_error *err)
{
    struct comb_fold fold;
    comb_fold_init(&fold, language->kept, SHORTEST_WORD, COMB_FOLD_MAX_LETTERS);
    for (size_t i = 0; i < count; i++) {
        char word[COMB_FOLD_MAX_BYTES];
        size_t length = comb_fold_word(word, &fold, words[i], strlen(words[i]));
        if (length == 0)
            return comb_fail(err, COMB_BAD_INPUT, "'%.60s' is not a word: expected %d to %d letters of %s", words[i],
                             SHORTEST_WORD, COMB_FOLD_MAX_LETTERS, language->alphabet);
        for (unsigned other = 0; other < 2; other++)
            if (other != layer)
                drop_line(&layers[other], word, length);
        if (layer != COMB_WORDS_AS_LISTED && !holds_line(&layers[layer], word, length))
            add_line(&layers[layer], word, length);
    }
    return COMB_OK;
}

/* All drafts are written before the first is kept, so a full disk changes nothing. Keeping the journal is the moment at
 * which the change holds: whoever is killed later leaves it, and the next one to open the list completes the rest. */
static int write_layers(const struct comb_language *language, const struct comb_dict *base,
                        const struct comb_buf layers[2], struct comb_error *err)
{
    struct comb_draft journal = {0}, drafts[2] = {0};
    struct changed changed = {0};
    int code = draft_journal(&journal, layers, language, err);
    for (int i = 0; code == COMB_OK && i < 2; i++)
        code = draft_layer(&drafts[i], &layers[i], language, (enum comb_words_layer)i, err);
    if (code == COMB_OK)
        code = draft_changed(&changed, language, base, layers, err);
    if (code == COMB_OK)
        code = keep_draft(&journal, err);
    for (int i = 0; code == COMB_OK && i < 2; i++)
        code = keep_draft(&drafts[i], err);
    if (code == COMB_OK)
        code = keep_changed(&changed, err);
    if (code == COMB_OK)
        unlink(comb_buf_text(&journal.path));
    free_changed(&changed);
    comb_draft_free(&journal);
    comb_draft_free(&drafts[0]);
    comb_draft_free(&drafts[1]);
    return code;
}

static int repair(const struct comb_language *language)
{
    struct comb_buf layers[2] = {{0}, {0}};
    struct comb_dict *base = NULL;
    bool open_change;
    int lock;
    int code = lock_folder(&lock, NULL);
    if (code == COMB_OK)
        code = comb_words_open_base(&base, language, NULL);
    if (code == COMB_OK)
        code = read_layers(layers, &open_change, language, NULL);
    if (code == COMB_OK)
        code = write_layers(language, base, layers, NULL);
    unlock_folder(lock);
    comb_dict_free(base);
    free_layers(layers);
    return code;
}

/* Under the lock. Without a base list nothing is written. */
static int change_layers(const struct comb_language *language, enum comb_words_layer layer, const char *const *words,
                         size_t count, struct comb_error *err)
{
    struct comb_buf layers[2] = {{0}, {0}};
    struct comb_dict *base = NULL;
    bool open_change;
    int code = comb_words_open_base(&base, language, err);
    if (code == COMB_OK)
        code = read_layers(layers, &open_change, language, err);
    if (code == COMB_OK)
        code = move_words(layers, layer, language, words, count, err);
    if (code == COMB_OK)
        code = write_layers(language, base, layers, err);
    comb_dict_free(base);
    free_layers(layers);
    return code;
}

int comb_words_change(const struct comb_language *language, enum comb_words_layer layer, const char *const *words,
                      size_t count, struct comb_error *err)
{
    int lock;
    int code = lock_folder(&lock, err);
    if (code == COMB_OK)
        code = change_layers(language, layer, words, count, err);
    unlock_folder(lock);
    return code;
}

static json_t *lines_array(struct comb_json *build, const struct comb_buf *lines)
{
    json_t *array = comb_json_array(build);
    const char *at = comb_buf_text(lines);
    while (*at) {
        size_t line = strcspn(at, "\n");
        comb_json_push(build, array, comb_json_string_n(build, at, line));
        at += line + (at[line] == '\n');
    }
    return array;
}

int comb_words_own(json_t **out, const struct comb_language *language, struct comb_error *err)
{
    struct comb_buf layers[2] = {{0}, {0}};
    struct comb_json build = {0};
    bool open_change;
    *out = NULL;
    int code = read_layers(layers, &open_change, language, err);
    if (code == COMB_OK) {
        json_t *root = comb_json_object(&build);
        comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
        comb_json_set(&build, root, "lang", comb_json_string(&build, language->code));
        comb_json_set(&build, root, "added", lines_array(&build, &layers[COMB_WORDS_ADDED]));
        comb_json_set(&build, root, "banned", lines_array(&build, &layers[COMB_WORDS_BANNED]));
        code = comb_json_finish(out, &build, root, err);
    }
    free_layers(layers);
    return code;
}

/* ---- looking up ---- */

static bool is_in(const struct comb_dict *dict, const struct comb_language *language, const char *word)
{
    uint8_t letters[COMB_DICT_MAX_WORD];
    char folded[COMB_FOLD_MAX_BYTES];
    struct comb_fold fold;
    comb_fold_init(&fold, language->kept, 1, COMB_FOLD_MAX_LETTERS);
    size_t size = comb_fold_word(folded, &fold, word, strlen(word));
    int count = size ? comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, folded, size) : -1;
    return count > 0 && comb_dict_contains(dict, letters, (unsigned)count);
}

/* Adds the language's code to each word that its list has; a list that is not there or damaged has none. */
static void look_in(struct comb_json *build, json_t *found, const struct comb_language *language,
                    const char *const *words, size_t count)
{
    struct comb_dict *dict = NULL;
    if (comb_words_open(&dict, language, NULL) != COMB_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        json_t *lists = json_object_get(found, words[i]);
        const char *last = json_string_value(json_array_get(lists, json_array_size(lists) - 1));
        bool named = last && strcmp(last, language->code) == 0; /* the word was given twice */
        if (!named && is_in(dict, language, words[i]))
            comb_json_push(build, lists, comb_json_string(build, language->code));
    }
    comb_dict_free(dict);
}

int comb_words_lookup(json_t **out, const char *const *words, size_t count, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build), *found = comb_json_object(&build);
    for (size_t i = 0; i < count; i++)
        comb_json_set(&build, found, words[i], comb_json_array(&build));
    for (size_t i = 0; !build.failed && comb_language_at(i); i++)
        look_in(&build, found, comb_language_at(i), words, count);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "words", found);
    return comb_json_finish(out, &build, root, err);
}

json_t *comb_words_describe(struct comb_json *build, const struct comb_language *language, const struct comb_dict *dict)
{
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "code", comb_json_string(build, language->code));
    comb_json_set(build, object, "language", comb_json_string(build, language->name));
    comb_json_set(build, object, "installed", comb_json_bool(build, dict != NULL));
    if (dict) {
        comb_json_set(build, object, "title", comb_json_string(build, comb_dict_title(dict)));
        comb_json_set(build, object, "words", comb_json_int(build, (long long)comb_dict_word_count(dict)));
        comb_json_set(build, object, "source", comb_json_string(build, comb_dict_source(dict)));
        comb_json_set(build, object, "licence", comb_json_string(build, comb_dict_licence(dict)));
    } else {
        comb_json_set(build, object, "package", comb_json_string(build, language->package));
        comb_json_set(build, object, "buildable",
                      comb_json_bool(build, comb_words_can_build(language, NULL) == COMB_OK));
    }
    return object;
}
