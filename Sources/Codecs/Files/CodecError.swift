// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The reason why a file could not be decoded, or an image not encoded.
package enum CodecError: Error, Hashable, Sendable {
    /// The file is in no format that can be read; the payload is its format if that is recognized.
    case unsupportedFormat(ImageFormat?)
    /// The codec of the format is a library that is not installed.
    case codecNotInstalled(ImageFormat)
    /// The codec of the format runs in processes, and the system refused or ended them.
    case codecUnavailable(ImageFormat, CodecOutage)
    /// The file has fewer frames or pages than asked for; their number is nil where only the codec knows it.
    case noSuchFrame(count: Int?)
    /// The file uses a feature of its format that is not supported.
    case unsupportedFeature(UnsupportedFeature)
    /// The file ends before the image does.
    case truncated
    /// The bytes violate the format.
    case corrupt(Corruption)
    /// The file holds an animation or several main images, and the caller accepts only one
    /// image.
    case animated
    /// Width or height exceeds ``DecodeLimits/maximumSide``, or the limit of the format.
    case sideTooLong(PixelSize, limit: Int)
    /// The area exceeds ``DecodeLimits/maximumPixelCount``.
    case tooManyPixels(PixelSize, limit: Int)
    /// The frames of a moving image have more pixels than ``DecodeLimits/maximumMotionPixelCount``.
    case tooManyFramePixels(count: Int, frames: Int, limit: Int)
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
    /// The caller asked to stop.
    case interrupted
    /// Decoding or encoding took far more processor time than the size of the image explains.
    case tooMuchWork
    /// The library failed to encode; a defect of this program rather than of the image.
    case encoderFailed
}

/// The way in which the system kept a codec process from its work.
package enum CodecOutage: Hashable, Sendable {
    /// No process can be started.
    case notStarted
    /// The process was killed, by the system for want of memory or by an operator, and so was another one that
    /// tried again.
    case killed(signal: Int32)
    /// Memory or messages cannot be shared with the process.
    case unreachable

    /// The outage of a format's codec in words, such as "no process for WebP can be started".
    package func words(_ format: ImageFormat) -> String {
        switch self {
        case .notStarted: "no process for \(format.name) can be started on this system"
        case .killed(let signal):
            "the process for \(format.name) was killed by signal \(signal) from outside, and so was "
                + "a second one"
        case .unreachable: "this system passes nothing to the process for \(format.name)"
        }
    }
}

/// The part of a damaged file that breaks the rules of its format.
package enum Corruption: Hashable, Sendable {
    /// An invalid header field, chunk or segment, at a byte offset.
    case structure(offset: Int)
    /// A width or height that is zero or beyond the limit of the format.
    case dimensions
    /// Pixel data that cannot be decoded, after some rows were delivered.
    case pixels(rowsDecoded: Int)
    /// Damage that ``DamagePolicy/warn`` tolerates, and ``DamagePolicy/strict`` does not.
    case refused(Damage)
}

/// A feature of a supported format that this library cannot decode.
package enum UnsupportedFeature: String, Hashable, Sendable, CaseIterable {
    /// JPEG with 12 or more bits per sample.
    case precision
    /// Lossless JPEG (SOF3, SOF11), or JPEG-LS (SOF55).
    case losslessCoding
    /// Hierarchical JPEG (DHP, SOF5 to SOF7, SOF13 to SOF15).
    case hierarchicalCoding
    /// JPEG with a number of components other than 1, 3 or 4.
    case componentCount
    /// JPEG with sampling factors that the library cannot combine.
    case sampling
    /// JPEG with a coding process that the library was built without.
    case process
    /// JPEG whose height follows the pixels in a DNL segment.
    case deferredHeight
    /// A JPEG whose colors are not gray or YCbCr, where the caller asks for its stored planes.
    case planes
    /// PNG with an unknown critical chunk.
    case criticalChunk
    /// Samples with the transfer function PQ; it also encodes light brighter than white.
    case perceptualQuantizer
    /// Samples with the transfer function HLG; it also encodes light brighter than white.
    case hybridLogGamma

    /// PNG in the variant for iPhones (a CgBI chunk). Other programs cannot read it.
    case phoneOptimized
    /// SVG with texts where fonts cannot be read, or with embedded images of unknown formats.
    case drawnPart
    /// SVG with elements that are nested more deeply than its library reads.
    case nesting
    /// SVG with an attribute or a text that is longer than its library reads.
    case longText
    /// TIFF with floating-point samples.
    case floatingPoint
    /// TIFF with signed samples.
    case signedSamples
    /// A part of the file that is valid, but that the codec library does not know.
    case unknownToLibrary
    /// A file that takes more memory to decode than is estimated from the size of its image.
    case memory

    /// The unsupported feature in words, such as "lossless coding".
    package var words: String {
        switch self {
        case .precision: "12 or more bits per sample"
        case .losslessCoding: "lossless coding"
        case .hierarchicalCoding: "hierarchical coding"
        case .componentCount: "a number of components other than 1, 3 or 4"
        case .sampling: "sampling factors that cannot be combined"
        case .process: "a coding process that is not supported here"
        case .deferredHeight: "a height that follows the pixels"
        case .planes: "colors other than gray and YCbCr"
        case .criticalChunk: "a critical chunk that is not known"
        case .perceptualQuantizer: "the transfer function PQ (SMPTE ST 2084) of high dynamic range"
        case .phoneOptimized: "the variant of PNG for iPhones (CgBI)"
        case .drawnPart:
            "texts, for which there are no fonts, or an embedded image of another format"
        case .nesting: "elements nested more than 255 deep"
        case .longText: "an attribute or a text of more than 9,990,000 bytes"
        case .floatingPoint: "floating-point samples"
        case .signedSamples: "signed samples"
        case .unknownToLibrary: "a part of its format that its library does not know"
        case .memory: "a coding that takes more memory than the size of its picture"
        case .hybridLogGamma: "the transfer function HLG (ARIB STD-B67) of high dynamic range"
        }
    }
}
