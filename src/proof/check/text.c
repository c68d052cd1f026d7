#include "proof/check/text.h"

#include <string.h>

bool comb_proof_next_line(struct comb_proof_text *line, bool *terminated, struct comb_proof_text *text)
{
    if (text->at == text->end)
        return false;
    const char *stop = memchr(text->at, '\n', (size_t)(text->end - text->at));
    *terminated = stop != NULL;
    line->at = text->at;
    line->end = stop ? stop : text->end;
    text->at = stop ? stop + 1 : text->end;
    return true;
}

bool comb_proof_match(struct comb_proof_text *text, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0)
        return false;
    text->at += length;
    return true;
}

bool comb_proof_parse_number(long long *out, struct comb_proof_text *text)
{
    const char *start = text->at;
    *out = 0;
    while (text->at < text->end && *text->at >= '0' && *text->at <= '9') {
        if (*out > (1LL << 62) / 10 - 1)
            return false;
        *out = *out * 10 + (*text->at++ - '0');
    }
    return text->at > start;
}

bool comb_proof_parse_hex(uint64_t *out, struct comb_proof_text *text)
{
    static const char digits[16] = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    *out = 0;
    if (text->end - text->at < 16)
        return false;
    for (int i = 0; i < 16; i++) {
        const char *digit = memchr(digits, *text->at++, sizeof digits);
        if (!digit)
            return false;
        *out = *out << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

bool comb_proof_parse_until(struct comb_proof_text *out, struct comb_proof_text *text, char stop)
{
    const char *found = text->at == text->end ? NULL : memchr(text->at, stop, (size_t)(text->end - text->at));
    out->at = text->at;
    out->end = found ? found : text->end;
    text->at = out->end;
    return found != NULL;
}

bool comb_proof_at_end(const struct comb_proof_text *text)
{
    return text->at == text->end;
}

uint64_t comb_proof_sum(uint64_t sum, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}
