// SPDX-License-Identifier: Apache-2.0

/// The options of a PNG encoder.
public struct PNGOptions: Hashable, Sendable {
    /// The accepted compression levels.
    public static let compressionRange: ClosedRange<Int> = 0...9

    /// The compression level of zlib, in ``compressionRange``; nil, the default, for this module's
    /// own encoder.
    ///
    /// With a level, libpng chooses a filter for each row. The own encoder is several times as fast
    /// as level 6; its files are about as long for photos, and longer for drawings: see
    /// `Docs/codecs.md`.
    public var compression: Int? {
        willSet { precondition(Self.accepts(newValue), "the compression level is out of range") }
    }

    /// The precision of the samples.
    public var bitDepth: SampleDepth

    /// Whether to dither when 16 bits are rounded to 8; ignored at 16 bits.
    public var dither: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - compression: A level in ``compressionRange``, or nil for the fast default.
    ///   - bitDepth: The precision of the samples.
    ///   - dither: Whether to dither when 16 bits are rounded to 8.
    public init(compression: Int? = nil, bitDepth: SampleDepth = .eight, dither: Bool = false) {
        precondition(Self.accepts(compression), "the compression level is out of range")
        self.compression = compression
        self.bitDepth = bitDepth
        self.dither = dither
    }

    private static func accepts(_ level: Int?) -> Bool {
        level.map(compressionRange.contains) ?? true
    }
}
