/* Names of generated levels: an adjective and a noun. */
#include "games/hexcells/make/parts.h"

static const char *const adjectives[] = {
    "Amber",   "Ancient", "Bright",  "Broken",   "Calm",   "Clear",   "Cold",   "Copper", "Crooked", "Dark",   "Deep",
    "Distant", "Early",   "Empty",   "Fading",   "First",  "Frozen",  "Gentle", "Golden", "Green",   "Grey",   "Hidden",
    "High",    "Hollow",  "Last",    "Little",   "Lonely", "Lost",    "Narrow", "Nimble", "Old",     "Open",   "Pale",
    "Patient", "Plain",   "Quiet",   "Restless", "Round",  "Salt",    "Sharp",  "Silent", "Silver",  "Slow",   "Small",
    "Steep",   "Still",   "Strange", "Tall",     "Tidy",   "Twisted", "Warm",   "Wide",   "Wild",    "Winter",
};
static const char *const nouns[] = {
    "Anchor",  "Arch",     "Beacon", "Bell",    "Bridge",  "Candle", "Canyon", "Castle",  "Cloud",
    "Compass", "Corner",   "Crown",  "Crystal", "Delta",   "Door",   "Ember",  "Feather", "Field",
    "Forest",  "Fountain", "Garden", "Gate",    "Harbour", "Hill",   "Island", "Key",     "Ladder",
    "Lake",    "Lantern",  "Map",    "Market",  "Meadow",  "Mill",   "Mirror", "Moon",    "Orchard",
    "Path",    "Pebble",   "Pond",   "Quarry",  "River",   "Road",   "Rook",   "Sail",    "Shell",
    "Shore",   "Spring",   "Square", "Stair",   "Stone",   "Tower",  "Valley", "Well",    "Window",
};

const char *comb_hexcells_level_name(struct comb_arena *arena, struct comb_rng *rng)
{
    const char *adjective = adjectives[comb_rng_below(rng, sizeof adjectives / sizeof *adjectives)];
    const char *noun = nouns[comb_rng_below(rng, sizeof nouns / sizeof *nouns)];
    return comb_arena_printf(arena, "%s %s", adjective, noun);
}
