// SPDX-License-Identifier: Apache-2.0

/// The filters that predict a row of a PNG, so that only differences are compressed.
///
/// This is the specification of the vector code.
///
/// Reference: ISO/IEC 15948:2004, clause 9.
enum PNGFilter: UInt8, CaseIterable {
    /// No prediction.
    case none
    /// Prediction from the pixel to the left.
    case sub
    /// Prediction from the pixel above.
    case up
    /// Prediction from the mean of left and above, rounded down.
    case average
    /// Prediction from left, above or above left, whichever is closest to left + above − above
    /// left.
    case paeth

    /// Predicts a byte from its neighbors.
    ///
    /// - Parameters:
    ///   - left: The byte at the same place in the pixel to the left.
    ///   - above: The byte above.
    ///   - corner: The byte above `left`.
    /// - Returns: The prediction; the file holds the byte minus the prediction, modulo 256.
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
