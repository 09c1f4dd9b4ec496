/* SPDX-License-Identifier: Apache-2.0 */
#include "Library.h"

#include <stdlib.h>
#include <string.h>

#define library ctiff_library

void ctiff_describe(const page *page, uint16_t orientation, uint32_t count, cforeign_header *header) {
    bool is_gray = page->color_count == 1 && page->photometric != PHOTOMETRIC_PALETTE;
    cforeign_layout layout = page->color_count == 4 ? CFOREIGN_CMYK
        : is_gray                                   ? (page->alpha ? CFOREIGN_GRAY_ALPHA : CFOREIGN_GRAY)
                                                    : (page->alpha ? CFOREIGN_RGBA : CFOREIGN_RGB);
    *header = (cforeign_header){
        .width = page->width,
        .height = page->height,
        .layout = layout,
        /* Inks are converted from 8 bits. */
        .bit_count = page->bit_count == 16 && layout != CFOREIGN_CMYK ? 16 : 8,
        .stored_bit_count = (uint8_t)page->bit_count,
        .orientation = orientation >= 1 && orientation <= 8 ? (uint8_t)orientation : 1,
        .frame_count = count,
    };
}

/* A strip or tile, in one buffer for each plane of the file. */
typedef struct block {
    uint8_t *bytes;
    uint64_t plane_byte_count;
    uint64_t row_byte_count;
    uint32_t plane_count;
} block;

/* A sample of a row, in the bits of the file. */
static uint32_t sample(const page *page, const uint8_t *row, uint32_t x, uint32_t channel) {
    size_t index = page->is_separate ? x : (size_t)x * page->sample_count + channel;
    if (page->bit_count == 8) {
        return row[index];
    }
    if (page->bit_count == 16) {
        uint16_t value;
        memcpy(&value, row + 2 * index, 2);
        return value;
    }
    size_t bit = index * page->bit_count;
    return row[bit >> 3] >> (8 - page->bit_count - (bit & 7)) & ((1u << page->bit_count) - 1);
}

/* Converts a pixel to the samples that are delivered. */
static void convert(const page *page, const uint32_t *samples, uint32_t alpha, uint32_t *result) {
    uint32_t greatest = (1u << page->bit_count) - 1;
    uint32_t color_count = page->color_count;
    if (page->bit_count < 8) {
        alpha = alpha * 255 / greatest;
    }
    switch (page->photometric) {
    case PHOTOMETRIC_PALETTE:
        color_count = 3;
        for (int channel = 0; channel < 3; channel += 1) {
            result[channel] = page->palette[channel][samples[0]] >> page->palette_shift;
        }
        break;
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
        result[0] = page->photometric == PHOTOMETRIC_MINISWHITE ? greatest - samples[0] : samples[0];
        if (page->bit_count < 8) {
            result[0] = result[0] * 255 / greatest;
        }
        break;
    default: memcpy(result, samples, page->color_count * sizeof *result); break;
    }
    if (page->alpha == 0) {
        return;
    }
    result[color_count] = alpha;
    for (uint32_t channel = 0; page->is_premultiplied && channel < color_count; channel += 1) {
        result[channel] = page->bit_count == 16
            ? cforeign_divide_16((uint16_t)result[channel], (uint16_t)alpha)
            : cforeign_divide_8((uint8_t)result[channel], (uint8_t)alpha);
    }
}

/* Converts a row of a block to a part of a row that is delivered. */
static void convert_row(const page *page, const cforeign_header *header, const block *block, uint32_t y,
                        uint32_t count, uint8_t *target) {
    uint32_t channels = cforeign_channel_count(header->layout);
    bool is_reduced = page->bit_count == 16 && header->bit_count == 8;
    for (uint32_t x = 0; x < count; x += 1) {
        uint32_t samples[4] = {0}, result[5] = {0}, alpha = 0;
        for (uint32_t channel = 0; channel < page->color_count; channel += 1) {
            uint64_t plane = page->is_separate ? channel : 0;
            const uint8_t *row = block->bytes + plane * block->plane_byte_count + y * block->row_byte_count;
            samples[channel] = sample(page, row, x, channel);
        }
        if (page->alpha != 0) {
            uint64_t plane = page->is_separate ? block->plane_count - 1 : 0;
            const uint8_t *row = block->bytes + plane * block->plane_byte_count + y * block->row_byte_count;
            alpha = sample(page, row, x, page->alpha);
        }
        convert(page, samples, alpha, result);
        for (uint32_t channel = 0; channel < channels; channel += 1) {
            if (header->bit_count == 16) {
                *target++ = (uint8_t)(result[channel] >> 8);
                *target++ = (uint8_t)result[channel];
            } else {
                *target++ = (uint8_t)(is_reduced ? (result[channel] * 255 + 32767) / 65535 : result[channel]);
            }
        }
    }
}

static uint32_t least(uint32_t first, uint32_t second) {
    return first < second ? first : second;
}

/* The sample of the file that a plane of a block holds. */
static uint16_t sample_of_plane(const page *page, uint32_t plane) {
    return plane < page->color_count ? (uint16_t)plane : page->alpha;
}

static cforeign_status make_block(TIFF *file, const page *page, const cforeign_limits *limits, block *block,
                                  uint32_t row_count) {
    bool is_tiled = library.TIFFIsTiled(file);
    block->plane_count = page->is_separate ? page->color_count + (page->alpha != 0) : 1;
    block->row_byte_count = is_tiled ? library.TIFFTileRowSize64(file) : library.TIFFScanlineSize64(file);
    block->plane_byte_count =
        is_tiled ? library.TIFFTileSize64(file) : library.TIFFVStripSize64(file, row_count);
    if (block->row_byte_count == 0 || block->plane_byte_count == 0
        || block->plane_byte_count / block->row_byte_count < row_count) {
        return CFOREIGN_DAMAGED;
    }
    if (block->plane_byte_count > limits->memory / block->plane_count) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    block->bytes = calloc(block->plane_count, block->plane_byte_count);
    return block->bytes == NULL ? CFOREIGN_OUT_OF_MEMORY : CFOREIGN_OK;
}

static cforeign_status decode_strips(TIFF *file, const page *page, const cforeign_header *header,
                                     const cforeign_limits *limits, const cforeign_rows *rows) {
    uint32_t strip_height = 0;
    library.TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &strip_height);
    strip_height = least(strip_height, page->height);
    if (strip_height == 0) {
        return CFOREIGN_DAMAGED;
    }
    block block = {0};
    cforeign_status status = make_block(file, page, limits, &block, strip_height);
    size_t row_byte_count = cforeign_byte_count(header) / header->height;
    uint64_t needed = ((uint64_t)page->width * (page->is_separate ? 1 : page->sample_count) * page->bit_count + 7) / 8;
    if (status == CFOREIGN_OK && block.row_byte_count < needed) {
        status = CFOREIGN_DAMAGED;
    }
    for (uint32_t top = 0; top < page->height && status == CFOREIGN_OK; top += strip_height) {
        uint32_t count = least(strip_height, page->height - top);
        tmsize_t byte_count = (tmsize_t)library.TIFFVStripSize64(file, count);
        for (uint32_t plane = 0; plane < block.plane_count && status == CFOREIGN_OK; plane += 1) {
            uint32_t strip = library.TIFFComputeStrip(file, top, sample_of_plane(page, plane));
            uint8_t *bytes = block.bytes + plane * block.plane_byte_count;
            if (!cforeign_may_continue(&rows->watch)) {
                status = CFOREIGN_STOPPED;
            } else if (library.TIFFReadEncodedStrip(file, strip, bytes, byte_count) != byte_count) {
                status = CFOREIGN_DAMAGED;
            }
        }
        for (uint32_t y = 0; y < count && status == CFOREIGN_OK; y += 1) {
            convert_row(page, header, &block, y, page->width, rows->bytes + (top + y) * row_byte_count);
        }
    }
    free(block.bytes);
    return status;
}

static cforeign_status decode_tiles(TIFF *file, const page *page, const cforeign_header *header,
                                    const cforeign_limits *limits, const cforeign_rows *rows) {
    uint32_t width = 0, height = 0;
    library.TIFFGetField(file, TIFFTAG_TILEWIDTH, &width);
    library.TIFFGetField(file, TIFFTAG_TILELENGTH, &height);
    if (width == 0 || height == 0) {
        return CFOREIGN_DAMAGED;
    }
    block block = {0};
    cforeign_status status = make_block(file, page, limits, &block, height);
    size_t pixel_byte_count = cforeign_channel_count(header->layout) * (header->bit_count / 8);
    uint64_t needed = ((uint64_t)width * (page->is_separate ? 1 : page->sample_count) * page->bit_count + 7) / 8;
    if (status == CFOREIGN_OK && block.row_byte_count < needed) {
        status = CFOREIGN_DAMAGED;
    }
    for (uint64_t top = 0; top < page->height && status == CFOREIGN_OK; top += height) {
        uint32_t row_count = least(height, page->height - (uint32_t)top);
        for (uint64_t left = 0; left < page->width && status == CFOREIGN_OK; left += width) {
            for (uint32_t plane = 0; plane < block.plane_count && status == CFOREIGN_OK; plane += 1) {
                uint32_t tile = library.TIFFComputeTile(file, (uint32_t)left, (uint32_t)top, 0,
                                                        sample_of_plane(page, plane));
                uint8_t *bytes = block.bytes + plane * block.plane_byte_count;
                tmsize_t byte_count = (tmsize_t)block.plane_byte_count;
                if (!cforeign_may_continue(&rows->watch)) {
                    status = CFOREIGN_STOPPED;
                } else if (library.TIFFReadEncodedTile(file, tile, bytes, byte_count) != byte_count) {
                    status = CFOREIGN_DAMAGED;
                }
            }
            uint32_t column_count = least(width, page->width - (uint32_t)left);
            for (uint32_t y = 0; y < row_count && status == CFOREIGN_OK; y += 1) {
                convert_row(page, header, &block, y, column_count,
                            rows->bytes + ((top + y) * page->width + left) * pixel_byte_count);
            }
        }
    }
    free(block.bytes);
    return status;
}

cforeign_status ctiff_decode(TIFF *file, const page *page, const cforeign_header *header,
                             const cforeign_limits *limits, const cforeign_rows *rows) {
    return library.TIFFIsTiled(file) ? decode_tiles(file, page, header, limits, rows)
                                     : decode_strips(file, page, header, limits, rows);
}
