// SPDX-License-Identifier: Apache-2.0

import Raster

/// The checks that decide whether an ICC profile can be kept with the samples.
///
/// Reference: ICC.1:2022, 7.2 and 7.3.
enum ICCProfile {
    private static let headerByteCount = 128

    /// The channels that a profile describes.
    enum Channels: String {
        case gray = "GRAY"
        case color = "RGB "
        case inks = "CMYK"

        /// Converts a layout of planes to the channels that its profile must describe.
        init(_ layout: ChannelLayout) { self = layout.isColor ? .color : .gray }
    }

    /// Removes the padding after an ICC profile; nil if the bytes are no profile for the given
    /// channels.
    static func fitting(_ channels: Channels, _ bytes: [UInt8]) -> [UInt8]? {
        let span = bytes.span
        guard let byteCount = span.bigEndian32(at: 0),
            byteCount >= headerByteCount, byteCount <= bytes.count,
            span.starts(with: "acsp", at: 36),
            span.starts(with: Array(channels.rawValue.utf8), at: 16)
        else { return nil }
        return byteCount == bytes.count ? bytes : Array(bytes[..<byteCount])
    }

    /// Removes the padding after the ICC profile of a file; nil if it describes other channels.
    ///
    /// A profile of color describes gray as well, as browsers have it: a gray sample stands for three equal
    /// ones. A profile of gray with that curve takes its place, because formats and browsers ignore a profile
    /// of color in a gray file.
    ///
    /// - Throws: `unsupportedFeature` for a profile that names the transfer functions PQ or HLG.
    static func accepted(
        _ channels: Channels,
        _ bytes: [UInt8]?
    ) throws(CodecError) -> [UInt8]? {
        guard let bytes else { return nil }
        if let profile = fitting(channels, bytes) {
            try refuseBrightness(profile.span)
            return profile
        }
        guard channels == .gray, let profile = fitting(.color, bytes) else { return nil }
        try refuseBrightness(profile.span)
        return gray(profile)
    }

    /// Makes a profile of gray from the tone curve of a profile of color; nil for sRGB, and without such a
    /// curve.
    ///
    /// The green curve stands for all three.
    private static func gray(_ profile: [UInt8]) -> [UInt8]? {
        guard ProfileConversion(from: profile, to: nil, layout: .gray) != nil else { return nil }
        let span = profile.span
        let count = min(span.bigEndian32(at: headerByteCount) ?? 0, greatestTagCount)
        for index in 0..<count {
            let entry = headerByteCount + 4 + 12 * index
            guard span.starts(with: "gTRC", at: entry),
                let offset = span.bigEndian32(at: entry + 4),
                let byteCount = span.bigEndian32(at: entry + 8),
                offset <= profile.count, byteCount <= profile.count - offset
            else { continue }
            return making(gray: Array(profile[offset..<offset + byteCount]))
        }
        return nil
    }

    /// Throws if the `cicp` tag of an ICC profile names the transfer function PQ or HLG.
    ///
    /// Reference: ICC.1:2022, 9.2.17 and 10.3.
    private static func refuseBrightness(_ profile: Span<UInt8>) throws(CodecError) {
        let count = min(profile.bigEndian32(at: headerByteCount) ?? 0, greatestTagCount)
        for index in 0..<count {
            let entry = headerByteCount + 4 + 12 * index
            guard profile.starts(with: "cicp", at: entry),
                let offset = profile.bigEndian32(at: entry + 4),
                let primaries = profile.byte(at: offset + 8),
                let transfer = profile.byte(at: offset + 9)
            else { continue }
            _ = try CodingPoints(
                primaries: Int(primaries),
                transfer: Int(transfer),
                matrix: 0,
                isFullRange: true
            )
        }
    }

    /// The greatest number of tags that are read; real profiles have some twenty.
    private static let greatestTagCount = 100
}
