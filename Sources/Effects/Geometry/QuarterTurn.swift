// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A rotation by a multiple of 90°, with or without a reflection.
///
/// It moves pixels without changing them.
package struct QuarterTurn: Hashable, Sendable {
    /// The axis of a reflection.
    package enum Flip: String, Hashable, Sendable, CaseIterable {
        /// Mirrors left to right.
        case horizontal = "h"
        /// Mirrors top to bottom.
        case vertical = "v"
    }

    /// The number of clockwise quarter turns, from 0 to 3.
    package let quarters: Int

    /// Whether the image is mirrored left to right after the rotation.
    package let isMirrored: Bool

    /// Creates a rotation by a number of quarter turns, followed by a reflection.
    ///
    /// - Parameters:
    ///   - quarters: The number of clockwise quarter turns.
    ///   - flip: The reflection of the turned image.
    package init(quarters: Int, flip: Flip? = nil) {
        // Mirroring top to bottom equals half a turn and mirroring left to right.
        self.quarters = (quarters + (flip == .vertical ? 2 : 0)) & 3
        isMirrored = flip != nil
    }

    /// Whether there is neither a rotation nor a reflection.
    package var isIdentity: Bool { quarters == 0 && !isMirrored }

    /// The size of a turned image, given its size before.
    package func size(of size: PixelSize) -> PixelSize {
        quarters.isMultiple(of: 2) ? size : size.transposed
    }

    /// Maps a rectangle of the turned image back to the image before the turn.
    ///
    /// - Parameters:
    ///   - rectangle: A rectangle of the turned image.
    ///   - size: The extent of the turned image.
    /// - Returns: A rectangle of the image before the turn.
    package func source(of rectangle: Rectangle, in size: PixelSize) -> Rectangle {
        var part = rectangle
        var (width, height) = (Double(size.width), Double(size.height))
        if isMirrored { part.x = width - part.maxX }
        for _ in 0..<quarters {
            part = Rectangle(
                x: part.y,
                y: width - part.maxX,
                width: part.height,
                height: part.width
            )
            (width, height) = (height, width)
        }
        return part
    }

    /// Maps a point of the image before the turn to the turned image.
    ///
    /// - Parameters:
    ///   - point: A point of the image before the turn.
    ///   - size: The extent of the image before the turn.
    /// - Returns: The point in the turned image.
    func place(of point: Point, in size: PixelSize) -> Point {
        var place = point
        var (width, height) = (Double(size.width), Double(size.height))
        for _ in 0..<quarters {
            place = Point(x: height - place.y, y: place.x)
            (width, height) = (height, width)
        }
        if isMirrored { place.x = width - place.x }
        return place
    }

    /// The angle and the reflection as a canonical value, for cache keys.
    var value: PlanValue {
        .record(
            "turn",
            [
                .init("degrees", .number(Double(quarters * 90))),
                .init("mirrored", .flag(isMirrored)),
            ]
        )
    }
}
