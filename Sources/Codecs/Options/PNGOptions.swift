// SPDX-License-Identifier: Apache-2.0

/// The options of a PNG encoder.
public struct PNGOptions: Hashable, Sendable {
    /// The values of the options.
    package var settings = EncoderSettings()

    /// The accepted compression levels of zlib.
    public static let compressionRange: ClosedRange<Int> = 0...9

    /// The compression level of zlib, in ``compressionRange``; nil, the default, for this module's
    /// own encoder.
    ///
    /// With a level, libpng chooses a filter for each row. The own encoder is several times as fast
    /// as level 6; its files are about as long for photos, and longer for drawings: see
    /// `Docs/codecs.md`. With ``reduces``, level 1 takes its place where it makes less of a sample.
    public var compression: Int? {
        get { settings[.compression] == EncoderOption.open ? nil : settings[.compression] }
        set { settings[.compression] = newValue ?? EncoderOption.open }
    }

    /// The precision of the samples.
    public var bitDepth = SampleDepth.eight

    /// Whether to dither when 16 bits are rounded to 8; ignored at 16 bits.
    public var dither: Bool {
        get { settings[flag: .dither] }
        set { settings[flag: .dither] = newValue }
    }

    /// Whether to store the image in the pixel format with the fewest bits that holds it without loss,
    /// but in no palette if the file is shorter without.
    ///
    /// It loses an opaque alpha, equal colors, the second byte of samples that have equal ones, and bits
    /// that the levels of gray or 256 colors do not need. From level 7 on, the best of several ways to
    /// filter is taken. Rows are held until it is known what the image needs: nothing is written before
    /// the last row of one that may be reduced, unless it has more than ``heldByteLimit``, and without a
    /// compression level nothing before 1 MiB of rows.
    public var reduces = false

    /// The greatest size of an image whose rows are held back to be reduced, in bytes: a screen of
    /// 2880 × 1800 pixels with alpha.
    public static let heldByteLimit = 20 << 20

    /// Creates options for a PNG encoder from a compression level and a bit depth.
    ///
    /// - Parameters:
    ///   - compression: A level in ``compressionRange``, or nil for the fast default.
    ///   - bitDepth: The precision of the samples.
    ///   - dither: Whether to dither when 16 bits are rounded to 8.
    ///   - reduces: Whether to store an image in as few bits as hold it.
    public init(
        compression: Int? = nil,
        bitDepth: SampleDepth = .eight,
        dither: Bool = false,
        reduces: Bool = false
    ) {
        self.compression = compression
        self.bitDepth = bitDepth
        self.dither = dither
        self.reduces = reduces
    }
}
