// SPDX-License-Identifier: Apache-2.0

/// The area inside a rectangle, an ellipse or a polygon, in pixels of the image.
package enum Shape: Hashable, Sendable {
    /// A rectangle, its corners rounded or not.
    case rectangle(Rectangle, Corners)
    /// An ellipse that touches the edges of a rectangle.
    case ellipse(Rectangle)
    /// A closed polygon of at least three points.
    ///
    /// Overlapping parts are filled (nonzero winding rule).
    case polygon([Point])

    /// The smallest rectangle around the shape.
    package var bounds: Rectangle {
        switch self {
        case .rectangle(let rectangle, _), .ellipse(let rectangle): return rectangle
        case .polygon(let points):
            let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
            let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
            return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
        }
    }
}

/// The radii of a rectangle's four corners, and the kind of curve that rounds them.
public struct Corners: Hashable, Sendable {
    /// The kind of curve that rounds a corner.
    public enum Curve: String, Hashable, Sendable, CaseIterable {
        /// A quarter of a circle, as CSS `border-radius`.
        case circular
        /// A curve whose curvature changes smoothly, as `CALayerCornerCurve.continuous`.
        case continuous
    }

    /// The kind of curve that rounds all four corners.
    package var curve: Curve
    /// The radius of the top left corner, in pixels.
    package var topLeft: Double
    /// The radius of the top right corner, in pixels.
    package var topRight: Double
    /// The radius of the bottom right corner, in pixels.
    package var bottomRight: Double
    /// The radius of the bottom left corner, in pixels.
    package var bottomLeft: Double

    /// Creates corners from a kind of curve and four radii in pixels.
    ///
    /// Radii that do not fit next to each other are scaled down together, as CSS does.
    package init(
        curve: Curve = .circular,
        topLeft: Double,
        topRight: Double,
        bottomRight: Double,
        bottomLeft: Double
    ) {
        self.curve = curve
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Creates four corners of the same radius, in pixels.
    package init(curve: Curve = .circular, radius: Double) {
        self.init(
            curve: curve,
            topLeft: radius,
            topRight: radius,
            bottomRight: radius,
            bottomLeft: radius
        )
    }

    /// Square corners, with a radius of 0.
    package static let square = Corners(radius: 0)
}
