/* 'comb words': shows, searches, changes and builds word lists. */
#include "cli/verb.h"

#include "base/escape.h"
#include "base/file.h"
#include "base/text.h"
#include "core/run.h"
#include "family/words/game.h"
#include "family/words/lists/word_lists.h"

#include <string.h>

enum { LARGEST_LIST = 512 << 20 };

static int exit_status_of(struct comb_cli *cli, int code, struct comb_error *err)
{
    return code == COMB_OK ? COMB_OK : comb_cli_fail(cli, NULL, err);
}

static const struct comb_language *find_language(struct comb_cli *cli, const char *code, int *status)
{
    struct comb_error err;
    const struct comb_language *language = comb_language_find(code);
    if (!language) {
        comb_fail(&err, COMB_BAD_INPUT, "no such language '%.40s'; see 'comb words list'", code);
        *status = comb_cli_fail(cli, NULL, &err);
    }
    return language;
}

/* ---- list ---- */

/* Prints an installed list. Title, source and licence come from the file and are escaped. */
static void print_installed(struct comb_buf *out, const struct comb_language *language, const struct comb_dict *dict)
{
    struct comb_buf title = {0};
    comb_escape_field(&title, comb_dict_title(dict));
    comb_buf_printf(out, "%-10s %9zu  %-18s %-16s ", language->code, comb_dict_word_count(dict), language->name,
                    comb_buf_text(&title));
    comb_escape_field(out, comb_dict_source(dict));
    comb_buf_str(out, ", ");
    comb_escape_field(out, comb_dict_licence(dict));
    if (comb_words_is_outdated(language))
        comb_buf_printf(out, "; built by an older version, run 'comb words build %s'", language->code);
    comb_buf_char(out, '\n');
    out->failed |= title.failed;
    comb_buf_free(&title);
}

static void print_list_line(struct comb_buf *out, const struct comb_language *language, const struct comb_dict *dict,
                            bool plain)
{
    if (plain && dict)
        comb_buf_printf(out, "%s\n", language->code);
    else if (dict)
        print_installed(out, language, dict);
    else if (!plain)
        comb_buf_printf(out, "%-10s %9s  %-18s not installed; run 'comb words build %s' (needs package %s)\n",
                        language->code, "-", language->name, language->code, language->package);
}

struct own_lists {
    struct comb_json *build;
    json_t *lists;
    struct comb_buf *text;
    bool plain;
};

static void print_own_list(void *payload, const char *name)
{
    struct own_lists *own = payload;
    json_t *list = comb_words_describe_list(own->build, name);
    const char *source = json_string_value(json_object_get(list, "source"));
    if (own->plain)
        comb_buf_printf(own->text, "%s\n", name);
    else if (source) {
        comb_buf_printf(own->text, "%-10s %9lld  %-18s %-16s ", name,
                        (long long)json_integer_value(json_object_get(list, "words")), "your own",
                        json_string_value(json_object_get(list, "base")));
        comb_escape_field(own->text, source);
        comb_buf_char(own->text, '\n');
    } else {
        comb_buf_printf(own->text, "%-10s %9s  %-18s damaged; add it again, or run 'comb words remove-list %s'\n", name,
                        "-", "your own", name);
    }
    comb_json_push(own->build, own->lists, list);
}

/* Prints the letter values of each language once, with their source. */
static void print_values(struct comb_buf *out)
{
    comb_buf_str(out, "\nletter values\n");
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        if (i > 0 && comb_language_at(i - 1)->values == language->values)
            continue;
        comb_buf_printf(out, "%-10s", language->code);
        for (const char *at = language->alphabet; *at;) {
            uint32_t letter = 0;
            size_t size = comb_utf8_decode(&letter, at, strlen(at));
            comb_buf_printf(out, " %.*s%u", (int)size, at, comb_language_value(language, letter));
            at += size;
        }
        comb_buf_printf(out, "\n%-10s %s\n", "", language->values_source);
    }
}

static int run_list(struct comb_cli *cli)
{
    struct comb_error err = {0};
    struct comb_json build = {0};
    struct comb_buf text = {0};
    json_t *lists = comb_json_array(&build);
    bool plain = comb_params_flag(&cli->params, "plain");
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        struct comb_dict *dict = NULL;
        struct comb_error damage = {0};
        if (comb_words_open(&dict, language, &damage) != COMB_OK && damage.code != COMB_BAD_INPUT)
            comb_cli_info(cli, "%s: %s", language->code, damage.message);
        print_list_line(&text, language, dict, plain);
        comb_json_push(&build, lists, comb_words_describe(&build, language, dict));
        comb_dict_free(dict);
    }
    struct own_lists own = {&build, lists, &text, plain};
    comb_words_each_list(print_own_list, &own);
    int status;
    if (comb_params_flag(&cli->params, "json")) {
        json_t *root = comb_json_object(&build);
        comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
        comb_json_set(&build, root, "lists", json_incref(lists));
        int code = comb_json_finish(&root, &build, root, &err);
        status = code == COMB_OK ? comb_cli_write_json(cli, root) : comb_cli_fail(cli, NULL, &err);
        json_decref(root);
    } else {
        if (!plain)
            print_values(&text);
        status = comb_cli_write(cli, &text);
    }
    json_decref(lists);
    comb_buf_free(&text);
    return status;
}

/* ---- lookup ---- */

static void print_lookup(struct comb_buf *out, const char *word, const json_t *lists)
{
    comb_escape_field(out, word);
    comb_buf_char(out, ':');
    for (size_t i = 0; i < json_array_size(lists); i++)
        comb_buf_printf(out, " %s", json_string_value(json_array_get(lists, i)));
    comb_buf_str(out, json_array_size(lists) ? "\n" : " not found\n");
}

static int run_lookup(struct comb_cli *cli)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    json_t *root = NULL;
    bool all = true;
    if (comb_words_lookup(&root, cli->operands + 1, cli->operand_count - 1, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    for (size_t i = 1; i < cli->operand_count; i++) {
        const json_t *lists = json_object_get(json_object_get(root, "words"), cli->operands[i]);
        print_lookup(&text, cli->operands[i], lists);
        all &= json_array_size(lists) > 0;
    }
    int status = comb_params_flag(&cli->params, "json") ? comb_cli_write_json(cli, root) : comb_cli_write(cli, &text);
    json_decref(root);
    comb_buf_free(&text);
    return status != COMB_OK ? status : all ? COMB_OK : COMB_NO;
}

/* ---- export ---- */

struct export
{
    struct comb_cli *cli;
    const struct comb_dict *dict;
    struct comb_buf text;
    int status;
};

static bool export_word(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct export *export = payload;
    (void)id;
    comb_dict_to_text(&export->text, export->dict, letters, count);
    comb_buf_char(&export->text, '\n');
    if (export->text.length < 1 << 16)
        return true;
    export->status = comb_cli_write(export->cli, &export->text);
    comb_buf_clear(&export->text);
    return export->status == COMB_OK;
}

static int run_export(struct comb_cli *cli)
{
    struct comb_error err = {0};
    int status = COMB_OK;
    struct comb_dict *dict;
    const struct comb_language *language = find_language(cli, cli->operands[1], &status);
    if (!language)
        return status;
    if (comb_words_open(&dict, language, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    struct export export = {.cli = cli, .dict = dict};
    if (comb_dict_each(dict, export_word, &export))
        export.status = comb_cli_write(cli, &export.text);
    comb_buf_free(&export.text);
    comb_dict_free(dict);
    return export.status;
}

/* ---- own, add, ban, forget ---- */

static void print_signed_words(struct comb_buf *out, const char *sign, const json_t *words)
{
    for (size_t i = 0; i < json_array_size(words); i++) {
        comb_buf_str(out, sign);
        comb_escape_field(out, json_string_value(json_array_get(words, i)));
        comb_buf_char(out, '\n');
    }
}

static int print_own_words(struct comb_cli *cli, const struct comb_language *language)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    json_t *own = NULL;
    if (comb_words_own(&own, language, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    print_signed_words(&text, "+ ", json_object_get(own, "added"));
    print_signed_words(&text, "- ", json_object_get(own, "banned"));
    int status = comb_params_flag(&cli->params, "json") ? comb_cli_write_json(cli, own) : comb_cli_write(cli, &text);
    comb_buf_free(&text);
    json_decref(own);
    return status;
}

static int run_own(struct comb_cli *cli)
{
    int status = COMB_OK;
    const struct comb_language *language = find_language(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    return language ? print_own_words(cli, language) : status;
}

static int change_words(struct comb_cli *cli, enum comb_words_layer layer)
{
    static const char *const done[] = {
        [COMB_WORDS_ADDED] = "added to",
        [COMB_WORDS_BANNED] = "banned from",
        [COMB_WORDS_AS_LISTED] = "reset in",
    };
    struct comb_error err = {0};
    int status = COMB_OK;
    const struct comb_language *language = find_language(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    if (!language)
        return status;
    int code = comb_words_change(language, layer, cli->operands + 1, cli->operand_count - 1, &err);
    if (code == COMB_OK)
        comb_cli_info(cli, "%zu word%s %s the list %s", cli->operand_count - 1, cli->operand_count == 2 ? "" : "s",
                      done[layer], language->code);
    if (code == COMB_OK && comb_params_flag(&cli->params, "json"))
        return print_own_words(cli, language);
    return exit_status_of(cli, code, &err);
}

static int run_add(struct comb_cli *cli)
{
    return change_words(cli, COMB_WORDS_ADDED);
}

static int run_ban(struct comb_cli *cli)
{
    return change_words(cli, COMB_WORDS_BANNED);
}

static int run_forget(struct comb_cli *cli)
{
    return change_words(cli, COMB_WORDS_AS_LISTED);
}

/* ---- compile ---- */

static void report_compiled(struct comb_cli *cli, const struct comb_dict_report *report, size_t bytes,
                            const struct comb_language *language)
{
    struct comb_buf skipped = {0};
    comb_words_print_skipped(&skipped, report, cli->operands[1], language);
    comb_cli_info(cli, "%zu words, %zu bytes in %s", report->words, bytes,
                  comb_params_text(&cli->params, "output", ""));
    if (skipped.length > 0)
        comb_cli_info(cli, "%s", comb_buf_text(&skipped));
    comb_buf_free(&skipped);
}

static int run_compile(struct comb_cli *cli)
{
    struct comb_error err = {0};
    struct comb_buf text = {.limit = LARGEST_LIST};
    struct comb_buf bytes = {.limit = (size_t)1 << 31};
    struct comb_dict_report report = {0};
    const char *path = cli->operands[1];
    const char *output = comb_params_text(&cli->params, "output", NULL);
    int status = COMB_OK;
    const struct comb_language *language = find_language(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    if (!language)
        return status;
    struct comb_dict_meta meta = {
        .alphabet = language->alphabet,
        .language = language->code,
        .title = comb_params_text(&cli->params, "title", path),
        .source = path,
        .licence = comb_params_text(&cli->params, "licence", ""),
    };
    int code = output ? COMB_OK : comb_fail(&err, COMB_BAD_INPUT, "no output file given; use -o FILE.dict");
    if (code == COMB_OK)
        code = comb_file_read(&text, path, LARGEST_LIST - 1, &err);
    if (code == COMB_OK)
        code = comb_words_check_text(path, comb_buf_text(&text), text.length, true, &err);
    if (code == COMB_OK)
        code = comb_words_prefix_error(
            path, comb_dict_compile(&bytes, &report, comb_buf_text(&text), text.length, &meta, &err), &err);
    if (code == COMB_OK && strcmp(output, "-") == 0)
        status = comb_cli_write_bytes(cli, &bytes);
    else if (code == COMB_OK)
        code = comb_file_write(output, bytes.data, bytes.length, &err);
    if (code == COMB_OK && status == COMB_OK)
        report_compiled(cli, &report, bytes.length, language);
    comb_buf_free(&text);
    comb_buf_free(&bytes);
    return status != COMB_OK ? status : exit_status_of(cli, code, &err);
}

/* ---- lists of one's own ---- */

static int run_add_list(struct comb_cli *cli)
{
    struct comb_error err = {0};
    struct comb_buf bytes = {.limit = LARGEST_LIST}, skipped = {0};
    struct comb_dict_report report = {0};
    const char *name = cli->operands[1], *path = cli->operands[2];
    int status = COMB_OK;
    const struct comb_language *language = find_language(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    if (!language)
        return status;
    int code = comb_file_read(&bytes, path, LARGEST_LIST - 1, &err);
    struct comb_words_new_list list = {
        .bytes = comb_buf_text(&bytes),
        .length = bytes.length,
        .source = path,
        .language = language,
        .values_path = comb_params_text(&cli->params, "values", NULL),
    };
    if (code == COMB_OK)
        code = comb_words_add_list(&report, name, &list, &err);
    if (code == COMB_OK) {
        comb_cli_info(cli, "%s: %zu words; use it with --words %s", name, report.words, name);
        comb_words_print_skipped(&skipped, &report, path, language);
        if (skipped.length > 0)
            comb_cli_info(cli, "%s", comb_buf_text(&skipped));
    }
    comb_buf_free(&bytes);
    comb_buf_free(&skipped);
    return exit_status_of(cli, code, &err);
}

static int run_add_frequency(struct comb_cli *cli)
{
    struct comb_error err = {0};
    int status = COMB_OK;
    const struct comb_language *language = find_language(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    if (!language)
        return status;
    int code = comb_words_add_frequencies(language, cli->operands[1], &err);
    if (code == COMB_OK)
        comb_cli_info(cli, "%s: common words come first with --sort common and --mine", language->code);
    return exit_status_of(cli, code, &err);
}

static int run_remove_list(struct comb_cli *cli)
{
    struct comb_error err = {0};
    int code = comb_words_remove_list(cli->operands[1], &err);
    if (code == COMB_OK)
        comb_cli_info(cli, "removed the list %s", cli->operands[1]);
    return exit_status_of(cli, code, &err);
}

/* ---- expand, build ---- */

static bool print_word(void *payload, const char *word, size_t length)
{
    struct comb_cli *cli = payload;
    return fwrite(word, 1, length, cli->out) == length && fputc('\n', cli->out) != EOF;
}

static int run_expand(struct comb_cli *cli)
{
    struct comb_error err = {0};
    int status = COMB_OK;
    const struct comb_language *language = find_language(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    if (!language)
        return status;
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
    if (!job)
        return status;
    struct comb_words_forms forms = {
        .names = comb_params_flag(&cli->params, "names"),
        .raw = comb_params_flag(&cli->params, "raw"),
        .min_length = 1,
    };
    int code = comb_words_expand(language, cli->operands[1], cli->operands[2], &forms, print_word, cli,
                                 comb_cli_job(job), &err);
    comb_cli_job_end(job);
    return exit_status_of(cli, code, &err);
}

static int build_one(struct comb_cli *cli, const struct comb_language *language)
{
    struct comb_error err = {0};
    struct comb_dict *dict = NULL;
    int status = COMB_OK;
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
    if (!job)
        return status;
    int code = comb_words_build(language, comb_cli_job(job), &err);
    double seconds = comb_job_seconds(comb_cli_job(job));
    comb_cli_job_end(job);
    if (code == COMB_OK)
        code = comb_words_open_base(&dict, language, &err);
    if (code == COMB_OK)
        comb_cli_info(cli, "%s: %zu words from %s in %.1f s", language->code, comb_dict_word_count(dict),
                      language->package, seconds);
    comb_dict_free(dict);
    return exit_status_of(cli, code, &err);
}

static int run_build(struct comb_cli *cli)
{
    int status = COMB_OK;
    bool all = strcmp(cli->operands[1], "all") == 0;
    for (size_t i = 1; !all && i < cli->operand_count; i++) {
        const struct comb_language *language = find_language(cli, cli->operands[i], &status);
        int built = language ? COMB_OK : status;
        if (language && comb_language_is_embedded(language))
            comb_cli_info(cli, "%s is built in; nothing to do", language->code);
        else if (language)
            built = build_one(cli, language);
        status = built != COMB_OK ? built : status;
    }
    for (size_t i = 0; all && comb_language_at(i); i++) {
        int built = comb_language_is_embedded(comb_language_at(i)) ? COMB_OK : build_one(cli, comb_language_at(i));
        status = built != COMB_OK ? built : status;
    }
    return status;
}

/* ---- the verb ---- */

struct action {
    const char *name;
    size_t min_operands; /* after the name */
    size_t max_operands;
    const char *options; /* the verb's options that it takes */
    const char *usage;
    int (*run)(struct comb_cli *cli);
};

static const struct action actions[] = {
    {"list", 0, 0, "", "list", run_list},
    {"lookup", 1, 1000, "", "lookup WORD...", run_lookup},
    {"export", 1, 1, "", "export LANG", run_export},
    {"own", 0, 0, "lang", "own [--lang LANG]", run_own},
    {"add", 1, 100000, "lang", "add WORD... [--lang LANG]", run_add},
    {"ban", 1, 100000, "lang", "ban WORD... [--lang LANG]", run_ban},
    {"forget", 1, 100000, "lang", "forget WORD... [--lang LANG]", run_forget},
    {"compile", 1, 1, "lang output title licence", "compile LIST -o FILE", run_compile},
    {"expand", 2, 2, "lang raw names", "expand FILE.aff FILE.dic", run_expand},
    {"build", 1, 100, "", "build LANG... | all", run_build},
    {"add-list", 2, 2, "lang values", "add-list NAME FILE [--lang LANG] [--values FILE]", run_add_list},
    {"remove-list", 1, 1, "", "remove-list NAME", run_remove_list},
    {"add-frequency", 1, 1, "lang", "add-frequency FILE [--lang LANG]", run_add_frequency},
};

static int run_words(struct comb_cli *cli)
{
    struct comb_error err;
    const char *name = cli->operand_count > 0 ? cli->operands[0] : "list";
    size_t operands = cli->operand_count > 0 ? cli->operand_count - 1 : 0;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].name, name) != 0)
            continue;
        if (operands < actions[i].min_operands || operands > actions[i].max_operands)
            comb_fail(&err, COMB_BAD_INPUT, "wrong number of operands; usage: comb words %s", actions[i].usage);
        else if (comb_cli_check_action_options(cli, name, actions[i].options, &err) == COMB_OK)
            return actions[i].run(cli);
        return comb_cli_fail(cli, NULL, &err);
    }
    comb_fail(&err, COMB_BAD_INPUT, "unknown subcommand '%.40s'; expected one of: %s", name,
              cli->verb->operand_choices);
    return comb_cli_fail(cli, NULL, &err);
}

static const struct comb_option options[] = {
    {.name = "lang",
     .kind = COMB_OPTION_TEXT,
     .values = COMB_VALUES_LANGUAGES,
     .argument = "CODE",
     .default_value = "en",
     .help = "language of the list to change, or of the alphabet for compile, expand, add-list and add-frequency"},
    {.name = "output",
     .letter = 'o',
     .kind = COMB_OPTION_FILE,
     .argument = "FILE",
     .help = "with compile: write the compiled list to FILE"},
    {.name = "title", .kind = COMB_OPTION_TEXT, .argument = "TEXT", .help = "with compile: title of the list"},
    {.name = "licence", .kind = COMB_OPTION_TEXT, .argument = "TEXT", .help = "with compile: licence of the list"},
    {.name = "values",
     .kind = COMB_OPTION_FILE,
     .argument = "FILE",
     .help = "with add-list: letter values of the list, such as A 1 B 3; default: those of the language"},
    {.name = "raw",
     .kind = COMB_OPTION_FLAG,
     .help = "with expand: print the forms as in the dictionary, with accents and case"},
    {.name = "names",
     .kind = COMB_OPTION_FLAG,
     .help = "with expand: include words that are capitalised in the dictionary"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"words list", "show the lists with word count, source and licence"},
    {"words lookup qi zax", "show which lists contain a word"},
    {"words build it es", "build lists from the installed packages hunspell-it and hunspell-es"},
    {"words ban aa --lang en", "exclude a word from a list"},
    {"words forget aa", "undo add or ban; 'words own' shows the words you added and banned"},
    {"words compile mine.txt -o mine.dict", "compile your own list, ready to use with --words"},
    {"words add-list mine mine.txt --lang en", "give your own list a name; then use it with --words mine"},
    {"words remove-list mine", "remove a list of your own"},
    {"words add-frequency common.txt", "words, the most common first, for --sort common and --mine"},
    {0},
};

const struct comb_verb comb_verb_words = {
    .name = "words",
    .usage = "list | lookup WORD... | export LANG | own | add WORD... | ban WORD... | forget WORD... | compile LIST | "
             "expand AFF DIC | build LANG... | add-list NAME FILE | remove-list NAME | add-frequency FILE",
    .operand_choices = "list lookup export own add ban forget compile expand build add-list remove-list add-frequency",
    .summary = "show, search, change and build word lists",
    .detail = "English (ENABLE1) is built in. Lists of other languages are built from installed Hunspell dictionaries "
              "and stored in the data folder ($XDG_DATA_HOME/comb, or ~/.local/share/comb). Words you add or ban are "
              "stored there too and apply to every game.",
    .options = options,
    .examples = examples,
    .run = run_words,
};
