// SPDX-License-Identifier: Apache-2.0

public import Codecs
import Effects

/// One parameter of a rendering: everything that is known about it, in one row.
///
/// The rows of ``table`` feed the query string, the fields of a multipart form, the flags of the
/// command line, the table in README.md and the test that holds openapi.yaml.
public struct RenderParameter: Hashable, Sendable {
    /// The names, as they stand in a query string; `--name` on the command line.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Standard deviation of the blur.
        case blur
        /// Multiplier of saturation.
        case saturate
        /// Filters in the words of CSS.
        case filter
        /// What a blur is made of.
        case kernel
        /// What the blur sees beyond the picture.
        case edge
        /// Name of a material.
        case material
        /// Style of the text that is to be legible on the material.
        case text
        /// Contrast that the text is to have.
        case contrast
        /// How contrast is measured.
        case measure
        /// Where the text stands.
        case textBox = "text-box"
        /// Light or dark variant of the material.
        case appearance
        /// Pixels per point of the material.
        case scale
        /// Whether the material is opaque.
        case reduceTransparency = "reduce-transparency"
        /// Whether the material stands out more.
        case increaseContrast = "increase-contrast"
        /// Color in place of an opaque material.
        case solid
        /// Color of a material that takes one.
        case tint
        /// A part of the picture that the effect is kept to.
        case region
        /// Radius of the corners of regions.
        case corner
        /// Curve of the corners of regions.
        case cornerCurve = "corner-curve"
        /// Whether the effect is outside of the regions.
        case invertRegion = "invert-region"
        /// Picture that the effect is multiplied by.
        case mask
        /// What of the mask counts.
        case maskChannel = "mask-channel"
        /// Whether nothing in the regions is to be recognized.
        case redact
        /// Encoding of the result.
        case format
        /// JPEG quality.
        case quality
        /// JPEG chroma subsampling.
        case subsampling
        /// JPEG in several scans.
        case progressive
        /// JPEG with Huffman tables made for the picture.
        case optimize
        /// PNG compression.
        case compression
        /// Color below transparency.
        case background
        /// Dithering of 8-bit results.
        case dither
    }

    /// What values look like.
    public enum Kind: Hashable, Sendable {
        /// A decimal number inside a range.
        case number(ClosedRange<Double>)
        /// A decimal number inside a range, or the word.
        case numberOrWord(ClosedRange<Double>, String)
        /// A whole number inside a range, or the word, when there is one.
        case integer(ClosedRange<Int>, word: String?)
        /// One of some words.
        case choice([String])
        /// One of many names, or the word; a catalog lists them.
        case name([String], word: String, catalog: String)
        /// `1` or `true`, `0` or `false`.
        case flag
        /// A color: `rgb` or `rrggbb` in hexadecimal, with or without `#`, or a CSS name.
        case color
        /// A color, or the word.
        case colorOrWord(String)
        /// Filters in the words of CSS.
        case filterList
        /// A length of at least 0.
        case length
        /// Four lengths with commas between them.
        case region
        /// The SHA-256 of a kept picture.
        case digest
    }

    /// What a parameter acts on; one that would act on nothing is refused.
    public enum Scope: Hashable, Sendable {
        /// The pixels.
        case effect
        /// The blur, so that it needs one.
        case blur
        /// The material, so that it needs one.
        case material
        /// The material that is chosen for a text.
        case legibility
        /// A material that takes a color of the caller.
        case tintedMaterial
        /// What stands for a Gaussian, so that it needs one.
        case kernel
        /// Parts of the picture, so that it needs a region.
        case region
        /// The curve of a corner.
        case corner
        /// A mask, so that it needs one.
        case mask
        /// Every result.
        case output
        /// Results in one format only.
        case format(ImageFormat)
    }

    /// The name.
    public let name: Name

    /// What values look like.
    public let kind: Kind

    /// The unit of a number, where it has one.
    public let unit: String?

    /// What holds when the parameter is absent.
    public let defaultValue: String

    /// What the parameter acts on.
    public let scope: Scope

    /// One sentence for people.
    public let sentence: String

    /// The longest accepted text of a value, in UTF-8 bytes.
    public var lengthLimit: Int {
        kind == .filterList ? FilterList.lengthLimit : ParameterValue.lengthLimit
    }

    /// Whether the parameter may stand there more than once.
    public var mayRepeat: Bool { name == .region }

    /// The accepted values in words, for problems, `--help` and README.md.
    public var allowed: String {
        switch kind {
        case .number(let range):
            "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
        case .numberOrWord(let range, let word):
            "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), or "
                + word
        case .integer(let range, let word):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
                + (word.map { " or \($0)" } ?? "")
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .name(_, let word, let catalog): "a name listed at \(catalog), auto, or \(word)"
        case .flag: "0, 1, true or false"
        case .color: "rgb or rrggbb in hexadecimal, or a CSS color name"
        case .colorOrWord(let word):
            "rgb or rrggbb in hexadecimal, a CSS color name, or \(word)"
        case .filterList: "a CSS filter list of at most \(lengthLimit) bytes, or none"
        case .length: "a length such as 24, 12pt or 50%"
        case .region: "x,y,width,height, each a length such as 24, 12pt or 50%; or none"
        case .digest: "\(Self.imageDigest), or none"
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}
