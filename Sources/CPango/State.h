/* SPDX-License-Identifier: Apache-2.0 */

/* The state that the files of this target share: the loaded libraries, and a text that was laid out. */
#pragma once

#include "CPango.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "Library.h"

/* Held during every call of a library. */
extern pthread_mutex_t cpango_lock;

#define MEMBER(result, name, ...) result (*name)(__VA_ARGS__);
struct cpango_library {
    CPANGO_FUNCTIONS(MEMBER)
};
#undef MEMBER

/* The functions of the libraries, once they are loaded. */
extern struct cpango_library cpango_library;

/* The state shared by all texts, guarded by the lock. */
struct cpango_shared {
    bool is_decided;
    time_t decided_at;
    cpango_status status;
    FcConfig *config;
    PangoFontMap *font_map;
    cairo_font_options_t *options;
};
extern struct cpango_shared cpango_shared;

/* Short names within this target; the linker sees the long ones. */
#define library cpango_library
#define shared cpango_shared

/* Loads the libraries and the fonts, unless that was done or has just failed. Under the lock. */
cpango_status cpango_require_under_lock(void);

/* The fonts of the system, which are loaded. Under the lock. */
const struct font_set_view *cpango_installed_fonts(void);

/* Whether a font has exactly this family name, rather than a similar one or a substitute. */
cpango_status cpango_find_family(const char *family);

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

/* The style of a run of the library. */
const struct style *cpango_style_of(const cpango_layout *layout, const struct run_view *run);

/* Lays out a text, and keeps what drawing needs of its runs. Under the lock. */
cpango_status cpango_lay_out(cpango_layout *result, const cpango_form *form);

/* Iterates over lines and runs, and records their bounds. Under the lock. */
cpango_status cpango_note_all(cpango_layout *layout, const cpango_form *form);

/* Gives each line the height of the form, with its largest font in the middle. */
void cpango_set_heights(cpango_layout *layout, const cpango_form *form);

/* Decides which lines are drawn, and positions them in the frame. */
void cpango_place(cpango_layout *layout, const cpango_form *form);
