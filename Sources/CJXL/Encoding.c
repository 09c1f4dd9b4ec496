/* SPDX-License-Identifier: Apache-2.0 */
#include "Library.h"

#define library cjxl_library

/* Sets the facts about the picture, and the meaning of its colors. */
static bool begin(JxlEncoder *encoder, const cforeign_picture *picture, const cforeign_options *options) {
    uint32_t channels = cforeign_channel_count(picture->layout);
    bool has_alpha = channels % 2 == 0;
    JxlBasicInfo facts;
    library.JxlEncoderInitBasicInfo(&facts);
    facts.xsize = picture->width;
    facts.ysize = picture->height;
    facts.bits_per_sample = picture->bit_count;
    facts.num_color_channels = channels < 3 ? 1 : 3;
    facts.num_extra_channels = has_alpha ? 1 : 0;
    facts.alpha_bits = has_alpha ? picture->bit_count : 0;
    /* Without loss, colors stay as they are. */
    facts.uses_original_profile = cforeign_value(options, "lossless", 0) != 0;
    if (library.JxlEncoderSetBasicInfo(encoder, &facts) != JXL_ENC_SUCCESS) {
        return false;
    }
    if (picture->profile != NULL) {
        return library.JxlEncoderSetICCProfile(encoder, picture->profile, picture->profile_byte_count)
            == JXL_ENC_SUCCESS;
    }
    JxlColorEncoding colors;
    library.JxlColorEncodingSetToSRGB(&colors, channels < 3);
    return library.JxlEncoderSetColorEncoding(encoder, &colors) == JXL_ENC_SUCCESS;
}

static bool add(JxlEncoder *encoder, const cforeign_picture *picture, const cforeign_options *options) {
    JxlEncoderFrameSettings *settings = library.JxlEncoderFrameSettingsCreate(encoder, NULL);
    int64_t effort = (int64_t)cforeign_value(options, "effort", 3);
    if (settings == NULL
        || library.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, effort)
            != JXL_ENC_SUCCESS) {
        return false;
    }
    float distance = (float)cforeign_value(options, "quality", 1.2);
    bool is_set = cforeign_value(options, "lossless", 0) != 0
        ? library.JxlEncoderSetFrameLossless(settings, JXL_TRUE) == JXL_ENC_SUCCESS
        : library.JxlEncoderSetFrameDistance(settings, distance) == JXL_ENC_SUCCESS;
    JxlPixelFormat format = {
        cforeign_channel_count(picture->layout),
        picture->bit_count == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
        JXL_BIG_ENDIAN,
        0,
    };
    return is_set
        && library.JxlEncoderAddImageFrame(settings, &format, picture->bytes, picture->byte_count)
        == JXL_ENC_SUCCESS;
}

cforeign_status cjxl_encode(const cforeign_picture *picture, const cforeign_options *options,
                            const cforeign_output *output) {
    JxlEncoder *encoder = library.JxlEncoderCreate(NULL);
    if (encoder == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    cforeign_status status =
        begin(encoder, picture, options) && add(encoder, picture, options) ? CFOREIGN_OK : CFOREIGN_FAILED;
    library.JxlEncoderCloseInput(encoder);
    JxlEncoderStatus progress = JXL_ENC_NEED_MORE_OUTPUT;
    while (status == CFOREIGN_OK && progress == JXL_ENC_NEED_MORE_OUTPUT) {
        uint8_t bytes[16384];
        uint8_t *next = bytes;
        size_t rest = sizeof bytes;
        progress = library.JxlEncoderProcessOutput(encoder, &next, &rest);
        if (progress == JXL_ENC_ERROR) {
            status = CFOREIGN_FAILED;
        } else if (!cforeign_may_continue(&output->watch) || !output->take(output->context, bytes, sizeof bytes - rest)) {
            status = CFOREIGN_STOPPED;
        }
    }
    library.JxlEncoderDestroy(encoder);
    return status;
}
