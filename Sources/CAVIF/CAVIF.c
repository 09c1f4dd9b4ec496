/* SPDX-License-Identifier: Apache-2.0 */
#include "CAVIF.h"

#include <stdio.h>
#include <string.h>

#include "Library.h"

#define library cavif_library

struct cavif_library cavif_library;

#define NAME(name) #name,
static const char *const names[] = {CAVIF_FUNCTIONS(NAME)};
#undef NAME
_Static_assert(sizeof names == sizeof library, "one name for each pointer");

static cforeign_status load(void) {
    /* The codecs come with it. */
    cforeign_status status = cforeign_load("libavif.so.15", names, sizeof names / sizeof *names, &library);
    if (status != CFOREIGN_OK) {
        return status;
    }
    bool has_codecs = library.avifCodecName(AVIF_CODEC_CHOICE_DAV1D, AVIF_CODEC_FLAG_CAN_DECODE) != NULL
        && library.avifCodecName(AVIF_CODEC_CHOICE_AOM, AVIF_CODEC_FLAG_CAN_ENCODE) != NULL;
    return has_codecs ? CFOREIGN_OK : CFOREIGN_NOT_INSTALLED;
}

static void version(char *text, size_t capacity) {
    snprintf(text, capacity, "%s", library.avifVersion());
}

cforeign_status cavif_status(avifResult result) {
    if (result != AVIF_RESULT_OK) {
        cforeign_say("libavif: %s", library.avifResultToString(result));
    }
    switch (result) {
    case AVIF_RESULT_OK: return CFOREIGN_OK;
    case AVIF_RESULT_TRUNCATED_DATA:
    case AVIF_RESULT_IO_ERROR: return CFOREIGN_TRUNCATED;
    case AVIF_RESULT_OUT_OF_MEMORY: return CFOREIGN_OUT_OF_MEMORY;
    case AVIF_RESULT_NOT_IMPLEMENTED:
    case AVIF_RESULT_UNSUPPORTED_DEPTH: return CFOREIGN_UNSUPPORTED;
    default: return CFOREIGN_DAMAGED;
    }
}

/* The same, with what the decoder says about it. */
static cforeign_status decoder_status(const avifDecoder *decoder, avifResult result) {
    if (result != AVIF_RESULT_OK && decoder->diag.error[0] != 0) {
        cforeign_say("libavif: %s: %s", library.avifResultToString(result), decoder->diag.error);
    }
    return cavif_status(result);
}

/* What turns stored rows upright: a turn against the clock, then a mirror. */
static uint8_t orientation(const avifImage *image) {
    static const uint8_t turns[4] = {1, 8, 3, 6};
    static const uint8_t turns_then_top_to_bottom[4] = {4, 5, 2, 7};
    static const uint8_t turns_then_left_to_right[4] = {2, 7, 4, 5};
    uint32_t turn = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
    if (!(image->transformFlags & AVIF_TRANSFORM_IMIR)) {
        return turns[turn];
    }
    return image->imir.mode == 0 ? turns_then_top_to_bottom[turn] : turns_then_left_to_right[turn];
}

/* A number of a clean aperture, which is the quotient of two with signs. */
typedef struct fraction {
    int64_t upper;
    int64_t lower;
} fraction;

static fraction quotient(uint32_t upper, uint32_t lower) {
    return (fraction){(int32_t)upper, (int32_t)lower};
}

/* One way of the visible part: its length, and the distance of its center from that of the picture. */
static bool visible_range(fraction length, fraction distance, uint32_t whole, bool is_subsampled,
                          uint32_t *start, uint32_t *count) {
    if (length.lower <= 0 || distance.lower <= 0 || length.upper <= 0 || length.upper % length.lower != 0
        || length.upper / length.lower > whole || whole > INT32_MAX) {
        return false;
    }
    int64_t shown = length.upper / length.lower;
    int64_t twice = (whole - shown) * distance.lower + 2 * distance.upper;
    int64_t first = twice / (2 * distance.lower);
    if (twice < 0 || twice % (2 * distance.lower) != 0 || first + shown > whole
        || (is_subsampled && first % 2 != 0)) {
        return false;
    }
    *start = (uint32_t)first;
    *count = (uint32_t)shown;
    return true;
}

/*
 * The part of the picture to show; an invalid one counts as absent, as in browsers. The library's own function
 * has other rules in each version: MIAF demands an even origin of subsampled pictures, but no even size.
 *
 * Reference: ISO/IEC 14496-12, section 12.1.4.1; ISO/IEC 23000-22 (MIAF), section 7.3.6.7.
 */
static avifCropRect visible_part(const avifImage *image) {
    avifCropRect whole = {0, 0, image->width, image->height};
    avifCropRect part;
    const avifCleanApertureBox *box = &image->clap;
    bool is_420 = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV420;
    bool is_422 = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV422;
    bool is_shown = image->transformFlags & AVIF_TRANSFORM_CLAP
        && visible_range(quotient(box->widthN, box->widthD), quotient(box->horizOffN, box->horizOffD),
                         image->width, is_420 || is_422, &part.x, &part.width)
        && visible_range(quotient(box->heightN, box->heightD), quotient(box->vertOffN, box->vertOffD),
                         image->height, is_420, &part.y, &part.height);
    return is_shown ? part : whole;
}

static cforeign_status describe(const avifDecoder *decoder, const cforeign_request *request,
                                const cforeign_limits *limits, cforeign_header *header) {
    const avifImage *image = decoder->image;
    cforeign_status status = cforeign_check_size(limits, image->width, image->height);
    if (status != CFOREIGN_OK) {
        return status;
    }
    if (decoder->imageCount < 1 || request->frame >= (uint32_t)decoder->imageCount) {
        return CFOREIGN_NO_SUCH_FRAME;
    }
    avifCropRect part = visible_part(image);
    *header = (cforeign_header){
        .width = part.width,
        .height = part.height,
        .layout = decoder->alphaPresent ? CFOREIGN_RGBA : CFOREIGN_RGB,
        .bit_count = image->depth > 8 ? 16 : 8,
        .stored_bit_count = (uint8_t)image->depth,
        .orientation = orientation(image),
        .frame_count = (uint32_t)decoder->imageCount,
        .primaries = (uint16_t)image->colorPrimaries,
        .transfer = (uint16_t)image->transferCharacteristics,
    };
    return cforeign_copy_profile(limits, header, image->icc.data, image->icc.size);
}

/* Opens a file; the caller destroys the decoder, also after an error. */
static cforeign_status open(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                            const cforeign_limits *limits, cforeign_header *header, avifDecoder **opened) {
    avifDecoder *decoder = library.avifDecoderCreate();
    *opened = decoder;
    if (decoder == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    decoder->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
    decoder->maxThreads = 1;
    decoder->ignoreExif = AVIF_TRUE;
    decoder->ignoreXMP = AVIF_TRUE;
    /* Browsers show what older encoders have left out. */
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    /* Checked below, for an error of its own. */
    decoder->imageDimensionLimit = 0;
    cforeign_status status = cavif_status(library.avifDecoderSetIOMemory(decoder, bytes, byte_count));
    if (status == CFOREIGN_OK) {
        status = decoder_status(decoder, library.avifDecoderParse(decoder));
    }
    if (status == CFOREIGN_OK) {
        status = describe(decoder, request, limits, header);
    }
    return status;
}

static cforeign_status read_header(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header) {
    avifDecoder *decoder;
    cforeign_status status = open(bytes, byte_count, request, limits, header, &decoder);
    if (decoder != NULL) {
        library.avifDecoderDestroy(decoder);
    }
    return status;
}

/* Puts the more significant byte of each sample first. */
static void swap_bytes(const cforeign_rows *rows) {
    for (size_t index = 0; index + 1 < rows->byte_count; index += 2) {
        uint16_t sample;
        memcpy(&sample, rows->bytes + index, 2);
        rows->bytes[index] = (uint8_t)(sample >> 8);
        rows->bytes[index + 1] = (uint8_t)sample;
    }
}

static cforeign_status convert(const avifImage *image, const cforeign_header *header,
                               const cforeign_rows *rows) {
    avifRGBImage target;
    library.avifRGBImageSetDefaults(&target, image);
    target.format = header->layout == CFOREIGN_RGBA ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    target.depth = header->bit_count;
    target.pixels = rows->bytes;
    target.rowBytes = header->width * cforeign_channel_count(header->layout) * (header->bit_count / 8);
    cforeign_status status = cavif_status(library.avifImageYUVToRGB(image, &target));
    if (status == CFOREIGN_OK && header->bit_count == 16) {
        swap_bytes(rows);
    }
    return status;
}

/* Decodes a frame, and those before it that it depends on; within one the library cannot be stopped. */
static cforeign_status go_to_frame(avifDecoder *decoder, uint32_t frame, const cforeign_watch *watch) {
    cforeign_status status = CFOREIGN_OK;
    uint32_t index = library.avifDecoderNearestKeyframe(decoder, frame);
    for (; index <= frame && status == CFOREIGN_OK; index += 1) {
        status = cforeign_may_continue(watch)
            ? decoder_status(decoder, library.avifDecoderNthImage(decoder, index))
            : CFOREIGN_STOPPED;
    }
    return status;
}

static cforeign_status decode_frame(avifDecoder *decoder, uint32_t frame, const cforeign_header *header,
                                    const cforeign_rows *rows) {
    uint32_t width = decoder->image->width, height = decoder->image->height, depth = decoder->image->depth;
    cforeign_status status = go_to_frame(decoder, frame, &rows->watch);
    if (status != CFOREIGN_OK) {
        return status;
    }
    const avifImage *image = decoder->image;
    bool has_alpha = image->alphaPlane != NULL;
    if (image->width != width || image->height != height || image->depth != depth
        || (header->layout == CFOREIGN_RGBA && !has_alpha)) {
        return CFOREIGN_DAMAGED;
    }
    avifCropRect part = visible_part(image);
    if (part.width != header->width || part.height != header->height) {
        return CFOREIGN_DAMAGED;
    }
    avifImage *view = library.avifImageCreateEmpty();
    if (view == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    status = cavif_status(library.avifImageSetViewRect(view, image, &part));
    if (status == CFOREIGN_OK) {
        status = convert(view, header, rows);
    }
    library.avifImageDestroy(view);
    return status;
}

static cforeign_status decode(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                              const cforeign_limits *limits, const cforeign_rows *rows) {
    cforeign_header header = {0};
    avifDecoder *decoder;
    cforeign_status status = open(bytes, byte_count, request, limits, &header, &decoder);
    cforeign_header_clear(&header);
    if (status == CFOREIGN_OK && rows->byte_count != cforeign_byte_count(&header)) {
        status = CFOREIGN_FAILED;
    }
    if (status == CFOREIGN_OK) {
        if (limits->pixel_count < decoder->imageSizeLimit) {
            decoder->imageSizeLimit = (uint32_t)limits->pixel_count;
        }
        status = decode_frame(decoder, request->frame, &header, rows);
    }
    if (decoder != NULL) {
        library.avifDecoderDestroy(decoder);
    }
    return status;
}

const cforeign_codec cavif_codec = {load, version, read_header, decode, cavif_encode};
