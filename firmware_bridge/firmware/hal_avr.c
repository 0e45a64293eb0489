/* ATmega2560, ATmega328P and ATmega32U4: Arduino Mega, Uno and Leonardo or Micro, or the bare
 * chips, at 16 MHz. How bytes travel is avr_uart.c's or avr_usb.c's.
 *
 * The keys and lamps hang on two chains of shift registers, so any number of seats takes the five
 * pins of avr_pins.h:
 *
 *     load       74HC165 SH/LD: low takes a picture of all keys
 *     clock      of both chains
 *     keys       74HC165 QH of the last chip; a key that is down is low
 *     outputs    74HC595 SER
 *     latch      74HC595 RCLK: its rise shows what was shifted in
 *
 * The first chip of the key chain is the dealer's, three follow for each seat; input H is bit 0.
 * Of the sixteen outputs the first bit out is the buzzer, the last one the lamp of seat 1.
 */
#include "hal.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "avr_line.h"
#include "avr_pins.h"
#include "schema.h"

#define LOAD _BV(PIN_LOAD)
#define CLOCK _BV(PIN_CLOCK)
#define KEYS _BV(PIN_KEYS)
#define OUTPUTS _BV(PIN_OUTPUTS)
#define LATCH _BV(PIN_LATCH)

#define CHIPS_A_SEAT 3
#define KEY_CHIPS (1 + CHIPS_A_SEAT * MAX_SEATS)
#define BUZZER 0x8000
_Static_assert(MAX_SEATS <= 15, "the buzzer has the sixteenth output");

static volatile uint32_t clock_ms;
static uint8_t key_chips[KEY_CHIPS];
static uint32_t scanned_ms;

/* After a reset by the watchdog it goes on running, at its shortest period. */
static void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
static void stop_watchdog(void)
{
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER0_COMPA_vect)
{
    clock_ms++;
}

static void pulse_clock(void)
{
    PORTB |= CLOCK;
    PORTB &= (uint8_t)~CLOCK;
}

static uint8_t shift_in(void)
{
    uint8_t down = 0;
    for (uint8_t mask = 1; mask; mask = (uint8_t)(mask << 1)) {
        if (!(PINB & KEYS))
            down |= mask;
        pulse_clock();
    }
    return down;
}

static void scan_keys(void)
{
    PORTB &= (uint8_t)~LOAD;
    PORTB |= LOAD;
    for (uint8_t chip = 0; chip < KEY_CHIPS; chip++)
        key_chips[chip] = shift_in();
}

void hal_start(void)
{
    DDRB = LOAD | CLOCK | OUTPUTS | LATCH;
    PORTB = LOAD | KEYS; /* the pull-up reads a missing chain as no key down */

    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);

    SMCR = 0; /* sleep is idle: timer, UART and USB run on */
    wdt_enable(WDTO_250MS);
    line_start();
    sei();
    scan_keys();
}

uint32_t hal_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = clock_ms;
    }
    return now;
}

/* The high byte goes first: a loss of power between the two leaves ids out, and repeats none. */
uint16_t hal_boot_id(void)
{
    uint16_t boot_id = (uint16_t)(eeprom_read_word((const uint16_t *)0) + 1);
    eeprom_update_byte((uint8_t *)1, (uint8_t)(boot_id >> 8));
    eeprom_update_byte((uint8_t *)0, (uint8_t)boot_id);
    return boot_id;
}

bool hal_reset_requested(void)
{
    return false;
}

uint32_t hal_keys(uint8_t subject)
{
    if (subject == 0)
        return key_chips[0];
    const uint8_t *chips = key_chips + 1 + CHIPS_A_SEAT * (subject - 1);
    return chips[0] | (uint32_t)chips[1] << 8 | (uint32_t)chips[2] << 16;
}

void hal_outputs(uint16_t lamps, uint8_t buzzer)
{
    uint16_t left = buzzer ? lamps | BUZZER : lamps;
    for (uint8_t bit = 0; bit < 16; bit++, left = (uint16_t)(left << 1)) {
        if (left & 0x8000)
            PORTB |= OUTPUTS;
        else
            PORTB &= (uint8_t)~OUTPUTS;
        pulse_clock();
    }
    PORTB |= LATCH;
    PORTB &= (uint8_t)~LATCH;
}

int hal_read(void)
{
    return line_read();
}

bool hal_write(const uint8_t *data, uint8_t size)
{
    return line_write(data, size);
}

void hal_idle(void)
{
    wdt_reset();
    cli();
    if (!line_waiting()) {
        sleep_enable();
        sei(); /* takes effect after the next instruction: no interrupt is slept through */
        sleep_cpu();
        sleep_disable();
    }
    sei();
    line_poll();
    uint32_t now = hal_ms();
    if (now != scanned_ms) {
        scanned_ms = now;
        scan_keys();
    }
}
