// SPDX-License-Identifier: Apache-2.0

// The formats that are read by foreign codecs, a row each. Times are those of photos beside JPEG, and
// memory is that of noise.

/// WebP, by libwebp.
enum WebPFile: ForeignReadFormat {
    static var format: ImageFormat { .webp }
    static var decodingPasses: Int { 5 }
    static var libraryByteCount: (pixel: Int, file: Int) { (7, 2 << 20) }
}

/// AVIF, by libavif.
enum AVIFFile: ForeignReadFormat {
    static var format: ImageFormat { .avif }
    static var decodingPasses: Int { 8 }
    static var libraryByteCount: (pixel: Int, file: Int) { (6, 4 << 20) }
}

/// HEIC, by libheif.
enum HEICFile: ForeignReadFormat {
    static var format: ImageFormat { .heic }
    static var decodingPasses: Int { 24 }
    static var libraryByteCount: (pixel: Int, file: Int) { (12, 4 << 20) }
}

/// GIF, by giflib.
enum GIFFile: ForeignReadFormat {
    static var format: ImageFormat { .gif }
    static var decodingPasses: Int { 4 }
    static var libraryByteCount: (pixel: Int, file: Int) { (1, 1 << 20) }
}

/// TIFF, by libtiff.
enum TIFFFile: ForeignReadFormat {
    static var format: ImageFormat { .tiff }
    static var decodingPasses: Int { 4 }
    static var libraryByteCount: (pixel: Int, file: Int) { (8, 2 << 20) }
}

/// SVG, by librsvg.
enum SVGFile: ForeignReadFormat {
    static var format: ImageFormat { .svg }
    static var decodingPasses: Int { 16 }
    static var libraryByteCount: (pixel: Int, file: Int) { (16, 16 << 20) }
}

/// JPEG XL, by libjxl.
enum JPEGXLFile: ForeignReadFormat {
    static var format: ImageFormat { .jpegXL }
    static var decodingPasses: Int { 12 }
    static var libraryByteCount: (pixel: Int, file: Int) { (48, 4 << 20) }
}
