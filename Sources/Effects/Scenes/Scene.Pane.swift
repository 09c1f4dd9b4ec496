// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A pane of glass, like one UIVisualEffectView.
    public struct Pane: Hashable, Sendable {
        /// What is done to what lies beneath.
        public enum Effect: Hashable, Sendable {
            /// Nothing.
            case none
            /// A material.
            case material(MaterialStyle)
            /// Filters, in order, in pixels.
            case filters([Filter])
        }

        /// What blurs of a filter list see beyond a pane when nothing else is said: the pane
        /// mirrored, as with `backdrop-filter`.
        public static let filterEdge = EdgeMode.mirror

        /// Where it is: every place in at least one of the shapes.
        public var shapes: [Shape]

        /// Whether it is the rest of the picture that it covers.
        public var isInverted: Bool

        /// What the pane is multiplied by: a picture stretched to its frame, which is the smallest
        /// rectangle around a single shape, or else the picture.
        public var mask: Mask?

        /// What is done to what lies beneath.
        public var effect: Effect

        /// A color over the effect and beneath the contents; a material that takes a color takes it.
        public var tint: StraightColor?

        /// How much of the pane there is, contents included: 0 to 1.
        public var alpha: Double

        /// How the pane and what lies beneath make a color.
        public var blend: BlendMode

        /// The name that panes share which see the same: what lies beneath the first of them.
        public var group: String?

        /// What is drawn on it, in order.
        public var contents: [Content]

        /// Creates a pane.
        public init(
            shapes: [Shape],
            isInverted: Bool = false,
            mask: Mask? = nil,
            effect: Effect = .none,
            tint: StraightColor? = nil,
            alpha: Double = 1,
            blend: BlendMode = .normal,
            group: String? = nil,
            contents: [Content] = []
        ) {
            self.shapes = shapes
            self.isInverted = isInverted
            self.mask = mask
            self.effect = effect
            self.tint = tint
            self.alpha = alpha
            self.blend = blend
            self.group = group
            self.contents = contents
        }
    }
}
