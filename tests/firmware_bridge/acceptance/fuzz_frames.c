/* Damaged frames against the firmware: its decoder, and the whole device behind it.
 *
 *     fuzz_frames check COUNT SEED   give COUNT damaged frames to both, and say what they took
 *     fuzz_frames emit COUNT SEED    write the same frames, for another decoder:
 *         number of genuine contents, size and bytes of each, size and bytes of what is damaged
 *
 * What is damaged is what lies between a frame's delimiters: bits flipped, bytes replaced, lost,
 * doubled, swapped or put in, zeros put in, the end cut off, the end of another frame put on. What
 * is taken must be genuine: damage may leave one of the frames that it was made of whole. After each
 * damaged frame comes a whole one, which must be taken.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"

#define MOST_DAMAGES 4
#define PIECE_BYTES 200
#define LINE_BYTES 65536
#define BOOT_ID 7

/* Of hal_bench.c. */
void bench_start(uint16_t boot_id, uint32_t now_ms);
uint32_t bench_poll(uint32_t now_ms, const uint8_t *received, uint32_t size, uint8_t *sent);
uint32_t bench_outputs(void);

struct piece {
    uint8_t bytes[PIECE_BYTES];
    uint8_t size;
};

static uint64_t random_state;
static struct frame genuine[1 + MOST_DAMAGES];
static uint8_t genuine_count;

static uint32_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 16);
}

static uint8_t below(uint32_t bound)
{
    return (uint8_t)(random_word() % bound);
}

static struct frame any_frame(void)
{
    static const uint8_t kinds[] = {MESSAGE_WHO, MESSAGE_ACK, MESSAGE_PING, MESSAGE_OUTPUTS};
    static const uint8_t sizes[] = {WHO_BYTES, ACK_BYTES, PING_BYTES, OUTPUTS_BYTES};
    uint8_t which = below(8);
    struct frame frame = {
        .kind = which < 4 ? kinds[which] : below(256),
        .sequence = below(256),
        .size = which < 4 ? sizes[which] : below(MAX_BODY_BYTES + 1),
    };
    for (uint8_t i = 0; i < frame.size; i++)
        frame.body[i] = below(3) ? below(256) : 0;
    return frame;
}

static struct piece piece_of(const struct frame *frame)
{
    uint8_t wire[FRAME_WIRE_BYTES];
    struct piece piece;
    piece.size = (uint8_t)(frame_encode(frame, wire) - 2);
    memcpy(piece.bytes, wire + 1, piece.size);
    return piece;
}

static void put_in(struct piece *piece, uint8_t at, uint8_t byte)
{
    memmove(piece->bytes + at + 1, piece->bytes + at, (size_t)(piece->size - at));
    piece->bytes[at] = byte;
    piece->size++;
}

static void take_out(struct piece *piece, uint8_t at)
{
    memmove(piece->bytes + at, piece->bytes + at + 1, (size_t)(piece->size - at - 1));
    piece->size--;
}

static void put_on_the_end_of_another(struct piece *piece, uint8_t at)
{
    struct frame other = any_frame();
    genuine[genuine_count++] = other;
    struct piece tail = piece_of(&other);
    uint8_t from = below(tail.size);
    memcpy(piece->bytes + at, tail.bytes + from, (size_t)(tail.size - from));
    piece->size = (uint8_t)(at + tail.size - from);
}

static void damage(struct piece *piece)
{
    uint8_t at = below(piece->size), byte = piece->bytes[at];
    switch (below(9)) {
    case 0: piece->bytes[at] = (uint8_t)(byte ^ 1 << below(8)); break;
    case 1: piece->bytes[at] = below(256); break;
    case 2: take_out(piece, at); break;
    case 3: put_in(piece, at, byte); break;
    case 4: put_in(piece, at, below(256)); break;
    case 5: put_in(piece, at, 0); break;
    case 6: piece->size = at; break;
    case 7: put_on_the_end_of_another(piece, at); break;
    default:
        piece->bytes[at] = piece->bytes[0];
        piece->bytes[0] = byte;
    }
}

static void make_damaged(struct piece *piece)
{
    genuine[0] = any_frame();
    struct piece whole = piece_of(&genuine[0]);
    do {
        *piece = whole;
        genuine_count = 1;
        for (uint8_t left = (uint8_t)(1 + below(MOST_DAMAGES)); left && piece->size; left--)
            damage(piece);
    } while (piece->size == whole.size && !memcmp(piece->bytes, whole.bytes, whole.size));
}

static bool same(const struct frame *a, const struct frame *b)
{
    return a->kind == b->kind && a->sequence == b->sequence && a->size == b->size
        && !memcmp(a->body, b->body, a->size);
}

static struct {
    struct frame_decoder decoder;
    unsigned long wrong, deaf, device_wrong;
    uint32_t now_ms;
    uint32_t outputs;
} tested;

static bool is_genuine(const struct frame *frame)
{
    for (uint8_t i = 0; i < genuine_count; i++)
        if (same(frame, &genuine[i]))
            return true;
    return false;
}

/* True where the byte completed a frame. */
static bool give_to_decoder(uint8_t byte)
{
    struct frame got;
    if (!frame_decode(&tested.decoder, byte, &got))
        return false;
    tested.wrong += !is_genuine(&got);
    return true;
}

static void give_to_device(const uint8_t *bytes, uint32_t size)
{
    static uint8_t sent[LINE_BYTES];
    bench_poll(++tested.now_ms, bytes, size, sent);
}

static void check_damaged(void)
{
    struct piece piece;
    bool taken = false;
    make_damaged(&piece);
    piece.bytes[piece.size++] = 0;
    for (uint8_t i = 0; i < piece.size; i++)
        taken |= give_to_decoder(piece.bytes[i]);
    give_to_device(piece.bytes, piece.size);
    if (taken)
        tested.outputs = bench_outputs();
    tested.device_wrong += bench_outputs() != tested.outputs;
}

static void check_whole(void)
{
    struct frame whole = {.kind = MESSAGE_OUTPUTS, .sequence = below(256), .size = OUTPUTS_BYTES};
    whole.body[0] = below(256);
    whole.body[1] = below(4);
    genuine[0] = whole;
    genuine_count = 1;
    uint8_t wire[FRAME_WIRE_BYTES], size = frame_encode(&whole, wire);
    bool taken = false;
    for (uint8_t i = 0; i < size; i++)
        taken |= give_to_decoder(wire[i]);
    tested.deaf += !taken;
    give_to_device(wire, size);
    tested.outputs = whole.body[0] | (uint32_t)whole.body[1] << 8;
    tested.device_wrong += bench_outputs() != tested.outputs;
}

static void emit_damaged(void)
{
    struct piece piece;
    make_damaged(&piece);
    putchar(genuine_count);
    for (uint8_t i = 0; i < genuine_count; i++) {
        putchar(2 + genuine[i].size);
        putchar(genuine[i].kind);
        putchar(genuine[i].sequence);
        fwrite(genuine[i].body, 1, genuine[i].size, stdout);
    }
    putchar(piece.size);
    fwrite(piece.bytes, 1, piece.size, stdout);
}

int main(int count, char **words)
{
    if (count != 4) {
        fputs("usage: fuzz_frames check|emit COUNT SEED\n", stderr);
        return 2;
    }
    unsigned long frames = strtoul(words[2], NULL, 10);
    random_state = 0x9E3779B97F4A7C15ULL * (1 + strtoul(words[3], NULL, 10));
    bool emits = !strcmp(words[1], "emit");
    bench_start(BOOT_ID, 0);
    for (unsigned long i = 0; i < frames; i++) {
        if (emits) {
            emit_damaged();
        } else {
            check_damaged();
            check_whole();
        }
    }
    if (!emits)
        printf("%lu %lu %lu\n", tested.wrong, tested.deaf, tested.device_wrong);
    return 0;
}
