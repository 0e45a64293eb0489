/* The line of ATmega2560 and ATmega328P: their first USART, behind a USB chip of the board. */
#include "avr_line.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "schema.h"

#if defined(__AVR_ATmega2560__)
#define UART_RECEIVED USART0_RX_vect
#define UART_EMPTY USART0_UDRE_vect
#elif defined(__AVR_ATmega328P__)
#define UART_RECEIVED USART_RX_vect
#define UART_EMPTY USART_UDRE_vect
#else
#error "name the vectors of this chip"
#endif

/* Powers of two: the indices are masked. */
#define RECEIVE_BYTES 64
#define SEND_BYTES 128

static volatile uint8_t received[RECEIVE_BYTES], received_at, received_end;
static volatile uint8_t sending[SEND_BYTES], sending_at, sending_end;

ISR(UART_RECEIVED)
{
    uint8_t byte = UDR0;
    uint8_t end = (received_end + 1) & (RECEIVE_BYTES - 1);
    if (end != received_at) {
        received[received_end] = byte;
        received_end = end;
    }
}

ISR(UART_EMPTY)
{
    if (sending_at == sending_end) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    } else {
        UDR0 = sending[sending_at];
        sending_at = (sending_at + 1) & (SEND_BYTES - 1);
    }
}

void line_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = (uint16_t)((F_CPU / 8 + BAUD / 2) / BAUD - 1); /* 2.1 % fast at 16 MHz: within limits */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

void line_poll(void)
{
    /* Interrupts do it all. */
}

bool line_waiting(void)
{
    return received_at != received_end;
}

int line_read(void)
{
    if (!line_waiting())
        return -1;
    uint8_t byte = received[received_at];
    received_at = (received_at + 1) & (RECEIVE_BYTES - 1);
    return byte;
}

bool line_write(const uint8_t *data, uint8_t size)
{
    uint8_t end = sending_end;
    uint8_t room = (uint8_t)(sending_at - end - 1) & (SEND_BYTES - 1);
    if (room < size)
        return false;
    for (uint8_t i = 0; i < size; i++) {
        sending[end] = data[i];
        end = (end + 1) & (SEND_BYTES - 1);
    }
    sending_end = end;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        UCSR0B |= _BV(UDRIE0);
    }
    return true;
}
