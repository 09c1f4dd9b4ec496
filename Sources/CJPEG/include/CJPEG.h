/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libjpeg-turbo.
 *
 * It exists because libjpeg reports errors by longjmp, which must not cross a Swift frame, and because its
 * structures and callbacks do not import well into Swift. Every function is one guarded sequence of calls
 * that ends in a status. A handle belongs to one thread at a time. After any status other than CJPEG_OK, only
 * the message may be read and the handle destroyed.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef enum cjpeg_status : int32_t {
    CJPEG_OK = 0,
    /* The source has no more bytes where some are needed. */
    CJPEG_TRUNCATED,
    /* The bytes violate the format, or hold another picture than the caller expects. */
    CJPEG_CORRUPT,
    /* A precision, or sampling factors, that the library cannot decode. */
    CJPEG_PRECISION_UNSUPPORTED,
    CJPEG_SAMPLING_UNSUPPORTED,
    CJPEG_PROCESS_UNSUPPORTED,
    /* More scans than permitted. */
    CJPEG_TOO_MANY_SCANS,
    /* A memory allocation failed, or would exceed the memory limit. */
    CJPEG_OUT_OF_MEMORY,
    /* The sink took fewer bytes than it was given. */
    CJPEG_SINK_CLOSED,
    /* The caller's check returned 0. */
    CJPEG_INTERRUPTED,
    /* Any other failure: the library was misused. */
    CJPEG_MISUSED,
} cjpeg_status;

/* Copies up to `capacity` bytes into `buffer` and returns their number; 0 at the end. */
typedef size_t (*cjpeg_read)(void *context, uint8_t *buffer, size_t capacity);

/* Writes `count` bytes and returns their number, or fewer to stop. */
typedef size_t (*cjpeg_write)(void *context, const uint8_t *bytes, size_t count);

/* Returns whether to go on: 0 to stop. */
typedef int (*cjpeg_proceed)(void *context);

/* The greatest number of components that are handed over as separate planes. */
#define CJPEG_PLANES 3

/* The position of one plane's rows in an array of samples. */
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

/* The ways in which a file may be damaged, as bits; all but the last cost no pixel. */
typedef enum cjpeg_damage : uint32_t {
    /* Bytes between scans, intervals or segments that belong to none, or anything behind the last pixel. */
    CJPEG_DAMAGE_SURPLUS = 1,
    /* The file ends without its end marker. */
    CJPEG_DAMAGE_END = 4,
    /* A progressive file has fewer scans than give all bits of its coefficients, or others than it should. */
    CJPEG_DAMAGE_SCANS = 8,
    /* A restart marker has a wrong number. */
    CJPEG_DAMAGE_RESTARTS = 16,
    /* Blocks are missing or wrong; the library has made them up. */
    CJPEG_DAMAGE_MISSING = 32,
} cjpeg_damage;

/* The expected size of one component, in samples. */
typedef struct cjpeg_plane {
    /* The number of samples along one side of a block: 1, 2, 4 or 8. */
    uint32_t points;
    uint32_t width;
    uint32_t height;
    /* The width in whole blocks. */
    uint32_t padded_width;
    uint32_t group_rows;
    uint32_t group_count;
} cjpeg_plane;

/* The caller's knowledge of the header, and its limits. */
typedef struct cjpeg_expectation {
    uint32_t width;
    uint32_t height;
    /* The number of components in the file: 1, 3 or 4. */
    uint32_t components;
    uint32_t scan_limit;
    /* The greatest number of bytes for the coefficients of a file in several scans. */
    size_t memory_limit;
    /* The kinds of damage that are no error, as bits of cjpeg_damage. */
    uint32_t tolerated;
    /*
     * Whether the caller reads planes, scaled by 1 over 1, 2, 4 or 8, rather than rows of pixels. The
     * components must then be gray or YCbCr, and have the shapes in `planes`.
     */
    int32_t is_planar;
    uint32_t scale_denominator;
    cjpeg_plane planes[CJPEG_PLANES];
} cjpeg_expectation;

/* Creates a decoder; NULL when memory is short. */
cjpeg_decoder *_Nullable cjpeg_decoder_create(cjpeg_read read, cjpeg_proceed proceed,
                                              void *context);

void cjpeg_decoder_destroy(cjpeg_decoder *decoder);

/*
 * Reads the file up to its pixels, or to its end if it has several scans. Calls the source, and the check with
 * every 64 KiB of input, here and below, and between rows of blocks.
 */
cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, cjpeg_expectation expectation);

/*
 * Decodes one row: gray, RGB or CMYK, `components` bytes a pixel. With the last row the file is read to its
 * end, so that a truncated file is detected before the row is used.
 */
cjpeg_status cjpeg_decoder_read_row(cjpeg_decoder *decoder, uint8_t *row, size_t byte_count);

/*
 * Decodes the next group of rows of every component, in whole blocks; at the bottom of the picture, only
 * blocks with a row inside it. With the last group the file is read to its end.
 */
cjpeg_status cjpeg_decoder_read_group(cjpeg_decoder *decoder, uint8_t *samples, size_t byte_count,
                                      cjpeg_places places);

/* The damage that was found and tolerated so far. */
uint32_t cjpeg_decoder_damage(const cjpeg_decoder *decoder);

/* The next scan of a decoder that was started and has read no pixel yet. */
typedef struct cjpeg_scan {
    /*
     * Whether the scan is the only one, has all components in the order of the frame, and is sequential with
     * Huffman codes. Otherwise no other field is set.
     */
    int32_t is_plain;
    /* The offset of the scan's data in the file. */
    size_t offset;
    /* The number of MCUs between restart markers; 0 without such markers. */
    uint32_t restart_interval;
} cjpeg_scan;

cjpeg_scan cjpeg_decoder_scan(const cjpeg_decoder *decoder);

/* The quantization table of a component, 64 divisors row by row, for a plain scan not read yet. */
cjpeg_status cjpeg_decoder_quantization(const cjpeg_decoder *decoder, uint32_t component,
                                        uint16_t *divisors);

/*
 * A component's Huffman table for DC or for AC coefficients: the number of codes of each length, 1 to 16
 * bits, and the 256 symbols in the order of their codes. For a plain scan not read yet.
 */
cjpeg_status cjpeg_decoder_codes(const cjpeg_decoder *decoder, uint32_t component, int is_dc,
                                 uint8_t *counts, uint8_t *symbols);

/* The library's last error message, for the log; empty if there was none. */
const char *cjpeg_decoder_message(const cjpeg_decoder *decoder);

/* Encoding */

typedef struct cjpeg_encoder cjpeg_encoder;

/* The Huffman codes of a file whose codes are not computed from its coefficients. */
typedef enum cjpeg_codes {
    /* The examples in ITU-T T.81, K.3, made for photos. */
    CJPEG_STANDARD_CODES,
    /* For slightly blurred images. */
    CJPEG_SMOOTH_CODES,
    /* For strongly blurred images. */
    CJPEG_FLAT_CODES,
} cjpeg_codes;

typedef struct cjpeg_parameters {
    uint32_t width;
    uint32_t height;
    /* 1 for gray, 3 for RGB. */
    uint32_t components;
    /* 1 to 100. */
    int32_t quality;
    /* The number of luma samples per chroma sample in each direction: 1 or 2. */
    int32_t subsampling;
    int32_t progressive;
    int32_t optimized;
    cjpeg_codes codes;
    /* Whether the caller writes planes of gray or YCbCr, rather than rows of pixels. */
    int32_t is_planar;
} cjpeg_parameters;

/* Creates an encoder; NULL when memory is short. */
cjpeg_encoder *_Nullable cjpeg_encoder_create(cjpeg_write write, cjpeg_proceed proceed,
                                              void *context);

void cjpeg_encoder_destroy(cjpeg_encoder *encoder);

/* Writes the headers, with the color profile if there is one. */
cjpeg_status cjpeg_encoder_start(cjpeg_encoder *encoder, cjpeg_parameters parameters,
                                 const uint8_t *_Nullable profile, size_t profile_byte_count);

/* Encodes one row, `components` bytes a pixel. */
cjpeg_status cjpeg_encoder_write_row(cjpeg_encoder *encoder, const uint8_t *row,
                                     size_t byte_count);

/* Encodes the next group of rows of every component, in whole blocks. */
cjpeg_status cjpeg_encoder_write_group(cjpeg_encoder *encoder, const uint8_t *samples,
                                       size_t byte_count, cjpeg_places places);

/* Completes the file, with all data held back so far. Calls the check between rows of blocks. */
cjpeg_status cjpeg_encoder_finish(cjpeg_encoder *encoder);

/*
 * Writes everything before the coefficients of a file in one scan, including the color profile. The caller
 * writes the coefficients and the end of the file, and may only read tables from this handle afterwards.
 */
cjpeg_status cjpeg_encoder_start_scan(cjpeg_encoder *encoder, cjpeg_parameters parameters,
                                      const uint8_t *_Nullable profile, size_t profile_byte_count);

/* The quantization table of a component, 64 divisors row by row. */
cjpeg_status cjpeg_encoder_quantization(const cjpeg_encoder *encoder, uint32_t component,
                                        uint16_t *divisors);

/*
 * A component's Huffman table for DC or for AC coefficients: the number of codes of each length, 1 to 16
 * bits, and the 256 symbols in the order of their codes.
 */
cjpeg_status cjpeg_encoder_codes(const cjpeg_encoder *encoder, uint32_t component, int is_dc,
                                 uint8_t *counts, uint8_t *symbols);

/* The library's last error message, for the log; empty if there was none. */
const char *cjpeg_encoder_message(const cjpeg_encoder *encoder);

/* Files */

/*
 * The offset of the next 0xFF, at or after `start`, that no zero follows: of a marker, of fill bytes, or of
 * the last byte. `count` if there is none.
 */
size_t cjpeg_next_marker(const uint8_t *bytes, size_t count, size_t start);

/* Library */

/*
 * The version of libjpeg-turbo whose headers were used, such as 2.1.5; the linked library does not report its
 * own.
 */
const char *cjpeg_version(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
