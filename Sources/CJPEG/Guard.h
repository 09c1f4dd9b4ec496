/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The code that decoder and encoder share: errors of the library that end a guarded call, and checks of
 * arguments.
 */
#pragma once

#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct guard {
    struct jpeg_error_mgr errors;
    jmp_buf escape;
    cjpeg_status status;
    char message[JMSG_LENGTH_MAX];
} guard;

/* Ends the current guarded call with an error. */
_Noreturn void cjpeg_leave(j_common_ptr codec, cjpeg_status status, const char *message);

/* Makes the library report errors to a guard. */
struct jpeg_error_mgr *cjpeg_guard_prepare(guard *guard);

/* Ends the current guarded call with the library's last message. */
_Noreturn void cjpeg_fail(j_common_ptr codec);

/* Fills in pointers to the rows of one plane; returns 0 if they are too few or too short for the library. */
int cjpeg_point_at_rows(JSAMPROW *rows, size_t count, size_t width, uint8_t *samples,
                        size_t byte_count, cjpeg_rows place);

/* Replaces the Huffman codes of an encoder whose other parameters are set. */
void cjpeg_install_codes(j_compress_ptr codec, cjpeg_codes codes);

/* Copies 16 counts and 256 symbols of a table; misuse if the table is NULL. */
cjpeg_status cjpeg_copy_codes(const JHUFF_TBL *table, uint8_t *counts, uint8_t *symbols);
