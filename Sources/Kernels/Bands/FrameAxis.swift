// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

/// The resampling weights along one axis, for an image that is stretched into a frame.
///
/// The weights of a pixel add up to the part of it inside the frame.
package struct FrameAxis: Sendable {
    /// The filter that computes a pixel of the result from samples of the image.
    package enum Kernel: Hashable, Sendable {
        /// The mean of the samples that the pixel covers where the image shrinks; interpolation
        /// between two samples where it grows. It stays between the samples.
        case mean
        /// A Lanczos filter with three lobes at each side, widened by the reduction factor where
        /// the image shrinks. It keeps what a pixel can show, and leaves out finer detail, because
        /// it would alias.
        ///
        /// Reference: C. E. Duchon, "Lanczos Filtering in One and Two Dimensions", Journal of
        /// Applied Meteorology 18(8), 1979.
        case lanczos3
    }

    /// A part of the frame along the axis, with the part of the image shown there.
    package struct Segment: Sendable {
        /// The extent of the segment in the frame, in pixels of the result.
        package var target: Range<Double>
        /// The part of the image that the segment shows, in pixels of the image.
        package var source: ClosedRange<Double>

        /// Creates a part of the frame that shows a part of the image.
        package init(target: Range<Double>, source: ClosedRange<Double>) {
            self.target = target
            self.source = source
        }
    }

    /// The pixels of the frame that the result contains, as a range along the axis.
    let positions: Range<Int>

    /// The filter that computes a pixel of the result from samples of the image.
    let kernel: Kernel

    /// The index of the first weight of each pixel, followed by the number of all weights.
    private var starts: [Int] = [0]
    private var indices: [Int32] = []
    private var weights: [Float] = []

    /// The greatest number of samples from the first to the last that one pixel combines.
    private var span = 1

    /// Computes the weights of the image's samples in the pixels of the result.
    ///
    /// - Parameters:
    ///   - segments: The parts of the frame, from left to right or from top to bottom.
    ///   - count: The number of pixels of the image along the axis.
    ///   - isReversed: Whether the image is reversed.
    ///   - positions: The pixels of the result.
    ///   - kernel: The filter that computes a pixel from samples.
    package init(
        _ segments: [Segment],
        count: Int,
        isReversed: Bool = false,
        positions: Range<Int>,
        kernel: Kernel = .mean
    ) {
        self.positions = positions
        self.kernel = kernel
        var first = 0
        for position in positions {
            let (start, end) = (Double(position), Double(position + 1))
            while first < segments.count, segments[first].target.upperBound <= start { first += 1 }
            for segment in segments[first...] {
                if segment.target.lowerBound >= end { break }
                let target =
                    max(start, segment.target.lowerBound)..<min(end, segment.target.upperBound)
                if !target.isEmpty { add(target, of: segment, count: count) }
            }
            let own = indices[(starts.last ?? 0)...]
            if let least = own.min(), let greatest = own.max() {
                span = max(span, Int(greatest - least) + 1)
            }
            starts.append(indices.count)
        }
        if isReversed {
            for index in indices.indices { indices[index] = Int32(count - 1) - indices[index] }
        }
    }

    /// Adds the weights of the samples shown in a part of a pixel.
    private mutating func add(
        _ target: Range<Double>,
        of segment: Segment,
        count: Int
    ) {
        let share = target.upperBound - target.lowerBound
        let whole = segment.target.upperBound - segment.target.lowerBound
        let scale = (segment.source.upperBound - segment.source.lowerBound) / whole
        // A segment of nearly no extent in the frame shows nothing.
        guard scale.isFinite, share > 1e-9 else { return }
        func source(_ position: Double) -> Double {
            segment.source.lowerBound + (position - segment.target.lowerBound) * scale
        }
        let (first, last) = (source(target.lowerBound), source(target.upperBound))
        // Samples outside the segment do not show in it, however far a pixel is stretched.
        let least = min(Int(segment.source.lowerBound), count - 1)
        let greatest = Int(segment.source.upperBound.rounded(.up)) - 1
        let limits = least...max(least, min(greatest, count - 1))
        if kernel == .lanczos3 {
            addSinc(at: (first + last) / 2 - 0.5, width: max(1, scale), share, limits)
        } else if scale > 1 {
            for index in Int(first)..<max(Int(first) + 1, Int(last.rounded(.up))) {
                let covered = min(last, Double(index + 1)) - max(first, Double(index))
                append(index, Float(max(covered, 0) / (last - first) * share), limits)
            }
        } else {
            let middle = (first + last) / 2 - 0.5
            let index = Int(middle.rounded(.down))
            let rest = middle - Double(index)
            append(index, Float((1 - rest) * share), limits)
            append(index + 1, Float(rest * share), limits)
        }
    }

    /// Adds the weights of a Lanczos filter with three lobes at each side.
    ///
    /// - Parameters:
    ///   - center: The position of the pixel among the samples.
    ///   - width: The width of a lobe, in samples.
    ///   - share: The sum of the weights.
    ///   - limits: The samples that may show; the others have no weight.
    private mutating func addSinc(
        at center: Double,
        width: Double,
        _ share: Double,
        _ limits: ClosedRange<Int>
    ) {
        let first = max(limits.lowerBound, Int((center - 3 * width).rounded(.up)))
        let last = min(limits.upperBound, Int((center + 3 * width).rounded(.down)))
        guard first <= last else {
            return append(Int(center.rounded()), Float(share), limits)
        }
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        let lobes = (first...last).map { index in
            let x = (Double(index) - center) / width
            return sinc(x) * sinc(x / 3)
        }
        let sum = lobes.reduce(0, +)
        for (index, lobe) in zip(first...last, lobes) where lobe.magnitude > 1e-9 {
            indices.append(Int32(index))
            weights.append(Float(lobe / sum * share))
        }
    }

    private mutating func append(_ index: Int, _ weight: Float, _ limits: ClosedRange<Int>) {
        guard weight > 0 else { return }
        indices.append(Int32(min(max(index, limits.lowerBound), limits.upperBound)))
        weights.append(weight)
    }

    /// The greatest size of an axis in memory, in bytes, also while it is being made.
    ///
    /// - Parameters:
    ///   - positions: The number of pixels of the result.
    ///   - weights: The number of weights of all of them together.
    /// - Returns: The number of bytes.
    package static func byteCount(positions: Int, weights: Int) -> Int {
        let place = MemoryLayout<Int>.stride
        let weight = MemoryLayout<Int32>.stride + MemoryLayout<Float>.stride
        // A full array moves into one of twice its size.
        return 3 * (positions * place + weights * weight)
    }

    /// The number of weights of all pixels of the result together.
    var weightCount: Int { weights.count }

    /// An empty cache of rows of the image, with room for all rows that one row of the result
    /// combines.
    var window: Window { Window(count: span) }

    /// The number of rows that have to be computed for the whole axis when a ``window`` caches
    /// them.
    var freshCount: Int {
        var window = window
        return indices.reduce(0) { $0 + (window.slot(of: Int($1)).isFresh ? 1 : 0) }
    }

    /// A cache of rows of an image, each in the slot given by its index modulo the number of
    /// slots.
    struct Window {
        private var rows: [Int]

        init(count: Int) { rows = Array(repeating: -1, count: count) }

        /// The number of slots in the cache.
        var count: Int { rows.count }

        /// Returns the slot of a row, and whether the row is new there and replaces another one.
        mutating func slot(of row: Int) -> (slot: Int, isFresh: Bool) {
            let slot = row % rows.count
            defer { rows[slot] = row }
            return (slot, rows[slot] != row)
        }
    }

    /// Writes the weighted sums for all pixels of the result, from one row of the image.
    func weigh(_ samples: Span<UInt16>, into sums: inout [Float], at start: Int) {
        for offset in 0..<positions.count {
            var sum: Float = 0
            for index in starts[offset]..<starts[offset + 1] {
                sum += weights[index] * Float(samples[Int(indices[index])])
            }
            sums[start + offset] = sum
        }
    }

    /// Calls a function with the index and the weight of each sample that one pixel of the result
    /// combines.
    @inline(__always)
    func forEach<Failure: Error>(
        of position: Int,
        _ body: (Int, Float) throws(Failure) -> Void
    ) throws(Failure) {
        let offset = position - positions.lowerBound
        for index in starts[offset]..<starts[offset + 1] {
            try body(Int(indices[index]), weights[index])
        }
    }
}
