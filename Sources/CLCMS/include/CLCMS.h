/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around Little CMS, which reads color profiles.
 *
 * It exists because profiles come from strangers: the memory of each handle is limited, whatever tables a
 * profile announces, and tags whose evaluation could take any time are removed before the library sees them.
 * The library reports errors by return values, so no long jump passes here. A handle belongs to one thread
 * at a time.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/* The most memory that a handle for a profile of some size takes. */
size_t clcms_memory_limit(size_t byte_count);

/* Profiles */

typedef struct clcms_profile clcms_profile;

typedef enum clcms_kind : int32_t {
    /* Tables of colors, for RGB. */
    CLCMS_TABLES = 0,
    /* Three curves and a matrix, for RGB. */
    CLCMS_MATRIX,
    /* One curve, for gray. */
    CLCMS_GRAY,
} clcms_kind;

/* Opens a profile for RGB or gray; NULL if it cannot be used. Without bytes it is that of sRGB. */
clcms_profile *_Nullable clcms_profile_open(const uint8_t *_Nullable bytes, size_t byte_count);

void clcms_profile_close(clcms_profile *profile);

clcms_kind clcms_profile_kind(const clcms_profile *profile);

/*
 * Evaluates the curve of a channel at equal distances from 0 to 1. Values are proportional to light; those
 * of a hostile profile may be any, also no numbers.
 */
void clcms_profile_sample(clcms_profile *profile, int32_t channel, float *values, size_t count);

/* Copies the matrix from light to XYZ with the white D50, row by row. */
void clcms_profile_matrix(clcms_profile *profile, double *matrix);

/* Conversions by tables, to RGB */

typedef struct clcms_transform clcms_transform;

typedef enum clcms_form : int32_t {
    /* Red, green and blue, two bytes each in the order of the machine. */
    CLCMS_RGB16 = 0,
    /* Cyan, magenta, yellow and black, a byte each; 255 is full ink. */
    CLCMS_CMYK8,
    /* The same; 0 is full ink. */
    CLCMS_CMYK8_INVERTED,
} clcms_form;

/* Plans a conversion between two profiles, of which an absent one is that of sRGB; NULL if they cannot be used. */
clcms_transform *_Nullable clcms_transform_create(clcms_form form, const uint8_t *_Nullable from,
                                                  size_t from_byte_count, const uint8_t *_Nullable to,
                                                  size_t to_byte_count);

void clcms_transform_destroy(clcms_transform *transform);

/* Converts pixels to red, green and blue, two bytes each in the order of the machine. */
void clcms_transform_apply(clcms_transform *transform, const uint8_t *input, uint16_t *output,
                           size_t pixel_count);

/* The version of the linked library, such as 2.14. */
int32_t clcms_version(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
