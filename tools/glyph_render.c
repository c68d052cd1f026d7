/* comb-glyphs: learns glyphs from fonts at build time.
 *
 *     comb-glyphs FONTS.list OUT.glyphs      FONTS.list: one font per line, family and path */
#include "base/file.h"
#include "glyph_train.h"

#include <stdio.h>
#include <stdlib.h>

static int make(const char *list, const char *to)
{
    struct glyph_fonts fonts;
    struct glyph_training training;
    struct comb_error err = {0};
    if (!glyph_fonts_load(&fonts, list)) {
        fprintf(stderr, "comb-glyphs: %s: no usable font in that list\n", list);
        return COMB_BAD_INPUT;
    }
    int code = COMB_NO_MEMORY;
    if (glyph_training_new(&training, &fonts)) {
        size_t size;
        unsigned char *bytes = glyph_train(&size, &training, -1);
        code = bytes ? comb_file_write(to, bytes, size, &err) : COMB_NO_MEMORY;
        if (code == COMB_OK)
            fprintf(stderr, "%s: %u faces of %u families, %zu bytes\n", to, fonts.face_count, fonts.family_count, size);
        free(bytes);
        glyph_training_free(&training);
    }
    if (code != COMB_OK)
        fprintf(stderr, "comb-glyphs: %s\n", err.message[0] ? err.message : "out of memory");
    glyph_fonts_free(&fonts);
    return code;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: comb-glyphs FONTS.list OUT.glyphs\n", stderr);
        return COMB_BAD_INPUT;
    }
    return make(argv[1], argv[2]);
}
