#include <cmocka.h>

#include "demo_scenes.h"
#include "golden.h"
#include "grid/render.h"

#include <cairo.h>
#include <ctype.h>
#include <locale.h>

/* ---- small XML checker: matching tags, quoted attributes, known entities ---- */

struct xml {
    const char *at;
    char names[16][24];
    int depth;
};

static void check_character_data(struct xml *xml, char end)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (; *xml->at != end; xml->at++) {
        assert_true(*xml->at != '\0');
        assert_true((unsigned char)*xml->at >= 0x20 || *xml->at == '\n');
        if (end == '"')
            assert_true(*xml->at != '<');
        if (*xml->at != '&')
            continue;
        bool known = false;
        for (int i = 0; i < 4; i++)
            known |= strncmp(xml->at, entities[i], strlen(entities[i])) == 0;
        assert_true(known);
    }
}

static void read_name(struct xml *xml, char *out)
{
    size_t length = strspn(xml->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-");
    assert_in_range(length, 1, 23);
    snprintf(out, 24, "%.*s", (int)length, xml->at);
    xml->at += length;
}

static void check_attributes(struct xml *xml)
{
    char name[24];
    while (*xml->at == ' ') {
        xml->at++;
        read_name(xml, name);
        assert_int_equal(xml->at[0], '=');
        assert_int_equal(xml->at[1], '"');
        xml->at += 2;
        check_character_data(xml, '"');
        xml->at++;
    }
}

static void check_tag(struct xml *xml)
{
    xml->at++;
    if (*xml->at == '/') {
        char name[24];
        xml->at++;
        read_name(xml, name);
        assert_true(xml->depth > 0);
        assert_string_equal(name, xml->names[--xml->depth]);
    } else {
        assert_true(xml->depth < 16);
        read_name(xml, xml->names[xml->depth++]);
        check_attributes(xml);
        if (*xml->at == '/') {
            xml->at++;
            xml->depth--;
        }
    }
    assert_int_equal(*xml->at++, '>');
}

static void check_xml(const char *text)
{
    struct xml xml = {.at = text};
    do {
        assert_int_equal(*xml.at, '<');
        check_tag(&xml);
        if (xml.depth > 0)
            check_character_data(&xml, '<');
    } while (xml.depth > 0);
    assert_string_equal(xml.at, "\n");
}

static struct comb_scene *(*const demos[])(void) = {demo_hexhunt, demo_ruzzle, demo_hexicon, demo_hexcells,
                                                    demo_witness};
enum { DEMOS = sizeof demos / sizeof demos[0] };

/* ---- SVG ---- */

static void test_svg_is_well_formed(void **state)
{
    (void)state;
    for (int i = 0; i < DEMOS; i++) {
        struct comb_scene *scene = demos[i]();
        for (int theme = 0; theme < COMB_THEMES; theme++) {
            struct comb_buf out = {0};
            const struct comb_picture_style style = {.theme = (enum comb_theme)theme, .follow_system = theme != 1};
            assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
            check_xml(out.data);
            assert_non_null(strstr(out.data, "role=\"img\""));
            assert_non_null(strstr(out.data, "<desc>"));
            comb_buf_free(&out);
        }
        comb_scene_free(scene);
    }
}

static void test_svg_escapes_and_cleans_texts(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_SQUARE, "<b> & \"c\"", "\xff\x01 a < b");
    comb_scene_cell(scene, (struct comb_scene_cell){.text = "<&>", .value = "\xe2\x80\xae", .badge = "\xc3"});
    comb_scene_caption(scene, COMB_ROLE_INK, "]]> \x1b[31m \xf0\x9f\x90\x9d");
    demo_end(scene);
    struct comb_buf out = {0};
    const struct comb_picture_style style = {.follow_system = true};
    assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
    check_xml(out.data);
    assert_non_null(strstr(out.data, "<title>&lt;b&gt; &amp; &quot;c&quot;</title>"));
    assert_non_null(strstr(out.data, "<desc>\xef\xbf\xbd\xef\xbf\xbd a &lt; b</desc>"));
    assert_non_null(strstr(out.data, ">&lt;&amp;&gt;</text>"));
    assert_non_null(strstr(out.data, "\xf0\x9f\x90\x9d</text>"));
    assert_null(strchr(out.data, '\x1b'));
    comb_buf_free(&out);
    comb_scene_free(scene);
}

static void test_svg_is_reproducible(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_ruzzle();
    struct comb_buf out = {0};
    const struct comb_picture_style style = {.follow_system = true};
    setlocale(LC_ALL, "");
    assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
    setlocale(LC_ALL, "C");
    check_golden(&out, "ruzzle.svg");
    comb_buf_free(&out);
    comb_scene_free(scene);
}

static void test_svg_follows_the_system_only_if_requested(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_hexhunt();
    struct comb_buf out = {0};
    struct comb_picture_style style = {.theme = COMB_THEME_DARK};
    assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
    assert_null(strstr(out.data, "<style>"));
    assert_null(strstr(out.data, "class="));
    assert_non_null(strstr(out.data, "fill=\"#131416\""));
    comb_buf_clear(&out);
    style = (struct comb_picture_style){.follow_system = true, .transparent = true, .bare = true};
    assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
    assert_non_null(strstr(out.data, "@media (prefers-color-scheme: dark)"));
    assert_null(strstr(out.data, "fill=\"#f8f6f1\"")); /* no background */
    assert_null(strstr(out.data, ">SPLINTERS"));
    comb_buf_free(&out);
    comb_scene_free(scene);
}

/* ---- PNG ---- */

struct reader {
    const struct comb_buf *file;
    size_t at;
};

static cairo_status_t read_bytes(void *payload, unsigned char *data, unsigned length)
{
    struct reader *reader = payload;
    if (reader->file->length - reader->at < length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, reader->file->data + reader->at, length);
    reader->at += length;
    return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *decode_png(const struct comb_buf *file)
{
    struct reader reader = {file, 0};
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_bytes, &reader);
    assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    return surface;
}

static uint32_t pixel_at(cairo_surface_t *surface, int x, int y)
{
    uint32_t value;
    memcpy(&value, cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface) + 4 * x, 4);
    return value & 0xffffff;
}

static void test_png_has_the_requested_size(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_ruzzle();
    for (int pixels = 10; pixels <= 160; pixels += 75) {
        struct comb_buf out = {0};
        const struct comb_picture_style style = {.bare = true, .cell_pixels = pixels};
        assert_int_equal(comb_render_png(&out, scene, &style, NULL), COMB_OK);
        assert_memory_equal(out.data, "\x89PNG\r\n\x1a\n", 8);
        cairo_surface_t *surface = decode_png(&out);
        /* four cells and a margin of 0.12 on each side */
        assert_int_equal(cairo_image_surface_get_width(surface), (424 * pixels + 99) / 100);
        assert_int_equal(cairo_image_surface_get_height(surface), (424 * pixels + 99) / 100);
        cairo_surface_destroy(surface);
        comb_buf_free(&out);
    }
    comb_scene_free(scene);
}

static void test_png_shows_tiles_and_path_in_the_theme(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_ruzzle();
    for (int theme = 0; theme < COMB_THEMES; theme++) {
        struct comb_buf out = {0};
        const struct comb_picture_style style = {.theme = (enum comb_theme)theme, .bare = true, .cell_pixels = 100};
        assert_int_equal(comb_render_png(&out, scene, &style, NULL), COMB_OK);
        cairo_surface_t *surface = decode_png(&out);
        assert_int_equal(pixel_at(surface, 0, 0), comb_colour_rgb(COMB_COLOUR_PAPER, style.theme));
        assert_int_equal(pixel_at(surface, 423, 423), comb_colour_rgb(COMB_COLOUR_PAPER, style.theme));
        assert_int_equal(pixel_at(surface, 112 + 150, 62 - 20), comb_colour_rgb(COMB_COLOUR_TILE, style.theme));
        assert_int_equal(pixel_at(surface, 62, 62 - 20), comb_colour_rgb(COMB_COLOUR_ACCENT, style.theme));
        cairo_surface_destroy(surface);
        comb_buf_free(&out);
    }
    comb_scene_free(scene);
}

static void test_every_demo_and_an_empty_scene(void **state)
{
    (void)state;
    for (int i = 0; i <= DEMOS; i++) {
        struct comb_scene *scene = i < DEMOS ? demos[i]() : demo_end(demo_begin(COMB_SCENE_HEX_FLAT, "", ""));
        struct comb_buf out = {0};
        const struct comb_picture_style style = {.transparent = i % 2 == 0};
        assert_int_equal(comb_render_png(&out, scene, &style, NULL), COMB_OK);
        assert_true(out.length > 60);
        comb_buf_clear(&out);
        assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
        check_xml(out.data);
        comb_buf_free(&out);
        comb_scene_free(scene);
    }
}

static void test_ten_thousand_cells(void **state)
{
    (void)state;
    struct comb_scene *scene = demo_begin(COMB_SCENE_HEX_FLAT, "Large", "");
    for (int i = 0; i < 10000; i++)
        comb_scene_cell(scene, (struct comb_scene_cell){.at = {i % 100, 2 * (i / 100) + i % 2}, .text = "-3-"});
    demo_end(scene);
    struct comb_buf out = {0};
    struct comb_picture_style style = {.cell_pixels = 12};
    assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
    check_xml(out.data);
    comb_buf_clear(&out);
    assert_int_equal(comb_render_png(&out, scene, &style, NULL), COMB_OK);
    comb_buf_clear(&out);
    struct comb_error err;
    style.cell_pixels = 1000;
    assert_int_equal(comb_render_png(&out, scene, &style, &err), COMB_LIMIT);
    assert_non_null(strstr(err.message, "fewer pixels"));
    comb_buf_free(&out);
    comb_scene_free(scene);
}

static void test_long_texts_and_a_full_buffer(void **state)
{
    (void)state;
    char text[3000];
    memset(text, 'W', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct comb_scene *scene = demo_begin(COMB_SCENE_HEX_POINTY, text, text);
    comb_scene_cell(scene, (struct comb_scene_cell){.text = text, .value = text, .badge = text, .tag = text});
    comb_scene_note(scene, (struct comb_scene_note){.text = text, .tag = text, .angle = 170, .arrow = true});
    comb_scene_caption(scene, COMB_ROLE_BAD, text);
    demo_end(scene);
    struct comb_buf out = {0};
    const struct comb_picture_style style = {.cell_pixels = 20};
    assert_int_equal(comb_render_svg(&out, scene, &style, NULL), COMB_OK);
    check_xml(out.data);
    comb_buf_clear(&out);
    assert_int_equal(comb_render_png(&out, scene, &style, NULL), COMB_OK);
    comb_buf_free(&out);
    struct comb_buf small = {.limit = 500};
    assert_int_equal(comb_render_svg(&small, scene, &style, NULL), COMB_NO_MEMORY);
    comb_buf_clear(&small);
    assert_int_equal(comb_render_png(&small, scene, &style, NULL), COMB_NO_MEMORY);
    comb_buf_clear(&small);
    const struct comb_terminal_style terminal = {.unicode = true};
    assert_int_equal(comb_render_terminal(&small, scene, &terminal, NULL), COMB_NO_MEMORY);
    comb_buf_free(&small);
    comb_scene_free(scene);
}
