// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Panes of glass on a picture, in the words of who asks for them.
///
/// ``plan(size:traits:)`` makes a ``Plan`` of it, in which all lengths are pixels.
public struct Scene: Hashable, Sendable {
    /// The panes, the last on top.
    public var panes: [Pane]

    /// The direction in which people read, where it is stated.
    ///
    /// It is the direction of texts that state none, and pictures that turn with it are turned left
    /// to right when it is ``TextForm/Direction/rtl``. Frames stay where they are, as the frames of
    /// views do.
    public var direction: TextForm.Direction

    /// Creates a scene.
    public init(panes: [Pane], direction: TextForm.Direction = .auto) {
        self.panes = panes
        self.direction = direction
    }

    /// Where something lies: from the left and the top of its parent.
    public struct Frame: Hashable, Sendable {
        /// From the left edge of the parent.
        public var x: Length
        /// From the top edge of the parent.
        public var y: Length
        /// To the right.
        public var width: Length
        /// Downwards.
        public var height: Length

        /// Creates a frame.
        public init(x: Length, y: Length, width: Length, height: Length) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        /// All of the parent.
        public static let whole = Frame(x: .zero, y: .zero, width: .whole, height: .whole)
    }

    /// The corners of a frame; a radius in % is one of the shorter side of the frame.
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

    /// A corner of a polygon: lengths from the left and the top of the parent.
    public struct Position: Hashable, Sendable {
        /// To the right.
        public var x: Length
        /// Downwards.
        public var y: Length

        /// Creates a position.
        public init(x: Length, y: Length) {
            self.x = x
            self.y = y
        }
    }

    /// An area with a smooth outline.
    public enum Shape: Hashable, Sendable {
        /// A rectangle, its corners rounded or not.
        case rectangle(Frame, Corners)
        /// An ellipse that touches the edges of a frame.
        case ellipse(Frame)
        /// Straight lines from corner to corner, and back to the first.
        case polygon([Position])
    }
}
