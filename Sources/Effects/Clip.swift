// SPDX-License-Identifier: Apache-2.0

package import Raster

/// An area, in pixels of the image, inside or outside of which something is drawn.
package struct Clip: Hashable, Sendable {
    /// The shapes whose union is the area.
    package let shapes: [Shape]

    /// Whether the outside of the shapes is drawn instead of the inside.
    package let isInverted: Bool

    /// Creates a clip to the inside or the outside of shapes.
    package init(_ shapes: [Shape], isInverted: Bool = false) {
        self.shapes = shapes
        self.isInverted = isInverted
    }

    /// The smallest rectangle around all that is drawn; nil if it has no bounds.
    package var bounds: Rectangle? {
        isInverted ? nil : shapes.dropFirst().reduce(shapes.first?.bounds) { $0?.union($1.bounds) }
    }

    /// Whether all of a rectangle is drawn, because the clip is a rectangle that contains it.
    package func contains(_ rectangle: Rectangle) -> Bool {
        guard !isInverted, shapes.count == 1, case .rectangle(let own, .square) = shapes[0] else {
            return false
        }
        return own.x <= rectangle.x && own.y <= rectangle.y && own.maxX >= rectangle.maxX
            && own.maxY >= rectangle.maxY
    }

    /// The shapes as a canonical value, for cache keys.
    var value: PlanValue {
        .record(
            "clip",
            [
                .init("shapes", .list(shapes.map(\.planValue))),
                .init("inverted", .flag(isInverted)),
            ]
        )
    }
}

extension Rectangle {
    /// The smallest rectangle around this one and another one.
    package func union(_ other: Rectangle) -> Rectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rectangle(
            x: left,
            y: top,
            width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top
        )
    }

    /// The rectangle with margins of one width on all sides; negative ones make it smaller.
    package func outset(by margin: Double) -> Rectangle {
        Rectangle(
            x: x - margin,
            y: y - margin,
            width: width + 2 * margin,
            height: height + 2 * margin
        )
    }
}
