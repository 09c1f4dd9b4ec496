/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Library.h"

#define library cavif_library

/* A sample of 16 bits, of which the more significant byte comes first. */
static uint16_t sample_16(const uint8_t *bytes) {
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

/* Copies a channel into a plane of the picture, of 8 or 10 bits. */
static void fill_plane(const cforeign_picture *picture, uint32_t channel, uint8_t *plane, uint32_t stride) {
    uint32_t width = picture->bit_count / 8;
    uint32_t step = cforeign_channel_count(picture->layout) * width;
    const uint8_t *pixel = picture->bytes + channel * width;
    for (uint32_t y = 0; y < picture->height; y += 1) {
        for (uint32_t x = 0; x < picture->width; x += 1, pixel += step) {
            if (picture->bit_count == 8) {
                plane[(size_t)y * stride + x] = pixel[0];
            } else {
                uint16_t sample = (uint16_t)((sample_16(pixel) * 1023u + 32767) / 65535);
                memcpy(plane + (size_t)y * stride + 2 * (size_t)x, &sample, 2);
            }
        }
    }
}

static cforeign_status fill_color(avifImage *image, const cforeign_picture *picture) {
    avifRGBImage source;
    library.avifRGBImageSetDefaults(&source, image);
    source.format = picture->layout == CFOREIGN_RGBA ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    source.depth = picture->bit_count;
    source.ignoreAlpha = AVIF_TRUE;
    uint32_t channels = cforeign_channel_count(picture->layout);
    source.rowBytes = picture->width * channels * (picture->bit_count / 8);
    source.pixels = (uint8_t *)picture->bytes;
    uint16_t *swapped = NULL;
    if (picture->bit_count == 16) {
        size_t count = (size_t)picture->width * picture->height * channels;
        swapped = malloc(2 * count);
        if (swapped == NULL) {
            return CFOREIGN_OUT_OF_MEMORY;
        }
        for (size_t index = 0; index < count; index += 1) {
            swapped[index] = sample_16(picture->bytes + 2 * index);
        }
        source.pixels = (uint8_t *)swapped;
    }
    cforeign_status status = cavif_status(library.avifImageRGBToYUV(image, &source));
    free(swapped);
    return status;
}

static cforeign_status fill(avifImage *image, const cforeign_picture *picture) {
    uint32_t channels = cforeign_channel_count(picture->layout);
    bool has_alpha = channels % 2 == 0;
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
    image->yuvRange = AVIF_RANGE_FULL;
    if (picture->profile != NULL) {
        library.avifImageSetProfileICC(image, picture->profile, picture->profile_byte_count);
    }
    cforeign_status status = cavif_status(
        library.avifImageAllocatePlanes(image, has_alpha ? AVIF_PLANES_ALL : AVIF_PLANES_YUV));
    if (status != CFOREIGN_OK) {
        return status;
    }
    if (channels < 3) {
        fill_plane(picture, 0, image->yuvPlanes[AVIF_CHAN_Y], image->yuvRowBytes[AVIF_CHAN_Y]);
    } else {
        status = fill_color(image, picture);
    }
    /* Last, because the conversion of colors makes the picture opaque. */
    if (has_alpha) {
        fill_plane(picture, channels - 1, image->alphaPlane, image->alphaRowBytes);
    }
    return status;
}

static void configure(avifEncoder *encoder, const cforeign_options *options, bool keeps_chroma) {
    char text[8];
    encoder->codecChoice = AVIF_CODEC_CHOICE_AOM;
    encoder->maxThreads = 1;
    /* Speed 8 makes files of photos with screen tools twice as large. */
    int effort = (int)cforeign_value(options, "effort", 2);
    encoder->speed = 10 - (keeps_chroma && effort < 3 ? 3 : effort);
    encoder->minQuantizer = 0;
    encoder->maxQuantizer = 63;
    encoder->minQuantizerAlpha = 0;
    /* Without a choice, aom loses nothing at all. */
    encoder->maxQuantizerAlpha = 0;
    library.avifEncoderSetCodecSpecificOption(encoder, "end-usage", "q");
    /* A blurred photo counts as a screen, whose blocks are looked up in a table of all others: that takes five
     * times the memory and thirty times the time, and saves nothing. */
    library.avifEncoderSetCodecSpecificOption(encoder, "enable-intrabc", "0");
    if (keeps_chroma) {
        /* Palettes halve texts, and aom leaves them out of photos. */
        library.avifEncoderSetCodecSpecificOption(encoder, "tune-content", "screen");
    }
    snprintf(text, sizeof text, "%d", (int)(cforeign_value(options, "quality", 16) + 0.5));
    library.avifEncoderSetCodecSpecificOption(encoder, "color:cq-level", text);
    library.avifEncoderSetCodecSpecificOption(encoder, "alpha:cq-level", "0");
}

static cforeign_status encode_image(const avifImage *image, const cforeign_options *options,
                                    const cforeign_output *output) {
    avifEncoder *encoder = library.avifEncoderCreate();
    if (encoder == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    configure(encoder, options, image->yuvFormat == AVIF_PIXEL_FORMAT_YUV444);
    avifRWData file = AVIF_DATA_EMPTY;
    avifResult result = library.avifEncoderWrite(encoder, image, &file);
    if (result != AVIF_RESULT_OK) {
        cforeign_say("libavif: %s: %s", library.avifResultToString(result), encoder->diag.error);
    }
    cforeign_status status = result == AVIF_RESULT_OK ? CFOREIGN_OK
        : result == AVIF_RESULT_OUT_OF_MEMORY         ? CFOREIGN_OUT_OF_MEMORY
                                                      : CFOREIGN_FAILED;
    if (status == CFOREIGN_OK && !output->take(output->context, file.data, file.size)) {
        status = CFOREIGN_STOPPED;
    }
    library.avifRWDataFree(&file);
    library.avifEncoderDestroy(encoder);
    return status;
}

cforeign_status cavif_encode(const cforeign_picture *picture, const cforeign_options *options,
                             const cforeign_output *output) {
    if (picture->width > 65536 || picture->height > 65536) {
        return CFOREIGN_SIDE_TOO_LONG;
    }
    if (cforeign_value(options, "lossless", 0) != 0) {
        return CFOREIGN_UNSUPPORTED;
    }
    bool is_color = picture->layout == CFOREIGN_RGB || picture->layout == CFOREIGN_RGBA;
    /* The third word of the option keeps a color sample for each pixel. */
    avifPixelFormat colors =
        cforeign_value(options, "subsampling", 0) == 2 ? AVIF_PIXEL_FORMAT_YUV444 : AVIF_PIXEL_FORMAT_YUV420;
    /* Lossy files gain nothing from more than 10 bits. */
    avifImage *image = library.avifImageCreate(picture->width, picture->height, picture->bit_count == 8 ? 8 : 10,
                                               is_color ? colors : AVIF_PIXEL_FORMAT_YUV400);
    if (image == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    cforeign_status status = fill(image, picture);
    if (status == CFOREIGN_OK) {
        status = encode_image(image, options, output);
    }
    library.avifImageDestroy(image);
    return status;
}
