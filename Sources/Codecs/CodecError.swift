// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Why a file could not be decoded, or a picture not be encoded.
public enum CodecError: Error, Hashable, Sendable {
    /// The bytes are neither JPEG nor PNG; the format's name where it is a known one.
    case unsupportedFormat(ForeignFormat?)
    /// The format is one of ours, the file uses a part of it that is not supported.
    case unsupportedFeature(UnsupportedFeature)
    /// The bytes end before the picture does.
    case truncated
    /// The bytes break the rules of the format.
    case corrupt(Corruption)
    /// The file holds an animation or several pictures of equal rank.
    case animated
    /// Width or height exceeds DecodeLimits/maximumSide, or what the format can hold.
    case sideTooLong(PixelSize, limit: Int)
    /// The area exceeds DecodeLimits/maximumPixelCount.
    case tooManyPixels(PixelSize, limit: Int)
    /// A JPEG has more than DecodeLimits/maximumScanCount scans.
    case tooManyScans(limit: Int)
    /// More than DecodeLimits/maximumHeaderByteCount bytes precede the pixels.
    case headerTooLong(limit: Int)
    /// A JPEG has more segments, or a PNG more chunks, than DecodeLimits/maximumSegmentCount.
    case tooManySegments(limit: Int)
    /// The color profile is larger than DecodeLimits/maximumProfileByteCount.
    case profileTooLarge(limit: Int)
    /// An allocation was refused, or a library exceeded the memory that it was granted.
    case outOfMemory
    /// The callback source threw SourceFailed.
    case sourceFailed
    /// The sink threw SinkClosed.
    case sinkClosed
    /// The caller's check asked to stop.
    case interrupted
    /// The library refused to encode; a defect of this program rather than of the picture.
    case encoderFailed
}
