/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of libavif that are looked up at run time. */
#pragma once

#include <avif/avif.h>

#include "CAVIF.h"

#define CAVIF_FUNCTIONS(X)                                                                                   \
    X(avifVersion)                                                                                           \
    X(avifCodecName)                                                                                         \
    X(avifResultToString)                                                                                    \
    X(avifDecoderCreate)                                                                                     \
    X(avifDecoderDestroy)                                                                                    \
    X(avifDecoderSetIOMemory)                                                                                \
    X(avifDecoderParse)                                                                                      \
    X(avifDecoderNthImage)                                                                                   \
    X(avifDecoderNearestKeyframe)                                                                            \
    X(avifImageCreate)                                                                                       \
    X(avifImageCreateEmpty)                                                                                  \
    X(avifImageDestroy)                                                                                      \
    X(avifImageSetViewRect)                                                                                  \
    X(avifImageSetProfileICC)                                                                                \
    X(avifImageAllocatePlanes)                                                                               \
    X(avifRGBImageSetDefaults)                                                                               \
    X(avifImageYUVToRGB)                                                                                     \
    X(avifImageRGBToYUV)                                                                                     \
    X(avifEncoderCreate)                                                                                     \
    X(avifEncoderSetCodecSpecificOption)                                                                     \
    X(avifEncoderWrite)                                                                                      \
    X(avifEncoderDestroy)                                                                                    \
    X(avifRWDataFree)

#define MEMBER(name) __typeof__(name) *name;
struct cavif_library {
    CAVIF_FUNCTIONS(MEMBER)
};
#undef MEMBER

extern struct cavif_library cavif_library;

/* The meaning of a result of the library. */
cforeign_status cavif_status(avifResult result);

cforeign_status cavif_encode(const cforeign_picture *picture, const cforeign_options *options,
                             const cforeign_output *output);
