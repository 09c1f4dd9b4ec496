/* SPDX-License-Identifier: Apache-2.0 */
#include "Library.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define library cheif_library

static const struct heif_error ok = {heif_error_Ok, heif_suberror_Unspecified, "ok"};
static const struct heif_error no_memory = {heif_error_Memory_allocation_error, heif_suberror_Unspecified,
                                            "out of memory"};
static const struct heif_error cut = {heif_error_Decoder_plugin_error, heif_suberror_End_of_data, "cut"};
static const struct heif_error damaged = {heif_error_Decoder_plugin_error, heif_suberror_Unspecified, "damaged"};
static const struct heif_error unsupported = {heif_error_Unsupported_feature, heif_suberror_Unspecified,
                                              "unsupported"};

static const char *get_name(void) {
    return "libde265 on the calling thread";
}

static int does_support(enum heif_compression_format format) {
    /* More than libheif's own, which has 100. */
    return format == heif_compression_HEVC ? 200 : 0;
}

static struct heif_error new_decoder(void **decoder) {
    *decoder = library.de265_new_decoder();
    return *decoder == NULL ? no_memory : ok;
}

static void free_decoder(void *decoder) {
    library.de265_free_decoder(decoder);
}

static void set_strict(void *decoder, int flag) {
    (void)decoder;
    (void)flag;
}

/* Passes on units, of which each stands behind its length. */
static struct heif_error push(void *decoder, const void *data, size_t size) {
    const uint8_t *bytes = data;
    while (size > 0) {
        if (size < 4) {
            return cut;
        }
        size_t count = (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3];
        bytes += 4;
        size -= 4;
        if (count > size) {
            return cut;
        }
        if (library.de265_push_NAL(decoder, bytes, (int)count, 0, NULL) != DE265_OK) {
            return no_memory;
        }
        bytes += count;
        size -= count;
    }
    return ok;
}

static struct heif_error copy_plane(const struct de265_image *source, struct heif_image *target, int channel,
                                    enum heif_channel target_channel) {
    int width = library.de265_get_image_width(source, channel);
    int height = library.de265_get_image_height(source, channel);
    int bit_count = library.de265_get_bits_per_pixel(source, channel);
    if (width < 1 || height < 1 || bit_count < 8 || bit_count > 16) {
        return unsupported;
    }
    struct heif_error error = library.heif_image_add_plane(target, target_channel, width, height, bit_count);
    if (error.code != heif_error_Ok) {
        return error;
    }
    int from_stride, to_stride;
    const uint8_t *from = library.de265_get_image_plane(source, channel, &from_stride);
    uint8_t *to = library.heif_image_get_plane(target, target_channel, &to_stride);
    if (from == NULL || to == NULL) {
        return damaged;
    }
    size_t byte_count = (size_t)width * (bit_count > 8 ? 2 : 1);
    for (int y = 0; y < height; y += 1) {
        memcpy(to + (size_t)y * (size_t)to_stride, from + (size_t)y * (size_t)from_stride, byte_count);
    }
    return ok;
}

/* The meaning of the samples, as the coded picture has it. */
static void copy_colors(const struct de265_image *source, struct heif_image *target) {
    struct heif_color_profile_nclx *colors = library.heif_nclx_color_profile_alloc();
    if (colors == NULL) {
        return;
    }
    colors->full_range_flag = library.de265_get_image_full_range_flag(source) != 0;
    library.heif_nclx_color_profile_set_color_primaries(
        colors, (uint16_t)library.de265_get_image_colour_primaries(source));
    library.heif_nclx_color_profile_set_transfer_characteristics(
        colors, (uint16_t)library.de265_get_image_transfer_characteristics(source));
    library.heif_nclx_color_profile_set_matrix_coefficients(
        colors, (uint16_t)library.de265_get_image_matrix_coefficients(source));
    library.heif_image_set_nclx_color_profile(target, colors);
    library.heif_nclx_color_profile_free(colors);
}

static struct heif_error copy(const struct de265_image *source, struct heif_image **result) {
    /* Both count alike: none, 4:2:0, 4:2:2, 4:4:4. */
    enum heif_chroma chroma = (enum heif_chroma)library.de265_get_chroma_format(source);
    bool is_gray = chroma == heif_chroma_monochrome;
    struct heif_image *target = NULL;
    struct heif_error error = library.heif_image_create(
        library.de265_get_image_width(source, 0), library.de265_get_image_height(source, 0),
        is_gray ? heif_colorspace_monochrome : heif_colorspace_YCbCr, chroma, &target);
    if (error.code != heif_error_Ok) {
        return error;
    }
    static const enum heif_channel channels[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
    for (int channel = 0; channel < (is_gray ? 1 : 3) && error.code == heif_error_Ok; channel += 1) {
        error = copy_plane(source, target, channel, channels[channel]);
    }
    if (error.code != heif_error_Ok) {
        library.heif_image_release(target);
        return error;
    }
    copy_colors(source, target);
    *result = target;
    return ok;
}

_Thread_local const cforeign_watch *cheif_watch;
_Thread_local bool cheif_is_stopped;

static struct heif_error decode(void *decoder, struct heif_image **result) {
    *result = NULL;
    library.de265_flush_data(decoder);
    struct heif_error error = damaged;
    int has_more = 1;
    while (has_more && *result == NULL) {
        has_more = 0;
        if (cheif_watch != NULL && !cforeign_may_continue(cheif_watch)) {
            cheif_is_stopped = true;
            return damaged;
        }
        de265_error code = library.de265_decode(decoder, &has_more);
        if (code != DE265_OK) {
            return code == DE265_ERROR_OUT_OF_MEMORY ? no_memory : damaged;
        }
        const struct de265_image *picture = library.de265_get_next_picture(decoder);
        if (picture != NULL) {
            error = copy(picture, result);
            break;
        }
    }
    /* A part of the picture may be missing wherever the library has warned. */
    if (error.code == heif_error_Ok && library.de265_get_warning(decoder) != DE265_OK) {
        library.heif_image_release(*result);
        *result = NULL;
        return damaged;
    }
    return error;
}

const struct heif_decoder_plugin cheif_plugin = {
    .plugin_api_version = 3,
    .get_plugin_name = get_name,
    .does_support_format = does_support,
    .new_decoder = new_decoder,
    .free_decoder = free_decoder,
    .push_data = push,
    .decode_image = decode,
    .set_strict_decoding = set_strict,
    .id_name = "calling-thread",
};

/*
 * The place of all other decoders. libheif's own for AV1 start threads, which a codec process must not; such a
 * file is an AVIF by another name.
 */
static const char *get_other_name(void) {
    return "none but HEVC";
}

static int is_other(enum heif_compression_format format) {
    return format == heif_compression_HEVC ? 0 : 200;
}

static struct heif_error refuse(void **decoder) {
    *decoder = NULL;
    return unsupported;
}

static void free_nothing(void *decoder) {
    (void)decoder;
}

const struct heif_decoder_plugin cheif_refusal = {
    .plugin_api_version = 3,
    .get_plugin_name = get_other_name,
    .does_support_format = is_other,
    .new_decoder = refuse,
    .free_decoder = free_nothing,
    .push_data = push,
    .decode_image = decode,
    .set_strict_decoding = set_strict,
    .id_name = "refusal",
};
