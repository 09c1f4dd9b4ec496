// SPDX-License-Identifier: Apache-2.0

package import Raster

extension ImageEncoder {
    /// The greatest amount of memory that an encoder allocates, in bytes, without the bytes given
    /// to the sink.
    ///
    /// It includes the encoder's copy of the profile.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent.
    ///   - layout: The channels.
    ///   - profileByteCount: The size of the color profile, or its greatest size.
    /// - Returns: The number of bytes.
    package static func byteCount(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profileByteCount: Int = 0
    ) -> Int {
        fixedByteCount + profileByteCount
            + options.options.workingByteCount(
                size: size,
                layout: layout,
                profileByteCount: profileByteCount
            )
    }

    /// The greatest size of an encoded file, in bytes.
    ///
    /// That much collects in memory when the sink stores the file, or without a reader while
    /// ``finish()`` writes it.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent.
    ///   - layout: The channels.
    ///   - profileByteCount: The size of the color profile, or its greatest size.
    /// - Returns: The number of bytes.
    package static func maximumEncodedByteCount(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profileByteCount: Int = 0
    ) -> Int {
        (4 << 10) + profileByteCount + profileByteCount >> 8
            + options.options.maximumPixelByteCount(size: size, layout: layout)
    }

    /// The memory for the codec's state, the deflate window and tables, and the current chunk, in
    /// bytes.
    private static let fixedByteCount = 768 << 10
}
