// SPDX-License-Identifier: Apache-2.0

/// The color space of a JPEG with three components, guessed from its markers.
///
/// The format itself does not define one. These are the rules of libjpeg-turbo, whose own decision
/// is compared before anything is decoded.
///
/// Reference: libjpeg-turbo 2.1.5, `default_decompress_parms`; ITU-T T.871 (JFIF), 10.1; ITU-T T.872,
/// 6.5.3 (Adobe).
struct JPEGColorSpace {
    private var isJFIF = false
    private var adobeTransform: UInt8?

    /// Records an APP0 segment of JFIF or an APP14 segment of Adobe.
    mutating func note(_ marker: JPEGMarker, _ bytes: Span<UInt8>, _ segment: Range<Int>) {
        let start = segment.lowerBound
        if marker == .app0, segment.count >= 14, bytes.starts(with: "JFIF\0", at: start) {
            isJFIF = true
        } else if marker == .app14, segment.count >= 12, bytes.starts(with: "Adobe", at: start) {
            adobeTransform = bytes[start + 11]
        }
    }

    /// Whether three components with these identifiers are Y, Cb and Cr, rather than red, green and
    /// blue.
    func isYCbCr(_ identifiers: [UInt8]) -> Bool {
        if isJFIF { return true }
        if let adobeTransform { return adobeTransform != 0 }
        return identifiers != Array("RGB".utf8)
    }
}
