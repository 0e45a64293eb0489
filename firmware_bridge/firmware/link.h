/* The device's end of the line: a queue of events, kept until the host has them on disk. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

void link_start(uint16_t boot_id, uint32_t now);

/* Take one byte from the host. */
void link_receive(uint8_t byte, uint32_t now);

/* Queue an event. A full queue drops and counts it; every STATUS tells the count. */
void link_event(uint8_t kind, uint8_t subject, uint32_t value, uint32_t now);

/* Once a millisecond: the beat, and whether the host is still there. */
void link_beat(uint32_t now);

/* Send what is due, and send again what was not acknowledged in time. */
void link_send_events(uint32_t now);

#endif
