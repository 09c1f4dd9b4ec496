/* SPDX-License-Identifier: Apache-2.0 */
#include "Guard.h"

#define OUTPUT_CAPACITY 16384

/*
 * The number of bytes after which the output is handed over between rows, so that the beginning of a small
 * file is not held back.
 */
#define OUTPUT_PORTION 1024

struct cjpeg_encoder {
    guard guard;
    struct jpeg_compress_struct codec;
    struct jpeg_destination_mgr destination;
    struct jpeg_progress_mgr progress;
    cjpeg_write write;
    cjpeg_proceed proceed;
    void *context;
    int is_finishing;
    /* Whether the library was asked to finish only to make it write the headers. */
    int stops_at_scan;
    jvirt_barray_ptr no_coefficients[CJPEG_PLANES];
    uint8_t output[OUTPUT_CAPACITY];
};

static cjpeg_encoder *encoder_of(j_compress_ptr codec) {
    return codec->client_data;
}

static void destination_begin(j_compress_ptr codec) {
    cjpeg_encoder *encoder = encoder_of(codec);
    encoder->destination.next_output_byte = encoder->output;
    encoder->destination.free_in_buffer = OUTPUT_CAPACITY;
}

static void destination_write(j_compress_ptr codec, size_t count) {
    cjpeg_encoder *encoder = encoder_of(codec);
    if (encoder->write(encoder->context, encoder->output, count) != count) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_SINK_CLOSED, "the sink is closed");
    }
    destination_begin(codec);
}

static boolean destination_empty(j_compress_ptr codec) {
    destination_write(codec, OUTPUT_CAPACITY);
    return TRUE;
}

static void destination_end(j_compress_ptr codec) {
    destination_write(codec, OUTPUT_CAPACITY - encoder_of(codec)->destination.free_in_buffer);
}

/* Called between rows of blocks, when the library has stored its output position in the destination. */
static void destination_hand_over(j_compress_ptr codec) {
    size_t count = OUTPUT_CAPACITY - encoder_of(codec)->destination.free_in_buffer;
    if (count >= OUTPUT_PORTION) {
        destination_write(codec, count);
    }
}

/* Called between rows of blocks while data held back is written. */
static void on_encoder_progress(j_common_ptr common) {
    j_compress_ptr codec = (j_compress_ptr)common;
    cjpeg_encoder *encoder = encoder_of(codec);
    if (encoder->stops_at_scan) {
        destination_end(codec);
        cjpeg_leave(common, CJPEG_OK, "");
    }
    if (!encoder->is_finishing) {
        return;
    }
    if (!encoder->proceed(encoder->context)) {
        cjpeg_leave(common, CJPEG_INTERRUPTED, "interrupted");
    }
    destination_hand_over(codec);
}

cjpeg_encoder *cjpeg_encoder_create(cjpeg_write write, cjpeg_proceed proceed, void *context) {
    cjpeg_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) {
        return NULL;
    }
    encoder->write = write;
    encoder->proceed = proceed;
    encoder->context = context;
    encoder->codec.err = cjpeg_guard_prepare(&encoder->guard);
    if (setjmp(encoder->guard.escape)) {
        jpeg_destroy_compress(&encoder->codec);
        free(encoder);
        return NULL;
    }
    jpeg_create_compress(&encoder->codec);
    encoder->codec.client_data = encoder;
    encoder->destination.init_destination = destination_begin;
    encoder->destination.empty_output_buffer = destination_empty;
    encoder->destination.term_destination = destination_end;
    encoder->codec.dest = &encoder->destination;
    encoder->progress.progress_monitor = on_encoder_progress;
    encoder->codec.progress = &encoder->progress;
    return encoder;
}

void cjpeg_encoder_destroy(cjpeg_encoder *encoder) {
    jpeg_destroy_compress(&encoder->codec);
    free(encoder);
}

static void encoder_configure(j_compress_ptr codec, cjpeg_parameters parameters) {
    codec->image_width = parameters.width;
    codec->image_height = parameters.height;
    codec->input_components = (int)parameters.components;
    J_COLOR_SPACE color = parameters.is_planar ? JCS_YCbCr : JCS_RGB;
    codec->in_color_space = parameters.components == 1 ? JCS_GRAYSCALE : color;
    jpeg_set_defaults(codec);
    codec->raw_data_in = parameters.is_planar ? TRUE : FALSE;
    jpeg_set_quality(codec, parameters.quality, TRUE);
    codec->dct_method = JDCT_ISLOW;
    if (parameters.components == 3) {
        codec->comp_info[0].h_samp_factor = parameters.subsampling;
        codec->comp_info[0].v_samp_factor = parameters.subsampling;
    }
    cjpeg_install_codes(codec, parameters.codes);
    codec->optimize_coding = parameters.optimized ? TRUE : FALSE;
    if (parameters.progressive) {
        jpeg_simple_progression(codec);
    }
}

cjpeg_status cjpeg_encoder_start(cjpeg_encoder *encoder, cjpeg_parameters parameters,
                                 const uint8_t *profile, size_t profile_byte_count) {
    j_compress_ptr codec = &encoder->codec;
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    encoder_configure(codec, parameters);
    jpeg_start_compress(codec, TRUE);
    if (profile != NULL && profile_byte_count > 0) {
        jpeg_write_icc_profile(codec, profile, (unsigned int)profile_byte_count);
    }
    return CJPEG_OK;
}

cjpeg_status cjpeg_encoder_write_row(cjpeg_encoder *encoder, const uint8_t *row,
                                     size_t byte_count) {
    j_compress_ptr codec = &encoder->codec;
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    if (byte_count < (size_t)codec->image_width * (size_t)codec->input_components) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "a short row");
    }
    /* The library takes rows without const and does not write to them. */
    JSAMPROW rows[1] = {(JSAMPROW)(uintptr_t)row};
    if (jpeg_write_scanlines(codec, rows, 1) != 1) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "no room for a row");
    }
    destination_hand_over(codec);
    return CJPEG_OK;
}

cjpeg_status cjpeg_encoder_write_group(cjpeg_encoder *encoder, const uint8_t *samples,
                                       size_t byte_count, cjpeg_places places) {
    j_compress_ptr codec = &encoder->codec;
    JSAMPROW rows[CJPEG_PLANES][MAX_SAMP_FACTOR * DCTSIZE];
    JSAMPARRAY planes[CJPEG_PLANES] = {rows[0], rows[1], rows[2]};
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    for (int index = 0; index < codec->num_components; index += 1) {
        const jpeg_component_info *component = &codec->comp_info[index];
        if (!cjpeg_point_at_rows(rows[index], (size_t)component->v_samp_factor * DCTSIZE,
                           component->width_in_blocks * (size_t)DCTSIZE,
                           (uint8_t *)(uintptr_t)samples, byte_count, places.planes[index])) {
            cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "too few rows");
        }
    }
    JDIMENSION count = (JDIMENSION)(codec->max_v_samp_factor * DCTSIZE);
    if (jpeg_write_raw_data(codec, planes, count) != count) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "no room for rows");
    }
    destination_hand_over(codec);
    return CJPEG_OK;
}

cjpeg_status cjpeg_encoder_finish(cjpeg_encoder *encoder) {
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    encoder->is_finishing = 1;
    jpeg_finish_compress(&encoder->codec);
    return CJPEG_OK;
}

/*
 * The library writes the coefficients of a whole picture in one call. Before it asks for their first row, it
 * has written all headers, and calls its progress monitor.
 */
cjpeg_status cjpeg_encoder_start_scan(cjpeg_encoder *encoder, cjpeg_parameters parameters,
                                      const uint8_t *profile, size_t profile_byte_count) {
    j_compress_ptr codec = &encoder->codec;
    if (setjmp(encoder->guard.escape)) {
        return encoder->guard.status;
    }
    if (!parameters.is_planar || parameters.progressive || parameters.optimized) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "more than one scan, or tables to come");
    }
    encoder_configure(codec, parameters);
    jpeg_write_coefficients(codec, encoder->no_coefficients);
    if (profile != NULL && profile_byte_count > 0) {
        jpeg_write_icc_profile(codec, profile, (unsigned int)profile_byte_count);
    }
    encoder->stops_at_scan = 1;
    jpeg_finish_compress(codec);
    cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "no scan");
}

cjpeg_status cjpeg_encoder_quantization(const cjpeg_encoder *encoder, uint32_t component,
                                        uint16_t *divisors) {
    const struct jpeg_compress_struct *codec = &encoder->codec;
    if (!encoder->stops_at_scan || component >= (uint32_t)codec->num_components) {
        return CJPEG_MISUSED;
    }
    const JQUANT_TBL *table = codec->quant_tbl_ptrs[codec->comp_info[component].quant_tbl_no];
    if (table == NULL) {
        return CJPEG_MISUSED;
    }
    memcpy(divisors, table->quantval, sizeof table->quantval);
    return CJPEG_OK;
}

cjpeg_status cjpeg_encoder_codes(const cjpeg_encoder *encoder, uint32_t component, int is_dc,
                                 uint8_t *counts, uint8_t *symbols) {
    const struct jpeg_compress_struct *codec = &encoder->codec;
    if (!encoder->stops_at_scan || component >= (uint32_t)codec->num_components) {
        return CJPEG_MISUSED;
    }
    const jpeg_component_info *info = &codec->comp_info[component];
    const JHUFF_TBL *table = is_dc ? codec->dc_huff_tbl_ptrs[info->dc_tbl_no]
                                      : codec->ac_huff_tbl_ptrs[info->ac_tbl_no];
    return cjpeg_copy_codes(table, counts, symbols);
}

const char *cjpeg_encoder_message(const cjpeg_encoder *encoder) {
    return encoder->guard.message;
}
