// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

/// The geometry of a blur along one axis: the low-resolution samples, and the input samples that
/// each is made from.
///
/// The plane continues beyond its ends as the edge mode says. *Positions* count samples of that
/// endless plane; 0 is the first one inside. *Low positions* count samples at low resolution; low
/// position *j* lies in the middle of the pixels from *j* × step on.
struct BlurAxis: Sendable {
    /// The spline that averages input samples to low-resolution samples.
    let decimation: Spline

    /// The spline that interpolates low-resolution samples to output samples.
    let interpolation: Spline

    /// The Gaussian filter at low resolution.
    let gaussian: LowGaussian

    let edge: EdgeMode

    /// The number of samples inside the plane along the axis.
    let inputCount: Int

    /// The position of the first output sample.
    let outputStart: Int

    /// The number of output samples.
    let outputCount: Int

    /// The positions of the low-resolution samples from which this plane is interpolated.
    let own: ClosedRange<Int>

    /// The positions of the low-resolution samples that are blurred: ``own``, and others that the
    /// caller needs.
    let results: ClosedRange<Int>

    /// The positions of the low-resolution samples that the Gaussian reads.
    let reached: ClosedRange<Int>

    /// The positions of the low-resolution samples that are summed from input samples; all others
    /// are zero or equal to one of these.
    ///
    /// See ``source(of:)``.
    let summed: ClosedRange<Int>

    /// Computes the positions of the low-resolution samples of a blur along one axis.
    ///
    /// - Parameters:
    ///   - axis: The positions of the plane's samples.
    ///   - step: Pixels per low sample; a multiple of both pitches.
    ///   - edge: The edge mode.
    ///   - covering: Low positions to blur in addition to those that the plane needs.
    ///   - gaussian: The filter from ``gaussian(of:step:sigma:)``.
    init(
        _ axis: PlaneAxis,
        step: Int,
        edge: EdgeMode,
        covering: ClosedRange<Int>?,
        gaussian: LowGaussian
    ) {
        precondition(step % axis.inputPitch == 0, "the step is no multiple of the pitch")
        precondition(step % axis.outputPitch == 0, "the step is no multiple of the pitch")
        let decimation = Spline(step: step / axis.inputPitch)
        let interpolation = Spline(step: step / axis.outputPitch)
        (self.decimation, self.interpolation, self.gaussian) =
            (decimation, interpolation, gaussian)
        self.edge = edge
        inputCount = axis.inputCount
        outputStart = -axis.margin / axis.outputPitch
        outputCount = axis.outputCount
        let first = interpolation.block(of: outputStart) - interpolation.taps + 1
        let own = first...interpolation.block(of: outputStart + outputCount - 1)
        let asked = covering ?? own
        let results =
            min(own.lowerBound, asked.lowerBound)...max(own.upperBound, asked.upperBound)
        let reached =
            (results.lowerBound - gaussian.radius)...(results.upperBound + gaussian.radius)
        (self.own, self.results, self.reached) = (own, results, reached)
        switch edge {
        case .clamp where decimation.step > 1:
            // From the last low-resolution sample made of only the first sample to the first made
            // of only the last.
            let first = decimation.block(of: 1) - decimation.taps
            summed = first...(decimation.block(of: inputCount - 2) + 1)
        case .mirror where decimation.step > 1:
            summed = 0...max(reached.upperBound, -1 - reached.lowerBound)
        case .clamp, .mirror:
            summed = 0...(inputCount - 1)
        case .normalize, .transparent, .expand:
            let first = decimation.block(of: 0) - decimation.taps + 1
            summed = first...decimation.block(of: inputCount - 1)
        }
    }

    /// Computes the positions of the blur of low-resolution samples, decimated already and
    /// stay as they are.
    ///
    /// - Parameter axis: The axis on which they are decimated; its ``summed`` samples are the input.
    ///   The edge mode is `clamp` or `mirror`: the others do not repeat low-resolution samples.
    init(ofLow axis: BlurAxis) {
        precondition([.clamp, .mirror].contains(axis.edge), "low samples are not repeated")
        func moved(_ positions: ClosedRange<Int>) -> ClosedRange<Int> {
            let start = axis.summed.lowerBound
            return (positions.lowerBound - start)...(positions.upperBound - start)
        }
        (decimation, interpolation, gaussian) = (Spline(step: 1), Spline(step: 1), axis.gaussian)
        edge = axis.edge
        inputCount = axis.summed.count
        (own, results, reached) = (moved(axis.results), moved(axis.results), moved(axis.reached))
        (outputStart, outputCount) = (own.lowerBound, own.count)
        summed = 0...(inputCount - 1)
        // A row is extended around all samples that are summed.
        precondition(reached.contains(0) && reached.contains(inputCount - 1), "too few results")
    }

    /// Designs the Gaussian filter at low resolution for an axis.
    ///
    /// - Parameters:
    ///   - axis: The positions of the plane's samples; only pitches and responses matter.
    ///   - step: Pixels per low sample; a multiple of both pitches.
    ///   - sigma: The standard deviation in pixels.
    /// - Returns: A filter with weights.
    static func gaussian(of axis: PlaneAxis, step: Int, sigma: Double) -> LowGaussian {
        let decimation = Spline(step: step / axis.inputPitch)
        let interpolation = Spline(step: step / axis.outputPitch)
        let lowSigma = sigma / Double(step)
        if decimation.step == 1, interpolation.step == 1, axis.responses.isEmpty {
            return LowGaussian(sigma: lowSigma, response: nil)
        }
        return LowGaussian(sigma: lowSigma) { lowFrequency in
            let frequency = lowFrequency / Double(step)
            let blur = exp(-2 * pow(Double.pi * sigma * frequency, 2))
            let splines =
                decimation.response(at: frequency * Double(axis.inputPitch))
                * interpolation.response(at: frequency * Double(axis.outputPitch))
            return axis.responses.reduce(blur / splines) { response, other in
                response * other.factor(at: frequency, pitch: axis.inputPitch)
            }
        }
    }

    // MARK: Low positions

    /// Returns the position in ``summed`` of the low-resolution sample equal to a given one; nil
    /// where the edge mode gives zero.
    ///
    /// Splines are symmetric about the first edge of the plane, so mirroring there maps low
    /// positions to low positions. At the last edge that holds only where steps fit exactly.
    func source(of low: Int) -> Int? {
        switch edge {
        case .clamp: min(max(low, summed.lowerBound), summed.upperBound)
        case .mirror: decimation.step == 1 ? sample(at: low) : low < 0 ? -1 - low : low
        case .normalize, .transparent, .expand: summed.contains(low) ? low : nil
        }
    }

    /// Returns the position of the last low-resolution sample that must be summed before a given
    /// one can be blurred.
    func lastNeeded(for result: Int) -> Int {
        let last = result + gaussian.radius
        if edge == .mirror {
            // Before the first edge, positions continue in reverse.
            let mirrored = max(last, -1 - (result - gaussian.radius))
            return decimation.step == 1 ? min(mirrored, inputCount - 1) : mirrored
        }
        // Before the first low position, all are zero or equal to it.
        return edge == .clamp
            ? min(max(last, summed.lowerBound), summed.upperBound) : min(last, summed.upperBound)
    }

    // MARK: Samples

    /// Returns the index of the sample shown at a position, possibly beyond an edge; nil where
    /// the edge mode gives zero.
    func sample(at position: Int) -> Int? {
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

    /// Returns the range of the samples inside the plane that contribute to a low-resolution
    /// sample.
    func samples(of low: Int) -> ClosedRange<Int> {
        let support = decimation.support(of: low)
        if support.lowerBound >= 0, support.upperBound < inputCount { return support }
        var (first, last) = (inputCount - 1, 0)
        for position in support {
            guard let sample = sample(at: position) else { continue }
            (first, last) = (min(first, sample), max(last, sample))
        }
        return first...last
    }

    /// The samples that the edge mode does not repeat in ``summedPositions``.
    var plainSamples: Range<Int> {
        switch edge {
        case .clamp: return 1..<max(1, inputCount - 1)
        case .mirror:
            let positions = summedPositions
            let first = max(0, -positions.lowerBound)
            return first..<max(first, min(inputCount, 2 * inputCount - 1 - positions.upperBound))
        case .normalize, .transparent, .expand: return 0..<inputCount
        }
    }

    /// The positions of the input samples that are summed, some of them beyond the edges.
    var summedPositions: ClosedRange<Int> {
        decimation.support(of: summed.lowerBound)
            .lowerBound...decimation.support(of: summed.upperBound).upperBound
    }
}
