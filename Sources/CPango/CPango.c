/* SPDX-License-Identifier: Apache-2.0 */
/* For memmem. */
#define _GNU_SOURCE
#include "CPango.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "Library.h"

/* The size that every text is laid out at, in pixels; it is scaled when it is drawn. So caches of fonts
 * hold each outline once, whatever sizes are asked for, and numbers stay within the libraries' 32 bits:
 * a line of 4,000 characters may be 16 million pixels wide. An outline's grid is 1/64 pixel, which is
 * 1/16 pixel for a text of 1,000 pixels. In a text of several sizes it is the size of the largest. */
#define LAYOUT_SIZE 128.0

/* The widest frame passed to the library, in its units; no line is as wide. */
#define WIDTH_LIMIT (1 << 30)

/* The distance in pixels by which a line may exceed the frame and still fit, for rounding errors. */
#define FIT_TOLERANCE (1.0 / 64)

/* The greatest distance of a flattened curve from the curve, in pixels. */
#define CURVE_TOLERANCE 0.02

/* The longest side of an area drawn at once, in pixels; the library's own limit is 32,767. */
#define TILE_SIDE 16384

/* The time after which loading is tried again, in seconds: a font may have been installed meanwhile. */
#define RETRY_INTERVAL 2

/* MARK: Libraries */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define MEMBER(result, name, ...) result (*name)(__VA_ARGS__);
static struct {
    CPANGO_FUNCTIONS(MEMBER)
} library;
#undef MEMBER

/* The state shared by all texts, guarded by the lock. */
static struct {
    bool is_decided;
    time_t decided_at;
    cpango_status status;
    FcConfig *config;
    PangoFontMap *font_map;
    cairo_font_options_t *options;
} shared;

static bool look_up(void *handle) {
    /* A data pointer becomes a function pointer as POSIX has it for dlsym. */
#define LOOK_UP(result, name, ...)                                                                 \
    *(void **)&library.name = dlsym(handle, #name);                                                \
    if (library.name == NULL) {                                                                    \
        return false;                                                                              \
    }
    CPANGO_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
    return true;
}

/* Discards the libraries' messages, which would mix with the lines of the log. */
static void on_message(const gchar *domain, GLogLevelFlags level, const gchar *message,
                       gpointer context) {
    (void)domain;
    (void)level;
    (void)message;
    (void)context;
}

static const struct font_set_view *installed_fonts(void) {
    return (const struct font_set_view *)library.FcConfigGetFonts(shared.config, SET_SYSTEM);
}

static cpango_status load_under_lock(void) {
    /* Never closed: GLib cannot be unloaded. */
    void *handle = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL || !look_up(handle)) {
        return CPANGO_UNAVAILABLE;
    }
    library.g_log_set_default_handler(on_message, NULL);
    /* Before Pango starts a thread that would do it. Fonts that there were none of are looked for
       again. */
    bool is_ready = shared.config == NULL ? library.FcInit() : library.FcInitReinitialize();
    if (!is_ready) {
        return CPANGO_FAILED;
    }
    shared.config = library.FcConfigGetCurrent();
    const struct font_set_view *fonts = installed_fonts();
    if (fonts == NULL || fonts->count == 0) {
        return CPANGO_NO_FONTS;
    }
    if (shared.options == NULL) {
        shared.options = library.cairo_font_options_create();
    }
    library.cairo_font_options_set_antialias(shared.options, ANTIALIAS_GRAY);
    library.cairo_font_options_set_hint_style(shared.options, HINT_STYLE_NONE);
    library.cairo_font_options_set_hint_metrics(shared.options, HINT_METRICS_OFF);
    shared.font_map = library.pango_cairo_font_map_new();
    return shared.font_map == NULL ? CPANGO_FAILED : CPANGO_OK;
}

static cpango_status require_under_lock(void) {
    if (shared.is_decided && shared.status == CPANGO_OK) {
        return CPANGO_OK;
    }
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!shared.is_decided || now.tv_sec - shared.decided_at >= RETRY_INTERVAL) {
        shared.is_decided = true;
        shared.decided_at = now.tv_sec;
        shared.status = load_under_lock();
    }
    return shared.status;
}

/* MARK: Families */

static bool is_generic(const char *family) {
    static const char *const names[] = {"sans-serif", "serif", "monospace", "system-ui"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (library.FcStrCmpIgnoreCase((const FcChar8 *)family, (const FcChar8 *)names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_name(const FcPattern *font, const char *family) {
    FcChar8 *name;
    for (int i = 0; library.FcPatternGetString(font, "family", i, &name) == RESULT_MATCH; i++) {
        if (library.FcStrCmpIgnoreCase(name, (const FcChar8 *)family) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a font has exactly this family name, rather than a similar one or a substitute. */
static cpango_status find_family(const char *family) {
    if (is_generic(family)) {
        return CPANGO_OK;
    }
    cpango_status status = CPANGO_OUT_OF_MEMORY;
    FcPattern *pattern = library.FcPatternCreate();
    FcObjectSet *properties = library.FcObjectSetCreate();
    if (pattern != NULL && properties != NULL && library.FcObjectSetAdd(properties, "family")
        && library.FcPatternAddString(pattern, "family", (const FcChar8 *)family)) {
        FcFontSet *set = library.FcFontList(shared.config, pattern, properties);
        const struct font_set_view *found = (const struct font_set_view *)set;
        if (found != NULL) {
            status = CPANGO_UNKNOWN_FAMILY;
            for (int i = 0; i < found->count && status != CPANGO_OK; i++) {
                if (has_name(found->fonts[i], family)) {
                    status = CPANGO_OK;
                }
            }
            library.FcFontSetDestroy(set);
        }
    }
    if (properties != NULL) {
        library.FcObjectSetDestroy(properties);
    }
    if (pattern != NULL) {
        library.FcPatternDestroy(pattern);
    }
    return status;
}

/* MARK: Layout */

/* A line, in pixels from the corner of the frame. */
struct line {
    /* The origin of its first glyph. */
    double x;
    double baseline;
    cpango_box logical;
    cpango_box ink;
};

/* What is kept of a run, with measures in pixels. */
struct style {
    /* The position in the text where the run ends. */
    size_t end;
    bool is_drawn;
    bool is_underlined;
    bool is_struck;
    /* The heights of the font's lines above and below the baseline. */
    double ascent;
    double descent;
    /* The distances of lines from the baseline, upwards to their tops, and their thicknesses. */
    double underline;
    double underline_thickness;
    double strike;
    double strike_thickness;
};

struct cpango_layout {
    PangoLayout *layout;
    struct style *styles;
    size_t unknown_family;
    /* Units of the library in a pixel. */
    double scale;
    struct line *lines;
    size_t line_count;
    size_t line_capacity;
    char **families;
    size_t family_count;
    cpango_missing missing;
    cpango_extents extents;
};

cpango_layout *cpango_layout_create(void) {
    return calloc(1, sizeof(cpango_layout));
}

void cpango_layout_destroy(cpango_layout *layout) {
    if (layout->layout != NULL) {
        pthread_mutex_lock(&lock);
        library.g_object_unref(layout->layout);
        pthread_mutex_unlock(&lock);
    }
    for (size_t i = 0; i < layout->family_count; i++) {
        free(layout->families[i]);
    }
    free(layout->families);
    free(layout->lines);
    free(layout->styles);
    free(layout);
}

size_t cpango_layout_unknown_family(const cpango_layout *layout) {
    return layout->unknown_family;
}

cpango_missing cpango_layout_missing(const cpango_layout *layout) {
    return layout->missing;
}

cpango_extents cpango_layout_extents(const cpango_layout *layout) {
    return layout->extents;
}

const char *cpango_layout_family(const cpango_layout *layout, size_t index) {
    return index < layout->family_count ? layout->families[index] : NULL;
}

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
static const struct style *style_of(const cpango_layout *layout, const struct run_view *run) {
    const struct style *style = layout->styles;
    while (style->end <= (size_t)run->item->offset) {
        style++;
    }
    return style;
}

static cpango_status lay_out(cpango_layout *result, const cpango_form *form) {
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
    const struct style *style = style_of(layout, run);
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
static cpango_status note_all(cpango_layout *layout, const cpango_form *form) {
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
    return status;
}

/* Gives each line the height of the form, with its largest font in the middle. */
static void set_heights(cpango_layout *layout, const cpango_form *form) {
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
static void place(cpango_layout *layout, const cpango_form *form) {
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

cpango_status cpango_layout_start(cpango_layout *layout, const cpango_form *form) {
    pthread_mutex_lock(&lock);
    cpango_status status = require_under_lock();
    double size = 0;
    for (size_t i = 0; i < form->run_count && status == CPANGO_OK; i++) {
        size = fmax(size, form->runs[i].size);
        layout->unknown_family = i;
        status = find_family(form->families + form->runs[i].family);
    }
    if (status == CPANGO_OK) {
        layout->scale = LAYOUT_SIZE * UNITS_PER_PIXEL / size;
        status = lay_out(layout, form);
    }
    if (status == CPANGO_OK) {
        status = note_all(layout, form);
    }
    pthread_mutex_unlock(&lock);
    if (status == CPANGO_OK) {
        if (form->line_height > 0) {
            set_heights(layout, form);
        }
        place(layout, form);
    }
    return status;
}

/* MARK: Drawing */

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
    const struct style *style = style_of(layout, run);
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
    pthread_mutex_lock(&lock);
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
    pthread_mutex_unlock(&lock);
    return status;
}

/* MARK: Identity */

static uint64_t fold(uint64_t hash, const char *text) {
    for (; *text != 0; text++) {
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3;
    }
    return hash;
}

/* The sum of a hash (FNV-1a) of each font, so that their order does not matter. */
static uint64_t fonts_hash(void) {
    const struct font_set_view *fonts = installed_fonts();
    uint64_t sum = 0;
    for (int i = 0; i < fonts->count; i++) {
        FcChar8 *file = NULL;
        int index = 0, version = 0;
        library.FcPatternGetString(fonts->fonts[i], "file", 0, &file);
        library.FcPatternGetInteger(fonts->fonts[i], "index", 0, &index);
        library.FcPatternGetInteger(fonts->fonts[i], "fontversion", 0, &version);
        char numbers[40];
        snprintf(numbers, sizeof numbers, "#%d %d", index, version);
        uint64_t hash = fold(0xcbf29ce484222325, file == NULL ? "" : (const char *)file);
        sum += fold(hash, numbers);
    }
    return sum;
}

cpango_status cpango_identity(char *text, size_t capacity) {
    pthread_mutex_lock(&lock);
    cpango_status status = require_under_lock();
    if (status == CPANGO_OK) {
        snprintf(text, capacity, "Pango %s, cairo %s, HarfBuzz %s, fontconfig %d, fonts %016llx",
                 library.pango_version_string(), library.cairo_version_string(),
                 library.hb_version_string(), library.FcGetVersion(),
                 (unsigned long long)fonts_hash());
    }
    pthread_mutex_unlock(&lock);
    return status;
}
