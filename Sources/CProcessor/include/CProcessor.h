/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The instruction sets that the processor and the system support. */

/*
 * Returns the highest supported level of x86-64 among those that the kernels are compiled for: 3 or 4, and 1
 * for anything else. A level counts only if all of it is present and the system saves its registers.
 *
 * Reference: System V Application Binary Interface, AMD64 Architecture Processor Supplement, 1.0, section
 * 3.1.1.
 */
int cprocessor_level(void);

/* Whether the processor also has AVX512_VNNI and AVX512_VBMI, beyond level 4. */
int cprocessor_has_vnni(void);
