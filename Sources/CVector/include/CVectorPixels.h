/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Pixels of bytes to and from vectors of samples: bytes change their places within lanes, then whole words. */

#include "CVectorSamples.h"

#if defined(__AVX512BW__)
#define CV_PACK_BYTES(a, b) __builtin_ia32_packuswb512((cv_native_)(a), (cv_native_)(b))
#elif defined(__AVX2__)
#define CV_PACK_BYTES(a, b) __builtin_ia32_packuswb256((cv_native_)(a), (cv_native_)(b))
#endif
typedef short cv_native_ __attribute__((vector_size(CV_WIDTH * 2)));

/* The permutations of lanes that put zipped, narrowed and spread vectors in order. */

#if CV_WIDTH == 32
#define CV_FIRST_LANES 0, 1, 8, 9, 2, 3, 10, 11
#define CV_LAST_LANES 4, 5, 12, 13, 6, 7, 14, 15
#define CV_EVEN_THEN_ODD 0, 2, 4, 6, 1, 3, 5, 7
#define CV_SPREAD 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12
#define CV_GATHER 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15
#elif CV_WIDTH == 16
#define CV_FIRST_LANES 0, 1, 4, 5
#define CV_LAST_LANES 2, 3, 6, 7
#define CV_EVEN_THEN_ODD 0, 2, 1, 3
#define CV_SPREAD 0, 1, 2, 3, 3, 4, 5, 6
#define CV_GATHER 0, 1, 2, 4, 5, 6, 3, 7
#else
#define CV_FIRST_LANES 0, 1
#define CV_LAST_LANES 2, 3
#define CV_EVEN_THEN_ODD 0, 1
#define CV_SPREAD 0, 1, 2, 3
#define CV_GATHER 0, 1, 2, 3
#endif

CV_INLINE cv_quadruple_samples cv_zip_low_(cv_samples a, cv_samples b) {
    return (cv_quadruple_samples)__builtin_shufflevector(a, b, CV_HALF_LANES(CV_LANE_LOW));
}
CV_INLINE cv_quadruple_samples cv_zip_high_(cv_samples a, cv_samples b) {
    return (cv_quadruple_samples)__builtin_shufflevector(a, b, CV_HALF_LANES(CV_LANE_HIGH));
}

/* Interleaves the first halves, or the last halves, of two vectors, as bytes. */
CV_INLINE cv_bytes cv_zip_first(cv_samples a, cv_samples b) {
    return (cv_bytes)__builtin_shufflevector(
        cv_zip_low_(a, b), cv_zip_high_(a, b), CV_FIRST_LANES);
}
CV_INLINE cv_bytes cv_zip_last(cv_samples a, cv_samples b) {
    return (cv_bytes)__builtin_shufflevector(
        cv_zip_low_(a, b), cv_zip_high_(a, b), CV_LAST_LANES);
}

/*
 * Keeps the compiler from merging permutations within lanes and of whole words into one of bytes across
 * lanes, for which AVX-512 has no instruction before VBMI.
 */
#if defined(__AVX512BW__) && !defined(__AVX512VBMI__)
#define CV_APART(v) __asm__("" : "+v"(v))
#else
#define CV_APART(v)
#endif

/* Narrows two vectors to bytes, one after the other. */
#define CV_LANE_EVEN(b) \
    b, b + 2, b + 4, b + 6, b + 8, b + 10, b + 12, b + 14
CV_INLINE cv_bytes cv_narrow(cv_samples first, cv_samples last) {
    cv_quadruple_samples narrow =
#if defined(__AVX512BW__) || defined(__AVX2__)
        (cv_quadruple_samples)CV_PACK_BYTES(first, last);
#else
        (cv_quadruple_samples)__builtin_shufflevector(
            (cv_bytes)first, (cv_bytes)last, CV_LANE_EVEN(0), CV_LANE_EVEN(16));
#endif
    return (cv_bytes)__builtin_shufflevector(narrow, narrow, CV_EVEN_THEN_ODD);
}

/* Closes the gaps in pairs of four bytes whose last is 0, giving 6 of 8 bytes. */
CV_INLINE cv_quadruple_samples cv_close_pairs(cv_bytes v) {
    cv_quadruple_samples pairs = (cv_quadruple_samples)v;
    return (pairs & 0xFFFFFF) | ((pairs >> 8) & 0xFFFFFF000000);
}

/* Drops every fourth byte; the rest fills three quarters of the vector. */
#define CV_LANE_THREE(b) \
    b, b + 1, b + 2, b + 4, b + 5, b + 6, b + 8, b + 9, b + 10, b + 12, b + 13, b + 14, b + 3, \
    b + 7, b + 11, b + 15
CV_INLINE cv_bytes cv_drop_fourth(cv_bytes v) {
    CV_APART(v);
    cv_double_samples pixels =
        (cv_double_samples)__builtin_shufflevector(v, v, CV_LANES(CV_LANE_THREE));
    CV_APART(pixels);
    return (cv_bytes)__builtin_shufflevector(pixels, pixels, CV_GATHER);
}

/* The inverse: spreads the first three quarters of a vector, 12 bytes to a lane. */
CV_INLINE cv_bytes cv_spread_thirds(cv_bytes v) {
    cv_double_samples pixels = (cv_double_samples)v;
    pixels = __builtin_shufflevector(pixels, pixels, CV_SPREAD);
    CV_APART(pixels);
    return (cv_bytes)pixels;
}

/*
 * Two channels of pixels of 4 bytes, or of 3 bytes that were spread, times 257: each byte duplicated, the
 * first channel in the lower half.
 */
#define CV_FOUR(b, n) b, b, b + n, b + n, b + 2 * n, b + 2 * n, b + 3 * n, b + 3 * n
CV_INLINE cv_bytes cv_in_halves_(cv_bytes v) {
    cv_quadruple_samples quarters = (cv_quadruple_samples)v;
    CV_APART(quarters);
    return (cv_bytes)__builtin_shufflevector(quarters, quarters, CV_EVEN_THEN_ODD);
}
#define CV_LANE_RG4(b) CV_FOUR(b, 4), CV_FOUR(b + 1, 4)
CV_INLINE cv_bytes cv_red_green_of_4(cv_bytes v) {
    return cv_in_halves_(__builtin_shufflevector(v, v, CV_LANES(CV_LANE_RG4)));
}
#define CV_LANE_BA4(b) CV_FOUR(b + 2, 4), CV_FOUR(b + 3, 4)
CV_INLINE cv_bytes cv_blue_alpha_of_4(cv_bytes v) {
    return cv_in_halves_(__builtin_shufflevector(v, v, CV_LANES(CV_LANE_BA4)));
}
#define CV_LANE_RG3(b) CV_FOUR(b, 3), CV_FOUR(b + 1, 3)
CV_INLINE cv_bytes cv_red_green_of_3(cv_bytes v) {
    return cv_in_halves_(__builtin_shufflevector(v, v, CV_LANES(CV_LANE_RG3)));
}
#define CV_LANE_BB3(b) CV_FOUR(b + 2, 3), CV_FOUR(b + 2, 3)
CV_INLINE cv_bytes cv_blue_of_3(cv_bytes v) {
    return cv_in_halves_(__builtin_shufflevector(v, v, CV_LANES(CV_LANE_BB3)));
}
