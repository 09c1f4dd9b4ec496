// SPDX-License-Identifier: Apache-2.0

import Raster

/// One group of rows of every plane of a JPEG, as 8-bit samples.
///
/// A group is the unit in which libjpeg decodes and encodes: 1 to 32 rows of each component that
/// together cover the same rows of the picture. Rows begin at multiples of 64 bytes and have room
/// for whole blocks.
package struct PlaneRows: ~Copyable, Sendable {
    /// The planes of the picture.
    package let planes: JPEGPlanes

    /// The scale of the samples.
    package let scale: JPEGScale

    /// The index of the group in the rows, `0..<planes.groupCount`; nil while there is none.
    ///
    /// The caller of an encoder must set it; a decoder sets it itself.
    package var group: Int? {
        willSet {
            precondition(
                newValue.map((0..<planes.groupCount).contains) ?? true,
                "the group does not exist"
            )
        }
    }

    let places: [Place]
    var samples: Samples<UInt8>

    /// The position of a plane's rows in ``samples``.
    struct Place: Sendable {
        let shape: JPEGPlaneShape
        let offset: Int
        let stride: Int
    }

    /// Creates rows of zeros without a group.
    ///
    /// - Parameters:
    ///   - planes: The planes of the picture.
    ///   - scale: The scale of the samples; `full` for an encoder.
    package init(_ planes: JPEGPlanes, scale: JPEGScale = .full) {
        self.planes = planes
        self.scale = scale
        places = Self.places(planes, scale)
        samples = Samples(repeating: 0, count: Self.byteCount(planes, scale: scale))
    }

    /// The number of bytes that the rows of a group occupy.
    ///
    /// - Parameters:
    ///   - planes: The planes of the picture.
    ///   - scale: The scale of the samples.
    /// - Returns: The number of bytes.
    package static func byteCount(_ planes: JPEGPlanes, scale: JPEGScale = .full) -> Int {
        places(planes, scale).last.map { $0.offset + $0.stride * $0.shape.groupRowCount } ?? 0
    }

    private static func places(_ planes: JPEGPlanes, _ scale: JPEGScale) -> [Place] {
        var offset = 0
        return planes.components.indices.map { index in
            let shape = planes.shape(of: index, at: scale)
            let stride = shape.paddedWidth.roundedUp(to: Samples<UInt8>.alignment)
            defer { offset += stride * shape.groupRowCount }
            return Place(shape: shape, offset: offset, stride: stride)
        }
    }

    /// The shape of a plane, `0..<planes.components.count`.
    package func shape(of plane: Int) -> JPEGPlaneShape { places[plane].shape }

    /// The number of rows of a plane that belong to the picture; 0 without a group.
    package func rowCount(of plane: Int) -> Int {
        group.map(places[plane].shape.rowCount(ofGroup:)) ?? 0
    }

    /// Reads one row of a plane: as many samples as its shape is wide.
    ///
    /// - Parameters:
    ///   - row: A row of the group, `0..<shape(of: plane).groupRowCount`.
    ///   - plane: A plane, `0..<planes.components.count`.
    /// - Returns: The samples, for as long as the rows are borrowed.
    @_lifetime(borrow self)
    package func row(_ row: Int, of plane: Int) -> Span<UInt8> {
        samples.span(range(row, plane))
    }

    /// Writes one row of a plane: as many samples as its shape is wide.
    ///
    /// - Parameters:
    ///   - row: A row of the group, `0..<shape(of: plane).groupRowCount`.
    ///   - plane: A plane, `0..<planes.components.count`.
    /// - Returns: The samples, for as long as the rows are mutated through them.
    @_lifetime(&self)
    package mutating func mutableRow(_ row: Int, of plane: Int) -> MutableSpan<UInt8> {
        samples.mutableSpan(range(row, plane))
    }

    private func range(_ row: Int, _ plane: Int) -> Range<Int> {
        let place = places[plane]
        precondition(row >= 0 && row < place.shape.groupRowCount, "the row is outside the group")
        let start = place.offset + row * place.stride
        return start..<(start + place.shape.width)
    }
}
