// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// A JPEG result made as planes of samples that libjpeg transforms and codes.
final class SampleResult: PlaneResult {
    private let expansions: [ExpandingPlane]
    private var encoder: JPEGPlaneEncoder?
    private var rows: PlaneRows
    private var written: [Int]

    init(
        _ renderer: Renderer,
        _ route: PlaneRoute,
        iccProfile: [UInt8]?,
        cancellation: Cancellation,
        sink: @escaping ByteSink
    ) throws(CodecError) {
        expansions = route.expansions.map(ExpandingPlane.init)
        rows = PlaneRows(route.output)
        written = expansions.map { _ in 0 }
        encoder = try JPEGPlaneEncoder(
            route.options,
            size: renderer.outputSize,
            layout: renderer.outputLayout,
            iccProfile: iccProfile,
            supervision: cancellation.supervision,
            sink: sink
        )
    }

    var planes: JPEGPlanes { rows.planes }

    func begin(_ group: Int) {
        rows.group = group
        for plane in written.indices { written[plane] = 0 }
    }

    func fill(_ plane: Int, from low: LowPlanes) -> Bool {
        let expansion = expansions[plane]
        let count = rows.rowCount(of: plane)
        while written[plane] < count {
            written[plane] += expansion.pull(into: &rows, from: written[plane], of: plane)
            guard written[plane] < count, expansion.isHungry else { continue }
            guard low.contains(expansion.nextLow) else { break }
            low.push(expansion.nextLow, of: plane, to: expansion)
        }
        return written[plane] == count
    }

    func replace(_ group: Int, by colors: PixelColors) {
        colors.forEachSquare(ofGroup: group) { pixels, squares in
            for plane in 0..<pixels.layout.channelCount {
                Self.write(pixels, squares, plane, to: &rows)
            }
        }
    }

    private static func write(
        _ pixels: borrowing Band<Straight>,
        _ squares: ArraySlice<Int>,
        _ plane: Int,
        to rows: inout PlaneRows
    ) {
        let shape = rows.shape(of: plane)
        let pitch = shape.horizontalPitch
        let side = pixels.capacity / pitch
        var bytes = [UInt8](repeating: 0, count: pixels.width / pitch)
        for row in 0..<rows.rowCount(of: plane) {
            var span = bytes.mutableSpan
            PixelMeans.average(pixels, of: plane, row: row, pitch: pitch, into: &span)
            var target = rows.mutableRows(from: row, of: plane)
            for (index, square) in squares.enumerated() {
                let start = square * side
                for x in 0..<min(side, shape.width - start) {
                    target[start + x] = span[index * side + x]
                }
            }
        }
    }

    func encode() throws(CodecError) { try encoder?.encodeRows(&rows) }

    func finish() throws(CodecError) { try encoder.take()?.finish() }
}

/// Enlarges the low-resolution rows of one plane, the second half of its blur, to samples.
final class ExpandingPlane: LowRowTaker {
    private var expansion: PlaneExpansion

    init(_ plan: PlanePlan) { expansion = PlaneExpansion(plan: plan) }

    var isHungry: Bool { expansion.isHungry }

    var nextLow: Int { expansion.nextLow }

    func push(_ low: Span<UInt16>) { expansion.push(low) }

    /// Writes the next rows of a group as far as the received low-resolution rows allow, and
    /// returns their number.
    ///
    /// - Returns: The number of rows written.
    func pull(into rows: inout PlaneRows, from row: Int, of plane: Int) -> Int {
        let limit = rows.rowCount(of: plane) - row
        let stride = rows.stride(of: plane)
        var target = rows.mutableRows(from: row, of: plane)
        return expansion.pull(into: &target, stride: stride, limit: limit)
    }
}
