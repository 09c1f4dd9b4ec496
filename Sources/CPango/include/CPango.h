/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around Pango, cairo and fontconfig: a text becomes a plane of alpha.
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
    /* The libraries are not installed, or too old. */
    CPANGO_UNAVAILABLE,
    /* Not one font is installed. */
    CPANGO_NO_FONTS,
    /* No font of the family is installed. */
    CPANGO_UNKNOWN_FAMILY,
    /* No font has a glyph for a character of the text. */
    CPANGO_MISSING_GLYPH,
    /* An allocation failed. */
    CPANGO_OUT_OF_MEMORY,
    /* Anything else: the libraries refused. */
    CPANGO_FAILED,
} cpango_status;

/* Where lines stand in the width. */
typedef enum cpango_alignment : int32_t {
    /* Where the line's direction begins. */
    CPANGO_ALIGN_NATURAL = 0,
    CPANGO_ALIGN_LEFT,
    CPANGO_ALIGN_CENTER,
    CPANGO_ALIGN_RIGHT,
    /* Stretched to the width; the last line of a paragraph is natural. */
    CPANGO_ALIGN_JUSTIFIED,
} cpango_alignment;

/* Where the lines stand in the height. */
typedef enum cpango_position : int32_t {
    CPANGO_POSITION_TOP = 0,
    CPANGO_POSITION_MIDDLE,
    CPANGO_POSITION_BOTTOM,
} cpango_position;

/* What happens to a line that is too long. */
typedef enum cpango_wrapping : int32_t {
    /* Broken between words, and inside of those that are too long themselves. */
    CPANGO_WRAP_WORD = 0,
    /* Broken anywhere between characters. */
    CPANGO_WRAP_CHARACTER,
    /* Ended by an ellipsis. */
    CPANGO_WRAP_TRUNCATE,
} cpango_wrapping;

/* Which direction paragraphs have. */
typedef enum cpango_direction : int32_t {
    /* That of the first strong character. */
    CPANGO_DIRECTION_AUTO = 0,
    CPANGO_DIRECTION_LTR,
    CPANGO_DIRECTION_RTL,
} cpango_direction;

/* What is laid out. The caller has checked the ranges. */
typedef struct cpango_form {
    /* UTF-8 without a zero. */
    const char *text;
    size_t byte_count;
    /* UTF-8 that ends with a zero. */
    const char *family;
    /* Of an em, in pixels. */
    double size;
    /* 100 to 1000. */
    int32_t weight;
    /* 0 or 1. */
    int32_t is_italic;
    /* Of the frame, in pixels. */
    double width;
    double height;
    cpango_alignment alignment;
    cpango_position position;
    cpango_wrapping wrapping;
    cpango_direction direction;
} cpango_form;

/* In pixels, from the top left corner of the frame. */
typedef struct cpango_box {
    double left;
    double top;
    double right;
    double bottom;
} cpango_box;

/* Where a text stands. */
typedef struct cpango_extents {
    /* Of the lines that are drawn: from the top of the first to the bottom of the last, and as wide as
     * the widest. */
    cpango_box logical;
    /* Of what their glyphs cover; all 0 where that is nothing. */
    cpango_box ink;
    int32_t line_count;
    /* The first fits always, the others only with their whole height. */
    int32_t drawn_line_count;
} cpango_extents;

/* What no font has a glyph for. */
typedef struct cpango_missing {
    /* As the library looked for it: it takes some characters apart, and turns others around. */
    uint32_t code_point;
    /* The bytes of the text that it stands for, with what belongs to the same cluster. */
    int32_t start;
    int32_t end;
} cpango_missing;

typedef struct cpango_layout cpango_layout;

/* NULL when memory is short. */
cpango_layout *_Nullable cpango_layout_create(void);

void cpango_layout_destroy(cpango_layout *layout);

/* Lays a text out, once for a handle; loads the libraries if nobody has. After a status other than
 * CPANGO_OK only the missing character may be asked for and the handle destroyed. */
cpango_status cpango_layout_start(cpango_layout *layout, const cpango_form *form);

/* What no font has a glyph for, after CPANGO_MISSING_GLYPH. */
cpango_missing cpango_layout_missing(const cpango_layout *layout);

cpango_extents cpango_layout_extents(const cpango_layout *layout);

/* The name of a family that the text is drawn with, in the order of the text, each once; NULL beyond the
 * last. It lives as long as the handle. */
const char *_Nullable cpango_layout_family(const cpango_layout *layout, size_t index);

/* Draws the text over `height` rows of `width` bytes, `stride` apart, all of them zero before. The
 * stride is a multiple of 4. The frame begins at (x, y) from the corner of the first byte's pixel. */
cpango_status cpango_layout_draw(cpango_layout *layout, uint8_t *alpha, size_t stride, int32_t width,
                                 int32_t height, double x, double y);

/* Writes what decides about the pixels besides the form: the versions of the libraries and a number
 * made from the fonts that are installed, as text that ends with a zero. */
cpango_status cpango_identity(char *text, size_t capacity);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
