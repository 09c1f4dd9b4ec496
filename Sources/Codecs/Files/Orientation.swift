// SPDX-License-Identifier: Apache-2.0

public import Raster

/// How the stored rows must be turned for display: the values of Exif's `Orientation`.
///
/// Each case names where the first stored row and the first stored column belong.
///
/// Reference: CIPA DC-008 (Exif 2.32), section 4.6.4, tag 274.
public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
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

    /// Whether rows become columns.
    public var exchangesSides: Bool { rawValue >= 5 }

    /// The size for display of a picture stored in a given size.
    public func displaySize(of coded: PixelSize) -> PixelSize {
        exchangesSides ? coded.transposed : coded
    }
}
