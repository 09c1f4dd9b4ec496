// SPDX-License-Identifier: Apache-2.0

import KernelInterface

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
