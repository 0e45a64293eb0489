/* How bytes travel between an AVR and the host: avr_uart.c and avr_usb.c each implement it. */
#ifndef AVR_LINE_H
#define AVR_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Before interrupts are on. */
void line_start(void);

/* Once after each sleep, which is once a millisecond or more often. */
void line_poll(void);

/* A byte is there to be read. Interrupts may be off. */
bool line_waiting(void);

/* As hal_read and hal_write. */
int line_read(void);
bool line_write(const uint8_t *data, uint8_t size);

#endif
