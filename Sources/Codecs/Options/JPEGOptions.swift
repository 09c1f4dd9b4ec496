// SPDX-License-Identifier: Apache-2.0

/// The options of a JPEG encoder.
public struct JPEGOptions: Hashable, Sendable {
    /// The values of the options.
    package var settings = EncoderSettings()

    /// The density of color samples in a lossy file.
    public enum Subsampling: String, Hashable, Sendable, CaseIterable {
        /// One color sample for each pixel where fewer would blur edges between colors or the quality is
        /// at least ``fullQuality``; otherwise one for two by two pixels.
        ///
        /// A render chooses by its plan and its image. An encoder on its own takes ``s420``.
        case automatic = "auto"
        /// One color sample for two by two pixels.
        case s420 = "4:2:0"
        /// One color sample for each pixel.
        case s444 = "4:4:4"
    }

    /// The quality from which ``Subsampling/automatic`` is ``Subsampling/s444``, except for blurred images.
    public static let fullQuality = 90

    /// The accepted qualities, on the scale of libjpeg.
    public static let qualityRange: ClosedRange<Int> = 1...100

    /// The quality of the encoder unless another is chosen.
    public static let defaultQuality = 82

    /// The quality on the scale of libjpeg, in ``qualityRange``.
    public var quality: Int {
        get { settings[.quality] }
        set { settings[.quality] = newValue }
    }

    /// The density of color samples; ignored for gray.
    public var subsampling: Subsampling {
        get { settings.subsampling }
        set { settings.subsampling = newValue }
    }

    /// Whether to write a progressive file.
    ///
    /// It is smaller by a few percent, at several times the cost, and no byte leaves before the
    /// last row is in.
    public var progressive: Bool {
        get { settings[flag: .progressive] }
        set { settings[flag: .progressive] = newValue }
    }

    /// Whether to compute Huffman tables for this image.
    ///
    /// The file is smaller by a few percent, at about twice the cost, and no byte leaves before the
    /// last row is in. Progressive files imply it.
    public var optimized: Bool {
        get { settings[flag: .optimize] }
        set { settings[flag: .optimize] = newValue }
    }

    /// Whether to dither when 16 bits are rounded to 8.
    public var dither: Bool {
        get { settings[flag: .dither] }
        set { settings[flag: .dither] = newValue }
    }

    /// The Huffman codes, unless they are computed for the image.
    ///
    /// Set by the render from its plan; all codes give the same pixels.
    package var codes = Codes.standard

    /// A set of Huffman codes that suits images of a kind.
    package enum Codes: Hashable, Sendable, CaseIterable {
        /// The examples in ITU-T T.81, K.3, made for photos.
        case standard
        /// For slightly blurred images: a tenth shorter after a blur with sigma 20.
        case smooth
        /// For strongly blurred images: up to half as long after a system material.
        case flat
    }

    /// Creates options for a JPEG encoder from a quality and a density of color samples.
    ///
    /// - Parameters:
    ///   - quality: The quality, in ``qualityRange``.
    ///   - subsampling: The density of color samples.
    ///   - progressive: Whether to write a progressive file.
    ///   - optimized: Whether to compute Huffman tables for this image.
    ///   - dither: Whether to dither when 16 bits are rounded to 8.
    public init(
        quality: Int = Self.defaultQuality,
        subsampling: Subsampling = .automatic,
        progressive: Bool = false,
        optimized: Bool = false,
        dither: Bool = false
    ) {
        self.quality = quality
        self.subsampling = subsampling
        self.progressive = progressive
        self.optimized = optimized
        self.dither = dither
    }
}
