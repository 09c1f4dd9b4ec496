/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the processor and the system under us can do. */

/*
 * The highest level of x86-64 that the kernels are compiled for and that can be run here: 3 or 4, and
 * 1 for anything else. A level counts only whole, and only where the system saves its registers.
 *
 * Reference: System V Application Binary Interface, AMD64 Architecture Processor Supplement, 1.0,
 * section 3.1.1.
 */
int cprocessor_level(void);

/* Whether there is, beyond level 4, what the kernels use of it: AVX512_VNNI and AVX512_VBMI. */
int cprocessor_has_vnni(void);
