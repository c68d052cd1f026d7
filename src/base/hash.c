#include "base/hash.h"

#include <string.h>

static uint64_t mix(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xd1b54a32d192ed03u);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const unsigned char *bytes, size_t count)
{
    uint64_t word = 0;
    memcpy(&word, bytes, count);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Two independent lanes keep the multiplier busy. The length is mixed in last so that trailing zeros count. */
uint64_t comb_hash(const void *data, size_t length, uint64_t seed)
{
    const unsigned char *bytes = data;
    uint64_t left = seed;
    uint64_t right = ~seed;
    size_t rest = length;
    for (; rest >= 16; rest -= 16, bytes += 16) {
        left = mix(left, load(bytes, 8));
        right = mix(right, load(bytes + 8, 8));
    }
    if (rest >= 8) {
        left = mix(left, load(bytes, 8));
        rest -= 8;
        bytes += 8;
    }
    if (rest > 0)
        right = mix(right, load(bytes, rest));
    return mix(mix(left, right), length);
}
