/* The host as a target: the device is a process behind a pseudo terminal.
 *
 *     PORT=/run/user/1000/panel BOOT_ID=1 ./panel
 *
 * PORT is the link to make to the terminal; it stays the same when the device is plugged in again.
 *
 * Commands on stdin, one a line; times in milliseconds from now:
 *     key IN SUBJECT BIT DOWN     a key goes down (1) or up (0)
 *     card IN NUMBER              a card leaves the shoe (0: unread)
 *     deck IN                     a new deck is put in
 *     unplug, plug, reset, quit
 * On stdout: `outputs LAMPS BUZZER` when they change, `done COMMAND` after each command.
 */
#define _GNU_SOURCE
#include "hal.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "schema.h"

#define AGENDA_LENGTH 4096
#define NO_CARD (-1)

enum happening { KEY_MOVES, CARD_LEAVES, DECK_COMES };

struct appointment {
    uint32_t at_ms;
    enum happening happening;
    int subject, bit, value;
};

static const char *port;
static int master = -1, slave = -1;
static long boot_id;
static bool reset_requested;
static uint32_t started_ms, device_ms;
static struct appointment agenda[AGENDA_LENGTH];
static int appointments;
static uint32_t keys[MAX_SEATS + 1];
static int card = NO_CARD;
static bool deck_loaded;
static uint8_t received[256];
static int received_at, received_end;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static uint32_t wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
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

/* Closing the master gives the host what a pulled cable gives: an input/output error. While
 * plugged, the slave stays open here, or the master would fail whenever no host is there. */
static void unplug(void)
{
    unlink(port);
    close(master);
    close(slave);
    master = slave = -1;
    received_at = received_end = 0;
}

static void quit(void)
{
    unlink(port);
    exit(0);
}

void hal_start(void)
{
    port = getenv("PORT");
    if (!port) {
        fputs("set PORT to the path at which the device shall appear\n", stderr);
        exit(2);
    }
    boot_id = getenv("BOOT_ID") ? strtol(getenv("BOOT_ID"), NULL, 10) : 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
    started_ms = wall_ms();
    plug();
}

/* A real device is never kept waiting by other programs. So its time runs on by one millisecond
 * a poll at most, and catches up without leaving a sample out. */
uint32_t hal_ms(void)
{
    return device_ms;
}

uint16_t hal_boot_id(void)
{
    return (uint16_t)boot_id++;
}

bool hal_reset_requested(void)
{
    bool requested = reset_requested;
    reset_requested = false;
    return requested;
}

uint32_t hal_keys(uint8_t subject)
{
    return keys[subject];
}

bool hal_card(uint8_t *number)
{
    if (card == NO_CARD)
        return false;
    *number = (uint8_t)card;
    card = NO_CARD;
    return true;
}

bool hal_deck_loaded(void)
{
    bool loaded = deck_loaded;
    deck_loaded = false;
    return loaded;
}

void hal_outputs(uint16_t lamps, uint8_t buzzer)
{
    static uint32_t told = UINT32_MAX;
    uint32_t state = lamps | (uint32_t)buzzer << 16;
    if (state != told)
        printf("outputs %u %u\n", lamps, buzzer);
    told = state;
}

int hal_read(void)
{
    if (received_at == received_end) {
        ssize_t count = master < 0 ? 0 : read(master, received, sizeof received);
        received_at = 0;
        received_end = count > 0 ? (int)count : 0;
    }
    return received_at < received_end ? received[received_at++] : -1;
}

/* Like a serial line without flow control: what nobody reads is gone. */
bool hal_write(const uint8_t *data, uint8_t size)
{
    ssize_t written = master < 0 ? size : write(master, data, size);
    (void)written;
    return true;
}

static void happen(const struct appointment *now)
{
    switch (now->happening) {
    case KEY_MOVES:
        if (now->value)
            keys[now->subject] |= (uint32_t)1 << now->bit;
        else
            keys[now->subject] &= ~((uint32_t)1 << now->bit);
        break;
    case CARD_LEAVES:
        card = now->value;
        break;
    case DECK_COMES:
        deck_loaded = true;
        break;
    }
}

/* In the order in which they were given, where their times are the same. */
static void keep_appointments(void)
{
    int left = 0;
    for (int i = 0; i < appointments; i++) {
        if ((int32_t)(device_ms - agenda[i].at_ms) >= 0)
            happen(&agenda[i]);
        else
            agenda[left++] = agenda[i];
    }
    appointments = left;
}

static void appoint(unsigned in_ms, enum happening happening, int subject, int bit, int value)
{
    bool known = subject >= 0 && subject <= (int)MAX_SEATS && bit >= 0 && bit < 32;
    if (!known || appointments == AGENDA_LENGTH) {
        fputs("no such key, or too many commands ahead of their time\n", stderr);
        exit(2);
    }
    agenda[appointments++] = (struct appointment){
        .at_ms = device_ms + in_ms,
        .happening = happening,
        .subject = subject,
        .bit = bit,
        .value = value,
    };
}

static void obey(const char *line)
{
    unsigned in_ms;
    int subject, bit, value;
    if (sscanf(line, "key %u %d %d %d", &in_ms, &subject, &bit, &value) == 4)
        appoint(in_ms, KEY_MOVES, subject, bit, value);
    else if (sscanf(line, "card %u %d", &in_ms, &value) == 2)
        appoint(in_ms, CARD_LEAVES, 0, 0, value);
    else if (sscanf(line, "deck %u", &in_ms) == 1)
        appoint(in_ms, DECK_COMES, 0, 0, 0);
    else if (!strcmp(line, "quit"))
        quit();
    else if (!strcmp(line, "unplug") && master >= 0)
        unplug();
    else if (!strcmp(line, "plug") && master < 0)
        plug();
    else if (!strcmp(line, "reset"))
        reset_requested = true;
    else
        fprintf(stderr, "not understood: %s\n", line);
}

static void read_commands(void)
{
    static char line[256];
    static size_t size;
    char byte;
    ssize_t count;
    while ((count = read(STDIN_FILENO, &byte, 1)) == 1) {
        if (byte != '\n') {
            if (size < sizeof line - 1)
                line[size++] = byte;
            continue;
        }
        line[size] = 0;
        size = 0;
        obey(line);
        printf("done %s\n", line);
    }
    if (count == 0)
        quit(); /* whoever started us is gone */
}

void hal_idle(void)
{
    if (device_ms == wall_ms() - started_ms) {
        struct pollfd waiting[] = {
            {.fd = STDIN_FILENO, .events = POLLIN},
            {.fd = master, .events = POLLIN},
        };
        poll(waiting, master < 0 ? 1 : 2, 1);
    }
    read_commands();
    if (device_ms != wall_ms() - started_ms)
        device_ms++;
    keep_appointments();
}
