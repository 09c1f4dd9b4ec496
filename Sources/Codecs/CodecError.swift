// SPDX-License-Identifier: Apache-2.0

public import Raster

/// The reason why a file could not be decoded, or a picture not encoded.
public enum CodecError: Error, Hashable, Sendable {
    /// The bytes are neither JPEG nor PNG; carries the format where it is a known one.
    case unsupportedFormat(ImageFormat?)
    /// The file is a JPEG or PNG, but uses a feature that is not supported.
    case unsupportedFeature(UnsupportedFeature)
    /// The file ends before the picture does.
    case truncated
    /// The bytes violate the format.
    case corrupt(Corruption)
    /// The file holds an animation or several pictures of equal rank.
    case animated
    /// Width or height exceeds ``DecodeLimits/maximumSide``, or the limit of the format.
    case sideTooLong(PixelSize, limit: Int)
    /// The area exceeds ``DecodeLimits/maximumPixelCount``.
    case tooManyPixels(PixelSize, limit: Int)
    /// A JPEG has more than ``DecodeLimits/maximumScanCount`` scans.
    case tooManyScans(limit: Int)
    /// More than ``DecodeLimits/maximumHeaderByteCount`` bytes precede the pixels.
    case headerTooLong(limit: Int)
    /// A JPEG has more segments, or a PNG more chunks, than ``DecodeLimits/maximumSegmentCount``.
    case tooManySegments(limit: Int)
    /// The color profile is larger than ``DecodeLimits/maximumProfileByteCount``.
    case profileTooLarge(limit: Int)
    /// A memory allocation failed, or a library exceeded its memory limit.
    case outOfMemory
    /// The ``ByteSource`` threw ``SourceFailed``.
    case sourceFailed
    /// The ``ByteSink`` threw ``SinkClosed``.
    case sinkClosed
    /// The caller's check asked to stop.
    case interrupted
    /// The library failed to encode; a defect of this program rather than of the picture.
    case encoderFailed
}
