// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The orientation of the stored rows, as a value of Exif's `Orientation`.
///
/// Each case names the display edges on which the first stored row and the first stored column lie.
///
/// Reference: CIPA DC-008 (Exif 2.32), section 4.6.4, tag 274.
package enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
    /// First row at the top, first column at the left: nothing to do.
    case topLeft = 1
    /// First row at the top, first column at the right: mirrored.
    case topRight = 2
    /// First row at the bottom, first column at the right: turned by 180°.
    case bottomRight = 3
    /// First row at the bottom, first column at the left: flipped.
    case bottomLeft = 4
    /// First row at the left, first column at the top: transposed.
    case leftTop = 5
    /// First row at the right, first column at the top: to be turned 90° clockwise.
    case rightTop = 6
    /// First row at the right, first column at the bottom: transversed.
    case rightBottom = 7
    /// First row at the left, first column at the bottom: to be turned 90° counterclockwise.
    case leftBottom = 8

    /// Whether rows become columns, so that width and height are exchanged.
    package var exchangesSides: Bool { rawValue >= 5 }

    /// The display size of an image with a given stored size.
    package func displaySize(of coded: PixelSize) -> PixelSize {
        exchangesSides ? coded.transposed : coded
    }
}
