/* SPDX-License-Identifier: Apache-2.0 */
#include "State.h"

#include <math.h>
#include <stdlib.h>

/* The size that every text is laid out at, in pixels; it is scaled when it is drawn. So caches of fonts
 * hold each outline once, whatever sizes are asked for, and numbers stay within the libraries' 32 bits:
 * a line of 4,000 characters may be 16 million pixels wide. An outline's grid is 1/64 pixel, which is
 * 1/16 pixel for a text of 1,000 pixels. In a text of several sizes it is the size of the largest. */
#define LAYOUT_SIZE 128.0

cpango_layout *cpango_layout_create(void) {
    return calloc(1, sizeof(cpango_layout));
}

void cpango_layout_destroy(cpango_layout *layout) {
    if (layout->layout != NULL) {
        pthread_mutex_lock(&cpango_lock);
        library.g_object_unref(layout->layout);
        pthread_mutex_unlock(&cpango_lock);
    }
    for (size_t i = 0; i < layout->family_count; i++) {
        free(layout->families[i]);
    }
    free(layout->families);
    free(layout->lines);
    free(layout->styles);
    free(layout);
}

size_t cpango_layout_unknown_family(const cpango_layout *layout) {
    return layout->unknown_family;
}

cpango_missing cpango_layout_missing(const cpango_layout *layout) {
    return layout->missing;
}

cpango_extents cpango_layout_extents(const cpango_layout *layout) {
    return layout->extents;
}

const char *cpango_layout_family(const cpango_layout *layout, size_t index) {
    return index < layout->family_count ? layout->families[index] : NULL;
}

cpango_status cpango_layout_start(cpango_layout *layout, const cpango_form *form) {
    pthread_mutex_lock(&cpango_lock);
    cpango_status status = cpango_require_under_lock();
    double size = 0;
    for (size_t i = 0; i < form->run_count && status == CPANGO_OK; i++) {
        size = fmax(size, form->runs[i].size);
        layout->unknown_family = i;
        status = cpango_find_family(form->families + form->runs[i].family);
    }
    if (status == CPANGO_OK) {
        layout->scale = LAYOUT_SIZE * UNITS_PER_PIXEL / size;
        status = cpango_lay_out(layout, form);
    }
    if (status == CPANGO_OK) {
        status = cpango_note_all(layout, form);
    }
    pthread_mutex_unlock(&cpango_lock);
    if (status == CPANGO_OK) {
        if (form->line_height > 0) {
            cpango_set_heights(layout, form);
        }
        cpango_place(layout, form);
    }
    return status;
}
