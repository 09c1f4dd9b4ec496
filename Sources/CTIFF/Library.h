/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of libtiff that are looked up at run time, and a page as its directory describes it. */
#pragma once

#include <stdbool.h>

#include <tiffio.h>

#include "CTIFF.h"

#define CTIFF_FUNCTIONS(X)                                                                                   \
    X(TIFFGetVersion)                                                                                        \
    X(TIFFOpenOptionsAlloc)                                                                                  \
    X(TIFFOpenOptionsFree)                                                                                   \
    X(TIFFOpenOptionsSetMaxSingleMemAlloc)                                                                   \
    X(TIFFOpenOptionsSetErrorHandlerExtR)                                                                    \
    X(TIFFOpenOptionsSetWarningHandlerExtR)                                                                  \
    X(TIFFClientOpenExt)                                                                                     \
    X(TIFFClose)                                                                                             \
    X(TIFFNumberOfDirectories)                                                                               \
    X(TIFFSetDirectory)                                                                                      \
    X(TIFFGetField)                                                                                          \
    X(TIFFGetFieldDefaulted)                                                                                 \
    X(TIFFSetField)                                                                                          \
    X(TIFFIsCODECConfigured)                                                                                 \
    X(TIFFIsTiled)                                                                                           \
    X(TIFFTileSize64)                                                                                        \
    X(TIFFTileRowSize64)                                                                                     \
    X(TIFFVStripSize64)                                                                                      \
    X(TIFFScanlineSize64)                                                                                    \
    X(TIFFComputeStrip)                                                                                      \
    X(TIFFComputeTile)                                                                                       \
    X(TIFFReadEncodedStrip)                                                                                  \
    X(TIFFReadEncodedTile)

#define MEMBER(name) __typeof__(name) *name;
struct ctiff_library {
    CTIFF_FUNCTIONS(MEMBER)
};
#undef MEMBER

extern struct ctiff_library ctiff_library;

typedef struct page {
    uint32_t width;
    uint32_t height;
    uint16_t bit_count;
    uint16_t sample_count;
    uint16_t photometric;
    bool is_separate;
    /* The samples that have colors: 1, 3 or 4. */
    uint16_t color_count;
    /* The sample that has alpha; 0 for none. */
    uint16_t alpha;
    bool is_premultiplied;
    /* The three columns of a palette. */
    const uint16_t *palette[3];
    int palette_shift;
} page;

/* Fills a header. */
void ctiff_describe(const page *page, uint16_t orientation, uint32_t count, cforeign_header *header);

/* Decodes the current page. */
cforeign_status ctiff_decode(TIFF *file, const page *page, const cforeign_header *header,
                             const cforeign_limits *limits, const cforeign_rows *rows);
