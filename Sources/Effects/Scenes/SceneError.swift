// SPDX-License-Identifier: Apache-2.0

/// The error that a scene is invalid: the rule that it breaks, and the place in the scene.
package struct SceneError: Error, Hashable, Sendable {
    /// A part of a scene that an error refers to.
    package enum Place: Hashable, Sendable {
        /// The scene itself.
        case scene
        /// The crop, the size or the rotation of the image.
        case geometry
        /// A layer, by the way to it.
        case path([Step])

        /// A step on the way to a layer: the name of a list, and an index in it.
        package struct Step: Hashable, Sendable {
            /// The name of the list in the document.
            package let list: Scene.ListName
            /// The index in the list.
            package let index: Int

            /// Creates a step from the name of a list and an index in it.
            package init(list: Scene.ListName, index: Int) {
                self.list = list
                self.index = index
            }
        }

        /// The layer that is found by indices in lists named `layers`.
        package static func layer(_ indices: Int...) -> Place {
            .path(indices.map { Step(list: .layers, index: $0) })
        }

        /// The place of a layer on this one.
        func appending(_ list: Scene.ListName, _ index: Int) -> Place {
            guard case .path(let steps) = self else { return self }
            return .path(steps + [Step(list: list, index: index)])
        }

        /// The place of the list that contains the layer.
        var list: Place {
            if case .path(let steps) = self { .path(steps.dropLast()) } else { self }
        }

        /// The number of lists on the way.
        var depth: Int {
            if case .path(let steps) = self { steps.count } else { 0 }
        }
    }

    /// A rule that a scene can break.
    package enum Rule: Hashable, Sendable {
        /// The scene has no layers.
        case noLayers
        /// The scene has more layers than ``SceneLimits/layers``.
        case tooManyLayers
        /// The scene has more layers with an effect than ``SceneLimits/panes``.
        case tooManyPanes
        /// A layer lies on more layers than ``SceneLimits/depth``.
        case tooDeep
        /// The texts together are longer than ``SceneLimits/textBytes``.
        case textsTooLong
        /// A group's name is empty, or longer than ``SceneLimits/nameBytes``.
        case groupName
        /// The panes of a group are not consecutive.
        case interruptedGroup(String)
        /// The layer has no shapes, or more than ``SceneLimits/shapes``.
        case shapeCount
        /// A frame has no width or no height.
        case emptyFrame
        /// A frame lies outside of the image, whose size is given.
        case outsidePicture(width: Int, height: Int)
        /// An edge is beyond ``SceneLimits/edges``.
        case farEdge
        /// A corner radius is negative.
        case negativeRadius
        /// The number of a polygon's vertices is outside of ``SceneLimits/points``.
        case pointCount
        /// An alpha is not a number in `0...1`.
        case alpha
        /// The layer draws nothing, and would change nothing.
        case emptyLayer
        /// A layer with an effect on its backdrop lies on a layer that is drawn apart.
        case effectApart
        /// A width or height is to fit a content that has no size of its own.
        case fitWithoutImage
        /// A border is negative, or on a polygon.
        case border
        /// A shadow is out of range, or grows a polygon.
        case boxShadow
        /// A border or a shadow is on a layer that covers the outside of its shapes.
        case invertedBox
        /// A shadow around a layer with an effect has a mask, a blend mode or a group.
        case shadowOfEffect
        /// The layers on a layer with an effect are to reach beyond it.
        case overflowOfEffect
        /// A vibrant content has a blend mode.
        case blendOfVibrancy
        /// The shown part of an image is empty.
        case emptyCrop
        /// A filter would enlarge the image beyond the layer.
        case growingFilter
        /// A length of the filter list is out of its range at this number of pixels per point.
        case filter(FilterListError)
        /// A blur of the filter list does not support the edge mode or the kernel.
        case filterEdge
        /// An image, text or shape is drawn with vibrancy, but no layer beneath it has a material.
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
        /// The scale of an image is outside of ``SceneLimits/pictureScale``.
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
