/* The panel: declaration keys a seat, the dealer's keys, a lamp a seat. */
#include <string.h>

#include "application.h"
#include "debounce.h"
#include "hal.h"
#include "link.h"
#include "schema.h"

#ifndef SEATS
#define SEATS MAX_SEATS
#endif
_Static_assert(SEATS <= MAX_SEATS, "the schema has no more seats");

#define DEALER 0 /* as a subject; seats are 1 to SEATS */
#define SUBJECTS (SEATS + 1)

const uint8_t application_device = DEVICE_PANEL;
const uint8_t application_seats = SEATS;

struct key_group {
    struct debounce keys;
    uint32_t still_down; /* since the stuck period began */
    uint32_t stuck;      /* told, and still down */
    uint32_t retell;     /* told to an earlier host */
    uint32_t figure;     /* the digits typed since the last word */
    uint32_t typed_at;
    uint8_t digits;
};

static struct key_group groups[SUBJECTS];
static uint32_t stuck_at;

static void clear_figure(struct key_group *group)
{
    group->figure = 0;
    group->digits = 0;
}

/* One digit too many voids the figure: a cut figure would be a wrong one. */
static void type_digit(struct key_group *group, uint8_t digit, uint32_t now)
{
    if (group->digits < MAX_DIGITS) {
        group->figure = 10 * group->figure + digit;
        group->digits++;
    } else {
        group->figure = 0;
        group->digits = MAX_DIGITS + 1;
    }
    group->typed_at = now;
}

static uint8_t word_of(uint8_t key)
{
    switch (key) {
    case KEY_CHECK: return EVENT_CHECK;
    case KEY_CALL: return EVENT_CALL;
    case KEY_BET: return EVENT_BET;
    case KEY_RAISE: return EVENT_RAISE;
    case KEY_FOLD: return EVENT_FOLD;
    case KEY_ALL_IN: return EVENT_ALL_IN;
    case KEY_POT: return EVENT_POT;
    case KEY_AMOUNT: return EVENT_AMOUNT;
    default: return 0;
    }
}

static bool takes_figure(uint8_t word)
{
    return word == EVENT_BET || word == EVENT_RAISE || word == EVENT_AMOUNT;
}

static void seat_key(uint8_t seat, uint8_t key, uint32_t now)
{
    struct key_group *group = &groups[seat];
    if (group->digits && now - group->typed_at >= FIGURE_MS)
        clear_figure(group);
    if (key >= KEY_DIGIT_0 && key <= KEY_DIGIT_9) {
        type_digit(group, (uint8_t)(key - KEY_DIGIT_0), now);
        return;
    }
    uint8_t word = word_of(key);
    uint32_t figure = takes_figure(word) ? group->figure : 0;
    clear_figure(group);
    if (word && (word != EVENT_AMOUNT || figure))
        link_event(word, seat, figure, now);
}

static void dealer_key(uint8_t key, uint32_t now)
{
    static const uint8_t events[] = {
        [DEALER_KEY_CONFIRM] = EVENT_CONFIRM,
        [DEALER_KEY_UNDO] = EVENT_UNDO,
        [DEALER_KEY_FLOOR] = EVENT_FLOOR,
    };
    if (key < sizeof events)
        link_event(events[key], 0, 0, now);
}

static void key_changed(uint8_t subject, uint8_t key, bool down, uint32_t now)
{
    uint32_t bit = (uint32_t)1 << key;
    if (!down) {
        if (groups[subject].stuck & bit)
            link_event(EVENT_KEY_FREED, subject, key, now);
        groups[subject].stuck &= ~bit;
    } else if (subject == DEALER) {
        dealer_key(key, now);
    } else {
        seat_key(subject, key, now);
    }
}

static void sample(uint8_t subject, uint32_t now)
{
    struct key_group *group = &groups[subject];
    uint32_t changed = debounce_sample(&group->keys, hal_keys(subject));
    for (uint8_t key = 0; changed && key < 32; key++)
        if (changed >> key & 1)
            key_changed(subject, key, group->keys.state >> key & 1, now);
    group->still_down &= group->keys.state;
}

static void tell_stuck(uint8_t subject, uint32_t now)
{
    struct key_group *group = &groups[subject];
    uint32_t told = group->still_down & (~group->stuck | group->retell);
    for (uint8_t key = 0; key < 32; key++)
        if (told >> key & 1)
            link_event(EVENT_KEY_STUCK, subject, key, now);
    group->stuck |= told;
    group->retell = 0;
    group->still_down = group->keys.state;
}

void application_start(uint32_t now)
{
    memset(groups, 0, sizeof groups);
    stuck_at = now;
    for (uint8_t subject = 0; subject < SUBJECTS; subject++) {
        debounce_start(&groups[subject].keys, hal_keys(subject));
        groups[subject].still_down = groups[subject].keys.state;
    }
}

void application_poll(uint32_t now)
{
    for (uint8_t subject = 0; subject < SUBJECTS; subject++)
        sample(subject, now);
    if (now - stuck_at >= STUCK_MS) {
        stuck_at = now;
        for (uint8_t subject = 0; subject < SUBJECTS; subject++)
            tell_stuck(subject, now);
    }
}

void application_greeted(void)
{
    for (uint8_t subject = 0; subject < SUBJECTS; subject++)
        groups[subject].retell = groups[subject].stuck;
}
