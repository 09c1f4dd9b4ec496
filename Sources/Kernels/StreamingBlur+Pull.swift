// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension StreamingBlur {
    /// Writes the next row of the result.
    ///
    /// - Parameters:
    ///   - band: As wide as the result, with the channels of ``layout``.
    ///   - row: The row of the band that is written; the band's `rowCount` stays as it is.
    /// - Returns: Whether a row was written: false when more input is needed, or at the end.
    public mutating func pull(into band: inout Band<Premultiplied>, row: Int) -> Bool {
        precondition(
            band.width == geometry.outputSize.width && band.layout == layout,
            "another kind of band"
        )
        guard nextOutput < outputEnd else { return false }
        while nextResult <= plan.rows.block(of: nextOutput) {
            guard isReady(nextResult) else {
                precondition(nextInput < geometry.size.height, "a low row was lost")
                return false
            }
            blurColumns()
        }
        for channel in 0..<layout.channelCount {
            var samples = band.mutableRow(row, of: channel)
            write(channel, into: &samples)
        }
        nextOutput += 1
        return true
    }

    /// Makes the next low row that is interpolated from.
    private mutating func blurColumns() {
        let kernels = instructionSet.kernels
        let radius = plan.filter.radius
        let weights = plan.filter.gaussian
        let zeros = layout.channelCount * plan.ringRowCount
        for channel in 0..<layout.channelCount {
            for offset in -radius...radius {
                let source = plan.rows.source(of: nextResult + offset)
                let row = source.map { channel * plan.ringRowCount + ringSlot(of: $0) } ?? zeros
                starts.update(row * plan.lowStride, at: radius + offset)
            }
            let start = resultStart(nextResult, channel)
            kernels.blurColumns(
                ring,
                starts: starts,
                weights: weights.span,
                into: &results,
                start..<(start + plan.lowStride)
            )
        }
        nextResult += 1
    }

    /// Where a low row begins in ``results``.
    private func resultStart(_ result: Int, _ channel: Int) -> Int {
        let slot = (result - plan.rows.results.lowerBound) % plan.filter.taps
        return (channel * plan.filter.taps + slot) * plan.lowStride
    }

    /// Interpolates the next row of one channel.
    private mutating func write(_ channel: Int, into samples: inout MutableSpan<UInt16>) {
        let kernels = instructionSet.kernels
        let block = plan.rows.block(of: nextOutput)
        let scale = rowScale
        guard plan.filter.step > 1 else {
            let start = resultStart(block, channel)
            kernels.round(
                results.span(start..<(start + plan.lowStride)),
                scales: columnScales.span(0..<columnScales.count),
                scale: scale,
                into: &samples
            )
            return
        }
        let phase = plan.rows.phase(of: nextOutput)
        var starts = SIMD3<Int>()
        var weights = SIMD3<Float>()
        for tap in 0..<3 {
            starts[tap] = resultStart(block - tap, channel)
            weights[tap] = plan.interpolation[phase + tap * plan.filter.step]
        }
        kernels.mix(
            results,
            starts: (starts[0], starts[1], starts[2]),
            weights: weights,
            into: &mixed
        )
        kernels.interpolate(
            mixed.span(0..<plan.lowStride),
            weights: plan.interpolation.span,
            phase: plan.columns.phase(of: plan.columns.outputStart),
            scales: columnScales.span(0..<columnScales.count),
            scale: scale,
            into: &samples
        )
    }

    /// The reciprocal coverage of the next row, where that is asked for.
    private var rowScale: Float {
        guard geometry.edge == .normalize else { return 1 }
        return 1
            / plan.rows.coverage(
                at: nextOutput,
                low: rowCoverage.span,
                interpolation: plan.interpolation.span
            )
    }
}
