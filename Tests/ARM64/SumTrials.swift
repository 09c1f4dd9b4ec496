// SPDX-License-Identifier: Apache-2.0

import KernelInterface

func trySums<Kernels: KernelSet>(_: Kernels.Type) {
    var trial = Trial()
    for width in widths {
        let samples: [UInt16] = trial.samples(width)
        var wide: [UInt32] = trial.samples(width, in: 0...1 << 30)
        var wideSpan = wide.mutableSpan
        Kernels.add(samples.span, to: &wideSpan)
        trial.note(wide)
        var totals = [UInt64](repeating: 3, count: (width + 6) / 7)
        var totalsSpan = totals.mutableSpan
        Kernels.addRuns(wide.span, length: 7, to: &totalsSpan)
        trial.note(totals)
        let sums: [UInt64] = trial.samples(width, in: 0...999 * 65_535)
        var means = [UInt16](repeating: 0, count: width)
        var meansSpan = means.mutableSpan
        Kernels.divide(sums.span, by: 999, into: &meansSpan)
        trial.note(means)
        var signed: [Int32] = trial.samples(width, in: -99_999...99_999)
        var signedSpan = signed.mutableSpan
        Kernels.add(samples.span, times: -321, to: &signedSpan)
        trial.note(signed)
        var integrals: [UInt64] = trial.samples(3 * width)
        var integralsSpan = integrals.mutableSpan
        Kernels.integrate(signed.span, into: &integralsSpan)
        trial.note(integrals)
        var weighted = [Float](repeating: 1, count: width)
        var weightedSpan = weighted.mutableSpan
        Kernels.add(samples.span, times: 0.37, to: &weightedSpan)
        trial.note(weighted)
        var settled = [UInt16](repeating: 0, count: width)
        var settledSpan = settled.mutableSpan
        Kernels.settle(weighted.span, into: &settledSpan)
        trial.note(settled)
        let input: [UInt16] = trial.samples(width + 9)
        var boxes = [UInt64](repeating: 0, count: width)
        var boxesSpan = boxes.mutableSpan
        Kernels.sumBoxes(
            input.span,
            delays: [0, 4, 9].span,
            factors: [1, -2, 1].span,
            into: &boxesSpan
        )
        trial.note(boxes)
    }
    trial.end("sums")
}

func tryMarks<Kernels: KernelSet>(_: Kernels.Type) {
    var trial = Trial()
    for width in widths {
        let row: [UInt16] = trial.samples(width)
        let above: [UInt16] = trial.samples(width)
        var marks = [UInt8](repeating: 0, count: width)
        var span = marks.mutableSpan
        let top: [UInt16] = trial.samples(width)
        let limits = BendLimits(20_000...40_000, tolerance: 5_000)
        Kernels.markBends(row.span, above: above.span, top: top.span, limits: limits, in: &span)
        trial.note(marks)
        span = marks.mutableSpan
        Kernels.markSteps(row.span, above: above.span, top: top.span, limit: 29_000, in: &span)
        trial.note(marks)
        var repeated = [UInt16](repeating: 0, count: 3 * width - 1)
        var repeatedSpan = repeated.mutableSpan
        Kernels.repeatSamples(row.span, times: 3, into: &repeatedSpan)
        trial.note(repeated)
    }
    trial.end("marks")
}

func tryLimits<Kernels: KernelSet>(_: Kernels.Type) {
    var trial = Trial()
    for width in widths {
        let shape = RowsShape(width: width, stride: width + 3, count: 3)
        let bytes: [UInt8] = trial.samples(shape.spanCount)
        var least: [UInt8] = trial.samples(width, in: 0...99)
        var greatest: [UInt8] = trial.samples(width, in: 100...255)
        var low = least.mutableSpan
        var high = greatest.mutableSpan
        Kernels.widenRanges(toContain: bytes.span, shape, least: &low, greatest: &high)
        trial.note(least)
        trial.note(greatest)
        let luma: [UInt8] = trial.samples(width)
        let cb: [UInt8] = trial.samples(width)
        let cr: [UInt8] = trial.samples(width)
        var pairs = [UInt8](repeating: 0, count: 2 * width)
        var pairsSpan = pairs.mutableSpan
        Kernels.enlargePairs(
            luma.span,
            cb.span,
            samples: 0..<width,
            biases: [8, 7],
            into: &pairsSpan
        )
        trial.note(pairs)
        let runs = (width + ColorRun.width - 1) / ColorRun.width
        var changes = [Int16](repeating: 0, count: runs * ColorRun.changeCount)
        var marks = [UInt8](repeating: 0, count: runs)
        var changesSpan = changes.mutableSpan
        var marksSpan = marks.mutableSpan
        Kernels.limitColors(
            luma: luma.span,
            cb: cb.span,
            cr: cr.span,
            changes: &changesSpan,
            marks: &marksSpan
        )
        trial.note(changes)
        trial.note(marks)
        var sums: [Int32] = trial.samples(3 * changes.count, in: -9_999...9_999)
        var sumsSpan = sums.mutableSpan
        Kernels.addMultiples(
            of: changes.span,
            [3, -70, 900, 0],
            to: &sumsSpan,
            stride: changes.count
        )
        trial.note(sums)
    }
    trial.end("limits")
}
