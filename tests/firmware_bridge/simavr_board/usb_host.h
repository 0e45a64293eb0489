/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The host's end of a USB cable to a simulated chip: what Linux does with a serial device (CDC-ACM).
 */
#ifndef USB_HOST_H
#define USB_HOST_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether the chip has USB of its own. */
bool usb_has(avr_t *avr);

/* The cable was pulled, or the chip was reset: it has to be greeted anew. */
void usb_forget(void);

/* Greet the chip once it shows itself, letting it run with `run_ms`. True while bytes can pass.
 * Exits with a line on stderr where the chip answers otherwise than a serial device must. */
bool usb_ready(avr_t *avr, void (*run_ms)(void));

/* Bytes that the chip takes of these, at most a packet; bytes that it sent, at most a packet. */
uint32_t usb_send(avr_t *avr, const uint8_t *bytes, uint32_t size);
uint32_t usb_receive(avr_t *avr, uint8_t bytes[64]);

#endif
