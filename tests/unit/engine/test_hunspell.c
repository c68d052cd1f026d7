/* The meaning of each part of a Hunspell dictionary, one small dictionary at a time. */
#include "engine/hunspell/hunspell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hunspell_helper.h"

static void expect_with(const char *aff, const char *dic, const struct comb_hunspell_options *options,
                        const char *expected)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    int code = expand_sorted(&text, aff, dic, options, &err);
    if (code != COMB_OK)
        print_error("%u: %s\n", err.line, err.message);
    assert_int_equal(code, COMB_OK);
    assert_string_equal(comb_buf_text(&text), expected);
    comb_buf_free(&text);
}

static void expect(const char *aff, const char *dic, const char *expected)
{
    static const struct comb_hunspell_options all = {.capitals = COMB_HUNSPELL_CAPITALS};
    expect_with(aff, dic, &all, expected);
}

/* ---- lines of the .dic ---- */

static void test_stems_without_rules(void **state)
{
    (void)state;
    expect("SET UTF-8\n", "3\ncat\ndog/XYZ\nété\n", "cat dog été");
    expect("", "1\ncat\n", "cat");
    expect("SET UTF-8\n", "", "");
    expect("SET UTF-8\n", "5\n", "");
}

static void test_count_may_be_wrong_or_missing(void **state)
{
    (void)state;
    expect("", "99999999999999999999\ncat\ndog", "cat dog");
    expect("", "0\ncat\ndog\n", "cat dog");
    expect("", "2 \ncat\ndog\n", "cat dog");
    expect("", "cat\ndog\n", "cat dog");
    expect("", "1\n7\n", "7");
}

static void test_byte_order_marks_and_line_ends(void **state)
{
    (void)state;
    expect("\xEF\xBB\xBFSET UTF-8\r\nSFX S Y 1\r\nSFX S 0 s .\r\n",
           "\xEF\xBB\xBF"
           "2\r\ncat/S\r\n\r\ndog\r\n",
           "cat cats dog");
    expect("",
           "\xEF\xBB\xBF"
           "cat\n",
           "cat");
}

static void test_text_after_a_tab_or_a_field_is_not_flags(void **state)
{
    (void)state;
    static const char aff[] = "SFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t .\n";
    expect(aff, "4\ncat\tS/T\ndog/S\tT\nbat/S T\ncow/S po:T\n", "bat bats cat cow cows dog dogs");
    expect(aff, "3\ncat po:noun/S\nice cream/S\nbird  \n", "bird cat ice cream ice creams");
    expect(aff, "1\n\tonly a remark/S\n", "");
}

static void test_slashes_in_words(void **state)
{
    (void)state;
    static const char aff[] = "SFX S Y 1\nSFX S 0 s .\n";
    expect(aff, "4\nkm\\/h\n\\/x/S\n/\n/remark\n", "/ /remark /x /xs km/h");
    expect(aff, "2\na\\/b\\/c/S\nend\\\n", "a/b/c a/b/cs end\\");
    expect(aff, "1\ncat/\n", "cat");
}

/* ---- rules ---- */

static void test_suffixes_strip_and_add(void **state)
{
    (void)state;
    static const char aff[] = "SFX S Y 4\n"
                              "SFX S y ies [^aeiou]y\n"
                              "SFX S 0 s [aeiou]y\n"
                              "SFX S 0 es [sxz]\n"
                              "SFX S 0 s [^sxzy] and a remark\n";
    expect(aff, "5\nfly/S\nplay/S\nbox/S\ncat/S\ny/S\n", "box boxes cat cats flies fly play plays y");
}

static void test_prefixes_strip_and_add(void **state)
{
    (void)state;
    static const char aff[] = "PFX I Y 4\n"
                              "PFX I 0 im [bmp]\n"
                              "PFX I 0 in [^bmplr]\n"
                              "PFX I l ill l[aeiou]\n"
                              "PFX I 0 ir r\n";
    expect(aff, "4\npure/I\nsane/I\nlegal/I\nreal/I\n", "illegal impure insane irreal legal pure real sane");
}

static void test_conditions(void **state)
{
    (void)state;
    static const char dic[] = "6\nab/S\na.b/S\na-b/S\nb/S\né/S\nxé/S\n";
    expect("SET UTF-8\nSFX S Y 1\nSFX S 0 1 [.-]b\n", dic, "a-b a-b1 a.b a.b1 ab b xé é");
    expect("SET UTF-8\nSFX S Y 1\nSFX S 0 1 .b\n", dic, "a-b a-b1 a.b a.b1 ab ab1 b xé é");
    expect("SET UTF-8\nSFX S Y 1\nSFX S 0 1 ..\n", dic, "a-b a-b1 a.b a.b1 ab ab1 b xé xé1 é");
    expect("SET UTF-8\nSFX S Y 1\nSFX S 0 1 [^b]\n", dic, "a-b a.b ab b xé xé1 é é1");
    expect("SET UTF-8\nSFX S Y 1\nSFX S 0 1 [x][èé]\n", dic, "a-b a.b ab b xé xé1 é");
    expect("SET UTF-8\nSFX S Y 1\nSFX S 0 1 [^é]b\n", dic, "a-b a-b1 a.b a.b1 ab ab1 b xé é");
    expect("SFX S Y 1\nSFX S 0 1 [a^]b\n", "2\nab/S\n^b/S\n", "^b ^b1 ab ab1");
    expect("SFX S Y 1\nSFX S 0 1\n", "1\na/S\n", "a a1");
    expect("PFX S Y 2\nPFX S 0 1 [^a].\nPFX S 0 2 a[b]\n", "3\nab/S\nbb/S\nb/S\n", "1bb 2ab ab b bb");
}

static void test_strip_that_is_not_there_does_not_apply(void **state)
{
    (void)state;
    expect("SFX S Y 1\nSFX S ing ed .\n", "2\nwalking/S\nrun/S\n", "run walked walking");
    expect("PFX S Y 1\nPFX S un re .\n", "2\nundo/S\nrun/S\n", "redo run undo");
}

static void test_whole_stem_is_stripped_only_with_fullstrip(void **state)
{
    (void)state;
    expect("SFX S Y 1\nSFX S go went go\n", "2\ngo/S\nforego/S\n", "forego forewent go");
    expect("FULLSTRIP\nSFX S Y 1\nSFX S go went go\n", "2\ngo/S\nforego/S\n", "forego forewent go went");
    expect("FULLSTRIP\nSFX S Y 1\nSFX S go 0 .\n", "1\ngo/S\n", "go");
}

static void test_cross_products_need_both_sides(void **state)
{
    (void)state;
    static const char yes_yes[] = "PFX U Y 1\nPFX U 0 un .\nSFX D Y 1\nSFX D 0 ed .\n";
    static const char yes_no[] = "PFX U Y 1\nPFX U 0 un .\nSFX D N 1\nSFX D 0 ed .\n";
    static const char no_yes[] = "PFX U N 1\nPFX U 0 un .\nSFX D Y 1\nSFX D 0 ed .\n";
    expect(yes_yes, "1\nlock/UD\n", "lock locked unlock unlocked");
    expect(yes_no, "1\nlock/UD\n", "lock locked unlock");
    expect(no_yes, "1\nlock/UD\n", "lock locked unlock");
}

static void test_prefix_condition_sees_the_suffix(void **state)
{
    (void)state;
    static const char aff[] = "FULLSTRIP\nPFX P Y 1\nPFX P 0 in a\nSFX S Y 1\nSFX S b ax b\n";
    expect(aff, "1\nb/PS\n", "ax b inax");
}

static void test_two_suffixes_and_no_third(void **state)
{
    (void)state;
    static const char aff[] = "SFX A Y 1\nSFX A 0 able/B .\n"
                              "SFX B Y 1\nSFX B le ility/C ble\n"
                              "SFX C Y 1\nSFX C y ies y\n";
    expect(aff, "1\ndrink/A\n", "drink drinkability drinkable");
}

static void test_one_affix_allows_another(void **state)
{
    (void)state;
    /* The suffix allows the prefix, the prefix allows the suffix, the second suffix allows the prefix. */
    expect("PFX P Y 1\nPFX P 0 un .\nSFX S Y 1\nSFX S 0 able/P .\n", "1\ndrink/S\n", "drink drinkable undrinkable");
    expect("PFX P Y 1\nPFX P 0 un/S .\nSFX S Y 1\nSFX S 0 ed .\n", "1\nlock/P\n", "lock unlock unlocked");
    expect("PFX P Y 1\nPFX P 0 x .\nSFX S N 1\nSFX S 0 a/T .\nSFX T Y 1\nSFX T 0 b/P .\n", "1\ns/S\n", "s sa sab xsab");
    expect("PFX P Y 1\nPFX P 0 x/S .\nSFX S Y 1\nSFX S 0 a/T .\nSFX T Y 1\nSFX T 0 b .\n", "1\ns/P\n", "s xs xsa xsab");
    /* Two affixes that only allow each other are never allowed. */
    expect("PFX P Y 1\nPFX P 0 x/S .\nSFX S Y 1\nSFX S 0 a/P .\n", "1\ns\n", "s");
}

static void test_prefix_with_two_suffixes(void **state)
{
    (void)state;
    static const char aff[] = "PFX P Y 1\nPFX P 0 x .\nSFX S Y 1\nSFX S 0 a/T .\nSFX T Y 1\nSFX T 0 b .\n";
    static const char no_cross[] = "PFX P Y 1\nPFX P 0 x .\nSFX S Y 1\nSFX S 0 a/T .\nSFX T N 1\nSFX T 0 b .\n";
    expect(aff, "1\ns/PS\n", "s sa sab xs xsa xsab");
    expect(no_cross, "1\ns/PS\n", "s sa sab xs xsa");
}

static void test_two_prefixes_with_complexprefixes(void **state)
{
    (void)state;
    static const char aff[] = "COMPLEXPREFIXES\n"
                              "PFX A Y 1\nPFX A 0 a/B .\nPFX B Y 1\nPFX B 0 b .\n"
                              "SFX X Y 1\nSFX X 0 x/Y .\nSFX Y Y 1\nSFX Y 0 y .\n";
    expect(aff, "1\ns/AX\n", "as asx bas basx s sx");
}

static void test_indented_lines_and_comments_are_ignored(void **state)
{
    (void)state;
    expect(
        "# SFX T Y 1\n SFX T Y 1\n\tNEEDAFFIX S\nSFX S Y 2\n\n# SFX S 0 t .\nSFX S 0 s .\n SFX S 0 u .\nSFX S 0 v .\n",
        "1\ns/ST\n", "s ss sv");
}

static void test_several_blocks_of_one_flag_add_up(void **state)
{
    (void)state;
    expect("SFX S Y 1\nSFX S 0 a .\nSFX S N 1\nSFX S 0 b .\nPFX S Y 1\nPFX S 0 c .\n", "1\ns/S\n", "cs csa s sa sb");
}

/* ---- special flags ---- */

static void test_stem_that_needs_an_affix(void **state)
{
    (void)state;
    static const char aff[] = "NEEDAFFIX N\nSFX S Y 1\nSFX S 0 s .\nPFX P Y 1\nPFX P 0 p .\n";
    expect(aff, "3\ncat/NS\ndog/NP\nbee/N\n", "cats pdog");
    expect("PSEUDOROOT N\nSFX S Y 1\nSFX S 0 s .\n", "1\ncat/NS\n", "cats");
    /* A homonym without the flag stays. */
    expect(aff, "2\ncat/NS\ncat\n", "cat cats");
}

static void test_affix_that_needs_another(void **state)
{
    (void)state;
    expect("NEEDAFFIX N\nSFX S Y 1\nSFX S 0 a/NT .\nSFX T Y 1\nSFX T 0 b .\n", "1\ns/S\n", "s sab");
    expect("NEEDAFFIX N\nPFX P Y 1\nPFX P 0 x/N .\nSFX S Y 1\nSFX S 0 a .\n", "1\ns/PS\n", "s sa xsa");
    expect("NEEDAFFIX N\nPFX P Y 1\nPFX P 0 x .\nSFX S Y 1\nSFX S 0 a/N .\n", "1\ns/PS\n", "s xs xsa");
    expect("NEEDAFFIX N\nPFX P Y 1\nPFX P 0 x/N .\nSFX S Y 1\nSFX S 0 a/N .\n", "1\ns/PS\n", "s");
    expect("NEEDAFFIX N\nSFX S Y 1\nSFX S 0 a/T .\nSFX T Y 1\nSFX T 0 b/N .\n", "1\ns/S\n", "s sa");
}

static void test_circumfix(void **state)
{
    (void)state;
    /* "Greatest" has both ends at once. */
    static const char aff[] = "CIRCUMFIX X\n"
                              "PFX A Y 1\nPFX A 0 leg/X .\n"
                              "SFX C Y 2\nSFX C 0 obb .\nSFX C 0 obb/AXE .\n"
                              "SFX E Y 1\nSFX E 0 ak .\n";
    expect(aff, "1\nnagy/C\n", "legnagyobb legnagyobbak nagy nagyobb");
    /* Neither end alone, and none with an end of the other kind. */
    expect("CIRCUMFIX X\nPFX P Y 1\nPFX P 0 ge/X .\nSFX S Y 1\nSFX S 0 t .\n", "1\nspiel/PS\n", "spiel spielt");
    expect("CIRCUMFIX X\nPFX P Y 1\nPFX P 0 ge .\nSFX S Y 1\nSFX S 0 t/X .\n", "1\nspiel/PS\n", "gespiel spiel");
    expect("CIRCUMFIX X\nPFX P Y 1\nPFX P 0 ge/X .\nSFX S Y 1\nSFX S 0 t/X .\n", "1\nspiel/PS\n", "gespielt spiel");
}

static void test_parts_of_compounds_are_skipped(void **state)
{
    (void)state;
    static const char aff[] = "ONLYINCOMPOUND O\nCOMPOUNDFLAG C\n"
                              "SFX S Y 2\nSFX S 0 s/O .\nSFX S 0 n/T .\nSFX T Y 1\nSFX T 0 t/O .\n"
                              "PFX P Y 1\nPFX P 0 p/O .\n";
    expect(aff, "3\ncat/SPC\ndog/OS\nbee/C\n", "bee cat catn");
}

static bool collect_part(void *payload, enum comb_hunspell_part part, const char *form, size_t length)
{
    char text[64];
    assert_true(length < 60);
    text[0] = part == COMB_HUNSPELL_BEGIN ? '<' : '>';
    memcpy(text + 1, form, length);
    return collect_form(payload, text, length + 1);
}

/* As in de_DE: begins have an affix of their own, ends are stems of their own in lower case. */
static void test_parts_of_compounds_on_request(void **state)
{
    (void)state;
    static const char aff[] = "COMPOUNDBEGIN x\nCOMPOUNDEND z\nONLYINCOMPOUND o\nNEEDAFFIX h\n"
                              "SFX j Y 3\nSFX j 0 0/xo .\nSFX j 0 -/zo .\nSFX j 0 +/z .\n"
                              "SFX P Y 1\nSFX P 0 en .\nSFX k Y 1\nSFX k 0 0/o .\n";
    static const char dic[] = "6\nArbeit/P\narbeit/Poz\nArbeits/hj\nAmt/j\nhaus/o\nmut/k\n";
    struct comb_hunspell_options options = {
        .capitals = COMB_HUNSPELL_CAPITALS, .letters_only = true, .visit_part = collect_part};
    expect_with(aff, dic, &options, "<Amt <Arbeits >arbeit >arbeiten Amt Arbeit Arbeiten mut");
    options.visit_part = NULL;
    expect_with(aff, dic, &options, "Amt Arbeit Arbeiten mut");
}

static void test_forbidden_words(void **state)
{
    (void)state;
    static const char aff[] = "FORBIDDENWORD !\nSFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 es .\n";
    /* A form of another stem; the forms of a forbidden stem; a stem equal to a form of a forbidden one. */
    expect(aff, "2\nfoot/S\nfoots/!\n", "foot");
    expect(aff, "3\nbar/!ST\nbars/T\nbare/S\n", "bare bars barses");
    expect(aff, "2\nbar/!\nbar\n", "");
    expect(aff, "2\nbar\nbar/!\n", "");
    expect("NEEDAFFIX N\nFORBIDDENWORD !\n", "2\nbar/!N\nbar\n", "");
    expect_with("FORBIDDENWORD !\nPFX P Y 1\nPFX P b B b\n", "2\nBar/!\nbar/P\n", NULL, "bar");
    expect("SFX S Y 1\nSFX S 0 s .\n", "1\nfoot/!S\n", "foot foots");
}

static void test_warnings_forbid_only_on_demand(void **state)
{
    (void)state;
    expect("WARN W\n", "2\ncat\ndog/W\n", "cat dog");
    expect("WARN W\nFORBIDWARN\n", "2\ncat\ndog/W\n", "cat");
}

static void test_irrelevant_flags_are_ignored(void **state)
{
    (void)state;
    expect("KEEPCASE K\nNOSUGGEST !\nSUBSTANDARD T\nFORCEUCASE U\nREP 1\nREP a b\nKEY abc\nBREAK 0\n",
           "4\nmm/K\ndamn/!\nnoo/T\nbee/U\n", "bee damn mm noo");
}

/* ---- flag formats ---- */

static void test_flags_are_bytes_by_default(void **state)
{
    (void)state;
    /* The two bytes of one character are two flags. */
    expect("SET UTF-8\nSFX \xC3 Y 1\nSFX \xC3 0 a .\nSFX \xA9 Y 1\nSFX \xA9 0 b .\n", "1\ns/é\n", "s sa sb");
    expect("SET UTF-8\nNEEDAFFIX ¤\nSFX S Y 1\nSFX S 0 a .\n", "1\ns/S¤\n", "sa");
}

static void test_flags_as_characters(void **state)
{
    (void)state;
    static const char aff[] = "SET UTF-8\nFLAG UTF-8\nSFX é Y 1\nSFX é 0 a/€ .\n"
                              "SFX € Y 1\nSFX € 0 b .\nSFX è Y 1\nSFX è 0 c .\n";
    expect(aff, "2\ns/é\nt/èX\n", "s sa sab t tc");
}

static void test_flags_as_pairs(void **state)
{
    (void)state;
    static const char aff[] = "FLAG long\nSFX Aa Y 1\nSFX Aa 0 a/Bb .\nSFX Bb Y 1\nSFX Bb 0 b .\n"
                              "SFX aB Y 1\nSFX aB 0 c .\n";
    expect(aff, "2\ns/AaZz\nt/ZAaB\n", "s sa sab t tc");
}

static void test_flags_as_numbers(void **state)
{
    (void)state;
    static const char aff[] =
        "FLAG num\nNEEDAFFIX 999\nSFX 12 Y 1\nSFX 12 0 a/65535 .\nSFX 65535 Y 1\nSFX 65535 0 b .\n"
        "SFX 1 Y 1\nSFX 1 0 c .\n";
    expect(aff, "3\ns/12,999\nt/1\nu/2,65535\n", "sa sab t tc u ub");
}

static void test_flag_mode_may_follow_its_use(void **state)
{
    (void)state;
    expect("NEEDAFFIX Nn\nFLAG long\nSFX Ss Y 1\nSFX Ss 0 s .\n", "1\ncat/NnSs\n", "cats");
    expect("SFX Ss Y 1\nSFX Ss 0 s .\nFLAG long\n", "1\ncat/Ss\n", "cat cats");
}

static void test_aliases(void **state)
{
    (void)state;
    static const char aff[] = "AF 3\nAF ST\nAF T # a remark\nAF N\nNEEDAFFIX N\nAM 1\nAM po:noun\n"
                              "SFX S Y 1\nSFX S 0 s/2 .\nSFX T Y 1\nSFX T 0 t .\n";
    expect(aff, "4\ncat/1 1\ndog/2\nbee/3\nfox\n", "cat cats catst catt dog dogt fox");
    expect("FLAG num\nAF 2\nAF 7,8\nAF 8\nSFX 7 Y 1\nSFX 7 0 s .\nSFX 8 Y 1\nSFX 8 0 t .\n", "2\ncat/1\ndog/2\n",
           "cat cats catt dog dogt");
}

/* ---- encodings ---- */

static void test_encodings(void **state)
{
    (void)state;
    expect("SET ISO8859-1\nSFX S Y 1\nSFX S \xE9 \xE8s [\xE9]\n", "1\n\xE9t\xE9/S\n", "étès été");
    expect("SFX S Y 1\nSFX S 0 \xFC .\n", "1\nb/S\n", "b bü");
    expect("SET ISO8859-2\n", "1\n\xB3\xF3\xBF\n", "łóż");
    expect("SET ISO8859-15\n", "1\nc\xBDur\n", "cœur");
    expect("SET KOI8-R\n", "1\n\xCB\xCF\xD4\n", "кот");
    expect("SET microsoft-cp1251\n", "1\n\xEA\xEE\xF2\n", "кот");
    expect("SET utf-8\n", "1\né\n", "é");
}

static void test_ignored_characters(void **state)
{
    (void)state;
    static const char aff[] = "SET UTF-8\nIGNORE ·-\nSFX S Y 1\nSFX S l·l ll·es ll\n";
    expect(aff, "3\nco·l·l/S\nbe-e\n·-\n", "bee coll colles");
}

/* ---- options ---- */

static void test_letters_only(void **state)
{
    (void)state;
    static const struct comb_hunspell_options letters = {.capitals = COMB_HUNSPELL_CAPITALS, .letters_only = true};
    static const char aff[] = "SET UTF-8\nPFX L Y 2\nPFX L 0 l' [aeiou]\nPFX L 0 ri .\n"
                              "SFX S Y 3\nSFX S a e a\nSFX S 0 -lo .\nSFX S 0 2 .\n";
    static const char dic[] = "5\nacqua/LS\nl'aria\nso-so\nA4\ncaffè\n";
    expect_with(aff, dic, &letters, "acqua acque caffè riacqua riacque");
    /* If a rule strips such a character, the result is included. */
    static const char strips[] = "SFX S Y 2\nSFX S - 0 -\nSFX S 0 -/T .\nSFX T Y 1\nSFX T - x -\n";
    expect_with(strips, "2\npre-/S\nco/S\n", &letters, "co cox pre");
}

static void test_capitals(void **state)
{
    (void)state;
    static const char aff[] = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n";
    static const char dic[] = "6\nhaus\nHaus/S\nADAC/S\nGmbH\nÄrger\neBay\n";
    struct comb_hunspell_options options = {.capitals = COMB_HUNSPELL_NO_CAPITALS};
    expect_with(aff, dic, &options, "eBay haus");
    expect_with(aff, dic, NULL, "eBay haus");
    options.capitals = COMB_HUNSPELL_NOUNS;
    expect_with(aff, dic, &options, "Haus Hauss eBay haus Ärger");
    options.capitals = COMB_HUNSPELL_CAPITALS;
    expect_with(aff, dic, &options, "ADAC ADACs GmbH Haus Hauss eBay haus Ärger");
}

static void test_report(void **state)
{
    (void)state;
    static const char aff[] = "SET UTF-8\nFORBIDDENWORD !\nSFX S Y 1\nSFX S 0 s .\n";
    static const char dic[] = "5\ncat/S\nAnna/S\ncats/!\n\xFF\xFF\n\xC3\n\ndog\n";
    struct forms forms = {0};
    struct comb_hunspell_files files = files_of(aff, dic);
    struct comb_hunspell_report report;
    assert_int_equal(comb_hunspell_expand(&report, &files, NULL, collect_form, NULL, &forms, NULL), COMB_OK);
    assert_int_equal(report.stems, 2);
    assert_int_equal(report.forms, 2);
    assert_int_equal(report.forms, forms.items.count);
    assert_int_equal(report.capitals, 1);
    assert_int_equal(report.forbidden, 1);
    assert_int_equal(report.skipped, 2);
    assert_int_equal(report.first_skipped_line, 5);
    forms_free(&forms);
}

static void test_visit_can_stop(void **state)
{
    (void)state;
    static const char aff[] = "SFX S Y 1\nSFX S 0 s .\n";
    for (size_t max = 1; max <= 6; max++) {
        struct forms forms = {.max_forms = max};
        struct comb_hunspell_files files = files_of(aff, "3\na/S\nb/S\nc/S\n");
        assert_int_equal(comb_hunspell_expand(NULL, &files, NULL, collect_form, NULL, &forms, NULL), COMB_OK);
        assert_int_equal(forms.items.count, max);
        forms_free(&forms);
    }
}

struct ticks {
    unsigned count;
    unsigned max;
    double last;
    bool backwards;
    size_t forms;
};

static bool count_tick(void *payload, double fraction)
{
    struct ticks *ticks = payload;
    ticks->backwards = ticks->backwards || fraction < ticks->last || fraction > 1;
    ticks->last = fraction;
    return ++ticks->count < ticks->max;
}

static bool count_form(void *payload, const char *word, size_t length)
{
    (void)word;
    (void)length;
    ((struct ticks *)payload)->forms++;
    return true;
}

static void test_tick_is_called_and_stops(void **state)
{
    (void)state;
    struct comb_buf dic = {0};
    struct comb_error err = {0};
    comb_buf_str(&dic, "100000\n");
    for (int i = 0; i < 100000; i++)
        comb_buf_printf(&dic, "w%d/!S\n", i);
    static const char aff[] = "FORBIDDENWORD ?\nSFX S Y 1\nSFX S 0 s .\n";
    struct comb_hunspell_files files = {aff, sizeof aff - 1, dic.data, dic.length};
    struct ticks ticks = {.max = UINT32_MAX};
    assert_int_equal(comb_hunspell_expand(NULL, &files, NULL, count_form, count_tick, &ticks, &err), COMB_OK);
    assert_int_equal(ticks.forms, 200000);
    assert_true(ticks.count >= 40);
    assert_true(ticks.last > 0.9);
    assert_false(ticks.backwards);
    struct ticks few = {.max = 3};
    assert_int_equal(comb_hunspell_expand(NULL, &files, NULL, count_form, count_tick, &few, &err), COMB_LIMIT);
    assert_int_equal(few.count, 3);
    assert_int_equal(err.code, COMB_LIMIT);
    assert_true(few.forms < 200000);
    comb_buf_free(&dic);
}
