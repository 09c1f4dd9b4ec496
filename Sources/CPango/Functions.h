/* SPDX-License-Identifier: Apache-2.0 */

/* The functions that are looked up in the loaded libraries: results, names, and types of arguments. */
#pragma once

#define CPANGO_FUNCTIONS(X)                                                                        \
    X(GLogFunc, g_log_set_default_handler, GLogFunc, gpointer)                                     \
    X(void, g_object_unref, gpointer)                                                              \
    X(PangoFontMap *, pango_cairo_font_map_new, void)                                              \
    X(void, pango_cairo_context_set_font_options, PangoContext *, const cairo_font_options_t *)    \
    X(void, pango_cairo_glyph_string_path, cairo_t *, PangoFont *, PangoGlyphString *)             \
    X(cairo_scaled_font_t *, pango_cairo_font_get_scaled_font, PangoCairoFont *)                   \
    X(PangoContext *, pango_font_map_create_context, PangoFontMap *)                               \
    X(PangoFont *, pango_font_map_load_font, PangoFontMap *, PangoContext *,                       \
      const PangoFontDescription *)                                                                \
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
    X(PangoFontMetrics *, pango_font_get_metrics, PangoFont *, PangoLanguage *)                    \
    X(int, pango_font_metrics_get_ascent, PangoFontMetrics *)                                      \
    X(int, pango_font_metrics_get_descent, PangoFontMetrics *)                                     \
    X(int, pango_font_metrics_get_strikethrough_position, PangoFontMetrics *)                      \
    X(int, pango_font_metrics_get_strikethrough_thickness, PangoFontMetrics *)                     \
    X(int, pango_font_metrics_get_underline_position, PangoFontMetrics *)                          \
    X(int, pango_font_metrics_get_underline_thickness, PangoFontMetrics *)                         \
    X(void, pango_font_metrics_unref, PangoFontMetrics *)                                          \
    X(PangoGlyphString *, pango_glyph_string_copy, PangoGlyphString *)                             \
    X(void, pango_glyph_string_free, PangoGlyphString *)                                           \
    X(PangoAttribute *, pango_attr_font_desc_new, const PangoFontDescription *)                    \
    X(PangoAttribute *, pango_attr_insert_hyphens_new, gboolean)                                   \
    X(PangoAttribute *, pango_attr_letter_spacing_new, int)                                        \
    X(void, pango_attr_list_insert, PangoAttrList *, PangoAttribute *)                             \
    X(PangoAttrList *, pango_attr_list_new, void)                                                  \
    X(void, pango_attr_list_unref, PangoAttrList *)                                                \
    X(PangoLayout *, pango_layout_new, PangoContext *)                                             \
    X(gboolean, pango_layout_is_ellipsized, PangoLayout *)                                         \
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
    X(cairo_pattern_t *, cairo_get_source, cairo_t *)                                              \
    X(cairo_surface_t *, cairo_get_target, cairo_t *)                                              \
    X(void, cairo_identity_matrix, cairo_t *)                                                      \
    X(cairo_surface_t *, cairo_image_surface_create_for_data, unsigned char *, cairo_format_t,     \
      int, int, int)                                                                               \
    X(void, cairo_move_to, cairo_t *, double, double)                                              \
    X(void, cairo_new_path, cairo_t *)                                                             \
    X(void, cairo_paint, cairo_t *)                                                                \
    X(void, cairo_path_destroy, cairo_path_t *)                                                    \
    X(void, cairo_pattern_set_filter, cairo_pattern_t *, cairo_filter_t)                           \
    X(void, cairo_rectangle, cairo_t *, double, double, double, double)                            \
    X(FT_Face, cairo_ft_scaled_font_lock_face, cairo_scaled_font_t *)                              \
    X(void, cairo_ft_scaled_font_unlock_face, cairo_scaled_font_t *)                               \
    X(void, cairo_scaled_font_get_font_matrix, cairo_scaled_font_t *, cairo_matrix_t *)            \
    X(void, cairo_scale, cairo_t *, double, double)                                                \
    X(void, cairo_set_antialias, cairo_t *, cairo_antialias_t)                                     \
    X(void, cairo_set_source_rgba, cairo_t *, double, double, double, double)                      \
    X(void, cairo_set_source_surface, cairo_t *, cairo_surface_t *, double, double)                \
    X(void, cairo_set_tolerance, cairo_t *, double)                                                \
    X(cairo_surface_t *, cairo_recording_surface_create, cairo_content_t,                          \
      const cairo_rectangle_t *)                                                                   \
    X(cairo_status_t, cairo_status, cairo_t *)                                                     \
    X(void, cairo_surface_destroy, cairo_surface_t *)                                              \
    X(void, cairo_surface_finish, cairo_surface_t *)                                               \
    X(void, cairo_surface_flush, cairo_surface_t *)                                                \
    X(void, cairo_translate, cairo_t *, double, double)                                            \
    X(const char *, cairo_version_string, void)                                                    \
    X(FT_Error, FT_Load_Glyph, FT_Face, FT_UInt, FT_Int32)                                         \
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
