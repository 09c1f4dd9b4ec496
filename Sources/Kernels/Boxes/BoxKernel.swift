// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A filter along one axis: three box filters in succession.
///
/// A running sum over one box adds the sample that enters and subtracts the one that leaves. For
/// all boxes together, the entering and leaving samples combine to ``taps``, which are then
/// integrated as many times as there are boxes. In integers that is exact, even where sums overflow
/// on the way.
///
/// Reference: E. B. Hogenauer, "An Economical Class of Digital Filters for Decimation and
/// Interpolation", IEEE Trans. Acoustics, Speech, and Signal Processing 29(2), 1981.
package struct BoxKernel: Hashable, Sendable {
    /// The widths of the three boxes, in samples.
    package let boxes: [Int]

    /// The samples whose sum enters the running sums at each position, each with a delay and a
    /// factor.
    package let taps: [Tap]

    /// A sample that enters or leaves the boxes, with its factor in the running sums.
    package struct Tap: Hashable, Sendable {
        /// The number of samples from this one to the last one on which a result depends.
        package let delay: Int
        /// The factor by which the sample is multiplied.
        package let factor: Int32
    }

    /// Creates a filter whose boxes are, taken together, symmetric about the result.
    ///
    /// - Parameter boxes: Three widths, each at least 1, with an odd sum and a product of at
    ///   most 2^34.
    package init(boxes: [Int]) {
        precondition(boxes.count == 3 && boxes.allSatisfy { $0 > 0 }, "three boxes are needed")
        precondition(boxes.reduce(0, +) % 2 == 1, "the sum of the boxes must be odd")
        precondition(boxes.reduce(1, *) <= 1 << 34, "the boxes are too wide")
        self.boxes = boxes
        var factors = [0: Int32(1)]
        for box in boxes {
            var next = factors
            for (delay, factor) in factors { next[delay + box, default: 0] -= factor }
            factors = next
        }
        taps = factors.keys.sorted().compactMap { delay in
            let factor = factors[delay, default: 0]
            return factor == 0 ? nil : Tap(delay: delay, factor: factor)
        }
    }

    /// The number of samples read on each side of the result.
    package var reach: Int { (boxes.reduce(0, +) - boxes.count) / 2 }

    /// The sum of all weights.
    package var total: Int { boxes.reduce(1, *) }

    /// Whether weighted sums of samples fit into 32 bits, so that running sums need no more.
    var isNarrow: Bool { total <= 1 << 16 }

    /// Returns the total weight of the samples inside a row of `count` samples, for the result at
    /// each position.
    package func coverage(_ count: Int) -> [Int] {
        var weights = [1]
        for box in boxes {
            var next = [Int](repeating: 0, count: weights.count + box - 1)
            var sum = 0
            for index in next.indices {
                if index < weights.count { sum += weights[index] }
                if index >= box { sum -= weights[index - box] }
                next[index] = sum
            }
            weights = next
        }
        // The running sums of the weights.
        var sums = [0]
        for weight in weights { sums.append(sums[sums.count - 1] + weight) }
        let (reach, last) = (reach, sums.count - 1)
        return (0..<count).map { position in
            let first = min(max(reach - position, 0), last)
            let end = min(max(reach - position + count, 0), last)
            return sums[end] - sums[first]
        }
    }
}

extension EdgeMode {
    /// Returns the index of the sample shown at a position, possibly beyond an edge; nil where
    /// the edge mode gives zero.
    package func source(of position: Int, count: Int) -> Int? {
        switch self {
        case .clamp: return min(max(position, 0), count - 1)
        case .mirror:
            let period = 2 * count
            let folded = position % period
            let inside = folded < 0 ? folded + period : folded
            return min(inside, period - 1 - inside)
        case .normalize, .transparent, .expand:
            return (0..<count).contains(position) ? position : nil
        }
    }
}
