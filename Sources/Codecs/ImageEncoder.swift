// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Encodes bands of rows, top to bottom, and hands the file to a sink while it is being made.
///
/// Chunks of ``firstChunkByteCount``, then ``chunkByteCount`` or a little more reach the sink; the
/// last may be shorter. Belongs to one thread at a time.
public struct ImageEncoder: ~Copyable {
    /// The bytes that the sink gets first, so that a client sees the beginning early.
    public static let firstChunkByteCount = 16 << 10

    /// The bytes that the sink gets after that.
    public static let chunkByteCount = 64 << 10

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: The channels; a JPEG takes `gray` and `rgb` only.
    ///   - iccProfile: The profile of the samples; nil for sRGB. One whose color space does not fit
    ///     the layout is not written.
    ///   - sink: Takes the file; what it throws ends the encoding with `sinkClosed`.
    /// - Throws: `sideTooLong` for a size that the format cannot hold, or `outOfMemory`.
    public init(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout,
        iccProfile: [UInt8]? = nil,
        sink: @escaping ByteSink
    ) throws(CodecError) {
        throw .encoderFailed
    }

    /// Encodes the valid rows of a band after those before it.
    ///
    /// - Parameter band: Of the layout and width that the encoder was made for.
    /// - Throws: `sinkClosed`, or `encoderFailed`; the same again from then on.
    public mutating func encodeRows(_ band: borrowing Band<Straight>) throws(CodecError) {
        throw .encoderFailed
    }

    /// Completes the file once every row is in, and hands the rest of it to the sink.
    public consuming func finish() throws(CodecError) {
        throw .encoderFailed
    }

    /// An upper estimate of the bytes that an encoder allocates.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent.
    ///   - layout: The channels.
    public static func byteCount(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout
    ) -> Int {
        0
    }
}
