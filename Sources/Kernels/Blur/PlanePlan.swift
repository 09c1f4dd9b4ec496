// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The filters, positions and buffer sizes of a blur of one plane, computed before its first row.
///
/// A ``PlaneReduction`` decimates the rows of the plane and blurs them at low resolution; a
/// ``PlaneExpansion`` interpolates the low rows back. Low sample *j* lies in the middle of the
/// ``step`` pixels from *j* × step on, whatever the pitch of the plane. So planes of one image
/// with different pitches have the same grid at low resolution.
package struct PlanePlan: Sendable {
    /// The distance between low-resolution samples, in pixels: a power of two.
    package let step: Int

    /// The way in which the plane continues beyond its edges.
    package let edge: EdgeMode

    let rows: BlurAxis
    let columns: BlurAxis

    /// The filter weights of samples inside the plane, for the edge mode `normalize`; nil for the
    /// others.
    let coverage: (rows: Coverage, columns: Coverage)?

    /// The number of rows of running sums, including one as a sink for unused sums.
    let sumRowCount: Int

    /// The number of horizontally blurred low-resolution rows kept at a time.
    let ringRowCount: Int

    /// The number of low-resolution rows taken beyond those needed for the next result, so that
    /// several can be processed together.
    let slack: Int

    /// The greatest number of decimation steps summed together; with steps of four rows, these are
    /// a whole band.
    static let stepsAtOnce = 4

    /// Designs the filters of a blur of one plane, and computes its positions and buffer sizes.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation in pixels, inside ``BlurGeometry/sigmaRange``.
    ///   - edge: The edge mode.
    ///   - rows: The positions of rows in the image.
    ///   - columns: The positions of columns in the image.
    ///   - step: Pixels between low samples: a power of two, at least the greatest pitch and at most
    ///     32 times the smallest; nil for ``step(sigma:)``, or the greatest pitch.
    ///   - lowRows: Low rows to make because other planes need them.
    ///   - lowColumns: Low columns to make because other planes need them.
    package init(
        sigma: Float,
        edge: EdgeMode,
        rows: PlaneAxis,
        columns: PlaneAxis,
        step: Int? = nil,
        coveringRows lowRows: ClosedRange<Int>? = nil,
        coveringColumns lowColumns: ClosedRange<Int>? = nil
    ) {
        let step = step ?? Self.step(sigma: sigma, rows: rows, columns: columns)
        let gaussian = BlurAxis.gaussian(of: rows, step: step, sigma: Double(sigma))
        self.init(
            sigma: sigma,
            edge: edge,
            rows: (rows, lowRows, gaussian),
            columns: (
                columns, lowColumns,
                // Most axes have the same filter, and designing one takes long.
                columns.hasFilter(of: rows)
                    ? gaussian : BlurAxis.gaussian(of: columns, step: step, sigma: Double(sigma))
            ),
            step: step
        )
    }

    /// Computes positions and buffer sizes without filter weights, in a time that does not depend
    /// on sigma.
    ///
    /// It is enough to find the positions of low samples and an upper bound of the memory.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation in pixels, inside ``BlurGeometry/sigmaRange``.
    ///   - edge: The edge mode.
    ///   - rows: The positions of rows in the image.
    ///   - columns: The positions of columns in the image.
    ///   - step: Pixels between low samples; nil for the default, as with filter weights.
    ///   - lowRows: Low rows to make because other planes need them.
    ///   - lowColumns: Low columns to make because other planes need them.
    package init(
        outlineOf sigma: Float,
        edge: EdgeMode,
        rows: PlaneAxis,
        columns: PlaneAxis,
        step: Int? = nil,
        coveringRows lowRows: ClosedRange<Int>? = nil,
        coveringColumns lowColumns: ClosedRange<Int>? = nil
    ) {
        let step = step ?? Self.step(sigma: sigma, rows: rows, columns: columns)
        let gaussian = LowGaussian(reachOf: Double(sigma) / Double(step))
        self.init(
            sigma: sigma,
            edge: edge,
            rows: (rows, lowRows, gaussian),
            columns: (columns, lowColumns, gaussian),
            step: step
        )
    }

    private typealias Axis = (place: PlaneAxis, covering: ClosedRange<Int>?, gaussian: LowGaussian)

    private init(sigma: Float, edge: EdgeMode, rows: Axis, columns: Axis, step: Int) {
        precondition(
            BlurGeometry.sigmaRange.contains(sigma),
            "the standard deviation is out of range"
        )
        func axis(_ axis: Axis) -> BlurAxis {
            BlurAxis(
                axis.place,
                step: step,
                edge: edge,
                covering: axis.covering,
                gaussian: axis.gaussian
            )
        }
        self.init(step: step, edge: edge, rows: axis(rows), columns: axis(columns))
    }

    /// Plans the blur of the low-resolution samples of a plane, once these are decimated.
    ///
    /// - Parameter plan: The plan of the plane. Its low-resolution samples become the input, its
    ///   results become the results of this plan.
    init(ofLow plan: PlanePlan) {
        self.init(
            step: plan.step,
            edge: plan.edge,
            rows: BlurAxis(ofLow: plan.rows),
            columns: BlurAxis(ofLow: plan.columns)
        )
    }

    private init(step: Int, edge: EdgeMode, rows: BlurAxis, columns: BlurAxis) {
        (self.step, self.edge) = (step, edge)
        (self.rows, self.columns) = (rows, columns)
        let isOutline = rows.gaussian.weights.isEmpty
        coverage =
            edge == .normalize && !isOutline ? (Coverage(rows), Coverage(columns)) : nil
        let decimates = rows.decimation.step > 1
        sumRowCount = decimates ? rows.greatestOverlap + 1 : 0
        slack = decimates ? Self.stepsAtOnce - 1 : 7
        // Beyond the last edge, a mirrored low row is complete long before those preceding it.
        let reach = edge == .mirror && decimates ? 4 : 2
        ringRowCount = min(
            rows.summed.count,
            reach * rows.gaussian.radius + 4 * rows.decimation.taps + slack
        )
    }

    /// Returns the default distance between low-resolution samples: the greatest that keeps
    /// aliasing small.
    ///
    /// Sigma is at least 1.5 steps of 2 pixels, or 2 steps of more. The step stops at 32, where the
    /// rest of the work is negligible.
    ///
    /// - Parameter sigma: The standard deviation in pixels.
    /// - Returns: Pixels between low samples.
    package static func step(sigma: Float) -> Int {
        var step = sigma < 3 ? 1 : 2
        while step < 32, sigma >= 4 * Float(step) { step *= 2 }
        return step
    }

    /// Returns the default distance between low-resolution samples, at least the greatest pitch of
    /// the planes.
    private static func step(sigma: Float, rows: PlaneAxis, columns: PlaneAxis) -> Int {
        max(
            step(sigma: sigma),
            max(rows.inputPitch, rows.outputPitch),
            max(columns.inputPitch, columns.outputPitch)
        )
    }

    // MARK: Low resolution

    /// The positions of the low-resolution rows that the reduction makes and the expansion takes.
    package var lowRows: ClosedRange<Int> { rows.results }

    /// The positions of the low-resolution columns in each low-resolution row.
    package var lowColumns: ClosedRange<Int> { columns.results }

    /// The number of samples in a low-resolution row.
    package var lowWidth: Int { columns.results.count }

    /// The greatest number of input rows needed beyond the output rows written, for a plane of
    /// pitch 1.
    ///
    /// An output row depends on the low rows of its block and before, these on low rows within the
    /// radius of the Gaussian, and these on the input rows of as many steps as there are taps, of
    /// which the first is their own.
    var rowsAhead: Int {
        let steps = rows.gaussian.radius + rows.decimation.taps
        return min(rows.inputCount, max(0, steps * rows.decimation.step + rows.outputStart))
    }

    /// Returns the number of input rows needed before a low-resolution row can be made; one more
    /// than the plane has if its last row is needed.
    package func rowsNeeded(for low: Int) -> Int {
        let end = rows.decimation.support(of: rows.lastNeeded(for: low)).upperBound + 1
        return end >= rows.inputCount ? rows.inputCount + 1 : end
    }

    // MARK: Sizes

    /// Whether low-resolution rows are the result already, because neither axis is interpolated.
    var expandsNothing: Bool {
        rows.interpolation.step == 1 && columns.interpolation.step == 1
            && rows.results == rows.own && columns.results == columns.own
    }

    /// The length of one row of running sums, padded to whole vectors.
    var sumStride: Int { padded(columns.inputCount) }

    /// The length of all rows of running sums together.
    var sumCount: Int { sumRowCount * sumStride }

    /// The length of one low-resolution row, padded to whole vectors.
    var lowStride: Int { padded(columns.results.count) }

    /// The length of all blurred low-resolution rows and one row of zeros.
    var ringCount: Int { (ringRowCount + 1) * lowStride }

    /// The length of an input row extended beyond both edges.
    var extendedCount: Int {
        (columns.reached.count + columns.decimation.taps - 1) * columns.decimation.step
    }

    /// The length of an extended row, padded so that kernels may write whole vectors.
    var extendedCapacity: Int { padded(extendedCount) + 128 }

    /// The number of rows that are extended beyond both edges together.
    var extendedRowCount: Int { rows.decimation.step > 1 ? Self.stepsAtOnce : 1 }

    /// The range of the plane's own samples in an extended row.
    var realRange: Range<Int> {
        let decimation = columns.decimation
        let start =
            -decimation.support(of: columns.reached.lowerBound).lowerBound - decimation.margin
        return start..<(start + columns.inputCount)
    }

    /// The length of one horizontally interpolated row, padded to whole vectors.
    var wideStride: Int { padded(columns.own.count * columns.interpolation.step) + 128 }

    /// The length of all horizontally interpolated rows kept at a time.
    var wideCount: Int { rows.interpolation.taps * wideStride }

    /// The greatest number of bytes that a ``PlaneReduction`` allocates for samples.
    package var reductionByteCount: Int {
        sumCount * MemoryLayout<Int32>.stride
            + (ringCount + extendedRowCount * extendedCapacity) * MemoryLayout<Int16>.stride
            + (edge == .normalize ? ColumnNormalization.byteCount(columns) : 0)
    }

    /// The number of bytes that a ``PlaneExpansion`` allocates for samples, exactly.
    package var expansionByteCount: Int {
        let weightCount = edge == .normalize ? 3 * columns.outputCount : 0
        return (wideCount + weightCount) * MemoryLayout<Int16>.stride
    }

    private func padded(_ count: Int) -> Int { (count + 63) & ~63 }
}

extension PlaneAxis {
    /// Whether blurs along two axes have the same filter at low resolution.
    fileprivate func hasFilter(of other: PlaneAxis) -> Bool {
        inputPitch == other.inputPitch && outputPitch == other.outputPitch
            && responses == other.responses
    }
}
