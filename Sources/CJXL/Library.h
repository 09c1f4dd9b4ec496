/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of libjxl that are looked up at run time. */
#pragma once

#include <jxl/decode.h>
#include <jxl/encode.h>

#include "CJXL.h"

#define CJXL_FUNCTIONS(X)                                                                                    \
    X(JxlDecoderVersion)                                                                                     \
    X(JxlDecoderCreate)                                                                                      \
    X(JxlDecoderDestroy)                                                                                     \
    X(JxlDecoderSubscribeEvents)                                                                             \
    X(JxlDecoderSetUnpremultiplyAlpha)                                                                       \
    X(JxlDecoderSetInput)                                                                                    \
    X(JxlDecoderReleaseInput)                                                                                \
    X(JxlDecoderCloseInput)                                                                                  \
    X(JxlDecoderProcessInput)                                                                                \
    X(JxlDecoderSkipFrames)                                                                                  \
    X(JxlDecoderGetBasicInfo)                                                                                \
    X(JxlDecoderGetColorAsEncodedProfile)                                                                    \
    X(JxlDecoderGetICCProfileSize)                                                                           \
    X(JxlDecoderGetColorAsICCProfile)                                                                        \
    X(JxlDecoderImageOutBufferSize)                                                                          \
    X(JxlDecoderSetImageOutBuffer)                                                                           \
    X(JxlEncoderCreate)                                                                                      \
    X(JxlEncoderDestroy)                                                                                     \
    X(JxlEncoderInitBasicInfo)                                                                               \
    X(JxlEncoderSetBasicInfo)                                                                                \
    X(JxlEncoderSetColorEncoding)                                                                            \
    X(JxlEncoderSetICCProfile)                                                                               \
    X(JxlColorEncodingSetToSRGB)                                                                             \
    X(JxlEncoderFrameSettingsCreate)                                                                         \
    X(JxlEncoderFrameSettingsSetOption)                                                                      \
    X(JxlEncoderSetFrameDistance)                                                                            \
    X(JxlEncoderSetFrameLossless)                                                                            \
    X(JxlEncoderAddImageFrame)                                                                               \
    X(JxlEncoderCloseInput)                                                                                  \
    X(JxlEncoderProcessOutput)

#define MEMBER(name) __typeof__(name) *name;
struct cjxl_library {
    CJXL_FUNCTIONS(MEMBER)
};
#undef MEMBER

extern struct cjxl_library cjxl_library;

cforeign_status cjxl_encode(const cforeign_picture *picture, const cforeign_options *options,
                            const cforeign_output *output);
