// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A layer of a scene: a pane of glass, an image, a text, a shape, or a group of layers.
    ///
    /// A layer is drawn like a box of CSS: its outer shadows, its effect on the backdrop, its
    /// backgrounds, its inner shadows, its content, its layers and its border. All of it together has
    /// the opacity, the mask and the blend mode.
    ///
    /// Lengths in % refer to the frame of the containing layer, or to the image.
    public struct Layer: Hashable, Sendable {
        /// The effect that a layer has on its backdrop.
        public enum Effect: Hashable, Sendable {
            /// The layer leaves the backdrop unchanged.
            case none
            /// The layer is a pane made of a material.
            case material(MaterialStyle)
            /// The layer applies filters whose lengths are in pixels, in order.
            case resolved(ResolvedFilters)
            /// The layer applies a list of filters whose lengths are in points.
            case list(FilterList, edge: EdgeMode, kernel: BlurKernel)
        }

        /// The image, text or area that a layer shows.
        public enum Form: Hashable, Sendable {
            /// An image, fitted into the frame.
            case picture(Picture)
            /// A text, laid out in the frame.
            case text(Text)
            /// The area of the shapes, filled with the ink.
            case fill
        }

        /// The colors in which an image, text or area is drawn.
        public enum Ink: Hashable, Sendable {
            /// The image's own colors.
            case own
            /// One color; the alpha of the image, text or area is its mask.
            case color(StraightColor)
            /// A vibrancy style, through which the material of the containing layer shines.
            ///
            /// The color is the content's own. ``VibrancyStyle/label`` uses all of it; the other
            /// styles use only its alpha.
            case vibrancy(VibrancyStyle, StraightColor? = nil)
        }

        /// The default edge mode of blurs in a filter list: the backdrop is mirrored at the layer's
        /// edges, as in `backdrop-filter`.
        public static let filterEdge = EdgeMode.mirror

        /// The shapes whose union the layer covers.
        public var shapes: [Shape]

        /// Whether the layer covers the image outside of the shapes instead of their inside.
        public var isInverted = false

        /// The mask image that the layer is multiplied by.
        ///
        /// It is stretched to the bounds of the shape if there is only one, otherwise to the whole
        /// image.
        public var mask: Mask?

        /// The effect that the layer has on its backdrop.
        public var effect = Effect.none

        /// A color laid over the effect, beneath everything else; materials that accept a tint use it
        /// as theirs.
        ///
        /// Transparent pixels of the backdrop stay transparent.
        public var tint: StraightColor?

        /// The colors and gradients beneath the content, the first on top.
        public var backgrounds: [Fill] = []

        /// The shadows of the shape, the first on top.
        public var shadows: [BoxShadow] = []

        /// The image, text or area that the layer shows; `nil` for none.
        public var content: Form?

        /// The colors in which the content is drawn.
        ///
        /// An image in any ink but ``Ink/own`` is a template: only its alpha is used.
        public var ink = Ink.own

        /// The layers on this one, in drawing order.
        public var layers: [Layer] = []

        /// Whether what the layers draw outside of this layer's shapes is visible.
        public var showsOverflow = false

        /// The border inside of the shape's edge; `nil` for none.
        public var border: Border?

        /// The opacity of everything that the layer draws, in `0...1`.
        public var alpha: Double = 1

        /// The blend mode that combines the layer with what lies beneath.
        public var blend = BlendMode.normal

        /// The name of the layer's group; all layers of a group see the backdrop of its first layer.
        public var group: String?

        /// The name of ``layers`` in the document that the layer was read from.
        package var listName = ListName.layers

        /// Creates a pane, whose effect changes its backdrop.
        public init(
            shapes: [Shape],
            isInverted: Bool = false,
            mask: Mask? = nil,
            effect: Effect = .none,
            tint: StraightColor? = nil,
            alpha: Double = 1,
            blend: BlendMode = .normal,
            group: String? = nil,
            layers: [Layer] = []
        ) {
            self.shapes = shapes
            self.isInverted = isInverted
            self.mask = mask
            self.effect = effect
            self.tint = tint
            self.alpha = alpha
            self.blend = blend
            self.group = group
            self.layers = layers
        }

        /// Creates a layer that shows an image, a text or an area; by default it is as large as the
        /// containing layer, and images have their own colors.
        public init(
            _ content: Form,
            in shape: Shape = .rectangle(.whole, .square),
            ink: Ink = .own,
            alpha: Double = 1
        ) {
            shapes = [shape]
            self.content = content
            self.ink = ink
            self.alpha = alpha
        }
    }

    /// The names of the list of layers in a document.
    package enum ListName: String, Hashable, Sendable, CaseIterable {
        /// The name of all lists.
        case layers
        /// Another name of the list of a scene.
        case panes
        /// Another name of the list of a layer.
        case contents
    }

    /// An image that a layer shows, and its fit into the layer's frame.
    public struct Picture: Hashable, Sendable {
        /// The identifier of the image file.
        public var picture: ResourceID
        /// The way to fit the image into the frame.
        public var mode: PictureForm.Mode
        /// The position of the image in the frame, where it is smaller or larger.
        package var position = PicturePosition.center
        /// The part of the image that is shown, in pixels, points or percent of the image; `nil` for
        /// all of it.
        public var crop: Frame?
        /// The image's pixels per point; `nil` if each of its pixels is one pixel of the result.
        public var scale: Double?
        /// The borders that are not stretched, if any; used by ``PictureForm/Mode/stretch``.
        public var caps: PictureForm.Caps?
        /// Whether the image is mirrored if the scene reads from right to left.
        public var followsDirection: Bool

        /// Creates an image for a layer; by default the whole image fits into the layer's frame.
        public init(
            picture: ResourceID,
            mode: PictureForm.Mode = .fit,
            scale: Double? = nil,
            caps: PictureForm.Caps? = nil,
            followsDirection: Bool = false
        ) {
            self.picture = picture
            self.mode = mode
            self.scale = scale
            self.caps = caps
            self.followsDirection = followsDirection
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

extension Scene.Layer.Effect {
    /// Creates an effect of filters whose lengths are in pixels, in order.
    package static func filters(_ filters: [Filter]) -> Self {
        .resolved(ResolvedFilters(filters))
    }

    /// Parses a CSS filter list, such as `blur(12px) saturate(180%)`, as the effect of a layer.
    ///
    /// - Parameters:
    ///   - list: The value of the property `backdrop-filter` of CSS.
    ///   - edge: The pixels that blurs assume beyond the layer.
    /// - Returns: The effect.
    /// - Throws: ``FilterListError``.
    public static func filter(
        _ list: String,
        edge: EdgeMode = Scene.Layer.filterEdge
    ) throws(FilterListError) -> Self {
        .list(try FilterList(list), edge: edge, kernel: .gaussian)
    }
}
