/* SPDX-License-Identifier: Apache-2.0 */

/* The color profile of a PNG, which is copied and not used: the library would drop those it finds invalid. */
#pragma once

#include "Chunks.h"

/*
 * Reads an iCCP chunk. `colors` holds the memory from the start, also when the guarded call ends in between;
 * it has no profile if the chunk is damaged.
 */
void cpng_read_profile(chunk_reader *chunks, cpng_colors *colors, cpng_expectation expectation);

/* Frees the memory of a profile. */
void cpng_drop_profile(cpng_colors *colors);
