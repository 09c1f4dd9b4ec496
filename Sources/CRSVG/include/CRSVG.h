/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around librsvg: a drawing becomes pixels of the size that is asked for.
 *
 * CForeign.h says what a fence is for. Drawings with text are refused unless fonts can be opened. So are
 * pictures within that are neither PNG, JPEG nor GIF, whose decoders `load` has opened. Nothing outside of the file is read: without an address of its own a drawing can
 * name nothing but itself and data within.
 *
 * What is called is declared in Library.h, because Swift's package manager gives the folders of these
 * headers only to who links the libraries. `Scripts/check lint` compares the declarations with the headers.
 */
#pragma once

#include <CForeign.h>

extern const cforeign_codec crsvg_codec;

/* Draws texts from now on, as the files of fonts can be opened. Called after `load` and before rights are given up,
   as the libraries read settings with the first texts, which it draws. False if they cannot be drawn. */
bool crsvg_allow_texts(void);
