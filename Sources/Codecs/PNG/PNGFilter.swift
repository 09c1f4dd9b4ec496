// SPDX-License-Identifier: Apache-2.0

/// How a row of a PNG is predicted, so that differences remain.
///
/// This is the specification of what is done with vectors.
///
/// Reference: ISO/IEC 15948:2004, clause 9.
enum PNGFilter: UInt8, CaseIterable {
    /// By nothing.
    case none
    /// By the pixel to the left.
    case sub
    /// By the pixel above.
    case up
    /// By the mean of both, rounded down.
    case average
    /// By the one of left, above, and above left that is closest to left + above − above left.
    case paeth

    /// What a byte is predicted to be.
    ///
    /// - Parameters:
    ///   - left: The byte that belongs to it in the pixel to the left.
    ///   - above: The one in the row before.
    ///   - corner: The one to the left of that.
    /// - Returns: The prediction; what is written is the byte minus that, modulo 256.
    func prediction(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
        switch self {
        case .none: 0
        case .sub: left
        case .up: above
        case .average: UInt8((UInt16(left) + UInt16(above)) / 2)
        case .paeth: Self.nearest(left, above, corner)
        }
    }

    private static func nearest(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let estimate = Int(left) + Int(above) - Int(corner)
        let toLeft = abs(estimate - Int(left))
        let toAbove = abs(estimate - Int(above))
        let toCorner = abs(estimate - Int(corner))
        if toLeft <= toAbove && toLeft <= toCorner { return left }
        return toAbove <= toCorner ? above : corner
    }
}
