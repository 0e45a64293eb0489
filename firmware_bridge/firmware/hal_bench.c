/* A test bench as a shared library: virtual time, keys and bytes by function call. */
#include "hal.h"

#include <string.h>

#include "device.h"
#include "schema.h"

#define LINE_BYTES 65536

static struct {
    uint32_t now_ms;
    uint32_t keys[MAX_SEATS + 1];
    uint16_t boot_id;
    uint16_t lamps;
    uint8_t buzzer;
    int card;
    bool loaded;
    const uint8_t *received;
    uint32_t received_left;
    uint8_t sent[LINE_BYTES];
    uint32_t sent_bytes;
} bench;

void bench_start(uint16_t boot_id, uint32_t now_ms)
{
    bench.boot_id = boot_id;
    bench.now_ms = now_ms;
    bench.card = -1;
    bench.loaded = false;
    bench.received_left = 0;
    bench.sent_bytes = 0;
    device_start();
}

void bench_keys(uint8_t subject, uint32_t keys)
{
    bench.keys[subject] = keys;
}

void bench_card(uint8_t number)
{
    bench.card = number;
}

void bench_load(void)
{
    bench.loaded = true;
}

uint32_t bench_outputs(void)
{
    return bench.lamps | (uint32_t)bench.buzzer << 16;
}

/* One round of the main loop; `sent` has room for LINE_BYTES. Gives the bytes sent. */
uint32_t bench_poll(uint32_t now_ms, const uint8_t *received, uint32_t size, uint8_t *sent)
{
    bench.now_ms = now_ms;
    bench.received = received;
    bench.received_left = size;
    device_poll();
    uint32_t count = bench.sent_bytes;
    memcpy(sent, bench.sent, count);
    bench.sent_bytes = 0;
    return count;
}

void hal_start(void)
{
}

uint32_t hal_ms(void)
{
    return bench.now_ms;
}

uint16_t hal_boot_id(void)
{
    return bench.boot_id;
}

bool hal_reset_requested(void)
{
    return false;
}

uint32_t hal_keys(uint8_t subject)
{
    return bench.keys[subject];
}

bool hal_card(uint8_t *number)
{
    if (bench.card < 0)
        return false;
    *number = (uint8_t)bench.card;
    bench.card = -1;
    return true;
}

bool hal_deck_loaded(void)
{
    bool loaded = bench.loaded;
    bench.loaded = false;
    return loaded;
}

void hal_outputs(uint16_t lamps, uint8_t buzzer)
{
    bench.lamps = lamps;
    bench.buzzer = buzzer;
}

int hal_read(void)
{
    if (bench.received_left == 0)
        return -1;
    bench.received_left--;
    return *bench.received++;
}

bool hal_write(const uint8_t *data, uint8_t size)
{
    if (bench.sent_bytes + size > LINE_BYTES)
        return false;
    memcpy(bench.sent + bench.sent_bytes, data, size);
    bench.sent_bytes += size;
    return true;
}

void hal_idle(void)
{
}
