/* SPDX-License-Identifier: Apache-2.0 */
#include "Chunks.h"

#include <string.h>

#include <zlib.h>

void chunks_proceed(chunk_reader *reader) {
    if (!reader->proceed(reader->context)) {
        cpng_leave(reader->guard, CPNG_INTERRUPTED, "interrupted");
    }
}

/* Reads more of the file if the buffer is empty; returns the number of bytes in it. */
static size_t fill(chunk_reader *reader) {
    if (reader->input_start == reader->input_end && !reader->is_at_end) {
        chunks_proceed(reader);
        size_t got = reader->read(reader->context, reader->input, INPUT_CAPACITY);
        reader->input_start = 0;
        reader->input_end = got > INPUT_CAPACITY ? 0 : got;
        reader->is_at_end = reader->input_end == 0;
    }
    return reader->input_end - reader->input_start;
}

size_t chunks_take(chunk_reader *reader, uint8_t *bytes, size_t count) {
    size_t taken = 0;
    while (taken < count) {
        size_t available = fill(reader);
        if (available == 0) {
            return taken;
        }
        size_t part = count - taken < available ? count - taken : available;
        memcpy(bytes + taken, reader->input + reader->input_start, part);
        reader->input_start += part;
        taken += part;
    }
    return taken;
}

static uint32_t big_endian(const uint8_t *bytes) {
    return CHUNK_NAME(bytes[0], bytes[1], bytes[2], bytes[3]);
}

int chunks_next(chunk_reader *reader) {
    uint8_t head[8];
    if (chunks_take(reader, head, sizeof head) < sizeof head) {
        return 0;
    }
    reader->rest = big_endian(head);
    reader->name = big_endian(head + 4);
    reader->checksum = (uint32_t)crc32(0, head + 4, 4);
    return 1;
}

size_t chunks_piece(chunk_reader *reader, size_t limit, uint8_t **piece) {
    size_t count = limit < reader->rest ? limit : reader->rest;
    if (count > 0) {
        size_t available = fill(reader);
        count = count < available ? count : available;
        *piece = reader->input + reader->input_start;
        reader->input_start += count;
        reader->rest -= count;
        reader->checksum = (uint32_t)crc32_z(reader->checksum, *piece, count);
    }
    return count;
}

int chunks_close(chunk_reader *reader) {
    uint8_t *piece;
    uint8_t checksum[4];
    while (chunks_piece(reader, INPUT_CAPACITY, &piece) > 0) {
    }
    if (reader->rest > 0 || chunks_take(reader, checksum, sizeof checksum) < sizeof checksum) {
        return -1;
    }
    return big_endian(checksum) == reader->checksum;
}
