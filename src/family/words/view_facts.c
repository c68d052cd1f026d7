/* What the page's view of word boards needs to know about a game (view_facts of struct comb_game). */
#include "family/words/game.h"

#include <assert.h>
#include <string.h>

/* Adds the words of a text separated by spaces, each up to `end` if it contains that character. */
static void push_names(struct comb_json *build, json_t *array, const char *names, char end)
{
    char stops[] = {' ', end, '\0'};
    while (names && *names) {
        char name[32];
        size_t length = strcspn(names, stops);
        assert(length < sizeof name);
        memcpy(name, names, length);
        name[length] = '\0';
        comb_json_push(build, array, comb_json_string(build, name));
        names += strcspn(names, " ");
        names += *names == ' ';
    }
}

static void set_names(struct comb_json *build, json_t *object, const char *key, const char *names)
{
    json_t *array = comb_json_array(build);
    push_names(build, array, names, ' ');
    comb_json_set(build, object, key, array);
}

static json_t *brushes_array(struct comb_json *build, const struct comb_words_brush *brush)
{
    json_t *array = comb_json_array(build);
    for (; brush && brush->title; brush++) {
        json_t *object = comb_json_object(build);
        comb_json_set(build, object, "attribute", comb_json_string(build, brush->attribute));
        comb_json_set(build, object, "label", comb_json_string(build, brush->label));
        comb_json_set(build, object, "title", comb_json_string(build, brush->title));
        comb_json_push(build, array, object);
    }
    return array;
}

static json_t *records_array(struct comb_json *build, const struct comb_words_record *record)
{
    json_t *array = comb_json_array(build);
    for (; record && record->shape; record++) {
        json_t *object = comb_json_object(build);
        comb_json_set(build, object, "shape", comb_json_string(build, record->shape));
        comb_json_set(build, object, "score", comb_json_int(build, record->score));
        comb_json_set(build, object, "board", comb_json_string(build, record->board));
        comb_json_set(build, object, "proved", comb_json_bool(build, record->proved));
        if (record->work)
            comb_json_set(build, object, "work", comb_json_string(build, record->work));
        comb_json_push(build, array, object);
    }
    return array;
}

static json_t *letter_scoring(struct comb_json *build, const struct comb_words_game *game)
{
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "bonus_beyond", comb_json_int(build, game->bonus_beyond));
    comb_json_set(build, object, "bonus", comb_json_int(build, game->bonus));
    return object;
}

json_t *comb_words_view_facts(struct comb_json *build, const struct comb_game *self)
{
    const struct comb_words_game *game = self->family;
    json_t *object = comb_json_object(build), *attributes = comb_json_array(build);
    push_names(build, attributes, game->notation.attributes, ' ');
    push_names(build, attributes, game->notation.attribute_aliases, '=');
    comb_json_set(build, object, "attributes", attributes);
    if (game->brush_title)
        comb_json_set(build, object, "brush_title", comb_json_string(build, game->brush_title));
    comb_json_set(build, object, "brushes", brushes_array(build, game->brushes));
    comb_json_set(build, object, "holes", comb_json_bool(build, !game->no_holes));
    set_names(build, object, "likely_shapes", game->likely_shapes);
    set_names(build, object, "possible_shapes", game->possible_shapes);
    comb_json_set(build, object, "records", records_array(build, game->records));
    if (game->by_letters)
        comb_json_set(build, object, "letter_scoring", letter_scoring(build, game));
    return object;
}
