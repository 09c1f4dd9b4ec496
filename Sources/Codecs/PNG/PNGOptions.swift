// SPDX-License-Identifier: Apache-2.0

/// How a PNG is written.
public struct PNGOptions: Hashable, Sendable {
    /// The accepted compression levels.
    public static let compressionRange: ClosedRange<Int> = 0...9

    /// The level of zlib, inside ``compressionRange``, with a filter chosen for each row; nil, the
    /// default, for an encoder of our own that is several times as fast as level 6, and whose files
    /// are about as long for photos, and longer for drawings: see `Docs/codecs.md`.
    public var compression: Int? {
        willSet { precondition(Self.accepts(newValue), "a compression level out of range") }
    }

    /// The precision of the samples.
    public var bitDepth: SampleDepth

    /// Whether to dither when 16 bits become 8; without meaning at 16 bits.
    public var dither: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - compression: Inside ``compressionRange``, or nil for the fast default.
    ///   - bitDepth: The precision of the samples.
    ///   - dither: Whether to dither when 16 bits become 8.
    public init(compression: Int? = nil, bitDepth: SampleDepth = .eight, dither: Bool = false) {
        precondition(Self.accepts(compression), "a compression level out of range")
        self.compression = compression
        self.bitDepth = bitDepth
        self.dither = dither
    }

    private static func accepts(_ level: Int?) -> Bool {
        level.map(compressionRange.contains) ?? true
    }
}
