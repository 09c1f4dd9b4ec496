// SPDX-License-Identifier: Apache-2.0

import Raster

/// Where the pixels of a result come from along an axis, when a picture is laid into a frame.
///
/// Where the picture becomes smaller, a pixel is the mean of what it covers; where it becomes larger,
/// it is interpolated between two. Weights of a pixel add up to how much of it lies in the frame.
public struct FrameAxis: Sendable {
    /// A part of the frame, and the part of the picture that is seen there.
    public struct Segment: Sendable {
        /// From where to where in the frame, in pixels of the result.
        public var target: Range<Double>
        /// From where to where in the picture, in its pixels.
        public var source: ClosedRange<Double>

        /// Creates a segment.
        public init(target: Range<Double>, source: ClosedRange<Double>) {
            self.target = target
            self.source = source
        }
    }

    /// The pixels of the result.
    let positions: Range<Int>

    /// Where the weights of each of them begin, and where the last end.
    private var starts: [Int] = [0]
    private var indices: [Int32] = []
    private var weights: [Float] = []

    /// Prepares the weights.
    ///
    /// - Parameters:
    ///   - segments: From left to right, or from top to bottom.
    ///   - count: The pixels of the picture.
    ///   - isReversed: Whether the picture is turned around.
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

    /// Adds the weights of a part of a pixel.
    private mutating func add(_ target: Range<Double>, of segment: Segment, count: Int) {
        let share = target.upperBound - target.lowerBound
        let whole = segment.target.upperBound - segment.target.lowerBound
        let scale = (segment.source.upperBound - segment.source.lowerBound) / whole
        // Nothing is seen of what is laid into hardly anything.
        guard scale.isFinite, share > 1e-9 else { return }
        func source(_ position: Double) -> Double {
            segment.source.lowerBound + (position - segment.target.lowerBound) * scale
        }
        let (first, last) = (source(target.lowerBound), source(target.upperBound))
        // What lies beside the part is not seen in it, however far a pixel is stretched.
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

    /// Calls for each pixel of the picture that one of the result comes of.
    @inline(__always)
    func forEach(of position: Int, _ body: (Int, Float) -> Void) {
        let offset = position - positions.lowerBound
        for index in starts[offset]..<starts[offset + 1] {
            body(Int(indices[index]), weights[index])
        }
    }
}
