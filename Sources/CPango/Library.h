/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is called of GLib, Pango, cairo and fontconfig, as their stable interfaces have it: functions
 * that are looked up in the loaded libraries, the beginnings of structures, and values of enumerations.
 * With CPANGO_COMPARE the headers are included beside them, and the compiler compares.
 */
#pragma once

#include <stdint.h>

#ifdef CPANGO_COMPARE

#include <pango/pangocairo.h>
#include <fontconfig/fontconfig.h>

#else

typedef struct _PangoAttribute PangoAttribute;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
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
typedef struct _cairo_rectangle cairo_rectangle_t;
typedef unsigned cairo_antialias_t;
typedef unsigned cairo_content_t;
typedef int cairo_format_t;
typedef unsigned cairo_hint_metrics_t;
typedef unsigned cairo_hint_style_t;
typedef unsigned cairo_status_t;

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

/* MARK: Functions */

#define CPANGO_FUNCTIONS(X)                                                                        \
    X(GLogFunc, g_log_set_default_handler, GLogFunc, gpointer)                                     \
    X(void, g_object_unref, gpointer)                                                              \
    X(PangoFontMap *, pango_cairo_font_map_new, void)                                              \
    X(void, pango_cairo_context_set_font_options, PangoContext *, const cairo_font_options_t *)    \
    X(void, pango_cairo_glyph_string_path, cairo_t *, PangoFont *, PangoGlyphString *)             \
    X(PangoContext *, pango_font_map_create_context, PangoFontMap *)                               \
    X(void, pango_context_set_base_dir, PangoContext *, PangoDirection)                            \
    X(void, pango_context_set_language, PangoContext *, PangoLanguage *)                           \
    X(void, pango_context_set_round_glyph_positions, PangoContext *, gboolean)                     \
    X(PangoLanguage *, pango_language_from_string, const char *)                                   \
    X(PangoFontDescription *, pango_font_description_new, void)                                    \
    X(void, pango_font_description_free, PangoFontDescription *)                                   \
    X(void, pango_font_description_set_absolute_size, PangoFontDescription *, double)              \
    X(void, pango_font_description_set_family, PangoFontDescription *, const char *)               \
    X(void, pango_font_description_set_style, PangoFontDescription *, PangoStyle)                  \
    X(void, pango_font_description_set_weight, PangoFontDescription *, PangoWeight)                \
    X(const char *, pango_font_description_get_family, const PangoFontDescription *)               \
    X(PangoFontDescription *, pango_font_describe, PangoFont *)                                    \
    X(PangoAttribute *, pango_attr_insert_hyphens_new, gboolean)                                   \
    X(void, pango_attr_list_insert, PangoAttrList *, PangoAttribute *)                             \
    X(PangoAttrList *, pango_attr_list_new, void)                                                  \
    X(void, pango_attr_list_unref, PangoAttrList *)                                                \
    X(PangoLayout *, pango_layout_new, PangoContext *)                                             \
    X(void, pango_layout_set_attributes, PangoLayout *, PangoAttrList *)                           \
    X(void, pango_layout_set_auto_dir, PangoLayout *, gboolean)                                    \
    X(void, pango_layout_set_ellipsize, PangoLayout *, PangoEllipsizeMode)                         \
    X(void, pango_layout_set_font_description, PangoLayout *, const PangoFontDescription *)        \
    X(void, pango_layout_set_justify, PangoLayout *, gboolean)                                     \
    X(void, pango_layout_set_text, PangoLayout *, const char *, int)                               \
    X(void, pango_layout_set_width, PangoLayout *, int)                                            \
    X(void, pango_layout_set_wrap, PangoLayout *, PangoWrapMode)                                   \
    X(PangoLayoutIter *, pango_layout_get_iter, PangoLayout *)                                     \
    X(void, pango_layout_iter_free, PangoLayoutIter *)                                             \
    X(int, pango_layout_iter_get_baseline, PangoLayoutIter *)                                      \
    X(PangoLayoutLine *, pango_layout_iter_get_line_readonly, PangoLayoutIter *)                   \
    X(void, pango_layout_iter_get_line_extents, PangoLayoutIter *, PangoRectangle *,               \
      PangoRectangle *)                                                                            \
    X(void, pango_layout_iter_get_run_extents, PangoLayoutIter *, PangoRectangle *,                \
      PangoRectangle *)                                                                            \
    X(PangoLayoutRun *, pango_layout_iter_get_run_readonly, PangoLayoutIter *)                     \
    X(gboolean, pango_layout_iter_next_run, PangoLayoutIter *)                                     \
    X(PangoDirection, pango_layout_line_get_resolved_direction, PangoLayoutLine *)                 \
    X(const char *, pango_version_string, void)                                                    \
    X(void, cairo_append_path, cairo_t *, const cairo_path_t *)                                    \
    X(cairo_path_t *, cairo_copy_path, cairo_t *)                                                  \
    X(cairo_t *, cairo_create, cairo_surface_t *)                                                  \
    X(void, cairo_destroy, cairo_t *)                                                              \
    X(void, cairo_fill, cairo_t *)                                                                 \
    X(cairo_font_options_t *, cairo_font_options_create, void)                                     \
    X(void, cairo_font_options_destroy, cairo_font_options_t *)                                    \
    X(void, cairo_font_options_set_antialias, cairo_font_options_t *, cairo_antialias_t)           \
    X(void, cairo_font_options_set_hint_metrics, cairo_font_options_t *, cairo_hint_metrics_t)     \
    X(void, cairo_font_options_set_hint_style, cairo_font_options_t *, cairo_hint_style_t)         \
    X(void, cairo_identity_matrix, cairo_t *)                                                      \
    X(cairo_surface_t *, cairo_image_surface_create_for_data, unsigned char *, cairo_format_t,     \
      int, int, int)                                                                               \
    X(void, cairo_move_to, cairo_t *, double, double)                                              \
    X(void, cairo_new_path, cairo_t *)                                                             \
    X(void, cairo_path_destroy, cairo_path_t *)                                                    \
    X(void, cairo_scale, cairo_t *, double, double)                                                \
    X(void, cairo_set_antialias, cairo_t *, cairo_antialias_t)                                     \
    X(void, cairo_set_source_rgba, cairo_t *, double, double, double, double)                      \
    X(void, cairo_set_tolerance, cairo_t *, double)                                                \
    X(cairo_surface_t *, cairo_recording_surface_create, cairo_content_t,                          \
      const cairo_rectangle_t *)                                                                   \
    X(cairo_status_t, cairo_status, cairo_t *)                                                     \
    X(void, cairo_surface_destroy, cairo_surface_t *)                                              \
    X(void, cairo_surface_flush, cairo_surface_t *)                                                \
    X(void, cairo_translate, cairo_t *, double, double)                                            \
    X(const char *, cairo_version_string, void)                                                    \
    X(FcConfig *, FcConfigGetCurrent, void)                                                        \
    X(FcFontSet *, FcConfigGetFonts, FcConfig *, FcSetName)                                        \
    X(FcFontSet *, FcFontList, FcConfig *, FcPattern *, FcObjectSet *)                             \
    X(void, FcFontSetDestroy, FcFontSet *)                                                         \
    X(int, FcGetVersion, void)                                                                     \
    X(FcBool, FcInit, void)                                                                        \
    X(FcBool, FcInitReinitialize, void)                                                            \
    X(FcBool, FcObjectSetAdd, FcObjectSet *, const char *)                                         \
    X(FcObjectSet *, FcObjectSetCreate, void)                                                      \
    X(void, FcObjectSetDestroy, FcObjectSet *)                                                     \
    X(FcBool, FcPatternAddString, FcPattern *, const char *, const FcChar8 *)                      \
    X(FcPattern *, FcPatternCreate, void)                                                          \
    X(void, FcPatternDestroy, FcPattern *)                                                         \
    X(FcResult, FcPatternGetInteger, const FcPattern *, const char *, int, int *)                  \
    X(FcResult, FcPatternGetString, const FcPattern *, const char *, int, FcChar8 **)              \
    X(int, FcStrCmpIgnoreCase, const FcChar8 *, const FcChar8 *)                                   \
    X(const char *, hb_version_string, void)

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
    FORMAT_A8 = 2,
    HINT_METRICS_OFF = 1,
    HINT_STYLE_NONE = 1,
    SET_SYSTEM = 0,
    RESULT_MATCH = 0,
};

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
SAME(FORMAT_A8, CAIRO_FORMAT_A8);
SAME(HINT_METRICS_OFF, CAIRO_HINT_METRICS_OFF);
SAME(HINT_STYLE_NONE, CAIRO_HINT_STYLE_NONE);
SAME(SET_SYSTEM, FcSetSystem);
SAME(RESULT_MATCH, FcResultMatch);
SAME(UNKNOWN_GLYPH_FLAG, PANGO_GLYPH_UNKNOWN_FLAG);

#endif
