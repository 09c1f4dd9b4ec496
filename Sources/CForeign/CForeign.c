/* SPDX-License-Identifier: Apache-2.0 */
#include "CForeign.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *first, const void *second) {
    return *(const uint8_t *)first - *(const uint8_t *)second;
}

void cforeign_prepare(void) {
    /* More than it sorts on the stack. */
    uint8_t bytes[2048] = {1};
    qsort(bytes, sizeof bytes, 1, compare);
}

cforeign_status cforeign_load(const char *library, const char *const *names, size_t count, void *pointers) {
    /* Never closed: what it has started may still be needed, and some libraries cannot be unloaded. */
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        return CFOREIGN_NOT_INSTALLED;
    }
    for (size_t index = 0; index < count; index += 1) {
        void *symbol = dlsym(handle, names[index]);
        if (symbol == NULL) {
            return CFOREIGN_NOT_INSTALLED;
        }
        /* A data pointer becomes a function pointer as POSIX has it for dlsym. */
        memcpy((char *)pointers + index * sizeof symbol, &symbol, sizeof symbol);
    }
    return CFOREIGN_OK;
}

/* Codecs may run on several threads of a process. */
static _Thread_local char message[cforeign_message_capacity];

void cforeign_clear_message(void) {
    message[0] = 0;
}

const char *cforeign_message(void) {
    return message;
}

void cforeign_say_list(const char *format, va_list values) {
    if (message[0] == 0) {
        vsnprintf(message, sizeof message, format, values);
    }
}

void cforeign_say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    cforeign_say_list(format, values);
    va_end(values);
}

uint32_t cforeign_channel_count(cforeign_layout layout) {
    switch (layout) {
    case CFOREIGN_GRAY: return 1;
    case CFOREIGN_GRAY_ALPHA: return 2;
    case CFOREIGN_RGB: return 3;
    case CFOREIGN_RGBA:
    case CFOREIGN_CMYK: return 4;
    }
    return 4;
}

size_t cforeign_byte_count(const cforeign_header *header) {
    return (size_t)header->width * header->height * cforeign_channel_count(header->layout)
        * (header->bit_count / 8);
}

cforeign_status cforeign_check_size(const cforeign_limits *limits, uint64_t width, uint64_t height) {
    if (width == 0 || height == 0) {
        return CFOREIGN_DAMAGED;
    }
    if (width > limits->side || height > limits->side) {
        return CFOREIGN_SIDE_TOO_LONG;
    }
    return width * height > limits->pixel_count ? CFOREIGN_TOO_MANY_PIXELS : CFOREIGN_OK;
}

cforeign_status cforeign_copy_profile(const cforeign_limits *limits, cforeign_header *header,
                                      const uint8_t *bytes, size_t byte_count) {
    if (bytes == NULL || byte_count == 0) {
        return CFOREIGN_OK;
    }
    if (byte_count > limits->profile_byte_count) {
        return CFOREIGN_PROFILE_TOO_LARGE;
    }
    header->profile = malloc(byte_count);
    if (header->profile == NULL) {
        return CFOREIGN_OUT_OF_MEMORY;
    }
    memcpy(header->profile, bytes, byte_count);
    header->profile_byte_count = byte_count;
    return CFOREIGN_OK;
}

void cforeign_header_clear(cforeign_header *header) {
    free(header->profile);
    header->profile = NULL;
    header->profile_byte_count = 0;
}

bool cforeign_may_continue(const cforeign_watch *watch) {
    return watch->may_continue == NULL || watch->may_continue(watch->context);
}

size_t cforeign_piece_byte_count(const cforeign_watch *watch, size_t byte_count) {
    /* Libraries read the head of a picture again with each piece until it is whole. */
    const size_t least = 4096, count = 64;
    if (watch->may_continue == NULL) {
        return byte_count;
    }
    return byte_count / count < least ? least : byte_count / count;
}

uint8_t cforeign_divide_8(uint8_t color, uint8_t alpha) {
    if (color >= alpha) {
        return alpha == 0 ? 0 : 255;
    }
    return (uint8_t)((color * 255u + alpha / 2) / alpha);
}

uint16_t cforeign_divide_16(uint16_t color, uint16_t alpha) {
    if (color >= alpha) {
        return alpha == 0 ? 0 : 65535;
    }
    return (uint16_t)((color * 65535u + alpha / 2) / alpha);
}
