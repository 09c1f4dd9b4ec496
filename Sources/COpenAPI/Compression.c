/* SPDX-License-Identifier: Apache-2.0 */
#include "COpenAPI.h"

#include <string.h>
#include <zlib.h>

size_t copenapi_gzip(const uint8_t *bytes, size_t count, uint8_t *result, size_t room) {
    z_stream stream;
    memset(&stream, 0, sizeof(stream));
    /* The greatest window, and a gzip header without a name or a time. */
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        return 0;
    }
    stream.next_in = (uint8_t *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = result;
    stream.avail_out = (uInt)room;
    int outcome = deflate(&stream, Z_FINISH);
    size_t length = room - stream.avail_out;
    deflateEnd(&stream);
    return outcome == Z_STREAM_END ? length : 0;
}
