// SPDX-License-Identifier: Apache-2.0

public import Codecs
import Effects

/// One parameter of a rendering: everything that is known about it, in one row.
///
/// The rows of ``table`` feed the query string, the fields of a multipart form, the flags of the
/// command line, the table in Docs/reference.md and the test that holds openapi.yaml. Two rows are equal
/// when their names are.
public struct RenderParameter: Sendable {
    /// The kinds of values.
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

    /// The parts of a rendering that parameters act on; a parameter without its part is refused.
    public enum Scope: Hashable, Sendable {
        /// The pixels: an effect by itself, beside which there is no material.
        case effect
        /// The area of the effect.
        case area
        /// The blur, so that it needs one.
        case blur
        /// The material, so that it needs one.
        case material
        /// The material that is chosen for a text.
        case legibility
        /// A material that takes a color of the caller.
        case tintedMaterial
        /// The kind of blur that stands for a Gaussian, so that it needs a blur.
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
        case format(OutputFormat)
    }

    /// The name, as it stands in a query string; `--name` on the command line.
    public let name: String

    /// The kind of the values.
    public let kind: Kind

    /// The unit of a number, where it has one.
    public let unit: String?

    /// The value that holds when the parameter is absent.
    public let defaultValue: String

    /// The part of a rendering that the parameter acts on.
    public let scope: Scope

    /// Whether the parameter may stand there more than once.
    public let mayRepeat: Bool

    /// One sentence for people.
    public let sentence: String

    private let reader:
        @Sendable (String, RenderParameter, inout RenderParameters) throws(ParameterError) -> Void

    /// The longest accepted text of a value, in UTF-8 bytes, unless its kind takes more.
    static let defaultLengthLimit = 64

    /// The longest accepted text of a value, in UTF-8 bytes.
    public var lengthLimit: Int {
        kind == .filterList ? FilterList.lengthLimit : Self.defaultLengthLimit
    }

    /// Reads a value into the parameters of a rendering.
    func read(
        _ text: String,
        into parameters: inout RenderParameters
    ) throws(ParameterError) {
        try reader(text, self, &parameters)
    }

    /// The accepted values in words, for problems, `--help` and Docs/reference.md.
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

extension RenderParameter {
    /// Creates a parameter that writes its value into a property.
    init<Value: Sendable>(
        _ name: String,
        _ syntax: ParameterSyntax<Value>,
        _ path: any WritableKeyPath<RenderParameters, Value> & Sendable,
        unit: String? = nil,
        default defaultValue: String,
        for scope: Scope,
        _ sentence: String
    ) {
        self.init(
            name,
            syntax,
            unit: unit,
            default: defaultValue,
            for: scope,
            sentence,
            mayRepeat: false
        ) { $0[keyPath: path] = $1 }
    }

    /// Creates a parameter that hands its values to a function.
    init<Value: Sendable>(
        _ name: String,
        _ syntax: ParameterSyntax<Value>,
        unit: String? = nil,
        default defaultValue: String,
        for scope: Scope,
        _ sentence: String,
        mayRepeat: Bool,
        set: @escaping @Sendable (inout RenderParameters, Value) -> Void
    ) {
        self.name = name
        kind = syntax.kind
        self.unit = unit
        self.defaultValue = defaultValue
        self.scope = scope
        self.mayRepeat = mayRepeat
        self.sentence = sentence
        reader = { text, parameter, parameters throws(ParameterError) in
            set(&parameters, try syntax.read(text, parameter))
        }
    }
}

extension RenderParameter: Hashable {
    /// Compares names, of which no two rows have the same.
    public static func == (left: RenderParameter, right: RenderParameter) -> Bool {
        left.name == right.name
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
