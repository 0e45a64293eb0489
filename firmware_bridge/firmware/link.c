#include "link.h"

#include <string.h>

#include "application.h"
#include "frame.h"
#include "hal.h"
#include "schema.h"

#ifndef QUEUE_LENGTH
#define QUEUE_LENGTH 256 /* 12 s of 20 events a second; a power of two */
#endif
_Static_assert((QUEUE_LENGTH & (QUEUE_LENGTH - 1)) == 0, "ids are masked into the queue");

#define WINDOW 8
/* The resend timer follows the measured round trip within these bounds, and doubles with each
 * resend: a fixed one starts a storm when the host is busy. */
#define RESEND_MIN_MS 40
#define RESEND_MAX_MS 640
#define RESEND_MARGIN_MS 20

struct queued {
    uint32_t at_ms;
    uint32_t value;
    uint8_t kind;
    uint8_t subject;
};

static struct {
    struct queued queue[QUEUE_LENGTH];
    uint32_t oldest_id; /* oldest_id to next_id - 1 wait in the queue */
    uint32_t next_id;
    uint32_t send_id;   /* oldest_id to send_id - 1 are on their way */
    uint32_t unsent_id; /* never sent before */
    uint32_t lost;
    uint32_t timer_at;  /* belongs to the oldest event on its way */
    uint32_t resend_ms, resend_base_ms;
    uint32_t round_trip_ms;
    uint32_t timed_id, timed_at; /* its acknowledgement measures the round trip; 0: none */
    uint32_t nak_id;             /* a repeated acknowledgement is honoured once an id */
    uint32_t heard_at, beat_at;
    uint16_t boot_id;
    uint16_t lamps;
    uint8_t buzzer;
    uint8_t sequence;
    bool host_there;
    struct frame_decoder decoder;
} link;

static bool send(struct frame *frame)
{
    uint8_t wire[FRAME_WIRE_BYTES];
    frame->sequence = link.sequence;
    if (!hal_write(wire, frame_encode(frame, wire)))
        return false;
    link.sequence++;
    return true;
}

static void send_hello(uint32_t nonce, uint32_t now)
{
    struct hello hello = {
        .nonce = nonce,
        .schema = SCHEMA_HASH,
        .device = application_device,
        .seats = application_seats,
        .boot_id = link.boot_id,
        .oldest_id = link.oldest_id,
        .next_id = link.next_id,
        .lost = link.lost,
        .at_ms = now,
    };
    struct frame frame = {.kind = MESSAGE_HELLO, .size = HELLO_BYTES};
    hello_pack(frame.body, &hello);
    send(&frame);
}

static void send_status(uint32_t now)
{
    struct status status = {
        .boot_id = link.boot_id,
        .next_id = link.next_id,
        .lost = link.lost,
        .at_ms = now,
        .lamps = link.lamps,
        .buzzer = link.buzzer,
    };
    struct frame frame = {.kind = MESSAGE_STATUS, .size = STATUS_BYTES};
    status_pack(frame.body, &status);
    send(&frame);
}

static bool send_event(uint32_t id)
{
    const struct queued *queued = &link.queue[id & (QUEUE_LENGTH - 1)];
    struct event event = {
        .boot_id = link.boot_id,
        .event_id = id,
        .at_ms = queued->at_ms,
        .kind = queued->kind,
        .subject = queued->subject,
        .value = queued->value,
    };
    struct frame frame = {.kind = MESSAGE_EVENT, .size = EVENT_BYTES};
    event_pack(frame.body, &event);
    return send(&frame);
}

static void resend_from_oldest(uint32_t now)
{
    link.send_id = link.oldest_id;
    link.timer_at = now;
    link.timed_id = 0;
}

static void measure_round_trip(uint32_t measured_ms)
{
    uint32_t old = link.round_trip_ms;
    link.round_trip_ms = old ? (7 * old + measured_ms) / 8 : measured_ms;
    uint32_t wished = 2 * link.round_trip_ms + RESEND_MARGIN_MS;
    if (wished < RESEND_MIN_MS)
        wished = RESEND_MIN_MS;
    link.resend_base_ms = wished < RESEND_MAX_MS ? wished : RESEND_MAX_MS;
}

static void take_ack(uint32_t next_id, uint32_t now)
{
    uint32_t freed = next_id - link.oldest_id;
    if (freed > link.next_id - link.oldest_id)
        return; /* of a queue that is not ours */
    if (freed > 0) {
        if (link.timed_id && link.timed_id < next_id) {
            measure_round_trip(now - link.timed_at);
            link.timed_id = 0;
        }
        link.oldest_id = next_id;
        if (link.send_id < next_id)
            link.send_id = next_id;
        link.timer_at = now;
        link.resend_ms = link.resend_base_ms;
    } else if (link.send_id != link.oldest_id && link.nak_id != next_id) {
        link.nak_id = next_id;
        resend_from_oldest(now);
    }
}

static void take_who(const uint8_t *body, uint32_t now)
{
    struct who who;
    who_unpack(&who, body);
    application_greeted();
    send_hello(who.nonce, now);
    resend_from_oldest(now);
}

static void take_outputs(const uint8_t *body, uint32_t now)
{
    struct outputs outputs;
    outputs_unpack(&outputs, body);
    link.lamps = outputs.lamps;
    link.buzzer = outputs.buzzer;
    hal_outputs(link.lamps, link.buzzer);
    send_status(now);
}

static void take(const struct frame *frame, uint32_t now)
{
    if (frame->kind == MESSAGE_WHO && frame->size == WHO_BYTES) {
        take_who(frame->body, now);
    } else if (frame->kind == MESSAGE_ACK && frame->size == ACK_BYTES) {
        struct ack ack;
        ack_unpack(&ack, frame->body);
        if (ack.boot_id == link.boot_id)
            take_ack(ack.next_id, now);
    } else if (frame->kind == MESSAGE_OUTPUTS && frame->size == OUTPUTS_BYTES) {
        take_outputs(frame->body, now);
    } else if (!(frame->kind == MESSAGE_PING && frame->size == PING_BYTES)) {
        return;
    }
    link.heard_at = now;
    link.host_there = true;
}

void link_start(uint16_t boot_id, uint32_t now)
{
    memset(&link, 0, sizeof link);
    link.boot_id = boot_id;
    link.oldest_id = link.next_id = link.send_id = link.unsent_id = 1;
    link.resend_ms = link.resend_base_ms = RESEND_MIN_MS;
    link.timer_at = link.beat_at = now;
    hal_outputs(0, 0);
    send_hello(0, now);
}

void link_receive(uint8_t byte, uint32_t now)
{
    struct frame frame;
    if (frame_decode(&link.decoder, byte, &frame))
        take(&frame, now);
}

void link_event(uint8_t kind, uint8_t subject, uint32_t value, uint32_t now)
{
    if (link.next_id - link.oldest_id >= QUEUE_LENGTH) {
        link.lost++;
        return;
    }
    struct queued *queued = &link.queue[link.next_id & (QUEUE_LENGTH - 1)];
    queued->at_ms = now;
    queued->kind = kind;
    queued->subject = subject;
    queued->value = value;
    link.next_id++;
}

void link_beat(uint32_t now)
{
    if (link.host_there && now - link.heard_at >= SILENCE_MS) {
        link.host_there = false;
        link.lamps = 0;
        link.buzzer = 0;
        hal_outputs(0, 0);
    }
    if (now - link.beat_at >= BEAT_MS) {
        link.beat_at = now;
        send_status(now);
    }
}

void link_send_events(uint32_t now)
{
    if (!link.host_there)
        return;
    if (link.send_id != link.oldest_id && now - link.timer_at >= link.resend_ms) {
        link.resend_ms = 2 * link.resend_ms < RESEND_MAX_MS ? 2 * link.resend_ms : RESEND_MAX_MS;
        resend_from_oldest(now);
    }
    while (link.send_id != link.next_id && link.send_id - link.oldest_id < WINDOW) {
        if (!send_event(link.send_id))
            return;
        if (link.send_id == link.oldest_id)
            link.timer_at = now;
        if (!link.timed_id && link.send_id >= link.unsent_id) {
            link.timed_id = link.send_id;
            link.timed_at = now;
        }
        link.send_id++;
        if (link.unsent_id < link.send_id)
            link.unsent_id = link.send_id;
    }
}
