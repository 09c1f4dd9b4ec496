// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The blocks of quantized coefficients of one group of rows, as a scan has them.
///
/// They lie as vectors want them for the inverse transform, which may be done on another thread than
/// reading.
struct JPEGBlockRows: ~Copyable, Sendable {
    /// Where the blocks of each row of a component lie, in the order in which units have them; each run
    /// consists of fours of blocks beside each other.
    let runs: [JPEGUnitRun]

    private let planes: JPEGPlanes

    /// What makes samples of the blocks of each component.
    private var transforms: [InverseTransform] = []
    private var blocks: Samples<Int16>

    /// Allocates blocks of zeros.
    ///
    /// - Parameter planes: The planes of the picture.
    init(_ planes: JPEGPlanes) {
        self.planes = planes
        runs = Self.runs(planes)
        blocks = Samples(repeating: 0, count: runs.last?.end ?? 0)
    }

    /// What the blocks of a group occupy, in bytes.
    static func byteCount(_ planes: JPEGPlanes) -> Int {
        (runs(planes).last?.end ?? 0) * MemoryLayout<Int16>.stride
    }

    /// Where blocks lie.
    static func runs(_ planes: JPEGPlanes) -> [JPEGUnitRun] {
        // The units of one component are blocks, whatever its factors are.
        let isOne = planes.components.count == 1
        let count = planes.unitCount
        var runs: [JPEGUnitRun] = []
        for (index, component) in planes.components.enumerated() {
            for _ in 0..<component.vertical {
                runs.append(
                    JPEGUnitRun(
                        component: index,
                        start: runs.last?.end ?? 0,
                        unitCount: count,
                        blocksPerUnit: isOne ? 1 : component.horizontal
                    )
                )
            }
        }
        return runs
    }

    /// Makes all coefficients zero.
    ///
    /// - Parameter transforms: What makes samples of what is read next.
    mutating func clear(for transforms: [InverseTransform]) {
        self.transforms = transforms
        let count = blocks.count
        var blocks = blocks.mutableSpan(0..<count)
        blocks.update(repeating: 0)
    }

    /// Reads units into their places, as many as there are bytes for.
    ///
    /// - Parameters:
    ///   - units: Which units are left, of places that are zero.
    ///   - codes: Their codes.
    ///   - bytes: Their bytes.
    ///   - limit: The last place at which a unit may begin.
    ///   - state: Where reading has come to.
    /// - Returns: The unit that is next; nil where one is not as the rules want it.
    mutating func read(
        _ units: Range<Int>,
        _ codes: JPEGScanCodes,
        _ bytes: borrowing JPEGScanBytes,
        limit: Int,
        state: inout JPEGScanState
    ) -> Int? {
        let (count, runs) = (blocks.count, runs)
        var blocks = blocks.mutableSpan(0..<count)
        return codes.read(
            units,
            runs: runs,
            bytes: bytes.bytes.span(0..<bytes.bytes.count),
            limit: limit,
            state: &state,
            into: &blocks
        )
    }

    /// Makes the samples of the group.
    ///
    /// - Parameter rows: Of the same planes, at full scale.
    func makeSamples(into rows: inout PlaneRows) {
        precondition(rows.planes == planes && rows.scale == .full, "rows of another shape")
        var (component, row) = (-1, 0)
        for run in runs {
            row = run.component == component ? row + 1 : 0
            component = run.component
            let place = rows.places[component]
            // Where a unit reaches beyond the picture it has blocks that nobody sees.
            let count = JPEGUnitRun.coefficientCount(ofBlocks: place.shape.paddedWidth / 8)
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
    /// How many units of a scan of all components stand beside each other.
    var unitCount: Int {
        let widest = components.count == 1 ? 1 : components.map(\.horizontal).max() ?? 1
        return (size.width + 8 * widest - 1) / (8 * widest)
    }
}
