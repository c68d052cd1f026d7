/* Out of memory while a game's facts for the page are written: the builder reports it, and nothing leaks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/game.h"

#include "failing_allocator.h"

#if FAILING_ALLOCATOR
static void fail_every_allocation(const struct comb_game *game)
{
    bool done = false;
    for (long n = 0; !done; n++) {
        struct comb_json build = {0};
        long before = blocks;
        allocations_left = n;
        json_t *view = game->view_facts(&build, game);
        allocations_left = -1;
        done = !build.failed;
        json_decref(view);
        assert_int_equal(blocks, before);
    }
}
#endif

static void test_view_facts_survive_any_failing_allocation(void **state)
{
    (void)state;
#if FAILING_ALLOCATOR
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if ((*game)->view_facts)
            fail_every_allocation(*game);
#else
    print_message("skipped: a sanitizer or another C library owns the allocator\n");
    skip();
#endif
}
