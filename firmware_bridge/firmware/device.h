/* The device as a whole: the link and what the device is, poll by poll. */
#ifndef DEVICE_H
#define DEVICE_H

void device_start(void);
void device_poll(void);

#endif
