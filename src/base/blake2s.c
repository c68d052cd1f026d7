/* The compression function mixes sixteen words, first by columns, then by diagonals, for ten rounds. The last block is
 * compressed with a flag, so a full block stays in the buffer until more data arrives or the hash ends. */
#include "base/blake2s.h"

#include <assert.h>
#include <string.h>

static const uint32_t start_words[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint8_t orders[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint32_t rotate(uint32_t word, unsigned bits)
{
    return word >> bits | word << (32 - bits);
}

static uint32_t load(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void mix(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d, uint32_t x, uint32_t y)
{
    *a += *b + x;
    *d = rotate(*d ^ *a, 16);
    *c += *d;
    *b = rotate(*b ^ *c, 12);
    *a += *b + y;
    *d = rotate(*d ^ *a, 8);
    *c += *d;
    *b = rotate(*b ^ *c, 7);
}

static void mix_round(uint32_t v[16], const uint32_t words[16], const uint8_t order[16])
{
    for (unsigned i = 0; i < 4; i++)
        mix(&v[i], &v[4 + i], &v[8 + i], &v[12 + i], words[order[2 * i]], words[order[2 * i + 1]]);
    for (unsigned i = 0; i < 4; i++)
        mix(&v[i], &v[4 + (i + 1) % 4], &v[8 + (i + 2) % 4], &v[12 + (i + 3) % 4], words[order[8 + 2 * i]],
            words[order[9 + 2 * i]]);
}

static void compress(struct comb_blake2s *hash, const unsigned char *block, int last)
{
    uint32_t words[16], v[16];
    for (unsigned i = 0; i < 16; i++)
        words[i] = load(block + 4 * i);
    memcpy(v, hash->state, sizeof hash->state);
    memcpy(v + 8, start_words, sizeof start_words);
    v[12] ^= (uint32_t)hash->counter;
    v[13] ^= (uint32_t)(hash->counter >> 32);
    v[14] ^= last ? UINT32_MAX : 0;
    for (unsigned i = 0; i < 10; i++)
        mix_round(v, words, orders[i]);
    for (unsigned i = 0; i < 8; i++)
        hash->state[i] ^= v[i] ^ v[i + 8];
}

void comb_blake2s_start(struct comb_blake2s *hash, const void *key, size_t key_length)
{
    assert(key_length <= COMB_BLAKE2S_KEY);
    *hash = (struct comb_blake2s){0};
    memcpy(hash->state, start_words, sizeof start_words);
    hash->state[0] ^= 0x01010000u ^ (uint32_t)key_length << 8 ^ COMB_BLAKE2S_BYTES;
    if (key_length > 0) {
        memcpy(hash->block, key, key_length);
        hash->used = sizeof hash->block;
    }
}

void comb_blake2s_add(struct comb_blake2s *hash, const void *data, size_t length)
{
    const unsigned char *bytes = data;
    while (length > 0) {
        if (hash->used == sizeof hash->block) {
            hash->counter += sizeof hash->block;
            compress(hash, hash->block, 0);
            hash->used = 0;
        }
        size_t room = sizeof hash->block - hash->used;
        size_t count = length < room ? length : room;
        memcpy(hash->block + hash->used, bytes, count);
        hash->used += count;
        bytes += count;
        length -= count;
    }
}

void comb_blake2s_end(unsigned char out[COMB_BLAKE2S_BYTES], struct comb_blake2s *hash)
{
    memset(hash->block + hash->used, 0, sizeof hash->block - hash->used);
    hash->counter += hash->used;
    compress(hash, hash->block, 1);
    for (unsigned i = 0; i < COMB_BLAKE2S_BYTES; i++)
        out[i] = (unsigned char)(hash->state[i / 4] >> 8 * (i % 4));
}
