/* Word lists: what there is, what is in them, and how they are made. */
#include "cli/verb.h"

#include "base/escape.h"
#include "base/file.h"
#include "core/run.h"
#include "family/words/game.h"
#include "family/words/library.h"

#include <string.h>

enum { LARGEST_LIST = 512 << 20 };

static int fail_with(struct comb_cli *cli, int code, struct comb_error *err)
{
    return code == COMB_OK ? COMB_OK : comb_cli_fail(cli, NULL, err);
}

static const struct comb_language *language_of(struct comb_cli *cli, const char *code, int *status)
{
    struct comb_error err;
    const struct comb_language *language = comb_language_find(code);
    if (!language) {
        comb_fail(&err, COMB_BAD_INPUT, "no such language '%.40s'; 'comb words list' shows those there are", code);
        *status = comb_cli_fail(cli, NULL, &err);
    }
    return language;
}

/* ---- list ---- */

/* Title, source and licence are what the list says of itself. */
static void list_installed(struct comb_buf *out, const struct comb_language *language, const struct comb_dict *dict)
{
    struct comb_buf title = {0};
    comb_escape_field(&title, comb_dict_title(dict));
    comb_buf_printf(out, "%-10s %9zu  %-18s %-16s ", language->code, comb_dict_word_count(dict), language->name,
                    comb_buf_text(&title));
    comb_escape_field(out, comb_dict_source(dict));
    comb_buf_str(out, ", ");
    comb_escape_field(out, comb_dict_licence(dict));
    comb_buf_char(out, '\n');
    out->failed |= title.failed;
    comb_buf_free(&title);
}

static void list_line(struct comb_buf *out, const struct comb_language *language, const struct comb_dict *dict,
                      bool plain)
{
    if (plain && dict)
        comb_buf_printf(out, "%s\n", language->code);
    else if (dict)
        list_installed(out, language, dict);
    else if (!plain)
        comb_buf_printf(out, "%-10s %9s  %-18s 'comb words build %s' makes it from the package %s\n", language->code,
                        "-", language->name, language->code, language->package);
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
            comb_cli_say(cli, "%s: %s", language->code, damage.message);
        list_line(&text, language, dict, plain);
        comb_json_push(&build, lists, comb_words_describe(&build, language, dict));
        comb_dict_free(dict);
    }
    int status;
    if (comb_params_flag(&cli->params, "json")) {
        json_t *root = comb_json_object(&build);
        comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
        comb_json_set(&build, root, "lists", json_incref(lists));
        int code = comb_json_finish(&root, &build, root, &err);
        status = code == COMB_OK ? comb_cli_write_json(cli, root) : comb_cli_fail(cli, NULL, &err);
        json_decref(root);
    } else {
        status = comb_cli_write(cli, &text);
    }
    json_decref(lists);
    comb_buf_free(&text);
    return status;
}

/* ---- lookup ---- */

static void print_found(struct comb_buf *out, const char *word, const json_t *lists)
{
    comb_escape_field(out, word);
    comb_buf_char(out, ':');
    for (size_t i = 0; i < json_array_size(lists); i++)
        comb_buf_printf(out, " %s", json_string_value(json_array_get(lists, i)));
    comb_buf_str(out, json_array_size(lists) ? "\n" : " in no list\n");
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
        print_found(&text, cli->operands[i], lists);
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
    comb_dict_spell(&export->text, export->dict, letters, count);
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
    const struct comb_language *language = language_of(cli, cli->operands[1], &status);
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

static void print_own(struct comb_buf *out, const char *sign, const json_t *words)
{
    for (size_t i = 0; i < json_array_size(words); i++) {
        comb_buf_str(out, sign);
        comb_escape_field(out, json_string_value(json_array_get(words, i)));
        comb_buf_char(out, '\n');
    }
}

static int show_own(struct comb_cli *cli, const struct comb_language *language)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    json_t *own = NULL;
    if (comb_words_own(&own, language, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    print_own(&text, "+ ", json_object_get(own, "added"));
    print_own(&text, "- ", json_object_get(own, "banned"));
    int status = comb_params_flag(&cli->params, "json") ? comb_cli_write_json(cli, own) : comb_cli_write(cli, &text);
    comb_buf_free(&text);
    json_decref(own);
    return status;
}

static int run_own(struct comb_cli *cli)
{
    int status = COMB_OK;
    const struct comb_language *language = language_of(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    return language ? show_own(cli, language) : status;
}

static int change(struct comb_cli *cli, enum comb_words_layer layer)
{
    static const char *const done[] = {
        [COMB_WORDS_ADDED] = "added to",
        [COMB_WORDS_BANNED] = "banned from",
        [COMB_WORDS_AS_LISTED] = "left to",
    };
    struct comb_error err = {0};
    int status = COMB_OK;
    const struct comb_language *language = language_of(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    if (!language)
        return status;
    int code = comb_words_change(language, layer, cli->operands + 1, cli->operand_count - 1, &err);
    if (code == COMB_OK)
        comb_cli_say(cli, "%zu word%s %s the list %s", cli->operand_count - 1, cli->operand_count == 2 ? "" : "s",
                     done[layer], language->code);
    if (code == COMB_OK && comb_params_flag(&cli->params, "json"))
        return show_own(cli, language);
    return fail_with(cli, code, &err);
}

static int run_add(struct comb_cli *cli)
{
    return change(cli, COMB_WORDS_ADDED);
}

static int run_ban(struct comb_cli *cli)
{
    return change(cli, COMB_WORDS_BANNED);
}

static int run_forget(struct comb_cli *cli)
{
    return change(cli, COMB_WORDS_AS_LISTED);
}

/* ---- compile ---- */

static void say_compiled(struct comb_cli *cli, const struct comb_dict_report *report, size_t bytes,
                         const struct comb_language *language)
{
    struct comb_buf left_out = {0};
    comb_words_left_out(&left_out, report, cli->operands[1], language);
    comb_cli_say(cli, "%zu words, %zu bytes in %s", report->words, bytes, comb_params_text(&cli->params, "output", ""));
    if (left_out.length > 0)
        comb_cli_say(cli, "%s", comb_buf_text(&left_out));
    comb_buf_free(&left_out);
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
    const struct comb_language *language = language_of(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    if (!language)
        return status;
    struct comb_dict_meta meta = {
        .alphabet = language->alphabet,
        .language = language->code,
        .title = comb_params_text(&cli->params, "title", path),
        .source = path,
        .licence = comb_params_text(&cli->params, "licence", ""),
    };
    int code = output ? COMB_OK : comb_fail(&err, COMB_BAD_INPUT, "where to? say -o FILE.dict");
    if (code == COMB_OK)
        code = comb_file_read(&text, path, LARGEST_LIST - 1, &err);
    if (code == COMB_OK)
        code = comb_words_check_text(path, comb_buf_text(&text), text.length, true, &err);
    if (code == COMB_OK)
        code = comb_words_name_file(
            path, comb_dict_compile(&bytes, &report, comb_buf_text(&text), text.length, &meta, &err), &err);
    if (code == COMB_OK && strcmp(output, "-") == 0)
        status = comb_cli_write_bytes(cli, &bytes);
    else if (code == COMB_OK)
        code = comb_file_write(output, bytes.data, bytes.length, &err);
    if (code == COMB_OK && status == COMB_OK)
        say_compiled(cli, &report, bytes.length, language);
    comb_buf_free(&text);
    comb_buf_free(&bytes);
    return status != COMB_OK ? status : fail_with(cli, code, &err);
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
    const struct comb_language *language = language_of(cli, comb_params_text(&cli->params, "lang", "en"), &status);
    if (!language)
        return status;
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
    if (!job)
        return status;
    struct comb_words_forms forms = {
        .names = comb_params_flag(&cli->params, "names"),
        .raw = comb_params_flag(&cli->params, "raw"),
        .shortest = 1,
    };
    int code = comb_words_expand(language, cli->operands[1], cli->operands[2], &forms, print_word, cli,
                                 comb_cli_job(job), &err);
    comb_cli_job_end(job);
    return fail_with(cli, code, &err);
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
        comb_cli_say(cli, "%s: %zu words from %s in %.1f s", language->code, comb_dict_word_count(dict),
                     language->package, seconds);
    comb_dict_free(dict);
    return fail_with(cli, code, &err);
}

static int run_build(struct comb_cli *cli)
{
    int status = COMB_OK;
    bool all = strcmp(cli->operands[1], "all") == 0;
    for (size_t i = 1; !all && i < cli->operand_count; i++) {
        const struct comb_language *language = language_of(cli, cli->operands[i], &status);
        int built = language ? COMB_OK : status;
        if (language && comb_language_is_embedded(language))
            comb_cli_say(cli, "%s is part of the program: nothing to build", language->code);
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
    size_t least; /* operands after the name */
    size_t most;
    const char *options; /* of the verb's own, those that it takes */
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
};

static int run(struct comb_cli *cli)
{
    struct comb_error err;
    const char *name = cli->operand_count > 0 ? cli->operands[0] : "list";
    size_t operands = cli->operand_count > 0 ? cli->operand_count - 1 : 0;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].name, name) != 0)
            continue;
        if (operands < actions[i].least || operands > actions[i].most)
            comb_fail(&err, COMB_BAD_INPUT, "expected: comb words %s", actions[i].usage);
        else if (comb_cli_action_takes(cli, name, actions[i].options, &err) == COMB_OK)
            return actions[i].run(cli);
        return comb_cli_fail(cli, NULL, &err);
    }
    comb_fail(&err, COMB_BAD_INPUT, "'%.40s' is none of: %s", name, cli->verb->words);
    return comb_cli_fail(cli, NULL, &err);
}

static const struct comb_option options[] = {
    {.name = "lang",
     .kind = COMB_OPTION_TEXT,
     .values = COMB_VALUES_LANGUAGES,
     .argument = "CODE",
     .fallback = "en",
     .help = "the list to add to, ban from or forget for; the alphabet to compile or expand for"},
    {.name = "output",
     .letter = 'o',
     .kind = COMB_OPTION_FILE,
     .argument = "FILE",
     .help = "with compile: where to write"},
    {.name = "title", .kind = COMB_OPTION_TEXT, .argument = "TEXT", .help = "with compile: what the list is called"},
    {.name = "licence",
     .kind = COMB_OPTION_TEXT,
     .argument = "TEXT",
     .help = "with compile: under which terms it may be used"},
    {.name = "raw",
     .kind = COMB_OPTION_FLAG,
     .help = "with expand: forms as the dictionary writes them, with accents and in its case"},
    {.name = "names",
     .kind = COMB_OPTION_FLAG,
     .help = "with expand: keep words that are capitalised in the dictionary"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"words list", "the lists: how many words, where from, under which licence"},
    {"words lookup qi zax", "in which lists a word is"},
    {"words build it es", "make lists from the installed packages hunspell-it and hunspell-es"},
    {"words ban aa --lang en", "a word that your game does not know"},
    {"words forget aa", "takes it back; 'words own' shows what you added and banned"},
    {"words compile mine.txt -o mine.dict", "a list of your own, ready to be mapped by --words"},
    {0},
};

const struct comb_verb comb_verb_words = {
    .name = "words",
    .usage = "list | lookup WORD... | export LANG | own | add WORD... | ban WORD... | forget WORD... | compile LIST | "
             "expand AFF DIC | build LANG...",
    .words = "list lookup export own add ban forget compile expand build",
    .summary = "word lists: show, look up, change, build",
    .detail = "English (ENABLE1) is part of the program. Lists of other languages are built from installed Hunspell "
              "dictionaries into "
              "the data folder ($XDG_DATA_HOME/comb, or ~/.local/share/comb). Words that you add or ban are kept there "
              "too and hold "
              "for every game.",
    .options = options,
    .examples = examples,
    .run = run,
};
