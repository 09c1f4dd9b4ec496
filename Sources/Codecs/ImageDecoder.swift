// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Decodes a JPEG or PNG into bands of rows, top to bottom as they are stored.
///
/// Belongs to one thread at a time.
public struct ImageDecoder: ~Copyable {
    /// What the file says about its picture.
    public let header: ImageHeader

    /// The ICC profile that describes the delivered samples; nil stands for sRGB.
    public let iccProfile: [UInt8]?

    /// Opens a file in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. That its end is there is verified here, before any pixel.
    ///   - limits: The bounds on the picture's extent.
    ///   - shouldContinue: Asked now and then while a picture in several scans or passes is
    ///     materialized; false ends the decoding with `interrupted`.
    public init(
        bytes: [UInt8],
        limits: DecodeLimits = DecodeLimits(),
        shouldContinue: @escaping () -> Bool = { true }
    ) throws(CodecError) {
        throw .truncated
    }

    /// Opens a file that arrives in pieces.
    ///
    /// - Parameters:
    ///   - source: Delivers the file.
    ///   - limits: The bounds on the picture's extent.
    ///   - shouldContinue: As for a file in memory.
    public init(
        reading source: @escaping ByteSource,
        limits: DecodeLimits = DecodeLimits(),
        shouldContinue: @escaping () -> Bool = { true }
    ) throws(CodecError) {
        throw .truncated
    }

    /// Decodes the next rows into the front of a band and sets its `rowCount`.
    ///
    /// Fewer rows than the band has room for only at the end of the picture; then none. The rows
    /// are in coded orientation. After an error the decoder throws the same error again.
    ///
    /// - Parameter band: Of the header's layout and coded width.
    public mutating func decodeRows(into band: inout Band<Straight>) throws(CodecError) {
        throw .truncated
    }
}
