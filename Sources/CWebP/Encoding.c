/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "Library.h"

#define library cwebp_library

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
    int effort = (int)cforeign_value(options, "effort", 4);
    float quality = (float)cforeign_value(options, "quality", 87);
    /* The library's own steps from fast to small, of which there are ten. The last one takes twenty times as
       long as the one before, and saves nothing of a photo. */
    static const int levels[] = {0, 1, 2, 4, 6, 7, 8};
    if (!library.WebPConfigInitInternal(config, WEBP_PRESET_DEFAULT, quality,
                                        WEBP_ENCODER_ABI_VERSION)
        || effort < 0 || effort >= (int)(sizeof levels / sizeof *levels)) {
        return false;
    }
    config->thread_level = 0;
    config->alpha_quality = 100;
    config->method = effort;
    config->use_sharp_yuv = cforeign_value(options, "subsampling", 0) == 2;
    if (cforeign_value(options, "lossless", 0) != 0) {
        /* Colors of transparent pixels are kept as well. */
        config->exact = 1;
        return library.WebPConfigLosslessPreset(config, levels[effort]);
    }
    return true;
}

static cforeign_status encoding_status(const WebPPicture *target, bool is_done) {
    if (is_done) {
        return CFOREIGN_OK;
    }
    cforeign_say("libwebp: WebPEncode failed with error %d", (int)target->error_code);
    switch (target->error_code) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: return CFOREIGN_OUT_OF_MEMORY;
    case VP8_ENC_ERROR_BAD_WRITE:
    case VP8_ENC_ERROR_USER_ABORT: return CFOREIGN_STOPPED;
    case VP8_ENC_ERROR_BAD_DIMENSION: return CFOREIGN_SIDE_TOO_LONG;
    default: return CFOREIGN_FAILED;
    }
}

cforeign_status cwebp_encode(const cforeign_picture *picture, const cforeign_options *options,
                             const cforeign_output *output) {
    WebPConfig config;
    WebPPicture target;
    if (picture->width > WEBP_MAX_DIMENSION || picture->height > WEBP_MAX_DIMENSION) {
        return CFOREIGN_SIDE_TOO_LONG;
    }
    if (!configure(&config, options) || !library.WebPPictureInitInternal(&target, WEBP_ENCODER_ABI_VERSION)) {
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
