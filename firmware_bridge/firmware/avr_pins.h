/* The pins of port B that lead to keys and lamps. docs/bridge.md tells where boards have them. */
#ifndef AVR_PINS_H
#define AVR_PINS_H

#if defined(__AVR_ATmega32U4__)
#define PIN_LOAD 5 /* B0 of a Leonardo or Micro is a light, and on no header */
#else
#define PIN_LOAD 0
#endif
#define PIN_CLOCK 1
#define PIN_KEYS 2
#define PIN_OUTPUTS 3
#define PIN_LATCH 4

#endif
