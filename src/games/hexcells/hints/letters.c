#include "games/hexcells/hints/letters.h"

#include "base/buf.h"
#include "grid/lattice.h"

#include <stdio.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

enum { MAX_LETTERS = sizeof letters - 1 };

struct places {
    struct comb_point at[MAX_LETTERS];
    unsigned count;
    bool too_many;
};

/* Reads "(x,y)"; returns its length, 0 if the text does not start with it. */
static size_t read_place(struct comb_point *at, const char *text)
{
    int length = 0;
    if (sscanf(text, "(%3d,%3d)%n", &at->x, &at->y, &length) != 2 || length <= 0)
        return 0;
    return (size_t)length;
}

static unsigned letter_of(struct places *places, struct comb_point at)
{
    for (unsigned i = 0; i < places->count; i++)
        if (places->at[i].x == at.x && places->at[i].y == at.y)
            return i;
    if (places->count == MAX_LETTERS) {
        places->too_many = true;
        return 0;
    }
    places->at[places->count] = at;
    return places->count++;
}

static void replace_places(struct comb_buf *out, struct places *places, const char *text)
{
    while (*text) {
        struct comb_point at;
        size_t length = *text == '(' ? read_place(&at, text) : 0;
        comb_buf_char(out, length > 0 ? letters[letter_of(places, at)] : *text);
        text += length > 0 ? length : 1;
    }
}

void comb_hexcells_set_letters(struct comb_json *build, json_t *object, const char *text)
{
    struct places places = {0};
    struct comb_buf lettered = {0};
    replace_places(&lettered, &places, text);
    if (places.count > 0 && !places.too_many) {
        json_t *array = comb_json_array(build);
        for (unsigned i = 0; i < places.count; i++) {
            json_t *item = comb_json_object(build);
            comb_json_set(build, item, "x", comb_json_int(build, places.at[i].x));
            comb_json_set(build, item, "y", comb_json_int(build, places.at[i].y));
            comb_json_set(build, item, "letter", comb_json_string(build, (char[]){letters[i], '\0'}));
            comb_json_push(build, array, item);
        }
        comb_json_set(build, object, "letters", array);
        comb_json_set(build, object, "lettered", comb_json_string(build, comb_buf_text(&lettered)));
    }
    build->failed |= lettered.failed;
    comb_buf_free(&lettered);
}
