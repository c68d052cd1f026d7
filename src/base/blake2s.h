/* BLAKE2s-256 (RFC 7693): a cryptographic hash. With a key it is a message authentication code. */
#ifndef COMB_BASE_BLAKE2S_H
#define COMB_BASE_BLAKE2S_H

#include <stddef.h>
#include <stdint.h>

enum { COMB_BLAKE2S_BYTES = 32, COMB_BLAKE2S_KEY = 32, COMB_BLAKE2S_BLOCK = 64 };

struct comb_blake2s {
    uint32_t state[8];
    uint64_t counter; /* bytes compressed */
    unsigned char block[COMB_BLAKE2S_BLOCK];
    size_t used; /* bytes in the block */
};

/* `key_length` is 0 (a plain hash) up to COMB_BLAKE2S_KEY. */
void comb_blake2s_start(struct comb_blake2s *hash, const void *key, size_t key_length);
void comb_blake2s_add(struct comb_blake2s *hash, const void *data, size_t length);
void comb_blake2s_end(unsigned char out[COMB_BLAKE2S_BYTES], struct comb_blake2s *hash);

#endif
