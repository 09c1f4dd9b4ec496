// SPDX-License-Identifier: Apache-2.0

package import Kernels
package import Raster
package import TestSupport

/// Runs pictures through a streaming blur, and beside the float64 reference.
package enum BlurHarness {
    // Results that expand have 36 megapixels where sigma is 1,000: half a minute without
    // optimization, a moment with it.
    #if DEBUG
        private static let greatestExpansion: Float = 60
    #else
        private static let greatestExpansion: Float = 1000
    #endif

    /// Every edge mode at every standard deviation, but for huge results without optimization.
    package static func cases(_ sigmas: [Float]) -> [(sigma: Float, edge: EdgeMode)] {
        EdgeMode.allCases.flatMap { edge in
            sigmas.filter { edge != .expand || $0 <= greatestExpansion }.map { ($0, edge) }
        }
    }

    /// Blurs a whole band.
    ///
    /// - Parameters:
    ///   - band: The picture.
    ///   - sigma: The standard deviation.
    ///   - edge: What lies beyond the picture.
    ///   - set: The variant of the kernels.
    ///   - chunk: How many rows are offered, and asked for, at once.
    /// - Returns: The result, whole.
    package static func blurred(
        _ band: borrowing Band<Premultiplied>,
        sigma: Float,
        edge: EdgeMode,
        using set: InstructionSet = .current,
        chunk: Int = 16
    ) -> Band<Premultiplied> {
        let size = PixelSize(width: band.width, height: band.rowCount)
        let geometry = BlurGeometry(size: size, sigma: sigma, edge: edge)
        var blur = StreamingBlur(geometry: geometry, layout: band.layout, instructionSet: set)
        let output = geometry.outputSize
        var result = Band<Premultiplied>(
            layout: band.layout,
            width: output.width,
            capacity: output.height
        )
        var row = 0
        var written = 0
        while written < output.height {
            if blur.isHungry {
                let end = min(band.rowCount, (row / chunk + 1) * chunk)
                row += blur.push(band, rows: row..<end)
            }
            let end = min(output.height, written + chunk)
            written += blur.pull(into: &result, rows: written..<end)
        }
        result.rowCount = written
        return result
    }

    /// A premultiplied band of a picture, whose color is limited to alpha.
    package static func band(
        _ picture: Picture,
        _ size: PixelSize,
        _ layout: ChannelLayout
    ) -> Band<Premultiplied> {
        let alpha = layout.channelCount - 1
        return Band(layout: layout, width: size.width, height: size.height) { channel, y, x in
            let sample = picture.sample(x, y, channel)
            return layout.hasAlpha ? min(sample, picture.sample(x, y, alpha)) : sample
        }
    }

    /// The deviation of a blurred picture from the definition of the blur.
    ///
    /// Keeps only what is compared: expanded results may have millions of samples.
    package static func deviation(
        of picture: Picture,
        _ size: PixelSize,
        _ layout: ChannelLayout,
        sigma: Float,
        edge: EdgeMode,
        reference: GaussianReference
    ) -> Deviation {
        let source = band(picture, size, layout)
        let actual = chosenSamples(of: source, sigma: sigma, edge: edge, reference: reference)
        var deviation = Deviation()
        for channel in 0..<layout.channelCount {
            var plane: [Double] = []
            for y in 0..<size.height {
                let row = source.row(y, of: channel)
                for x in 0..<size.width { plane.append(Double(row[x])) }
            }
            deviation.add(actual[channel], expected: reference.blurred(plane))
        }
        return deviation
    }

    /// Blurs a band and returns, by channel, the rows and columns that a reference computes.
    private static func chosenSamples(
        of source: borrowing Band<Premultiplied>,
        sigma: Float,
        edge: EdgeMode,
        reference: GaussianReference
    ) -> [[UInt16]] {
        let size = PixelSize(width: source.width, height: source.rowCount)
        let geometry = BlurGeometry(size: size, sigma: sigma, edge: edge)
        var blur = StreamingBlur(geometry: geometry, layout: source.layout)
        var output = Band<Premultiplied>(
            layout: source.layout,
            width: geometry.outputSize.width,
            capacity: 1
        )
        var samples = [[UInt16]](repeating: [], count: source.layout.channelCount)
        var (pushed, pulled, chosen) = (0, 0, 0)
        while chosen < reference.rows.count {
            if blur.isHungry { pushed += blur.push(source, rows: pushed..<size.height) }
            guard blur.pull(into: &output, row: 0) else { continue }
            if reference.rows[chosen] == pulled {
                for channel in samples.indices {
                    let row = output.row(0, of: channel)
                    for x in reference.columns { samples[channel].append(row[x]) }
                }
                chosen += 1
            }
            pulled += 1
        }
        return samples
    }

    /// The reference for a picture of a size.
    package static func reference(
        _ size: PixelSize,
        sigma: Float,
        edge: EdgeMode,
        limit: Int
    ) -> GaussianReference {
        let geometry = BlurGeometry(size: size, sigma: sigma, edge: edge)
        return GaussianReference(
            size: size,
            sigma: Double(sigma),
            edge: edge,
            margin: geometry.margin,
            limit: limit
        )
    }
}
