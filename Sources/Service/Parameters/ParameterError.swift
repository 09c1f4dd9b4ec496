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
    case malformed(RenderParameter, value: String)
    /// Nothing that the parameter could name has this name.
    case unknownName(RenderParameter, value: String, suggestion: String?)
    /// The value is a number outside the range of the parameter.
    case outOfRange(RenderParameter, value: String)
    /// The parameter would do nothing, because of what `other` says or because `other` is absent.
    case conflict(RenderParameter, other: RenderParameter)
    /// The parameter says the same thing in another way as `other`, and differently.
    case exclusive(RenderParameter, other: RenderParameter)
    /// The parameters ask for things of which only one can be had.
    case contradiction(RenderParameter, other: RenderParameter)
    /// The value is no filter list.
    case filter(FilterListError, value: String)
    /// The parameter says what a scene says for each of its panes.
    case besideScene(RenderParameter)
    /// The parameter keeps an effect to a part of the picture, and there is none.
    case noEffect(RenderParameter)
    /// The parameter cannot be honored for this very picture.
    case scene(RenderParameter, SceneError.Rule, value: String?)
    /// The parameter would leave something to be recognized.
    case weakensRedaction(RenderParameter)
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
        case .malformed(let row, _), .unknownName(let row, _, _), .outOfRange(let row, _),
            .conflict(let row, _), .exclusive(let row, _), .contradiction(let row, _),
            .besideScene(let row), .noEffect(let row), .scene(let row, _, _),
            .weakensRedaction(let row):
            row.name
        case .filter: RenderParameter.filter.name
        case .redaction(.weakBlur, _, _): RenderParameter.blur.name
        case .redaction: RenderParameter.region.name
        case .redactionOfKept: RenderParameter.redact.name
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
                + (name == RenderParameter.filter.name
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
        case .malformed(let row, _), .outOfRange(let row, _):
            "'\(row.name)' takes \(row.allowed)."
        case .unknownName(let row, _, let suggestion):
            "'\(row.name)' takes \(row.allowed)."
                + (suggestion.map { " Did you mean '\($0)'?" } ?? "")
        case .conflict(let row, .format):
            "'\(row.name)' has no meaning in the format that is asked for."
        case .conflict(.tint, .material):
            "'tint' does nothing but with 'material=\(MaterialStyle.tinted)'."
        case .conflict(.textBox, .region):
            "'text-box' lies outside of the picture, or of the regions."
        case .conflict(let row, .material) where row.scope == .legibility:
            "'\(row.name)' does nothing but with 'material=auto'."
        case .conflict(.solid, .reduceTransparency):
            "'solid' does nothing with 'reduce-transparency=0'."
        case .conflict(let row, .blur):
            "'\(row.name)' does nothing without 'blur' or a blur in 'filter'."
        case .conflict(.scale, .material):
            "'scale' does nothing without 'material', a scene, or a length in points (pt)."
        case .conflict(let row, .material):
            "'\(row.name)' does nothing without 'material' or a scene."
        case .conflict(let row, let other):
            "'\(row.name)' does nothing without '\(other.name)'."
        case .exclusive(let row, let other):
            "'\(row.name)' cannot stand beside '\(other.name)', which has its own."
        case .contradiction(.filter, .edge):
            "'filter' has a blur that does not know the mode of 'edge'; none knows expand but blur()."
        case .contradiction(.kernel, .edge):
            "'kernel' does not know the mode of 'edge': css3box has no expand, apple3box only clamp."
        case .contradiction(let row, let other):
            "'\(row.name)' and '\(other.name)' exclude each other, as nothing says which "
                + "comes first: write \(other.name)() in '\(row.name)'."
        case .filter(let error, _):
            "'filter' cannot be read. \(error)"
        case .noEffect(let row):
            "'\(row.name)' does nothing without an effect: 'filter', 'material', 'blur' or "
                + "'saturate'."
        case .scene(let row, let rule, _): "'\(row.name)': \(rule.description)"
        case .weakensRedaction(let row):
            "'\(row.name)' cannot stand beside 'redact', which hides all that is in the regions in "
                + "its own way."
        case .redaction(let refusal, _, let size): Self.text(of: refusal, size)
        case .redactionOfKept:
            "'redact' is for POST /v1/render: this address has the digest of the original and would "
                + "lead back to it."
        case .besideScene(let row):
            "'\(row.name)' cannot stand beside a scene, whose panes have their own effects."
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
