/* Measures how well glyphs are read in fonts outside the training set.
 *
 *     build/bench/glyph                  cross-validation: each fold of families is read by a model of the other folds
 *     build/bench/glyph --fonts LIST     reads the fonts of a list (family and path per line) with the built-in model
 *     --stride N   every N-th face only      --dump FILE   one line per reading      -v   print every wrong reading
 *
 * Prints the fraction read correctly by cap height and by kind of damage, for single letters, for boards of letters and
 * for digits; then how often a confidence of 0.8 is correct and how often it is wrong. */
#define _POSIX_C_SOURCE 200809L
#include "glyph_sample.h"
#include "glyph_train.h"
#include "vision/glyph/read.h"

#include <allheaders.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { BOARD = 16, MAX_BOARD = 64 };

struct damage {
    const char *name;
    double turn, blur, noise; /* blur as a fraction of the cap height */
    int jpeg;                 /* quality, 0 for none */
};

static const struct damage damages[] = {
    {"clean", 0, 0, 0, 0},   {"blur", 0, 0.07, 0, 0}, {"noise", 0, 0, 0.1, 0},
    {"jpeg30", 0, 0, 0, 30}, {"turn4", 4, 0, 0, 0},   {"all", 3, 0.04, 0.05, 40},
};
static const double caps[] = {8, 10, 12, 16, 24, 40};

enum { DAMAGES = sizeof damages / sizeof *damages, CAPS = sizeof caps / sizeof *caps };

struct tally {
    unsigned count, right, sure, sure_right;
};

static void count_reading(struct tally *t, const struct comb_glyph *glyph, const char *truth)
{
    bool right = strcmp(glyph->text, truth) == 0, sure = glyph->confidence >= 0.8;
    t->count++;
    t->right += right;
    t->sure += sure;
    t->sure_right += sure && right;
}

static void dump_reading(FILE *to, const char *kind, double cap, const struct comb_glyph *glyph, const char *truth)
{
    if (to)
        fprintf(to, "%s %g %s %s %s %.9g %.12g\n", kind, cap, truth, glyph->text[0] ? glyph->text : "_",
                glyph->second[0] ? glyph->second : "_", glyph->likeness, glyph->confidence);
}

static void add_tally(struct tally *sum, const struct tally *t)
{
    sum->count += t->count;
    sum->right += t->right;
    sum->sure += t->sure;
    sum->sure_right += t->sure_right;
}

/* Encodes grey levels as JPEG and decodes them again. */
static void through_jpeg(struct comb_glyph_bitmap *ink, unsigned char *cover, int quality)
{
    PIX *pix = pixCreate((l_int32)ink->width, (l_int32)ink->height, 8), *back = NULL;
    l_uint8 *bytes = NULL;
    size_t size = 0;
    for (unsigned y = 0; y < ink->height; y++)
        for (unsigned x = 0; x < ink->width; x++)
            pixSetPixel(pix, (l_int32)x, (l_int32)y, 230 - cover[y * ink->width + x] * 200U / 255);
    if (pixWriteMemJpeg(&bytes, &size, pix, quality, 0) == 0)
        back = pixReadMem(bytes, size);
    for (unsigned y = 0; back && y < ink->height; y++)
        for (unsigned x = 0; x < ink->width; x++) {
            l_uint32 value = 0;
            pixGetPixel(back, (l_int32)x, (l_int32)y, &value);
            int level = (230 - (int)value) * 255 / 200;
            cover[y * ink->width + x] = (unsigned char)(level < 0 ? 0 : level > 255 ? 255 : level);
        }
    pixDestroy(&pix);
    pixDestroy(&back);
    free(bytes);
}

static unsigned char *make_ink(struct comb_glyph_bitmap *ink, const struct glyph_master *master, double cap,
                               const struct damage *damage, struct comb_rng *rng)
{
    struct glyph_variant look = {.cap = cap,
                                 .shift_x = comb_rng_unit(rng),
                                 .shift_y = comb_rng_unit(rng),
                                 .turn = damage->turn,
                                 .blur = damage->blur * cap,
                                 .noise = damage->noise,
                                 .gain = 1};
    unsigned char *cover = glyph_sample(ink, master, &look, rng);
    if (!cover)
        abort();
    if (damage->jpeg)
        through_jpeg(ink, cover, damage->jpeg);
    return cover;
}

struct bench {
    const struct glyph_fonts *fonts;
    struct comb_glyph_model models[GLYPH_FOLDS];
    bool folds, verbose;
    FILE *dump; /* one line per reading, or NULL */
    struct tally letters[DAMAGES][CAPS], boards[DAMAGES][CAPS], digits[DAMAGES][CAPS], strings[DAMAGES][CAPS];
    unsigned confused[128][128], flagged[128];
};

static const struct comb_glyph_model *model_for(const struct bench *b, const struct glyph_face *face)
{
    return &b->models[b->folds ? glyph_fold(face->family) : 0];
}

static void read_letters(struct bench *b, unsigned f, unsigned d, unsigned c, const char *set, comb_glyph_patterns p,
                         struct tally *tally)
{
    const struct glyph_face *face = &b->fonts->faces[f];
    struct comb_rng rng;
    comb_rng_seed(&rng, (f * DAMAGES + d) * CAPS + c + 77777);
    for (; *set; set++) {
        const struct glyph_master *master = &face->masters[comb_glyph_character(*set)];
        if (!master->cover)
            continue;
        struct comb_glyph_bitmap ink;
        struct comb_glyph glyph;
        unsigned char *cover = make_ink(&ink, master, caps[c], &damages[d], &rng);
        if (comb_glyph_read_with(&glyph, NULL, &ink, 1, model_for(b, face), p, NULL) != COMB_OK)
            abort();
        char truth[2] = {*set, '\0'};
        count_reading(tally, &glyph, truth);
        dump_reading(b->dump, truth[0] > '9' ? "letter" : "digit", caps[c], &glyph, truth);
        if (caps[c] >= 12) {
            b->confused[(unsigned char)*set][(unsigned char)glyph.text[0]]++;
            b->flagged[(unsigned char)*set] += glyph.confidence < 0.8;
        }
        if (b->verbose && glyph.text[0] != *set)
            printf("%-14s face %u %s %gpx %c read %s (%s) %.3f\n", b->fonts->families[face->family], f, damages[d].name,
                   caps[c], *set, glyph.text, glyph.second, glyph.confidence);
        free(cover);
    }
}

/* Numbers as Hexcells writes them, sometimes so tight that they touch. */
static void read_strings(struct bench *b, unsigned f, unsigned d, unsigned c, struct tally *tally)
{
    static const char *const patterns[] = {"?", "#", "##", "-#-", "-##-", "{#}", "{##}", NULL};
    static const char *const forms[] = {"?", "%u", "%u", "-%u-", "-%u-", "{%u}", "{%u}"};
    const struct glyph_face *face = &b->fonts->faces[f];
    struct comb_rng rng;
    comb_rng_seed(&rng, (f * DAMAGES + d) * CAPS + c + 55555);
    for (unsigned i = 0; i < 10; i++) {
        char truth[16];
        unsigned form = (unsigned)comb_rng_below(&rng, 7);
        snprintf(truth, sizeof truth, forms[form],
                 (unsigned)comb_rng_below(&rng, form % 2 ? 10 : 60) + (form % 2 ? 0 : 10));
        struct glyph_master master;
        if (!glyph_join(&master, face, truth, (int)comb_rng_below(&rng, 9) - 2))
            continue;
        struct comb_glyph_bitmap ink;
        struct comb_glyph glyph;
        unsigned char *cover = make_ink(&ink, &master, caps[c], &damages[d], &rng);
        if (comb_glyph_read_with(&glyph, NULL, &ink, 1, model_for(b, face), patterns, NULL) != COMB_OK)
            abort();
        count_reading(tally, &glyph, truth);
        dump_reading(b->dump, "string", caps[c], &glyph, truth);
        if (b->verbose && strcmp(glyph.text, truth) != 0)
            printf("%-14s face %u %s %gpx %s read %s (%s) %.3f\n", b->fonts->families[face->family], f, damages[d].name,
                   caps[c], truth, glyph.text, glyph.second, glyph.confidence);
        free(cover);
        free(master.cover);
    }
}

static void read_board(struct bench *b, unsigned f, unsigned d, unsigned c, unsigned size, struct tally *tally)
{
    static const char *const patterns[] = {"@", "Qu", NULL};
    static const char letters[] = "EEEEAAAIIOOTTNNRRSSLLDUGHPMCBYFKVWXZJQ";
    const struct glyph_face *face = &b->fonts->faces[f];
    struct comb_rng rng;
    comb_rng_seed(&rng, (f * DAMAGES + d) * CAPS + c + 99999);
    struct comb_glyph_bitmap inks[MAX_BOARD];
    struct comb_glyph glyphs[MAX_BOARD];
    unsigned char *covers[MAX_BOARD];
    char truth[MAX_BOARD][2];
    for (unsigned i = 0; i < size; i++) {
        truth[i][0] = letters[comb_rng_below(&rng, sizeof letters - 1)];
        truth[i][1] = '\0';
        covers[i] = make_ink(&inks[i], &face->masters[comb_glyph_character(truth[i][0])], caps[c], &damages[d], &rng);
    }
    if (comb_glyph_read_with(glyphs, NULL, inks, size, model_for(b, face), patterns, NULL) != COMB_OK)
        abort();
    for (unsigned i = 0; i < size; i++) {
        count_reading(tally, &glyphs[i], truth[i]);
        dump_reading(b->dump, "board", caps[c], &glyphs[i], truth[i]);
        free(covers[i]);
    }
}

static void print_row(const char *name, const struct tally *row)
{
    struct tally all = {0};
    printf("  %-8s", name);
    for (unsigned c = 0; c < CAPS; c++) {
        printf(" %7.2f", 100.0 * row[c].right / (row[c].count ? row[c].count : 1));
        if (caps[c] >= 12)
            add_tally(&all, &row[c]);
    }
    printf("   | %7.3f | %6.2f %8.3f\n", 100.0 * all.right / all.count, 100.0 * (all.count - all.sure) / all.count,
           all.sure ? 100.0 * all.sure_right / all.sure : 0);
}

static void print_table(const char *name, struct tally table[DAMAGES][CAPS])
{
    struct tally sums[CAPS] = {0};
    printf("%s: %% right by cap height in pixels; from 12 px: %% right, %% flagged, %% right of the others\n  %-8s",
           name, "");
    for (unsigned c = 0; c < CAPS; c++)
        printf(" %7g", caps[c]);
    printf("   |  12 up  | flagged  of sure\n");
    for (unsigned d = 0; d < DAMAGES; d++) {
        print_row(damages[d].name, table[d]);
        for (unsigned c = 0; c < CAPS; c++)
            add_tally(&sums[c], &table[d][c]);
    }
    print_row("all", sums);
}

static void print_confusions(const struct bench *b)
{
    printf("confusions from 12 px, single letters:");
    for (unsigned count = 1000000; count > 0; count--) /* most frequent first */
        for (unsigned i = 0; i < 128; i++)
            for (unsigned j = 0; j < 128; j++)
                if (i != j && b->confused[i][j] == count && count > 2)
                    printf(" %c>%c:%u", i, j ? j : ' ', count);
    printf("\n");
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

static void run_folds(struct bench *b, unsigned stride)
{
    static const char *const letter[] = {"@", NULL}, *const digit[] = {"#", NULL};
    double start = cpu_seconds();
    for (unsigned f = 0; f < b->fonts->face_count; f += stride)
        for (unsigned d = 0; d < DAMAGES; d++)
            for (unsigned c = 0; c < CAPS; c++) {
                read_letters(b, f, d, c, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", letter, &b->letters[d][c]);
                read_letters(b, f, d, c, "0123456789", digit, &b->digits[d][c]);
                read_strings(b, f, d, c, &b->strings[d][c]);
                read_board(b, f, d, c, BOARD, &b->boards[d][c]);
            }
    print_table("letters", b->letters);
    print_table("digits", b->digits);
    print_table("numbers with dashes and braces", b->strings);
    print_table("boards of 16 letters", b->boards);
    print_confusions(b);
    printf("%.1f s CPU\n", cpu_seconds() - start);
}

static bool make_fold_models(struct bench *b, unsigned char *bytes[GLYPH_FOLDS])
{
    struct glyph_training training;
    if (!glyph_training_new(&training, b->fonts))
        return false;
    for (unsigned k = 0; k < GLYPH_FOLDS; k++) {
        size_t size;
        bytes[k] = glyph_train(&size, &training, (int)k);
        if (!bytes[k] || !comb_glyph_model_open(&b->models[k], bytes[k], size))
            abort();
    }
    glyph_training_free(&training);
    return true;
}

extern const unsigned char comb_glyphs_bytes[];
extern const uint64_t comb_glyphs_size;

int main(int argc, char **argv)
{
    const char *list = GLYPH_FONTS;
    static struct bench b = {.folds = true};
    unsigned stride = 4;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--fonts") == 0 && i + 1 < argc) {
            list = argv[++i];
            b.folds = false;
        } else if (strcmp(argv[i], "--stride") == 0 && i + 1 < argc) {
            stride = (unsigned)strtoul(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--dump") == 0 && i + 1 < argc) {
            b.dump = fopen(argv[++i], "w");
        } else if (strcmp(argv[i], "-v") == 0) {
            b.verbose = true;
        }
    }
    struct glyph_fonts fonts;
    unsigned char *bytes[GLYPH_FOLDS] = {NULL};
    if (!glyph_fonts_load(&fonts, list))
        return 2;
    setMsgSeverity(L_SEVERITY_NONE);
    b.fonts = &fonts;
    if (b.folds ? !make_fold_models(&b, bytes)
                : !comb_glyph_model_open(&b.models[0], comb_glyphs_bytes, comb_glyphs_size))
        return 1;
    printf("%u faces of %u families\n", fonts.face_count, fonts.family_count);
    run_folds(&b, stride ? stride : 1);
    for (unsigned k = 0; k < GLYPH_FOLDS; k++)
        free(bytes[k]);
    if (b.dump)
        fclose(b.dump);
    glyph_fonts_free(&fonts);
    return 0;
}
