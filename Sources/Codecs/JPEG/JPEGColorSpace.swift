// SPDX-License-Identifier: Apache-2.0

/// What the markers of a JPEG with three components say about their meaning.
///
/// Nothing in the format itself does; this is how libjpeg-turbo reads the signs, whose own verdict is
/// compared before anything is decoded.
///
/// Reference: libjpeg-turbo 2.1.5, `default_decompress_parms`; ITU-T T.871 (JFIF), 10.1; ITU-T T.872,
/// 6.5.3 (Adobe).
struct JPEGColorSpace {
    private var isJFIF = false
    private var adobeTransform: UInt8?

    /// Notes an APP0 or APP14 segment if it is JFIF's or Adobe's.
    mutating func note(_ marker: JPEGMarker, _ bytes: Span<UInt8>, _ segment: Range<Int>) {
        let start = segment.lowerBound
        if marker == .app0, segment.count >= 14, bytes.starts(with: "JFIF\0", at: start) {
            isJFIF = true
        } else if marker == .app14, segment.count >= 12, bytes.starts(with: "Adobe", at: start) {
            adobeTransform = bytes[start + 11]
        }
    }

    /// Whether three components of these identifiers are luminance and two differences of color,
    /// rather than red, green and blue.
    func isYCbCr(_ identifiers: [UInt8]) -> Bool {
        if isJFIF { return true }
        if let adobeTransform { return adobeTransform != 0 }
        return identifiers != Array("RGB".utf8)
    }
}
