/* SPDX-License-Identifier: Apache-2.0 */
#include "CLCMS.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <lcms2.h>
#include <lcms2_plugin.h>

/* Memory */

typedef struct budget {
    size_t rest;
} budget;

/* Precedes each block that the library allocates. */
typedef struct block {
    budget *owner;
    size_t byte_count;
} block;

/* The budget of the call in progress: the library passes no pointer of ours to its allocators. */
static _Thread_local budget *current;

size_t clcms_memory_limit(size_t byte_count) {
    size_t limit = ((size_t)1 << 20) + 8 * byte_count;
    size_t greatest = (size_t)16 << 20;
    return limit < greatest ? limit : greatest;
}

static void *allocate(cmsContext context, cmsUInt32Number size) {
    (void)context;
    if (size == 0 || current == NULL || current->rest < size + sizeof(block)) {
        return NULL;
    }
    block *made = malloc(size + sizeof(block));
    if (made == NULL) {
        return NULL;
    }
    made->owner = current;
    made->byte_count = size + sizeof(block);
    current->rest -= made->byte_count;
    return made + 1;
}

static void release(cmsContext context, void *bytes) {
    (void)context;
    if (bytes != NULL) {
        block *old = (block *)bytes - 1;
        old->owner->rest += old->byte_count;
        free(old);
    }
}

static void *resize(cmsContext context, void *bytes, cmsUInt32Number size) {
    void *made = allocate(context, size);
    if (made != NULL && bytes != NULL) {
        size_t old = ((block *)bytes - 1)->byte_count - sizeof(block);
        memcpy(made, bytes, old < size ? old : size);
        release(context, bytes);
    }
    return made;
}

static cmsPluginMemHandler memory = {
    {cmsPluginMagicNumber, 2000, cmsPluginMemHandlerSig, NULL}, allocate, release, resize, NULL, NULL, NULL,
};

static void ignore(cmsContext context, cmsUInt32Number code, const char *text) {
    (void)context, (void)code, (void)text;
}

static cmsContext make_context(void) {
    cmsContext context = cmsCreateContext(&memory, NULL);
    if (context != NULL) {
        cmsSetLogErrorHandlerTHR(context, ignore);
    }
    return context;
}

/* Profiles */

/*
 * Elements of these tags may be listed any number of times, and all are evaluated for each pixel. Browsers do
 * not read them.
 */
static const cmsTagSignature unbounded[] = {
    cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag,
    cmsSigBToD0Tag, cmsSigBToD1Tag, cmsSigBToD2Tag, cmsSigBToD3Tag,
};

/* Opens a profile of a device, or that of sRGB without bytes. */
static cmsHPROFILE open_profile(cmsContext context, const uint8_t *bytes, size_t byte_count) {
    if (bytes == NULL) {
        return cmsCreate_sRGBProfileTHR(context);
    }
    cmsHPROFILE profile = cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)byte_count);
    if (profile == NULL) {
        return NULL;
    }
    switch (cmsGetDeviceClass(profile)) {
    case cmsSigInputClass:
    case cmsSigDisplayClass:
    case cmsSigOutputClass:
    case cmsSigColorSpaceClass:
        break;
    default:
        cmsCloseProfile(profile);
        return NULL;
    }
    for (size_t index = 0; index < sizeof unbounded / sizeof *unbounded; index += 1) {
        if (cmsIsTag(profile, unbounded[index])) {
            cmsWriteTag(profile, unbounded[index], NULL);
        }
    }
    return profile;
}

struct clcms_profile {
    budget budget;
    cmsContext context;
    cmsHPROFILE profile;
    clcms_kind kind;
    const cmsToneCurve *curves[3];
    double matrix[9];
};

static int read_gray(clcms_profile *handle) {
    handle->kind = CLCMS_GRAY;
    handle->curves[0] = cmsReadTag(handle->profile, cmsSigGrayTRCTag);
    return handle->curves[0] != NULL;
}

static int read_matrix(clcms_profile *handle) {
    static const cmsTagSignature curves[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    static const cmsTagSignature colors[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                             cmsSigBlueColorantTag};
    for (int channel = 0; channel < 3; channel += 1) {
        const cmsCIEXYZ *color = cmsReadTag(handle->profile, colors[channel]);
        handle->curves[channel] = cmsReadTag(handle->profile, curves[channel]);
        if (color == NULL || handle->curves[channel] == NULL) {
            return 0;
        }
        handle->matrix[channel] = color->X;
        handle->matrix[3 + channel] = color->Y;
        handle->matrix[6 + channel] = color->Z;
    }
    handle->kind = CLCMS_MATRIX;
    return 1;
}

static int read_profile(clcms_profile *handle) {
    cmsHPROFILE profile = handle->profile;
    switch ((int)cmsGetColorSpace(profile)) {
    case cmsSigGrayData:
        return read_gray(handle);
    case cmsSigRgbData:
        /* Tables take precedence over a matrix. */
        handle->kind = CLCMS_TABLES;
        if (cmsIsTag(profile, cmsSigAToB0Tag)) {
            return 1;
        }
        return cmsGetPCS(profile) == cmsSigXYZData && read_matrix(handle);
    default:
        return 0;
    }
}

clcms_profile *clcms_profile_open(const uint8_t *bytes, size_t byte_count) {
    clcms_profile *handle = calloc(1, sizeof *handle);
    if (handle == NULL) {
        return NULL;
    }
    handle->budget.rest = clcms_memory_limit(byte_count);
    current = &handle->budget;
    handle->context = make_context();
    if (handle->context != NULL) {
        handle->profile = open_profile(handle->context, bytes, byte_count);
    }
    if (handle->profile == NULL || !read_profile(handle)) {
        clcms_profile_close(handle);
        handle = NULL;
    }
    current = NULL;
    return handle;
}

void clcms_profile_close(clcms_profile *handle) {
    current = &handle->budget;
    if (handle->profile != NULL) {
        cmsCloseProfile(handle->profile);
    }
    if (handle->context != NULL) {
        cmsDeleteContext(handle->context);
    }
    current = NULL;
    free(handle);
}

clcms_kind clcms_profile_kind(const clcms_profile *handle) {
    return handle->kind;
}

void clcms_profile_sample(clcms_profile *handle, int32_t channel, float *values, size_t count) {
    current = &handle->budget;
    for (size_t index = 0; index < count; index += 1) {
        float position = (float)index / (float)(count - 1);
        values[index] = cmsEvalToneCurveFloat(handle->curves[channel], position);
    }
    current = NULL;
}

void clcms_profile_matrix(clcms_profile *handle, double *matrix) {
    memcpy(matrix, handle->matrix, sizeof handle->matrix);
}

/* Conversions */

struct clcms_transform {
    budget budget;
    cmsContext context;
    cmsHTRANSFORM transform;
};

static const cmsUInt32Number input_forms[] = {TYPE_RGB_16, TYPE_CMYK_8, TYPE_CMYK_8_REV};

/*
 * The library's own optimization replaces the conversion by a coarse table: 15 levels of 255 off between
 * Display P3 and sRGB. Browsers take the tables for photos, which are those of the perceptual intent.
 */
static cmsHTRANSFORM make_transform(cmsContext context, clcms_form form, cmsHPROFILE from, cmsHPROFILE to) {
    cmsColorSpaceSignature expected = form == CLCMS_RGB16 ? cmsSigRgbData : cmsSigCmykData;
    if (cmsGetColorSpace(from) != expected || cmsGetColorSpace(to) != cmsSigRgbData) {
        return NULL;
    }
    /* Version 4 alone would make the library compensate black points of RGB, which browsers do not. */
    cmsSetProfileVersion(to, 2.1);
    /* The darkest ink of a press is far from black. It becomes black, as Photoshop has it by default. */
    bool is_ink = expected == cmsSigCmykData;
    cmsUInt32Number flags = is_ink ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0;
    return cmsCreateTransformTHR(context, from, input_forms[form], to, TYPE_RGB_16,
                                 is_ink ? INTENT_RELATIVE_COLORIMETRIC : INTENT_PERCEPTUAL,
                                 cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE | flags);
}

clcms_transform *clcms_transform_create(clcms_form form, const uint8_t *from, size_t from_byte_count,
                                        const uint8_t *to, size_t to_byte_count) {
    clcms_transform *handle = calloc(1, sizeof *handle);
    if (handle == NULL) {
        return NULL;
    }
    handle->budget.rest = clcms_memory_limit(from_byte_count + to_byte_count);
    current = &handle->budget;
    handle->context = make_context();
    if (handle->context != NULL) {
        cmsHPROFILE source = open_profile(handle->context, from, from_byte_count);
        cmsHPROFILE target = open_profile(handle->context, to, to_byte_count);
        if (source != NULL && target != NULL) {
            handle->transform = make_transform(handle->context, form, source, target);
        }
        /* The transform keeps what it needs. */
        if (source != NULL) {
            cmsCloseProfile(source);
        }
        if (target != NULL) {
            cmsCloseProfile(target);
        }
    }
    if (handle->transform == NULL) {
        clcms_transform_destroy(handle);
        handle = NULL;
    }
    current = NULL;
    return handle;
}

void clcms_transform_destroy(clcms_transform *handle) {
    current = &handle->budget;
    if (handle->transform != NULL) {
        cmsDeleteTransform(handle->transform);
    }
    if (handle->context != NULL) {
        cmsDeleteContext(handle->context);
    }
    current = NULL;
    free(handle);
}

void clcms_transform_apply(clcms_transform *handle, const uint8_t *input, uint16_t *output,
                           size_t pixel_count) {
    current = &handle->budget;
    cmsDoTransform(handle->transform, input, output, (cmsUInt32Number)pixel_count);
    current = NULL;
}

int32_t clcms_version(void) {
    return cmsGetEncodedCMMversion();
}
