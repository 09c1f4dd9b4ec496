// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A pane of glass, like one UIVisualEffectView.
    public struct Pane: Hashable, Sendable {
        /// The effect that a pane has on its backdrop.
        public enum Effect: Hashable, Sendable {
            /// The pane leaves the backdrop unchanged.
            case none
            /// The pane is made of a material.
            case material(MaterialStyle)
            /// The pane applies filters whose lengths are in pixels, in order.
            case resolved(ResolvedFilters)
            /// The pane applies a list of filters whose lengths are in points.
            case list(FilterList, edge: EdgeMode, kernel: BlurKernel)
        }

        /// The default edge mode of blurs in a filter list: the backdrop is mirrored at the pane's
        /// edges, as in `backdrop-filter`.
        public static let filterEdge = EdgeMode.mirror

        /// The shapes whose union the pane covers.
        public var shapes: [Shape]

        /// Whether the pane covers the image outside of the shapes instead of their inside.
        public var isInverted: Bool

        /// The mask image that the pane's coverage is multiplied by.
        ///
        /// It is stretched to the bounds of the shape if there is only one, otherwise to the whole
        /// image.
        public var mask: Mask?

        /// The effect that the pane has on its backdrop.
        public var effect: Effect

        /// A color laid over the effect, beneath the contents; materials that accept a tint use it
        /// as theirs.
        public var tint: StraightColor?

        /// The opacity of the pane and its contents, in `0...1`.
        public var alpha: Double

        /// The blend mode that combines the pane with the image.
        public var blend: BlendMode

        /// The name of the pane's group; all panes of a group see the backdrop of its first pane.
        public var group: String?

        /// The images, texts and shapes drawn on the pane, in drawing order.
        public var contents: [Content]

        /// Creates a pane; by default it has no effect, and blends normally.
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

/// Filters that are ready to apply: their lengths are in pixels, and their edge modes are chosen.
public struct ResolvedFilters: Hashable, Sendable {
    /// The filters, in order.
    package let filters: [Filter]

    /// Creates a list of filters that are ready to apply.
    package init(_ filters: [Filter]) { self.filters = filters }
}

extension Scene.Pane.Effect {
    /// Creates an effect of filters whose lengths are in pixels, in order.
    package static func filters(_ filters: [Filter]) -> Self {
        .resolved(ResolvedFilters(filters))
    }

    /// Parses a CSS filter list, such as `blur(12px) saturate(180%)`, as the effect of a pane.
    ///
    /// - Parameters:
    ///   - list: The value of the property `backdrop-filter` of CSS.
    ///   - edge: The pixels that blurs assume beyond the pane.
    /// - Returns: The effect.
    /// - Throws: ``FilterListError``.
    public static func filter(
        _ list: String,
        edge: EdgeMode = Scene.Pane.filterEdge
    ) throws(FilterListError) -> Self {
        .list(try FilterList(list), edge: edge, kernel: .gaussian)
    }
}
