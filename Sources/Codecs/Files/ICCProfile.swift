// SPDX-License-Identifier: Apache-2.0

import Raster

/// The little that must be known of a color profile to carry it.
///
/// Reference: ICC.1:2022, 7.2.
enum ICCProfile {
    private static let headerByteCount = 128

    /// A profile as it may be attached to samples of a layout, without padding behind it; nil when
    /// the bytes are no profile, or describe other channels.
    static func fitting(_ layout: ChannelLayout, _ bytes: [UInt8]) -> [UInt8]? {
        let span = bytes.span
        guard let byteCount = span.bigEndian32(at: 0),
            byteCount >= headerByteCount, byteCount <= bytes.count,
            span.starts(with: "acsp", at: 36),
            span.starts(with: layout.isColor ? "RGB " : "GRAY", at: 16)
        else { return nil }
        return byteCount == bytes.count ? bytes : Array(bytes[..<byteCount])
    }
}
