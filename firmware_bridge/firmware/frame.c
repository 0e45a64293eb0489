#include "frame.h"

#include <string.h>

/* CRC-32 of zlib (reflected 0x04C11DB7), a nibble at a time: 64 bytes of table. */
static uint32_t crc32(const uint8_t *data, uint8_t size)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
        0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
        0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    uint32_t crc = 0xFFFFFFFFUL;
    for (uint8_t i = 0; i < size; i++) {
        crc ^= data[i];
        crc = table[crc & 15] ^ (crc >> 4);
        crc = table[crc & 15] ^ (crc >> 4);
    }
    return ~crc;
}

/* Each zero becomes the distance to the next one, and a first distance leads. */
static uint8_t cobs_encode(const uint8_t *content, uint8_t size, uint8_t *encoded)
{
    uint8_t distance_at = 0, end = 1;
    for (uint8_t i = 0; i < size; i++) {
        if (content[i] != 0) {
            encoded[end++] = content[i];
        } else {
            encoded[distance_at] = (uint8_t)(end - distance_at);
            distance_at = end++;
        }
    }
    encoded[distance_at] = (uint8_t)(end - distance_at);
    return end;
}

/* False where a distance leads beyond the end. Zeros within a piece cannot be. */
static bool cobs_decode(const uint8_t *encoded, uint8_t size, uint8_t *content, uint8_t *length)
{
    uint8_t at = 0, end = 0;
    while (at < size) {
        uint8_t distance = encoded[at++];
        if (distance - 1 > size - at)
            return false;
        for (uint8_t i = 1; i < distance; i++)
            content[end++] = encoded[at++];
        if (at < size)
            content[end++] = 0;
    }
    *length = end;
    return true;
}

static void put_crc(uint8_t *content, uint8_t size)
{
    uint32_t crc = crc32(content, size);
    for (uint8_t i = 0; i < FRAME_CHECKSUM_BYTES; i++)
        content[size + i] = (uint8_t)(crc >> (8 * i));
}

static bool crc_fits(const uint8_t *content, uint8_t size)
{
    uint32_t crc = crc32(content, size);
    for (uint8_t i = 0; i < FRAME_CHECKSUM_BYTES; i++)
        if (content[size + i] != (uint8_t)(crc >> (8 * i)))
            return false;
    return true;
}

uint8_t frame_encode(const struct frame *frame, uint8_t wire[FRAME_WIRE_BYTES])
{
    uint8_t content[FRAME_CONTENT_BYTES];
    content[0] = frame->kind;
    content[1] = frame->sequence;
    memcpy(content + FRAME_HEAD_BYTES, frame->body, frame->size);
    uint8_t checked = (uint8_t)(FRAME_HEAD_BYTES + frame->size);
    put_crc(content, checked);
    wire[0] = 0;
    uint8_t encoded = cobs_encode(content, (uint8_t)(checked + FRAME_CHECKSUM_BYTES), wire + 1);
    wire[1 + encoded] = 0;
    return (uint8_t)(encoded + 2);
}

static bool decode_piece(const uint8_t *piece, uint8_t size, struct frame *frame)
{
    uint8_t content[FRAME_ENCODED_BYTES], length;
    if (!cobs_decode(piece, size, content, &length))
        return false;
    if (length < FRAME_HEAD_BYTES + FRAME_CHECKSUM_BYTES || length > FRAME_CONTENT_BYTES)
        return false;
    uint8_t checked = (uint8_t)(length - FRAME_CHECKSUM_BYTES);
    if (!crc_fits(content, checked))
        return false;
    frame->kind = content[0];
    frame->sequence = content[1];
    frame->size = (uint8_t)(checked - FRAME_HEAD_BYTES);
    memcpy(frame->body, content + FRAME_HEAD_BYTES, frame->size);
    return true;
}

bool frame_decode(struct frame_decoder *decoder, uint8_t byte, struct frame *frame)
{
    if (byte != 0) {
        if (decoder->size < sizeof decoder->piece)
            decoder->piece[decoder->size++] = byte;
        else
            decoder->too_long = true;
        return false;
    }
    bool valid = decoder->size > 0 && !decoder->too_long
        && decode_piece(decoder->piece, decoder->size, frame);
    decoder->size = 0;
    decoder->too_long = false;
    return valid;
}
