#include "debounce.h"

#include "schema.h"

_Static_assert(DEBOUNCE_MS == 5, "the counters below stop at five");

void debounce_start(struct debounce *keys, uint32_t raw)
{
    keys->state = raw;
    keys->count0 = keys->count1 = keys->count2 = 0;
}

uint32_t debounce_sample(struct debounce *keys, uint32_t raw)
{
    uint32_t differs = raw ^ keys->state;
    keys->count2 = (keys->count2 ^ (keys->count1 & keys->count0)) & differs;
    keys->count1 = (keys->count1 ^ keys->count0) & differs;
    keys->count0 = ~keys->count0 & differs;
    uint32_t changed = keys->count2 & keys->count0; /* five is 101 */
    keys->state ^= changed;
    keys->count2 &= ~changed;
    keys->count0 &= ~changed;
    return changed;
}
