/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is called of GLib, Pango, cairo, FreeType and fontconfig, as their stable interfaces have it: functions
 * that are looked up in the loaded libraries, the beginnings of structures, and values of enumerations.
 * With CPANGO_COMPARE the headers are included beside them, and the compiler compares.
 */
#pragma once

#include <stdint.h>

#ifdef CPANGO_COMPARE

#include <cairo/cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>

#else

typedef struct _PangoAttribute PangoAttribute;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFontMetrics PangoFontMetrics;
typedef struct _PangoCairoFont PangoCairoFont;
typedef struct _PangoGlyphItem PangoLayoutRun;
typedef struct _PangoGlyphString PangoGlyphString;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef unsigned PangoDirection;
typedef unsigned PangoEllipsizeMode;
typedef unsigned PangoStyle;
typedef unsigned PangoWeight;
typedef unsigned PangoWrapMode;
typedef struct PangoRectangle {
    int x;
    int y;
    int width;
    int height;
} PangoRectangle;

typedef struct _cairo cairo_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct cairo_path cairo_path_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_pattern cairo_pattern_t;
typedef struct _cairo_rectangle cairo_rectangle_t;
typedef struct _cairo_scaled_font cairo_scaled_font_t;
typedef struct _cairo_matrix {
    double xx;
    double yx;
    double xy;
    double yy;
    double x0;
    double y0;
} cairo_matrix_t;
typedef unsigned cairo_antialias_t;
typedef unsigned cairo_content_t;
typedef unsigned cairo_filter_t;
typedef int cairo_format_t;
typedef unsigned cairo_hint_metrics_t;
typedef unsigned cairo_hint_style_t;
typedef unsigned cairo_status_t;

typedef struct FT_FaceRec_ *FT_Face;
typedef int FT_Error;
typedef int FT_Int32;
typedef unsigned FT_UInt;

typedef int FcBool;
typedef unsigned char FcChar8;
typedef unsigned FcResult;
typedef unsigned FcSetName;
typedef struct _FcConfig FcConfig;
typedef struct _FcFontSet FcFontSet;
typedef struct _FcObjectSet FcObjectSet;
typedef struct _FcPattern FcPattern;

typedef int gboolean;
typedef char gchar;
typedef void *gpointer;
typedef unsigned GLogLevelFlags;
typedef void (*GLogFunc)(const gchar *domain, GLogLevelFlags level, const gchar *message,
                         gpointer context);

#endif

#include "Functions.h"

/* MARK: Structures, as far as they are read */

/* PangoAttribute. */
struct attribute_view {
    const void *kind;
    /* In bytes of the text. */
    unsigned start;
    unsigned end;
};

/* PangoItem, with the beginning of its PangoAnalysis. */
struct item_view {
    int offset;
    int length;
    int character_count;
    void *shape_engine;
    void *language_engine;
    PangoFont *font;
};

/* PangoGlyphInfo. */
struct glyph_view {
    uint32_t glyph;
    int32_t width;
    int32_t x_offset;
    int32_t y_offset;
    uint32_t attributes;
};

/* PangoGlyphString. */
struct glyphs_view {
    int count;
    struct glyph_view *glyphs;
    /* For each glyph, where in the item its cluster begins. */
    int *clusters;
};

/* PangoGlyphItem, which is a run. */
struct run_view {
    struct item_view *item;
    struct glyphs_view *glyphs;
};

/* FT_Bitmap. */
struct bitmap_view {
    unsigned height;
    unsigned width;
    int stride;
    unsigned char *bytes;
    uint16_t gray_count;
    unsigned char pixel_mode;
    unsigned char palette_mode;
    void *palette;
};

/* FT_GlyphSlotRec; the fields up to the bitmap are not read. */
struct slot_view {
    void *links[3];
    unsigned index;
    void *generic[2];
    long metrics[8];
    long advances[4];
    unsigned format;
    struct bitmap_view bitmap;
    /* From the origin of the glyph to the corner of the bitmap, to the right and upwards. */
    int left;
    int top;
};

/* FT_SizeRec, with the beginning of its metrics. */
struct size_view {
    void *face;
    void *generic[2];
    uint16_t horizontal_ppem;
    uint16_t vertical_ppem;
};

/* FT_FaceRec, of which flags, glyph and size are read. */
struct face_view {
    long counts[2];
    long flags;
    long more_flags[2];
    void *names[2];
    int size_count;
    void *sizes;
    int map_count;
    void *maps;
    void *generic[2];
    long box[4];
    int16_t metrics[8];
    struct slot_view *glyph;
    struct size_view *size;
};

/* FcFontSet. */
struct font_set_view {
    int count;
    int capacity;
    FcPattern **fonts;
};

/* MARK: Values */

enum {
    UNITS_PER_PIXEL = 1024,
    DIRECTION_LTR = 0,
    DIRECTION_RTL = 1,
    ELLIPSIZE_END = 3,
    STYLE_ITALIC = 2,
    WRAP_CHARACTER = 1,
    WRAP_WORD_OR_CHARACTER = 2,
    ANTIALIAS_GRAY = 2,
    ANTIALIAS_GOOD = 5,
    CONTENT_ALPHA = 0x2000,
    FILTER_GOOD = 1,
    FORMAT_ARGB32 = 0,
    FORMAT_A8 = 2,
    FACE_HAS_COLOR = 1 << 14,
    LOAD_UNHINTED = 1 << 1,
    LOAD_RENDERED = 1 << 2,
    LOAD_COLOR = 1 << 20,
    PIXEL_MODE_BGRA = 7,
    HINT_METRICS_OFF = 1,
    HINT_STYLE_NONE = 1,
    SET_SYSTEM = 0,
    RESULT_MATCH = 0,
};

/* The glyph that takes no room and is not drawn. */
#define EMPTY_GLYPH 0x0fffffffu

/* Marks a code point that stands for the glyph that no font has. */
#define UNKNOWN_GLYPH_FLAG 0x10000000u

#ifdef CPANGO_COMPARE

#define COMPARE(result, name, ...) static result (*const compared_##name)(__VA_ARGS__) = name;
CPANGO_FUNCTIONS(COMPARE)
#undef COMPARE
#define SAME(ours, theirs) _Static_assert((ours) == (theirs), #ours)
#define SAME_FIELD(ours, field, theirs, its_field)                                                 \
    SAME(offsetof(struct ours, field), offsetof(theirs, its_field));                               \
    SAME(sizeof(((struct ours *)0)->field), sizeof(((theirs *)0)->its_field))

SAME_FIELD(attribute_view, start, PangoAttribute, start_index);
SAME_FIELD(attribute_view, end, PangoAttribute, end_index);
SAME_FIELD(item_view, offset, PangoItem, offset);
SAME_FIELD(item_view, length, PangoItem, length);
SAME_FIELD(item_view, font, PangoItem, analysis.font);
SAME(sizeof(struct glyph_view), sizeof(PangoGlyphInfo));
SAME_FIELD(glyph_view, glyph, PangoGlyphInfo, glyph);
SAME_FIELD(glyphs_view, count, PangoGlyphString, num_glyphs);
SAME_FIELD(glyphs_view, glyphs, PangoGlyphString, glyphs);
SAME_FIELD(glyphs_view, clusters, PangoGlyphString, log_clusters);
SAME_FIELD(run_view, item, PangoLayoutRun, item);
SAME_FIELD(run_view, glyphs, PangoLayoutRun, glyphs);
SAME_FIELD(bitmap_view, height, FT_Bitmap, rows);
SAME_FIELD(bitmap_view, width, FT_Bitmap, width);
SAME_FIELD(bitmap_view, stride, FT_Bitmap, pitch);
SAME_FIELD(bitmap_view, bytes, FT_Bitmap, buffer);
SAME_FIELD(bitmap_view, pixel_mode, FT_Bitmap, pixel_mode);
SAME(offsetof(struct slot_view, bitmap), offsetof(FT_GlyphSlotRec, bitmap));
SAME_FIELD(slot_view, left, FT_GlyphSlotRec, bitmap_left);
SAME_FIELD(slot_view, top, FT_GlyphSlotRec, bitmap_top);
SAME_FIELD(size_view, vertical_ppem, FT_SizeRec, metrics.y_ppem);
SAME_FIELD(face_view, flags, FT_FaceRec, face_flags);
SAME_FIELD(face_view, glyph, FT_FaceRec, glyph);
SAME_FIELD(face_view, size, FT_FaceRec, size);
SAME_FIELD(font_set_view, count, FcFontSet, nfont);
SAME_FIELD(font_set_view, fonts, FcFontSet, fonts);
SAME(UNITS_PER_PIXEL, PANGO_SCALE);
SAME(DIRECTION_LTR, PANGO_DIRECTION_LTR);
SAME(DIRECTION_RTL, PANGO_DIRECTION_RTL);
SAME(ELLIPSIZE_END, PANGO_ELLIPSIZE_END);
SAME(STYLE_ITALIC, PANGO_STYLE_ITALIC);
SAME(WRAP_CHARACTER, PANGO_WRAP_CHAR);
SAME(WRAP_WORD_OR_CHARACTER, PANGO_WRAP_WORD_CHAR);
SAME(ANTIALIAS_GRAY, CAIRO_ANTIALIAS_GRAY);
SAME(ANTIALIAS_GOOD, CAIRO_ANTIALIAS_GOOD);
SAME(CONTENT_ALPHA, CAIRO_CONTENT_ALPHA);
SAME(FILTER_GOOD, CAIRO_FILTER_GOOD);
SAME(FORMAT_ARGB32, CAIRO_FORMAT_ARGB32);
SAME(FORMAT_A8, CAIRO_FORMAT_A8);
SAME(FACE_HAS_COLOR, FT_FACE_FLAG_COLOR);
SAME(LOAD_UNHINTED, FT_LOAD_NO_HINTING);
SAME(LOAD_RENDERED, FT_LOAD_RENDER);
SAME(LOAD_COLOR, FT_LOAD_COLOR);
SAME(PIXEL_MODE_BGRA, FT_PIXEL_MODE_BGRA);
SAME(HINT_METRICS_OFF, CAIRO_HINT_METRICS_OFF);
SAME(HINT_STYLE_NONE, CAIRO_HINT_STYLE_NONE);
SAME(SET_SYSTEM, FcSetSystem);
SAME(RESULT_MATCH, FcResultMatch);
SAME(EMPTY_GLYPH, PANGO_GLYPH_EMPTY);
SAME(UNKNOWN_GLYPH_FLAG, PANGO_GLYPH_UNKNOWN_FLAG);

#endif
