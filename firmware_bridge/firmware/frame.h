/* Frames: 00 | COBS(kind, sequence, body, CRC-32 little endian) | 00. */
#ifndef FRAME_H
#define FRAME_H

#include "schema.h"

#define FRAME_HEAD_BYTES 2
#define FRAME_CHECKSUM_BYTES 4
#define FRAME_CONTENT_BYTES (FRAME_HEAD_BYTES + MAX_BODY_BYTES + FRAME_CHECKSUM_BYTES)
/* COBS adds one byte to so short a content. */
#define FRAME_ENCODED_BYTES (FRAME_CONTENT_BYTES + 1)
#define FRAME_WIRE_BYTES (FRAME_ENCODED_BYTES + 2)

struct frame {
    uint8_t kind;
    uint8_t sequence;
    uint8_t size;
    uint8_t body[MAX_BODY_BYTES];
};

struct frame_decoder {
    uint8_t piece[FRAME_ENCODED_BYTES];
    uint8_t size;
    bool too_long;
};

/* Write the frame with its delimiters; gives the number of bytes. */
uint8_t frame_encode(const struct frame *frame, uint8_t wire[FRAME_WIRE_BYTES]);

/* Take one byte; true when it completed a valid frame. */
bool frame_decode(struct frame_decoder *decoder, uint8_t byte, struct frame *frame);

#endif
