// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

/// A way to combine a source with the backdrop beneath it: a blend mode, and a treatment of alpha.
package struct Layering: Hashable, Sendable {
    /// The function that mixes the two colors.
    package var mode: BlendMode

    /// Whether the source, a changed copy of the backdrop, replaces it instead of lying over it.
    ///
    /// The difference shows only where alpha is less than 1: a source laid over adds its alpha to
    /// the backdrop's, a source that replaces brings its own.
    package var replaces: Bool

    /// Creates a combination of a blend mode with laying the source over the backdrop or replacing
    /// it.
    package init(_ mode: BlendMode, replaces: Bool = false) {
        self.mode = mode
        self.replaces = replaces
    }
}

extension Band where Form == Straight {
    /// Blends a row of another band onto a part of a row of this one.
    ///
    /// With straight colors *Cs*, *Cb* and alphas *αs*, *αb* of source and backdrop, and a weight *w*:
    /// C = (1 − αb) Cs + αb B(Cb, Cs). Over the backdrop, the result is αs w C + (1 − αs w) αb Cb of
    /// alpha αs w + (1 − αs w) αb; in its stead, it is αs w C + (1 − w) αb Cb of alpha
    /// αs w + (1 − w) αb. ``Raster/BlendMode/plusLighter`` adds premultiplied colors, and alphas.
    ///
    /// Samples with a weight of 0 stay as they are, bit for bit. Results are off by less than 1 of
    /// 65,535.
    ///
    /// Reference: W3C, Compositing and Blending Level 1, sections 5.1 and 10; Level 2 for
    /// `plus-lighter`. ``PorterDuff`` describes the operators from `clear` to `xor`.
    ///
    /// - Parameters:
    ///   - source: A band of any size; without color where this band has none.
    ///   - sourceRow: The row of the source.
    ///   - sourceColumns: The columns of the source.
    ///   - row: The row of this band.
    ///   - column: The column of this band for the first source column.
    ///   - weights: The weight of each source pixel, 65,535 being one; as wide as the source.
    ///   - layering: The blend mode, and whether the source replaces the backdrop.
    ///   - instructionSet: The kernel variant to use.
    package mutating func blend(
        _ source: borrowing Band<Straight>,
        row sourceRow: Int,
        columns sourceColumns: Range<Int>,
        ontoRow row: Int,
        at column: Int,
        weights: Span<UInt16>,
        layering: Layering,
        using instructionSet: InstructionSet = .current
    ) {
        precondition(layout.isColor || !source.layout.isColor, "color cannot be dropped")
        precondition(weights.count == source.width, "the weights must be as wide as the source")
        precondition(
            column >= 0 && column + sourceColumns.count <= width,
            "the columns are outside the row"
        )
        if sourceColumns.isEmpty { return }
        let weights = weights.extracting(sourceColumns)
        if layering.mode == .normal, !layout.hasAlpha, !source.layout.hasAlpha {
            let kernels = instructionSet.kernels
            for channel in 0..<layout.channelCount {
                let sourceChannel = source.layout.isColor ? channel : 0
                let front = source.row(sourceRow, of: sourceChannel).extracting(sourceColumns)
                var whole = mutableRow(row, of: channel)
                var target = whole._mutatingExtracting(column..<(column + sourceColumns.count))
                kernels.mix(front, weights: weights, into: &target)
            }
            return
        }
        let sourceShape = source.rowShape(width: sourceColumns.count)
        let shape = rowShape(width: sourceColumns.count)
        let sourcePlanes = source.planes(ofRow: sourceRow)
            .extracting(droppingFirst: sourceColumns.lowerBound)
        var planes = mutablePlanes(ofRow: row)
        var target = planes._mutatingExtracting(column..<planes.count)
        BlendRow(layering, source: sourceShape, backdrop: shape)
            .apply(sourcePlanes, weights, to: &target)
    }

    /// Returns the layout in memory of a part of a row with a given width.
    private func rowShape(width: Int) -> RowShape {
        RowShape(channelCount: layout.channelCount, width: width, planeStride: planeStride)
    }
}

/// A blend of one row onto another, one pixel at a time.
private struct BlendRow {
    let layering: Layering
    let source: RowShape
    let backdrop: RowShape

    init(_ layering: Layering, source: RowShape, backdrop: RowShape) {
        self.layering = layering
        self.source = source
        self.backdrop = backdrop
    }

    func apply(
        _ front: Span<UInt16>,
        _ weights: Span<UInt16>,
        to result: inout MutableSpan<UInt16>
    ) {
        if let porterDuff = PorterDuff(layering.mode) {
            return compose(porterDuff, front, weights, &result)
        }
        switch layering.mode {
        case .normal, .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver,
            .destinationIn, .destinationOut, .destinationAtop, .xor:
            lay(front, weights, &result)
        case .multiply: apply(MultiplyBlending.self, front, weights, &result)
        case .screen: apply(ScreenBlending.self, front, weights, &result)
        case .overlay: apply(OverlayBlending.self, front, weights, &result)
        case .darken: apply(DarkenBlending.self, front, weights, &result)
        case .lighten: apply(LightenBlending.self, front, weights, &result)
        case .colorDodge: apply(ColorDodgeBlending.self, front, weights, &result)
        case .colorBurn: apply(ColorBurnBlending.self, front, weights, &result)
        case .hardLight: apply(HardLightBlending.self, front, weights, &result)
        case .softLight: apply(SoftLightBlending.self, front, weights, &result)
        case .difference: apply(DifferenceBlending.self, front, weights, &result)
        case .exclusion: apply(ExclusionBlending.self, front, weights, &result)
        case .hue: apply(HueBlending.self, front, weights, &result)
        case .saturation: apply(SaturationBlending.self, front, weights, &result)
        case .color: apply(ColorBlending.self, front, weights, &result)
        case .luminosity: apply(LuminosityBlending.self, front, weights, &result)
        case .plusLighter: add(front, weights, &result)
        case .plusDarker, .linearBurn: apply(PlusDarkerBlending.self, front, weights, &result)
        case .linearDodge: apply(LinearDodgeBlending.self, front, weights, &result)
        case .linearLight: apply(LinearLightBlending.self, front, weights, &result)
        case .vividLight: apply(VividLightBlending.self, front, weights, &result)
        case .pinLight: apply(PinLightBlending.self, front, weights, &result)
        case .subtract: apply(SubtractBlending.self, front, weights, &result)
        case .divide: apply(DivideBlending.self, front, weights, &result)
        }
    }

    @inline(__always)
    private func apply<B: Blending>(
        _ blending: B.Type,
        _ front: Span<UInt16>,
        _ weights: Span<UInt16>,
        _ result: inout MutableSpan<UInt16>
    ) {
        for x in 0..<backdrop.width where weights[x] > 0 {
            let weight = Float(weights[x]) / fullSample
            let s = source.color(at: x) { front[$0] }
            let b = backdrop.color(at: x) { result[$0] }
            let blended = blending.blend(b, s)
            let sourceAlpha = source.hasAlpha ? source.alpha(at: x) { front[$0] } : 1
            let over = sourceAlpha * weight
            let under = 1 - (layering.replaces ? weight : over)
            guard backdrop.hasAlpha else {
                // An opaque backdrop hides whatever is under it, so replacing and laying over are
                // the same.
                store(b + (blended - b) * over, at: x, &result)
                continue
            }
            let alpha = backdrop.alpha(at: x) { result[$0] }
            let color = s + (blended - s) * alpha
            let total = over + under * alpha
            let sum = color * over + b * (under * alpha)
            store(total > 0 ? sum / total : SIMD4(), at: x, &result)
            result[backdrop.alphaStart + x] = sample(total * fullSample)
        }
    }

    /// Adds the premultiplied colors and the alphas of source and backdrop, as `plus-lighter` does.
    private func add(
        _ front: Span<UInt16>,
        _ weights: Span<UInt16>,
        _ result: inout MutableSpan<UInt16>
    ) {
        for x in 0..<backdrop.width where weights[x] > 0 {
            let s = source.color(at: x) { front[$0] }
            let b = backdrop.color(at: x) { result[$0] }
            let sourceAlpha = source.hasAlpha ? source.alpha(at: x) { front[$0] } : 1
            let over = sourceAlpha * (Float(weights[x]) / fullSample)
            let alpha = backdrop.hasAlpha ? backdrop.alpha(at: x) { result[$0] } : 1
            let sum = s * over + b * alpha
            let total = min(over + alpha, 1)
            store(total > 0 ? sum / total : SIMD4(), at: x, &result)
            if backdrop.hasAlpha {
                result[backdrop.alphaStart + x] = sample(total * fullSample)
            }
        }
    }

    /// Lays the source over the backdrop, or in its stead, in its own colors.
    private func lay(
        _ front: Span<UInt16>,
        _ weights: Span<UInt16>,
        _ result: inout MutableSpan<UInt16>
    ) {
        let sourceStride = source.colorChannelCount == 3 ? source.planeStride : 0
        for x in 0..<backdrop.width where weights[x] > 0 {
            let weight = Float(weights[x]) / fullSample
            let over = weight * (source.hasAlpha ? source.alpha(at: x) { front[$0] } : 1)
            var share = over
            if backdrop.hasAlpha {
                let alpha = backdrop.alpha(at: x) { result[$0] }
                let total = over + (1 - (layering.replaces ? weight : over)) * alpha
                result[backdrop.alphaStart + x] = sample(total * fullSample)
                guard total > 0 else {
                    store(SIMD4(), at: x, &result)
                    continue
                }
                share = over / total
            }
            for channel in 0..<backdrop.colorChannelCount {
                let place = channel * backdrop.planeStride + x
                let b = Float(result[place])
                let s = Float(front[channel * sourceStride + x])
                result[place] = sample(b + (s - b) * share)
            }
        }
    }

    /// Combines source and backdrop by an operator of Porter and Duff, and mixes the result with the
    /// backdrop by the weight.
    ///
    /// An opaque backdrop lies on black: what the operator removes from it is black.
    private func compose(
        _ operation: PorterDuff,
        _ front: Span<UInt16>,
        _ weights: Span<UInt16>,
        _ result: inout MutableSpan<UInt16>
    ) {
        for x in 0..<backdrop.width where weights[x] > 0 {
            let weight = Float(weights[x]) / fullSample
            let s = source.color(at: x) { front[$0] }
            let b = backdrop.color(at: x) { result[$0] }
            let sourceAlpha = source.hasAlpha ? source.alpha(at: x) { front[$0] } : 1
            let alpha = backdrop.hasAlpha ? backdrop.alpha(at: x) { result[$0] } : 1
            let shares = operation.shares(sourceAlpha, alpha)
            let over = shares.source * sourceAlpha * weight
            let under = alpha * (shares.backdrop * weight + 1 - weight)
            let total = over + under
            let sum = s * over + b * under
            guard backdrop.hasAlpha else {
                store(sum, at: x, &result)
                continue
            }
            store(total > 0 ? sum / total : SIMD4(), at: x, &result)
            result[backdrop.alphaStart + x] = sample(total * fullSample)
        }
    }

    @inline(__always)
    private func store(_ color: SIMD4<Float>, at x: Int, _ result: inout MutableSpan<UInt16>) {
        result[x] = sample(color[0])
        guard backdrop.colorChannelCount == 3 else { return }
        result[backdrop.planeStride + x] = sample(color[1])
        result[2 * backdrop.planeStride + x] = sample(color[2])
    }

    /// Rounds a value to the nearest 16-bit sample.
    @inline(__always)
    private func sample(_ value: Float) -> UInt16 {
        UInt16(min(max(value, 0), fullSample) + 0.5)
    }
}

extension RowShape {
    fileprivate var hasAlpha: Bool { channelCount & 1 == 0 }

    fileprivate var alphaStart: Int { (channelCount - 1) * planeStride }

    /// Returns the color of the pixel in a column; gray gives equal red, green and blue.
    @inline(__always)
    fileprivate func color(at x: Int, _ read: (Int) -> UInt16) -> SIMD4<Float> {
        let red = Float(read(x))
        guard colorChannelCount == 3 else { return SIMD4(repeating: red) }
        return SIMD4(red, Float(read(planeStride + x)), Float(read(2 * planeStride + x)), 0)
    }

    /// Returns the alpha of the pixel in a column, 0 to 1.
    @inline(__always)
    fileprivate func alpha(at x: Int, _ read: (Int) -> UInt16) -> Float {
        Float(read(alphaStart + x)) / fullSample
    }
}
