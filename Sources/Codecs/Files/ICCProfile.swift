// SPDX-License-Identifier: Apache-2.0

import Raster

/// The checks that decide whether a color profile can be kept with the samples.
///
/// Reference: ICC.1:2022, 7.2.
enum ICCProfile {
    private static let headerByteCount = 128

    /// Removes the padding behind a profile; nil if the bytes are no profile for the channels of a
    /// layout.
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
