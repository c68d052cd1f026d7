/* Share codes from arbitrary bytes: rejected with a message, or decoded to a board and moves that survive encoding and
 * decoding. */
#include "core/share.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_shared shared;
    struct comb_shared again;
    struct comb_error err = {0};
    if (comb_share_decode(&shared, (const char *)data, size, &err) != COMB_OK) {
        assert(err.message[0]);
        return 0;
    }
    struct comb_buf code = {0};
    assert(comb_share_encode(&code, shared.game, comb_buf_text(&shared.board), comb_buf_text(&shared.moves), &err) ==
           COMB_OK);
    assert(comb_share_decode(&again, code.data, code.length, &err) == COMB_OK);
    assert(strcmp(comb_buf_text(&shared.board), comb_buf_text(&again.board)) == 0);
    comb_shared_free(&shared);
    comb_shared_free(&again);
    comb_buf_free(&code);
    return 0;
}
