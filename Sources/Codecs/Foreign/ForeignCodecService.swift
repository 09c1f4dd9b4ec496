// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A service that runs the codecs of formats other than JPEG and PNG, in processes of their own or in this
/// one.
///
/// It is chosen by the program, as the imaging half starts no processes.
package protocol ForeignCodecService: AnyObject, Sendable {
    /// The protection of the program from these codecs.
    var protection: CodecProtection { get }

    /// The number of codec processes, and of those that ended before their time so far.
    var processCounts: (running: Int, lost: Int) { get }

    /// Returns the library of a format; nil if it is not installed.
    ///
    /// The first call waits until it is known which libraries there are.
    func library(of format: ImageFormat) -> ForeignLibrary?

    /// Returns the Debian package with the library of a format, installed or not; nil for a format without
    /// one.
    func package(of format: ImageFormat) -> String?

    /// Decodes a picture as a whole.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - picture: The picture to take of it, and its form.
    ///   - shouldContinue: Called every few milliseconds, or in this process between parts of the work, as far as
    ///     the library has some; false ends the decoding with `interrupted`.
    ///   - onLibraryError: Called with the reason when the codec fails, for a log.
    /// - Returns: The rows.
    /// - Throws: `codecNotInstalled`, `corrupt`, `truncated`, `unsupportedFeature`, `outOfMemory` or
    ///   `interrupted`.
    func decode(
        _ bytes: [UInt8],
        _ picture: ForeignDecoding,
        shouldContinue: () -> Bool,
        onLibraryError: (String) -> Void
    ) throws(CodecError) -> any ForeignRows

    /// Reads the colors of a picture that is not decoded.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - picture: The picture to take of it, and its form.
    ///   - shouldContinue: As for decoding.
    ///   - onLibraryError: As for decoding.
    /// - Returns: The colors.
    /// - Throws: As for decoding.
    func colors(
        of bytes: [UInt8],
        _ picture: ForeignDecoding,
        shouldContinue: () -> Bool,
        onLibraryError: (String) -> Void
    ) throws(CodecError) -> ForeignColors

    /// Makes room for the rows of a picture that is to be encoded.
    ///
    /// - Parameter picture: The picture.
    /// - Returns: Where the rows go.
    /// - Throws: `codecNotInstalled` or `outOfMemory`.
    func makeCanvas(_ picture: ForeignEncoding) throws(CodecError) -> any ForeignCanvas
}

/// The protection of the program from codecs.
package enum CodecProtection: Hashable, Sendable {
    /// They run in processes without files, network and other rights.
    case sandbox
    /// They run in processes of their own, but the system grants no filter of their calls; the payload is
    /// the reason.
    case processes(reason: String)
    /// They run in the process of the program.
    case none
}

/// A codec library of the distribution.
package struct ForeignLibrary: Hashable, Sendable {
    /// The Debian package, such as `libwebp7`.
    package let package: String

    /// The version that is loaded, such as `1.2.4`.
    package let version: String

    /// Lists the libraries on which files of some formats depend, in order.
    package static func versions(of formats: [ImageFormat]) -> [String] {
        Set(formats.filter(\.isForeign)).compactMap { format in
            ForeignCodecHost.current?.library(of: format).map { "\(format.rawValue) \($0.version)" }
        }.sorted()
    }

    /// Creates a description.
    package init(package: String, version: String) {
        self.package = package
        self.version = version
    }
}

/// A picture in a file, and the form of its rows.
package struct ForeignDecoding: Hashable, Sendable {
    /// The format of the file.
    package var format: ImageFormat

    /// The size of the rows.
    package var size: PixelSize

    /// The channels of the picture in RGB or gray; rows with inks have four channels instead.
    package var layout: ChannelLayout

    /// Whether the rows have four inks in place of colors.
    package var hasInks = false

    /// The precision of the samples; of two bytes, the more significant one comes first.
    package var depth: SampleDepth

    /// The frame or page, from 0.
    package var frame = 0

    /// The limits.
    package var limits: DecodeLimits

    /// The memory that the codec may take beside file and rows, in bytes.
    package var workingByteCount = 0

    /// Creates a picture to decode.
    package init(
        _ format: ImageFormat,
        size: PixelSize,
        layout: ChannelLayout,
        depth: SampleDepth,
        limits: DecodeLimits
    ) {
        self.format = format
        self.size = size
        self.layout = layout
        self.depth = depth
        self.limits = limits
    }

    /// The size of a row, in bytes.
    package var rowByteCount: Int {
        size.width * (hasInks ? 4 : layout.channelCount) * depth.byteCount
    }
}

/// A picture to be encoded.
package struct ForeignEncoding: Hashable, Sendable {
    /// The format of the file.
    package var format: ImageFormat

    /// The size of the picture.
    package var size: PixelSize

    /// The channels of the rows.
    package var layout: ChannelLayout

    /// The precision of the samples.
    package var depth = SampleDepth.eight

    /// The color profile; nil for sRGB.
    package var profile: [UInt8]?

    /// The quality, on the scale of JPEG.
    package var quality: Int

    /// The effort; nil for the default of the format.
    package var effort: Int?

    /// Whether every sample is kept.
    package var isLossless: Bool

    /// The memory that the codec may take beside rows and file, in bytes.
    package var workingByteCount = 0

    /// Creates a picture to encode.
    package init(
        _ format: ImageFormat,
        size: PixelSize,
        layout: ChannelLayout,
        quality: Int,
        effort: Int?,
        isLossless: Bool
    ) {
        self.format = format
        self.size = size
        self.layout = layout
        self.quality = quality
        self.effort = effort
        self.isLossless = isLossless
    }

    /// The size of a row, in bytes.
    package var rowByteCount: Int { size.width * layout.channelCount * depth.byteCount }
}

/// The meaning of samples, as a codec has found it.
package struct ForeignColors: Hashable, Sendable {
    /// The color profile; nil for none.
    package let profile: [UInt8]?

    /// The primaries, as ITU-T H.273 numbers them; 0 or 2 where the file does not say.
    package let primaries: Int

    /// The transfer function, as ITU-T H.273 numbers it; 0 or 2 where the file does not say.
    package let transfer: Int

    /// Creates a description.
    package init(profile: [UInt8]?, primaries: Int, transfer: Int) {
        self.profile = profile
        self.primaries = primaries
        self.transfer = transfer
    }

    /// The profile of samples with some channels; nil for sRGB.
    ///
    /// - Throws: `unsupportedFeature` for the transfer functions PQ and HLG.
    func profile(for channels: ICCProfile.Channels) throws(CodecError) -> [UInt8]? {
        if let profile = try ICCProfile.accepted(channels, profile) { return profile }
        guard channels == .color,
            let points = try CodingPoints(
                primaries: primaries,
                transfer: transfer,
                matrix: 0,
                isFullRange: true
            ), !points.isStandard
        else { return nil }
        return ICCProfile.making(points.curve, points.chromaticities)
    }
}

/// The rows of a decoded picture.
package protocol ForeignRows: AnyObject {
    /// The colors that the codec has found.
    var colors: ForeignColors { get }

    /// Copies a row.
    func copyRow(_ y: Int, into row: inout MutableSpan<UInt8>)
}

/// The room for the rows of a picture that is encoded as a whole.
package protocol ForeignCanvas: AnyObject {
    /// Copies a row to its place.
    func write(_ row: Span<UInt8>, y: Int)

    /// Encodes all rows.
    ///
    /// - Parameters:
    ///   - shouldContinue: Called every few milliseconds; false ends the encoding with `interrupted`.
    ///   - onLibraryError: Called with the reason when the codec fails, for a log.
    ///   - take: Takes the file piece by piece; false ends it with `sinkClosed`.
    /// - Throws: `encoderFailed`, `sideTooLong`, `outOfMemory`, `interrupted` or `sinkClosed`.
    func encode(
        shouldContinue: () -> Bool,
        onLibraryError: (String) -> Void,
        take: ([UInt8]) -> Bool
    ) throws(CodecError)
}
