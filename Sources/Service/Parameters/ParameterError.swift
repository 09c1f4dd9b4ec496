// SPDX-License-Identifier: Apache-2.0

package import Effects
package import Raster

/// A reason for refusing parameters; none is ignored, clamped or replaced.
package enum ParameterError: Error, Hashable, Sendable {
    /// A `%` without two hexadecimal digits, or bytes that are not UTF-8.
    case malformedEncoding(name: String)
    /// There are more parameters than the limit.
    case tooMany(limit: Int)
    /// No parameter has this name.
    case unknown(name: String, suggestion: String?)
    /// The address does not take this parameter.
    case unknownHere(name: String, known: [String])
    /// The digest of a stored picture is malformed.
    case malformedImage(name: String, value: String)
    /// A variable of the scene has no value, and no default.
    case missingVariable(name: String, allowed: String)
    /// The value of a variable of the scene is malformed.
    case malformedVariable(name: String, allowed: String, value: String)
    /// There is no preset of this name.
    case unknownPreset(String, known: [String])
    /// The service renders presets only, and the request names none or has another parameter.
    case presetsOnly(name: String?, known: [String])
    /// The parameter is given twice, in the query, in the form, or in both.
    case repeated(name: String)
    /// The value does not follow the parameter's syntax; `suggestion` is a similar value that does.
    case malformed(RenderParameter, value: String, suggestion: String? = nil)
    /// The value is a number outside the range of the parameter.
    case outOfRange(RenderParameter, value: String)
    /// A side or a place is less than one pixel, but not 0; `percent` are the lengths as shares of the picture.
    case belowPixel(RenderParameter, value: String, percent: String?)
    /// The material always has the other appearance.
    case fixedAppearance(MaterialStyle)
    /// The filters leave nothing of the regions, so that the picture shows unchanged.
    case vanishingFilter
    /// The parameter has no effect, because of the value of `other`, or because `other` is absent.
    case conflict(RenderParameter, other: RenderParameter)
    /// The parameter conflicts with `other`, which sets the same thing.
    case exclusive(RenderParameter, other: RenderParameter)
    /// The parameter and `other` cannot be combined.
    case contradiction(RenderParameter, other: RenderParameter)
    /// The value is not a valid filter list, or not a color of CSS.
    case css(RenderParameter, FilterListError, value: String)
    /// The parameter sets an effect or the geometry, which the scene in the request sets instead.
    case besideScene(RenderParameter)
    /// The parameter restricts an effect to a part of the picture, but there is no effect.
    case noEffect(RenderParameter)
    /// The parameter breaks a rule on this particular picture, such as a region outside of it.
    case scene(RenderParameter, SceneError.Rule, value: String?)
    /// The geometry breaks a rule, by itself or on this particular picture.
    case geometry(RenderParameter, GeometryError.Rule)
    /// The parameter would show parts of the picture twice, and so reveal redacted pixels.
    case repeatsRedacted(RenderParameter)
    /// The parameter would weaken the redaction.
    case weakensRedaction(RenderParameter)
    /// The regions of this particular picture cannot be redacted.
    case redaction(Redaction.Refusal, value: String?, PixelSize)
    /// The parameter `redact` is used at an address that contains the digest of the original.
    case redactionOfKept

    /// The name of the refused parameter, if it is a single one.
    package var parameter: String? {
        switch self {
        case .malformedEncoding(let name), .unknown(let name, _), .unknownHere(let name, _),
            .malformedImage(let name, _), .repeated(let name), .missingVariable(let name, _),
            .malformedVariable(let name, _, _):
            name
        case .malformed(let row, _, _), .outOfRange(let row, _), .belowPixel(let row, _, _),
            .conflict(let row, _), .exclusive(let row, _), .contradiction(let row, _),
            .besideScene(let row), .noEffect(let row), .scene(let row, _, _),
            .weakensRedaction(let row), .repeatsRedacted(let row), .geometry(let row, _),
            .css(let row, _, _):
            row.name
        case .redaction(.weakBlur, _, _): RenderParameter.blur.name
        case .redaction: RenderParameter.region.name
        case .redactionOfKept: RenderParameter.redact.name
        case .fixedAppearance: RenderParameter.appearance.name
        case .vanishingFilter: RenderParameter.filter.name
        case .unknownPreset: PresetParameter.name
        case .presetsOnly(let name, _): name
        case .tooMany: nil
        }
    }

    /// The refused value, if the value is the reason.
    package var value: String? {
        switch self {
        case .malformed(_, let value, _), .outOfRange(_, let value), .belowPixel(_, let value, _),
            .css(_, _, let value), .malformedImage(_, let value), .unknownPreset(let value, _),
            .malformedVariable(_, _, let value):
            value
        case .malformedEncoding, .tooMany, .unknown, .unknownHere, .repeated, .conflict,
            .exclusive, .contradiction, .besideScene, .noEffect, .weakensRedaction,
            .repeatsRedacted, .geometry, .redactionOfKept, .presetsOnly, .fixedAppearance,
            .vanishingFilter, .missingVariable:
            nil
        case .scene(_, _, let value), .redaction(_, let value, _): value
        }
    }

    /// The position of the error in the value, in Unicode scalars counted from 1, if known.
    package var column: Int? {
        if case .css(_, let error, _) = self { error.place?.column } else { nil }
    }
}

extension ParameterError: CustomStringConvertible {
    /// A sentence with the error and the accepted values.
    package var description: String {
        switch self {
        case .malformedEncoding(let name):
            "'\(Self.excerpt(name))' has a percent sign without two hexadecimal digits, or is not UTF-8. "
                + Self.cureOfPercentSign(name)
        case .tooMany(let limit):
            "There are more than \(limit) parameters."
        case .unknown(let name, let suggestion):
            "There is no parameter '\(Self.excerpt(name))'."
                + (suggestion?.lowercased() == name.lowercased()
                    ? Self.question(suggestion)
                    : Suggestion.advice(for: name).map { " \($0)" } ?? Self.question(suggestion))
        case .unknownHere(let name, let known):
            known.isEmpty
                ? "This address takes no parameters, but '\(Self.excerpt(name))' is given."
                    + (RenderParameter.named(name) == nil
                        ? "" : " Use the address that ends with /render.")
                : "This address does not take the parameter '\(Self.excerpt(name))'."
                    + Self.question(Spelling.nearest(to: name, among: known))
        case .malformedImage(let name, let value):
            "'\(name)' takes \(RenderParameter.imageDigest)."
                + Self.question(Suggestion.digest(for: value))
        case .missingVariable(let name, let allowed):
            "The scene needs a value for '\(name)': \(allowed)."
        case .malformedVariable(let name, let allowed, let value):
            "'\(name)' takes \(allowed)." + Self.question(Suggestion.digest(for: value))
        case .unknownPreset(let name, let known):
            known.isEmpty
                ? "The operator has defined no presets."
                : "There is no preset '\(Self.excerpt(name))'."
                    + Self.question(Spelling.nearest(to: name, among: known))
        case .presetsOnly(let name, _):
            (name.map { "'\(Self.excerpt($0))' is not taken here: " } ?? "")
                + "This service renders presets only, named by 'preset' alone."
        case .repeated(let name):
            "'\(Self.excerpt(name))' is given more than once."
        case .outOfRange(.contrast, _):
            "'contrast' takes a ratio from 1 to 21, or, with 'measure=apca', an Lc from 0 to 108."
        case .outOfRange(let row, _):
            "'\(row.name)' takes \(row.allowed)."
        case .malformed(let row, _, let suggestion):
            "'\(row.name)' takes \(row.allowed)." + Self.question(suggestion)
        case .belowPixel(let row, _, let percent):
            "'\(row.name)' is less than one pixel. For a share of the image, use percent, such as "
                + "'\(row.name)=\(percent ?? row.shareExample)'; in an address, % is %25."
        case .fixedAppearance(let style):
            "'appearance' does nothing here: '\(style.rawValue)' is always "
                + "\(style.appearances[0].rawValue)."
        case .vanishingFilter:
            "'filter' makes the regions transparent, and the image shows through unchanged: the "
                + "result would not change."
        case .conflict(let row, .format):
            "'\(row.name)' has no effect in the requested format."
        case .conflict(.tint, .material):
            "'tint' has an effect only with 'material=\(MaterialStyle.tinted)'."
        case .conflict(.textBox, .region):
            "'text-box' lies outside of the image or the regions."
        case .conflict(let row, .material) where row.scope == .legibility:
            "'\(row.name)' has an effect only with 'material=auto'."
        case .conflict(.solid, .reduceTransparency):
            "'solid' does nothing with 'reduce-transparency=0'."
        case .conflict(.edge, .blur):
            "'edge' does nothing without 'blur' or a blur in 'filter'; for 'edge=expand', a shadow will do."
        case .conflict(let row, .blur):
            "'\(row.name)' does nothing without 'blur' or a blur in 'filter'."
        case .conflict(.scale, .material):
            "'scale' does nothing without 'material', a scene, or a length in points (pt)."
        case .conflict(let row, .material):
            "'\(row.name)' does nothing without 'material' or a scene."
        case .conflict(let row, let other):
            "'\(row.name)' does nothing without '\(other.name)'."
        case .exclusive(.prefer, .format):
            "'prefer' chooses a format, and cannot be used together with 'format'."
        case .exclusive(let row, let other):
            "'\(row.name)' cannot be used together with '\(other.name)'."
        case .contradiction(.filter, .edge):
            "'filter' has a blur that does not support the mode of 'edge'; only blur() supports expand."
        case .contradiction(.kernel, .edge):
            "'kernel' does not support the mode of 'edge': css3box has no expand, apple3box only clamp."
        case .contradiction(.frames, .format):
            "'frames' asks for a moving result, and 'format' is one of stills: use webp, gif or apng."
        case .contradiction(let row, let other):
            "'\(row.name)' and '\(other.name)' exclude each other, because their order "
                + "would be unclear: write \(other.name)() in '\(row.name)'."
        case .css(let row, let error, _):
            "'\(row.name)' cannot be read. \(error)"
        case .noEffect(let row):
            "'\(row.name)' does nothing without an effect: 'filter', 'material', 'blur' or "
                + "'saturate'."
        case .scene(let row, let rule, _): "'\(row.name)': \(rule.description)"
        case .geometry(let row, let rule): "'\(row.name)' \(rule.predicate)"
        case .repeatsRedacted(let row):
            "'\(row.name)' cannot repeat parts of the image with 'redact': the redaction hides the "
                + "regions only."
        case .weakensRedaction(let row):
            "'\(row.name)' cannot be used with 'redact': the redaction replaces everything in the "
                + "regions."
        case .redaction(let refusal, _, let size): Self.text(of: refusal, size)
        case .redactionOfKept:
            "'redact' is for POST /v1/render only: this address leads to the original and would identify it."
        case .besideScene(let row):
            row.isOfGeometry
                ? "'\(row.name)' cannot be used with a scene: set the scene's 'geometry'."
                : "'\(row.name)' cannot be used with a scene: set the effects of its panes."
        }
    }

    private static func question(_ suggestion: String?) -> String {
        suggestion.map { " Did you mean '\(excerpt($0))'?" } ?? ""
    }

    /// The advice for a percent sign in the value of a parameter.
    private static func cureOfPercentSign(_ name: String) -> String {
        if case .pixels? = RenderParameter.named(name)?.kind {
            return "Write a length instead, such as 20, 20px or 8pt."
        }
        return "Write the sign of a percentage as %25."
    }

    private static func text(of refusal: Redaction.Refusal, _ size: PixelSize) -> String {
        switch refusal {
        case .regionCount: "'redact' needs 1 to \(SceneLimits.panes) regions."
        case .emptyRegion: "'region': \(SceneError.Rule.emptyFrame.description)"
        case .outsidePicture:
            "'region': "
                + SceneError.Rule.outsidePicture(width: size.width, height: size.height).description
        case .weakBlur(let least):
            "'blur' hides too little for 'redact': the largest region needs at least \(least)."
        case .nothingRedacted:
            "'region' covers the whole image, so 'invert-region' has nothing to redact."
        }
    }

    /// A client's text, shortened for a response or the log.
    static func excerpt(_ text: String) -> String {
        text.utf8.count <= 64 ? text : String(text.prefix(64)) + "…"
    }
}

extension RenderParameter {
    /// A value in percent, for parameters that are points or rectangles.
    fileprivate var shareExample: String { kind == .focus ? "50%,50%" : "10%,10%,80%,80%" }
}

extension MaterialStyle {
    /// The names of the materials that take a color of the caller.
    fileprivate static var tinted: String {
        allCases.filter(\.takesTint).map(\.rawValue).joined(separator: ", ")
    }
}
