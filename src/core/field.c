/* The type notation is parsed by recursive descent. Its texts are constants of this program, never input, so the depth
 * of the recursion is bounded by what we write. */
#include "core/field.h"

#include "core/option.h"

#include <assert.h>
#include <string.h>

struct type_parser {
    struct comb_json build;
    const char *at;
    bool failed;
};

static json_t *parse_union(struct type_parser *parser);

static void skip_spaces(struct type_parser *parser)
{
    parser->at += strspn(parser->at, " ");
}

static bool skip_token(struct type_parser *parser, const char *token)
{
    skip_spaces(parser);
    size_t length = strlen(token);
    if (strncmp(parser->at, token, length) != 0)
        return false;
    parser->at += length;
    return true;
}

static json_t *named_type(struct type_parser *parser, const char *schema_name)
{
    json_t *type = comb_json_object(&parser->build);
    if (schema_name)
        comb_json_set(&parser->build, type, "type", comb_json_string(&parser->build, schema_name));
    return type;
}

static size_t name_length(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

/* {name: T, other?: T}; the brace has been read. */
static json_t *parse_members(struct type_parser *parser)
{
    struct comb_json *build = &parser->build;
    json_t *type = named_type(parser, "object"), *properties = comb_json_object(build),
           *required = comb_json_array(build);
    while (!parser->failed && !skip_token(parser, "}")) {
        char name[64];
        skip_spaces(parser);
        size_t length = name_length(parser->at);
        if (length == 0 || length >= sizeof name) {
            parser->failed = true;
            break;
        }
        memcpy(name, parser->at, length);
        name[length] = '\0';
        parser->at += length;
        if (!skip_token(parser, "?"))
            comb_json_push(build, required, comb_json_string(build, name));
        if (!skip_token(parser, ":"))
            parser->failed = true;
        comb_json_set(build, properties, name, parse_union(parser));
        (void)skip_token(parser, ",");
    }
    comb_json_set(build, type, "properties", properties);
    comb_json_set(build, type, "required", required);
    comb_json_set(build, type, "additionalProperties", comb_json_bool(build, false));
    return type;
}

/* Record<string, T>; the part up to T has been read. */
static json_t *parse_record(struct type_parser *parser)
{
    json_t *type = named_type(parser, "object");
    comb_json_set(&parser->build, type, "additionalProperties", parse_union(parser));
    if (!skip_token(parser, ">"))
        parser->failed = true;
    return type;
}

static json_t *parse_literal(struct type_parser *parser)
{
    size_t length = strcspn(parser->at, "'");
    json_t *type = comb_json_object(&parser->build);
    comb_json_set(&parser->build, type, "const", comb_json_string_n(&parser->build, parser->at, length));
    parser->at += length;
    if (!skip_token(parser, "'"))
        parser->failed = true;
    return type;
}

static json_t *parse_atom(struct type_parser *parser)
{
    static const struct {
        const char *name;
        const char *schema;
    } atoms[] = {{"string", "string"}, {"int", "integer"}, {"number", "number"},
                 {"bool", "boolean"},  {"null", "null"},   {"any", NULL}};
    if (skip_token(parser, "{"))
        return parse_members(parser);
    if (skip_token(parser, "Record<string,"))
        return parse_record(parser);
    if (skip_token(parser, "'"))
        return parse_literal(parser);
    if (skip_token(parser, "(")) {
        json_t *type = parse_union(parser);
        if (!skip_token(parser, ")"))
            parser->failed = true;
        return type;
    }
    size_t length = name_length(parser->at);
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (length == strlen(atoms[i].name) && strncmp(parser->at, atoms[i].name, length) == 0) {
            parser->at += length;
            return named_type(parser, atoms[i].schema);
        }
    parser->failed = true;
    return named_type(parser, NULL);
}

static json_t *parse_array(struct type_parser *parser)
{
    json_t *type = parse_atom(parser);
    while (skip_token(parser, "[]")) {
        json_t *array = named_type(parser, "array");
        comb_json_set(&parser->build, array, "items", type);
        type = array;
    }
    return type;
}

static json_t *parse_union(struct type_parser *parser)
{
    json_t *first = parse_array(parser);
    if (parser->failed || !skip_token(parser, "|"))
        return first;
    json_t *choice = comb_json_object(&parser->build), *types = comb_json_array(&parser->build);
    comb_json_push(&parser->build, types, first);
    do
        comb_json_push(&parser->build, types, parse_array(parser));
    while (!parser->failed && skip_token(parser, "|"));
    comb_json_set(&parser->build, choice, "anyOf", types);
    return choice;
}

/* The type of a row as JSON Schema; the caller owns it. */
static int parse_type(json_t **out, const struct comb_field *row, struct comb_error *err)
{
    struct type_parser parser = {.at = row->type};
    json_t *type = parse_union(&parser);
    skip_spaces(&parser);
    bool sound = !parser.failed && *parser.at == '\0';
    if (row->help)
        comb_json_set(&parser.build, type, "description", comb_json_string(&parser.build, row->help));
    int code = comb_json_finish(out, &parser.build, type, err);
    if (code == COMB_OK && !sound) {
        json_decref(*out);
        *out = NULL;
        code =
            comb_fail(err, COMB_BUG, "field '%s': type '%s' has an error at '%.20s'", row->name, row->type, parser.at);
    }
    return code;
}

static bool goes_with(const struct comb_field *row, const char *verb)
{
    return !verb || comb_list_contains(row->verbs, verb);
}

int comb_fields_schema(json_t *schema, const struct comb_field *rows, const char *verb, struct comb_error *err)
{
    json_t *properties = json_object_get(schema, "properties"), *required = json_object_get(schema, "required");
    assert(json_is_object(properties) && json_is_array(required));
    for (; rows && rows->name; rows++) {
        json_t *type;
        if (!goes_with(rows, verb))
            continue;
        int code = parse_type(&type, rows, err);
        if (code != COMB_OK)
            return code;
        if (json_object_set_new(properties, rows->name, type) != 0 ||
            (!rows->optional && json_array_append_new(required, json_string(rows->name)) != 0))
            return comb_fail_memory(err);
    }
    return COMB_OK;
}

/* The notation is TypeScript except for two names. */
static void print_type(struct comb_buf *out, const char *type)
{
    while (*type) {
        size_t length = name_length(type);
        if (length == 3 && strncmp(type, "int", 3) == 0)
            comb_buf_str(out, "number");
        else if (length == 4 && strncmp(type, "bool", 4) == 0)
            comb_buf_str(out, "boolean");
        else
            comb_buf_add(out, type, length > 0 ? length : 1);
        type += length > 0 ? length : 1;
    }
}

int comb_fields_typescript(struct comb_buf *out, const struct comb_field *rows, const char *verb,
                           struct comb_error *err)
{
    for (; rows && rows->name; rows++) {
        if (!goes_with(rows, verb))
            continue;
        comb_buf_printf(out, "    /** %s. */\n    %s%s: ", rows->help, rows->name, rows->optional ? "?" : "");
        print_type(out, rows->type);
        comb_buf_str(out, ";\n");
    }
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}
