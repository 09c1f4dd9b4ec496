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
        cpng_leave(&encoder->guard, CPNG_OUT_OF_MEMORY, "no memory to deflate a profile");
    }
    memcpy(encoder->profile, PROFILE_NAME, sizeof PROFILE_NAME);
    png_write_chunk(encoder->codec, (png_const_bytep)"iCCP", encoder->profile, prefix + compressed);
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
