// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// The color space in which a render computes: the source color space where possible, else
/// sRGB.
///
/// Filters and blend modes compute with the encoded samples of that space. Colors and images that a
/// plan brings are converted to it once. Results are written in it.
struct WorkingSpace: Hashable, Sendable {
    /// The ICC profile of the color space; nil for sRGB.
    let profile: [UInt8]?

    /// The channels of the source image.
    private let layout: ChannelLayout

    /// The color space sRGB.
    static let standard = WorkingSpace(profile: nil, layout: .rgb)

    private init(profile: [UInt8]?, layout: ChannelLayout) {
        self.profile = profile
        self.layout = layout
    }

    /// Reads the color space of a source image that is not converted to sRGB.
    ///
    /// - Parameters:
    ///   - source: The image.
    ///   - limits: The largest size of an image.
    ///   - cancellation: Checked while a codec looks for the profile.
    /// - Throws: ``RenderError``: a space that could not be read is never taken for sRGB.
    init(
        keptBy source: SourceImage,
        _ limits: DecodeLimits,
        _ cancellation: Cancellation
    ) throws(RenderError) {
        guard source.header.profileByteCount > 0 else {
            self.init(profile: nil, layout: source.header.layout)
            return
        }
        do {
            let profile = try ImageDecoder.iccProfile(
                of: source.bytes,
                limits: limits,
                damage: source.damage,
                taking: source.selection,
                supervision: cancellation.supervision
            )
            self.init(profile: profile, layout: source.header.layout)
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    /// Returns a plan and output options with their colors converted to this color space.
    func converting(_ plan: Plan, _ output: OutputOptions) -> (Plan, OutputOptions) {
        // Where the space is gray, so are all colors.
        guard let conversion = ProfileConversion(from: nil, to: profile, layout: layout) else {
            return (plan, output)
        }
        var output = output
        output.background = Color(conversion.convert(StraightColor(output.background)))
        return (plan.mappingColors(conversion.convert), output)
    }

    /// The conversion of an image's samples to this color space; nil if none is needed.
    ///
    /// - Parameters:
    ///   - profile: The color profile of the image; nil for sRGB.
    ///   - layout: The image channels.
    /// - Returns: The conversion.
    func conversion(from profile: [UInt8]?, layout: ChannelLayout) -> ProfileConversion? {
        ProfileConversion(from: profile, to: self.profile, layout: layout)
    }
}

extension WorkingSpace {
    /// Whether a render may convert its source image to sRGB.
    ///
    /// - Parameters:
    ///   - header: The header of the source image.
    ///   - output: The result format.
    ///   - layout: The result channels: a profile of gray cannot describe color, nor gray in a
    ///     format whose files are RGB.
    /// - Returns: Whether the result may have another profile than the source.
    static func replaces(
        _ header: ImageHeader,
        _ output: OutputOptions,
        layout: ChannelLayout
    ) -> Bool {
        header.profileByteCount > 0
            && (output.profile == .srgb || header.layout.isColor != layout.isColor
                || !layout.isColor && !output.encoding.format.keepsGray)
    }

    /// An upper bound of the memory and the work of converting an image, without reading its profile.
    ///
    /// - Parameters:
    ///   - header: The image header.
    ///   - byteCount: The greatest size of the other profile, in bytes.
    /// - Returns: The most that it takes.
    static func estimate(_ header: ImageHeader, to byteCount: Int) -> RenderEstimate {
        let profiles = header.profileByteCount + byteCount
        if profiles == 0 { return RenderEstimate(memory: 0, work: 0) }
        return RenderEstimate(
            memory: ProfileConversion.byteCount(profiles: profiles),
            work: header.codedSize.pixelCount * ProfileConversion.passes(profiles: profiles)
        )
    }
}
