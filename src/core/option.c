#define _POSIX_C_SOURCE 200809L
#include "core/option.h"

#include "base/text.h"
#include "base/vec.h"
#include "engine/dict/language.h"

#include <stdlib.h>
#include <string.h>

struct comb_param {
    const struct comb_option *option;
    char *text;
    long long integer;
    double seconds;
    size_t bytes;
};

const struct comb_option *comb_option_find(const struct comb_option *rows, const char *name)
{
    for (; rows && rows->name; rows++)
        if (strcmp(rows->name, name) == 0)
            return rows;
    return NULL;
}

bool comb_list_contains(const char *list, const char *word)
{
    if (!list)
        return true;
    size_t length = strlen(word);
    while (*list) {
        size_t item = strcspn(list, " ");
        if (item == length && memcmp(list, word, length) == 0)
            return true;
        list += item + strspn(list + item, " ");
    }
    return false;
}

void comb_option_help(struct comb_buf *out, const struct comb_option *option)
{
    comb_buf_str(out, option->help ? option->help : "");
    if (option->values != COMB_VALUES_LANGUAGES)
        return;
    comb_buf_str(out, "; languages:");
    for (size_t i = 0; comb_language_at(i); i++)
        if (!comb_language_at(i)->older_name)
            comb_buf_printf(out, " %s", comb_language_at(i)->code);
}

void comb_params_free(struct comb_params *params)
{
    for (size_t i = 0; i < params->count; i++)
        free(params->items[i].text);
    comb_vec_free(params);
}

static struct comb_param *find_param(const struct comb_params *params, const char *name)
{
    for (size_t i = 0; params && i < params->count; i++)
        if (strcmp(params->items[i].option->name, name) == 0)
            return &params->items[i];
    return NULL;
}

/* Checks a time or size: `parsed` tells whether the text was valid, `positive` whether the value is above 0. */
static int check_amount(bool parsed, bool positive, const struct comb_option *option, const char *text,
                        const char *what, const char *examples, struct comb_error *err)
{
    if (parsed && (positive || !option->positive))
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "--%s: '%.60s': expected %s%s such as %s", option->name, text, what,
                     option->positive ? " above 0" : "", examples);
}

static int check_int(struct comb_param *param, const struct comb_option *option, const char *text,
                     struct comb_error *err)
{
    if (comb_parse_int(&param->integer, text) && param->integer >= option->min && param->integer <= option->max)
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "--%s: '%.60s' is not a whole number from %lld to %lld", option->name, text,
                     option->min, option->max);
}

static int check_value(struct comb_param *param, const struct comb_option *option, const char *text,
                       struct comb_error *err)
{
    bool parsed;
    switch (option->kind) {
    case COMB_OPTION_INT:
        return check_int(param, option, text, err);
    case COMB_OPTION_SECONDS:
        parsed = comb_parse_seconds(&param->seconds, text);
        return check_amount(parsed, param->seconds > 0, option, text, "a time", "90, 1.5s, 10m or 2h", err);
    case COMB_OPTION_BYTES:
        parsed = comb_parse_bytes(&param->bytes, text);
        return check_amount(parsed, param->bytes > 0, option, text, "a size", "64k, 200M or 4G", err);
    case COMB_OPTION_CHOICE:
        if (comb_list_contains(option->choices, text) && !strchr(text, ' ') && *text)
            return COMB_OK;
        return comb_fail(err, COMB_BAD_INPUT, "--%s: '%.60s' is not one of: %s", option->name, text, option->choices);
    case COMB_OPTION_TEXT:
    case COMB_OPTION_FILE:
        return *text ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "--%s: the value is empty", option->name);
    case COMB_OPTION_FLAG:
        break;
    }
    return COMB_OK;
}

int comb_params_set(struct comb_params *params, const struct comb_option *option, const char *text,
                    struct comb_error *err)
{
    struct comb_param param = {.option = option};
    int code = check_value(&param, option, text ? text : "", err);
    if (code != COMB_OK)
        return code;
    param.text = strdup(text ? text : "");
    if (!param.text)
        return comb_fail_memory(err);
    struct comb_param *old = find_param(params, option->name);
    if (old) {
        free(old->text);
        *old = param;
        return COMB_OK;
    }
    if (comb_vec_push(params, param))
        return COMB_OK;
    free(param.text);
    return comb_fail_memory(err);
}

int comb_params_defaults(struct comb_params *params, const struct comb_option *rows, struct comb_error *err)
{
    int code = COMB_OK;
    for (; code == COMB_OK && rows && rows->name; rows++)
        if (rows->default_value && !find_param(params, rows->name))
            code = comb_params_set(params, rows, rows->default_value, err);
    return code;
}

bool comb_params_flag(const struct comb_params *params, const char *name)
{
    return find_param(params, name) != NULL;
}

const char *comb_params_text(const struct comb_params *params, const char *name, const char *missing)
{
    const struct comb_param *param = find_param(params, name);
    return param ? param->text : missing;
}

long long comb_params_int(const struct comb_params *params, const char *name, long long missing)
{
    const struct comb_param *param = find_param(params, name);
    return param ? param->integer : missing;
}

double comb_params_seconds(const struct comb_params *params, const char *name, double missing)
{
    const struct comb_param *param = find_param(params, name);
    return param ? param->seconds : missing;
}

size_t comb_params_bytes(const struct comb_params *params, const char *name, size_t missing)
{
    const struct comb_param *param = find_param(params, name);
    return param ? param->bytes : missing;
}
