/* SPDX-License-Identifier: Apache-2.0 */

/* The state of a decoder, and the source from which the library reads the file. */
#pragma once

#include "Guard.h"

#define INPUT_CAPACITY 65536

struct cjpeg_decoder {
    guard guard;
    struct jpeg_decompress_struct codec;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    cjpeg_read read;
    cjpeg_proceed proceed;
    void *context;
    uint32_t scan_limit;
    /* The kinds of damage that are no error, and those that were found, as bits of cjpeg_damage. */
    uint32_t tolerated;
    uint32_t damage;
    /* Whether all pixels are decoded, so that nothing behind them can cost any. */
    int is_past_pixels;
    uint32_t components_seen;
    int is_materializing;
    /* Whether the picture ends before a scan that the library could not read. */
    int ends_early;
    size_t input_count;
    /* The number of bytes of the input that the library has seen. */
    size_t shown_count;
    /* The number of bytes read before the input buffer. */
    size_t input_offset;
    /* The number of zeros at the end of earlier input, not counting fill bytes of a marker behind them. */
    size_t zeros_before_input;
    /* The next scan; no longer plain once any of it has been read. */
    cjpeg_scan scan;
    uint8_t input[INPUT_CAPACITY];
};

cjpeg_decoder *cjpeg_decoder_of(j_decompress_ptr codec);

/* Notes damage that the caller tolerates; any other ends the guarded call with the library's last message. */
void cjpeg_note(j_decompress_ptr codec, cjpeg_damage damage);

/* Makes the library read through the decoder, and report warnings to it. */
void cjpeg_source_prepare(cjpeg_decoder *decoder);
