/* SPDX-License-Identifier: Apache-2.0 */
#include "DecoderState.h"

/* The status of a call that was left: behind the last pixel, anything that is wrong is surplus. */
static cjpeg_status status_when_left(cjpeg_decoder *decoder) {
    cjpeg_status status = decoder->guard.status;
    int is_damage = status != CJPEG_INTERRUPTED && status != CJPEG_OUT_OF_MEMORY
        && status != CJPEG_TRUNCATED && status != CJPEG_MISUSED;
    if (!decoder->is_past_pixels || !is_damage
        || (decoder->tolerated & CJPEG_DAMAGE_SURPLUS) == 0) {
        return status;
    }
    decoder->damage |= CJPEG_DAMAGE_SURPLUS;
    return CJPEG_OK;
}

/* Reads to the end of the file, once all pixels are decoded. */
static void finish(cjpeg_decoder *decoder) {
    decoder->is_past_pixels = 1;
    jpeg_finish_decompress(&decoder->codec);
}

cjpeg_status cjpeg_decoder_read_row(cjpeg_decoder *decoder, uint8_t *row, size_t byte_count) {
    j_decompress_ptr codec = &decoder->codec;
    if (setjmp(decoder->guard.escape)) {
        return status_when_left(decoder);
    }
    decoder->scan.is_plain = 0;
    if (byte_count < (size_t)codec->output_width * (size_t)codec->output_components) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "a short row");
    }
    if (jpeg_read_scanlines(codec, &row, 1) != 1) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "no row");
    }
    if (codec->output_scanline == codec->output_height) {
        finish(decoder);
    }
    return CJPEG_OK;
}

cjpeg_status cjpeg_decoder_read_group(cjpeg_decoder *decoder, uint8_t *samples, size_t byte_count,
                                      cjpeg_places places) {
    j_decompress_ptr codec = &decoder->codec;
    decoder->scan.is_plain = 0;
    JSAMPROW rows[CJPEG_PLANES][MAX_SAMP_FACTOR * DCTSIZE];
    JSAMPARRAY planes[CJPEG_PLANES] = {rows[0], rows[1], rows[2]};
    if (setjmp(decoder->guard.escape)) {
        return status_when_left(decoder);
    }
    for (int index = 0; index < codec->num_components; index += 1) {
        const jpeg_component_info *component = &codec->comp_info[index];
        size_t points = (size_t)component->DCT_scaled_size;
        if (!cjpeg_point_at_rows(rows[index], (size_t)component->v_samp_factor * points,
                           component->width_in_blocks * points, samples, byte_count,
                           places.planes[index])) {
            cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "too few rows");
        }
    }
    JDIMENSION count = (JDIMENSION)(codec->max_v_samp_factor * codec->min_DCT_scaled_size);
    if (jpeg_read_raw_data(codec, planes, count) != count) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "no rows");
    }
    if (codec->output_scanline >= codec->output_height) {
        finish(decoder);
    }
    return CJPEG_OK;
}
