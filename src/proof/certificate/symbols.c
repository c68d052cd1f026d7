/* Classes of rare letters, and prefixes as text.
 *
 * A class is written as a digit from 1 on, a letter as itself: G1A2ER is the unit of all boards with G, a letter of
 * class 1, A, a letter of class 2, E and R on the first six cells.
 *
 * Classes should consist of letters that are in few words: a class counts as if all its letters were on the cell at
 * once, and together they should add no more than one common letter does. Boxes of three and more such cells cost a
 * fifth of their prefixes, those of one or two about the same (docs/proofs.md), so classes are only used on request. */
#include "proof/certificate/parts.h"

#include "base/text.h"

#include <string.h>

enum {
    USUAL_SIZE = 4,      /* letters per class */
    USUAL_FRACTION = 36, /* a class has less than 1 in this many of all letters in words: JQXZ and KVW in English */
    USUAL_ALPHABET = 26, /* larger alphabets leave no room for classes */
    MAX_CLASSES = 5      /* an alphabet of 26 letters and this many classes are 31 symbols */
};

/* ---- text ---- */

void comb_words_symbols_to_text(struct comb_buf *out, const struct comb_words_task *task, const uint8_t *prefix,
                                unsigned length)
{
    uint8_t first = comb_prover_class(task->prover, 0);
    for (unsigned i = 0; i < length; i++)
        if (prefix[i] < first)
            comb_buf_str(out, comb_dict_letter_text(task->dict, prefix[i]));
        else
            comb_buf_char(out, (char)('1' + (prefix[i] - first)));
    if (length == 0)
        comb_buf_char(out, '-');
}

int comb_words_parse_symbols(uint8_t *prefix, unsigned max, const struct comb_words_task *task, const char *text,
                             size_t length)
{
    unsigned count = 0;
    if (length == 1 && *text == '-')
        return 0;
    while (length > 0) {
        size_t letters = 0;
        while (letters < length && !(text[letters] >= '0' && text[letters] <= '9'))
            letters++;
        if (letters > 0) {
            int found = comb_dict_parse(prefix + count, max - count, task->dict, text, letters);
            if (found <= 0)
                return -1;
            count += (unsigned)found;
        } else {
            unsigned number = (unsigned)(*text - '1');
            if (count == max || number >= comb_prover_classes(task->prover))
                return -1;
            prefix[count++] = comb_prover_class(task->prover, number);
            letters = 1;
        }
        text += letters;
        length -= letters;
    }
    return (int)count;
}

/* ---- classes ---- */

static int parse_classes(uint32_t *sets, unsigned *count, const struct comb_words_task *task, const char *text,
                         struct comb_error *err)
{
    uint8_t letters[COMB_DICT_MAX_LETTERS];
    for (const char *at = text; *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        int found = comb_dict_parse(letters, COMB_DICT_MAX_LETTERS, task->dict, at, length);
        if (found < 2 || *count == MAX_CLASSES)
            return comb_fail(err, COMB_BAD_INPUT,
                             "--classes: '%.60s': expected up to %d groups of two or more letters, such as JQXZ,KVW, "
                             "or usual, or none",
                             text, MAX_CLASSES);
        sets[*count] = 0;
        for (int i = 0; i < found; i++)
            sets[*count] |= (uint32_t)1 << letters[i];
        (*count)++;
        at += length;
    }
    return COMB_OK;
}

/* Collects the rarest letters, a few at a time, while together they are no more frequent than a common letter. */
static unsigned usual_classes(uint32_t *sets, const struct comb_words_task *task)
{
    uint64_t counts[COMB_DICT_MAX_LETTERS];
    uint64_t total = 0;
    uint32_t left = task->space.letters;
    unsigned count = 0;
    comb_words_letter_counts(counts, task->dict);
    for (uint32_t all = left; all; all &= all - 1)
        total += counts[__builtin_ctz(all)];
    while (count < MAX_CLASSES) {
        uint64_t sum = 0;
        uint32_t set = 0;
        for (unsigned size = 0; size < USUAL_SIZE && left & ~set; size++) {
            uint32_t rest = left & ~set;
            unsigned rarest = (unsigned)__builtin_ctz(rest);
            for (; rest; rest &= rest - 1)
                if (counts[__builtin_ctz(rest)] < counts[rarest])
                    rarest = (unsigned)__builtin_ctz(rest);
            if ((sum + counts[rarest]) * USUAL_FRACTION > total)
                break;
            sum += counts[rarest];
            set |= (uint32_t)1 << rarest;
        }
        if ((set & (set - 1)) == 0)
            break;
        left &= ~set;
        sets[count++] = set;
    }
    return count;
}

int comb_words_choose_classes(struct comb_words_task *task, struct comb_error *err)
{
    const char *text = comb_params_text(task->params, "classes", NULL);
    uint32_t sets[MAX_CLASSES] = {0};
    unsigned count = 0;
    int code = COMB_OK;
    if (text && strcmp(text, "usual") == 0)
        count = comb_dict_letter_count(task->dict) <= USUAL_ALPHABET ? usual_classes(sets, task) : 0;
    else if (text && strcmp(text, "none") != 0)
        code = parse_classes(sets, &count, task, text, err);
    if (code != COMB_OK || count == 0)
        return code;
    return comb_prover_set_classes(task->prover, sets, count, err);
}
