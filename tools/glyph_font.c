/* Loads fonts with FreeType: unhinted outlines at one cap height, rendered as coverage. A variable font gives all its
 * named instances. Slanted faces are skipped, and so are lower-case letters that a face draws as capitals. */
#define _POSIX_C_SOURCE 200809L
#include "glyph_font.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char alphabet[] = COMB_GLYPH_ALPHABET;

/* Height of a character in 26.6 pixels at the current size; 0 if the face lacks it. */
static FT_Pos height_of(FT_Face face, char character)
{
    FT_UInt index = FT_Get_Char_Index(face, (FT_ULong)character);
    if (index == 0 || FT_Load_Glyph(face, index, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0)
        return 0;
    FT_BBox box;
    FT_Outline_Get_CBox(&face->glyph->outline, &box);
    return box.yMax - box.yMin;
}

static bool set_cap_height(FT_Face face)
{
    if (FT_Set_Char_Size(face, 0, 100 * 64, 72, 72) != 0)
        return false;
    FT_Pos cap = height_of(face, 'H');
    return cap > 0 && FT_Set_Char_Size(face, 0, (FT_F26Dot6)(100L * 64 * GLYPH_MASTER_CAP * 64 / cap), 72, 72) == 0;
}

static bool draw(struct glyph_master *out, FT_Face face, char character)
{
    FT_UInt index = FT_Get_Char_Index(face, (FT_ULong)character);
    if (index == 0 || FT_Load_Glyph(face, index, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0 ||
        FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL) != 0)
        return true;
    const FT_Bitmap *bitmap = &face->glyph->bitmap;
    if (bitmap->rows == 0 || bitmap->width == 0 || bitmap->rows > 4 * GLYPH_MASTER_CAP ||
        bitmap->width > 4 * GLYPH_MASTER_CAP)
        return true;
    out->cover = malloc((size_t)bitmap->rows * bitmap->width);
    if (!out->cover)
        return false;
    out->width = bitmap->width;
    out->height = bitmap->rows;
    out->top = face->glyph->bitmap_top;
    for (unsigned y = 0; y < bitmap->rows; y++)
        memcpy(out->cover + (size_t)y * bitmap->width, bitmap->buffer + (long)y * bitmap->pitch, bitmap->width);
    return true;
}

static void free_masters(struct glyph_face *face)
{
    for (unsigned c = 0; c < COMB_GLYPH_CHARACTERS; c++)
        free(face->masters[c].cover);
}

static bool has_small_letters(FT_Face face)
{
    return height_of(face, 'u') < 58 * GLYPH_MASTER_CAP && height_of(face, 'e') < 58 * GLYPH_MASTER_CAP;
}

static bool draw_face(struct glyph_face *out, FT_Face face, unsigned family)
{
    memset(out, 0, sizeof *out);
    out->family = family;
    bool small = has_small_letters(face);
    for (unsigned c = 0; c < COMB_GLYPH_CHARACTERS; c++) {
        if (islower((unsigned char)alphabet[c]) && !small)
            continue;
        if (!draw(&out->masters[c], face, alphabet[c])) {
            free_masters(out);
            return false;
        }
    }
    return true;
}

static bool has_capitals(FT_Face face)
{
    for (int letter = 'A'; letter <= 'Z'; letter++)
        if (height_of(face, (char)letter) == 0)
            return false;
    return true;
}

static unsigned family_number(struct glyph_fonts *fonts, const char *name)
{
    for (unsigned i = 0; i < fonts->family_count; i++)
        if (strcmp(fonts->families[i], name) == 0)
            return i;
    char(*grown)[32] = realloc(fonts->families, (fonts->family_count + 1) * sizeof *grown);
    if (!grown)
        abort(); /* a build tool: nothing to clean up */
    fonts->families = grown;
    snprintf(grown[fonts->family_count], sizeof *grown, "%s", name);
    return fonts->family_count++;
}

static bool add_face(struct glyph_fonts *fonts, FT_Face face, const char *family)
{
    if (face->style_flags & FT_STYLE_FLAG_ITALIC || !FT_IS_SCALABLE(face) || !set_cap_height(face) ||
        !has_capitals(face) || fonts->face_count >= COMB_GLYPH_MAX_FACES)
        return true;
    struct glyph_face *grown = realloc(fonts->faces, (fonts->face_count + 1) * sizeof *grown);
    if (!grown)
        return false;
    fonts->faces = grown;
    if (!draw_face(&grown[fonts->face_count], face, family_number(fonts, family)))
        return false;
    fonts->face_count++;
    return true;
}

/* Adds all named instances of a variable font, or the single face. */
static bool add_file(struct glyph_fonts *fonts, FT_Library library, const char *family, const char *path)
{
    FT_Face probe;
    if (FT_New_Face(library, path, -1, &probe) != 0) {
        fprintf(stderr, "comb-glyphs: %s: not a font, skipped\n", path);
        return true;
    }
    FT_Done_Face(probe);
    FT_Long instances = 0;
    bool fine = true;
    for (FT_Long i = 0; i <= instances && fine; i++) {
        FT_Face face;
        if (FT_New_Face(library, path, i << 16, &face) != 0)
            break;
        if (i == 0)
            instances = face->style_flags >> 16;
        if (i > 0 || instances == 0)
            fine = add_face(fonts, face, family);
        FT_Done_Face(face);
    }
    return fine;
}

bool glyph_fonts_load(struct glyph_fonts *out, const char *list)
{
    memset(out, 0, sizeof *out);
    FT_Library library;
    FILE *stream = fopen(list, "r");
    if (!stream || FT_Init_FreeType(&library) != 0) {
        if (stream)
            fclose(stream);
        return false;
    }
    char line[4200], family[32], path[4096];
    bool fine = true;
    while (fine && fgets(line, sizeof line, stream))
        if (sscanf(line, "%31s %4095[^\n]", family, path) == 2)
            fine = add_file(out, library, family, path);
    fclose(stream);
    FT_Done_FreeType(library);
    if (!fine || out->face_count == 0) {
        glyph_fonts_free(out);
        return false;
    }
    return true;
}

void glyph_fonts_free(struct glyph_fonts *fonts)
{
    for (unsigned f = 0; f < fonts->face_count; f++)
        free_masters(&fonts->faces[f]);
    free(fonts->faces);
    free(fonts->families);
    memset(fonts, 0, sizeof *fonts);
}
