/* SPDX-License-Identifier: Apache-2.0 */
#include "CWebP.h"

#include <stdio.h>
#include <string.h>

#include "Library.h"

#define library cwebp_library

struct cwebp_library cwebp_library;

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

static const char *words_of(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK: return "OK";
    case VP8_STATUS_OUT_OF_MEMORY: return "OUT_OF_MEMORY";
    case VP8_STATUS_INVALID_PARAM: return "INVALID_PARAM";
    case VP8_STATUS_BITSTREAM_ERROR: return "BITSTREAM_ERROR";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "UNSUPPORTED_FEATURE";
    case VP8_STATUS_SUSPENDED: return "SUSPENDED";
    case VP8_STATUS_USER_ABORT: return "USER_ABORT";
    case VP8_STATUS_NOT_ENOUGH_DATA: return "NOT_ENOUGH_DATA";
    }
    return "unknown";
}

static cforeign_status status_of(VP8StatusCode code) {
    if (code != VP8_STATUS_OK) {
        cforeign_say("libwebp: VP8_STATUS_%s", words_of(code));
    }
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
    cforeign_say("libwebpdemux: %s", state == WEBP_DEMUX_PARSE_ERROR ? "WEBP_DEMUX_PARSE_ERROR" : "the file is cut");
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
            cforeign_say("libwebpdemux: WebPAnimDecoderGetNext failed at frame %u", index + 1);
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

const cforeign_codec cwebp_codec = {load, version, read_header, decode, cwebp_encode};
