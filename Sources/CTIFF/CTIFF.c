/* SPDX-License-Identifier: Apache-2.0 */
#include "CTIFF.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Library.h"

#define library ctiff_library

struct ctiff_library ctiff_library;

#define NAME(name) #name,
static const char *const names[] = {CTIFF_FUNCTIONS(NAME)};
#undef NAME
_Static_assert(sizeof names == sizeof library, "one name for each pointer");

static cforeign_status load(void) {
    return cforeign_load("libtiff.so.6", names, sizeof names / sizeof *names, &library);
}

static void version(char *text, size_t capacity) {
    /* The first line ends with the number. */
    const char *words = library.TIFFGetVersion();
    size_t length = strcspn(words, "\n");
    const char *number = words;
    for (size_t index = 0; index < length; index += 1) {
        if (words[index] == ' ') {
            number = words + index + 1;
        }
    }
    snprintf(text, capacity, "%.*s", (int)(words + length - number), number);
}

/* MARK: Files in memory */

typedef struct memory {
    const uint8_t *bytes;
    uint64_t count;
    uint64_t position;
} memory;

static tmsize_t read_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    memory *memory = handle;
    if (count < 0 || memory->position >= memory->count) {
        return 0;
    }
    uint64_t rest = memory->count - memory->position;
    uint64_t taken = (uint64_t)count < rest ? (uint64_t)count : rest;
    memcpy(bytes, memory->bytes + memory->position, taken);
    memory->position += taken;
    return (tmsize_t)taken;
}

static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle;
    (void)bytes;
    (void)count;
    return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin) {
    memory *memory = handle;
    switch (origin) {
    case SEEK_SET: memory->position = offset; break;
    case SEEK_CUR: memory->position += offset; break;
    case SEEK_END: memory->position = memory->count + offset; break;
    default: break;
    }
    return memory->position;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t byte_count_of(thandle_t handle) {
    return ((memory *)handle)->count;
}

static int map(thandle_t handle, void **start, toff_t *count) {
    memory *memory = handle;
    *start = (void *)memory->bytes;
    *count = memory->count;
    return 1;
}

static void unmap(thandle_t handle, void *start, toff_t count) {
    (void)handle;
    (void)start;
    (void)count;
}

static int note(TIFF *file, void *context, const char *module, const char *format, va_list values) {
    char words[cforeign_message_capacity];
    (void)file;
    (void)context;
    vsnprintf(words, sizeof words, format, values);
    cforeign_say("libtiff: %s: %s", module != NULL ? module : "", words);
    return 1;
}

/* Warnings are dropped: what they are about is read nevertheless. */
static int ignore(TIFF *file, void *context, const char *module, const char *format, va_list values) {
    (void)file;
    (void)context;
    (void)module;
    (void)format;
    (void)values;
    return 1;
}

static TIFF *open_file(memory *memory, const cforeign_limits *limits) {
    TIFFOpenOptions *options = library.TIFFOpenOptionsAlloc();
    if (options == NULL) {
        return NULL;
    }
    library.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)limits->memory);
    library.TIFFOpenOptionsSetErrorHandlerExtR(options, note, NULL);
    library.TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, NULL);
    TIFF *file = library.TIFFClientOpenExt("", "r", memory, read_bytes, write_bytes, seek, close_nothing,
                                           byte_count_of, map, unmap, options);
    library.TIFFOpenOptionsFree(options);
    return file;
}

/* MARK: Pages */

static bool is_sample_kind_known(TIFF *file) {
    uint16_t kind = SAMPLEFORMAT_UINT;
    library.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &kind);
    return kind == SAMPLEFORMAT_UINT || kind == SAMPLEFORMAT_VOID;
}

static cforeign_status read_palette(TIFF *file, page *page) {
    uint16_t *red, *green, *blue;
    if (page->bit_count > 8 || !library.TIFFGetField(file, TIFFTAG_COLORMAP, &red, &green, &blue)) {
        return page->bit_count > 8 ? CFOREIGN_UNSUPPORTED : CFOREIGN_DAMAGED;
    }
    page->palette[0] = red;
    page->palette[1] = green;
    page->palette[2] = blue;
    /* Some writers use 8 bits of the 16. */
    for (int index = 0; index < 1 << page->bit_count; index += 1) {
        if (red[index] > 255 || green[index] > 255 || blue[index] > 255) {
            page->palette_shift = 8;
        }
    }
    return CFOREIGN_OK;
}

/* Finds the samples that are colors, and makes the library convert those of JPEG. */
static cforeign_status read_colors(TIFF *file, page *page, uint16_t compression) {
    bool is_small = page->bit_count < 8;
    switch (page->photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: page->color_count = 1; return CFOREIGN_OK;
    case PHOTOMETRIC_PALETTE: page->color_count = 1; return read_palette(file, page);
    case PHOTOMETRIC_RGB: page->color_count = 3; return is_small ? CFOREIGN_UNSUPPORTED : CFOREIGN_OK;
    case PHOTOMETRIC_SEPARATED: {
        uint16_t inks = INKSET_CMYK;
        library.TIFFGetFieldDefaulted(file, TIFFTAG_INKSET, &inks);
        page->color_count = 4;
        return is_small || inks != INKSET_CMYK ? CFOREIGN_UNSUPPORTED : CFOREIGN_OK;
    }
    case PHOTOMETRIC_YCBCR:
        if (compression != COMPRESSION_JPEG || page->is_separate || page->bit_count != 8) {
            return CFOREIGN_UNSUPPORTED;
        }
        library.TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        page->color_count = 3;
        return CFOREIGN_OK;
    default: return CFOREIGN_UNSUPPORTED;
    }
}

static void read_alpha(TIFF *file, page *page) {
    uint16_t count = 0;
    const uint16_t *kinds = NULL;
    if (page->color_count == 4
        || !library.TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &count, &kinds)) {
        return;
    }
    for (uint16_t index = 0; index < count; index += 1) {
        bool is_alpha = kinds[index] == EXTRASAMPLE_ASSOCALPHA || kinds[index] == EXTRASAMPLE_UNASSALPHA;
        if (is_alpha && page->color_count + index < page->sample_count) {
            page->alpha = page->color_count + index;
            page->is_premultiplied = kinds[index] == EXTRASAMPLE_ASSOCALPHA;
            return;
        }
    }
}

static cforeign_status read_page(TIFF *file, const cforeign_limits *limits, page *page) {
    uint16_t compression = COMPRESSION_NONE, planes = PLANARCONFIG_CONTIG;
    *page = (struct page){0};
    if (!library.TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &page->width)
        || !library.TIFFGetField(file, TIFFTAG_IMAGELENGTH, &page->height)
        || !library.TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &page->photometric)) {
        return CFOREIGN_DAMAGED;
    }
    cforeign_status status = cforeign_check_size(limits, page->width, page->height);
    if (status != CFOREIGN_OK) {
        return status;
    }
    library.TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &page->bit_count);
    library.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &page->sample_count);
    library.TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    library.TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    page->is_separate = planes == PLANARCONFIG_SEPARATE;
    bool is_known = page->bit_count == 1 || page->bit_count == 2 || page->bit_count == 4
        || page->bit_count == 8 || page->bit_count == 16;
    if (!is_known || page->sample_count > 16 || !is_sample_kind_known(file)
        || !library.TIFFIsCODECConfigured(compression)) {
        return CFOREIGN_UNSUPPORTED;
    }
    status = read_colors(file, page, compression);
    if (status != CFOREIGN_OK) {
        return status;
    }
    if (page->sample_count < page->color_count) {
        return CFOREIGN_DAMAGED;
    }
    read_alpha(file, page);
    return CFOREIGN_OK;
}

static cforeign_status open_page(TIFF *file, const cforeign_request *request, const cforeign_limits *limits,
                                 page *page, cforeign_header *header) {
    uint32_t count = library.TIFFNumberOfDirectories(file);
    if (request->frame >= count) {
        return count == 0 ? CFOREIGN_DAMAGED : CFOREIGN_NO_SUCH_FRAME;
    }
    if (!library.TIFFSetDirectory(file, request->frame)) {
        return CFOREIGN_DAMAGED;
    }
    cforeign_status status = read_page(file, limits, page);
    if (status != CFOREIGN_OK) {
        return status;
    }
    uint16_t orientation = 1;
    library.TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
    ctiff_describe(page, orientation, count, header);
    uint32_t profile_byte_count = 0;
    void *profile = NULL;
    if (!library.TIFFGetField(file, TIFFTAG_ICCPROFILE, &profile_byte_count, &profile)) {
        return CFOREIGN_OK;
    }
    return cforeign_copy_profile(limits, header, profile, profile_byte_count);
}

static cforeign_status read_header(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header) {
    memory memory = {bytes, byte_count, 0};
    page page;
    TIFF *file = open_file(&memory, limits);
    if (file == NULL) {
        return CFOREIGN_DAMAGED;
    }
    cforeign_status status = open_page(file, request, limits, &page, header);
    library.TIFFClose(file);
    return status;
}

static cforeign_status decode(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                              const cforeign_limits *limits, const cforeign_rows *rows) {
    memory memory = {bytes, byte_count, 0};
    cforeign_header header = {0};
    page page;
    TIFF *file = open_file(&memory, limits);
    if (file == NULL) {
        return CFOREIGN_DAMAGED;
    }
    cforeign_status status = open_page(file, request, limits, &page, &header);
    cforeign_header_clear(&header);
    if (status == CFOREIGN_OK && rows->byte_count != cforeign_byte_count(&header)) {
        status = CFOREIGN_FAILED;
    }
    if (status == CFOREIGN_OK) {
        status = ctiff_decode(file, &page, &header, limits, rows);
    }
    library.TIFFClose(file);
    return status;
}

const cforeign_codec ctiff_codec = {load, version, read_header, decode, NULL};
