// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// A JPEG result made as blocks of quantized coefficients that go directly to the entropy coder.
final class BlockResult: PlaneResult {
    private let expansions: [BlockPlane]
    private var encoder: JPEGBlockEncoder?
    private var rows: BlockRows
    private var written: [Int]
    private let transforms: [BlockTransform]

    init(
        _ renderer: Renderer,
        _ route: PlaneRoute,
        iccProfile: [UInt8]?,
        cancellation: Cancellation,
        sink: @escaping ByteSink
    ) throws(CodecError) {
        let encoder = try JPEGBlockEncoder(
            route.options,
            size: renderer.outputSize,
            layout: renderer.outputLayout,
            iccProfile: iccProfile,
            supervision: cancellation.supervision,
            sink: sink
        )
        expansions = zip(route.expansions, encoder.quantization).map { BlockPlane($0, $1) }
        transforms = encoder.quantization.map { BlockTransform(quantization: $0) }
        rows = BlockRows(route.output)
        written = expansions.map { _ in 0 }
        self.encoder = consume encoder
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
            while expansion.isHungry {
                guard low.contains(expansion.nextLow) else { return false }
                low.push(expansion.nextLow, of: plane, to: expansion)
            }
            expansion.pull(into: &rows, row: written[plane], of: plane)
            written[plane] += 1
        }
        return true
    }

    func replace(_ group: Int, by colors: PixelColors) {
        colors.forEachSquare(ofGroup: group) { pixels, squares in
            for plane in 0..<pixels.layout.channelCount { write(pixels, squares, plane) }
        }
    }

    private func write(
        _ pixels: borrowing Band<Straight>,
        _ squares: ArraySlice<Int>,
        _ plane: Int
    ) {
        let shape = rows.planes.shape(of: plane)
        let means = PixelMeans(pixels, of: plane, pitch: shape.horizontalPitch)
        let count = pixels.capacity / shape.horizontalPitch / 8
        let width = (shape.width + 7) / 8
        for row in 0..<rows.rowCount(of: plane) {
            for (index, square) in squares.enumerated() {
                for column in 0..<count where square * count + column < width {
                    let samples = means.samples(
                        fromRow: 8 * row,
                        column: 8 * (index * count + column)
                    )
                    rows.writeBlock(row, square * count + column, of: plane) { masks, blocks in
                        transforms[plane].apply(
                            to: samples,
                            stride: means.width,
                            mask: &masks[0],
                            into: &blocks
                        )
                    }
                }
            }
        }
    }

    func encode() throws(CodecError) { try encoder?.encodeRows(rows) }

    func finish() throws(CodecError) { try encoder.take()?.finish() }
}

/// Enlarges the low-resolution rows of one plane, the second half of its blur, to blocks of
/// coefficients.
private final class BlockPlane: LowRowTaker {
    private var expansion: BlockExpansion

    init(_ plan: PlanePlan, _ quantization: [UInt16]) {
        expansion = BlockExpansion(plan: plan, quantization: quantization)
    }

    var isHungry: Bool { expansion.isHungry }

    var nextLow: Int { expansion.nextLow }

    func push(_ low: Span<UInt16>) { expansion.push(low) }

    /// Makes the next row of blocks of coefficients.
    func pull(into rows: inout BlockRows, row: Int, of plane: Int) {
        rows.writeRow(row, of: plane) { masks, blocks in
            expansion.pull(masks: &masks, into: &blocks)
        }
    }
}
