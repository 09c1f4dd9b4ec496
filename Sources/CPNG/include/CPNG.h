/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libpng.
 *
 * It exists because libpng reports errors by longjmp, which must not cross a Swift frame. Every function is
 * one guarded sequence of calls that ends in a status. A handle belongs to one thread at a time. After any
 * status other than CPNG_OK, only the message may be read and the handle destroyed.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef enum cpng_status : int32_t {
    CPNG_OK = 0,
    /* The source has fewer bytes than needed. */
    CPNG_TRUNCATED,
    /* The bytes violate the format, or hold another picture than the caller expects. */
    CPNG_CORRUPT,
    /* An unknown critical chunk. */
    CPNG_CHUNK_UNSUPPORTED,
    /* The color profile would inflate beyond the limit. */
    CPNG_PROFILE_TOO_LARGE,
    /* A memory allocation failed. */
    CPNG_OUT_OF_MEMORY,
    /* The sink took fewer bytes than it was given. */
    CPNG_SINK_CLOSED,
    /* The caller's check returned 0. */
    CPNG_INTERRUPTED,
    /* Any other failure: the library was misused. */
    CPNG_MISUSED,
} cpng_status;

/* Copies up to `capacity` bytes into `buffer` and returns their number; 0 at the end. */
typedef size_t (*cpng_read)(void *context, uint8_t *buffer, size_t capacity);

/* Writes `count` bytes and returns their number, or fewer to stop. */
typedef size_t (*cpng_write)(void *context, const uint8_t *bytes, size_t count);

/* Returns whether to go on: 0 to stop. */
typedef int (*cpng_proceed)(void *context);

/* Decoding */

typedef struct cpng_decoder cpng_decoder;

/* The ways in which a file may be damaged, as bits; all but the last cost no pixel. */
typedef enum cpng_damage : uint32_t {
    /* Data, or chunks that only an unknown reader would need, follow the last row. */
    CPNG_DAMAGE_SURPLUS = 1,
    /* A checksum is wrong: that of a chunk of pixels, of a damaged name, or of the stream. */
    CPNG_DAMAGE_CHECKSUM = 2,
    /* The file ends before the chunk that ends it, or the pixels before their stream's end. */
    CPNG_DAMAGE_END = 4,
    /* Indices beyond the palette, which get its last color. */
    CPNG_DAMAGE_PALETTE = 8,
    /* The chunk with the transparent color is lost; the picture is opaque. */
    CPNG_DAMAGE_TRANSPARENCY = 16,
    /* Rows are missing, or may be wrong. They are clear, or white where there is no alpha. */
    CPNG_DAMAGE_MISSING = 32,
} cpng_damage;

/* The caller's knowledge of the header, and its limits. */
typedef struct cpng_expectation {
    uint32_t width;
    uint32_t height;
    /* The number of channels to deliver; a palette becomes RGB, a transparent color alpha. */
    uint32_t channels;
    /* The bits of a sample to deliver: 8 or 16. */
    uint32_t depth;
    /* The greatest number of bytes for a color profile, and for the chunk that holds it. */
    size_t profile_limit;
    size_t profile_chunk_limit;
    /* The kinds of damage that are no error, as bits of cpng_damage. */
    uint32_t tolerated;
} cpng_expectation;

/* The color profile of the samples; short chunks that tell a color space are read by the caller. */
typedef struct cpng_colors {
    /*
     * The contents of the iCCP chunk, not checked, owned by the decoder until it is dropped; NULL without
     * one.
     */
    const uint8_t *_Nullable profile;
    size_t profile_byte_count;
} cpng_colors;

/* Creates a decoder; NULL when memory is short. */
cpng_decoder *_Nullable cpng_decoder_create(cpng_read read, cpng_proceed proceed, void *context);

void cpng_decoder_destroy(cpng_decoder *decoder);

/* Reads the file up to its pixels. The check is asked after every 4 KiB of input, here and below. */
cpng_status cpng_decoder_start(cpng_decoder *decoder, cpng_expectation expectation,
                               cpng_colors *colors);

/* Frees the profile after the caller has copied it. */
void cpng_decoder_drop_profile(cpng_decoder *decoder);

/*
 * Decodes one row: interleaved channels, 16-bit samples with the high byte first. The first row of an
 * interlaced picture decodes all of it. With the last row the file is read to its end, so that a truncated
 * file is detected before the row is used; data behind that row are not inflated.
 */
cpng_status cpng_decoder_read_row(cpng_decoder *decoder, uint8_t *row, size_t byte_count);

/* The damage that was found and tolerated so far. */
uint32_t cpng_decoder_damage(const cpng_decoder *decoder);

/* The library's last error message, for the log; empty if there was none. */
const char *cpng_decoder_message(const cpng_decoder *decoder);

/* The CRC-32 of a chunk's name and contents; it is here because this target links zlib. */
uint32_t cpng_checksum(const uint8_t *bytes, size_t count);

/* Encoding */

typedef struct cpng_encoder cpng_encoder;

/* The filters of rows, and the strategy of zlib. */
typedef enum cpng_strategy : int32_t {
    /* Filters that libpng chooses, and codes for single differences before short repetitions. */
    CPNG_DIFFERENCES = 0,
    /* The same filters, and runs alone. */
    CPNG_RUNS,
    /* The same filters, and any repetition. */
    CPNG_REPEATED_DIFFERENCES,
    /* No filter, and any repetition. */
    CPNG_REPETITIONS,
    /* No filter, and no repetition. */
    CPNG_LITERALS,
} cpng_strategy;

typedef struct cpng_parameters {
    uint32_t width;
    uint32_t height;
    /* The color type of the format. */
    int32_t color_type;
    /* The bits of a sample or an index: 1, 2, 4, 8 or 16. */
    uint32_t depth;
    size_t row_byte_count;
    /* The compression level of zlib, 0 to 9; at 0, rows are not filtered. */
    int32_t level;
    cpng_strategy strategy;
} cpng_parameters;

/* The palette of an indexed picture: three bytes a color, and the alpha of the first colors. */
typedef struct cpng_palette {
    const uint8_t *_Nullable colors;
    size_t color_count;
    const uint8_t *_Nullable alphas;
    size_t alpha_count;
} cpng_palette;

/* Creates an encoder; NULL when memory is short. */
cpng_encoder *_Nullable cpng_encoder_create(cpng_write write, void *context);

void cpng_encoder_destroy(cpng_encoder *encoder);

/* Writes the headers, with the color profile if there is one, otherwise with an sRGB chunk. */
cpng_status cpng_encoder_start(cpng_encoder *encoder, cpng_parameters parameters,
                               cpng_palette palette, const uint8_t *_Nullable profile,
                               size_t profile_byte_count);

/* Encodes one row: interleaved channels, 16-bit samples with the high byte first, or packed indices. */
cpng_status cpng_encoder_write_row(cpng_encoder *encoder, const uint8_t *row, size_t byte_count);

/* Completes the file, with all data held back so far. */
cpng_status cpng_encoder_finish(cpng_encoder *encoder);

/* The library's last error message, for the log; empty if there was none. */
const char *cpng_encoder_message(const cpng_encoder *encoder);

/* Libraries */

/* The version of the linked libpng, such as 1.6.39. */
const char *cpng_version(void);

/* The version of the linked zlib, such as 1.2.13. */
const char *cpng_zlib_version(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
