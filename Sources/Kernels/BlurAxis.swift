// SPDX-License-Identifier: Apache-2.0

import Raster

/// A blur along one axis: which positions there are at low resolution, and where they come from.
///
/// The picture is thought to go on beyond its ends as the edge mode says. *Positions* count pixels
/// of that endless picture, 0 being the first real one; *low positions* count samples at low
/// resolution, of which *j* sums the pixels from *j* × step + origin on.
struct BlurAxis: Sendable {
    let filter: BlurFilter
    let edge: EdgeMode

    /// Real pixels along the axis.
    let inputCount: Int

    /// The position of the first pixel that comes out.
    let outputStart: Int

    /// The number of pixels that come out.
    let outputCount: Int

    /// The low positions that are interpolated from.
    let results: ClosedRange<Int>

    /// The low positions that the Gaussian reaches.
    let reached: ClosedRange<Int>

    /// The low positions that are summed, among which are all that are not zero.
    ///
    /// See ``source(of:)``.
    let summed: ClosedRange<Int>

    init(filter: BlurFilter, edge: EdgeMode, inputCount: Int, margin: Int) {
        self.filter = filter
        self.edge = edge
        self.inputCount = inputCount
        outputStart = -margin
        outputCount = inputCount + 2 * margin
        func block(_ position: Int) -> Int {
            (position - filter.origin).flooredQuotient(by: filter.step)
        }
        let results = (block(-margin) - filter.taps + 1)...block(inputCount + margin - 1)
        let reached =
            (results.lowerBound - filter.radius)...(results.upperBound + filter.radius)
        self.results = results
        self.reached = reached
        summed =
            switch edge {
            case .clamp where filter.step > 1:
                // From the last that sees only the first pixel to the first that sees only the
                // last pixel.
                (block(1) - filter.taps)...(block(inputCount - 2) + 1)
            case .mirror where filter.step > 1:
                0...max(reached.upperBound, -1 - reached.lowerBound)
            case .clamp, .mirror:
                0...(inputCount - 1)
            case .normalize, .transparent, .expand:
                (block(0) - filter.taps + 1)...block(inputCount - 1)
            }
    }

    // MARK: Low positions

    /// The low position whose spline begins in the same step as a pixel: the last that the pixel
    /// contributes to, and the last that it is made from.
    func block(of position: Int) -> Int {
        (position - filter.origin).flooredQuotient(by: filter.step)
    }

    /// Where in its step a pixel lies.
    func phase(of position: Int) -> Int {
        position - filter.origin - block(of: position) * filter.step
    }

    /// The pixels that a low position sums.
    func support(of low: Int) -> ClosedRange<Int> {
        let first = low * filter.step + filter.origin
        return first...(first + filter.step * filter.taps - 1)
    }

    /// The low position that equals another one of the endless picture; nil if that is zero.
    ///
    /// Splines lie symmetric about the first edge of the picture, so mirroring there maps low
    /// positions to low positions. At the last edge it does so only where steps fit exactly.
    func source(of low: Int) -> Int? {
        switch edge {
        case .clamp: min(max(low, summed.lowerBound), summed.upperBound)
        case .mirror: filter.step == 1 ? pixel(at: low) : low < 0 ? -1 - low : low
        case .normalize, .transparent, .expand: summed.contains(low) ? low : nil
        }
    }

    // MARK: Pixels

    /// The real pixel that stands at a position of the endless picture; nil if that is zero.
    func pixel(at position: Int) -> Int? {
        switch edge {
        case .clamp:
            return min(max(position, 0), inputCount - 1)
        case .mirror:
            let period = 2 * inputCount
            let inPeriod = position - position.flooredQuotient(by: period) * period
            return min(inPeriod, period - 1 - inPeriod)
        case .normalize, .transparent, .expand:
            return (0..<inputCount).contains(position) ? position : nil
        }
    }

    /// The first and the last real pixel that a low position sums.
    func pixels(of low: Int) -> ClosedRange<Int> {
        let support = support(of: low)
        if support.lowerBound >= 0, support.upperBound < inputCount { return support }
        var (first, last) = (inputCount - 1, 0)
        for position in support {
            guard let pixel = pixel(at: position) else { continue }
            (first, last) = (min(first, pixel), max(last, pixel))
        }
        return first...last
    }

    /// Whether a pixel appears once in the endless picture, as far as it is looked at.
    func isInterior(_ pixel: Int) -> Bool {
        switch edge {
        case .clamp:
            return pixel > 0 && pixel < inputCount - 1
        case .mirror:
            let first = summed.lowerBound + filter.taps - 1
            return block(of: pixel) >= first
                && support(of: summed.lowerBound).lowerBound > -1 - pixel
                && support(of: summed.upperBound).upperBound < 2 * inputCount - 1 - pixel
        case .normalize, .transparent, .expand:
            return true
        }
    }

    /// Calls back with every low position that sums a pixel, and how much; some repeatedly.
    func contributions(of pixel: Int, _ body: (_ low: Int, _ weight: Int32) -> Void) {
        let summed = summed
        func visit(_ position: Int) {
            let (block, phase) = (block(of: position), phase(of: position))
            for tap in 0..<filter.taps where summed.contains(block - tap) {
                let weight = filter.spline[phase + tap * filter.step]
                if weight > 0 { body(block - tap, weight) }
            }
        }
        let positions =
            support(of: summed.lowerBound).lowerBound...support(of: summed.upperBound).upperBound
        switch edge {
        case .normalize, .transparent, .expand:
            visit(pixel)
        case .clamp:
            if pixel == 0 { for position in positions where position < 0 { visit(position) } }
            visit(pixel)
            if pixel == inputCount - 1 {
                for position in positions where position > pixel { visit(position) }
            }
        case .mirror:
            let period = 2 * inputCount
            for reflection in [pixel, -1 - pixel] {
                let periods = (positions.lowerBound - reflection + period - 1)
                    .flooredQuotient(by: period)
                var position = reflection + periods * period
                while position <= positions.upperBound {
                    visit(position)
                    position += period
                }
            }
        }
    }
}

extension Int {
    /// The quotient rounded down, also for negative dividends.
    func flooredQuotient(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
