// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// Everything about a blur that is known before the first row: weights, axes, sizes of buffers.
struct BlurPlan: Sendable {
    let filter: BlurFilter
    let rows: BlurAxis
    let columns: BlurAxis
    let channelCount: Int
    let decimation: Decimation

    /// Weights of the interpolation: ``BlurFilter/step`` of each of three low samples.
    let interpolation: [Float]

    /// How many rows of sums are alive at once.
    let sumRowCount: Int

    /// How many blurred low rows are kept at once.
    let ringRowCount: Int

    init(geometry: BlurGeometry, channelCount: Int) {
        let filter = BlurFilter(sigma: geometry.sigma)
        self.filter = filter
        self.channelCount = channelCount
        rows = BlurAxis(
            filter: filter,
            edge: geometry.edge,
            inputCount: geometry.size.height,
            margin: geometry.margin
        )
        columns = BlurAxis(
            filter: filter,
            edge: geometry.edge,
            inputCount: geometry.size.width,
            margin: geometry.margin
        )
        decimation = Decimation(filter: filter, resultCount: columns.reached.count)
        interpolation = filter.spline.map {
            Float($0) * Float(filter.step) / Float(filter.unit)
        }
        sumRowCount = filter.step == 1 ? 0 : rows.greatestOverlap
        // Beyond the last edge, a mirrored low row is complete long before those in front of it.
        let reach = geometry.edge == .mirror && filter.step > 1 ? 4 : 2
        ringRowCount = min(rows.summed.count, reach * filter.radius + 4 * filter.taps)
    }

    /// Where the real pixels lie in the extended row.
    var realRange: Range<Int> {
        let start = -columns.support(of: columns.reached.lowerBound).lowerBound
        return start..<(start + columns.inputCount)
    }

    // MARK: Sizes in elements

    /// One row of sums.
    var sumStride: Int { padded(columns.inputCount) }

    /// One row at low resolution.
    var lowStride: Int { padded(columns.results.count) }

    /// A row at full resolution with all that lies beyond its edges.
    var extendedCount: Int { (columns.reached.count + filter.taps - 1) * filter.step }

    /// A decimated row before the Gaussian.
    var reachedCount: Int { columns.reached.count }

    /// All sums.
    var sumCount: Int { channelCount * sumRowCount * sumStride }

    /// All blurred low rows, and a row of zeros.
    var ringCount: Int { (channelCount * ringRowCount + 1) * lowStride }

    /// All low rows that are interpolated from.
    var resultCount: Int { channelCount * filter.taps * lowStride }

    /// The scratch of the decimation.
    var phaseCount: Int { filter.step == 1 ? 0 : decimation.scratchCount }

    /// The extended row, with room for whole vectors.
    var extendedCapacity: Int { padded(extendedCount) + 32 }

    /// The decimated row, with room for whole vectors.
    var reachedCapacity: Int { filter.step == 1 ? 0 : padded(reachedCount) + 32 }

    /// Reciprocal coverage of columns, and coverage of low rows; only to normalize.
    var coverageCount: Int {
        rows.edge == .normalize ? columns.outputCount + rows.results.count : 0
    }

    /// The bytes of all buffers.
    var byteCount: Int {
        let elements =
            sumCount + ringCount + resultCount + phaseCount + extendedCapacity + reachedCapacity
            + lowStride + coverageCount
        return elements * MemoryLayout<Float>.stride
    }

    private func padded(_ count: Int) -> Int { (count + 31) & ~31 }
}

extension BlurGeometry {
    /// The bytes of samples that a ``StreamingBlur`` of this geometry allocates, exactly.
    ///
    /// Weights and bookkeeping, a few kilobytes, come on top.
    ///
    /// - Parameter channels: The number of channels, 1 to 4.
    /// - Returns: Bytes; grows with the width and not with the height, and sinks with sigma until
    ///   about 80, from where on it grows slowly.
    public func workingByteCount(channels: Int) -> Int {
        BlurPlan(geometry: self, channelCount: channels).byteCount
    }
}
