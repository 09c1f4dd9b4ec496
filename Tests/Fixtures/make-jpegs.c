/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Writes the JPEG fixtures that Pillow and ImageMagick cannot: arithmetic coding, YCCK, CMYK and
 * RGB without an Adobe marker, restart intervals, scans of one component.
 *
 *     cc -o make-jpegs make-jpegs.c -ljpeg && ./make-jpegs FOLDER
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#define WIDTH 48
#define HEIGHT 32

typedef struct recipe {
    const char *name;
    int components;
    J_COLOR_SPACE input;
    J_COLOR_SPACE stored;
    int is_arithmetic;
    int is_progressive;
    int is_adobe;
    int is_inverted;
    int restart_rows;
    int separate_scans;
} recipe;

static const recipe recipes[] = {
    {"arithmetic", 3, JCS_RGB, JCS_YCbCr, 1, 0, 0, 0, 0, 0},
    {"arithmetic-progressive", 3, JCS_RGB, JCS_YCbCr, 1, 1, 0, 0, 0, 0},
    {"ycck", 4, JCS_CMYK, JCS_YCCK, 0, 0, 1, 1, 0, 0},
    {"ycck-progressive", 4, JCS_CMYK, JCS_YCCK, 0, 1, 1, 1, 0, 0},
    {"cmyk-plain", 4, JCS_CMYK, JCS_CMYK, 0, 0, 0, 1, 0, 0},
    {"rgb-by-names", 3, JCS_RGB, JCS_RGB, 0, 0, 0, 0, 0, 0},
    {"restarts", 3, JCS_RGB, JCS_YCbCr, 0, 0, 0, 0, 1, 0},
    {"separate-scans", 3, JCS_RGB, JCS_YCbCr, 0, 0, 0, 0, 0, 1},
};

static void fill_row(const recipe *recipe, int y, JSAMPLE *row) {
    for (int x = 0; x < WIDTH; x += 1) {
        JSAMPLE *pixel = row + x * recipe->components;
        int across = x * 255 / (WIDTH - 1);
        int down = y * 255 / (HEIGHT - 1);
        pixel[0] = (JSAMPLE)across;
        pixel[1] = (JSAMPLE)down;
        pixel[2] = (JSAMPLE)(255 - across);
        if (recipe->components == 4) {
            pixel[3] = (JSAMPLE)(down / 2);
        }
        for (int index = 0; recipe->is_inverted && index < 4; index += 1) {
            pixel[index] = (JSAMPLE)(255 - pixel[index]);
        }
    }
}

static void write_file(const char *folder, const recipe *recipe) {
    static const jpeg_scan_info scans[] = {
        {1, {0}, 0, 63, 0, 0}, {1, {1}, 0, 63, 0, 0}, {1, {2}, 0, 63, 0, 0}};
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    char path[1024];
    JSAMPLE row[WIDTH * 4];
    JSAMPROW rows[1] = {row};
    snprintf(path, sizeof path, "%s/%s.jpg", folder, recipe->name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    jpeg_stdio_dest(&codec, file);
    codec.image_width = WIDTH;
    codec.image_height = HEIGHT;
    codec.input_components = recipe->components;
    codec.in_color_space = recipe->input;
    jpeg_set_defaults(&codec);
    jpeg_set_colorspace(&codec, recipe->stored);
    jpeg_set_quality(&codec, 95, TRUE);
    codec.arith_code = recipe->is_arithmetic;
    codec.write_Adobe_marker = recipe->is_adobe;
    codec.restart_in_rows = recipe->restart_rows;
    if (recipe->is_progressive) {
        jpeg_simple_progression(&codec);
    }
    if (recipe->separate_scans) {
        codec.scan_info = scans;
        codec.num_scans = 3;
    }
    jpeg_start_compress(&codec, TRUE);
    for (int y = 0; y < HEIGHT; y += 1) {
        fill_row(recipe, y, row);
        jpeg_write_scanlines(&codec, rows, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    fclose(file);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: make-jpegs FOLDER\n");
        return 2;
    }
    for (size_t index = 0; index < sizeof recipes / sizeof recipes[0]; index += 1) {
        write_file(arguments[1], &recipes[index]);
    }
    return 0;
}
