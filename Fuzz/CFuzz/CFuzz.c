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

ENTRY(fuzz_png_main)
ENTRY(fuzz_pngencode_main)
ENTRY(fuzz_jpeg_main)
ENTRY(fuzz_http_main)
ENTRY(fuzz_query_main)
ENTRY(fuzz_text_main)
ENTRY(fuzz_scene_main)
