// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

extension Band {
    /// Fills rows by repeating the samples of one row of a narrower band.
    ///
    /// - Parameters:
    ///   - small: Of the same channels; its row holds ⌈``width`` / `times`⌉ samples or more.
    ///   - smallRow: The row of the small band to repeat.
    ///   - times: The repetitions of each sample, at least 1; the last sample may have fewer.
    ///   - rows: The rows to fill, all with the same samples; ``rowCount`` stays as it is.
    ///   - instructionSet: The kernel variant to use.
    package mutating func repeatSamples(
        of small: borrowing Band<Form>,
        row smallRow: Int,
        times: Int,
        into rows: Range<Int>,
        using instructionSet: InstructionSet = .current
    ) {
        precondition(small.layout == layout && times > 0, "the bands do not match")
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
