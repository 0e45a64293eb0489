/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The panel's board around a simulated ATmega, in one thread and in the chip's own time.
 *
 *     PORT=/run/user/1000/panel BOOT_ID=1 ./board atmega2560 panel-atmega2560.elf
 *
 * Commands on stdin are those of firmware_bridge/firmware/hal_posix.c, for a panel, and:
 *     noise FLIP DROP DOUBLE SEED   chances of a byte on the line, each way, in millionths
 *     freeze, thaw                  the chip stands still, and the port stays
 *     ram                           say how much of the RAM was never used
 * On stdout too: `moved SUBJECT BIT DOWN NS MS` when a key moves: NS on the clock CLOCK_MONOTONIC, MS
 * by the chip's own time since its power came on.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "usb_host.h"

#define FREQUENCY 16000000
#define CYCLES_A_MS (FREQUENCY / 1000)
#define NS_A_MS 1000000LL
#define SUBJECTS 11
#define KEY_BITS (8 + 24 * (SUBJECTS - 1))
#define AGENDA_LENGTH 65536
#define LINE_BYTES 65536 /* a power of two */
#define PAINT 0xA5
/* Beyond this the board does not try to catch up with the clock of the host. */
#define LARGEST_LAG_NS (50 * NS_A_MS)

enum pins { LOAD, CLOCK, KEYS, OUTPUTS, LATCH, LOAD_32U4 };

struct appointment {
    uint64_t at_ms;
    int subject, bit, down;
};

struct line {
    uint8_t bytes[LINE_BYTES];
    uint32_t at, end;
};

static avr_t *avr;
static const char *port;
static int master = -1, slave = -1;
static bool frozen, can_take = true;
static struct line inward, outward;
static struct appointment agenda[AGENDA_LENGTH];
static int appointments;
static uint32_t keys[SUBJECTS];
static bool picture[KEY_BITS];
static int picture_at = KEY_BITS;
static uint32_t shifted, shown;
static unsigned flip, drop, twice;
static uint32_t random_state = 1;
static uint32_t variables_end;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int64_t wall_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static uint64_t chip_ms(void)
{
    return avr->cycle / CYCLES_A_MS;
}

/* The line. */

static uint32_t random_below(uint32_t bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % bound;
}

static bool happens(unsigned millionths)
{
    return millionths && random_below(1000000) < millionths;
}

static void put(struct line *line, uint8_t byte)
{
    if (line->end - line->at < LINE_BYTES)
        line->bytes[line->end++ % LINE_BYTES] = byte;
}

static void travel(struct line *line, uint8_t byte)
{
    if (happens(drop))
        return;
    if (happens(flip))
        byte ^= (uint8_t)(1 << random_below(8));
    put(line, byte);
    if (happens(twice))
        put(line, byte);
}

static void plug(void)
{
    char name[128];
    struct termios raw;
    if (openpty(&master, &slave, name, NULL, NULL))
        fail("openpty");
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(master, F_SETFL, O_NONBLOCK);
    unlink(port);
    if (symlink(name, port))
        fail(port);
}

static void unplug(void)
{
    unlink(port);
    close(master);
    close(slave);
    master = slave = -1;
    usb_forget();
    inward.at = inward.end = outward.at = outward.end = 0;
}

static void exchange(void)
{
    uint8_t buffer[512];
    ssize_t count;
    if (master < 0)
        return;
    while (inward.end - inward.at < LINE_BYTES / 2
           && (count = read(master, buffer, sizeof buffer)) > 0)
        for (ssize_t i = 0; i < count; i++)
            travel(&inward, buffer[i]);
    while (outward.at != outward.end) {
        uint32_t start = outward.at % LINE_BYTES, size = outward.end - outward.at;
        if (size > LINE_BYTES - start)
            size = LINE_BYTES - start;
        count = write(master, outward.bytes + start, size);
        if (count <= 0)
            break; /* like a line without flow control: what nobody reads is gone */
        outward.at += (uint32_t)count;
    }
    outward.at = outward.end;
}

static void on_sent(avr_irq_t *irq, uint32_t byte, void *unused)
{
    (void)irq;
    (void)unused;
    if (master >= 0)
        travel(&outward, (uint8_t)byte);
}

static void on_room(avr_irq_t *irq, uint32_t value, void *room)
{
    (void)irq;
    (void)value;
    can_take = room != NULL;
}

/* The shift registers. */

static avr_irq_t *pin(enum pins name)
{
    return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), name);
}

/* As an external pull, for simavr puts an input on its own pull-up whenever the port is written. */
static void drive_keys(bool level)
{
    static bool driven = true;
    uint8_t mask = 1 << KEYS;
    avr_ioport_external_t external = {.name = 'B', .mask = mask, .value = level ? mask : 0};
    if (level == driven)
        return;
    driven = level;
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B'), &external);
    avr_raise_irq(pin(KEYS), level);
}

static void show_next_key(void)
{
    drive_keys(picture_at == KEY_BITS || !picture[picture_at]);
}

static void on_load(avr_irq_t *irq, uint32_t level, void *unused)
{
    (void)irq;
    (void)unused;
    if (level)
        return;
    for (int subject = 0, bit = 0; subject < SUBJECTS; subject++)
        for (int key = 0; key < (subject ? 24 : 8); key++)
            picture[bit++] = keys[subject] >> key & 1;
    picture_at = 0;
    show_next_key();
}

static void on_clock(avr_irq_t *irq, uint32_t level, void *unused)
{
    (void)irq;
    (void)unused;
    if (!level)
        return;
    if (picture_at < KEY_BITS)
        picture_at++;
    show_next_key();
    shifted = shifted << 1 | (pin(OUTPUTS)->value & 1);
}

static void on_latch(avr_irq_t *irq, uint32_t level, void *unused)
{
    (void)irq;
    (void)unused;
    if (!level || shown == (shifted & 0xFFFF))
        return;
    shown = shifted & 0xFFFF;
    printf("outputs %u %u\n", shown & 0x7FFF, shown >> 15);
}

/* simavr tells changes of a level alone, and a reset forgets levels without telling. */
static void renew_level(void)
{
    drive_keys(false);
    drive_keys(true);
}

/* The chip. */

static void pass_over(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip;
    (void)cycles; /* the main loop keeps pace with the clock of the host */
}

static void say_errors(avr_t *chip, const int level, const char *format, va_list values)
{
    (void)chip;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, values);
}

static void watch(uint32_t kind, int number, avr_irq_notify_t notify, void *parameter)
{
    avr_irq_register_notify(avr_io_getirq(avr, kind, number), notify, parameter);
}

static void make_chip(const char *name, const char *program)
{
    static elf_firmware_t firmware;
    avr_global_logger_set(say_errors);
    if (elf_read_firmware(program, &firmware))
        exit(1);
    avr = avr_make_mcu_by_name(name);
    if (!avr || avr_init(avr))
        exit(1);
    firmware.frequency = FREQUENCY;
    avr_load_firmware(avr, &firmware);
    avr->sleep = pass_over;
    variables_end = avr->ioend + 1u + firmware.datasize + firmware.bsssize;
    memset(avr->data + variables_end, PAINT, avr->ramend + 1 - variables_end);

    long boot_id = getenv("BOOT_ID") ? strtol(getenv("BOOT_ID"), NULL, 10) : 1;
    uint8_t earlier[2] = {(uint8_t)(boot_id - 1), (uint8_t)((boot_id - 1) >> 8)};
    avr_eeprom_desc_t eeprom = {.ee = earlier, .offset = 0, .size = sizeof earlier};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &eeprom);

    watch(AVR_IOCTL_IOPORT_GETIRQ('B'), usb_has(avr) ? LOAD_32U4 : LOAD, on_load, NULL);
    watch(AVR_IOCTL_IOPORT_GETIRQ('B'), CLOCK, on_clock, NULL);
    watch(AVR_IOCTL_IOPORT_GETIRQ('B'), LATCH, on_latch, NULL);
    renew_level();
}

static void connect_uart(void)
{
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    watch(AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT, on_sent, NULL);
    watch(AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON, on_room, &can_take);
    watch(AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF, on_room, NULL);
}

static void keep_appointments(void)
{
    int left = 0;
    for (int i = 0; i < appointments; i++) {
        struct appointment *now = &agenda[i];
        if (now->at_ms > chip_ms()) {
            agenda[left++] = *now;
            continue;
        }
        uint32_t mask = (uint32_t)1 << now->bit, before = keys[now->subject];
        keys[now->subject] = now->down ? before | mask : before & ~mask;
        if (keys[now->subject] == before)
            continue;
        printf("moved %d %d %d %lld %llu\n", now->subject, now->bit, now->down,
               (long long)wall_ns(), (unsigned long long)chip_ms());
    }
    appointments = left;
}

static void run_for_a_millisecond(void)
{
    avr_irq_t *receiver = NULL;
    if (!usb_has(avr))
        receiver = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_cycle_count_t until = avr->cycle + CYCLES_A_MS;
    while (avr->cycle < until) {
        if (receiver && can_take && inward.at != inward.end)
            avr_raise_irq(receiver, inward.bytes[inward.at++ % LINE_BYTES]);
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the firmware crashed\n");
            exit(1);
        }
    }
}

/* Keys move whatever host and chip are saying to each other. */
static void live_a_millisecond(void)
{
    keep_appointments();
    run_for_a_millisecond();
}

/* A host asks more often than once a millisecond; the firmware's pace is what is tried here. */
static void pass_packets(void)
{
    uint8_t packet[64];
    if (master < 0 || !usb_ready(avr, live_a_millisecond))
        return;
    uint32_t start = inward.at % LINE_BYTES, size = inward.end - inward.at;
    if (size > LINE_BYTES - start)
        size = LINE_BYTES - start;
    if (size)
        inward.at += usb_send(avr, inward.bytes + start, size);
    uint32_t count = usb_receive(avr, packet);
    for (uint32_t i = 0; i < count; i++)
        travel(&outward, packet[i]);
}

/* Commands. */

static void quit(void)
{
    unlink(port);
    exit(0);
}

static void tell_unused_ram(void)
{
    uint32_t at = variables_end;
    while (at <= avr->ramend && avr->data[at] == PAINT)
        at++;
    printf("unused %u\n", at - variables_end);
}

static void appoint(unsigned in_ms, int subject, int bit, int down)
{
    bool known = subject >= 0 && subject < SUBJECTS && bit >= 0 && bit < (subject ? 24 : 8);
    if (!known || appointments == AGENDA_LENGTH) {
        fprintf(stderr, "no such key, or too many commands ahead of their time\n");
        exit(2);
    }
    agenda[appointments++] = (struct appointment){chip_ms() + in_ms, subject, bit, down};
}

static void obey(const char *line)
{
    unsigned in_ms, seed;
    int subject, bit, down;
    if (sscanf(line, "key %u %d %d %d", &in_ms, &subject, &bit, &down) == 4) {
        appoint(in_ms, subject, bit, down);
    } else if (sscanf(line, "noise %u %u %u %u", &flip, &drop, &twice, &seed) == 4) {
        random_state = seed ? seed : 1;
    } else if (!strcmp(line, "unplug") && master >= 0) {
        unplug();
    } else if (!strcmp(line, "plug") && master < 0) {
        plug();
    } else if (!strcmp(line, "freeze") || !strcmp(line, "thaw")) {
        frozen = line[0] == 'f';
    } else if (!strcmp(line, "reset")) {
        avr_reset(avr);
        usb_forget();
        renew_level();
    } else if (!strcmp(line, "ram")) {
        tell_unused_ram();
    } else if (!strcmp(line, "quit")) {
        quit();
    } else {
        fprintf(stderr, "not understood: %s\n", line);
    }
}

static void read_commands(void)
{
    static char line[256];
    static size_t size;
    char buffer[4096];
    ssize_t count;
    while ((count = read(STDIN_FILENO, buffer, sizeof buffer)) > 0) {
        for (ssize_t i = 0; i < count; i++) {
            if (buffer[i] != '\n') {
                if (size < sizeof line - 1)
                    line[size++] = buffer[i];
                continue;
            }
            line[size] = 0;
            size = 0;
            obey(line);
            printf("done %s\n", line);
        }
    }
    if (count == 0)
        quit(); /* whoever started us is gone */
}

static void wait_until(int64_t due_ns)
{
    struct timespec due = {due_ns / 1000000000, due_ns % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR)
        continue;
}

int main(int count, char **words)
{
    port = getenv("PORT");
    if (count != 3 || !port) {
        fprintf(stderr, "usage: PORT=PATH board CHIP ELF\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
    make_chip(words[1], words[2]);
    if (!usb_has(avr))
        connect_uart();
    plug();
    int64_t due_ns = wall_ns();
    for (;;) {
        read_commands();
        if (!frozen) {
            live_a_millisecond();
            if (usb_has(avr))
                pass_packets();
            exchange();
        }
        due_ns += NS_A_MS;
        int64_t now_ns = wall_ns();
        if (due_ns < now_ns - LARGEST_LAG_NS)
            due_ns = now_ns;
        wait_until(due_ns);
    }
}
