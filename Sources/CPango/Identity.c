/* SPDX-License-Identifier: Apache-2.0 */
#include "State.h"

#include <stdio.h>

static uint64_t fold(uint64_t hash, const char *text) {
    for (; *text != 0; text++) {
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3;
    }
    return hash;
}

/* The sum of a hash (FNV-1a) of each font, so that their order does not matter. */
static uint64_t fonts_hash(void) {
    const struct font_set_view *fonts = cpango_installed_fonts();
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
    pthread_mutex_lock(&cpango_lock);
    cpango_status status = cpango_require_under_lock();
    if (status == CPANGO_OK) {
        snprintf(text, capacity, "Pango %s, cairo %s, HarfBuzz %s, fontconfig %d, fonts %016llx",
                 library.pango_version_string(), library.cairo_version_string(),
                 library.hb_version_string(), library.FcGetVersion(),
                 (unsigned long long)fonts_hash());
    }
    pthread_mutex_unlock(&cpango_lock);
    return status;
}

const char *cpango_font_file(size_t index) {
    FcChar8 *file = NULL;
    pthread_mutex_lock(&cpango_lock);
    if (shared.status == CPANGO_OK && shared.config != NULL) {
        const struct font_set_view *fonts = cpango_installed_fonts();
        if (fonts != NULL && index < (size_t)fonts->count) {
            file = (FcChar8 *)"";
            library.FcPatternGetString(fonts->fonts[index], "file", 0, &file);
        }
    }
    pthread_mutex_unlock(&cpango_lock);
    return (const char *)file;
}
