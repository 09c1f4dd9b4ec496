/* SPDX-License-Identifier: Apache-2.0 */
#include "State.h"

#include <math.h>

/* The greatest distance of a flattened curve from the curve, in pixels. */
#define CURVE_TOLERANCE 0.02

/* The longest side of an area drawn at once, in pixels; the library's own limit is 32,767. */
#define TILE_SIDE 16384

/* A part of the planes that is drawn at once; the frame begins at (x, y) from its corner. */
struct tile {
    cairo_t *canvas;
    /* The canvas of glyphs with colors of their own; NULL if there is none. */
    cairo_t *colors;
    /* A cairo context that makes outlines at the size of the layout. */
    cairo_t *pen;
    double x;
    double y;
    int height;
    bool has_colors;
};

/* Sets the origin of a canvas to a point, and its unit to a pixel of the layout. */
static void set_origin(const cpango_layout *layout, cairo_t *canvas, double x, double y) {
    double enlargement = UNITS_PER_PIXEL / layout->scale;
    library.cairo_identity_matrix(canvas);
    library.cairo_translate(canvas, x, y);
    library.cairo_scale(canvas, enlargement, enlargement);
}

static void fill_glyphs(const cpango_layout *layout, const struct tile *tile, double x, double y,
                        PangoFont *font, PangoGlyphString *glyphs) {
    library.cairo_new_path(tile->pen);
    library.cairo_move_to(tile->pen, 0, 0);
    library.pango_cairo_glyph_string_path(tile->pen, font, glyphs);
    cairo_path_t *path = library.cairo_copy_path(tile->pen);
    set_origin(layout, tile->canvas, x, y);
    library.cairo_append_path(tile->canvas, path);
    library.cairo_path_destroy(path);
    /* Run by run, because outlines of different fonts may have opposite directions. */
    library.cairo_fill(tile->canvas);
}

/* Draws the bitmap of a glyph; the origin of the canvas is that of the glyph, its unit a pixel of the
 * bitmap. The bitmap is not cached: a hundred kilobytes for each emoji would add up. */
static void paint(cairo_t *canvas, const struct slot_view *slot) {
    const struct bitmap_view *bitmap = &slot->bitmap;
    cairo_surface_t *surface = library.cairo_image_surface_create_for_data(
        bitmap->bytes, FORMAT_ARGB32, (int)bitmap->width, (int)bitmap->height, bitmap->stride);
    library.cairo_set_source_surface(canvas, surface, slot->left, -slot->top);
    library.cairo_pattern_set_filter(library.cairo_get_source(canvas), FILTER_GOOD);
    library.cairo_paint(canvas);
    /* The glyph's memory is used for the next one. */
    library.cairo_set_source_rgba(canvas, 0, 0, 0, 1);
    library.cairo_surface_finish(surface);
    library.cairo_surface_destroy(surface);
}

/* Draws the glyphs with colors of their own, and takes them out of a copy of the run's glyphs. */
static void paint_glyphs(const cpango_layout *layout, struct tile *tile, double x, double y,
                         const struct run_view *run, struct glyphs_view *others) {
    cairo_scaled_font_t *font =
        library.pango_cairo_font_get_scaled_font((PangoCairoFont *)run->item->font);
    const struct face_view *face =
        (const struct face_view *)library.cairo_ft_scaled_font_lock_face(font);
    if (face == NULL) {
        return;
    }
    cairo_matrix_t matrix;
    library.cairo_scaled_font_get_font_matrix(font, &matrix);
    double unit = fabs(matrix.yy) / fmax(face->size->vertical_ppem, 1);
    double position = 0;
    FT_Int32 how = LOAD_COLOR | LOAD_RENDERED | LOAD_UNHINTED;
    for (int i = 0; i < run->glyphs->count && face->flags & FACE_HAS_COLOR; i++) {
        const struct glyph_view *glyph = &run->glyphs->glyphs[i];
        if (glyph->glyph != EMPTY_GLYPH
            && library.FT_Load_Glyph((FT_Face)face, glyph->glyph, how) == 0
            && face->glyph->bitmap.pixel_mode == PIXEL_MODE_BGRA) {
            others->glyphs[i].glyph = EMPTY_GLYPH;
            set_origin(layout, tile->colors, x, y);
            library.cairo_translate(tile->colors,
                                    (position + glyph->x_offset) / UNITS_PER_PIXEL,
                                    (double)glyph->y_offset / UNITS_PER_PIXEL);
            library.cairo_scale(tile->colors, unit, unit);
            paint(tile->colors, face->glyph);
            tile->has_colors = true;
        }
        position += glyph->width;
    }
    library.cairo_ft_scaled_font_unlock_face(font);
}

/* Draws a line under or through a run. */
static void fill_line(const struct tile *tile, double x, double width, double top,
                      double thickness) {
    library.cairo_identity_matrix(tile->canvas);
    library.cairo_rectangle(tile->canvas, tile->x + x, tile->y + top, width, thickness);
    library.cairo_fill(tile->canvas);
}

static void draw_run(const cpango_layout *layout, struct tile *tile, double x, double width,
                     double baseline, const struct run_view *run) {
    const struct style *style = cpango_style_of(layout, run);
    if (!style->is_drawn) {
        return;
    }
    PangoGlyphString *glyphs = (PangoGlyphString *)run->glyphs;
    double left = tile->x + x, y = tile->y + baseline;
    if (tile->colors == NULL) {
        fill_glyphs(layout, tile, left, y, run->item->font, glyphs);
    } else {
        PangoGlyphString *others = library.pango_glyph_string_copy(glyphs);
        paint_glyphs(layout, tile, left, y, run, (struct glyphs_view *)others);
        fill_glyphs(layout, tile, left, y, run->item->font, others);
        library.pango_glyph_string_free(others);
    }
    if (style->is_underlined) {
        fill_line(tile, x, width, baseline - style->underline, style->underline_thickness);
    }
    if (style->is_struck) {
        fill_line(tile, x, width, baseline - style->strike, style->strike_thickness);
    }
}

static void draw_lines(const cpango_layout *layout, struct tile *tile) {
    PangoLayoutIter *iterator = library.pango_layout_get_iter(layout->layout);
    PangoLayoutLine *previous = NULL;
    size_t count = 0;
    do {
        PangoLayoutLine *current = library.pango_layout_iter_get_line_readonly(iterator);
        if (current != previous) {
            previous = current;
            count++;
        }
        if (count > (size_t)layout->extents.drawn_line_count) {
            break;
        }
        const struct line *line = &layout->lines[count - 1];
        PangoLayoutRun *run = library.pango_layout_iter_get_run_readonly(iterator);
        if (run == NULL || tile->y + line->ink.bottom < -1
            || tile->y + line->ink.top > tile->height + 1) {
            continue;
        }
        PangoRectangle logical;
        library.pango_layout_iter_get_run_extents(iterator, NULL, &logical);
        draw_run(layout, tile, line->x + logical.x / layout->scale, logical.width / layout->scale,
                 line->baseline, (const struct run_view *)run);
    } while (library.pango_layout_iter_next_run(iterator));
    library.pango_layout_iter_free(iterator);
}

/* A canvas on memory. */
static cairo_t *create_canvas(void *bytes, cairo_format_t format, int width, int height,
                              size_t stride) {
    cairo_surface_t *surface = library.cairo_image_surface_create_for_data(
        bytes, format, width, height, (int)stride);
    cairo_t *canvas = library.cairo_create(surface);
    library.cairo_surface_destroy(surface);
    library.cairo_set_source_rgba(canvas, 0, 0, 0, 1);
    library.cairo_set_antialias(canvas, ANTIALIAS_GOOD);
    library.cairo_set_tolerance(canvas, CURVE_TOLERANCE);
    return canvas;
}

/* Ends drawing on a canvas; false if it failed. */
static bool destroy_canvas(cairo_t *canvas) {
    library.cairo_surface_flush(library.cairo_get_target(canvas));
    bool is_sound = library.cairo_status(canvas) == 0;
    library.cairo_destroy(canvas);
    return is_sound;
}

/* Draws the tile whose corner is at a column and a row. */
static cpango_status draw_tile(const cpango_layout *layout, cairo_t *pen, cpango_planes *planes,
                               int left, int top, double x, double y) {
    int width = planes->width - left < TILE_SIDE ? planes->width - left : TILE_SIDE;
    int height = planes->height - top < TILE_SIDE ? planes->height - top : TILE_SIDE;
    struct tile tile = {
        .canvas = create_canvas(planes->alpha + (size_t)top * planes->stride + (size_t)left,
                                FORMAT_A8, width, height, planes->stride),
        .pen = pen,
        .x = x - left,
        .y = y - top,
        .height = height,
    };
    if (planes->colors != NULL) {
        uint32_t *start = planes->colors + (size_t)top * (size_t)planes->width + (size_t)left;
        tile.colors = create_canvas(start, FORMAT_ARGB32, width, height,
                                    (size_t)planes->width * sizeof *start);
    }
    draw_lines(layout, &tile);
    bool is_sound = destroy_canvas(tile.canvas);
    if (tile.colors != NULL) {
        is_sound = destroy_canvas(tile.colors) && is_sound;
        planes->has_colors = planes->has_colors || tile.has_colors;
    }
    return is_sound && library.cairo_status(pen) == 0 ? CPANGO_OK : CPANGO_FAILED;
}

cpango_status cpango_layout_draw(cpango_layout *layout, cpango_planes *planes, double x, double y) {
    pthread_mutex_lock(&cpango_lock);
    /* An unbounded surface: a bounded one would drop glyphs far outside it. */
    cairo_surface_t *endless = library.cairo_recording_surface_create(CONTENT_ALPHA, NULL);
    cairo_t *pen = library.cairo_create(endless);
    cpango_status status = CPANGO_OK;
    for (int32_t top = 0; top < planes->height && status == CPANGO_OK; top += TILE_SIDE) {
        for (int32_t left = 0; left < planes->width && status == CPANGO_OK; left += TILE_SIDE) {
            status = draw_tile(layout, pen, planes, left, top, x, y);
        }
    }
    library.cairo_destroy(pen);
    library.cairo_surface_destroy(endless);
    pthread_mutex_unlock(&cpango_lock);
    return status;
}
