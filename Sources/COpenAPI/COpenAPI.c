/* SPDX-License-Identifier: Apache-2.0 */
#include "COpenAPI.h"

/* Clang has had #embed since version 19, in every language mode, and names the file among what the object depends on. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t document[] = {
#embed "../../openapi.yaml"
};

const uint8_t *copenapi_document(void) { return document; }

size_t copenapi_byte_count(void) { return sizeof document; }
