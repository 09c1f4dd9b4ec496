/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/*
 * Vectors as wide as the registers of the instruction set being compiled for: 8, 16 or 32 samples of 16 bits,
 * and half as many sums of 32 bits.
 *
 * Wide registers consist of lanes of 16 bytes, across which samples move slowly or not at all. So pairs are
 * zipped lane by lane, and results for the lower and the upper halves of all lanes are packed lane by lane,
 * which restores the order.
 */

#include <stdint.h>

#if defined(__AVX512BW__)
#define CV_WIDTH 32
#define CV_LOW \
    0, 32, 1, 33, 2, 34, 3, 35, 8, 40, 9, 41, 10, 42, 11, 43, 16, 48, 17, 49, 18, 50, 19, 51, \
    24, 56, 25, 57, 26, 58, 27, 59
#define CV_HIGH \
    4, 36, 5, 37, 6, 38, 7, 39, 12, 44, 13, 45, 14, 46, 15, 47, 20, 52, 21, 53, 22, 54, 23, 55, \
    28, 60, 29, 61, 30, 62, 31, 63
#define CV_FIRST \
    0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8, 40, 9, 41, 10, 42, 11, 43, 12, \
    44, 13, 45, 14, 46, 15, 47
#define CV_LAST \
    16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55, 24, 56, 25, 57, 26, 58, 27, \
    59, 28, 60, 29, 61, 30, 62, 31, 63
#define CV_ALL \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, \
    25, 26, 27, 28, 29, 30, 31
#elif defined(__AVX2__)
#define CV_WIDTH 16
#define CV_LOW \
    0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27
#define CV_HIGH \
    4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31
#define CV_FIRST \
    0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define CV_LAST \
    8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define CV_ALL \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#else
#define CV_WIDTH 8
#define CV_LOW \
    0, 8, 1, 9, 2, 10, 3, 11
#define CV_HIGH \
    4, 12, 5, 13, 6, 14, 7, 15
#define CV_FIRST CV_LOW
#define CV_LAST CV_HIGH
#define CV_ALL \
    0, 1, 2, 3, 4, 5, 6, 7
#endif

typedef uint8_t cv_bytes __attribute__((ext_vector_type(CV_WIDTH * 2)));
typedef uint8_t cv_half_bytes __attribute__((ext_vector_type(CV_WIDTH)));
typedef uint16_t cv_samples __attribute__((ext_vector_type(CV_WIDTH)));
typedef int16_t cv_signed_samples __attribute__((ext_vector_type(CV_WIDTH)));
typedef int32_t cv_sums __attribute__((ext_vector_type(CV_WIDTH / 2)));

#define CV_INLINE static inline __attribute__((always_inline))

/* The number of samples in a vector. */
CV_INLINE long cv_width(void) { return CV_WIDTH; }

/* Interleaves the lower halves, or the upper halves, of the lanes of two vectors. */
CV_INLINE cv_signed_samples cv_zip_low_w(cv_signed_samples a, cv_signed_samples b) {
    return __builtin_shufflevector(a, b, CV_LOW);
}
CV_INLINE cv_signed_samples cv_zip_high_w(cv_signed_samples a, cv_signed_samples b) {
    return __builtin_shufflevector(a, b, CV_HIGH);
}

/* Interleaves the first halves, or the last halves, of two vectors. */
CV_INLINE cv_signed_samples cv_zip_first_w(cv_signed_samples a, cv_signed_samples b) {
    return __builtin_shufflevector(a, b, CV_FIRST);
}
CV_INLINE cv_signed_samples cv_zip_last_w(cv_signed_samples a, cv_signed_samples b) {
    return __builtin_shufflevector(a, b, CV_LAST);
}

/* Repeats a pair of samples, the first in the lower half. */
CV_INLINE cv_signed_samples cv_repeat_pair_w(int32_t pair) {
    cv_sums all = pair;
    return (cv_signed_samples)all;
}

/* The sums of pairs of products, by one instruction (pmaddwd). */
CV_INLINE cv_sums cv_multiply_add_w(cv_signed_samples a, cv_signed_samples b) {
    typedef int16_t native __attribute__((vector_size(CV_WIDTH * 2)));
#if defined(__AVX512BW__)
    return (cv_sums)__builtin_ia32_pmaddwd512((native)a, (native)b);
#elif defined(__AVX2__)
    return (cv_sums)__builtin_ia32_pmaddwd256((native)a, (native)b);
#elif defined(__SSE2__)
    return (cv_sums)__builtin_ia32_pmaddwd128((native)a, (native)b);
#else
    cv_sums a0 = __builtin_convertvector(__builtin_shufflevector(a, a, 0, 2, 4, 6), cv_sums);
    cv_sums a1 = __builtin_convertvector(__builtin_shufflevector(a, a, 1, 3, 5, 7), cv_sums);
    cv_sums b0 = __builtin_convertvector(__builtin_shufflevector(b, b, 0, 2, 4, 6), cv_sums);
    cv_sums b1 = __builtin_convertvector(__builtin_shufflevector(b, b, 1, 3, 5, 7), cv_sums);
    return a0 * b0 + a1 * b1;
#endif
}

CV_INLINE cv_sums cv_shift_right_w(cv_sums v, int32_t bits) { return v >> bits; }

/*
 * Packs results for the lower and the upper halves of lanes to samples in order; values that do not fit are
 * undefined.
 */
CV_INLINE cv_signed_samples cv_pack_w(cv_sums low, cv_sums high) {
    typedef int32_t native __attribute__((vector_size(CV_WIDTH * 2)));
#if defined(__AVX512BW__)
    return (cv_signed_samples)__builtin_ia32_packssdw512((native)low, (native)high);
#elif defined(__AVX2__)
    return (cv_signed_samples)__builtin_ia32_packssdw256((native)low, (native)high);
#elif defined(__SSE2__)
    return (cv_signed_samples)__builtin_ia32_packssdw128((native)low, (native)high);
#else
    return __builtin_convertvector(__builtin_shufflevector(low, high, CV_ALL), cv_signed_samples);
#endif
}

/* Packs results likewise, with saturation. */
CV_INLINE cv_signed_samples cv_pack_limited_w(cv_sums low, cv_sums high) {
#if defined(__SSE2__)
    return cv_pack_w(low, high);
#else
    cv_sums least = -32768, most = 32767;
    low = __builtin_elementwise_min(__builtin_elementwise_max(low, least), most);
    high = __builtin_elementwise_min(__builtin_elementwise_max(high, least), most);
    return cv_pack_w(low, high);
#endif
}

/* Narrows two consecutive vectors. */
CV_INLINE cv_signed_samples cv_narrow_w(cv_sums first, cv_sums last) {
    return __builtin_convertvector(__builtin_shufflevector(first, last, CV_ALL), cv_signed_samples);
}

/* Narrows and interleaves samples at even and at odd positions. */
CV_INLINE cv_signed_samples cv_join_w(cv_sums even, cv_sums odd) {
    return (cv_signed_samples)((even & 0xFFFF) | (odd << 16));
}

/*
 * (3 a + b + 2) / 4, as the mean of a and the mean of both, of which the former is rounded up and the latter
 * down. One instruction computes means of unsigned samples, rounded up.
 */
CV_INLINE cv_samples cv_mean_w(cv_samples a, cv_samples b) {
    typedef uint32_t wider __attribute__((ext_vector_type(CV_WIDTH)));
    wider sum = __builtin_convertvector(a, wider) + __builtin_convertvector(b, wider) + 1;
    return __builtin_convertvector(sum >> 1, cv_samples);
}
CV_INLINE cv_signed_samples cv_quarters_w(cv_signed_samples a, cv_signed_samples b) {
    cv_samples u = (cv_samples)a ^ 0x8000, v = (cv_samples)b ^ 0x8000;
    cv_samples down = cv_mean_w(u, v) - ((u ^ v) & 1);
    return (cv_signed_samples)(cv_mean_w(u, down) ^ 0x8000);
}

/* Centers bytes: 257 times a byte, less 32,768. */
CV_INLINE cv_signed_samples cv_center_bytes_w(cv_half_bytes v) {
    cv_samples wide = __builtin_convertvector(v, cv_samples);
    return (cv_signed_samples)((wide << 8 | wide) ^ 0x8000);
}

/* Flips bits of samples: -32,768 converts between signed and unsigned ones. */
CV_INLINE cv_signed_samples cv_flip_w(cv_signed_samples v, int16_t bits) { return v ^ bits; }

/* Converts 16-bit integers from -128 on to bytes, limited to 255. */
CV_INLINE cv_half_bytes cv_bytes_w(cv_signed_samples v) {
    cv_signed_samples least = 0, most = 255;
    v += 128;
    v = __builtin_elementwise_min(__builtin_elementwise_max(v, least), most);
    return __builtin_convertvector(v, cv_half_bytes);
}
