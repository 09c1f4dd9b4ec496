/* SPDX-License-Identifier: Apache-2.0 */
#include "CGIF.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Library.h"

#define library cgif_library

struct cgif_library cgif_library;

#define NAME(name) #name,
static const char *const names[] = {CGIF_FUNCTIONS(NAME)};
#undef NAME
_Static_assert(sizeof names == sizeof library, "one name for each pointer");

static cforeign_status load(void) {
    return cforeign_load("libgif.so.7", names, sizeof names / sizeof *names, &library);
}

static void version(char *text, size_t capacity) {
    /* The library does not tell; this is the version that the fence was built for. */
    snprintf(text, capacity, "%d.%d.%d", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
}

/* MARK: Headers */

static bool covers(const reader *reader, const frame *frame) {
    return frame->place.Left <= 0 && frame->place.Top <= 0
        && (uint32_t)(frame->place.Left + frame->place.Width) >= reader->width
        && (uint32_t)(frame->place.Top + frame->place.Height) >= reader->height;
}

/*
 * Counts the frames and finds out whether the one that is asked for may show the ground. A file that breaks
 * off behind it has as many frames as are whole.
 */
static cforeign_status survey(reader *reader, uint32_t wanted, uint32_t *count, bool *is_opaque) {
    cforeign_status status = CFOREIGN_OK;
    *count = 0;
    *is_opaque = true;
    while (true) {
        frame frame;
        bool found;
        status = cgif_next_frame(reader, &frame, &found);
        if (status != CFOREIGN_OK || !found) {
            break;
        }
        if (*count == 0) {
            /* Browsers enlarge a screen that is smaller than the first frame; later frames are cut off. */
            uint32_t right = (uint32_t)(frame.place.Left + frame.place.Width);
            uint32_t bottom = (uint32_t)(frame.place.Top + frame.place.Height);
            reader->width = right > reader->width ? right : reader->width;
            reader->height = bottom > reader->height ? bottom : reader->height;
            *is_opaque = frame.control.TransparentColor == NO_TRANSPARENT_COLOR && covers(reader, &frame);
        }
        if (*count < wanted
            && (frame.control.DisposalMode == DISPOSE_BACKGROUND
                || (*count == 0 && frame.control.DisposalMode == DISPOSE_PREVIOUS))) {
            *is_opaque = false;
        }
        status = cgif_skip_lines(reader);
        if (status != CFOREIGN_OK) {
            break;
        }
        *count += 1;
    }
    if (*count == 0) {
        return status == CFOREIGN_OK ? CFOREIGN_DAMAGED : status;
    }
    if (wanted >= *count) {
        return status == CFOREIGN_OK ? CFOREIGN_NO_SUCH_FRAME : status;
    }
    return CFOREIGN_OK;
}

static cforeign_status read_header(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header) {
    reader reader;
    uint32_t count = 0;
    bool is_opaque = true;
    cforeign_status status = cgif_open(&reader, bytes, byte_count);
    if (status == CFOREIGN_OK) {
        status = survey(&reader, request->frame, &count, &is_opaque);
    }
    if (status == CFOREIGN_OK) {
        status = cforeign_check_size(limits, reader.width, reader.height);
    }
    cgif_close(&reader);
    *header = (cforeign_header){
        .width = reader.width,
        .height = reader.height,
        .layout = is_opaque ? CFOREIGN_RGB : CFOREIGN_RGBA,
        .bit_count = 8,
        .stored_bit_count = 8,
        .orientation = 1,
        .frame_count = count,
    };
    return status;
}

/* MARK: Pixels */

/* The rows to deliver, and a line of the library. */
typedef struct canvas {
    uint8_t *bytes;
    uint32_t width;
    uint32_t height;
    uint32_t channels;
    GifPixelType *line;
} canvas;

static void draw_line(const canvas *canvas, const frame *frame, const ColorMapObject *colors, uint32_t y) {
    uint32_t left = (uint32_t)frame->place.Left;
    uint8_t *pixel = canvas->bytes + ((size_t)y * canvas->width + left) * canvas->channels;
    for (uint32_t x = 0; x < (uint32_t)frame->place.Width && left + x < canvas->width;
         x += 1, pixel += canvas->channels) {
        int index = canvas->line[x];
        if (index == frame->control.TransparentColor || index >= colors->ColorCount) {
            continue;
        }
        pixel[0] = colors->Colors[index].Red;
        pixel[1] = colors->Colors[index].Green;
        pixel[2] = colors->Colors[index].Blue;
        if (canvas->channels == 4) {
            pixel[3] = 255;
        }
    }
}

static cforeign_status draw(reader *reader, const frame *frame, const canvas *canvas,
                            const cforeign_watch *watch) {
    static const struct {
        int start, step;
    } whole[] = {{0, 1}}, interlaced[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    const ColorMapObject *colors =
        frame->place.ColorMap != NULL ? frame->place.ColorMap : reader->file->SColorMap;
    if (colors == NULL) {
        return CFOREIGN_DAMAGED;
    }
    int passes = frame->place.Interlace ? 4 : 1;
    for (int pass = 0; pass < passes; pass += 1) {
        int start = frame->place.Interlace ? interlaced[pass].start : whole[0].start;
        int step = frame->place.Interlace ? interlaced[pass].step : whole[0].step;
        for (int y = start; y < frame->place.Height; y += step) {
            if (!cforeign_may_continue(watch)) {
                return CFOREIGN_STOPPED;
            }
            if (library.DGifGetLine(reader->file, canvas->line, frame->place.Width) == GIF_ERROR) {
                return cgif_status(reader->file->Error);
            }
            uint32_t row = (uint32_t)(frame->place.Top + y);
            if (row < canvas->height) {
                draw_line(canvas, frame, colors, row);
            }
        }
    }
    return CFOREIGN_OK;
}

/* Makes the place of a frame transparent. */
static void erase(const frame *frame, const canvas *canvas) {
    uint32_t left = (uint32_t)frame->place.Left;
    if (left >= canvas->width) {
        return;
    }
    uint32_t count = canvas->width - left;
    if ((uint32_t)frame->place.Width < count) {
        count = (uint32_t)frame->place.Width;
    }
    for (int y = 0; y < frame->place.Height; y += 1) {
        uint32_t row = (uint32_t)(frame->place.Top + y);
        if (row < canvas->height) {
            memset(canvas->bytes + ((size_t)row * canvas->width + left) * canvas->channels, 0,
                   (size_t)count * canvas->channels);
        }
    }
}

/* Draws what is left of the frames before the one that is asked for, and that frame. */
static cforeign_status compose(reader *reader, uint32_t wanted, const canvas *canvas,
                               const cforeign_rows *rows) {
    for (uint32_t index = 0; index <= wanted; index += 1) {
        frame frame;
        bool found;
        cforeign_status status = cgif_next_frame(reader, &frame, &found);
        if (status == CFOREIGN_OK && !found) {
            status = CFOREIGN_NO_SUCH_FRAME;
        }
        if (status != CFOREIGN_OK) {
            return status;
        }
        int disposal = frame.control.DisposalMode;
        bool stays = disposal != DISPOSE_BACKGROUND && disposal != DISPOSE_PREVIOUS;
        if (index == wanted || stays) {
            status = draw(reader, &frame, canvas, &rows->watch);
        } else {
            status = cgif_skip_lines(reader);
            if (disposal == DISPOSE_BACKGROUND) {
                erase(&frame, canvas);
            }
        }
        if (status != CFOREIGN_OK) {
            return status;
        }
        if (!cforeign_may_continue(&rows->watch)) {
            return CFOREIGN_STOPPED;
        }
    }
    return CFOREIGN_OK;
}

static cforeign_status decode(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                              const cforeign_limits *limits, const cforeign_rows *rows) {
    cforeign_header header = {0};
    cforeign_status status = read_header(bytes, byte_count, request, limits, &header);
    if (status != CFOREIGN_OK) {
        return status;
    }
    if (rows->byte_count != cforeign_byte_count(&header)) {
        return CFOREIGN_FAILED;
    }
    /* A frame's width has 16 bits. */
    canvas canvas = {rows->bytes, header.width, header.height, cforeign_channel_count(header.layout),
                     malloc(65536)};
    if (canvas.line == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    memset(rows->bytes, 0, rows->byte_count);
    reader reader;
    status = cgif_open(&reader, bytes, byte_count);
    if (status == CFOREIGN_OK) {
        status = compose(&reader, request->frame, &canvas, rows);
    }
    cgif_close(&reader);
    free(canvas.line);
    return status;
}

const cforeign_codec cgif_codec = {load, version, read_header, decode, NULL};
