// SPDX-License-Identifier: Apache-2.0

import Raster

/// The blocks of 64 quantized coefficients of every plane in one MCU row (a group) of a JPEG.
///
/// A group covers the same rows of the image as in ``PlaneRows``. Blocks begin at samples whose
/// indices are multiples of eight. Blocks at the edges may belong to the plane only in part.
package struct BlockRows: ~Copyable, Sendable {
    /// The image planes.
    package let planes: JPEGPlanes

    /// The index of the MCU row, `0..<planes.groupCount`; nil while none is held.
    package var group: Int? {
        willSet {
            precondition(
                newValue.map((0..<planes.groupCount).contains) ?? true,
                "the group does not exist"
            )
        }
    }

    let places: [Place]
    var masks: Samples<UInt64>
    var coefficients: Samples<Int16>

    /// The position of a plane's blocks, one after the other, row by row.
    struct Place: Sendable {
        let shape: JPEGPlaneShape
        let offset: Int

        /// The number of blocks in a row.
        var width: Int { (shape.width + shape.points - 1) / shape.points }

        /// The number of rows of blocks in an MCU row.
        var height: Int { shape.groupRowCount / shape.points }
    }

    /// Creates room for an MCU row, with coefficients of zero.
    ///
    /// - Parameter planes: The image planes.
    package init(_ planes: JPEGPlanes) {
        self.planes = planes
        places = Self.places(planes)
        let count = Self.blockCount(places)
        masks = Samples(repeating: 0, count: count)
        coefficients = Samples(repeating: 0, count: 64 * count)
    }

    /// The number of bytes that the blocks of an MCU row take.
    ///
    /// - Parameter planes: The image planes.
    /// - Returns: The number of bytes.
    package static func byteCount(_ planes: JPEGPlanes) -> Int {
        blockCount(places(planes))
            * (MemoryLayout<UInt64>.stride + 64 * MemoryLayout<Int16>.stride)
    }

    private static func places(_ planes: JPEGPlanes) -> [Place] {
        var offset = 0
        return planes.components.indices.map { index in
            let place = Place(shape: planes.shape(of: index), offset: offset)
            offset += place.width * place.height
            return place
        }
    }

    private static func blockCount(_ places: [Place]) -> Int {
        places.last.map { $0.offset + $0.width * $0.height } ?? 0
    }

    /// The number of rows of blocks of a plane that lie inside of the image; 0 while no MCU row
    /// is held.
    package func rowCount(of plane: Int) -> Int {
        let shape = places[plane].shape
        return group.map { (shape.rowCount(ofGroup: $0) + shape.points - 1) / shape.points } ?? 0
    }

    /// Gives a closure write access to the masks and the coefficients of a row of blocks of a
    /// plane.
    ///
    /// - Parameters:
    ///   - row: A row of the group, from 0 on.
    ///   - plane: A plane, `0..<planes.components.count`.
    ///   - body: Fills, for each block, a mask with a bit for each nonzero coefficient, from the lowest
    ///     bit on, and 64 coefficients, row by row; these are undefined where the bit is 0. No
    ///     coefficient may exceed the coefficients of samples from 0 to 255.
    package mutating func writeRow(
        _ row: Int,
        of plane: Int,
        _ body: (inout MutableSpan<UInt64>, inout MutableSpan<Int16>) -> Void
    ) {
        let place = places[plane]
        precondition(row >= 0 && row < place.height, "the row is outside the group")
        let start = place.offset + row * place.width
        Self.write(start..<(start + place.width), &masks, &coefficients, body)
    }

    /// Gives a closure write access to the mask and the coefficients of one block of a plane.
    ///
    /// - Parameters:
    ///   - row: A row of the group, from 0 on.
    ///   - column: The index of the block in its row.
    ///   - plane: A plane, `0..<planes.components.count`.
    ///   - body: Fills a mask and 64 coefficients, as for a row of blocks.
    package mutating func writeBlock(
        _ row: Int,
        _ column: Int,
        of plane: Int,
        _ body: (inout MutableSpan<UInt64>, inout MutableSpan<Int16>) -> Void
    ) {
        let place = places[plane]
        precondition(row >= 0 && row < place.height, "the row is outside the group")
        precondition(column >= 0 && column < place.width, "the block is outside the row")
        let block = place.offset + row * place.width + column
        Self.write(block..<(block + 1), &masks, &coefficients, body)
    }

    private static func write(
        _ blocks: Range<Int>,
        _ masks: inout Samples<UInt64>,
        _ coefficients: inout Samples<Int16>,
        _ body: (inout MutableSpan<UInt64>, inout MutableSpan<Int16>) -> Void
    ) {
        var maskSpan = masks.mutableSpan(blocks)
        var coefficientSpan = coefficients.mutableSpan(
            (64 * blocks.lowerBound)..<(64 * blocks.upperBound)
        )
        body(&maskSpan, &coefficientSpan)
    }
}
