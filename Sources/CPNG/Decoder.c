/* SPDX-License-Identifier: Apache-2.0 */
#include "DecoderState.h"
#include "Profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cpng_note(cpng_decoder *decoder, cpng_damage damage, cpng_status status, const char *message) {
    if ((decoder->expectation.tolerated & damage) == 0) {
        cpng_leave(&decoder->guard, status, message);
    }
    cpng_keep_message(&decoder->guard, message);
    decoder->damage |= damage;
}

const char *cpng_about_chunk(cpng_decoder *decoder, uint32_t name, const char *message) {
    char letters[5] = {0};
    for (int index = 0; index < 4; index += 1) {
        uint32_t letter = name >> (24 - 8 * index) & 0xFF;
        uint32_t upper = letter & ~0x20u;
        letters[index] = upper >= 'A' && upper <= 'Z' ? (char)letter : '?';
    }
    snprintf(decoder->words, sizeof decoder->words, "%s: %s", letters, message);
    return decoder->words;
}

size_t cpng_delivered_byte_count(const cpng_decoder *decoder) {
    return decoder->index_byte_count > 0 ? decoder->index_byte_count : decoder->row_byte_count;
}

static int begins_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static void on_error(png_structp codec, png_const_charp message) {
    cpng_decoder *decoder = png_get_error_ptr(codec);
    cpng_leave(&decoder->guard, cpng_status_of(message), message);
}

/*
 * Warnings about ancillary chunks mean that the chunk is ignored, which changes no pixel, except for a color
 * that is transparent. Where the pixels have their own alpha, that chunk is not allowed, and harmless.
 */
static void on_warning(png_structp codec, png_const_charp message) {
    cpng_decoder *decoder = png_get_error_ptr(codec);
    if (begins_with(message, "tRNS:") && strstr(message, "alpha channel") == NULL) {
        cpng_note(decoder, CPNG_DAMAGE_TRANSPARENCY, CPNG_CORRUPT, message);
    } else if (begins_with(message, "IDAT:")) {
        cpng_leave(&decoder->guard, CPNG_CORRUPT, message);
    }
}

/* Copies the palette; entries without their own alpha are opaque. The last one stands for all behind it. */
static void read_palette(cpng_decoder *decoder) {
    png_colorp colors = NULL;
    png_bytep alphas = NULL;
    int alpha_count = 0;
    png_get_PLTE(decoder->codec, decoder->facts, &colors, &decoder->palette_count);
    png_get_tRNS(decoder->codec, decoder->facts, &alphas, &alpha_count, NULL);
    for (int index = 0; decoder->palette_count > 0 && index < 256; index += 1) {
        int source = index < decoder->palette_count ? index : decoder->palette_count - 1;
        uint8_t *entry = decoder->palette[index];
        entry[0] = colors[source].red;
        entry[1] = colors[source].green;
        entry[2] = colors[source].blue;
        entry[3] = alphas != NULL && source < alpha_count ? alphas[source] : 0xFF;
    }
}

/*
 * Called by the library when pixels begin. Requests whole bytes, and a transparent color as alpha. Palette
 * colors are looked up here, because the library replaces indices beyond the palette by black.
 */
static void on_info(png_structp codec, png_infop facts) {
    cpng_decoder *decoder = png_get_progressive_ptr(codec);
    png_uint_32 width = png_get_image_width(codec, facts);
    int has_palette = png_get_color_type(codec, facts) == PNG_COLOR_TYPE_PALETTE;
    int is_clear = png_get_valid(codec, facts, PNG_INFO_tRNS) != 0;
    decoder->coded_byte_count = png_get_rowbytes(codec, facts) + 1;
    decoder->pixel_bits =
        (size_t)png_get_bit_depth(codec, facts) * png_get_channels(codec, facts);
    if (has_palette) {
        read_palette(decoder);
        png_set_packing(codec);
        png_set_check_for_invalid_index(codec, -1);
        decoder->index_byte_count = width;
    } else {
        png_set_expand(codec);
        if (decoder->damage & CPNG_DAMAGE_TRANSPARENCY && !is_clear) {
            png_set_add_alpha(codec, 0xFFFF, PNG_FILLER_AFTER);
        }
    }
    decoder->passes = png_set_interlace_handling(codec);
    png_read_update_info(codec, facts);
    int has_alpha = is_clear || decoder->damage & CPNG_DAMAGE_TRANSPARENCY;
    decoder->channels = has_palette ? (has_alpha ? 4 : 3) : png_get_channels(codec, facts);
    decoder->row_byte_count =
        has_palette ? (size_t)width * decoder->channels : png_get_rowbytes(codec, facts);
    decoder->height = png_get_image_height(codec, facts);
    decoder->has_info = 1;
}

/* Called by the library for each row, and for each row of each pass, without one if it has not changed. */
static void on_row(png_structp codec, png_bytep row, png_uint_32 y, int pass) {
    cpng_decoder *decoder = png_get_progressive_ptr(codec);
    size_t count = cpng_delivered_byte_count(decoder);
    (void)pass;
    if (decoder->passes == 1) {
        memcpy(decoder->target, row, count);
    } else if (row != NULL) {
        png_progressive_combine_row(codec, decoder->picture + y * count, row);
    }
}

cpng_decoder *cpng_decoder_create(cpng_read read, cpng_proceed proceed, void *context) {
    cpng_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        return NULL;
    }
    decoder->chunks.guard = &decoder->guard;
    decoder->chunks.read = read;
    decoder->chunks.proceed = proceed;
    decoder->chunks.context = context;
    if (setjmp(decoder->guard.escape)) {
        cpng_decoder_destroy(decoder);
        return NULL;
    }
    decoder->codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, on_error, on_warning);
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
    if (decoder->has_stream) {
        inflateEnd(&decoder->stream);
    }
    cpng_drop_profile(&decoder->colors);
    free(decoder->indices);
    free(decoder->picture);
    free(decoder->coded_row);
    free(decoder);
}

/* Checksums are compared here, and chunks are as long as the file. */
static void configure(cpng_decoder *decoder) {
    png_structp codec = decoder->codec;
    png_set_crc_action(codec, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_benign_errors(codec, 1);
    png_set_user_limits(codec, decoder->expectation.width, decoder->expectation.height);
    png_set_chunk_malloc_max(codec, 0);
    png_set_option(codec, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    png_set_progressive_read_fn(codec, decoder, on_info, on_row, NULL);
}

cpng_status cpng_decoder_start(cpng_decoder *decoder, cpng_expectation expectation,
                               cpng_colors *colors) {
    if (setjmp(decoder->guard.escape)) {
        return decoder->guard.status;
    }
    decoder->expectation = expectation;
    configure(decoder);
    cpng_read_head(decoder);
    size_t expected = (size_t)expectation.width * expectation.channels * (expectation.depth / 8);
    if (png_get_image_width(decoder->codec, decoder->facts) != expectation.width
        || decoder->height != expectation.height || decoder->channels != expectation.channels
        || png_get_bit_depth(decoder->codec, decoder->facts) != expectation.depth
        || decoder->row_byte_count != expected) {
        cpng_leave(&decoder->guard, CPNG_CORRUPT, "two headers that disagree");
    }
    *colors = decoder->colors;
    return CPNG_OK;
}

uint32_t cpng_decoder_damage(const cpng_decoder *decoder) {
    return decoder->damage;
}

void cpng_decoder_drop_profile(cpng_decoder *decoder) {
    cpng_drop_profile(&decoder->colors);
}

const char *cpng_decoder_message(const cpng_decoder *decoder) {
    return decoder->guard.message;
}
