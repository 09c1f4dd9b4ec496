// SPDX-License-Identifier: Apache-2.0

package import Codecs
import Effects
import Raster

/// Computes the placeholder of an image from a copy of at most 100 × 100 colors.
///
/// Of a large JPEG, only the means of blocks are decoded.
package struct PlaceholderAnalysis: PictureAnalysis {
    /// The image to analyze.
    package let source: SourceImage

    /// The requested details of the placeholder, such as the number of colors.
    package let goal: PlaceholderGoal
    private let limits: DecodeLimits

    /// Creates an analysis that computes the placeholder of an image.
    ///
    /// - Parameters:
    ///   - source: The image.
    ///   - goal: The requested details.
    ///   - limits: The largest size of an image.
    package init(of source: SourceImage, _ goal: PlaceholderGoal, limits: DecodeLimits) {
        self.source = source
        self.goal = goal
        self.limits = limits
    }

    /// The memory and the work of the analysis, known from the image header.
    package var estimate: RenderEstimate {
        let header = source.header
        let cells = ColorGrid.size(for: header.codedSize).pixelCount
        let conversion = WorkingSpace.estimate(header, to: 0)
        let samples = header.codedSize.pixelCount * header.layout.channelCount
        let usesMeans = ColorGrid.usesMeans(header)
        let band = Band<Straight>.byteCount(
            layout: header.layout,
            width: header.codedSize.width,
            capacity: bandHeight
        )
        let decoding = usesMeans && header.isStreamable ? 1 : RenderEstimate.decodingPasses
        return RenderEstimate(
            memory: source.bytes.count + conversion.memory + cells * Self.cellByteCount
                + (usesMeans
                    ? JPEGMeanDecoder.byteCount(header) : header.decoderByteCount + band),
            work: samples * (decoding * header.decodingPasses + (usesMeans ? 0 : 1))
                + cells * Self.cellPasses
        )
    }

    /// The memory of a cell of the grid in bytes: three copies of its color and the sums of four
    /// channels.
    private static let cellByteCount = 256

    /// The work of computing hashes and palette for each cell of the grid, in passes over a sample.
    private static let cellPasses = 1000

    /// Decodes the image and computes its placeholder.
    package func run(cancellation: Cancellation) throws(RenderError) -> Placeholder {
        let grid = try ColorGrid(of: source, limits: limits, cancellation: cancellation)
        try cancellation.check()
        let palette = ColorPalette(of: grid, count: goal.colorCount)
        let text = TextColor(on: grid, of: source.header.size, goal)
        return Placeholder(
            size: source.header.size,
            blurHash: BlurHash.text(of: grid, components: goal.components),
            thumbHash: ThumbHash(of: grid).bytes,
            average: Color(grid.average),
            opacity: grid.opacity,
            palette: palette.entries.map { .init(color: $0.color, share: $0.share) },
            text: text.color,
            contrast: text.contrast,
            tinyPicture: try TinyPicture.file(of: grid),
            damage: cancellation.damage
        )
    }
}

extension Color {
    /// Converts a color to the nearest color with 8 bits for each channel, without alpha.
    init(_ color: StraightColor) {
        func byte(_ channel: Double) -> UInt8 { UInt8((channel * 255).rounded()) }
        self.init(red: byte(color.red), green: byte(color.green), blue: byte(color.blue))
    }
}
