/* SPDX-License-Identifier: Apache-2.0 */
#include "Guard.h"

#define INPUT_CAPACITY 65536

/*
 * The greatest number of bytes, other than zeros, that may follow the last block of a scan. Some encoders pad
 * to a word before a marker; more bytes are lost data. The library does not count the bytes that it has read
 * ahead, at most 8.
 */
#define PADDING_LIMIT 8

struct cjpeg_decoder {
    guard guard;
    struct jpeg_decompress_struct codec;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    cjpeg_read read;
    cjpeg_proceed proceed;
    void *context;
    uint32_t scan_limit;
    uint32_t components_seen;
    int is_materializing;
    size_t input_count;
    /* The number of bytes read before the input buffer. */
    size_t input_offset;
    /* The number of zeros at the end of earlier input, not counting fill bytes of a marker behind them. */
    size_t zeros_before_input;
    /* The next scan; no longer plain once any of it has been read. */
    cjpeg_scan scan;
    uint8_t input[INPUT_CAPACITY];
};

static cjpeg_decoder *decoder_of(j_decompress_ptr codec) {
    return codec->client_data;
}

static void source_begin(j_decompress_ptr codec) {
    (void)codec;
}

/* The number of zeros that end at position `end` of the input, including those of earlier input. */
static size_t zeros_before(const cjpeg_decoder *decoder, size_t end) {
    size_t start = end;
    while (start > 0 && decoder->input[start - 1] == 0) {
        start -= 1;
    }
    return end - start + (start == 0 ? decoder->zeros_before_input : 0);
}

/* When the library warns of a gap, it has not yet recorded the marker that ends the gap. */
static size_t zeros_before_marker(j_decompress_ptr codec) {
    cjpeg_decoder *decoder = decoder_of(codec);
    return zeros_before(decoder, (size_t)(decoder->source.next_input_byte - decoder->input));
}

/*
 * Whether bytes between the end of a segment and the next marker may be skipped.
 *
 * Before the first scan they hide no pixel. After a scan they are entropy-coded data of no block, which is a
 * sign of damage, unless they are padding: zeros, or a few bytes.
 */
static int is_harmless_gap(j_decompress_ptr codec, int byte_count) {
    return codec->input_scan_number == 0 || byte_count <= PADDING_LIMIT
        || zeros_before_marker(codec) >= (size_t)byte_count;
}

static void on_decoder_message(j_common_ptr codec, int level) {
    struct jpeg_error_mgr *errors = codec->err;
    if (level < 0 && errors->msg_code == JWRN_EXTRANEOUS_DATA
        && is_harmless_gap((j_decompress_ptr)codec, errors->msg_parm.i[0])) {
        errors->num_warnings += 1;
        return;
    }
    cjpeg_on_message(codec, level);
}

static boolean source_fill(j_decompress_ptr codec) {
    cjpeg_decoder *decoder = decoder_of(codec);
    size_t end = decoder->input_count;
    while (end > 0 && decoder->input[end - 1] == 0xFF) {
        end -= 1;
    }
    decoder->zeros_before_input = zeros_before(decoder, end);
    decoder->input_offset += decoder->input_count;
    size_t count = decoder->read(decoder->context, decoder->input, INPUT_CAPACITY);
    if (count == 0 || count > INPUT_CAPACITY) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_TRUNCATED, "the file ends early");
    }
    decoder->input_count = count;
    decoder->source.next_input_byte = decoder->input;
    decoder->source.bytes_in_buffer = count;
    return TRUE;
}

static void source_skip(j_decompress_ptr codec, long count) {
    cjpeg_decoder *decoder = decoder_of(codec);
    if (count <= 0) {
        return;
    }
    size_t rest = (size_t)count;
    while (rest > decoder->source.bytes_in_buffer) {
        rest -= decoder->source.bytes_in_buffer;
        source_fill(codec);
    }
    decoder->source.next_input_byte += rest;
    decoder->source.bytes_in_buffer -= rest;
}

static void source_end(j_decompress_ptr codec) {
    (void)codec;
}

/*
 * Called between rows of blocks while a file in several scans is read. Limits the number of scans, each of
 * which may cost a pass over the picture for a few bytes, and records which components have come.
 */
static void on_progress(j_common_ptr common) {
    j_decompress_ptr codec = (j_decompress_ptr)common;
    cjpeg_decoder *decoder = decoder_of(codec);
    if (!decoder->is_materializing) {
        return;
    }
    if (codec->input_scan_number > (int)decoder->scan_limit) {
        cjpeg_leave(common, CJPEG_TOO_MANY_SCANS, "too many scans");
    }
    for (int index = 0; index < codec->comps_in_scan; index += 1) {
        decoder->components_seen |= 1u << codec->cur_comp_info[index]->component_index;
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
    decoder->codec.err->emit_message = on_decoder_message;
    if (setjmp(decoder->guard.escape)) {
        jpeg_destroy_decompress(&decoder->codec);
        free(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->codec);
    decoder->codec.client_data = decoder;
    decoder->source.init_source = source_begin;
    decoder->source.fill_input_buffer = source_fill;
    decoder->source.skip_input_data = source_skip;
    decoder->source.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.term_source = source_end;
    decoder->codec.src = &decoder->source;
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
 * Whether the scans read so far make a whole picture: a part of every component and, in a progressive file,
 * all DC coefficients and no coefficient at a part of its precision.
 *
 * The format permits fewer scans, and the library then shows a part of the picture. No encoder leaves a
 * coefficient at half its bits, though: the file was cut between two scans.
 */
static int has_whole_components(const cjpeg_decoder *decoder) {
    const struct jpeg_decompress_struct *codec = &decoder->codec;
    if (decoder->components_seen != (1u << codec->num_components) - 1) {
        return 0;
    }
    for (int index = 0; codec->progressive_mode && index < codec->num_components; index += 1) {
        const int *missing_bits = codec->coef_bits[index];
        if (missing_bits[0] != 0) {
            return 0;
        }
        for (int coefficient = 1; coefficient < DCTSIZE2; coefficient += 1) {
            if (missing_bits[coefficient] > 0) {
                return 0;
            }
        }
    }
    return 1;
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
    scan.offset = decoder->input_offset + decoder->input_count - decoder->source.bytes_in_buffer;
    scan.restart_interval = codec->restart_interval;
    return scan;
}

cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, cjpeg_expectation expectation) {
    j_decompress_ptr codec = &decoder->codec;
    j_common_ptr common = (j_common_ptr)codec;
    if (setjmp(decoder->guard.escape)) {
        return decoder->guard.status;
    }
    decoder->scan_limit = expectation.scan_limit;
    codec->mem->max_memory_to_use = (long)expectation.memory_limit;
    jpeg_read_header(codec, TRUE);
    if (codec->image_width != expectation.width || codec->image_height != expectation.height
        || codec->num_components != (int)expectation.components) {
        cjpeg_leave(common, CJPEG_CORRUPT, "two headers that disagree");
    }
    codec->dct_method = JDCT_ISLOW;
    if (expectation.is_planar) {
        expect_planes(codec, &expectation);
    } else {
        codec->out_color_space = output_space(expectation.components);
    }
    decoder->is_materializing = 1;
    jpeg_start_decompress(codec);
    decoder->is_materializing = 0;
    if (jpeg_has_multiple_scans(codec) && !has_whole_components(decoder)) {
        cjpeg_leave(common, CJPEG_CORRUPT, "scans are missing");
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

int cjpeg_decoder_is_inverted(const cjpeg_decoder *decoder) {
    return decoder->codec.saw_Adobe_marker;
}

cjpeg_status cjpeg_decoder_read_row(cjpeg_decoder *decoder, uint8_t *row, size_t byte_count) {
    j_decompress_ptr codec = &decoder->codec;
    if (setjmp(decoder->guard.escape)) {
        return decoder->guard.status;
    }
    decoder->scan.is_plain = 0;
    if (byte_count < (size_t)codec->output_width * (size_t)codec->output_components) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "a short row");
    }
    if (jpeg_read_scanlines(codec, &row, 1) != 1) {
        cjpeg_leave((j_common_ptr)codec, CJPEG_MISUSED, "no row");
    }
    if (codec->output_scanline == codec->output_height) {
        jpeg_finish_decompress(codec);
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
        return decoder->guard.status;
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
        jpeg_finish_decompress(codec);
    }
    return CJPEG_OK;
}

const char *cjpeg_decoder_message(const cjpeg_decoder *decoder) {
    return decoder->guard.message;
}
