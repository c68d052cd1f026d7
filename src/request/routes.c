/* One row per route of the API, with its parameters and the members of its answer. */
#include "request/routes.h"

#include "request/handlers.h"

/* ---- fields of several routes ---- */

#define GAME_FIELD                                                                                                     \
    {                                                                                                                  \
        .name = "game", .type = "string", .optional = true, .help = "the game; without it, it is detected"             \
    }
#define MOVES_FIELD                                                                                                    \
    {                                                                                                                  \
        .name = "moves", .type = "string", .optional = true,                                                           \
        .help = "moves to apply to the board first, separated by spaces, semicolons or newlines"                       \
    }
#define OPTIONS_FIELD                                                                                                  \
    {                                                                                                                  \
        .name = "options", .type = "Record<string, string | int | bool>", .optional = true,                            \
        .help = "options of the verb and the game, as GET /api/games lists them; those that name files are rejected"   \
    }
#define LANG_FIELD                                                                                                     \
    {                                                                                                                  \
        .name = "lang", .type = "string", .optional = true, .help = "the code of the language; default: en"            \
    }

#define LIST_TYPE                                                                                                      \
    "code: string, language: string, installed: bool, title?: string, words?: int, source?: string, "                  \
    "licence?: string, outdated?: bool, own?: bool, base?: string, package?: string, buildable?: bool, letters: "      \
    "string, values_source: string"
#define STATE_TYPE                                                                                                     \
    "solved: bool, answered: bool, outcome: 'open' | 'solved' | 'partly solved' | 'stuck' | 'no solution', verified: " \
    "bool"
#define PUZZLE_TYPE "id: int, game: string, title: string, source: string, board: string, added: number, tags: string[]"

static const struct comb_field verb_body[] = {
    {.name = "game", .type = "string", .optional = true, .help = "the game; detected from the board if there is one"},
    {.name = "board", .type = "string", .optional = true, .help = "the board as text or as a share code"},
    MOVES_FIELD,
    OPTIONS_FIELD,
    {.name = "answer",
     .type = "any",
     .optional = true,
     .help = "for check: an array of words, or an answer of /api/solve"},
    {.name = "seconds",
     .type = "number",
     .optional = true,
     .help = "time limit, at most that of the server; \"complete\" is false in an answer cut short by a limit"},
    {.name = "seed", .type = "int", .optional = true, .help = "random seed; default: 1"},
    {.name = "keep",
     .type = "bool | 'board'",
     .optional = true,
     .help = "solved boards are saved to the library with their answer, counted ones without; \"board\" saves no "
             "answer, false saves nothing; \"unkept\" in the answer says why it could not be saved"},
    {.name = "title", .type = "string", .optional = true, .help = "title in the library"},
    {.name = "source", .type = "string", .optional = true, .help = "origin of the board, for the library"},
    {0},
};

static const struct comb_field board_body[] = {
    {.name = "board", .type = "string", .help = "a board as text in any notation, a share code, or a link"},
    GAME_FIELD,
    MOVES_FIELD,
    OPTIONS_FIELD,
    {0},
};

static const struct comb_field board_reply[] = {
    {.name = "game", .type = "string", .help = "the game"},
    {.name = "board", .type = "string", .help = "the board, normalised"},
    {.name = "code", .type = "string", .optional = true, .help = "its share code"},
    {.name = "link",
     .type = "string",
     .optional = true,
     .help = "a link to the board on the site where such boards are published"},
    {.name = "site_text",
     .type = "string",
     .optional = true,
     .help = "the board as the text that a site for such boards imports"},
    {.name = "scene", .type = "any", .help = "the drawing: cells, paths, edges, labels"},
    {0},
};

static const struct comb_field scene_body[] = {
    {.name = "board", .type = "string", .help = "the board"},
    GAME_FIELD,
    MOVES_FIELD,
    OPTIONS_FIELD,
    {.name = "answer", .type = "any", .optional = true, .help = "the answer to draw, as a verb returned it"},
    {0},
};

static const struct comb_field scene_reply[] = {
    {.name = "game", .type = "string", .help = "the game"},
    {.name = "scene", .type = "any", .help = "the drawing"},
    {0},
};

static const struct comb_field picture_body[] = {
    {.name = "board", .type = "string", .help = "the board"},
    GAME_FIELD,
    MOVES_FIELD,
    OPTIONS_FIELD,
    {.name = "answer", .type = "any", .optional = true, .help = "the answer to draw, as a verb returned it"},
    {.name = "format", .type = "'svg' | 'png'", .optional = true, .help = "default: svg"},
    {.name = "theme",
     .type = "'light' | 'dark' | 'auto'",
     .optional = true,
     .help = "colours; auto follows the system of whoever looks at the SVG; default: light"},
    {0},
};

/* ---- pictures ---- */

static const struct comb_field read_query[] = {
    {.name = "game", .type = "string", .optional = true, .help = "the game; without it, it is detected"},
    {.name = "fix", .type = "string", .optional = true, .help = "corrections, such as 3,2=I;4,2=J"},
    {.name = "quiet", .type = "int", .optional = true, .help = "1: errors have status 200"},
    {0},
};

static const struct comb_field fix_body[] = {
    {.name = "reading", .type = "any", .help = "the answer of /api/read"},
    {.name = "fix", .type = "string | string[]", .help = "corrections, such as [\"3,2=I\"]"},
    {0},
};

/* ---- words ---- */

static const struct comb_field lists_reply[] = {
    {.name = "lists", .type = "{" LIST_TYPE "}[]", .help = "the word lists, installed and installable"},
    {0},
};

static const struct comb_field lookup_body[] = {
    {.name = "words", .type = "string[]", .help = "up to 1000 words"},
    {0},
};

static const struct comb_field lookup_reply[] = {
    {.name = "words", .type = "Record<string, string[]>", .help = "the codes of the lists that contain each word"},
    {0},
};

static const struct comb_field own_query[] = {LANG_FIELD, {0}};

static const struct comb_field own_body[] = {
    {.name = "words", .type = "string[]", .help = "up to 1000 words"},
    LANG_FIELD,
    {0},
};

static const struct comb_field own_reply[] = {
    {.name = "lang", .type = "string", .help = "the code of the language"},
    {.name = "added", .type = "string[]", .help = "words you added"},
    {.name = "banned", .type = "string[]", .help = "words you banned"},
    {0},
};

static const struct comb_field build_body[] = {
    {.name = "lang", .type = "string", .help = "the code of the language"},
    {0},
};

static const struct comb_field add_list_query[] = {
    {.name = "name", .type = "string", .help = "a name for the list: a-z, 0-9, - and _"},
    LANG_FIELD,
    {0},
};

static const struct comb_field add_list_reply[] = {
    {.name = "code", .type = "string", .help = "the name; an option \"lang\" with this value uses the list"},
    {.name = "words", .type = "int", .help = "the number of words"},
    {.name = "skipped", .type = "int", .help = "lines that are not words of the alphabet"},
    {0},
};

static const struct comb_field remove_list_body[] = {
    {.name = "name", .type = "string", .help = "the name of the list"},
    {0},
};

static const struct comb_field job_reply[] = {
    {.name = "job", .type = "int", .help = "the number of the job"},
    {.name = "started", .type = "number", .help = "when it was started, in seconds since 1970"},
    {0},
};

/* ---- library ---- */

static const struct comb_field list_query[] = {
    {.name = "q", .type = "string", .optional = true, .help = "words to search for"},
    {.name = "game", .type = "string", .optional = true, .help = "only this game"},
    {.name = "tag", .type = "string", .optional = true, .help = "only with this tag"},
    {.name = "deleted", .type = "int", .optional = true, .help = "1: the deleted puzzles instead"},
    {.name = "most", .type = "int", .optional = true, .help = "at most this many puzzles"},
    {.name = "offset", .type = "int", .optional = true, .help = "skip this many puzzles"},
    {0},
};

static const struct comb_field list_reply[] = {
    {.name = "puzzles",
     .type = "{" PUZZLE_TYPE ", answers: int, " STATE_TYPE "}[]",
     .help = "the puzzles, newest first"},
    {0},
};

static const struct comb_field save_body[] = {
    {.name = "board", .type = "string", .help = "the board"},
    GAME_FIELD,
    {.name = "title", .type = "string", .optional = true, .help = "its title"},
    {.name = "source", .type = "string", .optional = true, .help = "where it comes from"},
    {.name = "replaces",
     .type = "string",
     .optional = true,
     .help = "the previous text of a board being edited, whose entry is updated"},
    {0},
};

static const struct comb_field id_reply[] = {
    {.name = "id", .type = "int", .help = "the number of the puzzle"},
    {0},
};

static const struct comb_field show_reply[] = {
    {.name = "puzzle",
     .type = "{" PUZZLE_TYPE ", answers: {question: string, code: int, answer: any, seconds: number, made: "
             "number}[], " STATE_TYPE "}",
     .help = "the puzzle with its answers"},
    {0},
};

static const struct comb_field change_body[] = {
    {.name = "title", .type = "string", .optional = true, .help = "a new title"},
    {.name = "tag", .type = "string", .optional = true, .help = "a tag to add"},
    {.name = "untag", .type = "string", .optional = true, .help = "a tag to remove"},
    {0},
};

static const struct comb_field undo_body[] = {
    {.name = "id", .type = "int", .optional = true, .help = "the puzzle to restore; default: the one deleted last"},
    {0},
};

static const struct comb_field duplicates_reply[] = {
    {.name = "duplicates", .type = "any[]", .help = "groups of puzzles that are rotated or mirrored copies"},
    {0},
};

static const struct comb_field count_reply[] = {
    {.name = "library",
     .type = "{puzzles: int, solved: int, answered: int, games: Record<string, int>, bytes: int}",
     .help = "the figures"},
    {0},
};

static const struct comb_field import_body[] = {
    {.name = "text", .type = "string", .help = "one puzzle per line, or a single puzzle"},
    {.name = "game", .type = "string", .optional = true, .help = "the game; without it, it is detected per puzzle"},
    {.name = "source", .type = "string", .optional = true, .help = "where they come from"},
    {0},
};

static const struct comb_field import_reply[] = {
    {.name = "import",
     .type = "{kept: int, known: int, refused: int, first_refused: int, why: string, refusals: {line: int, why: "
             "string}[]}",
     .help = "how many are new, known and rejected, and the first ten rejected lines"},
    {0},
};

/* ---- the table ---- */

const struct comb_route comb_routes[] = {
    {.method = "GET", .path = "/api", .summary = "this overview as text", .run = comb_handle_overview},
    {.method = "GET",
     .path = "/api/games",
     .summary = "games: verbs, options, examples, rules, blank boards and what else the page shows",
     .run = comb_handle_games},
    {.method = "POST",
     .path = "/api/VERB",
     .summary = "runs a verb: the object that --json prints",
     .body = verb_body,
     .run = comb_handle_verb},
    {.method = "POST",
     .path = "/api/board",
     .summary = "the parsed board, normalised, with its share code and scene; {\"error\"} with status 200 if it is "
                "not a board",
     .body = board_body,
     .reply = board_reply,
     .run = comb_handle_board},
    {.method = "POST",
     .path = "/api/scene",
     .summary = "the scene with an answer",
     .body = scene_body,
     .reply = scene_reply,
     .run = comb_handle_scene},
    {.method = "POST",
     .path = "/api/picture",
     .summary = "the same as a picture",
     .body = picture_body,
     .run = comb_handle_picture},
    {.method = "POST",
     .path = "/api/read",
     .summary = "reads the board in a picture, with confidence and second choice of each cell",
     .query = read_query,
     .bytes = "the bytes of a PNG, JPEG, WebP, BMP or GIF, up to 16 MB",
     .run = comb_handle_read},
    {.method = "POST",
     .path = "/api/read/fix",
     .summary = "corrects a reading",
     .body = fix_body,
     .run = comb_handle_read_fix},
    {.method = "GET",
     .path = "/api/words",
     .summary = "word lists, installed and installable",
     .reply = lists_reply,
     .run = comb_handle_words},
    {.method = "POST",
     .path = "/api/words/lookup",
     .summary = "the lists that contain each word",
     .body = lookup_body,
     .reply = lookup_reply,
     .run = comb_handle_words_lookup},
    {.method = "GET",
     .path = "/api/words/own",
     .summary = "the words you added and banned",
     .query = own_query,
     .reply = own_reply,
     .run = comb_handle_words_own},
    {.method = "POST",
     .path = "/api/words/add",
     .summary = "adds words and returns your own words",
     .body = own_body,
     .reply = own_reply,
     .run = comb_handle_words_add},
    {.method = "POST",
     .path = "/api/words/ban",
     .summary = "bans words and returns your own words",
     .body = own_body,
     .reply = own_reply,
     .run = comb_handle_words_ban},
    {.method = "POST",
     .path = "/api/words/forget",
     .summary = "reverts additions and bans, and returns your own words",
     .body = own_body,
     .reply = own_reply,
     .run = comb_handle_words_forget},
    {.method = "POST",
     .path = "/api/words/build",
     .summary = "builds a list from the installed Hunspell dictionary, as a job",
     .body = build_body,
     .reply = job_reply,
     .run = comb_handle_words_build},
    {.method = "POST",
     .path = "/api/words/add-list",
     .summary = "adds a list of your own",
     .query = add_list_query,
     .bytes = "a word list: text, one word per line, or compiled",
     .reply = add_list_reply,
     .run = comb_handle_words_add_list},
    {.method = "POST",
     .path = "/api/words/remove-list",
     .summary = "removes a list of your own and returns the lists",
     .body = remove_list_body,
     .reply = lists_reply,
     .run = comb_handle_words_remove_list},
    {.method = "GET",
     .path = "/api/library",
     .summary = "searches the library",
     .query = list_query,
     .reply = list_reply,
     .library = true,
     .run = comb_handle_library},
    {.method = "POST",
     .path = "/api/library",
     .summary = "saves a puzzle",
     .body = save_body,
     .reply = id_reply,
     .library = true,
     .run = comb_handle_library_save},
    {.method = "GET",
     .path = "/api/library/N",
     .summary = "one puzzle with its answers",
     .reply = show_reply,
     .library = true,
     .run = comb_handle_library_show},
    {.method = "POST",
     .path = "/api/library/N",
     .summary = "changes title or tags",
     .body = change_body,
     .reply = id_reply,
     .library = true,
     .run = comb_handle_library_change},
    {.method = "DELETE",
     .path = "/api/library/N",
     .summary = "deletes a puzzle; POST /api/library/undo restores it",
     .reply = id_reply,
     .library = true,
     .run = comb_handle_library_delete},
    {.method = "POST",
     .path = "/api/library/undo",
     .summary = "restores a deleted puzzle",
     .body = undo_body,
     .reply = id_reply,
     .library = true,
     .run = comb_handle_library_undo},
    {.method = "GET",
     .path = "/api/library/duplicates",
     .summary = "puzzles that are rotated or mirrored copies",
     .reply = duplicates_reply,
     .library = true,
     .run = comb_handle_library_duplicates},
    {.method = "GET",
     .path = "/api/library/count",
     .summary = "figures",
     .reply = count_reply,
     .library = true,
     .run = comb_handle_library_count},
    {.method = "POST",
     .path = "/api/library/import",
     .summary = "imports puzzles",
     .body = import_body,
     .reply = import_reply,
     .library = true,
     .run = comb_handle_library_import},
    {.method = "GET",
     .path = "/api/library/export",
     .summary = "one JSON object per line",
     .query = list_query,
     .library = true,
     .run = comb_handle_library_export},
    {0},
};
