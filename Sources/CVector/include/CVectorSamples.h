/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/*
 * Vectors of 8, 16 or 32 samples of 16 bits, as wide as the registers of the instruction set being compiled
 * for.
 *
 * Wide registers consist of lanes of 16 bytes, across which samples move slowly. So vectors are widened lane
 * by lane, the lower halves of all lanes separately from the upper ones, and results are packed lane by lane,
 * which restores the order.
 */

#include <stdint.h>

#include "CVectorWide.h"

#if CV_WIDTH == 32
#define CV_LANES(lane) lane(0), lane(16), lane(32), lane(48)
#define CV_HALF_LANES(lane) lane(0), lane(8), lane(16), lane(24)
#elif CV_WIDTH == 16
#define CV_LANES(lane) lane(0), lane(16)
#define CV_HALF_LANES(lane) lane(0), lane(8)
#else
#define CV_LANES(lane) lane(0)
#define CV_HALF_LANES(lane) lane(0)
#endif

typedef float cv_floats __attribute__((ext_vector_type(CV_WIDTH / 2)));

typedef uint32_t cv_double_samples __attribute__((ext_vector_type(CV_WIDTH / 2)));
typedef uint64_t cv_quadruple_samples __attribute__((ext_vector_type(CV_WIDTH / 4)));

/* Whether one instruction permutes the bytes of a lane; code that depends on it is slow otherwise. */
CV_INLINE _Bool cv_permutes_bytes(void) {
#if defined(__AVX2__)
    return 1;
#else
    return 0;
#endif
}

/* Whether that pays for pixels of 4 bytes, which the baseline shuffles nearly at the speed of memory. */
CV_INLINE _Bool cv_permutes_pixels(void) { return CV_WIDTH == 32; }

/* Parts of vectors, which Swift would copy element by element if they are long. */
typedef uint8_t cv_quarter_bytes __attribute__((ext_vector_type(CV_WIDTH / 2)));
#define CV_EIGHT(b) b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b + 7
CV_INLINE cv_half_bytes cv_first_half(cv_bytes v) {
    return __builtin_shufflevector(v, v, CV_HALF_LANES(CV_EIGHT));
}
#define CV_EIGHT_OF_LAST(b) CV_EIGHT(b + CV_WIDTH)
CV_INLINE cv_half_bytes cv_last_half(cv_bytes v) {
    return __builtin_shufflevector(v, v, CV_HALF_LANES(CV_EIGHT_OF_LAST));
}
CV_INLINE cv_quarter_bytes cv_third_quarter(cv_bytes v) {
    typedef uint32_t words __attribute__((ext_vector_type(CV_WIDTH / 2)));
    typedef uint32_t quarter __attribute__((ext_vector_type(CV_WIDTH / 8)));
    words w = (words)v;
#if CV_WIDTH == 32
    quarter third = __builtin_shufflevector(w, w, 8, 9, 10, 11);
#elif CV_WIDTH == 16
    quarter third = __builtin_shufflevector(w, w, 4, 5);
#else
    quarter third = __builtin_shufflevector(w, w, 2);
#endif
    return (cv_quarter_bytes)third;
}

/* The upper halves of products. */
CV_INLINE cv_samples cv_multiply_high(cv_samples a, cv_samples b) {
    typedef short native __attribute__((vector_size(CV_WIDTH * 2)));
#if defined(__AVX512BW__)
    return (cv_samples)__builtin_ia32_pmulhuw512((native)a, (native)b);
#elif defined(__AVX2__)
    return (cv_samples)__builtin_ia32_pmulhuw256((native)a, (native)b);
#elif defined(__SSE2__)
    return (cv_samples)__builtin_ia32_pmulhuw128((native)a, (native)b);
#else
    typedef uint32_t wider __attribute__((ext_vector_type(CV_WIDTH)));
    wider product = __builtin_convertvector(a, wider) * __builtin_convertvector(b, wider);
    return __builtin_convertvector(product >> 16, cv_samples);
#endif
}

/* (v + addend) / 257, with a saturated sum; 65,281 / 2^24 equals 1 / 257 for all 16-bit integers. */
CV_INLINE cv_samples cv_round_to_bytes(cv_samples v, cv_samples addend) {
    cv_samples factor = 65281;
    return cv_multiply_high(__builtin_elementwise_add_sat(v, addend), factor) >> 8;
}

/* Interleaves two vectors of bytes that are held in 16-bit elements. */
CV_INLINE cv_samples cv_pair_bytes(cv_samples low, cv_samples high) { return low | high << 8; }

/* Bitwise and, for which Swift loops over the elements of long vectors. */
CV_INLINE cv_samples cv_and(cv_samples a, cv_samples b) { return a & b; }

/*
 * Divides high * 2^16 + low, a product of samples or a sum of such up to 65,535^2, by 65,535, rounding to
 * nearest. With t = p + 2^15 that is (t + t / 2^16) / 2^16. The carry of the lower half of that sum is found
 * by a signed comparison, whose two sides are both 2^15 too small.
 */
CV_INLINE cv_samples cv_normalize(cv_samples high, cv_samples low) {
    high += low >> 15;
    cv_samples sum = low + high;
    return high - (cv_samples)((cv_signed_samples)low > (cv_signed_samples)sum);
}

/* a * b as fractions of 65,535, rounded to nearest. */
CV_INLINE cv_samples cv_product(cv_samples a, cv_samples b) {
    return cv_normalize(cv_multiply_high(a, b), a * b);
}

/* a * weight + b * (1 - weight) as fractions of 65,535, rounded to nearest. */
CV_INLINE cv_samples cv_mix(cv_samples a, cv_samples b, cv_samples weight) {
    cv_samples low = a * weight;
    cv_samples sum = low + b * ~weight;
    cv_samples high = cv_multiply_high(a, weight) + cv_multiply_high(b, ~weight);
    cv_samples bias = 0x8000;
    high -= (cv_samples)((cv_signed_samples)(sum ^ bias) < (cv_signed_samples)(low ^ bias));
    return cv_normalize(high, sum);
}

/* 2^23 + v as floats, for the lower or the upper halves of lanes. */

#define CV_LANE_LOW(b) \
    b, b + CV_WIDTH, b + 1, b + 1 + CV_WIDTH, b + 2, b + 2 + CV_WIDTH, b + 3, b + 3 + CV_WIDTH
#define CV_LANE_HIGH(b) CV_LANE_LOW(b + 4)
CV_INLINE cv_floats cv_lift_low(cv_samples v) {
    cv_samples exponent = 0x4B00;
    return (cv_floats)__builtin_shufflevector(v, exponent, CV_HALF_LANES(CV_LANE_LOW));
}
CV_INLINE cv_floats cv_lift_high(cv_samples v) {
    cv_samples exponent = 0x4B00;
    return (cv_floats)__builtin_shufflevector(v, exponent, CV_HALF_LANES(CV_LANE_HIGH));
}

/*
 * The inverse of both, saturated, for values from 0 on. From 2^23 on, the integer is in the lowest bits of
 * the mantissa, and one instruction packs 32-bit integers with saturation.
 */
CV_INLINE cv_samples cv_settle(cv_floats low, cv_floats high) {
    typedef int32_t integers __attribute__((ext_vector_type(CV_WIDTH / 2)));
    typedef int native __attribute__((vector_size(CV_WIDTH * 2)));
#if defined(__AVX2__)
    integers first = (integers)low - 0x4B000000, second = (integers)high - 0x4B000000;
#if defined(__AVX512BW__)
    return (cv_samples)__builtin_ia32_packusdw512((native)first, (native)second);
#else
    return (cv_samples)__builtin_ia32_packusdw256((native)first, (native)second);
#endif
#elif defined(__SSE2__)
    /* The instruction of SSE2 saturates to signed integers. */
    integers first = (integers)low - 0x4B008000, second = (integers)high - 0x4B008000;
    cv_samples packed = (cv_samples)__builtin_ia32_packssdw128((native)first, (native)second);
    return packed ^ 0x8000;
#else
    cv_i32x8 both = __builtin_shufflevector(
        (integers)low - 0x4B000000, (integers)high - 0x4B000000, 0, 1, 2, 3, 4, 5, 6, 7);
    cv_i32x8 least = 0, most = 65535;
    both = __builtin_elementwise_min(__builtin_elementwise_max(both, least), most);
    return __builtin_convertvector(both, cv_samples);
#endif
}

/* The lesser of both, `most` where v is NaN. */
CV_INLINE cv_floats cv_at_most(cv_floats v, cv_floats most) { return v < most ? v : most; }

/* The greater of both, 0 where v is NaN or negative. */
CV_INLINE cv_floats cv_at_least_zero(cv_floats v) {
    cv_floats zero = 0;
    return v > zero ? v : zero;
}

/* Four floats of each of four rows: the floats at the same place in the rows, place by place. */
typedef float cv_f32x4 __attribute__((ext_vector_type(4)));
CV_INLINE cv_f32x4 cv_zip_low_f32x4(cv_f32x4 a, cv_f32x4 b) {
    return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
CV_INLINE cv_f32x4 cv_zip_high_f32x4(cv_f32x4 a, cv_f32x4 b) {
    return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}

/* The integers in the lowest bits of the mantissas of floats from 2^23 on. */
typedef uint16_t cv_u16x4 __attribute__((ext_vector_type(4)));
typedef uint32_t cv_u32x4 __attribute__((ext_vector_type(4)));
CV_INLINE cv_u16x4 cv_mantissas_f32x4(cv_f32x4 v) {
    return __builtin_convertvector((cv_u32x4)v, cv_u16x4);
}

/* Rounds to integers from 0 to 65,535, half to even, and leaves them in the lowest bits of mantissas. */
CV_INLINE cv_floats cv_limit_floats(cv_floats v) {
    cv_floats most = 65535;
    return cv_at_most(cv_at_least_zero(v), most) + 8388608.0f;
}
