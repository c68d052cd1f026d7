#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/share.h"

#include <string.h>

static void test_any_text_round_trips(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (int round = 0; round < 2000; round++) {
        char board[64] = "";
        char moves[64] = "";
        for (uint64_t i = comb_rng_below(&rng, 60); i > 0; i--)
            board[i - 1] = (char)(1 + comb_rng_below(&rng, 126));
        for (uint64_t i = comb_rng_below(&rng, 60); i > 0; i--)
            moves[i - 1] = (char)(1 + comb_rng_below(&rng, 126));
        struct comb_buf code = {0};
        struct comb_shared shared;
        assert_int_equal(comb_share_encode(&code, "hexhunt", board, moves, NULL), COMB_OK);
        assert_int_equal(strspn(code.data, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
                         code.length);
        assert_int_equal(comb_share_decode(&shared, code.data, code.length, NULL), COMB_OK);
        assert_string_equal(shared.game, "hexhunt");
        assert_string_equal(comb_buf_text(&shared.board), board);
        assert_string_equal(comb_buf_text(&shared.moves), moves);
        comb_shared_free(&shared);
        comb_buf_free(&code);
    }
}

static void test_truncated_codes_are_rejected(void **state)
{
    (void)state;
    struct comb_buf code = {0};
    assert_int_equal(comb_share_encode(&code, "hexhunt", "LPE/EASR/SRTED/PING/LAS", NULL, NULL), COMB_OK);
    for (size_t length = 0; length < code.length; length++) {
        struct comb_shared shared;
        struct comb_error err = {0};
        assert_int_equal(comb_share_decode(&shared, code.data, length, &err), COMB_BAD_INPUT);
        assert_non_null(strstr(err.message, "share code"));
    }
    comb_buf_free(&code);
}

static void test_trailing_space_is_accepted(void **state)
{
    (void)state;
    struct comb_buf code = {0};
    struct comb_shared shared;
    assert_int_equal(comb_share_encode(&code, "x", "A", NULL, NULL), COMB_OK);
    comb_buf_str(&code, "\r\n ");
    assert_int_equal(comb_share_decode(&shared, code.data, code.length, NULL), COMB_OK);
    comb_shared_free(&shared);
    comb_buf_free(&code);
}

static void test_a_page_link_is_accepted_as_a_code(void **state)
{
    (void)state;
    static const char *const around[][2] = {
        {"http://127.0.0.1:8237/#/play/", ""},
        {"https://puzzles.example/comb/#/play/", "?from=chat#x"},
        {"http://[::1]:80/#", "?"},
        {"localhost:8237/?token=a#/play/", " \n"},
        {"#/play/", ""},
        {"", "?theme=dark"},
    };
    struct comb_buf code = {0};
    assert_int_equal(comb_share_encode(&code, "hexhunt", "TS/EAR/LB", "0=A", NULL), COMB_OK);
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        struct comb_buf link = {0};
        struct comb_shared shared;
        comb_buf_printf(&link, "%s%s%s", around[i][0], code.data, around[i][1]);
        assert_true(comb_share_is_code(link.data, link.length));
        assert_int_equal(comb_share_decode(&shared, link.data, link.length, NULL), COMB_OK);
        assert_string_equal(shared.game, "hexhunt");
        assert_string_equal(comb_buf_text(&shared.board), "TS/EAR/LB");
        assert_string_equal(comb_buf_text(&shared.moves), "0=A");
        comb_shared_free(&shared);
        comb_buf_free(&link);
    }
    comb_buf_free(&code);
}

static void test_other_links_are_not_codes(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "#",
        "#/play/",
        "#/play/comb1-",
        "https://windmill.thefifthmatt.com/build/CAUSAig_0",
        "http://a/#/library",
        "http://a/comb1-hexhunt-VFMvRUFSL0xC-5erna",
        "two words #/play/comb1-hexhunt-VFMvRUFSL0xC-5erna",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(comb_share_is_code(texts[i], strlen(texts[i])));
}

static void test_error_position_counts_from_the_start_of_the_link(void **state)
{
    (void)state;
    static const char link[] = "http://a/#/play/comb1-hexhunt-VFMvRUFSL0xC-5ernx";
    struct comb_shared shared;
    struct comb_error err = {0};
    assert_int_equal(comb_share_decode(&shared, link, sizeof link - 1, &err), COMB_BAD_INPUT);
    assert_string_equal(link + err.position, "5ernx");
    assert_int_equal(err.column, err.position + 1);
}

/* A name may be as long as fits into comb_shared with its NUL byte, and no longer. */
static void test_game_name_round_trips_or_is_rejected(void **state)
{
    (void)state;
    for (size_t length = 1; length <= 2 * sizeof((struct comb_shared *)NULL)->game; length++) {
        struct comb_shared shared;
        struct comb_buf code = {0};
        struct comb_error err = {0};
        char name[2 * sizeof shared.game + 1] = "";
        for (size_t i = 0; i < length; i++)
            name[i] = (char)('a' + i % 26);
        assert_int_equal(comb_share_encode(&code, name, "AB/CD", "1,2=A", NULL), COMB_OK);
        int decoded = comb_share_decode(&shared, code.data, code.length, &err);
        if (length < sizeof shared.game) {
            assert_int_equal(decoded, COMB_OK);
            assert_string_equal(shared.game, name);
            assert_string_equal(comb_buf_text(&shared.board), "AB/CD");
            assert_string_equal(comb_buf_text(&shared.moves), "1,2=A");
            comb_shared_free(&shared);
        } else {
            assert_int_equal(decoded, COMB_BAD_INPUT);
            assert_non_null(strstr(err.message, "no game is named"));
            assert_int_equal(err.column, 7); /* start of the name */
        }
        comb_buf_free(&code);
    }
}

static void test_a_code_without_a_game_is_rejected(void **state)
{
    (void)state;
    static const char *const codes[] = {"comb1--QQ-00000", "comb1-hexhunt", "comb1-h"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct comb_shared shared;
        assert_int_equal(comb_share_decode(&shared, codes[i], strlen(codes[i]), NULL), COMB_BAD_INPUT);
    }
}

/* A long board is compressed; the uncompressed code that older versions wrote for it still opens. */
static void test_long_boards_are_compressed(void **state)
{
    (void)state;
    struct comb_buf board = {0};
    struct comb_buf code = {0};
    struct comb_shared shared;
    for (int row = 0; row < 33; row++)
        comb_buf_str(&board, "..o+..x.O+..xn\n");
    assert_int_equal(comb_share_encode(&code, "hexcells", board.data, "1,2=blue", NULL), COMB_OK);
    assert_memory_equal(code.data, "comb2-hexcells-", 15);
    assert_true(code.length < board.length / 4);
    assert_true(comb_share_is_code(code.data, code.length));
    assert_int_equal(comb_share_decode(&shared, code.data, code.length, NULL), COMB_OK);
    assert_string_equal(shared.game, "hexcells");
    assert_string_equal(comb_buf_text(&shared.board), board.data);
    assert_string_equal(comb_buf_text(&shared.moves), "1,2=blue");
    comb_shared_free(&shared);
    static const char old[] = "comb1-boggle-QUFBQUEvQUFBQUEvQUFBQUEvQUFBQUEvQUFBQUE-8sfd0";
    assert_int_equal(comb_share_decode(&shared, old, sizeof old - 1, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&shared.board), "AAAAA/AAAAA/AAAAA/AAAAA/AAAAA");
    comb_shared_free(&shared);
    comb_buf_free(&board);
    comb_buf_free(&code);
}

static void test_changed_compressed_codes_are_rejected(void **state)
{
    (void)state;
    struct comb_buf code = {0};
    assert_int_equal(comb_share_encode(&code, "hexhunt", "AAAAAAAAAAAAAAAAAAAAAAAA/AAAAAAAAAAAAAAAA", NULL, NULL),
                     COMB_OK);
    assert_memory_equal(code.data, "comb2-", 6);
    for (size_t i = 0; i < code.length; i++) {
        struct comb_shared shared;
        char right = code.data[i];
        code.data[i] = right == 'A' ? 'B' : 'A';
        assert_int_equal(comb_share_decode(&shared, code.data, code.length, NULL), COMB_BAD_INPUT);
        code.data[i] = right;
    }
    comb_buf_free(&code);
}
