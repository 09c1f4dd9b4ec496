// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The quantized blocks of one MCU row, as Huffman decoding leaves them.
///
/// They are arranged for the vectors of the inverse transform; it may run on another thread.
struct JPEGBlockRows: ~Copyable, Sendable {
    /// The positions of the blocks in each row of a component, in the order of the scan's MCUs.
    let runs: [JPEGMCURun]

    private let planes: JPEGPlanes

    /// The inverse transform of each component, with its quantization table.
    private var transforms: [InverseTransform] = []
    private var blocks: Samples<Int16>

    /// Allocates the blocks of an MCU row, with coefficients of zero.
    ///
    /// - Parameter planes: The image planes.
    init(_ planes: JPEGPlanes) {
        self.planes = planes
        runs = Self.runs(planes)
        blocks = Samples(repeating: 0, count: runs.last?.end ?? 0)
    }

    /// The number of bytes that the blocks of an MCU row take.
    static func byteCount(_ planes: JPEGPlanes) -> Int {
        (runs(planes).last?.end ?? 0) * MemoryLayout<Int16>.stride
    }

    /// Finds the positions of the blocks in each row of each component.
    static func runs(_ planes: JPEGPlanes) -> [JPEGMCURun] {
        // In a scan of one component each MCU is one block, whatever the sampling factors are.
        let isOne = planes.components.count == 1
        let count = planes.mcuCount
        var runs: [JPEGMCURun] = []
        for (index, component) in planes.components.enumerated() {
            for _ in 0..<component.vertical {
                runs.append(
                    JPEGMCURun(
                        component: index,
                        start: runs.last?.end ?? 0,
                        mcuCount: count,
                        blocksPerMCU: isOne ? 1 : component.horizontal
                    )
                )
            }
        }
        return runs
    }

    /// Sets all coefficients to zero for the next MCU row.
    ///
    /// - Parameter transforms: The inverse transforms for the blocks read next.
    mutating func clear(for transforms: [InverseTransform]) {
        self.transforms = transforms
        let count = blocks.count
        var blocks = blocks.mutableSpan(0..<count)
        blocks.update(repeating: 0)
    }

    /// Decodes as many MCUs as there are bytes for, stores their coefficients, and returns the
    /// index of the next one.
    ///
    /// - Parameters:
    ///   - mcus: The MCUs to decode, whose blocks are zeros.
    ///   - codes: The Huffman codes.
    ///   - bytes: The bytes of the scan.
    ///   - limit: The last offset at which an MCU may begin.
    ///   - state: The position of decoding.
    /// - Returns: The next MCU; nil if one is invalid.
    mutating func read(
        _ mcus: Range<Int>,
        _ codes: JPEGHuffmanDecoder,
        _ bytes: borrowing JPEGScanBytes,
        limit: Int,
        state: inout JPEGScanState
    ) -> Int? {
        let (count, runs) = (blocks.count, runs)
        var blocks = blocks.mutableSpan(0..<count)
        return codes.read(
            mcus,
            runs: runs,
            bytes: bytes.bytes.span(0..<bytes.bytes.count),
            limit: limit,
            state: &state,
            into: &blocks
        )
    }

    /// Whether the inverse transform of all blocks gives exactly the samples that libjpeg decodes.
    var isExact: Bool {
        runs.allSatisfy { transforms[$0.component].isExact(for: blocks.span($0.start..<$0.end)) }
    }

    /// Computes the samples of the MCU row by the inverse transform.
    ///
    /// - Parameter rows: Rows of the same planes, at full scale.
    func makeSamples(into rows: inout PlaneRows) {
        precondition(rows.planes == planes && rows.scale == .full, "the rows have another shape")
        var (component, row) = (-1, 0)
        for run in runs {
            row = run.component == component ? row + 1 : 0
            component = run.component
            let place = rows.places[component]
            // MCUs may have blocks beyond the image; these need no samples.
            let count = JPEGMCURun.coefficientCount(ofBlocks: place.shape.paddedWidth / 8)
            let start = place.offset + 8 * row * place.stride
            let end = place.offset + place.shape.groupRowCount * place.stride
            var target = rows.samples.mutableSpan(start..<end)
            transforms[component].apply(
                to: blocks.span(run.start..<(run.start + count)),
                into: &target,
                stride: place.stride
            )
        }
    }
}

extension JPEGPlanes {
    /// The number of MCUs in a row, for a scan of all components.
    var mcuCount: Int {
        let widest = components.count == 1 ? 1 : components.map(\.horizontal).max() ?? 1
        return (size.width + 8 * widest - 1) / (8 * widest)
    }
}
