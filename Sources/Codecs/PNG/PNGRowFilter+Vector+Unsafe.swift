// SPDX-License-Identifier: Apache-2.0

import CVector

// In this file, rows have a margin of one vector before and after them, which the public functions
// check. So whole vectors can be read from a pixel to the left of the first byte to beyond the
// last.

/// A PNG filter that predicts 16 bytes at a time.
private protocol Prediction {
    static func predict(
        _ left: SIMD16<UInt8>,
        _ above: SIMD16<UInt8>,
        _ corner: SIMD16<UInt8>
    ) -> SIMD16<UInt8>
}

private enum NoPrediction: Prediction {
    @inline(__always)
    static func predict(
        _ left: SIMD16<UInt8>,
        _ above: SIMD16<UInt8>,
        _ corner: SIMD16<UInt8>
    ) -> SIMD16<UInt8> { SIMD16(repeating: 0) }
}

private enum SubPrediction: Prediction {
    @inline(__always)
    static func predict(
        _ left: SIMD16<UInt8>,
        _ above: SIMD16<UInt8>,
        _ corner: SIMD16<UInt8>
    ) -> SIMD16<UInt8> { left }
}

private enum UpPrediction: Prediction {
    @inline(__always)
    static func predict(
        _ left: SIMD16<UInt8>,
        _ above: SIMD16<UInt8>,
        _ corner: SIMD16<UInt8>
    ) -> SIMD16<UInt8> { above }
}

private enum AveragePrediction: Prediction {
    /// The means of 16 bytes to the left and those above, rounded down: their common bits plus half
    /// of the differing ones.
    @inline(__always)
    static func predict(
        _ left: SIMD16<UInt8>,
        _ above: SIMD16<UInt8>,
        _ corner: SIMD16<UInt8>
    ) -> SIMD16<UInt8> { (left & above) &+ ((left ^ above) &>> 1) }
}

private enum PaethPrediction: Prediction {
    /// Predicts 16 bytes by the Paeth filter, without computing the sum left + above − corner.
    ///
    /// With p = left + above − corner: |p − left| = |above − corner| and |p − above| = |left −
    /// corner|. |p − corner| is the difference of these two where the corner lies between left and
    /// above; otherwise it is their sum, never the least.
    @inline(__always)
    static func predict(
        _ left: SIMD16<UInt8>,
        _ above: SIMD16<UInt8>,
        _ corner: SIMD16<UInt8>
    ) -> SIMD16<UInt8> {
        let toLeft = distance(above, corner)
        let toAbove = distance(left, corner)
        let (least, most) = (cv_min_u8x16(left, above), cv_max_u8x16(left, above))
        let isBetween = cv_min_u8x16(cv_max_u8x16(corner, least), most) .== corner
        let toCorner = SIMD16(repeating: 255)
            .replacing(with: distance(toLeft, toAbove), where: isBetween)
        let others = cv_min_u8x16(toAbove, toCorner)
        let other = corner.replacing(with: above, where: others .== toAbove)
        return other.replacing(with: left, where: cv_min_u8x16(toLeft, others) .== toLeft)
    }

    @inline(__always)
    private static func distance(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
        cv_max_u8x16(a, b) &- cv_min_u8x16(a, b)
    }
}

/// A row to filter and the row above it, with the number of bytes per pixel.
@unsafe
private struct Neighbors {
    let here: UnsafePointer<UInt8>
    let above: UnsafePointer<UInt8>
    let pixelByteCount: Int

    /// The difference of 16 bytes from their prediction.
    @inline(__always)
    func difference<P: Prediction>(_ prediction: P.Type, at x: Int) -> SIMD16<UInt8> {
        // SAFETY: the callers keep `x` inside of the row; margins are as wide as vectors.
        let left = unsafe Self.vector(here, x &- pixelByteCount)
        let corner = unsafe Self.vector(above, x &- pixelByteCount)
        let predicted = unsafe prediction.predict(left, Self.vector(above, x), corner)
        return unsafe Self.vector(here, x) &- predicted
    }

    @inline(__always)
    private static func vector(_ row: UnsafePointer<UInt8>, _ x: Int) -> SIMD16<UInt8> {
        // SAFETY: the callers have checked the bounds; any bits are a vector.
        unsafe UnsafeRawPointer(row + x).loadUnaligned(as: SIMD16<UInt8>.self)
    }
}

extension PNGFilter {
    /// Filters a row of a PNG, 16 bytes at a time.
    ///
    /// - Parameters:
    ///   - row: The row, with a margin of zeros before it and any margin after it.
    ///   - above: The previous row, with the same margins.
    ///   - byteCount: The number of bytes in the row itself.
    ///   - pixelByteCount: The number of bytes per pixel.
    ///   - target: Room for the row and a margin after it.
    ///   - offset: The offset of the row in the target.
    func apply(
        to row: Span<UInt8>,
        above: Span<UInt8>,
        byteCount: Int,
        pixelByteCount: Int,
        into target: inout MutableSpan<UInt8>,
        at offset: Int
    ) {
        precondition(
            offset >= 0 && target.count - offset >= byteCount + PNGRowFilter.margin,
            "the buffer is too short for a row"
        )
        // SAFETY: the span has room for all whole vectors that begin inside of the row, and the
        // pointers do not leave the closures.
        unsafe target.withUnsafeMutableBufferPointer { target in
            guard let start = target.baseAddress else { return }
            let target = unsafe start + offset
            unsafe withNeighbors(row, above, byteCount, pixelByteCount) { neighbors in
                switch self {
                case .none: unsafe Self.write(NoPrediction.self, neighbors, byteCount, target)
                case .sub: unsafe Self.write(SubPrediction.self, neighbors, byteCount, target)
                case .up: unsafe Self.write(UpPrediction.self, neighbors, byteCount, target)
                case .average:
                    unsafe Self.write(AveragePrediction.self, neighbors, byteCount, target)
                case .paeth: unsafe Self.write(PaethPrediction.self, neighbors, byteCount, target)
                }
            }
        }
    }

    private static func write<P: Prediction>(
        _ prediction: P.Type,
        _ neighbors: Neighbors,
        _ byteCount: Int,
        _ target: UnsafeMutablePointer<UInt8>
    ) {
        var x = 0
        while x < byteCount {
            // SAFETY: `x` lies inside, and the vector written ends within the margin of the target.
            let difference = unsafe neighbors.difference(prediction, at: x)
            unsafe UnsafeMutableRawPointer(target + x)
                .storeBytes(of: difference, as: SIMD16<UInt8>.self)
            x &+= 16
        }
    }
}

/// Checks two rows with their margins, and calls a function with pointers to them.
private func withNeighbors(
    _ row: Span<UInt8>,
    _ above: Span<UInt8>,
    _ byteCount: Int,
    _ pixelByteCount: Int,
    _ body: (Neighbors) -> Void
) {
    let margin = PNGRowFilter.margin
    precondition(
        row.count >= byteCount + 2 * margin && above.count >= byteCount + 2 * margin
            && (1...margin).contains(pixelByteCount),
        "the rows lack their margins"
    )
    // SAFETY: the margins were checked, and the pointers do not leave the closures.
    unsafe row.withUnsafeBufferPointer { row in
        unsafe above.withUnsafeBufferPointer { above in
            guard let here = row.baseAddress, let above = above.baseAddress else { return }
            let neighbors = unsafe Neighbors(
                here: here + margin,
                above: above + margin,
                pixelByteCount: pixelByteCount
            )
            unsafe body(neighbors)
        }
    }
}

extension PNGRowFilter {
    /// The number of neighboring bytes in one sample of a long row.
    private static let groupByteCount = 64
    /// The number of bytes from the start of one sample of a long row to the start of the next.
    private static let groupDistance = 256

    /// The least length in bytes of a row that is judged by samples; samples of a shorter row would
    /// say little.
    private static let longRow = 1024

    /// Finds the filter with the least estimated sum of absolute differences for a row.
    static func best(
        _ row: Span<UInt8>,
        _ above: Span<UInt8>,
        byteCount: Int,
        pixelByteCount: Int
    ) -> PNGFilter {
        var best = PNGFilter.average
        // SAFETY: the neighbors live in the closure, and know where they end.
        unsafe withNeighbors(row, above, byteCount, pixelByteCount) { neighbors in
            let sums = unsafe sums(neighbors, byteCount)
            var least = sums.average
            if sums.up < least { (least, best) = (sums.up, .up) }
            if sums.sub < least { (least, best) = (sums.sub, .sub) }
            if sums.paeth < least { (least, best) = (sums.paeth, .paeth) }
        }
        return best
    }

    private static func sums(
        _ neighbors: Neighbors,
        _ byteCount: Int
    ) -> (sub: UInt64, up: UInt64, average: UInt64, paeth: UInt64) {
        var sub = SIMD2<UInt64>()
        var up = SIMD2<UInt64>()
        var average = SIMD2<UInt64>()
        var paeth = SIMD2<UInt64>()
        let distance = byteCount < longRow ? groupByteCount : groupDistance
        var group = 0
        while group < byteCount {
            var x = group
            let end = min(group &+ groupByteCount, byteCount)
            while x < end {
                // SAFETY: `x` lies inside.
                unsafe sub &+= magnitude(neighbors.difference(SubPrediction.self, at: x))
                unsafe up &+= magnitude(neighbors.difference(UpPrediction.self, at: x))
                unsafe average &+= magnitude(neighbors.difference(AveragePrediction.self, at: x))
                unsafe paeth &+= magnitude(neighbors.difference(PaethPrediction.self, at: x))
                x &+= 16
            }
            group &+= distance
        }
        return (sub[0] + sub[1], up[0] + up[1], average[0] + average[1], paeth[0] + paeth[1])
    }

    /// The sum of the magnitudes of 16 differences, in two halves.
    ///
    /// Magnitudes are limited to 4, because larger ones all take many bits.
    @inline(__always)
    private static func magnitude(_ difference: SIMD16<UInt8>) -> SIMD2<UInt64> {
        let magnitude = cv_min_u8x16(difference, SIMD16() &- difference)
        return cv_sums_u8x16(cv_min_u8x16(magnitude, SIMD16(repeating: 4)))
    }
}
