/* SPDX-License-Identifier: Apache-2.0 */
#include "DecoderState.h"

/*
 * Called between rows of blocks while a file in several scans is read. Limits the number of scans, each of
 * which may cost a pass over the picture for a few bytes, and records which components have come.
 */
static void on_progress(j_common_ptr common) {
    j_decompress_ptr codec = (j_decompress_ptr)common;
    cjpeg_decoder *decoder = cjpeg_decoder_of(codec);
    if (!decoder->is_materializing) {
        return;
    }
    if (codec->input_scan_number > (int)decoder->scan_limit) {
        cjpeg_leave(common, CJPEG_TOO_MANY_SCANS, "too many scans");
    }
    for (int index = 0; index < codec->comps_in_scan; index += 1) {
        /* None where the scan's own header ended early. */
        if (codec->cur_comp_info[index] != NULL) {
            decoder->components_seen |= 1u << codec->cur_comp_info[index]->component_index;
        }
    }
    if (!decoder->proceed(decoder->context)) {
        cjpeg_leave(common, CJPEG_INTERRUPTED, "interrupted");
    }
}

cjpeg_decoder *cjpeg_decoder_create(cjpeg_read read, cjpeg_proceed proceed, void *context) {
    cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        return NULL;
    }
    decoder->read = read;
    decoder->proceed = proceed;
    decoder->context = context;
    decoder->codec.err = cjpeg_guard_prepare(&decoder->guard);
    if (setjmp(decoder->guard.escape)) {
        jpeg_destroy_decompress(&decoder->codec);
        free(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->codec);
    decoder->codec.client_data = decoder;
    cjpeg_source_prepare(decoder);
    decoder->progress.progress_monitor = on_progress;
    decoder->codec.progress = &decoder->progress;
    return decoder;
}

void cjpeg_decoder_destroy(cjpeg_decoder *decoder) {
    jpeg_destroy_decompress(&decoder->codec);
    free(decoder);
}

static J_COLOR_SPACE output_space(uint32_t components) {
    switch (components) {
    case 1:
        return JCS_GRAYSCALE;
    case 3:
        return JCS_RGB;
    default:
        return JCS_CMYK;
    }
}

/*
 * Examines the scans of a whole file: a part of every component should have come and, in a progressive file,
 * all DC coefficients and no coefficient at a part of its precision.
 *
 * The format permits fewer scans, and the library then shows a coarser picture. Without DC coefficients, or
 * without an end of the file, a part of the picture is missing.
 */
static void check_scans(cjpeg_decoder *decoder) {
    j_decompress_ptr codec = &decoder->codec;
    int has_all = decoder->components_seen == (1u << codec->num_components) - 1;
    int is_exact = 1;
    for (int index = 0; codec->progressive_mode && index < codec->num_components; index += 1) {
        const int *missing_bits = codec->coef_bits[index];
        has_all = has_all && missing_bits[0] >= 0;
        for (int coefficient = 0; coefficient < DCTSIZE2; coefficient += 1) {
            is_exact = is_exact && missing_bits[coefficient] <= 0;
        }
    }
    codec->err->msg_code = JWRN_BOGUS_PROGRESSION;
    codec->err->msg_parm.i[0] = 0;
    codec->err->msg_parm.i[1] = 0;
    int has_end = (decoder->damage & CJPEG_DAMAGE_END) == 0;
    if (!has_all || (!is_exact && !has_end)) {
        cjpeg_note(codec, CJPEG_DAMAGE_MISSING);
    } else if (!is_exact) {
        cjpeg_note(codec, CJPEG_DAMAGE_SCANS);
    }
}

/*
 * The library scales each component by itself; the sizes must be those for which the caller has allocated
 * memory.
 */
static int has_shape(const struct jpeg_decompress_struct *codec,
                     const jpeg_component_info *component, cjpeg_plane plane) {
    JDIMENSION points = (JDIMENSION)component->DCT_scaled_size;
    return points == plane.points && component->downsampled_width == plane.width
        && component->downsampled_height == plane.height
        && component->width_in_blocks * points == plane.padded_width
        && (JDIMENSION)component->v_samp_factor * points == plane.group_rows
        && codec->total_iMCU_rows == plane.group_count;
}

/* Prepares for raw groups of rows of each component. */
static void expect_planes(j_decompress_ptr codec, const cjpeg_expectation *expectation) {
    J_COLOR_SPACE space = expectation->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
    if (codec->num_components > CJPEG_PLANES || codec->jpeg_color_space != space) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_CORRUPT, "a color space that disagrees");
    }
    codec->out_color_space = space;
    codec->raw_data_out = TRUE;
    codec->scale_num = 1;
    codec->scale_denom = expectation->scale_denominator;
    jpeg_calc_output_dimensions(codec);
    for (int index = 0; index < codec->num_components; index += 1) {
        if (!has_shape(codec, &codec->comp_info[index], expectation->planes[index])) {
            cjpeg_leave((j_common_ptr)codec, CJPEG_CORRUPT, "planes that disagree");
        }
    }
}

/*
 * Describes the only scan of a file before the library reads it. If there are several, the library has
 * already read all, and knows only the last.
 */
static cjpeg_scan find_plain_scan(cjpeg_decoder *decoder) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    cjpeg_scan scan = {0};
    if (jpeg_has_multiple_scans(codec) || codec->progressive_mode || codec->arith_code
        || codec->num_components > CJPEG_PLANES
        || codec->comps_in_scan != codec->num_components) {
        return scan;
    }
    for (int index = 0; index < codec->comps_in_scan; index += 1) {
        if (codec->cur_comp_info[index] != &codec->comp_info[index]) {
            return scan;
        }
    }
    scan.is_plain = 1;
    scan.offset = decoder->input_offset + decoder->shown_count - decoder->source.bytes_in_buffer;
    scan.restart_interval = codec->restart_interval;
    return scan;
}

/* Reads the headers before the first scan, and chooses what the library delivers. */
static void read_head(cjpeg_decoder *decoder, const cjpeg_expectation *expectation) {
    j_decompress_ptr codec = &decoder->codec;
    decoder->scan_limit = expectation->scan_limit;
    decoder->tolerated = expectation->tolerated;
    codec->mem->max_memory_to_use = (long)expectation->memory_limit;
    jpeg_read_header(codec, TRUE);
    if (codec->image_width != expectation->width || codec->image_height != expectation->height
        || codec->num_components != (int)expectation->components) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_CORRUPT, "two headers that disagree");
    }
    codec->dct_method = JDCT_ISLOW;
    if (expectation->is_planar) {
        expect_planes(codec, expectation);
    } else {
        codec->out_color_space = output_space(expectation->components);
    }
}

/*
 * Whether a file in several scans can be shown without those from the one on which the library has failed. If
 * so, the library finds the end of the image next, and may continue once. Not after a second frame header: the
 * library refuses it only after it has replaced the size and the number of components by those in it.
 */
static int end_before_failure(cjpeg_decoder *decoder) {
    if (!decoder->is_materializing || decoder->ends_early || decoder->components_seen == 0
        || decoder->guard.status != CJPEG_CORRUPT
        || decoder->codec.err->msg_code == JERR_SOF_DUPLICATE
        || (decoder->tolerated & CJPEG_DAMAGE_MISSING) == 0) {
        return 0;
    }
    decoder->ends_early = 1;
    decoder->damage |= CJPEG_DAMAGE_MISSING;
    decoder->codec.unread_marker = JPEG_EOI;
    return 1;
}

cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, cjpeg_expectation expectation) {
    j_decompress_ptr codec = &decoder->codec;
    j_common_ptr common = (j_common_ptr)codec;
    if (setjmp(decoder->guard.escape) == 0) {
        read_head(decoder, &expectation);
    } else if (!end_before_failure(decoder)) {
        return decoder->guard.status;
    }
    decoder->is_materializing = 1;
    jpeg_start_decompress(codec);
    decoder->is_materializing = 0;
    if (jpeg_has_multiple_scans(codec)) {
        check_scans(decoder);
    }
    if (codec->output_components != (int)expectation.components) {
        cjpeg_leave(common, CJPEG_CORRUPT, "components that disagree");
    }
    decoder->scan = find_plain_scan(decoder);
    return CJPEG_OK;
}

cjpeg_scan cjpeg_decoder_scan(const cjpeg_decoder *decoder) {
    return decoder->scan;
}

/*
 * A component of a plain scan not read yet; the library frees the description of components after the last
 * row. NULL without one.
 */
static const jpeg_component_info *component_of_scan(const cjpeg_decoder *decoder,
                                                    uint32_t component) {
    const struct jpeg_decompress_struct *codec = &decoder->codec;
    if (!decoder->scan.is_plain || component >= (uint32_t)codec->num_components) {
        return NULL;
    }
    return &codec->comp_info[component];
}

cjpeg_status cjpeg_decoder_quantization(const cjpeg_decoder *decoder, uint32_t component,
                                        uint16_t *divisors) {
    const jpeg_component_info *info = component_of_scan(decoder, component);
    if (info == NULL || info->quant_table == NULL) {
        return CJPEG_MISUSED;
    }
    memcpy(divisors, info->quant_table->quantval, sizeof info->quant_table->quantval);
    return CJPEG_OK;
}

cjpeg_status cjpeg_decoder_codes(const cjpeg_decoder *decoder, uint32_t component, int is_dc,
                                 uint8_t *counts, uint8_t *symbols) {
    const struct jpeg_decompress_struct *codec = &decoder->codec;
    const jpeg_component_info *info = component_of_scan(decoder, component);
    if (info == NULL || info->dc_tbl_no < 0 || info->dc_tbl_no >= NUM_HUFF_TBLS
        || info->ac_tbl_no < 0 || info->ac_tbl_no >= NUM_HUFF_TBLS) {
        return CJPEG_MISUSED;
    }
    const JHUFF_TBL *table = is_dc ? codec->dc_huff_tbl_ptrs[info->dc_tbl_no]
                                      : codec->ac_huff_tbl_ptrs[info->ac_tbl_no];
    return cjpeg_copy_codes(table, counts, symbols);
}

uint32_t cjpeg_decoder_damage(const cjpeg_decoder *decoder) {
    return decoder->damage;
}

const char *cjpeg_decoder_message(const cjpeg_decoder *decoder) {
    return decoder->guard.message;
}
