#include "web/guard.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Whether the text after the host is our port, or nothing if our port is 80. */
static bool port_is(const char *text, unsigned port)
{
    if (*text == '\0')
        return port == 80;
    if (*text != ':' || text[1] < '1' || text[1] > '9')
        return false;
    char *end;
    unsigned long given = strtoul(text + 1, &end, 10);
    return *end == '\0' && end - text <= 6 && given == port;
}

static bool host_is(const char *text, const char *name, unsigned port)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < length; i++) {
        char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
        if (c != name[i])
            return false;
    }
    return port_is(text + length, port);
}

bool comb_guard_host(const struct comb_guard *guard, const char *host)
{
    static const char *const ours[] = {"localhost", "127.0.0.1", "[::1]"};
    if (!host)
        return false;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (host_is(host, ours[i], guard->port))
            return true;
    return (guard->host && host_is(host, guard->host, guard->port)) ||
           (guard->local_address && host_is(host, guard->local_address, guard->port));
}

bool comb_guard_origin(const struct comb_guard *guard, const char *origin, const char *fetch_site)
{
    static const char scheme[] = "http://";
    if (fetch_site && strcmp(fetch_site, "same-origin") != 0 && strcmp(fetch_site, "none") != 0)
        return false;
    if (!origin)
        return true;
    return strncmp(origin, scheme, sizeof scheme - 1) == 0 && comb_guard_host(guard, origin + sizeof scheme - 1);
}

bool comb_guard_token(const struct comb_guard *guard, const char *given)
{
    if (!guard->token)
        return true;
    size_t length = strlen(guard->token), got = given ? strlen(given) : 0;
    unsigned char differs = length != got;
    for (size_t i = 0; i < got; i++)
        differs |= (unsigned char)(given[i] ^ guard->token[i % (length ? length : 1)]);
    return differs == 0;
}
