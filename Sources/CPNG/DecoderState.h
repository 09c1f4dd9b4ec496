/* SPDX-License-Identifier: Apache-2.0 */

/* The state of a decoder, which the file's head fills in and its pixels use up. */
#pragma once

#include "Chunks.h"

#include <png.h>
#include <zlib.h>

struct cpng_decoder {
    guard guard;
    png_structp codec;
    png_infop facts;
    cpng_expectation expectation;
    uint32_t damage;
    cpng_status failure;
    cpng_colors colors;
    int has_info;
    size_t row_byte_count;
    uint32_t height;
    uint32_t rows_read;
    int passes;
    /*
     * The palette, four bytes an entry, and a buffer of `index_byte_count` bytes for a row of indices; 0
     * without a palette.
     */
    uint8_t palette[256][4];
    int palette_count;
    size_t channels;
    size_t index_byte_count;
    uint8_t *indices;
    /* All decoded rows of an interlaced picture, after the first was requested. */
    uint8_t *picture;
    /* The place of the next row from the library. */
    uint8_t *target;
    /* A row as it is in the file, with the filter before it, of `pixel_bits` bits a pixel. */
    uint8_t *coded_row;
    size_t coded_byte_count;
    size_t pixel_bits;
    z_stream stream;
    size_t input_since_check;
    size_t output_since_check;
    /* The number of bytes of the stream that may still be read. */
    size_t input_room;
    int has_stream;
    int has_ended;
    int has_wrong_checksum;
    int is_broken;
    int is_behind_pixels;
    /* A message with the name of its chunk. */
    char words[MESSAGE_CAPACITY];
    chunk_reader chunks;
};

/* Notes damage that the caller tolerates; any other ends the guarded call. */
void cpng_note(cpng_decoder *decoder, cpng_damage damage, cpng_status status, const char *message);

/* A message that begins with the name of a chunk, valid until the next one; '?' stands for what is no letter. */
const char *cpng_about_chunk(cpng_decoder *decoder, uint32_t name, const char *message);

/* The number of bytes in a row from the library. */
size_t cpng_delivered_byte_count(const cpng_decoder *decoder);

/* Reads all chunks before the pixels, and prepares for the pixels. */
void cpng_read_head(cpng_decoder *decoder);
