// SPDX-License-Identifier: Apache-2.0

public import Effects
public import Raster

/// Why parameters are refused; nothing is ever ignored, clamped or replaced.
public enum ParameterError: Error, Hashable, Sendable {
    /// A `%` without two hexadecimal digits, or bytes that are not UTF-8.
    case malformedEncoding(name: String)
    /// More parameters than there are, or a longer text than any of them needs.
    case tooMany(limit: Int)
    /// Nothing has this name.
    case unknown(name: String, suggestion: String?)
    /// The address takes other parameters, or none.
    case unknownHere(name: String, known: [String])
    /// The name of a kept picture is none.
    case malformedImage(name: String, value: String)
    /// The parameter is given twice, in the query, in the form, or in both.
    case repeated(name: String)
    /// The value is not written as the parameter's kind wants it.
    case malformed(RenderParameter.Name, value: String)
    /// Nothing that the parameter could name has this name.
    case unknownName(RenderParameter.Name, value: String, suggestion: String?)
    /// The value is a number outside the range of the parameter.
    case outOfRange(RenderParameter.Name, value: String)
    /// The parameter would do nothing, because of what `other` says or because `other` is absent.
    case conflict(RenderParameter.Name, other: RenderParameter.Name)
    /// The parameter says the same thing in another way as `other`, and differently.
    case exclusive(RenderParameter.Name, other: RenderParameter.Name)
    /// The parameters ask for things of which only one can be had.
    case contradiction(RenderParameter.Name, other: RenderParameter.Name)
    /// The value is no filter list.
    case filter(FilterListError, value: String)
    /// The parameter says what a scene says for each of its panes.
    case besideScene(RenderParameter.Name)
    /// The parameter keeps an effect to a part of the picture, and there is none.
    case noEffect(RenderParameter.Name)
    /// The parameter cannot be honored for this very picture.
    case scene(RenderParameter.Name, SceneError.Rule, value: String?)
    /// The parameter would leave something to be recognized.
    case weakensRedaction(RenderParameter.Name)
    /// The regions of this very picture cannot be redacted so.
    case redaction(Redaction.Refusal, value: String?, PixelSize)
    /// The address would lead to the original.
    case redactionOfKept

    /// The name of the parameter that is refused, where there is one.
    public var parameter: String? {
        switch self {
        case .malformedEncoding(let name), .unknown(let name, _), .unknownHere(let name, _),
            .malformedImage(let name, _), .repeated(let name):
            name
        case .malformed(let name, _), .unknownName(let name, _, _), .outOfRange(let name, _),
            .conflict(let name, _), .exclusive(let name, _), .contradiction(let name, _),
            .besideScene(let name), .noEffect(let name), .scene(let name, _, _),
            .weakensRedaction(let name):
            name.rawValue
        case .filter: RenderParameter.Name.filter.rawValue
        case .redaction(.weakBlur, _, _): RenderParameter.Name.blur.rawValue
        case .redaction: RenderParameter.Name.region.rawValue
        case .redactionOfKept: RenderParameter.Name.redact.rawValue
        case .tooMany: nil
        }
    }

    /// The refused value, where it is what is wrong.
    public var value: String? {
        switch self {
        case .malformed(_, let value), .unknownName(_, let value, _), .outOfRange(_, let value),
            .filter(_, let value), .malformedImage(_, let value):
            value
        case .malformedEncoding, .tooMany, .unknown, .unknownHere, .repeated, .conflict,
            .exclusive, .contradiction, .besideScene, .noEffect, .weakensRedaction,
            .redactionOfKept:
            nil
        case .scene(_, _, let value), .redaction(_, let value, _): value
        }
    }

    /// Where in the value the fault is, in Unicode scalars from 1 on, where that is known.
    public var column: Int? {
        if case .filter(let error, _) = self { error.place?.column } else { nil }
    }
}

extension ParameterError: CustomStringConvertible {
    /// A sentence that says what is wrong and what would be right.
    public var description: String {
        switch self {
        case .malformedEncoding(let name):
            "'\(Self.excerpt(name))' has a percent sign without two hexadecimal digits, or is not UTF-8."
                + (name == RenderParameter.Name.filter.rawValue
                    ? " Write the sign of a percentage as %25." : "")
        case .tooMany(let limit):
            "There are more than \(limit) parameters."
        case .unknown(let name, let suggestion):
            "There is no parameter '\(Self.excerpt(name))'."
                + (suggestion.map { " Did you mean '\($0)'?" } ?? "")
        case .unknownHere(let name, let known):
            known.isEmpty
                ? "This address takes no parameters, and '\(Self.excerpt(name))' is one."
                : "This address does not take the parameter '\(Self.excerpt(name))'."
                    + (Spelling.nearest(to: name, among: known).map { " Did you mean '\($0)'?" }
                        ?? "")
        case .malformedImage(let name, _):
            "'\(name)' takes \(RenderParameter.imageDigest)."
        case .repeated(let name):
            "'\(Self.excerpt(name))' is given more than once."
        case .outOfRange(.contrast, _):
            "'contrast' takes a ratio from 1 to 21, or, with 'measure=apca', an Lc from 0 to 108."
        case .malformed(let name, _), .outOfRange(let name, _):
            "'\(name.rawValue)' takes \(RenderParameter.row(for: name).allowed)."
        case .unknownName(let name, _, let suggestion):
            "'\(name.rawValue)' takes \(RenderParameter.row(for: name).allowed)."
                + (suggestion.map { " Did you mean '\($0)'?" } ?? "")
        case .conflict(let name, .format):
            "'\(name.rawValue)' has no meaning in the format that is asked for."
        case .conflict(.tint, .material):
            "'tint' does nothing but with 'material=\(MaterialStyle.tinted)'."
        case .conflict(.textBox, .region):
            "'text-box' lies outside of the picture, or of the regions."
        case .conflict(let name, .material)
        where RenderParameter.row(for: name).scope == .legibility:
            "'\(name.rawValue)' does nothing but with 'material=auto'."
        case .conflict(.solid, .reduceTransparency):
            "'solid' does nothing with 'reduce-transparency=0'."
        case .conflict(let name, .blur):
            "'\(name.rawValue)' does nothing without 'blur' or a blur in 'filter'."
        case .conflict(.scale, .material):
            "'scale' does nothing without 'material', a scene, or a length in points (pt)."
        case .conflict(let name, .material):
            "'\(name.rawValue)' does nothing without 'material' or a scene."
        case .conflict(let name, let other):
            "'\(name.rawValue)' does nothing without '\(other.rawValue)'."
        case .exclusive(let name, let other):
            "'\(name.rawValue)' cannot stand beside '\(other.rawValue)', which has its own."
        case .contradiction(.filter, .edge):
            "'filter' has a blur that does not know the mode of 'edge'; none knows expand but blur()."
        case .contradiction(.kernel, .edge):
            "'kernel' does not know the mode of 'edge': css3box has no expand, apple3box only clamp."
        case .contradiction(let name, let other):
            "'\(name.rawValue)' and '\(other.rawValue)' exclude each other, as nothing says which "
                + "comes first: write \(other.rawValue)() in '\(name.rawValue)'."
        case .filter(let error, _):
            "'filter' cannot be read. \(error)"
        case .noEffect(let name):
            "'\(name.rawValue)' does nothing without an effect: 'filter', 'material', 'blur' or "
                + "'saturate'."
        case .scene(let name, let rule, _): "'\(name.rawValue)': \(rule.description)"
        case .weakensRedaction(let name):
            "'\(name.rawValue)' cannot stand beside 'redact', which hides all that is in the regions in "
                + "its own way."
        case .redaction(let refusal, _, let size): Self.text(of: refusal, size)
        case .redactionOfKept:
            "'redact' is for POST /v1/render: this address has the digest of the original and would "
                + "lead back to it."
        case .besideScene(let name):
            "'\(name.rawValue)' cannot stand beside a scene, whose panes have their own effects."
        }
    }

    private static func text(of refusal: Redaction.Refusal, _ size: PixelSize) -> String {
        switch refusal {
        case .regionCount: "'region' stands there 1 to \(SceneLimits.panes) times beside 'redact'."
        case .emptyRegion: "'region': \(SceneError.Rule.emptyFrame.description)"
        case .outsidePicture:
            "'region': "
                + SceneError.Rule.outsidePicture(width: size.width, height: size.height).description
        case .weakBlur(let least):
            "'blur' hides too little beside 'redact': in the largest region it takes at least \(least)."
        case .nothingRedacted: "'region' is all of the picture, and 'invert-region' leaves nothing."
        }
    }

    /// Text of a client as it may be repeated to it and in the log: bounded in length.
    static func excerpt(_ text: String) -> String {
        text.utf8.count <= 64 ? text : String(text.prefix(64)) + "…"
    }
}

extension MaterialStyle {
    /// The names of the materials that take a color of the caller.
    fileprivate static var tinted: String {
        allCases.filter(\.takesTint).map(\.rawValue).joined(separator: ", ")
    }
}
