// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Panes of glass on a picture, as a caller describes them.
///
/// `plan(size:traits:)` converts it to a `Plan`, in which all lengths are pixels.
public struct Scene: Hashable, Sendable {
    /// The panes, the last on top.
    public var panes: [Pane]

    /// The part, the extent and the turn of the picture beneath the panes.
    package var geometry = Geometry()

    /// The reading direction, if the caller states one.
    ///
    /// Texts without a direction use it. If it is ``TextForm/Direction/rtl``, pictures that follow
    /// it are mirrored. Frames keep their positions, like the frames of views.
    public var direction: TextForm.Direction

    /// Creates a scene.
    public init(panes: [Pane], direction: TextForm.Direction = .auto) {
        self.panes = panes
        self.direction = direction
    }

    /// The position and the extent of an area in its parent.
    public struct Frame: Hashable, Sendable {
        /// The distance from the left edge of the parent.
        public var x: Length
        /// The distance from the top edge of the parent.
        public var y: Length
        /// The extent to the right.
        public var width: Length
        /// The extent downwards.
        public var height: Length

        /// Creates a frame.
        public init(x: Length, y: Length, width: Length, height: Length) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        /// The whole parent.
        public static let whole = Frame(x: .zero, y: .zero, width: .whole, height: .whole)
    }

    /// The corners of a frame; a radius in % refers to the frame's shorter side.
    public struct Corners: Hashable, Sendable {
        /// The curve of all corners.
        public var curve: Raster.Corners.Curve
        /// The radius of the top left corner.
        public var topLeft: Length
        /// The radius of the top right corner.
        public var topRight: Length
        /// The radius of the bottom right corner.
        public var bottomRight: Length
        /// The radius of the bottom left corner.
        public var bottomLeft: Length

        /// Creates corners.
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

        /// Creates corners of one radius.
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

    /// A vertex of a polygon.
    public struct Position: Hashable, Sendable {
        /// The distance from the left edge of the parent.
        public var x: Length
        /// The distance from the top edge of the parent.
        public var y: Length

        /// Creates a position.
        public init(x: Length, y: Length) {
            self.x = x
            self.y = y
        }
    }

    /// An area with an antialiased outline.
    public enum Shape: Hashable, Sendable {
        /// A rectangle with square or rounded corners.
        case rectangle(Frame, Corners)
        /// An ellipse that fills a frame.
        case ellipse(Frame)
        /// A closed polygon with straight sides.
        case polygon([Position])
    }
}
