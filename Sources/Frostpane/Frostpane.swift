// SPDX-License-Identifier: Apache-2.0

@_exported public import Codecs
@_exported public import Effects
import Kernels
@_exported public import Raster
import Rendering

/// Frosted glass for images in files.
///
/// ```swift
/// let frosted = try Frostpane.render(photo, .material(.systemThinMaterial))
/// ```
///
/// The same image, effect and options always give the same bytes, on every processor.
public enum Frostpane {
    /// Applies an effect to an image, and returns the encoded file.
    ///
    /// Renders on the calling thread. Scenes of many panes on panes need up to 3 MB of stack.
    ///
    /// - Parameters:
    ///   - file: The bytes of a PNG or JPEG file.
    ///   - effect: The effect.
    ///   - options: The result format, and limits.
    /// - Returns: The result bytes.
    /// - Throws: ``Failure``.
    public static func render(
        _ file: some Sequence<UInt8>,
        _ effect: Effect,
        _ options: Options = Options()
    ) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        try render(file, effect, options) { result += $0 }
        return result
    }

    /// Applies an effect to an image, and hands over the encoded file in pieces while rows are
    /// still decoded.
    ///
    /// - Parameters:
    ///   - file: The bytes of a PNG or JPEG file.
    ///   - effect: The effect.
    ///   - options: The result format, and limits.
    ///   - write: Receives the pieces of the result in their order, on the calling thread. An error
    ///     ends the rendering.
    /// - Throws: ``Failure``; the pieces until then are not a whole file.
    public static func render(
        _ file: some Sequence<UInt8>,
        _ effect: Effect,
        _ options: Options = Options(),
        write: (_ piece: [UInt8]) throws -> Void
    ) throws(Failure) {
        try Rendering(file, effect, options).run(write: write)
    }

    /// The instruction sets for which pixel kernels were built, such as `avx2`; the fastest that
    /// the processor has is used.
    public static var kernels: [String] { InstructionSet.built.map(\.rawValue) }
}
