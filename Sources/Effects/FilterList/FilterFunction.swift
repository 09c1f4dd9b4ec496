// SPDX-License-Identifier: Apache-2.0

/// A function of filter lists, such as `blur()`: its name, its arguments, and the filter it
/// creates.
///
/// A new function is one declaration and one line in ``table``:
///
///     extension FilterFunction {
///         static let vignette = FilterFunction(
///             "vignette",
///             .amount("start", 0...1, default: "100%", "where it begins"),
///             sentence: "Fades the image out towards its corners.",
///             standard: .coreImage,
///             category: .stylize
///         ) { start throws(EffectError) in .vignette(try Vignette(start: start)) }
///     }
///
///     try FilterList("vignette(60%)").names  // ["vignette"]
///
/// The declaration is the only description of the function. The rows of ``table`` define the parser
/// and its errors, the catalog of the service, the documentation, the dictionary of the fuzzer and
/// the tests, so none of them can disagree. The types of the arguments (``FilterParameter``) are
/// the types of the closure's parameters: a mismatch does not compile. Each argument has a range,
/// checked before the closure is called, so the closure never sees a value that its filter rejects.
/// Optional arguments may be left out, and an optional color may come first or last, as in CSS.
///
/// Reading a call takes one pass over its text. A function declares syntax only: the filter's value
/// is a case of ``Filter``, and its pixels are a stage in Rendering.
package struct FilterFunction: Sendable {
    /// The specification or product that defines a function.
    package enum Standard: String, Hashable, Sendable, CaseIterable {
        /// The W3C specification Filter Effects Module Level 1.
        case filterEffects = "Filter Effects Module Level 1"
        /// Apple's framework Core Animation, in which a filter does the same.
        case coreAnimation = "Core Animation"
        /// Apple's framework Core Image, in which a filter does the same.
        case coreImage = "Core Image"
        /// Frostpane itself.
        case own = "Frostpane"
    }

    /// The function's name in a filter list, in lower case.
    package let name: String

    /// The arguments, in their written order.
    package let arguments: [Argument]

    /// A description of the function in one sentence.
    package let sentence: String

    /// The specification or product that defines the function.
    package let standard: Standard

    /// The kind of change that the filter makes.
    package let category: Category

    /// A call that changes no image; nil if every call changes some images.
    package let identity: String?

    /// The form of the samples that the filter computes with.
    package let space: Space

    /// Other accepted names of the function, in lower case, such as Core Image's.
    package let aliases: [String]

    /// Names of the function in other software; errors suggest ``name`` for them.
    let synonyms: [String]

    /// Parses the arguments and creates the filter.
    let read: @Sendable (inout FilterArgumentReader) throws(FilterListError) -> Filter

    /// Creates the declaration of a filter function.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - arguments: The arguments, in their written order.
    ///   - sentence: A one-sentence description.
    ///   - standard: The source that defines the function.
    ///   - category: The kind of change that the filter makes.
    ///   - identity: A call that changes no image; nil if there is none.
    ///   - space: The form of the samples that the filter computes with.
    ///   - aliases: Other accepted names, in lower case.
    ///   - synonyms: Names that are not accepted, for which errors suggest this function.
    ///   - filter: Creates the filter from one value per argument, in the same order.
    init<each Value: Sendable>(
        _ name: String,
        _ arguments: repeat FilterParameter<each Value>,
        sentence: String,
        standard: Standard,
        category: Category,
        identity: String? = nil,
        space: Space = .encoded,
        aliases: [String] = [],
        synonyms: [String] = [],
        filter: @escaping @Sendable (repeat each Value) throws(EffectError) -> Filter
    ) {
        self.name = name
        var list: [Argument] = []
        repeat list.append((each arguments).argument)
        self.arguments = list
        self.sentence = sentence
        self.standard = standard
        self.category = category
        self.identity = identity
        self.space = space
        self.aliases = aliases
        self.synonyms = synonyms
        read = { reader throws(FilterListError) in
            let first = (repeat try reader.value(of: each arguments))
            let values = (repeat try reader.value(of: each arguments, unless: each first))
            try reader.close()
            do throws(EffectError) {
                return try filter(repeat each values)
            } catch {
                // Not reached: the parsed arguments are in the ranges that the filter accepts.
                throw reader.refusal
            }
        }
    }

    /// The function's syntax with argument names; a question mark follows each optional argument.
    package var syntax: String {
        if arguments.isEmpty { return name }
        return "\(name)(\(arguments.map(\.syntax).joined(separator: " ")))"
    }
}

extension FilterFunction {
    /// All filter functions, CSS functions first, in the order of the documentation.
    package static let table: [FilterFunction] = [
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
        .gamma,
        .exposure,
        .levels,
        .toneCurve,
        .highlights,
        .shadows,
        .vibrance,
        .temperature,
        .monochrome,
        .duotone,
        .posterize,
        .threshold,
        .thresholdOtsu,
        .equalize,
        .autoContrast,
        .sharpen,
        .unsharpMask,
        .noiseReduction,
        .bloom,
        .gloom,
        .boxBlur,
        .discBlur,
        .median,
        .convolve,
        .emboss,
        .edges,
        .vignetteEffect,
        .grain,
    ]

    /// The names of all functions, in the order of ``table``.
    package static var names: [String] { table.map(\.name) }

    /// Finds a function by its name or alias in lower case, with or without Core Image's prefix.
    package static func named(_ name: String) -> FilterFunction? {
        if let index = indices[name] { return table[index] }
        guard name.hasPrefix("ci") else { return nil }
        return indices[String(name.dropFirst(2))].map { table[$0] }
    }

    /// The index in ``table`` of each name and alias.
    private static let indices: [String: Int] = {
        var indices: [String: Int] = [:]
        for (index, row) in table.enumerated() {
            for name in [row.name] + row.aliases { indices[name] = index }
        }
        return indices
    }()
}
