/* SPDX-License-Identifier: Apache-2.0 */
#include "State.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The distance in pixels by which a line may exceed the frame and still fit, for rounding errors. */
#define FIT_TOLERANCE (1.0 / 64)

/* Records the family of a run. */
static cpango_status note_family(cpango_layout *layout, PangoFont *font) {
    PangoFontDescription *description = library.pango_font_describe(font);
    const char *family = library.pango_font_description_get_family(description);
    cpango_status status = CPANGO_OK;
    bool is_new = family != NULL;
    for (size_t i = 0; i < layout->family_count && is_new; i++) {
        is_new = strcmp(layout->families[i], family) != 0;
    }
    if (is_new) {
        size_t count = layout->family_count + 1;
        char **families = realloc(layout->families, count * sizeof *families);
        if (families != NULL) {
            layout->families = families;
            families[count - 1] = strdup(family);
        }
        if (families == NULL || families[count - 1] == NULL) {
            status = CPANGO_OUT_OF_MEMORY;
        } else {
            layout->family_count = count;
        }
    }
    library.pango_font_description_free(description);
    return status;
}

/* The first glyph of a run that no font has. */
static cpango_missing missing_at(const struct run_view *run, int index) {
    const int *clusters = run->glyphs->clusters;
    int end = run->item->length;
    for (int i = 0; i < run->glyphs->count; i++) {
        if (clusters[i] > clusters[index] && clusters[i] < end) {
            end = clusters[i];
        }
    }
    return (cpango_missing){
        .code_point = run->glyphs->glyphs[index].glyph & (UNKNOWN_GLYPH_FLAG - 1),
        .start = run->item->offset + clusters[index],
        .end = run->item->offset + end,
    };
}

static cpango_status note_run(cpango_layout *layout, const struct run_view *run) {
    for (int i = 0; i < run->glyphs->count; i++) {
        if (run->glyphs->glyphs[i].glyph & UNKNOWN_GLYPH_FLAG) {
            layout->missing = missing_at(run, i);
            return CPANGO_MISSING_GLYPH;
        }
    }
    return note_family(layout, run->item->font);
}

static cpango_box box_of(PangoRectangle rectangle, double x, double scale) {
    return (cpango_box){
        .left = x + rectangle.x / scale,
        .top = rectangle.y / scale,
        .right = x + ((double)rectangle.x + rectangle.width) / scale,
        .bottom = ((double)rectangle.y + rectangle.height) / scale,
    };
}

/* The distance from the left edge of the frame to the start of a line. */
static double indentation(const cpango_form *form, double width, PangoDirection direction) {
    double room = form->width - width;
    switch (form->alignment) {
    case CPANGO_ALIGN_LEFT: return 0;
    case CPANGO_ALIGN_CENTER: return room / 2;
    case CPANGO_ALIGN_RIGHT: return room;
    case CPANGO_ALIGN_NATURAL:
    case CPANGO_ALIGN_JUSTIFIED: break;
    }
    return direction == DIRECTION_RTL ? room : 0;
}

static cpango_status note_line(cpango_layout *layout, const cpango_form *form,
                               PangoLayoutIter *iterator, PangoLayoutLine *line) {
    if (layout->line_count == layout->line_capacity) {
        size_t capacity = layout->line_capacity == 0 ? 4 : layout->line_capacity * 2;
        struct line *lines = realloc(layout->lines, capacity * sizeof *lines);
        if (lines == NULL) {
            return CPANGO_OUT_OF_MEMORY;
        }
        layout->lines = lines;
        layout->line_capacity = capacity;
    }
    PangoRectangle ink, logical;
    library.pango_layout_iter_get_line_extents(iterator, &ink, &logical);
    double width = logical.width / layout->scale;
    /* The library's own alignment is subtracted. */
    double x = indentation(form, width, library.pango_layout_line_get_resolved_direction(line))
               - logical.x / layout->scale;
    layout->lines[layout->line_count++] = (struct line){
        .x = x,
        .baseline = library.pango_layout_iter_get_baseline(iterator) / layout->scale,
        .logical = box_of(logical, x, layout->scale),
        .ink = box_of(ink, x, layout->scale),
    };
    return CPANGO_OK;
}

static void include(cpango_box *whole, cpango_box part) {
    if (part.right <= part.left || part.bottom <= part.top) {
        return;
    }
    if (whole->right <= whole->left || whole->bottom <= whole->top) {
        *whole = part;
        return;
    }
    whole->left = fmin(whole->left, part.left);
    whole->top = fmin(whole->top, part.top);
    whole->right = fmax(whole->right, part.right);
    whole->bottom = fmax(whole->bottom, part.bottom);
}

/* Adds the lines under and through a run to the ink of its line. */
static void note_decoration(const cpango_layout *layout, struct line *line,
                            PangoLayoutIter *iterator, const struct run_view *run) {
    const struct style *style = cpango_style_of(layout, run);
    PangoRectangle logical;
    library.pango_layout_iter_get_run_extents(iterator, NULL, &logical);
    cpango_box box = box_of(logical, line->x, layout->scale);
    if (style->is_underlined) {
        box.top = line->baseline - style->underline;
        box.bottom = box.top + style->underline_thickness;
        include(&line->ink, box);
    }
    if (style->is_struck) {
        box.top = line->baseline - style->strike;
        box.bottom = box.top + style->strike_thickness;
        include(&line->ink, box);
    }
}

/* Iterates over lines and runs, and records their bounds. */
cpango_status cpango_note_all(cpango_layout *layout, const cpango_form *form) {
    PangoLayoutIter *iterator = library.pango_layout_get_iter(layout->layout);
    PangoLayoutLine *previous = NULL;
    cpango_status status = CPANGO_OK;
    do {
        PangoLayoutLine *line = library.pango_layout_iter_get_line_readonly(iterator);
        if (line != previous) {
            status = note_line(layout, form, iterator, line);
            previous = line;
        }
        PangoLayoutRun *run = library.pango_layout_iter_get_run_readonly(iterator);
        if (status == CPANGO_OK && run != NULL) {
            status = note_run(layout, (const struct run_view *)run);
            note_decoration(layout, &layout->lines[layout->line_count - 1], iterator,
                            (const struct run_view *)run);
        }
    } while (status == CPANGO_OK && library.pango_layout_iter_next_run(iterator));
    library.pango_layout_iter_free(iterator);
    layout->extents.is_truncated = library.pango_layout_is_ellipsized(layout->layout) ? 1 : 0;
    return status;
}

/* Gives each line the height of the form, with its largest font in the middle. */
void cpango_set_heights(cpango_layout *layout, const cpango_form *form) {
    size_t largest = 0;
    for (size_t i = 1; i < form->run_count; i++) {
        if (form->runs[i].size > form->runs[largest].size) {
            largest = i;
        }
    }
    double ascent = layout->styles[largest].ascent;
    double height = ascent + layout->styles[largest].descent;
    for (size_t i = 0; i < layout->line_count; i++) {
        struct line *line = &layout->lines[i];
        line->logical.top = (double)i * form->line_height;
        line->logical.bottom = (double)(i + 1) * form->line_height;
        double baseline = line->logical.top + (form->line_height - height) / 2 + ascent;
        line->ink.top += baseline - line->baseline;
        line->ink.bottom += baseline - line->baseline;
        line->baseline = baseline;
    }
}

/* Decides which lines are drawn, and positions them in the frame. */
void cpango_place(cpango_layout *layout, const cpango_form *form) {
    size_t count = 0;
    while (count < layout->line_count
           && (count == 0 || layout->lines[count].logical.bottom <= form->height + FIT_TOLERANCE)) {
        count++;
    }
    double room = form->height - layout->lines[count - 1].logical.bottom;
    double y = form->position == CPANGO_POSITION_TOP      ? 0
               : form->position == CPANGO_POSITION_BOTTOM ? room
                                                          : room / 2;
    for (size_t i = 0; i < count; i++) {
        struct line *line = &layout->lines[i];
        line->baseline += y;
        line->logical.top += y;
        line->logical.bottom += y;
        line->ink.top += y;
        line->ink.bottom += y;
        include(&layout->extents.logical, line->logical);
        include(&layout->extents.ink, line->ink);
    }
    layout->extents.line_count = (int32_t)layout->line_count;
    layout->extents.drawn_line_count = (int32_t)count;
}
