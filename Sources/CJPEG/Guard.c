/* SPDX-License-Identifier: Apache-2.0 */
#include "Guard.h"

static guard *guard_of(j_common_ptr codec) {
    return (guard *)codec->err;
}

_Noreturn void cjpeg_leave(j_common_ptr codec, cjpeg_status status, const char *message) {
    guard *guard = guard_of(codec);
    guard->status = status;
    if (message != guard->message) {
        snprintf(guard->message, sizeof guard->message, "%s", message);
    }
    longjmp(guard->escape, 1);
}

static cjpeg_status status_of(int code) {
    switch (code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
        return CJPEG_OUT_OF_MEMORY;
    case JERR_BAD_PRECISION:
        return CJPEG_PRECISION_UNSUPPORTED;
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_BAD_MCU_SIZE:
    case JERR_BAD_SAMPLING:
        return CJPEG_SAMPLING_UNSUPPORTED;
    case JERR_ARITH_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CONVERSION_NOTIMPL:
        return CJPEG_PROCESS_UNSUPPORTED;
    case JERR_BAD_STATE:
    case JERR_BAD_LIB_VERSION:
    case JERR_BAD_STRUCT_SIZE:
    case JERR_TOO_LITTLE_DATA:
    case JERR_BUFFER_SIZE:
    case JERR_CANT_SUSPEND:
        return CJPEG_MISUSED;
    default:
        return CJPEG_CORRUPT;
    }
}

_Noreturn void cjpeg_fail(j_common_ptr codec) {
    guard *guard = guard_of(codec);
    guard->errors.format_message(codec, guard->message);
    cjpeg_leave(codec, status_of(guard->errors.msg_code), guard->message);
}

/* Warnings are errors; the decoder has rules of its own. */
static void on_message(j_common_ptr codec, int level) {
    if (level < 0) {
        cjpeg_fail(codec);
    }
}

static void on_output(j_common_ptr codec) {
    (void)codec;
}

struct jpeg_error_mgr *cjpeg_guard_prepare(guard *guard) {
    struct jpeg_error_mgr *errors = jpeg_std_error(&guard->errors);
    errors->error_exit = cjpeg_fail;
    errors->emit_message = on_message;
    errors->output_message = on_output;
    return errors;
}

int cjpeg_point_at_rows(JSAMPROW *rows, size_t count, size_t width, uint8_t *samples,
                        size_t byte_count, cjpeg_rows place) {
    if (place.count < count || place.stride < width || place.stride > byte_count
        || place.offset > byte_count
        || byte_count - place.offset < (count - 1) * place.stride + width) {
        return 0;
    }
    for (size_t index = 0; index < count; index += 1) {
        rows[index] = samples + place.offset + index * place.stride;
    }
    return 1;
}

cjpeg_status cjpeg_copy_codes(const JHUFF_TBL *table, uint8_t *counts, uint8_t *symbols) {
    if (table == NULL) {
        return CJPEG_MISUSED;
    }
    memcpy(counts, table->bits + 1, sizeof table->bits - 1);
    memcpy(symbols, table->huffval, sizeof table->huffval);
    return CJPEG_OK;
}

#define TEXT_OF(tokens) #tokens
#define VERSION_TEXT(version) TEXT_OF(version)

const char *cjpeg_version(void) {
    return VERSION_TEXT(LIBJPEG_TURBO_VERSION);
}
