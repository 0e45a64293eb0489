/* What a device is: panel.c and shoe.c each implement it. */
#ifndef APPLICATION_H
#define APPLICATION_H

#include <stdint.h>

/* DEVICE_PANEL or DEVICE_SHOE, and how many seats it serves. */
extern const uint8_t application_device;
extern const uint8_t application_seats;

void application_start(uint32_t now);

/* Once a millisecond: look at keys or cards, and queue what happened. */
void application_poll(uint32_t now);

/* A host introduced itself: tell it again what is still wrong. */
void application_greeted(void);

#endif
