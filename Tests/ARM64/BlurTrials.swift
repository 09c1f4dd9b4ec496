// SPDX-License-Identifier: Apache-2.0

import KernelInterface

func tryBlur<Kernels: KernelSet>(_: Kernels.Type) {
    var trial = Trial()
    for width in widths {
        let room = (width + 63) / 64 * 64
        let samples: [UInt16] = trial.samples(room)
        var row = [Int16](repeating: 0, count: room)
        var span = row.mutableSpan
        Kernels.center(samples.span, into: &span)
        trial.note(Array(row.prefix(width)))
        let bytes = samples.map { UInt8(truncatingIfNeeded: $0) }
        span = row.mutableSpan
        Kernels.center(bytes.span, into: &span)
        trial.note(Array(row.prefix(width)))
        for boxes in [3, 5] {
            var halved: [Int16] = trial.samples(2 * room + 64, in: -9_999...9_999)
            var halvedSpan = halved.mutableSpan
            Kernels.halve(&halvedSpan, count: width, boxes: boxes)
            trial.note(Array(halved.prefix(width)))
            let narrow: [Int16] = trial.samples(room + 64, in: -9_999...9_999)
            var doubled = [Int16](repeating: 0, count: 2 * room + 64)
            var doubledSpan = doubled.mutableSpan
            Kernels.double(narrow.span, count: width, boxes: boxes, into: &doubledSpan)
            trial.note(Array(doubled.prefix(2 * width)))
        }
        let sums: [Int32] = trial.samples(room, in: -(1 << 29)...1 << 29)
        span = row.mutableSpan
        Kernels.average(sums.span, bias: 1 << 14, shift: 15, into: &span)
        trial.note(Array(row.prefix(width)))
    }
    trial.end("blur")
}

func tryBlocks<Kernels: KernelSet>(_: Kernels.Type) {
    var trial = Trial()
    for range in [-2_000...2_000, Int16.min ... .max] {
        for groups in [1, 3] {
            let coefficients: [Int16] = trial.samples(256 * groups, in: range)
            let factors: [Int16] = trial.samples(256, in: 1...255)
            var samples = [UInt8](repeating: 0, count: 8 * 32 * groups)
            var span = samples.mutableSpan
            Kernels.inverseTransform(
                coefficients.span,
                times: factors.span,
                into: &span,
                stride: 32 * groups
            )
            trial.note(samples)
        }
    }
    for taps in BlockRow.tapRange {
        let row = BlockRow(count: 13, taps: taps, starts: [0, 1, 3], advance: 4)
        let low = trial.floats(row.reach)
        let weights = trial.floats(8 * taps * row.starts.count)
        var coefficients = [Float](repeating: 0, count: 8 * row.count)
        var span = coefficients.mutableSpan
        Kernels.transformRow(low.span, weights: weights.span, row: row, into: &span)
        trial.note(coefficients)
    }
    trial.end("blocks")
}
