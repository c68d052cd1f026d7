#define _POSIX_C_SOURCE 200809L
#include "family/words/lists/word_lists.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/platform.h"
#include "core/run.h"
#include "engine/dict/fold.h"
#include "engine/hunspell/hunspell.h"
#include "family/words/lists/embedded.h"
#include "family/words/lists/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_WORD = 16 };

/* ---- paths ---- */

int comb_words_folder(struct comb_buf *out, struct comb_error *err)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data && *data == '/')
        comb_buf_printf(out, "%s/comb/words", data);
    else if (home && *home)
        comb_buf_printf(out, "%s/.local/share/comb/words", home);
    else
        return comb_fail(err, COMB_IO, "no folder for word lists: neither XDG_DATA_HOME nor HOME is set");
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_words_file(struct comb_buf *out, const char *code, const char *ending, struct comb_error *err)
{
    int status = comb_words_folder(out, err);
    comb_buf_printf(out, "/%s.%s", code, ending);
    return status != COMB_OK ? status : out->failed ? comb_fail_memory(err) : COMB_OK;
}

/* Creates the folder and its parents. */
static int make_folder(struct comb_error *err)
{
    struct comb_buf path = {0};
    int code = comb_words_folder(&path, err);
    for (size_t i = 1; code == COMB_OK && i <= path.length; i++) {
        if (path.data[i] != '/' && path.data[i] != '\0')
            continue;
        char saved = path.data[i];
        path.data[i] = '\0';
        if (mkdir(path.data, 0777) != 0 && errno != EEXIST)
            code = comb_fail(err, COMB_IO, "cannot create the folder '%s': %s", path.data, strerror(errno));
        path.data[i] = saved;
    }
    comb_buf_free(&path);
    return code;
}

/* Locks the folder, so that concurrent read-modify-write changes do not lose words. Each caller opens its
 * own descriptor, so the lock also works between threads; closing it releases the lock. Removes drafts left by killed
 * writers. */
int comb_words_lock(int *lock, struct comb_error *err)
{
    struct comb_buf path = {0};
    *lock = -1;
    int code = make_folder(err);
    if (code == COMB_OK)
        code = comb_words_folder(&path, err);
    if (code == COMB_OK)
        *lock = open(path.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int failure = *lock >= 0 ? comb_lock_file(*lock, true) : errno;
    if (code == COMB_OK && failure != 0)
        code = comb_fail(err, COMB_IO, "cannot lock the folder '%s': %s", path.data, strerror(failure));
    if (code == COMB_OK)
        comb_draft_sweep(path.data, NULL);
    comb_buf_free(&path);
    return code;
}

void comb_words_unlock(int lock)
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
        return comb_fail(err, code, "%.200s; rebuild it with 'comb words build %s'", damage.message, language->code);
    if (code != COMB_OK && err)
        *err = damage;
    if (code == COMB_OK && !found)
        return comb_fail(err, COMB_BAD_INPUT, "no word list for %s; run 'comb words build %s' (needs package %s)",
                         language->name, language->code, language->package);
    return code;
}

static int open_without_repair(struct comb_dict **out, bool *changed, const struct comb_language *language,
                               struct comb_error *err)
{
    *out = NULL;
    int code = open_file(out, language->code, "mine.dict", changed, err);
    if (*changed)
        return code;
    return comb_words_open_base(out, language, err); /* also without a home folder: the embedded list needs none */
}

/* Opens a list, and first repairs an interrupted change, a layer edited by hand, or a damaged list with the user's
 * words. If the files cannot be written, the list is used as it is. */
int comb_words_open(struct comb_dict **out, const struct comb_language *language, struct comb_error *err)
{
    bool changed;
    int code = open_without_repair(out, &changed, language, err);
    bool damaged = code == COMB_BAD_INPUT && changed;
    if (!damaged && (code != COMB_OK || comb_words_is_current(*out, changed, language)))
        return code;
    if (comb_words_repair(language) != COMB_OK)
        return code;
    comb_dict_free(*out);
    return open_without_repair(out, &changed, language, err);
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
    bool (*visit_part)(void *payload, enum comb_hunspell_part part, const char *word, size_t length);
    void *payload;
    struct comb_job *job;
    int stopped;
    unsigned permille; /* progress reported so far */
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

static bool fold_part(void *payload, enum comb_hunspell_part part, const char *form, size_t length)
{
    struct expansion *expansion = payload;
    char word[COMB_FOLD_MAX_BYTES];
    size_t size = comb_fold_word(word, &expansion->fold, form, length);
    return size == 0 || expansion->visit_part(expansion->payload, part, word, size);
}

static bool on_tick(void *payload, double fraction)
{
    struct expansion *expansion = payload;
    unsigned permille = (unsigned)(fraction * 1000);
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
    struct expansion expansion = {
        .raw = forms->raw, .visit = visit, .visit_part = forms->visit_part, .payload = payload, .job = job};
    struct comb_hunspell_options options = {
        .capitals = forms->names ? COMB_HUNSPELL_CAPITALS : language->capitals,
        .letters_only = true,
        .keep_affix = forms->game ? language->game_words->keep_affix : NULL,
        .keep_stem = forms->game ? language->game_words->keep_stem : NULL,
        .visit_part = forms->visit_part ? fold_part : NULL,
        .budget = comb_job_budget(job),
    };
    comb_fold_init(&expansion.fold, language->kept, forms->min_length, LONGEST_WORD);
    comb_job_expect(job, 1000);
    int code = comb_file_read(&rules, aff, COMB_HUNSPELL_MAX_AFF, err);
    if (code == COMB_OK)
        code = comb_file_read(&stems, dic, COMB_HUNSPELL_MAX_DIC, err);
    struct comb_hunspell_files files = {rules.data, rules.length, stems.data, stems.length};
    if (code == COMB_OK)
        code = comb_hunspell_expand(NULL, &files, &options, fold_form, on_tick, &expansion, err);
    if (expansion.stopped != COMB_OK)
        code = comb_job_fail(job, expansion.stopped, err);
    comb_buf_free(&rules);
    comb_buf_free(&stems);
    return code;
}

/* ---- messages ---- */

void comb_words_print_skipped(struct comb_buf *out, const struct comb_dict_report *report, const char *path,
                              const struct comb_language *language)
{
    if (report->skipped > 0)
        comb_buf_printf(
            out, "skipped %zu word%s with characters outside %s or more than %d letters; the first is line %zu of %s",
            report->skipped, report->skipped == 1 ? "" : "s", language->alphabet, COMB_DICT_MAX_WORD,
            report->first_skipped_line, path);
}

/* ---- lookup ---- */

static bool contains_word(const struct comb_dict *dict, const struct comb_language *language, const char *word)
{
    uint8_t letters[COMB_DICT_MAX_WORD];
    char folded[COMB_FOLD_MAX_BYTES];
    struct comb_fold fold;
    comb_fold_init(&fold, language->kept, 1, COMB_FOLD_MAX_LETTERS);
    size_t size = comb_fold_word(folded, &fold, word, strlen(word));
    int count = size ? comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, folded, size) : -1;
    return count > 0 && comb_dict_contains(dict, letters, (unsigned)count);
}

/* Adds the list's code to each word in it. */
static void look_up_in_dict(struct comb_json *build, json_t *found, const char *code, const struct comb_dict *dict,
                            const struct comb_language *language, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_t *lists = json_object_get(found, words[i]);
        const char *last = json_string_value(json_array_get(lists, json_array_size(lists) - 1));
        bool named = last && strcmp(last, code) == 0; /* the word was given twice */
        if (!named && contains_word(dict, language, words[i]))
            comb_json_push(build, lists, comb_json_string(build, code));
    }
}

/* Missing and damaged lists contain no words. */
static void look_up_in(struct comb_json *build, json_t *found, const struct comb_language *language,
                       const char *const *words, size_t count)
{
    struct comb_dict *dict = NULL;
    if (comb_words_open(&dict, language, NULL) != COMB_OK)
        return;
    look_up_in_dict(build, found, language->code, dict, language, words, count);
    comb_dict_free(dict);
}

struct own_lookup {
    struct comb_json *build;
    json_t *found;
    const char *const *words;
    size_t count;
};

static void look_up_in_own(void *payload, const char *name)
{
    const struct own_lookup *lookup = payload;
    struct comb_dict *dict = NULL;
    const struct comb_language *language = comb_words_list_language(name);
    if (!language || comb_words_open_list(&dict, name, NULL) != COMB_OK)
        return;
    look_up_in_dict(lookup->build, lookup->found, name, dict, language, lookup->words, lookup->count);
    comb_dict_free(dict);
}

int comb_words_lookup(json_t **out, const char *const *words, size_t count, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build), *found = comb_json_object(&build);
    for (size_t i = 0; i < count; i++)
        comb_json_set(&build, found, words[i], comb_json_array(&build));
    for (size_t i = 0; !build.failed && comb_language_at(i); i++)
        look_up_in(&build, found, comb_language_at(i), words, count);
    struct own_lookup own = {&build, found, words, count};
    comb_words_each_list(look_up_in_own, &own);
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
        comb_json_set(build, object, "outdated", comb_json_bool(build, comb_words_is_outdated(language)));
    } else {
        comb_json_set(build, object, "package", comb_json_string(build, language->package));
        comb_json_set(build, object, "buildable",
                      comb_json_bool(build, comb_words_can_build(language, NULL) == COMB_OK));
    }
    comb_json_set(build, object, "letters", comb_json_string(build, language->alphabet));
    comb_json_set(build, object, "values_source", comb_json_string(build, language->values_source));
    return object;
}
