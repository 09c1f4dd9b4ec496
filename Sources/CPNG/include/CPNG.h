/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libpng.
 *
 * It exists because libpng reports errors by a long jump, which must not pass a Swift frame. Every
 * function here is one guarded call sequence that ends in a status. A handle belongs to one thread
 * at a time; after a status other than CPNG_OK only the message may be asked for and the handle
 * destroyed.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef enum cpng_status : int32_t {
    CPNG_OK = 0,
    /* The source delivered fewer bytes than needed. */
    CPNG_TRUNCATED,
    /* The bytes break the rules, or do not hold the picture that the caller expects. */
    CPNG_CORRUPT,
    /* An unknown chunk that a decoder must understand. */
    CPNG_CHUNK_UNSUPPORTED,
    /* The color profile would inflate to more than permitted. */
    CPNG_PROFILE_TOO_LARGE,
    /* An allocation failed. */
    CPNG_OUT_OF_MEMORY,
    /* The sink took fewer bytes than it was given. */
    CPNG_SINK_CLOSED,
    /* The caller's check returned 0. */
    CPNG_INTERRUPTED,
    /* Anything else: the library was misused. */
    CPNG_MISUSED,
} cpng_status;

/* Copies up to `capacity` bytes into `buffer` and returns their number; 0 at the end. */
typedef size_t (*cpng_read)(void *context, uint8_t *buffer, size_t capacity);

/* Takes `count` bytes and returns their number, or fewer to stop. */
typedef size_t (*cpng_write)(void *context, const uint8_t *bytes, size_t count);

/* Returns 0 to stop. */
typedef int (*cpng_proceed)(void *context);

/* Decoding */

typedef struct cpng_decoder cpng_decoder;

/* What the caller has learned from the header, and what it grants. */
typedef struct cpng_expectation {
    uint32_t width;
    uint32_t height;
    /* Channels to deliver: palette as RGB, a transparent color as alpha. */
    uint32_t channels;
    /* Bits of the samples to deliver: 8 or 16. */
    uint32_t depth;
    /* Bytes for a color profile, and for the chunk that holds it. */
    size_t profile_limit;
    size_t profile_chunk_limit;
} cpng_expectation;

/* How the samples relate to color. */
typedef struct cpng_colors {
    /* What claims to be an ICC profile, owned by the decoder until it is dropped; NULL without
     * one. */
    const uint8_t *_Nullable profile;
    size_t profile_byte_count;
    /* The exponent of the gAMA chunk times 100,000; 0 where there is none, or where an sRGB chunk
     * overrides it. A profile does, too. */
    int32_t gamma;
} cpng_colors;

/* NULL when memory is short. */
cpng_decoder *_Nullable cpng_decoder_create(cpng_read read, cpng_proceed proceed, void *context);

void cpng_decoder_destroy(cpng_decoder *decoder);

/* Reads up to the pixels. */
cpng_status cpng_decoder_start(cpng_decoder *decoder, cpng_expectation expectation,
                               cpng_colors *colors);

/* Frees the profile once the caller has it. */
void cpng_decoder_drop_profile(cpng_decoder *decoder);

/* Decodes one row: interleaved channels, 16-bit samples with the high byte first. The first row of
 * an interlaced picture materializes all of it. With the last row the file is read to its end, so
 * that what is missing there is noticed before the row is used. */
cpng_status cpng_decoder_read_row(cpng_decoder *decoder, uint8_t *row, size_t byte_count);

/* The library's last words, for the log; empty when there are none. */
const char *cpng_decoder_message(const cpng_decoder *decoder);

/* The checksum of a chunk's name and contents. It stands here because zlib is linked here. */
uint32_t cpng_checksum(const uint8_t *bytes, size_t count);

/* Encoding */

typedef struct cpng_encoder cpng_encoder;

typedef struct cpng_parameters {
    uint32_t width;
    uint32_t height;
    /* 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha. */
    uint32_t channels;
    /* Bits of a sample: 8 or 16. */
    uint32_t depth;
    /* Of zlib: 0 to 9. */
    int32_t level;
} cpng_parameters;

/* NULL when memory is short. */
cpng_encoder *_Nullable cpng_encoder_create(cpng_write write, void *context);

void cpng_encoder_destroy(cpng_encoder *encoder);

/* Writes the header, with the profile if there is one, or else as sRGB. */
cpng_status cpng_encoder_start(cpng_encoder *encoder, cpng_parameters parameters,
                               const uint8_t *_Nullable profile, size_t profile_byte_count);

/* Encodes one row: interleaved channels, 16-bit samples with the high byte first. */
cpng_status cpng_encoder_write_row(cpng_encoder *encoder, const uint8_t *row, size_t byte_count);

/* Writes the end of the file, and whatever has been held back. */
cpng_status cpng_encoder_finish(cpng_encoder *encoder);

/* The library's last words, for the log; empty when there are none. */
const char *cpng_encoder_message(const cpng_encoder *encoder);

/* Libraries */

/* The version of libpng that is linked, such as 1.6.39. */
const char *cpng_version(void);

/* The version of zlib that is linked, such as 1.2.13. */
const char *cpng_zlib_version(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
