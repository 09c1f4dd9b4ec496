// SPDX-License-Identifier: Apache-2.0

// Prints a hash of what each row kernel makes of random rows. Scripts/check-arm64 compiles it, in Embedded
// Swift and without the package, for processors on which the tests cannot run, and compares its output with
// that of this processor.

import BaselineKernels
import KernelInterface

/// Random rows, and the hash of what was made of them.
struct Trial {
    var generator = SeededGenerator(seed: 64)
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func samples<Sample: FixedWidthInteger>(
        _ count: Int,
        in range: ClosedRange<Sample> = Sample.min ... .max
    ) -> [Sample] {
        (0..<count).map { _ in Sample.random(in: range, using: &generator) }
    }

    mutating func floats(_ count: Int) -> [Float] {
        (0..<count).map { _ in Float(Int32.random(in: -9_999...9_999, using: &generator)) / 64 }
    }

    mutating func note<Sample: FixedWidthInteger>(_ row: [Sample]) {
        for sample in row {
            hash = (hash ^ UInt64(truncatingIfNeeded: sample)) &* 0x100_0000_01B3
        }
    }

    mutating func note(_ row: [Float]) { note(row.map { $0.bitPattern }) }

    /// Prints the hash of all rows since the last one, and starts anew.
    mutating func end(_ name: StaticString) {
        print(name, terminator: " ")
        print(hash)
        self = Trial()
    }
}

/// The widths of rows: shorter and longer than vectors of all lengths, and neither.
let widths = [1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 65, 127, 300]

func tryPacking<Kernels: KernelSet>(_: Kernels.Type) {
    var trial = Trial()
    for width in widths {
        for channelCount in 1...4 {
            let shape = RowShape(
                channelCount: channelCount,
                width: width,
                planeStride: width + 5
            )
            let bytes: [UInt8] = trial.samples(2 * channelCount * width)
            var planes = [UInt16](repeating: 0, count: shape.spanCount)
            var span = planes.mutableSpan
            Kernels.unpack8(
                bytes.span.extracting(0..<channelCount * width),
                into: &span,
                shape: shape
            )
            trial.note(planes)
            span = planes.mutableSpan
            Kernels.unpack16(bytes.span, into: &span, shape: shape)
            trial.note(planes)
            let addends: [UInt16] = trial.samples(16, in: 0...256)
            var packed = [UInt8](repeating: 0, count: 2 * channelCount * width)
            var target = packed.mutableSpan
            Kernels.pack16(planes.span, into: &target, shape: shape)
            trial.note(packed)
            packed = [UInt8](repeating: 0, count: channelCount * width)
            target = packed.mutableSpan
            Kernels.pack8(planes.span, addends: addends.span, into: &target, shape: shape)
            trial.note(packed)
        }
    }
    trial.end("packing")
}

func tryAlpha<Kernels: KernelSet>(_: Kernels.Type) {
    var trial = Trial()
    for width in widths {
        for channelCount in [2, 4] {
            let shape = RowShape(channelCount: channelCount, width: width, planeStride: width)
            var planes: [UInt16] = trial.samples(shape.spanCount)
            var span = planes.mutableSpan
            Kernels.premultiply(&span, shape: shape)
            trial.note(planes)
            span = planes.mutableSpan
            Kernels.unpremultiply(&span, shape: shape)
            trial.note(planes)
        }
        let color: [UInt16] = trial.samples(width)
        let alpha: [UInt16] = trial.samples(width)
        var result: [UInt16] = trial.samples(width)
        var span = result.mutableSpan
        Kernels.composite(color.span, alpha: alpha.span, background: 12_345, into: &span)
        trial.note(result)
        span = result.mutableSpan
        Kernels.mix(alpha.span, weights: color.span, into: &span)
        trial.note(result)
    }
    trial.end("alpha")
}

func tryColors<Kernels: KernelSet>(_: Kernels.Type) {
    var trial = Trial()
    func row(_ bias: Float) -> ColorCoefficients.Row {
        .init(gray: 0.3, red: 1.1, blue: -0.2, alpha: 0.1, bias: bias)
    }
    let curve = CurveCoefficients(
        weights: (red: 0.3, green: 0.6, blue: 0.1),
        cubic: SIMD4(0.1, 0.9, 0.3, -0.2),
        amount: 0.8
    )
    for width in widths {
        for channelCount in 1...4 {
            let shape = RowShape(channelCount: channelCount, width: width, planeStride: width)
            let alpha = channelCount.isMultiple(of: 2) ? row(99) : nil
            let matrix = ColorCoefficients(red: row(5), green: row(0), blue: row(-3), alpha: alpha)
            var planes: [UInt16] = trial.samples(shape.spanCount)
            var span = planes.mutableSpan
            Kernels.applyMatrix(matrix, to: &span, shape: shape)
            trial.note(planes)
            span = planes.mutableSpan
            Kernels.applyCurve(curve, to: &span, shape: shape)
            trial.note(planes)
            span = planes.mutableSpan
            Kernels.applyCubic(CubicCoefficients(SIMD4(0.1, 0.9, 0.3, -0.2)), to: &span)
            trial.note(planes)
        }
    }
    trial.end("colors")
}

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
        for length in [8, 16, 32] {
            let shape = SampleRuns(
                width: width,
                stride: width + 3,
                rowCount: 3,
                length: length,
                margin: length / 8
            )
            let bytes: [UInt8] = trial.samples(shape.spanCount)
            var least: [UInt8] = trial.samples(shape.count, in: 0...99)
            var greatest: [UInt8] = trial.samples(shape.count, in: 100...255)
            var low = least.mutableSpan
            var high = greatest.mutableSpan
            Kernels.widenRanges(toContain: bytes.span, shape, least: &low, greatest: &high)
            trial.note(least)
            trial.note(greatest)
        }
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

func tryAll<Kernels: KernelSet>(_ kernels: Kernels.Type) {
    tryPacking(kernels)
    tryAlpha(kernels)
    tryColors(kernels)
    trySums(kernels)
    tryMarks(kernels)
    tryLimits(kernels)
    tryBlur(kernels)
    tryBlocks(kernels)
}

print("scalar")
tryAll(ScalarKernels.self)
print("vector")
tryAll(VectorKernels.self)
