/* SPDX-License-Identifier: Apache-2.0 */
#include "CJPEG.h"

/* The number of bytes that are tested together; compilers make a few vector instructions of that. */
#define BLOCK 64

/*
 * A scan has a stuffed zero behind each 0xFF, every 256 bytes or so, and no marker. Finding each 0xFF by itself
 * would take five times as long.
 */
size_t cjpeg_next_marker(const uint8_t *bytes, size_t count, size_t start) {
    size_t offset = start;
    for (; offset < count && count - offset > BLOCK; offset += BLOCK) {
        uint8_t is_found = 0;
        for (size_t index = offset; index < offset + BLOCK; index++) {
            is_found |= (bytes[index] == 0xFF) & (bytes[index + 1] != 0);
        }
        if (is_found) {
            break;
        }
    }
    for (; offset < count; offset++) {
        if (bytes[offset] == 0xFF && (offset + 1 == count || bytes[offset + 1] != 0)) {
            break;
        }
    }
    return offset;
}
