/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around Pango, cairo and fontconfig: a text becomes a plane of alpha, and one of colors for
 * glyphs that have their own, as emoji do.
 *
 * It exists because the libraries are loaded when the first text comes, not with the program. Linked,
 * they and the forty that they need would take 4 ms of every start and 5 MB of every process, which
 * is a quarter of both, for requests most of which have no text; and the program would not start
 * where they are not installed. For the same reason what is called is declared here and not taken
 * from the libraries' headers: Swift's package manager gives their folders only to who links them.
 * `Scripts/check lint` compares the declarations with the headers.
 *
 * Any thread may call any function, with a handle that no other thread uses. One lock lets one text
 * at a time through: Pango's caches of fonts are then there once, and not for each thread. A
 * text's layout does not depend on settings of the desktop, nor on the size of the text, but for scale:
 * outlines are not hinted, and stand at parts of pixels.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef enum cpango_status : int32_t {
    CPANGO_OK = 0,
    /* The libraries are missing or too old. */
    CPANGO_UNAVAILABLE,
    /* No font is installed. */
    CPANGO_NO_FONTS,
    /* No font of the family is installed. */
    CPANGO_UNKNOWN_FAMILY,
    /* No font has a glyph for a character of the text. */
    CPANGO_MISSING_GLYPH,
    /* A memory allocation failed. */
    CPANGO_OUT_OF_MEMORY,
    /* Any other failure of the libraries. */
    CPANGO_FAILED,
} cpango_status;

/* The horizontal alignment of lines. */
typedef enum cpango_alignment : int32_t {
    /* The side where the line's direction begins. */
    CPANGO_ALIGN_NATURAL = 0,
    CPANGO_ALIGN_LEFT,
    CPANGO_ALIGN_CENTER,
    CPANGO_ALIGN_RIGHT,
    /* Stretched to the width; the last line of a paragraph is aligned naturally. */
    CPANGO_ALIGN_JUSTIFIED,
} cpango_alignment;

/* The vertical position of the lines. */
typedef enum cpango_position : int32_t {
    CPANGO_POSITION_TOP = 0,
    CPANGO_POSITION_MIDDLE,
    CPANGO_POSITION_BOTTOM,
} cpango_position;

/* The treatment of a line that is too long. */
typedef enum cpango_wrapping : int32_t {
    /* Breaks between words, and inside words that are too long themselves. */
    CPANGO_WRAP_WORD = 0,
    /* Breaks between any two characters. */
    CPANGO_WRAP_CHARACTER,
    /* Truncates with an ellipsis. */
    CPANGO_WRAP_TRUNCATE,
} cpango_wrapping;

/* The direction of paragraphs. */
typedef enum cpango_direction : int32_t {
    /* The direction of the first strong character. */
    CPANGO_DIRECTION_AUTO = 0,
    CPANGO_DIRECTION_LTR,
    CPANGO_DIRECTION_RTL,
} cpango_direction;

/* A part of a text in one style. */
typedef struct cpango_run {
    /* The number of bytes of the text; the runs follow each other without gaps. */
    size_t byte_count;
    /* The position of the family's name in the names of the form. */
    size_t family;
    /* The size of an em, in pixels. */
    double size;
    /* The space added between characters, in pixels. */
    double letter_spacing;
    /* The weight, 100 to 1000. */
    int32_t weight;
    /* 0 or 1, as are the following. */
    int32_t is_italic;
    int32_t is_underlined;
    int32_t is_struck;
    /* Whether the run is drawn; if not, it only takes its place. */
    int32_t is_drawn;
} cpango_run;

/* The text and its format. The caller has checked the ranges. */
typedef struct cpango_form {
    /* UTF-8 without a zero byte. */
    const char *text;
    size_t byte_count;
    /* The parts of the text; at least one. */
    const cpango_run *runs;
    size_t run_count;
    /* Names of families, UTF-8, each with a zero byte at its end. */
    const char *families;
    /* The height of each line, in pixels; 0 for the height of its fonts. */
    double line_height;
    /* The size of the frame, in pixels. */
    double width;
    double height;
    cpango_alignment alignment;
    cpango_position position;
    cpango_wrapping wrapping;
    cpango_direction direction;
} cpango_form;

/* A rectangle in pixels, from the top left corner of the frame. */
typedef struct cpango_box {
    double left;
    double top;
    double right;
    double bottom;
} cpango_box;

/* The bounds of a text that is laid out. */
typedef struct cpango_extents {
    /* The bounds of the lines drawn, as wide as the widest. */
    cpango_box logical;
    /* The bounds of their glyphs; all 0 if there are none. */
    cpango_box ink;
    int32_t line_count;
    /* The number of lines drawn: the first, and all that fit with their whole height. */
    int32_t drawn_line_count;
    /* 1 if an ellipsis takes the place of the end of a line, otherwise 0. */
    int32_t is_truncated;
} cpango_extents;

/* A character without a glyph in any font. */
typedef struct cpango_missing {
    /* The code point that the library looked for; it decomposes some characters and reorders others. */
    uint32_t code_point;
    /* The range of bytes of its cluster in the text. */
    int32_t start;
    int32_t end;
} cpango_missing;

typedef struct cpango_layout cpango_layout;

/* Creates a handle; NULL when memory is short. */
cpango_layout *_Nullable cpango_layout_create(void);

void cpango_layout_destroy(cpango_layout *layout);

/*
 * Lays a text out, once per handle, and loads the libraries first if necessary. After any other status than
 * CPANGO_OK, only the missing character may be read and the handle destroyed.
 */
cpango_status cpango_layout_start(cpango_layout *layout, const cpango_form *form);

/* The index of the first run whose family is not installed, after CPANGO_UNKNOWN_FAMILY. */
size_t cpango_layout_unknown_family(const cpango_layout *layout);

/* The character without a glyph, after CPANGO_MISSING_GLYPH. */
cpango_missing cpango_layout_missing(const cpango_layout *layout);

cpango_extents cpango_layout_extents(const cpango_layout *layout);

/*
 * A family name used in the layout, in the order of the text, each once; NULL after the last. It lives as
 * long as the handle.
 */
const char *_Nullable cpango_layout_family(const cpango_layout *layout, size_t index);

/* The planes that a text is drawn on; all their bytes are zero before. */
typedef struct cpango_planes {
    /* The coverage of pixels: `height` rows of `width` bytes, `stride` apart, a multiple of 4. */
    uint8_t *alpha;
    size_t stride;
    /*
     * Premultiplied pixels of 32 bits, whose highest byte is alpha: `height` rows of `width`, without gaps,
     * for glyphs with colors of their own. NULL if such glyphs shall count for the coverage.
     */
    uint32_t *_Nullable colors;
    int32_t width;
    int32_t height;
    /* Set to 1 if a glyph was drawn on `colors`. */
    int32_t has_colors;
} cpango_planes;

/* Draws the text; the frame begins at (x, y) from the corner of the first pixel. */
cpango_status cpango_layout_draw(cpango_layout *layout, cpango_planes *planes, double x, double y);

/*
 * The path of the file of an installed font; NULL after the last, or before the libraries are loaded. Files with
 * several fonts occur repeatedly. It lives until fonts are loaded anew, after a load without any.
 */
const char *_Nullable cpango_font_file(size_t index);

/* Writes the versions of the libraries and a hash of the installed fonts as a zero-terminated text. */
cpango_status cpango_identity(char *text, size_t capacity);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
