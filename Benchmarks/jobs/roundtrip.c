// SPDX-License-Identifier: Apache-2.0

// Decodes a JPEG and encodes it again, row by row, with libjpeg-turbo and nothing else: what every program
// that changes a photo has to spend besides. roundtrip IN OUT QUALITY

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

enum { ROWS = 16 };

int main(int count, char **arguments) {
    if (count != 4) {
        fputs("usage: roundtrip IN OUT QUALITY\n", stderr);
        return 2;
    }
    FILE *input = fopen(arguments[1], "rb");
    FILE *output = fopen(arguments[2], "wb");
    if (input == NULL || output == NULL) {
        perror("roundtrip");
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

    struct jpeg_compress_struct encoder;
    encoder.err = &errors;
    jpeg_create_compress(&encoder);
    jpeg_stdio_dest(&encoder, output);
    encoder.image_width = decoder.output_width;
    encoder.image_height = decoder.output_height;
    encoder.input_components = 3;
    encoder.in_color_space = JCS_RGB;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, atoi(arguments[3]), TRUE);
    jpeg_start_compress(&encoder, TRUE);

    JSAMPARRAY rows = decoder.mem->alloc_sarray((j_common_ptr)&decoder, JPOOL_IMAGE,
                                                decoder.output_width * 3, ROWS);
    while (decoder.output_scanline < decoder.output_height) {
        JDIMENSION got = jpeg_read_scanlines(&decoder, rows, ROWS);
        for (JDIMENSION written = 0; written < got;)
            written += jpeg_write_scanlines(&encoder, rows + written, got - written);
    }
    jpeg_finish_compress(&encoder);
    jpeg_finish_decompress(&decoder);
    return fclose(output) == 0 ? 0 : 1;
}
