/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/*
 * What the standard library of Swift lowers badly, or not at all, on vectors: conversions between
 * element widths, selections that become min and max, and permutations that need constant
 * indices. The types import into Swift as SIMDn<T>; the functions inline away; there are no
 * intrinsics, so they compile for any instruction set. Kernels themselves stay in Swift.
 */

#include <stdint.h>

typedef uint8_t cv_u8x8 __attribute__((ext_vector_type(8)));
typedef uint8_t cv_u8x16 __attribute__((ext_vector_type(16)));
typedef uint16_t cv_u16x4 __attribute__((ext_vector_type(4)));
typedef uint16_t cv_u16x8 __attribute__((ext_vector_type(8)));
typedef uint16_t cv_u16x16 __attribute__((ext_vector_type(16)));
typedef int16_t cv_i16x8 __attribute__((ext_vector_type(8)));
typedef int16_t cv_i16x16 __attribute__((ext_vector_type(16)));
typedef uint32_t cv_u32x4 __attribute__((ext_vector_type(4)));
typedef uint32_t cv_u32x8 __attribute__((ext_vector_type(8)));
typedef int32_t cv_i32x4 __attribute__((ext_vector_type(4)));
typedef int32_t cv_i32x8 __attribute__((ext_vector_type(8)));
typedef uint64_t cv_u64x4 __attribute__((ext_vector_type(4)));
typedef float cv_f32x4 __attribute__((ext_vector_type(4)));
typedef float cv_f32x8 __attribute__((ext_vector_type(8)));
typedef double cv_f64x8 __attribute__((ext_vector_type(8)));

#define CV_INLINE static inline __attribute__((always_inline))

/* Conversions: values that do not fit are truncated (integers) or undefined (from float). */

CV_INLINE cv_u16x16 cv_widen_u8x16(cv_u8x16 v) { return __builtin_convertvector(v, cv_u16x16); }
CV_INLINE cv_u8x16 cv_narrow_u16x16(cv_u16x16 v) { return __builtin_convertvector(v, cv_u8x16); }
CV_INLINE cv_u32x8 cv_widen_u16x8(cv_u16x8 v) { return __builtin_convertvector(v, cv_u32x8); }
CV_INLINE cv_u16x8 cv_narrow_u32x8(cv_u32x8 v) { return __builtin_convertvector(v, cv_u16x8); }

CV_INLINE cv_f32x8 cv_float_u16x8(cv_u16x8 v) { return __builtin_convertvector(v, cv_f32x8); }
CV_INLINE cv_f32x8 cv_float_i32x8(cv_i32x8 v) { return __builtin_convertvector(v, cv_f32x8); }
CV_INLINE cv_f64x8 cv_double_u16x8(cv_u16x8 v) {
    return __builtin_convertvector(__builtin_convertvector(v, cv_i32x8), cv_f64x8);
}

/* The integral part of values from 0 to 65,535, through the conversions that SSE2 has. */
CV_INLINE cv_u16x8 cv_truncate_f32x8(cv_f32x8 v) {
    return __builtin_convertvector(__builtin_convertvector(v, cv_i32x8), cv_u16x8);
}
CV_INLINE cv_u16x8 cv_truncate_f64x8(cv_f64x8 v) {
    return __builtin_convertvector(__builtin_convertvector(v, cv_i32x8), cv_u16x8);
}

/* Selections in the operand order of minps and maxps: the second operand where one is NaN. */

CV_INLINE cv_f32x8 cv_min_f32x8(cv_f32x8 a, cv_f32x8 b) { return a < b ? a : b; }
CV_INLINE cv_f32x8 cv_max_f32x8(cv_f32x8 a, cv_f32x8 b) { return a > b ? a : b; }
CV_INLINE cv_f64x8 cv_min_f64x8(cv_f64x8 a, cv_f64x8 b) { return a < b ? a : b; }

/* v * 257: each byte beside itself. */
CV_INLINE cv_u16x16 cv_replicate_u8x16(cv_u8x16 v) {
    typedef uint8_t u8x32 __attribute__((ext_vector_type(32)));
    u8x32 pairs = __builtin_shufflevector(
        v, v, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
        13, 13, 14, 14, 15, 15);
    return (cv_u16x16)pairs;
}

/* The lower and the upper halves of two vectors, taking turns. */

CV_INLINE cv_u8x16 cv_zip_low_u8x16(cv_u8x16 a, cv_u8x16 b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
CV_INLINE cv_u8x16 cv_zip_high_u8x16(cv_u8x16 a, cv_u8x16 b) {
    return __builtin_shufflevector(
        a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
/* The upper half of a vector followed by the lower half of the next. */
CV_INLINE cv_u8x16 cv_straddle_u8x16(cv_u8x16 a, cv_u8x16 b) {
    return __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
}

/* Each two elements as one, the first in the lower bits. */
CV_INLINE cv_u64x4 cv_pairs_u32x8(cv_u32x8 v) { return (cv_u64x4)v; }
