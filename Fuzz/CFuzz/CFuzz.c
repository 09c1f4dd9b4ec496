/* SPDX-License-Identifier: Apache-2.0 */
#include "CFuzz.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments,
                        int (*test)(const uint8_t *bytes, size_t count));
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

#define ENTRY(name)                                                                                \
    int name(int count, char **arguments) {                                                        \
        return LLVMFuzzerRunDriver(&count, &arguments, LLVMFuzzerTestOneInput);                     \
    }

/* One entry for each target: the package defines them from its list. */
ENTRIES
