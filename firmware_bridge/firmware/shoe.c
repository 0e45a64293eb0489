/* The shoe: tells each card that leaves it, and counts them. */
#include "application.h"
#include "hal.h"
#include "link.h"
#include "schema.h"

const uint8_t application_device = DEVICE_SHOE;
const uint8_t application_seats = 0;

static uint32_t dealt; /* since the deck was loaded */

void application_start(uint32_t now)
{
    (void)now;
    dealt = 0;
}

void application_poll(uint32_t now)
{
    uint8_t card;
    if (hal_deck_loaded())
        dealt = 0;
    if (hal_card(&card))
        link_event(EVENT_CARD, card <= CARDS ? card : 0, ++dealt, now);
}

void application_greeted(void)
{
}
