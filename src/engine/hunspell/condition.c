/* Conditions: patterns for the end (suffix) or the start (prefix) of a stem.
 *
 *     [^aeiou]y    any other character, then y: "fly", not "play"
 *     ch           c, then h
 *     .            anything, also nothing
 *
 * A condition has one class per character of the stem; in brackets every character except a leading ^ is literal, also
 * a dot and a hyphen. A class with one character is a plain letter, an excluding one without characters a dot. */
#include "engine/hunspell/parts.h"

#include <assert.h>

struct compiler {
    const char *at;
    const char *end;
    size_t count;
    size_t used;
    struct comb_hunspell_class classes[COMB_HUNSPELL_MAX_TEXT];
    uint32_t characters[COMB_HUNSPELL_MAX_TEXT];
};

static uint32_t next_character(struct compiler *compiler)
{
    uint32_t character;
    compiler->at += comb_hunspell_first(&character, compiler->at);
    return character;
}

static void add_character(struct compiler *compiler, struct comb_hunspell_class *class, uint32_t character)
{
    compiler->characters[compiler->used++] = character;
    class->count++;
}

/* Parses after the opening bracket. Returns false if there is no closing one. */
static bool compile_brackets(struct compiler *compiler, struct comb_hunspell_class *class)
{
    class->except = compiler->at < compiler->end && *compiler->at == '^';
    if (class->except)
        compiler->at++;
    while (compiler->at < compiler->end && *compiler->at != ']')
        add_character(compiler, class, next_character(compiler));
    if (compiler->at == compiler->end)
        return false;
    compiler->at++;
    return true;
}

static bool compile_class(struct compiler *compiler)
{
    struct comb_hunspell_class *class = &compiler->classes[compiler->count++];
    *class = (struct comb_hunspell_class){.first = (uint8_t)compiler->used};
    uint32_t character = next_character(compiler);
    if (character == '[')
        return compile_brackets(compiler, class);
    if (character == ']')
        return false;
    if (character == '.')
        class->except = true;
    else
        add_character(compiler, class, character);
    return true;
}

int comb_hunspell_condition_compile(struct comb_hunspell_condition *out, struct comb_arena *arena, const char *text,
                                    size_t length)
{
    struct compiler compiler;
    *out = (struct comb_hunspell_condition){0};
    assert(length <= COMB_HUNSPELL_MAX_TEXT);
    if (length == 0 || (length == 1 && *text == '.'))
        return COMB_OK;
    compiler.at = text;
    compiler.end = text + length;
    compiler.count = 0;
    compiler.used = 0;
    while (compiler.at < compiler.end)
        if (!compile_class(&compiler))
            return COMB_BAD_INPUT;
    out->count = compiler.count;
    out->classes = comb_arena_copy(arena, compiler.classes, compiler.count * sizeof *compiler.classes);
    out->characters = comb_arena_copy(arena, compiler.characters, compiler.used * sizeof *compiler.characters);
    return out->classes && out->characters ? COMB_OK : COMB_NO_MEMORY;
}

static bool accepts(const struct comb_hunspell_condition *condition, size_t class, uint32_t character)
{
    const struct comb_hunspell_class *listed = &condition->classes[class];
    for (unsigned i = 0; i < listed->count; i++)
        if (condition->characters[listed->first + i] == character)
            return !listed->except;
    return listed->except;
}

bool comb_hunspell_condition_starts(const struct comb_hunspell_condition *condition, const char *text, size_t length)
{
    const char *end = text + length;
    for (size_t i = 0; i < condition->count; i++) {
        uint32_t character;
        if (text == end)
            return false;
        text += comb_hunspell_first(&character, text);
        if (!accepts(condition, i, character))
            return false;
    }
    return true;
}

bool comb_hunspell_condition_ends(const struct comb_hunspell_condition *condition, const char *text, size_t length)
{
    const char *end = text + length;
    for (size_t i = condition->count; i-- > 0;) {
        uint32_t character;
        if (text == end)
            return false;
        end -= comb_hunspell_last(&character, end);
        if (!accepts(condition, i, character))
            return false;
    }
    return true;
}
