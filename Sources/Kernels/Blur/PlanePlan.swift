// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Everything about the blur of one plane that is known before its first row.
///
/// A ``PlaneReduction`` brings rows of the plane to low resolution and blurs them there, a
/// ``PlaneExpansion`` brings low rows back. Low sample *j* lies in the middle of the ``step`` pixels
/// from *j* × step on, whatever the pitch of the plane is: planes of one picture that differ in it
/// meet sample by sample at low resolution.
public struct PlanePlan: Sendable {
    /// Pixels between low samples: a power of two.
    public let step: Int

    /// What lies beyond the plane.
    public let edge: EdgeMode

    let rows: BlurAxis
    let columns: BlurAxis

    /// What is real of rows, and of columns, where nothing else counts.
    let coverage: (rows: Coverage, columns: Coverage)?

    /// How many rows of sums are alive at once, and one for what nobody wants.
    let sumRowCount: Int

    /// How many blurred low rows are kept at once.
    let ringRowCount: Int

    /// How many low rows more than those around the next result are taken: to work on several rows
    /// at once.
    let slack: Int

    /// The most steps whose rows are summed at once: those of a band where a step is 4 rows.
    static let stepsAtOnce = 4

    /// Plans a blur.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation in pixels, inside ``BlurGeometry/sigmaRange``.
    ///   - edge: What lies beyond the plane.
    ///   - rows: Where rows lie in the picture.
    ///   - columns: Where columns lie in the picture.
    ///   - step: Pixels between low samples, a power of two that no pitch exceeds, and 32 of no
    ///     pitch; nil for ``step(sigma:)``, or the greatest pitch.
    ///   - lowRows: Low rows that shall come out, as other planes need them.
    ///   - lowColumns: Low columns that shall come out, as other planes need them.
    public init(
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
                // Most axes differ in nothing that the filter depends on, and to design it takes long.
                columns.hasFilter(of: rows)
                    ? gaussian : BlurAxis.gaussian(of: columns, step: step, sigma: Double(sigma))
            ),
            step: step
        )
    }

    /// Plans all of a blur but its weights: enough to find out where low samples lie and, at most,
    /// which memory it takes, in a time that does not depend on the blur.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation in pixels, inside ``BlurGeometry/sigmaRange``.
    ///   - edge: What lies beyond the plane.
    ///   - rows: Where rows lie in the picture.
    ///   - columns: Where columns lie in the picture.
    ///   - step: As for a whole plan.
    public init(
        outlineOf sigma: Float,
        edge: EdgeMode,
        rows: PlaneAxis,
        columns: PlaneAxis,
        step: Int? = nil
    ) {
        let step = step ?? Self.step(sigma: sigma, rows: rows, columns: columns)
        let gaussian = LowGaussian(reachOf: Double(sigma) / Double(step))
        self.init(
            sigma: sigma,
            edge: edge,
            rows: (rows, nil, gaussian),
            columns: (columns, nil, gaussian),
            step: step
        )
    }

    private typealias Axis = (place: PlaneAxis, covering: ClosedRange<Int>?, gaussian: LowGaussian)

    private init(sigma: Float, edge: EdgeMode, rows: Axis, columns: Axis, step: Int) {
        precondition(BlurGeometry.sigmaRange.contains(sigma), "not a standard deviation")
        self.step = step
        self.edge = edge
        func axis(_ axis: Axis) -> BlurAxis {
            BlurAxis(
                axis.place,
                step: step,
                edge: edge,
                covering: axis.covering,
                gaussian: axis.gaussian
            )
        }
        let (rows, columns) = (axis(rows), axis(columns))
        (self.rows, self.columns) = (rows, columns)
        let isOutline = rows.gaussian.weights.isEmpty
        coverage =
            edge == .normalize && !isOutline ? (Coverage(rows), Coverage(columns)) : nil
        let decimates = rows.decimation.step > 1
        sumRowCount = decimates ? rows.greatestOverlap + 1 : 0
        slack = decimates ? Self.stepsAtOnce - 1 : 7
        // Beyond the last edge, a mirrored low row is complete long before those in front of it.
        let reach = edge == .mirror && decimates ? 4 : 2
        ringRowCount = min(
            rows.summed.count,
            reach * rows.gaussian.radius + 4 * rows.decimation.taps + slack
        )
    }

    /// The step that blurs have unless told otherwise: as far as aliasing stays small.
    ///
    /// Sigma is at least 1.5 steps of 2 pixels, and 2 steps of more. It stops at 32, where the rest
    /// costs next to nothing.
    ///
    /// - Parameter sigma: The standard deviation in pixels.
    /// - Returns: Pixels between low samples.
    public static func step(sigma: Float) -> Int {
        var step = sigma < 3 ? 1 : 2
        while step < 32, sigma >= 4 * Float(step) { step *= 2 }
        return step
    }

    /// The step of planes, which is no less than a pitch.
    private static func step(sigma: Float, rows: PlaneAxis, columns: PlaneAxis) -> Int {
        max(
            step(sigma: sigma),
            max(rows.inputPitch, rows.outputPitch),
            max(columns.inputPitch, columns.outputPitch)
        )
    }

    // MARK: Low resolution

    /// The low rows that come out of the reduction and go into the expansion, in order.
    public var lowRows: ClosedRange<Int> { rows.results }

    /// The low columns of each of them.
    public var lowColumns: ClosedRange<Int> { columns.results }

    /// Samples of a low row.
    public var lowWidth: Int { columns.results.count }

    /// By how many rows more than came out rows go in, at most, before the next can come out; of a
    /// plane whose pitch is 1.
    ///
    /// A row comes of the low rows of its block and before it, these of low rows within the radius of
    /// the Gaussian, and these of the rows of as many steps as there are taps, the first of which is its
    /// own.
    var rowsAhead: Int {
        let steps = rows.gaussian.radius + rows.decimation.taps
        return min(rows.inputCount, max(0, steps * rows.decimation.step + rows.outputStart))
    }

    // MARK: Sizes

    /// Whether low rows are the rows that come out.
    var expandsNothing: Bool {
        rows.interpolation.step == 1 && columns.interpolation.step == 1
            && rows.results == rows.own && columns.results == columns.own
    }

    /// One row of sums.
    var sumStride: Int { padded(columns.inputCount) }

    /// All sums.
    var sumCount: Int { sumRowCount * sumStride }

    /// One low row, with room for whole vectors.
    var lowStride: Int { padded(columns.results.count) }

    /// All blurred low rows, and a row of zeros.
    var ringCount: Int { (ringRowCount + 1) * lowStride }

    /// A row with all that lies beyond its edges.
    var extendedCount: Int {
        (columns.reached.count + columns.decimation.taps - 1) * columns.decimation.step
    }

    /// The extended row, with room for whole vectors beyond what comes of it at the end.
    var extendedCapacity: Int { padded(extendedCount) + 128 }

    /// How many rows are extended at once.
    var extendedRowCount: Int { rows.decimation.step > 1 ? Self.stepsAtOnce : 1 }

    /// Where the real samples lie in the extended row.
    var realRange: Range<Int> {
        let decimation = columns.decimation
        let start =
            -decimation.support(of: columns.reached.lowerBound).lowerBound - decimation.margin
        return start..<(start + columns.inputCount)
    }

    /// One row that is interpolated along itself, with room for whole vectors.
    var wideStride: Int { padded(columns.own.count * columns.interpolation.step) + 128 }

    /// All rows that are interpolated between.
    var wideCount: Int { rows.interpolation.taps * wideStride }

    /// The bytes of samples that a ``PlaneReduction`` allocates, at most.
    public var reductionByteCount: Int {
        sumCount * MemoryLayout<Int32>.stride
            + (ringCount + extendedRowCount * extendedCapacity) * MemoryLayout<Int16>.stride
            + (edge == .normalize ? ColumnNormalization.byteCount(columns) : 0)
    }

    /// The bytes of samples that a ``PlaneExpansion`` allocates, exactly.
    public var expansionByteCount: Int {
        let weightCount = edge == .normalize ? 3 * columns.outputCount : 0
        return (wideCount + weightCount) * MemoryLayout<Int16>.stride
    }

    private func padded(_ count: Int) -> Int { (count + 63) & ~63 }
}

extension PlaneAxis {
    /// Whether blurs along this axis and another have the same filter at low resolution.
    fileprivate func hasFilter(of other: PlaneAxis) -> Bool {
        inputPitch == other.inputPitch && outputPitch == other.outputPitch
            && responses == other.responses
    }
}
