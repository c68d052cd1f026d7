/* labels: threads */
/* The table of connections, with socket pairs and a clock that the test sets. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/platform.h"
#include "web/connections.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CROWD = 12 };

struct fixture {
    struct comb_connections *table;
    struct comb_connection *entries[CROWD];
    int ours[CROWD], theirs[CROWD];
    unsigned count;
};

static const struct comb_connection_limits limits = {
    .total = 4,
    .per_address = 3,
    .seconds = {[COMB_PHASE_HEAD] = 10, [COMB_PHASE_BODY] = 20, [COMB_PHASE_REPLY] = 30},
};

static void begin(struct fixture *fixture)
{
    *fixture = (struct fixture){0};
    assert_int_equal(comb_connections_new(&fixture->table, &limits, NULL), COMB_OK);
}

static void end(struct fixture *fixture)
{
    for (unsigned i = 0; i < fixture->count; i++) {
        comb_connections_remove(fixture->table, fixture->entries[i]);
        close(fixture->ours[i]);
        close(fixture->theirs[i]);
    }
    assert_int_equal(comb_connections_count(fixture->table), 0);
    comb_connections_free(fixture->table);
}

/* The number of the new connection. */
static unsigned add_peer(struct fixture *fixture, const struct sockaddr *peer)
{
    int pair[2];
    unsigned i = fixture->count++;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    fixture->ours[i] = pair[0];
    fixture->theirs[i] = pair[1];
    fixture->entries[i] = comb_connections_add(fixture->table, pair[0], peer);
    assert_non_null(fixture->entries[i]);
    return i;
}

static unsigned add(struct fixture *fixture, const char *address)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, address, &four.sin_addr) == 1)
        return add_peer(fixture, (struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, address, &six.sin6_addr), 1);
    return add_peer(fixture, (struct sockaddr *)&six);
}

static bool is_dropped(const struct fixture *fixture, unsigned i)
{
    return comb_socket_is_closed(fixture->theirs[i]);
}

static void test_the_longest_idle_connection_is_dropped(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    for (unsigned i = 0; i < 4; i++)
        add(&fixture, i % 2 ? "10.0.0.1" : "10.0.0.2");
    comb_connections_enter(fixture.table, fixture.entries[0], COMB_PHASE_WORK);
    comb_connections_enter(fixture.table, fixture.entries[1], COMB_PHASE_STREAM);
    add(&fixture, "10.0.0.3");
    assert_false(is_dropped(&fixture, 0)); /* working */
    assert_false(is_dropped(&fixture, 1)); /* reading */
    assert_true(is_dropped(&fixture, 2));
    assert_false(is_dropped(&fixture, 3));
    assert_false(is_dropped(&fixture, 4));
    assert_int_equal(comb_connections_count(fixture.table), 4);
    end(&fixture);
}

static void test_a_reader_is_dropped_if_none_is_idle(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    for (unsigned i = 0; i < 4; i++) {
        add(&fixture, i % 2 ? "10.0.0.1" : "10.0.0.2");
        comb_connections_enter(fixture.table, fixture.entries[i], i == 2 ? COMB_PHASE_REPLY : COMB_PHASE_WORK);
    }
    add(&fixture, "10.0.0.3");
    assert_true(is_dropped(&fixture, 2));
    comb_connections_enter(fixture.table, fixture.entries[4], COMB_PHASE_WORK);
    assert_true(is_dropped(&fixture, add(&fixture, "10.0.0.3"))); /* all are working: the new one is dropped */
    end(&fixture);
}

static void test_an_address_has_its_own_limit(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    add(&fixture, "10.0.0.2");
    for (unsigned i = 0; i < 6; i++)
        add(&fixture, "10.0.0.1");
    assert_false(is_dropped(&fixture, 0));
    for (unsigned i = 1; i <= 3; i++)
        assert_true(is_dropped(&fixture, i));
    assert_int_equal(comb_connections_count(fixture.table), 4);
    end(&fixture);
}

static void test_an_ipv6_client_is_counted_by_its_network(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    add(&fixture, "2001:db8::1");
    add(&fixture, "2001:db8::2");
    add(&fixture, "2001:db8::3");
    add(&fixture, "2001:db8::4");
    assert_true(is_dropped(&fixture, 0));
    assert_false(is_dropped(&fixture, 1));
    add(&fixture, "2001:db8:0:1::1");
    assert_false(is_dropped(&fixture, 1));
    end(&fixture);
}

static void test_each_phase_has_its_deadline(void **state)
{
    (void)state;
    static const struct {
        enum comb_phase phase;
        double seconds; /* 0: none */
    } cases[] = {{COMB_PHASE_HEAD, 10},
                 {COMB_PHASE_BODY, 20},
                 {COMB_PHASE_WORK, 0},
                 {COMB_PHASE_REPLY, 30},
                 {COMB_PHASE_STREAM, 0}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture fixture;
        begin(&fixture);
        add(&fixture, "10.0.0.1");
        double before = comb_clock_seconds();
        comb_connections_enter(fixture.table, fixture.entries[0], cases[i].phase);
        comb_connections_check(fixture.table, before + (cases[i].seconds > 0 ? cases[i].seconds - 0.001 : 1e6));
        assert_false(is_dropped(&fixture, 0));
        comb_connections_check(fixture.table, comb_clock_seconds() + cases[i].seconds);
        assert_int_equal(is_dropped(&fixture, 0), cases[i].seconds > 0);
        end(&fixture);
    }
}

static void test_drain_drops_idle_connections_at_once_and_others_soon(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    for (unsigned i = 0; i < 4; i++)
        add(&fixture, i % 2 ? "10.0.0.1" : "10.0.0.2");
    comb_connections_enter(fixture.table, fixture.entries[1], COMB_PHASE_WORK);
    comb_connections_enter(fixture.table, fixture.entries[2], COMB_PHASE_STREAM);
    comb_connections_enter(fixture.table, fixture.entries[3], COMB_PHASE_BODY);
    double before = comb_clock_seconds();
    comb_connections_drain(fixture.table, 4);
    comb_connections_check(fixture.table, before + 3.9);
    assert_true(is_dropped(&fixture, 0));
    assert_false(is_dropped(&fixture, 2));
    assert_false(is_dropped(&fixture, 3));
    comb_connections_check(fixture.table, comb_clock_seconds() + 4);
    assert_false(is_dropped(&fixture, 1)); /* limited by its job */
    assert_true(is_dropped(&fixture, 2));
    assert_true(is_dropped(&fixture, 3));
    end(&fixture);
}

static void test_a_peer_that_has_closed_its_side_is_not_broken(void **state)
{
    (void)state;
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_false(comb_socket_is_closed(pair[0]));
    shutdown(pair[1], SHUT_WR);
    assert_true(comb_socket_is_closed(pair[0]));
    assert_false(comb_socket_is_broken(pair[0]));
    close(pair[1]);
    assert_true(comb_socket_is_broken(pair[0]));
    assert_false(comb_socket_is_closed(-1));
    close(pair[0]);
}
