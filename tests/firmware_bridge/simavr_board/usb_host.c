/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "usb_host.h"

#include <simavr/avr_usb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PACKET 64
#define PATIENCE_MS 50 /* what USB 2.0 grants a device for an answer without data */
#define RESET_MS 10
/* A chip takes no data before it has taken the request; simavr writes one over the other. */
#define TAKEN_MS 5
#define UDCON 0xE0
#define DETACHED 1
#define UDADDR 0xE3
#define ADDRESS 5

static bool greeted;
static uint8_t from_host, to_host;

bool usb_has(avr_t *avr)
{
    return !strcmp(avr->mmcu, "atmega32u4");
}

void usb_forget(void)
{
    greeted = false;
}

static void refuse(const char *what)
{
    fprintf(stderr, "USB: %s\n", what);
    exit(1);
}

static int transfer(avr_t *avr, uint32_t kind, uint8_t pipe, uint8_t *bytes, uint32_t *size)
{
    struct avr_io_usb io = {.pipe = pipe, .sz = *size, .buf = bytes};
    int result = avr_ioctl(avr, kind, &io);
    *size = io.sz;
    return result;
}

/* One stage of a control transfer, repeated while the chip is busy. */
static uint32_t stage(avr_t *avr, void (*run_ms)(void), uint32_t kind, uint8_t *bytes, uint32_t size)
{
    for (int waited = 0; waited < PATIENCE_MS; waited++) {
        uint32_t moved = size;
        int result = transfer(avr, kind, 0, bytes, &moved);
        if (result == AVR_IOCTL_USB_STALL)
            refuse("a request was refused");
        if (result == AVR_IOCTL_USB_OK)
            return moved;
        run_ms();
    }
    refuse("no answer in time");
    return 0;
}

static void ask(avr_t *avr, void (*run_ms)(void), const uint8_t setup[8], uint8_t *data)
{
    uint8_t packet[PACKET], request[8];
    uint32_t wanted = (uint32_t)(setup[6] | setup[7] << 8), done = 0;
    memcpy(request, setup, sizeof request);
    stage(avr, run_ms, AVR_IOCTL_USB_SETUP, request, sizeof request);
    for (int ms = 0; ms < TAKEN_MS; ms++)
        run_ms();
    if (setup[0] & 0x80) {
        while (done < wanted) {
            uint32_t size = stage(avr, run_ms, AVR_IOCTL_USB_READ, packet, sizeof packet);
            if (size > wanted - done)
                refuse("more was sent than asked for");
            memcpy(data + done, packet, size);
            done += size;
            if (size < PACKET)
                break;
        }
        stage(avr, run_ms, AVR_IOCTL_USB_WRITE, packet, 0);
        if (done != wanted)
            refuse("less was sent than asked for");
    } else {
        if (wanted)
            stage(avr, run_ms, AVR_IOCTL_USB_WRITE, data, wanted);
        if (stage(avr, run_ms, AVR_IOCTL_USB_READ, packet, sizeof packet) != 0)
            refuse("an answer was sent where none belongs");
    }
    run_ms();
}

/* Find the bulk endpoints in a configuration, checking that the lengths in it add up. */
static void take_configuration(const uint8_t *bytes, uint32_t size)
{
    from_host = to_host = 0;
    for (uint32_t at = 0; at < size; at += bytes[at]) {
        if (bytes[at] < 2 || at + bytes[at] > size)
            refuse("the descriptors' lengths do not add up");
        if (bytes[at + 1] != 5 || bytes[at + 3] != 2)
            continue;
        if (bytes[at + 4] != PACKET)
            refuse("a bulk endpoint has other packets than 64 bytes");
        if (bytes[at + 2] & 0x80)
            to_host = bytes[at + 2] & 0x7F;
        else
            from_host = bytes[at + 2];
    }
    if (!from_host || !to_host)
        refuse("there are no two bulk endpoints");
}

static void greet(avr_t *avr, void (*run_ms)(void))
{
    static const uint8_t wanted_coding[7] = {0x00, 0xC2, 0x01, 0x00, 0, 0, 8};
    uint8_t data[256], coding[7];
    avr_ioctl(avr, AVR_IOCTL_USB_RESET, NULL);
    for (int ms = 0; ms < RESET_MS; ms++)
        run_ms();
    ask(avr, run_ms, (uint8_t[]){0x80, 6, 0, 1, 0, 0, 18, 0}, data);
    if (data[0] != 18 || data[1] != 1 || data[4] != 2 || data[7] != PACKET)
        refuse("it is no communications device");
    uint8_t strings[2] = {data[14], data[15]};
    ask(avr, run_ms, (uint8_t[]){0, 5, ADDRESS, 0, 0, 0, 0, 0}, data);
    if (avr->data[UDADDR] != (0x80 | ADDRESS))
        refuse("it did not take its address");
    ask(avr, run_ms, (uint8_t[]){0x80, 6, 0, 2, 0, 0, 9, 0}, data);
    uint8_t total = data[2];
    ask(avr, run_ms, (uint8_t[]){0x80, 6, 0, 2, 0, 0, total, 0}, data);
    take_configuration(data, total);
    char names[256];
    int end = 0;
    for (int i = 0; i < 2; i++) {
        ask(avr, run_ms, (uint8_t[]){0x80, 6, strings[i], 3, 9, 4, 1, 0}, data);
        uint8_t length = data[0];
        ask(avr, run_ms, (uint8_t[]){0x80, 6, strings[i], 3, 9, 4, length, 0}, data);
        names[end++] = ' ';
        for (int at = 2; at < length && end < 200; at += 2)
            names[end++] = (char)data[at];
    }
    printf("usb%.*s\n", end, names);
    ask(avr, run_ms, (uint8_t[]){0, 9, 1, 0, 0, 0, 0, 0}, data);
    memcpy(coding, wanted_coding, sizeof coding);
    ask(avr, run_ms, (uint8_t[]){0x21, 0x20, 0, 0, 0, 0, 7, 0}, coding);
    ask(avr, run_ms, (uint8_t[]){0xA1, 0x21, 0, 0, 0, 0, 7, 0}, data);
    if (memcmp(data, wanted_coding, sizeof wanted_coding))
        refuse("it forgot the line coding");
    ask(avr, run_ms, (uint8_t[]){0x21, 0x22, 3, 0, 0, 0, 0, 0}, data);
    greeted = true;
}

bool usb_ready(avr_t *avr, void (*run_ms)(void))
{
    if (!greeted && !(avr->data[UDCON] & DETACHED))
        greet(avr, run_ms);
    return greeted;
}

uint32_t usb_send(avr_t *avr, const uint8_t *bytes, uint32_t size)
{
    uint8_t packet[PACKET];
    uint32_t sent = size < PACKET ? size : PACKET;
    memcpy(packet, bytes, sent);
    return transfer(avr, AVR_IOCTL_USB_WRITE, from_host, packet, &sent) ? 0 : sent;
}

uint32_t usb_receive(avr_t *avr, uint8_t bytes[64])
{
    uint32_t size = PACKET;
    return transfer(avr, AVR_IOCTL_USB_READ, to_host, bytes, &size) ? 0 : size;
}
