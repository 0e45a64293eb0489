#include "device.h"

#include "application.h"
#include "hal.h"
#include "link.h"

static uint32_t polled_at;

void device_start(void)
{
    uint32_t now = hal_ms();
    polled_at = now;
    application_start(now);
    link_start(hal_boot_id(), now);
}

void device_poll(void)
{
    uint32_t now = hal_ms();
    int byte;
    while ((byte = hal_read()) >= 0)
        link_receive((uint8_t)byte, now);
    if (now != polled_at) {
        polled_at = now;
        application_poll(now);
        link_beat(now);
    }
    link_send_events(now);
}
