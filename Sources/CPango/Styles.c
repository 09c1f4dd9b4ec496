/* SPDX-License-Identifier: Apache-2.0 */
/* For memmem. */
#define _GNU_SOURCE
#include "State.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The widest frame passed to the library, in its units; no line is as wide. */
#define WIDTH_LIMIT (1 << 30)

/* The font of a run. */
static PangoFontDescription *describe(const cpango_form *form, const cpango_run *run, double scale) {
    PangoFontDescription *font = library.pango_font_description_new();
    library.pango_font_description_set_family(font, form->families + run->family);
    library.pango_font_description_set_absolute_size(font, round(run->size * scale));
    library.pango_font_description_set_weight(font, (PangoWeight)run->weight);
    if (run->is_italic) {
        library.pango_font_description_set_style(font, STYLE_ITALIC);
    }
    return font;
}

static void insert(PangoAttrList *attributes, PangoAttribute *attribute, size_t start, size_t end) {
    struct attribute_view *range = (struct attribute_view *)attribute;
    range->start = (unsigned)start;
    range->end = (unsigned)end;
    library.pango_attr_list_insert(attributes, attribute);
}

/* A word broken for lack of room gets no hyphen. One broken at a soft hyphen gets one. */
static void forbid_hyphens(PangoAttrList *attributes, const cpango_form *form) {
    static const char soft_hyphen[] = "\xc2\xad";
    const char *start = form->text, *end = form->text + form->byte_count;
    while (start < end) {
        const char *hyphen = memmem(start, (size_t)(end - start), soft_hyphen, 2);
        const char *stop = hyphen == NULL ? end : hyphen;
        insert(attributes, library.pango_attr_insert_hyphens_new(0),
               (size_t)(start - form->text), (size_t)(stop - form->text));
        start = stop + 2;
    }
}

/* Sets the fonts and the spacing of the runs. The only one of a text has the font of the layout. */
static void set_styles(PangoLayout *layout, const cpango_form *form, double scale) {
    PangoAttrList *attributes = library.pango_attr_list_new();
    size_t start = 0;
    for (size_t i = 0; i < form->run_count; i++) {
        const cpango_run *run = &form->runs[i];
        size_t end = start + run->byte_count;
        PangoFontDescription *font = describe(form, run, scale);
        if (i == 0) {
            library.pango_layout_set_font_description(layout, font);
        }
        if (form->run_count > 1) {
            /* Runs of the same font are apart as well, so that each is drawn by itself. */
            insert(attributes, library.pango_attr_font_desc_new(font), start, end);
        }
        library.pango_font_description_free(font);
        if (run->letter_spacing != 0) {
            int spacing = (int)lround(run->letter_spacing * scale);
            insert(attributes, library.pango_attr_letter_spacing_new(spacing), start, end);
        }
        start = end;
    }
    if (form->wrapping != CPANGO_WRAP_TRUNCATE) {
        forbid_hyphens(attributes, form);
    }
    library.pango_layout_set_attributes(layout, attributes);
    library.pango_attr_list_unref(attributes);
}

static void set_wrapping(PangoLayout *layout, const cpango_form *form, double scale) {
    double width = ceil(form->width * scale);
    library.pango_layout_set_width(layout, width < WIDTH_LIMIT ? (int)width : WIDTH_LIMIT);
    library.pango_layout_set_justify(layout, form->alignment == CPANGO_ALIGN_JUSTIFIED);
    if (form->wrapping == CPANGO_WRAP_TRUNCATE) {
        library.pango_layout_set_ellipsize(layout, ELLIPSIZE_END);
        return;
    }
    bool breaks_anywhere = form->wrapping == CPANGO_WRAP_CHARACTER;
    library.pango_layout_set_wrap(layout,
                                  breaks_anywhere ? WRAP_CHARACTER : WRAP_WORD_OR_CHARACTER);
}

/* Keeps what drawing needs of each run. */
static cpango_status note_styles(cpango_layout *layout, const cpango_form *form,
                                 PangoContext *context) {
    layout->styles = calloc(form->run_count, sizeof *layout->styles);
    if (layout->styles == NULL) {
        return CPANGO_OUT_OF_MEMORY;
    }
    size_t end = 0;
    for (size_t i = 0; i < form->run_count; i++) {
        const cpango_run *run = &form->runs[i];
        struct style *style = &layout->styles[i];
        end += run->byte_count;
        style->end = end;
        style->is_drawn = run->is_drawn;
        style->is_underlined = run->is_underlined;
        style->is_struck = run->is_struck;
        if (!run->is_underlined && !run->is_struck && form->line_height == 0) {
            continue;
        }
        PangoFontDescription *description = describe(form, run, layout->scale);
        PangoFont *font =
            library.pango_font_map_load_font(shared.font_map, context, description);
        library.pango_font_description_free(description);
        if (font == NULL) {
            return CPANGO_FAILED;
        }
        PangoFontMetrics *metrics = library.pango_font_get_metrics(font, NULL);
        double unit = 1 / layout->scale;
        style->ascent = library.pango_font_metrics_get_ascent(metrics) * unit;
        style->descent = library.pango_font_metrics_get_descent(metrics) * unit;
        style->underline = library.pango_font_metrics_get_underline_position(metrics) * unit;
        style->underline_thickness =
            library.pango_font_metrics_get_underline_thickness(metrics) * unit;
        style->strike = library.pango_font_metrics_get_strikethrough_position(metrics) * unit;
        style->strike_thickness =
            library.pango_font_metrics_get_strikethrough_thickness(metrics) * unit;
        library.pango_font_metrics_unref(metrics);
        library.g_object_unref(font);
    }
    return CPANGO_OK;
}

/* The style of a run of the library. */
const struct style *cpango_style_of(const cpango_layout *layout, const struct run_view *run) {
    const struct style *style = layout->styles;
    while (style->end <= (size_t)run->item->offset) {
        style++;
    }
    return style;
}

cpango_status cpango_lay_out(cpango_layout *result, const cpango_form *form) {
    PangoContext *context = library.pango_font_map_create_context(shared.font_map);
    library.pango_cairo_context_set_font_options(context, shared.options);
    library.pango_context_set_round_glyph_positions(context, 0);
    /* Otherwise the language of the environment would be used. */
    library.pango_context_set_language(context, library.pango_language_from_string("en"));
    bool is_rtl = form->direction == CPANGO_DIRECTION_RTL;
    library.pango_context_set_base_dir(context, is_rtl ? DIRECTION_RTL : DIRECTION_LTR);
    PangoLayout *layout = library.pango_layout_new(context);
    result->layout = layout;
    library.pango_layout_set_auto_dir(layout, form->direction == CPANGO_DIRECTION_AUTO);
    set_styles(layout, form, result->scale);
    set_wrapping(layout, form, result->scale);
    library.pango_layout_set_text(layout, form->text, (int)form->byte_count);
    cpango_status status = note_styles(result, form, context);
    library.g_object_unref(context);
    return status;
}
