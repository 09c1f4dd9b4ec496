/* SPDX-License-Identifier: Apache-2.0 */

#include "CPlanted.h"

#include <stdlib.h>
#include <string.h>

int cplanted_overread(int byte_count) {
    char *block = malloc((size_t)byte_count);
    memset(block, 7, (size_t)byte_count);
    int read = ((volatile char *)block)[byte_count];
    free(block);
    return read;
}

int cplanted_overflow(int number) { return number + 1; }
