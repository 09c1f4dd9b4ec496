// SPDX-License-Identifier: Apache-2.0

import CLCMS

/// Uses a profile in each way that the codecs use those of files.
///
/// The fence is called directly, so that Little CMS takes nearly all of the time. Any color may come out; nothing may
/// crash, hang, or write elsewhere.
enum ProfileCheck {
    /// The number of samples of a curve.
    private static let sampleCount = 256

    /// Red, green and blue, two bytes each, or four inks, for some pixels between the ends.
    private static let colors: [UInt8] =
        (0..<96).map { UInt8(truncatingIfNeeded: $0 &* 83 ^ $0 >> 3) }
        + [UInt8](repeating: 0, count: 12) + [UInt8](repeating: 255, count: 12)

    /// Reads a profile, or converts between it and sRGB.
    ///
    /// - Parameters:
    ///   - profile: The bytes of the profile.
    ///   - way: Chooses one of the ways.
    static func run(_ profile: [UInt8], as way: UInt8) {
        switch way % 6 {
        case 0: read(profile)
        case 1: convert(CLCMS_RGB16, from: profile, to: nil)
        case 2: convert(CLCMS_CMYK8, from: profile, to: nil)
        case 3: convert(CLCMS_CMYK8_INVERTED, from: profile, to: nil)
        case 4: convert(CLCMS_RGB16, from: nil, to: profile)
        default: convert(CLCMS_RGB16, from: profile, to: profile)
        }
    }

    private static func read(_ bytes: [UInt8]) {
        // SAFETY: the bytes live until the profile is closed, at the end of the closure.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress,
                let profile = unsafe clcms_profile_open(start, bytes.count)
            else { return }
            let kind = unsafe clcms_profile_kind(profile)
            var samples = [Float](repeating: 0, count: sampleCount)
            for channel: Int32 in 0..<(kind == CLCMS_TABLES ? 0 : kind == CLCMS_GRAY ? 1 : 3) {
                unsafe clcms_profile_sample(profile, channel, &samples, sampleCount)
            }
            var matrix = [Double](repeating: 0, count: 9)
            if kind == CLCMS_MATRIX { unsafe clcms_profile_matrix(profile, &matrix) }
            unsafe clcms_profile_close(profile)
        }
    }

    private static func convert(_ form: clcms_form, from: [UInt8]?, to: [UInt8]?) {
        let pixelCount = colors.count / (form == CLCMS_RGB16 ? 6 : 4)
        // The samples after the last pixel must not change.
        var output = [UInt16](repeating: 0x5a5a, count: 3 * pixelCount + 16)
        // SAFETY: all arrays live until the closures end, and so does the transform; the output has room for
        // the pixels.
        unsafe with(from) { from in
            unsafe with(to) { to in
                guard
                    let transform = unsafe clcms_transform_create(
                        form,
                        from?.baseAddress,
                        from?.count ?? 0,
                        to?.baseAddress,
                        to?.count ?? 0
                    )
                else { return }
                unsafe clcms_transform_apply(transform, colors, &output, pixelCount)
                unsafe clcms_transform_destroy(transform)
            }
        }
        precondition(output.suffix(16).allSatisfy { $0 == 0x5a5a }, "pixels beyond the last")
    }

    private static func with(
        _ bytes: [UInt8]?,
        _ body: (UnsafeBufferPointer<UInt8>?) -> Void
    ) {
        // SAFETY: the pointer does not leave the closure.
        guard let bytes else { return body(nil) }
        unsafe bytes.withUnsafeBufferPointer { unsafe body($0) }
    }
}
