/* What the firmware needs from its target. One hal_*.c file a target implements it. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

void hal_start(void);

/* Milliseconds since the start; wraps after 49.7 days. */
uint32_t hal_ms(void);

/* Counts the starts of this device over its life: kept where a loss of power leaves it. */
uint16_t hal_boot_id(void);

/* Only emulations reset without losing their process. */
bool hal_reset_requested(void);

/* The keys that are down: bit KEY_... of seat 1 to SEATS, bit DEALER_KEY_... of subject 0. */
uint32_t hal_keys(uint8_t subject);

/* A card passed the sensor: its number, 0 where it could not be read. */
bool hal_card(uint8_t *number);

/* A new deck was put into the shoe since the last call. */
bool hal_deck_loaded(void);

/* Bit 0 of lamps is seat 1. */
void hal_outputs(uint16_t lamps, uint8_t buzzer);

/* The next byte from the host, or -1. */
int hal_read(void);

/* Take all bytes to be sent, or none where there is no room for all. */
bool hal_write(const uint8_t *data, uint8_t size);

/* Sleep until a byte, a key or the next millisecond. */
void hal_idle(void);

#endif
