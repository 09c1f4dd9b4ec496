// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension Neighborhood: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        switch kind {
        case .box(let radius):
            let kernel = BoxKernel(boxes: [2 * radius + 1, 1, 1])
            planner.append(premultiplied: BoxBlurStage.Plan(kernel: kernel, edge: .clamp))
        case .convolution, .gradient, .median, .disc:
            planner.append(premultiplied: WindowStage.Plan(function: kind))
        }
    }
}

extension Neighborhood.Kind {
    /// The number of pixels that a window has on each side of its center.
    var reach: Int {
        switch self {
        case .convolution(let weights): Int(Double(weights.count).squareRoot()) / 2
        case .gradient: 1
        case .median(let side): side / 2
        case .disc(let radius): DiscFunction.reach(radius)
        case .box(let radius): radius
        }
    }

    /// The memory of the function of a row, in bytes.
    func byteCount(width: Int) -> Int {
        switch self {
        case .convolution: 2 * WeightedSums.byteCount(width: width)
        case .gradient: 4 * WeightedSums.byteCount(width: width)
        case .median: MedianRow.byteCount(width: width)
        case .disc: DiscRow.byteCount(width: width, reach: reach)
        case .box: 0
        }
    }

    /// The work of the function for a sample, in passes.
    var passes: Int {
        switch self {
        case .convolution(let weights): 2 + weights.filter { $0 != 0 }.count / 2
        case .gradient: 8
        case .median(let side): 20 + 3 * side * side / 2
        case .disc: 4 + 2 * reach
        case .box: 12
        }
    }

    /// Creates the function for rows of a given width.
    func makeFunction(width: Int) -> any WindowFunction {
        switch self {
        case .convolution(let weights): ConvolutionFunction(weights, width: width)
        case .gradient(let amount): GradientFunction(amount, width: width)
        case .median(let side): MedianFunction(side: side, width: width)
        case .disc(let radius): DiscFunction(radius: radius, width: width)
        case .box: preconditionFailure("the mean of a square is no window function")
        }
    }
}

/// The weights of a square of pixels, by its rows: the offset in the row and the weight of each
/// pixel that counts.
private struct WindowWeights {
    let side: Int
    private let rows: [[(offset: Int, weight: Float)]]

    init(_ weights: [Float]) {
        let side = Int(Double(weights.count).squareRoot())
        self.side = side
        rows = (0..<side).map { row in
            weights[row * side..<(row + 1) * side].enumerated()
                .filter { $0.element != 0 }
                .map { (offset: $0.offset, weight: $0.element) }
        }
    }

    /// Sets sums to a square of pixels around each pixel of a row, times the weights.
    func sum(
        _ window: borrowing WindowRows,
        around row: Int,
        of channel: Int,
        into sums: inout WeightedSums
    ) {
        sums.clear()
        for (line, taps) in rows.enumerated() {
            sums.add(window.row(row + line - side / 2, of: channel), taps, center: 0)
        }
    }
}

extension Band<Premultiplied> {
    /// Copies a row of pixels from the middle of a window.
    fileprivate mutating func copy(
        _ row: Int,
        of channel: Int,
        from window: borrowing WindowRows,
        reach: Int,
        to index: Int
    ) {
        let middle = window.row(row, of: channel)
        var target = mutableRow(index, of: channel)
        target.copy(middle.extracting(reach..<(reach + target.count)))
    }
}

/// Sums the pixels of a square times weights.
private final class ConvolutionFunction: WindowFunction {
    private let weights: WindowWeights
    private let total: Float
    private var sums: WeightedSums
    private var alphaSums: WeightedSums

    init(_ weights: [Double], width: Int) {
        self.weights = WindowWeights(weights.map { Float($0) })
        total = Float(weights.reduce(0, +))
        sums = WeightedSums(width: width)
        alphaSums = WeightedSums(width: width)
    }

    func make(
        _ row: Int,
        from window: borrowing WindowRows,
        into band: inout Band<Premultiplied>,
        at index: Int
    ) {
        let (layout, reach) = (band.layout, weights.side / 2)
        if layout.hasAlpha {
            let alpha = layout.channelCount - 1
            weights.sum(window, around: row, of: alpha, into: &alphaSums)
            band.copy(row, of: alpha, from: window, reach: reach, to: index)
        }
        for channel in 0..<layout.colorChannelCount {
            weights.sum(window, around: row, of: channel, into: &sums)
            band.copy(row, of: channel, from: window, reach: reach, to: index)
            band.settle(row: index, channel: channel, sums, alpha: alphaSums, total: total)
        }
    }
}

/// Computes the length of the gradient of each channel.
private final class GradientFunction: WindowFunction {
    private let columnWeights: WindowWeights
    private let rowWeights: WindowWeights
    private var columns: WeightedSums
    private var rows: WeightedSums
    private var alphaColumns: WeightedSums
    private var alphaRows: WeightedSums

    init(_ amount: Double, width: Int) {
        let scale = Float(amount / 4)
        columnWeights = WindowWeights([-1, 0, 1, -2, 0, 2, -1, 0, 1].map { $0 * scale })
        rowWeights = WindowWeights([-1, -2, -1, 0, 0, 0, 1, 2, 1].map { $0 * scale })
        columns = WeightedSums(width: width)
        rows = WeightedSums(width: width)
        alphaColumns = WeightedSums(width: width)
        alphaRows = WeightedSums(width: width)
    }

    func make(
        _ row: Int,
        from window: borrowing WindowRows,
        into band: inout Band<Premultiplied>,
        at index: Int
    ) {
        let layout = band.layout
        if layout.hasAlpha {
            let alpha = layout.channelCount - 1
            columnWeights.sum(window, around: row, of: alpha, into: &alphaColumns)
            rowWeights.sum(window, around: row, of: alpha, into: &alphaRows)
            band.copy(row, of: alpha, from: window, reach: 1, to: index)
        }
        for channel in 0..<layout.colorChannelCount {
            columnWeights.sum(window, around: row, of: channel, into: &columns)
            rowWeights.sum(window, around: row, of: channel, into: &rows)
            band.copy(row, of: channel, from: window, reach: 1, to: index)
            band.settleGradient(
                row: index,
                channel: channel,
                columns,
                rows,
                alpha: alphaColumns,
                alphaRows
            )
        }
    }
}

/// Finds the median of a square for each channel.
private final class MedianFunction: WindowFunction {
    private let side: Int
    private var medians: MedianRow

    init(side: Int, width: Int) {
        self.side = side
        medians = MedianRow(width: width)
    }

    func make(
        _ row: Int,
        from rows: borrowing WindowRows,
        into band: inout Band<Premultiplied>,
        at index: Int
    ) {
        for channel in 0..<band.layout.channelCount {
            medians.start()
            for bit in (0..<16).reversed() {
                for line in 0..<side {
                    medians.count(rows.row(row + line - side / 2, of: channel), side: side)
                }
                medians.decide(bit: bit, of: side * side)
            }
            var target = band.mutableRow(index, of: channel)
            medians.settle(into: &target)
        }
    }
}

/// Averages the pixels of a disc.
private final class DiscFunction: WindowFunction {
    private let reach: Int

    /// Half of the length of each row of the disc, from its center row outwards.
    private let halves: [Double]
    private let area: Double
    private var sums: DiscRow

    init(radius: Double, width: Int) {
        reach = Self.reach(radius)
        halves = (0..<max(1, Int(radius.rounded(.up)))).map { row in
            (radius * radius - Double(row * row)).squareRoot()
        }
        area = halves.dropFirst().reduce(2 * halves[0]) { $0 + 4 * $1 }
        sums = DiscRow(width: width, reach: reach)
    }

    /// The number of pixels of a disc on each side of its center.
    ///
    /// As ``DiscRow`` splits half of a row: a sum with 0.5 would round away the last bit.
    static func reach(_ radius: Double) -> Int { radius <= 0.5 ? 0 : Int(radius - 0.5) + 1 }

    func make(
        _ row: Int,
        from rows: borrowing WindowRows,
        into band: inout Band<Premultiplied>,
        at index: Int
    ) {
        for channel in 0..<band.layout.channelCount {
            sums.clear()
            for (distance, half) in halves.enumerated() {
                sums.add(rows.row(row - distance, of: channel), half: half, reach: reach)
                if distance == 0 { continue }
                sums.add(rows.row(row + distance, of: channel), half: half, reach: reach)
            }
            var target = band.mutableRow(index, of: channel)
            sums.settle(by: area, into: &target)
        }
    }
}
