/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libavif, with dav1d to decode and aom to encode: stills and frames of sequences, of 8, 10
 * and 12 bits.
 *
 * CForeign.h says what a fence is for. Both codecs are held to the calling thread.
 */
#pragma once

#include <CForeign.h>

/*
 * Of an effort, 0 to 4: aom's speeds from 10 to 6. Of a quality, its quantizer from 63 to 0; that of alpha
 * is a number from 0 to 100, where 100 loses nothing.
 */
extern const cforeign_codec cavif_codec;
