/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libjpeg-turbo.
 *
 * It exists because libjpeg reports errors by a long jump, which must not pass a Swift frame, and
 * because its structures and callbacks do not import well. Every function here is one guarded call
 * sequence that ends in a status. A handle belongs to one thread at a time; after a status other
 * than CJPEG_OK only the message may be asked for and the handle destroyed.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef enum cjpeg_status : int32_t {
    CJPEG_OK = 0,
    /* The source delivered no byte where one is needed. */
    CJPEG_TRUNCATED,
    /* The bytes break the rules, or do not hold the picture that the caller expects. */
    CJPEG_CORRUPT,
    /* A precision, or sampling factors, that the library cannot decode. */
    CJPEG_PRECISION_UNSUPPORTED,
    CJPEG_SAMPLING_UNSUPPORTED,
    CJPEG_PROCESS_UNSUPPORTED,
    /* More scans than permitted. */
    CJPEG_TOO_MANY_SCANS,
    /* An allocation failed, or more memory would be needed than was granted. */
    CJPEG_OUT_OF_MEMORY,
    /* The sink took fewer bytes than it was given. */
    CJPEG_SINK_CLOSED,
    /* The caller's check returned 0. */
    CJPEG_INTERRUPTED,
    /* Anything else: the library was misused. */
    CJPEG_MISUSED,
} cjpeg_status;

/* Copies up to `capacity` bytes into `buffer` and returns their number; 0 at the end. */
typedef size_t (*cjpeg_read)(void *context, uint8_t *buffer, size_t capacity);

/* Takes `count` bytes and returns their number, or fewer to stop. */
typedef size_t (*cjpeg_write)(void *context, const uint8_t *bytes, size_t count);

/* Returns 0 to stop. */
typedef int (*cjpeg_proceed)(void *context);

/* The most components whose samples are handed over apart from each other. */
#define CJPEG_PLANES 3

/* Where rows of one plane lie among samples. */
typedef struct cjpeg_rows {
    size_t offset;
    size_t stride;
    size_t count;
} cjpeg_rows;

typedef struct cjpeg_places {
    cjpeg_rows planes[CJPEG_PLANES];
} cjpeg_places;

/* Decoding */

typedef struct cjpeg_decoder cjpeg_decoder;

/* What one component is expected to become, in samples. */
typedef struct cjpeg_plane {
    /* Samples of a block in each direction: 1, 2, 4 or 8. */
    uint32_t points;
    uint32_t width;
    uint32_t height;
    /* The width in whole blocks. */
    uint32_t padded_width;
    uint32_t group_rows;
    uint32_t group_count;
} cjpeg_plane;

/* What the caller has learned from the header, and what it grants. */
typedef struct cjpeg_expectation {
    uint32_t width;
    uint32_t height;
    /* Components in the file: 1, 3 or 4. */
    uint32_t components;
    uint32_t scan_limit;
    /* Bytes for coefficients of a file in several scans. */
    size_t memory_limit;
    /* Whether groups of rows are read, scaled by 1 over 1, 2, 4 or 8, rather than rows of pixels;
     * then the components must be gray or YCbCr, and have these shapes. */
    int32_t is_planar;
    uint32_t scale_denominator;
    cjpeg_plane planes[CJPEG_PLANES];
} cjpeg_expectation;

/* NULL when memory is short. */
cjpeg_decoder *_Nullable cjpeg_decoder_create(cjpeg_read read, cjpeg_proceed proceed,
                                              void *context);

void cjpeg_decoder_destroy(cjpeg_decoder *decoder);

/* Reads up to the pixels; a file in several scans is read to its end. Calls the source, and the
 * check between rows of blocks. */
cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, cjpeg_expectation expectation);

/* Whether four components are stored inverted, as Adobe's programs do. */
int cjpeg_decoder_is_inverted(const cjpeg_decoder *decoder);

/* Decodes one row: gray, RGB or CMYK, `components` bytes a pixel. With the last row the file is
 * read to its end, so that what is missing there is noticed before the row is used. */
cjpeg_status cjpeg_decoder_read_row(cjpeg_decoder *decoder, uint8_t *row, size_t byte_count);

/* Decodes the next group of rows of every component, in whole blocks; at the bottom of the picture
 * only blocks of which a row belongs to it. With the last group the file is read to its end. */
cjpeg_status cjpeg_decoder_read_group(cjpeg_decoder *decoder, uint8_t *samples, size_t byte_count,
                                      cjpeg_places places);

/* What a decoder that was started, and has read nothing since, knows of the scan that comes next. */
typedef struct cjpeg_scan {
    /* Whether it is the only one, of all components in the order of the frame, sequential and in
     * Huffman codes; nothing else is set where it is not. */
    int32_t is_plain;
    /* The bytes of the file before its data. */
    size_t offset;
    /* How many units lie between restart markers; 0 where there are none. */
    uint32_t restart_interval;
} cjpeg_scan;

cjpeg_scan cjpeg_decoder_scan(const cjpeg_decoder *decoder);

/* The 64 divisors that a component's coefficients were divided by, row by row; of a plain scan
 * of which nothing has been read. */
cjpeg_status cjpeg_decoder_quantization(const cjpeg_decoder *decoder, uint32_t component,
                                        uint16_t *divisors);

/* How many of a component's codes have each length, from 1 to 16 bits, and the 256 symbols that
 * they stand for, in their order: those of means, or of other coefficients; of a plain scan
 * of which nothing has been read. */
cjpeg_status cjpeg_decoder_codes(const cjpeg_decoder *decoder, uint32_t component, int of_means,
                                 uint8_t *counts, uint8_t *symbols);

/* The library's last words, for the log; empty when there are none. */
const char *cjpeg_decoder_message(const cjpeg_decoder *decoder);

/* Encoding */

typedef struct cjpeg_encoder cjpeg_encoder;

typedef struct cjpeg_parameters {
    uint32_t width;
    uint32_t height;
    /* 1 for gray, 3 for RGB. */
    uint32_t components;
    /* 1 to 100. */
    int32_t quality;
    /* Luminance samples per color sample in each direction: 1 or 2. */
    int32_t subsampling;
    int32_t progressive;
    int32_t optimized;
    /* Whether groups of rows of gray or YCbCr are written, rather than rows of pixels. */
    int32_t is_planar;
} cjpeg_parameters;

/* NULL when memory is short. */
cjpeg_encoder *_Nullable cjpeg_encoder_create(cjpeg_write write, cjpeg_proceed proceed,
                                              void *context);

void cjpeg_encoder_destroy(cjpeg_encoder *encoder);

/* Writes the header, and the profile if there is one. */
cjpeg_status cjpeg_encoder_start(cjpeg_encoder *encoder, cjpeg_parameters parameters,
                                 const uint8_t *_Nullable profile, size_t profile_byte_count);

/* Encodes one row, `components` bytes a pixel. */
cjpeg_status cjpeg_encoder_write_row(cjpeg_encoder *encoder, const uint8_t *row,
                                     size_t byte_count);

/* Encodes the next group of rows of every component, of whole blocks. */
cjpeg_status cjpeg_encoder_write_group(cjpeg_encoder *encoder, const uint8_t *samples,
                                       size_t byte_count, cjpeg_places places);

/* Writes the end of the file, and whatever has been held back. Calls the check between rows of
 * blocks. */
cjpeg_status cjpeg_encoder_finish(cjpeg_encoder *encoder);

/* Writes all that comes before the coefficients of a file in one scan, the profile included; they, and
 * the end of the file, are then the caller's. Nothing may follow but to ask for tables. */
cjpeg_status cjpeg_encoder_start_scan(cjpeg_encoder *encoder, cjpeg_parameters parameters,
                                      const uint8_t *_Nullable profile, size_t profile_byte_count);

/* What the 64 coefficients of a component's blocks are divided by, row by row. */
cjpeg_status cjpeg_encoder_quantization(const cjpeg_encoder *encoder, uint32_t component,
                                        uint16_t *divisors);

/* How many of a component's codes have each length, from 1 to 16 bits, and the 256 symbols that
 * they stand for, in their order: those of means, or of other coefficients. */
cjpeg_status cjpeg_encoder_codes(const cjpeg_encoder *encoder, uint32_t component, int of_means,
                                 uint8_t *counts, uint8_t *symbols);

/* The library's last words, for the log; empty when there are none. */
const char *cjpeg_encoder_message(const cjpeg_encoder *encoder);

/* Library */

/* The version of libjpeg-turbo whose headers were used, such as 2.1.5: the library that is linked
 * does not tell its own. */
const char *cjpeg_version(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
