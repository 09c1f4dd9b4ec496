// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The differences that a decoder makes to the colors of a row of pixels when it clips them to RGB.
///
/// One more color, after the last pixel, stands for all beyond the edge: a blur of pixels repeats
/// the last pixel there, a blur of planes their last samples.
package struct LimitedRow: ~Copyable, Sendable {
    /// The number of runs of pixels; the last may hold only the color that is repeated beyond the
    /// right edge.
    package let runCount: Int

    private let width: Int
    private let columns: Columns
    private var cb: Samples<UInt8>
    private var cr: Samples<UInt8>
    private var changes: Samples<Int16>
    private var marks: Samples<UInt8>
    private let instructionSet: InstructionSet

    /// The layout of the chroma samples of a row, relative to its pixels.
    package struct Columns: Sendable {
        /// The number of pixels per chroma sample: 1, 2 or 4.
        package let pitch: Int
        /// The number of chroma samples in a row; the last is repeated beyond the end.
        package let count: Int
        /// Whether the decoder interpolates chroma samples along the row; then ``pitch`` is 2.
        package let areInterpolated: Bool

        /// Creates the layout of the chroma samples of a row.
        package init(pitch: Int, count: Int, areInterpolated: Bool) {
            (self.pitch, self.count, self.areInterpolated) = (pitch, count, areInterpolated)
        }
    }

    /// The rows of luma and chroma samples from which a row of pixels is decoded.
    package struct Planes: ~Escapable {
        let luma: Span<UInt8>
        let cb: (near: Span<UInt8>, far: Span<UInt8>)
        let cr: (near: Span<UInt8>, far: Span<UInt8>)
        /// The numbers, in sixteenths, that decoders add to chroma samples of even and of odd
        /// columns before rounding down.
        let biases: SIMD2<Int16>

        /// Collects the rows of luma and chroma samples for a row of pixels.
        ///
        /// - Parameters:
        ///   - luma: The samples of luma.
        ///   - cb: The row of Cb that is nearest to the pixels.
        ///   - farCb: The next nearest row of Cb.
        ///   - cr: The row of Cr that is nearest to the pixels.
        ///   - farCr: The next nearest row of Cr.
        ///   - biases: The addends, in sixteenths, with which decoders round samples of even and of
        ///     odd columns down.
        @_lifetime(copy luma, copy cb, copy farCb, copy cr, copy farCr)
        package init(
            luma: Span<UInt8>,
            cb: Span<UInt8>,
            farCb: Span<UInt8>,
            cr: Span<UInt8>,
            farCr: Span<UInt8>,
            biases: SIMD2<Int16>
        ) {
            (self.luma, self.biases) = (luma, biases)
            self.cb = (cb, farCb)
            self.cr = (cr, farCr)
        }

        /// The rows for pixels at the bottom edge: each plane has no farther row there and repeats
        /// its nearest.
        package var withoutFarRows: Self {
            @_lifetime(copy self)
            get {
                Self(
                    luma: luma,
                    cb: cb.near,
                    farCb: cb.near,
                    cr: cr.near,
                    farCr: cr.near,
                    biases: biases
                )
            }
        }
    }

    /// Creates a row of pixels without color differences.
    ///
    /// - Parameters:
    ///   - width: The number of pixels.
    ///   - columns: The layout of the chroma samples.
    ///   - instructionSet: The kernel variant to use.
    package init(width: Int, columns: Columns, instructionSet: InstructionSet = .current) {
        (self.width, self.columns, self.instructionSet) = (width, columns, instructionSet)
        runCount = width / ColorRun.width + 1
        // The last sample of a pair may lie after the last pixel.
        cb = Samples(repeating: 0, count: width + columns.pitch)
        cr = Samples(repeating: 0, count: width + columns.pitch)
        changes = Samples(repeating: 0, count: runCount * ColorRun.changeCount)
        marks = Samples(repeating: 0, count: runCount)
    }

    /// The number of bytes that a row of a given width occupies.
    package static func byteCount(width: Int) -> Int { width * (2 + 3 * 2) }

    /// Whether the color repeated beyond the right edge may lie outside of RGB although no pixel
    /// does.
    package var hasOwnEdge: Bool { columns.areInterpolated && width % 2 == 1 }

    /// A flag for each run of pixels: 1 if it has color differences, otherwise 0.
    package var markSpan: Span<UInt8> {
        @_lifetime(borrow self) get { marks.span(0..<runCount) }
    }

    /// Returns the color differences of consecutive runs of pixels.
    ///
    /// - Parameter runs: The runs.
    /// - Returns: Red, green and blue of each run, in levels.
    @_lifetime(borrow self)
    package func changes(of runs: Range<Int>) -> Span<Int16> {
        changes.span(Self.changes(runs))
    }

    private static func changes(_ runs: Range<Int>) -> Range<Int> {
        (runs.lowerBound * ColorRun.changeCount)..<(runs.upperBound * ColorRun.changeCount)
    }

    /// Whether any run of pixels has color differences.
    package var isChanged: Bool {
        let marks = marks.span(0..<runCount)
        for run in 0..<runCount where marks[run] != 0 { return true }
        return false
    }

    /// Removes all color differences.
    package mutating func clear() {
        let count = runCount
        var marks = marks.mutableSpan(0..<count)
        marks.update(repeating: 0)
    }

    // MARK: Changes

    /// Decodes consecutive runs of pixels and finds the differences that clipping to RGB makes.
    ///
    /// - Parameters:
    ///   - runs: The pixel runs.
    ///   - planes: The rows of the planes.
    package mutating func find(_ runs: Range<Int>, in planes: Planes) {
        let kernels = instructionSet.kernels
        let pixels =
            (runs.lowerBound * ColorRun.width)..<min(width, runs.upperBound * ColorRun.width)
        Self.enlarge(planes.cb, pixels, columns, planes.biases, kernels, &cb)
        Self.enlarge(planes.cr, pixels, columns, planes.biases, kernels, &cr)
        Self.limit(planes.luma.extracting(pixels), cb, cr, pixels, runs, kernels, &changes, &marks)
        if pixels.upperBound == width { setEdge(planes.luma) }
    }

    private static func limit(
        _ luma: Span<UInt8>,
        _ cb: borrowing Samples<UInt8>,
        _ cr: borrowing Samples<UInt8>,
        _ pixels: Range<Int>,
        _ runs: Range<Int>,
        _ kernels: any KernelSet.Type,
        _ changes: inout Samples<Int16>,
        _ marks: inout Samples<UInt8>
    ) {
        var changes = changes.mutableSpan(Self.changes(runs))
        var marks = marks.mutableSpan(runs)
        kernels.limitColors(
            luma: luma,
            cb: cb.span(pixels),
            cr: cr.span(pixels),
            changes: &changes,
            marks: &marks
        )
    }

    /// Replaces the color differences by those for rows below the image: the clipped colors of
    /// this row minus the colors that the given planes have there.
    ///
    /// - Parameter planes: The rows of the planes, as they are repeated.
    package mutating func compare(with planes: Planes) {
        let kernels = instructionSet.kernels
        var shownCb = Samples<UInt8>(zeros: cb.count)
        var shownCr = Samples<UInt8>(zeros: cr.count)
        swap(&shownCb, &cb)
        swap(&shownCr, &cr)
        Self.enlarge(planes.cb, 0..<width, columns, planes.biases, kernels, &cb)
        Self.enlarge(planes.cr, 0..<width, columns, planes.biases, kernels, &cr)
        let last = width - 1
        for x in 0...width {
            let shown = Self.color(min(x, last), planes.luma[min(x, last)], shownCb, shownCr)
            let stored = Self.color(edge(x), planes.luma[min(x, last)], cb, cr)
            set(x, to: shown.change &+ shown.samples &- stored.samples)
        }
    }

    /// Returns the column of the enlarged chroma sample for a pixel column, possibly one beyond
    /// the right edge.
    private func edge(_ column: Int) -> Int {
        column < width || hasOwnEdge ? column : width - 1
    }

    /// Sets the difference of the color that is repeated beyond the right edge.
    private mutating func setEdge(_ luma: Span<UInt8>) {
        let last = width - 1
        let shown = Self.color(last, luma[last], cb, cr)
        let stored = Self.color(edge(width), luma[last], cb, cr)
        set(width, to: shown.change &+ shown.samples &- stored.samples)
    }

    private static func color(
        _ column: Int,
        _ luma: UInt8,
        _ cb: borrowing Samples<UInt8>,
        _ cr: borrowing Samples<UInt8>
    ) -> DecodedColor {
        let place = column..<(column + 1)
        return DecodedColor(y: luma, cb: cb.span(place)[0], cr: cr.span(place)[0])
    }

    mutating func set(_ column: Int, to change: SIMD3<Int16>) {
        let (run, lane) = column.quotientAndRemainder(dividingBy: ColorRun.width)
        var changes = changes.mutableSpan(Self.changes(run..<(run + 1)))
        for channel in 0..<3 { changes[channel * ColorRun.width + lane] = change[channel] }
        if change != SIMD3() {
            var marks = marks.mutableSpan(run..<(run + 1))
            marks[0] = 1
        }
    }

    // MARK: Samples

    /// Enlarges a row of chroma to one sample per pixel; where it is interpolated, writes both
    /// samples of each pair.
    private static func enlarge(
        _ rows: (near: Span<UInt8>, far: Span<UInt8>),
        _ pixels: Range<Int>,
        _ columns: Columns,
        _ biases: SIMD2<Int16>,
        _ kernels: any KernelSet.Type,
        _ result: inout Samples<UInt8>
    ) {
        if columns.areInterpolated {
            let samples = (pixels.lowerBound / 2)..<((pixels.upperBound + 1) / 2)
            var pairs = result.mutableSpan((2 * samples.lowerBound)..<(2 * samples.upperBound))
            kernels.enlargePairs(
                rows.near.extracting(0..<columns.count),
                rows.far.extracting(0..<columns.count),
                samples: samples,
                biases: biases,
                into: &pairs
            )
            return
        }
        var enlarged = result.mutableSpan(pixels)
        for x in pixels {
            let sample = x / columns.pitch
            let sum = 3 * Int16(rows.near[sample]) + Int16(rows.far[sample])
            enlarged[x - pixels.lowerBound] = UInt8((4 * sum + biases[x % 2]) >> 4)
        }
    }
}
