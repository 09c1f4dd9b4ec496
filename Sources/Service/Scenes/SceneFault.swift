// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Typesetting

/// A rule that a scene breaks, with the location in its JSON text.
struct SceneFault: Error, Hashable, Sendable {
    /// A rule for a scene or its JSON text.
    enum Rule: Hashable, Sendable {
        /// The text is not JSON.
        case syntax(JSONSyntaxError)
        /// The text is longer than the limit, in bytes.
        case tooLong(limit: Int)
        /// The object has no member with this name.
        case unknownMember(String, suggestion: String?, known: [String])
        /// The member is not allowed at this place; the reason is a sentence.
        case misplaced(String, reason: String)
        /// A required member is missing.
        case missing(String)
        /// Not exactly one of these members is present.
        case needsOne(of: [String])
        /// The member conflicts with other members, or needs others; the reason is a sentence.
        case conflict(reason: String)
        /// The value does not have the form that its member requires.
        case malformed(allowed: String, value: String?)
        /// A blur of the layer does not support the edge mode.
        case unsupportedEdge(EdgeMode)
        /// A filter list is malformed.
        case filter(FilterListError)
        /// A color is malformed.
        case color(FilterListError)
        /// The form has no part with this name.
        case noPart(String, parts: [String])
        /// The form has a part that the scene does not use.
        case unusedPart(String)
        /// No picture with this digest is stored; a mask, a filter or a layer uses it.
        case noImage(String)
        /// No picture with this digest is stored; the scene names it as its backdrop.
        case noBackdrop(String)
        /// The request has no picture beneath the layers, or two; the reason is a sentence.
        case backdrop(reason: String)
        /// A text cannot be drawn.
        case text(TypesettingError)
        /// The scene breaks a rule that does not depend on its JSON, such as the limit of layers.
        case scene(SceneError.Rule)
    }

    /// The rule that the scene breaks.
    let rule: Rule

    /// The location of the JSON value that breaks the rule.
    let pointer: JSONPointer

    /// Creates a fault from a broken rule and the location of the wrong value.
    init(_ rule: Rule, at pointer: JSONPointer) {
        self.rule = rule
        self.pointer = pointer
    }

    /// Creates a fault from an error of a parsed scene, with its location in the JSON text.
    init(_ error: SceneError) {
        rule = .scene(error.rule)
        let pointer = JSONPointer(error.place)
        self.pointer = error.rule.member.map(pointer.appending) ?? pointer
    }
}

extension JSONPointer {
    /// Creates the location of a layer, by the names that its lists have in the document.
    init(_ place: SceneError.Place) {
        self =
            switch place {
            case .scene: .root
            case .geometry: .root.appending("geometry")
            case .path(let steps):
                steps.reduce(.root) { $0.appending($1.list.rawValue).appending($1.index) }
            }
    }
}

extension SceneError.Rule {
    /// The JSON member that breaks the rule, if it is a single one.
    fileprivate var member: String? {
        switch self {
        case .groupName, .interruptedGroup: "group"
        case .emptyFrame, .outsidePicture, .fitWithoutImage, .farEdge: "frame"
        case .border: "border"
        case .boxShadow, .shadowOfEffect: "boxShadow"
        case .overflowOfEffect: "overflow"
        case .blendOfVibrancy: "blend"
        case .emptyCrop: "crop"
        case .negativeRadius: "corners"
        case .pointCount: "points"
        case .alpha: "opacity"
        case .growingFilter, .filterEdge: "edge"
        case .filter: "filter"
        case .vibrancyWithoutMaterial: "vibrancy"
        case .fontName, .fontSize, .fontWeight: "font"
        case .runCount: "runs"
        case .lineHeight: "lineHeight"
        case .letterSpacing: "letterSpacing"
        case .maximumLines: "maximumLines"
        case .textShadow: "shadow"
        case .capInset, .capsWithoutStretch: "caps"
        case .pictureScale: "scale"
        case .geometry(let error): error.member.sceneName
        // A text is in the member `text`, or in one of the runs.
        case .textsTooLong, .emptyText, .controlCharacter: nil
        case .shapeCount, .emptyLayer, .missingInk, .noLayers, .tooManyLayers, .tooManyPanes,
            .tooDeep, .effectApart, .invertedBox:
            nil
        }
    }
}
