#define _GNU_SOURCE
#include "cli/verb.h"

#include "base/platform.h"
#include "web/server.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_PORT = 8237, TOKEN_BYTES = 16, ARENAS = 2 };

/* Makes a random token, for --listen without --token. */
static bool make_token(char out[2 * TOKEN_BYTES + 1])
{
    unsigned char bytes[TOKEN_BYTES];
    if (comb_random_bytes(bytes, sizeof bytes) != 0)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static void open_browser(struct comb_cli *cli, const char *address)
{
    pid_t child = fork();
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        pthread_sigmask(SIG_SETMASK, &none, NULL);
        execlp("xdg-open", "xdg-open", address, (char *)NULL);
        static const char message[] = "comb: cannot open a browser: xdg-open not found; open the address above\n";
        ssize_t written =
            write(STDERR_FILENO, message, sizeof message - 1); /* stdio's locks may be held by other threads */
        _exit(written < 0 ? 126 : 127);
    }
    if (child < 0)
        comb_cli_info(cli, "cannot open a browser: %s", strerror(errno));
}

static int wait_for_end(struct comb_cli *cli, const sigset_t *signals)
{
    int signal = 0;
    while (sigwait(signals, &signal) != 0 || signal == SIGCHLD)
        continue;
    comb_cli_info(cli, "stopping");
    return COMB_OK;
}

static int serve(struct comb_cli *cli, const struct comb_server_setup *setup, const sigset_t *signals)
{
    struct comb_server *server;
    struct comb_error err = {0};
    if (comb_server_start(&server, setup, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    struct comb_buf address = {0};
    comb_buf_str(&address, comb_server_address(server));
    if (setup->token)
        comb_buf_printf(&address, "?token=%s", setup->token);
    fprintf(cli->out, "%s\n", comb_buf_text(&address));
    fflush(cli->out);
    if (comb_server_library_error(server))
        comb_cli_info(cli, "the library is not available, nothing will be saved: %s",
                      comb_server_library_error(server));
    comb_cli_info(cli, "serving; press Ctrl-C to stop");
    if (comb_params_flag(&cli->params, "open"))
        open_browser(cli, comb_buf_text(&address));
    int status = wait_for_end(cli, signals);
    comb_server_stop(server);
    comb_buf_free(&address);
    return status;
}

/* Blocks the signals that end the server, before any thread starts; sigwait receives them. */
static void block_signals(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, signals, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* Limits the number of malloc arenas. Every connection has a thread, but few work at a time. With one arena per thread
 * the heap grows for minutes under load; with two it is stable after seconds (docs/benchmarks.md). */
static void limit_arenas(void)
{
#ifdef M_ARENA_MAX /* glibc */
    mallopt(M_ARENA_MAX, ARENAS);
#endif
}

static int run_serve(struct comb_cli *cli)
{
    struct comb_error err = {0};
    const struct comb_params *params = &cli->params;
    char token[2 * TOKEN_BYTES + 1];
    sigset_t signals;
    struct comb_server_setup setup = {
        .context = cli->context,
        .listen = comb_params_text(params, "listen", NULL),
        .token = comb_params_text(params, "token", NULL),
        .library = comb_params_text(params, "db", NULL),
        .port = (unsigned)comb_params_int(params, "port", DEFAULT_PORT),
        .port_exact = comb_params_text(params, "port", NULL) != NULL,
        .threads = (unsigned)comb_params_int(params, "threads", 0),
        .time_limit = comb_params_seconds(params, "time-limit", 0),
        .memory_limit = comb_params_bytes(params, "memory-limit", 0),
    };
    if (cli->operand_count > 0)
        comb_fail(&err, COMB_BAD_INPUT, "unexpected operand '%.40s': 'comb serve' takes none", cli->operands[0]);
    else if (setup.listen && !setup.token && !make_token(token))
        comb_fail(&err, COMB_IO, "cannot generate a token; use --token");
    else {
        if (setup.listen && !setup.token)
            setup.token = token;
        limit_arenas();
        block_signals(&signals);
        return serve(cli, &setup, &signals);
    }
    return comb_cli_fail(cli, NULL, &err);
}

static const struct comb_option options[] = {
    {.name = "port",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .min = 0,
     .max = 65535,
     .help = "listen on port N, 0 for any free port (default: 8237, or the next free port)"},
    {.name = "open", .kind = COMB_OPTION_FLAG, .help = "open the page in a browser"},
    {.name = "listen",
     .kind = COMB_OPTION_TEXT,
     .argument = "ADDRESS",
     .help = "listen on ADDRESS instead of loopback; every request then needs the token"},
    {.name = "token",
     .kind = COMB_OPTION_TEXT,
     .argument = "TEXT",
     .help = "token for --listen: at least 16 letters, digits or any of - _ . ~ (default: random)"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"serve --open", "serve the page and open it in a browser"},
    {"serve --port 0 --db my.db", "use any free port and another library"},
    {0},
};

const struct comb_verb comb_verb_serve = {
    .name = "serve",
    .usage = "",
    .summary = "serve a web page with all games",
    .detail = "Prints the address of the page and serves it until Ctrl-C or SIGTERM. Nothing leaves this machine: the "
              "server listens on loopback only and rejects requests from other sites.\n\nThe server also has an API, "
              "described at /api, and a page that works without scripts at /solve.",
    .options = options,
    .examples = examples,
    .run = run_serve,
};
