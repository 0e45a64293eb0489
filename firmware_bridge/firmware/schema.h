/* Made from schema.yaml by `python -m firmware_bridge.schema`. Do not edit. */
#ifndef SCHEMA_H
#define SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

#define SCHEMA_HASH 0x5BC15308UL

#define BAUD 115200UL
#define BEAT_MS 100UL
#define PING_MS 500UL
#define SILENCE_MS 2000UL
#define DEBOUNCE_MS 5UL
#define STUCK_MS 5000UL
#define FIGURE_MS 10000UL
#define MAX_SEATS 10UL
#define MAX_DIGITS 9UL
#define MAX_BODY_BYTES 32UL

enum devices {
    DEVICE_PANEL = 1,
    DEVICE_SHOE = 2,
};

enum messages {
    MESSAGE_WHO = 87,
    MESSAGE_ACK = 65,
    MESSAGE_PING = 80,
    MESSAGE_OUTPUTS = 79,
    MESSAGE_HELLO = 72,
    MESSAGE_STATUS = 83,
    MESSAGE_EVENT = 69,
};

enum events {
    EVENT_CHECK = 1,
    EVENT_CALL = 2,
    EVENT_BET = 3,
    EVENT_RAISE = 4,
    EVENT_FOLD = 5,
    EVENT_ALL_IN = 6,
    EVENT_POT = 7,
    EVENT_AMOUNT = 8,
    EVENT_CONFIRM = 32,
    EVENT_UNDO = 33,
    EVENT_FLOOR = 34,
    EVENT_KEY_STUCK = 48,
    EVENT_KEY_FREED = 49,
    EVENT_CARD = 64,
};

enum keys {
    KEY_CHECK = 0,
    KEY_CALL = 1,
    KEY_BET = 2,
    KEY_RAISE = 3,
    KEY_FOLD = 4,
    KEY_ALL_IN = 5,
    KEY_POT = 6,
    KEY_AMOUNT = 7,
    KEY_CLEAR = 8,
    KEY_DIGIT_0 = 9,
    KEY_DIGIT_1 = 10,
    KEY_DIGIT_2 = 11,
    KEY_DIGIT_3 = 12,
    KEY_DIGIT_4 = 13,
    KEY_DIGIT_5 = 14,
    KEY_DIGIT_6 = 15,
    KEY_DIGIT_7 = 16,
    KEY_DIGIT_8 = 17,
    KEY_DIGIT_9 = 18,
};

enum dealer_keys {
    DEALER_KEY_CONFIRM = 0,
    DEALER_KEY_UNDO = 1,
    DEALER_KEY_FLOOR = 2,
};

#define CARDS 52

#define WHO_BYTES 4
struct who {
    uint32_t nonce;
};

static inline void who_unpack(struct who *m, const uint8_t *body)
{
    m->nonce = (uint32_t)((uint32_t)body[0] << 0);
    m->nonce |= (uint32_t)((uint32_t)body[1] << 8);
    m->nonce |= (uint32_t)((uint32_t)body[2] << 16);
    m->nonce |= (uint32_t)((uint32_t)body[3] << 24);
}

#define ACK_BYTES 6
struct ack {
    uint16_t boot_id;
    uint32_t next_id;
};

static inline void ack_unpack(struct ack *m, const uint8_t *body)
{
    m->boot_id = (uint16_t)((uint16_t)body[0] << 0);
    m->boot_id |= (uint16_t)((uint16_t)body[1] << 8);
    m->next_id = (uint32_t)((uint32_t)body[2] << 0);
    m->next_id |= (uint32_t)((uint32_t)body[3] << 8);
    m->next_id |= (uint32_t)((uint32_t)body[4] << 16);
    m->next_id |= (uint32_t)((uint32_t)body[5] << 24);
}

#define PING_BYTES 0

#define OUTPUTS_BYTES 3
struct outputs {
    uint16_t lamps;
    uint8_t buzzer;
};

static inline void outputs_unpack(struct outputs *m, const uint8_t *body)
{
    m->lamps = (uint16_t)((uint16_t)body[0] << 0);
    m->lamps |= (uint16_t)((uint16_t)body[1] << 8);
    m->buzzer = (uint8_t)((uint8_t)body[2] << 0);
}

#define HELLO_BYTES 28
struct hello {
    uint32_t nonce;
    uint32_t schema;
    uint8_t device;
    uint8_t seats;
    uint16_t boot_id;
    uint32_t oldest_id;
    uint32_t next_id;
    uint32_t lost;
    uint32_t at_ms;
};

static inline void hello_pack(uint8_t *body, const struct hello *m)
{
    body[0] = (uint8_t)(m->nonce >> 0);
    body[1] = (uint8_t)(m->nonce >> 8);
    body[2] = (uint8_t)(m->nonce >> 16);
    body[3] = (uint8_t)(m->nonce >> 24);
    body[4] = (uint8_t)(m->schema >> 0);
    body[5] = (uint8_t)(m->schema >> 8);
    body[6] = (uint8_t)(m->schema >> 16);
    body[7] = (uint8_t)(m->schema >> 24);
    body[8] = (uint8_t)(m->device >> 0);
    body[9] = (uint8_t)(m->seats >> 0);
    body[10] = (uint8_t)(m->boot_id >> 0);
    body[11] = (uint8_t)(m->boot_id >> 8);
    body[12] = (uint8_t)(m->oldest_id >> 0);
    body[13] = (uint8_t)(m->oldest_id >> 8);
    body[14] = (uint8_t)(m->oldest_id >> 16);
    body[15] = (uint8_t)(m->oldest_id >> 24);
    body[16] = (uint8_t)(m->next_id >> 0);
    body[17] = (uint8_t)(m->next_id >> 8);
    body[18] = (uint8_t)(m->next_id >> 16);
    body[19] = (uint8_t)(m->next_id >> 24);
    body[20] = (uint8_t)(m->lost >> 0);
    body[21] = (uint8_t)(m->lost >> 8);
    body[22] = (uint8_t)(m->lost >> 16);
    body[23] = (uint8_t)(m->lost >> 24);
    body[24] = (uint8_t)(m->at_ms >> 0);
    body[25] = (uint8_t)(m->at_ms >> 8);
    body[26] = (uint8_t)(m->at_ms >> 16);
    body[27] = (uint8_t)(m->at_ms >> 24);
}

#define STATUS_BYTES 17
struct status {
    uint16_t boot_id;
    uint32_t next_id;
    uint32_t lost;
    uint32_t at_ms;
    uint16_t lamps;
    uint8_t buzzer;
};

static inline void status_pack(uint8_t *body, const struct status *m)
{
    body[0] = (uint8_t)(m->boot_id >> 0);
    body[1] = (uint8_t)(m->boot_id >> 8);
    body[2] = (uint8_t)(m->next_id >> 0);
    body[3] = (uint8_t)(m->next_id >> 8);
    body[4] = (uint8_t)(m->next_id >> 16);
    body[5] = (uint8_t)(m->next_id >> 24);
    body[6] = (uint8_t)(m->lost >> 0);
    body[7] = (uint8_t)(m->lost >> 8);
    body[8] = (uint8_t)(m->lost >> 16);
    body[9] = (uint8_t)(m->lost >> 24);
    body[10] = (uint8_t)(m->at_ms >> 0);
    body[11] = (uint8_t)(m->at_ms >> 8);
    body[12] = (uint8_t)(m->at_ms >> 16);
    body[13] = (uint8_t)(m->at_ms >> 24);
    body[14] = (uint8_t)(m->lamps >> 0);
    body[15] = (uint8_t)(m->lamps >> 8);
    body[16] = (uint8_t)(m->buzzer >> 0);
}

#define EVENT_BYTES 16
struct event {
    uint16_t boot_id;
    uint32_t event_id;
    uint32_t at_ms;
    uint8_t kind;
    uint8_t subject;
    uint32_t value;
};

static inline void event_pack(uint8_t *body, const struct event *m)
{
    body[0] = (uint8_t)(m->boot_id >> 0);
    body[1] = (uint8_t)(m->boot_id >> 8);
    body[2] = (uint8_t)(m->event_id >> 0);
    body[3] = (uint8_t)(m->event_id >> 8);
    body[4] = (uint8_t)(m->event_id >> 16);
    body[5] = (uint8_t)(m->event_id >> 24);
    body[6] = (uint8_t)(m->at_ms >> 0);
    body[7] = (uint8_t)(m->at_ms >> 8);
    body[8] = (uint8_t)(m->at_ms >> 16);
    body[9] = (uint8_t)(m->at_ms >> 24);
    body[10] = (uint8_t)(m->kind >> 0);
    body[11] = (uint8_t)(m->subject >> 0);
    body[12] = (uint8_t)(m->value >> 0);
    body[13] = (uint8_t)(m->value >> 8);
    body[14] = (uint8_t)(m->value >> 16);
    body[15] = (uint8_t)(m->value >> 24);
}

#endif
