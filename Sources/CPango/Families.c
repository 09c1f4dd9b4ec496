/* SPDX-License-Identifier: Apache-2.0 */
#include "State.h"

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
cpango_status cpango_find_family(const char *family) {
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
