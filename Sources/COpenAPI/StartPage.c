/* SPDX-License-Identifier: Apache-2.0 */
#include "COpenAPI.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t page[] = {
#embed "StartPage.html"
};

const uint8_t *copenapi_start_page(void) { return page; }

size_t copenapi_start_page_byte_count(void) { return sizeof page; }
