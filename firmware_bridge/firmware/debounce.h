/* Up to 32 keys of one group, debounced together by vertical counters. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>

struct debounce {
    uint32_t state;
    uint32_t count0, count1, count2; /* bits 0, 1, 2 of each key's counter */
};

/* What is down at the start is a state, no press. */
void debounce_start(struct debounce *keys, uint32_t raw);

/* Take the sample of one millisecond; gives the keys that changed. A key changes when
 * DEBOUNCE_MS samples in a row say so. */
uint32_t debounce_sample(struct debounce *keys, uint32_t raw);

#endif
