#include "core/share.h"

#include "base/deflate.h"
#include "base/hash.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

static const char PLAIN[] = "comb1-";
static const char COMPRESSED[] = "comb2-";
static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static const char CHECK_DIGITS[] =
    "0123456789abcdefghjkmnpqrstvwxyz"; /* without i, l, o, u, which are easily misread */

enum { PREFIX_LENGTH = 6, CHECK_LENGTH = 5 };

static void encode_base64(struct comb_buf *out, const unsigned char *data, size_t length)
{
    uint32_t bits = 0;
    unsigned bit_count = 0;
    for (size_t i = 0; i < length; i++) {
        bits = bits << 8 | data[i];
        for (bit_count += 8; bit_count >= 6; bit_count -= 6)
            comb_buf_char(out, DIGITS[bits >> (bit_count - 6) & 63]);
    }
    if (bit_count > 0)
        comb_buf_char(out, DIGITS[bits << (6 - bit_count) & 63]);
}

/* Returns the index of the first invalid character, or `length`. */
static size_t decode_base64(struct comb_buf *out, const char *text, size_t length)
{
    uint32_t bits = 0;
    unsigned bit_count = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = text[i] ? strchr(DIGITS, text[i]) : NULL;
        if (!digit)
            return i;
        bits = bits << 6 | (uint32_t)(digit - DIGITS);
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            comb_buf_char(out, (char)(unsigned char)(bits >> bit_count & 255));
        }
    }
    return length;
}

static void check_digits(char out[CHECK_LENGTH], const char *text, size_t length)
{
    uint64_t hash = comb_hash(text, length, 0);
    for (int i = 0; i < CHECK_LENGTH; i++)
        out[i] = CHECK_DIGITS[hash >> (5 * i) & 31];
}

/* Length of the URL before the code: up to and including # or #/play/; 0 if there is no URL. */
static size_t address_length(const char *text, size_t length)
{
    static const char route[] = "/play/";
    size_t at = 0;
    while (at < length && text[at] != '#' && !isspace((unsigned char)text[at]))
        at++;
    if (at == length || text[at] != '#')
        return 0;
    at++;
    bool has_route = length - at > sizeof route - 1 && memcmp(text + at, route, sizeof route - 1) == 0;
    return has_route ? at + sizeof route - 1 : at;
}

static bool is_bare_code(const char *text, size_t length)
{
    return length > PREFIX_LENGTH &&
           (memcmp(text, PLAIN, PREFIX_LENGTH) == 0 || memcmp(text, COMPRESSED, PREFIX_LENGTH) == 0);
}

bool comb_share_is_code(const char *text, size_t length)
{
    size_t skipped = address_length(text, length);
    return is_bare_code(text + skipped, length - skipped);
}

static void join_payload(struct comb_buf *out, const char *board, const char *moves)
{
    comb_buf_str(out, board);
    if (moves && *moves) {
        comb_buf_char(out, '\0');
        comb_buf_str(out, moves);
    }
}

static void write_code(struct comb_buf *out, const char *prefix, const char *game, const struct comb_buf *payload)
{
    size_t start = out->length;
    comb_buf_printf(out, "%s%s-", prefix, game);
    encode_base64(out, (const unsigned char *)comb_buf_text(payload), payload->length);
    comb_buf_char(out, '-');
    if (out->failed)
        return;
    char check[CHECK_LENGTH];
    check_digits(check, out->data + start, out->length - start);
    comb_buf_add(out, check, CHECK_LENGTH);
}

int comb_share_encode(struct comb_buf *out, const char *game, const char *board, const char *moves,
                      struct comb_error *err)
{
    struct comb_buf payload = {0};
    struct comb_buf packed = {0};
    join_payload(&payload, board, moves);
    int code = payload.failed ? comb_fail_memory(err) : COMB_OK;
    if (code == COMB_OK)
        code = comb_deflate(&packed, comb_buf_text(&payload), payload.length, err);
    bool shorter = packed.length < payload.length && payload.length <= COMB_SHARE_MAX_LENGTH;
    if (code == COMB_OK)
        write_code(out, shorter ? COMPRESSED : PLAIN, game, shorter ? &packed : &payload);
    if (code == COMB_OK && out->failed)
        code = comb_fail_memory(err);
    comb_buf_free(&payload);
    comb_buf_free(&packed);
    return code;
}

static int reject(struct comb_error *err, size_t position, const char *reason)
{
    struct comb_error_location location = {.position = position, .line = 1, .column = (unsigned)position + 1};
    return comb_fail_at(
        err, COMB_BAD_INPUT, location,
        "share code: %s; expected comb1-GAME-BOARD-CHECK or comb2-GAME-BOARD-CHECK as printed by 'comb draw --format "
        "code'",
        reason);
}

/* Replaces a compressed payload by its text. */
static int expand(struct comb_buf *payload, size_t position, struct comb_error *err)
{
    struct comb_buf text = {0};
    struct comb_error reason = {0};
    int code = payload->failed
                   ? comb_fail_memory(err)
                   : comb_inflate(&text, comb_buf_text(payload), payload->length, COMB_SHARE_MAX_LENGTH, &reason);
    if (code == COMB_BAD_INPUT) {
        code = reject(err, position, reason.message);
    } else if (code == COMB_OK) {
        comb_buf_free(payload);
        *payload = text;
        return COMB_OK;
    }
    comb_buf_free(&text);
    return code;
}

static int split_payload(struct comb_shared *out, struct comb_buf *payload, struct comb_error *err)
{
    const char *text = comb_buf_text(payload);
    size_t board = strlen(text);
    comb_buf_add(&out->board, text, board);
    if (board < payload->length)
        comb_buf_add(&out->moves, text + board + 1, payload->length - board - 1);
    return payload->failed || out->board.failed || out->moves.failed ? comb_fail_memory(err) : COMB_OK;
}

static int decode_code(struct comb_shared *out, const char *text, size_t length, struct comb_error *err)
{
    if (!is_bare_code(text, length))
        return reject(err, 0, "does not start with comb1- or comb2-");
    if (length > COMB_SHARE_MAX_LENGTH)
        return reject(err, COMB_SHARE_MAX_LENGTH, "too long");
    const char *name = text + PREFIX_LENGTH;
    const char *dash = memchr(name, '-', length - PREFIX_LENGTH);
    if (!dash || dash == name || (size_t)(dash - name) >= sizeof out->game)
        return reject(err, PREFIX_LENGTH, "no game is named");
    memcpy(out->game, name, (size_t)(dash - name));
    size_t start = (size_t)(dash - text) + 1;
    if (length < start + 1 + CHECK_LENGTH || text[length - CHECK_LENGTH - 1] != '-')
        return reject(err, length, "cut off");
    size_t end = length - CHECK_LENGTH - 1;
    char check[CHECK_LENGTH];
    check_digits(check, text, end + 1);
    if (memcmp(check, text + end + 1, CHECK_LENGTH) != 0)
        return reject(err, end + 1, "checksum mismatch: the code was cut or mistyped");
    struct comb_buf payload = {0};
    size_t read = decode_base64(&payload, text + start, end - start);
    int code = read < end - start ? reject(err, start + read, "invalid character") : COMB_OK;
    if (code == COMB_OK && memcmp(text, COMPRESSED, PREFIX_LENGTH) == 0)
        code = expand(&payload, start, err);
    if (code == COMB_OK)
        code = split_payload(out, &payload, err);
    comb_buf_free(&payload);
    return code;
}

int comb_share_decode(struct comb_shared *out, const char *text, size_t length, struct comb_error *err)
{
    *out = (struct comb_shared){0};
    size_t skipped = address_length(text, length);
    const char *start = text + skipped;
    const char *query = memchr(start, '?', length - skipped);
    size_t rest = query ? (size_t)(query - start) : length - skipped;
    while (rest > 0 && isspace((unsigned char)start[rest - 1]))
        rest--;
    int code = decode_code(out, start, rest, err);
    if (code == COMB_BAD_INPUT && err) { /* position in the original text */
        err->position += skipped;
        err->column += (unsigned)skipped;
    }
    if (code != COMB_OK)
        comb_shared_free(out);
    return code;
}

void comb_shared_free(struct comb_shared *shared)
{
    comb_buf_free(&shared->board);
    comb_buf_free(&shared->moves);
}
