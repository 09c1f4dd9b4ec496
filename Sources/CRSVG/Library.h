/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is called of librsvg, GLib and cairo, as their stable interfaces have it. With CRSVG_COMPARE the
 * headers are included beside it, and the compiler compares.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef CRSVG_COMPARE

#include <cairo/cairo.h>
#include <librsvg/rsvg.h>

#else

typedef struct _RsvgHandle RsvgHandle;
typedef struct _GError {
    uint32_t domain;
    int code;
    char *message;
} GError;
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef int cairo_format_t;
typedef unsigned cairo_status_t;
typedef int gboolean;
typedef char gchar;
typedef void *gpointer;
typedef unsigned char guint8;
typedef size_t gsize;
typedef unsigned GLogLevelFlags;
typedef void (*GLogFunc)(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer context);

typedef unsigned RsvgUnit;
typedef struct {
    double length;
    RsvgUnit unit;
} RsvgLength;
typedef struct _RsvgRectangle {
    double x;
    double y;
    double width;
    double height;
} RsvgRectangle;

enum {
    RSVG_UNIT_PERCENT = 0,
    RSVG_UNIT_PX,
    RSVG_UNIT_EM,
    RSVG_UNIT_EX,
    RSVG_UNIT_IN,
    RSVG_UNIT_CM,
    RSVG_UNIT_MM,
    RSVG_UNIT_PT,
    RSVG_UNIT_PC,
};

enum { CAIRO_FORMAT_ARGB32 = 0 };
enum { CAIRO_STATUS_SUCCESS = 0, CAIRO_STATUS_NO_MEMORY = 1 };

#endif

#define CRSVG_FUNCTIONS(X)                                                                                   \
    X(GLogFunc, g_log_set_default_handler, GLogFunc, gpointer)                                               \
    X(void, g_object_unref, gpointer)                                                                        \
    X(void, g_error_free, GError *)                                                                          \
    X(RsvgHandle *, rsvg_handle_new_from_data, const guint8 *, gsize, GError **)                             \
    X(void, rsvg_handle_set_dpi, RsvgHandle *, double)                                                       \
    X(void, rsvg_handle_get_intrinsic_dimensions, RsvgHandle *, gboolean *, RsvgLength *, gboolean *,        \
      RsvgLength *, gboolean *, RsvgRectangle *)                                                             \
    X(gboolean, rsvg_handle_render_document, RsvgHandle *, cairo_t *, const RsvgRectangle *, GError **)      \
    X(cairo_surface_t *, cairo_image_surface_create_for_data, unsigned char *, cairo_format_t, int, int,     \
      int)                                                                                                   \
    X(cairo_status_t, cairo_surface_status, cairo_surface_t *)                                               \
    X(void, cairo_surface_flush, cairo_surface_t *)                                                          \
    X(void, cairo_surface_destroy, cairo_surface_t *)                                                        \
    X(cairo_t *, cairo_create, cairo_surface_t *)                                                            \
    X(cairo_status_t, cairo_status, cairo_t *)                                                               \
    X(void, cairo_scale, cairo_t *, double, double)                                                          \
    X(void, cairo_destroy, cairo_t *)

/* Whether a picture within a drawing may be of a format, or be written in a way, that the library does not
   draw. */
bool crsvg_has_foreign_picture(const uint8_t *bytes, size_t byte_count);
