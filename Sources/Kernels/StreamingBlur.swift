// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A Gaussian blur through which rows flow.
public struct StreamingBlur: ~Copyable, Sendable {
    /// What the blur does to the extent of the picture.
    public let geometry: BlurGeometry

    /// The channels of all bands that go in and come out.
    public let layout: ChannelLayout

    /// Whether the next output row needs more input; false once all input rows are there.
    public var isHungry: Bool { false }

    /// Prepares a blur; all memory is allocated here.
    ///
    /// - Parameters:
    ///   - geometry: Extent, standard deviation and edge mode.
    ///   - layout: The channels; has alpha if the edge mode introduces it.
    ///   - instructionSet: The variant that does it.
    public init(
        geometry: BlurGeometry,
        layout: ChannelLayout,
        instructionSet: InstructionSet = .current
    ) {
        self.geometry = geometry
        self.layout = layout
    }

    /// Takes the next row of the picture.
    ///
    /// - Parameters:
    ///   - band: As wide as the picture.
    ///   - row: The row of the band that is next.
    public mutating func push(_ band: borrowing Band<Premultiplied>, row: Int) {}

    /// Takes rows of the picture until an output row is ready.
    ///
    /// - Parameters:
    ///   - band: As wide as the picture.
    ///   - rows: The rows of the band that are next.
    /// - Returns: How many rows were taken, from the front of `rows`; none unless ``isHungry``.
    public mutating func push(_ band: borrowing Band<Premultiplied>, rows: Range<Int>) -> Int { 0 }

    /// Writes the next row of the result.
    ///
    /// - Parameters:
    ///   - band: As wide as the result.
    ///   - row: The row of the band that is written; the band's `rowCount` stays as it is.
    /// - Returns: Whether a row was written: false when more input is needed, or at the end.
    public mutating func pull(into band: inout Band<Premultiplied>, row: Int) -> Bool { false }
}

extension BlurGeometry {
    /// The bytes that a ``StreamingBlur`` of this geometry allocates, exactly.
    ///
    /// - Parameter channels: The number of channels, 1 to 4.
    /// - Returns: Bytes.
    public func workingByteCount(channels: Int) -> Int { 0 }
}
