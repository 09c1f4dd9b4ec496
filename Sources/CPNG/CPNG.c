/* SPDX-License-Identifier: Apache-2.0 */
#include "CPNG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

#define INPUT_CAPACITY 65536
#define OUTPUT_CAPACITY 16384
#define MESSAGE_CAPACITY 200

/*
 * The library keeps two chunks fewer than it is told to. Only the one with the profile is kept, and it may
 * not repeat.
 */
#define CHUNK_LIMIT 3

#define PROFILE_NAME "ICC profile"

/* MARK: Errors */

typedef struct guard {
    jmp_buf escape;
    cpng_status status;
    char message[MESSAGE_CAPACITY];
} guard;

_Noreturn static void leave(guard *guard, cpng_status status, const char *message) {
    guard->status = status;
    snprintf(guard->message, sizeof guard->message, "%s", message);
    longjmp(guard->escape, 1);
}

static int begins_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static cpng_status status_of(const char *message) {
    if (strstr(message, "emory") != NULL) {
        return CPNG_OUT_OF_MEMORY;
    }
    if (strstr(message, "unhandled critical chunk") != NULL) {
        return CPNG_CHUNK_UNSUPPORTED;
    }
    return CPNG_CORRUPT;
}

static void on_error(png_structp codec, png_const_charp message) {
    leave(png_get_error_ptr(codec), status_of(message), message);
}

/*
 * A damaged tRNS chunk is an error, because without it the picture would show hidden parts. It is harmless
 * where the pixels have their own alpha, where the chunk is not allowed.
 */
static int is_transparency_lost(const char *message) {
    return begins_with(message, "tRNS:") && strstr(message, "alpha channel") == NULL;
}

/*
 * Warnings about other ancillary chunks mean that the chunk is ignored, which changes no pixel. Warnings
 * about the pixels themselves (a wrong checksum, too much data, an unfinished stream) are errors.
 */
static void on_decoder_warning(png_structp codec, png_const_charp message) {
    if (begins_with(message, "IDAT:") || begins_with(message, "IEND:")
        || is_transparency_lost(message)) {
        leave(png_get_error_ptr(codec), CPNG_CORRUPT, message);
    }
}

static void on_encoder_warning(png_structp codec, png_const_charp message) {
    (void)codec;
    (void)message;
}

/* MARK: Decoder */

struct cpng_decoder {
    guard guard;
    png_structp codec;
    png_infop facts;
    cpng_read read;
    cpng_proceed proceed;
    void *context;
    size_t row_byte_count;
    uint32_t height;
    uint32_t rows_read;
    int passes;
    size_t profile_limit;
    uint8_t *profile;
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
    size_t input_start;
    size_t input_end;
    uint8_t input[INPUT_CAPACITY];
};

static void on_read(png_structp codec, png_bytep bytes, size_t count) {
    cpng_decoder *decoder = png_get_io_ptr(codec);
    while (count > 0) {
        if (decoder->input_start == decoder->input_end) {
            size_t got = decoder->read(decoder->context, decoder->input, INPUT_CAPACITY);
            if (got == 0 || got > INPUT_CAPACITY) {
                leave(&decoder->guard, CPNG_TRUNCATED, "the file ends early");
            }
            decoder->input_start = 0;
            decoder->input_end = got;
        }
        size_t available = decoder->input_end - decoder->input_start;
        size_t part = count < available ? count : available;
        memcpy(bytes, decoder->input + decoder->input_start, part);
        decoder->input_start += part;
        bytes += part;
        count -= part;
    }
}

/*
 * Chunks that describe neither pixels nor color are skipped unread, such as text, which may be compressed by
 * any ratio.
 */
static const png_byte skipped_chunks[] =
    "bKGD\0cICP\0eXIf\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sTER\0tEXt\0tIME\0zTXt\0";

/*
 * The library drops profiles that it considers invalid, by rules that depend on its build. Profiles are
 * copied here, not used, so the chunk is read and written as it is.
 */
static const png_byte profile_chunk[5] = "iCCP";

static void decoder_configure(cpng_decoder *decoder, cpng_expectation expectation) {
    png_structp codec = decoder->codec;
    png_set_read_fn(codec, decoder, on_read);
    png_set_crc_action(codec, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
    png_set_benign_errors(codec, 1);
    png_set_user_limits(codec, expectation.width, expectation.height);
    png_set_chunk_cache_max(codec, CHUNK_LIMIT);
    png_set_chunk_malloc_max(codec, expectation.profile_chunk_limit);
    png_set_keep_unknown_chunks(codec, PNG_HANDLE_CHUNK_NEVER, skipped_chunks,
                                (int)(sizeof skipped_chunks / 5));
    png_set_keep_unknown_chunks(codec, PNG_HANDLE_CHUNK_ALWAYS, profile_chunk, 1);
    decoder->profile_limit = expectation.profile_limit;
}

cpng_decoder *cpng_decoder_create(cpng_read read, cpng_proceed proceed, void *context) {
    cpng_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        return NULL;
    }
    decoder->read = read;
    decoder->proceed = proceed;
    decoder->context = context;
    if (setjmp(decoder->guard.escape)) {
        cpng_decoder_destroy(decoder);
        return NULL;
    }
    decoder->codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoder->guard, on_error,
                                            on_decoder_warning);
    if (decoder->codec != NULL) {
        decoder->facts = png_create_info_struct(decoder->codec);
    }
    if (decoder->codec == NULL || decoder->facts == NULL) {
        cpng_decoder_destroy(decoder);
        return NULL;
    }
    return decoder;
}

void cpng_decoder_destroy(cpng_decoder *decoder) {
    if (decoder->codec != NULL) {
        png_destroy_read_struct(&decoder->codec, &decoder->facts, NULL);
    }
    free(decoder->profile);
    free(decoder->indices);
    free(decoder->picture);
    free(decoder);
}

/* Inflates a profile; returns 0 if the bytes are damaged. */
static size_t inflate_profile(cpng_decoder *decoder, png_bytep bytes, size_t count) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.next_in = bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = decoder->profile;
    stream.avail_out = (uInt)decoder->profile_limit;
    if (inflateInit(&stream) != Z_OK) {
        leave(&decoder->guard, CPNG_OUT_OF_MEMORY, "no memory to inflate a profile");
    }
    int result = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (result != Z_STREAM_END && stream.avail_out == 0) {
        leave(&decoder->guard, CPNG_PROFILE_TOO_LARGE, "a profile over the limit");
    }
    return result == Z_STREAM_END ? stream.total_out : 0;
}

/* Reads an iCCP chunk: a name of 1 to 79 bytes, a zero, the method 0, a zlib stream. */
static void decoder_read_profile(cpng_decoder *decoder, png_unknown_chunkp chunk,
                                 cpng_colors *colors) {
    const png_byte *end = memchr(chunk->data, 0, chunk->size < 80 ? chunk->size : 80);
    size_t start = end == NULL ? 0 : (size_t)(end - chunk->data) + 2;
    if (start < 3 || start >= chunk->size || chunk->data[start - 1] != 0) {
        return;
    }
    /* Untouched pages of the buffer take no memory. */
    decoder->profile = malloc(decoder->profile_limit);
    if (decoder->profile == NULL) {
        leave(&decoder->guard, CPNG_OUT_OF_MEMORY, "no memory for a profile");
    }
    size_t count = inflate_profile(decoder, chunk->data + start, chunk->size - start);
    colors->profile = count > 0 ? decoder->profile : NULL;
    colors->profile_byte_count = count;
}

static void decoder_read_colors(cpng_decoder *decoder, cpng_colors *colors) {
    png_unknown_chunkp chunks = NULL;
    png_fixed_point gamma = 0;
    int intent = 0;
    memset(colors, 0, sizeof *colors);
    if (png_get_unknown_chunks(decoder->codec, decoder->facts, &chunks) > 0) {
        decoder_read_profile(decoder, &chunks[0], colors);
        png_free_data(decoder->codec, decoder->facts, PNG_FREE_UNKN, -1);
    }
    /* A profile behind the pixels is ignored. */
    png_set_keep_unknown_chunks(decoder->codec, PNG_HANDLE_CHUNK_NEVER, profile_chunk, 1);
    if (!png_get_sRGB(decoder->codec, decoder->facts, &intent)
        && png_get_gAMA_fixed(decoder->codec, decoder->facts, &gamma)) {
        colors->gamma = gamma;
    }
}

/* Copies the palette; entries without their own alpha are opaque. */
static void decoder_read_palette(cpng_decoder *decoder) {
    png_colorp colors = NULL;
    png_bytep alphas = NULL;
    int alpha_count = 0;
    png_get_PLTE(decoder->codec, decoder->facts, &colors, &decoder->palette_count);
    png_get_tRNS(decoder->codec, decoder->facts, &alphas, &alpha_count, NULL);
    for (int index = 0; index < decoder->palette_count && index < 256; index += 1) {
        uint8_t *entry = decoder->palette[index];
        entry[0] = colors[index].red;
        entry[1] = colors[index].green;
        entry[2] = colors[index].blue;
        entry[3] = alphas != NULL && index < alpha_count ? alphas[index] : 0xFF;
    }
}

/*
 * Requests whole bytes, and a transparent color as alpha. Palette colors are looked up here, because the
 * library replaces indices beyond the palette by black before it checks for them.
 */
static void decoder_expand(cpng_decoder *decoder) {
    png_structp codec = decoder->codec;
    png_uint_32 width = png_get_image_width(codec, decoder->facts);
    int has_palette = png_get_color_type(codec, decoder->facts) == PNG_COLOR_TYPE_PALETTE;
    if (has_palette) {
        decoder_read_palette(decoder);
        png_set_packing(codec);
        png_set_check_for_invalid_index(codec, -1);
        decoder->index_byte_count = width;
        decoder->indices = malloc(width);
        if (decoder->indices == NULL) {
            leave(&decoder->guard, CPNG_OUT_OF_MEMORY, "no memory for a row of indices");
        }
    } else {
        png_set_expand(codec);
    }
    decoder->passes = png_set_interlace_handling(codec);
    png_read_update_info(codec, decoder->facts);
    if (has_palette) {
        decoder->channels = png_get_valid(codec, decoder->facts, PNG_INFO_tRNS) != 0 ? 4 : 3;
        decoder->row_byte_count = (size_t)width * decoder->channels;
    } else {
        decoder->channels = png_get_channels(codec, decoder->facts);
        decoder->row_byte_count = png_get_rowbytes(codec, decoder->facts);
    }
}

cpng_status cpng_decoder_start(cpng_decoder *decoder, cpng_expectation expectation,
                               cpng_colors *colors) {
    if (setjmp(decoder->guard.escape)) {
        return decoder->guard.status;
    }
    decoder_configure(decoder, expectation);
    png_read_info(decoder->codec, decoder->facts);
    decoder_read_colors(decoder, colors);
    decoder_expand(decoder);
    decoder->height = png_get_image_height(decoder->codec, decoder->facts);
    size_t expected = (size_t)expectation.width * expectation.channels * (expectation.depth / 8);
    if (png_get_image_width(decoder->codec, decoder->facts) != expectation.width
        || decoder->height != expectation.height
        || decoder->channels != expectation.channels
        || png_get_bit_depth(decoder->codec, decoder->facts) != expectation.depth
        || decoder->row_byte_count != expected) {
        leave(&decoder->guard, CPNG_CORRUPT, "two headers that disagree");
    }
    return CPNG_OK;
}

/* The number of bytes in a row from the library. */
static size_t delivered_byte_count(const cpng_decoder *decoder) {
    return decoder->index_byte_count > 0 ? decoder->index_byte_count : decoder->row_byte_count;
}

static void decoder_materialize(cpng_decoder *decoder) {
    size_t byte_count = delivered_byte_count(decoder);
    decoder->picture = calloc(decoder->height, byte_count);
    if (decoder->picture == NULL) {
        leave(&decoder->guard, CPNG_OUT_OF_MEMORY, "no memory for an interlaced picture");
    }
    for (int pass = 0; pass < decoder->passes; pass += 1) {
        for (uint32_t y = 0; y < decoder->height; y += 1) {
            png_read_row(decoder->codec, decoder->picture + y * byte_count, NULL);
            if (y % 64 == 0 && !decoder->proceed(decoder->context)) {
                leave(&decoder->guard, CPNG_INTERRUPTED, "interrupted");
            }
        }
    }
    png_read_end(decoder->codec, decoder->facts);
}

/* Replaces indices by their colors. */
static void decoder_look_up(cpng_decoder *decoder, const uint8_t *indices, uint8_t *row) {
    size_t channels = decoder->channels;
    for (size_t x = 0; x < decoder->index_byte_count; x += 1) {
        if (indices[x] >= decoder->palette_count) {
            leave(&decoder->guard, CPNG_CORRUPT, "an index beyond the palette");
        }
        memcpy(row + x * channels, decoder->palette[indices[x]], channels);
    }
}

/* Reads the next row from the library, or from the picture decoded before if that is interlaced. */
static const uint8_t *decoder_next_row(cpng_decoder *decoder, uint8_t *room) {
    if (decoder->passes > 1) {
        if (decoder->picture == NULL) {
            decoder_materialize(decoder);
        }
        return decoder->picture + decoder->rows_read * delivered_byte_count(decoder);
    }
    png_read_row(decoder->codec, room, NULL);
    if (decoder->rows_read + 1 == decoder->height) {
        png_read_end(decoder->codec, decoder->facts);
    }
    return room;
}

cpng_status cpng_decoder_read_row(cpng_decoder *decoder, uint8_t *row, size_t byte_count) {
    if (setjmp(decoder->guard.escape)) {
        return decoder->guard.status;
    }
    if (byte_count < decoder->row_byte_count || decoder->rows_read == decoder->height) {
        leave(&decoder->guard, CPNG_MISUSED, "a short row, or one too many");
    }
    int has_palette = decoder->index_byte_count > 0;
    const uint8_t *delivered = decoder_next_row(decoder, has_palette ? decoder->indices : row);
    if (has_palette) {
        decoder_look_up(decoder, delivered, row);
    } else if (delivered != row) {
        memcpy(row, delivered, decoder->row_byte_count);
    }
    decoder->rows_read += 1;
    return CPNG_OK;
}

void cpng_decoder_drop_profile(cpng_decoder *decoder) {
    free(decoder->profile);
    decoder->profile = NULL;
}

uint32_t cpng_checksum(const uint8_t *bytes, size_t count) {
    return (uint32_t)crc32_z(0, bytes, count);
}

const char *cpng_decoder_message(const cpng_decoder *decoder) {
    return decoder->guard.message;
}

/* MARK: Encoder */

struct cpng_encoder {
    guard guard;
    png_structp codec;
    png_infop facts;
    cpng_write write;
    void *context;
    size_t row_byte_count;
    size_t output_count;
    /* The contents of an iCCP chunk. */
    uint8_t *profile;
    uint8_t output[OUTPUT_CAPACITY];
};

static void encoder_flush(cpng_encoder *encoder) {
    size_t count = encoder->output_count;
    encoder->output_count = 0;
    if (count > 0 && encoder->write(encoder->context, encoder->output, count) != count) {
        leave(&encoder->guard, CPNG_SINK_CLOSED, "the sink is closed");
    }
}

static void on_write(png_structp codec, png_bytep bytes, size_t count) {
    cpng_encoder *encoder = png_get_io_ptr(codec);
    while (count > 0) {
        size_t room = OUTPUT_CAPACITY - encoder->output_count;
        size_t part = count < room ? count : room;
        memcpy(encoder->output + encoder->output_count, bytes, part);
        encoder->output_count += part;
        bytes += part;
        count -= part;
        if (encoder->output_count == OUTPUT_CAPACITY) {
            encoder_flush(encoder);
        }
    }
}

static void on_flush(png_structp codec) {
    (void)codec;
}

cpng_encoder *cpng_encoder_create(cpng_write write, void *context) {
    cpng_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) {
        return NULL;
    }
    encoder->write = write;
    encoder->context = context;
    if (setjmp(encoder->guard.escape)) {
        cpng_encoder_destroy(encoder);
        return NULL;
    }
    encoder->codec = png_create_write_struct(PNG_LIBPNG_VER_STRING, &encoder->guard, on_error,
                                             on_encoder_warning);
    if (encoder->codec != NULL) {
        encoder->facts = png_create_info_struct(encoder->codec);
    }
    if (encoder->codec == NULL || encoder->facts == NULL) {
        cpng_encoder_destroy(encoder);
        return NULL;
    }
    return encoder;
}

void cpng_encoder_destroy(cpng_encoder *encoder) {
    if (encoder->codec != NULL) {
        png_destroy_write_struct(&encoder->codec, &encoder->facts);
    }
    free(encoder->profile);
    free(encoder);
}

static int color_type(uint32_t channels) {
    switch (channels) {
    case 1:
        return PNG_COLOR_TYPE_GRAY;
    case 2:
        return PNG_COLOR_TYPE_GRAY_ALPHA;
    case 3:
        return PNG_COLOR_TYPE_RGB;
    default:
        return PNG_COLOR_TYPE_RGB_ALPHA;
    }
}

/* Uses the library's own choice of a filter for each row. */
static void encoder_set_compression(png_structp codec, int level) {
    png_set_compression_buffer_size(codec, OUTPUT_CAPACITY);
    png_set_filter(codec, PNG_FILTER_TYPE_BASE, level == 0 ? PNG_FILTER_NONE : PNG_ALL_FILTERS);
    png_set_compression_level(codec, level);
}

static void encoder_write_profile(cpng_encoder *encoder, const uint8_t *profile, size_t count) {
    /* The name, its terminating zero, and compression method 0. */
    size_t prefix = sizeof PROFILE_NAME + 1;
    uLongf compressed = compressBound((uLong)count);
    encoder->profile = calloc(1, prefix + compressed);
    if (encoder->profile == NULL
        || compress(encoder->profile + prefix, &compressed, profile, (uLong)count) != Z_OK) {
        leave(&encoder->guard, CPNG_OUT_OF_MEMORY, "no memory to deflate a profile");
    }
    memcpy(encoder->profile, PROFILE_NAME, sizeof PROFILE_NAME);
    png_write_chunk(encoder->codec, profile_chunk, encoder->profile, prefix + compressed);
    free(encoder->profile);
    encoder->profile = NULL;
}

cpng_status cpng_encoder_start(cpng_encoder *encoder, cpng_parameters parameters,
                               const uint8_t *profile, size_t profile_byte_count) {
    png_structp codec = encoder->codec;
    png_infop facts = encoder->facts;
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    png_set_write_fn(codec, encoder, on_write, on_flush);
    png_set_user_limits(codec, parameters.width, parameters.height);
    png_set_IHDR(codec, facts, parameters.width, parameters.height, (int)parameters.depth,
                 color_type(parameters.channels), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
                 PNG_FILTER_TYPE_BASE);
    encoder_set_compression(codec, parameters.level);
    if (profile == NULL || profile_byte_count == 0) {
        png_set_sRGB(codec, facts, PNG_sRGB_INTENT_PERCEPTUAL);
        png_write_info(codec, facts);
    } else {
        png_write_info(codec, facts);
        encoder_write_profile(encoder, profile, profile_byte_count);
    }
    encoder->row_byte_count =
        (size_t)parameters.width * parameters.channels * (parameters.depth / 8);
    return CPNG_OK;
}

cpng_status cpng_encoder_write_row(cpng_encoder *encoder, const uint8_t *row, size_t byte_count) {
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    if (byte_count < encoder->row_byte_count) {
        leave(&encoder->guard, CPNG_MISUSED, "a short row");
    }
    png_write_row(encoder->codec, row);
    return CPNG_OK;
}

cpng_status cpng_encoder_finish(cpng_encoder *encoder) {
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    png_write_end(encoder->codec, NULL);
    encoder_flush(encoder);
    return CPNG_OK;
}

const char *cpng_encoder_message(const cpng_encoder *encoder) {
    return encoder->guard.message;
}

/* MARK: Libraries */

const char *cpng_version(void) {
    return png_get_libpng_ver(NULL);
}

const char *cpng_zlib_version(void) {
    return zlibVersion();
}
