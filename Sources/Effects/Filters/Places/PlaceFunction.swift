// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A change of each pixel's color by its position: color channels are multiplied and added to.
///
/// It is the part of which filters such as `grain()` are made. Colors are straight, and alpha stays.
package struct PlaceFunction: Sendable {
    /// The change of a pixel: a color channel c becomes c · factor + addend, clipped to 0 to 1.
    package struct Change: Hashable, Sendable {
        /// The factor of each color channel.
        package let factor: Float
        /// The addend of each color channel.
        package let addend: Float
    }

    /// Returns the change of the pixel in a column and a row.
    package typealias Changes = @Sendable (_ x: Int, _ y: Int) -> Change

    /// The filter's name and parameters as a canonical value, for cache keys.
    package let planValue: PlanValue

    /// Whether the filter changes no pixel.
    package let isIdentity: Bool

    /// Whether changes depend on positions relative to the size of the image, and not on pixels.
    package let isRelative: Bool

    /// Returns the changes of the pixels of an image of a given size.
    package let changes: @Sendable (PixelSize) -> Changes

    /// Creates a function from its canonical value and its changes.
    ///
    /// - Parameters:
    ///   - value: The canonical description; equal values must have equal changes.
    ///   - isIdentity: Whether the filter changes no pixel.
    ///   - isRelative: Whether changes depend on positions relative to the size of the image.
    ///   - changes: Returns the changes of the pixels of an image of a given size.
    init(
        _ value: PlanValue,
        isIdentity: Bool,
        isRelative: Bool,
        changes: @escaping @Sendable (PixelSize) -> Changes
    ) {
        planValue = value
        self.isIdentity = isIdentity
        self.isRelative = isRelative
        self.changes = changes
    }
}

extension PlaceFunction: Hashable {
    package static func == (left: PlaceFunction, right: PlaceFunction) -> Bool {
        left.planValue == right.planValue
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(planValue) }
}
