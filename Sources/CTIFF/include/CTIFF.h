/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libtiff: a page in strips or tiles, of gray, a palette, RGB or CMYK in whole numbers of up
 * to 16 bits, and YCbCr as JPEG has it.
 *
 * CForeign.h says what a fence is for. The library's own conversion to RGBA is not used: it has 8 bits, and
 * multiplies colors by alpha.
 */
#pragma once

#include <CForeign.h>

extern const cforeign_codec ctiff_codec;
