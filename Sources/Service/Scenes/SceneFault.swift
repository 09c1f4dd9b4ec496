// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Typesetting

/// Why a scene is refused, and the place in its text.
struct SceneFault: Error, Hashable, Sendable {
    /// The rule that is broken.
    enum Rule: Hashable, Sendable {
        /// The text is not JSON.
        case syntax(JSONSyntaxError)
        /// The text is longer than the limit, in bytes.
        case tooLong(limit: Int)
        /// Nothing has this name here.
        case unknownMember(String, suggestion: String?, known: [String])
        /// Something is known, and does not belong here; the reason is a sentence.
        case misplaced(String, reason: String)
        /// A member must be there.
        case missing(String)
        /// Exactly one of some members must be there.
        case needsOne(of: [String])
        /// A member has no meaning beside, or without, others; the reason is a sentence.
        case conflict(reason: String)
        /// The value is not written as its member wants it.
        case malformed(allowed: String, value: String?)
        /// A blur of a pane does not know the edge mode.
        case unsupportedEdge(EdgeMode)
        /// A filter list is none.
        case filter(FilterListError)
        /// A color is none.
        case color(FilterListError)
        /// The form has no part of this name.
        case noPart(String, parts: [String])
        /// The form has a part that the scene does not use.
        case unusedPart(String)
        /// No picture of this digest is kept, which a mask or a content names.
        case noImage(String)
        /// No picture of this digest is kept, on which the panes are to lie.
        case noBackdrop(String)
        /// There is no picture to lay panes on, or there are two; the reason is a sentence.
        case backdrop(reason: String)
        /// A text cannot be drawn.
        case text(TypesettingError)
        /// The scene breaks a rule of scenes.
        case scene(SceneError.Rule)
    }

    /// The rule that is broken.
    let rule: Rule

    /// The value that breaks it.
    let pointer: JSONPointer

    /// Creates a fault.
    init(_ rule: Rule, at pointer: JSONPointer) {
        self.rule = rule
        self.pointer = pointer
    }

    /// Finds the place of a rule in the text.
    init(_ error: SceneError) {
        rule = .scene(error.rule)
        let pointer = JSONPointer(error.place)
        self.pointer = error.rule.member.map(pointer.appending) ?? pointer
    }
}

extension JSONPointer {
    /// The place of a part of a scene.
    init(_ place: SceneError.Place) {
        self =
            switch place {
            case .scene: .root
            case .pane(let index): .root.appending("panes").appending(index)
            case .content(let pane, let index):
                .root.appending("panes").appending(pane).appending("contents").appending(index)
            }
    }
}

extension SceneError.Rule {
    /// The member at fault, where it is one.
    fileprivate var member: String? {
        switch self {
        case .noPanes, .tooManyPanes: "panes"
        case .tooManyContents: "contents"
        case .textsTooLong, .emptyText, .controlCharacter: "text"
        case .groupName, .interruptedGroup: "group"
        case .emptyFrame, .outsidePicture: "frame"
        case .negativeRadius: "corners"
        case .pointCount: "points"
        case .alpha: "alpha"
        case .growingFilter: "edge"
        case .vibrancyWithoutMaterial: "vibrancy"
        case .fontName, .fontSize, .fontWeight: "font"
        case .capInset, .capsWithoutStretch: "caps"
        case .pictureScale: "scale"
        case .shapeCount, .emptyPane, .missingInk: nil
        }
    }
}
