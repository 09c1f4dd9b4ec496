/* SPDX-License-Identifier: Apache-2.0 */

/* Faults of C. Each is one that only a sanitizer notices. */

#ifndef CPLANTED_H
#define CPLANTED_H

/* Reads the byte behind a block; the index comes from outside, so that no compiler sees it. */
int cplanted_overread(int byte_count);

/* Adds 1 to the largest number, where `number` is that. */
int cplanted_overflow(int number);

#endif
