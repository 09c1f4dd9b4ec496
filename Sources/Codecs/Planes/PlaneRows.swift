// SPDX-License-Identifier: Apache-2.0

import Raster

/// The 8-bit samples of every plane in one MCU row (a group) of a JPEG.
///
/// A group is the unit in which libjpeg decodes and encodes, its iMCU row: 1 to 32 rows of each
/// component that together cover the same rows of the image. Rows begin at multiples of 64 bytes
/// and have room for whole blocks.
package struct PlaneRows: ~Copyable, Sendable {
    /// The image planes.
    package let planes: JPEGPlanes

    /// The scale at which the samples were or will be decoded.
    package let scale: JPEGScale

    /// The index of the MCU row, `0..<planes.groupCount`; nil while none is held.
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

    /// Creates room for an MCU row, with samples of zero.
    ///
    /// - Parameters:
    ///   - planes: The image planes.
    ///   - scale: The scale of the samples; `full` for an encoder.
    package init(_ planes: JPEGPlanes, scale: JPEGScale = .full) {
        self.planes = planes
        self.scale = scale
        places = Self.places(planes, scale)
        samples = Samples(repeating: 0, count: Self.byteCount(planes, scale: scale))
    }

    /// The number of bytes that the samples of an MCU row take.
    ///
    /// - Parameters:
    ///   - planes: The image planes.
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

    /// The size and the sampling of a plane, `0..<planes.components.count`.
    package func shape(of plane: Int) -> JPEGPlaneShape { places[plane].shape }

    /// The number of rows of a plane that lie inside of the image; 0 while no MCU row is held.
    package func rowCount(of plane: Int) -> Int {
        group.map(places[plane].shape.rowCount(ofGroup:)) ?? 0
    }

    /// Gives read access to one row of a plane: as many samples as its shape is wide.
    ///
    /// - Parameters:
    ///   - row: A row of the group, `0..<shape(of: plane).groupRowCount`.
    ///   - plane: A plane, `0..<planes.components.count`.
    /// - Returns: The samples, for as long as the rows are borrowed.
    @_lifetime(borrow self)
    package func row(_ row: Int, of plane: Int) -> Span<UInt8> {
        samples.span(range(row, plane))
    }

    /// Gives write access to one row of a plane: as many samples as its shape is wide.
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
