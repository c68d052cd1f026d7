/* Fields of results, declared once as rows: the name, the type and the meaning of each member of a JSON object. JSON
 * Schema (docs/schema), the TypeScript types of the page and the reference documents are generated from the rows.
 *
 * A type is written in a small subset of TypeScript:
 *
 *     string  int  number  bool  null  any         any: no statement about the value
 *     T[]     T | U    'literal'    (T)
 *     {word: string, score: int, path: int[], swap?: int[]}
 *     Record<string, T>                        an object with any names
 */
#ifndef COMB_CORE_FIELD_H
#define COMB_CORE_FIELD_H

#include "base/buf.h"
#include "base/json.h"

/* A table of rows ends with a row whose name is NULL. */
struct comb_field {
    const char *name;
    const char *type;
    const char *help;  /* one sentence without a full stop */
    const char *verbs; /* for a game's rows: the verbs whose result has the field, separated by spaces */
    bool optional;     /* not in every result */
};

/* Adds the rows that go with `verb` (NULL: all) to a JSON Schema object: "properties" and "required". COMB_BUG when a
 * type cannot be parsed. */
int comb_fields_schema(json_t *schema, const struct comb_field *rows, const char *verb, struct comb_error *err);

/* Appends the rows that go with `verb` as members of a TypeScript interface, one per line. */
int comb_fields_typescript(struct comb_buf *out, const struct comb_field *rows, const char *verb,
                           struct comb_error *err);

#endif
