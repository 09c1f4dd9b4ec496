// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A pane of glass, like one UIVisualEffectView.
    public struct Pane: Hashable, Sendable {
        /// The effect of a pane on its backdrop.
        public enum Effect: Hashable, Sendable {
            /// No effect.
            case none
            /// A material.
            case material(MaterialStyle)
            /// Filters, in order, with lengths in pixels.
            case resolved(ResolvedFilters)
            /// A list of filters with lengths in points.
            case list(FilterList, edge: EdgeMode, kernel: BlurKernel)
        }

        /// The default edge mode of blurs in a filter list: the backdrop is mirrored beyond the
        /// pane, as in `backdrop-filter`.
        public static let filterEdge = EdgeMode.mirror

        /// The covered area: the union of these shapes.
        public var shapes: [Shape]

        /// Whether the pane covers the picture outside of the shapes instead.
        public var isInverted: Bool

        /// The picture that the coverage is multiplied by.
        ///
        /// It is stretched to the bounds of the shape if there is only one, otherwise to the whole
        /// picture.
        public var mask: Mask?

        /// The effect on the backdrop.
        public var effect: Effect

        /// A color over the effect and beneath the contents; a material that accepts a tint uses it
        /// itself.
        public var tint: StraightColor?

        /// The opacity of the pane and its contents, in `0...1`.
        public var alpha: Double

        /// The blend mode that combines the pane with the picture.
        public var blend: BlendMode

        /// The name of the pane's group; all panes of a group see the backdrop of its first pane.
        public var group: String?

        /// The contents, in drawing order.
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

/// Filters whose lengths are in pixels, and whose edge modes are known.
public struct ResolvedFilters: Hashable, Sendable {
    /// The filters, in order.
    package let filters: [Filter]

    /// Creates a list of filters.
    package init(_ filters: [Filter]) { self.filters = filters }
}

extension Scene.Pane.Effect {
    /// Filters, in order, with lengths in pixels.
    package static func filters(_ filters: [Filter]) -> Self {
        .resolved(ResolvedFilters(filters))
    }

    /// The filters of a style sheet, in their order, such as `blur(12px) saturate(180%)`.
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
