// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension Band {
    /// Fills rows with the samples of one row of a narrower band, each as often as needed.
    ///
    /// - Parameters:
    ///   - small: Of the same channels; its row holds ⌈``width`` / `times`⌉ samples or more.
    ///   - smallRow: The row of it that is repeated.
    ///   - times: How often each sample appears in a row, at least 1; the last perhaps less.
    ///   - rows: The rows that are written, all alike; ``rowCount`` stays as it is.
    ///   - instructionSet: The variant that does it.
    public mutating func repeatSamples(
        of small: borrowing Band<Form>,
        row smallRow: Int,
        times: Int,
        into rows: Range<Int>,
        using instructionSet: InstructionSet = .current
    ) {
        precondition(small.layout == layout && times > 0, "bands do not match")
        let kernels = instructionSet.kernels
        for channel in 0..<layout.channelCount {
            let source = small.row(smallRow, of: channel)
            for row in rows {
                var target = mutableRow(row, of: channel)
                kernels.repeatSamples(source, times: times, into: &target)
            }
        }
    }
}
