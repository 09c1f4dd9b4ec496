/* SPDX-License-Identifier: Apache-2.0 */
/* For memmem. */
#define _GNU_SOURCE
#include "CRSVG.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Library.h"

/* The longest side of a surface of cairo. */
#define SIDE_LIMIT 32767

#define MEMBER(result, name, ...) result (*name)(__VA_ARGS__);
static struct {
    CRSVG_FUNCTIONS(MEMBER)
    const unsigned *version[3];
} library;
#undef MEMBER

/* Discards the libraries' messages. */
static void on_message(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer context) {
    (void)domain;
    (void)level;
    (void)message;
    (void)context;
}

static cforeign_status render(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                              const cforeign_limits *limits, const cforeign_rows *rows);

/*
 * A drawing that uses what the libraries start on first use: the threads of filters, of which there is to be
 * one, and the decoders of pictures within.
 */
static cforeign_status draw_first(void) {
    static const char drawing[] =
        "<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32'>"
        "<filter id='f'><feGaussianBlur stdDeviation='2'/><feDiffuseLighting>"
        "<feDistantLight azimuth='45' elevation='30'/></feDiffuseLighting><feTurbulence baseFrequency='.1'/>"
        "<feMorphology radius='1'/><feConvolveMatrix order='3' kernelMatrix='1 1 1 1 1 1 1 1 1'/></filter>"
        "<rect width='32' height='32' fill='red' filter='url(#f)'/>"
        "<image width='1' height='1' href='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCA"
        "AAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='/>"
        "<image width='1' height='1' href='data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDA"
        "P//////////////////////////////////////////////////////////////////////////////////////wAA"
        "LCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z'"
        "/>"
        "<image width='1' height='1' href='data:image/gif;base64,R0lGODdhAQABAIEAAAAAAAAAAAAAAAAAAC"
        "wAAAAAAQABAAAIBAABBAQAOw=='/>"
        "</svg>";
    static uint8_t pixels[32 * 32 * 4];
    cforeign_request request = {0};
    cforeign_limits limits = {32, 32 * 32, 1 << 20, 0};
    cforeign_rows rows = {pixels, sizeof pixels, {NULL, NULL}};
    return render((const uint8_t *)drawing, sizeof drawing - 1, &request, &limits, &rows);
}

/* A drawing with texts, with which the libraries read the settings of fonts, and start what they need. */
static const char first_texts[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32'>"
    "<text y='20' font-family='serif'>Aa</text><text y='30' font-family='sans-serif' font-weight='bold'>Aa</text>"
    "<text y='30' font-family='monospace' font-style='italic'>Aa</text></svg>";

#define NAME(result, name, ...) #name,
static const char *const names[] = {
    CRSVG_FUNCTIONS(NAME) "rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"};
#undef NAME
_Static_assert(sizeof names == sizeof library, "one name for each pointer");

static cforeign_status load(void) {
    setenv("RAYON_NUM_THREADS", "1", 1);
    cforeign_status status = cforeign_load("librsvg-2.so.2", names, sizeof names / sizeof *names, &library);
    if (status != CFOREIGN_OK) {
        return status;
    }
    library.g_log_set_default_handler(on_message, NULL);
    return draw_first() == CFOREIGN_OK ? CFOREIGN_OK : CFOREIGN_NOT_INSTALLED;
}

static void version(char *text, size_t capacity) {
    const unsigned *const *parts = library.version;
    snprintf(text, capacity, "%u.%u.%u", *parts[0], *parts[1], *parts[2]);
}

/* MARK: Sizes */

/* A length in pixels, of which there are 96 to the inch; 0 for one that depends on something else. */
static double pixels(const RsvgLength *length, gboolean is_given) {
    if (!is_given || !(length->length > 0)) {
        return 0;
    }
    switch (length->unit) {
    case RSVG_UNIT_PX: return length->length;
    case RSVG_UNIT_IN: return length->length * 96;
    case RSVG_UNIT_CM: return length->length * 96 / 2.54;
    case RSVG_UNIT_MM: return length->length * 96 / 25.4;
    case RSVG_UNIT_PT: return length->length * 96 / 72;
    case RSVG_UNIT_PC: return length->length * 96 / 6;
    default: return 0;
    }
}

/* The size that the drawing has by itself. */
static void measure(RsvgHandle *drawing, double *width, double *height) {
    gboolean has_width = 0, has_height = 0, has_box = 0;
    RsvgLength given_width = {0}, given_height = {0};
    RsvgRectangle box = {0};
    library.rsvg_handle_get_intrinsic_dimensions(drawing, &has_width, &given_width, &has_height, &given_height,
                                                 &has_box, &box);
    *width = pixels(&given_width, has_width);
    *height = pixels(&given_height, has_height);
    if (has_box && box.width > 0 && box.height > 0) {
        if (*width == 0 && *height == 0) {
            *width = box.width;
        }
        *width = *width == 0 ? *height * box.width / box.height : *width;
        *height = *height == 0 ? *width * box.height / box.width : *height;
    }
    /* The size of a replaced element without one, in CSS. */
    *width = *width == 0 ? 300 : *width;
    *height = *height == 0 ? 150 : *height;
}

static uint64_t rounded(double length) {
    return length < 1 ? 1 : length > 1e9 ? 1000000000 : (uint64_t)floor(length + 0.5);
}

/* The size in pixels: the one that is asked for, of which the drawing gives what is missing. */
static cforeign_status choose_size(RsvgHandle *drawing, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header) {
    double width, height;
    measure(drawing, &width, &height);
    uint64_t columns = request->width, rows = request->height;
    if (columns == 0) {
        columns = rounded(rows == 0 ? width : (double)rows * width / height);
    }
    if (rows == 0) {
        rows = rounded(request->width == 0 ? height : (double)request->width * height / width);
    }
    cforeign_status status = cforeign_check_size(limits, columns, rows);
    if (status == CFOREIGN_OK && (columns > SIDE_LIMIT || rows > SIDE_LIMIT)) {
        status = CFOREIGN_SIDE_TOO_LONG;
    }
    *header = (cforeign_header){
        .width = (uint32_t)columns,
        .height = (uint32_t)rows,
        .layout = CFOREIGN_RGBA,
        .bit_count = 8,
        .stored_bit_count = 8,
        .orientation = 1,
        .frame_count = 1,
    };
    return status;
}

/* MARK: Drawings */

/* Whether fonts can be opened, so that texts are drawn. */
static bool draws_texts;

/* Whether an element with text may begin in the file, with or without a prefix. */
static bool has_text(const uint8_t *bytes, size_t byte_count) {
    const uint8_t *end = bytes + byte_count;
    const uint8_t *found = bytes;
    while ((found = memmem(found, (size_t)(end - found), "text", 4)) != NULL) {
        if (found > bytes && (found[-1] == '<' || found[-1] == ':')
            && (found + 4 == end || strchr(" \t\r\n/>", found[4]) != NULL)) {
            return true;
        }
        found += 4;
    }
    return false;
}

static RsvgHandle *open_drawing(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                cforeign_status *status) {
    GError *error = NULL;
    if (request->frame > 0) {
        *status = CFOREIGN_NO_SUCH_FRAME;
        return NULL;
    }
    if ((!draws_texts && has_text(bytes, byte_count)) || crsvg_has_foreign_picture(bytes, byte_count)) {
        *status = CFOREIGN_UNSUPPORTED;
        return NULL;
    }
    RsvgHandle *drawing = library.rsvg_handle_new_from_data(bytes, byte_count, &error);
    if (drawing == NULL) {
        if (error != NULL) {
            cforeign_say("librsvg: %s", error->message);
            library.g_error_free(error);
        }
        *status = CFOREIGN_DAMAGED;
        return NULL;
    }
    library.rsvg_handle_set_dpi(drawing, 96);
    return drawing;
}

static cforeign_status read_header(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header) {
    cforeign_status status = CFOREIGN_OK;
    RsvgHandle *drawing = open_drawing(bytes, byte_count, request, &status);
    if (drawing != NULL) {
        status = choose_size(drawing, request, limits, header);
        library.g_object_unref(drawing);
    }
    return status;
}

/* Turns premultiplied words into separate bytes. */
static void divide(uint8_t *bytes, size_t byte_count) {
    for (size_t index = 0; index + 3 < byte_count; index += 4) {
        uint32_t word;
        memcpy(&word, bytes + index, 4);
        uint8_t alpha = (uint8_t)(word >> 24);
        bytes[index] = cforeign_divide_8((uint8_t)(word >> 16), alpha);
        bytes[index + 1] = cforeign_divide_8((uint8_t)(word >> 8), alpha);
        bytes[index + 2] = cforeign_divide_8((uint8_t)word, alpha);
        bytes[index + 3] = alpha;
    }
}

static cforeign_status draw(RsvgHandle *drawing, const cforeign_header *header, const cforeign_rows *rows) {
    memset(rows->bytes, 0, rows->byte_count);
    cairo_surface_t *surface = library.cairo_image_surface_create_for_data(
        rows->bytes, CAIRO_FORMAT_ARGB32, (int)header->width, (int)header->height, (int)header->width * 4);
    cairo_t *pen = library.cairo_create(surface);
    /* Both ways by its own factor: a size in whole pixels leaves no strip empty. */
    double width, height;
    measure(drawing, &width, &height);
    library.cairo_scale(pen, header->width / width, header->height / height);
    RsvgRectangle place = {0, 0, width, height};
    GError *error = NULL;
    gboolean is_drawn = library.rsvg_handle_render_document(drawing, pen, &place, &error);
    cairo_status_t pen_status = library.cairo_status(pen);
    library.cairo_surface_flush(surface);
    library.cairo_destroy(pen);
    library.cairo_surface_destroy(surface);
    if (error != NULL) {
        cforeign_say("librsvg: %s", error->message);
        library.g_error_free(error);
    }
    if (pen_status == CAIRO_STATUS_NO_MEMORY) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    return is_drawn && pen_status == CAIRO_STATUS_SUCCESS ? CFOREIGN_OK : CFOREIGN_DAMAGED;
}

static cforeign_status render(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                              const cforeign_limits *limits, const cforeign_rows *rows) {
    cforeign_header header = {0};
    cforeign_status status = CFOREIGN_OK;
    RsvgHandle *drawing = open_drawing(bytes, byte_count, request, &status);
    if (drawing == NULL) {
        return status;
    }
    status = choose_size(drawing, request, limits, &header);
    if (status == CFOREIGN_OK && rows->byte_count != cforeign_byte_count(&header)) {
        status = CFOREIGN_FAILED;
    }
    /* Within a drawing the library cannot be stopped. */
    if (status == CFOREIGN_OK && !cforeign_may_continue(&rows->watch)) {
        status = CFOREIGN_STOPPED;
    }
    if (status == CFOREIGN_OK) {
        status = draw(drawing, &header, rows);
    }
    library.g_object_unref(drawing);
    if (status == CFOREIGN_OK) {
        divide(rows->bytes, rows->byte_count);
    }
    return status;
}

bool crsvg_allow_texts(void) {
    static uint8_t pixels[32 * 32 * 4];
    cforeign_request request = {0};
    cforeign_limits limits = {32, 32 * 32, 1 << 20, 0};
    cforeign_rows rows = {pixels, sizeof pixels, {NULL, NULL}};
    draws_texts = true;
    draws_texts =
        render((const uint8_t *)first_texts, sizeof first_texts - 1, &request, &limits, &rows) == CFOREIGN_OK;
    return draws_texts;
}

const cforeign_codec crsvg_codec = {load, version, read_header, render, NULL};
