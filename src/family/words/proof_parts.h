/* The parts of the checker of certificates; only proof_*.c include this.
 *
 * Nothing here is shared with the prover: files are read, shapes and symmetries derived, prefixes enumerated, words
 * walked and boards bounded by code of its own. */
#ifndef COMB_FAMILY_WORDS_PROOF_PARTS_H
#define COMB_FAMILY_WORDS_PROOF_PARTS_H

#include "family/words/game.h"

#include "base/vec.h"

enum {
    COMB_PROOF_MOST_SYMMETRIES = 16,
    COMB_PROOF_MOST_LETTERS = COMB_DICT_MAX_LETTERS,
    COMB_PROOF_MOST_TEXT = 255,
    COMB_PROOF_MOST_POINTS = COMB_DICT_MAX_WORD + 1,
    COMB_PROOF_MOST_TILE = COMB_WORDS_MOST_TILE,
    COMB_PROOF_SUM_DIGITS = 16,
    COMB_PROOF_MOST_CLASSES = 9,
    COMB_PROOF_CLASS_PLACES = 6, /* classes stand on the first cells of the order only */
    COMB_PROOF_MOST_KEY = COMB_WORDS_MOST_CELLS + COMB_PROOF_CLASS_PLACES
};

/* ---- findings ---- */

/* What is wrong (a refusal) and what is only to be told, each with file, line and reason; the first few are kept. */
struct comb_proof_findings {
    struct comb_json build;
    json_t *problems;
    json_t *notes;
    size_t problem_count;
    size_t note_count;
};

void comb_proof_findings_init(struct comb_proof_findings *findings);
void comb_proof_findings_free(struct comb_proof_findings *findings);
void comb_proof_problem(struct comb_proof_findings *findings, const char *file, size_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void comb_proof_note(struct comb_proof_findings *findings, const char *file, size_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- files ---- */

enum comb_proof_key {
    COMB_PROOF_VERSION,
    COMB_PROOF_GAME,
    COMB_PROOF_SHAPE,
    COMB_PROOF_ROWS,
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

/* What a cell with this letter spells. */
struct comb_proof_tile {
    unsigned count;
    uint32_t letter[COMB_PROOF_MOST_TILE]; /* code points */
};

struct comb_proof_header {
    char version[COMB_PROOF_MOST_TEXT + 1];
    char game[COMB_PROOF_MOST_TEXT + 1];
    char shape[COMB_PROOF_MOST_TEXT + 1];
    char title[COMB_PROOF_MOST_TEXT + 1];
    unsigned rows[COMB_WORDS_MOST_ROWS];
    unsigned row_count;
    unsigned cells;
    uint64_t neighbours[COMB_WORDS_MOST_CELLS];
    uint8_t symmetry[COMB_PROOF_MOST_SYMMETRIES][COMB_WORDS_MOST_CELLS];
    unsigned symmetry_count;
    uint32_t letters[COMB_PROOF_MOST_LETTERS];
    unsigned letter_count;
    uint32_t classes[COMB_PROOF_MOST_CLASSES]; /* sets of places in `letters` */
    unsigned class_count;
    struct comb_proof_tile tiles[COMB_PROOF_MOST_LETTERS];
    long long points[COMB_PROOF_MOST_POINTS];
    unsigned point_count;
    uint64_t dictionary;
    long long words;
    long long target;
    uint8_t order[COMB_WORDS_MOST_CELLS];
    unsigned depth;
    long long units;
    char sum[COMB_PROOF_SUM_DIGITS + 1];
    size_t lines[COMB_PROOF_KEYS]; /* where each key stands, the first of its kind; 0 = nowhere */
};

/* COMB_BAD_INPUT for what is no header, COMB_NO when only its checksum is wrong. The error names line and reason. */
int comb_proof_read_header(struct comb_proof_header *header, const char *text, size_t length, struct comb_error *err);

struct comb_proof_board {
    const uint8_t *letters; /* places in header->letters, in the header's order of cells */
    long long score;
};

/* A line of a file of units that is whole and has the right checksum. */
struct comb_proof_record {
    const uint8_t *prefix; /* symbols: places in header->letters, and behind them the classes */
    unsigned length;
    unsigned key_length;
    const uint8_t *key; /* the way to it from the unit, see proof_cover.c */
    bool split;         /* an S line: nothing below is set */
    bool given;         /* belongs to the division: each part is counted once */
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

/* Appends the records of a file of units; lines that are none become notes, lines that contradict the header or
 * themselves problems. Everything is kept in the arena. */
int comb_proof_read_units(struct comb_proof_records *records, struct comb_proof_findings *findings,
                          const struct comb_proof_header *header, const char *file, const char *text, size_t length,
                          struct comb_arena *arena, struct comb_error *err);

/* Reads header.txt and all files of units of a folder. */
int comb_proof_read_folder(struct comb_proof_header *header, struct comb_proof_records *records,
                           struct comb_proof_findings *findings, const char *folder, struct comb_arena *arena,
                           struct comb_error *err);

/* Appends symbols as text. */
void comb_proof_spell(struct comb_buf *out, const struct comb_proof_header *header, const uint8_t *letters,
                      unsigned count);

/* ---- rules ---- */

/* What the checker works with: derived from game, shape and list by itself; only the names of game and shape, the order
 * of letters and cells, the depth and the target are taken from the header. */
struct comb_proof_rules {
    unsigned cells;
    unsigned letters;
    uint32_t classes[COMB_PROOF_MOST_CLASSES]; /* as in the header: any division of letters is as good */
    unsigned class_count;
    unsigned rows[COMB_WORDS_MOST_ROWS]; /* ended by 0, or full */
    uint64_t neighbours[COMB_WORDS_MOST_CELLS];
    uint8_t symmetry[COMB_PROOF_MOST_SYMMETRIES][COMB_WORDS_MOST_CELLS];
    unsigned symmetries;
    struct comb_proof_tile tiles[COMB_PROOF_MOST_LETTERS]; /* letters are places in the list's alphabet */
    long long points[COMB_PROOF_MOST_POINTS];
    uint8_t order[COMB_WORDS_MOST_CELLS];
    /* For symmetry g, the place in `order` whose letter the image has at place i. */
    uint8_t from[COMB_PROOF_MOST_SYMMETRIES][COMB_WORDS_MOST_CELLS];
};

/* Derives the rules and compares the header with them; what does not agree becomes a problem. The rules may be used
 * only when there is none. */
int comb_proof_derive(struct comb_proof_rules *rules, struct comb_proof_findings *findings,
                      const struct comb_proof_header *header, const struct comb_dict *dict, struct comb_job *job,
                      const struct comb_params *params, struct comb_error *err);

/* Cells that touch, and all turns and mirror images, for rows of these lengths; false when there is no such shape. */
bool comb_proof_shape(struct comb_proof_rules *rules, bool hexagons);

/* To be called when order and symmetries are set. */
void comb_proof_order(struct comb_proof_rules *rules);

/* ---- the division into units ---- */

/* The letters of a symbol, as a set of places. */
static inline uint32_t comb_proof_set(const struct comb_proof_rules *rules, unsigned symbol)
{
    return symbol < rules->letters ? UINT32_C(1) << symbol : rules->classes[symbol - rules->letters];
}

/* Whether no symmetry shows that these symbols on the first cells of the order begin no canonical board. */
bool comb_proof_canonical(const struct comb_proof_rules *rules, const uint8_t *symbols, unsigned count);

/* The way from the whole to a prefix, one choice after the other; its length. */
unsigned comb_proof_key(uint8_t key[COMB_PROOF_MOST_KEY], const struct comb_proof_header *header,
                        const uint8_t *symbols, unsigned count);

struct comb_proof_coverage {
    long long units;   /* canonical prefixes of `depth` letters */
    long long missing; /* prefixes, of this or greater length, that no line accounts for */
};

/* Sorts the records, marks those that are given, and tells what is missing, doubled or out of place. `missing` is told
 * the unit's number and prefix; it may be NULL. */
int comb_proof_cover(struct comb_proof_coverage *coverage, struct comb_proof_records *records,
                     struct comb_proof_findings *findings, const struct comb_proof_header *header,
                     const struct comb_proof_rules *rules, struct comb_job *job,
                     void (*missing)(void *payload, long long unit, const uint8_t *prefix, unsigned length),
                     void *payload);

/* The same where units may be missing: they are counted, and no problem. */
int comb_proof_cover_part(struct comb_proof_coverage *coverage, struct comb_proof_records *records,
                          struct comb_proof_findings *findings, const struct comb_proof_header *header,
                          const struct comb_proof_rules *rules, struct comb_job *job);

/* ---- words and scores ---- */

/* The words of a list that count on some board of the shape, as letters one after the other and as a tree. */
struct comb_proof_words {
    uint8_t *letters;
    uint32_t *starts; /* word i is letters[starts[i]] .. letters[starts[i + 1]] */
    size_t count;
    size_t listed; /* words of the list, also those that do not count */
    struct comb_proof_node *nodes;
    size_t node_count;
};

int comb_proof_words_new(struct comb_proof_words **out, const struct comb_dict *dict,
                         const struct comb_proof_rules *rules, struct comb_error *err);
void comb_proof_words_free(struct comb_proof_words *words);

/* One thread's means to score boards. */
struct comb_proof_scorer;
struct comb_proof_scorer *comb_proof_scorer_new(const struct comb_proof_rules *rules,
                                                const struct comb_proof_words *words);
void comb_proof_scorer_free(struct comb_proof_scorer *scorer);

/* Score of a board given as an order string. */
long long comb_proof_score(struct comb_proof_scorer *scorer, const uint8_t *letters);

/* ---- doing a unit again ---- */

enum comb_proof_method { COMB_PROOF_ANY, COMB_PROOF_BY_BOUND, COMB_PROOF_BY_TRYING };

struct comb_proof_found {
    uint8_t letters[COMB_WORDS_MOST_CELLS];
    long long score;
};

struct comb_proof_boards COMB_VEC(struct comb_proof_found);

/* What one search is after, and what it may cost. */
struct comb_proof_goal {
    const uint8_t *prefix; /* symbols */
    unsigned length;
    long long least;   /* boards that score so much are wanted */
    long long ceiling; /* one that scores more ends the search: the claim is refuted, more boards add nothing */
    size_t most;       /* so does one board more than this */
    size_t bytes;      /* for lists of placements; more is COMB_LIMIT */
    enum comb_proof_method method;
};

/* All canonical boards that begin with letters of the prefix's symbols and score at least `least`, ascending. COMB_OK;
 * COMB_NO where the ceiling or the number ended the search, with the boards up to there; the code of comb_job_tick,
 * COMB_LIMIT or COMB_NO_MEMORY. */
int comb_proof_search(struct comb_proof_boards *found, const struct comb_proof_rules *rules,
                      const struct comb_proof_words *words, const struct comb_proof_goal *goal, struct comb_job *job);

#endif
