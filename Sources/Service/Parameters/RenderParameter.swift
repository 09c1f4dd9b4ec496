// SPDX-License-Identifier: Apache-2.0

package import Codecs
import Effects

/// A parameter of a rendering: its name, syntax, unit, default, scope and description.
///
/// The elements of ``table`` define the query string, the fields of a form, the flags of the
/// command line and the tables of the documentation. A test compares openapi.yaml with them. Two
/// parameters are equal if their names are.
package struct RenderParameter: Sendable {
    /// The syntax of a parameter's values, with their range or their words.
    package enum Kind: Hashable, Sendable {
        /// A decimal number in a range.
        case number(ClosedRange<Double>)
        /// A decimal number in a range, or the same as a percentage.
        case amount(ClosedRange<Double>)
        /// A length in a range of pixels, which may be written in points.
        case pixels(ClosedRange<Double>)
        /// A length in a range of pixels, which may be written in points, or the word.
        case pixelsOrWord(ClosedRange<Double>, String)
        /// A decimal number in a range, or the word.
        case numberOrWord(ClosedRange<Double>, String)
        /// A whole number in a range, or the word, if there is one.
        case integer(ClosedRange<Int>, word: String?)
        /// One of several words.
        case choice([String])
        /// One of the names in a catalog, `auto`, or the word.
        case name([String], word: String, catalog: String)
        /// One of the names in a catalog, or the word for none; not `auto`.
        case style([String], word: String, catalog: String)
        /// `1` or `true`, `0` or `false`.
        case flag
        /// A color of CSS, or `rgb` or `rrggbb` without `#`.
        case color
        /// A color, or the word.
        case colorOrWord(String)
        /// A color, a gradient of CSS, `mirror`, `backdrop` or `none`, to fill the rest of a box.
        case pad
        /// A number of degrees in a range, or the same in a unit of CSS.
        case angle(ClosedRange<Double>)
        /// A position in a box, as in CSS `object-position`.
        case position
        /// A point as two lengths separated by a comma; `attention`; or `none`.
        case focus
        /// A list of CSS filter functions, or `none`.
        case filterList
        /// A length of at least 0.
        case length
        /// The position and the size of a rectangle as four lengths separated by commas, or `none`.
        case frame
        /// The insets of the edges, in the order of CSS, as four lengths of at least 0; or `none`.
        case insets
        /// A rectangle, an ellipse, a polygon or `none`.
        case region
        /// A basic shape of CSS, or `none`.
        case clip
        /// `all`, `1` or `first`, a range of numbers such as `2..5`, or `auto`.
        case frames
        /// The SHA-256 of a stored picture, or `none`.
        case digest
    }

    /// The part of a rendering that a parameter affects; without that part, the parameter is
    /// refused.
    package enum Scope: Hashable, Sendable {
        /// The effect on the pixels: filters or a material, which exclude each other.
        case effect
        /// The area that the effect covers: regions or a mask.
        case area
        /// The crop, the size, the rotation and the padding of the result.
        case geometry
        /// The change of the picture's size; requires a width or a height.
        case resizing
        /// The place of the picture in a box; requires a width and a height.
        case framing
        /// The backdrop that fills the box around the picture; requires `pad=backdrop`.
        case backdrop
        /// The middle of the picture between its fixed borders; requires `caps`.
        case caps
        /// The rotation; requires `rotate`.
        case rotation
        /// The blur; requires `blur`, or a blur in `filter`.
        case blur
        /// The material; requires `material` or a scene.
        case material
        /// The choice of a material on which a text is legible; requires `material=auto`.
        case legibility
        /// The tint of the material; requires a material that accepts one.
        case tintedMaterial
        /// The kernel of the blur; requires `blur`, or a blur in `filter`.
        case kernel
        /// Parts of the picture; requires `region`.
        case region
        /// The outline of the result.
        case clip
        /// The curve of the corners; requires `corner`.
        case corner
        /// The mask; requires `mask`.
        case mask
        /// Every result.
        case output
        /// Results in certain formats only.
        case formats([OutputFormat])
        /// The choice of the format; excludes the parameter `format`.
        case negotiation
    }

    /// The name in a query string; `--name` on the command line.
    package let name: String

    /// The syntax of the values.
    package let kind: Kind

    /// The unit of a number, if it has one.
    package let unit: String?

    /// The value that applies when the parameter is absent, as text.
    package let defaultValue: String

    /// The part of a rendering that the parameter affects.
    package let scope: Scope

    /// Whether the parameter may be repeated.
    package let mayRepeat: Bool

    /// A description of the parameter in one sentence.
    package let sentence: String

    /// A description of the parameter in one sentence for the command line, which has no requests.
    package let localSentence: String

    private let reader:
        @Sendable (String, RenderParameter, inout RenderParameters) throws(ParameterError) -> Void

    /// The greatest length of most values, in bytes of UTF-8.
    static let defaultLengthLimit = 64

    /// The greatest length of a region, which may be a polygon, in bytes of UTF-8.
    static let regionLengthLimit = 1024

    /// The greatest length of a value, in bytes of UTF-8.
    package var lengthLimit: Int {
        switch kind {
        case .filterList, .color, .colorOrWord, .pad, .position: FilterList.lengthLimit
        case .region, .clip: Self.regionLengthLimit
        case .number, .amount, .pixels, .pixelsOrWord, .numberOrWord, .integer, .choice, .name,
            .style, .flag, .angle, .focus, .length, .frame, .insets,
            .frames, .digest:
            Self.defaultLengthLimit
        }
    }

    /// Parses a value into the parameters of a rendering.
    func read(
        _ text: String,
        into parameters: inout RenderParameters
    ) throws(ParameterError) {
        try reader(text, self, &parameters)
    }

    /// The accepted values in words, for problems and documentation.
    package var allowed: String {
        switch kind {
        case .number(let range):
            "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
        case .amount(let range):
            "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), or a "
                + "percentage"
        case .pixels(let range):
            "a length such as 20, 20px or 8pt, from \(Self.text(range.lowerBound)) to "
                + "\(Self.text(range.upperBound)) pixels"
        case .pixelsOrWord(let range, let word):
            "a length such as 400, 400px or 200pt, from \(Self.text(range.lowerBound)) to "
                + "\(Self.text(range.upperBound)) pixels, or \(word)"
        case .numberOrWord(let range, let word):
            "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), or "
                + word
        case .integer(let range, let word):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
                + (word.map { " or \($0)" } ?? "")
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .name(_, let word, let catalog): "a name listed at \(catalog), auto, or \(word)"
        case .style(_, let word, let catalog): "a name listed at \(catalog), or \(word)"
        case .flag: "0, 1, true or false"
        case .color: "a CSS color; # is optional"
        case .colorOrWord(let word):
            "a CSS color; # is optional; or \(word)"
        case .pad:
            "a CSS color; # is optional; a gradient of CSS, \(Geometry.Pad.mirrorWord), \(Geometry.Pad.backdropWord), or "
                + Self.absent
        case .angle(let range):
            "an angle such as 3.5, -3.5deg or 0.25turn, from \(Self.text(range.lowerBound)) to "
                + "\(Self.text(range.upperBound)) degrees"
        case .position:
            "one, two or four words as in CSS, such as center, left top, 50% 20% or right 10px bottom 5%"
        case .focus:
            "x,y, each a length such as 120, 60pt or 50%; \(Geometry.Focus.attentionWord), or none"
        case .filterList: "a CSS filter list of at most \(lengthLimit) bytes, or none"
        case .length: "a length such as 24, 12pt or 50%"
        case .frame: "\(Self.rectangle); or none"
        case .insets: "top,right,bottom,left, each a length such as 24, 12pt or 25%; or none"
        case .region:
            "\(Self.rectangle); ellipse(x,y,width,height), polygon(x,y,x,y,x,y…), or none"
        case .clip: Self.clipShapes
        case .frames: "all, 1, a range such as 2..5, or auto"
        case .digest: "\(Self.imageDigest), or none"
        }
    }

    /// The accepted values in words, for the command line.
    package var localAllowed: String {
        switch kind {
        case .name(_, let word, _):
            "a name that 'frostpane effects materials' lists, auto, or \(word)"
        case .style(_, let word, _): "a name that 'frostpane effects materials' lists, or \(word)"
        case .digest: "the path of an image file"
        case .number, .amount, .pixels, .pixelsOrWord, .numberOrWord, .integer, .choice, .flag,
            .color, .colorOrWord, .pad, .angle, .position, .focus, .filterList, .length, .frame,
            .insets, .region, .clip, .frames:
            allowed
        }
    }

    /// The words among the accepted values, for completion in a shell.
    package var words: [String] {
        switch kind {
        case .pixelsOrWord(_, let word), .numberOrWord(_, let word), .colorOrWord(let word): [word]
        case .integer(_, let word): word.map { [$0] } ?? []
        case .choice(let words): words
        case .name(let names, let word, _): names + [RenderParameter.automatic, word]
        case .style(let names, let word, _): names + [word]
        case .pad: [Geometry.Pad.mirrorWord, Geometry.Pad.backdropWord, Self.absent]
        case .focus: [Geometry.Focus.attentionWord, Self.absent]
        case .frames: ["all", RenderParameter.automatic]
        case .position: ["center", "left", "right", "top", "bottom"]
        case .number, .amount, .pixels, .flag, .color, .angle, .filterList, .length, .frame,
            .insets, .region, .clip, .digest:
            []
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

extension RenderParameter {
    /// Creates a parameter that stores its value in a property of ``RenderParameters``.
    init<Value: Sendable>(
        _ name: String,
        _ syntax: ParameterSyntax<Value>,
        _ path: any WritableKeyPath<RenderParameters, Value> & Sendable,
        unit: String? = nil,
        default defaultValue: String,
        for scope: Scope,
        _ sentence: String,
        locally localSentence: String? = nil
    ) {
        self.init(
            name,
            syntax,
            unit: unit,
            default: defaultValue,
            for: scope,
            sentence,
            locally: localSentence,
            mayRepeat: false
        ) { $0[keyPath: path] = $1 }
    }

    /// Creates a parameter whose values are passed to a closure.
    init<Value: Sendable>(
        _ name: String,
        _ syntax: ParameterSyntax<Value>,
        unit: String? = nil,
        default defaultValue: String,
        for scope: Scope,
        _ sentence: String,
        locally localSentence: String? = nil,
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
        self.localSentence = localSentence ?? sentence
        reader = { text, parameter, parameters throws(ParameterError) in
            set(&parameters, try syntax.read(text, parameter))
        }
    }
}
