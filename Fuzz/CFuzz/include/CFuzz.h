/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The entry points of the fuzzing executables.
 *
 * They exist because the package manager makes the entry point of an executable `NAME_main`, where
 * libFuzzer has one called `main`.
 */
#pragma once

int fuzz_png_main(int count, char **arguments);
int fuzz_pngencode_main(int count, char **arguments);
int fuzz_jpeg_main(int count, char **arguments);
int fuzz_http_main(int count, char **arguments);
int fuzz_query_main(int count, char **arguments);
