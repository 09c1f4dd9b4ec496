/* SPDX-License-Identifier: Apache-2.0 */

/* The code that decoder and encoder share: errors of the library that end a guarded call. */
#pragma once

#include "CPNG.h"

#include <setjmp.h>

#define MESSAGE_CAPACITY 200

typedef struct guard {
    jmp_buf escape;
    cpng_status status;
    char message[MESSAGE_CAPACITY];
} guard;

/* Ends the current guarded call with an error. */
_Noreturn void cpng_leave(guard *guard, cpng_status status, const char *message);

/* Keeps a message for the log. */
void cpng_keep_message(guard *guard, const char *message);

/* The status for an error of the library. */
cpng_status cpng_status_of(const char *message);
