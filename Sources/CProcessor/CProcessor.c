/* SPDX-License-Identifier: Apache-2.0 */
#include "CProcessor.h"

int cprocessor_level(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4")) return 4;
    if (__builtin_cpu_supports("x86-64-v3")) return 3;
#endif
    return 1;
}

int cprocessor_has_vnni(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return cprocessor_level() == 4 && __builtin_cpu_supports("avx512vnni") &&
           __builtin_cpu_supports("avx512vbmi");
#else
    return 0;
#endif
}
