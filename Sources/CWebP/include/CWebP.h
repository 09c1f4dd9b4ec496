/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libwebp and libwebpdemux: stills and frames of animations to rows, and rows to files.
 *
 * CForeign.h says what a fence is for. A profile is put into a file by hand, so that libwebpmux is not
 * needed.
 */
#pragma once

#include <CForeign.h>

/* Of an effort, 0 to 6; of a quality, 0 to 100. */
extern const cforeign_codec cwebp_codec;
