/* SPDX-License-Identifier: Apache-2.0 */
#include "DecoderState.h"
#include "Profile.h"

#include <stdlib.h>
#include <string.h>

/*
 * Deflate never makes pixels much longer, however often it flushes. Streams that are longer than twice the
 * pixels and this number of bytes consist of blocks without contents, and are read no further.
 */
#define INPUT_ALLOWANCE 65536

/* Hands a short chunk to the library whole, unless its checksum is wrong. */
static void feed_chunk(cpng_decoder *decoder, int is_critical) {
    /* A palette of 256 colors is the longest. */
    uint8_t bytes[8 + 768 + 4];
    chunk_reader *chunks = &decoder->chunks;
    uint32_t name = chunks->name;
    size_t count = chunks->rest;
    if (name == CHUNK_PALETTE && count % 3 != 0) {
        cpng_note(decoder, CPNG_DAMAGE_PALETTE, CPNG_CORRUPT, "a palette with a part of a color");
    }
    int is_sound = count <= 768;
    for (size_t got = 0; is_sound && got < count;) {
        uint8_t *piece;
        size_t part = chunks_piece(chunks, count - got, &piece);
        if (part == 0) {
            cpng_leave(&decoder->guard, CPNG_TRUNCATED, "the file ends early");
        }
        memcpy(bytes + 8 + got, piece, part);
        got += part;
    }
    int is_right = chunks_close(chunks);
    if (is_right < 0) {
        cpng_leave(&decoder->guard, CPNG_TRUNCATED, "the file ends early");
    }
    if (!is_sound || !is_right) {
        if (is_critical) {
            cpng_leave(&decoder->guard, CPNG_CORRUPT, "a damaged critical chunk");
        }
        if (name == CHUNK_TRANSPARENCY && decoder->expectation.channels % 2 == 0
            && (png_get_color_type(decoder->codec, decoder->facts) & PNG_COLOR_MASK_ALPHA) == 0) {
            cpng_note(decoder, CPNG_DAMAGE_TRANSPARENCY, CPNG_CORRUPT, "tRNS: a wrong checksum or length");
        }
        return;
    }
    count -= name == CHUNK_PALETTE ? count % 3 : 0;
    png_save_uint_32(bytes, (png_uint_32)count);
    png_save_uint_32(bytes + 4, name);
    png_save_uint_32(bytes + 8 + count, 0);
    png_process_data(decoder->codec, decoder->facts, bytes, count + 12);
}

/*
 * Whether a chunk with a wrong checksum may be that of the transparent color: its name differs by one bit. Of
 * other names none is so important, or the chunk is critical.
 */
static int may_be_transparency(const cpng_decoder *decoder) {
    uint32_t difference = decoder->chunks.name ^ CHUNK_TRANSPARENCY;
    return (difference & (difference - 1)) == 0 && decoder->expectation.channels % 2 == 1;
}

static void take_chunk(cpng_decoder *decoder) {
    chunk_reader *chunks = &decoder->chunks;
    switch (chunks->name) {
    case CHUNK_HEADER:
    case CHUNK_PALETTE:
        return feed_chunk(decoder, 1);
    case CHUNK_TRANSPARENCY:
        return feed_chunk(decoder, 0);
    case CHUNK_PROFILE:
        if (decoder->colors.profile == NULL) {
            cpng_read_profile(chunks, &decoder->colors, decoder->expectation);
            return;
        }
        break;
    case CHUNK_END:
        cpng_leave(&decoder->guard, CPNG_CORRUPT, "no pixels");
    default:
        if ((chunks->name & 0x20000000) == 0) {
            cpng_leave(&decoder->guard, CPNG_CHUNK_UNSUPPORTED,
                       cpng_about_chunk(decoder, chunks->name, "unhandled critical chunk"));
        }
    }
    int is_right = chunks_close(chunks);
    if (is_right < 0) {
        cpng_leave(&decoder->guard, CPNG_TRUNCATED, "the file ends early");
    }
    if (!is_right && may_be_transparency(decoder)) {
        cpng_note(decoder, CPNG_DAMAGE_CHECKSUM, CPNG_CORRUPT, "tRNS: a damaged name");
    }
}

/*
 * Begins the pixels. To the library they appear as one chunk that is as long as can be, with a stream that is
 * stored and not compressed: this file inflates them row by row, so that no row costs more than it should and
 * nothing depends on where a buffer ends.
 */
static void begin_pixels(cpng_decoder *decoder) {
    uint8_t head[10] = {0x7F, 0xFF, 0xFF, 0xFF, 'I', 'D', 'A', 'T', 0x08, 0x1D};
    png_process_data(decoder->codec, decoder->facts, head, 8);
    if (!decoder->has_info) {
        cpng_leave(&decoder->guard, CPNG_CORRUPT, "no header before the pixels");
    }
    png_process_data(decoder->codec, decoder->facts, head + 8, 2);
    decoder->coded_row = malloc(decoder->coded_byte_count);
    decoder->indices = malloc(decoder->index_byte_count + 1);
    decoder->has_stream = inflateInit(&decoder->stream) == Z_OK;
    if (decoder->coded_row == NULL || decoder->indices == NULL || !decoder->has_stream) {
        cpng_leave(&decoder->guard, CPNG_OUT_OF_MEMORY, "no memory for rows");
    }
    decoder->input_room = 2 * decoder->height * decoder->coded_byte_count + INPUT_ALLOWANCE;
}

void cpng_read_head(cpng_decoder *decoder) {
    uint8_t signature[8];
    if (chunks_take(&decoder->chunks, signature, sizeof signature) < sizeof signature) {
        cpng_leave(&decoder->guard, CPNG_TRUNCATED, "the file ends early");
    }
    png_process_data(decoder->codec, decoder->facts, signature, sizeof signature);
    while (1) {
        if (!chunks_next(&decoder->chunks)) {
            cpng_leave(&decoder->guard, CPNG_TRUNCATED, "the file ends early");
        }
        if (decoder->chunks.name == CHUNK_PIXELS) {
            break;
        }
        take_chunk(decoder);
    }
    begin_pixels(decoder);
}
