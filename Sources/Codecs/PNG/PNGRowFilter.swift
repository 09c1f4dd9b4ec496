// SPDX-License-Identifier: Apache-2.0

import Raster

/// Chooses the best PNG filter for each row of an image, and applies it.
///
/// The best is the one with the least sum of absolute differences, as the specification advises;
/// the sum is estimated from a part of the row.
///
/// Reference: ISO/IEC 15948:2004, 12.8.
struct PNGRowFilter: ~Copyable {
    /// The number of bytes before and after a row that vector loops may read; those before it are
    /// zeros.
    static let margin = 16

    /// The number of bytes in a row.
    let byteCount: Int

    /// The number of bytes per pixel.
    let pixelByteCount: Int

    private var current: Samples<UInt8>
    private var previous: Samples<UInt8>

    /// Creates a filter for the first row of an image; the row above it is all zeros.
    init(byteCount: Int, pixelByteCount: Int) {
        precondition(pixelByteCount <= Self.margin, "a pixel has too many bytes")
        self.byteCount = byteCount
        self.pixelByteCount = pixelByteCount
        current = Samples(repeating: 0, count: byteCount + 2 * Self.margin)
        previous = Samples(repeating: 0, count: byteCount + 2 * Self.margin)
    }

    /// Filters the next row by the filter that is best for it.
    ///
    /// - Parameters:
    ///   - row: The bytes of the row.
    ///   - target: Room for the filter type, the bytes, and ``margin`` more.
    mutating func filter(_ row: Span<UInt8>, into target: inout MutableSpan<UInt8>) {
        precondition(row.count == byteCount, "the row has another length")
        swap(&current, &previous)
        var room = current.mutableSpan(Self.margin..<(Self.margin + byteCount))
        room.copy(row)
        let here = current.span(0..<current.count)
        let above = previous.span(0..<previous.count)
        let filter = Self.best(here, above, byteCount: byteCount, pixelByteCount: pixelByteCount)
        target[0] = filter.rawValue
        filter.apply(
            to: here,
            above: above,
            byteCount: byteCount,
            pixelByteCount: pixelByteCount,
            into: &target,
            at: 1
        )
    }
}
