/* SPDX-License-Identifier: Apache-2.0 */
#include "DecoderState.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of pixel data, in the file or inflated, between two checks whether to go on. */
#define CHECK_INPUT 4096
#define CHECK_OUTPUT 262144

/* Data behind the last row are inflated no further than this. */
#define SURPLUS_LIMIT 4096

/* The greatest length of a block of deflate that is stored and not compressed. */
#define STORED_LIMIT 65535

/*
 * Makes the next piece of pixel data the input of the stream, if there is one. A wrong checksum is damage only
 * if the stream's own is wrong as well.
 */
static void next_piece(cpng_decoder *decoder) {
    chunk_reader *chunks = &decoder->chunks;
    size_t limit = decoder->input_room < CHECK_INPUT ? decoder->input_room : CHECK_INPUT;
    if (decoder->input_since_check >= CHECK_INPUT) {
        chunks_proceed(chunks);
        decoder->input_since_check = 0;
    }
    while (!decoder->is_behind_pixels && limit > 0) {
        uint8_t *piece;
        size_t count = chunks_piece(chunks, limit, &piece);
        if (count > 0) {
            decoder->stream.next_in = piece;
            decoder->stream.avail_in = (uInt)count;
            decoder->input_since_check += count;
            decoder->input_room -= count;
            return;
        }
        int is_right = chunks_close(chunks);
        if (is_right == 0) {
            cpng_note(decoder, CPNG_DAMAGE_CHECKSUM, CPNG_CORRUPT, "IDAT: a wrong checksum");
            decoder->has_wrong_checksum = 1;
        }
        if (is_right < 0 || !chunks_next(chunks)) {
            cpng_note(decoder, CPNG_DAMAGE_END, CPNG_TRUNCATED, "the file ends early");
            decoder->is_behind_pixels = 1;
        } else if (chunks->name != CHUNK_PIXELS) {
            decoder->is_behind_pixels = 1;
        }
    }
}

/* Inflates pixel data; returns whether there were as many. */
static int inflate_pixels(cpng_decoder *decoder, uint8_t *room, size_t count) {
    z_stream *stream = &decoder->stream;
    stream->next_out = room;
    stream->avail_out = (uInt)count;
    int result = Z_OK;
    while (stream->avail_out > 0 && !decoder->has_ended && result == Z_OK) {
        if (stream->avail_in == 0) {
            next_piece(decoder);
        }
        result = inflate(stream, Z_SYNC_FLUSH);
        decoder->has_ended = result == Z_STREAM_END;
    }
    decoder->output_since_check += count;
    if (decoder->output_since_check >= CHECK_OUTPUT) {
        chunks_proceed(&decoder->chunks);
        decoder->output_since_check = 0;
    }
    if (result == Z_MEM_ERROR) {
        cpng_leave(&decoder->guard, CPNG_OUT_OF_MEMORY, "no memory to inflate pixels");
    }
    decoder->is_broken = result == Z_DATA_ERROR || result == Z_NEED_DICT;
    return stream->avail_out == 0;
}

/* The words in which zlib said what is wrong with the pixels. */
static const char *stream_message(cpng_decoder *decoder) {
    const char *message = decoder->stream.msg;
    return cpng_about_chunk(decoder, CHUNK_PIXELS,
                            message != NULL ? message : "data that cannot be inflated");
}

/* Inflates a row of the file and hands it to the library, as stored blocks. */
static void take_row(cpng_decoder *decoder, size_t count) {
    if (!inflate_pixels(decoder, decoder->coded_row, count)) {
        int is_cut = decoder->chunks.is_at_end && !decoder->is_broken;
        cpng_leave(&decoder->guard, is_cut ? CPNG_TRUNCATED : CPNG_CORRUPT,
                   decoder->is_broken ? stream_message(decoder)
                                      : "fewer rows than the header says");
    }
    for (size_t start = 0; start < count; start += STORED_LIMIT) {
        size_t part = count - start < STORED_LIMIT ? count - start : STORED_LIMIT;
        uint8_t head[5] = {0, part & 0xFF, part >> 8, ~part & 0xFF, ~part >> 8 & 0xFF};
        png_process_data(decoder->codec, decoder->facts, head, sizeof head);
        png_process_data(decoder->codec, decoder->facts, decoder->coded_row + start, part);
    }
}

/* Decodes all passes of an interlaced picture. */
static void materialize(cpng_decoder *decoder) {
    decoder->picture = calloc(decoder->height, cpng_delivered_byte_count(decoder));
    if (decoder->picture == NULL) {
        cpng_leave(&decoder->guard, CPNG_OUT_OF_MEMORY, "no memory for an interlaced picture");
    }
    for (int pass = 0; pass < decoder->passes; pass += 1) {
        size_t width = PNG_PASS_COLS(decoder->expectation.width, pass);
        uint32_t rows = width > 0 ? PNG_PASS_ROWS(decoder->height, pass) : 0;
        for (uint32_t y = 0; y < rows; y += 1) {
            take_row(decoder, 1 + (width * decoder->pixel_bits + 7) / 8);
        }
    }
}

/* Decodes the next row, or the whole of an interlaced picture. Keeps an error for all rows below. */
static void decode(cpng_decoder *decoder, uint8_t *row) {
    if (setjmp(decoder->guard.escape)) {
        decoder->failure = decoder->guard.status;
        return;
    }
    if (decoder->passes > 1) {
        if (decoder->picture == NULL) {
            materialize(decoder);
        }
    } else {
        decoder->target = decoder->index_byte_count > 0 ? decoder->indices : row;
        take_row(decoder, decoder->coded_byte_count);
    }
}

/* Examines the data behind the last row: the stream should end there, with its checksum. */
static void check_stream_end(cpng_decoder *decoder) {
    uint8_t extra;
    decoder->input_room = SURPLUS_LIMIT;
    int is_longer = !decoder->has_ended && inflate_pixels(decoder, &extra, 1);
    if (is_longer || decoder->input_room == 0
        || (decoder->has_ended && (decoder->stream.avail_in > 0 || decoder->chunks.rest > 0))) {
        cpng_note(decoder, CPNG_DAMAGE_SURPLUS, CPNG_CORRUPT, "IDAT: data behind the last row");
    } else if (decoder->is_broken) {
        cpng_note(decoder, CPNG_DAMAGE_CHECKSUM, CPNG_CORRUPT, stream_message(decoder));
    } else if (!decoder->has_ended) {
        cpng_note(decoder, CPNG_DAMAGE_END, CPNG_CORRUPT, "IDAT: a stream that does not end");
    }
}

/* Reads to the end of the file, so that a missing end is known before the last row is used. */
static void check_file_end(cpng_decoder *decoder) {
    chunk_reader *chunks = &decoder->chunks;
    while (!chunks->is_at_end) {
        int is_pixels = chunks->name == CHUNK_PIXELS;
        int is_end = chunks->name == CHUNK_END;
        if (is_end && chunks->rest > 0) {
            cpng_note(decoder, CPNG_DAMAGE_SURPLUS, CPNG_CORRUPT, "IEND: invalid");
        } else if (!is_pixels && !is_end && (chunks->name & 0x20000000) == 0) {
            cpng_note(decoder, CPNG_DAMAGE_SURPLUS, CPNG_CHUNK_UNSUPPORTED,
                      cpng_about_chunk(decoder, chunks->name, "unhandled critical chunk"));
        }
        int is_right = chunks_close(chunks);
        if (is_right == 0 && is_pixels) {
            cpng_note(decoder, CPNG_DAMAGE_CHECKSUM, CPNG_CORRUPT, "IDAT: a wrong checksum");
            decoder->has_wrong_checksum = 1;
        } else if (is_right < 1 && is_end) {
            break;
        } else if (is_end) {
            return;
        }
        if (is_right < 0 || !chunks_next(chunks)) {
            break;
        }
        if (chunks->name == CHUNK_PIXELS && chunks->rest > 0) {
            cpng_note(decoder, CPNG_DAMAGE_SURPLUS, CPNG_CORRUPT, "IDAT: a chunk behind the end of the pixels");
        }
    }
    cpng_note(decoder, CPNG_DAMAGE_END, chunks->is_at_end ? CPNG_TRUNCATED : CPNG_CORRUPT,
         "the file ends early");
}

/* Replaces indices by their colors. */
static void look_up(cpng_decoder *decoder, const uint8_t *indices, uint8_t *row) {
    size_t channels = decoder->channels;
    uint8_t greatest = 0;
    for (size_t x = 0; x < decoder->index_byte_count; x += 1) {
        greatest = indices[x] > greatest ? indices[x] : greatest;
        memcpy(row + x * channels, decoder->palette[indices[x]], channels);
    }
    if (greatest >= decoder->palette_count) {
        cpng_note(decoder, CPNG_DAMAGE_PALETTE, CPNG_CORRUPT, "an index beyond the palette");
    }
}

/* Ends the call with the failure of an earlier row, unless rows may be missing. */
static void tolerate_failure(cpng_decoder *decoder) {
    int is_damage = decoder->failure == CPNG_TRUNCATED || decoder->failure == CPNG_CORRUPT;
    if (!is_damage || (decoder->expectation.tolerated & CPNG_DAMAGE_MISSING) == 0) {
        longjmp(decoder->guard.escape, 1);
    }
    decoder->damage |= CPNG_DAMAGE_MISSING;
}

cpng_status cpng_decoder_read_row(cpng_decoder *decoder, uint8_t *row, size_t byte_count) {
    if (byte_count < decoder->row_byte_count || decoder->rows_read == decoder->height) {
        return CPNG_MISUSED;
    }
    if (decoder->failure == CPNG_OK) {
        decode(decoder, row);
    }
    if (setjmp(decoder->guard.escape)) {
        return decoder->guard.status;
    }
    decoder->guard.status = decoder->failure;
    size_t count = cpng_delivered_byte_count(decoder);
    uint8_t *picture_row =
        decoder->picture == NULL ? NULL : decoder->picture + decoder->rows_read * count;
    if (decoder->failure != CPNG_OK) {
        tolerate_failure(decoder);
    } else if (decoder->rows_read + 1 == decoder->height) {
        check_stream_end(decoder);
        check_file_end(decoder);
        if (decoder->has_wrong_checksum && !decoder->has_ended) {
            cpng_note(decoder, CPNG_DAMAGE_MISSING, CPNG_CORRUPT, "IDAT: no right checksum");
        }
    }
    if (decoder->failure != CPNG_OK && picture_row == NULL) {
        memset(row, decoder->channels % 2 == 0 ? 0 : 0xFF, decoder->row_byte_count);
    } else if (decoder->index_byte_count > 0) {
        look_up(decoder, picture_row != NULL ? picture_row : decoder->indices, row);
    } else if (picture_row != NULL) {
        memcpy(row, picture_row, count);
    }
    decoder->rows_read += 1;
    return CPNG_OK;
}
