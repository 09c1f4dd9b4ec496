/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libjxl: stills and frames of animations to rows, and rows to files.
 *
 * CForeign.h says what a fence is for. Without a runner, the library uses the calling thread alone.
 */
#pragma once

#include <CForeign.h>

/* Of an effort, 1 to 9; of a quality, the distance of Butteraugli, 0.1 to 25. */
extern const cforeign_codec cjxl_codec;
