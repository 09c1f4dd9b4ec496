/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* openapi.yaml and the start page as parts of the program. C can embed a file as it is compiled, which Swift cannot. */

/* The bytes of the file, which stay where they are for as long as the program runs. */
const uint8_t *copenapi_document(void);

/* The length of the file in bytes. */
size_t copenapi_byte_count(void);

/* The bytes of StartPage.html, which stay where they are as well. */
const uint8_t *copenapi_start_page(void);

/* The length of the page in bytes. */
size_t copenapi_start_page_byte_count(void);

/* Compresses bytes into a file of gzip (RFC 1952). Returns its length, or 0 if it is longer than the room or there is no
 * memory. */
size_t copenapi_gzip(const uint8_t *bytes, size_t count, uint8_t *result, size_t room);
