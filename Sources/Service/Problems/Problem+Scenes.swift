// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension Problem {
    /// Creates the problem for a fault in a scene.
    init(_ fault: SceneFault) {
        switch fault.rule {
        case .syntax(let error): self.init(.malformedScene, error.description)
        case .tooLong(let limit):
            self.init(
                .bodyTooLarge,
                "The scene may have \(limit) bytes. Send images as files, in the same form, or first "
                    + "by POST /v1/images."
            )
            allowed = "0 to \(limit) bytes"
        case .unknownMember(let name, let suggestion, let known):
            let advice =
                SceneMembers.advice(for: name, among: known)
                ?? (known.contains("backdrop") ? Self.advice(forMember: name) : nil)
            let suggestion = suggestion.map { "Did you mean '\($0)'?" }
            self.init(
                .invalidScene,
                (["There is no member '\(ParameterError.excerpt(name))' here."]
                    + [advice ?? suggestion].compactMap { $0 }).joined(separator: " ")
            )
            allowed = known.joined(separator: ", ")
        case .misplaced(let name, let reason):
            self.init(.invalidScene, "'\(name)' does not belong here. \(reason)")
        case .missing(let name): self.init(.invalidScene, "The member '\(name)' is missing.")
        case .needsOne(let names):
            self.init(
                .invalidScene,
                "It needs exactly one of '\(names.joined(separator: "', '"))'."
            )
            allowed = names.joined(separator: ", ")
        case .conflict(let reason): self.init(.invalidScene, reason)
        case .malformed(let allowed, let value):
            self.init(.invalidScene, "It takes \(allowed).")
            self.allowed = allowed
            self.value = value
        case .filter(let error):
            self.init(.invalidScene, "This is not a filter list. \(error.description)")
        case .color(let error):
            self.init(.invalidScene, "This is not a color. \(error.description)")
        case .unsupportedEdge(let edge):
            self.init(
                .invalidScene,
                "A blur or a kernel of the layer's filter does not support the edge mode '\(edge.rawValue)'."
            )
        case .noPart(let name, let parts):
            self.init(
                .invalidScene,
                "The form has no file '\(ParameterError.excerpt(name))'."
            )
            allowed = parts.isEmpty ? nil : parts.joined(separator: ", ")
        case .unusedPart(let name):
            self.init(
                .invalidScene,
                "The scene does not use the form's file '\(ParameterError.excerpt(name))'."
            )
        case .noImage(let digest):
            self.init(.pictureNotKept, "No image with the digest \(digest) is stored.")
            value = digest
        case .noBackdrop(let digest):
            self.init(.imageNotFound, "No image with the digest \(digest) is stored.")
            value = digest
        case .backdrop(let reason): self.init(.invalidScene, reason)
        case .text(let error): self.init(error)
        case .scene(let rule):
            self.init(.invalidScene, rule.description)
            allowed = rule.allowed
        }
        pointer = fault.pointer.text
    }
}

extension Problem {
    /// The advice for an unknown member of a scene that belongs elsewhere; nil for other names.
    private static func advice(forMember name: String) -> String? {
        if ["image", "data", "file", "base64", "picture", "photo", "src", "url"].contains(name) {
            return
                "JSON cannot contain an image: send its bytes as the body of POST /v1/render, or name a "
                + "stored image in 'backdrop'."
        }
        if ["width", "height", "background", "size"].contains(name) {
            return
                "A scene without an image draws on a canvas, such as \"canvas\": {\"width\": 600, "
                + "\"height\": 400, \"background\": \"white\"}."
        }
        guard RenderParameter.named(name) != nil else { return nil }
        return "Write parameters in the query string, and effects in the layers."
    }
}

extension SceneError.Rule {
    /// The broken rule as a sentence.
    var description: String {
        switch self {
        case .noLayers: "A scene on an image has at least one layer."
        case .tooManyLayers: "There are more than \(SceneLimits.layers) layers in all."
        case .tooManyPanes:
            "There are more than \(SceneLimits.panes) layers with an effect on their backdrop."
        case .tooDeep: "It lies on more than \(SceneLimits.depth - 1) other layers."
        case .textsTooLong: "The texts have more than \(SceneLimits.textBytes) bytes in all."
        case .groupName: "The name of a group has 1 to \(SceneLimits.nameBytes) bytes."
        case .interruptedGroup(let name):
            "Another layer lies between this one and the rest of its group "
                + "'\(ParameterError.excerpt(name))': the layers of a group share the backdrop of the "
                + "first one, so they must be consecutive."
        case .shapeCount: "A layer has 1 to \(SceneLimits.shapes) shapes."
        case .emptyFrame: "Its width or its height is not positive."
        case .outsidePicture(let width, let height):
            "It lies outside of the image of \(width) × \(height) pixels."
        case .negativeRadius: "A radius must not be negative."
        case .pointCount:
            "A polygon has \(SceneLimits.points.lowerBound) to \(SceneLimits.points.upperBound) points."
        case .alpha: "An alpha is a number from 0 to 1."
        case .emptyLayer:
            "The layer would change nothing: give it a material, a filter, a background, an image, a text "
                + "or layers."
        case .effectApart:
            "An effect sees its backdrop only on layers without an opacity, a blend mode and a mask: set "
                + "them on the layer with the effect."
        case .fitWithoutImage:
            "Only a layer with an image can 'fit' it: give it a width and a height."
        case .border:
            "A border has a width of at least 0, and only rectangles and ellipses have one."
        case .boxShadow:
            "A shadow is moved and grown by up to \(Int(SceneLimits.shadowOffset.upperBound)) pixels, its "
                + "blur is \(Self.text(SceneLimits.shadowBlur)) pixels, and that of a polygon has no spread."
        case .farEdge:
            "An edge is more than \(Int(SceneLimits.edges.upperBound)) pixels away from the image."
        case .invertedBox:
            "A layer that covers the outside of its shape has no border and no shadow: draw them on another layer "
                + "with the same frame."
        case .shadowOfEffect:
            "The shadow around a layer with an effect has no mask, blend mode or group: cast it by a "
                + "layer beneath."
        case .overflowOfEffect:
            "A layer with an effect cuts off the layers on it: put those that reach beyond it behind it in "
                + "the list."
        case .blendOfVibrancy:
            "Vibrancy is a blend mode of its own: remove 'blend', or use a 'color'."
        case .emptyCrop: "The part has no width or no height."
        case .growingFilter: "The backdrop of a layer cannot grow: 'expand' is for whole images."
        case .filter(let error):
            "At this scale, the filter list cannot be used. \(error.description)"
        case .filterEdge: "A blur or a kernel of the filter list does not support the edge mode."
        case .vibrancyWithoutMaterial:
            "Vibrancy takes its color from a material, and there is none beneath this layer, or it is "
                + "drawn apart."
        case .missingInk:
            "A text and a shape need a 'color', or a 'vibrancy' on a material; a text may have a 'color' "
                + "for each of its runs instead."
        case .runCount: "A text has 1 to \(SceneLimits.runs) runs."
        case .lineHeight:
            "The line height is \(Self.percent(SceneLimits.lineHeight)) of the font size; a "
                + "number without a unit is in pixels."
        case .letterSpacing:
            "The letter spacing is \(Self.percent(SceneLimits.letterSpacing)) of "
                + "the font size; a number without a unit is in pixels."
        case .maximumLines:
            "The number of lines is \(SceneLimits.lines.lowerBound) to \(SceneLimits.lines.upperBound)."
        case .textShadow:
            "The shadow of a text is moved by up to \(Int(SceneLimits.shadowOffset.upperBound)) pixels, "
                + "and its blur is \(Self.text(SceneLimits.shadowBlur)) pixels."
        case .emptyText: "A text must not be empty."
        case .controlCharacter:
            "A text must not contain control characters other than line feeds and tabs."
        case .fontName: "The name of a font has 1 to \(SceneLimits.nameBytes) bytes."
        case .fontSize: "The font size is \(Self.text(SceneLimits.fontSize)) pixels."
        case .fontWeight:
            "The font weight is \(SceneLimits.fontWeight.lowerBound) to \(SceneLimits.fontWeight.upperBound)."
        case .capInset:
            "Cap insets are \(SceneLimits.capInset.lowerBound) to \(SceneLimits.capInset.upperBound) pixels."
        case .capsWithoutStretch:
            "Only a stretched image has cap insets: set 'fit' to 'fill'."
        case .pictureScale: "A scale is \(Self.text(SceneLimits.pictureScale))."
        case .geometry(let error): "'\(error.member.sceneName)' \(error.rule.predicate)"
        }
    }

    /// The accepted values in words, if the rule has a range.
    fileprivate var allowed: String? {
        switch self {
        case .tooManyPanes: "up to \(SceneLimits.panes) layers with an effect"
        case .tooManyLayers: "up to \(SceneLimits.layers) layers in all"
        case .textsTooLong: "up to \(SceneLimits.textBytes) bytes of text in all"
        case .pointCount:
            "\(SceneLimits.points.lowerBound) to \(SceneLimits.points.upperBound) points"
        case .fontSize: "\(Self.text(SceneLimits.fontSize)) pixels"
        case .outsidePicture(let width, let height):
            "a frame that overlaps x 0 to \(width) and y 0 to \(height)"
        case .filter(.outOfRange(_, _, let allowed)): allowed
        case .growingFilter: "clamp, mirror, normalize, transparent"
        case .runCount: "1 to \(SceneLimits.runs) runs"
        case .lineHeight: Self.percent(SceneLimits.lineHeight)
        case .letterSpacing: Self.percent(SceneLimits.letterSpacing)
        case .noLayers, .tooDeep, .effectApart, .fitWithoutImage, .border, .boxShadow, .emptyCrop,
            .farEdge, .invertedBox, .shadowOfEffect, .overflowOfEffect, .blendOfVibrancy,
            .groupName, .interruptedGroup, .shapeCount, .emptyFrame, .negativeRadius,
            .alpha, .emptyLayer, .vibrancyWithoutMaterial, .missingInk, .emptyText,
            .controlCharacter, .fontName, .fontWeight, .maximumLines, .textShadow, .capInset,
            .capsWithoutStretch,
            .pictureScale, .geometry, .filter, .filterEdge:
            nil
        }
    }

    private static func percent(_ range: ClosedRange<Double>) -> String {
        "\(Int(range.lowerBound * 100)) % to \(Int(range.upperBound * 100)) %"
    }

    private static func text(_ range: ClosedRange<Double>) -> String {
        func text(_ number: Double) -> String {
            number == number.rounded() ? String(Int(number)) : String(number)
        }
        return "\(text(range.lowerBound)) to \(text(range.upperBound))"
    }
}
