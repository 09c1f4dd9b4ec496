/* SPDX-License-Identifier: Apache-2.0 */
#include "Guard.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

#define OUTPUT_CAPACITY 16384
#define PROFILE_NAME "ICC profile"

static void on_error(png_structp codec, png_const_charp message) {
    cpng_leave(png_get_error_ptr(codec), cpng_status_of(message), message);
}

static void on_warning(png_structp codec, png_const_charp message) {
    (void)codec;
    (void)message;
}

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
        cpng_leave(&encoder->guard, CPNG_SINK_CLOSED, "the sink is closed");
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
                                             on_warning);
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

static int zlib_strategy(cpng_strategy strategy) {
    switch (strategy) {
    case CPNG_DIFFERENCES:
        return Z_FILTERED;
    case CPNG_RUNS:
        return Z_RLE;
    case CPNG_LITERALS:
        return Z_HUFFMAN_ONLY;
    default:
        return Z_DEFAULT_STRATEGY;
    }
}

static void encoder_set_compression(png_structp codec, cpng_parameters parameters) {
    int is_filtered = parameters.level > 0 && parameters.strategy != CPNG_REPETITIONS &&
                      parameters.strategy != CPNG_LITERALS;
    png_set_compression_buffer_size(codec, OUTPUT_CAPACITY);
    png_set_filter(codec, PNG_FILTER_TYPE_BASE, is_filtered ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
    png_set_compression_level(codec, parameters.level);
    png_set_compression_strategy(codec, zlib_strategy(parameters.strategy));
}

static void encoder_set_palette(png_structp codec, png_infop facts, cpng_palette palette) {
    png_color colors[PNG_MAX_PALETTE_LENGTH];
    if (palette.color_count > PNG_MAX_PALETTE_LENGTH) {
        png_error(codec, "too many colors");
    }
    for (size_t index = 0; index < palette.color_count; index += 1) {
        const uint8_t *color = palette.colors + 3 * index;
        colors[index] = (png_color){color[0], color[1], color[2]};
    }
    png_set_PLTE(codec, facts, colors, (int)palette.color_count);
    if (palette.alpha_count > 0) {
        png_set_tRNS(codec, facts, palette.alphas, (int)palette.alpha_count, NULL);
    }
}

static void encoder_write_profile(cpng_encoder *encoder, const uint8_t *profile, size_t count) {
    /* The name, its terminating zero, and compression method 0. */
    size_t prefix = sizeof PROFILE_NAME + 1;
    uLongf compressed = compressBound((uLong)count);
    encoder->profile = calloc(1, prefix + compressed);
    if (encoder->profile == NULL
        || compress(encoder->profile + prefix, &compressed, profile, (uLong)count) != Z_OK) {
        cpng_leave(&encoder->guard, CPNG_OUT_OF_MEMORY, "no memory to deflate a profile");
    }
    memcpy(encoder->profile, PROFILE_NAME, sizeof PROFILE_NAME);
    png_write_chunk(encoder->codec, (png_const_bytep)"iCCP", encoder->profile, prefix + compressed);
    free(encoder->profile);
    encoder->profile = NULL;
}

cpng_status cpng_encoder_start(cpng_encoder *encoder, cpng_parameters parameters,
                               cpng_palette palette, const uint8_t *profile,
                               size_t profile_byte_count) {
    png_structp codec = encoder->codec;
    png_infop facts = encoder->facts;
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    png_set_write_fn(codec, encoder, on_write, on_flush);
    png_set_user_limits(codec, parameters.width, parameters.height);
    png_set_IHDR(codec, facts, parameters.width, parameters.height, (int)parameters.depth,
                 parameters.color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
                 PNG_FILTER_TYPE_BASE);
    encoder_set_compression(codec, parameters);
    if (palette.color_count > 0) {
        encoder_set_palette(codec, facts, palette);
    }
    if (profile == NULL || profile_byte_count == 0) {
        png_set_sRGB(codec, facts, PNG_sRGB_INTENT_PERCEPTUAL);
    } else {
        /* A profile stands before the palette, so the library writes the chunks up to there first. */
        png_write_info_before_PLTE(codec, facts);
        encoder_write_profile(encoder, profile, profile_byte_count);
    }
    png_write_info(codec, facts);
    encoder->row_byte_count = parameters.row_byte_count;
    return CPNG_OK;
}

cpng_status cpng_encoder_write_row(cpng_encoder *encoder, const uint8_t *row, size_t byte_count) {
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    if (byte_count < encoder->row_byte_count) {
        cpng_leave(&encoder->guard, CPNG_MISUSED, "a short row");
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
