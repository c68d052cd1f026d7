/* 64-bit hash of bytes, the same on every machine. For hash tables and damage detection; not secure against an
 * adversary. */
#ifndef COMB_BASE_HASH_H
#define COMB_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t comb_hash(const void *data, size_t length, uint64_t seed);

#endif
