/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of libwebp and libwebpdemux that are looked up at run time. */
#pragma once

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

#include "CWebP.h"

#define CWEBP_FUNCTIONS(X)                                                                                   \
    X(WebPGetDecoderVersion)                                                                                 \
    X(WebPGetFeaturesInternal)                                                                               \
    X(WebPINewRGB)                                                                                           \
    X(WebPIUpdate)                                                                                           \
    X(WebPIDelete)                                                                                           \
    X(WebPDemuxInternal)                                                                                     \
    X(WebPDemuxDelete)                                                                                       \
    X(WebPDemuxGetI)                                                                                         \
    X(WebPDemuxGetChunk)                                                                                     \
    X(WebPDemuxReleaseChunkIterator)                                                                         \
    X(WebPAnimDecoderOptionsInitInternal)                                                                    \
    X(WebPAnimDecoderNewInternal)                                                                            \
    X(WebPAnimDecoderHasMoreFrames)                                                                          \
    X(WebPAnimDecoderGetNext)                                                                                \
    X(WebPAnimDecoderDelete)                                                                                 \
    X(WebPConfigInitInternal)                                                                                \
    X(WebPConfigLosslessPreset)                                                                              \
    X(WebPPictureInitInternal)                                                                               \
    X(WebPPictureAlloc)                                                                                      \
    X(WebPPictureFree)                                                                                       \
    X(WebPEncode)

#define MEMBER(name) __typeof__(name) *name;
struct cwebp_library {
    CWEBP_FUNCTIONS(MEMBER)
};
#undef MEMBER

extern struct cwebp_library cwebp_library;

cforeign_status cwebp_encode(const cforeign_picture *picture, const cforeign_options *options,
                             const cforeign_output *output);
