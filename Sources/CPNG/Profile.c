/* SPDX-License-Identifier: Apache-2.0 */
#include "Profile.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* Inflates a profile; returns 0 if the bytes are damaged. */
static size_t inflate_profile(guard *guard, uint8_t *bytes, size_t count, uint8_t *room, size_t limit) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.next_in = bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = room;
    stream.avail_out = (uInt)limit;
    if (inflateInit(&stream) != Z_OK) {
        cpng_leave(guard, CPNG_OUT_OF_MEMORY, "no memory to inflate a profile");
    }
    int result = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (result != Z_STREAM_END && stream.avail_out == 0) {
        cpng_leave(guard, CPNG_PROFILE_TOO_LARGE, "a profile over the limit");
    }
    return result == Z_STREAM_END ? stream.total_out : 0;
}

/* The length of what precedes the stream: a name of 1 to 79 bytes, a zero, the method 0; 0 if it is none. */
static size_t prefix_length(const uint8_t *bytes, size_t count) {
    for (size_t index = 1; index < 80 && index + 2 < count && bytes[0] != 0; index += 1) {
        if (bytes[index] == 0) {
            return bytes[index + 1] == 0 ? index + 2 : 0;
        }
    }
    return 0;
}

void cpng_read_profile(chunk_reader *chunks, cpng_colors *colors, cpng_expectation expectation) {
    size_t count = chunks->rest;
    size_t got = 0;
    int is_short = count <= expectation.profile_chunk_limit;
    /* The compressed bytes lie behind the profile. Untouched pages of it take no memory. */
    uint8_t *room = is_short ? malloc(expectation.profile_limit + count) : NULL;
    if (is_short && room == NULL) {
        cpng_leave(chunks->guard, CPNG_OUT_OF_MEMORY, "no memory for a profile");
    }
    colors->profile = room;
    while (room != NULL && got < count) {
        uint8_t *piece;
        size_t part = chunks_piece(chunks, count - got, &piece);
        if (part == 0) {
            break;
        }
        memcpy(room + expectation.profile_limit + got, piece, part);
        got += part;
    }
    int is_right = chunks_close(chunks);
    if (is_right < 0) {
        cpng_leave(chunks->guard, CPNG_TRUNCATED, "the file ends early");
    }
    size_t prefix = is_right && room != NULL ? prefix_length(room + expectation.profile_limit, count) : 0;
    if (prefix > 0) {
        colors->profile_byte_count = inflate_profile(
            chunks->guard, room + expectation.profile_limit + prefix, count - prefix, room,
            expectation.profile_limit);
    }
    if (colors->profile_byte_count == 0) {
        cpng_drop_profile(colors);
    }
}

void cpng_drop_profile(cpng_colors *colors) {
    free((void *)colors->profile);
    colors->profile = NULL;
}
