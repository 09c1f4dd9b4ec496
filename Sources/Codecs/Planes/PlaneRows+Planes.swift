// SPDX-License-Identifier: Apache-2.0

import Raster

extension PlaneRows {
    /// The distance between the starts of two rows of a plane, in samples.
    package func stride(of plane: Int) -> Int { places[plane].stride }

    /// Gives read access to several rows of a plane, ``stride(of:)`` samples apart.
    ///
    /// - Parameters:
    ///   - row: The first row, `0..<shape(of: plane).groupRowCount`.
    ///   - plane: A plane, `0..<planes.components.count`.
    /// - Returns: All samples up to the end of the last row of the group, for as long as the rows
    ///   are borrowed.
    @_lifetime(borrow self)
    package func rows(from row: Int, of plane: Int) -> Span<UInt8> {
        samples.span(range(from: row, plane))
    }

    /// Gives write access to several rows of a plane, ``stride(of:)`` samples apart.
    ///
    /// - Parameters:
    ///   - row: The first row, `0..<shape(of: plane).groupRowCount`.
    ///   - plane: A plane, `0..<planes.components.count`.
    /// - Returns: All samples up to the end of the last row of the group, for as long as the rows
    ///   are mutated through them.
    @_lifetime(&self)
    package mutating func mutableRows(from row: Int, of plane: Int) -> MutableSpan<UInt8> {
        samples.mutableSpan(range(from: row, plane))
    }

    private func range(from row: Int, _ plane: Int) -> Range<Int> {
        let place = places[plane]
        let count = place.shape.groupRowCount
        precondition(row >= 0 && row < count, "the row is outside the group")
        return (place.offset + row * place.stride)..<(place.offset + count * place.stride)
    }
}
