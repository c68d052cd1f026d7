/* 64-bit hash of bytes: for tables and for detecting damage, not against an adversary. The same on every machine. */
#ifndef COMB_BASE_HASH_H
#define COMB_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t comb_hash(const void *data, size_t length, uint64_t seed);

#endif
