/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The chunks of a PNG file, read one after the other.
 *
 * The library gets only the chunks that describe pixels, and their data in bounded pieces. All others, such
 * as texts that may be compressed by any ratio, are skipped.
 */
#pragma once

#include "Guard.h"

#define INPUT_CAPACITY 65536

/* The name of a chunk as a number. */
#define CHUNK_NAME(a, b, c, d) \
    ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

#define CHUNK_HEADER CHUNK_NAME('I', 'H', 'D', 'R')
#define CHUNK_PALETTE CHUNK_NAME('P', 'L', 'T', 'E')
#define CHUNK_TRANSPARENCY CHUNK_NAME('t', 'R', 'N', 'S')
#define CHUNK_PROFILE CHUNK_NAME('i', 'C', 'C', 'P')
#define CHUNK_PIXELS CHUNK_NAME('I', 'D', 'A', 'T')
#define CHUNK_END CHUNK_NAME('I', 'E', 'N', 'D')

typedef struct chunk_reader {
    guard *guard;
    cpng_read read;
    cpng_proceed proceed;
    void *context;
    /* The current chunk: its name, the bytes left of its contents, and the checksum of those read. */
    uint32_t name;
    size_t rest;
    uint32_t checksum;
    int is_at_end;
    size_t input_start;
    size_t input_end;
    uint8_t input[INPUT_CAPACITY];
} chunk_reader;

/* Copies `count` bytes, or fewer at the end of the file; returns their number. */
size_t chunks_take(chunk_reader *reader, uint8_t *bytes, size_t count);

/* Reads the head of the next chunk; returns 0 at the end of the file. */
int chunks_next(chunk_reader *reader);

/*
 * Returns the next bytes of the current chunk, at most `limit`, which stay valid until the next call; 0 bytes
 * at the end of the chunk or of the file.
 */
size_t chunks_piece(chunk_reader *reader, size_t limit, uint8_t **piece);

/* Skips the rest of the chunk and reads its checksum: 1 if it is right, 0 if wrong, -1 if the file ends. */
int chunks_close(chunk_reader *reader);

/* Ends the guarded call unless the caller still wants the picture. */
void chunks_proceed(chunk_reader *reader);
