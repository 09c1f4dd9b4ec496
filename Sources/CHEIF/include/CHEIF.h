/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libheif, with libde265 to decode: the primary picture of a file, grids included, turned
 * and mirrored as the file asks for.
 *
 * CForeign.h says what a fence is for. libheif's own way to libde265 starts a thread for each tile, so the
 * fence brings a way of its own.
 */
#pragma once

#include <CForeign.h>

extern const cforeign_codec cheif_codec;
