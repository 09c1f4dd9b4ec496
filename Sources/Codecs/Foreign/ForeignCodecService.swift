// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A service that runs the codecs of formats other than JPEG and PNG, in processes of their own or in this
/// one.
///
/// The program sets it, as the imaging modules start no processes themselves.
package protocol ForeignCodecService: AnyObject, Sendable {
    /// The isolation of the codecs from the program.
    var protection: CodecProtection { get }

    /// The number of codec processes that run, and of those that were lost to failures so far.
    var processCounts: (running: Int, lost: Int) { get }

    /// Whether it is known which libraries there are, so that no property of this service makes its reader wait.
    var isCounted: Bool { get }

    /// Returns the library of a format; nil if it is not installed.
    ///
    /// The first call waits until it is known which libraries there are.
    func library(of format: ImageFormat) -> ForeignLibrary?

    /// Returns the reason why no process for a format can be used; nil if it can, or if its library is not
    /// installed.
    func outage(of format: ImageFormat) -> CodecOutage?

    /// Returns the Debian package with the library of a format, installed or not; nil for a format without
    /// one.
    func package(of format: ImageFormat) -> String?

    /// Decodes all rows of a picture at once.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - picture: The picture to take of it, and its form.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    /// - Returns: The rows.
    /// - Throws: `codecNotInstalled`, `codecUnavailable`, `corrupt`, `truncated`, `unsupportedFeature`,
    ///   `outOfMemory` or `interrupted`.
    func decode(
        _ bytes: [UInt8],
        _ picture: ForeignDecoding,
        supervision: Supervision
    ) throws(CodecError) -> any ForeignRows

    /// Reads the color profile and the color space of a picture, without decoding it.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - picture: The picture to take of it, and its form.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    /// - Returns: The colors.
    /// - Throws: As for decoding.
    func colors(
        of bytes: [UInt8],
        _ picture: ForeignDecoding,
        supervision: Supervision
    ) throws(CodecError) -> ForeignColors

    /// Creates a canvas, which collects the rows of a picture and then encodes it.
    ///
    /// - Parameter picture: The picture.
    /// - Returns: Where the rows go.
    /// - Throws: `codecNotInstalled`, `codecUnavailable` or `outOfMemory`.
    func makeCanvas(_ picture: ForeignEncoding) throws(CodecError) -> any ForeignCanvas
}

/// The isolation of codecs from the program.
package enum CodecProtection: Hashable, Sendable {
    /// Codecs run in processes that may open no file or socket, as their system calls are filtered.
    case sandbox
    /// Codecs run in their own processes, but without some of the protection, each with the reason, such as
    /// `a filter of system calls (libseccomp.so.2 is not installed)`.
    case processes(without: [String])
    /// No codec process can be started, for the given reason, so that only JPEG and PNG are left.
    case unavailable(reason: String)
    /// Codecs run in the program's own process.
    case none
}

/// The Debian package and the version of a codec library.
package struct ForeignLibrary: Hashable, Sendable {
    /// The Debian package, such as `libavif15`.
    package let package: String

    /// The version of the loaded library, such as `1.2.4`.
    package let version: String

    /// Describes a library by its package and version.
    package init(package: String, version: String) {
        self.package = package
        self.version = version
    }
}

/// A request to decode a picture: its format, and the expected size, channels and depth.
package struct ForeignDecoding: Hashable, Sendable {
    /// The format of the file.
    package var format: ImageFormat

    /// The size of the decoded picture, in pixels.
    package var size: PixelSize

    /// The channels of the picture; RGB if the file is in CMYK.
    package var layout: ChannelLayout

    /// Whether the decoded rows are in CMYK, with four channels.
    package var hasInks = false

    /// The precision of the decoded samples; of two bytes, the more significant one comes first.
    package var depth: SampleDepth

    /// The index of the frame or page to decode, from 0.
    package var frame = 0

    /// The limits on the width, the height and the area of the picture.
    package var limits: DecodeLimits

    /// The memory and the processor time that the codec may take.
    package var allowance = CodecAllowance(byteCount: 0, price: .zero)

    /// Creates a request to decode the first picture of a file.
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

/// A request to encode a picture: its format, size and channels, and the settings of the encoder.
package struct ForeignEncoding: Hashable, Sendable {
    /// The format of the file.
    package var format: ImageFormat

    /// The size of the picture, in pixels.
    package var size: PixelSize

    /// The channels of the rows.
    package var layout: ChannelLayout

    /// The precision of the samples.
    package var depth = SampleDepth.eight

    /// The ICC profile of the samples; nil for sRGB.
    package var profile: [UInt8]?

    /// The values of the encoder's options.
    package var settings: EncoderSettings

    /// The memory and the processor time that the codec may take.
    package var allowance = CodecAllowance(byteCount: 0, price: .zero)

    /// Creates a request to encode a picture in sRGB with 8 bits per sample.
    package init(
        _ format: ImageFormat,
        size: PixelSize,
        layout: ChannelLayout,
        _ settings: EncoderSettings
    ) {
        self.format = format
        self.size = size
        self.layout = layout
        self.settings = settings
    }

    /// The size of a row, in bytes.
    package var rowByteCount: Int { size.width * layout.channelCount * depth.byteCount }
}

/// The color space of a picture's samples, as a codec has found it in the file.
package struct ForeignColors: Hashable, Sendable {
    /// The ICC profile of the samples; nil for none.
    package let profile: [UInt8]?

    /// The primaries, as ITU-T H.273 numbers them; 0 or 2 where the file does not say.
    package let primaries: Int

    /// The transfer function, as ITU-T H.273 numbers it; 0 or 2 where the file does not say.
    package let transfer: Int

    /// The constructs of a drawing that are drawn in another way.
    package let damage: Set<Damage>

    /// Describes a color space by an ICC profile and the numbers of ITU-T H.273.
    package init(
        profile: [UInt8]?,
        primaries: Int,
        transfer: Int,
        damage: Set<Damage> = []
    ) {
        self.profile = profile
        self.primaries = primaries
        self.transfer = transfer
        self.damage = damage
    }

    /// Returns the ICC profile if it fits the channels, or one made from the numbers; nil for sRGB.
    ///
    /// - Throws: `unsupportedFeature` for the transfer functions PQ and HLG.
    func profile(for channels: ICCProfile.Channels) throws(CodecError) -> [UInt8]? {
        if let profile = try ICCProfile.accepted(channels, profile) { return profile }
        guard let points = try CodingPoints(container: primaries, transfer: transfer),
            channels == .color ? !points.isStandard : points.curve != .standard
        else { return nil }
        return ICCProfile.making(points.curve, channels == .color ? points.chromaticities : nil)
    }
}

/// The rows of an image, which are decoded already or as they are copied.
package protocol ForeignRows: AnyObject {
    /// The color space that the codec has found in the file.
    var colors: ForeignColors { get }

    /// Copies a row, counted from the top, into a buffer; rows are copied from the top to the bottom.
    ///
    /// - Throws: An error of decoding, where the row is not decoded yet.
    func copyRow(_ y: Int, into row: inout MutableSpan<UInt8>) throws(CodecError)
}

/// A buffer that collects the rows of a picture, which is then encoded as a whole.
package protocol ForeignCanvas: AnyObject {
    /// Copies a row into the buffer, at its place from the top.
    func write(_ row: Span<UInt8>, y: Int)

    /// Encodes all rows of the buffer to a file.
    ///
    /// - Parameters:
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    ///   - take: Takes the file piece by piece; false ends it with `sinkClosed`.
    /// - Throws: `encoderFailed`, `sideTooLong`, `outOfMemory`, `interrupted` or `sinkClosed`.
    func encode(supervision: Supervision, take: ([UInt8]) -> Bool) throws(CodecError)
}
