/* SPDX-License-Identifier: Apache-2.0 */
#include "CJXL.h"

#include <stdio.h>
#include <stdlib.h>

#include "Library.h"

#define library cjxl_library

struct cjxl_library cjxl_library;

#define NAME(name) #name,
static const char *const names[] = {CJXL_FUNCTIONS(NAME)};
#undef NAME
_Static_assert(sizeof names == sizeof library, "one name for each pointer");

static cforeign_status load(void) {
    return cforeign_load("libjxl.so.0.7", names, sizeof names / sizeof *names, &library);
}

static void version(char *text, size_t capacity) {
    uint32_t number = library.JxlDecoderVersion();
    snprintf(text, capacity, "%u.%u.%u", number / 1000000, number / 1000 % 1000, number % 1000);
}

/* A file that the library gets in pieces. */
typedef struct input {
    const uint8_t *bytes;
    size_t byte_count;
    size_t piece_byte_count;
    /* The end of the last piece. */
    size_t end;
} input;

/* Passes on another piece, behind what the library has left of those before. */
static bool pass_on(JxlDecoder *decoder, input *input) {
    size_t start = input->end - library.JxlDecoderReleaseInput(decoder);
    size_t rest = input->byte_count - input->end;
    input->end += rest < input->piece_byte_count ? rest : input->piece_byte_count;
    bool is_taken =
        library.JxlDecoderSetInput(decoder, input->bytes + start, input->end - start) == JXL_DEC_SUCCESS;
    if (input->end == input->byte_count) {
        library.JxlDecoderCloseInput(decoder);
    }
    return is_taken;
}

static JxlDecoder *open_decoder(input *input, int events) {
    JxlDecoder *decoder = library.JxlDecoderCreate(NULL);
    if (decoder == NULL) {
        return NULL;
    }
    bool is_ready = library.JxlDecoderSubscribeEvents(decoder, events) == JXL_DEC_SUCCESS
        && library.JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE) == JXL_DEC_SUCCESS
        && pass_on(decoder, input);
    if (!is_ready) {
        library.JxlDecoderDestroy(decoder);
        return NULL;
    }
    return decoder;
}

static cforeign_status describe(const JxlDecoder *decoder, const cforeign_limits *limits,
                                cforeign_header *header) {
    JxlBasicInfo facts;
    if (library.JxlDecoderGetBasicInfo(decoder, &facts) != JXL_DEC_SUCCESS) {
        return CFOREIGN_DAMAGED;
    }
    /* The library turns the picture upright, and tells the size after that. */
    cforeign_status status = cforeign_check_size(limits, facts.xsize, facts.ysize);
    if (status != CFOREIGN_OK) {
        return status;
    }
    bool has_alpha = facts.alpha_bits > 0;
    bool is_gray = facts.num_color_channels == 1;
    *header = (cforeign_header){
        .width = facts.xsize,
        .height = facts.ysize,
        .layout = is_gray ? (has_alpha ? CFOREIGN_GRAY_ALPHA : CFOREIGN_GRAY)
                          : (has_alpha ? CFOREIGN_RGBA : CFOREIGN_RGB),
        .bit_count = facts.bits_per_sample > 8 ? 16 : 8,
        .stored_bit_count = (uint8_t)facts.bits_per_sample,
        .orientation = 1,
    };
    return CFOREIGN_OK;
}

/* The color space of the samples that are delivered. */
static cforeign_status read_colors(const JxlDecoder *decoder, const cforeign_limits *limits,
                                   cforeign_header *header) {
    JxlColorEncoding colors;
    if (library.JxlDecoderGetColorAsEncodedProfile(decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, &colors)
        == JXL_DEC_SUCCESS) {
        bool is_gray = colors.color_space == JXL_COLOR_SPACE_GRAY;
        bool is_named = (is_gray || colors.color_space == JXL_COLOR_SPACE_RGB)
            && (is_gray || colors.primaries != JXL_PRIMARIES_CUSTOM)
            && colors.white_point == JXL_WHITE_POINT_D65
            && colors.transfer_function != JXL_TRANSFER_FUNCTION_GAMMA;
        /* Never a profile, which could not say that the light is brighter than white. */
        bool is_bright = colors.transfer_function == JXL_TRANSFER_FUNCTION_PQ
            || colors.transfer_function == JXL_TRANSFER_FUNCTION_HLG;
        if (is_named || is_bright) {
            /* JPEG XL has the numbers of H.273, but for Display P3. Gray has no primaries. */
            bool is_display = !is_gray && colors.primaries == JXL_PRIMARIES_P3;
            header->primaries = is_gray ? 1 : is_display ? 12 : (uint16_t)colors.primaries;
            header->transfer = (uint16_t)colors.transfer_function;
            return CFOREIGN_OK;
        }
    }
    size_t byte_count = 0;
    if (library.JxlDecoderGetICCProfileSize(decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, &byte_count)
            != JXL_DEC_SUCCESS
        || byte_count == 0) {
        return CFOREIGN_OK;
    }
    if (byte_count > limits->profile_byte_count) {
        return CFOREIGN_PROFILE_TOO_LARGE;
    }
    header->profile = malloc(byte_count);
    if (header->profile == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    header->profile_byte_count = byte_count;
    return library.JxlDecoderGetColorAsICCProfile(decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA,
                                                  header->profile, byte_count)
            == JXL_DEC_SUCCESS
        ? CFOREIGN_OK
        : CFOREIGN_DAMAGED;
}

static cforeign_status read_header(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header) {
    input input = {bytes, byte_count, byte_count, 0};
    JxlDecoder *decoder =
        open_decoder(&input, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME);
    if (decoder == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    cforeign_status status = CFOREIGN_OK;
    bool has_more = true;
    while (has_more && status == CFOREIGN_OK) {
        switch (library.JxlDecoderProcessInput(decoder)) {
        case JXL_DEC_BASIC_INFO: status = describe(decoder, limits, header); break;
        case JXL_DEC_COLOR_ENCODING: status = read_colors(decoder, limits, header); break;
        case JXL_DEC_FRAME: header->frame_count += 1; break;
        case JXL_DEC_SUCCESS: has_more = false; break;
        case JXL_DEC_NEED_MORE_INPUT: status = CFOREIGN_TRUNCATED; break;
        default:
            cforeign_say("libjxl: JxlDecoderProcessInput failed before the pixels");
            status = CFOREIGN_DAMAGED;
            break;
        }
    }
    library.JxlDecoderDestroy(decoder);
    if (status == CFOREIGN_OK && header->frame_count == 0) {
        status = CFOREIGN_DAMAGED;
    }
    if (status == CFOREIGN_OK && request->frame >= header->frame_count) {
        status = CFOREIGN_NO_SUCH_FRAME;
    }
    return status;
}

static cforeign_status decode_frame(JxlDecoder *decoder, input *input, const cforeign_header *header,
                                    const cforeign_rows *rows) {
    JxlPixelFormat format = {
        cforeign_channel_count(header->layout),
        header->bit_count == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
        JXL_BIG_ENDIAN,
        0,
    };
    while (true) {
        size_t byte_count = 0;
        switch (library.JxlDecoderProcessInput(decoder)) {
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
            if (library.JxlDecoderImageOutBufferSize(decoder, &format, &byte_count) != JXL_DEC_SUCCESS
                || byte_count != rows->byte_count
                || library.JxlDecoderSetImageOutBuffer(decoder, &format, rows->bytes, rows->byte_count)
                    != JXL_DEC_SUCCESS) {
                return CFOREIGN_DAMAGED;
            }
            break;
        case JXL_DEC_FULL_IMAGE: return CFOREIGN_OK;
        case JXL_DEC_NEED_MORE_INPUT:
            if (input->end == input->byte_count) {
                return CFOREIGN_TRUNCATED;
            }
            if (!cforeign_may_continue(&rows->watch)) {
                return CFOREIGN_STOPPED;
            }
            if (!pass_on(decoder, input)) {
                return CFOREIGN_FAILED;
            }
            break;
        default:
            cforeign_say("libjxl: JxlDecoderProcessInput failed in the pixels");
            return CFOREIGN_DAMAGED;
        }
    }
}

static cforeign_status decode(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                              const cforeign_limits *limits, const cforeign_rows *rows) {
    cforeign_header header = {0};
    cforeign_status status = read_header(bytes, byte_count, request, limits, &header);
    cforeign_header_clear(&header);
    if (status != CFOREIGN_OK) {
        return status;
    }
    if (rows->byte_count != cforeign_byte_count(&header)) {
        return CFOREIGN_FAILED;
    }
    input input = {bytes, byte_count, cforeign_piece_byte_count(&rows->watch, byte_count), 0};
    JxlDecoder *decoder = open_decoder(&input, JXL_DEC_FULL_IMAGE);
    if (decoder == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    library.JxlDecoderSkipFrames(decoder, request->frame);
    status = decode_frame(decoder, &input, &header, rows);
    library.JxlDecoderDestroy(decoder);
    return status;
}

const cforeign_codec cjxl_codec = {load, version, read_header, decode, cjxl_encode};
