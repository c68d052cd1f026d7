/* Checks a sum of hints with signs. The blue cells weigh exactly what the signed hints need; the slack is what may be
 * lost if cells of positive weight are black or cells of negative weight blue. A cell with a larger weight cannot be
 * lost. */
#include "games/hexcells/verify/parts.h"

#include <stdlib.h>
#include <string.h>

struct sum {
    const struct comb_hexcells_level *level;
    const signed char *known;
    long *weights; /* by cell */
    long need;
};

static bool is_hidden(const struct sum *sum, int cell)
{
    return cell >= 0 && sum->known[cell] == COMB_HEXCELLS_UNKNOWN;
}

static void add_counter(struct sum *sum, long sign)
{
    long left = sum->level->remaining;
    for (unsigned i = 0; i < sum->level->cell_count; i++) {
        left -= sum->known[i] == COMB_HEXCELLS_BLUE && sum->level->cells[i].shown != COMB_HEXCELLS_BLUE;
        if (is_hidden(sum, (int)i))
            sum->weights[i] += sign;
    }
    sum->need += sign * left;
}

static void add_hint(struct sum *sum, unsigned id, long sign)
{
    const struct comb_hexcells_level *level = sum->level;
    struct comb_hexcells_members members;
    bool line = id >= level->cell_count;
    long need = (long)(line ? level->lines[id - level->cell_count].number : level->cells[id].number);
    comb_hexcells_members_of(&members, level, id, !line && sum->known[id] == COMB_HEXCELLS_BLUE);
    for (unsigned i = 0; i < members.count; i++) {
        need -= members.cells[i] >= 0 && sum->known[members.cells[i]] == COMB_HEXCELLS_BLUE;
        if (is_hidden(sum, members.cells[i]))
            sum->weights[members.cells[i]] += sign;
    }
    sum->need += sign * need;
}

static bool add_all(struct sum *sum, const json_t *because, const json_t *signs)
{
    if (json_array_size(because) != json_array_size(signs))
        return false;
    for (size_t i = 0; i < json_array_size(because); i++) {
        const char *text = json_string_value(json_array_get(because, i));
        json_int_t sign = json_integer_value(json_array_get(signs, i));
        unsigned id;
        if (!text || (sign != 1 && sign != -1) || !comb_hexcells_id_read(&id, sum->level, text))
            return false;
        if (id == COMB_HEXCELLS_COUNTER)
            add_counter(sum, (long)sign);
        else
            add_hint(sum, id, (long)sign);
    }
    return true;
}

static long slack_of(const struct sum *sum)
{
    long slack = -sum->need;
    for (unsigned i = 0; i < sum->level->cell_count; i++)
        slack += sum->weights[i] > 0 ? sum->weights[i] : 0;
    return slack;
}

static bool decides(const struct sum *sum, const json_t *item, long slack)
{
    int x = (int)json_integer_value(json_object_get(item, "x"));
    int y = (int)json_integer_value(json_object_get(item, "y"));
    int cell = comb_hexcells_cell_at(sum->level, x, y);
    bool blue = json_is_true(json_object_get(item, "blue"));
    return is_hidden(sum, cell) && (blue ? sum->weights[cell] : -sum->weights[cell]) > slack;
}

bool comb_hexcells_sum_decides(const struct comb_hexcells_level *level, const signed char *known, const json_t *because,
                               const json_t *signs, const json_t *cells)
{
    struct sum sum = {.level = level, .known = known, .weights = calloc(level->cell_count + 1, sizeof *sum.weights)};
    bool right = sum.weights && add_all(&sum, because, signs);
    long slack = right ? slack_of(&sum) : 0;
    for (size_t i = 0; right && i < json_array_size(cells); i++)
        right = decides(&sum, json_array_get(cells, i), slack);
    free(sum.weights);
    return right;
}
