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
 * 1/16 pixel for a text of 1,000 pixels. */
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

struct cpango_layout {
    PangoLayout *layout;
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
    free(layout);
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

static void set_font(PangoLayout *layout, const cpango_form *form) {
    PangoFontDescription *font = library.pango_font_description_new();
    library.pango_font_description_set_family(font, form->family);
    library.pango_font_description_set_absolute_size(font, LAYOUT_SIZE * UNITS_PER_PIXEL);
    library.pango_font_description_set_weight(font, (PangoWeight)form->weight);
    if (form->is_italic) {
        library.pango_font_description_set_style(font, STYLE_ITALIC);
    }
    library.pango_layout_set_font_description(layout, font);
    library.pango_font_description_free(font);
}

/* A word broken for lack of room gets no hyphen. One broken at a soft hyphen gets one. */
static void forbid_hyphens(PangoLayout *layout, const cpango_form *form) {
    static const char soft_hyphen[] = "\xc2\xad";
    PangoAttrList *attributes = library.pango_attr_list_new();
    const char *start = form->text, *end = form->text + form->byte_count;
    while (start < end) {
        const char *hyphen = memmem(start, (size_t)(end - start), soft_hyphen, 2);
        const char *stop = hyphen == NULL ? end : hyphen;
        PangoAttribute *attribute = library.pango_attr_insert_hyphens_new(0);
        struct attribute_view *range = (struct attribute_view *)attribute;
        range->start = (unsigned)(start - form->text);
        range->end = (unsigned)(stop - form->text);
        library.pango_attr_list_insert(attributes, attribute);
        start = stop + 2;
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
    forbid_hyphens(layout, form);
}

static PangoLayout *lay_out(const cpango_form *form, double scale) {
    PangoContext *context = library.pango_font_map_create_context(shared.font_map);
    library.pango_cairo_context_set_font_options(context, shared.options);
    library.pango_context_set_round_glyph_positions(context, 0);
    /* Otherwise the language of the environment would be used. */
    library.pango_context_set_language(context, library.pango_language_from_string("en"));
    bool is_rtl = form->direction == CPANGO_DIRECTION_RTL;
    library.pango_context_set_base_dir(context, is_rtl ? DIRECTION_RTL : DIRECTION_LTR);
    PangoLayout *layout = library.pango_layout_new(context);
    library.g_object_unref(context);
    library.pango_layout_set_auto_dir(layout, form->direction == CPANGO_DIRECTION_AUTO);
    set_font(layout, form);
    set_wrapping(layout, form, scale);
    library.pango_layout_set_text(layout, form->text, (int)form->byte_count);
    return layout;
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
        }
    } while (status == CPANGO_OK && library.pango_layout_iter_next_run(iterator));
    library.pango_layout_iter_free(iterator);
    return status;
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
    if (status == CPANGO_OK) {
        status = find_family(form->family);
    }
    if (status == CPANGO_OK) {
        layout->scale = LAYOUT_SIZE * UNITS_PER_PIXEL / form->size;
        layout->layout = lay_out(form, layout->scale);
        status = note_all(layout, form);
    }
    pthread_mutex_unlock(&lock);
    if (status == CPANGO_OK) {
        place(layout, form);
    }
    return status;
}

/* MARK: Drawing */

/* A part of the plane that is drawn at once; the frame begins at (x, y) from its corner. */
struct tile {
    cairo_t *canvas;
    /* A cairo context that makes outlines at the size of the layout. */
    cairo_t *pen;
    double x;
    double y;
    int height;
};

static void draw_run(const cpango_layout *layout, const struct tile *tile, double x,
                     double baseline, const struct run_view *run) {
    library.cairo_new_path(tile->pen);
    library.cairo_move_to(tile->pen, 0, 0);
    library.pango_cairo_glyph_string_path(tile->pen, run->item->font,
                                          (PangoGlyphString *)run->glyphs);
    cairo_path_t *path = library.cairo_copy_path(tile->pen);
    double enlargement = UNITS_PER_PIXEL / layout->scale;
    library.cairo_identity_matrix(tile->canvas);
    library.cairo_translate(tile->canvas, tile->x + x, tile->y + baseline);
    library.cairo_scale(tile->canvas, enlargement, enlargement);
    library.cairo_append_path(tile->canvas, path);
    library.cairo_path_destroy(path);
    /* Run by run, because outlines of different fonts may have opposite directions. */
    library.cairo_fill(tile->canvas);
}

static void draw_lines(const cpango_layout *layout, const struct tile *tile) {
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
        draw_run(layout, tile, line->x + logical.x / layout->scale, line->baseline,
                 (const struct run_view *)run);
    } while (library.pango_layout_iter_next_run(iterator));
    library.pango_layout_iter_free(iterator);
}

static cpango_status draw_tile(const cpango_layout *layout, cairo_t *pen, uint8_t *alpha,
                               size_t stride, int width, int height, double x, double y) {
    cairo_surface_t *surface = library.cairo_image_surface_create_for_data(
        alpha, FORMAT_A8, width, height, (int)stride);
    cairo_t *canvas = library.cairo_create(surface);
    library.cairo_set_source_rgba(canvas, 0, 0, 0, 1);
    library.cairo_set_antialias(canvas, ANTIALIAS_GOOD);
    library.cairo_set_tolerance(canvas, CURVE_TOLERANCE);
    struct tile tile = {canvas, pen, x, y, height};
    draw_lines(layout, &tile);
    library.cairo_surface_flush(surface);
    cpango_status status = library.cairo_status(canvas) == 0 && library.cairo_status(pen) == 0
                               ? CPANGO_OK
                               : CPANGO_FAILED;
    library.cairo_destroy(canvas);
    library.cairo_surface_destroy(surface);
    return status;
}

cpango_status cpango_layout_draw(cpango_layout *layout, uint8_t *alpha, size_t stride, int32_t width,
                                 int32_t height, double x, double y) {
    pthread_mutex_lock(&lock);
    /* An unbounded surface: a bounded one would drop glyphs far outside it. */
    cairo_surface_t *endless = library.cairo_recording_surface_create(CONTENT_ALPHA, NULL);
    cairo_t *pen = library.cairo_create(endless);
    cpango_status status = CPANGO_OK;
    for (int32_t top = 0; top < height && status == CPANGO_OK; top += TILE_SIDE) {
        for (int32_t left = 0; left < width && status == CPANGO_OK; left += TILE_SIDE) {
            int columns = width - left < TILE_SIDE ? width - left : TILE_SIDE;
            int rows = height - top < TILE_SIDE ? height - top : TILE_SIDE;
            status = draw_tile(layout, pen, alpha + (size_t)top * stride + (size_t)left, stride,
                               columns, rows, x - left, y - top);
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
