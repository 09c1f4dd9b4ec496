// SPDX-License-Identifier: Apache-2.0

/// One function of filter lists: its name, its arguments, and the filter that it makes of them.
///
/// The rows of ``table`` feed the parser and its errors, the catalog of the service, the documents,
/// the dictionary of the fuzzer and the tests.
public struct FilterFunction: Sendable {
    /// Where the meaning of a function is written down.
    public enum Standard: String, Hashable, Sendable, CaseIterable {
        /// W3C, Filter Effects Module Level 1.
        case filterEffects = "Filter Effects Module Level 1"
        /// A filter of Core Animation.
        case coreAnimation = "Core Animation"
        /// A filter of Core Image.
        case coreImage = "Core Image"
        /// Nowhere else.
        case own = "Frostpane"
    }

    /// The name, as it stands in a filter list.
    public let name: String

    /// Its arguments, in the order in which they are written.
    public let arguments: [Argument]

    /// What the function does, in one sentence for people.
    public let sentence: String

    /// Where its meaning is written down.
    public let standard: Standard

    /// Words that others use for the same thing; errors answer them with ``name``.
    let synonyms: [String]

    /// Consumes the arguments and makes the filter.
    let read: @Sendable (inout FilterArgumentReader) throws(FilterListError) -> Filter

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - arguments: The arguments in the order in which they are written.
    ///   - sentence: What the function does.
    ///   - standard: Where its meaning is written down.
    ///   - synonyms: Words that others use for the same thing.
    ///   - filter: Makes the filter of one value for each argument, in the same order.
    init<each Value: Sendable>(
        _ name: String,
        _ arguments: repeat FilterParameter<each Value>,
        sentence: String,
        standard: Standard,
        synonyms: [String] = [],
        filter: @escaping @Sendable (repeat each Value) throws(EffectError) -> Filter
    ) {
        self.name = name
        var list: [Argument] = []
        repeat list.append((each arguments).argument)
        self.arguments = list
        self.sentence = sentence
        self.standard = standard
        self.synonyms = synonyms
        read = { reader throws(FilterListError) in
            let first = (repeat try reader.value(of: each arguments))
            let values = (repeat try reader.value(of: each arguments, unless: each first))
            try reader.close()
            do throws(EffectError) {
                return try filter(repeat each values)
            } catch {
                // The ranges of the row are those of the filter, so that this is not reached.
                throw reader.refusal
            }
        }
    }

    /// How it is written, with its arguments by name; a question mark follows each optional one.
    public var syntax: String {
        if arguments.isEmpty { return name }
        return "\(name)(\(arguments.map(\.syntax).joined(separator: " ")))"
    }
}

extension FilterFunction {
    /// Every function, those of CSS first, in the order in which documents list them.
    public static let table: [FilterFunction] = [
        .blur,
        .brightness,
        .contrast,
        .dropShadow,
        .grayscale,
        .hueRotate,
        .invert,
        .opacity,
        .saturate,
        .sepia,
        .luminanceCurve,
        .curve,
        .brightnessOffset,
        .colorMatrix,
        .tint,
        .colorControls,
        .vignette,
        .averageColor,
        .variableBlur,
        .zoomBlur,
        .motionBlur,
        .pixelate,
        .magnify,
    ]

    /// The names of all functions, in the order of ``table``.
    public static var names: [String] { table.map(\.name) }

    /// The function with a name in lower case.
    static func named(_ name: String) -> FilterFunction? { table.first { $0.name == name } }
}
