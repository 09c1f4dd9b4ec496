/* SPDX-License-Identifier: Apache-2.0 */
#include "CHEIF.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Library.h"

#define library cheif_library

struct cheif_library cheif_library;

#define NAME(name) #name,
static const char *const names[] = {CHEIF_FUNCTIONS(NAME)};
#undef NAME
_Static_assert(sizeof names == sizeof library, "one name for each pointer");

static cforeign_status load(void) {
    static bool is_registered;
    /* The other library comes with it, and is searched as well. */
    cforeign_status status = cforeign_load("libheif.so.1", names, sizeof names / sizeof *names, &library);
    if (status != CFOREIGN_OK) {
        return status;
    }
    if (is_registered) {
        return CFOREIGN_OK;
    }
    /* Plugins of the system are loaded now or never. */
    is_registered = library.heif_init(NULL).code == heif_error_Ok
        && library.heif_register_decoder_plugin(&cheif_plugin).code == heif_error_Ok
        && library.heif_register_decoder_plugin(&cheif_refusal).code == heif_error_Ok;
    return is_registered ? CFOREIGN_OK : CFOREIGN_NOT_INSTALLED;
}

static void version(char *text, size_t capacity) {
    snprintf(text, capacity, "%s", library.heif_get_version());
}

static cforeign_status status_of(struct heif_error error) {
    if (error.code == heif_error_Ok) {
        return CFOREIGN_OK;
    }
    cforeign_say("libheif: %s", error.message);
    if (error.subcode == heif_suberror_End_of_data) {
        return CFOREIGN_TRUNCATED;
    }
    if (error.code == heif_error_Memory_allocation_error
        || error.subcode == heif_suberror_Security_limit_exceeded) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    bool is_unsupported =
        error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature;
    return is_unsupported ? CFOREIGN_UNSUPPORTED : CFOREIGN_DAMAGED;
}

static cforeign_status read_profile(const struct heif_image_handle *picture, const cforeign_limits *limits,
                                    cforeign_header *header) {
    struct heif_color_profile_nclx *colors = NULL;
    if (library.heif_image_handle_get_nclx_color_profile(picture, &colors).code == heif_error_Ok) {
        header->primaries = (uint16_t)colors->color_primaries;
        header->transfer = (uint16_t)colors->transfer_characteristics;
        library.heif_nclx_color_profile_free(colors);
    }
    size_t byte_count = library.heif_image_handle_get_raw_color_profile_size(picture);
    if (byte_count == 0) {
        return CFOREIGN_OK;
    }
    if (byte_count > limits->profile_byte_count) {
        return CFOREIGN_PROFILE_TOO_LARGE;
    }
    header->profile = malloc(byte_count);
    if (header->profile == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    header->profile_byte_count = byte_count;
    return status_of(library.heif_image_handle_get_raw_color_profile(picture, header->profile));
}

static cforeign_status describe(const struct heif_image_handle *picture, uint32_t frame_count,
                                const cforeign_limits *limits, cforeign_header *header) {
    int width = library.heif_image_handle_get_width(picture);
    int height = library.heif_image_handle_get_height(picture);
    int bit_count = library.heif_image_handle_get_luma_bits_per_pixel(picture);
    if (width < 1 || height < 1) {
        return CFOREIGN_DAMAGED;
    }
    cforeign_status status = cforeign_check_size(limits, (uint32_t)width, (uint32_t)height);
    if (status != CFOREIGN_OK) {
        return status;
    }
    if (bit_count < 1 || bit_count > 16) {
        return CFOREIGN_UNSUPPORTED;
    }
    *header = (cforeign_header){
        .width = (uint32_t)width,
        .height = (uint32_t)height,
        .layout = library.heif_image_handle_has_alpha_channel(picture) ? CFOREIGN_RGBA : CFOREIGN_RGB,
        .bit_count = bit_count > 8 ? 16 : 8,
        .stored_bit_count = (uint8_t)bit_count,
        .orientation = 1,
        .frame_count = frame_count,
    };
    return read_profile(picture, limits, header);
}

typedef struct file {
    struct heif_context *context;
    struct heif_image_handle *picture;
} file;

static void close_file(file *file) {
    if (file->picture != NULL) {
        library.heif_image_handle_release(file->picture);
    }
    if (file->context != NULL) {
        library.heif_context_free(file->context);
    }
}

static int compare(const void *first, const void *second) {
    heif_item_id one = *(const heif_item_id *)first, other = *(const heif_item_id *)second;
    return one < other ? -1 : one > other;
}

/*
 * Finds a picture: the primary one, then all others by their numbers. Thumbnails, depth and the like are none.
 */
static cforeign_status find_picture(file *file, uint32_t frame, uint32_t *frame_count) {
    int count = library.heif_context_get_number_of_top_level_images(file->context);
    *frame_count = count < 1 ? 1 : (uint32_t)count;
    if (frame == 0) {
        return status_of(library.heif_context_get_primary_image_handle(file->context, &file->picture));
    }
    if (frame >= *frame_count) {
        return CFOREIGN_NO_SUCH_FRAME;
    }
    heif_item_id primary;
    cforeign_status status = status_of(library.heif_context_get_primary_image_ID(file->context, &primary));
    if (status != CFOREIGN_OK) {
        return status;
    }
    heif_item_id *items = calloc((size_t)count, sizeof *items);
    if (items == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    count = library.heif_context_get_list_of_top_level_image_IDs(file->context, items, count);
    qsort(items, (size_t)count, sizeof *items, compare);
    status = CFOREIGN_NO_SUCH_FRAME;
    for (int index = 0, place = 0; index < count; index += 1) {
        place += items[index] != primary;
        if (items[index] != primary && (uint32_t)place == frame) {
            status = status_of(
                library.heif_context_get_image_handle(file->context, items[index], &file->picture));
        }
    }
    free(items);
    return status;
}

/* Opens a file; the caller closes it, also after an error. */
static cforeign_status open_file(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                 const cforeign_limits *limits, cforeign_header *header, file *file) {
    file->context = library.heif_context_alloc();
    if (file->context == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    library.heif_context_set_max_decoding_threads(file->context, 0);
    cforeign_status status = status_of(
        library.heif_context_read_from_memory_without_copy(file->context, bytes, byte_count, NULL));
    uint32_t frame_count = 1;
    if (status == CFOREIGN_OK) {
        status = find_picture(file, request->frame, &frame_count);
    }
    return status == CFOREIGN_OK ? describe(file->picture, frame_count, limits, header) : status;
}

static cforeign_status read_header(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header) {
    file file = {0};
    cforeign_status status = open_file(bytes, byte_count, request, limits, header, &file);
    close_file(&file);
    return status;
}

/* Scales samples of fewer bits to 16, and divides by alpha. */
static void copy_deep(const uint8_t *from, uint8_t *to, const cforeign_header *header, int bit_count,
                      bool is_premultiplied) {
    uint32_t channels = cforeign_channel_count(header->layout);
    uint32_t greatest = (1u << bit_count) - 1;
    for (uint32_t x = 0; x < header->width; x += 1) {
        uint16_t samples[4];
        for (uint32_t channel = 0; channel < channels; channel += 1, from += 2) {
            uint32_t sample = (uint32_t)(from[0] << 8 | from[1]);
            samples[channel] =
                sample >= greatest ? 65535 : (uint16_t)((sample * 65535u + greatest / 2) / greatest);
        }
        for (uint32_t channel = 0; channel < channels; channel += 1, to += 2) {
            uint16_t sample = samples[channel];
            if (is_premultiplied && channel < 3) {
                sample = cforeign_divide_16(sample, samples[3]);
            }
            to[0] = (uint8_t)(sample >> 8);
            to[1] = (uint8_t)sample;
        }
    }
}

static void copy_shallow(const uint8_t *from, uint8_t *to, const cforeign_header *header,
                         bool is_premultiplied) {
    uint32_t channels = cforeign_channel_count(header->layout);
    memcpy(to, from, (size_t)header->width * channels);
    if (is_premultiplied) {
        for (uint32_t x = 0; x < header->width; x += 1, to += 4) {
            for (int channel = 0; channel < 3; channel += 1) {
                to[channel] = cforeign_divide_8(to[channel], to[3]);
            }
        }
    }
}

static cforeign_status copy_rows(const struct heif_image *image, const cforeign_header *header,
                                 bool is_premultiplied, const cforeign_rows *rows) {
    int stride;
    const uint8_t *plane = library.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    int bit_count = library.heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved);
    if (plane == NULL || library.heif_image_get_primary_width(image) != (int)header->width
        || library.heif_image_get_primary_height(image) != (int)header->height || bit_count < 1
        || bit_count > 16) {
        return CFOREIGN_DAMAGED;
    }
    size_t row_byte_count =
        (size_t)header->width * cforeign_channel_count(header->layout) * (header->bit_count / 8);
    for (uint32_t y = 0; y < header->height; y += 1) {
        const uint8_t *from = plane + (size_t)y * (size_t)stride;
        uint8_t *to = rows->bytes + y * row_byte_count;
        if (header->bit_count == 16) {
            copy_deep(from, to, header, bit_count, is_premultiplied);
        } else {
            copy_shallow(from, to, header, is_premultiplied);
        }
    }
    return CFOREIGN_OK;
}

static cforeign_status decode_picture(const struct heif_image_handle *picture, const cforeign_header *header,
                                      const cforeign_rows *rows) {
    struct heif_decoding_options *options = library.heif_decoding_options_alloc();
    if (options == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    options->strict_decoding = 1;
    bool has_alpha = header->layout == CFOREIGN_RGBA;
    enum heif_chroma form = header->bit_count == 16
        ? (has_alpha ? heif_chroma_interleaved_RRGGBBAA_BE : heif_chroma_interleaved_RRGGBB_BE)
        : (has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
    struct heif_image *image = NULL;
    cheif_watch = &rows->watch;
    cheif_is_stopped = false;
    cforeign_status status =
        status_of(library.heif_decode_image(picture, &image, heif_colorspace_RGB, form, options));
    cheif_watch = NULL;
    if (cheif_is_stopped) {
        status = CFOREIGN_STOPPED;
    }
    library.heif_decoding_options_free(options);
    if (status == CFOREIGN_OK) {
        bool is_premultiplied = has_alpha && library.heif_image_handle_is_premultiplied_alpha(picture);
        status = copy_rows(image, header, is_premultiplied, rows);
    }
    if (image != NULL) {
        library.heif_image_release(image);
    }
    return status;
}

static cforeign_status decode(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                              const cforeign_limits *limits, const cforeign_rows *rows) {
    cforeign_header header = {0};
    file file = {0};
    cforeign_status status = open_file(bytes, byte_count, request, limits, &header, &file);
    cforeign_header_clear(&header);
    if (status == CFOREIGN_OK && rows->byte_count != cforeign_byte_count(&header)) {
        status = CFOREIGN_FAILED;
    }
    if (status == CFOREIGN_OK) {
        status = decode_picture(file.picture, &header, rows);
    }
    close_file(&file);
    return status;
}

const cforeign_codec cheif_codec = {load, version, read_header, decode, NULL};
