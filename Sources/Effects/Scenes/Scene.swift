// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Layers on an image or on a canvas, as a request describes them: panes of glass, images, texts and
/// shapes.
///
/// A scene is for people: lengths are in pixels, points or percent, and a pane states a material or
/// a list of filters. `plan(size:traits:)` converts it to a `Plan` for one image, in which all
/// lengths are pixels and all materials are filters:
///
///     let frame = Scene.Frame(x: "10%", y: "35%", width: "80%", height: "30%")
///     let corners = Scene.Corners(curve: .continuous, radius: "20pt")
///     let pane = Scene.Layer(
///         shapes: [.rectangle(frame, corners)],
///         effect: .material(.systemThinMaterial),
///         layers: [Scene.Layer(.text(Scene.Text("Frost")), ink: .vibrancy(.label))]
///     )
///     let scene = Scene(layers: [pane])
///     let plan = try scene.plan(size: size, traits: Traits(scale: 3))
///
/// Layers are drawn in order, the last one on top. A pane sees the layers under it, except panes of
/// its own group: all panes of a group see the backdrop of its first pane. A pane changes nothing
/// outside of the area that it covers.
///
/// A scene is a plain value that may break rules, such as too many layers or a frame outside of the
/// image. The conversion checks all of them, and its error names the place in the scene. It takes
/// time in proportion to the layers, but compares each pane with the panes before it. A
/// scene holds no samples: images are named by a ``ResourceID``, and texts are not laid out.
public struct Scene: Hashable, Sendable {
    /// The layers, in drawing order: the last one is on top.
    public var layers: [Layer]

    /// The name of ``layers`` in the document that the scene was read from.
    package var listName = ListName.layers

    /// The canvas beneath the layers; `nil` if they lie on an image.
    package var canvas: Canvas?

    /// The crop, the size and the rotation of the image beneath the layers.
    package var geometry = Geometry()

    /// The reading direction of the scene, for texts and mirrored images.
    ///
    /// Texts without a direction use it. If it is ``TextForm/Direction/rtl``, images that follow
    /// it are mirrored. Frames keep their positions, like the frames of views.
    public var direction: TextForm.Direction

    /// Creates a scene of layers, in drawing order.
    public init(layers: [Layer], direction: TextForm.Direction = .auto) {
        self.layers = layers
        self.direction = direction
    }

    /// A rectangle in a containing area: the image or a layer.
    public struct Frame: Hashable, Sendable {
        /// The distance from the left edge of the containing area.
        public var x: Length
        /// The distance from the top edge of the containing area.
        public var y: Length
        /// The width of the rectangle.
        public var width: Length
        /// The height of the rectangle.
        public var height: Length
        /// The exceptions from ``x`` and ``width``.
        package var horizontal = Placement()
        /// The exceptions from ``y`` and ``height``.
        package var vertical = Placement()

        /// A way to place a rectangle along one axis other than by its start and its length.
        package struct Placement: Hashable, Sendable {
            /// The point of the rectangle whose distance from the start, or from the end for
            /// ``end``, is stated.
            package enum Anchor: Hashable, Sendable {
                case start, center, end
            }

            /// The point of the rectangle to which the position refers.
            package var anchor = Anchor.start
            /// The distance of the end from the end of the containing area, in place of the length.
            package var end: Length?
            /// Whether the length is the length of the image in the frame.
            package var fits = false

            /// Creates the usual placement, by the start and the length.
            package init() {}
        }

        /// Creates a rectangle from its position and its size.
        public init(x: Length, y: Length, width: Length, height: Length) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        /// The whole containing area.
        public static let whole = Frame(x: .zero, y: .zero, width: .whole, height: .whole)
    }

    /// The radii and the curve of a rectangle's corners; a radius in % refers to the shorter side.
    public struct Corners: Hashable, Sendable {
        /// The kind of curve of all four corners.
        public var curve: Raster.Corners.Curve
        /// The radius of the top left corner.
        public var topLeft: Length
        /// The radius of the top right corner.
        public var topRight: Length
        /// The radius of the bottom right corner.
        public var bottomRight: Length
        /// The radius of the bottom left corner.
        public var bottomLeft: Length

        /// Creates corners with a radius each.
        public init(
            curve: Raster.Corners.Curve = .circular,
            topLeft: Length,
            topRight: Length,
            bottomRight: Length,
            bottomLeft: Length
        ) {
            self.curve = curve
            self.topLeft = topLeft
            self.topRight = topRight
            self.bottomRight = bottomRight
            self.bottomLeft = bottomLeft
        }

        /// Creates four corners with the same radius.
        public init(curve: Raster.Corners.Curve = .circular, radius: Length) {
            self.init(
                curve: curve,
                topLeft: radius,
                topRight: radius,
                bottomRight: radius,
                bottomLeft: radius
            )
        }

        /// Corners that are not rounded.
        public static let square = Corners(radius: .zero)
    }

    /// A point in a containing area, such as a vertex of a polygon.
    public struct Position: Hashable, Sendable {
        /// The distance from the left edge of the containing area.
        public var x: Length
        /// The distance from the top edge of the containing area.
        public var y: Length

        /// Creates a point from its distances from the left and the top.
        public init(x: Length, y: Length) {
            self.x = x
            self.y = y
        }
    }

    /// The outline of a layer; its edges are antialiased.
    public enum Shape: Hashable, Sendable {
        /// A rectangle with square or rounded corners.
        case rectangle(Frame, Corners)
        /// An ellipse that fills a frame.
        case ellipse(Frame)
        /// A closed polygon with straight sides.
        case polygon([Position])
    }
}
