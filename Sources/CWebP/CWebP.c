/* SPDX-License-Identifier: Apache-2.0 */
#include "CWebP.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

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
static struct {
    CWEBP_FUNCTIONS(MEMBER)
} library;
#undef MEMBER

#define NAME(name) #name,
static const char *const names[] = {CWEBP_FUNCTIONS(NAME)};
#undef NAME
_Static_assert(sizeof names == sizeof library, "one name for each pointer");

static cforeign_status load(void) {
    /* The other library comes with it, and is searched as well. */
    return cforeign_load("libwebpdemux.so.2", names, sizeof names / sizeof *names, &library);
}

static void version(char *text, size_t capacity) {
    int number = library.WebPGetDecoderVersion();
    snprintf(text, capacity, "%d.%d.%d", number >> 16, number >> 8 & 255, number & 255);
}

/* MARK: Decoding */

static cforeign_status status_of(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK: return CFOREIGN_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return CFOREIGN_OUT_OF_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return CFOREIGN_UNSUPPORTED;
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return CFOREIGN_TRUNCATED;
    case VP8_STATUS_INVALID_PARAM:
    case VP8_STATUS_BITSTREAM_ERROR:
    case VP8_STATUS_USER_ABORT: return CFOREIGN_DAMAGED;
    }
    return CFOREIGN_FAILED;
}

/* Parses the chunks of the file; the caller deletes the result, which is NULL after an error. */
static WebPDemuxer *parse(const uint8_t *bytes, size_t byte_count, cforeign_status *status) {
    WebPData file = {bytes, byte_count};
    WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
    WebPDemuxer *chunks = library.WebPDemuxInternal(&file, 1, &state, WEBP_DEMUX_ABI_VERSION);
    if (chunks != NULL && state == WEBP_DEMUX_DONE) {
        *status = CFOREIGN_OK;
        return chunks;
    }
    *status = state == WEBP_DEMUX_PARSE_ERROR ? CFOREIGN_DAMAGED : CFOREIGN_TRUNCATED;
    if (chunks != NULL) {
        library.WebPDemuxDelete(chunks);
    }
    return NULL;
}

static cforeign_status read_profile(const WebPDemuxer *chunks, const cforeign_limits *limits,
                                    cforeign_header *header) {
    WebPChunkIterator chunk = {0};
    if (!(library.WebPDemuxGetI(chunks, WEBP_FF_FORMAT_FLAGS) & ICCP_FLAG)
        || !library.WebPDemuxGetChunk(chunks, "ICCP", 1, &chunk)) {
        return CFOREIGN_OK;
    }
    cforeign_status status = cforeign_copy_profile(limits, header, chunk.chunk.bytes, chunk.chunk.size);
    library.WebPDemuxReleaseChunkIterator(&chunk);
    return status;
}

static cforeign_status read_header(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header) {
    WebPBitstreamFeatures features;
    cforeign_status status =
        status_of(library.WebPGetFeaturesInternal(bytes, byte_count, &features, WEBP_DECODER_ABI_VERSION));
    if (status != CFOREIGN_OK) {
        return status;
    }
    status = cforeign_check_size(limits, (uint32_t)features.width, (uint32_t)features.height);
    if (status != CFOREIGN_OK) {
        return status;
    }
    WebPDemuxer *chunks = parse(bytes, byte_count, &status);
    if (chunks == NULL) {
        return status;
    }
    *header = (cforeign_header){
        .width = (uint32_t)features.width,
        .height = (uint32_t)features.height,
        /* Frames need not cover an animation. */
        .layout = features.has_alpha || features.has_animation ? CFOREIGN_RGBA : CFOREIGN_RGB,
        .bit_count = 8,
        .stored_bit_count = 8,
        .orientation = 1,
        .frame_count = features.has_animation ? library.WebPDemuxGetI(chunks, WEBP_FF_FRAME_COUNT) : 1,
    };
    if (header->frame_count == 0) {
        status = CFOREIGN_DAMAGED;
    } else if (request->frame >= header->frame_count) {
        status = CFOREIGN_NO_SUCH_FRAME;
    } else {
        status = read_profile(chunks, limits, header);
    }
    library.WebPDemuxDelete(chunks);
    return status;
}

static cforeign_status decode_frame(const uint8_t *bytes, size_t byte_count, uint32_t frame,
                                    const cforeign_rows *rows) {
    WebPData file = {bytes, byte_count};
    WebPAnimDecoderOptions options;
    if (!library.WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION)) {
        return CFOREIGN_FAILED;
    }
    options.color_mode = MODE_RGBA;
    options.use_threads = 0;
    WebPAnimDecoder *decoder = library.WebPAnimDecoderNewInternal(&file, &options, WEBP_DEMUX_ABI_VERSION);
    if (decoder == NULL) {
        return CFOREIGN_DAMAGED;
    }
    cforeign_status status = CFOREIGN_OK;
    uint8_t *canvas = NULL;
    for (uint32_t index = 0; index <= frame && status == CFOREIGN_OK; index += 1) {
        int time;
        if (!library.WebPAnimDecoderHasMoreFrames(decoder)) {
            status = CFOREIGN_NO_SUCH_FRAME;
        } else if (!library.WebPAnimDecoderGetNext(decoder, &canvas, &time)) {
            status = CFOREIGN_DAMAGED;
        } else if (!cforeign_may_continue(&rows->watch)) {
            status = CFOREIGN_STOPPED;
        }
    }
    if (status == CFOREIGN_OK) {
        memcpy(rows->bytes, canvas, rows->byte_count);
    }
    library.WebPAnimDecoderDelete(decoder);
    return status;
}

/* Decodes a still, whose rows the library completes as it gets more of the file. */
static cforeign_status decode_still(const uint8_t *bytes, size_t byte_count, const cforeign_header *header,
                                    const cforeign_rows *rows) {
    WEBP_CSP_MODE form = header->layout == CFOREIGN_RGBA ? MODE_RGBA : MODE_RGB;
    int stride = (int)(header->width * cforeign_channel_count(header->layout));
    WebPIDecoder *decoder = library.WebPINewRGB(form, rows->bytes, rows->byte_count, stride);
    if (decoder == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    size_t piece = cforeign_piece_byte_count(&rows->watch, byte_count);
    VP8StatusCode code = VP8_STATUS_SUSPENDED;
    bool is_stopped = false;
    for (size_t end = 0; end < byte_count && code == VP8_STATUS_SUSPENDED && !is_stopped;) {
        end += byte_count - end < piece ? byte_count - end : piece;
        code = library.WebPIUpdate(decoder, bytes, end);
        is_stopped = code == VP8_STATUS_SUSPENDED && !cforeign_may_continue(&rows->watch);
    }
    library.WebPIDelete(decoder);
    return is_stopped ? CFOREIGN_STOPPED : status_of(code);
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
    WebPBitstreamFeatures features;
    library.WebPGetFeaturesInternal(bytes, byte_count, &features, WEBP_DECODER_ABI_VERSION);
    if (features.has_animation) {
        status = decode_frame(bytes, byte_count, request->frame, rows);
    } else {
        status = decode_still(bytes, byte_count, &header, rows);
    }
    return status;
}

/* MARK: Encoding */

static int pass_on(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
    const cforeign_output *output = picture->custom_ptr;
    return output->take(output->context, bytes, count);
}

/* The library asks after each percent or so; without loss, a few times. */
static int go_on(int percent, const WebPPicture *picture) {
    (void)percent;
    return cforeign_may_continue(picture->user_data);
}

/* A file that is held until its profile can be put before it. */
typedef struct held_file {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} held_file;

static int hold(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
    held_file *file = picture->custom_ptr;
    if (count > file->capacity - file->count) {
        size_t capacity = 2 * file->capacity + count;
        uint8_t *grown = realloc(file->bytes, capacity);
        if (grown == NULL) {
            return 0;
        }
        file->bytes = grown;
        file->capacity = capacity;
    }
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
    return 1;
}

static void put_24(uint8_t *bytes, uint32_t value) {
    for (int index = 0; index < 3; index += 1) {
        bytes[index] = (uint8_t)(value >> 8 * index);
    }
}

static void put_32(uint8_t *bytes, uint32_t value) {
    put_24(bytes, value);
    bytes[3] = (uint8_t)(value >> 24);
}

#define RIFF_HEAD 12
#define CHUNK_HEAD 8
#define EXTENDED_CHUNK 18

/*
 * Writes a held file again as an extended one, with a profile before its pixels.
 *
 * Reference: RFC 9649, sections 2.5 to 2.7.
 */
static cforeign_status put_profile(const held_file *file, const cforeign_picture *picture,
                                   const cforeign_output *output) {
    if (file->count < RIFF_HEAD + CHUNK_HEAD + 5) {
        return CFOREIGN_FAILED;
    }
    const uint8_t *pixels = file->bytes + RIFF_HEAD;
    uint8_t flags = ICCP_FLAG;
    if (memcmp(pixels, "VP8X", 4) == 0) {
        flags |= pixels[CHUNK_HEAD];
        pixels += EXTENDED_CHUNK;
    } else if (memcmp(pixels, "VP8L", 4) == 0 && pixels[CHUNK_HEAD + 4] & 0x10) {
        flags |= ALPHA_FLAG;
    }
    size_t pixel_count = file->count - (size_t)(pixels - file->bytes);
    size_t padding = picture->profile_byte_count & 1;
    size_t total = RIFF_HEAD + EXTENDED_CHUNK + CHUNK_HEAD + picture->profile_byte_count + padding + pixel_count;
    uint8_t head[RIFF_HEAD + EXTENDED_CHUNK + CHUNK_HEAD] = "RIFF....WEBPVP8X";
    put_32(head + 4, (uint32_t)(total - CHUNK_HEAD));
    uint8_t *extended = head + RIFF_HEAD;
    put_32(extended + 4, EXTENDED_CHUNK - CHUNK_HEAD);
    extended[8] = flags;
    put_24(extended + 12, picture->width - 1);
    put_24(extended + 15, picture->height - 1);
    memcpy(extended + EXTENDED_CHUNK, "ICCP", 4);
    put_32(extended + EXTENDED_CHUNK + 4, (uint32_t)picture->profile_byte_count);
    const uint8_t zero = 0;
    bool is_taken = output->take(output->context, head, sizeof head)
        && output->take(output->context, picture->profile, picture->profile_byte_count)
        && (padding == 0 || output->take(output->context, &zero, 1))
        && output->take(output->context, pixels, pixel_count);
    return is_taken ? CFOREIGN_OK : CFOREIGN_STOPPED;
}

static void fill(WebPPicture *target, const cforeign_picture *picture) {
    uint32_t channels = cforeign_channel_count(picture->layout);
    uint8_t bits = picture->bit_count;
    uint32_t width = bits / 8;
    bool is_color = picture->layout == CFOREIGN_RGB || picture->layout == CFOREIGN_RGBA;
    bool has_alpha = channels == 2 || channels == 4;
    const uint8_t *pixel = picture->bytes;
    for (int y = 0; y < target->height; y += 1) {
        uint32_t *row = target->argb + (size_t)y * (size_t)target->argb_stride;
        for (int x = 0; x < target->width; x += 1, pixel += channels * width) {
            uint32_t red = cforeign_sample_8(pixel, bits);
            uint32_t green = is_color ? cforeign_sample_8(pixel + width, bits) : red;
            uint32_t blue = is_color ? cforeign_sample_8(pixel + 2 * width, bits) : red;
            uint32_t alpha = has_alpha ? cforeign_sample_8(pixel + (channels - 1) * width, bits) : 255;
            row[x] = alpha << 24 | red << 16 | green << 8 | blue;
        }
    }
}

static bool configure(WebPConfig *config, const cforeign_options *options) {
    /* The library's own steps from fast to small, of which there are ten. */
    static const int levels[] = {0, 1, 2, 4, 6, 8, 9};
    if (!library.WebPConfigInitInternal(config, WEBP_PRESET_DEFAULT, options->quality,
                                        WEBP_ENCODER_ABI_VERSION)) {
        return false;
    }
    config->thread_level = 0;
    config->alpha_quality = (int)options->alpha_quality;
    config->method = options->effort;
    if (options->is_lossless) {
        /* Colors of transparent pixels are kept as well. */
        config->exact = 1;
        return library.WebPConfigLosslessPreset(config, levels[options->effort]);
    }
    return true;
}

static cforeign_status encoding_status(const WebPPicture *target, bool is_done) {
    if (is_done) {
        return CFOREIGN_OK;
    }
    switch (target->error_code) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: return CFOREIGN_OUT_OF_MEMORY;
    case VP8_ENC_ERROR_BAD_WRITE:
    case VP8_ENC_ERROR_USER_ABORT: return CFOREIGN_STOPPED;
    case VP8_ENC_ERROR_BAD_DIMENSION: return CFOREIGN_SIDE_TOO_LONG;
    default: return CFOREIGN_FAILED;
    }
}

static cforeign_status encode(const cforeign_picture *picture, const cforeign_options *options,
                              const cforeign_output *output) {
    WebPConfig config;
    WebPPicture target;
    if (picture->width > WEBP_MAX_DIMENSION || picture->height > WEBP_MAX_DIMENSION) {
        return CFOREIGN_SIDE_TOO_LONG;
    }
    if (options->effort < 0 || options->effort > 6 || !configure(&config, options)
        || !library.WebPPictureInitInternal(&target, WEBP_ENCODER_ABI_VERSION)) {
        return CFOREIGN_FAILED;
    }
    target.use_argb = 1;
    target.width = (int)picture->width;
    target.height = (int)picture->height;
    if (!library.WebPPictureAlloc(&target)) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    fill(&target, picture);
    held_file file = {0};
    target.writer = picture->profile == NULL ? pass_on : hold;
    target.custom_ptr = picture->profile == NULL ? (void *)output : (void *)&file;
    target.progress_hook = go_on;
    target.user_data = (void *)&output->watch;
    cforeign_status status = encoding_status(&target, library.WebPEncode(&config, &target));
    library.WebPPictureFree(&target);
    if (status == CFOREIGN_OK && picture->profile != NULL) {
        status = put_profile(&file, picture, output);
    }
    free(file.bytes);
    return status;
}

const cforeign_codec cwebp_codec = {load, version, read_header, decode, encode};
