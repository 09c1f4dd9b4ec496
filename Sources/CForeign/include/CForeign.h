/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The one shape of all fences around libraries for pictures that are not built into the program.
 *
 * Each fence loads its library with dlopen, in `load`. A codec process calls that before it gives up
 * its rights; what follows uses memory and nothing else: no file, no socket, no new thread. So a
 * library with a hole can spoil one picture.
 *
 * A function returns a status and never jumps. It checks the limits against the header before
 * anything of the picture's size is allocated. It neither keeps pointers nor state between two calls.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef enum cforeign_status : int32_t {
    CFOREIGN_OK = 0,
    /* The library is not installed, or another version than the program was built for. */
    CFOREIGN_NOT_INSTALLED,
    /* The file ends before the picture does. */
    CFOREIGN_TRUNCATED,
    /* The bytes break the rules of the format. */
    CFOREIGN_DAMAGED,
    /* A feature that the library or this fence does not know. */
    CFOREIGN_UNSUPPORTED,
    /* A width or height beyond the limit, or beyond that of the format. */
    CFOREIGN_SIDE_TOO_LONG,
    CFOREIGN_TOO_MANY_PIXELS,
    CFOREIGN_PROFILE_TOO_LARGE,
    /* A frame that the file does not have. */
    CFOREIGN_NO_SUCH_FRAME,
    /* An allocation failed or would exceed the limit of memory. */
    CFOREIGN_OUT_OF_MEMORY,
    /* The caller asked to stop. */
    CFOREIGN_STOPPED,
    /* Any other failure of the library. */
    CFOREIGN_FAILED,
    /* Elements of a drawing are nested more deeply than its library reads. */
    CFOREIGN_TOO_DEEP,
    /* An attribute or a text of a drawing is longer than its library reads. */
    CFOREIGN_TOO_LONG,
} cforeign_status;

/* The channels of interleaved rows. Color is independent of alpha. */
typedef enum cforeign_layout : uint8_t {
    CFOREIGN_GRAY = 0,
    CFOREIGN_GRAY_ALPHA,
    CFOREIGN_RGB,
    CFOREIGN_RGBA,
    /* Cyan, magenta, yellow and black; the greatest value is full ink. */
    CFOREIGN_CMYK,
} cforeign_layout;

typedef struct cforeign_limits {
    uint32_t side;
    uint64_t pixel_count;
    /* The memory for the library's own use, in bytes, beside file and rows. */
    uint64_t memory;
    uint64_t profile_byte_count;
} cforeign_limits;

/* The picture to take of a file. */
typedef struct cforeign_request {
    /* The frame or page, from 0. */
    uint32_t frame;
    /* The size of a drawing without pixels, of which one or both may be 0; others ignore it. */
    uint32_t width;
    uint32_t height;
} cforeign_request;

typedef struct cforeign_header {
    /* The size of the rows that are delivered. */
    uint32_t width;
    uint32_t height;
    cforeign_layout layout;
    /* The bits of a delivered sample: 8, or 16 with the more significant byte first. */
    uint8_t bit_count;
    /* The bits of a stored sample, 1 to 32. */
    uint8_t stored_bit_count;
    /* What turns delivered rows upright, as Exif numbers it; 1 where the library has done so. */
    uint8_t orientation;
    uint32_t frame_count;
    /* The primaries and the transfer function of the samples, as ITU-T H.273 numbers them; 0 where the
       file does not say. A profile takes precedence. */
    uint16_t primaries;
    uint16_t transfer;
    /* A copy of the color profile that the samples have; NULL for sRGB. */
    uint8_t *_Nullable profile;
    size_t profile_byte_count;
} cforeign_header;

/* The question whether the work is still wanted. */
typedef struct cforeign_watch {
    /* Called between parts of the work, as far as the library has some; false ends it. NULL where the process
       is killed instead. */
    bool (*_Nullable may_continue)(void *_Nullable context);
    void *_Nullable context;
} cforeign_watch;

/* Where rows go. */
typedef struct cforeign_rows {
    /* Rows without padding, as the header has them. */
    uint8_t *bytes;
    size_t byte_count;
    cforeign_watch watch;
} cforeign_rows;

/* A picture to encode. */
typedef struct cforeign_picture {
    const uint8_t *bytes;
    size_t byte_count;
    uint32_t width;
    uint32_t height;
    cforeign_layout layout;
    uint8_t bit_count;
    const uint8_t *_Nullable profile;
    size_t profile_byte_count;
} cforeign_picture;

/* The options of an encoder, which asks for each by its name. */
typedef struct cforeign_options {
    /* The value of an option, or the given one for an option without; the quality is on the library's scale. */
    double (*value)(void *_Nullable context, const char *name, double usual);
    void *_Nullable context;
} cforeign_options;

/* Where a file goes. */
typedef struct cforeign_output {
    /* Takes bytes; false ends the encoding. */
    bool (*take)(void *_Nullable context, const uint8_t *bytes, size_t count);
    void *_Nullable context;
    cforeign_watch watch;
} cforeign_output;

/* A fence. */
typedef struct cforeign_codec {
    /* Loads the library, and all that it loads by itself later. */
    cforeign_status (*load)(void);
    /* Writes the version of the loaded library. */
    void (*version)(char *text, size_t capacity);
    /* Fills a header, whose profile the caller frees with cforeign_header_clear. */
    cforeign_status (*read_header)(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                                   const cforeign_limits *limits, cforeign_header *header);
    /* Decodes into rows that have exactly the size of the header. */
    cforeign_status (*decode)(const uint8_t *bytes, size_t byte_count, const cforeign_request *request,
                              const cforeign_limits *limits, const cforeign_rows *rows);
    cforeign_status (*_Nullable encode)(const cforeign_picture *picture, const cforeign_options *options,
                                        const cforeign_output *output);
} cforeign_codec;

/* Does what the C library does on first use: its sort asks the system for the size of its memory. */
void cforeign_prepare(void);

/* The room for a message with its null byte. */
enum { cforeign_message_capacity = 160 };

/* What a library has said about its failure on this thread since the last clearing; empty for nothing. */
const char *cforeign_message(void);
void cforeign_clear_message(void);

/* MARK: For fences */

/*
 * Loads a library, and looks up its symbols by their names. `pointers` is room for as many pointers: a struct
 * that consists of them, in the order of the names.
 */
cforeign_status cforeign_load(const char *library, const char *_Nonnull const *_Nonnull names, size_t count,
                              void *pointers);

/*
 * Notes what a library says about its failure, for the log of the operator; of several notes the first counts, as
 * later ones follow from it. `values` are those of the format.
 */
void cforeign_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cforeign_say_list(const char *format, va_list values) __attribute__((format(printf, 1, 0)));

/* The number of samples of a pixel. */
uint32_t cforeign_channel_count(cforeign_layout layout);

/* The number of bytes of all rows. */
size_t cforeign_byte_count(const cforeign_header *header);

/* Checks a size from a file against the limits. */
cforeign_status cforeign_check_size(const cforeign_limits *limits, uint64_t width, uint64_t height);

/* Copies a color profile into a header. */
cforeign_status cforeign_copy_profile(const cforeign_limits *limits, cforeign_header *header,
                                      const uint8_t *_Nullable bytes, size_t byte_count);

/* Frees the profile. */
void cforeign_header_clear(cforeign_header *header);

/* Asks whether the work is still wanted. */
bool cforeign_may_continue(const cforeign_watch *watch);

/* The size of the pieces in which a library gets a file, so that it can be stopped between two of them; all of
   it where nobody watches. */
size_t cforeign_piece_byte_count(const cforeign_watch *watch, size_t byte_count);

/* The value of an option, or the default. */
static inline double cforeign_value(const cforeign_options *options, const char *name, double usual) {
    return options->value(options->context, name, usual);
}

/* A sample of a picture to encode in 8 bits; one of 16 bits is rounded. */
static inline uint8_t cforeign_sample_8(const uint8_t *bytes, uint8_t bit_count) {
    return bit_count == 8 ? bytes[0] : (uint8_t)(((uint32_t)(bytes[0] << 8 | bytes[1]) * 255 + 32767) / 65535);
}

/* The color of a premultiplied sample; rounded to nearest. */
uint8_t cforeign_divide_8(uint8_t color, uint8_t alpha);
uint16_t cforeign_divide_16(uint16_t color, uint16_t alpha);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
