/* The line of the ATmega32U4: its own USB, as a modem without a modem (CDC-ACM), which Linux, macOS
 * and Windows know without a driver.
 *
 * All is done once a millisecond by line_poll; the controller answers the host meanwhile. USB 2.0
 * chapter 9 and the class definitions CDC 1.2 and PSTN 1.2 name the requests and descriptors; the
 * chip's data sheet, chapters 21 and 22, the order of the registers.
 */
#include "avr_line.h"

#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/power.h>

/* pid.codes keeps this pair for tests. Whoever makes boards in number needs one of their own. */
#define VENDOR 0x1209
#define PRODUCT 0x0001

#define CONTROL 0
#define NOTICES 1 /* the class asks for it; nothing is ever sent there */
#define FROM_HOST 2
#define TO_HOST 3
#define PACKET_BYTES 64
#define NOTICE_BYTES 8

#define SEND_BYTES 128 /* a power of two: the indices are masked */

#define WORD(value) (uint8_t)(value), (uint8_t)((value) >> 8)
#define CONFIGURATION_BYTES 67

enum requests {
    GET_STATUS = 0,
    SET_ADDRESS = 5,
    GET_DESCRIPTOR = 6,
    GET_CONFIGURATION = 8,
    SET_CONFIGURATION = 9,
    SET_LINE_CODING = 0x20,
    GET_LINE_CODING = 0x21,
    SET_CONTROL_LINE_STATE = 0x22,
};

/* Whose request it is and where it goes: bmRequestType. */
enum { TO_DEVICE = 0x00, FROM_DEVICE = 0x80, FROM_INTERFACE = 0x81, FROM_ENDPOINT = 0x82 };
enum { CLASS_TO_INTERFACE = 0x21, CLASS_FROM_INTERFACE = 0xA1 };

static const uint8_t device_descriptor[] PROGMEM = {
    18, 1, WORD(0x0200), /* USB 2.0 */
    2, 0, 0,             /* communications */
    PACKET_BYTES, WORD(VENDOR), WORD(PRODUCT), WORD(0x0100),
    1, 2, 0, /* maker and product as strings, no serial number */
    1,
};

static const uint8_t configuration_descriptor[] PROGMEM = {
    9, 2, WORD(CONFIGURATION_BYTES), 2, 1, 0, 0x80, 250, /* up to 500 mA: the lamps */
    /* Interface 0: communications, abstract control model. */
    9, 4, 0, 0, 1, 2, 2, 0, 0,
    5, 0x24, 0x00, WORD(0x0110), /* header */
    5, 0x24, 0x01, 0, 1,         /* no call management */
    4, 0x24, 0x02, 0x02,         /* line coding and control lines */
    5, 0x24, 0x06, 0, 1,         /* union of both interfaces */
    7, 5, 0x80 | NOTICES, 3, WORD(NOTICE_BYTES), 255,
    /* Interface 1: data. */
    9, 4, 1, 0, 2, 0x0A, 0, 0, 0,
    7, 5, FROM_HOST, 2, WORD(PACKET_BYTES), 0,
    7, 5, 0x80 | TO_HOST, 2, WORD(PACKET_BYTES), 0,
};
_Static_assert(sizeof configuration_descriptor == CONFIGURATION_BYTES, "as it says itself");
_Static_assert(CONFIGURATION_BYTES % PACKET_BYTES, "no empty packet needs to end it");

static const uint8_t languages[] PROGMEM = {4, 3, WORD(0x0409)};
static const uint8_t maker[] PROGMEM = {
    16, 3, 'b', 0, 'e', 0, 't', 0, 'l', 0, 'i', 0, 'n', 0, 'e', 0,
};
static const uint8_t product[] PROGMEM = {12, 3, 'p', 0, 'a', 0, 'n', 0, 'e', 0, 'l', 0};

struct request {
    uint8_t type, request;
    uint16_t value, index, length;
};

static const uint8_t *reply; /* what is still to be sent to a control request */
static uint8_t reply_bytes;
static bool coding_expected; /* the host is about to send a line coding */
static uint8_t line_coding[7] = {0x00, 0xC2, 0x01, 0x00, 0, 0, 8}; /* 115200 8N1: it is kept alone */
static uint8_t configuration;
static bool host_listens; /* DTR */
static uint8_t sending[SEND_BYTES], sending_at, sending_end;

/* A flag of UEINTX is cleared by writing a zero to it; ones change nothing. */
static void clear_flag(uint8_t flag)
{
    UEINTX = (uint8_t)~_BV(flag);
}

static bool flag_is_set(uint8_t flag)
{
    return UEINTX & _BV(flag);
}

static void enable_endpoint(uint8_t number, uint8_t type, uint8_t size)
{
    UENUM = number;
    UECONX = _BV(EPEN);
    UECFG0X = type;
    UECFG1X = size;
}

static void enable_control(void)
{
    enable_endpoint(CONTROL, 0, _BV(EPSIZE1) | _BV(EPSIZE0) | _BV(ALLOC));
}

static void enable_data(void)
{
    enable_endpoint(NOTICES, _BV(EPTYPE1) | _BV(EPTYPE0) | _BV(EPDIR), _BV(ALLOC));
    enable_endpoint(FROM_HOST, _BV(EPTYPE1), _BV(EPSIZE1) | _BV(EPSIZE0) | _BV(ALLOC));
    enable_endpoint(TO_HOST, _BV(EPTYPE1) | _BV(EPDIR), _BV(EPSIZE1) | _BV(EPSIZE0) | _BV(ALLOC));
    UENUM = CONTROL;
}

/* What waited was meant for whoever listened before. */
static void set_listening(bool listens)
{
    host_listens = listens;
    sending_at = sending_end;
}

static void begin_anew(void)
{
    enable_control();
    reply_bytes = configuration = 0;
    coding_expected = false;
    set_listening(false);
}

static void answer(const uint8_t *data, uint8_t size)
{
    for (uint8_t i = 0; i < size; i++)
        UEDATX = data[i];
    clear_flag(TXINI);
}

static void accept(void)
{
    answer(0, 0);
}

static void refuse(void)
{
    UECONX = _BV(STALLRQ) | _BV(EPEN);
}

static void get_descriptor(const struct request *asked)
{
    switch (asked->value) {
    case 0x0100: reply = device_descriptor; break;
    case 0x0200: reply = configuration_descriptor; break;
    case 0x0300: reply = languages; break;
    case 0x0301: reply = maker; break;
    case 0x0302: reply = product; break;
    default: refuse(); return;
    }
    reply_bytes = reply == configuration_descriptor ? CONFIGURATION_BYTES : pgm_read_byte(reply);
    if (asked->length < reply_bytes)
        reply_bytes = (uint8_t)asked->length;
}

/* It counts once the answer was fetched, and 2 ms after that at the latest: the next poll may be too
 * late, so this waits, some 50 ms at most. */
static void set_address(uint8_t address)
{
    UDADDR = address;
    accept();
    for (uint16_t patience = UINT16_MAX; patience && !flag_is_set(TXINI); patience--)
        continue;
    UDADDR = _BV(ADDEN) | address;
}

static void set_configuration(uint8_t number)
{
    configuration = number;
    set_listening(false);
    if (number)
        enable_data();
    accept();
}

static void obey(const struct request *asked)
{
    static const uint8_t nothing_special[2];
    if (asked->type == FROM_DEVICE && asked->request == GET_DESCRIPTOR) {
        get_descriptor(asked);
    } else if (asked->type == TO_DEVICE && asked->request == SET_ADDRESS) {
        set_address(asked->value & 0x7F);
    } else if (asked->type == TO_DEVICE && asked->request == SET_CONFIGURATION
               && asked->value <= 1) {
        set_configuration((uint8_t)asked->value);
    } else if (asked->type == FROM_DEVICE && asked->request == GET_CONFIGURATION) {
        answer(&configuration, 1);
    } else if (asked->request == GET_STATUS
               && (asked->type == FROM_DEVICE || asked->type == FROM_INTERFACE
                   || asked->type == FROM_ENDPOINT)) {
        answer(nothing_special, sizeof nothing_special);
    } else if (asked->type == CLASS_TO_INTERFACE && asked->request == SET_LINE_CODING) {
        coding_expected = true;
    } else if (asked->type == CLASS_FROM_INTERFACE && asked->request == GET_LINE_CODING) {
        answer(line_coding, sizeof line_coding);
    } else if (asked->type == CLASS_TO_INTERFACE && asked->request == SET_CONTROL_LINE_STATE) {
        set_listening(asked->value & 1);
        accept();
    } else {
        refuse();
    }
}

static uint16_t read_word(void)
{
    uint8_t low = UEDATX;
    return (uint16_t)(low | UEDATX << 8);
}

static void take_request(void)
{
    struct request asked;
    asked.type = UEDATX;
    asked.request = UEDATX;
    asked.value = read_word();
    asked.index = read_word();
    asked.length = read_word();
    clear_flag(RXSTPI);
    reply_bytes = 0;
    coding_expected = false;
    obey(&asked);
}

/* The host's data to a request, or its empty packet after an answer: it has heard enough. */
static void take_control_data(void)
{
    if (coding_expected) {
        for (uint8_t i = 0; i < sizeof line_coding; i++)
            line_coding[i] = UEDATX;
        coding_expected = false;
        clear_flag(RXOUTI);
        accept();
    } else {
        reply_bytes = 0;
        clear_flag(RXOUTI);
    }
}

static void go_on_answering(void)
{
    if (!reply_bytes)
        return;
    uint8_t size = reply_bytes < PACKET_BYTES ? reply_bytes : PACKET_BYTES;
    for (uint8_t i = 0; i < size; i++)
        UEDATX = pgm_read_byte(reply++);
    reply_bytes = (uint8_t)(reply_bytes - size);
    clear_flag(TXINI);
}

static void serve_control(void)
{
    UENUM = CONTROL;
    if (flag_is_set(RXSTPI))
        take_request();
    else if (flag_is_set(RXOUTI))
        take_control_data();
    if (flag_is_set(TXINI))
        go_on_answering();
}

static void send_packet(void)
{
    UENUM = TO_HOST;
    if (sending_at == sending_end || !flag_is_set(TXINI))
        return;
    clear_flag(TXINI);
    /* A full packet would ask for an empty one after it. */
    for (uint8_t i = 0; i < PACKET_BYTES - 1 && sending_at != sending_end; i++) {
        UEDATX = sending[sending_at];
        sending_at = (sending_at + 1) & (SEND_BYTES - 1);
    }
    clear_flag(FIFOCON);
}

void line_start(void)
{
    clock_prescale_set(clock_div_1);
    USBCON = _BV(FRZCLK); /* a boot loader may have left it running */
    UHWCON = _BV(UVREGE);
    PLLCSR = _BV(PINDIV) | _BV(PLLE); /* 16 MHz to 48 */
    while (!(PLLCSR & _BV(PLOCK)))
        continue;
    USBCON = _BV(USBE) | _BV(OTGPADE);
    UDCON = 0; /* full speed, and attached */
}

void line_poll(void)
{
    if (UDINT & _BV(EORSTI)) {
        UDINT = (uint8_t)~_BV(EORSTI);
        begin_anew();
    }
    serve_control();
    if (configuration)
        send_packet();
}

bool line_waiting(void)
{
    if (!configuration)
        return false;
    UENUM = FROM_HOST;
    return flag_is_set(RXOUTI) || flag_is_set(FIFOCON);
}

int line_read(void)
{
    if (!line_waiting())
        return -1;
    clear_flag(RXOUTI);
    if (!UEBCLX) { /* an empty packet */
        clear_flag(FIFOCON);
        return -1;
    }
    uint8_t byte = UEDATX;
    if (!UEBCLX)
        clear_flag(FIFOCON);
    return byte;
}

bool line_write(const uint8_t *data, uint8_t size)
{
    uint8_t room = (uint8_t)(sending_at - sending_end - 1) & (SEND_BYTES - 1);
    if (!host_listens || room < size)
        return false;
    for (uint8_t i = 0; i < size; i++) {
        sending[sending_end] = data[i];
        sending_end = (sending_end + 1) & (SEND_BYTES - 1);
    }
    return true;
}
