// SPDX-License-Identifier: Apache-2.0

/// Why a scene cannot become a plan, and where in it the reason lies.
public struct SceneError: Error, Hashable, Sendable {
    /// A part of a scene.
    public enum Place: Hashable, Sendable {
        /// The scene itself.
        case scene
        /// The pane of this index.
        case pane(Int)
        /// The content of an index on the pane of another.
        case content(pane: Int, Int)
    }

    /// The rule that is broken.
    public enum Rule: Hashable, Sendable {
        /// There is no pane.
        case noPanes
        /// There are more panes than ``SceneLimits/panes``.
        case tooManyPanes
        /// There are more contents than ``SceneLimits/contents``.
        case tooManyContents
        /// The texts are longer than ``SceneLimits/textBytes`` together.
        case textsTooLong
        /// The name of a group is empty, or longer than ``SceneLimits/nameBytes``.
        case groupName
        /// Panes of a group do not follow each other.
        case interruptedGroup(String)
        /// The pane has no shape, or more than ``SceneLimits/shapes``.
        case shapeCount
        /// A frame has no width or no height.
        case emptyFrame
        /// A frame lies outside of the picture.
        case outsidePicture(width: Int, height: Int)
        /// A radius is negative.
        case negativeRadius
        /// A polygon has fewer or more corners than ``SceneLimits/points``.
        case pointCount
        /// An alpha is not a number from 0 to 1.
        case alpha
        /// The pane filters nothing, has no tint and no contents, and only lies there.
        case emptyPane
        /// A filter does not keep to the extent of the pane.
        case growingFilter
        /// A content has a vibrancy, and its pane no material to take the color from.
        case vibrancyWithoutMaterial
        /// A text or an area has neither a color nor a vibrancy.
        case missingInk
        /// A text is empty.
        case emptyText
        /// A text has a control character other than a line feed and a tab.
        case controlCharacter
        /// The name of a font is empty, or longer than ``SceneLimits/nameBytes``.
        case fontName
        /// The size of a font is outside of ``SceneLimits/fontSize``.
        case fontSize
        /// The weight of a font is outside of ``SceneLimits/fontWeight``.
        case fontWeight
        /// Cap insets are outside of ``SceneLimits/capInset``.
        case capInset
        /// Cap insets are given for another mode than stretch.
        case capsWithoutStretch
        /// The scale of a content's picture is outside of ``SceneLimits/pictureScale``.
        case pictureScale
    }

    /// The rule that is broken.
    public let rule: Rule

    /// Where.
    public let place: Place

    /// Creates an error.
    public init(_ rule: Rule, at place: Place) {
        self.rule = rule
        self.place = place
    }
}
