// SPDX-License-Identifier: Apache-2.0

import Raster

/// The resampling weights along one axis, for a picture that is stretched into a frame.
///
/// Where the picture shrinks, a pixel is the mean of the samples that it covers; where it grows, a
/// pixel is interpolated between two samples. The weights of a pixel add up to the part of it
/// inside the frame.
public struct FrameAxis: Sendable {
    /// A part of the frame, with the part of the picture shown there.
    public struct Segment: Sendable {
        /// The extent in the frame, in pixels of the result.
        public var target: Range<Double>
        /// The extent in the picture, in pixels of the picture.
        public var source: ClosedRange<Double>

        /// Creates a segment.
        public init(target: Range<Double>, source: ClosedRange<Double>) {
            self.target = target
            self.source = source
        }
    }

    /// The pixels of the result.
    let positions: Range<Int>

    /// The index of the first weight of each pixel, and at the end the number of all weights.
    private var starts: [Int] = [0]
    private var indices: [Int32] = []
    private var weights: [Float] = []

    /// Prepares the weights.
    ///
    /// - Parameters:
    ///   - segments: The parts of the frame, from left to right or from top to bottom.
    ///   - count: The number of pixels of the picture along the axis.
    ///   - isReversed: Whether the picture is reversed.
    ///   - positions: The pixels of the result.
    public init(_ segments: [Segment], count: Int, isReversed: Bool = false, positions: Range<Int>)
    {
        self.positions = positions
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
            starts.append(indices.count)
        }
        if isReversed {
            for index in indices.indices { indices[index] = Int32(count - 1) - indices[index] }
        }
    }

    /// Adds the weights for a part of a pixel.
    private mutating func add(_ target: Range<Double>, of segment: Segment, count: Int) {
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
        if scale > 1 {
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
    public static func byteCount(positions: Int, weights: Int) -> Int {
        let place = MemoryLayout<Int>.stride
        let weight = MemoryLayout<Int32>.stride + MemoryLayout<Float>.stride
        // A full array moves into one of twice its size.
        return 3 * (positions * place + weights * weight)
    }

    /// The number of weights of all pixels of the result together.
    var weightCount: Int { weights.count }

    /// The number of rows to be made when only the last two used are kept.
    var freshCount: Int {
        var window = Window()
        return indices.reduce(0) { $0 + (window.slot(of: Int($1)).isFresh ? 1 : 0) }
    }

    /// A cache of the two rows of a picture used last.
    struct Window {
        private var rows = (-1, -1)
        private var last = 0

        /// Looks up the slot of a row, replacing the row used less recently if it is not cached.
        mutating func slot(of row: Int) -> (slot: Int, isFresh: Bool) {
            if rows.0 == row {
                last = 0
            } else if rows.1 == row {
                last = 1
            } else {
                last = 1 - last
                if last == 0 { rows.0 = row } else { rows.1 = row }
                return (last, true)
            }
            return (last, false)
        }
    }

    /// Writes the weighted sums for all pixels of the result, from one row of the picture.
    func weigh(_ samples: Span<UInt16>, into sums: inout [Float], at start: Int) {
        for offset in 0..<positions.count {
            var sum: Float = 0
            for index in starts[offset]..<starts[offset + 1] {
                sum += weights[index] * Float(samples[Int(indices[index])])
            }
            sums[start + offset] = sum
        }
    }

    /// Calls a function with each sample and weight that make one pixel of the result.
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
