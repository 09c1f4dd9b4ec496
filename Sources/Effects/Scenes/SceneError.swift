// SPDX-License-Identifier: Apache-2.0

/// The error that a scene is invalid: the rule that it breaks, and the place in the scene.
package struct SceneError: Error, Hashable, Sendable {
    /// A part of a scene that an error refers to.
    package enum Place: Hashable, Sendable {
        /// The scene itself.
        case scene
        /// The crop, the size or the rotation of the image.
        case geometry
        /// The pane with this index.
        case pane(Int)
        /// An image, text or shape: the pane's index, and the index of the image, text or shape
        /// on that pane.
        case content(pane: Int, Int)
    }

    /// A rule that a scene can break.
    package enum Rule: Hashable, Sendable {
        /// The scene has no panes.
        case noPanes
        /// The scene has more panes than ``SceneLimits/panes``.
        case tooManyPanes
        /// The scene has more images, texts and shapes than ``SceneLimits/contents``.
        case tooManyContents
        /// The texts together are longer than ``SceneLimits/textBytes``.
        case textsTooLong
        /// A group's name is empty, or longer than ``SceneLimits/nameBytes``.
        case groupName
        /// The panes of a group are not consecutive.
        case interruptedGroup(String)
        /// The pane has no shapes, or more than ``SceneLimits/shapes``.
        case shapeCount
        /// A frame has no width or no height.
        case emptyFrame
        /// A frame lies outside of the image, whose size is given.
        case outsidePicture(width: Int, height: Int)
        /// A corner radius is negative.
        case negativeRadius
        /// The number of a polygon's vertices is outside of ``SceneLimits/points``.
        case pointCount
        /// An alpha is not a number in `0...1`.
        case alpha
        /// The pane has no effect, no tint and no contents, and would change nothing.
        case emptyPane
        /// A filter would enlarge the image beyond the pane.
        case growingFilter
        /// A length of the filter list is out of its range at this number of pixels per point.
        case filter(FilterListError)
        /// A blur of the filter list does not support the edge mode or the kernel.
        case filterEdge
        /// An image, text or shape is drawn with vibrancy, but its pane has no material.
        case vibrancyWithoutMaterial
        /// A text or a shape has neither a color nor a vibrancy.
        case missingInk
        /// A text is empty.
        case emptyText
        /// A text contains a control character other than line feed and tab.
        case controlCharacter
        /// A font's name is empty, or longer than ``SceneLimits/nameBytes``.
        case fontName
        /// A font size is outside of ``SceneLimits/fontSize``.
        case fontSize
        /// A font weight is outside of ``SceneLimits/fontWeight``.
        case fontWeight
        /// A text has no runs, or more than ``SceneLimits/runs``.
        case runCount
        /// The height of a line is outside of ``SceneLimits/lineHeight``.
        case lineHeight
        /// The letter spacing is outside of ``SceneLimits/letterSpacing``.
        case letterSpacing
        /// The number of lines is outside of ``SceneLimits/lines``.
        case maximumLines
        /// An offset or the blur of a text's shadow is out of range.
        case textShadow
        /// Cap insets are outside of ``SceneLimits/capInset``.
        case capInset
        /// Cap insets are given with a mode other than stretch.
        case capsWithoutStretch
        /// The scale of an image on a pane is outside of ``SceneLimits/pictureScale``.
        case pictureScale
        /// The crop, the size or the rotation of the image breaks a rule.
        case geometry(GeometryError)
    }

    /// The rule that is broken.
    package let rule: Rule

    /// The place in the scene that breaks the rule.
    package let place: Place

    /// Creates the error that a place in a scene breaks a rule.
    package init(_ rule: Rule, at place: Place) {
        self.rule = rule
        self.place = place
    }
}
