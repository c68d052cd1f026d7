/* Conditions: what the end (for a suffix) or the start (for a prefix) of a stem must look like.
 *
 *     [^aeiou]y    a character that is none of these, then y: "fly", not "play"
 *     ch           c, then h
 *     .            anything, also nothing
 *
 * A condition has one class per character of the stem; in brackets every character but a leading ^ stands for itself,
 * also a dot and a hyphen. A class with one character is a plain letter, an excluding one without characters a dot. */
#include "engine/hunspell_parts.h"

#include <string.h>

struct compiler {
    const char *at;
    const char *end;
    struct comb_hunspell_class *classes;
    uint32_t *characters; /* room for as many as the text has bytes */
    uint32_t count;
    uint32_t used;
};

static uint32_t next_character(struct compiler *compiler)
{
    uint32_t character;
    compiler->at += comb_hunspell_first(&character, compiler->at);
    return character;
}

/* After the opening bracket. False when there is no closing one. */
static bool compile_brackets(struct compiler *compiler, struct comb_hunspell_class *class)
{
    class->except = compiler->at < compiler->end && *compiler->at == '^';
    if (class->except)
        compiler->at++;
    while (compiler->at < compiler->end && *compiler->at != ']') {
        compiler->characters[compiler->used++] = next_character(compiler);
        class->count++;
    }
    if (compiler->at == compiler->end)
        return false;
    compiler->at++;
    return true;
}

static bool compile_class(struct compiler *compiler)
{
    struct comb_hunspell_class *class = &compiler->classes[compiler->count++];
    *class = (struct comb_hunspell_class){.characters = compiler->characters + compiler->used};
    uint32_t character = next_character(compiler);
    if (character == '[')
        return compile_brackets(compiler, class);
    if (character == ']')
        return false;
    if (character == '.') {
        class->except = true;
        return true;
    }
    compiler->characters[compiler->used++] = character;
    class->count = 1;
    return true;
}

int comb_hunspell_condition_compile(struct comb_hunspell_condition *out, struct comb_arena *arena, const char *text,
                                    size_t length)
{
    *out = (struct comb_hunspell_condition){0};
    if (length == 0 || (length == 1 && *text == '.'))
        return COMB_OK;
    struct compiler compiler = {.at = text,
                                .end = text + length,
                                .classes = COMB_NEW_ARRAY(arena, struct comb_hunspell_class, length),
                                .characters = COMB_NEW_ARRAY(arena, uint32_t, length)};
    if (!compiler.classes || !compiler.characters)
        return COMB_NO_MEMORY;
    while (compiler.at < compiler.end)
        if (!compile_class(&compiler))
            return COMB_BAD_INPUT;
    *out = (struct comb_hunspell_condition){compiler.count, compiler.classes};
    return COMB_OK;
}

static bool accepts(const struct comb_hunspell_class *class, uint32_t character)
{
    for (uint32_t i = 0; i < class->count; i++)
        if (class->characters[i] == character)
            return !class->except;
    return class->except;
}

bool comb_hunspell_condition_starts(const struct comb_hunspell_condition *condition, const char *text, size_t length)
{
    const char *end = text + length;
    for (uint32_t i = 0; i < condition->count; i++) {
        uint32_t character;
        if (text == end)
            return false;
        text += comb_hunspell_first(&character, text);
        if (!accepts(&condition->classes[i], character))
            return false;
    }
    return true;
}

bool comb_hunspell_condition_ends(const struct comb_hunspell_condition *condition, const char *text, size_t length)
{
    const char *end = text + length;
    for (uint32_t i = condition->count; i-- > 0;) {
        uint32_t character;
        if (text == end)
            return false;
        end -= comb_hunspell_last(&character, end);
        if (!accepts(&condition->classes[i], character))
            return false;
    }
    return true;
}
