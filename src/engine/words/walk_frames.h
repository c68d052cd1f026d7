/* The walk over all paths, for one type of cell sets: walk.c includes it once for boards of up to 64 cells and once for
 * larger ones. Define SET (the type), NAME (the names of this variant) and FIRST (the lowest cell of a set). */

struct NAME(frame) {
    struct comb_dict_cursor place;
    uint32_t letters; /* letters that continue a word or end one here; plus WILD, as wildcards always fit */
    uint32_t wild;    /* letters to try for the current wildcard */
    SET free;         /* cells not on the path */
    SET left;         /* neighbours to try */
    unsigned length;  /* letters so far */
};

/* The frames below the current one, one per cell of the path. */
struct NAME(stack) {
    struct NAME(frame) frames[COMB_DICT_MAX_WORD];
    unsigned top;
    uint8_t first[COMB_WORD_MAX_CELLS]; /* first letter of each tile, or WILD */
};

/* Excludes neighbours whose first letter does not fit, without a branch for each. */
INLINE struct NAME(frame) NAME(new_frame)(const struct NAME(stack) * stack, struct comb_dict_cursor place, SET free,
                                          SET next, unsigned length)
{
    uint32_t letters = place.record->inner | place.record->end | (uint32_t)1 << WILD;
    SET left = 0;
    for (next &= free; next != 0; next &= next - 1) {
        unsigned cell = (unsigned)FIRST(next);
        left |= (SET)(letters >> stack->first[cell] & 1) << cell;
    }
    return (struct NAME(frame)){.place = place, .letters = letters, .free = free, .left = left, .length = length};
}

/* Extends the path over the last cell of walk->path, which has these letters. Returns false to end the walk. */
INLINE bool NAME(enter)(struct NAME(frame) * frame, struct NAME(stack) * stack, struct comb_word_walk *walk,
                        const uint8_t *letters, unsigned count)
{
    const struct comb_dict *dict = walk->search->dict;
    struct comb_dict_cursor place = frame->place;
    for (unsigned i = 0; i + 1 < count; i++) {
        if (!comb_dict_has_child(place, letters[i]))
            return true;
        place = comb_dict_step(dict, place, letters[i]);
    }
    unsigned last = letters[count - 1];
    unsigned cell = walk->path[stack->top];
    walk->cells = stack->top + 1;
    walk->length = frame->length + count;
    for (unsigned i = 0; i < count; i++)
        walk->letters[frame->length + i] = letters[i];
    if (comb_dict_ends_word(place, last) && !walk->hit(walk->payload, walk, comb_dict_word_id(place, last)))
        return false;
    if (comb_dict_has_child(place, last)) {
        SET free = frame->free & ~((SET)1 << cell);
        stack->frames[stack->top++] = *frame;
        *frame = NAME(new_frame)(stack, comb_dict_step(dict, place, last), free, NAME(neighbours)(walk->board, cell),
                                 walk->length);
    }
    return true;
}

INLINE bool NAME(try_letter)(struct NAME(frame) * frame, struct NAME(stack) * stack, struct comb_word_walk *walk)
{
    uint8_t letter = (uint8_t)__builtin_ctz(frame->wild);
    frame->wild &= frame->wild - 1;
    walk->wild[walk->path[stack->top]] = letter;
    return NAME(enter)(frame, stack, walk, &letter, 1);
}

/* Tries the next neighbour. Returns false to end the walk. */
INLINE bool NAME(try_cell)(struct NAME(frame) * frame, struct NAME(stack) * stack, struct comb_word_walk *walk)
{
    unsigned cell = (unsigned)FIRST(frame->left);
    frame->left &= frame->left - 1;
    walk->path[stack->top] = (uint8_t)cell;
    if (stack->first[cell] != WILD)
        return NAME(enter)(frame, stack, walk, walk->board->tiles[cell].letters, walk->board->tiles[cell].count);
    frame->wild = frame->letters & ~((uint32_t)1 << WILD);
    return true;
}

INLINE struct NAME(frame) NAME(start)(struct NAME(stack) * stack, const struct comb_word_walk *walk)
{
    SET open = NAME(open_cells)(walk->board);
    stack->top = 0;
    for (unsigned cell = 0; cell < walk->board->cells; cell++) {
        const struct comb_word_tile *tile = &walk->board->tiles[cell];
        stack->first[cell] = comb_word_tile_is_any(tile) ? WILD : tile->letters[0];
    }
    return NAME(new_frame)(stack, comb_dict_root(walk->search->dict), open, open, 0);
}

INLINE enum comb_word_end NAME(walk_all)(struct comb_word_walk *walk)
{
    struct NAME(stack) stack;
    struct NAME(frame) frame = NAME(start)(&stack, walk);
    for (;;) {
        bool continues = true;
        if (frame.wild != 0)
            continues = NAME(try_letter)(&frame, &stack, walk);
        else if (frame.left != 0)
            continues = NAME(try_cell)(&frame, &stack, walk);
        else if (stack.top > 0)
            frame = stack.frames[--stack.top];
        else
            return COMB_WORD_DONE;
        if (!continues)
            return COMB_WORD_ENOUGH;
        if (!tick(walk))
            return COMB_WORD_STOPPED;
    }
}
