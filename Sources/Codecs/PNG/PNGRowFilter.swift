// SPDX-License-Identifier: Apache-2.0

import Raster

/// Replaces the bytes of rows by what a filter leaves of them, and chooses that filter.
///
/// It is the one whose differences have the least sum, taken without their signs, as the reference
/// advises; it is estimated from a part of the row.
///
/// Reference: ISO/IEC 15948:2004, 12.8.
struct PNGRowFilter: ~Copyable {
    /// Zeros ahead of a row, and bytes of no meaning behind it, for loops that take vectors.
    static let margin = 16

    /// The bytes of a row.
    let byteCount: Int

    /// The bytes from a pixel to the next.
    let pixelByteCount: Int

    private var current: Samples<UInt8>
    private var previous: Samples<UInt8>

    /// Creates a filter at the top of a picture, above which all is zero.
    init(byteCount: Int, pixelByteCount: Int) {
        precondition(pixelByteCount <= Self.margin, "a pixel of more bytes than permitted")
        self.byteCount = byteCount
        self.pixelByteCount = pixelByteCount
        current = Samples(repeating: 0, count: byteCount + 2 * Self.margin)
        previous = Samples(repeating: 0, count: byteCount + 2 * Self.margin)
    }

    /// Filters the next row.
    ///
    /// - Parameters:
    ///   - row: Its bytes.
    ///   - target: Room for the number of the filter, the bytes, and ``margin`` more.
    mutating func filter(_ row: Span<UInt8>, into target: inout MutableSpan<UInt8>) {
        precondition(row.count == byteCount, "a row of another length")
        swap(&current, &previous)
        var room = current.mutableSpan(Self.margin..<(Self.margin + byteCount))
        for index in row.indices { room[index] = row[index] }
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
