#include "device.h"
#include "hal.h"

int main(void)
{
    hal_start();
    for (;;) {
        device_start();
        while (!hal_reset_requested()) {
            device_poll();
            hal_idle();
        }
    }
}
