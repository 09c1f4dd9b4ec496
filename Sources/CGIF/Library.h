/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of giflib that are looked up at run time, and the way through a file from frame to frame. */
#pragma once

#include <gif_lib.h>

#include "CGIF.h"

#define CGIF_FUNCTIONS(X)                                                                                    \
    X(DGifOpen)                                                                                              \
    X(DGifCloseFile)                                                                                         \
    X(GifErrorString)                                                                                        \
    X(DGifGetRecordType)                                                                                     \
    X(DGifGetImageDesc)                                                                                      \
    X(DGifGetLine)                                                                                           \
    X(DGifGetExtension)                                                                                      \
    X(DGifGetExtensionNext)                                                                                  \
    X(DGifGetCode)                                                                                           \
    X(DGifGetCodeNext)                                                                                       \
    X(DGifExtensionToGCB)

#define MEMBER(name) __typeof__(name) *name;
struct cgif_library {
    CGIF_FUNCTIONS(MEMBER)
};
#undef MEMBER

extern struct cgif_library cgif_library;

typedef struct input {
    const uint8_t *bytes;
    size_t rest;
} input;

/* A frame as the file announces it. */
typedef struct frame {
    GifImageDesc place;
    GraphicsControlBlock control;
} frame;

/* The state of reading a file from frame to frame. */
typedef struct reader {
    input input;
    GifFileType *file;
    uint32_t width;
    uint32_t height;
} reader;

/* The meaning of an error of the library. */
cforeign_status cgif_status(int error);

/* Opens a file; the caller closes it, also after an error. */
cforeign_status cgif_open(reader *reader, const uint8_t *bytes, size_t byte_count);
void cgif_close(reader *reader);

/* Goes to the next frame's lines; `found` is false behind the last. */
cforeign_status cgif_next_frame(reader *reader, frame *frame, bool *found);

/* Goes to the end of the frame's lines. */
cforeign_status cgif_skip_lines(reader *reader);
