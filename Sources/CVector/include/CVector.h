/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/*
 * Vector functions that Swift's standard library compiles badly or does not have: conversions between element
 * widths, minimum and maximum, and permutations with constant indices. The types import into Swift as
 * SIMDn<T>, and the functions are inlined. Each function with an intrinsic has a portable version beside it.
 * The kernels themselves are in Swift.
 */

#include <stdint.h>

#include "CVectorWide.h"

/* Forbids fused multiply-add, so that all variants round alike. */
#pragma STDC FP_CONTRACT OFF

typedef uint8_t cv_u8x16 __attribute__((ext_vector_type(16)));
typedef uint16_t cv_u16x8 __attribute__((ext_vector_type(8)));
typedef uint16_t cv_u16x16 __attribute__((ext_vector_type(16)));
typedef int16_t cv_i16x8 __attribute__((ext_vector_type(8)));
typedef int32_t cv_i32x4 __attribute__((ext_vector_type(4)));
typedef int32_t cv_i32x8 __attribute__((ext_vector_type(8)));
typedef uint64_t cv_u64x2 __attribute__((ext_vector_type(2)));
typedef double cv_f64x8 __attribute__((ext_vector_type(8)));

/* Conversions. Values that do not fit are truncated (integers) or undefined (from float). */

CV_INLINE cv_f64x8 cv_double_u16x8(cv_u16x8 v) {
    return __builtin_convertvector(__builtin_convertvector(v, cv_i32x8), cv_f64x8);
}

/* The integral part of values from 0 to 65,535, by conversions that SSE2 has. */
CV_INLINE cv_u16x8 cv_truncate_f64x8(cv_f64x8 v) {
    return __builtin_convertvector(__builtin_convertvector(v, cv_i32x8), cv_u16x8);
}

/* Minimum and maximum with the operand order of minps and maxps: the second operand if one is NaN. */

CV_INLINE cv_f64x8 cv_min_f64x8(cv_f64x8 a, cv_f64x8 b) { return a < b ? a : b; }

/* v * 257, by duplicating each byte. */
CV_INLINE cv_u16x16 cv_replicate_u8x16(cv_u8x16 v) {
    typedef uint8_t u8x32 __attribute__((ext_vector_type(32)));
    u8x32 pairs = __builtin_shufflevector(
        v, v, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
        13, 13, 14, 14, 15, 15);
    return (cv_u16x16)pairs;
}

/* Interleaves the lower halves, or the upper halves, of two vectors. */

CV_INLINE cv_u8x16 cv_zip_low_u8x16(cv_u8x16 a, cv_u8x16 b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
CV_INLINE cv_u8x16 cv_zip_high_u8x16(cv_u8x16 a, cv_u8x16 b) {
    return __builtin_shufflevector(
        a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
/* Concatenates the upper half of a vector with the lower half of the next. */
CV_INLINE cv_u8x16 cv_straddle_u8x16(cv_u8x16 a, cv_u8x16 b) {
    return __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
}

/*
 * Even elements times even weights plus odd elements times odd weights. SSE2 has an instruction (pmaddwd) for
 * this that the compiler does not find by itself where weights are not constant.
 */
CV_INLINE cv_i32x4 cv_multiply_add_pairs_i16x8(cv_i16x8 v, cv_i16x8 w) {
#if defined(__SSE2__)
    typedef short native __attribute__((vector_size(16)));
    return (cv_i32x4)__builtin_ia32_pmaddwd128((native)v, (native)w);
#else
    cv_i32x4 v0 = __builtin_convertvector(__builtin_shufflevector(v, v, 0, 2, 4, 6), cv_i32x4);
    cv_i32x4 v1 = __builtin_convertvector(__builtin_shufflevector(v, v, 1, 3, 5, 7), cv_i32x4);
    cv_i32x4 w0 = __builtin_convertvector(__builtin_shufflevector(w, w, 0, 2, 4, 6), cv_i32x4);
    cv_i32x4 w1 = __builtin_convertvector(__builtin_shufflevector(w, w, 1, 3, 5, 7), cv_i32x4);
    return v0 * w0 + v1 * w1;
#endif
}

/* Minimum and maximum of unsigned bytes. */
CV_INLINE cv_u8x16 cv_min_u8x16(cv_u8x16 a, cv_u8x16 b) { return __builtin_elementwise_min(a, b); }
CV_INLINE cv_u8x16 cv_max_u8x16(cv_u8x16 a, cv_u8x16 b) { return __builtin_elementwise_max(a, b); }

/* Widens the lower or the upper 8 bytes. */
CV_INLINE cv_i16x8 cv_widen_low_u8x16(cv_u8x16 v) {
    return __builtin_convertvector(__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7), cv_i16x8);
}
CV_INLINE cv_i16x8 cv_widen_high_u8x16(cv_u8x16 v) {
    return __builtin_convertvector(
        __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15), cv_i16x8);
}

/* The sums of the lower and of the upper 8 bytes, by one instruction of SSE2 (psadbw). */
CV_INLINE cv_u64x2 cv_sums_u8x16(cv_u8x16 v) {
#if defined(__SSE2__)
    typedef char native __attribute__((vector_size(16)));
    return (cv_u64x2)__builtin_ia32_psadbw128((native)v, (native){0});
#else
    cv_i16x8 low = cv_widen_low_u8x16(v), high = cv_widen_high_u8x16(v);
    cv_u64x2 sums = {(uint64_t)__builtin_reduce_add(low), (uint64_t)__builtin_reduce_add(high)};
    return sums;
#endif
}

/* Eight coefficients of a block. */
typedef float cv_f32x8 __attribute__((ext_vector_type(8)));

/* Whether all magnitudes are below a limit. */
CV_INLINE _Bool cv_are_within_f32x8(cv_f32x8 v, float limit) {
    cv_f32x8 absolute = __builtin_elementwise_abs(v), limits = limit;
    cv_i32x8 beyond = absolute >= limits;
#if defined(__AVX__)
    typedef float native __attribute__((vector_size(32)));
    return __builtin_ia32_movmskps256((native)beyond) == 0;
#elif defined(__SSE2__)
    typedef float native __attribute__((vector_size(16)));
    cv_i32x4 either = beyond.lo | beyond.hi;
    return __builtin_ia32_movmskps((native)either) == 0;
#else
    return __builtin_reduce_or(beyond) == 0;
#endif
}

/* The total of each element and all elements before it; overflow wraps. */
CV_INLINE cv_i32x8 cv_running_sums_i32x8(cv_i32x8 v) {
    typedef uint32_t u32x8 __attribute__((ext_vector_type(8)));
    u32x8 sums = (u32x8)v, zero = 0;
    sums += __builtin_shufflevector(zero, sums, 0, 8, 9, 10, 11, 12, 13, 14);
    sums += __builtin_shufflevector(zero, sums, 0, 1, 8, 9, 10, 11, 12, 13);
    sums += __builtin_shufflevector(zero, sums, 0, 1, 2, 3, 8, 9, 10, 11);
    return (cv_i32x8)sums;
}

CV_INLINE cv_f32x8 cv_absolute_f32x8(cv_f32x8 v) { return __builtin_elementwise_abs(v); }

/*
 * Rounds values up to 2^15 to the nearest integers, half to even. Near 1.5 * 2^23, floats are integers, and
 * these are in the lowest bits of the mantissa.
 */
CV_INLINE cv_i16x8 cv_round_f32x8(cv_f32x8 v) {
    cv_i32x8 bits = (cv_i32x8)(v + 12582912.0f) - 0x4B400000;
#if defined(__SSE2__)
    typedef int native __attribute__((vector_size(16)));
    return (cv_i16x8)__builtin_ia32_packssdw128((native)bits.lo, (native)bits.hi);
#else
    return __builtin_convertvector(bits, cv_i16x8);
#endif
}

/* A mask with a bit for each nonzero one of 16 integers, the lowest for the first. */
CV_INLINE uint64_t cv_nonzero_i16x8(cv_i16x8 a, cv_i16x8 b) {
#if defined(__SSE2__)
    typedef short native __attribute__((vector_size(16)));
    typedef char bytes __attribute__((vector_size(16)));
    bytes zeros = __builtin_ia32_packsswb128((native)(a == 0), (native)(b == 0));
    return (uint64_t)((uint32_t)__builtin_ia32_pmovmskb128(zeros) ^ 0xFFFF);
#else
    uint64_t bits = 0;
    for (int lane = 0; lane < 8; lane += 1) {
        bits |= (uint64_t)(a[lane] != 0) << lane | (uint64_t)(b[lane] != 0) << (lane + 8);
    }
    return bits;
#endif
}

#include "CVectorPixels.h"
#include "CVectorSamples.h"

/*
 * Prefetches memory that will be read or written soon, because hardware prefetching stops at the end of each
 * page. The address may lie outside the allocation, since no memory is accessed.
 */
CV_INLINE void cv_prefetch(const void *start, long offset) {
    __builtin_prefetch((const void *)((uintptr_t)start + (uintptr_t)offset), 0, 3);
}
CV_INLINE void cv_prefetch_to_write(const void *start, long offset) {
    __builtin_prefetch((const void *)((uintptr_t)start + (uintptr_t)offset), 1, 3);
}
