/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of libheif and libde265 that are looked up at run time. */
#pragma once

#include <libde265/de265.h>
#include <libheif/heif.h>
#include <libheif/heif_plugin.h>

#include "CHEIF.h"

#define CHEIF_FUNCTIONS(X)                                                                                   \
    X(heif_get_version)                                                                                      \
    X(heif_init)                                                                                             \
    X(heif_register_decoder_plugin)                                                                          \
    X(heif_context_alloc)                                                                                    \
    X(heif_context_free)                                                                                     \
    X(heif_context_set_max_decoding_threads)                                                                 \
    X(heif_context_read_from_memory_without_copy)                                                            \
    X(heif_context_get_primary_image_handle)                                                                 \
    X(heif_context_get_primary_image_ID)                                                                     \
    X(heif_context_get_number_of_top_level_images)                                                           \
    X(heif_context_get_list_of_top_level_image_IDs)                                                          \
    X(heif_context_get_image_handle)                                                                         \
    X(heif_image_handle_release)                                                                             \
    X(heif_image_handle_get_width)                                                                           \
    X(heif_image_handle_get_height)                                                                          \
    X(heif_image_handle_has_alpha_channel)                                                                   \
    X(heif_image_handle_is_premultiplied_alpha)                                                              \
    X(heif_image_handle_get_luma_bits_per_pixel)                                                             \
    X(heif_image_handle_get_raw_color_profile_size)                                                          \
    X(heif_image_handle_get_raw_color_profile)                                                               \
    X(heif_image_handle_get_nclx_color_profile)                                                              \
    X(heif_nclx_color_profile_alloc)                                                                         \
    X(heif_nclx_color_profile_free)                                                                          \
    X(heif_nclx_color_profile_set_color_primaries)                                                           \
    X(heif_nclx_color_profile_set_transfer_characteristics)                                                  \
    X(heif_nclx_color_profile_set_matrix_coefficients)                                                       \
    X(heif_decoding_options_alloc)                                                                           \
    X(heif_decoding_options_free)                                                                            \
    X(heif_decode_image)                                                                                     \
    X(heif_image_create)                                                                                     \
    X(heif_image_add_plane)                                                                                  \
    X(heif_image_get_plane)                                                                                  \
    X(heif_image_get_plane_readonly)                                                                         \
    X(heif_image_get_primary_width)                                                                          \
    X(heif_image_get_primary_height)                                                                         \
    X(heif_image_get_bits_per_pixel_range)                                                                   \
    X(heif_image_set_nclx_color_profile)                                                                     \
    X(heif_image_release)                                                                                    \
    X(de265_new_decoder)                                                                                     \
    X(de265_free_decoder)                                                                                    \
    X(de265_push_NAL)                                                                                        \
    X(de265_flush_data)                                                                                      \
    X(de265_decode)                                                                                          \
    X(de265_get_warning)                                                                                     \
    X(de265_get_next_picture)                                                                                \
    X(de265_get_image_width)                                                                                 \
    X(de265_get_image_height)                                                                                \
    X(de265_get_chroma_format)                                                                               \
    X(de265_get_bits_per_pixel)                                                                              \
    X(de265_get_image_plane)                                                                                 \
    X(de265_get_image_full_range_flag)                                                                       \
    X(de265_get_image_colour_primaries)                                                                      \
    X(de265_get_image_transfer_characteristics)                                                              \
    X(de265_get_image_matrix_coefficients)

#define MEMBER(name) __typeof__(name) *name;
struct cheif_library {
    CHEIF_FUNCTIONS(MEMBER)
};
#undef MEMBER

extern struct cheif_library cheif_library;

/* Asked before each coded picture, of which a grid has many; NULL outside of a decoding. */
extern _Thread_local const cforeign_watch *cheif_watch;

/* Whether the watch has ended the decoding. */
extern _Thread_local bool cheif_is_stopped;

/* The way from libheif to libde265 that starts no thread. */
extern const struct heif_decoder_plugin cheif_plugin;
extern const struct heif_decoder_plugin cheif_refusal;
