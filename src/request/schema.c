#include "request/schema.h"

#include <ctype.h>

static const struct comb_field result_fields[] = {
    {.name = "schema", .type = "int", .help = "increases when a member changes its meaning"},
    {.name = "game", .type = "string", .help = "the name of the game"},
    {0},
};

static const struct comb_field board_fields[] = {
    {.name = "board", .type = "string", .help = "the board, normalised"},
    {0},
};

/* One kind of result of a verb for a game. */
struct result {
    const struct comb_request_verb *verb;
    const struct comb_game *game;
    const char *kind; /* the verb's name, or its `other_result` */
};

/* The tables of a result, ended by NULL. A game's rows are selected by `kind`, the others are used whole. */
enum { MAX_TABLES = 5 };
static void list_tables(const struct comb_field *tables[MAX_TABLES], const struct result *result)
{
    size_t count = 0;
    tables[count++] = result_fields;
    if (result->verb->needs_board)
        tables[count++] = board_fields;
    if (result->kind == result->verb->name && result->verb->fields)
        tables[count++] = result->verb->fields;
    if (result->game->fields)
        tables[count++] = result->game->fields;
    tables[count] = NULL;
}

static const char *rows_of(const struct result *result, const struct comb_field *table)
{
    return table == result->game->fields ? result->kind : NULL;
}

/* Calls `act` for each kind of result of the verb that a game has. */
static int each_result(const struct comb_request_verb *verb, void *payload,
                       int (*act)(void *payload, const struct result *result, struct comb_error *err),
                       struct comb_error *err)
{
    int code = COMB_OK;
    for (const struct comb_game *const *game = comb_games; code == COMB_OK && *game; game++) {
        if (!verb->can(*game))
            continue;
        code = act(payload, &(struct result){verb, *game, verb->name}, err);
        bool other = false;
        for (const struct comb_field *row = (*game)->fields; verb->other_result && row && row->name; row++)
            other |= comb_list_contains(row->verbs, verb->other_result);
        if (code == COMB_OK && other)
            code = act(payload, &(struct result){verb, *game, verb->other_result}, err);
    }
    return code;
}

/* ---- JSON Schema ---- */

static int add_schema(void *payload, const struct result *result, struct comb_error *err)
{
    const struct comb_field *tables[MAX_TABLES];
    json_t *alternatives = payload;
    json_t *schema = json_pack("{s:s+++, s:s, s:{}, s:[], s:b}", "title", result->kind, " ", result->game->name, "",
                               "type", "object", "properties", "required", "additionalProperties", 0);
    if (!schema || json_array_append_new(alternatives, schema) != 0)
        return comb_fail_memory(err);
    list_tables(tables, result);
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && tables[i]; i++)
        code = comb_fields_schema(schema, tables[i], rows_of(result, tables[i]), err);
    json_t *name = json_object_get(json_object_get(schema, "properties"), "game");
    if (code == COMB_OK && json_object_set_new(name, "const", json_string(result->game->name)) != 0)
        code = comb_fail_memory(err);
    return code;
}

int comb_verb_schema(json_t **out, const struct comb_request_verb *verb, struct comb_error *err)
{
    json_t *alternatives = json_array();
    int code = alternatives ? each_result(verb, alternatives, add_schema, err) : comb_fail_memory(err);
    *out = json_pack("{s:s, s:s++, s:s, s:o}", "$schema", "https://json-schema.org/draft/2020-12/schema", "title",
                     "The result of comb ", verb->name, "", "description", verb->summary, "oneOf", alternatives);
    return *out || code != COMB_OK ? code : comb_fail_memory(err);
}

/* ---- TypeScript ---- */

/* "solve", "hexhunt": SolveHexhunt. */
static void add_type_name(struct comb_buf *out, const struct result *result)
{
    comb_buf_printf(out, "%c%s%c%s", toupper((unsigned char)result->kind[0]), result->kind + 1,
                    toupper((unsigned char)result->game->name[0]), result->game->name + 1);
}

static int add_interface(void *payload, const struct result *result, struct comb_error *err)
{
    const struct comb_field *tables[MAX_TABLES];
    struct comb_buf *out = payload;
    comb_buf_str(out, "export interface ");
    add_type_name(out, result);
    comb_buf_str(out, " {\n");
    list_tables(tables, result);
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && tables[i]; i++)
        code = comb_fields_typescript(out, tables[i], rows_of(result, tables[i]), err);
    comb_buf_str(out, "}\n\n");
    return code;
}

static int add_alternative(void *payload, const struct result *result, struct comb_error *err)
{
    (void)err;
    comb_buf_str(payload, " | ");
    add_type_name(payload, result);
    return COMB_OK;
}

int comb_verb_types(struct comb_buf *out, struct comb_error *err)
{
    int code = COMB_OK;
    comb_buf_str(out, "// Generated by tools/generate from the rows of verbs and games.\n\n");
    for (const struct comb_request_verb *const *verb = comb_request_verbs; code == COMB_OK && *verb; verb++) {
        code = each_result(*verb, out, add_interface, err);
        comb_buf_printf(out, "export type %c%sResult =", toupper((unsigned char)(*verb)->name[0]), (*verb)->name + 1);
        if (code == COMB_OK)
            code = each_result(*verb, out, add_alternative, err);
        comb_buf_str(out, ";\n\n");
    }
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}
