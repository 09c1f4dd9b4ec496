/* SPDX-License-Identifier: Apache-2.0 */
#include "Guard.h"

#include <stdio.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

void cpng_keep_message(guard *guard, const char *message) {
    snprintf(guard->message, sizeof guard->message, "%s", message);
}

_Noreturn void cpng_leave(guard *guard, cpng_status status, const char *message) {
    guard->status = status;
    cpng_keep_message(guard, message);
    longjmp(guard->escape, 1);
}

cpng_status cpng_status_of(const char *message) {
    return strstr(message, "emory") != NULL ? CPNG_OUT_OF_MEMORY : CPNG_CORRUPT;
}

uint32_t cpng_checksum(const uint8_t *bytes, size_t count) {
    return (uint32_t)crc32_z(0, bytes, count);
}

const char *cpng_version(void) {
    return png_get_libpng_ver(NULL);
}

const char *cpng_zlib_version(void) {
    return zlibVersion();
}
