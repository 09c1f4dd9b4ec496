// SPDX-License-Identifier: Apache-2.0

import CLCMS

/// The contents of an ICC profile: tone curves, with a matrix for RGB, or lookup tables.
///
/// Reference: ICC.1:2022, 8.3 and 10.
@safe
enum ColorModel: Sendable {
    /// The tone curve of a gray profile.
    case gray(ToneCurve)
    /// The tone curves of red, green and blue, and the matrix from their light to XYZ.
    case shaper([ToneCurve], PrimaryMatrix)
    /// Lookup tables of colors; only Little CMS evaluates them.
    case tables

    /// The curves and the matrix of sRGB.
    static let standard = ColorModel(nil) ?? .tables

    /// Reads a profile; nil if it cannot be used, as it is damaged or larger than allowed.
    ///
    /// - Parameter profile: The profile of gray or RGB samples; nil for sRGB.
    init?(profile: [UInt8]) {
        guard let model = Self(profile as [UInt8]?) else { return nil }
        self = model
    }

    /// The greatest amount of memory that Little CMS takes for a conversion between two profiles,
    /// in bytes.
    static func greatestByteCount(profiles byteCount: Int) -> Int {
        // The two profiles are read one after the other, before the conversion.
        clcms_memory_limit(byteCount)
    }

    private init?(_ profile: [UInt8]?) {
        // SAFETY: the bytes live within the closure, and C is told how many there are. The library
        // copies what it keeps.
        let opened = unsafe profile.map { bytes in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe clcms_profile_open($0.baseAddress, $0.count)
            }
        }
        // SAFETY: without bytes the profile is sRGB.
        guard let handle = unsafe profile == nil ? clcms_profile_open(nil, 0) : opened ?? nil else {
            return nil
        }
        // SAFETY: the handle was opened before and is used nowhere else.
        defer { unsafe clcms_profile_close(handle) }
        // SAFETY: as before.
        switch unsafe clcms_profile_kind(handle) {
        case CLCMS_GRAY:
            // SAFETY: as before.
            self = .gray(unsafe Self.curve(0, of: handle))
        case CLCMS_MATRIX:
            var values = [Double](repeating: 0, count: 9)
            // SAFETY: C writes nine numbers, for which there is room.
            unsafe values.withUnsafeMutableBufferPointer { buffer in
                if let start = buffer.baseAddress { unsafe clcms_profile_matrix(handle, start) }
            }
            guard let matrix = PrimaryMatrix(values) else { return nil }
            // SAFETY: the handle is open.
            let curves = unsafe [
                Self.curve(0, of: handle), Self.curve(1, of: handle), Self.curve(2, of: handle),
            ]
            self = .shaper(curves, matrix)
        default: self = .tables
        }
    }

    private static func curve(_ channel: Int32, of handle: OpaquePointer) -> ToneCurve {
        var values = [Float](repeating: 0, count: ToneCurve.sampleCount)
        // SAFETY: the caller's handle is open, and C is told how many numbers there is room for.
        unsafe values.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe clcms_profile_sample(handle, channel, start, buffer.count)
        }
        return ToneCurve(light: values)
    }
}

/// A conversion of RGB or CMYK pixels to RGB by Little CMS.
///
/// It takes some hundred nanoseconds for each pixel, and serves profiles of tables.
@safe
final class TableConversion {
    /// The format of the pixels to convert.
    enum Form {
        /// Interleaved red, green and blue, with 16 bits per sample.
        case rgb
        /// Interleaved CMYK with 8 bits per sample; 255 is full ink, or 0 if the samples are
        /// inverted.
        case inks(isInverted: Bool)
    }

    private let handle: OpaquePointer

    /// Creates a conversion between two ICC profiles; nil if one of them cannot be used.
    ///
    /// - Parameters:
    ///   - form: The samples to convert.
    ///   - source: Their profile; nil for sRGB.
    ///   - target: The profile of the results; nil for sRGB.
    init?(_ form: Form, from source: [UInt8]?, to target: [UInt8]?) {
        let form =
            switch form {
            case .rgb: CLCMS_RGB16
            case .inks(let isInverted): isInverted ? CLCMS_CMYK8_INVERTED : CLCMS_CMYK8
            }
        // SAFETY: the bytes live within the closures, and C is told how many there are. An absent
        // profile has no address. The library copies what it keeps.
        let handle = unsafe (source ?? []).withUnsafeBufferPointer { from in
            unsafe (target ?? []).withUnsafeBufferPointer { to in
                unsafe clcms_transform_create(
                    form,
                    source == nil ? nil : from.baseAddress,
                    from.count,
                    target == nil ? nil : to.baseAddress,
                    to.count
                )
            }
        }
        guard let handle = unsafe handle else { return nil }
        // SAFETY: the handle was created before.
        unsafe self.handle = handle
    }

    deinit {
        // SAFETY: `self` is the only owner of the handle.
        unsafe clcms_transform_destroy(handle)
    }

    /// Converts interleaved RGB pixels to interleaved RGB pixels, both with 16 bits per sample.
    func convert(_ input: [UInt16], to output: inout [UInt16]) {
        precondition(input.count == output.count && input.count % 3 == 0, "parts of pixels")
        // SAFETY: both hold as many pixels as C is told, and live within the closures.
        unsafe input.withUnsafeBytes { input in
            unsafe convert(input.bindMemory(to: UInt8.self), to: &output)
        }
    }

    /// Converts interleaved CMYK pixels with 8 bits per sample to RGB with 16 bits per sample.
    func convert(_ input: Span<UInt8>, to output: inout [UInt16]) {
        precondition(input.count / 4 == output.count / 3, "another number of pixels")
        // SAFETY: both hold as many pixels as C is told, and live within the closures.
        unsafe input.withUnsafeBufferPointer { unsafe convert($0, to: &output) }
    }

    private func convert(_ input: UnsafeBufferPointer<UInt8>, to output: inout [UInt16]) {
        let count = output.count / 3
        // SAFETY: the callers have checked that both hold this number of pixels.
        unsafe output.withUnsafeMutableBufferPointer { output in
            guard let from = input.baseAddress, let to = output.baseAddress else { return }
            unsafe clcms_transform_apply(handle, from, to, count)
        }
    }
}

// SAFETY: one render owns the conversion, and one thread at a time decodes for it.
extension TableConversion: @unchecked Sendable {}

extension LibraryVersions {
    /// The version of Little CMS, such as 2.14.
    static var colorManagement: String {
        let version = clcms_version()
        return "\(version / 1000).\(version % 1000 / 10)"
    }
}
