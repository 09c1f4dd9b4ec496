/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around giflib: a frame of a file, composed with the frames before it.
 *
 * CForeign.h says what a fence is for. Frames are read line by line, so the library needs memory for one.
 */
#pragma once

#include <CForeign.h>

extern const cforeign_codec cgif_codec;
