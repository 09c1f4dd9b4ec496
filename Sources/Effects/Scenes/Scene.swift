// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Panes of glass on an image, as a request describes them.
///
/// A scene is for people: lengths are in pixels, points or percent, and a pane states a material or
/// a list of filters. `plan(size:traits:)` converts it to a `Plan` for one image, in which all
/// lengths are pixels and all materials are filters:
///
///     let frame = Scene.Frame(x: "10%", y: "35%", width: "80%", height: "30%")
///     let corners = Scene.Corners(curve: .continuous, radius: "20pt")
///     let pane = Scene.Pane(
///         shapes: [.rectangle(frame, corners)],
///         effect: .material(.systemThinMaterial)
///     )
///     let scene = Scene(panes: [pane])
///     let plan = try scene.plan(size: size, traits: Traits(scale: 3))
///
/// Panes are drawn in order, the last one on top. A pane sees the panes under it, except panes of
/// its own group: all panes of a group see the backdrop of its first pane. A pane changes nothing
/// outside of the area that it covers.
///
/// A scene is a plain value that may break rules, such as too many panes or a frame outside of the
/// image. The conversion checks all of them, and its error names the place in the scene. It takes
/// time in proportion to the panes and contents, but compares each pane with the panes before it. A
/// scene holds no samples: images are named by a ``ResourceID``, and texts are not laid out.
public struct Scene: Hashable, Sendable {
    /// The panes, in drawing order: the last one is on top.
    public var panes: [Pane]

    /// The crop, the size and the rotation of the image beneath the panes.
    package var geometry = Geometry()

    /// The reading direction of the scene, for texts and mirrored images.
    ///
    /// Texts without a direction use it. If it is ``TextForm/Direction/rtl``, images that follow
    /// it are mirrored. Frames keep their positions, like the frames of views.
    public var direction: TextForm.Direction

    /// Creates a scene of panes, in drawing order.
    public init(panes: [Pane], direction: TextForm.Direction = .auto) {
        self.panes = panes
        self.direction = direction
    }

    /// A rectangle in a containing area: the image or a pane.
    public struct Frame: Hashable, Sendable {
        /// The distance from the left edge of the containing area.
        public var x: Length
        /// The distance from the top edge of the containing area.
        public var y: Length
        /// The width of the rectangle.
        public var width: Length
        /// The height of the rectangle.
        public var height: Length

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

    /// The outline of a pane, or of a shape that is drawn on it; its edges are antialiased.
    public enum Shape: Hashable, Sendable {
        /// A rectangle with square or rounded corners.
        case rectangle(Frame, Corners)
        /// An ellipse that fills a frame.
        case ellipse(Frame)
        /// A closed polygon with straight sides.
        case polygon([Position])
    }
}
