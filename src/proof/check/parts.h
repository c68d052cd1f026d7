/* Internals of the certificate checker; only its own files include this.
 *
 * Nothing here is shared with the prover: separate code reads files, derives shapes and symmetries, enumerates
 * prefixes, walks words and bounds boards. */
#ifndef COMB_PROOF_CHECK_PARTS_H
#define COMB_PROOF_CHECK_PARTS_H

#include "family/words/game.h"

#include "base/vec.h"

enum {
    COMB_PROOF_MAX_SYMMETRIES = 16,
    COMB_PROOF_MAX_LETTERS = COMB_DICT_MAX_LETTERS,
    COMB_PROOF_MAX_TEXT = 255,
    COMB_PROOF_MAX_POINTS = COMB_DICT_MAX_WORD + 1,
    COMB_PROOF_MAX_TILE = COMB_WORDS_MAX_TILE,
    COMB_PROOF_SUM_DIGITS = 16,
    COMB_PROOF_MAX_CLASSES = 9,
    COMB_PROOF_CLASS_PLACES = 6, /* only the first cells of the order may hold classes */
    COMB_PROOF_MAX_CELLS = 64,   /* sets of cells are 64-bit masks */
    COMB_PROOF_MAX_KEY = COMB_PROOF_MAX_CELLS + COMB_PROOF_CLASS_PLACES
};

/* ---- diagnostics ---- */

/* Problems (the certificate is rejected) and notes, each with file, line and reason; only the first few are stored. */
struct comb_proof_diagnostics {
    struct comb_json build;
    json_t *problems;
    json_t *notes;
    size_t problem_count;
    size_t note_count;
};

void comb_proof_diagnostics_init(struct comb_proof_diagnostics *diagnostics);
void comb_proof_diagnostics_free(struct comb_proof_diagnostics *diagnostics);
void comb_proof_problem(struct comb_proof_diagnostics *diagnostics, const char *file, size_t line, const char *format,
                        ...) __attribute__((format(printf, 4, 5)));
void comb_proof_note(struct comb_proof_diagnostics *diagnostics, const char *file, size_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- files ---- */

enum comb_proof_key {
    COMB_PROOF_VERSION,
    COMB_PROOF_GAME,
    COMB_PROOF_SHAPE,
    COMB_PROOF_ROWS,
    COMB_PROOF_HOLES,
    COMB_PROOF_CELLS,
    COMB_PROOF_NEIGHBOURS,
    COMB_PROOF_SYMMETRY,
    COMB_PROOF_LETTERS,
    COMB_PROOF_CLASS,
    COMB_PROOF_TILE,
    COMB_PROOF_POINTS,
    COMB_PROOF_DICTIONARY,
    COMB_PROOF_WORDS,
    COMB_PROOF_TITLE,
    COMB_PROOF_TARGET,
    COMB_PROOF_ORDER,
    COMB_PROOF_DEPTH,
    COMB_PROOF_UNITS,
    COMB_PROOF_SUM,
    COMB_PROOF_KEYS
};

/* The letters of a cell with this letter. */
struct comb_proof_tile {
    unsigned count;
    uint32_t letter[COMB_PROOF_MAX_TILE]; /* code points */
};

struct comb_proof_header {
    char version[COMB_PROOF_MAX_TEXT + 1];
    char game[COMB_PROOF_MAX_TEXT + 1];
    char shape[COMB_PROOF_MAX_TEXT + 1];
    char title[COMB_PROOF_MAX_TEXT + 1];
    unsigned rows[COMB_WORDS_MAX_ROWS];
    unsigned row_count;
    uint64_t holes; /* places in reading order */
    unsigned cells; /* without holes */
    uint64_t neighbours[COMB_PROOF_MAX_CELLS];
    uint8_t symmetry[COMB_PROOF_MAX_SYMMETRIES][COMB_PROOF_MAX_CELLS];
    unsigned symmetry_count;
    uint32_t letters[COMB_PROOF_MAX_LETTERS];
    unsigned letter_count;
    uint32_t classes[COMB_PROOF_MAX_CLASSES]; /* sets of places in `letters` */
    unsigned class_count;
    struct comb_proof_tile tiles[COMB_PROOF_MAX_LETTERS];
    long long points[COMB_PROOF_MAX_POINTS];
    unsigned point_count;
    uint64_t dictionary;
    long long words;
    long long target;
    uint8_t order[COMB_PROOF_MAX_CELLS];
    unsigned depth;
    long long units;
    char sum[COMB_PROOF_SUM_DIGITS + 1];
    size_t lines[COMB_PROOF_KEYS]; /* first line of each key; 0 = none */
};

/* Returns COMB_BAD_INPUT if the text is not a header, COMB_NO if only its checksum is wrong. The error has line and
 * reason. */
int comb_proof_read_header(struct comb_proof_header *header, const char *text, size_t length, struct comb_error *err);

struct comb_proof_board {
    const uint8_t *letters; /* indexes into header->letters, in the header's order of cells */
    long long score;
};

/* A complete line of a units file with a correct checksum. */
struct comb_proof_record {
    const uint8_t *prefix; /* symbols: indexes into header->letters, followed by the classes */
    unsigned length;
    unsigned key_length;
    const uint8_t *key; /* the path to it from the unit, see cover.c */
    bool split;         /* an S line: the members below are not set */
    bool counted;       /* part of the cover: each part is counted once */
    long long bound;
    const struct comb_proof_board *boards;
    size_t board_count;
    const char *file;
    size_t line;
};

struct comb_proof_records {
    struct comb_proof_record *items;
    size_t count;
    size_t capacity;
};

/* Appends the records of a units file; invalid lines become notes, lines that contradict the header or themselves
 * become problems. Everything is allocated in the arena. */
int comb_proof_read_units(struct comb_proof_records *records, struct comb_proof_diagnostics *diagnostics,
                          const struct comb_proof_header *header, const char *file, const char *text, size_t length,
                          struct comb_arena *arena, struct comb_error *err);

/* Reads header.txt and all units files of a folder. */
int comb_proof_read_folder(struct comb_proof_header *header, struct comb_proof_records *records,
                           struct comb_proof_diagnostics *diagnostics, const char *folder, struct comb_arena *arena,
                           struct comb_error *err);

/* Appends symbols as text. */
void comb_proof_symbols_to_text(struct comb_buf *out, const struct comb_proof_header *header, const uint8_t *letters,
                                unsigned count);

/* ---- rules ---- */

/* Rules derived independently from game, shape and list; only the names of game and shape, the order of letters and
 * cells, the depth and the target come from the header. */
struct comb_proof_rules {
    unsigned cells;
    unsigned letters;
    uint32_t classes[COMB_PROOF_MAX_CLASSES]; /* as in the header: any partition of letters is valid */
    unsigned class_count;
    unsigned rows[COMB_WORDS_MAX_ROWS]; /* ended by 0, or full */
    uint64_t holes;                     /* places in reading order; the other places are the cells */
    uint64_t neighbours[COMB_PROOF_MAX_CELLS];
    uint8_t symmetry[COMB_PROOF_MAX_SYMMETRIES][COMB_PROOF_MAX_CELLS];
    unsigned symmetries;
    struct comb_proof_tile tiles[COMB_PROOF_MAX_LETTERS]; /* letters are indexes into the list's alphabet */
    long long points[COMB_PROOF_MAX_POINTS];
    uint8_t order[COMB_PROOF_MAX_CELLS];
    /* For symmetry g, the place in `order` whose letter the image has at place i. */
    uint8_t from[COMB_PROOF_MAX_SYMMETRIES][COMB_PROOF_MAX_CELLS];
};

/* Derives the rules and compares the header with them; differences become problems. The rules may only be used if there
 * are none. */
void comb_proof_derive(struct comb_proof_rules *rules, struct comb_proof_diagnostics *diagnostics,
                       const struct comb_proof_header *header, const struct comb_dict *dict,
                       const struct comb_params *params);

/* Computes neighbours and all rotations and reflections for rows of these lengths with these holes; returns false if
 * there is no such shape. */
bool comb_proof_shape(struct comb_proof_rules *rules, bool hexagons);

/* Call after order and symmetries are set. */
void comb_proof_order(struct comb_proof_rules *rules);

/* ---- the partition into units ---- */

/* Returns the letters of a symbol, as a bit set. */
static inline uint32_t comb_proof_set(const struct comb_proof_rules *rules, unsigned symbol)
{
    return symbol < rules->letters ? UINT32_C(1) << symbol : rules->classes[symbol - rules->letters];
}

/* Returns false if a symmetry shows that no canonical board begins with these symbols. */
bool comb_proof_canonical(const struct comb_proof_rules *rules, const uint8_t *symbols, unsigned count);

/* Computes the key of a prefix, one choice after the other; returns its length. */
unsigned comb_proof_key(uint8_t key[COMB_PROOF_MAX_KEY], const struct comb_proof_header *header, const uint8_t *symbols,
                        unsigned count);

struct comb_proof_coverage {
    long long units;   /* canonical prefixes of `depth` letters */
    long long missing; /* prefixes, of this or greater length, that no line covers */
};

/* Sorts the records, marks those that count, and reports missing, duplicate and misplaced ones. `missing` receives the
 * unit's number and prefix; it may be NULL. */
int comb_proof_cover(struct comb_proof_coverage *coverage, struct comb_proof_records *records,
                     struct comb_proof_diagnostics *diagnostics, const struct comb_proof_header *header,
                     const struct comb_proof_rules *rules, struct comb_job *job,
                     void (*missing)(void *payload, long long unit, const uint8_t *prefix, unsigned length),
                     void *payload);

/* The same if units may be missing: they are counted, but are not a problem. */
int comb_proof_cover_part(struct comb_proof_coverage *coverage, struct comb_proof_records *records,
                          struct comb_proof_diagnostics *diagnostics, const struct comb_proof_header *header,
                          const struct comb_proof_rules *rules, struct comb_job *job);

/* ---- words and scores ---- */

/* The words of a list that count on some board of the shape, as consecutive letters and as a tree. */
struct comb_proof_words {
    uint8_t *letters;
    uint32_t *starts; /* word i is letters[starts[i]] .. letters[starts[i + 1]] */
    size_t count;
    size_t listed; /* words of the list, including those that do not count */
    struct comb_proof_node *nodes;
    size_t node_count;
};

int comb_proof_words_new(struct comb_proof_words **out, const struct comb_dict *dict,
                         const struct comb_proof_rules *rules, struct comb_error *err);
void comb_proof_words_free(struct comb_proof_words *words);

/* Scores boards; one per thread. */
struct comb_proof_scorer;
struct comb_proof_scorer *comb_proof_scorer_new(const struct comb_proof_rules *rules,
                                                const struct comb_proof_words *words);
void comb_proof_scorer_free(struct comb_proof_scorer *scorer);

/* Scores a board given as an order string. */
long long comb_proof_score(struct comb_proof_scorer *scorer, const uint8_t *letters);

/* ---- rechecking a unit ---- */

enum comb_proof_method { COMB_PROOF_ANY, COMB_PROOF_BY_BOUND, COMB_PROOF_BY_ENUMERATION };

struct comb_proof_found_board {
    uint8_t letters[COMB_PROOF_MAX_CELLS];
    long long score;
};

struct comb_proof_boards COMB_VEC(struct comb_proof_found_board);

/* What one search looks for, and its limits. */
struct comb_proof_goal {
    const uint8_t *prefix; /* symbols */
    unsigned length;
    long long min_score; /* finds boards that score at least this */
    long long ceiling;   /* a board that scores more ends the search: the claim is refuted, more boards add nothing */
    size_t max_boards;   /* finding more boards than this ends it too */
    size_t max_bytes;    /* for lists of placements; exceeding it is COMB_LIMIT */
    enum comb_proof_method method;
};

/* Finds all canonical boards that begin with letters of the prefix's symbols and score at least `min_score`, ascending.
 * Returns COMB_OK; COMB_NO if the ceiling or the number of boards ended the search, with the boards up to there; the
 * code of comb_job_tick, COMB_LIMIT or COMB_NO_MEMORY. */
int comb_proof_search(struct comb_proof_boards *found, const struct comb_proof_rules *rules,
                      const struct comb_proof_words *words, const struct comb_proof_goal *goal, struct comb_job *job);

#endif
