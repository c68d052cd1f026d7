#include "store/answer_mac.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/platform.h"
#include "store/data_folder.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- the key ---- */

/* COMB_NO if the file is missing or has the wrong length. */
static int read_key(struct comb_answer_key *out, const char *path, bool *damaged, struct comb_error *err)
{
    struct comb_buf text = {0};
    *damaged = false;
    if (access(path, F_OK) != 0)
        return COMB_NO;
    int code = comb_file_read(&text, path, 4096, err);
    *damaged = code == COMB_BAD_INPUT || (code == COMB_OK && text.length != sizeof out->bytes);
    if (code == COMB_OK && !*damaged)
        memcpy(out->bytes, text.data, sizeof out->bytes);
    comb_buf_free(&text);
    return *damaged ? COMB_NO : code;
}

/* If several programs create the key at once, the first one wins. */
static int create_key(char *path, bool replace, struct comb_error *err)
{
    struct comb_answer_key new_key;
    struct comb_draft draft = {0};
    int code = comb_data_make_folders(path, err);
    if (code != COMB_OK)
        return code;
    int failure = comb_random_bytes(new_key.bytes, sizeof new_key.bytes);
    if (failure == 0)
        failure = comb_draft_write(&draft, path, new_key.bytes, sizeof new_key.bytes, 0600);
    if (failure == 0)
        failure = replace ? comb_draft_commit(&draft) : comb_draft_create(&draft);
    comb_draft_free(&draft);
    return failure == 0 || failure == EEXIST
               ? COMB_OK
               : comb_fail(err, COMB_IO, "cannot write '%.150s': %s", path, strerror(failure));
}

int comb_answer_key_open(struct comb_answer_key *out, bool create, struct comb_error *err)
{
    struct comb_buf path = {0};
    bool damaged = false;
    int code = comb_data_file(&path, "answers.key", err);
    if (code == COMB_OK)
        code = read_key(out, path.data, &damaged, err);
    if (code == COMB_NO && create) {
        code = create_key(path.data, damaged, err);
        if (code == COMB_OK) /* may be the key of another program */
            code = read_key(out, path.data, &damaged, err);
    }
    comb_buf_free(&path);
    return code;
}

/* ---- the code ---- */

/* Hashes the length first, so that no two lists of fields give the same bytes. */
static void add_field(struct comb_blake2s *hash, const void *data, size_t length)
{
    unsigned char size[8];
    for (unsigned i = 0; i < sizeof size; i++)
        size[i] = (unsigned char)((uint64_t)length >> 8 * i);
    comb_blake2s_add(hash, size, sizeof size);
    comb_blake2s_add(hash, data, length);
}

static void add_text(struct comb_blake2s *hash, const char *text)
{
    add_field(hash, text, strlen(text));
}

void comb_answer_mac(unsigned char out[COMB_BLAKE2S_BYTES], const struct comb_answer_key *key,
                     const struct comb_answer_mac_input *input)
{
    struct comb_blake2s hash;
    unsigned char code = (unsigned char)input->code; /* COMB_OK or COMB_NO: others are not stored */
    comb_blake2s_start(&hash, key->bytes, sizeof key->bytes);
    add_text(&hash, "comb answer 1");
    add_text(&hash, comb_version());
    add_text(&hash, input->game);
    add_text(&hash, input->board);
    add_text(&hash, input->question);
    add_field(&hash, &code, sizeof code);
    add_field(&hash, input->answer, input->answer_length);
    comb_blake2s_end(out, &hash);
}

bool comb_answer_mac_verify(const void *mac, size_t length, const struct comb_answer_key *key,
                            const struct comb_answer_mac_input *input)
{
    unsigned char expected[COMB_BLAKE2S_BYTES];
    unsigned char difference = 0;
    if (!mac || length != sizeof expected || (input->code != COMB_OK && input->code != COMB_NO))
        return false;
    comb_answer_mac(expected, key, input);
    for (size_t i = 0; i < sizeof expected; i++)
        difference |= expected[i] ^ ((const unsigned char *)mac)[i];
    return difference == 0;
}
