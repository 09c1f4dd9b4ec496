// SPDX-License-Identifier: Apache-2.0

// Decodes a JPEG to RGB, row by row, with libjpeg-turbo and nothing else: decode IN

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

enum { ROWS = 16 };

int main(int count, char **arguments) {
    if (count != 2) {
        fputs("usage: decode IN\n", stderr);
        return 2;
    }
    FILE *input = fopen(arguments[1], "rb");
    if (input == NULL) {
        perror("decode");
        return 1;
    }
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct decoder;
    decoder.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&decoder);
    jpeg_stdio_src(&decoder, input);
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_RGB;
    jpeg_start_decompress(&decoder);
    JSAMPARRAY rows = decoder.mem->alloc_sarray((j_common_ptr)&decoder, JPOOL_IMAGE,
                                                decoder.output_width * 3, ROWS);
    while (decoder.output_scanline < decoder.output_height)
        jpeg_read_scanlines(&decoder, rows, ROWS);
    jpeg_finish_decompress(&decoder);
    return 0;
}
