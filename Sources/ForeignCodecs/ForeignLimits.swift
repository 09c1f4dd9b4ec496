// SPDX-License-Identifier: Apache-2.0

/// The limits that a header must meet before a library allocates memory for the picture.
package struct ForeignLimits: Hashable, Sendable {
    /// The greatest width or height, in pixels.
    package var maximumSide: Int

    /// The greatest product of width and height, in pixels.
    package var maximumPixelCount: Int

    /// The greatest amount of memory that libtiff may allocate at once, and for a strip or a tile,
    /// in bytes; other libraries ignore it.
    package var maximumMemory: Int

    /// The greatest size of a color profile, in bytes.
    package var maximumProfileByteCount: Int

    /// Creates limits on the size of a picture, the memory of the library and the color profile.
    package init(
        maximumSide: Int = 16_384,
        maximumPixelCount: Int = 50_000_000,
        maximumMemory: Int = 512 << 20,
        maximumProfileByteCount: Int = 4 << 20
    ) {
        self.maximumSide = maximumSide
        self.maximumPixelCount = maximumPixelCount
        self.maximumMemory = maximumMemory
        self.maximumProfileByteCount = maximumProfileByteCount
    }
}
