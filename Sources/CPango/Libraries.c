/* SPDX-License-Identifier: Apache-2.0 */
#include "State.h"

#include <dlfcn.h>

/* The time after which loading is tried again, in seconds: a font may have been installed meanwhile. */
#define RETRY_INTERVAL 2

pthread_mutex_t cpango_lock = PTHREAD_MUTEX_INITIALIZER;
struct cpango_library cpango_library;
struct cpango_shared cpango_shared;

static bool look_up(void *handle) {
    /* A data pointer becomes a function pointer as POSIX has it for dlsym. */
#define LOOK_UP(result, name, ...)                                                                 \
    *(void **)&library.name = dlsym(handle, #name);                                                \
    if (library.name == NULL) {                                                                    \
        return false;                                                                              \
    }
    CPANGO_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
    return true;
}

/* Discards the libraries' messages, which would mix with the lines of the log. */
static void on_message(const gchar *domain, GLogLevelFlags level, const gchar *message,
                       gpointer context) {
    (void)domain;
    (void)level;
    (void)message;
    (void)context;
}

const struct font_set_view *cpango_installed_fonts(void) {
    return (const struct font_set_view *)library.FcConfigGetFonts(shared.config, SET_SYSTEM);
}

static cpango_status load_under_lock(void) {
    /* Never closed: GLib cannot be unloaded. */
    void *handle = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL || !look_up(handle)) {
        return CPANGO_UNAVAILABLE;
    }
    library.g_log_set_default_handler(on_message, NULL);
    /* Before Pango starts a thread that would do it. Fonts that there were none of are looked for
       again. */
    bool is_ready = shared.config == NULL ? library.FcInit() : library.FcInitReinitialize();
    if (!is_ready) {
        return CPANGO_FAILED;
    }
    shared.config = library.FcConfigGetCurrent();
    const struct font_set_view *fonts = cpango_installed_fonts();
    if (fonts == NULL || fonts->count == 0) {
        return CPANGO_NO_FONTS;
    }
    if (shared.options == NULL) {
        shared.options = library.cairo_font_options_create();
    }
    library.cairo_font_options_set_antialias(shared.options, ANTIALIAS_GRAY);
    library.cairo_font_options_set_hint_style(shared.options, HINT_STYLE_NONE);
    library.cairo_font_options_set_hint_metrics(shared.options, HINT_METRICS_OFF);
    shared.font_map = library.pango_cairo_font_map_new();
    return shared.font_map == NULL ? CPANGO_FAILED : CPANGO_OK;
}

cpango_status cpango_require_under_lock(void) {
    if (shared.is_decided && shared.status == CPANGO_OK) {
        return CPANGO_OK;
    }
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!shared.is_decided || now.tv_sec - shared.decided_at >= RETRY_INTERVAL) {
        shared.is_decided = true;
        shared.decided_at = now.tv_sec;
        shared.status = load_under_lock();
    }
    return shared.status;
}
