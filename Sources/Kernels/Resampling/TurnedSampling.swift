// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Raster

/// A rotation of a plane by any angle: a weighted sum of samples around each position.
///
/// The weights of both axes are multiplied. They are computed for 2,048 positions between two
/// samples, the nearest of which is used; samples at the edges repeat beyond them.
package struct TurnedSampling: Sendable {
    /// The number of positions between two samples for which weights are computed.
    private static let phaseCount = 2048

    private let picture: PixelSize
    private let cosine: Double
    private let sine: Double
    private let center: Point

    /// The number of weights along an axis: 2, 4 or 6.
    private let taps: Int

    /// The weights along an axis for each position between two samples, eight elements each.
    private let weights: [SIMD8<Float>]

    /// Computes the weights of a rotation from a filter kernel.
    ///
    /// - Parameters:
    ///   - picture: The extent of the planes.
    ///   - degrees: The clockwise angle.
    ///   - center: The place in the result of the middle of the plane.
    ///   - support: The greatest distance at which a sample counts, up to 3.
    ///   - weight: The weight at the distance of a sample to the right of the place.
    package init(
        picture: PixelSize,
        degrees: Double,
        center: Point,
        support: Double,
        weight: (Double) -> Double
    ) {
        self.picture = picture
        self.center = center
        cosine = cos(degrees * .pi / 180)
        sine = sin(degrees * .pi / 180)
        let half = max(1, Int(support.rounded(.up)))
        precondition(half <= 3, "more weights than a row of the table has")
        taps = 2 * half
        let taps = taps
        weights = (0...Self.phaseCount).map { phase in
            let place = Double(half - 1) + Double(phase) / Double(Self.phaseCount)
            let exact = (0..<taps).map { weight(Double($0) - place) }
            let sum = exact.reduce(0, +)
            var row = SIMD8<Float>.zero
            for tap in 0..<taps { row[tap] = Float(exact[tap] / sum) }
            return row
        }
    }

    /// The number of bytes that the weights occupy.
    package static var byteCount: Int { (phaseCount + 1) * MemoryLayout<SIMD8<Float>>.stride }

    /// The corners of the rotated plane in the result.
    package var outline: [Point] {
        let (w, h) = (Double(picture.width) / 2, Double(picture.height) / 2)
        return [(-w, -h), (w, -h), (w, h), (-w, h)].map { x, y in
            Point(x: center.x + cosine * x - sine * y, y: center.y + sine * x + cosine * y)
        }
    }

    /// Computes samples in a row of the result.
    ///
    /// - Parameters:
    ///   - y: The row of the result.
    ///   - columns: The columns to make.
    ///   - source: The band that holds all rows of the plane.
    ///   - channel: The channel of the plane in the band.
    ///   - result: The row, from its first column on.
    package func makeRow<Form>(
        _ y: Int,
        columns: Range<Int>,
        of source: borrowing Band<Form>,
        channel: Int,
        into result: inout MutableSpan<UInt16>
    ) {
        precondition(
            source.width == picture.width && source.rowCount == picture.height,
            "the plane has another size"
        )
        let (samples, stride) = (source.rows(0..<picture.height, of: channel), source.stride)
        let fromTop = Double(y) + 0.5 - center.y
        // Half a pixel from an edge is the middle of a pixel.
        let firstX = sine * fromTop + Double(picture.width) / 2 - 0.5
        let firstY = cosine * fromTop + Double(picture.height) / 2 - 0.5
        let lead = taps / 2 - 1
        for x in columns {
            let fromLeft = Double(x) + 0.5 - center.x
            let (column, columnPhase) = Self.place(firstX + cosine * fromLeft, picture.width)
            let (row, rowPhase) = Self.place(firstY - sine * fromLeft, picture.height)
            let (left, top) = (column - lead, row - lead)
            let (across, down) = (weights[columnPhase], weights[rowPhase])
            let isInside =
                left >= 0 && top >= 0 && left + taps <= picture.width
                && top + taps <= picture.height
            var sum = Float.zero
            for tap in 0..<taps {
                var part = Float.zero
                if isInside {
                    let start = (top + tap) * stride + left
                    for index in 0..<taps {
                        part += Float(samples[start + index]) * across[index]
                    }
                } else {
                    let line = min(max(top + tap, 0), picture.height - 1) * stride
                    for index in 0..<taps {
                        let place = min(max(left + index, 0), picture.width - 1)
                        part += Float(samples[line + place]) * across[index]
                    }
                }
                sum += part * down[tap]
            }
            result[x] = UInt16(min(max(sum.rounded(), 0), 65_535))
        }
    }

    /// Returns the index of the sample before a position, and the index of the nearest position in
    /// `weights`.
    ///
    /// Positions far outside of the plane become some at which only its edge is seen.
    private static func place(_ position: Double, _ count: Int) -> (index: Int, phase: Int) {
        let near = min(max(position, -8), Double(count) + 8)
        let index = near.rounded(.down)
        return (Int(index), Int(((near - index) * Double(phaseCount)).rounded()))
    }
}
