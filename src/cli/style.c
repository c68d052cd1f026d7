#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "cli/style.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

static enum comb_terminal_colours colours_of_terminal(void)
{
    const char *kind = environment("COLORTERM");
    if (strcmp(kind, "truecolor") == 0 || strcmp(kind, "24bit") == 0)
        return COMB_TERMINAL_TRUE;
    return strstr(environment("TERM"), "256color") ? COMB_TERMINAL_256 : COMB_TERMINAL_16;
}

static bool wants_colour(const char *when, FILE *stream)
{
    if (strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    const char *terminal = environment("TERM");
    return isatty(fileno(stream)) && !*environment("NO_COLOR") && *terminal && strcmp(terminal, "dumb") != 0;
}

unsigned comb_style_width(FILE *stream)
{
    struct winsize size;
    if (isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

void comb_style_choose(struct comb_report_style *style, const struct comb_params *params, FILE *stream)
{
    style->plain = comb_params_flag(params, "plain");
    style->terminal.colours =
        wants_colour(comb_params_text(params, "color", "auto"), stream) ? colours_of_terminal() : COMB_TERMINAL_PLAIN;
    style->terminal.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    style->terminal.width = comb_style_width(stream);
}
