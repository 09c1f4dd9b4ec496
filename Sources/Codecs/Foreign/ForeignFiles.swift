// SPDX-License-Identifier: Apache-2.0

// The formats that are read by external codecs, a type each. Times were measured on photos,
// relative to JPEG, and memory on noise.

/// The decoder of WebP files, by libwebp.
enum WebPFile: ForeignReadFormat {
    static var format: ImageFormat { .webp }
    static var decodingPasses: Int { 5 }
    static var libraryByteCount: (pixel: Int, file: Int) { (7, 2 << 20) }
}

/// The decoder of AVIF files, by libavif.
enum AVIFFile: ForeignReadFormat {
    static var format: ImageFormat { .avif }
    static var decodingPasses: Int { 8 }
    static var libraryByteCount: (pixel: Int, file: Int) { (6, 4 << 20) }

    static func source(_ bytes: [UInt8], _ file: ProbedFile) -> ForeignSource {
        .media(bytes, format, frame: file.selection.index)
    }
}

/// The decoder of HEIC files, by libheif.
enum HEICFile: ForeignReadFormat {
    static var format: ImageFormat { .heic }
    static var decodingPasses: Int { 24 }
    static var libraryByteCount: (pixel: Int, file: Int) { (12, 4 << 20) }

    static func source(_ bytes: [UInt8], _ file: ProbedFile) -> ForeignSource {
        .media(bytes, format, frame: file.selection.index)
    }
}

/// The decoder of GIF files, by giflib.
enum GIFFile: ForeignReadFormat {
    static var format: ImageFormat { .gif }
    static var decodingPasses: Int { 4 }
    static var libraryByteCount: (pixel: Int, file: Int) { (1, 1 << 20) }
}

/// The decoder of TIFF files, by libtiff.
enum TIFFFile: ForeignReadFormat {
    static var format: ImageFormat { .tiff }
    static var decodingPasses: Int { 4 }
    static var libraryByteCount: (pixel: Int, file: Int) { (8, 2 << 20) }
}

/// The decoder of SVG files, by librsvg.
enum SVGFile: ForeignReadFormat {
    static var format: ImageFormat { .svg }
    static var decodingPasses: Int { 16 }
    static var libraryByteCount: (pixel: Int, file: Int) { (16, 16 << 20) }

    /// The memory and the number of pixels for the images in a drawing: photos have at least a bit per pixel.
    static func preparation(fileByteCount count: Int) -> (byteCount: Int, pixelCount: Int) {
        (min(32 << 20, (2 << 20) + 64 * count), min(1 << 21, (1 << 14) + 8 * count))
    }
}

/// The decoder of JPEG XL files, by libjxl.
enum JPEGXLFile: ForeignReadFormat {
    static var format: ImageFormat { .jpegXL }
    static var decodingPasses: Int { 12 }
    static var libraryByteCount: (pixel: Int, file: Int) { (48, 4 << 20) }
}
